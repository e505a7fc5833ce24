//! Content that does not change while the server runs: the web client, the rule reference, the tile art, and the list of games.

use std::collections::HashMap;
use std::io::Write;
use std::sync::{Arc, OnceLock};

use axum::Extension;
use axum::body::Bytes;
use axum::http::{HeaderMap, HeaderValue, StatusCode, header};
use axum::response::{IntoResponse, Response};
use brotli::enc::BrotliEncoderParams;
use flate2::Compression;
use flate2::write::GzEncoder;
use include_dir::{Dir, include_dir};
use serde::Deserialize;
use sha2::{Digest, Sha256};

static WEB: Dir<'static> = include_dir!("$OUT_DIR/web");

/// Cache policy for files with a hash in their name.
const IMMUTABLE: &str = "public, max-age=31536000, immutable";
/// Cache policy for other files, which are revalidated on each use.
const REVALIDATE: &str = "no-cache";
/// Cache policy for pictures of tiles, which boards show repeatedly.
pub const FOR_AN_HOUR: &str = "public, max-age=3600";
/// Comments before and after the lines of the HTML page that describe the site to link previews.
const DESCRIPTION: [&str; 2] = ["<!-- description -->", "<!-- /description -->"];
/// Brotli quality, out of 11. Levels above 9 take ten times as long and save only two percent.
const BROTLI_QUALITY: i32 = 9;

/// A response body that does not change while the server runs.
#[derive(Clone)]
pub struct Fixed {
    body: Bytes,
    kind: HeaderValue,
    tag: HeaderValue,
    cache: &'static str,
    /// Compressed forms, created once.
    packed: Arc<OnceLock<Packed>>,
    /// Brotli form created by the build, if any.
    built: Option<Bytes>,
    /// `Link` header that lists the resources that the browser will request next.
    next: Option<HeaderValue>,
}

/// Compressed forms of a body; `None` where compression would not make it smaller.
#[derive(Debug)]
struct Packed {
    gzip: Option<Bytes>,
    brotli: Option<Bytes>,
}

/// Marks a response that must not be compressed again.
#[derive(Clone, Copy)]
pub struct Ready;

impl Fixed {
    /// Creates a JSON body that is compressed on first request.
    pub fn json(body: String) -> Fixed {
        Fixed::new(Bytes::from(body), "application/json", REVALIDATE)
    }

    /// Creates a JSON body that is compressed immediately, because it is requested often.
    pub fn art(body: String) -> Fixed {
        Fixed::json(body).compressed()
    }

    /// Creates an SVG picture that is compressed immediately.
    pub fn picture(svg: String) -> Fixed {
        Fixed::new(Bytes::from(svg), "image/svg+xml", FOR_AN_HOUR).compressed()
    }

    /// Creates a PNG picture, which is compressed already.
    pub fn png(picture: Vec<u8>, cache: &'static str) -> Fixed {
        let fixed = Fixed::new(Bytes::from(picture), "image/png", cache);
        // Nothing else has this value yet.
        let _ = fixed.packed.set(Packed { gzip: None, brotli: None });
        fixed
    }

    /// Returns the body, not compressed.
    pub fn body(&self) -> &[u8] {
        &self.body
    }

    /// Returns the memory used by all forms, in bytes.
    pub fn bytes(&self) -> usize {
        let packed = self
            .packed
            .get()
            .map_or(0, |packed| [&packed.gzip, &packed.brotli].into_iter().flatten().map(Bytes::len).sum());
        self.body.len() + packed
    }

    fn compressed(self) -> Fixed {
        self.packed();
        self
    }

    fn packed(&self) -> &Packed {
        self.packed.get_or_init(|| {
            let smaller = |packed: Vec<u8>| (packed.len() < self.body.len()).then(|| Bytes::from(packed));
            // Writing to memory cannot fail. If it did, the uncompressed body would be sent.
            let brotli = self.built.clone().or_else(|| brotli(&self.body).ok().and_then(smaller));
            Packed { gzip: gzip(&self.body).ok().and_then(smaller), brotli }
        })
    }

