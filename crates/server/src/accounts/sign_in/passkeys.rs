//! Passkeys, by WebAuthn: what authenticators are asked, and whether what they answer is so. The client keeps the sealed challenge; each
//! is good for five minutes and once. Whoever has the device must be verified by it (`userVerification`), and a passkey names its
//! owner by itself (`residentKey`), so that nobody types a name.

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

/// Time in which a challenge must be answered.
pub const CHALLENGE_TTL: Duration = Duration::from_secs(5 * 60);
/// The purpose for which challenges are sealed.
pub const PURPOSE: &str = "passkey challenge";
/// How the site is called where a device shows it.
const SITE: &str = "Bastide";

/// What a challenge was made for.
#[derive(Serialize, Deserialize)]
pub enum Challenge {
    /// An account is to be made, with this name and the key by which it will take seats.
    SignUp(NameForms, Hash, Registration),
    /// The account of this session is to have one more passkey.
    Add(i64, Registration),
    /// Somebody signs in, whoever that is.
    SignIn(Question),
    /// Whoever is signed in by this session proves that it is them.
    Prove(i64, Question),
}

/// A passkey that is being made.
#[derive(Serialize, Deserialize)]
pub struct Registration {
    site: Site,
    state: PasskeyRegistration,
}

/// A passkey that somebody is asked for.
#[derive(Serialize, Deserialize)]
pub struct Question {
    site: Site,
    state: DiscoverableAuthentication,
}

/// Where the page of a request is: the name that passkeys are for (the RP ID), and the origin that authenticators sign.
#[derive(Clone, Debug, Serialize, Deserialize)]
pub struct Site {
    rp: String,
    origin: Url,
}

impl Site {
    /// That of a request which the layers of `hosts` and `origin` have let in: both names are the server's own.
    ///
    /// # Errors
    /// `no_passkeys`: the server was called by an address in numbers, for which there are none.
    pub fn of(headers: &HeaderMap, https: bool) -> Result<Site, Refusal> {
        let text = |name| headers.get(name).and_then(|value| value.to_str().ok());
        let scheme = if https { "https" } else { "http" };
        let origin = match (text(header::ORIGIN), text(header::HOST)) {
            (Some(origin), _) => origin.to_owned(),
            (None, host) => format!("{scheme}://{}", host.unwrap_or_default()),
        };
        let found = Url::parse(&origin).ok().and_then(|origin| Some((origin.domain()?.to_owned(), origin)));
        let none = || {
            let what = "a passkey is for a name: open this server as localhost, or as the name that --host gives it";
            Refusal::new(Code::NoPasskeys, what)
        };
        found.map(|(rp, origin)| Site { rp, origin }).ok_or_else(none)
    }

    /// The name that passkeys are for.
    pub fn rp(&self) -> &str {
        &self.rp
    }

    fn webauthn(&self) -> Result<Webauthn, Refusal> {
        let builder = WebauthnBuilder::new(&self.rp, &self.origin).map_err(|why| failed(&why))?;
        builder.rp_name(SITE).timeout(CHALLENGE_TTL).build().map_err(|why| failed(&why))
    }

    /// What an authenticator is asked that is to make a passkey for the owner of this key, beside those that there are.
    pub fn register(self, owner: &Hash, name: &str, known: &[PasskeyLine]) -> Result<(Value, Registration), Refusal> {
        let known = known.iter().filter(|one| one.rp == self.rp).map(|one| one.credential.clone()).collect();
        let begun = self.webauthn()?.start_passkey_registration(handle(owner), name, name, Some(known));
        let (options, state) = begun.map_err(|why| failed(&why))?;
        let mut options = told(&options)?;
        options["authenticatorSelection"]["residentKey"] = "required".into();
        options["authenticatorSelection"]["requireResidentKey"] = true.into();
        Ok((options, Registration { site: self, state }))
    }

    /// What an authenticator is asked that is to say who is there: one of these passkeys, or whoever it knows.
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
    /// The passkey that an authenticator has made.
    ///
    /// # Errors
    /// `bad_passkey`: it is not what was asked for.
    pub fn finish(self, made: &RegisterPublicKeyCredential, name: String) -> Result<NewPasskey, Refusal> {
        let made = self.site.webauthn()?.finish_passkey_registration(made, &self.state).map_err(|why| bad(&why))?;
        let key = serde_json::to_string(&made).map_err(|why| failed(&why))?;
        Ok(NewPasskey { credential: made.cred_id().clone(), rp: self.site.rp, name, key })
    }
}

impl Question {
    /// What is known now of a passkey that was used: its counter and state have gone on. `named` says that the answer must name its owner,
    /// as it does where nobody was asked for.
    ///
    /// # Errors
    /// `bad_passkey`: the answer is not that of this passkey, or another authenticator has a copy of it.
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

/// The number by which an authenticator knows whose a passkey is. It tells nothing and opens nothing.
fn handle(owner: &Hash) -> Uuid {
    let key: String = owner.iter().map(|byte| format!("{byte:02x}")).collect();
    let hash = secrets::hash(&format!("passkeys of {key}"));
    hash.first_chunk::<16>().map_or(Uuid::nil(), |bytes| Uuid::from_bytes(*bytes))
}

/// What the browser is told, without the object around it.
fn told(options: &impl serde::Serialize) -> Result<Value, Refusal> {
    let mut options = serde_json::to_value(options).map_err(|why| failed(&why))?;
    Ok(options["publicKey"].take())
}

fn bad(why: &WebauthnError) -> Refusal {
    Refusal::new(Code::BadPasskey, format!("this passkey does not sign in here ({why}); try another way"))
}

fn failed(why: &dyn std::fmt::Display) -> Refusal {
    tracing::error!("a passkey cannot be handled: {why}");
    Refusal::new(Code::Storage, "the server failed at this passkey; its log says why")
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
    fn passkeys_are_for_the_name_of_the_page_and_there_are_none_for_numbers() {
        let is = |rp: &str, origin: &str| Some((rp.to_owned(), origin.to_owned()));
        assert_eq!(site(None, "games.example", true), is("games.example", "https://games.example"));
        assert_eq!(site(None, "localhost:8080", false), is("localhost", "http://localhost:8080"));
        // A proxy may call the server otherwise than the page that asks.
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
