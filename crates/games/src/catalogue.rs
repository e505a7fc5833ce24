//! Parses tile files into checked [`TileText`]s.
//!
//! `docs/tiles.md` describes the format. This module checks the form that all families share; the family then interprets the words
//! (`classic::compile_tile`).

pub(crate) mod entry;

use std::borrow::Cow;
use std::collections::BTreeMap;
use std::fmt;

use bastide_core::tile::MAX_TILE_SEGMENTS;
use bastide_core::tile_text::{Attribute, Landmark, SegmentText, TileSyntax, TileText};
use toml::{Table, Value};

use crate::families;

use entry::{number_of, text_of, words_of};

/// An error in a tile file, with its location.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct TileFileError {
    /// The set's id, if known.
    pub set: String,
    /// The tile's id, if the error is in one tile.
    pub tile: Option<String>,
    /// The problem, and how to fix it.
    pub why: String,
}

impl fmt::Display for TileFileError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match &self.tile {
            Some(tile) => write!(f, "tile file {}, tile {tile}: {}", self.set, self.why),
            None => write!(f, "tile file {}: {}", self.set, self.why),
        }
    }
}

impl std::error::Error for TileFileError {}

/// A checked tile file.
#[derive(Clone, Debug, PartialEq)]
pub struct TileSet {
    /// The set's id, such as `base` or `inns-cathedrals`.
    pub id: String,
    /// The family whose words the tiles use, such as `classic`.
    pub family: String,
    /// The set's printed title.
    pub title: String,
    /// The tiles in the order of the file.
    pub tiles: Vec<TileText>,
    /// The block that some of the tiles form before the first turn.
    pub block: Option<Block>,
    /// The block that replaces the start tile if nothing else does.
    pub start_block: Option<Block>,
}

/// Tiles that lie on the table as one block before the first turn.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Block {
    /// The block's tiles, each with its column, its row, and its index in the set.
    pub tiles: Vec<(i16, i16, usize)>,
    /// Segments that are connected although no edge of the block shows it, as pairs of tile index and segment.
    pub joins: Vec<[(usize, u8); 2]>,
}

/// Returns the tile files of all families: set id and text, in the order in which sets are listed; sets shared by two games appear once.
pub fn files() -> impl Iterator<Item = (&'static str, &'static str)> {
    let all = || families::ALL.iter().flat_map(|about| about.parts).flat_map(|part| part.tiles).copied();
    all()
        .enumerate()
        .filter(move |&(i, (set, _))| all().take(i).all(|(earlier, _)| earlier != set))
        .map(|(_, file)| file)
}

/// Returns the id and the file of a printed set.
///
/// # Errors
/// There is no such set. The error is a sentence that lists the known ones.
pub fn file(set: &str) -> Result<(&'static str, &'static str), String> {
    let known = || files().map(|(id, _)| id).collect::<Vec<_>>().join(", ");
    files().find(|(id, _)| *id == set).ok_or_else(|| format!("unknown tile set; known sets: {}", known()))
}

/// Returns the words for the kinds of figure in all families, such as `follower` or `large`.
pub fn figures() -> Vec<&'static str> {
    distinct(families::ALL.iter().flat_map(|about| about.figures))
}

/// Returns the words for the neutral pieces in all families, such as `dragon`.
pub fn pieces() -> Vec<&'static str> {
    distinct(families::ALL.iter().flat_map(|about| about.pieces))
}

/// Returns the families' names in tile files.
pub fn families() -> Vec<&'static str> {
    distinct(families::ALL.iter().map(|about| &about.family))
}

/// Iterates over one list of the tile-file syntax, family by family.
fn syntax<T: Copy + 'static>(of: impl Fn(&TileSyntax) -> &'static [T]) -> impl Iterator<Item = T> {
    families::ALL.iter().flat_map(move |about| of(&about.syntax)).copied()
}

fn distinct(words: impl Iterator<Item = &'static &'static str>) -> Vec<&'static str> {
    let mut distinct = Vec::new();
    for &word in words {
        if !distinct.contains(&word) {
            distinct.push(word);
        }
    }
    distinct
}

