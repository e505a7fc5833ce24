//! The shapes of what goes over the wire; `docs/protocol.md` describes them.

use axum::extract::ws::Utf8Bytes;
use games::view::told_word;
use games::{Event, EventView, Eyes, Game, Setup, View};
use serde::{Deserialize, Serialize};
use serde_json::value::{RawValue, to_raw_value};
use serde_json::{Value, json};

use crate::refusal::{Code, Refusal};
use crate::storage::{Level, Sitter, StoredAnswer};

/// The version of the protocol.
pub const VERSION: u32 = 1;
/// Signs that a player's name has at most.
const NAME_LENGTH: usize = 32;
/// How long a computer player may be told to think, in milliseconds.
const MILLIS: std::ops::RangeInclusive<u64> = 10..=60_000;
/// How long it thinks if nobody says.
const USUAL_MILLIS: u64 = 1000;

/// What makes a table.
#[derive(Clone, Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct NewTable {
    /// What is played.
    pub setup: Setup,
    /// Who shall sit where.
    seats: Vec<NewSeat>,
    /// Whether everybody may find the table in the list.
    #[serde(default)]
    pub public: bool,
}

/// A seat of a new table.
#[derive(Clone, Debug, Deserialize)]
#[serde(tag = "type", rename_all = "lowercase", deny_unknown_fields)]
enum NewSeat {
    Human { name: String },
    Bot { level: Level, millis: Option<u64> },
    Open {},
}

impl NewTable {
    /// Who shall sit where, checked.
    ///
    /// # Errors
    /// The seats are not as many as the set-up says, or one of them is wrong.
    pub fn sitters(&self) -> Result<Vec<Sitter>, Refusal> {
        if self.seats.len() != usize::from(self.setup.seats) {
            return Err(Refusal::new(
                Code::BadSetup,
                format!("the set-up has {} seats, but {} are listed", self.setup.seats, self.seats.len()),
            ));
        }
        self.seats.iter().map(NewSeat::sitter).collect()
    }
}

impl NewSeat {
    fn sitter(&self) -> Result<Sitter, Refusal> {
        Ok(match self {
            Self::Human { name } => Sitter::Human { name: name_of_player(name)? },
            Self::Bot { level, millis } => {
                let millis = millis.unwrap_or(USUAL_MILLIS);
                if !MILLIS.contains(&millis) {
                    let (least, most) = (MILLIS.start(), MILLIS.end());
                    let why = format!("a computer player cannot think {millis} ms; {least} to {most} will do");
                    return Err(Refusal::new(Code::BadSetup, why));
                }
                Sitter::Bot { level: *level, millis }
            }
            Self::Open {} => Sitter::Open,
        })
    }
}

/// A player's name without white space around it.
///
/// # Errors
/// It is empty, too long, or has signs that cannot be shown.
pub fn name_of_player(name: &str) -> Result<String, Refusal> {
    let name = name.trim();
    let length = name.chars().count();
    if length == 0 || length > NAME_LENGTH || name.chars().any(misleads) {
        let why = format!("a player's name has 1 to {NAME_LENGTH} signs that can be shown");
        return Err(Refusal::new(Code::BadSetup, why));
    }
    Ok(name.to_owned())
}

/// A name from a record, made fit to be shown: without signs that mislead, and not too long; it may come out empty.
pub fn shown_name(name: &str) -> String {
    let fit: String = name.chars().filter(|&sign| !misleads(sign)).collect();
    let short: String = fit.trim().chars().take(NAME_LENGTH).collect();
    short.trim_end().to_owned()
}

/// Signs that are not seen, or that change how the signs around them are shown.
fn misleads(sign: char) -> bool {
    sign.is_control()
        || matches!(sign, '\u{200b}'..='\u{200f}' | '\u{2028}'..='\u{202e}' | '\u{2060}'..='\u{2069}' | '\u{feff}')
}

/// What a client sends over the socket.
#[derive(Clone, Debug, PartialEq, Eq, Deserialize)]
#[serde(tag = "type", rename_all = "lowercase")]
pub enum Request {
    /// Who is there, and what they know already.
    Hello {
        /// The version of the protocol.
        v: u32,
        /// Secrets that open seats.
        #[serde(default)]
        tokens: Vec<String>,
        /// The number of answers that the client knows.
        #[serde(default)]
        since: Option<usize>,
    },
    /// An answer to the pending decision.
    Answer {
        /// Who gives it.
        seat: u8,
        /// The number of answers before it.
        seq: usize,
        /// Its word.
        word: String,
    },
    /// Are you there?
    Ping,
}

