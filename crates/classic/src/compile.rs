//! Compiles the words in tile files into numbers, and sets up the tiles that are on the table at the start.

use crate::abbey_mayor;
use crate::base;
use crate::cathars;
use crate::count;
use crate::cult;
use crate::darmstadt;
use crate::family::{Classic, ClassicRules};
use crate::festival;
use crate::games_quarterly;
use crate::inns_cathedrals;
use crate::kinds::KIND_WORDS;
use crate::mage_witch;
use crate::mists;
use crate::options::{ELEMENTS, Options, PARTS};
use crate::princess_dragon;
use crate::reference;
use crate::river;
use crate::spiel_doch;
use crate::tower;
use crate::traders_builders;
use crate::watchtowers;
use crate::wind_roses;
use bastide_core::option::PartInfo;
use bastide_core::playable::{Blocks, StartTile};
use bastide_core::tile::{MAX_TILE_SEGMENTS, PILE_BAG, PILE_FIRST, PILE_HELD, Segment};
use bastide_core::tile_text::{Attribute, SegmentText, TileSyntax};
use bastide_core::{KindIndex, Place, Playable, TileKind, TileText, TooLarge};

/// Marks of whole tiles, with their bits. Marks with bit 0 are not looked up during a game.
const MARKS: &[(&str, u32)] = &[
    ("bridge", 0),
    ("tunnel", 0),
    ("volcano", base::VOLCANO),
    ("dragon", princess_dragon::DRAGON_MARK),
    ("portal", princess_dragon::PORTAL_MARK),
    (tower::FOUNDATION_WORD, 0), // It is a separate segment of the tile.
    (abbey_mayor::ABBEY_WORD, 0),
    ("ruin-ne", 0), // MIST-01, a quarter of the ruin, in a corner
    ("ruin-se", 0),
    ("ruin-sw", 0),
    ("ruin-nw", 0),
    (watchtowers::KINDS[0].mark, watchtowers::KINDS[0].bit), // WATCH-03
    (watchtowers::KINDS[1].mark, watchtowers::KINDS[1].bit),
    (watchtowers::KINDS[2].mark, watchtowers::KINDS[2].bit),
    (watchtowers::KINDS[3].mark, watchtowers::KINDS[3].bit),
    (watchtowers::KINDS[4].mark, watchtowers::KINDS[4].bit),
    (festival::FESTIVAL_WORD, festival::FESTIVAL_MARK),
    wind_roses::FULL, // WIND-02
    (wind_roses::QUARTERS[0].mark, wind_roses::QUARTERS[0].bit),
    (wind_roses::QUARTERS[1].mark, wind_roses::QUARTERS[1].bit),
    (wind_roses::QUARTERS[2].mark, wind_roses::QUARTERS[2].bit),
    (wind_roses::QUARTERS[3].mark, wind_roses::QUARTERS[3].bit),
    (mage_witch::MAGE_WORD, mage_witch::MAGE_MARK), // MW-02
];

/// Marks that are derived from a tile's segments, beside those of [`MARKS`].
const DERIVED_MARKS: [u32; 6] = [
    princess_dragon::PRINCESS_TILE_MARK,
    tower::FOUNDATION_TILE_MARK,
    river::FORK_TILE_MARK,
    river::LAKE_TILE_MARK,
    mists::MIST_TILE_MARK,
    SPECIAL_PLACES,
];

/// Mark of a tile that may be barred from places that it fits: a river tile (RIV-06), or one with a shrine or a monastery (CULT-03).
pub(crate) const SPECIAL_PLACES: u32 = 1 << 27;

const _: () = assert!(have_own_bits(), "two marks have the same bit");

const fn have_own_bits() -> bool {
    let (mut seen, mut i) = (0, 0);
    while i < MARKS.len() + DERIVED_MARKS.len() {
        let bit = if i < MARKS.len() { MARKS[i].1 } else { DERIVED_MARKS[i - MARKS.len()] };
        if seen & bit != 0 {
            return false;
        }
        seen |= bit;
        i += 1;
    }
    true
}

