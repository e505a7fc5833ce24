//! The messages of a table to its clients, as JSON text; `docs/protocol.md` describes them.

use games::view::{ViewDelta, masked_word};
use games::{Event, EventView, Game, Guide, View, Viewer};
use serde::Serialize;
use serde_json::value::{RawValue, to_raw_value};

use crate::info::{ClocksInfo, TableInfo};
use crate::step::Step;

/// Newest version of the protocol.
pub const VERSION: u32 = 2;
/// The version in which every update contains the whole view.
pub const WHOLE_VIEWS: u32 = 1;

/// An accepted answer and its effects.
#[derive(Clone, Copy, Serialize)]
#[cfg_attr(feature = "types", derive(ts_rs::TS), ts(rename = "Step"))]
#[cfg_attr(feature = "schemas", derive(utoipa::ToSchema), schema(as = Step))]
pub struct Update<'a> {
    /// Number of answers so far, including this one.
    seq: usize,
    /// The seat that gave the answer; null for chance.
    seat: Option<u8>,
    /// The answer's word.
    answer: &'a str,
    /// Events caused by the answer.
    events: &'a [EventView],
}

impl<'a> Update<'a> {
    /// Creates the update for the answer that led to a game's newest position, with its events as a viewer may see them. A draw into a
    /// hidden hand is masked.
    fn of(game: &Game, seat: Option<u8>, word: &'a str, events: &'a [EventView]) -> Update<'a> {
        Update { seq: game.seq(), seat, answer: masked_word(word, events), events }
    }
}

/// A message from a table to a client over the socket. Parts that are already JSON are not serialized again.
#[derive(Serialize)]
#[cfg_attr(feature = "types", derive(ts_rs::TS), ts(rename = "TableMessage"))]
#[serde(tag = "type", rename_all = "lowercase")]
pub enum Message<'a> {
    /// Sent when a client is welcomed: the table, the newest view, and what the client missed.
    Welcome {
        /// Protocol version that the client speaks.
        v: u32,
        /// Description of the table.
        table: &'a TableInfo,
        /// The client's seats.
        you: &'a [u8],
        /// Number of answers so far.
        seq: usize,
        /// The newest position.
        view: &'a View,
        /// Hash of the view, from version 2 on.
        #[serde(skip_serializing_if = "Option::is_none")]
        #[cfg_attr(feature = "types", ts(optional))]
        hash: Option<u32>,
        /// Updates that the client has missed.
        #[cfg_attr(feature = "types", ts(as = "Vec<Update<'a>>"))]
        missed: &'a [&'a RawValue],
        /// The clocks, if the table has any.
        #[serde(skip_serializing_if = "Option::is_none")]
        #[cfg_attr(feature = "types", ts(optional, as = "Option<ClocksInfo>"))]
        clocks: Option<&'a ClocksInfo>,
    },
    /// An accepted answer, in version 1.
    Update {
        /// The answer and its effects.
        #[serde(flatten)]
        update: Update<'a>,
        /// The position after the answer.
        view: &'a View,
        /// The clocks, if the table has any.
        #[serde(skip_serializing_if = "Option::is_none")]
        #[cfg_attr(feature = "types", ts(optional, as = "Option<ClocksInfo>"))]
        clocks: Option<&'a ClocksInfo>,
    },
    /// Accepted answers that were written together, in version 2.
    Changes {
        /// Number of answers so far, including these.
        seq: usize,
        /// Number of answers before these.
        from: usize,
        /// The answers with their effects.
        steps: &'a [Update<'a>],
        /// Changes to the view.
        delta: &'a ViewDelta<'a>,
        /// Hash of the view after these answers.
        hash: u32,
        /// The clocks, if the table has any.
        #[serde(skip_serializing_if = "Option::is_none")]
        #[cfg_attr(feature = "types", ts(optional, as = "Option<ClocksInfo>"))]
        clocks: Option<&'a ClocksInfo>,
    },
    /// Preview of answers, for the client that asked.
    Preview {
        /// Number of answers before the previewed ones.
        seq: usize,
        /// The answers' words, in order.
        words: &'a [String],
        /// Events that would happen.
        events: &'a [EventView],
        /// The position after these answers if the same seat must answer next; null if another seat or chance must.
        view: Option<&'a View>,
    },
    /// Guide to the places of the newest position, for the client that asked.
    Guide(&'a Guide),
    /// The table changed.
    Table {
        /// The table's new description.
        table: &'a TableInfo,
        /// The clocks, if the table has any.
        #[serde(skip_serializing_if = "Option::is_none")]
        #[cfg_attr(feature = "types", ts(optional, as = "Option<ClocksInfo>"))]
        clocks: Option<&'a ClocksInfo>,
    },
    /// A computer player started to think.
    Thinking {
        /// Seat of the computer player.
        seat: u8,
        /// Its thinking time in milliseconds.
        #[cfg_attr(feature = "types", ts(type = "number"))]
        millis: u64,
    },
}

/// Returns a viewer's view of a game. At a plain table the remaining tiles are hidden until the game is over.
pub(crate) fn view(game: &Game, viewer: Viewer, plain: bool) -> View {
    let mut view = game.view_for(viewer);
    if plain && !view.over {
        view.bag.tiles.clear();
    }
    view
}

/// Returns the message for the answer that led to a game's newest position, as a viewer may see it.
pub(crate) fn update(step: &Step, viewer: Viewer, plain: bool, clocks: Option<&ClocksInfo>) -> String {
    let Step { game, stored, events } = step;
    let events = game.show(events, viewer);
    let update = Update::of(game, stored.seat, &stored.word, &events);
    text(&Message::Update { update, view: &view(game, viewer, plain), clocks })
}

/// Returns the message for answers that were written together, as a delta to a viewer's view.
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

/// Returns an answer and its events without a view, for clients that connect later.
pub(crate) fn logged(game: &Game, seat: Option<u8>, word: &str, events: &[Event], viewer: Viewer) -> Box<RawValue> {
    let events = game.show(events, viewer);
    raw(&Update::of(game, seat, word, &events))
}

/// A view that was sent to clients, with its hash.
#[derive(Clone)]
pub(crate) struct Shown {
    pub view: View,
    pub hash: u32,
}

impl Shown {
    /// Creates the view of a game for a viewer.
    pub(crate) fn of(game: &Game, viewer: Viewer, plain: bool) -> Shown {
        let view = view(game, viewer, plain);
        Shown { hash: view.hash(), view }
    }

    /// Creates the view of a later position for the same viewer; derives its hash from this one.
    pub(crate) fn later(&self, game: &Game, viewer: Viewer, plain: bool) -> Shown {
        let view = view(game, viewer, plain);
        Shown { hash: view.hash_after(Some((&self.view, self.hash))), view }
    }
}

/// Returns the message that announces a thinking computer player.
pub(crate) fn thinking(seat: u8, millis: u64) -> String {
    text(&Message::Thinking { seat, millis })
}

/// Serializes a message as JSON text.
pub fn text(value: &impl Serialize) -> String {
    // These types have only string keys, as JSON requires.
    serde_json::to_string(value).expect("plain data can be written as JSON")
}

fn raw(value: &impl Serialize) -> Box<RawValue> {
    // These types, too, have only string keys.
    to_raw_value(value).expect("plain data can be written as JSON")
}
