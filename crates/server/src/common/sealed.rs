//! State that a client keeps for the server, encrypted and authenticated, for one purpose and a limited time. Since the server stores
//! nothing, a flood of requests cannot evict anyone's state. Each text is sealed with a separate key, derived from the server's key and a
//! random salt, so there is no limit to the number of texts.

use std::time::Duration;

use base64::Engine;
use base64::prelude::BASE64_URL_SAFE_NO_PAD as BASE64;
use ring::aead::{Aad, CHACHA20_POLY1305, LessSafeKey, Nonce, UnboundKey};
use ring::hmac;
use serde::Serialize;
use serde::de::DeserializeOwned;

use super::secrets;

/// Length of the salt in bytes. The salt is also the seal's id.
const SALT_BYTES: usize = 32;
/// Format version byte.
const FORMAT: u8 = 1;

/// Seals and opens state.
pub struct Sealer(hmac::Key);

/// Identity and expiry of a sealed text.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Seal {
    pub id: [u8; SALT_BYTES],
    /// Expiry in milliseconds since 1970.
    pub expires: i64,
}

impl Sealer {
    pub fn new(key: &[u8]) -> Sealer {
        Sealer(hmac::Key::new(hmac::HMAC_SHA256, key))
    }

    /// Seals a value for a purpose. `now` is in milliseconds since 1970.
    ///
    /// # Errors
    /// Fails if the value cannot be serialised as JSON.
    pub fn seal(
        &self,
        purpose: &str,
        value: &impl Serialize,
        lasts: Duration,
        now: i64,
    ) -> Result<String, serde_json::Error> {
        let salt: [u8; SALT_BYTES] = secrets::key();
        let expires = now.saturating_add(i64::try_from(lasts.as_millis()).unwrap_or(i64::MAX));
        let mut sealed = serde_json::to_vec(&(expires, value))?;
        let sealing = self.key(&salt).seal_in_place_append_tag(nonce(), Aad::from(purpose), &mut sealed);
        sealing.expect("ChaCha20-Poly1305 seals whatever fits into memory");
        Ok(BASE64.encode([&[FORMAT], salt.as_slice(), &sealed].concat()))
    }

    /// Opens a text sealed for a purpose. Returns `None` if the text was not sealed by this server, was modified, was sealed for another
    /// purpose, or has expired.
    pub fn open<T: DeserializeOwned>(&self, purpose: &str, text: &str, now: i64) -> Option<(T, Seal)> {
        let bytes = BASE64.decode(text).ok()?;
        let (format, rest) = bytes.split_first()?;
        let (id, sealed) = rest.split_first_chunk::<SALT_BYTES>()?;
        if *format != FORMAT {
            return None;
        }
        let mut sealed = sealed.to_vec();
        let opened = self.key(id).open_in_place(nonce(), Aad::from(purpose), &mut sealed).ok()?;
        let (expires, value): (i64, T) = serde_json::from_slice(opened).ok()?;
        (now < expires).then_some((value, Seal { id: *id, expires }))
    }

    /// Derives the key for a text from its salt.
    fn key(&self, salt: &[u8]) -> LessSafeKey {
        let derived = hmac::sign(&self.0, salt);
        LessSafeKey::new(UnboundKey::new(&CHACHA20_POLY1305, derived.as_ref()).expect("HMAC-SHA256 gives 32 bytes"))
    }
}

/// Returns a fixed nonce, which is safe because each key seals only once.
fn nonce() -> Nonce {
    Nonce::assume_unique_for_key([0; ring::aead::NONCE_LEN])
}

#[cfg(test)]
mod tests {
    use super::*;

    const LASTS: Duration = Duration::from_secs(300);

    #[test]
    fn a_sealed_value_opens_for_its_purpose_and_within_its_time() {
        let sealer = Sealer::new(&[7; 32]);
        let text = sealer.seal("passkey", &("Anna", 1), LASTS, 1000).unwrap();
        let open = |purpose: &str, now: i64| sealer.open::<(String, u8)>(purpose, &text, now);
        let (value, seal) = open("passkey", 300_999).unwrap();
        assert_eq!((value, seal.expires), (("Anna".to_owned(), 1), 301_000));
        assert_eq!(open("passkey", 301_000), None);
        assert_eq!(open("login", 1000), None);
        assert_eq!(Sealer::new(&[8; 32]).open::<(String, u8)>("passkey", &text, 1000), None, "another server's");
        assert!(!text.contains("Anna"));
        assert_ne!(text, sealer.seal("passkey", &("Anna", 1), LASTS, 1000).unwrap(), "each has its own id");
    }

    #[test]
    fn a_changed_text_does_not_open() {
        let sealer = Sealer::new(&[7; 32]);
        let bytes = BASE64.decode(sealer.seal("passkey", &"Anna", LASTS, 0).unwrap()).unwrap();
        for at in 0..bytes.len() {
            let mut changed = bytes.clone();
            changed[at] ^= 1;
            assert_eq!(sealer.open::<String>("passkey", &BASE64.encode(changed), 1), None, "byte {at}");
            assert_eq!(sealer.open::<String>("passkey", &BASE64.encode(&bytes[..at]), 1), None, "cut off at {at}");
        }
        for garbage in ["", "x", "AQ", "not base64!", &"A".repeat(10_000)] {
            assert_eq!(sealer.open::<String>("passkey", garbage, 1), None, "{garbage}");
        }
    }
}