    fn new(body: Bytes, kind: &str, cache: &'static str) -> Fixed {
        let hash: String = Sha256::digest(&body).iter().take(12).map(|byte| format!("{byte:02x}")).collect();
        let kind = HeaderValue::from_str(kind).unwrap_or(HeaderValue::from_static("application/octet-stream"));
        // The tag is weak because the body may be sent with different encodings.
        let tag = HeaderValue::from_str(&format!("W/\"{hash}\"")).unwrap_or(HeaderValue::from_static("W/\"\""));
        Fixed { body, kind, tag, cache, packed: Arc::default(), built: None, next: None }
    }

    /// Returns whether the client already has the body.
    fn is_known(&self, asked: &HeaderMap) -> bool {
        asked.get(header::IF_NONE_MATCH).is_some_and(|tags| {
            tags.to_str().is_ok_and(|tags| tags.split(',').any(|tag| tag.trim().as_bytes() == self.tag.as_bytes()))
        })
    }

    /// Returns the body, or 304 if the client already has it.
    pub fn answer(&self, asked: &HeaderMap) -> Response {
        let common = [(header::ETAG, self.tag.clone()), (header::CACHE_CONTROL, HeaderValue::from_static(self.cache))];
        if self.is_known(asked) {
            return (StatusCode::NOT_MODIFIED, common).into_response();
        }
        let kind =
            [(header::CONTENT_TYPE, self.kind.clone()), (header::VARY, HeaderValue::from_static("accept-encoding"))];
        let next = self.next.clone().map(|parts| [(header::LINK, parts)]);
        let packed = self.packed();
        let forms = [("br", &packed.brotli), ("gzip", &packed.gzip)];
        let form = forms
            .into_iter()
            .find_map(|(way, body)| body.as_ref().filter(|_| accepts(asked, way)).map(|body| (way, body)));
        match form {
            Some((way, packed)) => {
                (Extension(Ready), common, kind, next, [(header::CONTENT_ENCODING, way)], packed.clone())
                    .into_response()
            }
            None => (Extension(Ready), common, kind, next, self.body.clone()).into_response(),
        }
    }
}

fn gzip(body: &[u8]) -> std::io::Result<Vec<u8>> {
    let mut encoder = GzEncoder::new(Vec::new(), Compression::best());
    encoder.write_all(body)?;
    encoder.finish()
}

fn brotli(body: &[u8]) -> std::io::Result<Vec<u8>> {
    let mut packed = Vec::new();
    brotli::BrotliCompress(
        &mut &body[..],
        &mut packed,
        &BrotliEncoderParams { quality: BROTLI_QUALITY, ..Default::default() },
    )?;
    Ok(packed)
}

/// Returns whether the client accepts this encoding.
fn accepts(asked: &HeaderMap, wanted: &str) -> bool {
    let ways = asked.get(header::ACCEPT_ENCODING).and_then(|ways| ways.to_str().ok()).unwrap_or_default();
    ways.split(',').any(|way| {
        let (name, rank) = way.split_once(';').unwrap_or((way, ""));
        name.trim() == wanted && rank.trim() != "q=0"
    })
}

/// The client's pages: path prefix and source file.
const CLIENT_PAGES: [(&str, &str); 31] = [
    ("", "src/pages/Home.svelte"),
    ("account", "src/pages/Account.svelte"),
    ("rules", "src/pages/Rules.svelte"),
    ("t/", "src/pages/Table.svelte"),
    ("r/", "src/pages/Replay.svelte"),
    ("@/", "src/pages/Person.svelte"),
    ("people", "src/pages/People.svelte"),
    ("archive", "src/pages/Archive.svelte"),
    ("leaderboard", "src/pages/Leaderboard.svelte"),
    ("lobby", "src/pages/Lobby.svelte"),
    ("tournaments", "src/pages/Tournaments.svelte"),
    ("tournaments/", "src/pages/Tournament.svelte"),
    ("wall/", "src/pages/Wall.svelte"),
    ("tv", "src/pages/Tv.svelte"),
    ("following", "src/pages/Following.svelte"),
    ("watch", "src/pages/Watch.svelte"),
    ("embed/", "src/pages/Embed.svelte"),
    ("overlay/", "src/pages/Embed.svelte"),
    ("guided/", "src/pages/Guided.svelte"),
    ("puzzles", "src/pages/Puzzles.svelte"),
    ("puzzle/", "src/pages/Puzzles.svelte"),
    ("study", "src/pages/Study.svelte"),
    ("study/", "src/pages/Study.svelte"),
    ("insights", "src/pages/Insights.svelte"),
    ("editor", "src/pages/Editor.svelte"),
    ("lessons", "src/pages/Lessons.svelte"),
    ("lessons/", "src/pages/Lesson.svelte"),
    ("confirm", "src/pages/Confirm.svelte"),
    ("recover", "src/pages/Recover.svelte"),
    ("unsubscribe", "src/pages/Unsubscribe.svelte"),
    ("admin", "src/pages/Admin.svelte"),
];