/// Parses a tile file.
///
/// # Errors
/// Returns the first error found, such as invalid TOML, a missing key, a segment that owns no port, or counts that do not add up to
/// `total`.
pub fn parse(name: &str, text: &str) -> Result<TileSet, TileFileError> {
    let fault = |why: String| TileFileError { set: name.to_owned(), tile: None, why };
    let file: Table = text.parse().map_err(|e: toml::de::Error| fault(e.to_string().trim().replace('\n', "; ")))?;
    let id = text_of(&file, "set").map_err(&fault)?;
    let title = text_of(&file, "title").map_err(&fault)?;
    let total = number_of(&file, "total").map_err(&fault)?;
    let family = match file.contains_key("family") {
        true => text_of(&file, "family").map_err(&fault)?,
        false => families::ALL[0].family.to_owned(),
    };
    let entries = match file.get("tile") {
        Some(Value::Array(entries)) => entries,
        _ => return Err(fault("there are no [[tile]] entries".to_owned())),
    };
    let mut tiles: Vec<TileText> = Vec::new();
    for entry in entries {
        let entry = entry.as_table().ok_or_else(|| fault("a [[tile]] entry is not a table".to_owned()))?;
        let tile_id = text_of(entry, "id").map_err(&fault)?;
        let here = |why: String| TileFileError { set: id.clone(), tile: Some(tile_id.clone()), why };
        if tiles.iter().any(|t| t.id == tile_id) {
            return Err(here("duplicate id".to_owned()));
        }
        let mut spread = Cow::Borrowed(entry);
        for about in &families::ALL {
            spread = (about.spread)(&spread).map_err(here)?.map_or(spread, Cow::Owned);
        }
        let mut tile = parse_tile(&id, &tile_id, &spread).map_err(here)?;
        if let Some(about) = families::ALL.iter().find(|about| about.family == family) {
            (about.syntax.complete)(&mut tile);
        }
        tiles.push(tile);
    }
    let block = parse_block(&file, &tiles).map_err(&fault)?;
    let start_block = parse_start_block(&file, &tiles).map_err(&fault)?;
    for (key, letter) in syntax(|words| words.places) {
        parse_places(key, letter, &file, &mut tiles).map_err(&fault)?;
    }
    let sum: i64 = tiles.iter().map(|t| i64::from(t.count)).sum();
    if sum != total {
        return Err(fault(format!("the counts add up to {sum}, but total is {total}")));
    }
    for (key, letter, kind) in syntax(|words| words.held) {
        if let Some(held) = file.get(key).and_then(Value::as_table) {
            tiles.push(parse_held(&id, held, letter, kind).map_err(&fault)?);
        }
    }
    Ok(TileSet { id, family, title, tiles, block, start_block })
}

/// Parses the block of tiles: its layout, and the fields that continue across its inner edges.
fn parse_block(file: &Table, tiles: &[TileText]) -> Result<Option<Block>, String> {
    let Some(block) = file.get("block").and_then(Value::as_table) else { return Ok(None) };
    let number = |id: &str| tiles.iter().position(|tile| tile.id == id).ok_or(format!("the block has no tile {id}"));
    let placed = parse_layout(block, "layout", &number)?;
    let mut joins = Vec::new();
    for group in block.get("fields").and_then(Value::as_array).into_iter().flatten() {
        let mut members = Vec::new();
        for member in group.as_array().into_iter().flatten() {
            let member = member.as_str().unwrap_or_default();
            let (id, letter) = member.split_once('.').ok_or(format!("{member} does not have the form tile.segment"))?;
            let tile = number(id)?;
            let own = tiles[tile].segments.iter().position(|segment| segment.letter.to_string() == letter);
            members.push((tile, own.ok_or(format!("{member} is not a segment"))? as u8));
        }
        joins.extend(members.windows(2).map(|pair| [pair[0], pair[1]]));
    }
    Ok(Some(Block { tiles: placed, joins }))
}

