//! JSON messages from a table to its clients, as described in `docs/protocol.md`.

use games::carcassonne_lab::LinkProblem;
use games::view::{ViewDelta, masked_word};
use games::{Event, EventView, Game, Guide, View, Viewer};
use serde::Serialize;
use serde_json::value::{RawValue, to_raw_value};

use crate::info::{ClocksInfo, TableInfo};
use crate::step::Step;

/// Newest protocol version.
pub const VERSION: u32 = 2;
/// Protocol version in which every update contains the whole view.
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
    /// The answer as a word.
    answer: &'a str,
    /// Events caused by the answer.
    events: &'a [EventView],
}

impl<'a> Update<'a> {
    /// Creates the update for the answer that led to a game's newest position, with the events that a viewer may see. A draw into a hidden
    /// hand is masked.
    pub(crate) fn of(game: &Game, seat: Option<u8>, word: &'a str, events: &'a [EventView]) -> Update<'a> {
        Update { seq: game.seq(), seat, answer: masked_word(word, events), events }
    }
}

/// A message from a table to a client over the socket. Parts that are already JSON are not serialized again.
#[derive(Serialize)]
#[cfg_attr(feature = "types", derive(ts_rs::TS), ts(rename = "TableMessage"))]
#[serde(tag = "type", rename_all = "lowercase")]
pub enum Message<'a> {
    /// Welcomes a client: the table, the newest view, and what the client missed.
    Welcome {
        /// Protocol version used by the client.
        v: u32,
        /// Description of the table.
        table: &'a TableInfo,
        /// Seats that the client plays.
        you: &'a [u8],
        /// Number of answers so far.
        seq: usize,
        /// The newest position.
        view: &'a View,
        /// Hash of the view; sent in version 2 and later.
        #[serde(skip_serializing_if = "Option::is_none")]
        #[cfg_attr(feature = "types", ts(optional))]
        hash: Option<u32>,
        /// Updates that the client missed.
        #[cfg_attr(feature = "types", ts(as = "Vec<Update<'a>>"))]
        missed: &'a [&'a RawValue],
        /// The clocks, if the table has any.
        #[serde(skip_serializing_if = "Option::is_none")]
        #[cfg_attr(feature = "types", ts(optional, as = "Option<ClocksInfo>"))]
        clocks: Option<&'a ClocksInfo>,
    },
    /// Version 1: an accepted answer.
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
    /// Version 2: accepted answers that were written together.
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
    /// Preview of answers, sent to the client that asked for it.
    Preview {
        /// Number of answers before the previewed ones.
        seq: usize,
        /// The answers as words, in order.
        words: &'a [String],
        /// The events that would happen.
        events: &'a [EventView],
        /// The position after these answers if the same seat must answer next; null if it is another seat's or chance's turn.
        view: Option<&'a View>,
    },
    /// Guide to the places in the newest position, sent to the client that asked for it.
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
    /// A computer player started thinking.
    Thinking {
        /// The computer player's seat.
        seat: u8,
        /// Thinking time in milliseconds.
        #[cfg_attr(feature = "types", ts(type = "number"))]
        millis: u64,
    },
}

/// A message that does not concern the game, sent to the client whose message it answers.
#[derive(Serialize)]
#[cfg_attr(feature = "types", derive(ts_rs::TS))]
#[serde(tag = "type", rename_all = "lowercase")]
pub enum ReplyMessage<'a> {
    /// A message was rejected.
    Error {
        /// Error details.
        error: ErrorInfo<'a>,
        /// Number of answers sent to the client so far; null before the first hello.
        seq: Option<usize>,
    },
    /// Response to a ping.
    Pong,
}

/// The error object in a response.
#[derive(Serialize)]
#[cfg_attr(feature = "types", derive(ts_rs::TS), ts(rename = "ServerError"))]
#[cfg_attr(feature = "schemas", derive(utoipa::ToSchema), schema(as = ServerError))]
pub struct ErrorInfo<'a> {
    /// Stable, machine-readable code.
    pub code: &'static str,
    /// Human-readable description of the error.
    pub message: &'a str,
    /// Reason for the sanction; absent if the error does not involve one.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[cfg_attr(feature = "schemas", schema(nullable = false))]
    #[cfg_attr(feature = "types", ts(optional, as = "Option<String>"))]
    pub reason: Option<&'a str>,
    /// End of the sanction in milliseconds since 1970; absent if it is permanent.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[cfg_attr(feature = "schemas", schema(nullable = false))]
    #[cfg_attr(feature = "types", ts(optional, type = "number"))]
    pub until: Option<i64>,
    /// The problem with a link; absent unless the code is `bad_link`.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[cfg_attr(feature = "schemas", schema(nullable = false))]
    #[cfg_attr(feature = "types", ts(optional, as = "Option<LinkProblem>"))]
    pub link: Option<&'a LinkProblem>,
}

/// Returns a viewer's view of a game. A plain table withholds hints until the game is over.
pub(crate) fn view(game: &Game, viewer: Viewer, plain: bool) -> View {
    let mut view = game.view_for(viewer);
    if plain && !view.over {
        view.withhold_hints();
    }
    view
}

/// Returns the message for the answer that led to a game's newest position, as seen by a viewer.
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

/// A view that has been sent to clients, with its hash.
#[derive(Clone)]
pub(crate) struct Shown {
    pub view: View,
    pub hash: u32,
}

impl Shown {
    /// Creates a viewer's view of a game.
    pub(crate) fn of(game: &Game, viewer: Viewer, plain: bool) -> Shown {
        let view = view(game, viewer, plain);
        Shown { hash: view.hash(), view }
    }

    /// Creates the view of a later position for the same viewer, deriving its hash from this view's hash.
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
    // The map keys in these types are always strings, as JSON requires.
    serde_json::to_string(value).expect("plain data can be written as JSON")
}

fn raw(value: &impl Serialize) -> Box<RawValue> {
    // The map keys in these types are always strings too.
    to_raw_value(value).expect("plain data can be written as JSON")
}
