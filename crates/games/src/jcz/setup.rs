//! From a saved game's set-up to ours.

use serde_json::Value;

use super::file;
use crate::setup::Setup;

/// Our part for each tile set, with its editions: the second differs by gardens, which only an abbot uses.
const SETS: &[(&str, &str)] = &[
    ("basic", "base"),
    ("basic:1", "base"),
    ("basic:2", "base"),
    ("inns-and-cathedrals", "inns-cathedrals"),
    ("inns-and-cathedrals:1", "inns-cathedrals"),
    ("inns-and-cathedrals:2", "inns-cathedrals"),
];

/// Our option for a rule, and our value for each of its values.
type RuleMap = (&'static str, &'static str, &'static [(&'static str, &'static str)]);

const RULES: &[RuleMap] = &[
    ("tiny-city-scoring", "small_city", &[("4", "4"), ("2", "2")]),
    ("inn-and-cathedral-final-scoring", "inn_cathedral_final", &[("zero", "zero"), ("ignore", "ignore")]),
];

/// Rules that say nothing where none of these elements is in play. The client saves them all the same.
const RULES_OF_ELEMENTS: &[(&str, &[&str])] = &[
    ("princess-action", &["princess"]),
    ("fairy-placement", &["fairy"]),
    ("dragon-move", &["dragon"]),
    ("wagon-move", &["wagon"]),
    ("barn-placement", &["barn"]),
    ("bazaar-no-auction", &["bazaar"]),
    ("hill-tiebreaker", &["hill"]),
    ("espace-variant", &["escape"]),
    ("gq11-pig-herd", &["pig-herd"]),
    ("tunnelize-other-expansions", &["tunnel"]),
    ("more-tunnel-tokens", &["tunnel"]),
    ("festival-return", &["festival"]),
    ("keep-monasteries", &["monastery"]),
    ("labyrinth-variant", &["labyrinth"]),
    ("little-buildings-scoring", &["little-buildings"]),
    ("king-and-robber-scoring", &["king", "robber"]),
    ("coc-final-scoring", &["count"]),
    ("count-move", &["count"]),
    ("vineyards-for-garden", &["vineyard"]),
    ("robbers-son-action", &["robbers-son"]),
    ("meteorite-impact", &["meteorite"]),
];

/// The start tile of the base game.
const START: &str = "BA/RCr";

/// Maps the set-up.
///
/// # Errors
/// Everything in it that we do not have.
pub fn map(theirs: &file::Setup, players: usize) -> Result<Setup, Vec<String>> {
    let mut unmet = Vec::new();
    let mut setup = Setup::base(u8::try_from(players).unwrap_or(u8::MAX));
    sets(theirs, &mut setup, &mut unmet);
    elements(theirs, &mut setup, &mut unmet);
    rules(theirs, &mut setup, &mut unmet);
    start(theirs, &mut unmet);
    if unmet.is_empty() { setup.normal().map_err(|e| vec![e.to_string()]) } else { Err(unmet) }
}

fn sets(theirs: &file::Setup, setup: &mut Setup, unmet: &mut Vec<String>) {
    let mut has_base = false;
    for (set, count) in &theirs.sets {
        let Some((_, part)) = SETS.iter().find(|(name, _)| name == set) else {
            unmet.push(format!("tile set {}", shown(set)));
            continue;
        };
        match number(count) {
            Some(0) => {}
            Some(1) if *part == "base" && has_base || setup.expansions.iter().any(|id| id == part) => {
                unmet.push(format!("two editions of tile set {part}"));
            }
            Some(1) if *part == "base" => has_base = true,
            Some(1) => setup.expansions.push((*part).to_owned()),
            _ => unmet.push(format!("{} copies of tile set {}", shown(&count.to_string()), shown(set))),
        }
    }
    if !has_base {
        unmet.push("a game without the tiles of the base game".to_owned());
    }
}

fn elements(theirs: &file::Setup, setup: &mut Setup, unmet: &mut Vec<String>) {
    let elements = &theirs.elements;
    // That program takes farmers, inns and cathedrals to be in play where the file names them at all, even as `false`.
    let named = |element: &str| elements.get(element).is_some_and(|value| !value.is_null());
    let inns = setup.expansions.iter().any(|id| id == "inns-cathedrals");
    for (element, value) in elements.iter().filter(|(_, value)| is_on(value)) {
        match (element.as_str(), number(value)) {
            ("farmers" | "garden" | "inn" | "cathedral" | "small-follower" | "big-follower", _) => {}
            (_, Some(count)) if count > 1 => unmet.push(format!("element {} ({count} of them)", shown(element))),
            _ => unmet.push(format!("element {}", shown(element))),
        }
    }
    let count = |element: &str| elements.get(element).map_or(Some(0), number);
    if count("small-follower") != Some(7) {
        let given = elements.get("small-follower").map_or("0".to_owned(), Value::to_string);
        unmet.push(format!("{} followers for each player instead of 7", shown(&given)));
    }
    if count("big-follower") != Some(u64::from(inns)) {
        let given = elements.get("big-follower").map_or("0".to_owned(), Value::to_string);
        let set = if inns { "with" } else { "without" };
        unmet.push(format!("{} large followers for each player {set} Inns & Cathedrals", shown(&given)));
    }
    if !named("farmers") {
        setup.options.insert("farmers".to_owned(), "false".to_owned());
    }
    for (element, what) in [("inn", "inns"), ("cathedral", "cathedrals")] {
        if inns && !named(element) {
            unmet.push(format!("the tiles of Inns & Cathedrals without the effect of {what}"));
        }
    }
}

fn rules(theirs: &file::Setup, setup: &mut Setup, unmet: &mut Vec<String>) {
    for (rule, value) in &theirs.rules {
        let value = match value {
            Value::String(text) => text.clone(),
            other => other.to_string(),
        };
        let known = RULES.iter().find(|(name, ..)| name == rule);
        let ours = known.and_then(|(_, _, values)| values.iter().find(|(theirs, _)| *theirs == value));
        if let (Some((_, option, _)), Some((_, ours))) = (known, ours) {
            let has_option = setup.normal().is_ok_and(|s| s.option(option, ours).normal().is_ok());
            if has_option {
                setup.options.insert((*option).to_owned(), (*ours).to_owned());
            }
            continue;
        }
        let elements = RULES_OF_ELEMENTS.iter().find(|(name, _)| name == rule).map(|(_, elements)| *elements);
        let idle = elements
            .is_some_and(|elements| !elements.iter().any(|element| theirs.elements.get(*element).is_some_and(is_on)));
        if !idle {
            unmet.push(format!("rule {} = {}", shown(rule), shown(&value)));
        }
    }
}

fn start(theirs: &file::Setup, unmet: &mut Vec<String>) {
    let tiles = theirs.start.as_deref().unwrap_or_default();
    let usual = tiles.is_empty()
        || tiles.len() == 1 && tiles[0].tile == START && (tiles[0].x, tiles[0].y, tiles[0].rotation) == (0, 0, 0);
    if !usual {
        let given: Vec<String> =
            tiles.iter().take(3).map(|t| format!("{} at {},{}", shown(&t.tile), t.x, t.y)).collect();
        let more = if tiles.len() > 3 { format!(" and {} more", tiles.len() - 3) } else { String::new() };
        unmet.push(format!("start tiles {}{more}", given.join(", ")));
    }
}

/// Whether an element is in play.
fn is_on(value: &Value) -> bool {
    !matches!(value, Value::Null | Value::Bool(false)) && number(value) != Some(0)
}

fn number(value: &Value) -> Option<u64> {
    value.as_u64().or_else(|| value.as_f64().filter(|n| n.fract() == 0.0 && (0.0..1e9).contains(n)).map(|n| n as u64))
}

/// A text from the file, fit for a message.
fn shown(text: &str) -> String {
    text.chars().map(|c| if c.is_control() { ' ' } else { c }).take(60).collect()
}
