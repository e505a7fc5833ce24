//! Compiles tile texts to [`TileKind`]s and checks them.

use crate::base::{self, FISH_COUNTER, LAKE, LAKE_COUNTER, RIVER, SYSTEM};
use crate::family::{Hunters, HuntersRules};
use crate::kinds::KIND_WORDS;
use crate::options::{Options, PARTS};
use crate::{later, reference};
use bastide_core::option::PartInfo;
use bastide_core::tile::{MAX_TILE_SEGMENTS, PILE_APART, PILE_BAG, Segment};
use bastide_core::tile_text::{Attribute, SegmentText, TileSyntax};
use bastide_core::{Playable, TileKind, TileText, TooLarge};

/// Marks of whole tiles, which are shown but have no effect. Powers belong to a segment instead.
const MARKS: [&str; 1] = ["volcano"];
/// Tile-file keywords of this family, which are processed before the tiles are compiled.
const SYNTAX: TileSyntax = TileSyntax {
    open: &["meadow"],
    touching_one: &[("lake", "lake")],
    marking: &[("power", "power_on")],
    complete: add_systems,
    ..TileSyntax::NONE
};
/// Maximum number of animals, fish, nuggets or similar on a segment of a custom tile.
const MAX_COUNTED: i64 = 3;

impl Playable for Hunters {
    const GAME: &'static str = "hunters";
    const PARTS: &'static [PartInfo] = PARTS;
    const RULES: &'static [(&'static str, &'static str, &'static str)] = reference::RULES;
    const SYNTAX: TileSyntax = SYNTAX;

    fn compile_tile(text: &TileText, options: &Options) -> Result<TileKind, String> {
        if text.segments.len() > MAX_TILE_SEGMENTS {
            return Err(format!(
                "it has {} segments, its river systems included; at most {MAX_TILE_SEGMENTS} are allowed",
                text.segments.len()
            ));
        }
        let is_known = |mark: &str| MARKS.contains(&mark) || later::POWERS.contains(&mark);
        if let Some(mark) = text.marks.iter().find(|mark| !is_known(mark)) {
            let words: Vec<_> = MARKS.into_iter().chain(later::POWERS).collect();
            return Err(format!("unknown mark {mark}; use one of {}", words.join(", ")));
        }
        if let Some(pile) = &text.pile {
            return Err(format!("unknown pile {pile}"));
        }
        let mut segments =
            text.segments.iter().map(|words| compile_segment(words, options)).collect::<Result<Vec<_>, _>>()?;
        fill_systems(&mut segments);
        let mut edges = [0; 4];
        for (side, edge) in edges.iter_mut().enumerate() {
            let ports = [text.ports[3 * side], text.ports[3 * side + 1], text.ports[3 * side + 2]];
            let kinds = ports.map(|port| segments[usize::from(port)].kind);
            *edge = base::edge_kind(ports, kinds).ok_or_else(|| {
                let words = kinds.map(|kind| KIND_WORDS[usize::from(kind)]);
                let side = ["north", "east", "south", "west"][side];
                format!(
                    "its {side} edge is {}: not a legal edge; it must be a meadow, a forest, or a river between meadows",
                    words.join(", ")
                )
            })?;
        }
        for (own, words) in text.segments.iter().enumerate().filter(|(_, words)| words.kind == "river") {
            check_river(words, text.ports.iter().filter(|&&port| usize::from(port) == own).count())?;
        }
        // HG-12, HG-25: bonus and menhir tiles are drawn only when the rules call for one.
        let apart = text.set == base::BONUS_SET || text.set == later::MENHIR_SET;
        let pile = if apart { PILE_APART } else { PILE_BAG };
        Ok(TileKind { pile, ..TileKind::new(text.count, text.ports, edges, &segments) })
    }

    fn check_own_tile(text: &TileText) -> Result<(), String> {
        if let Some(pile) = &text.pile {
            return Err(format!("pile is \"{pile}\"; own tiles are drawn with the others, so leave pile out"));
        }
        if !text.inner.is_empty() {
            return Err("inner is for the tiles of a printed block; leave it out".to_owned());
        }
        for segment in &text.segments {
            let letter = segment.letter;
            if segment.attributes.contains_key("power") {
                return Err("powers belong to the printed menhir tiles; leave power out".to_owned());
            }
            for (name, value) in &segment.attributes {
                let number = match value {
                    Attribute::Words(words) => words.len() as i64,
                    Attribute::Number(number) => *number,
                    Attribute::Word(_) => 0,
                };
                if !(0..=MAX_COUNTED).contains(&number) {
                    return Err(format!("segment {letter}: {name} counts {number}, not 0 to {MAX_COUNTED}"));
                }
            }
        }
        Self::compile_tile(text, &Options::default()).map(|_| ())
    }

    fn check_size(rules: &HuntersRules) -> Result<(), TooLarge> {
        let on = |kind: &TileKind| usize::from(kind.copies) * kind.segments().len();
        let (count, most) = (rules.kinds.iter().map(on).sum::<usize>(), later::MAX_SEGMENTS);
        if rules.options.later && count > most {
            return Err(TooLarge { what: "segments", count, most });
        }
        const COUNTED: [(u8, usize, &str, u32); 8] = [
            (base::MEADOW, base::HERD_COUNTER, "mammoths and aurochs", 255),
            (base::MEADOW, base::DEER_COUNTER, "deer", 255),
            (base::MEADOW, base::TIGER_COUNTER, "tigers", base::FIRE as u32 - 1),
            (base::FOREST, base::MUSHROOM_COUNTER, "mushroom patches", 255),
            (RIVER, FISH_COUNTER, "fish in rivers", 255),
            (SYSTEM, FISH_COUNTER, "fish", 255),
            (SYSTEM, LAKE_COUNTER, "lakes", 255),
            (SYSTEM, later::RAFT_COUNTER, "rafts", 255),
        ];
        for (kind, counter, what, most) in COUNTED {
            let fire = |count: u8| kind == base::MEADOW && counter == base::TIGER_COUNTER && count == base::FIRE;
            let counts = rules.kinds.iter().flat_map(|tile| {
                let of_kind = tile.segments().iter().filter(move |segment| segment.kind == kind);
                of_kind.map(move |segment| (u32::from(tile.copies), segment.counters[counter]))
            });
            let count: u32 = counts.filter(|&(_, count)| !fire(count)).map(|(copies, n)| copies * u32::from(n)).sum();
            if count > most {
                return Err(TooLarge { what, count: count as usize, most: most as usize });
            }
        }
        Ok(())
    }
}

