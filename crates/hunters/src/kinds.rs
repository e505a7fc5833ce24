//! The numbers of the family's kinds of segment and figure: one table each, in which a word's place is its number. Saved positions have
//! these numbers.

use bastide_core::FigureKind;
use bastide_core::words::number_of;

/// The words for kinds of segment. The first three are the kinds of edge as well.
pub const KIND_WORDS: [&str; 5] = ["meadow", "forest", "river", "lake", "system"];
/// A member's role on each kind of segment (HG-05).
pub const ROLE_WORDS: [&str; KIND_WORDS.len()] = ["hunter", "gatherer", "fisher", "", ""];
/// The words for kinds of figure.
pub const FIGURE_WORDS: [&str; 2] = ["member", "hut"];
/// The words for pieces that belong to nobody: there are none.
pub const PIECE_WORDS: [&str; 0] = [];

/// The number of a kind of segment.
pub const fn segment(word: &str) -> u8 {
    number_of(word, &KIND_WORDS)
}

/// The number of a kind of figure.
pub const fn figure(word: &str) -> FigureKind {
    number_of(word, &FIGURE_WORDS)
}
