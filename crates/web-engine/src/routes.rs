//! Requests of the protocol over HTTP that a table answers, with the same JSON as the server's.

use serde::Deserialize;
use serde_json::{Value, json};
use table::messages::text;
use table::request::parse;
use table::upload::{self, Upload};
use table::{CreationParams, Games, LANGUAGES, MadeTable, NewTable, Pace, SeatOccupant, Table, tokens_wanted};

use crate::refusal::Refusal;
use crate::requests::{Forward, Reply};
use crate::session::{DEVICE, Session};
use crate::stored_table::StoredTable;

/// Maximum length of a record or a set-up with custom tiles, in bytes; no printed game comes near it.
const MAX_BODY_BYTES: usize = 2 << 20;

/// Creates a table on this device: its people share the screen, and all seats belong to them or to computer players.
///
/// # Errors
/// The request would be refused by the server, or it has open seats.
pub fn create(id: u32, now: u64, name: String, seed: &str, body: &str) -> Result<Session, Refusal> {
    check_length(body)?;
    let asked: NewTable = parse(body.as_bytes(), || "a table".to_owned()).map_err(table::Refusal::from)?;
    let seed = seed.parse().map_err(|why: games::deal::SeedError| Refusal::new("bad_message", why))?;
    let seats = asked.occupants()?;
    asked.access()?;
    if seats.contains(&SeatOccupant::Open) {
        return Err(Refusal::new(
            "bad_setup",
            "other people cannot join a table on this device; give every seat a player",
        ));
    }
    let tokens = tokens_wanted(&seats).iter().map(|_| DEVICE).collect();
    let params = CreationParams { name: name.clone(), seed, browser: DEVICE, tokens };
    let (table, write) = Table::create(&asked, params, Pace::default(), None)?;
    let stored = StoredTable::new(write).map_err(|why| Refusal::new("storage", why))?;
    // The device itself opens all seats, so there are no tokens.
    let made = MadeTable { link: format!("/device/{name}"), table: name, tokens: Vec::new() };
    Ok(Session::create(table, stored, now, id, Box::new(move |_| Reply::new(id, Ok(text(&made))))))
}

/// The body of `POST /api/records`.
#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct RecordUpload {
    record: Value,
}

/// Creates a table from a record, for replay.
///
/// # Errors
/// The record cannot be parsed or breaks the rules.
pub fn import(id: u32, now: u64, name: String, body: &str) -> Result<Session, Refusal> {
    check_length(body)?;
    let what = || "a body {\"record\"}".to_owned();
    let RecordUpload { record } = parse(body.as_bytes(), what).map_err(table::Refusal::from)?;
    let (record, game) = Upload::parse(upload::text(record)?)?.replay(|| true)?;
    let damaged = |why: table::Refusal| Refusal::new("bad_record", why);
    let (table, write) = Table::of_record(name, &record, game, DEVICE).map_err(damaged)?;
    let stored = StoredTable::new(write).map_err(|why| Refusal::new("storage", why))?;
    Ok(Session::create(table, stored, now, id, Box::new(move |table| described(id, table))))
}

/// Opens a stored table.
///
/// # Errors
/// The text is damaged.
pub fn open(id: u32, now: u64, text: &str) -> Result<Session, Refusal> {
    let damaged = |why| Refusal::new("storage", why);
    let stored = StoredTable::parse(text).map_err(damaged)?;
    let table = stored.load().map_err(damaged)?;
    Ok(Session::open(table, stored, now, Box::new(move |table| described(id, table))))
}

fn described(id: u32, table: &Table) -> Reply {
    Reply::new(id, Ok(text(&table.describe())))
}

fn check_length(body: &str) -> Result<(), Refusal> {
    match body.len() {
        bytes if bytes > MAX_BODY_BYTES => Err(table::Refusal::TooBig { bytes, most: MAX_BODY_BYTES }.into()),
        _ => Ok(()),
    }
}

/// A request about a table: the part of the path after its name, and the query.
pub struct TableQuery {
    action: String,
    query: Vec<(String, String)>,
}