/// Keywords of this family's tile files that are processed before the tiles are compiled.
const SYNTAX: TileSyntax = TileSyntax {
    open: &["field"],
    covering: &[("mist", "field")],
    crossing: &["bridge", "tunnel"],
    touching: &[("cities", "city")],
    linking: &["wagon"], // AM-10
    standing: &[(tower::FOUNDATION_WORD, 'T', tower::FOUNDATION_WORD)],
    copies: &["gardens"],
    held: &[("abbey", 'm', "monastery")], // AM-04
    places: &[("quarter", 'Q')],          // COUNT-01
    ..TileSyntax::NONE
};

/// Segment kinds of the base game that custom tiles may have. Rivers are excluded because they need a spring and a lake.
const OWN_KINDS: [&str; 4] = ["city", "road", "field", "monastery"];
/// Maximum value of a segment's attribute on a custom tile.
const MAX_COUNTED: i64 = 3;

impl Playable for Classic {
    const GAME: &'static str = "carcassonne";
    const FAMILY: &'static str = "classic";
    const PARTS: &'static [PartInfo] = PARTS;
    const ELEMENTS: &'static [(&'static str, &'static str, u64)] = ELEMENTS;
    const RULES: &'static [(&'static str, &'static str, &'static str)] = reference::RULES;
    const SYNTAX: TileSyntax = SYNTAX;

    fn compile_tile(text: &TileText, options: &Options) -> Result<TileKind, String> {
        if text.segments.len() > MAX_TILE_SEGMENTS {
            return Err(format!("it has {} segments; at most {MAX_TILE_SEGMENTS} are allowed", text.segments.len()));
        }
        let mut marks = 0;
        for mark in &text.marks {
            let Some((_, bit)) = MARKS.iter().find(|(word, _)| word == mark) else {
                let words: Vec<_> = MARKS.iter().map(|(word, _)| *word).collect();
                return Err(format!("unknown mark {mark}; use one of {}", words.join(", ")));
            };
            marks |= bit;
        }
        let segments = text.segments.iter().map(|words| compile_segment(words, options));
        let mut segments = segments.collect::<Result<Vec<_>, _>>()?;
        if text.set == games_quarterly::PART.id {
            games_quarterly::compile_segments(&mut segments, river::HERD_COUNTER, &options.games_quarterly); // GQ-01
        }
        if Self::is_held(text) {
            return Ok(TileKind { pile: PILE_HELD, marks, ..TileKind::closing(text.count, &segments) }); // AM-02
        }
        if segments.iter().filter(|segment| segment.surrounded).count() > 1 {
            return Err("two of its segments wait for neighbours; at most one may".to_owned()); // See scoring::MAX_COMPLETED.
        }
        marks |= marks_of(&segments);
        if options.has_challenges() && segments.iter().any(|segment| segment.kind == base::MONASTERY) {
            marks |= SPECIAL_PLACES;
        }
        let mut edges = [0; 4];
        for (side, edge) in edges.iter_mut().enumerate() {
            let ports = [text.ports[3 * side], text.ports[3 * side + 1], text.ports[3 * side + 2]];
            let kinds = ports.map(|port| segments[usize::from(port)].kind);
            // MIST-03
            *edge = base::edge_kind(ports, kinds.map(mists::terrain_below)).ok_or_else(|| {
                let words = kinds.map(|kind| KIND_WORDS[usize::from(kind)]);
                let side = ["north", "east", "south", "west"][side];
                format!(
                    "its {side} edge is {}: not a legal edge; it must be a city, a field, or a line between two fields",
                    words.join(", ")
                )
            })?;
        }
        let pile = match text.pile.as_deref() {
            None => PILE_BAG,
            Some("river") if options.has(river::RIVER) => {
                marks |= SPECIAL_PLACES;
                PILE_FIRST // RIV-03
            }
            Some("river") => PILE_BAG,
            Some(pile) => return Err(format!("unknown pile {pile}")),
        };
        let mut kind = TileKind { pile, marks, ..TileKind::new(text.count, text.ports, edges, &segments) };
        for corner in 0..4 {
            // Where a block's inner edge meets an outer edge, the corner belongs to the segment of the outer edge.
            let inner = |side: usize| text.inner.contains(&(side as u8 % 4));
            match (inner(corner), inner(corner + 1)) {
                (true, false) => kind.corners[corner] = text.ports[(3 * corner + 3) % 12],
                (false, true) => kind.corners[corner] = text.ports[3 * corner + 2],
                _ => {}
            }
        }
        Ok(kind)
    }

    fn check_own_tile(text: &TileText) -> Result<(), String> {
        if let Some(pile) = &text.pile {
            return Err(format!("pile is \"{pile}\"; own tiles are drawn with the others, so leave pile out"));
        }
        if !text.inner.is_empty() {
            return Err("inner is for the tiles of a printed block; leave it out".to_owned());
        }
        if Self::is_held(text) {
            return Err("tiles that players hold belong to a printed set; leave the mark, or its table, out".to_owned());
        }
        for segment in &text.segments {
            let letter = segment.letter;
            let kind = segment.kind.as_str();
            // A foundation that was added because of the tile's mark was not written by the author.
            let is_marked = kind == tower::FOUNDATION_WORD && segment.inside;
            if !OWN_KINDS.contains(&kind) && !mists::OWN_KINDS.contains(&kind) && !is_marked {
                let known = OWN_KINDS.join(", ");
                return Err(format!("segment {letter}: own tiles have no kind {kind}; use one of {known}"));
            }
            for name in segment.attributes.keys() {
                let number = segment.number(name);
                if !(0..=MAX_COUNTED).contains(&number) {
                    return Err(format!("segment {letter}: {name} is {number}, not 0 to {MAX_COUNTED}"));
                }
            }
        }
        Self::compile_tile(text, &Options::default()).map(|_| ())
    }

    fn uses_tile(text: &TileText, options: &Options) -> bool {
        let (river, spring) = (options.has(river::RIVER), options.has(games_quarterly::ROAD_SPRING));
        (!Self::is_held(text) || options.has(abbey_mayor::ABBEYS))
            && (text.set != games_quarterly::PART.id || games_quarterly::uses_tile(text, river, spring)) // GQ-02
            && mists::uses_tile(text, options.has(mists::CASTLES), options.has(mists::CEMETERIES))
    }

    // AM-01
    fn is_held(text: &TileText) -> bool {
        text.marks.iter().any(|mark| mark == abbey_mayor::ABBEY_WORD)
    }

    // `block` is the layout of the City of Carcassonne, if it is in play. If nothing else starts the map, the last start block is used.
    fn compile_start(
        texts: &mut [TileText],
        kinds: &mut [TileKind],
        Blocks { block, start_blocks }: Blocks<'_>,
        options: &Options,
    ) -> Result<Vec<StartTile>, String> {
        if options.darmstadt.removes_monasteries {
            let copies = texts.iter().find(|text| text.set == darmstadt::PART.id).map_or(0, |text| text.count);
            darmstadt::remove_monasteries(texts, kinds, copies); // PROMO-01
        }
        let mut start: Vec<StartTile> = Vec::new();
        for &(column, row, kind) in block {
            start.push((kind, Place::new(count::BLOCK.x + column, count::BLOCK.y + row), 0)); // COUNT-01
        }
        // Sort the tiles so that the middle one comes first, and every other tile is adjacent to an earlier one.
        start.sort_by_key(|(_, at, _)| at.x.unsigned_abs() + at.y.unsigned_abs());
        let rose = wind_roses::start_tile(texts, !block.is_empty()).filter(|_| options.has(wind_roses::WIND_ROSES));
        start.extend(rose); // WIND-01
        if options.has(river::RIVER) {
            start.push(spring_tile(texts, kinds, !block.is_empty(), rose.is_some(), options)?); // RIV-02
        }
        let mut to_box = options.has(river::RIVER) && options.river.no_start_tile; // RIV-02
        if start.is_empty() && options.has(mists::START) {
            // MIST-01: the block's first tile is at 0,0.
            let block = start_blocks.last().into_iter().flatten();
            start.extend(block.map(|&(column, row, kind)| (kind, Place::new(column, row), 0)));
            to_box |= !start.is_empty();
        }
        // Start blocks that are not used stay in the box; their tiles are not shuffled in.
        for &(.., kind) in start_blocks.iter().flatten().filter(|&&(.., kind)| !start.iter().any(|lies| lies.0 == kind))
        {
            (texts[usize::from(kind)].count, kinds[usize::from(kind)].copies) = (0, 0);
        }
        let in_block = |kind: usize| start_blocks.iter().flatten().any(|&(.., other)| usize::from(other) == kind);
        let is_rose = |kind: usize| rose.is_some_and(|(rose, ..)| usize::from(rose) == kind);
        let other = |kind: usize| !in_block(kind) && !is_rose(kind);
        let start_tile = texts.iter().enumerate().position(|(kind, text)| text.start && other(kind));
        if start.is_empty()
            && let Some(pair) = spiel_doch::start_pair(texts, options.spiel_doch)
        {
            start.extend(pair); // PROMO-06
            to_box = true;
        }
        if start.is_empty() {
            let start_tile = start_tile.ok_or("no tile of the set-up is a start tile; one needs start = true")?;
            start.push((start_tile as KindIndex, Place::new(0, 0), 0)); // BASE-02
            return Ok(start);
        }
        if let Some(start_tile) = start_tile.filter(|_| to_box) {
            texts[start_tile].count -= 1;
            kinds[start_tile].copies -= 1;
        }
        Ok(start)
    }

    fn check_size(rules: &ClassicRules) -> Result<(), TooLarge> {
        if tower::foundations(rules) > tower::MAX_TOWERS {
            let (count, most) = (tower::foundations(rules), tower::MAX_TOWERS);
            return Err(TooLarge { what: "tower foundations", count, most });
        }
        if river::all_herds(rules) > river::max_herds(rules) {
            let (count, most) = (river::all_herds(rules), river::max_herds(rules));
            return Err(TooLarge { what: "herds of pigs", count, most });
        }
        if princess_dragon::max_aside(rules) > princess_dragon::MAX_ASIDE {
            let (count, most) = (princess_dragon::max_aside(rules), princess_dragon::MAX_ASIDE);
            return Err(TooLarge { what: "tiles that move the dragon", count, most });
        }
        Ok(())
    }
}