/// Parses the block that replaces the start tile.
fn parse_start_block(file: &Table, tiles: &[TileText]) -> Result<Option<Block>, String> {
    let Some(block) = file.get("start_block").and_then(Value::as_table) else { return Ok(None) };
    let number = |id: &str| {
        let tile = tiles.iter().position(|tile| tile.id == id && tile.count == 1);
        tile.ok_or(format!("start_block names {id}, which is not a tile with a single copy"))
    };
    let placed = parse_layout(block, "rows", &number)?;
    let twice = |i: usize| placed[..i].iter().any(|earlier| earlier.2 == placed[i].2);
    if (0..placed.len()).any(twice) {
        return Err("start_block names a tile twice".to_owned());
    }
    check_start_block(&placed, tiles)?;
    Ok(Some(Block { tiles: placed, joins: Vec::new() }))
}

/// Checks that edges that meet inside the block are of the same kind.
fn check_start_block(placed: &[(i16, i16, usize)], tiles: &[TileText]) -> Result<(), String> {
    let word = |tile: usize, port: usize| {
        let tile = &tiles[tile];
        let kind = tile.segments[usize::from(tile.ports[port])].kind.as_str();
        syntax(|words| words.covering).find(|(covering, _)| *covering == kind).map_or(kind, |(_, met)| met)
    };
    for &(x, y, tile) in placed {
        // The middle ports of the sides are 4 (east), 10 (west), 7 (south) and 1 (north).
        for (beside, mine, theirs) in [((x + 1, y), 4, 10), ((x, y + 1), 7, 1)] {
            let Some(&(.., other)) = placed.iter().find(|&&(x, y, _)| (x, y) == beside) else { continue };
            if word(tile, mine) != word(other, theirs) {
                let (one, other) = (&tiles[tile].id, &tiles[other].id);
                return Err(format!("in start_block the edges of {one} and {other} do not match"));
            }
        }
    }
    Ok(())
}

/// Parses the rows of a block into the column, row and index of each tile.
fn parse_layout(
    block: &Table,
    key: &str,
    number: &impl Fn(&str) -> Result<usize, String>,
) -> Result<Vec<(i16, i16, usize)>, String> {
    let rows = block.get(key).and_then(Value::as_array).ok_or(format!("the block has no {key}"))?;
    let mut placed = Vec::new();
    for (y, row) in rows.iter().enumerate() {
        let row = row.as_array().ok_or(format!("a row of the block's {key} is not a list"))?;
        for (x, id) in row.iter().enumerate() {
            placed.push((x as i16, y as i16, number(id.as_str().unwrap_or_default())?));
        }
    }
    Ok(placed)
}

/// Parses the places on a block that have the given key. Each of them becomes a separate segment on its first tile.
fn parse_places(key: &str, letter: char, file: &Table, tiles: &mut [TileText]) -> Result<(), String> {
    for place in file.get(key).and_then(Value::as_array).into_iter().flatten() {
        let place = place.as_table().ok_or(format!("a [[{key}]] entry is not a table"))?;
        let id = text_of(place, "id")?;
        let first = words_of(place, "tiles")?.into_iter().next().ok_or(format!("{key} {id} has no tiles"))?;
        let tile = tiles.iter_mut().find(|tile| tile.id == first);
        let tile = tile.ok_or(format!("{key} {id} stands on {first}, which is not a tile of this set"))?;
        tile.segments.push(inner_segment(letter, key, &[(key, Attribute::Word(id))]));
    }
    Ok(())
}

/// Creates a segment without ports, for a mark or a table of the file that adds one.
fn inner_segment(letter: char, kind: &str, attributes: &[(&str, Attribute)]) -> SegmentText {
    SegmentText {
        letter,
        kind: kind.to_owned(),
        touches: Vec::new(),
        links: Vec::new(),
        inside: true,
        along: None,
        attributes: attributes.iter().map(|(name, value)| ((*name).to_owned(), value.clone())).collect(),
    }
}

