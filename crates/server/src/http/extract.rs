//! Extractors: JSON bodies, queries, path parameters, and the browser that sent a request.

use std::convert::Infallible;
use std::sync::Arc;
use std::time::Duration;

use axum::body::Bytes;
use axum::extract::rejection::{BytesRejection, PathRejection, QueryRejection};
use axum::extract::{FromRequest, FromRequestParts, Path as AnyPath, Query as AnyQuery, Request};
use axum::http::request::Parts;
use axum::http::{HeaderMap, HeaderValue, StatusCode, header};
use axum::response::{IntoResponse, Response};
use games::Setup;
use serde::Serialize;
use serde::de::DeserializeOwned;
use table::NewTable;
use table::request::parse;
use utoipa::ToSchema;
use utoipa::openapi::{RefOr, Schema};

use super::refusal::{Code, Refusal};
use crate::accounts::presence::{Pass, Present};
use crate::accounts::security_log::Attempt;
use crate::accounts::service::{Origin, or_refusal, or_storage_refusal, signed_out};
use crate::accounts::store::SignedIn;
use crate::app::App;
use crate::common::secrets::{self, Hash};
use crate::limits::caller::Caller;
use crate::limits::connections::Connection;
use crate::storage::now;
use crate::tokens::scopes::{Access, Bounds};
use crate::tokens::store::{ByToken, TokenLine};

/// Return type of most handlers.
pub type Answer = Result<Response, Refusal>;

/// Maximum size of a request body, in bytes.
pub const MAX_BODY_BYTES: usize = 16 * 1024;
/// Maximum size, in bytes, of a body that creates a table with custom tiles or a starting board: a tile file as a JSON string, in which
/// line breaks and quotation marks take two bytes each, a board, which has few of them, and a normal body.
pub const MAX_BODY_WITH_TILES_BYTES: usize =
    2 * games::own_tiles::MAX_TILE_FILE_BYTES + games::starting_board::MAX_BOARD_BYTES + MAX_BODY_BYTES;
/// Maximum size, in bytes, of a record upload, which may include custom tiles.
pub const MAX_BODY_WITH_RECORD_BYTES: usize = 256 * 1024;
/// Timeout for receiving a body.
const BODY_TIMEOUT: Duration = Duration::from_secs(15);
/// JSON fields that allow a body to exceed [`MAX_BODY_BYTES`].
const LONG_FIELDS: [&[u8]; 2] = [b"\"own_tiles\"", b"\"board\""];
/// Cookie with a browser's secret.
pub const COOKIE: &str = "bastide";
/// Cookie with the secret of an account's session.
pub const SESSION: &str = "bastide_session";
/// Prefix of access tokens, which makes them recognisable wherever they turn up.
pub const TOKEN: &str = "bastide_";
/// Prefix of cookie names over HTTPS. Browsers accept such cookies only if this host sets them over HTTPS for all paths.
const HOST_PREFIX: &str = "__Host-";
/// Cookie lifetime in seconds: a year.
const COOKIE_LIFETIME_S: u32 = 365 * 24 * 60 * 60;
/// Minimum interval between updates to a session's or token's last-used time, in milliseconds: an hour.
const RENEWAL_INTERVAL_MS: i64 = 60 * 60 * 1000;

/// A JSON body.
pub struct Json<T>(pub T);

impl<T: DeserializeOwned + ToSchema, S: Send + Sync> FromRequest<S> for Json<T> {
    type Rejection = Refusal;

    async fn from_request(request: Request, state: &S) -> Result<Json<T>, Refusal> {
        Ok(Json(parse(&read(request, state).await?, shape::<T>)?))
    }
}

/// A request body that creates a table, possibly with custom tiles.
pub trait HasSetup: DeserializeOwned + ToSchema {
    fn setup(&self) -> &Setup;
}

impl HasSetup for NewTable {
    fn setup(&self) -> &Setup {
        &self.setup
    }
}

/// A JSON body that may be longer if it contains custom tiles or a starting board.
pub struct JsonWithTiles<T>(pub T);

