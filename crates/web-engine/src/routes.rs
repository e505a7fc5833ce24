//! Requests of the protocol over HTTP that a table answers, with the same JSON as the server's.

use games::deal::{Seed, SeedError};
use games::editing::{self, Edit};
use games::numbers::ChosenNumbers;
use games::own_tiles;
use serde::Deserialize;
use serde_json::{Value, json};
use table::guided::{Guided, GuidedGame};
use table::messages::text;
use table::request::parse;
use table::study_position::PositionRequest;
use table::upload::{self, Upload};
use table::{
    CreationParams, Games, LANGUAGES, MadeTable, NewTable, Pace, RecordOf, SeatOccupant, Table, Transfer, Write,
    tokens_wanted,
};

#[cfg(feature = "art")]
use crate::pictures::{self, Pictures};
use crate::refusal::Refusal;
use crate::requests::Reply;
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
    let seed = parse_seed(seed)?;
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
    created(id, now, name, (table, write))
}

/// Begins the session of a new table, and replies as `POST /api/tables` does.
fn created(id: u32, now: u64, name: String, (table, write): (Table, Write)) -> Result<Session, Refusal> {
    let stored = StoredTable::new(write).map_err(|why| Refusal::new("storage", why))?;
    // The device itself opens all seats, so there are no tokens.
    let made = MadeTable { link: format!("/device/{name}"), table: name, tokens: Vec::new() };
    Ok(Session::create(table, stored, now, id, Box::new(move |_| Reply::new(id, Ok(text(&made))))))
}

fn parse_seed(seed: &str) -> Result<Seed, Refusal> {
    seed.parse().map_err(|why: SeedError| Refusal::new("bad_message", why))
}

/// Creates a table on this device that continues a game from elsewhere.
///
/// # Errors
/// The server would refuse the request.
pub fn continue_game(id: u32, now: u64, name: String, seed: &str, body: &str) -> Result<Session, Refusal> {
    check_length(body)?;
    let transfer: Transfer = parse(body.as_bytes(), || "a transfer".to_owned()).map_err(table::Refusal::from)?;
    let seed = parse_seed(seed)?;
    let (record, game) = Upload::parse(upload::text(transfer.record.clone())?)?.replay(|| true)?;
    let tokens = transfer.people().iter().map(|_| DEVICE).collect();
    let params = CreationParams { name: name.clone(), seed, browser: DEVICE, tokens };
    let made = Table::continued(&transfer, &record, game, params, Pace::default())?;
    created(id, now, name, made)
}

/// The body of `POST /api/records`.
#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct RecordUpload {
    record: Value,
    #[serde(default)]
    fix_rotation: bool,
}

/// Creates a table from a record, for replay.
///
/// # Errors
/// The record cannot be parsed or breaks the rules.
pub fn import(id: u32, now: u64, name: String, body: &str) -> Result<Session, Refusal> {
    check_length(body)?;
    let what = || "a body {\"record\"}".to_owned();
    let RecordUpload { record, fix_rotation } = parse(body.as_bytes(), what).map_err(table::Refusal::from)?;
    let (record, game) = Upload::parse(upload::text(record)?)?.fix_rotation(fix_rotation).replay(|| true)?;
    let damaged = |why: table::Refusal| Refusal::new("bad_record", why);
    let (table, write) = Table::of_record(name, &record, game, DEVICE).map_err(damaged)?;
    let stored = StoredTable::new(write).map_err(|why| Refusal::new("storage", why))?;
    Ok(Session::create(table, stored, now, id, Box::new(move |table| described(id, table))))
}

/// Creates a table with a guided game. The device opens its seats, so the tokens are empty.
///
/// # Errors
/// There is no such guided game, or the request would be refused by the server.
pub fn guided(id: u32, now: u64, name: Option<String>, game: &str, body: &str) -> Result<Session, Refusal> {
    let name = name.ok_or_else(|| Refusal::new("bad_message", "name the table that the request creates"))?;
    let what = || "a body {\"names\", \"colour\"}".to_owned();
    let asked: Guided = parse(body.as_bytes(), what).map_err(table::Refusal::from)?;
    let guided = GuidedGame::of(game);
    let guided = guided.ok_or_else(|| Refusal::new("not_found", "there is no guided game of this name"))?;
    let initial = guided.initial_state(&asked.names, asked.colour, &vec![DEVICE; asked.names.len()])?;
    let made = guided.made(name.clone(), vec![String::new(); asked.names.len()]);
    let (table, write) = Table::create_from(initial, name, guided.seed, Pace::default(), None)?;
    let stored = StoredTable::new(write).map_err(|why| Refusal::new("storage", why))?;
    Ok(Session::create(table, stored, now, id, Box::new(move |_| Reply::new(id, Ok(text(&made))))))
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
    #[cfg(feature = "art")]
    pictures: Pictures,
}

/// Handles requests of the protocol over HTTP.
#[derive(Default)]
pub struct Router {
    #[cfg(feature = "art")]
    pictures: Pictures,
}

/// A `GET` request, handled as far as possible without the table.
pub enum Get {
    /// The reply, if the request concerns no table.
    Reply(Reply),
    /// A query on the table with this name.
    Table(String, TableQuery),
}