/// Paths below which the pages of single games may be embedded by other sites. These pages act for no one (`web/src/watch`).
const EMBEDDABLE: [&str; 2] = ["embed/", "overlay/"];

/// Returns whether other sites may embed the page at a path.
pub fn is_embeddable(path: &str) -> bool {
    let bare = path.trim_matches('/');
    let mut names = EMBEDDABLE.iter().filter_map(|begins| bare.strip_prefix(begins));
    names.any(|name| !name.is_empty() && !name.contains('/'))
}

/// Source of the page for unknown paths.
const NOT_FOUND_PAGE: &str = "src/pages/Lost.svelte";

/// A chunk of the client, from the bundler's manifest.
#[derive(Deserialize)]
struct Chunk {
    file: String,
    #[serde(default)]
    imports: Vec<String>,
}

/// The files of the web client, and its HTML page.
#[derive(Clone)]
pub struct Pages {
    files: Arc<HashMap<String, Fixed>>,
    /// The client's single HTML page, once for each entry of [`CLIENT_PAGES`]. The copies differ only in their preload links.
    own: Arc<Vec<Fixed>>,
    /// The client's HTML page for all other paths.
    lost: Option<Fixed>,
}

impl Pages {
    /// Loads the client that was built into this program.
    pub fn built_in() -> Pages {
        let mut files = HashMap::new();
        collect(&WEB, &mut files);
        let parts = files.remove("parts.json").map(|file| file.body).unwrap_or_default();
        // A bundle from elsewhere may have no manifest. The browser then discovers the chunks without preload links.
        let parts: HashMap<String, Chunk> = serde_json::from_slice(&parts).unwrap_or_default();
        let index = files.get("index.html");
        let own = CLIENT_PAGES.iter().filter_map(|(_, source)| index.map(|page| page.clone().with(&parts, source)));
        let own = own.collect();
        let lost = index.map(|page| page.clone().with(&parts, NOT_FOUND_PAGE));
        Pages { own: Arc::new(own), lost, files: Arc::new(files) }
    }

    /// Compresses every file in advance, so that no request waits for it.
    pub fn compress(&self) {
        for file in self.files.values() {
            file.packed();
        }
    }

    /// Returns the not-found page.
    pub fn lost(&self) -> Option<&Fixed> {
        self.lost.as_ref()
    }

    /// Returns the file at a path. All client pages are the same HTML page, whose script interprets the path (`route.ts`).
    pub fn at(&self, path: &str) -> Option<&Fixed> {
        let path = path.trim_start_matches('/');
        let bare = path.trim_end_matches('/');
        let is_own = |begins: &str| match bare.strip_prefix(begins) {
            Some(name) if begins.ends_with('/') => !name.is_empty() && !name.contains('/'),
            Some(rest) => rest.is_empty(),
            None => false,
        };
        match CLIENT_PAGES.iter().position(|&(begins, _)| is_own(begins)) {
            Some(page) => self.own.get(page),
            None => self.files.get(path),
        }
    }
}

impl Fixed {
    /// Returns the body without caching headers, for paths that may exist later.
    pub fn uncached(&self, asked: &HeaderMap) -> Response {
        let mut asked = asked.clone();
        asked.remove(header::IF_NONE_MATCH);
        let mut answer = self.answer(&asked);
        answer.headers_mut().remove(header::ETAG);
        answer.headers_mut().remove(header::CACHE_CONTROL);
        answer
    }

