//! Sends push messages to browsers (RFC 8030), encrypted for the recipient (RFC 8291) and signed with the server's key (RFC 8292).
//!
//! The client chooses the endpoint, so requests to it are restricted ([`public_hosts`](crate::common::public_hosts)), and nothing but the
//! response status is read.

use base64::Engine;
use base64::engine::general_purpose::URL_SAFE_NO_PAD;
use reqwest::{Client, StatusCode, Url};
use serde_json::json;
use web_push_native::p256::ecdsa::signature::Signer;
use web_push_native::p256::ecdsa::{Signature, SigningKey};
use web_push_native::p256::elliptic_curve::sec1::ToEncodedPoint;
use web_push_native::p256::{PublicKey, SecretKey};
use web_push_native::{Auth, encrypt};

use super::messages;
use super::outbox::{Due, Kind, Subject};
use super::settings::Settings;
use super::store::NewDevice;
use super::types::PushMessage;
use crate::common::public_hosts::{PublicResolver, causes, public_url};
use crate::common::{http_client, secrets};
use crate::http::refusal::{Code, Refusal};

/// Maximum number of concurrent pushes.
pub const MAX_CONCURRENT: usize = 32;
/// Time for which a push service keeps an undelivered message, in seconds: a day.
const TTL_SECONDS: u32 = 24 * 60 * 60;
/// Lifetime of a signature, in milliseconds: twelve hours (at most 24 are allowed).
const SIGNATURE_MS: i64 = 12 * 60 * 60 * 1000;
/// Length of the secret that a browser shares with the server, in bytes.
const SECRET_BYTES: usize = 16;

/// Push client with the server's signing key.
pub struct Pusher {
    client: Client,
    key: SigningKey,
    /// The public key in the form that browsers expect: an uncompressed point in base64url.
    public: String,
    /// Contact address for the push service's operators.
    contact: Option<String>,
    /// True if private addresses and plain http are allowed, for tests.
    allow_private: bool,
}

/// Result of sending a push.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum PushResult {
    Accepted,
    /// The subscription does not exist or has expired.
    Gone,
    /// The push failed for the given reason.
    Failed(String),
}

/// Generates a private key.
pub fn generate_key() -> Option<Vec<u8>> {
    // Almost any 32 bytes form a valid key, so the first attempt nearly always succeeds.
    std::iter::repeat_with(|| SecretKey::from_slice(&secrets::key()))
        .find_map(|key| Some(key.ok()?.to_bytes().to_vec()))
}

impl Pusher {
    /// Creates a pusher that signs with this private key. Returns `None` on a machine without root certificates, where no push service can
    /// be verified.
    pub fn new(key: &[u8], settings: &Settings) -> Option<Pusher> {
        let made = Pusher::with_key(key, settings.contact(), settings.push_private);
        made.inspect_err(|why| tracing::warn!("push is disabled: {why}")).ok()
    }

    fn with_key(key: &[u8], contact: Option<String>, allow_private: bool) -> Result<Pusher, String> {
        let key = SigningKey::from_slice(key).map_err(|why| format!("invalid server key: {why}"))?;
        let public = URL_SAFE_NO_PAD.encode(PublicKey::from(key.verifying_key()).to_encoded_point(false).as_bytes());
        let client = http_client::client()
            .no_proxy()
            .https_only(!allow_private)
            .http1_only()
            .dns_resolver(PublicResolver { allow_private })
            .build()
            .map_err(|why| why.to_string())?;
        Ok(Pusher { client, key, public, contact, allow_private })
    }

    /// Returns the public key in the form that browsers expect: an uncompressed point in base64url.
    pub fn public_key(&self) -> &str {
        &self.public
    }

    /// Checks a subscription sent by a browser: endpoint, public key and shared secret.
    ///
    /// # Errors
    /// `bad_device`
    pub fn device(&self, endpoint: String, p256dh: &str, auth: &str) -> Result<NewDevice, Refusal> {
        self.target(&endpoint)?;
        let wrong = |what: &str| {
            Refusal::new(Code::BadDevice, format!("{what}; send the values of the browser's push subscription"))
        };
        let decoded = |text: &str| URL_SAFE_NO_PAD.decode(text.trim_end_matches('=')).ok();
        let public_key = decoded(p256dh).filter(|key| PublicKey::from_sec1_bytes(key).is_ok());
        let secret = decoded(auth).filter(|secret| secret.len() == SECRET_BYTES);
        let public_key = public_key.ok_or_else(|| wrong("p256dh is not a P-256 point in base64url"))?;
        let secret = secret.ok_or_else(|| wrong("auth is not 16 bytes in base64url"))?;
        Ok(NewDevice { endpoint, public_key, secret })
    }

