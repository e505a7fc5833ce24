//! The messages with which a table tells of itself, as JSON text; `docs/protocol.md` describes them.

use games::view::told_word;
use games::{Event, EventView, Game, View, Viewer};
use serde::Serialize;
use serde_json::value::{RawValue, to_raw_value};
use serde_json::{Value, json};

use crate::occupant::SeatOccupant;
use crate::record::StoredAnswer;

/// The version of the protocol.
pub const VERSION: u32 = 1;

/// An accepted answer and what it did.
#[derive(Clone, Copy, Serialize)]
struct Update<'a> {
    /// The number of answers after it.
    seq: usize,
    /// Who gave it; nobody where chance did.
    seat: Option<u8>,
    /// Its word.
    answer: &'a str,
    /// What happened.
    events: &'a [EventView],
}

impl<'a> Update<'a> {
    /// The answer that led to a game's newest position, with what happened as it is shown to somebody. What chance brought into a
    /// hidden hand is not told.
    fn of(game: &Game, stored: &'a StoredAnswer, events: &'a [EventView]) -> Update<'a> {
        Update { seq: game.seq(), seat: stored.seat, answer: told_word(&stored.word, events), events }
    }
}

/// An update as it is kept for those who come later.
#[derive(Clone, Debug)]
pub(crate) struct LoggedUpdate {
    /// The update as JSON, without a view.
    json: Box<RawValue>,
    /// A seat whose hand it tells of, and what others are told.
    others: Option<(u8, Box<RawValue>)>,
}

impl LoggedUpdate {
    /// Keeps the answer that led to a game's newest position.
    pub(crate) fn new(game: &Game, stored: &StoredAnswer, events: &[Event]) -> LoggedUpdate {
        let all = game.show(events, Viewer::ALL);
        let taker = all.iter().find_map(|event| match event {
            EventView::Taken { seat, .. } if game.has_secrets() => Some(*seat),
            _ => None,
        });
        let others = taker.map(|seat| (seat, raw(&Update::of(game, stored, &game.show(events, Viewer::NONE)))));
        LoggedUpdate { json: raw(&Update::of(game, stored, &all)), others }
    }

    /// The update as it is told to somebody; once a game is over everything is.
    pub(crate) fn told(&self, viewer: Viewer, over: bool) -> &RawValue {
        match &self.others {
            Some((seat, others)) if !over && !viewer.see(*seat) => others,
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

/// The message that tells of the answer that led to a game's newest position, as somebody may see it.
pub(crate) fn update(game: &Game, stored: &StoredAnswer, events: &[Event], viewer: Viewer) -> String {
    let events = game.show(events, viewer);
    let update = Update::of(game, stored, &events);
    text(&Shown { r#type: "update", update, view: &game.view_for(viewer) })
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
pub(crate) fn welcome(table: &Value, you: &[u8], seq: usize, view: &View, missed: &[&RawValue]) -> String {
    text(&Greeting { r#type: "welcome", v: VERSION, table, you, seq, view, missed })
}

/// The message that tells of a change at the table.
pub(crate) fn table(table: &Value) -> String {
    text(&json!({"type": "table", "table": table}))
}

/// The message that a computer player thinks.
pub(crate) fn thinking(seat: u8, millis: u64) -> String {
    text(&json!({"type": "thinking", "seat": seat, "millis": millis}))
}

/// A seat of a table. A record may name nobody, and does not say how long a computer player thought.
pub fn seat(occupant: &SeatOccupant, connected: bool) -> Value {
    match occupant {
        SeatOccupant::Human { name } => {
            let name = Some(name).filter(|name| !name.is_empty());
            json!({"type": "human", "name": name, "level": null, "millis": null, "connected": connected})
        }
        SeatOccupant::Bot { level, millis } => {
            let millis = Some(millis).filter(|&&millis| millis > 0);
            json!({"type": "bot", "name": null, "level": level, "millis": millis, "connected": true})
        }
        SeatOccupant::Open => {
            json!({"type": "open", "name": null, "level": null, "millis": null, "connected": false})
        }
    }
}

/// Anything of ours as JSON text.
pub fn text(value: &impl Serialize) -> String {
    // What is written here has string keys only, which is all that JSON asks for.
    serde_json::to_string(value).expect("plain data can be written as JSON")
}

fn raw(value: &impl Serialize) -> Box<RawValue> {
    // See above.
    to_raw_value(value).expect("plain data can be written as JSON")
}
