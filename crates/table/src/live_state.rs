//! Table state that is kept only in memory: presence, offers, and updates for followers.

use std::collections::{BTreeMap, BTreeSet};

use serde::{Deserialize, Serialize};

use crate::command::Write;
use crate::moment::Moment;
use crate::offer::OfferKind;

/// Timing of messages that report the number of spectators.
#[derive(Clone, Copy, Debug, Default)]
pub(crate) struct Watching {
    /// Time of the last message.
    pub(crate) sent_at: Option<Moment>,
    /// Time of the next message, if the number has changed since the last message.
    pub(crate) due_at: Option<Moment>,
}

/// Progress of a rematch.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub(crate) struct Rematch {
    /// Seats whose players have agreed.
    pub(crate) agreed: BTreeSet<u8>,
    /// True while the table for the agreed rematch is being created.
    #[serde(rename = "making")]
    pub(crate) creating: bool,
    /// The new table.
    pub(crate) next: Option<String>,
}

impl Rematch {
    /// Creates the state of a rematch: already created if `next` is given, otherwise not yet agreed to by anyone.
    pub(crate) fn of(next: Option<String>) -> Rematch {
        Rematch { next, ..Rematch::default() }
    }
}

/// An offer that the other players have not accepted yet.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub(crate) struct Offer {
    /// The seat asking for the undo.
    pub(crate) seat: u8,
    /// Kind of the offer; older nodes only know undo.
    #[serde(default)]
    pub(crate) kind: OfferKind,
    /// Number of answers left if it is accepted.
    pub(crate) to: usize,
    /// True if the undo would take back a draw that players have seen.
    pub(crate) drawn: bool,
    /// Seats that have agreed, including the one asking.
    pub(crate) agreed: BTreeSet<u8>,
}

/// Presence, the pending undo offer, and the rematch: the part of a table's state that is kept only in memory.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct LiveState {
    /// The seats with a connected player.
    pub(crate) connected: BTreeSet<u8>,
    /// Number of spectators.
    pub(crate) watching: usize,
    /// Moments at which absent players left, by seat.
    pub(crate) away: BTreeMap<u8, Moment>,
    /// The seat of the thinking computer player, and its thinking time in milliseconds.
    pub(crate) thinking: Option<(u8, u64)>,
    /// The offer that waits for other players.
    pub(crate) offer: Option<Offer>,
    /// Number of log entries at the last declined offer of each kind.
    #[serde(default, rename = "declined_kinds")]
    pub(crate) declined: BTreeMap<OfferKind, usize>,
    /// Progress of a rematch.
    pub(crate) rematch: Rematch,
}

/// An update sent by the owner node to its followers after every change.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct Update {
    /// Writes since the last update.
    pub writes: Vec<Write>,
    /// Number of log entries after these writes.
    pub entries: usize,
    /// Presence, pending offer and rematch after these writes.
    #[serde(rename = "company")]
    pub live: LiveState,
    /// True if the owner node had to reload the table because it did not know what had been written; followers reload too.
    #[serde(default, rename = "reread")]
    pub reloaded: bool,
}