fn compile_segment(words: &SegmentText, options: &Options) -> Result<Segment, String> {
    let Some(kind) = KIND_WORDS.iter().position(|word| !word.is_empty() && *word == words.kind) else {
        let known: Vec<_> = KIND_WORDS.into_iter().filter(|word| !word.is_empty()).collect();
        let (letter, known) = (words.letter, known.join(", "));
        return Err(format!("segment {letter}: kind {} belongs to no part; use one of {known}", words.kind));
    };
    let mut segment = Segment { kind: kind as u8, surrounded: is_surrounded(kind as u8), ..Segment::default() };
    segment.touches = words.touches.iter().fold(0, |mask, city| mask | 1 << city);
    segment.links = words.links.iter().fold(0, |mask, other| mask | 1 << other);
    for (name, value) in &words.attributes {
        let known = match value {
            Attribute::Number(number) => {
                u8::try_from(*number).is_ok_and(|number| read_number(name, number, options, &mut segment))
            }
            Attribute::Word(word) => read_word(name, word, &mut segment),
            Attribute::Words(_) => false,
        };
        if !known {
            return Err(format!(
                "segment {}: unknown attribute {name} of a {}, or bad value; docs/tiles.md lists them",
                words.letter, words.kind
            ));
        }
    }
    Ok(segment)
}

