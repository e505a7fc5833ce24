//! The data types of a family's positions.

use crate::Plain;
use crate::option::Choices;
use crate::tile::{COUNTERS, MergeRule};
use std::fmt::Debug;

/// Types and constants that a family supplies to its positions and rules: how segments merge, options, pending decisions, expansion state.
///
/// This trait is separate from [`Family`](crate::Family), which plays positions, so that code that only reads positions need not depend on
/// it.
pub trait FamilyData: Copy + Debug + Sized + 'static {
    /// Rule by which each counter is merged when segments join.
    const MERGE_RULES: [MergeRule; COUNTERS];
    /// True if a segment can have another segment that joins along with it ([`Segment::along`](crate::tile::Segment::along)).
    const LAYERED: bool = false;
    /// True if the board tracks the tiles next to the newest one ([`Board::beside_newest`](crate::Board::beside_newest)), their marks, and
    /// the marks of the newest tile.
    const KEEPS_BESIDE: bool = false;
    /// True if the board tracks whether the newest tile ended a feature ([`Board::has_ended_feature`](crate::Board::has_ended_feature)).
    const KEEPS_ENDED: bool = false;
    /// Maximum number of tokens that stay attached to a figure.
    const MAX_ATTACHED: u8 = 0;

    /// The family's set-up choices.
    type Options: Choices + Send + Sync;
    /// A pending decision.
    type Pending: Copy + Debug + Default + PartialEq + Plain + Send + Sync;
    /// State of the expansions.
    type Extra: Copy + Debug + Default + PartialEq + Plain + Send + Sync;
}
