//! Talking to a provider of OpenID Connect: where it is, what it says of itself, and whether what it says of somebody is so. Whatever it
//! does, it takes no more than ten seconds, a quarter of a megabyte and eight requests at once.

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

/// Bytes that an answer may have.
const BYTES: usize = 256 * 1024;
/// Requests to one provider at once.
const PLACES: usize = 8;
/// Users who wait at most until one of these is done.
const MAX_WAITING: usize = 64;
/// How long what a provider says of itself is taken for so.
const KNOWN: Duration = Duration::from_secs(60 * 60);
/// After how long it is asked again where a key is missing.
const ASKED_AGAIN: Duration = Duration::from_secs(60);
/// How long ago somebody may have signed in at the provider to prove who they are. That it is asked for has providers say when that was.
const RECENT: Duration = Duration::from_secs(5 * 60);
/// Seconds by which the clocks of the provider and the server may differ.
const CLOCK_SKEW_S: i64 = 60;
/// How identities are signed: by keys that the provider alone has.
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

/// What a provider and this server know, and nobody else; it is in no log.
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

/// A provider of OpenID Connect by which people may sign in.
#[derive(Clone, Debug)]
pub struct Provider {
    /// A word for it: small letters, digits and `-`.
    pub id: String,
    /// How it is called.
    pub name: String,
    /// Its address, as it stands in what it issues.
    pub issuer: String,
    /// How this server is called there.
    pub client_id: String,
    /// By what this server proves that it is that one; none for a public client.
    pub client_secret: Option<ProviderSecret>,
    /// Whether it may be on this machine without https, for tests.
    pub loopback: bool,
}

/// Why a provider cannot be used as it is set up.
#[derive(Debug, thiserror::Error)]
pub enum ProviderError {
    #[error("the id {0:?} of a provider has small letters, digits and - alone, at most 32")]
    Id(String),
    #[error("two providers have the id {0:?}, or the same issuer; give each its own")]
    Twice(String),
    #[error("the provider {0:?} has no name; it is shown on the button, with at most 40 signs")]
    Name(String),
    /// Its address cannot be used.
    #[error(
        "the issuer {1:?} of the provider {0:?} is no address with https (with http at this machine alone, and loopback = true)"
    )]
    Issuer(String, String),
    /// Nothing can be asked.
    #[error(
        "providers cannot be asked ({0}); the certificates of the system are needed, often a package ca-certificates"
    )]
    Client(String),
}