impl Request {
    /// Reads a message.
    ///
    /// # Errors
    /// It is no JSON, or no message of the protocol.
    pub fn parse(text: &str) -> Result<Request, Refusal> {
        parse(text.as_bytes(), "a message of the protocol")
    }
}

/// Reads a JSON object of a certain shape, telling text that is no JSON from JSON of another shape.
///
/// # Errors
/// `not_json` or `bad_message`, with what the reader found.
pub fn parse<T: serde::de::DeserializeOwned>(bytes: &[u8], what: &str) -> Result<T, Refusal> {
    let value: Value = serde_json::from_slice(bytes)
        .map_err(|why| Refusal::new(Code::NotJson, format!("this is no JSON text: {why}")))?;
    if !value.is_object() {
        return Err(Refusal::new(Code::BadMessage, format!("this is not {what}: it is no JSON object")));
    }
    serde_json::from_value(value).map_err(|why| Refusal::new(Code::BadMessage, format!("this is not {what}: {why}")))
}

/// An accepted answer and what it did.
#[derive(Clone, Copy, Serialize)]
pub struct Update<'a> {
    /// The number of answers after it.
    pub seq: usize,
    /// Who gave it; nobody where chance did.
    pub seat: Option<u8>,
    /// Its word.
    pub answer: &'a str,
    /// What happened.
    pub events: &'a [EventView],
}

impl<'a> Update<'a> {
    /// The answer that led to a game's newest position, with what happened as it is shown to somebody. What chance brought into a
    /// hidden hand is not told.
    pub fn of(game: &Game, stored: &'a StoredAnswer, events: &'a [EventView]) -> Update<'a> {
        Update { seq: game.seq(), seat: stored.seat, answer: told_word(&stored.word, events), events }
    }
}

/// An update as it is kept for those who come later.
pub struct Logged {
    /// The update as JSON, without a view.
    json: Box<RawValue>,
    /// A seat whose hand it tells of, and what others are told.
    others: Option<(u8, Box<RawValue>)>,
}

impl Logged {
    /// Keeps the answer that led to a game's newest position.
    pub fn new(game: &Game, stored: &StoredAnswer, events: &[Event]) -> Logged {
        let all = game.show(events, Eyes::ALL);
        let taker = all.iter().find_map(|event| match event {
            EventView::Taken { seat, .. } if game.has_secrets() => Some(*seat),
            _ => None,
        });
        let others = taker.map(|seat| (seat, raw(&Update::of(game, stored, &game.show(events, Eyes::NONE)))));
        Logged { json: raw(&Update::of(game, stored, &all)), others }
    }

    /// The update as it is told to somebody; once a game is over everything is.
    pub fn told(&self, eyes: Eyes, over: bool) -> &RawValue {
        match &self.others {
            Some((seat, others)) if !over && !eyes.see(*seat) => others,
            _ => &self.json,
        }
    }
}

#[derive(Serialize)]
struct Shown<'a> {
    r#type: &'static str,
    #[serde(flatten)]
    update: Update<'a>,
    view: &'a View,
}

/// The message that tells of an answer.
pub fn update(update: &Update<'_>, view: &View) -> Utf8Bytes {
    text(&Shown { r#type: "update", update: *update, view }).into()
}

#[derive(Serialize)]
struct Greeting<'a> {
    r#type: &'static str,
    v: u32,
    table: &'a Value,
    you: &'a [u8],
    seq: usize,
    view: &'a View,
    missed: &'a [&'a RawValue],
}

