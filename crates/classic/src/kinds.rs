//! The family's kinds of figure, segment and piece, and its elements. Each is numbered by its index in these tables, and modules look up
//! the numbers that they need by name. Saved positions contain these numbers, so new names must be appended.

use bastide_core::words::number_of;
use bastide_core::{FigureKind, PieceKind};

/// Kinds of figure. Most kinds of follower come first.
pub const FIGURE_WORDS: [&str; 9] =
    ["follower", "large", "mayor", "wagon", "guard", "barn", "builder", "pig", "phantom"];

/// Number of kinds of follower that come first. The barn is the first kind that is not a follower (AM-13, AM-14); neither are the builder
/// and the pig (TB-06, TB-08). The phantom, which comes last, is one (PHAN-01).
pub const FOLLOWER_KINDS: FigureKind = figure("barn");
/// The kind of follower that comes after the kinds that are not followers.
pub const LAST_FOLLOWER: FigureKind = figure("phantom");

/// Returns whether a kind of figure is a follower. Followers count in majorities, and the dragon, the princess and towers can take them.
/// Barns (AM-13, AM-14), builders and pigs (TB-06, TB-08) are not followers.
#[inline]
pub const fn is_follower(kind: FigureKind) -> bool {
    kind < FOLLOWER_KINDS || kind == LAST_FOLLOWER
}

/// Kinds of segment, with a follower's role on each (BASE-08). The first four are also the kinds of edge. Under the base game's rules, no
/// figure is placed on mist or the kinds after it.
const SEGMENTS: [(&str, &str); 10] = [
    ("city", "knight"),
    ("road", "highwayman"),
    ("field", "farmer"),
    ("river", ""),
    ("monastery", "monk"),
    ("castle", "lord"),
    ("cemetery", "keeper"),
    ("mist", ""),
    ("tower", "watchman"),
    ("quarter", "courtier"),
];

/// Names of the segment kinds.
pub const KIND_WORDS: [&str; SEGMENTS.len()] = column(false);
/// Names of a follower's role on each segment kind; empty where it has none.
pub const ROLE_WORDS: [&str; SEGMENTS.len()] = column(true);

/// Words for the neutral pieces.
pub const PIECE_WORDS: [&str; 5] = ["dragon", "fairy", "count", "mage", "witch"];

/// Elements, one bit each. All but `hands` can be switched off while their part is in play; `hands` is switched on by an option (BASE-24).
const ELEMENT_WORDS: [&str; 37] = [
    "river",
    "pig-herds",
    "siege",
    "king",
    "robber",
    "builders",
    "pigs",
    "goods",
    "towers",
    "dragon",
    "fairy",
    "portals",
    "princesses",
    "abbeys",
    "mayors",
    "wagons",
    "barns",
    "count",
    "inns",
    "large",
    "road-spring",
    "printed-river",
    "ghosts",
    "guards",
    "start-block",
    "castles",
    "cemeteries",
    "hands",
    "watchtowers",
    "festivals",
    "phantoms",
    "darmstadtium",
    "churches",
    "wind-roses",
    "shrines",
    "mage",
    "witch",
];

/// Returns the figure kind with this name.
pub const fn figure(word: &str) -> FigureKind {
    number_of(word, &FIGURE_WORDS)
}

/// Returns the segment kind with this name.
pub const fn segment(word: &str) -> u8 {
    number_of(word, &KIND_WORDS)
}

/// Returns the neutral piece with this name.
pub const fn piece(word: &str) -> PieceKind {
    number_of(word, &PIECE_WORDS)
}

/// Returns the bit of an element.
pub const fn element(word: &str) -> u64 {
    1 << number_of(word, &ELEMENT_WORDS)
}

const fn column(roles: bool) -> [&'static str; SEGMENTS.len()] {
    let mut words = [""; SEGMENTS.len()];
    let mut kind = 0;
    while kind < words.len() {
        words[kind] = if roles { SEGMENTS[kind].1 } else { SEGMENTS[kind].0 };
        kind += 1;
    }
    words
}