/// Why nothing came of asking a provider.
#[derive(Debug, thiserror::Error)]
pub enum FetchError {
    #[error("{0} has no https")]
    Address(String),
    #[error(transparent)]
    Failed(#[from] reqwest::Error),
    #[error("the answer has more than {BYTES} bytes")]
    Long,
    #[error("the answer cannot be read: {0}")]
    Answer(String),
}

/// An answer that is on its way.
type Fetching = Pin<Box<dyn Future<Output = Result<HttpResponse, FetchError>> + Send>>;

/// A provider, with what it said of itself.
pub struct Known {
    id: String,
    name: String,
    issuer: IssuerUrl,
    client_id: ClientId,
    secret: Option<ClientSecret>,
    loopback: bool,
    http: reqwest::Client,
    places: FairQueue,
    said: Mutex<Option<(Instant, CoreProviderMetadata)>>,
}

/// What somebody takes along to a provider, and must bring back.
#[derive(Serialize, Deserialize)]
pub struct Sent {
    /// Where they come back to.
    back: RedirectUrl,
    state: CsrfToken,
    nonce: Nonce,
    verifier: PkceCodeVerifier,
    /// When they left, in seconds since 1970.
    left: i64,
}

/// What somebody brings back.
pub struct Brought {
    /// For which they left.
    pub state: String,
    /// By what the provider tells who they are.
    pub code: String,
    /// Who says so, where it does.
    pub issuer: Option<String>,
}

/// The providers of a server.
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
        let Some(issuer) = IssuerUrl::new(issuer.clone()).ok().filter(|url| may_be_asked(url.url(), loopback)) else {
            return Err(ProviderError::Issuer(id, issuer));
        };
        let (client_id, secret) = (ClientId::new(client_id), client_secret.map(|secret| ClientSecret::new(secret.0)));
        let (places, said) = (FairQueue::new(PLACES, MAX_WAITING), Mutex::new(None));
        Ok(Known { id, name, issuer, client_id, secret, loopback, http, places, said })
    }

    /// Its word.
    pub fn id(&self) -> &str {
        &self.id
    }

    /// How it is called.
    pub fn name(&self) -> &str {
        &self.name
    }

    /// Its address, as it stands in what it issues.
    pub fn issuer(&self) -> &str {
        self.issuer.as_str()
    }

    /// Where somebody goes, and what they must bring back to this address of the server; to prove who they are they sign in there anew.
    ///
    /// # Errors
    /// `provider_down`.
    pub async fn send(&self, back: String, proves: bool, who: Requester) -> Result<(String, Sent), Refusal> {
        let back = RedirectUrl::new(back).map_err(|why| self.down(&causes(&why)))?;
        // What is known already takes no place, so nobody has to wait for others to leave.
        let known = self.said.try_lock().ok().and_then(|said| known_since(&said, KNOWN));
        let said = match known {
            Some(said) => said,
            None => self.within(who, self.said(KNOWN)).await?,
        };
        let client = CoreClient::from_provider_metadata(said, self.client_id.clone(), self.secret.clone())
            .set_redirect_uri(back.clone());
        let (challenge, verifier) = PkceCodeChallenge::new_random_sha256();
        let request = client
            .authorize_url(CoreAuthenticationFlow::AuthorizationCode, CsrfToken::new_random, Nonce::new_random)
            .set_pkce_challenge(challenge);
        let request = if proves { request.add_prompt(CoreAuthPrompt::Login).set_max_age(RECENT) } else { request };
        let (to, state, nonce) = request.url();
        if !may_be_asked(&to, self.loopback) {
            return Err(self.down(&FetchError::Address(to.to_string())));
        }
        Ok((to.to_string(), Sent { back, state, nonce, verifier, left: now_s() }))
    }

    /// Who somebody is who came back, as a word that the provider has for nobody else; `proves` says that they must have signed in there
    /// since they left here.
    ///
    /// # Errors
    /// `provider_down`; or `bad_identity`: what it says of them is not so.
    pub async fn receive(&self, sent: Sent, brought: Brought, proves: bool, who: Requester) -> Result<String, Refusal> {
        // Compared by their hashes, in a time that tells nothing.
        let same = secrets::hash(&brought.state) == secrets::hash(sent.state.secret());
        if !same || brought.issuer.is_some_and(|issuer| issuer != self.issuer.as_str()) {
            return Err(bad("what was brought back belongs to another attempt"));
        }
        self.within(who, self.identity(sent, brought.code, proves)).await
    }

    async fn identity(&self, sent: Sent, code: String, proves: bool) -> Result<String, Refusal> {
        let since = proves.then_some(sent.left);
        let http = self.asker();
        let said = self.said(KNOWN).await?;
        let client = CoreClient::from_provider_metadata(said, self.client_id.clone(), self.secret.clone())
            .set_redirect_uri(sent.back);
        let asked = client.exchange_code(AuthorizationCode::new(code)).map_err(|why| self.down(&causes(&why)))?;
        let told = asked.set_pkce_verifier(sent.verifier).request_async(&http).await.map_err(|why| match why {
            RequestTokenError::ServerResponse(why) if *why.error() == CoreErrorResponseType::InvalidGrant => {
                bad("the provider does not know it")
            }
            why => self.down(&causes(&why)),
        })?;
        let Some(token) = told.id_token() else { return Err(bad("the provider gave no identity")) };
        let verifier = client.id_token_verifier().set_allowed_algs(ALGORITHMS);
        let claims = match token.claims(&verifier, &sent.nonce) {
            // The provider may have taken a new key since it was asked.
            Err(ClaimsVerificationError::SignatureVerification(SignatureVerificationError::NoMatchingKey)) => {
                let said = self.said(ASKED_AGAIN).await?;
                let client = CoreClient::from_provider_metadata(said, self.client_id.clone(), self.secret.clone());
                let verifier = client.id_token_verifier().set_allowed_algs(ALGORITHMS);
                return subject(token.claims(&verifier, &sent.nonce), since);
            }
            claims => claims,
        };
        subject(claims, since)
    }

    /// What the provider says of itself, if it said so not longer ago than this; else it is asked.
    async fn said(&self, lately: Duration) -> Result<CoreProviderMetadata, Refusal> {
        let mut said = self.said.lock().await;
        if let Some(known) = known_since(&said, lately) {
            return Ok(known);
        }
        let http = self.asker();
        let found = CoreProviderMetadata::discover_async(self.issuer.clone(), &http).await;
        let found = found.map_err(|why| self.down(&causes(&why)))?;
        *said = Some((Instant::now(), found.clone()));
        Ok(found)
    }

    /// Does something with the provider that takes a place and an end.
    async fn within<T>(&self, who: Requester, task: impl Future<Output = Result<T, Refusal>>) -> Result<T, Refusal> {
        let late = |_| Refusal::new(Code::Busy, "too many people sign in by this provider at the moment; try again");
        let _place = tokio::time::timeout(http_client::PATIENCE, self.places.take(who)).await.map_err(late)??;
        tokio::time::timeout(http_client::PATIENCE, task).await.map_err(|_| self.down(&"it took too long"))?
    }

    /// What asks over HTTP for the library, which takes any function for that.
    fn asker(&self) -> impl Fn(HttpRequest) -> Fetching + Send + Sync + 'static {
        let (http, loopback) = (self.http.clone(), self.loopback);
        move |request| Box::pin(fetch(http.clone(), loopback, request))
    }

    fn down(&self, why: &dyn fmt::Display) -> Refusal {
        tracing::warn!("the provider {} cannot be used: {why}", self.id);
        let what = format!("{} does not answer as it should; try again later, or sign in another way", self.name);
        Refusal::new(Code::ProviderDown, what)
    }
}

