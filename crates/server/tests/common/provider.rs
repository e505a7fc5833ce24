//! A local OpenID Connect provider: it signs everyone in as the subject chosen by the test, and can be made to send faulty responses.

use std::collections::HashMap;
use std::sync::{Arc, Mutex};
use std::time::{Duration, SystemTime};

use axum::Router;
use axum::extract::State;
use axum::http::{HeaderMap, StatusCode, header};
use axum::response::{IntoResponse, Response};
use axum::routing::{get, post};
use base64::Engine;
use base64::prelude::{BASE64_STANDARD, BASE64_URL_SAFE_NO_PAD as BASE64};
use openidconnect::url::{Url, form_urlencoded};
use p256::ecdsa::signature::Signer;
use p256::ecdsa::{Signature, SigningKey};
use serde_json::{Value, json};
use sha2::{Digest, Sha256};

const CLIENT: &str = "bastide";
const SECRET: &str = "hush";

/// A fault in the provider's responses.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Fault {
    #[default]
    None,
    Nonce,
    Audience,
    Issuer,
    Expired,
    /// The token is signed with the wrong key.
    Key,
    /// The token was changed after signing.
    Changed,
    Unsigned,
    /// The provider does not respond.
    Silent,
    /// The response is oversized.
    Endless,
    /// The user signed in at the provider an hour ago.
    LongAgo,
    /// The user signed in at the provider three minutes ago.
    Before,
    /// The sign-in time is missing.
    NoTime,
}

#[derive(Default)]
struct ProviderState {
    fault: Fault,
    /// Subject, nonce, challenge and redirect URI, by code.
    codes: HashMap<String, [String; 4]>,
    /// Number of key rotations.
    keys: u8,
    discovered: u32,
}

#[derive(Clone)]
pub struct TestProvider {
    pub issuer: String,
    state: Arc<Mutex<ProviderState>>,
}

impl TestProvider {
    pub async fn open() -> TestProvider {
        let listener = tokio::net::TcpListener::bind("127.0.0.1:0").await.unwrap();
        let issuer = format!("http://{}", listener.local_addr().unwrap());
        let provider = TestProvider { issuer, state: Arc::default() };
        let router = Router::new()
            .route("/.well-known/openid-configuration", get(discovery))
            .route("/keys", get(keys))
            .route("/token", post(token))
            .with_state(provider.clone());
        tokio::spawn(async move { axum::serve(listener, router).await });
        provider
    }

    /// Returns the provider's settings as an operator would write them.
    pub fn set_up(&self, id: &str) -> server::Provider {
        server::Provider {
            id: id.to_owned(),
            name: "Example".to_owned(),
            issuer: self.issuer.clone(),
            client_id: CLIENT.to_owned(),
            client_secret: Some(server::ProviderSecret::new(SECRET.to_owned())),
            loopback: true,
        }
    }

    pub fn fault(&self, fault: Fault) {
        self.state.lock().unwrap().fault = fault;
    }

    /// Rotates the signing key.
    pub fn take_another_key(&self) {
        self.state.lock().unwrap().keys += 1;
    }

    pub fn discovered(&self) -> u32 {
        self.state.lock().unwrap().discovered
    }

    /// Signs in a user who was redirected to this URL. Returns the path on the server to which the provider sends them back.
    pub fn let_in(&self, to: &str, subject: &str) -> String {
        let to = Url::parse(to).unwrap();
        assert_eq!(format!("{}://{}:{}", to.scheme(), to.host().unwrap(), to.port().unwrap()), self.issuer);
        let query: HashMap<String, String> = to.query_pairs().into_owned().collect();
        assert_eq!((query["response_type"].as_str(), query["client_id"].as_str()), ("code", CLIENT));
        assert_eq!((query["scope"].as_str(), query["code_challenge_method"].as_str()), ("openid", "S256"));
        let mut state = self.state.lock().unwrap();
        let code = format!("code-{}", state.codes.len());
        let kept = [subject, &query["nonce"], &query["code_challenge"], &query["redirect_uri"]].map(str::to_owned);
        state.codes.insert(code.clone(), kept);
        let back = Url::parse(&query["redirect_uri"]).unwrap();
        form_urlencoded::Serializer::new(format!("{}?", back.path()))
            .append_pair("state", &query["state"])
            .append_pair("code", &code)
            .append_pair("iss", &self.issuer)
            .finish()
    }

