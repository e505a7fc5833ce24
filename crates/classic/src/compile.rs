//! From a tile file's words to numbers.

use crate::base;
use crate::inns_cathedrals;
use crate::options::INNS_CATHEDRALS;
use crate::options::Options;
use bastide_core::tile::{MAX_TILE_SEGMENTS, Segment};
use bastide_core::{TileKind, TileText};

/// Compiles a tile for a set-up.
///
/// # Errors
/// A word that no part in play knows, an edge that no tile of this family can have, too many segments.
pub fn compile_tile(text: &TileText, options: &Options) -> Result<TileKind, String> {
    if text.segments.len() > MAX_TILE_SEGMENTS {
        return Err(format!("it has {} segments, and {MAX_TILE_SEGMENTS} is the most", text.segments.len()));
    }
    if let Some(mark) = text.marks.first() {
        return Err(format!("mark {mark} belongs to no part in play"));
    }
    let mut segments = Vec::new();
    for words in &text.segments {
        let Some(kind) = base::KIND_WORDS.iter().position(|word| *word == words.kind) else {
            return Err(format!("segment {}: kind {} belongs to no part in play", words.letter, words.kind));
        };
        let mut segment = Segment { kind: kind as u8, surrounded: kind as u8 == base::MONASTERY, ..Segment::default() };
        segment.touches = words.touches.iter().fold(0, |mask, city| mask | 1 << city);
        for name in words.attributes.keys() {
            let number = u8::try_from(words.number(name)).ok();
            let known = number.is_some_and(|number| {
                base::read_attribute(name, number, &mut segment)
                    || options.has(INNS_CATHEDRALS) && inns_cathedrals::read_attribute(name, number, &mut segment)
            });
            if !known {
                return Err(format!(
                    "segment {}: attribute {name} belongs to no part in play, or its value is unfit",
                    words.letter
                ));
            }
        }
        segments.push(segment);
    }
    let mut edges = [0; 4];
    for (side, edge) in edges.iter_mut().enumerate() {
        let ports = [text.ports[3 * side], text.ports[3 * side + 1], text.ports[3 * side + 2]];
        let kinds = ports.map(|port| segments[usize::from(port)].kind);
        *edge = base::edge_kind(ports, kinds).ok_or_else(|| {
            let words = kinds.map(|kind| base::KIND_WORDS[usize::from(kind)]);
            format!("its {} edge is {}: no legal edge", ["north", "east", "south", "west"][side], words.join(", "))
        })?;
    }
    Ok(TileKind::new(text.count, text.ports, edges, &segments))
}
