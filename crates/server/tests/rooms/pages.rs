//! Tests error pages in browsers.

use tokio::io::{AsyncReadExt, AsyncWriteExt};
use tokio::net::TcpStream;

use crate::common::*;

/// The `Accept` header that a browser sends when it loads a page.
const NAVIGATES: &str = "Accept: text/html,application/xhtml+xml,application/xml;q=0.9,*/*;q=0.8";

#[tokio::test(flavor = "multi_thread")]
async fn not_found_is_a_page_for_browsers_and_json_for_programs() {
    let server = TestServer::open().await;
    let home = get(server.address, "/").await;
    for path in ["/nothing", "/t", "/t/abc/def", "/rules/x", "/assets/nothing.js"] {
        let page = ask(server.address, "GET", path, &[NAVIGATES, "Accept-Encoding: identity"], "").await;
        assert_eq!((page.status, page.body == home.body), (404, true), "{path}: the client's own page");
        assert_eq!((page.header("content-type"), page.header("etag")), (Some("text/html; charset=utf-8"), None));
        assert_eq!(page.header("cache-control"), Some("no-store"));
        assert!(page.header("content-security-policy").is_some());
        let tag = format!("If-None-Match: {}", home.header("etag").unwrap());
        assert_eq!(ask(server.address, "GET", path, &[NAVIGATES, &tag], "").await.status, 404);
        for accept in ["Accept: */*", "Accept: application/json", "Accept: image/avif,image/webp,*/*;q=0.8"] {
            assert_eq!(ask(server.address, "GET", path, &[accept], "").await.code(), "not_found", "{path}");
        }
    }
    for path in ["/api/nothing", "/api", "/api/tables/abc"] {
        assert!(ask(server.address, "GET", path, &[NAVIGATES], "").await.code().starts_with("no"), "{path}");
    }
}

#[tokio::test(flavor = "multi_thread")]
async fn error_pages_use_the_browsers_language() {
    let server = TestServer::open().await;
    for (language, method, path, status, words) in [
        ("en", "POST", "/t/abc", 405, "Start from the home page"),
        ("ru-RU,ru;q=0.9,en;q=0.8", "POST", "/", 405, "Начните с главной страницы"),
        ("uk", "GET", "http://another.example/", 421, "Сервер не знає імені"),
        ("fr", "GET", "http://another.example/api/account/openid/back", 421, "doesn’t recognise the host name"),
    ] {
        let language = format!("Accept-Language: {language}");
        let page = ask(server.address, method, path, &[NAVIGATES, &language, "Accept-Encoding: identity"], "").await;
        assert_eq!((page.status, page.header("content-type")), (status, Some("text/html; charset=utf-8")), "{path}");
        let text = page.text();
        assert!(text.contains(words) && text.contains("<a href=\"/\">"), "{text}");
        assert!(ask(server.address, method, path, &[], "").await.json()["error"]["code"].is_string());
    }
    assert_eq!(ask(server.address, "GET", "http://another.example/api/tables", &[NAVIGATES], "").await.code(), "host");
}

#[tokio::test(flavor = "multi_thread")]
async fn rate_limited_browser_gets_an_error_page() {
    let server = TestServer::open_with(|config| config.limit_factor = std::num::NonZeroU32::MIN).await;
    let (mut answers, mut requests) = TcpStream::connect(server.address).await.unwrap().into_split();
    let request = format!("GET /favicon.svg HTTP/1.1\r\nHost: {}\r\n{NAVIGATES}\r\n\r\n", server.address);
    let asking = tokio::spawn(async move {
        // Send requests until the connection is closed.
        while requests.write_all(request.as_bytes()).await.is_ok() {}
    });
    let (mut seen, mut chunk) = (Vec::new(), vec![0; 1 << 16]);
    let text = loop {
        let read = answers.read(&mut chunk).await.unwrap();
        assert!(read > 0, "a request is refused");
        seen.extend_from_slice(&chunk[..read]);
        let text = String::from_utf8_lossy(&seen);
        match text.split_once("HTTP/1.1 429") {
            Some((_, refused)) if refused.contains("</html>") => break refused.to_owned(),
            Some(_) => {}
            None => seen.drain(..seen.len().saturating_sub(1 << 10)).for_each(drop),
        }
    };
    drop(answers);
    asking.abort();
    assert!(text.contains("<h1>Too many requests</h1>"), "{text}");
}
