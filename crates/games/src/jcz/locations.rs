//! Maps JCloisterZone's names for locations on a tile to our segments.
//!
//! `N`, `NE` and `NWSE` name the sides that a city or a road touches on the rotated tile, and `_N` all sides but the north. `NL.NR.EL`
//! names the halves of edges that a field touches, left and right as seen from the middle of the tile. `I` and `II` name the inner
//! segments; in versions that do not give the kind of feature, these are called `CLOISTER` and `TOWER`. `QUARTER_CASTLE` names a quarter of
//! the City of Carcassonne, on any of its tiles.

use bastide_core::{PlacedTile, SegmentIndex};
use classic::{ClassicPosition, ClassicRules, base, count, tower};

use super::fault::MessageError;
use super::file::Pointer;

const SIDES: &str = "NESW";
const QUARTER: &str = "QUARTER_";
const INSIDE: [&str; 4] = ["I", "II", "III", "IV"];
/// Names of the inner segment in versions that allowed only one per tile.
const SINGLE_INNER_NAMES: [&str; 3] = ["CLOISTER", "MONASTERY", "TOWER"];

/// Returns the segment that a pointer refers to.
///
/// # Errors
/// Fails if there is no such segment.
pub fn segment(
    rules: &ClassicRules,
    position: &ClassicPosition,
    pointer: &Pointer,
) -> Result<SegmentIndex, MessageError> {
    let [x, y] = pointer.position;
    let tile = position.board.tile_at(bastide_core::Place::new(x, y)).ok_or(MessageError::Place(x, y))?;
    let tile = position.board.tiles()[usize::from(tile)];
    let missing = || {
        let shown = |text: &str| text.chars().take(40).collect::<String>();
        MessageError::Feature { x, y, feature: shown(&pointer.feature), location: shown(&pointer.location) }
    };
    if let Some(name) = pointer.location.strip_prefix(QUARTER) {
        let name = name.to_ascii_lowercase();
        let served = count::QUARTERS.iter().find(|(word, _)| *word == name).map(|(_, kind)| *kind);
        let mut quarters = count::quarters(position, rules);
        return quarters.find(|(_, kind)| Some(*kind) == served).map(|(segment, _)| segment).ok_or_else(missing);
    }
    let kinds: &[u8] = match (pointer.feature.as_str(), pointer.location.as_str()) {
        ("City", _) => &[base::CITY],
        ("Road", _) => &[base::ROAD],
        ("Field" | "Farm", _) => &[base::FIELD],
        ("Monastery" | "Cloister", _) | ("", "CLOISTER" | "MONASTERY") => &[base::MONASTERY],
        ("Tower", _) | ("", "TOWER") => &[tower::FOUNDATION],
        ("", _) => &[base::CITY, base::ROAD, base::FIELD, base::MONASTERY],
        _ => return Err(missing()),
    };
    kinds.iter().find_map(|&kind| find(rules, &tile, kind, &pointer.location)).ok_or_else(missing)
}

/// Returns the tile's segment of the given kind at a location.
fn find(rules: &ClassicRules, tile: &PlacedTile, kind: u8, location: &str) -> Option<SegmentIndex> {
    let compiled = rules.kind(tile.kind);
    let of_kind = |i: usize| compiled.segments()[i].kind == kind;
    let nth_inside = INSIDE.iter().position(|name| *name == location);
    let found = match nth_inside.or_else(|| SINGLE_INNER_NAMES.contains(&location).then_some(0)) {
        Some(nth) => {
            let inside = &rules.texts[usize::from(tile.kind)].segments;
            (0..inside.len()).filter(|&i| inside[i].inside && of_kind(i)).nth(nth)
        }
        None => {
            let ports = ports(location, kind == base::FIELD)?;
            let turned = &compiled.turned[usize::from(tile.rotation & 3)];
            // A field matches by the outer ports of an edge, every other kind by the middle port.
            let shows = |port: usize| (port % 3 == 1) != (kind == base::FIELD);
            let owned = |i: usize| {
                let own = |port: &usize| shows(*port) && usize::from(turned.ports[port / 3][port % 3]) == i;
                (0..12).filter(own).fold(0u16, |all, port| all | 1 << port)
            };
            let of_kind = || (0..compiled.segments().len()).filter(|&i| of_kind(i));
            // In the City of Carcassonne, JCloisterZone treats half of a printed edge as field where our tile file has the city's letter.
            let inner = !rules.texts[usize::from(tile.kind)].inner.is_empty();
            let within = |i: &usize| inner && owned(*i) != 0 && owned(*i) & !ports == 0;
            of_kind().find(|&i| owned(i) == ports).or_else(|| of_kind().find(within))
        }
    };
    found.map(|i| tile.first + i as SegmentIndex)
}

