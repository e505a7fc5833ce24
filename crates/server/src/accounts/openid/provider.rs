//! Client for an OpenID Connect provider: discovery, token exchange, and verification of identities. Whatever the provider does, requests
//! are limited to ten seconds, 256 KB per response, and eight at a time.

use std::error::Error;
use std::fmt;
use std::future::Future;
use std::pin::Pin;
use std::sync::Arc;
use std::time::{Duration, Instant};

use openidconnect::core::{
    CoreAuthPrompt, CoreAuthenticationFlow, CoreClient, CoreErrorResponseType, CoreIdTokenClaims,
    CoreJwsSigningAlgorithm as Algorithm, CoreProviderMetadata,
};
use openidconnect::url::{Host, Url};
use openidconnect::{
    AuthorizationCode, ClaimsVerificationError, ClientId, ClientSecret, CsrfToken, HttpRequest, HttpResponse,
    IssuerUrl, Nonce, PkceCodeChallenge, PkceCodeVerifier, RedirectUrl, RequestTokenError, SignatureVerificationError,
    TokenResponse,
};
use serde::{Deserialize, Serialize};
use tokio::sync::Mutex;

use crate::common::{http_client, secrets};
use crate::http::refusal::{Code, Refusal};
use crate::limits::fair_queue::{FairQueue, Requester};

/// Maximum size of a response in bytes.
const MAX_RESPONSE_BYTES: usize = 256 * 1024;
/// Maximum number of concurrent requests to one provider.
const MAX_CONCURRENT: usize = 8;
/// Maximum number of users waiting for a request slot.
const MAX_WAITING: usize = 64;
/// Cache lifetime of discovered metadata.
const METADATA_TTL: Duration = Duration::from_secs(60 * 60);
/// Metadata younger than this is not fetched again when a key is missing from it.
const METADATA_MIN_AGE: Duration = Duration::from_secs(60);
/// Maximum age of the sign-in at the provider for an identity proof. Sending this value makes providers report when the user signed in.
const MAX_AUTH_AGE: Duration = Duration::from_secs(5 * 60);
/// Tolerated difference in seconds between the clocks of the provider and the server.
const CLOCK_SKEW_S: i64 = 60;
/// Accepted signature algorithms: only asymmetric ones, since only the provider has their private key.
const ALGORITHMS: [Algorithm; 8] = [
    Algorithm::RsaSsaPkcs1V15Sha256,
    Algorithm::RsaSsaPkcs1V15Sha384,
    Algorithm::RsaSsaPkcs1V15Sha512,
    Algorithm::RsaSsaPssSha256,
    Algorithm::RsaSsaPssSha384,
    Algorithm::RsaSsaPssSha512,
    Algorithm::EcdsaP256Sha256,
    Algorithm::EdDsa,
];

/// Client secret shared with a provider; its `Debug` output is redacted.
#[derive(Clone)]
pub struct ProviderSecret(String);

impl ProviderSecret {
    pub fn new(secret: String) -> ProviderSecret {
        ProviderSecret(secret)
    }
}

impl fmt::Debug for ProviderSecret {
    fn fmt(&self, to: &mut fmt::Formatter<'_>) -> fmt::Result {
        to.write_str("(secret)")
    }
}

/// Configuration of an OpenID Connect provider.
#[derive(Clone, Debug)]
pub struct Provider {
    /// Id: lower-case letters, digits and `-`.
    pub id: String,
    /// Display name.
    pub name: String,
    /// Issuer URL, as in the provider's tokens.
    pub issuer: String,
    /// Client id of this server at the provider.
    pub client_id: String,
    /// Client secret; `None` for a public client.
    pub client_secret: Option<ProviderSecret>,
    /// Whether the provider may run on this machine without HTTPS, for tests.
    pub loopback: bool,
}

