//! Converts set-ups of version 4 to the format of versions 5 and later. Version 4 has expansions and capabilities instead of tile sets and
//! elements, and different names for rules and tiles.

use std::collections::BTreeMap;

use serde::Deserialize;
use serde_json::{Value, json};

/// The set-up of a game saved by version 4.
#[derive(Debug, Deserialize)]
pub(super) struct Setup4 {
    expansions: Expansions,
    #[serde(default)]
    rules: Rules,
    #[serde(default)]
    capabilities: Option<Vec<String>>,
}

/// The set-up in the format of later versions.
pub(super) struct ModernSetup {
    /// Tile sets, with the number of copies of each.
    pub sets: BTreeMap<String, Value>,
    /// Pieces and rules in play.
    pub elements: BTreeMap<String, Value>,
    /// Rule variants, with their values.
    pub rules: BTreeMap<String, Value>,
}

/// Expansions, either with their numbers of copies or as a list of names.
#[derive(Debug, Deserialize)]
#[serde(untagged)]
enum Expansions {
    Counted(BTreeMap<String, Value>),
    Named(Vec<String>),
}

/// Rules, either with their values or as a list of the enabled ones.
#[derive(Debug, Deserialize)]
#[serde(untagged)]
enum Rules {
    Valued(BTreeMap<String, Value>),
    Named(Vec<String>),
}

impl Default for Rules {
    fn default() -> Self {
        Self::Named(Vec::new())
    }
}

/// Expansions, each with its tile set in later versions and its capabilities.
const EXPANSIONS: &[(&str, &str, &[&str])] = &[
    ("BASIC", "basic:1", &[]),
    ("INNS_AND_CATHEDRALS", "inns-and-cathedrals:1", &["BigFollower", "Inn", "Cathedral"]),
    ("TRADERS_AND_BUILDERS", "traders-and-builders:1", &["Pig", "Builder", "TradeGoods", "PigHerd"]),
    ("PRINCESS_AND_DRAGON", "princess-and-dragon:1", &["Fairy", "Dragon", "Portal", "Princess"]),
    ("TOWER", "tower:1", &["Tower"]),
    ("ABBEY_AND_MAYOR", "abbey-and-mayor:1", &["Abbey", "Wagon", "Mayor", "Barn"]),
    ("KING_AND_ROBBER", "king-and-robber:1", &["KingAndRobberBaron"]),
    ("KING_AND_ROBBER_BARON", "king-and-robber:1", &["KingAndRobberBaron"]),
    ("RIVER", "river/1:1", &["River"]),
    ("RIVER_II", "river/2:1", &["River", "PigHerd"]),
    ("CATHARS", "siege/cathars", &["Siege"]),
    ("BESIEGERS", "siege/besiegers", &["Siege"]),
    ("COUNT", "count", &["Count"]),
    ("GQ11", "gq11", &["PigHerd"]),
    ("FESTIVAL", "festival", &["Festival"]),
    ("CULT", "cult/6", &["Shrine"]),
    ("MAGE_AND_WITCH", "mage-and-witch:1", &["MageAndWitch"]),
];

/// Capabilities, each with its elements in later versions.
const CAPABILITIES: &[(&str, &[&str])] = &[
    ("StandardGame", &[]),
    ("BigFollower", &["big-follower"]),
    ("Inn", &["inn"]),
    ("Cathedral", &["cathedral"]),
    ("Pig", &["pig"]),
    ("Builder", &["builder"]),
    ("TradeGoods", &["traders"]),
    ("ClothWineGrain", &["traders"]),
    ("PigHerd", &["pig-herd"]),
    ("Fairy", &["fairy"]),
    ("Dragon", &["dragon"]),
    ("Portal", &["portal"]),
    ("Princess", &["princess"]),
    ("Tower", &["tower"]),
    ("Abbey", &["abbey"]),
    ("Wagon", &["wagon"]),
    ("Mayor", &["mayor"]),
    ("Barn", &["barn"]),
    ("KingAndRobberBaron", &["king", "robber"]),
    ("King", &["king"]),
    ("Robber", &["robber"]),
    ("River", &["river"]),
    ("Siege", &["siege", "escape"]),
    ("Count", &["count"]),
    ("Festival", &["festival"]),
    ("Phantom", &["phantom"]),
    ("Shrine", &["shrine"]),
    ("MageAndWitch", &["mage", "witch"]),
];

