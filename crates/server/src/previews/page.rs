//! Describes the pages of tables, profiles, studies and puzzles to link previews.

use std::fmt::Write;
use std::time::Duration;

use art::PREVIEW_SIZE;
use axum::http::{HeaderMap, Uri, header};
use axum::response::Response;
use table::{DELETED, EndInfo, How, Phase, SeatInfo, SeatKind, Table, TableInfo};

use super::words::{LANGUAGES, Words, filled};
use crate::accounts::names;
use crate::app::App;
use crate::assets::error_pages::preferred;
use crate::http::refusal::Refusal;
use crate::limits::caller::Caller;
use crate::limits::quotas::Resource;
use crate::results::store::Person;
use crate::studies::store::StudyLine;

/// Maximum time to look up the subject of a page. If it takes longer, the page describes only the site.
const LOOKUP_TIME: Duration = Duration::from_millis(300);
/// Units of [`Resource::Replays`] for loading a table that is not in memory.
const LOAD_UNITS: u32 = 3;
/// Units of [`Resource::Searches`] for a profile or a study.
const LOOKUP_COST: u32 = 3;
/// Maximum ratings in the description of a profile.
const MAX_RATINGS: usize = 3;

/// The subject of a page.
#[derive(Debug, PartialEq, Eq)]
enum Subject {
    Table(String),
    Person(String),
    Study(String),
    Puzzle(String),
}

impl Subject {
    /// Returns the subject of a path: `/t/{table}`, `/r/{table}`, `/@/{name}`, `/study/{study}` or `/puzzle/{puzzle}`.
    fn of(path: &str) -> Option<Subject> {
        let (page, name) = path.trim_matches('/').split_once('/')?;
        let name = Some(name).filter(|name| !name.is_empty() && !name.contains('/'))?;
        match page {
            "t" | "r" => Some(Subject::Table(name.to_owned())),
            "study" => Some(Subject::Study(name.to_owned())),
            "puzzle" => Some(Subject::Puzzle(name.to_owned())),
            "@" => Some(Subject::Person(decoded(name)?)),
            _ => None,
        }
    }
}

/// Decodes the percent-encoded characters of a path.
fn decoded(text: &str) -> Option<String> {
    let (mut bytes, mut rest) = (Vec::new(), text.as_bytes());
    while let Some((&byte, after)) = rest.split_first() {
        rest = after;
        if byte != b'%' {
            bytes.push(byte);
            continue;
        }
        let (digits, after) = rest.split_at_checked(2)?;
        let digits = std::str::from_utf8(digits).ok().filter(|digits| !digits.starts_with('+'))?;
        bytes.push(u8::from_str_radix(digits, 16).ok()?);
        rest = after;
    }
    String::from_utf8(bytes).ok()
}

/// Text of a link preview.
struct Description {
    title: String,
    text: String,
    /// Path of the picture, if there is one.
    picture: Option<String>,
    /// Type of the page in the Open Graph protocol.
    kind: &'static str,
}

/// Returns the page at an address with a description of its subject; `None` if it has none that everyone with the link may see.
pub async fn described(app: &App, caller: Caller, uri: &Uri, headers: &HeaderMap) -> Option<Response> {
    let subject = Subject::of(uri.path())?;
    let words = preferred(headers, &LANGUAGES, |words| words.tag);
    let found = tokio::time::timeout(LOOKUP_TIME, describe(app, caller, &subject, words)).await;
    let description = found.ok()?.ok()??;
    let origin = origin(app, caller, uri, headers);
    app.pages.at(uri.path())?.described(headers, &lines(&description, origin.as_deref(), uri.path()))
}

async fn describe(
    app: &App,
    caller: Caller,
    subject: &Subject,
    words: &'static Words,
) -> Result<Option<Description>, Refusal> {
    match subject {
        Subject::Table(name) => {
            app.moderation.open(name)?;
            let facts = inspect(app, caller, name, Facts::of).await??;
            Ok(Some(facts.describe(words)))
        }
        Subject::Person(name) => {
            app.take(caller, None, Resource::Searches, LOOKUP_COST)?;
            let person = app.store.person(names::folded(name)).await;
            let person = person.map_err(|why| Refusal::not_stored("results", &why))?;
            Ok(person.map(|person| describe_person(&person, words)))
        }
        Subject::Study(id) => {
            app.take(caller, None, Resource::Searches, LOOKUP_COST)?;
            let line = app.store.study_line(id).await.map_err(|why| Refusal::not_stored("studies", &why))?;
            Ok(line.filter(StudyLine::is_open).map(|line| describe_study(&line, words)))
        }
        Subject::Puzzle(id) => Ok(app.puzzles.game(id).map(|game| describe_puzzle(id, game, words))),
    }
}

