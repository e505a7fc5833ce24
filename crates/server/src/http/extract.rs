//! What handlers take from a request: its body as JSON, its query, and the browser that sent it.

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
use crate::accounts::service::{Origin, done, kept, signed_out};
use crate::accounts::store::SignedIn;
use crate::app::App;
use crate::common::secrets::{self, Hash};
use crate::limits::caller::Caller;
use crate::limits::connections::Connection;
use crate::storage::now;
use crate::tokens::scopes::{Access, Bounds};
use crate::tokens::store::{ByToken, TokenLine};

/// What most handlers return.
pub type Answer = Result<Response, Refusal>;

/// Bytes that a request's body has at most.
pub const BODY: usize = 16 * 1024;
/// Bytes of the body that makes a table with a tile file of the players' own: the file as it stands in JSON, where line ends and
/// quotation marks take two bytes, and the rest.
pub const BODY_WITH_TILES: usize = 2 * games::own_tiles::MOST_BYTES + BODY;
/// Bytes of the body that brings a record, which may have own tiles too.
pub const BODY_WITH_RECORD: usize = 256 * 1024;
/// How long a body may take to come.
const BODY_TIME: Duration = Duration::from_secs(15);
/// The field that may make a body longer.
const OWN_TILES: &[u8] = b"\"own_tiles\"";
/// The cookie that holds a browser's secret.
pub const COOKIE: &str = "bastide";
/// The cookie that holds the secret of a session of an account.
pub const SESSION: &str = "bastide_session";
/// What a token begins with, so that it is known for one wherever it is found.
pub const TOKEN: &str = "bastide_";
/// What the names of cookies begin with over https: browsers take these from this host alone, encrypted, for all its paths.
const HOST_PREFIX: &str = "__Host-";
/// How long a browser keeps them, in seconds: a year.
const COOKIE_AGE: u32 = 365 * 24 * 60 * 60;
/// How long after its last use was written down a session's next use is, in milliseconds: an hour.
const RENEWED: i64 = 60 * 60 * 1000;

/// A body in JSON.
pub struct Json<T>(pub T);

impl<T: DeserializeOwned + ToSchema, S: Send + Sync> FromRequest<S> for Json<T> {
    type Rejection = Refusal;

    async fn from_request(request: Request, state: &S) -> Result<Json<T>, Refusal> {
        Ok(Json(parse(&read(request, state).await?, shape::<T>)?))
    }
}

/// What makes a table, which may have tiles of its own.
pub trait HasSetup: DeserializeOwned + ToSchema {
    fn setup(&self) -> &Setup;
}

impl HasSetup for NewTable {
    fn setup(&self) -> &Setup {
        &self.setup
    }
}

/// A body in JSON that is longer than others only where it has own tiles.
pub struct JsonWithTiles<T>(pub T);

impl<T: HasSetup, S: Send + Sync> FromRequest<S> for JsonWithTiles<T> {
    type Rejection = Refusal;

    async fn from_request(request: Request, state: &S) -> Result<JsonWithTiles<T>, Refusal> {
        let body = read(request, state).await?;
        let too_long = || Refusal::new(Code::TooBig, format!("a body without own_tiles has at most {BODY} bytes"));
        // What cannot have own tiles is not even parsed.
        if body.len() > BODY && !body.windows(OWN_TILES.len()).any(|part| part == OWN_TILES) {
            return Err(too_long());
        }
        let value: T = parse(&body, shape::<T>)?;
        if body.len() > BODY && value.setup().own_tiles.is_none() { Err(too_long()) } else { Ok(JsonWithTiles(value)) }
    }
}

/// The bytes of a body, which must come in time.
async fn read<S: Send + Sync>(request: Request, state: &S) -> Result<Bytes, Refusal> {
    let connection = request.extensions().get::<Arc<Connection>>().cloned();
    // Who sends half a body makes room for others as who sends half a head does.
    connection.iter().for_each(|connection| connection.waits());
    let body = tokio::time::timeout(BODY_TIME, Bytes::from_request(request, state)).await;
    connection.iter().for_each(|connection| connection.works());
    let late = |_| Refusal::new(Code::TooSlow, format!("a body comes within {} s", BODY_TIME.as_secs()));
    body.map_err(late)?.map_err(|why| unreadable(&why))
}

/// The shape of a body as its schema has it: `a body {"seat", "name"}`.
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
        RefOr::T(_) => "as the document has it".to_owned(),
    }
}

