//! The HTTP API. Merges the routes of all features and adds the middleware that they share.

use std::sync::{Arc, LazyLock};
use std::time::{Duration, Instant};

use axum::Router;
use axum::body::HttpBody;
use axum::extract::{DefaultBodyLimit, Request, State};
use axum::http::{Extensions, HeaderMap, HeaderName, HeaderValue, Method, StatusCode, Uri, Version, header};
use axum::middleware::Next;
use axum::response::Response;
use table::messages::text;
use tower_http::CompressionLevel;
use tower_http::compression::CompressionLayer;

#[cfg(feature = "online")]
use crate::accounts::sign_in::passkey_routes;

use crate::accounts::{self, openid, sign_in};
use crate::app::App;
use crate::assets::error_pages;
use crate::assets::pages::{self, Fixed, Ready};
use crate::http::extract::MAX_BODY_BYTES;
use crate::http::refusal::{Code, Refusal};
use crate::limits::caller::Caller;
use crate::limits::quotas::Resource;
use crate::monitoring::metrics::Transport;
use crate::openapi::document::document;
use crate::openapi::route::{Routes, get};
use crate::tokens::scopes::Access;
use crate::{
    assets, channels, chat, compute, follows, guided, live, matchmaking, moderation, notifications, previews, puzzles,
    results, studies, tokens, tournaments,
};

/// Content security policy of pages. Everything is loaded from this server. Inline styles are allowed because the art and the components
/// use them, and WebAssembly because the engine in the browser is a module of it.
const CONTENT_POLICY: &str = "default-src 'none'; script-src 'self' 'wasm-unsafe-eval'; style-src 'self' 'unsafe-inline'; \
    img-src 'self' data: blob:; font-src 'self'; connect-src 'self'; manifest-src 'self'; media-src 'self'; \
    worker-src 'self'; base-uri 'none'; form-action 'self'; frame-ancestors 'none'";

/// Content security policy of pages that other sites may embed.
static EMBED_POLICY: LazyLock<HeaderValue> = LazyLock::new(|| {
    let policy = CONTENT_POLICY.replace("frame-ancestors 'none'", "frame-ancestors *");
    HeaderValue::from_str(&policy).unwrap_or(HeaderValue::from_static(CONTENT_POLICY))
});

/// Content security policy of data, such as a picture that is opened by itself. A first board fetches about seventy pictures, so the policy
/// is short.
const DATA_POLICY: &str = "default-src 'none'; style-src 'unsafe-inline'; frame-ancestors 'none'";

/// HSTS lifetime: one year.
const HSTS: &str = "max-age=31536000";
/// Delay before a rate-limited client receives its refusal.
const REFUSAL_DELAY: Duration = Duration::from_secs(1);
/// Minimum response size for compression, in bytes.
const MIN_COMPRESSED_BYTES: u64 = 1024;

/// Routes that change state, and sockets: only this server's own pages may use them.
fn guarded() -> Routes {
    let routes = live::routes::guarded()
        .merge(live::transfers::guarded())
        .merge(compute::routes::guarded())
        .merge(accounts::routes::guarded())
        .merge(sign_in::routes::guarded())
        .merge(openid::routes::guarded())
        .merge(chat::routes::guarded())
        .merge(follows::routes::guarded())
        .merge(moderation::routes::guarded())
        .merge(matchmaking::routes::guarded())
        .merge(guided::routes::guarded())
        .merge(puzzles::routes::guarded())
        .merge(studies::routes::guarded())
        .merge(tournaments::routes::guarded())
        .merge(tokens::routes::guarded())
        .merge(notifications::routes::guarded())
        .merge(channels::routes::guarded());
    #[cfg(feature = "online")]
    let routes = routes.merge(passkey_routes::guarded());
    routes.guarded()
}

/// Read-only routes.
fn open() -> Routes {
    Routes::of("Games")
        .route(get("/openapi.json", Access::Public, "This document.", openapi).answers_any().with_tag())
        .merge(assets::routes::open())
        .merge(live::routes::open())
        .merge(live::transfers::open())
        .merge(compute::routes::open())
        .merge(accounts::routes::open())
        .merge(sign_in::routes::open())
        .merge(openid::routes::open())
        .merge(chat::routes::open())
        .merge(follows::routes::open())
        .merge(moderation::routes::open())
        .merge(results::routes::open())
        .merge(matchmaking::routes::open())
        .merge(puzzles::routes::open())
        .merge(studies::routes::open())
        .merge(tournaments::routes::open())
        .merge(tokens::routes::open())
        .merge(notifications::routes::open())
        .merge(channels::routes::open())
        .merge(previews::routes::open())
}

/// Returns all routes of the HTTP API.
fn every_route() -> Routes {
    guarded().merge(open())
}

/// Returns the OpenAPI document of the HTTP API as JSON.
pub fn openapi_text() -> String {
    text(&document(&every_route().operations()))
}

/// Builds the router of the whole server.
pub fn router(app: Arc<App>) -> Router {
    let api = every_route().built(&app).fallback(async |uri: Uri| {
        Refusal::new(Code::NotFound, format!("no such path: {}; see /api/openapi.json", uri.path()))
    });
    Router::new()
        .nest("/api", api)
        .fallback(previews::routes::page)
        .method_not_allowed_fallback(async |method: Method| {
            Refusal::new(Code::Method, format!("this path does not support {method}; see /api/openapi.json"))
        })
        .layer(DefaultBodyLimit::max(MAX_BODY_BYTES))
        .layer(axum::middleware::from_fn_with_state(app.clone(), admit))
        .layer(axum::middleware::from_fn_with_state(app.clone(), error_pages::for_browsers))
        .layer(axum::middleware::from_fn_with_state(app.clone(), add_headers))
        // Static files are already compressed; this layer compresses other responses.
        .layer(CompressionLayer::new().quality(CompressionLevel::Fastest).compress_when(should_compress))
        .with_state(app)
}