impl<T: HasSetup, S: Send + Sync> FromRequest<S> for JsonWithTiles<T> {
    type Rejection = Refusal;

    async fn from_request(request: Request, state: &S) -> Result<JsonWithTiles<T>, Refusal> {
        let body = read(request, state).await?;
        let too_long = || {
            Refusal::new(
                Code::TooBig,
                format!("a body without own_tiles or board can have at most {MAX_BODY_BYTES} bytes"),
            )
        };
        let has = |field: &[u8]| body.windows(field.len()).any(|part| part == field);
        // Reject a long body without these fields before parsing it.
        if body.len() > MAX_BODY_BYTES && !LONG_FIELDS.into_iter().any(has) {
            return Err(too_long());
        }
        let value: T = parse(&body, shape::<T>)?;
        if body.len() > MAX_BODY_BYTES && value.setup().own_tiles.is_none() && value.setup().board.is_none() {
            Err(too_long())
        } else {
            Ok(JsonWithTiles(value))
        }
    }
}

/// Reads a body within the time limit.
async fn read<S: Send + Sync>(request: Request, state: &S) -> Result<Bytes, Refusal> {
    let connection = request.extensions().get::<Arc<Connection>>().cloned();
    // A connection that has sent only part of a body may be evicted, like one that has sent only part of its headers.
    connection.iter().for_each(|connection| connection.waits());
    let body = tokio::time::timeout(BODY_TIMEOUT, Bytes::from_request(request, state)).await;
    connection.iter().for_each(|connection| connection.works());
    let late =
        |_| Refusal::new(Code::TooSlow, format!("the request body must arrive within {} s", BODY_TIMEOUT.as_secs()));
    body.map_err(late)?.map_err(|why| unreadable(&why))
}

/// Describes the expected body for error messages, such as `a body {"seat", "name"}`.
fn shape<T: ToSchema>() -> String {
    format!("a body {}", fields(&T::schema()))
}

fn fields(schema: &RefOr<Schema>) -> String {
    let all = |items: &[RefOr<Schema>], between: &str| items.iter().map(fields).collect::<Vec<_>>().join(between);
    match schema {
        RefOr::T(Schema::Object(object)) => {
            let names: Vec<String> = object.properties.keys().map(|name| format!("\"{name}\"")).collect();
            format!("{{{}}}", names.join(", "))
        }
        RefOr::T(Schema::OneOf(one)) => all(&one.items, " or "),
        RefOr::T(Schema::AnyOf(any)) => all(&any.items, " or "),
        RefOr::T(Schema::AllOf(every)) => all(&every.items, " with "),
        RefOr::Ref(named) => named.ref_location.rsplit('/').next().unwrap_or_default().to_owned(),
        RefOr::T(_) => "see the OpenAPI document".to_owned(),
    }
}

fn unreadable(why: &BytesRejection) -> Refusal {
    match why.status() {
        StatusCode::PAYLOAD_TOO_LARGE => Refusal::new(
            Code::TooBig,
            format!(
                "a body can have at most {MAX_BODY_BYTES} bytes, {MAX_BODY_WITH_TILES_BYTES} if it has own_tiles or a board, and \
                 {MAX_BODY_WITH_RECORD_BYTES} if it uploads a record"
            ),
        ),
        _ => Refusal::new(Code::NotJson, why.body_text()),
    }
}

pub struct Query<T>(pub T);

impl<T: DeserializeOwned, S: Send + Sync> FromRequestParts<S> for Query<T> {
    type Rejection = Refusal;

    async fn from_request_parts(parts: &mut Parts, state: &S) -> Result<Query<T>, Refusal> {
        let query: Result<AnyQuery<T>, QueryRejection> = AnyQuery::from_request_parts(parts, state).await;
        query.map(|AnyQuery(query)| Query(query)).map_err(|why| Refusal::new(Code::BadRange, why.body_text()))
    }
}

pub struct Path<T>(pub T);

impl<T: DeserializeOwned + Send, S: Send + Sync> FromRequestParts<S> for Path<T> {
    type Rejection = Refusal;