/// The reason a provider's configuration is invalid.
#[derive(Debug, thiserror::Error)]
pub enum ProviderError {
    #[error("invalid provider id {0:?}: use 1 to 32 lower-case letters, digits and -")]
    Id(String),
    #[error("duplicate provider id {0:?} or issuer; each provider needs its own")]
    Twice(String),
    #[error("the provider {0:?} needs a name of 1 to 40 characters, which is shown on the button")]
    Name(String),
    /// The issuer URL is invalid.
    #[error(
        "the issuer {1:?} of the provider {0:?} must be an https URL (http only on this machine, with loopback = true)"
    )]
    Issuer(String, String),
    /// No HTTP client could be created.
    #[error(
        "cannot create an HTTPS client ({0}); install the system's CA certificates, often the package ca-certificates"
    )]
    Client(String),
}

/// The reason a request to a provider failed.
#[derive(Debug, thiserror::Error)]
pub enum FetchError {
    #[error("{0} does not use https")]
    Address(String),
    #[error(transparent)]
    Failed(#[from] reqwest::Error),
    #[error("the response exceeds {MAX_RESPONSE_BYTES} bytes")]
    Long,
    #[error("invalid response: {0}")]
    Answer(String),
}

/// A future that resolves to a response.
type Fetching = Pin<Box<dyn Future<Output = Result<HttpResponse, FetchError>> + Send>>;

/// A configured provider, with its cached metadata.
pub struct Known {
    id: String,
    name: String,
    issuer: IssuerUrl,
    client_id: ClientId,
    secret: Option<ClientSecret>,
    loopback: bool,
    http: reqwest::Client,
    places: FairQueue,
    metadata: Mutex<Option<(Instant, CoreProviderMetadata)>>,
}

/// State of a login at a provider, verified when the user returns.
#[derive(Serialize, Deserialize)]
pub struct LoginState {
    /// Redirect URI.
    back: RedirectUrl,
    state: CsrfToken,
    nonce: Nonce,
    verifier: PkceCodeVerifier,
    /// Time of the redirect in seconds since 1970.
    left: i64,
}

/// Parameters of the redirect back to this server.
pub struct CallbackParams {
    /// State value of the login.
    pub state: String,
    /// Authorization code.
    pub code: String,
    /// Issuer, if the provider sends it.
    pub issuer: Option<String>,
}

/// Validates the configured providers.
pub fn known(providers: &[Provider]) -> Result<Vec<Arc<Known>>, ProviderError> {
    if providers.is_empty() {
        return Ok(Vec::new());
    }
    let http = http_client::client().build().map_err(|why| ProviderError::Client(why.to_string()))?;
    let mut known: Vec<Arc<Known>> = Vec::new();
    for provider in providers {
        let one = Known::new(provider, http.clone())?;
        if known.iter().any(|other| other.id == one.id || other.issuer == one.issuer) {
            return Err(ProviderError::Twice(one.id));
        }
        known.push(Arc::new(one));
    }
    Ok(known)
}

impl Known {
    fn new(provider: &Provider, http: reqwest::Client) -> Result<Known, ProviderError> {
        let Provider { id, name, issuer, client_id, client_secret, loopback } = provider.clone();
        let fits = |sign: char| sign.is_ascii_lowercase() || sign.is_ascii_digit() || sign == '-';
        if !(1..=32).contains(&id.len()) || !id.chars().all(fits) {
            return Err(ProviderError::Id(id));
        }
        if name.trim().is_empty() || name.chars().count() > 40 {
            return Err(ProviderError::Name(id));
        }
        let Some(issuer) = IssuerUrl::new(issuer.clone()).ok().filter(|url| is_allowed(url.url(), loopback)) else {
            return Err(ProviderError::Issuer(id, issuer));
        };
        let (client_id, secret) = (ClientId::new(client_id), client_secret.map(|secret| ClientSecret::new(secret.0)));
        let (places, metadata) = (FairQueue::new(MAX_CONCURRENT, MAX_WAITING), Mutex::new(None));
        Ok(Known { id, name, issuer, client_id, secret, loopback, http, places, metadata })
    }

    /// Returns the provider's id.
    pub fn id(&self) -> &str {
        &self.id
    }

    /// Returns the display name.
    pub fn name(&self) -> &str {
        &self.name
    }

    /// Returns the issuer URL, as in the provider's tokens.
    pub fn issuer(&self) -> &str {
        self.issuer.as_str()
    }