/// Runs a query on a table for everyone with its link. This does not count as a view, and does not keep the table in memory.
///
/// # Errors
/// There is no such table, or the client has used up its quota.
pub async fn inspect<T: Send + 'static>(
    app: &App,
    caller: Caller,
    name: &str,
    look: impl FnOnce(&Table) -> T + Send + 'static,
) -> Result<T, Refusal> {
    if app.hub.in_memory(name).is_none() {
        app.take(caller, None, Resource::Replays, LOAD_UNITS)?;
    }
    app.hub.inspect(name, Some(caller.client_network), look).await
}

/// Returns the scheme and host of this server. The `hosts` check has validated the host that the client uses.
fn origin(app: &App, caller: Caller, uri: &Uri, headers: &HeaderMap) -> Option<String> {
    if let Some(origin) = &app.public_origin {
        return Some(origin.clone());
    }
    let host = match uri.authority() {
        Some(authority) => authority.as_str(),
        None => headers.get(header::HOST)?.to_str().ok()?,
    };
    Some(format!("{}://{host}", if caller.https { "https" } else { "http" }))
}

/// Facts about a table that its page describes.
struct Facts {
    info: TableInfo,
    points: Vec<i32>,
    log_length: usize,
}

impl Facts {
    fn of(table: &Table) -> Result<Facts, table::Refusal> {
        table.admits(&[])?;
        Ok(Facts { info: table.describe(), points: table.points(), log_length: table.log_length() })
    }

