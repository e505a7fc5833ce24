//! Passkeys (WebAuthn): challenges for authenticators, and verification of their responses. The client keeps the sealed challenge, which
//! can be used once, within five minutes. The authenticator must verify the user (`userVerification`), and passkeys are discoverable
//! (`residentKey`), so that users need not type a name.

use std::time::Duration;

use axum::http::{HeaderMap, header};
use base64::Engine;
use base64::prelude::BASE64_URL_SAFE_NO_PAD as BASE64;
use serde::{Deserialize, Serialize};
use serde_json::{Value, json};
use table::Hash;
use webauthn_rs::prelude::{
    DiscoverableAuthentication, Passkey, PasskeyRegistration, PublicKeyCredential, RegisterPublicKeyCredential, Url,
    Uuid, Webauthn, WebauthnBuilder, WebauthnError,
};

use super::store::{NewPasskey, Passkey as StoredPasskey, PasskeyLine};
use crate::accounts::store::NameForms;
use crate::common::secrets;
use crate::http::refusal::{Code, Refusal};

/// Validity period of a challenge.
pub const CHALLENGE_TTL: Duration = Duration::from_secs(5 * 60);
/// Seal purpose of a [`Challenge`].
pub const PURPOSE: &str = "passkey challenge";
/// The site's name, as shown by devices.
const SITE: &str = "Bastide";

/// Purpose under which a [`Challenge`] is sealed.
#[derive(Serialize, Deserialize)]
pub enum Challenge {
    /// Create an account with this name and seat key.
    SignUp(NameForms, Hash, Registration),
    /// Add a passkey to the account of this session.
    Add(i64, Registration),
    /// Sign in to any account.
    SignIn(Question),
    /// Confirm the identity of this session's user.
    Prove(i64, Question),
}

/// A pending passkey registration.
#[derive(Serialize, Deserialize)]
pub struct Registration {
    site: Site,
    state: PasskeyRegistration,
}

/// A pending passkey authentication.
#[derive(Serialize, Deserialize)]
pub struct Question {
    site: Site,
    state: DiscoverableAuthentication,
}

/// The site of a request: the domain of its passkeys (the RP ID), and the origin that authenticators sign.
#[derive(Clone, Debug, Serialize, Deserialize)]
pub struct Site {
    rp: String,
    origin: Url,
}

impl Site {
    /// Returns the site of a request. The `hosts` and `origin` checks have already validated both names.
    ///
    /// # Errors
    /// Returns `no_passkeys` if the host is an IP address, for which passkeys do not work.
    pub fn of(headers: &HeaderMap, https: bool) -> Result<Site, Refusal> {
        let text = |name| headers.get(name).and_then(|value| value.to_str().ok());
        let scheme = if https { "https" } else { "http" };
        let origin = match (text(header::ORIGIN), text(header::HOST)) {
            (Some(origin), _) => origin.to_owned(),
            (None, host) => format!("{scheme}://{}", host.unwrap_or_default()),
        };
        let found = Url::parse(&origin).ok().and_then(|origin| Some((origin.domain()?.to_owned(), origin)));
        let none = || {
            let what = "passkeys require a host name: open this server as localhost or by a name allowed with --host";
            Refusal::new(Code::NoPasskeys, what)
        };
        found.map(|(rp, origin)| Site { rp, origin }).ok_or_else(none)
    }

    /// The RP ID.
    pub fn rp(&self) -> &str {
        &self.rp
    }

    fn webauthn(&self) -> Result<Webauthn, Refusal> {
        let builder = WebauthnBuilder::new(&self.rp, &self.origin).map_err(|why| failed(&why))?;
        builder.rp_name(SITE).timeout(CHALLENGE_TTL).build().map_err(|why| failed(&why))
    }

    /// Creates a registration challenge for the owner of this key, excluding already known passkeys.
    pub fn register(self, owner: &Hash, name: &str, known: &[PasskeyLine]) -> Result<(Value, Registration), Refusal> {
        let known = known.iter().filter(|one| one.rp == self.rp).map(|one| one.credential.clone()).collect();
        let begun = self.webauthn()?.start_passkey_registration(handle(owner), name, name, Some(known));
        let (options, state) = begun.map_err(|why| failed(&why))?;
        let mut options = told(&options)?;
        options["authenticatorSelection"]["residentKey"] = "required".into();
        options["authenticatorSelection"]["requireResidentKey"] = true.into();
        Ok((options, Registration { site: self, state }))
    }

    /// Creates an authentication challenge for one of these passkeys, or for any passkey if `of` is `None`.
    pub fn ask(self, of: Option<&[PasskeyLine]>) -> Result<(Value, Question), Refusal> {
        let begun = self.webauthn()?.start_discoverable_authentication();
        let (options, state) = begun.map_err(|why| failed(&why))?;
        let mut options = told(&options)?;
        if let Some(of) = of {
            let of = of.iter().filter(|one| one.rp == self.rp);
            let of = of.map(|one| json!({"type": "public-key", "id": BASE64.encode(&one.credential)}));
            options["allowCredentials"] = of.collect();
        }
        Ok((options, Question { site: self, state }))
    }
}

