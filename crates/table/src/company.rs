//! What a table knows that is written down nowhere: who is there, what they have agreed to, and what whoever follows it is told.

use std::collections::{BTreeMap, BTreeSet};

use serde::{Deserialize, Serialize};

use crate::command::Write;
use crate::moment::Moment;

/// When it was told how many spectators there are.
#[derive(Clone, Copy, Debug, Default)]
pub(crate) struct Watching {
    /// When.
    pub(crate) told: Option<Moment>,
    /// Since then some came or went; it is told at this moment.
    pub(crate) due: Option<Moment>,
}

/// How far those who played have come to play again.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub(crate) struct Rematch {
    /// The seats that agree.
    pub(crate) agreed: BTreeSet<u8>,
    /// Everybody has agreed, and the table is being made.
    pub(crate) making: bool,
    /// The table where they play.
    pub(crate) next: Option<String>,
}

impl Rematch {
    /// The rematch that was made before, if any was.
    pub(crate) fn of(next: Option<String>) -> Rematch {
        Rematch { next, ..Rematch::default() }
    }
}

/// An offer to take answers back.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub(crate) struct Offer {
    /// Who asks.
    pub(crate) seat: u8,
    /// The number of answers that would be left.
    pub(crate) to: usize,
    /// Whether a draw that was seen would be taken back.
    pub(crate) drawn: bool,
    /// Who agrees, beside the one who asks.
    pub(crate) agreed: BTreeSet<u8>,
}

/// Who is at a table, wherever they are served, and what its keeper knows of them that is not written down.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct Company {
    /// The seats for which somebody is there.
    pub(crate) connected: BTreeSet<u8>,
    /// How many look at it who have no seat.
    pub(crate) watching: usize,
    /// Since when people are away.
    pub(crate) away: BTreeMap<u8, Moment>,
    /// The seat of the computer player that thinks, and for how many milliseconds.
    pub(crate) thinking: Option<(u8, u64)>,
    /// Answers that somebody asks to take back.
    pub(crate) offer: Option<Offer>,
    /// The number of entries at which the others were asked last, and did not agree.
    pub(crate) declined: Option<usize>,
    /// Who wants to play again.
    pub(crate) rematch: Rematch,
}

/// What the keeper of a table tells those who follow it, after everything that changed it.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct Told {
    /// What was written down since it told them last.
    pub writes: Vec<Write>,
    /// Entries of the log after that.
    pub entries: usize,
    /// Who is there now.
    pub company: Company,
    /// The keeper has read the table again, as it did not know what had been written: whoever follows does so too.
    #[serde(default)]
    pub reread: bool,
}