    async fn from_request_parts(parts: &mut Parts, state: &S) -> Result<Path<T>, Refusal> {
        let path: Result<AnyPath<T>, PathRejection> = AnyPath::from_request_parts(parts, state).await;
        path.map(|AnyPath(path)| Path(path)).map_err(|why| Refusal::new(Code::NotFound, why.body_text()))
    }
}

/// The browser that sent a request, with its signed-in account, if any. A browser without a secret gets one.
pub struct Browser {
    secret: String,
    is_new: bool,
    /// Whether the request came over HTTPS; if so, cookies are set for HTTPS only.
    https: bool,
    account: Option<SignedIn>,
    /// Secret of the session or the token.
    session: Option<String>,
    /// Access token used instead of cookies.
    token: Option<TokenLine>,
    /// Names of the cookies that the browser still sends without the `__Host-` prefix although the request came over HTTPS.
    old: Vec<&'static str>,
}

impl<S: Send + Sync> FromRequestParts<S> for Caller {
    type Rejection = Infallible;

    async fn from_request_parts(parts: &mut Parts, _: &S) -> Result<Caller, Infallible> {
        Ok(Caller::of(&parts.extensions))
    }
}

impl FromRequestParts<Arc<App>> for Browser {
    type Rejection = Refusal;

    async fn from_request_parts(parts: &mut Parts, app: &Arc<App>) -> Result<Browser, Refusal> {
        let caller = Caller::of(&parts.extensions);
        let https = caller.https;
        if let Some(token) = token_in(&parts.headers) {
            let browser = Browser::by_token(app, token, https).await;
            let browser = app.accounts.security.watch(Attempt::token, caller, browser)?;
            let access = parts.extensions.get().copied().unwrap_or(Access::SessionOnly);
            browser.bounds().allow(access)?;
            return Ok(browser);
        }
        let mut browser = Browser::of(&parts.headers, https);
        if let Some(session) = secret_in(&parts.headers, SESSION, https) {
            browser.account = or_storage_refusal(app.accounts.store.signed_in(secrets::hash(session)).await)?;
            browser.session = Some(session.to_owned());
        }
        if let Some(SignedIn { session, used, .. }) = browser.account
            && now() - used > RENEWAL_INTERVAL_MS
        {
            let renewed = app.accounts.store.renew_session(session);
            app.tasks.spawn(async move { or_storage_refusal(renewed.await) });
        }
        Ok(browser)
    }
}

/// Returns a request's bearer token without validating it.
pub fn token_in(headers: &HeaderMap) -> Option<&str> {
    let value = headers.get(header::AUTHORIZATION)?.to_str().ok()?;
    let (kind, token) = value.split_once(' ').unwrap_or((value, ""));
    kind.eq_ignore_ascii_case("bearer").then(|| token.trim())
}

/// Returns the refusal for an unknown or expired token.
fn bad_token() -> Refusal {
    let what = "unknown or expired token; create one on the page /account#api and send all of it";
    Refusal::new(Code::BadToken, what)
}

/// Returns the values of all cookies with this name; over HTTPS, values of prefixed cookies come first.
pub fn cookies_in<'a>(headers: &'a HeaderMap, cookie: &'static str, https: bool) -> impl Iterator<Item = &'a str> {
    let prefixed =
        headers_cookies(headers).filter(move |(name, _)| https && name.strip_prefix(HOST_PREFIX) == Some(cookie));
    let plain = headers_cookies(headers).filter(move |(name, _)| *name == cookie);
    prefixed.chain(plain).map(|(_, value)| value)
}

fn headers_cookies(headers: &HeaderMap) -> impl Iterator<Item = (&str, &str)> {
    let lines = headers.get_all(header::COOKIE).iter().filter_map(|value| value.to_str().ok());
    lines.flat_map(|line| line.split(';')).filter_map(|pair| pair.trim().split_once('='))
}

/// Returns the first value of a cookie that is a well-formed secret.
fn secret_in<'a>(headers: &'a HeaderMap, cookie: &'static str, https: bool) -> Option<&'a str> {
    cookies_in(headers, cookie, https).find(|value| secrets::is_secret(value))
}

