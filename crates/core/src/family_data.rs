//! What the positions of a family are made of.

use crate::Plain;
use crate::option::Choices;
use crate::tile::{COUNTERS, MergeRule};
use std::fmt::Debug;

/// What a family brings to its positions and rules: how its segments join, what a set-up chooses, what waits and what is remembered.
///
/// It stands apart from [`Family`](crate::Family), which says what is done with a position, so that a position can be told without it.
pub trait FamilyData: Copy + Debug + Sized + 'static {
    /// How the counters of joined segments merge.
    const MERGE_RULES: [MergeRule; COUNTERS];
    /// Whether segments have others along with them ([`Segment::along`](crate::tile::Segment::along)).
    const LAYERED: bool = false;
    /// Whether the board keeps which tiles lie beside the newest ([`Board::beside_newest`](crate::Board::beside_newest)), and which marks
    /// they and the newest itself have.
    const KEEPS_BESIDE: bool = false;
    /// Whether the board keeps whether the newest tile ended a feature ([`Board::has_ended`](crate::Board::has_ended)).
    const KEEPS_ENDED: bool = false;
    /// Most tokens that stay attached to a figure.
    const MOST_ATTACHED: u8 = 0;

    /// What a set-up chooses.
    type Options: Choices + Send + Sync;
    /// A decision that waits.
    type Pending: Copy + Debug + Default + PartialEq + Plain + Send + Sync;
    /// What expansions remember.
    type Extra: Copy + Debug + Default + PartialEq + Plain + Send + Sync;
}