/// Rules that can be enabled, each with the corresponding rule in later versions and that rule's values when on and off.
const RULES: &[(&str, &str, &str, &str)] = &[
    ("TINY_CITY_2_POINTS", "tiny-city-scoring", "2", "4"),
    ("PRINCESS_MUST_REMOVE_KNIGHT", "princess-action", "must", "may"),
    ("DRAGON_MOVE_AFTER_SCORING", "dragon-move", "after-scoring", "before-scoring"),
    ("FAIRY_ON_TILE", "fairy-placement", "on-tile", "next-follower"),
    ("MULTI_BARN_ALLOWED", "barn-placement", "occupied", "not-occupied"),
    ("ESCAPE_RGG", "espace-variant", "any-tile", "siege-tile"),
    ("PIG_HERD_ON_GQ_FARM", "gq11-pig-herd", "pig", "nothing"),
    ("FESTIVAL_FOLLOWER_ONLY", "festival-return", "follower", "meeple"),
];

/// Rules about seating and clocks, and rules of unsupported expansions, which are rejected anyway.
const IGNORED_RULES: [&str; 8] = [
    "RANDOM_SEATING_ORDER",
    "CLOCK_PLAYER_TIME",
    "USE_PIG_HERDS_INDEPENDENTLY",
    "BAZAAR_NO_AUCTION",
    "TUNNELIZE_ALL_EXPANSIONS",
    "MORE_TUNNEL_TOKENS",
    "KEEP_CLOISTERS",
    "BULDINGS_DIFFERENT_VALUE",
];

/// Prefixes of tile names that have changed, as pairs of the version 4 prefix and its replacement.
const TILE_PREFIXES: [(&str, &str); 4] = [("R1", "RI.1"), ("R2", "RI.2"), ("SI", "SI.CA"), ("BE", "SI.BE")];
/// The springs of the two rivers, which are the same tile in later versions.
const SPRINGS: [&str; 2] = ["R1.I.s", "R2.I.s"];

impl Setup4 {
    /// Returns the set-up in the format of later versions.
    pub fn modern(&self) -> ModernSetup {
        let mut sets: BTreeMap<String, Value> = BTreeMap::new();
        let mut capabilities: Vec<String> = Vec::new();
        let expansions: Vec<(&str, Value)> = match &self.expansions {
            Expansions::Counted(counted) => {
                counted.iter().map(|(name, count)| (name.as_str(), count.clone())).collect()
            }
            Expansions::Named(named) => named.iter().map(|name| (name.as_str(), json!(1))).collect(),
        };
        for (name, copies) in expansions {
            let known = EXPANSIONS.iter().find(|(theirs, ..)| *theirs == name);
            let set = known.map_or_else(|| kebab(name), |(_, set, _)| (*set).to_owned());
            sets.insert(set, copies);
            let own = known.map_or(&[][..], |(.., own)| own);
            capabilities.extend(own.iter().map(|&own| own.to_owned()));
        }
        if let (Some(copies), true) = (sets.get("gq11").cloned(), sets.keys().any(|set| set.starts_with("river/"))) {
            sets.insert("gq11/river".to_owned(), copies);
        }
        let mut elements =
            BTreeMap::from([("small-follower".to_owned(), json!(7)), ("farmers".to_owned(), json!(true))]);
        for capability in self.capabilities.as_ref().unwrap_or(&capabilities) {
            match CAPABILITIES.iter().find(|(theirs, _)| theirs == capability) {
                Some((_, names)) => elements.extend(names.iter().map(|&name| (name.to_owned(), json!(1)))),
                None => drop(elements.insert(kebab(capability), json!(1))),
            }
        }
        ModernSetup { sets, elements, rules: self.modern_rules() }
    }