impl Browser {
    fn of(headers: &HeaderMap, https: bool) -> Browser {
        let known = secret_in(headers, COOKIE, https);
        let secret = known.map_or_else(secrets::secret, str::to_owned);
        let is_old = |cookie: &&'static str| headers_cookies(headers).any(|(name, _)| https && name == *cookie);
        let old = [COOKIE, SESSION].into_iter().filter(is_old).collect();
        Browser { secret, is_new: known.is_none(), https, account: None, session: None, token: None, old }
    }

    /// Authenticates by access token; cookies are ignored.
    async fn by_token(app: &App, secret: &str, https: bool) -> Result<Browser, Refusal> {
        let signs = secret.strip_prefix(TOKEN).filter(|signs| secrets::is_secret(signs)).ok_or_else(bad_token)?;
        let found = or_refusal(app.store.by_token(secrets::hash(secret)).await)?;
        let ByToken { who, token } = found.ok_or_else(bad_token)?;
        if token.used.is_none_or(|used| now() - used > RENEWAL_INTERVAL_MS) {
            let used = app.store.use_token(token.id);
            app.tasks.spawn(async move { or_storage_refusal(used.await) });
        }
        let (account, session) = (Some(who), Some(secret.to_owned()));
        let (token, old) = (Some(token), Vec::new());
        Ok(Browser { secret: signs.to_owned(), is_new: true, https, account, session, token, old })
    }

    /// Rejects a guest whose browser or address is banned. Bans on accounts are enforced separately.
    ///
    /// # Errors
    /// `guest_banned`, with the reason.
    pub fn admitted(&self, app: &App, caller: Caller) -> Result<(), Refusal> {
        match self.account {
            Some(_) => Ok(()),
            None => app.moderation.admits_guest(caller.client_network, &self.hashes(None)),
        }
    }

    /// Rejects a client that may not create an account.
    ///
    /// # Errors
    /// `registration_closed`; `guest_banned` if the client is banned as a guest.
    pub fn may_register(&self, app: &App, caller: Caller) -> Result<(), Refusal> {
        app.moderation.registers()?;
        self.admitted(app, caller)
    }

    pub fn bounds(&self) -> Bounds {
        self.token.as_ref().map_or_else(Bounds::default, |token| Bounds::of(token.scopes.clone()))
    }

    /// Hash under which this browser takes seats: the key of the signed-in account, or the hash of the browser's secret.
    pub fn hash(&self) -> Hash {
        let own = self.account.as_ref().and_then(|account| account.keys.first().copied());
        own.unwrap_or_else(|| secrets::hash(&self.secret))
    }

    /// Hash under which this browser takes seats; `None` for a new browser that is not signed in.
    pub fn known(&self) -> Option<Hash> {
        (!self.is_new || self.account.is_some()).then(|| self.hash())
    }

    /// Hash of the secret in the request's cookie, if any.
    pub fn cookie(&self) -> Option<Hash> {
        (!self.is_new).then(|| secrets::hash(&self.secret))
    }

    /// Hashes of everything in the request that can open seats: cookie, account and seat token.
    pub fn hashes(&self, token: Option<&str>) -> Vec<Hash> {
        let account = self.account.iter().flat_map(|account| &account.keys).copied();
        account.chain(self.cookie()).chain(token.map(secrets::hash)).collect()
    }

    /// Hash by which an account recognises the browser at sign-in. It grants no access.
    pub fn recognised(&self) -> Hash {
        secrets::hash(&format!("recognised {}", self.secret))
    }

    /// Returns the origin to record for this browser's sign-in attempts and identity proofs.
    pub fn proves_from(&self, caller: Caller) -> Origin {
        Origin { browser: self.recognised(), client_network: caller.client_network }
    }

    /// Returns the signed-in account.
    pub fn account(&self) -> Option<&SignedIn> {
        self.account.as_ref()
    }

    /// Returns the signed-in account, or a refusal.
    pub fn signed(&self) -> Result<&SignedIn, Refusal> {
        self.account.as_ref().ok_or_else(signed_out)
    }

