//! Compiles tile texts into [`TileKind`]s and determines which tiles are on the map at the start.

use crate::base::{self, CITY, FIELD, MAX_GAME_TILES, MIST, PENNANT_COUNTER, ROAD};
use crate::family::{Coop, CoopRules};
use crate::kinds::KIND_WORDS;
use crate::options::Options;
use crate::reference;
use bastide_core::option::PartInfo;
use bastide_core::playable::{Blocks, StartTile};
use bastide_core::tile::{MAX_TILE_SEGMENTS, Segment};
use bastide_core::tile_text::{Attribute, SegmentText};
use bastide_core::{KindIndex, Place, Playable, TileKind, TileText, TooLarge};

/// Maximum number of ghosts or pennants on one segment.
const MAX_COUNTED: i64 = 3;
/// Marks of the ruin in the middle of the start tile, which are drawn but have no effect (COOP-02).
const MARKS: [&str; 4] = ["ruin-ne", "ruin-se", "ruin-sw", "ruin-nw"];
/// Segment kinds whose tiles are left out at level 1 (COOP-02).
const KINDS_LEFT_OUT: [&str; 2] = ["castle", "cemetery"];

impl Playable for Coop {
    const GAME: &'static str = base::ID;
    // The game's tiles use the keywords of the Carcassonne family, so that both games can read the same tile file.
    const FAMILY: &'static str = "classic";
    const PARTS: &'static [PartInfo] = &[base::PART];
    const RULES: &'static [(&'static str, &'static str, &'static str)] = reference::RULES;

    // COOP-02: only tiles without a castle or a cemetery are used.
    fn uses_tile(text: &TileText, _: &Options) -> bool {
        !text.segments.iter().any(|segment| KINDS_LEFT_OUT.contains(&segment.kind.as_str()))
    }

    fn compile_tile(text: &TileText, _: &Options) -> Result<TileKind, String> {
        if text.segments.len() > MAX_TILE_SEGMENTS {
            return Err(format!("it has {} segments; at most {MAX_TILE_SEGMENTS} are allowed", text.segments.len()));
        }
        if let Some(pile) = &text.pile {
            return Err(format!("unknown pile {pile}; leave pile out"));
        }
        if let Some(mark) = text.marks.iter().find(|mark| !MARKS.contains(&mark.as_str())) {
            return Err(format!("unknown mark {mark}; use one of {}", MARKS.join(", ")));
        }
        let segments = text.segments.iter().map(compile_segment).collect::<Result<Vec<_>, _>>()?;
        if segments.iter().filter(|segment| segment.kind == MIST).count() > 1 {
            return Err(
                "it has several banks of mist; a tile can have only one, because ghosts are placed on tiles".to_owned()
            );
        }
        let mut edges = [0; 4];
        for (side, edge) in edges.iter_mut().enumerate() {
            let ports = [text.ports[3 * side], text.ports[3 * side + 1], text.ports[3 * side + 2]];
            let kinds = ports.map(|port| segments[usize::from(port)].kind);
            *edge = edge_kind(ports, kinds).ok_or_else(|| {
                let words = kinds.map(|kind| KIND_WORDS[usize::from(kind)]);
                let side = ["north", "east", "south", "west"][side];
                format!(
                    "its {side} edge is {}; it must be a city, a field, or a road between two fields",
                    words.join(", ")
                )
            })?;
        }
        Ok(TileKind::new(text.count, text.ports, edges, &segments))
    }

    // COOP-02: only the last start block is used or, if there is none, the first start tile.
    fn compile_start(
        texts: &mut [TileText],
        kinds: &mut [TileKind],
        Blocks { start_blocks, .. }: Blocks<'_>,
        _: &Options,
    ) -> Result<Vec<StartTile>, String> {
        let Some((block, others)) = start_blocks.split_last() else {
            let start = texts.iter().position(|text| text.start);
            let start = start.ok_or("no tile of the set-up is a start tile; one needs start = true")?;
            return Ok(vec![(start as KindIndex, Place::new(0, 0), 0)]);
        };
        // The tiles of the other start blocks do not go into the bag.
        for &(.., kind) in others.iter().flatten() {
            (texts[usize::from(kind)].count, kinds[usize::from(kind)].copies) = (0, 0);
        }
        Ok(block.iter().map(|&(column, row, kind)| (kind, Place::new(column, row), 0)).collect())
    }

    fn check_size(rules: &CoopRules) -> Result<(), TooLarge> {
        let count: usize = rules.kinds.iter().map(|kind| usize::from(kind.copies)).sum();
        if count > MAX_GAME_TILES {
            return Err(TooLarge { what: "tiles", count, most: MAX_GAME_TILES });
        }
        if let Some(more) = rules.figures.get(base::MAX_COLOURS..)
            && more.iter().any(|&figures| figures > 0)
        {
            return Err(TooLarge { what: "colours of a seat", count: rules.figures.len(), most: base::MAX_COLOURS });
        }
        Ok(())
    }
}

/// Returns the kind of an edge without its mist, which is not terrain (COOP-05). Returns `None` if the edge is invalid or only partly
/// covered by mist.
fn edge_kind(ports: [u8; 3], kinds: [u8; 3]) -> Option<u8> {
    let whole = ports[0] == ports[1] && ports[1] == ports[2];
    match kinds {
        [CITY, CITY, CITY] if whole => Some(CITY),
        [FIELD, FIELD, FIELD] | [MIST, MIST, MIST] if whole => Some(FIELD),
        [FIELD, ROAD, FIELD] | [MIST, ROAD, MIST] => Some(ROAD),
        _ => None,
    }
}

fn compile_segment(words: &SegmentText) -> Result<Segment, String> {
    let letter = words.letter;
    let Some(kind) = KIND_WORDS.iter().position(|word| *word == words.kind) else {
        return Err(format!("segment {letter}: unknown kind {}; use one of {}", words.kind, KIND_WORDS.join(", ")));
    };
    let touches = words.touches.iter().fold(0, |mask, city| mask | 1 << city);
    let mut segment = Segment { kind: kind as u8, touches, ..Segment::default() };
    for (name, value) in &words.attributes {
        let known = matches!((name.as_str(), segment.kind), ("pennants", CITY) | ("ghosts", MIST));
        match value {
            Attribute::Number(number) if known && (0..=MAX_COUNTED).contains(number) => {
                // A city's pennants are added up in a counter; the ghosts on a tile remain a symbol (COOP-08).
                let counter =
                    if segment.kind == CITY { &mut segment.counters[PENNANT_COUNTER] } else { &mut segment.symbols };
                *counter = *number as u8;
            }
            _ if known => return Err(format!("segment {letter}: {name} is not 0 to {MAX_COUNTED}")),
            _ => return Err(format!("segment {letter}: a {} has no attribute {name}; leave it out", words.kind)),
        }
    }
    Ok(segment)
}