    /// Returns a signed identity token.
    fn identity(&self, subject: &str, nonce: &str) -> String {
        let state = self.state.lock().unwrap();
        let fault = state.fault;
        let now = SystemTime::now().duration_since(SystemTime::UNIX_EPOCH).unwrap().as_secs();
        let other = |wrong: Fault, right: &str| if fault == wrong { "other".to_owned() } else { right.to_owned() };
        let issuer = if fault == Fault::Issuer { "https://other.example" } else { &self.issuer };
        let mut claims = json!({
            "iss": issuer, "sub": subject, "aud": other(Fault::Audience, CLIENT), "nonce": other(Fault::Nonce, nonce),
            "iat": now - 3600, "exp": if fault == Fault::Expired { now - 60 } else { now + 600 },
            "auth_time": match fault { Fault::LongAgo => now - 3600, Fault::Before => now - 180, _ => now },
        });
        if fault == Fault::NoTime {
            claims.as_object_mut().unwrap().remove("auth_time");
        }
        let algorithm = if fault == Fault::Unsigned { "none" } else { "ES256" };
        let header = json!({"alg": algorithm, "typ": "JWT", "kid": format!("key-{}", state.keys)});
        let part = |value: &Value| BASE64.encode(value.to_string());
        let signed = format!("{}.{}", part(&header), part(&claims));
        let key = key(if fault == Fault::Key { 200 } else { state.keys });
        let signature: Signature = key.sign(signed.as_bytes());
        let signature = BASE64.encode(signature.to_bytes());
        match fault {
            Fault::Unsigned => format!("{signed}."),
            Fault::Changed => {
                let mut claims = claims;
                claims["sub"] = json!("somebody else");
                format!("{}.{}.{signature}", part(&header), part(&claims))
            }
            _ => format!("{signed}.{signature}"),
        }
    }
}

fn key(number: u8) -> SigningKey {
    SigningKey::from_slice(&[number + 1; 32]).unwrap()
}

async fn discovery(State(provider): State<TestProvider>) -> Response {
    let fault = {
        let mut state = provider.state.lock().unwrap();
        state.discovered += 1;
        state.fault
    };
    match fault {
        Fault::Silent => tokio::time::sleep(Duration::from_secs(60)).await,
        Fault::Endless => return " ".repeat(1 << 20).into_response(),
        _ => {}
    }
    let issuer = &provider.issuer;
    axum::Json(json!({
        "issuer": issuer, "authorization_endpoint": format!("{issuer}/authorize"),
        "token_endpoint": format!("{issuer}/token"), "jwks_uri": format!("{issuer}/keys"),
        "response_types_supported": ["code"], "subject_types_supported": ["public"],
        "id_token_signing_alg_values_supported": ["ES256"],
    }))
    .into_response()
}

async fn keys(State(provider): State<TestProvider>) -> Response {
    let number = provider.state.lock().unwrap().keys;
    let point = key(number).verifying_key().to_sec1_point(false);
    let [x, y] = [point.x(), point.y()].map(|part| BASE64.encode(part.unwrap()));
    let key = json!({"kty": "EC", "crv": "P-256", "use": "sig", "alg": "ES256", "kid": format!("key-{number}"), "x": x, "y": y});
    axum::Json(json!({"keys": [key]})).into_response()
}

async fn token(State(provider): State<TestProvider>, headers: HeaderMap, body: String) -> Response {
    let form: HashMap<String, String> = form_urlencoded::parse(body.as_bytes()).into_owned().collect();
    let client = format!("Basic {}", BASE64_STANDARD.encode(format!("{CLIENT}:{SECRET}")));
    assert_eq!(headers[header::AUTHORIZATION], client);
    let found = provider.state.lock().unwrap().codes.remove(&form["code"]);
    let proved = BASE64.encode(Sha256::digest(&form["code_verifier"]));
    match found {
        Some([subject, nonce, challenge, back]) if proved == challenge && back == form["redirect_uri"] => {
            let identity = provider.identity(&subject, &nonce);
            let told = json!({"access_token": "a", "token_type": "Bearer", "expires_in": 60, "id_token": identity});
            axum::Json(told).into_response()
        }
        _ => (StatusCode::BAD_REQUEST, axum::Json(json!({"error": "invalid_grant"}))).into_response(),
    }
}
