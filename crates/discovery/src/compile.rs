//! Checks tile texts and compiles them into [`TileKind`]s.

use crate::base::{GRASS, MOUNTAIN, SEA, TOWN, TOWN_COUNTER};
use crate::family::{Discovery, DiscoveryRules};
use crate::kinds::KIND_WORDS;
use crate::options::{Options, PARTS};
use crate::reference;
use bastide_core::option::PartInfo;
use bastide_core::tile::{MAX_TILE_SEGMENTS, Segment};
use bastide_core::tile_text::{Landmark, SegmentText, TileSyntax};
use bastide_core::{Playable, TileKind, TileText, TooLarge};

/// Tile-file keywords of this family: towns are printed things shared by several segments.
const SYNTAX: TileSyntax = TileSyntax { landmarks: &[("towns", TOWN)], ..TileSyntax::NONE };
/// Maximum number of towns across all tiles; more could overflow the counter of an area's towns.
const MAX_TOWNS: usize = u8::MAX as usize;
/// Maximum number of towns on a custom tile.
const MAX_OWN_TOWNS: usize = 3;

impl Playable for Discovery {
    const GAME: &'static str = "discovery";
    const PARTS: &'static [PartInfo] = PARTS;
    const RULES: &'static [(&'static str, &'static str, &'static str)] = reference::RULES;
    const SYNTAX: TileSyntax = SYNTAX;

    fn compile_tile(text: &TileText, _: &Options) -> Result<TileKind, String> {
        if text.segments.len() > MAX_TILE_SEGMENTS {
            return Err(format!("it has {} segments; at most {MAX_TILE_SEGMENTS} are allowed", text.segments.len()));
        }
        if let Some(pile) = &text.pile {
            return Err(format!("unknown pile {pile}; leave pile out"));
        }
        if let Some(mark) = text.marks.first() {
            return Err(format!("unknown mark {mark}; leave marks out"));
        }
        if !text.inner.is_empty() || !text.cuts.is_empty() {
            return Err("inner and cuts belong to another family; leave them out".to_owned());
        }
        let mut segments = text.segments.iter().map(compile_segment).collect::<Result<Vec<_>, _>>()?;
        for (own, words) in text.segments.iter().enumerate() {
            segments[own].touches = touched(words, own, text, &segments)?;
        }
        for town in &text.landmarks {
            for own in town_segments(town, text, &segments)? {
                segments[usize::from(own)].counters[TOWN_COUNTER] += 1; // DISC-10: it counts for either.
            }
        }
        let mut edges = [0; 4];
        for (side, edge) in edges.iter_mut().enumerate() {
            let ports = [text.ports[3 * side], text.ports[3 * side + 1], text.ports[3 * side + 2]];
            if ports.iter().any(|&port| port != ports[0]) {
                let side = ["north", "east", "south", "west"][side];
                let letters: String = ports.iter().map(|&port| text.segments[usize::from(port)].letter).collect();
                return Err(format!("its {side} edge is {letters}; an edge is one segment throughout"));
            }
            *edge = segments[usize::from(ports[0])].kind;
        }
        Ok(TileKind::new(text.count, text.ports, edges, &segments))
    }

    fn check_own_tile(text: &TileText) -> Result<(), String> {
        if text.landmarks.len() > MAX_OWN_TOWNS {
            return Err(format!("it has {} towns; at most {MAX_OWN_TOWNS} are allowed", text.landmarks.len()));
        }
        Self::compile_tile(text, &Options::default()).map(|_| ())
    }

    fn check_size(rules: &DiscoveryRules) -> Result<(), TooLarge> {
        let on = |text: &TileText| text.landmarks.len() * usize::from(text.count);
        let count: usize = rules.texts.iter().map(on).sum();
        if count > MAX_TOWNS {
            return Err(TooLarge { what: "towns", count, most: MAX_TOWNS });
        }
        Ok(())
    }
}

fn compile_segment(words: &SegmentText) -> Result<Segment, String> {
    let letter = words.letter;
    let Some(kind) = KIND_WORDS.iter().position(|word| *word == words.kind) else {
        return Err(format!("segment {letter}: unknown kind {}; use one of {}", words.kind, KIND_WORDS.join(", ")));
    };
    if let Some(name) = words.attributes.keys().next() {
        return Err(format!("segment {letter}: a {} has no attribute {name}; leave it out", words.kind));
    }
    if !words.links.is_empty() || words.along.is_some() {
        return Err(format!("segment {letter}: a {} has no links on its tile; leave wagon out", words.kind));
    }
    Ok(Segment { kind: kind as u8, ..Segment::default() })
}

/// Returns the grasslands beside a mountain segment, as a bit set (DISC-10).
fn touched(words: &SegmentText, own: usize, text: &TileText, segments: &[Segment]) -> Result<u16, String> {
    let mut touched = 0;
    for &other in &words.touches {
        if (segments[own].kind, segments[usize::from(other)].kind) != (MOUNTAIN, GRASS) {
            let other = text.segments[usize::from(other)].letter;
            return Err(format!("touches has {} and {other}; a pair is a mountain, then a grass", words.letter));
        }
        touched |= 1 << other;
    }
    Ok(touched)
}

/// Returns the two segments to which a town belongs: one of land and one of sea, so that no area can count it twice.
fn town_segments(town: &Landmark, text: &TileText, segments: &[Segment]) -> Result<[u8; 2], String> {
    let is_sea = |own: u8| segments[usize::from(own)].kind == SEA;
    match town.segments[..] {
        [one, other] if town.word == TOWN && is_sea(one) != is_sea(other) => Ok([one, other]),
        _ => {
            let letters: String = town.segments.iter().map(|&own| text.segments[usize::from(own)].letter).collect();
            let word = &town.word;
            Err(format!("a {word} stands on {letters}; a town stands on a sea and on a grass or a mountain"))
        }
    }
}