    /// Returns the page with these lines instead of the ones that describe the site to link previews; `None` if they are not marked. The
    /// response depends on the language of the request, and is not compressed yet.
    pub fn described(&self, asked: &HeaderMap, lines: &str) -> Option<Response> {
        let text = std::str::from_utf8(&self.body).ok()?;
        let (before, rest) = text.split_once(DESCRIPTION[0])?;
        let (_, after) = rest.split_once(DESCRIPTION[1])?;
        let mut page = Fixed::new(Bytes::from(format!("{before}{lines}{after}")), "", self.cache);
        (page.kind, page.next) = (self.kind.clone(), self.next.clone());
        let common = [
            (header::ETAG, page.tag.clone()),
            (header::CACHE_CONTROL, HeaderValue::from_static(page.cache)),
            (header::VARY, HeaderValue::from_static("accept-encoding, accept-language")),
        ];
        if page.is_known(asked) {
            return Some((StatusCode::NOT_MODIFIED, common).into_response());
        }
        let next = page.next.map(|parts| [(header::LINK, parts)]);
        Some((common, [(header::CONTENT_TYPE, page.kind)], next, page.body).into_response())
    }

    /// Adds preload links for the chunks that the browser needs to show the page with this source file.
    fn with(mut self, parts: &HashMap<String, Chunk>, source: &str) -> Fixed {
        let mut wanted: Vec<&Chunk> = Vec::new();
        let mut open: Vec<&str> = vec![source];
        while let Some(part) = open.pop().and_then(|name| parts.get(name)) {
            if !wanted.iter().any(|known| known.file == part.file) {
                wanted.push(part);
                open.extend(part.imports.iter().map(String::as_str).filter(|name| !name.ends_with(".html")));
            }
        }
        let links: Vec<String> = wanted.iter().map(|part| format!("</{}>; rel=modulepreload", part.file)).collect();
        self.next = HeaderValue::from_str(&links.join(", ")).ok().filter(|links| !links.is_empty());
        self
    }
}

/// Returns the content type of a file.
fn kind_of(path: &str) -> String {
    let kind = mime_guess::from_path(path).first_or_octet_stream();
    match kind.type_().as_str() {
        "text" => format!("{kind}; charset=utf-8"),
        _ => kind.to_string(),
    }
}

fn collect(folder: &Dir<'static>, files: &mut HashMap<String, Fixed>) {
    for file in folder.files() {
        let path = file.path().to_string_lossy().replace('\\', "/");
        if path.ends_with(".br") {
            continue;
        }
        let kind = kind_of(&path);
        // The bundler puts files with a hash in their name into this folder.
        let cache = if path.starts_with("assets/") { IMMUTABLE } else { REVALIDATE };
        let mut fixed = Fixed::new(Bytes::from_static(file.contents()), &kind, cache);
        fixed.built = WEB.get_file(format!("{path}.br")).map(|packed| Bytes::from_static(packed.contents()));
        files.insert(path, fixed);
    }
    for inner in folder.dirs() {
        collect(inner, files);
    }
}

#[cfg(test)]
mod tests {
    use std::io::Read;

    use super::*;

    #[tokio::test]
    async fn pictures_are_compressed_if_the_client_accepts_it() {
        let fixed = Fixed::picture("<svg/>".repeat(100));
        let mut asked = HeaderMap::new();
        for (ways, packed) in [
            ("", None),
            ("br, gzip", Some("br")),
            ("br;q=0", None),
            ("deflate", None),
            ("br;q=0, gzip;q=0.5", Some("gzip")),
        ] {
            asked.insert(header::ACCEPT_ENCODING, HeaderValue::from_static(ways));
            let answer = fixed.answer(&asked);
            let how = answer.headers().get(header::CONTENT_ENCODING).map(|how| how.to_str().unwrap().to_owned());
            assert_eq!(how.as_deref(), packed, "{ways}");
            let body = axum::body::to_bytes(answer.into_body(), 10_000).await.unwrap();
            let mut text = String::new();
            assert!(packed.is_none() || body.len() < 100);
            match packed {
                Some("br") => _ = brotli::Decompressor::new(&body[..], 4096).read_to_string(&mut text).unwrap(),
                Some(_) => _ = flate2::read::GzDecoder::new(&body[..]).read_to_string(&mut text).unwrap(),
                None => text.push_str(std::str::from_utf8(&body).unwrap()),
            }
            assert_eq!(text, "<svg/>".repeat(100));
        }
    }

