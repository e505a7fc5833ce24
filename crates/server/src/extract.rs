//! What handlers take from a request: its body as JSON, its query, and the browser that sent it.

use std::convert::Infallible;
use std::sync::Arc;
use std::time::Duration;

use axum::body::Bytes;
use axum::extract::rejection::{BytesRejection, QueryRejection};
use axum::extract::{FromRequest, FromRequestParts, Query as AnyQuery, Request};
use axum::http::request::Parts;
use axum::http::{HeaderMap, HeaderValue, StatusCode, header};
use axum::response::Response;
use serde::de::DeserializeOwned;
use table::NewTable;

use crate::door::caller::Caller;
use crate::door::connections::Connection;
use crate::messages;
use crate::refusal::{Code, Refusal};
use crate::secrets::{self, Hash};

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
const COOKIE: &str = "bastide";
/// How long a browser keeps it, in seconds: a year.
const COOKIE_AGE: u32 = 365 * 24 * 60 * 60;

/// What a request's body may be.
pub trait Body: DeserializeOwned {
    /// What is asked for, for the refusal of anything else.
    const WHAT: &'static str;

    /// Looks at the bytes before they are read.
    ///
    /// # Errors
    /// They cannot be such a body.
    fn admits(_bytes: &[u8]) -> Result<(), Refusal> {
        Ok(())
    }

    /// Looks at what was read of so many bytes.
    ///
    /// # Errors
    /// They were too many for it.
    fn fits(&self, _bytes: usize) -> Result<(), Refusal> {
        Ok(())
    }
}

impl Body for NewTable {
    const WHAT: &'static str = "a new table: {\"setup\", \"seats\", \"public\", \"plain\"}";

    fn admits(bytes: &[u8]) -> Result<(), Refusal> {
        // What cannot have own tiles is not even read.
        let long = bytes.len() > BODY && !bytes.windows(OWN_TILES.len()).any(|part| part == OWN_TILES);
        if long { Err(too_long()) } else { Ok(()) }
    }

    fn fits(&self, bytes: usize) -> Result<(), Refusal> {
        if bytes > BODY && self.setup.own_tiles.is_none() { Err(too_long()) } else { Ok(()) }
    }
}

fn too_long() -> Refusal {
    Refusal::new(Code::TooBig, format!("a body without own_tiles has at most {BODY} bytes"))
}

/// A body in JSON.
pub struct Json<T>(pub T);

impl<T: Body, S: Send + Sync> FromRequest<S> for Json<T> {
    type Rejection = Refusal;

    async fn from_request(request: Request, state: &S) -> Result<Json<T>, Refusal> {
        let connection = request.extensions().get::<Arc<Connection>>().cloned();
        // Who sends half a body makes room for others as who sends half a head does.
        connection.iter().for_each(|connection| connection.waits());
        let body = tokio::time::timeout(BODY_TIME, Bytes::from_request(request, state)).await;
        connection.iter().for_each(|connection| connection.works());
        let late = |_| Refusal::new(Code::TooSlow, format!("a body comes within {} s", BODY_TIME.as_secs()));
        let body = body.map_err(late)?.map_err(|why| unreadable(&why))?;
        T::admits(&body)?;
        let value: T = messages::parse(&body, T::WHAT)?;
        value.fits(body.len())?;
        Ok(Json(value))
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

/// A query.
pub struct Query<T>(pub T);

impl<T: DeserializeOwned, S: Send + Sync> FromRequestParts<S> for Query<T> {
    type Rejection = Refusal;

    async fn from_request_parts(parts: &mut Parts, state: &S) -> Result<Query<T>, Refusal> {
        let query: Result<AnyQuery<T>, QueryRejection> = AnyQuery::from_request_parts(parts, state).await;
        query.map(|AnyQuery(query)| Query(query)).map_err(|why| Refusal::new(Code::BadRange, why.body_text()))
    }
}

/// The browser that asks, which may have come for the first time; then it gets a secret.
pub struct Browser {
    secret: String,
    is_new: bool,
    /// Whether it came over https, and need never send its secret otherwise.
    https: bool,
}

impl<S: Send + Sync> FromRequestParts<S> for Caller {
    type Rejection = Infallible;

    async fn from_request_parts(parts: &mut Parts, _: &S) -> Result<Caller, Infallible> {
        Ok(Caller::of(&parts.extensions))
    }
}

impl<S: Send + Sync> FromRequestParts<S> for Browser {
    type Rejection = Infallible;

    async fn from_request_parts(parts: &mut Parts, _: &S) -> Result<Browser, Infallible> {
        Ok(Browser::of(&parts.headers, Caller::of(&parts.extensions).https))
    }
}

impl Browser {
    fn of(headers: &HeaderMap, https: bool) -> Browser {
        let cookies = headers.get_all(header::COOKIE).iter().filter_map(|value| value.to_str().ok());
        let mut values = cookies.flat_map(|line| line.split(';')).filter_map(|pair| pair.trim().split_once('='));
        let known = values.find(|(name, value)| *name == COOKIE && secrets::is_secret(value));
        match known {
            Some((_, secret)) => Browser { secret: secret.to_owned(), is_new: false, https },
            None => Browser { secret: secrets::secret(), is_new: true, https },
        }
    }

    /// The hash of its secret.
    pub fn hash(&self) -> Hash {
        secrets::hash(&self.secret)
    }

    /// The hash of its secret, if it came with one.
    pub fn known(&self) -> Option<Hash> {
        (!self.is_new).then(|| self.hash())
    }

    /// The hashes of the secrets that a request brings: its cookie's and its token's.
    pub fn hashes(&self, token: Option<&str>) -> Vec<Hash> {
        self.known().into_iter().chain(token.map(secrets::hash)).collect()
    }

    /// Gives a new browser its secret along with the answer.
    pub fn remember(&self, mut response: Response) -> Response {
        let secure = if self.https { "; Secure" } else { "" };
        let cookie = format!("{COOKIE}={}; Path=/; HttpOnly; SameSite=Lax; Max-Age={COOKIE_AGE}{secure}", self.secret);
        if let Some(cookie) = self.is_new.then(|| HeaderValue::from_str(&cookie).ok()).flatten() {
            response.headers_mut().append(header::SET_COOKIE, cookie);
        }
        response
    }
}
