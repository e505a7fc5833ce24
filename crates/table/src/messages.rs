//! The messages with which a table tells of itself, as JSON text; `docs/protocol.md` describes them.

use games::view::told_word;
use games::{Event, EventView, Game, Guide, View, Viewer};
use serde::Serialize;
use serde_json::value::{RawValue, to_raw_value};

use crate::info::TableInfo;
use crate::record::StoredAnswer;

/// The version of the protocol.
pub const VERSION: u32 = 1;

/// An accepted answer and what it did.
#[derive(Clone, Copy, Serialize)]
#[cfg_attr(feature = "types", derive(ts_rs::TS), ts(rename = "Step"))]
pub struct Update<'a> {
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

/// What a table says over the socket. What is JSON already, and what only the socket knows of, is not made again for it.
#[derive(Serialize)]
#[cfg_attr(feature = "types", derive(ts_rs::TS), ts(rename = "TableMessage"))]
#[serde(tag = "type", rename_all = "lowercase")]
pub enum Message<'a> {
    /// Greets a client.
    Welcome {
        /// [`VERSION`].
        v: u32,
        /// The table.
        table: &'a TableInfo,
        /// The client's seats.
        you: &'a [u8],
        /// Answers given so far.
        seq: usize,
        /// The newest position.
        view: &'a View,
        /// Updates after those that the client knows.
        #[cfg_attr(feature = "types", ts(as = "Vec<Update<'a>>"))]
        missed: &'a [&'a RawValue],
    },
    /// An accepted answer.
    Update {
        /// What it did.
        #[serde(flatten)]
        update: Update<'a>,
        /// The position after it.
        view: &'a View,
    },
    /// What answers would do; told to whoever asked, and nobody else.
    Preview {
        /// The number of answers before them.
        seq: usize,
        /// Their words.
        words: &'a [String],
        /// What would happen.
        events: &'a [EventView],
        /// The position after them, where the same seat would be asked; nothing where it would be another's turn, or chance's.
        view: Option<&'a View>,
    },
    /// What the newest position tells of its places; told to whoever asked, and nobody else.
    Guide(&'a Guide),
    /// The table changed.
    Table {
        /// As it is now.
        table: &'a TableInfo,
    },
    /// A computer player began to think.
    Thinking {
        /// Whose seat it has.
        seat: u8,
        /// How long it may think, in milliseconds.
        #[cfg_attr(feature = "types", ts(type = "number"))]
        millis: u64,
    },
}

/// What may be shown of a game to somebody. At a plain table nobody is told which tiles are left before the game is over.
pub(crate) fn view(game: &Game, viewer: Viewer, plain: bool) -> View {
    let mut view = game.view_for(viewer);
    if plain && !view.over {
        view.bag.tiles.clear();
    }
    view
}

/// The message that tells of the answer that led to a game's newest position, as somebody may see it.
pub(crate) fn update(game: &Game, stored: &StoredAnswer, events: &[Event], viewer: Viewer, plain: bool) -> String {
    let events = game.show(events, viewer);
    text(&Message::Update { update: Update::of(game, stored, &events), view: &view(game, viewer, plain) })
}

/// The message that a computer player thinks.
pub(crate) fn thinking(seat: u8, millis: u64) -> String {
    text(&Message::Thinking { seat, millis })
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
