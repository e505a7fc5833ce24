//! Error pages for browsers. Programs receive the same refusal as JSON.

use std::sync::Arc;

use axum::body::Body;
use axum::extract::{Request, State};
use axum::http::{HeaderMap, HeaderValue, Method, header};
use axum::middleware::Next;
use axum::response::Response;

use crate::app::App;
use crate::http::refusal::Code;

/// Path to which OpenID providers redirect browsers. It is the only API path that people visit.
pub const BACK: &str = "/api/account/openid/back";

/// Title and text of an error page.
type Words = [&'static str; 2];

/// Texts of the error pages in one language.
struct Language {
    tag: &'static str,
    home: &'static str,
    not_found: Words,
    slow_down: Words,
    method: Words,
    too_big: Words,
    host: Words,
    failed: Words,
}

/// The languages; the first one is the fallback.
const LANGUAGES: [Language; 3] = [
    Language {
        tag: "en",
        home: "Go to the home page",
        not_found: ["Page not found", "Check the address, or start from the home page."],
        slow_down: ["Too many requests", "Wait a moment, then reload the page."],
        method: ["This page can’t be opened this way", "Start from the home page."],
        too_big: ["Request too large", "The server doesn’t accept that much data at once."],
        host: [
            "Unknown host name",
            "The server doesn’t recognise the host name in the address. Its operator can allow it with --host.",
        ],
        failed: ["The server can’t answer right now", "Wait a moment, then reload the page."],
    },
    Language {
        tag: "ru",
        home: "На главную",
        not_found: ["Страница не найдена", "Проверьте адрес или начните с главной страницы."],
        slow_down: ["Слишком много запросов", "Подождите немного и обновите страницу."],
        method: ["Эту страницу так открыть нельзя", "Начните с главной страницы."],
        too_big: ["Слишком большой запрос", "Столько данных сразу сервер не принимает."],
        host: [
            "Неизвестное имя сервера",
            "Сервер не знает имени из адреса. Администратор может разрешить его параметром --host.",
        ],
        failed: ["Сервер сейчас не отвечает", "Подождите немного и обновите страницу."],
    },
    Language {
        tag: "uk",
        home: "На головну",
        not_found: ["Сторінку не знайдено", "Перевірте адресу або почніть із головної сторінки."],
        slow_down: ["Забагато запитів", "Зачекайте трохи й оновіть сторінку."],
        method: ["Цю сторінку так відкрити не можна", "Почніть із головної сторінки."],
        too_big: ["Завеликий запит", "Стільки даних одразу сервер не приймає."],
        host: [
            "Невідоме ім’я сервера",
            "Сервер не знає імені з адреси. Адміністратор може дозволити його параметром --host.",
        ],
        failed: ["Сервер зараз не відповідає", "Зачекайте трохи й оновіть сторінку."],
    },
];

/// Middleware that turns a refusal into an HTML page if the client is a browser loading a page.
pub async fn for_browsers(State(app): State<Arc<App>>, request: Request, next: Next) -> Response {
    let asked = shows_pages(&request).then(|| (request.method().clone(), request.headers().clone()));
    let answer = next.run(request).await;
    let (Some((method, headers)), Some(&code)) = (asked, answer.extensions().get::<Code>()) else { return answer };
    let own = app.pages.lost().filter(|_| code == Code::NotFound && [Method::GET, Method::HEAD].contains(&method));
    let (mut parts, _) = answer.into_parts();
    parts.headers.remove(header::CONTENT_LENGTH);
    let body = match own {
        Some(page) => {
            let page = page.uncached(&headers);
            parts.headers.extend(page.headers().clone());
            parts.extensions.extend(page.extensions().clone());
            page.into_body()
        }
        None => {
            parts.headers.insert(header::CONTENT_TYPE, HeaderValue::from_static("text/html; charset=utf-8"));
            Body::from(page(code, language(&headers)))
        }
    };
    Response::from_parts(parts, body)
}

/// Returns whether a request comes from a browser that will show the response as a page.
fn shows_pages(request: &Request) -> bool {
    let path = request.uri().path();
    let accept = request.headers().get(header::ACCEPT).map(HeaderValue::as_bytes).unwrap_or_default();
    (path == BACK || path != "/api" && !path.starts_with("/api/"))
        && String::from_utf8_lossy(accept).split([',', ';']).any(|kind| kind.trim().eq_ignore_ascii_case("text/html"))
}

fn language(headers: &HeaderMap) -> &'static Language {
    preferred(headers, &LANGUAGES, |language| language.tag)
}

/// Returns the language that the browser lists first among the supported ones, or the first one as the fallback. `tag` returns the tag of
/// a language.
pub fn preferred<'a, T>(headers: &HeaderMap, supported: &'a [T], tag: impl Fn(&T) -> &'static str) -> &'a T {
    let wanted = headers.get(header::ACCEPT_LANGUAGE).and_then(|wanted| wanted.to_str().ok()).unwrap_or_default();
    let known = |wanted: &str| {
        let wanted = wanted.trim().split(['-', ';']).next().unwrap_or_default();
        supported.iter().find(|language| tag(language).eq_ignore_ascii_case(wanted))
    };
    wanted.split(',').find_map(known).unwrap_or(&supported[0])
}

/// Renders an error page that uses no external resources, because the server may be refusing all requests.
fn page(code: Code, language: &Language) -> String {
    let [title, sentence] = match code {
        Code::NotFound => language.not_found,
        Code::TooFast => language.slow_down,
        Code::Method => language.method,
        Code::TooBig => language.too_big,
        Code::Host => language.host,
        _ => language.failed,
    };
    let Language { tag, home, .. } = language;
    format!(
        r#"<!doctype html>
<html lang="{tag}"><meta charset="utf-8"><meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="color-scheme" content="light dark"><title>{title} – Bastide</title>
<style>
body {{ margin: 0; min-height: 100vh; display: grid; place-content: center; justify-items: center; gap: 1rem; padding: 1rem;
  box-sizing: border-box; text-align: center; font: 1.1rem/1.4 system-ui, sans-serif;
  color: light-dark(#2b2418, #eae3d2); background: light-dark(#efe5cd, #171c22) }}
h1, p {{ margin: 0; max-width: 34rem; overflow-wrap: anywhere }}
a {{ color: inherit; padding: .8rem 1.2rem; border: 1px solid; border-radius: .5rem }}
</style>
<h1>{title}</h1><p>{sentence}</p><a href="/">{home}</a></html>
"#
    )
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn error_pages_use_the_first_supported_language() {
        for (wanted, tag) in [("", "en"), ("de-AT, UK;q=0.8, ru;q=0.7", "uk"), ("ru-RU,ru;q=0.9", "ru"), ("xx", "en")] {
            let headers = HeaderMap::from_iter([(header::ACCEPT_LANGUAGE, HeaderValue::from_static(wanted))]);
            assert_eq!(language(&headers).tag, tag, "{wanted}");
        }
    }
}