/// The message that greets a client.
pub fn welcome(table: &Value, you: &[u8], seq: usize, view: &View, missed: &[&RawValue]) -> Utf8Bytes {
    text(&Greeting { r#type: "welcome", v: VERSION, table, you, seq, view, missed }).into()
}

/// The message that tells of a change at the table.
pub fn table(table: &Value) -> Utf8Bytes {
    text(&json!({"type": "table", "table": table})).into()
}

/// The message that a computer player thinks.
pub fn thinking(seat: u8, millis: u64) -> Utf8Bytes {
    text(&json!({"type": "thinking", "seat": seat, "millis": millis})).into()
}

/// The message that a message was refused. `seq` is null before the first hello.
pub fn error(refusal: &Refusal, seq: Option<usize>) -> Utf8Bytes {
    text(&json!({"type": "error", "error": refusal.json(), "seq": seq})).into()
}

/// The answer to a ping.
pub fn pong() -> Utf8Bytes {
    Utf8Bytes::from_static(r#"{"type":"pong"}"#)
}

/// A seat of a table. A record may name nobody, and does not say how long a computer player thought.
pub fn seat(sitter: &Sitter, connected: bool) -> Value {
    match sitter {
        Sitter::Human { name } => {
            let name = Some(name).filter(|name| !name.is_empty());
            json!({"type": "human", "name": name, "level": null, "millis": null, "connected": connected})
        }
        Sitter::Bot { level, millis } => {
            let millis = Some(millis).filter(|&&millis| millis > 0);
            json!({"type": "bot", "name": null, "level": level, "millis": millis, "connected": true})
        }
        Sitter::Open => json!({"type": "open", "name": null, "level": null, "millis": null, "connected": false}),
    }
}

/// Anything of ours as JSON text.
pub fn text(value: &impl Serialize) -> String {
    raw(value).get().to_owned()
}

fn raw(value: &impl Serialize) -> Box<RawValue> {
    // What is written here has string keys only, which is all that JSON asks for.
    to_raw_value(value).expect("plain data can be written as JSON")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn messages_of_the_protocol_are_read() {
        let hello = Request::Hello { v: 1, tokens: vec!["t".into()], since: None };
        assert_eq!(Request::parse(r#"{"type": "hello", "v": 1, "tokens": ["t"], "since": null}"#), Ok(hello));
        let answer = Request::Answer { seat: 0, seq: 12, word: "crfr@0,1r2".into() };
        let text = r#"{"type": "answer", "seat": 0, "seq": 12, "word": "crfr@0,1r2", "later": true}"#;
        assert_eq!(Request::parse(text), Ok(answer));
        assert_eq!(Request::parse(r#"{"type": "ping"}"#), Ok(Request::Ping));
    }

    #[test]
    fn what_is_no_message_is_told_apart() {
        let code = |text: &str| Request::parse(text).unwrap_err().code;
        for text in ["", "{", "hello", "{\"type\": \"ping\"} x", "\u{0}", &"[".repeat(4000)] {
            assert_eq!(code(text), Code::NotJson, "{text}");
        }
        for text in [
            "null",
            "[]",
            r#"["ping"]"#,
            "{}",
            r#"{"type": "dance"}"#,
            r#"{"type": "answer", "seat": -1, "seq": 0, "word": ""}"#,
        ] {
            assert_eq!(code(text), Code::BadMessage, "{text}");
        }
        assert_eq!(code(r#"{"type": "answer", "seat": 256, "seq": 0, "word": ""}"#), Code::BadMessage);
        assert_eq!(code(r#"{"type": "hello", "v": 1, "since": -1}"#), Code::BadMessage);
    }

    #[test]
    fn names_are_trimmed_and_bounded() {
        assert_eq!(name_of_player("  Олена ").unwrap(), "Олена");
        for bad in ["", "  ", "a\nb", "a\u{202e}b", &"x".repeat(33)] {
            assert_eq!(name_of_player(bad).unwrap_err().code, Code::BadSetup, "{bad:?}");
        }
    }

    #[test]
    fn seats_are_checked() {
        let table = |seats: &str| {
            let setup = r#"{"game": "carcassonne", "seats": 2}"#;
            let text = format!(r#"{{"setup": {setup}, "seats": {seats}}}"#);
            parse::<NewTable>(text.as_bytes(), "a table").and_then(|table| table.sitters()).map_err(|r| r.code)
        };
        let two = table(r#"[{"type": "human", "name": "A"}, {"type": "bot", "level": "hard", "millis": 50}]"#).unwrap();
        assert_eq!(two[1], Sitter::Bot { level: Level::Hard, millis: 50 });
        assert_eq!(table(r#"[{"type": "open"}]"#), Err(Code::BadSetup));
        assert_eq!(table(r#"[{"type": "open"}, {"type": "bot", "level": "easy", "millis": 1}]"#), Err(Code::BadSetup));
        assert_eq!(table(r#"[{"type": "open"}, {"type": "bot", "level": "best"}]"#), Err(Code::BadMessage));
        assert_eq!(table(r#"[{"type": "open"}, {"type": "ghost"}]"#), Err(Code::BadMessage));
    }
}
