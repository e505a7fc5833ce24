//! Origin check: only this server's own pages, allowed origins, and non-browser clients (which send no `Origin`) may use the API. Requests
//! with a token and without cookies are not checked.

use std::sync::Arc;

use axum::extract::{Request, State};
use axum::http::{HeaderMap, header};
use axum::middleware::Next;
use axum::response::Response;

use super::extract::token_in;
use super::refusal::{Code, Refusal};
use crate::app::App;

/// Middleware that rejects requests from pages of other origins.
///
/// # Errors
/// See [`check`].
pub async fn guard(State(app): State<Arc<App>>, request: Request, next: Next) -> Result<Response, Refusal> {
    // A request with a token and without cookies does not depend on what the browser stores, so any origin may send it.
    let headers = request.headers();
    if headers.contains_key(header::COOKIE) || token_in(headers).is_none() {
        check(headers, &app.origins)?;
    }
    Ok(next.run(request).await)
}

/// Rejects a request from a page of another origin, since the browser sends this site's cookies with it.
///
/// # Errors
/// `origin`, if the request names an origin that is neither its own host nor in `allowed`.
fn check(headers: &HeaderMap, allowed: &[String]) -> Result<(), Refusal> {
    let Some(origin) = headers.get(header::ORIGIN) else { return Ok(()) };
    let origin = String::from_utf8_lossy(origin.as_bytes());
    let host = headers.get(header::HOST).map(|host| String::from_utf8_lossy(host.as_bytes())).unwrap_or_default();
    let authority = origin.strip_prefix("http://").or_else(|| origin.strip_prefix("https://"));
    if authority.is_some_and(|authority| same_authority(authority, &host))
        || allowed.iter().any(|other| *other == origin)
    {
        return Ok(());
    }
    Err(Refusal::new(
        Code::Origin,
        format!("pages from {origin} cannot use this server; open {host}, or start the server with --origin {origin}"),
    ))
}

/// Reports whether two authorities are the same; all names for the loopback interface are considered equal.
fn same_authority(a: &str, b: &str) -> bool {
    let ((host_a, port_a), (host_b, port_b)) = (split(a), split(b));
    port_a == port_b && (host_a.eq_ignore_ascii_case(host_b) || (is_loopback(host_a) && is_loopback(host_b)))
}

/// Splits an authority into host and port; IPv6 addresses keep their brackets.
fn split(authority: &str) -> (&str, &str) {
    match authority.rsplit_once(':') {
        Some((host, port)) if port.bytes().all(|b| b.is_ascii_digit()) => (host, port),
        _ => (authority, ""),
    }
}

fn is_loopback(host: &str) -> bool {
    host.eq_ignore_ascii_case("localhost")
        || host == "[::1]"
        || host.starts_with("127.") && host.parse::<std::net::Ipv4Addr>().is_ok()
}

#[cfg(test)]
mod tests {
    use super::*;
    use axum::http::HeaderValue;

    fn asks(origin: Option<&'static str>, host: &'static str) -> bool {
        let mut headers = HeaderMap::new();
        headers.insert(header::HOST, HeaderValue::from_static(host));
        if let Some(origin) = origin {
            headers.insert(header::ORIGIN, HeaderValue::from_static(origin));
        }
        check(&headers, &["https://games.example".to_owned()]).is_ok()
    }

    #[test]
    fn the_same_origin_and_no_origin_pass() {
        assert!(asks(None, "127.0.0.1:8080"));
        assert!(asks(Some("http://127.0.0.1:8080"), "127.0.0.1:8080"));
        assert!(asks(Some("http://localhost:8080"), "127.0.0.1:8080"), "loopback names are equivalent");
        assert!(asks(Some("http://127.0.0.1:8080"), "[::1]:8080"));
        assert!(asks(Some("https://Play.Example"), "play.example"));
        assert!(asks(Some("https://games.example"), "127.0.0.1:8080"), "an allowed origin");
    }

    #[test]
    fn other_origins_are_refused() {
        assert!(!asks(Some("http://evil.example"), "127.0.0.1:8080"));
        assert!(!asks(Some("http://localhost:3000"), "localhost:8080"), "another port is another origin");
        assert!(!asks(Some("null"), "localhost:8080"));
        assert!(!asks(Some("http://127.evil.example:8080"), "127.0.0.1:8080"));
        assert!(!asks(Some("http://evil.example/127.0.0.1:8080"), "127.0.0.1:8080"));
        assert!(!asks(Some("file://"), ""));
    }
}