    #[tokio::test]
    async fn fixed_bodies_are_compressed_once() {
        let fixed = Fixed::json("{}".repeat(100));
        let mut asked = HeaderMap::new();
        asked.insert(header::ACCEPT_ENCODING, HeaderValue::from_static("gzip, br"));
        let first = fixed.answer(&asked);
        assert_eq!(first.headers()[header::CONTENT_ENCODING], "br");
        let first = axum::body::to_bytes(first.into_body(), 10_000).await.unwrap();
        let again = axum::body::to_bytes(fixed.clone().answer(&asked).into_body(), 10_000).await.unwrap();
        assert_eq!(first.as_ptr(), again.as_ptr(), "the same bytes");
        let mut text = Vec::new();
        brotli::BrotliDecompress(&mut &first[..], &mut text).unwrap();
        assert_eq!(text, "{}".repeat(100).into_bytes());
        assert!(Fixed::json("{}".into()).packed().gzip.is_none(), "bodies that would grow stay plain");
    }

    #[test]
    fn files_have_the_type_that_browsers_require() {
        // Browsers compile a module while it arrives only if it has this type.
        assert_eq!(kind_of("assets/tables-abc.wasm"), "application/wasm");
        assert_eq!(kind_of("assets/Home-abc.js"), "text/javascript; charset=utf-8");
        assert_eq!(kind_of("favicon.svg"), "image/svg+xml");
    }

    #[test]
    fn client_paths_serve_the_single_page() {
        let pages = Pages::built_in();
        let page = pages.at("/").expect("the bundle has an index.html");
        let index = page.tag.clone();
        let links = |path| pages.at(path).and_then(|page| page.next.clone()).expect("the bundle has a manifest");
        let (home, table) = (links("/"), links("/t/abc"));
        assert!(home.to_str().unwrap().contains("assets/Home-"), "{home:?}");
        assert!(table.to_str().unwrap().contains("assets/Table-"), "{table:?}");
        let all = [
            "/t/abc",
            "/r/abc",
            "/rules",
            "/account",
            "/@/Anna",
            "/archive",
            "/leaderboard",
            "/lobby",
            "/admin",
            "/people",
            "/tv",
            "/embed/abc",
            "/overlay/abc",
        ];
        for path in all.into_iter().chain(["/index.html", "/t/abc/", "/rules/"]) {
            assert_eq!(pages.at(path).map(|page| &page.tag), Some(&index), "{path}");
        }
        for path in ["/nothing.js", "/../Cargo.toml", "/t", "/t/", "/t/abc/d", "/assets/", "/rulesx", "/rules/x"] {
            assert!(pages.at(path).is_none(), "{path}");
        }
    }

    #[test]
    fn only_pages_of_single_games_can_be_embedded() {
        assert!(["/embed/abc", "/embed/abc/", "/overlay/abc"].into_iter().all(is_embeddable));
        for path in
            ["/", "/embed", "/embed/", "/embed/abc/d", "/t/abc", "/x/embed/abc", "/api/embed/abc", "/embedded/abc"]
        {
            assert!(!is_embeddable(path), "{path}");
        }
    }

    #[test]
    fn matching_etag_returns_304() {
        let fixed = Fixed::json("{}".into());
        let mut asked = HeaderMap::new();
        assert_eq!(fixed.answer(&asked).status(), StatusCode::OK);
        asked.insert(header::IF_NONE_MATCH, fixed.tag.clone());
        assert_eq!(fixed.answer(&asked).status(), StatusCode::NOT_MODIFIED);
        asked.insert(header::IF_NONE_MATCH, HeaderValue::from_static("W/\"other\""));
        assert_eq!(fixed.answer(&asked).status(), StatusCode::OK);
    }
}