/// Returns the corner of the newest tile on which a barn is placed. JCloisterZone identifies the corner by the tile to the south-east of
/// it.
pub fn barn_corner(position: &ClassicPosition, pointer: &Pointer) -> Option<u8> {
    let newest = position.board.tiles().last()?.at;
    let [x, y] = pointer.position;
    SOUTH_EAST.iter().position(|&by| by == (x.wrapping_sub(newest.x), y.wrapping_sub(newest.y))).map(|at| at as u8)
}

/// Returns the field that JCloisterZone names for a barn on a corner of the newest tile.
pub fn barn_field(rules: &ClassicRules, position: &ClassicPosition, corner: u8) -> Option<SegmentIndex> {
    let newest = position.board.tiles().last()?.at;
    let (dx, dy) = SOUTH_EAST[usize::from(corner & 3)];
    let at = bastide_core::Place::new(newest.x + dx, newest.y + dy);
    let tile = position.board.tiles()[usize::from(position.board.tile_at(at)?)];
    let own = rules.kind(tile.kind).corner(tile.rotation, NORTH_WEST);
    Some(tile.first + SegmentIndex::from(own))
}

/// Offsets of the tile to the south-east of each corner of a tile; corners clockwise from the north-east.
const SOUTH_EAST: [(i16, i16); 4] = [(1, 0), (1, 1), (0, 1), (0, 0)];
/// The corner of that south-eastern tile that touches the same point.
const NORTH_WEST: usize = 3;

/// Returns the ports that a location names, as a bit mask: the outer ports for a field, otherwise the middle ports.
fn ports(location: &str, field: bool) -> Option<u16> {
    let side = |letter: char| SIDES.find(letter);
    let mut ports = 0;
    for word in location.split('.') {
        let letters = word.strip_prefix('_').unwrap_or(word);
        let half = letters.chars().nth(1).filter(|c| field && matches!(c, 'L' | 'R'));
        if let (Some(half), 2) = (half, letters.len()) {
            ports |= 1 << (3 * side(letters.chars().next()?)? + if half == 'L' { 0 } else { 2 });
            continue;
        }
        let mut sides = 0;
        for letter in letters.chars() {
            sides |= 1 << side(letter)?;
        }
        if letters.len() < word.len() && sides != 0 {
            sides ^= 0b1111;
        }
        for side in (0..4).filter(|side| sides >> side & 1 == 1) {
            ports |= if field { 0b101 } else { 0b010 } << (3 * side);
        }
    }
    (ports != 0).then_some(ports)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn locations_name_ports() {
        assert_eq!(ports("N", false), Some(0b10));
        assert_eq!(ports("NWSE", false), Some(0b010_010_010_010));
        assert_eq!(ports("_N", false), Some(0b010_010_010_000));
        assert_eq!(ports("NL.NR.ER", true), Some(0b100_101));
        assert_eq!(ports("N", true), Some(0b101));
        for bad in ["", "X", "_", "_NESW", "NL", "N.X", "é"] {
            assert_eq!(ports(bad, false), None, "{bad}");
        }
    }
}