/// Parses a tile that each player holds, without ports.
fn parse_held(set: &str, entry: &Table, letter: char, kind: &str) -> Result<TileText, String> {
    let id = text_of(entry, "id")?;
    let copies = number_of(entry, "copies")?;
    Ok(TileText {
        set: set.to_owned(),
        count: u8::try_from(copies).map_err(|_| format!("{id} has {copies} copies, not 0 to 255"))?,
        start: false,
        ports: [0; 12],
        segments: vec![inner_segment(letter, kind, &[])],
        marks: vec![id.clone()],
        cuts: Vec::new(),
        landmarks: Vec::new(),
        pile: None,
        inner: Vec::new(),
        jcz: foreign_names(entry),
        id,
    })
}

fn parse_tile(set: &str, id: &str, entry: &Table) -> Result<TileText, String> {
    let count = number_of(entry, "count")?;
    let count = u8::try_from(count).ok().filter(|n| *n > 0).ok_or(format!("count is {count}, not 1 to 255"))?;
    let ports = text_of(entry, "ports")?;
    let letters: Vec<char> = ports.split(' ').flat_map(str::chars).collect();
    if letters.len() != 12 || ports.split(' ').any(|edge| edge.chars().count() != 3) {
        return Err(format!("ports are \"{ports}\", not four groups of three letters"));
    }
    let inside = words_of(entry, "inside")?;
    let table = entry.get("segments").and_then(Value::as_table).ok_or("it has no segments")?;
    // Segments are ordered by their first port, then by their order in `inside`, so that the order does not depend on the TOML parser.
    let mut order: Vec<char> = Vec::new();
    for &letter in &letters {
        if !order.contains(&letter) {
            order.push(letter);
        }
    }
    for word in &inside {
        let mut chars = word.chars();
        match (chars.next(), chars.next()) {
            (Some(letter), None) if !order.contains(&letter) => order.push(letter),
            _ => {
                return Err(format!(
                    "every word in inside must be a separate letter that owns no port, not \"{word}\""
                ));
            }
        }
    }
    if order.len() > MAX_TILE_SEGMENTS {
        return Err(format!("it has {} segments; at most {MAX_TILE_SEGMENTS} are allowed", order.len()));
    }
    for key in table.keys() {
        if !order.iter().any(|letter| letter.to_string() == *key) {
            return Err(format!("segment {key} owns no port and is not listed inside"));
        }
    }
    let on_edge = order.len() - inside.len();
    let mut segments = Vec::new();
    for (index, &letter) in order.iter().enumerate() {
        segments.push(parse_segment(letter, index >= on_edge, table, &order)?);
    }
    for key in syntax(|words| words.linking) {
        link(&mut segments, key, letter_groups(entry, key, &order)?)?;
    }
    let mut marks = words_of(entry, "marks")?;
    for (mark, letter, kind) in syntax(|words| words.standing) {
        if marks.iter().any(|other| other == mark) {
            segments.push(inner_segment(letter, kind, &[]));
        }
    }
    for pair in letter_groups(entry, "touches", &order)? {
        let [one, other] = pair[..] else { return Err("every entry of touches must be a pair".to_owned()) };
        segments[usize::from(one)].touches.push(other);
    }
    let mut landmarks = Vec::new();
    for (key, word) in syntax(|words| words.landmarks) {
        let groups = letter_groups(entry, key, &order)?.into_iter();
        landmarks.extend(groups.map(|segments| Landmark { word: word.to_owned(), segments }));
    }
    for (key, on_key) in syntax(|words| words.marking) {
        let Some(mark) = entry.get(key).and_then(Value::as_str).filter(|mark| *mark != "none") else { continue };
        let on = text_of(entry, on_key)?;
        let on = segments.iter_mut().find(|segment| segment.letter.to_string() == on);
        let on = on.ok_or(format!("{on_key} must name a segment"))?;
        on.attributes.insert(key.to_owned(), Attribute::Word(mark.to_owned()));
        marks.push(mark.to_owned());
    }
    let port = |letter: &char| order.iter().position(|l| l == letter).unwrap_or(0) as u8;
    let mut owners = [0; 12];
    for (owner, letter) in owners.iter_mut().zip(&letters) {
        *owner = port(letter);
    }
    let tile = TileText {
        id: id.to_owned(),
        set: set.to_owned(),
        count,
        start: entry.get("start").and_then(Value::as_bool).unwrap_or(false),
        ports: owners,
        segments,
        marks,
        pile: entry.get("pile").and_then(Value::as_str).map(str::to_owned),
        inner: words_of(entry, "inner")?
            .iter()
            .map(|side| ["N", "E", "S", "W"].iter().position(|name| name == side).map(|side| side as u8))
            .collect::<Option<_>>()
            .ok_or("inner must list sides from N, E, S, W")?,
        cuts: words_of(entry, "cuts")?,
        landmarks,
        jcz: foreign_names(entry),
    };
    check_corners(&tile)?;
    check_crossings(&tile)?;
    Ok(tile)
}

