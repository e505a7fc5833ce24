//! What does not change while the server runs: the web client, the rule reference, the tile art, the list of games.

use std::collections::HashMap;

use axum::body::Bytes;
use axum::http::{HeaderMap, HeaderValue, StatusCode, header};
use axum::response::{IntoResponse, Response};
use include_dir::{Dir, include_dir};
use sha2::{Digest, Sha256};

static WEB: Dir<'static> = include_dir!("$OUT_DIR/web");

/// A file with a hash in its name never changes.
const FOREVER: &str = "public, max-age=31536000, immutable";
/// Others are asked for again, and answered in a word if they are the same.
const ASK_AGAIN: &str = "no-cache";

/// A body that stays the same as long as the server runs.
#[derive(Clone)]
pub struct Fixed {
    body: Bytes,
    kind: HeaderValue,
    tag: HeaderValue,
    cache: &'static str,
}

impl Fixed {
    /// A JSON body.
    pub fn json(body: String) -> Fixed {
        Fixed::new(Bytes::from(body), "application/json", ASK_AGAIN)
    }

    fn new(body: Bytes, kind: &str, cache: &'static str) -> Fixed {
        let hash: String = Sha256::digest(&body).iter().take(12).map(|byte| format!("{byte:02x}")).collect();
        let kind = HeaderValue::from_str(kind).unwrap_or(HeaderValue::from_static("application/octet-stream"));
        // The tag is weak: the body may be sent compressed in one way or another.
        let tag = HeaderValue::from_str(&format!("W/\"{hash}\"")).unwrap_or(HeaderValue::from_static("W/\"\""));
        Fixed { body, kind, tag, cache }
    }

    /// The body, or word that the client has it already.
    pub fn answer(&self, asked: &HeaderMap) -> Response {
        let known = asked.get(header::IF_NONE_MATCH).is_some_and(|tags| {
            tags.to_str().is_ok_and(|tags| tags.split(',').any(|tag| tag.trim().as_bytes() == self.tag.as_bytes()))
        });
        let common = [(header::ETAG, self.tag.clone()), (header::CACHE_CONTROL, HeaderValue::from_static(self.cache))];
        if known {
            return (StatusCode::NOT_MODIFIED, common).into_response();
        }
        (common, [(header::CONTENT_TYPE, self.kind.clone())], self.body.clone()).into_response()
    }
}

/// The files of the web client.
pub struct Pages {
    files: HashMap<String, Fixed>,
}

impl Pages {
    /// The client that was built into this program.
    pub fn built_in() -> Pages {
        let mut files = HashMap::new();
        collect(&WEB, &mut files);
        Pages { files }
    }

    /// The file at this path; the client's own pages are all its one page, which looks at the address itself.
    pub fn at(&self, path: &str) -> Option<&Fixed> {
        let path = path.trim_start_matches('/');
        let own = path.is_empty() || path == "rules" || path.starts_with("t/") || path.starts_with("r/");
        self.files.get(if own { "index.html" } else { path })
    }
}

fn collect(folder: &Dir<'static>, files: &mut HashMap<String, Fixed>) {
    for file in folder.files() {
        let path = file.path().to_string_lossy().replace('\\', "/");
        let kind = mime_guess::from_path(file.path()).first_or_octet_stream();
        let kind = match kind.type_().as_str() {
            "text" => format!("{kind}; charset=utf-8"),
            _ => kind.to_string(),
        };
        // The bundler puts what it names by its hash into this folder.
        let cache = if path.starts_with("assets/") { FOREVER } else { ASK_AGAIN };
        files.insert(path, Fixed::new(Bytes::from_static(file.contents()), &kind, cache));
    }
    for inner in folder.dirs() {
        collect(inner, files);
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_clients_own_addresses_are_its_one_page() {
        let pages = Pages::built_in();
        let index = pages.at("/").expect("the bundle has an index.html").tag.clone();
        for path in ["/t/abc", "/r/abc", "/rules", "/index.html"] {
            assert_eq!(pages.at(path).map(|page| &page.tag), Some(&index), "{path}");
        }
        for path in ["/nothing.js", "/../Cargo.toml", "/t", "/assets/"] {
            assert!(pages.at(path).is_none(), "{path}");
        }
    }

    #[test]
    fn what_a_client_has_is_not_sent_again() {
        let fixed = Fixed::json("{}".into());
        let mut asked = HeaderMap::new();
        assert_eq!(fixed.answer(&asked).status(), StatusCode::OK);
        asked.insert(header::IF_NONE_MATCH, fixed.tag.clone());
        assert_eq!(fixed.answer(&asked).status(), StatusCode::NOT_MODIFIED);
        asked.insert(header::IF_NONE_MATCH, HeaderValue::from_static("W/\"other\""));
        assert_eq!(fixed.answer(&asked).status(), StatusCode::OK);
    }
}