    /// Marks the session or token as in use for as long as a socket is open. Returns `None` for guests.
    pub async fn present(&self, app: &App) -> Result<Option<Present>, Refusal> {
        let (Some(account), Some(secret)) = (&self.account, &self.session) else { return Ok(None) };
        if let Some(token) = &self.token {
            let present = app.accounts.presence.hold_with(Pass::Token(token.id), Pass::Account(account.account));
            let still = or_refusal(app.store.by_token(secrets::hash(secret)).await)?;
            let left = token.expires.map(|end| Duration::from_millis((end - now()).max(0).unsigned_abs()));
            return still.map(|_| Some(present.until(left))).ok_or_else(bad_token);
        }
        let present = app.accounts.presence.hold_with(Pass::Session(account.session), Pass::Account(account.account));
        // Check again: a session that ended before it was marked as in use is already deleted from the database.
        let still = or_storage_refusal(app.accounts.store.signed_in(secrets::hash(secret)).await)?;
        still.map(|_| Some(present)).ok_or_else(signed_out)
    }

    /// Returns this browser with a new secret.
    pub fn with_new_secret(&self) -> Browser {
        Browser { secret: secrets::secret(), is_new: true, ..self.duplicate() }
    }

    pub fn duplicate(&self) -> Browser {
        let (secret, session) = (self.secret.clone(), self.session.clone());
        let (account, token) = (self.account.clone(), self.token.clone());
        Browser { secret, is_new: self.is_new, https: self.https, account, session, token, old: self.old.clone() }
    }

    /// Returns this browser signed in to `account`, or signed out if `account` is `None`.
    pub fn signed_in(self, account: Option<SignedIn>) -> Browser {
        Browser { account, ..self }
    }

    /// Sets the cookie with the secret for a new browser, or for one that still sends the cookie without the `__Host-` prefix.
    pub fn remember(&self, mut response: Response) -> Response {
        if (self.is_new || self.old.contains(&COOKIE)) && self.token.is_none() {
            self.set(&mut response, COOKIE, &self.secret, COOKIE_LIFETIME_S);
        }
        response
    }

    /// Sets the session cookie.
    pub fn keep_session(&self, mut response: Response, secret: &str) -> Response {
        self.set(&mut response, SESSION, secret, COOKIE_LIFETIME_S);
        response
    }

    /// Extends the session cookie to its full lifetime, or deletes it if the session has ended.
    pub fn renew(&self, response: Response) -> Response {
        let response = if self.is_new { response } else { self.remember(response) };
        match (&self.account, &self.session) {
            _ if self.token.is_some() => response,
            (Some(_), Some(secret)) => self.keep_session(response, secret),
            (None, Some(_)) => self.forget_session(response),
            (_, None) => response,
        }
    }

    /// Deletes the session cookie.
    pub fn forget_session(&self, mut response: Response) -> Response {
        self.set(&mut response, SESSION, "", 0);
        response
    }

    /// Sets a cookie for `age` seconds; 0 deletes it. Also deletes a cookie of this name without the prefix.
    pub fn set(&self, response: &mut Response, name: &str, value: &str, age: u32) {
        let (prefix, secure) = if self.https { (HOST_PREFIX, "; Secure") } else { ("", "") };
        let mut append = |prefix: &str, value: &str, age: u32| {
            let cookie = format!("{prefix}{name}={value}; Path=/; HttpOnly; SameSite=Lax; Max-Age={age}{secure}");
            if let Ok(cookie) = HeaderValue::from_str(&cookie) {
                response.headers_mut().append(header::SET_COOKIE, cookie);
            }
        };
        append(prefix, value, age);
        if self.old.contains(&name) {
            append("", "", 0);
        }
    }
}

pub fn json_answer(value: &impl Serialize) -> Response {
    json_text(table::messages::text(value))
}

/// Builds a response from JSON that is already serialised.
pub fn json_text(json: impl Into<Bytes>) -> Response {
    ([(header::CONTENT_TYPE, HeaderValue::from_static("application/json"))], json.into()).into_response()
}
