//! The other engine's words in ours: set-ups, tiles, figures, locations.

use bastide_core::{Place, SegmentIndex};
use classic::{ClassicPosition, ClassicRules, base};
use games::Setup;
use serde_json::Value;

use super::file::{RecordedSetup, RecordedStart};

/// A tile set or an element of play, and the expansion of ours that it stands for; the base game's is empty.
const SETS: [(&str, &str); 2] = [("basic:1", ""), ("inns-and-cathedrals:1", "inns-cathedrals")];
/// Elements of play: name, value that we know, and the expansion that brings it.
const ELEMENTS: [(&str, u64, &str); 4] = [
    ("small-follower", 7, ""),
    ("big-follower", 1, "inns-cathedrals"),
    ("cathedral", 1, "inns-cathedrals"),
    ("inn", 1, "inns-cathedrals"),
];
/// Rules that have an option of ours: name, the part that it belongs to, option; the values have the same words.
const RULES: [(&str, &str, &str); 2] = [
    ("tiny-city-scoring", "", "small_city"),
    ("inn-and-cathedral-final-scoring", "inns-cathedrals", "inn_cathedral_final"),
];
/// Figures, by our numbers.
const FIGURES: [&str; 2] = ["SmallFollower", "BigFollower"];

/// The set-up in our words; `first` begins.
///
/// # Errors
/// What in it we do not have.
pub fn setup(theirs: &RecordedSetup, first: u8) -> Result<Setup, String> {
    let mut ours = Setup::base(theirs.players).option("first_player", "host_seat");
    ours.first_seat = first;
    let mut unknown = Vec::new();
    for (set, count) in &theirs.sets {
        match SETS.iter().find(|(name, _)| name == set) {
            Some(&(_, expansion)) if *count == 1 => {
                if !expansion.is_empty() {
                    ours = ours.with(expansion);
                }
            }
            _ => unknown.push(format!("{count} tile set {set}")),
        }
    }
    let has = |part: &str| part.is_empty() || ours.expansions.iter().any(|e| e == part);
    for (element, value) in &theirs.elements {
        let number = value.as_u64().or(value.as_bool().map(u64::from));
        if element == "farmers" {
            continue;
        }
        if !ELEMENTS.iter().any(|&(name, n, part)| name == element && number == Some(n) && has(part)) {
            unknown.push(format!("element {element} {value}"));
        }
    }
    if !unknown.is_empty() {
        let known: Vec<_> = SETS.iter().map(|(name, _)| *name).collect();
        let (unknown, known) = (unknown.join(", "), known.join(" and "));
        return Err(format!("the set-up asks for what we do not have: {unknown}; we have {known}, once each"));
    }
    let missing = |(name, _, part): &&(&str, u64, &str)| has(part) && !theirs.elements.contains_key(*name);
    if let Some((name, ..)) = ELEMENTS.iter().find(missing) {
        return Err(format!("the set-up leaves the element {name} out, which we cannot"));
    }
    let start = RecordedStart { tile: "BA/RCr".to_owned(), x: 0, y: 0, rotation: 0 };
    if theirs.start != [start] {
        return Err("the set-up does not begin with the start tile BA/RCr alone, at 0 0 and upright".to_owned());
    }
    for (name, _, option) in RULES.iter().filter(|(_, part, _)| has(part)) {
        if let Some(Value::String(value)) = theirs.rules.get(*name) {
            ours.options.insert((*option).to_owned(), value.clone());
        }
    }
    let farmers = theirs.elements.get("farmers").is_some_and(|value| value == &Value::Bool(true));
    Ok(ours.option("farmers", if farmers { "true" } else { "false" }))
}

/// The kind of tile with this name.
///
/// # Errors
/// No tile of the set-up has the name.
pub fn tile(rules: &ClassicRules, name: &str) -> Result<u8, String> {
    let kind = rules.texts.iter().position(|text| text.jcz.iter().any(|jcz| jcz == name));
    kind.map(|kind| kind as u8).ok_or_else(|| format!("the set-up has no tile {name}"))
}

/// The kind of figure with this name.
///
/// # Errors
/// No figure has the name.
pub fn figure(name: &str) -> Result<u8, String> {
    let kind = FIGURES.iter().position(|figure| *figure == name);
    kind.map(|kind| kind as u8).ok_or_else(|| format!("there is no figure {name}"))
}

/// The segment that `x y Feature Location` names: it must own each port that the location says, and no other.
///
/// # Errors
/// There is no such segment.
pub fn segment(position: &ClassicPosition, rules: &ClassicRules, words: &[&str]) -> Result<SegmentIndex, String> {
    let no_such = || format!("nothing of ours lies at {}", words.join(" "));
    let &[x, y, feature, location] = words else { return Err(no_such()) };
    let at = Place::new(x.parse().map_err(|_| no_such())?, y.parse().map_err(|_| no_such())?);
    let tile = position.board.tile_at(at).ok_or_else(no_such)?;
    let tile = position.board.tiles()[usize::from(tile)];
    let kind = rules.kind(tile.kind);
    let number = base::KIND_WORDS.iter().position(|word| feature.eq_ignore_ascii_case(word)).ok_or_else(no_such)? as u8;
    let own = if let Some(nth) = ["I", "II", "III"].iter().position(|inside| *inside == location) {
        let texts = &rules.texts[usize::from(tile.kind)].segments;
        (0..kind.len)
            .filter(|&s| texts[usize::from(s)].inside && kind.segments()[usize::from(s)].kind == number)
            .nth(nth)
    } else {
        let ports = ports(location, number == base::FIELD).ok_or_else(no_such)?;
        let named = ports.iter().position(|named| *named).ok_or_else(no_such)?;
        let turned = &kind.turned[usize::from(tile.rotation)];
        let owner = |port: usize| turned.ports[port / 3][port % 3];
        let own = owner(named);
        let of_sort = |port: usize| (port % 3 != 1) == (number == base::FIELD);
        (0..12).filter(|&port| of_sort(port)).all(|port| (owner(port) == own) == ports[port]).then_some(own)
    };
    let own = own.filter(|&own| kind.segments()[usize::from(own)].kind == number).ok_or_else(no_such)?;
    Ok(tile.first + SegmentIndex::from(own))
}

/// The ports that a location names: halves of edges for fields (`NL.WR`), whole edges for the rest (`NE`, `_W`).
fn ports(location: &str, halves: bool) -> Option<[bool; 12]> {
    let side = |letter: char| "NESW".find(letter);
    let mut ports = [false; 12];
    if halves {
        for half in location.split('.') {
            let mut letters = half.chars();
            let side = side(letters.next()?)?;
            // Left and right as seen from the middle of the tile: ports run clockwise, so the left one comes first.
            let port = match letters.next()? {
                'L' => 0,
                'R' => 2,
                _ => return None,
            };
            ports[3 * side + port] = true;
        }
        return Some(ports);
    }
    let (all_but, letters) = location.strip_prefix('_').map_or((false, location), |letters| (true, letters));
    for port in 0..4 {
        ports[3 * port + 1] = all_but;
    }
    for letter in letters.chars() {
        ports[3 * side(letter)? + 1] = !all_but;
    }
    Some(ports)
}