/// Returns whether a response is not compressed yet and is large enough to be worth compressing.
fn should_compress(_: StatusCode, _: Version, headers: &HeaderMap, extensions: &Extensions) -> bool {
    let length = headers.get(header::CONTENT_LENGTH).and_then(|length| length.to_str().ok()?.parse::<u64>().ok());
    extensions.get::<Ready>().is_none() && length.is_none_or(|length| length >= MIN_COMPRESSED_BYTES)
}

/// Checks the host name and the rate limits of a request before passing the request on.
async fn admit(State(app): State<Arc<App>>, caller: Caller, request: Request, next: Next) -> Result<Response, Refusal> {
    app.hosts.check(request.uri(), request.headers())?;
    delay_refusal(app.take(caller, None, Resource::Requests, 1)).await?;
    reject_null(request.uri())?;
    let answer = next.run(request).await;
    // Slow down clients that retry immediately.
    if answer.extensions().get::<Code>().is_some_and(|code| matches!(code, Code::TooFast | Code::Busy)) {
        tokio::time::sleep(REFUSAL_DELAY).await;
    }
    let bytes = answer.body().size_hint().exact().and_then(|bytes| u32::try_from(bytes).ok());
    delay_refusal(app.take(caller, None, Resource::Bytes, bytes.unwrap_or_default())).await?;
    Ok(answer)
}

/// Rejects a URL that contains U+0000, which not every database can store. Header fields cannot contain it, and bodies and messages are
/// checked when they are read.
fn reject_null(uri: &Uri) -> Result<(), Refusal> {
    let address = uri.path_and_query().map_or("", |address| address.as_str());
    if address.contains("%00") {
        let what = "the URL contains U+0000 (%00, a null character), which is not allowed; remove it";
        return Err(Refusal::new(Code::BadMessage, what));
    }
    Ok(())
}

/// Delays a refusal, which slows down clients that retry immediately.
async fn delay_refusal(taken: Result<(), Refusal>) -> Result<(), Refusal> {
    if taken.is_err() {
        tokio::time::sleep(REFUSAL_DELAY).await;
    }
    taken
}

/// Browser features that no page of this server uses.
const UNUSED_FEATURES: &str = "accelerometer=(), ambient-light-sensor=(), bluetooth=(), browsing-topics=(), camera=(), \
     display-capture=(), geolocation=(), gyroscope=(), hid=(), idle-detection=(), magnetometer=(), microphone=(), midi=(), \
     payment=(), serial=(), usb=(), xr-spatial-tracking=()";

/// Headers for every response.
static COMMON_HEADERS: [(HeaderName, &str); 2] = [
    (header::X_CONTENT_TYPE_OPTIONS, "nosniff"),
    (HeaderName::from_static("cross-origin-resource-policy"), "same-origin"),
];
/// Headers for all responses except scripts and styles, which browsers never display as a page.
static DOCUMENT_HEADERS: [(HeaderName, &str); 3] = [
    (header::CONTENT_SECURITY_POLICY, DATA_POLICY),
    (header::REFERRER_POLICY, "same-origin"),
    (header::X_FRAME_OPTIONS, "DENY"),
];
/// Headers for HTML pages, which are the only responses that can use browser features or open windows.
static PAGE_HEADERS: [(HeaderName, &str); 3] = [
    (header::CONTENT_SECURITY_POLICY, CONTENT_POLICY),
    (HeaderName::from_static("cross-origin-opener-policy"), "same-origin"),
    (HeaderName::from_static("permissions-policy"), UNUSED_FEATURES),
];

async fn add_headers(State(app): State<Arc<App>>, caller: Caller, request: Request, next: Next) -> Response {
    let (path, began) = (request.uri().path().to_owned(), Instant::now());
    let mut response = next.run(request).await;
    app.metrics.count_request(&path, response.status(), began.elapsed());
    if let Some(code) = response.extensions().get::<Code>() {
        app.metrics.count_refusal(*code, Transport::Http);
    }
    // Browsers add the headers of this response to those of the page that they have, so it must not look like data.
    let status = response.status();
    let unchanged = status == StatusCode::NOT_MODIFIED;
    let headers = response.headers_mut();
    let kind = headers.get(header::CONTENT_TYPE).map_or(&b""[..], HeaderValue::as_bytes);
    let part = kind.starts_with(b"text/javascript") || kind.starts_with(b"text/css");
    let page = kind.starts_with(b"text/html");
    let document = DOCUMENT_HEADERS.iter().filter(|_| !part && !unchanged).chain(PAGE_HEADERS.iter().filter(|_| page));
    for (name, value) in COMMON_HEADERS.iter().chain(document) {
        headers.insert(name, HeaderValue::from_static(value));
    }
    if page && status == StatusCode::OK && pages::is_embeddable(&path) {
        headers.insert(header::CONTENT_SECURITY_POLICY, EMBED_POLICY.clone());
        headers.remove(header::X_FRAME_OPTIONS);
    }
    if caller.https {
        headers.insert(header::STRICT_TRANSPORT_SECURITY, HeaderValue::from_static(HSTS));
    }
    // Prevent caching unless the handler has set a caching header.
    headers.entry(header::CACHE_CONTROL).or_insert(HeaderValue::from_static("no-store"));
    response
}

/// Serves the OpenAPI document, which is built on first use.
async fn openapi(headers: HeaderMap) -> Response {
    static DOCUMENT: LazyLock<Fixed> = LazyLock::new(|| Fixed::json(openapi_text()));
    DOCUMENT.answer(&headers)
}

#[cfg(test)]
mod tests;