/// Links the segments of each group to one another.
fn link(segments: &mut [SegmentText], key: &str, groups: Vec<Vec<u8>>) -> Result<(), String> {
    for members in groups {
        if members.iter().enumerate().any(|(i, member)| members[..i].contains(member)) {
            return Err(format!("a group of {key} names a segment twice"));
        }
        for &member in &members {
            let links = &mut segments[usize::from(member)].links;
            for other in members.iter().copied().filter(|&other| other != member) {
                if !links.contains(&other) {
                    links.push(other);
                }
            }
        }
    }
    Ok(())
}

fn parse_segment(letter: char, inside: bool, table: &Table, order: &[char]) -> Result<SegmentText, String> {
    let of = |letter: &str| table.get(letter).and_then(Value::as_table);
    let values = of(&letter.to_string()).ok_or(format!("letter {letter} has no segment"))?;
    let touched = |other: &str, kind: &str| {
        let index = order.iter().position(|l| l.to_string() == *other);
        let index = index.ok_or(format!("segment {letter} touches {other}, which is not a segment"))?;
        match of(other).and_then(|values| values.get("kind")).and_then(Value::as_str) == Some(kind) {
            true => Ok(index as u8),
            false => Err(format!("{letter} touches {other}, which is not of kind {kind}")),
        }
    };
    let mut segment = SegmentText {
        letter,
        kind: text_of(values, "kind").map_err(|e| format!("segment {letter}: {e}"))?,
        touches: Vec::new(),
        links: Vec::new(),
        along: None,
        inside,
        attributes: BTreeMap::new(),
    };
    for (key, value) in values {
        let kind_of = |of: fn(&TileSyntax) -> &'static [(&'static str, &'static str)]| {
            syntax(of).find(|(name, _)| name == key).map(|(_, kind)| kind)
        };
        if let (Value::Array(_), Some(kind)) = (value, kind_of(|words| words.touching)) {
            for other in words_of(values, key)? {
                segment.touches.push(touched(&other, kind)?);
            }
            continue;
        }
        if let (Value::String(other), Some(kind)) = (value, kind_of(|words| words.touching_one)) {
            segment.touches.push(touched(other, kind)?);
            continue;
        }
        let attribute = match value {
            _ if key == "kind" => continue,
            Value::Integer(n) => Attribute::Number(*n),
            Value::Boolean(b) => Attribute::Number(i64::from(*b)),
            Value::String(word) => Attribute::Word(word.clone()),
            Value::Array(_) => Attribute::Words(words_of(values, key)?),
            _ => return Err(format!("segment {letter}: {key} must be a number, a word or a list of words")),
        };
        segment.attributes.insert(key.clone(), attribute);
    }
    Ok(segment)
}

/// Parses groups of segments that are given by their letters.
fn letter_groups(entry: &Table, key: &str, order: &[char]) -> Result<Vec<Vec<u8>>, String> {
    let mut groups = Vec::new();
    for group in entry.get(key).and_then(Value::as_array).into_iter().flatten() {
        let letters = group.as_array().into_iter().flatten().filter_map(Value::as_str);
        let index = |letter: &str| order.iter().position(|l| l.to_string() == letter).map(|index| index as u8);
        let group = letters.map(|letter| index(letter).ok_or(format!("{key} names {letter}, which is not a segment")));
        groups.push(group.collect::<Result<_, _>>()?);
    }
    Ok(groups)
}

