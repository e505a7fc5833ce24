//! A software authenticator: it creates passkeys and answers challenges, either as a real device would or incorrectly on purpose.

use base64::Engine;
use base64::prelude::BASE64_URL_SAFE_NO_PAD as BASE64;
use p256::ecdsa::signature::Signer;
use p256::ecdsa::{Signature, SigningKey};
use serde_json::{Value, json};
use sha2::{Digest, Sha256};

/// Flags: user present, user verified.
const PRESENT: u8 = 1;
const VERIFIED: u8 = 4;
/// Flag: new credential data follows.
const ATTESTED: u8 = 0x40;

/// A passkey on a device.
#[derive(Clone)]
pub struct Passkey {
    key: SigningKey,
    pub id: Vec<u8>,
    pub handle: Vec<u8>,
    rp: String,
    pub counter: u32,
    /// True if the device verifies the user.
    pub verifies: bool,
}

impl Passkey {
    /// Creates a passkey for a page of this origin; `seed` makes it unique. Returns the passkey and the response for the page.
    pub fn make(options: &Value, origin: &str, seed: u8) -> (Passkey, Value) {
        assert_eq!(options["authenticatorSelection"]["residentKey"], "required", "{options}");
        assert_eq!(options["authenticatorSelection"]["userVerification"], "required", "{options}");
        let key = SigningKey::from_slice(&[seed; 32]).unwrap();
        let passkey = Passkey {
            key,
            id: Sha256::digest([seed]).to_vec(),
            handle: BASE64.decode(options["user"]["id"].as_str().unwrap()).unwrap(),
            rp: options["rp"]["id"].as_str().unwrap().to_owned(),
            counter: 1,
            verifies: true,
        };
        let mut data = passkey.data(ATTESTED);
        data.extend([0; 16]);
        data.extend(u16::try_from(passkey.id.len()).unwrap().to_be_bytes());
        data.extend(&passkey.id);
        // A COSE key in CBOR: elliptic curve, ES256, P-256, x, y.
        let point = passkey.key.verifying_key().to_sec1_point(false);
        data.extend([0xa5, 1, 2, 3, 0x26, 0x20, 1, 0x21, 0x58, 32]);
        data.extend(point.x().unwrap());
        data.extend([0x22, 0x58, 32]);
        data.extend(point.y().unwrap());
        let mut object = b"\xa3\x63fmt\x64none\x67attStmt\xa0\x68authData\x58".to_vec();
        object.push(u8::try_from(data.len()).unwrap());
        object.extend(data);
        let client = client_data("webauthn.create", options, origin);
        let response = json!({"clientDataJSON": BASE64.encode(client), "attestationObject": BASE64.encode(object)});
        let made = passkey.credential(response);
        (passkey, made)
    }

    /// Answers a challenge from a page of this origin.
    pub fn answer(&mut self, options: &Value, origin: &str) -> Value {
        self.counter += 1;
        let data = self.data(0);
        let client = client_data("webauthn.get", options, origin);
        let mut signed = data.clone();
        signed.extend(Sha256::digest(&client));
        let signature: Signature = self.key.sign(&signed);
        self.credential(json!({
            "clientDataJSON": BASE64.encode(client),
            "authenticatorData": BASE64.encode(data),
            "signature": BASE64.encode(signature.to_der().as_bytes()),
            "userHandle": BASE64.encode(&self.handle),
        }))
    }

    fn data(&self, more: u8) -> Vec<u8> {
        let verified = if self.verifies { VERIFIED } else { 0 };
        let mut data = Sha256::digest(&self.rp).to_vec();
        data.push(PRESENT | verified | more);
        data.extend(self.counter.to_be_bytes());
        data
    }

    fn credential(&self, response: Value) -> Value {
        let id = BASE64.encode(&self.id);
        json!({"id": id, "rawId": id, "type": "public-key", "response": response, "clientExtensionResults": {}})
    }
}

fn client_data(kind: &str, options: &Value, origin: &str) -> String {
    json!({"type": kind, "challenge": options["challenge"], "origin": origin, "crossOrigin": false}).to_string()
}
