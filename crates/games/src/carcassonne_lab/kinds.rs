//! CarcassonneLab's kinds of tile, and how segments of our tiles are numbered there.

use bastide_core::KindIndex;
use bastide_core::tile::NO_SEGMENT;
use classic::ClassicRules;

use crate::notation;

/// Number of the start tile's kind, counted from 0.
pub(super) const START: u8 = 14;
/// Number of kinds.
pub(super) const KINDS: u8 = 24;
/// Kind whose rotation 0 is our rotation of 90 degrees.
const TURNED: u8 = 15;

/// The kinds in CarcassonneLab's order. Each has our tile's id, and the letters of its segments in our tile file, by their numbers there.
const TILES: [(&str, &str); KINDS as usize] = [
    ("ccrc", "rcgf"),
    ("ccrc-pennant", "rcgf"),
    ("cffc", "cf"),
    ("cffc-pennant", "cf"),
    ("crrc", "rcfg"),
    ("crrc-pennant", "rcfg"),
    ("fcfc", "cfg"),
    ("fcfc-pennant", "cfg"),
    ("cffd", "cdf"),
    ("cfdf", "cdf"),
    ("cfff", "cf"),
    ("cfrr", "rcfg"),
    ("crrf", "rcfg"),
    ("crst", "trscfhg"),
    ("crfr", "rcfg"),
    ("frfr", "r-gf"),
    ("ffrr", "rfg"),
    ("frst", "trsfhg"),
    ("rstu", "ustrfghi"),
    ("ffff-monastery", "mf"),
    ("ffrf-monastery", "mrf"),
    ("cccc-pennant", "c"),
    ("ccfc", "cf"),
    ("ccfc-pennant", "cf"),
];

/// Returns the id of a kind's tile.
pub(super) fn tile(kind: u8) -> &'static str {
    TILES[usize::from(kind)].0
}

/// Returns the kind of a tile with this id.
pub(super) fn kind(id: &str) -> Option<u8> {
    TILES.iter().position(|(tile, _)| *tile == id).map(|kind| kind as u8)
}

/// Returns our kind of tile, and its number of copies including the start tile.
pub(super) fn own_kind(rules: &ClassicRules, kind: u8) -> Option<(KindIndex, usize)> {
    let own = notation::tile_of_word(rules, tile(kind))?;
    Some((own, usize::from(rules.texts[usize::from(own)].count)))
}

/// Converts CarcassonneLab's rotation of a kind to ours.
pub(super) fn own_rotation(kind: u8, rotation: u8) -> u8 {
    (rotation + u8::from(kind == TURNED)) % 4
}

/// Converts our rotation of a kind to CarcassonneLab's.
pub(super) fn lab_rotation(kind: u8, rotation: u8) -> u8 {
    (rotation + 4 - u8::from(kind == TURNED)) % 4
}

/// Returns the segment, as an index into our tile, with this number.
pub(super) fn segment(rules: &ClassicRules, kind: u8, code: u8) -> Option<u8> {
    let letter = TILES[usize::from(kind)].1.chars().nth(usize::from(code.checked_sub(1)?))?;
    let (own, _) = own_kind(rules, kind)?;
    let segments = &rules.texts[usize::from(own)].segments;
    segments.iter().position(|segment| segment.letter == letter).map(|segment| segment as u8)
}

/// Returns the number of a segment, given as an index into our tile.
pub(super) fn code(rules: &ClassicRules, kind: u8, segment: u8) -> Option<u8> {
    let (own, _) = own_kind(rules, kind)?;
    let letter = rules.texts[usize::from(own)].segments.get(usize::from(segment))?.letter;
    TILES[usize::from(kind)].1.chars().position(|other| other == letter).map(|code| code as u8 + 1)
}

/// Returns the segment of a tile in rotation `to` that lies where `segment` lies in rotation `from`. The rotations must look alike.
pub(super) fn turned_segment(rules: &ClassicRules, own: KindIndex, segment: u8, from: u8, to: u8) -> u8 {
    let turned = &rules.kind(own).turned;
    let at = |rotation: u8, port: usize| turned[usize::from(rotation)].ports[port / 3][port % 3];
    let port = (0..12).find(|&port| at(from, port) == segment);
    port.map(|port| at(to, port)).filter(|&found| found != NO_SEGMENT).unwrap_or(segment)
}
