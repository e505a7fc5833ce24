//! The numbers of the family's kinds of segment and figure. In each table, a word's index is its number. Saved positions contain these
//! numbers.

use bastide_core::FigureKind;
use bastide_core::words::number_of;

/// Words for kinds of segment.
pub const KIND_WORDS: [&str; 3] = ["grass", "mountain", "sea"];
/// A follower's role on each kind of segment (DISC-05).
pub const ROLE_WORDS: [&str; KIND_WORDS.len()] = ["explorer", "brigand", "navigator"];
/// Words for kinds of figure.
pub const FIGURE_WORDS: [&str; 1] = ["follower"];
/// Words for neutral pieces: there are none.
pub const PIECE_WORDS: [&str; 0] = [];

/// Returns the number of a kind of segment.
pub const fn segment(word: &str) -> u8 {
    number_of(word, &KIND_WORDS)
}

/// Returns the number of a kind of figure.
pub const fn figure(word: &str) -> FigureKind {
    number_of(word, &FIGURE_WORDS)
}