/// Returns the marks that tile files do not contain: properties of a tile's segments, cached so that they need not be looked up every turn.
fn marks_of(segments: &[Segment]) -> u32 {
    let some = |mark: u32, has: fn(&Segment) -> bool| if segments.iter().any(has) { mark } else { 0 };
    some(river::FORK_TILE_MARK, |own| river::river_symbols(own) & river::FORK != 0)
        | some(river::LAKE_TILE_MARK, |own| river::river_symbols(own) & river::LAKE != 0)
        | some(princess_dragon::PRINCESS_TILE_MARK, princess_dragon::has_princess)
        | some(tower::FOUNDATION_TILE_MARK, |own| own.kind == tower::FOUNDATION)
        | some(mists::MIST_TILE_MARK, |own| own.kind == mists::MIST)
}

/// Returns whether features of this kind are completed by the tiles around their own tile.
fn is_surrounded(kind: u8) -> bool {
    matches!(kind, base::MONASTERY | mists::CASTLE | mists::CEMETERY) // MIST-09, MIST-10
}

/// Reads a numeric attribute; returns whether any part recognises it.
fn read_number(name: &str, number: u8, options: &Options, segment: &mut Segment) -> bool {
    base::read_attribute(name, number, segment)
        || inns_cathedrals::read_attribute(name, number, options.has(inns_cathedrals::INNS), segment) // RIV-10
        || river::read_attribute(name, number, segment)
        || cathars::read_attribute(name, number, options.has(cathars::SIEGE), segment)
        || count::read_attribute(name, number, segment)
        || princess_dragon::read_attribute(name, number, segment)
        || mists::read_attribute(name, segment)
        || darmstadt::read_attribute(name, number, |element| options.has(element), segment)
        || cult::read_attribute(name, number, options.has(cult::SHRINES), segment)
}