impl Router {
    /// Handles a `GET` request, with its path and query.
    pub fn get(&self, id: u32, path: &str) -> Get {
        let (path, query) = path.split_once('?').unwrap_or((path, ""));
        let parts: Vec<&str> = path.trim_start_matches('/').split('/').collect();
        let body = match parts[..] {
            ["api", "tables", table, ref rest @ ..] => {
                return Get::Table(table.to_owned(), self.table_query(rest.join("/"), query));
            }
            ["api", "rules", language] if LANGUAGES.contains(&language) => {
                return Get::Reply(Reply::forwarded(id, path, String::new()));
            }
            ["api", "rules", _] => {
                Err(Refusal::new("not_found", format!("the rules are available in {}", LANGUAGES.join(", "))))
            }
            ["api", "games"] => Ok(text(&Games::all())),
            ["api", "sets", file] => tile_file(file),
            #[cfg(feature = "art")]
            ["api", "art", "figures.json"] => Ok(pictures::figures()),
            #[cfg(feature = "art")]
            ["api", "art", set, ref file @ ..] => self.pictures.printed(set, &file.join("/")),
            _ => Err(not_found(path)),
        };
        Get::Reply(Reply::new(id, body))
    }

    fn table_query(&self, action: String, query: &str) -> TableQuery {
        let pair = |pair: &str| pair.split_once('=').map(|(name, value)| (name.to_owned(), value.to_owned()));
        let query = query.split('&').filter_map(pair).collect();
        TableQuery {
            action,
            query,
            #[cfg(feature = "art")]
            pictures: self.pictures.clone(),
        }
    }
}

/// Refuses a path that only servers have.
pub fn not_found(path: &str) -> Refusal {
    Refusal::new("not_found", format!("{path} is not available without a server"))
}

/// Returns the tile file of a printed set, to be edited and played as custom tiles.
fn tile_file(file: &str) -> Result<String, Refusal> {
    let text = file.strip_suffix(".toml").and_then(own_tiles::copy_of_printed);
    text.ok_or_else(|| Refusal::new("not_found", format!("unknown tile set {file}")))
}

/// Returns the numbers of figures and tiles in a set-up, as `POST /api/games/numbers` does.
pub fn numbers(body: &str) -> Result<String, Refusal> {
    check_length(body)?;
    let what = || "a body {\"setup\", \"figures\", \"sets\"}".to_owned();
    let asked: ChosenNumbers = parse(body.as_bytes(), what).map_err(table::Refusal::from)?;
    let numbers = games::numbers::numbers(&asked.setup, &asked.figures, &asked.sets).map_err(table::Refusal::from)?;
    Ok(text(&numbers))
}

/// Returns what a client needs to know about a starting board, as `POST /api/games/board` does.
pub fn board(body: &str) -> Result<String, Refusal> {
    check_length(body)?;
    let asked: Edit =
        parse(body.as_bytes(), || "a body {\"setup\", \"tile\"}".to_owned()).map_err(table::Refusal::from)?;
    Ok(text(&editing::edit(&asked).map_err(table::Refusal::from)?))
}

/// Returns a position of a study, as `POST /api/games/position` does.
pub fn position(body: &str) -> Result<String, Refusal> {
    check_length(body)?;
    let what = || "a body {\"record\", \"at\", \"answers\"}".to_owned();
    let asked: PositionRequest = parse(body.as_bytes(), what).map_err(table::Refusal::from)?;
    Ok(asked.parse()?.show(|| true, |_, _, position| text(position))?)
}

/// Reads a study, as `POST /api/games/study` does.
pub fn study(body: &str) -> Result<String, Refusal> {
    check_length(body)?;
    let read = games::study::read(body).map_err(|why| Refusal::new("bad_record", why))?;
    Ok(text(&read))
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
            "board" => {
                let view = table.board_at(self.number("at")?, &hashes)?;
                Ok(text(&view.board().map_err(table::Refusal::from)?))
            }
            "guide" => Ok(text(&table.guide_at(self.number("at")?, &hashes)?.guide().map_err(failed)?)),
            "events" => {
                let events = table.events(self.number("from")?, self.number("to")?, &hashes)?;
                Ok(text(&events.updates().map_err(failed)?))
            }
            "record" => {
                let record = table.record()?;
                let (colours, record) = (record.colours(), record.record());
                match self.value("format") {
                    None | Some("text") => Ok(record.to_text()),
                    Some("json") => Ok(text(&record)),
                    Some("link") => Ok(RecordOf::link(&record, colours)?),
                    Some(_) => Err(Refusal::new("bad_range", "format must be text, json or link")),
                }
            }
            "transfer" => Ok(text(&table.transfer(&hashes)?.transfer())),
            "tiles.toml" => Ok(table.own_tiles()?.text().unwrap_or_default().to_owned()),
            #[cfg(feature = "art")]
            action if action.starts_with("art/own/") => {
                self.pictures.own(&table.own_tiles()?, &action["art/own/".len()..])
            }
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
            Ok(body) => Reply::forwarded(id, "/api/analyse", body.to_string()),
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