    /// Returns the authorization URL and the state of a login whose redirect URI is `back`. If `proves` is set, the user must sign in at
    /// the provider again.
    ///
    /// # Errors
    /// Returns `provider_down` if the provider cannot be reached or is not usable.
    pub async fn begin_login(
        &self,
        back: String,
        proves: bool,
        who: Requester,
    ) -> Result<(String, LoginState), Refusal> {
        let back = RedirectUrl::new(back).map_err(|why| self.provider_down(&causes(&why)))?;
        // Cached metadata needs no request slot, so users who need only that do not wait.
        let known = self.metadata.try_lock().ok().and_then(|metadata| cached_metadata(&metadata, METADATA_TTL));
        let metadata = match known {
            Some(metadata) => metadata,
            None => self.run_limited(who, self.metadata(METADATA_TTL)).await?,
        };
        let client = CoreClient::from_provider_metadata(metadata, self.client_id.clone(), self.secret.clone())
            .set_redirect_uri(back.clone());
        let (challenge, verifier) = PkceCodeChallenge::new_random_sha256();
        let request = client
            .authorize_url(CoreAuthenticationFlow::AuthorizationCode, CsrfToken::new_random, Nonce::new_random)
            .set_pkce_challenge(challenge);
        let request =
            if proves { request.add_prompt(CoreAuthPrompt::Login).set_max_age(MAX_AUTH_AGE) } else { request };
        let (to, state, nonce) = request.url();
        if !is_allowed(&to, self.loopback) {
            return Err(self.provider_down(&FetchError::Address(to.to_string())));
        }
        Ok((to.to_string(), LoginState { back, state, nonce, verifier, left: now_s() }))
    }

    /// Verifies a login and returns the subject, which is the provider's unique id for the user. If `proves` is set, the user must have
    /// signed in at the provider after the redirect.
    ///
    /// # Errors
    /// Returns `provider_down` if the provider cannot be used, or `bad_identity` if the identity is not valid.
    pub async fn finish_login(
        &self,
        sent: LoginState,
        params: CallbackParams,
        proves: bool,
        who: Requester,
    ) -> Result<String, Refusal> {
        // Compare hashes so that the time taken reveals nothing about the state.
        let same = secrets::hash(&params.state) == secrets::hash(sent.state.secret());
        if !same || params.issuer.is_some_and(|issuer| issuer != self.issuer.as_str()) {
            return Err(bad("the response belongs to another attempt"));
        }
        self.run_limited(who, self.identity(sent, params.code, proves)).await
    }

    async fn identity(&self, sent: LoginState, code: String, proves: bool) -> Result<String, Refusal> {
        let since = proves.then_some(sent.left);
        let http = self.http_function();
        let metadata = self.metadata(METADATA_TTL).await?;
        let client = CoreClient::from_provider_metadata(metadata, self.client_id.clone(), self.secret.clone())
            .set_redirect_uri(sent.back);
        let asked =
            client.exchange_code(AuthorizationCode::new(code)).map_err(|why| self.provider_down(&causes(&why)))?;
        let told = asked.set_pkce_verifier(sent.verifier).request_async(&http).await.map_err(|why| match why {
            RequestTokenError::ServerResponse(why) if *why.error() == CoreErrorResponseType::InvalidGrant => {
                bad("the provider rejected the code")
            }
            why => self.provider_down(&causes(&why)),
        })?;
        let Some(token) = told.id_token() else { return Err(bad("the provider sent no ID token")) };
        let verifier = client.id_token_verifier().set_allowed_algs(ALGORITHMS);
        let claims = match token.claims(&verifier, &sent.nonce) {
            // The provider may have rotated its keys since the metadata was fetched.
            Err(ClaimsVerificationError::SignatureVerification(SignatureVerificationError::NoMatchingKey)) => {
                let metadata = self.metadata(METADATA_MIN_AGE).await?;
                let client = CoreClient::from_provider_metadata(metadata, self.client_id.clone(), self.secret.clone());
                let verifier = client.id_token_verifier().set_allowed_algs(ALGORITHMS);
                return subject(token.claims(&verifier, &sent.nonce), since);
            }
            claims => claims,
        };
        subject(claims, since)
    }