/// Subject of a request.
pub enum Route {
    /// A table, by its name.
    Table(String, TableQuery),
    /// The games that can be played.
    Games,
    /// The rule reference in a language.
    Rules(String),
    /// Something that needs no table and is not handled here.
    Other,
}

impl Route {
    /// Parses a path with its query.
    pub fn parse(path: &str) -> Route {
        let (path, query) = path.split_once('?').unwrap_or((path, ""));
        let parts: Vec<&str> = path.trim_start_matches('/').split('/').collect();
        match parts[..] {
            ["api", "games"] => Route::Games,
            ["api", "rules", language] => Route::Rules(language.to_owned()),
            ["api", "tables", table, ref rest @ ..] => {
                let pair = |pair: &str| pair.split_once('=').map(|(name, value)| (name.to_owned(), value.to_owned()));
                let query = query.split('&').filter_map(pair).collect();
                Route::Table(table.to_owned(), TableQuery { action: rest.join("/"), query })
            }
            _ => Route::Other,
        }
    }
}

/// Returns the games that can be played.
pub fn games() -> String {
    text(&Games::all())
}

/// Returns the rule reference in a language.
pub fn rules(language: &str) -> Result<String, Refusal> {
    let clauses = games::reference::clauses(language);
    let unknown = || Refusal::new("not_found", format!("the rules are available in {}", LANGUAGES.join(", ")));
    Ok(text(&clauses.ok_or_else(unknown)?))
}

impl TableQuery {
    /// Answers the request.
    pub fn reply(&self, id: u32, table: &Table) -> Reply {
        match self.action.as_str() {
            "analysis" => self.analysis(id, table),
            _ => Reply::new(id, self.body(table)),
        }
    }

    fn body(&self, table: &Table) -> Result<String, Refusal> {
        let hashes = [DEVICE];
        let failed = |why: String| Refusal::new("storage", format!("cannot replay the position: {why}"));
        match self.action.as_str() {
            "" => Ok(text(&table.describe())),
            "view" => Ok(text(&table.view(self.number("at")?, &hashes)?.view().map_err(failed)?)),
            "guide" => Ok(text(&table.guide_at(self.number("at")?, &hashes)?.guide().map_err(failed)?)),
            "events" => {
                let events = table.events(self.number("from")?, self.number("to")?, &hashes)?;
                Ok(text(&events.updates().map_err(failed)?))
            }
            "record" => {
                let record = table.record()?.record();
                match self.value("format") {
                    None | Some("text") => Ok(record.to_text()),
                    Some("json") => Ok(text(&record)),
                    Some(_) => Err(Refusal::new("bad_range", "format must be text or json")),
                }
            }
            "tiles.toml" => Ok(table.own_tiles()?.text().unwrap_or_default().to_owned()),
            _ => Err(Refusal::new("not_found", "this is not available at a table on this device")),
        }
    }

    /// Forwards the request for an analysis to the computer players, once the game is over.
    fn analysis(&self, id: u32, table: &Table) -> Reply {
        let asked = || {
            table.finished_game()?;
            let given = match self.value("given") {
                None | Some("true") => true,
                Some("false") => false,
                Some(_) => return Err(Refusal::new("bad_range", "given must be true or false")),
            };
            let (at, millis) = (self.number("at")?, self.number("millis")?);
            let record = table.record()?.record();
            Ok(json!({"record": record, "at": at, "millis": millis, "given": given}))
        };
        match asked() {
            Ok(body) => {
                let forward = Some(Forward { path: "/api/analyse", body: body.to_string() });
                Reply { id, text: None, error: None, forward }
            }
            Err(refusal) => Reply::new(id, Err(refusal)),
        }
    }

    fn value(&self, name: &str) -> Option<&str> {
        self.query.iter().find(|(known, _)| known == name).map(|(_, value)| value.as_str())
    }

    fn number(&self, name: &str) -> Result<Option<usize>, Refusal> {
        let number = |text: &str| {
            text.parse().map_err(|_| Refusal::new("bad_range", format!("{name} must be a number, not \"{text}\"")))
        };
        self.value(name).map(number).transpose()
    }
}