    fn modern_rules(&self) -> BTreeMap<String, Value> {
        let on = |name: &str| match &self.rules {
            Rules::Valued(valued) => {
                valued.get(name).is_some_and(|value| *value == json!(true) || *value == json!("true"))
            }
            Rules::Named(named) => named.iter().any(|on| on == name),
        };
        // In version 4, wagons follow the rules of the first edition.
        let mut rules = BTreeMap::from([("wagon-move".to_owned(), json!("C1"))]);
        for (theirs, name, if_on, if_off) in RULES {
            rules.insert((*name).to_owned(), json!(if on(theirs) { if_on } else { if_off }));
        }
        let given: Vec<&String> = match &self.rules {
            Rules::Valued(valued) => valued.keys().collect(),
            Rules::Named(named) => named.iter().collect(),
        };
        let known = |name: &str| RULES.iter().any(|(theirs, ..)| *theirs == name) || IGNORED_RULES.contains(&name);
        let unknown = given.into_iter().filter(|name| !known(name) && on(name));
        rules.extend(unknown.map(|name| (kebab(name), json!(true))));
        rules
    }
}

/// Converts `HILLS_AND_SHEEP` and `HillsAndSheep` to `hills-and-sheep`.
fn kebab(name: &str) -> String {
    let mut text = String::new();
    let shouted = !name.chars().any(char::is_lowercase);
    for letter in name.chars().take(80) {
        if letter == '_' || letter.is_uppercase() && !shouted && !text.is_empty() {
            text.push('-');
        }
        text.extend(letter.to_lowercase().filter(|&letter| letter != '_'));
    }
    text
}

/// Returns a tile's name in later versions, such as `BA/RFr` for `BA.RFr`.
pub(super) fn modern_tile(name: &str) -> String {
    if SPRINGS.contains(&name) {
        return "RI/s".to_owned();
    }
    match name.split_once('.') {
        Some((prefix, rest)) if !name.contains('/') => {
            let prefix = TILE_PREFIXES.iter().find(|(theirs, _)| *theirs == prefix).map_or(prefix, |(_, later)| later);
            format!("{prefix}/{rest}")
        }
        _ => name.to_owned(),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn names_of_version_4_become_those_of_later_versions() {
        for (theirs, ours) in [
            ("BA.RFr", "BA/RFr"),
            ("TB.CcRR.w", "TB/CcRR.w"),
            ("R2.II+", "RI.2/II+"),
            ("R1.I.s", "RI/s"),
            ("BE.CFR", "SI.BE/CFR"),
            ("RI.2/II", "RI.2/II"),
            ("x", "x"),
        ] {
            assert_eq!(modern_tile(theirs), ours);
        }
        assert_eq!(kebab("HILLS_AND_SHEEP"), "hills-and-sheep");
        assert_eq!(kebab("WindRose"), "wind-rose");
    }

    #[test]
    fn expansions_and_capabilities_become_sets_and_elements() {
        let read = |json: Value| serde_json::from_value::<Setup4>(json).unwrap().modern();
        let setup = read(json!({
            "expansions": {"BASIC": 1, "GQ11": 1, "RIVER_II": 2, "HILLS_AND_SHEEP": 1},
            "rules": {"PIG_HERD_ON_GQ_FARM": true, "CLOCK_PLAYER_TIME": 60, "NEW_RULE": true, "OLD_RULE": false},
            "capabilities": ["StandardGame", "River", "Hill", "Siege"],
        }));
        assert_eq!(
            json!(setup.sets),
            json!({"basic:1": 1, "gq11": 1, "gq11/river": 1, "river/2:1": 2, "hills-and-sheep": 1})
        );
        assert_eq!(
            json!(setup.elements),
            json!({"small-follower": 7, "farmers": true, "river": 1, "hill": 1, "siege": 1, "escape": 1})
        );
        assert_eq!((&setup.rules["gq11-pig-herd"], &setup.rules["new-rule"]), (&json!("pig"), &json!(true)));
        assert!(!setup.rules.contains_key("old-rule"));
        let setup = read(json!({"expansions": ["BASIC", "TOWER"], "rules": ["TINY_CITY_2_POINTS"]}));
        assert_eq!((&setup.elements["tower"], &setup.rules["tiny-city-scoring"]), (&json!(1), &json!("2")));
    }
}