/// Asks once, and takes no more of an answer than anybody needs.
async fn fetch(http: reqwest::Client, loopback: bool, request: HttpRequest) -> Result<HttpResponse, FetchError> {
    let request = reqwest::Request::try_from(request)?;
    if !may_be_asked(request.url(), loopback) {
        return Err(FetchError::Address(request.url().to_string()));
    }
    let mut answer = http.execute(request).await?;
    let mut body = Vec::new();
    while let Some(part) = answer.chunk().await? {
        if body.len() + part.len() > BYTES {
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

/// An error with what led to it.
fn causes(why: &dyn Error) -> String {
    let mut told = why.to_string();
    let mut cause = why.source();
    while let Some(why) = cause {
        told.push_str(&format!(": {why}"));
        cause = why.source();
    }
    told
}

/// What a provider said of itself, if that is not longer ago than this.
fn known_since(said: &Option<(Instant, CoreProviderMetadata)>, lately: Duration) -> Option<CoreProviderMetadata> {
    said.as_ref().filter(|(since, _)| since.elapsed() < lately).map(|(_, known)| known.clone())
}

/// Whether an address is one to ask: with https, or of this machine where that is allowed.
fn may_be_asked(url: &Url, loopback: bool) -> bool {
    let here = match url.host() {
        Some(Host::Ipv4(address)) => address.is_loopback(),
        Some(Host::Ipv6(address)) => address.is_loopback(),
        Some(Host::Domain(name)) => name == "localhost",
        None => false,
    };
    url.scheme() == "https" && url.has_host() || url.scheme() == "http" && here && loopback
}

/// Of whom these claims are, where they are true. A proof needs a sign-in at the provider since a moment.
fn subject(claims: Result<&CoreIdTokenClaims, ClaimsVerificationError>, since: Option<i64>) -> Result<String, Refusal> {
    let claims = claims.map_err(|why| bad(&why.to_string()))?;
    if let Some(since) = since {
        let signed_in = claims.auth_time().map(|time| time.timestamp());
        is_fresh(signed_in, since, now_s()).map_err(bad)?;
    }
    let subject = claims.subject().to_string();
    // No database has to store such a text.
    if subject.contains('\0') { Err(bad("the subject holds a null character")) } else { Ok(subject) }
}

/// Checks when somebody signed in at the provider, in seconds since 1970.
fn is_fresh(signed_in: Option<i64>, since: i64, now: i64) -> Result<(), &'static str> {
    match signed_in {
        None => Err("the provider does not say when they signed in there, so it proves nothing; use another way"),
        Some(time) if time < since - CLOCK_SKEW_S => {
            Err("they signed in at the provider before they were asked to; sign in there again")
        }
        Some(time) if time > now + CLOCK_SKEW_S => Err("the provider says that they signed in there in the future"),
        Some(_) => Ok(()),
    }
}

fn now_s() -> i64 {
    crate::storage::now() / 1000
}

fn bad(why: &str) -> Refusal {
    tracing::info!("an identity is not taken: {why}");
    Refusal::new(Code::BadIdentity, format!("what the provider says of who came is not taken ({why}); begin again"))
}

#[cfg(test)]
mod tests {
    use super::*;

    fn provider(id: &str, issuer: &str, loopback: bool) -> Provider {
        let (id, issuer, client_secret) = (id.to_owned(), issuer.to_owned(), Some(ProviderSecret::new("hush".into())));
        Provider { id, name: "Example".into(), issuer, client_id: "bastide".into(), client_secret, loopback }
    }

    #[test]
    fn a_proof_needs_a_sign_in_since_it_was_asked_for() {
        let left = 1_000_000;
        assert!(is_fresh(Some(left + 5), left, left + 10).is_ok());
        assert!(is_fresh(Some(left - CLOCK_SKEW_S), left, left + 10).is_ok(), "clocks differ");
        assert!(is_fresh(Some(left - CLOCK_SKEW_S - 1), left, left + 10).is_err());
        assert!(is_fresh(Some(left + 11 + CLOCK_SKEW_S), left, left + 10).is_err());
        assert!(is_fresh(None, left, left + 10).is_err());
    }

    #[test]
    fn providers_are_taken_by_https_and_at_this_machine_where_that_is_said() {
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
    fn each_has_a_word_of_its_own_and_no_secret_is_shown() {
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