/// Reads an attribute whose value is a word; returns whether any part recognises it.
fn read_word(name: &str, word: &str, segment: &mut Segment) -> bool {
    match name {
        "goods" => traders_builders::read_goods(word, segment),
        "quarter" => count::read_quarter(word, segment),
        _ => false,
    }
}

/// Returns the spring with its place and rotation, and removes the river tiles that stay in the box (RIV-01, RIV-02, GQ-02).
fn spring_tile(
    texts: &mut [TileText],
    kinds: &mut [TileKind],
    with_block: bool,
    with_rose: bool,
    options: &Options,
) -> Result<StartTile, String> {
    let symbols = |kind: &TileKind| kind.segments().iter().fold(0, |all, s| all | river::river_symbols(s));
    let is = |kind: &TileKind, symbol: u8| symbols(kind) & symbol != 0;
    let springs: Vec<usize> = (0..kinds.len()).filter(|&kind| is(&kinds[kind], river::SPRING)).collect();
    // The last spring, in the order of the sets, replaces the others. With Games Quarterly in play, that is the Games Quarterly spring.
    let &spring = springs.last().ok_or("the set-up has a river, and no spring")?;
    for &other in &springs {
        // With both rivers in play, the lake of the first one also stays in the box.
        let keep = u8::from(other == spring);
        (texts[other].count, kinds[other].copies) = (keep, keep);
    }
    if options.river.rivers == river::Rivers::Both {
        for kind in 0..kinds.len() {
            if texts[kind].set == "river-1" && is(&kinds[kind], river::LAKE) {
                (texts[kind].count, kinds[kind].copies) = (0, 0);
            }
        }
    }
    // RIV-11: a spring with a road continues a road of the City of Carcassonne; any other spring continues a field. Either way, the river
    // runs away from the city.
    let road_behind = kinds[spring].turned[0].edges >> 12 == 1 << base::ROAD;
    let (at, rotation) = match (with_block, with_rose) {
        (true, _) if road_behind => count::ROAD_SPRING,
        (true, _) => count::SPRING,
        (false, true) if road_behind => wind_roses::ROAD_SPRING, // WIND-01
        (false, true) => wind_roses::SPRING,
        (false, false) => (Place::new(0, 0), 0),
    };
    Ok((spring as KindIndex, at, rotation))
}