impl Registration {
    /// Verifies a new passkey.
    ///
    /// # Errors
    /// Returns `bad_passkey` if the response does not match the challenge.
    pub fn finish(self, made: &RegisterPublicKeyCredential, name: String) -> Result<NewPasskey, Refusal> {
        let made = self.site.webauthn()?.finish_passkey_registration(made, &self.state).map_err(|why| bad(&why))?;
        let key = serde_json::to_string(&made).map_err(|why| failed(&why))?;
        Ok(NewPasskey { credential: made.cred_id().clone(), rp: self.site.rp, name, key })
    }
}

impl Question {
    /// Verifies an assertion and returns the updated passkey, with its new counter and state. If `named` is set, the response must name the
    /// passkey's owner, which is necessary when the challenge allowed any passkey.
    ///
    /// # Errors
    /// Returns `bad_passkey` if the response does not come from this passkey, or if its counter shows that the passkey was copied.
    pub fn finish(self, answer: &PublicKeyCredential, of: &StoredPasskey, named: bool) -> Result<String, Refusal> {
        let mut passkey: Passkey = serde_json::from_str(&of.key).map_err(|why| failed(&why))?;
        let owner = answer.get_user_unique_id();
        if of.rp != self.site.rp || owner.map_or(named, |owner| owner != handle(&of.owner).as_bytes()) {
            return Err(bad(&WebauthnError::InvalidUserUniqueId));
        }
        let webauthn = self.site.webauthn()?;
        let checked = webauthn.finish_discoverable_authentication_v2(answer, self.state, &passkey);
        let checked = checked.map_err(|why| bad(&why))?;
        passkey.update_credential(&checked);
        serde_json::to_string(&passkey).map_err(|why| failed(&why))
    }
}

/// Returns the user handle that identifies a passkey's owner to an authenticator. It reveals nothing and grants no access.
fn handle(owner: &Hash) -> Uuid {
    let key: String = owner.iter().map(|byte| format!("{byte:02x}")).collect();
    let hash = secrets::hash(&format!("passkeys of {key}"));
    hash.first_chunk::<16>().map_or(Uuid::nil(), |bytes| Uuid::from_bytes(*bytes))
}

/// Returns the options for the browser without the `publicKey` object around them.
fn told(options: &impl serde::Serialize) -> Result<Value, Refusal> {
    let mut options = serde_json::to_value(options).map_err(|why| failed(&why))?;
    Ok(options["publicKey"].take())
}

fn bad(why: &WebauthnError) -> Refusal {
    Refusal::new(Code::BadPasskey, format!("this passkey cannot be used here ({why}); try another sign-in method"))
}

fn failed(why: &dyn std::fmt::Display) -> Refusal {
    tracing::error!("passkey error: {why}");
    Refusal::new(Code::Storage, "internal error; see the server log")
}

#[cfg(test)]
mod tests {
    use super::*;
    use axum::http::HeaderValue;

    fn site(origin: Option<&'static str>, host: &'static str, https: bool) -> Option<(String, String)> {
        let mut headers = HeaderMap::new();
        headers.insert(header::HOST, HeaderValue::from_static(host));
        origin.map(|origin| headers.insert(header::ORIGIN, HeaderValue::from_static(origin)));
        let site = Site::of(&headers, https).ok()?;
        Some((site.rp, site.origin.origin().ascii_serialization()))
    }

    #[test]
    fn passkeys_use_the_host_name_of_the_page_and_not_ip_addresses() {
        let is = |rp: &str, origin: &str| Some((rp.to_owned(), origin.to_owned()));
        assert_eq!(site(None, "games.example", true), is("games.example", "https://games.example"));
        assert_eq!(site(None, "localhost:8080", false), is("localhost", "http://localhost:8080"));
        // Behind a proxy, the host name in the request may differ from the page's.
        let page = Some("https://Play.example:8443");
        assert_eq!(site(page, "127.0.0.1:8080", true), is("play.example", "https://play.example:8443"));
        for host in ["127.0.0.1:8080", "[::1]:8080", "192.0.2.1", ""] {
            assert_eq!(site(None, host, false), None, "{host}");
        }
        assert_eq!(site(Some("null"), "games.example", true), None);
    }

    #[test]
    fn an_account_has_one_handle_which_is_not_its_key() {
        assert_eq!(handle(&[7; 32]), handle(&[7; 32]));
        assert_ne!(handle(&[7; 32]), handle(&[8; 32]));
        assert!(!handle(&[7; 32]).is_nil() && handle(&[7; 32]).as_bytes() != &[7; 16]);
    }
}