    fn describe(&self, words: &Words) -> Description {
        let info = &self.info;
        let names: Vec<String> = info.seats.iter().enumerate().map(|(seat, who)| name_of(who, seat, words)).collect();
        let seated = || info.seats.iter().zip(&names).filter(|(who, _)| who.r#type != SeatKind::Open);
        let players: Vec<&str> = seated().map(|(_, name)| name.as_str()).collect();
        let game = words.game(&info.setup.game);
        let title = if players.is_empty() { game.to_owned() } else { format!("{game}: {}", players.join(", ")) };
        let mut text = Vec::new();
        let open = info.seats.len() - players.len();
        match (info.phase, &info.end) {
            (Phase::Gathering, _) => {
                text.push(words.gathering.to_owned());
                text.push(filled(words.open_seats, &open.to_string()));
            }
            (Phase::Playing, _) => text.push(words.playing.to_owned()),
            (Phase::Finished, Some(EndInfo { how: How::Aborted, .. })) => text.push(words.aborted.to_owned()),
            (Phase::Finished, Some(_)) => text.push(words.over.to_owned()),
            // A record that was imported without its end.
            (Phase::Finished, None) => {}
        }
        if info.phase != Phase::Gathering {
            let scores: Vec<String> =
                names.iter().zip(&self.points).map(|(name, points)| format!("{name} {points}")).collect();
            text.push(filled(words.score, &scores.join(", ")));
        }
        let winners: Vec<&str> = info
            .end
            .iter()
            .flat_map(|end| &end.winners)
            .filter_map(|seat| names.get(usize::from(*seat)).map(String::as_str))
            .collect();
        match winners.len() {
            0 => {}
            1 => text.push(filled(words.winner, winners[0])),
            _ => text.push(filled(words.winners, &winners.join(", "))),
        }
        let picture = format!("/api/tables/{}/preview.png?v={}", info.table, self.log_length);
        Description { title, text: text.join(" "), picture: Some(picture), kind: "website" }
    }
}

fn name_of(who: &SeatInfo, seat: usize, words: &Words) -> String {
    match (&who.name, who.level) {
        _ if who.deleted => words.deleted.to_owned(),
        (Some(name), _) if name != DELETED => name.clone(),
        (_, Some(level)) => filled(words.computer, words.level(level)),
        _ => filled(words.player, &(seat + 1).to_string()),
    }
}

fn describe_person(person: &Person, words: &Words) -> Description {
    let mut ratings: Vec<(&str, f64)> = Vec::new();
    // The rating of each game in the class with the most games.
    for line in person.ratings.iter().filter(|line| line.settled) {
        if ratings.iter().all(|(game, _)| *game != line.class.game) {
            ratings.push((&line.class.game, line.rating.value));
        }
    }
    let ratings = ratings.iter().take(MAX_RATINGS).map(|(game, value)| format!("{} {value:.0}", words.game(game)));
    let ratings: Vec<String> = ratings.collect();
    let mut text = words.profile.to_owned();
    if !ratings.is_empty() {
        text = format!("{text} {}", filled(words.ratings, &ratings.join(", ")));
    }
    Description { title: person.name.clone(), text, picture: None, kind: "profile" }
}

fn describe_study(line: &StudyLine, words: &Words) -> Description {
    let StudyLine { id, name, owner, chapters, version, .. } = line;
    let text = format!("{} {}", filled(words.study, owner), filled(words.chapters, &chapters.to_string()));
    let picture = (*chapters > 0).then(|| format!("/api/studies/{id}/preview.png?v={version}"));
    Description { title: name.clone(), text, picture, kind: "article" }
}

fn describe_puzzle(id: &str, game: &str, words: &Words) -> Description {
    Description {
        title: format!("{}: {}", words.puzzle, words.game(game)),
        text: words.find.to_owned(),
        picture: Some(format!("/api/puzzles/{id}/preview.png")),
        kind: "website",
    }
}

/// Returns the lines of the HTML head that describe a page. Without an origin, addresses are left out, since they must be absolute.
fn lines(description: &Description, origin: Option<&str>, path: &str) -> String {
    let Description { title, text, picture, kind } = description;
    let picture = origin.zip(picture.as_deref()).map(|(origin, picture)| format!("{origin}{picture}"));
    let card = if picture.is_some() { "summary_large_image" } else { "summary" };
    let mut html = format!("\n    <title>{} – Bastide</title>\n", escaped(title));
    let mut meta = |attribute: &str, name: &str, content: &str| {
        // Writing to a String cannot fail.
        let _ = writeln!(html, r#"    <meta {attribute}="{name}" content="{}" />"#, escaped(content));
    };
    meta("name", "description", text);
    meta("property", "og:site_name", "Bastide");
    meta("property", "og:type", kind);
    meta("property", "og:title", title);
    meta("property", "og:description", text);
    if let Some(origin) = origin {
        meta("property", "og:url", &format!("{origin}{path}"));
    }
    if let Some(picture) = picture {
        let [width, height] = PREVIEW_SIZE;
        meta("property", "og:image", &picture);
        meta("property", "og:image:type", "image/png");
        meta("property", "og:image:width", &width.to_string());
        meta("property", "og:image:height", &height.to_string());
    }
    meta("name", "twitter:card", card);
    html.push_str("    ");
    html
}

/// Escapes text for HTML, in elements and in quoted attributes.
fn escaped(text: &str) -> String {
    let mut escaped = String::with_capacity(text.len());
    for sign in text.chars() {
        match sign {
            '&' => escaped.push_str("&amp;"),
            '<' => escaped.push_str("&lt;"),
            '>' => escaped.push_str("&gt;"),
            '"' => escaped.push_str("&quot;"),
            '\'' => escaped.push_str("&#39;"),
            sign if sign.is_control() => escaped.push(' '),
            sign => escaped.push(sign),
        }
    }
    escaped
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn only_tables_profiles_studies_and_puzzles_have_a_subject() {
        let table = |name: &str| Some(Subject::Table(name.to_owned()));
        let person = |name: &str| Some(Subject::Person(name.to_owned()));
        for (path, subject) in [
            ("/t/abc", table("abc")),
            ("/r/abc/", table("abc")),
            ("/@/%D0%90%20b", person("А b")),
            ("/@/a+b", person("a+b")),
            ("/study/abc", Some(Subject::Study("abc".to_owned()))),
            ("/puzzle/0d15", Some(Subject::Puzzle("0d15".to_owned()))),
            ("/study", None),
            ("/puzzles/index.json", None),
            ("/@/%", None),
            ("/@/%+1", None),
            ("/@/%ff", None),
            ("/t/", None),
            ("/t/a/b", None),
            ("/", None),
            ("/lobby", None),
            ("/assets/x.js", None),
        ] {
            assert_eq!(Subject::of(path), subject, "{path}");
        }
    }

    #[test]
    fn texts_are_escaped() {
        let hostile = r#""><script>alert('&')</script>"#.to_owned();
        let description = Description { title: hostile.clone(), text: hostile, picture: None, kind: "website" };
        let html = lines(&description, Some("http://a.example"), "/t/\"><b>");
        assert!(!html.contains("<script") && !html.contains("<b>"), "{html}");
        assert!(html.contains("&quot;&gt;&lt;script&gt;alert(&#39;&amp;&#39;)&lt;/script&gt;"), "{html}");
        assert!(html.contains(r#"content="summary""#) && !html.contains("og:image"), "{html}");
    }
}