    /// Returns the provider's metadata, fetching it if the cached metadata is older than `lately`.
    async fn metadata(&self, lately: Duration) -> Result<CoreProviderMetadata, Refusal> {
        let mut metadata = self.metadata.lock().await;
        if let Some(known) = cached_metadata(&metadata, lately) {
            return Ok(known);
        }
        let http = self.http_function();
        let found = CoreProviderMetadata::discover_async(self.issuer.clone(), &http).await;
        let found = found.map_err(|why| self.provider_down(&causes(&why)))?;
        *metadata = Some((Instant::now(), found.clone()));
        Ok(found)
    }

    /// Runs a task that sends requests to the provider, once a request slot is free and with a timeout.
    async fn run_limited<T>(
        &self,
        who: Requester,
        task: impl Future<Output = Result<T, Refusal>>,
    ) -> Result<T, Refusal> {
        let late = |_| Refusal::new(Code::Busy, "too many sign-ins with this provider right now; try again");
        let _place =
            tokio::time::timeout(http_client::REQUEST_TIMEOUT, self.places.take(who)).await.map_err(late)??;
        tokio::time::timeout(http_client::REQUEST_TIMEOUT, task).await.map_err(|_| self.provider_down(&"timed out"))?
    }

    /// Returns the function that `openidconnect` calls to send HTTP requests.
    fn http_function(&self) -> impl Fn(HttpRequest) -> Fetching + Send + Sync + 'static {
        let (http, loopback) = (self.http.clone(), self.loopback);
        move |request| Box::pin(fetch(http.clone(), loopback, request))
    }

    fn provider_down(&self, why: &dyn fmt::Display) -> Refusal {
        tracing::warn!("provider {} failed: {why}", self.id);
        let what = format!("{} is not responding properly; try again later or sign in another way", self.name);
        Refusal::new(Code::ProviderDown, what)
    }
}

/// Sends one request and rejects a response that is too large.
async fn fetch(http: reqwest::Client, loopback: bool, request: HttpRequest) -> Result<HttpResponse, FetchError> {
    let request = reqwest::Request::try_from(request)?;
    if !is_allowed(request.url(), loopback) {
        return Err(FetchError::Address(request.url().to_string()));
    }
    let mut answer = http.execute(request).await?;
    let mut body = Vec::new();
    while let Some(part) = answer.chunk().await? {
        if body.len() + part.len() > MAX_RESPONSE_BYTES {
            return Err(FetchError::Long);
        }
        body.extend_from_slice(&part);
    }
    let mut made = axum::http::Response::builder().status(answer.status());
    if let Some(kind) = answer.headers().get(axum::http::header::CONTENT_TYPE) {
        made = made.header(axum::http::header::CONTENT_TYPE, kind);
    }
    made.body(body).map_err(|why| FetchError::Answer(why.to_string()))
}

/// Formats an error together with its causes.
fn causes(why: &dyn Error) -> String {
    let mut told = why.to_string();
    let mut cause = why.source();
    while let Some(why) = cause {
        told.push_str(&format!(": {why}"));
        cause = why.source();
    }
    told
}

/// Returns the cached metadata if it is younger than `lately`.
fn cached_metadata(
    metadata: &Option<(Instant, CoreProviderMetadata)>,
    lately: Duration,
) -> Option<CoreProviderMetadata> {
    metadata.as_ref().filter(|(since, _)| since.elapsed() < lately).map(|(_, known)| known.clone())
}

/// Returns whether a URL may be requested: over HTTPS, or over HTTP on this machine if `loopback` is set.
fn is_allowed(url: &Url, loopback: bool) -> bool {
    let here = match url.host() {
        Some(Host::Ipv4(address)) => address.is_loopback(),
        Some(Host::Ipv6(address)) => address.is_loopback(),
        Some(Host::Domain(name)) => name == "localhost",
        None => false,
    };
    url.scheme() == "https" && url.has_host() || url.scheme() == "http" && here && loopback
}

