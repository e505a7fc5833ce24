//! The messages with which a table tells of itself, as JSON text; `docs/protocol.md` describes them.

use games::view::{ViewDelta, told_word};
use games::{Event, EventView, Game, Guide, View, Viewer};
use serde::Serialize;
use serde_json::value::{RawValue, to_raw_value};

use crate::info::{ClocksInfo, TableInfo};
use crate::step::Step;

/// The newest version of the protocol.
pub const VERSION: u32 = 2;
/// The version in which every update brings the whole view.
pub const WHOLE_VIEWS: u32 = 1;

/// An accepted answer and what it did.
#[derive(Clone, Copy, Serialize)]
#[cfg_attr(feature = "types", derive(ts_rs::TS), ts(rename = "Step"))]
#[cfg_attr(feature = "schemas", derive(utoipa::ToSchema), schema(as = Step))]
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
    fn of(game: &Game, seat: Option<u8>, word: &'a str, events: &'a [EventView]) -> Update<'a> {
        Update { seq: game.seq(), seat, answer: told_word(word, events), events }
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
        /// Its hash, from version 2 on.
        #[serde(skip_serializing_if = "Option::is_none")]
        #[cfg_attr(feature = "types", ts(optional))]
        hash: Option<u32>,
        /// Updates after those that the client knows.
        #[cfg_attr(feature = "types", ts(as = "Vec<Update<'a>>"))]
        missed: &'a [&'a RawValue],
        /// The clocks, if the table has some.
        #[serde(skip_serializing_if = "Option::is_none")]
        #[cfg_attr(feature = "types", ts(optional, as = "Option<ClocksInfo>"))]
        clocks: Option<&'a ClocksInfo>,
    },
    /// An accepted answer, by version 1.
    Update {
        /// What it did.
        #[serde(flatten)]
        update: Update<'a>,
        /// The position after it.
        view: &'a View,
        /// The clocks, if the table has some.
        #[serde(skip_serializing_if = "Option::is_none")]
        #[cfg_attr(feature = "types", ts(optional, as = "Option<ClocksInfo>"))]
        clocks: Option<&'a ClocksInfo>,
    },
    /// Accepted answers that were written down together, by version 2.
    Changes {
        /// The number of answers after them.
        seq: usize,
        /// The number of answers before them.
        from: usize,
        /// The answers, and what they did.
        steps: &'a [Update<'a>],
        /// What of the view has changed.
        delta: &'a ViewDelta<'a>,
        /// The hash of the view after them.
        hash: u32,
        /// The clocks, if the table has some.
        #[serde(skip_serializing_if = "Option::is_none")]
        #[cfg_attr(feature = "types", ts(optional, as = "Option<ClocksInfo>"))]
        clocks: Option<&'a ClocksInfo>,
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
        /// The clocks, if the table has some.
        #[serde(skip_serializing_if = "Option::is_none")]
        #[cfg_attr(feature = "types", ts(optional, as = "Option<ClocksInfo>"))]
        clocks: Option<&'a ClocksInfo>,
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
pub(crate) fn update(step: &Step, viewer: Viewer, plain: bool, clocks: Option<&ClocksInfo>) -> String {
    let Step { game, stored, events } = step;
    let events = game.show(events, viewer);
    let update = Update::of(game, stored.seat, &stored.word, &events);
    text(&Message::Update { update, view: &view(game, viewer, plain), clocks })
}

/// The message that tells of answers that were written down together, by what changed of a view that somebody has.
pub(crate) fn changes(
    steps: &[Step],
    viewer: Viewer,
    (old, new): (&Shown, &Shown),
    clocks: Option<&ClocksInfo>,
) -> String {
    let events: Vec<Vec<EventView>> = steps.iter().map(|step| step.game.show(&step.events, viewer)).collect();
    let told = steps.iter().zip(&events);
    let told: Vec<Update> =
        told.map(|(step, events)| Update::of(&step.game, step.stored.seat, &step.stored.word, events)).collect();
    let delta = ViewDelta::between(&old.view, &new.view);
    let (seq, from) = (new.view.seq, old.view.seq);
    text(&Message::Changes { seq, from, steps: &told, delta: &delta, hash: new.hash, clocks })
}

/// An answer as it is told to those who come later, without a view.
pub(crate) fn logged(game: &Game, seat: Option<u8>, word: &str, events: &[Event], viewer: Viewer) -> Box<RawValue> {
    let events = game.show(events, viewer);
    raw(&Update::of(game, seat, word, &events))
}

/// A view that clients have, with its hash.
#[derive(Clone)]
pub(crate) struct Shown {
    pub view: View,
    pub hash: u32,
}

impl Shown {
    /// The view of a game for somebody.
    pub(crate) fn of(game: &Game, viewer: Viewer, plain: bool) -> Shown {
        let view = view(game, viewer, plain);
        Shown { hash: view.hash(), view }
    }

    /// The view of a later position of the game, for the same eyes.
    pub(crate) fn later(&self, game: &Game, viewer: Viewer, plain: bool) -> Shown {
        let view = view(game, viewer, plain);
        Shown { hash: view.hash_after(Some((&self.view, self.hash))), view }
    }
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
