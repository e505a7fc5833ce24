//! The family's segment and figure kinds. The number of a kind is the index of its name in these tables. Saved positions contain these
//! numbers.

use bastide_core::FigureKind;
use bastide_core::words::number_of;

/// Names of the segment kinds. The first three are also the kinds of edges.
pub const KIND_WORDS: [&str; 5] = ["meadow", "forest", "river", "lake", "system"];
/// Names of a member's roles, by kind of segment; empty for kinds on which no member can be placed (HG-05).
pub const ROLE_WORDS: [&str; KIND_WORDS.len()] = ["hunter", "gatherer", "fisher", "", ""];
/// Names of the figure kinds.
pub const FIGURE_WORDS: [&str; 2] = ["member", "hut"];
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