/// Checks that segments of the same kind of open ground that meet around a corner are a single segment, unless the tile is cut there.
fn check_corners(tile: &TileText) -> Result<(), String> {
    for (edge, corner) in ["NE", "SE", "SW", "NW"].iter().enumerate() {
        let (a, b) = (tile.ports[3 * edge + 2], tile.ports[(3 * edge + 3) % 12]);
        let (first, second) = (&tile.segments[usize::from(a)], &tile.segments[usize::from(b)]);
        let open = |s: &SegmentText| syntax(|words| words.open).any(|kind| kind == s.kind);
        if a != b && open(first) && open(second) && first.kind == second.kind && !tile.cuts.iter().any(|c| c == corner)
        {
            return Err(format!("{} and {} meet in corner {corner} but differ", first.letter, second.letter));
        }
    }
    Ok(())
}

/// Checks that no two segments alternate around the border, unless a mark says that one runs over or under the other.
fn check_crossings(tile: &TileText) -> Result<(), String> {
    let crossing: Vec<&str> = syntax(|words| words.crossing).collect();
    if tile.marks.iter().any(|mark| crossing.contains(&mark.as_str())) {
        return Ok(());
    }
    for a in 0..tile.segments.len() as u8 {
        for b in a + 1..tile.segments.len() as u8 {
            let covering =
                |own: u8| syntax(|words| words.covering).any(|(kind, _)| kind == tile.segments[usize::from(own)].kind);
            if covering(a) || covering(b) {
                continue; // One of the two lies over the other.
            }
            let ring: Vec<u8> = tile.ports.iter().copied().filter(|&s| s == a || s == b).collect();
            let changes = (0..ring.len()).filter(|&i| ring[i] != ring[(i + 1) % ring.len()]).count();
            if changes > 2 {
                let letter = |s: u8| tile.segments[usize::from(s)].letter;
                return Err(format!(
                    "{} and {} cross; mark the tile {} if that is how it is printed",
                    letter(a),
                    letter(b),
                    crossing.join(" or ")
                ));
            }
        }
    }
    Ok(())
}

fn foreign_names(entry: &Table) -> Vec<String> {
    let mut names: Vec<String> = entry.get("jcz").and_then(Value::as_str).map(str::to_owned).into_iter().collect();
    for key in syntax(|words| words.copies) {
        let copies = entry.get(key).and_then(Value::as_array).into_iter().flatten();
        names.extend(copies.filter_map(|copy| copy.get("jcz")?.as_str()).map(str::to_owned));
    }
    names
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_tile_file_is_valid() {
        for (name, text) in files() {
            let set = parse(name, text).unwrap();
            assert_eq!(set.id, name);
        }
    }

    #[test]
    fn errors_describe_the_problem() {
        let tile =
            |body: &str| format!("set='x'\nfamily='classic'\ntitle='X'\ntotal=1\n[[tile]]\nid='t'\ncount=1\n{body}");
        for (body, why) in [
            ("ports='fff fff fff'\nsegments.f={kind='field'}", "not four groups of three letters"),
            ("ports='fff fff fff ccc'\nsegments.f={kind='field'}", "letter c has no segment"),
            ("ports='fff fff fff fff'\nsegments.f={kind='field'}\nsegments.c={kind='city'}", "owns no port"),
            ("ports='fff ggg fff fff'\nsegments.f={kind='field'}\nsegments.g={kind='field'}", "meet in corner"),
            ("ports='ccc ddd ccc ddd'\nsegments.c={kind='city'}\nsegments.d={kind='city'}", "cross"),
            ("ports='fff fff fff fff'\nsegments.f={kind='field', cities=['f']}", "which is not of kind city"),
        ] {
            let error = parse("x", &tile(body)).unwrap_err();
            assert!(error.to_string().contains(why), "{error}");
        }
        assert!(parse("x", "set = ").is_err());
    }
}