    /// Parses an endpoint and checks that requests may be sent to it.
    fn target(&self, endpoint: &str) -> Result<Url, Refusal> {
        public_url(endpoint, self.allow_private)
            .map_err(|why| Refusal::new(Code::BadDevice, format!("invalid push endpoint: {why}")))
    }

    /// Sends a push, which replaces an undelivered push about the same table.
    pub async fn send(&self, to: &NewDevice, due: &Due, about: &Subject, now: i64) -> PushResult {
        let Ok(url) = self.target(&to.endpoint) else { return PushResult::Gone };
        let Ok(key) = PublicKey::from_sec1_bytes(&to.public_key) else { return PushResult::Gone };
        let Ok(secret) = <[u8; SECRET_BYTES]>::try_from(to.secret.as_slice()) else { return PushResult::Gone };
        let body = match encrypt(payload(due, about).into_bytes(), &key, &Auth::from(secret)) {
            Ok(body) => body,
            Err(why) => return PushResult::Failed(format!("cannot encrypt it: {why}")),
        };
        let signed = format!("vapid t={}, k={}", self.token(&url, now), self.public);
        let request = self
            .client
            .post(url)
            .header("TTL", TTL_SECONDS)
            .header("Urgency", "normal")
            .header("Topic", &about.table)
            .header("Content-Encoding", "aes128gcm")
            .header("Content-Type", "application/octet-stream")
            .header("Authorization", signed)
            .body(body);
        match request.send().await.map(|answer| answer.status()) {
            Ok(status) if status.is_success() => PushResult::Accepted,
            Ok(StatusCode::NOT_FOUND | StatusCode::GONE) => PushResult::Gone,
            Ok(status) => PushResult::Failed(format!("the push service answered {status}")),
            // Endpoints are private: keep them out of the log.
            Err(why) => PushResult::Failed(format!("cannot reach the push service: {}", causes(&why.without_url()))),
        }
    }

    /// Returns the signed token (JWT) that identifies this server to a push service.
    fn token(&self, url: &Url, now: i64) -> String {
        let claims = json!({
            "aud": url.origin().ascii_serialization(),
            "exp": (now + SIGNATURE_MS) / 1000,
        });
        let mut claims = claims;
        if let Some(contact) = &self.contact {
            claims["sub"] = contact.as_str().into();
        }
        let head = URL_SAFE_NO_PAD.encode(r#"{"typ":"JWT","alg":"ES256"}"#);
        let signed = format!("{head}.{}", URL_SAFE_NO_PAD.encode(claims.to_string()));
        let signature: Signature = self.key.sign(signed.as_bytes());
        format!("{signed}.{}", URL_SAFE_NO_PAD.encode(signature.to_bytes()))
    }
}

/// Returns the payload of a push, for the client's service worker.
fn payload(due: &Due, about: &Subject) -> String {
    let content = messages::push(due);
    let path = if due.kind == Kind::Turn { format!("/t/{}", about.table) } else { "/lobby".to_owned() };
    table::messages::text(&PushMessage {
        title: &content.subject,
        body: &content.text,
        path: &path,
        tag: &about.table,
        language: due.choices.language,
    })
}

#[cfg(test)]
mod tests {
    use super::*;
    use web_push_native::p256::ecdsa::VerifyingKey;
    use web_push_native::p256::ecdsa::signature::Verifier;

    fn pusher(allow_private: bool) -> Pusher {
        Pusher::with_key(&generate_key().unwrap(), Some("mailto:b@games.example".into()), allow_private).unwrap()
    }

    #[test]
    fn push_token_is_signed_with_the_published_key() {
        let pusher = pusher(false);
        let token = pusher.token(&Url::parse("https://push.example.com:444/send/abc").unwrap(), 1_000_000);
        let (signed, signature) = token.rsplit_once('.').unwrap();
        let (head, claims) = signed.split_once('.').unwrap();
        let read = |part| serde_json::from_slice::<serde_json::Value>(&URL_SAFE_NO_PAD.decode(part).unwrap()).unwrap();
        assert_eq!(read(head), json!({"typ": "JWT", "alg": "ES256"}));
        let wanted =
            json!({"aud": "https://push.example.com:444", "exp": 1000 + 12 * 60 * 60, "sub": "mailto:b@games.example"});
        assert_eq!(read(claims), wanted);
        let public = URL_SAFE_NO_PAD.decode(pusher.public_key()).unwrap();
        let signature = Signature::from_slice(&URL_SAFE_NO_PAD.decode(signature).unwrap()).unwrap();
        VerifyingKey::from_sec1_bytes(&public).unwrap().verify(signed.as_bytes(), &signature).unwrap();
    }
}