fn unreadable(why: &BytesRejection) -> Refusal {
    match why.status() {
        StatusCode::PAYLOAD_TOO_LARGE => Refusal::new(
            Code::TooBig,
            format!(
                "a body has at most {BODY} bytes, {BODY_WITH_TILES} where it makes a table with own_tiles, and \
                 {BODY_WITH_RECORD} where it brings a record"
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

/// What varies in the path.
pub struct Path<T>(pub T);

impl<T: DeserializeOwned + Send, S: Send + Sync> FromRequestParts<S> for Path<T> {
    type Rejection = Refusal;

    async fn from_request_parts(parts: &mut Parts, state: &S) -> Result<Path<T>, Refusal> {
        let path: Result<AnyPath<T>, PathRejection> = AnyPath::from_request_parts(parts, state).await;
        path.map(|AnyPath(path)| Path(path)).map_err(|why| Refusal::new(Code::NotFound, why.body_text()))
    }
}

/// The browser that asks, which may have come for the first time; then it gets a secret. Somebody may be signed in there.
pub struct Browser {
    secret: String,
    is_new: bool,
    /// Whether it came over https, and need never send its secret otherwise.
    https: bool,
    account: Option<SignedIn>,
    /// The secret of the session, or of the token, that it came with.
    session: Option<String>,
    /// The token that it came with instead of cookies.
    token: Option<TokenLine>,
    /// Cookies that it keeps under the names that they had before the prefix.
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
            browser.account = kept(app.accounts.store.signed_in(secrets::hash(session)).await)?;
            browser.session = Some(session.to_owned());
        }
        if let Some(SignedIn { session, used, .. }) = browser.account
            && now() - used > RENEWED
        {
            let renewed = app.accounts.store.renew_session(session);
            app.tasks.spawn(async move { kept(renewed.await) });
        }
        Ok(browser)
    }
}

/// The token that a request comes with, whatever it may be.
pub fn token_in(headers: &HeaderMap) -> Option<&str> {
    let value = headers.get(header::AUTHORIZATION)?.to_str().ok()?;
    let (kind, token) = value.split_once(' ').unwrap_or((value, ""));
    kind.eq_ignore_ascii_case("bearer").then(|| token.trim())
}

/// The refusal of a token that opens nothing.
fn bad_token() -> Refusal {
    let what = "there is no such token, or it has ended; make another on the page /account, and send all of it";
    Refusal::new(Code::BadToken, what)
}

/// The values of all cookies of a name; over https those with the prefix first, then those that were set without it.
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

/// The secret in a cookie, if it has the form of one.
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

    /// Whoever comes with a token; their cookies are not looked at.
    async fn by_token(app: &App, secret: &str, https: bool) -> Result<Browser, Refusal> {
        let signs = secret.strip_prefix(TOKEN).filter(|signs| secrets::is_secret(signs)).ok_or_else(bad_token)?;
        let found = done(app.store.by_token(secrets::hash(secret)).await)?;
        let ByToken { who, token } = found.ok_or_else(bad_token)?;
        if token.used.is_none_or(|used| now() - used > RENEWED) {
            let used = app.store.use_token(token.id);
            app.tasks.spawn(async move { kept(used.await) });
        }
        let (account, session) = (Some(who), Some(secret.to_owned()));
        let (token, old) = (Some(token), Vec::new());
        Ok(Browser { secret: signs.to_owned(), is_new: true, https, account, session, token, old })
    }

    /// Refuses a guest who is banned, by their browser or by their address. Accounts have bans of their own.
    ///
    /// # Errors
    /// `guest_banned`, with the reason.
    pub fn admitted(&self, app: &App, caller: Caller) -> Result<(), Refusal> {
        match self.account {
            Some(_) => Ok(()),
            None => app.moderation.admits_guest(caller.household, &self.hashes(None)),
        }
    }

    /// Refuses whoever may not make an account here now.
    ///
    /// # Errors
    /// `registration_closed`; or `guest_banned`, where whoever asks is banned as a guest.
    pub fn may_register(&self, app: &App, caller: Caller) -> Result<(), Refusal> {
        app.moderation.registers()?;
        self.admitted(app, caller)
    }

    pub fn bounds(&self) -> Bounds {
        self.token.as_ref().map_or_else(Bounds::default, |token| Bounds::of(token.scopes.clone()))
    }

    /// The hash under which it takes seats: that of its secret, or the key of the account that is signed in.
    pub fn hash(&self) -> Hash {
        let own = self.account.as_ref().and_then(|account| account.keys.first().copied());
        own.unwrap_or_else(|| secrets::hash(&self.secret))
    }

    /// The hash under which it takes seats, if it came with one.
    pub fn known(&self) -> Option<Hash> {
        (!self.is_new || self.account.is_some()).then(|| self.hash())
    }

    /// The hash of its cookie's secret, if it came with one.
    pub fn cookie(&self) -> Option<Hash> {
        (!self.is_new).then(|| secrets::hash(&self.secret))
    }

    /// The hashes of all that opens seats in a request: its cookie's, its account's and its token's.
    pub fn hashes(&self, token: Option<&str>) -> Vec<Hash> {
        let account = self.account.iter().flat_map(|account| &account.keys).copied();
        account.chain(self.cookie()).chain(token.map(secrets::hash)).collect()
    }

    /// The hash by which the browser is recognised when somebody signs in. It opens nothing.
    pub fn recognised(&self) -> Hash {
        secrets::hash(&format!("recognised {}", self.secret))
    }

    /// Where a proof comes from that this browser sends.
    pub fn proves_from(&self, caller: Caller) -> Origin {
        Origin { browser: self.recognised(), household: caller.household }
    }

    /// The account that is signed in here.
    pub fn account(&self) -> Option<&SignedIn> {
        self.account.as_ref()
    }

    /// The account that is signed in here.
    pub fn signed(&self) -> Result<&SignedIn, Refusal> {
        self.account.as_ref().ok_or_else(signed_out)
    }

    /// The session that is signed in here, held in use as long as a socket is open; none of a guest.
    pub async fn present(&self, app: &App) -> Result<Option<Present>, Refusal> {
        let (Some(account), Some(secret)) = (&self.account, &self.session) else { return Ok(None) };
        if let Some(token) = &self.token {
            let present = app.accounts.presence.come_with(Pass::Token(token.id), Pass::Account(account.account));
            let still = done(app.store.by_token(secrets::hash(secret)).await)?;
            let left = token.expires.map(|end| Duration::from_millis((end - now()).max(0).unsigned_abs()));
            return still.map(|_| Some(present.until(left))).ok_or_else(bad_token);
        }
        let present = app.accounts.presence.come_with(Pass::Session(account.session), Pass::Account(account.account));
        // Whoever ended it before it was in use has taken it out of the storage first.
        let still = kept(app.accounts.store.signed_in(secrets::hash(secret)).await)?;
        still.map(|_| Some(present)).ok_or_else(signed_out)
    }

    /// The browser, with another secret in place of the one it came with.
    pub fn afresh(&self) -> Browser {
        Browser { secret: secrets::secret(), is_new: true, ..self.again() }
    }

    pub fn again(&self) -> Browser {
        let (secret, session) = (self.secret.clone(), self.session.clone());
        let (account, token) = (self.account.clone(), self.token.clone());
        Browser { secret, is_new: self.is_new, https: self.https, account, session, token, old: self.old.clone() }
    }

    /// The browser when this account is signed in there, or none.
    pub fn signed_in(self, account: Option<SignedIn>) -> Browser {
        Browser { account, ..self }
    }

    /// Gives a new browser its secret along with the answer, and one that has it under the old name the new one.
    pub fn remember(&self, mut response: Response) -> Response {
        if (self.is_new || self.old.contains(&COOKIE)) && self.token.is_none() {
            self.set(&mut response, COOKIE, &self.secret, COOKIE_AGE);
        }
        response
    }

    /// Gives the browser the secret of its session along with the answer.
    pub fn keep_session(&self, mut response: Response, secret: &str) -> Response {
        self.set(&mut response, SESSION, secret, COOKIE_AGE);
        response
    }

    /// Has the browser keep its session's secret for the whole time again, or forget one that opens nothing any more.
    pub fn renew(&self, response: Response) -> Response {
        let response = if self.is_new { response } else { self.remember(response) };
        match (&self.account, &self.session) {
            _ if self.token.is_some() => response,
            (Some(_), Some(secret)) => self.keep_session(response, secret),
            (None, Some(_)) => self.forget_session(response),
            (_, None) => response,
        }
    }

    /// Has the browser forget the secret of its session.
    pub fn forget_session(&self, mut response: Response) -> Response {
        self.set(&mut response, SESSION, "", 0);
        response
    }

    /// Has the browser keep a secret in a cookie, for so many seconds; for none: forget it. One of the old name is forgotten.
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

/// An answer whose JSON is made already.
pub fn json_text(json: impl Into<Bytes>) -> Response {
    ([(header::CONTENT_TYPE, HeaderValue::from_static("application/json"))], json.into()).into_response()
}
