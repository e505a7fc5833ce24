//! The family's segment and figure kinds. Each kind's number is its index in these tables; saved positions contain these numbers.

use bastide_core::FigureKind;
use bastide_core::words::number_of;

/// Names of the segment kinds.
pub const KIND_WORDS: [&str; 3] = ["grass", "mountain", "sea"];
/// Names of a follower's roles, by segment kind (DISC-05).
pub const ROLE_WORDS: [&str; KIND_WORDS.len()] = ["explorer", "brigand", "navigator"];
/// Names of the figure kinds.
pub const FIGURE_WORDS: [&str; 1] = ["follower"];
/// Names of the neutral pieces; this family has none.
pub const PIECE_WORDS: [&str; 0] = [];

/// Returns the segment kind with this name.
pub const fn segment(word: &str) -> u8 {
    number_of(word, &KIND_WORDS)
}

/// Returns the figure kind with this name.
pub const fn figure(word: &str) -> FigureKind {
    number_of(word, &FIGURE_WORDS)
}
