//! From a tile file's words to numbers, and the tiles that lie on the table at the start.

use crate::base::{self, CITY, FIELD, MIST, MOST_TILES, PENNANT_COUNTER, ROAD};
use crate::family::{Coop, CoopRules};
use crate::kinds::KIND_WORDS;
use crate::options::Options;
use crate::reference;
use bastide_core::option::PartInfo;
use bastide_core::playable::{Blocks, StartTile};
use bastide_core::tile::{MAX_TILE_SEGMENTS, Segment};
use bastide_core::tile_text::{Attribute, SegmentText};
use bastide_core::{KindIndex, Place, Playable, TileKind, TileText};

/// Most ghosts or pennants on a segment.
const MOST_COUNTED: i64 = 3;
/// The marks of the ruin in the middle of the start tile, which are for the eye alone (COOP-02).
const MARKS: [&str; 4] = ["ruin-ne", "ruin-se", "ruin-sw", "ruin-nw"];
/// The kinds of segment whose tiles are left out at level 1 (COOP-02).
const LEFT_OUT: [&str; 2] = ["castle", "cemetery"];

impl Playable for Coop {
    const GAME: &'static str = base::ID;
    // Its tiles are in the words of the Carcassonne family, so that a file of them serves either game.
    const FAMILY: &'static str = "classic";
    const PARTS: &'static [PartInfo] = &[base::PART];
    const RULES: &'static [(&'static str, &'static str, &'static str)] = reference::RULES;

    // COOP-02: one without a castle and without a cemetery.
    fn uses_tile(text: &TileText, _: &Options) -> bool {
        !text.segments.iter().any(|segment| LEFT_OUT.contains(&segment.kind.as_str()))
    }

    fn compile_tile(text: &TileText, _: &Options) -> Result<TileKind, String> {
        if text.segments.len() > MAX_TILE_SEGMENTS {
            return Err(format!("it has {} segments, and {MAX_TILE_SEGMENTS} is the most", text.segments.len()));
        }
        if let Some(pile) = &text.pile {
            return Err(format!("pile {pile} is none that this family has; leave pile out"));
        }
        if let Some(mark) = text.marks.iter().find(|mark| !MARKS.contains(&mark.as_str())) {
            return Err(format!("mark {mark} is none of {}", MARKS.join(", ")));
        }
        let segments = text.segments.iter().map(compile_segment).collect::<Result<Vec<_>, _>>()?;
        if segments.iter().filter(|segment| segment.kind == MIST).count() > 1 {
            return Err("it has two banks of mist, and one is the most: ghosts stand on tiles".to_owned());
        }
        let mut edges = [0; 4];
        for (side, edge) in edges.iter_mut().enumerate() {
            let ports = [text.ports[3 * side], text.ports[3 * side + 1], text.ports[3 * side + 2]];
            let kinds = ports.map(|port| segments[usize::from(port)].kind);
            *edge = edge_kind(ports, kinds).ok_or_else(|| {
                let words = kinds.map(|kind| KIND_WORDS[usize::from(kind)]);
                let side = ["north", "east", "south", "west"][side];
                format!("its {side} edge is {}; it is one city, one field, or a road between two", words.join(", "))
            })?;
        }
        Ok(TileKind::new(text.count, text.ports, edges, &segments))
    }

    // COOP-02: those of the last start block, and of no other; without one, the first start tile.
    fn compile_start(
        texts: &mut [TileText],
        kinds: &mut [TileKind],
        Blocks { start_blocks, .. }: Blocks<'_>,
        _: &Options,
    ) -> Result<Vec<StartTile>, String> {
        let Some((block, others)) = start_blocks.split_last() else {
            let start = texts.iter().position(|text| text.start);
            let start = start.ok_or("no tile of the set-up is a start tile; one must say start = true")?;
            return Ok(vec![(start as KindIndex, Place::new(0, 0), 0)]);
        };
        // Whoever has another start block does not shuffle it in.
        for &(.., kind) in others.iter().flatten() {
            (texts[usize::from(kind)].count, kinds[usize::from(kind)].copies) = (0, 0);
        }
        Ok(block.iter().map(|&(column, row, kind)| (kind, Place::new(column, row), 0)).collect())
    }

    fn check_size(rules: &CoopRules) -> Result<(), String> {
        let count: usize = rules.kinds.iter().map(|kind| usize::from(kind.copies)).sum();
        if count > MOST_TILES {
            return Err(format!("the set-up has {count} tiles, and {MOST_TILES} is the most"));
        }
        if let Some(more) = rules.figures.get(base::MOST_COLOURS..)
            && more.iter().any(|&figures| figures > 0)
        {
            return Err(format!("a seat has {} colours at most", base::MOST_COLOURS));
        }
        Ok(())
    }
}

/// The kind of an edge, by the ground: mist is none (COOP-05). It lies over the whole edge or not at all.
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
        return Err(format!("segment {letter}: there is no kind {}; there is {}", words.kind, KIND_WORDS.join(", ")));
    };
    let touches = words.touches.iter().fold(0, |mask, city| mask | 1 << city);
    let mut segment = Segment { kind: kind as u8, touches, ..Segment::default() };
    for (name, value) in &words.attributes {
        let known = matches!((name.as_str(), segment.kind), ("pennants", CITY) | ("ghosts", MIST));
        match value {
            Attribute::Number(number) if known && (0..=MOST_COUNTED).contains(number) => {
                // Pennants of a city add up; ghosts belong to their tile (COOP-08).
                let counter =
                    if segment.kind == CITY { &mut segment.counters[PENNANT_COUNTER] } else { &mut segment.symbols };
                *counter = *number as u8;
            }
            _ if known => return Err(format!("segment {letter}: {name} is not 0 to {MOST_COUNTED}")),
            _ => return Err(format!("segment {letter}: a {} has no attribute {name}; leave it out", words.kind)),
        }
    }
    Ok(segment)
}