/// Returns the subject of valid claims. For an identity proof, `since` is the earliest accepted time of the sign-in at the provider, in
/// seconds since 1970.
fn subject(claims: Result<&CoreIdTokenClaims, ClaimsVerificationError>, since: Option<i64>) -> Result<String, Refusal> {
    let claims = claims.map_err(|why| bad(&why.to_string()))?;
    if let Some(since) = since {
        let signed_in = claims.auth_time().map(|time| time.timestamp());
        is_fresh(signed_in, since, now_s()).map_err(bad)?;
    }
    let subject = claims.subject().to_string();
    // PostgreSQL cannot store null characters.
    if subject.contains('\0') { Err(bad("the subject contains a null character")) } else { Ok(subject) }
}

/// Checks that the sign-in at the provider is neither older than `since` nor in the future, allowing for clock skew. Times are in seconds
/// since 1970.
fn is_fresh(signed_in: Option<i64>, since: i64, now: i64) -> Result<(), &'static str> {
    match signed_in {
        None => Err(
            "the provider does not report when you signed in there, so it cannot confirm your identity; use another method",
        ),
        Some(time) if time < since - CLOCK_SKEW_S => {
            Err("your sign-in at the provider is too old; sign in there again")
        }
        Some(time) if time > now + CLOCK_SKEW_S => Err("the provider reports a sign-in in the future"),
        Some(_) => Ok(()),
    }
}

fn now_s() -> i64 {
    crate::storage::now() / 1000
}

fn bad(why: &str) -> Refusal {
    tracing::info!("rejected an identity: {why}");
    Refusal::new(Code::BadIdentity, format!("the identity from the provider is not valid ({why}); start again"))
}

#[cfg(test)]
mod tests {
    use super::*;

    fn provider(id: &str, issuer: &str, loopback: bool) -> Provider {
        let (id, issuer, client_secret) = (id.to_owned(), issuer.to_owned(), Some(ProviderSecret::new("hush".into())));
        Provider { id, name: "Example".into(), issuer, client_id: "bastide".into(), client_secret, loopback }
    }

    #[test]
    fn a_proof_needs_a_sign_in_after_the_redirect() {
        let left = 1_000_000;
        assert!(is_fresh(Some(left + 5), left, left + 10).is_ok());
        assert!(is_fresh(Some(left - CLOCK_SKEW_S), left, left + 10).is_ok(), "clock skew is tolerated");
        assert!(is_fresh(Some(left - CLOCK_SKEW_S - 1), left, left + 10).is_err());
        assert!(is_fresh(Some(left + 11 + CLOCK_SKEW_S), left, left + 10).is_err());
        assert!(is_fresh(None, left, left + 10).is_err());
    }

    #[test]
    fn providers_need_https_except_on_this_machine_with_loopback() {
        let fits = |issuer: &str, loopback: bool| known(&[provider("one", issuer, loopback)]).is_ok();
        assert!(fits("https://accounts.example", false) && fits("http://127.0.0.1:9000", true));
        assert!(fits("http://localhost:9000/realm", true) && fits("http://[::1]:9000", true));
        for (issuer, loopback) in [
            ("http://accounts.example", true),
            ("http://127.0.0.1:9000", false),
            ("http://127.evil.example", true),
            ("accounts.example", true),
            ("file:///etc/passwd", true),
            ("", true),
        ] {
            assert!(!fits(issuer, loopback), "{issuer}");
        }
    }

    #[test]
    fn each_provider_needs_its_own_id_and_no_secret_is_shown() {
        let issuer = "https://accounts.example";
        for id in ["", "Two words", "a/b", "ö"] {
            assert!(matches!(known(&[provider(id, issuer, false)]), Err(ProviderError::Id(_))), "{id}");
        }
        let twice = [provider("one", issuer, false), provider("two", issuer, false)];
        assert!(matches!(known(&twice), Err(ProviderError::Twice(_))));
        let nameless = Provider { name: " ".into(), ..provider("one", issuer, false) };
        assert!(matches!(known(&[nameless]), Err(ProviderError::Name(_))));
        assert!(!format!("{:?}", provider("one", issuer, false)).contains("hush"));
    }
}