fn compile_segment(words: &SegmentText, options: &Options) -> Result<Segment, String> {
    let letter = words.letter;
    let Some(kind) = KIND_WORDS.iter().position(|word| *word == words.kind) else {
        return Err(format!("segment {letter}: unknown kind {}; use one of {}", words.kind, KIND_WORDS.join(", ")));
    };
    let mut segment = Segment { kind: kind as u8, along: words.along, ..Segment::default() };
    segment.touches = words.touches.iter().fold(0, |mask, lake| mask | 1 << lake);
    for (name, value) in &words.attributes {
        let known = match value {
            Attribute::Words(animals) if name == "animals" && segment.kind == base::MEADOW => {
                if let Some(animal) = animals.iter().find(|animal| !base::add_animal(animal, &mut segment)) {
                    let most = base::MAX_AUROCHS;
                    return Err(format!(
                        "segment {letter}: {animal} is not a mammoth, aurochs, deer or tiger, or there are more than {most} aurochs"
                    ));
                }
                true
            }
            Attribute::Words(_) => false,
            Attribute::Number(number) => u8::try_from(*number).is_ok_and(|number| {
                base::read_number(name, number, &mut segment)
                    || later::read_number(name, number, options.later, &mut segment)
            }),
            Attribute::Word(word) => later::read_word(name, word, &mut segment),
        };
        if !known {
            return Err(format!(
                "segment {letter}: unknown attribute {name} of a {}, or bad value; docs/tiles.md lists them",
                words.kind
            ));
        }
    }
    Ok(segment)
}

/// Sums the contents of a tile's rivers and lakes in the counters of their systems (HG-16).
fn fill_systems(segments: &mut [Segment]) {
    for own in 0..segments.len() {
        let water = segments[own];
        let Some(system) = water.along.map(usize::from) else { continue };
        if water.kind == LAKE {
            segments[system].counters[FISH_COUNTER] =
                segments[system].counters[FISH_COUNTER].saturating_add(water.counters[FISH_COUNTER]);
            segments[system].counters[LAKE_COUNTER] += 1;
        }
        later::read_water(&water, &mut segments[system]);
    }
}

/// Checks the ends of a river. A river that leaves its tile on only one side must have its other end on the tile, in a lake or at a spring;
/// a river that leaves on several sides must not end there (HG-06).
fn check_river(words: &SegmentText, sides: usize) -> Result<(), String> {
    let letter = words.letter;
    match (sides, words.touches.len() + words.number("spring") as usize) {
        (0, _) => Err(format!("river {letter} is inside the tile; a river must reach an edge")),
        (1, 1) => Ok(()),
        (1, _) => Err(format!("river {letter} stops on the tile; it needs either a lake or spring = true")),
        (_, 0) => Ok(()),
        _ => Err(format!("river {letter} leaves the tile on several sides, so it cannot have a lake or a spring")),
    }
}

/// Adds a system segment for every group of connected rivers and lakes on a tile. The segment has no ports; systems join wherever their
/// rivers do (HG-07).
fn add_systems(text: &mut TileText) {
    let printed = text.segments.len();
    for own in 0..printed {
        let is_water = matches!(text.segments[own].kind.as_str(), "river" | "lake");
        // A lake shares its system with all rivers that flow into it; a river without a lake has its own system.
        if !is_water || text.segments[own].kind == "river" && !text.segments[own].touches.is_empty() {
            continue;
        }
        let system = text.segments.len() as u8;
        for other in 0..printed {
            let runs_in = text.segments[other].kind == "river" && text.segments[other].touches.contains(&(own as u8));
            if other == own || runs_in {
                text.segments[other].along = Some(system);
            }
        }
        let letter = char::from(b'S' + (usize::from(system) - printed) as u8);
        text.segments.push(SegmentText {
            letter,
            kind: "system".to_owned(),
            touches: Vec::new(),
            links: Vec::new(),
            along: None,
            inside: true,
            attributes: Default::default(),
        });
    }
}
