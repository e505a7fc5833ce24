//! Sends push messages to browsers (RFC 8030), encrypted for the recipient (RFC 8291) and signed with the server's key (RFC 8292).
//!
//! The client chooses the endpoint, so requests to it are restricted against SSRF: https only, no IP literals, no private addresses, no
//! redirects, a short timeout, and nothing but the response status is read.

use std::net::{IpAddr, Ipv4Addr, Ipv6Addr, SocketAddr};

use base64::Engine;
use base64::engine::general_purpose::URL_SAFE_NO_PAD;
use reqwest::dns::{Addrs, Name, Resolve, Resolving};
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
use crate::common::{http_client, secrets};
use crate::http::refusal::{Code, Refusal};

/// Maximum number of concurrent pushes.
pub const MAX_CONCURRENT: usize = 32;
/// Time for which a push service keeps an undelivered message, in seconds: a day.
const TTL_SECONDS: u32 = 24 * 60 * 60;
/// Lifetime of a signature, in milliseconds: twelve hours (at most 24 are allowed).
const SIGNATURE_MS: i64 = 12 * 60 * 60 * 1000;
/// Maximum length of an endpoint, in bytes.
const MAX_ENDPOINT_BYTES: usize = 1024;
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
        let wrong = |why: &str| Refusal::new(Code::BadDevice, format!("invalid push endpoint: {why}"));
        if endpoint.len() > MAX_ENDPOINT_BYTES {
            return Err(wrong(&format!("it is longer than {MAX_ENDPOINT_BYTES} bytes")));
        }
        let url = Url::parse(endpoint).map_err(|_| wrong("it is not a URL"))?;
        if !url.username().is_empty() || url.password().is_some() {
            return Err(wrong("it contains a user name"));
        }
        if self.allow_private {
            return Ok(url);
        }
        if url.scheme() != "https" {
            return Err(wrong("it is not https"));
        }
        // IP literals are never looked up, so the resolver below could not reject them.
        match url.domain() {
            Some(name) if name.contains('.') => Ok(url),
            _ => Err(wrong("it needs a public host name")),
        }
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

/// Formats an error with its causes.
fn causes(error: &dyn std::error::Error) -> String {
    let mut said = error.to_string();
    let mut cause = error.source();
    while let Some(why) = cause {
        said = format!("{said}: {why}");
        cause = why.source();
    }
    said
}

/// A DNS resolver that returns only public addresses. The client connects only to addresses returned by it.
struct PublicResolver {
    allow_private: bool,
}

impl Resolve for PublicResolver {
    fn resolve(&self, name: Name) -> Resolving {
        let allow_private = self.allow_private;
        Box::pin(async move {
            let found: Vec<SocketAddr> = tokio::net::lookup_host((name.as_str(), 0)).await?.collect();
            let open: Vec<SocketAddr> = found.into_iter().filter(|to| allow_private || is_public(to.ip())).collect();
            if open.is_empty() {
                return Err("the host name has no public address".into());
            }
            Ok(Box::new(open.into_iter()) as Addrs)
        })
    }
}

/// Returns whether an address is public. Loopback and private addresses are not, nor are IPv6 addresses that embed them.
fn is_public(address: IpAddr) -> bool {
    match address {
        IpAddr::V4(address) => is_public_v4(address),
        IpAddr::V6(address) => match address.to_ipv4_mapped() {
            Some(address) => is_public_v4(address),
            None => is_public_v6(address),
        },
    }
}

fn is_public_v4(address: Ipv4Addr) -> bool {
    let [a, b, c, _] = address.octets();
    let inner = address.is_private()
        || address.is_loopback()
        || address.is_link_local()
        || address.is_documentation()
        || a == 0
        // 100.64.0.0/10, carrier-grade NAT.
        || (a == 100 && (64..128).contains(&b))
        // 192.0.0.0/24 and 198.18.0.0/15, protocol assignments and benchmarks.
        || (a, b, c) == (192, 0, 0)
        || (a == 198 && (18..20).contains(&b));
    // 224 and above: multicast and reserved.
    !inner && a < 224
}

fn is_public_v6(address: Ipv6Addr) -> bool {
    let [first, second, ..] = address.segments();
    // 2000::/3 is global unicast. Within it, 2001::/23 is for protocols, and 2001:db8::/32 and 3fff::/20 are for documentation. 2002::/16
    // embeds an IPv4 address, which may be private.
    let given_out = first & 0xe000 == 0x2000;
    let apart = (first == 0x2001 && (second < 0x0200 || second == 0x0db8)) || first == 0x2002 || first == 0x3fff;
    given_out && !apart
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
    fn private_addresses_are_not_public() {
        for inner in [
            "127.0.0.1",
            "10.0.0.1",
            "172.16.0.1",
            "172.31.255.255",
            "192.168.1.1",
            "169.254.169.254",
            "100.64.0.1",
            "0.0.0.0",
            "192.0.0.8",
            "198.18.0.1",
            "224.0.0.1",
            "240.0.0.1",
            "255.255.255.255",
            "192.0.2.1",
            "::1",
            "::",
            "fe80::1",
            "fc00::1",
            "fd12:3456::1",
            "ff02::1",
            "::ffff:127.0.0.1",
            "::ffff:10.0.0.1",
            "::127.0.0.1",
            "64:ff9b::7f00:1",
            "2002:7f00:1::",
            "2001:db8::1",
            "2001::1",
            "fec0::1",
            "3fff::1",
        ] {
            assert!(!is_public(inner.parse().unwrap()), "{inner}");
        }
        for open in [
            "8.8.8.8",
            "1.1.1.1",
            "172.32.0.1",
            "100.128.0.1",
            "198.20.0.1",
            "2606:4700::1111",
            "2001:4860:4860::8888",
            "::ffff:8.8.8.8",
        ] {
            assert!(is_public(open.parse().unwrap()), "{open}");
        }
    }

    #[test]
    fn push_endpoints_must_be_public_https_hosts() {
        let (open, tests) = (pusher(false), pusher(true));
        assert!(open.target("https://push.example.com/send/abc").is_ok());
        let long = format!("https://push.example.com/{}", "a".repeat(MAX_ENDPOINT_BYTES));
        for wrong in [
            "http://push.example.com/",
            "https://127.0.0.1/",
            "https://[::1]/",
            "https://2130706433/",
            "https://0x7f.1/",
            "https://localhost/",
            "https://intranet/",
            "https://a:b@push.example.com/",
            "file:///etc/passwd",
            "push",
            &long,
        ] {
            assert_eq!(open.target(wrong).map_err(|refusal| refusal.code), Err(Code::BadDevice), "{wrong}");
        }
        assert!(tests.target("http://127.0.0.1:1/push").is_ok());
    }

    #[tokio::test]
    async fn host_names_of_this_machine_are_not_resolved() {
        let (strict, tests) = (PublicResolver { allow_private: false }, PublicResolver { allow_private: true });
        let refused = strict.resolve("localhost".parse().unwrap()).await.err().unwrap();
        assert!(refused.to_string().contains("public address"), "{refused}");
        assert!(tests.resolve("localhost".parse().unwrap()).await.unwrap().count() > 0);
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
