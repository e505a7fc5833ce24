//! Converts a saved game's set-up to ours.
//!
//! JCloisterZone combines tile sets and rules freely: pieces can be in play without the tiles that came with them, and tiles without their
//! pieces. Our corresponding expansion is in play if any part of it is used, with its unused elements disabled.

use std::collections::BTreeMap;

use bastide_core::TileText;
use classic::{
    abbey_mayor, base, cathars, count, cult, darmstadt, festival, games_quarterly, inns_cathedrals, king_robber,
    mage_witch, phantom, princess_dragon, river, spiel_doch, tower, traders_builders, watchtowers, wind_roses, winter,
};
use serde_json::Value;

use super::file;
use crate::compile::compile_recorded;
use crate::setup::Setup;

/// JCloisterZone's tile sets, each with our tile set and its part. Second editions map to the first editions: they differ only in their
/// gardens, which only an abbot uses. `second_edition_notes` reports the affected tiles.
const SETS: &[(&str, &str, &str)] = &[
    ("basic", "base", BASE),
    ("basic:1", "base", BASE),
    ("basic:2", "base", BASE),
    ("inns-and-cathedrals", "inns-cathedrals", INNS),
    ("inns-and-cathedrals:1", "inns-cathedrals", INNS),
    ("inns-and-cathedrals:2", "inns-cathedrals", INNS),
    ("river/1:1", "river-1", RIVER),
    ("river/1:2", "river-1", RIVER),
    ("river/2:1", "river-2", RIVER),
    ("river/2:2", "river-2", RIVER),
    ("gq11", "games-quarterly", QUARTERLY),
    ("siege/cathars", "cathars", CATHARS),
    ("siege/besiegers", "besiegers", CATHARS),
    ("king-and-robber:1", "king-robber", KING),
    ("king-and-robber:2", "king-robber", KING),
    ("count", "count", COUNT),
    ("abbey-and-mayor:1", "abbey-mayor", ABBEY),
    ("abbey-and-mayor:2", "abbey-mayor", ABBEY),
    ("princess-and-dragon:1", "princess-dragon", DRAGON),
    ("princess-and-dragon:2", "princess-dragon", DRAGON),
    ("traders-and-builders:1", "traders-builders", TRADERS),
    ("traders-and-builders:2", "traders-builders", TRADERS),
    ("tower:1", "tower", TOWER),
    ("tower:2", "tower", TOWER),
    ("watchtowers", "watchtowers", WATCHTOWERS),
    ("festival", "festival", FESTIVAL),
    ("darmstadt", "darmstadt", DARMSTADT),
    ("spiel-doch", "spiel-doch", SPIEL_DOCH),
    (WINTER, "winter", WINTER),
    ("wind-roses", "wind-roses", WIND_ROSES),
    ("cult/5", "cult", CULT),
    (SIX_SHRINES, "cult", CULT),
    ("mage-and-witch:1", "mage-witch", MAGE_WITCH),
];

/// The tiles that Games Quarterly adds to a river: a separate set in JCloisterZone, part of the Games Quarterly set here.
const QUARTERLY_RIVER: &str = "gq11/river";

const BASE: &str = base::PART.id;
const INNS: &str = inns_cathedrals::PART.id;
const RIVER: &str = river::PART.id;
const QUARTERLY: &str = games_quarterly::PART.id;
const CATHARS: &str = cathars::PART.id;
const KING: &str = king_robber::PART.id;
const COUNT: &str = count::PART.id;
const ABBEY: &str = abbey_mayor::PART.id;
const DRAGON: &str = princess_dragon::PART.id;
const TRADERS: &str = traders_builders::PART.id;
const TOWER: &str = tower::PART.id;
const WATCHTOWERS: &str = watchtowers::PART.id;
const FESTIVAL: &str = festival::PART.id;
const PHANTOM: &str = phantom::PART.id;
const DARMSTADT: &str = darmstadt::PART.id;
const SPIEL_DOCH: &str = spiel_doch::PART.id;
const WIND_ROSES: &str = wind_roses::PART.id;
const CULT: &str = cult::PART.id;
const MAGE_WITCH: &str = mage_witch::PART.id;
/// A tile set of JCloisterZone with the tiles of both of our sets of The Cult.
const SIX_SHRINES: &str = "cult/6";
/// A tile set of JCloisterZone with the tiles of the base game and those of our set with the same name.
const WINTER: &str = winter::PART.id;

/// JCloisterZone's pieces and effects that are either present or absent, each with JCloisterZone's name, our name, and our part.
const ELEMENTS: &[(&str, &str, &str)] = &[
    ("siege", "siege", CATHARS),
    ("king", "king", KING),
    ("robber", "robber", KING),
    ("count", "count", COUNT),
    ("abbey", "abbeys", ABBEY),
    ("dragon", "dragon", DRAGON),
    ("fairy", "fairy", DRAGON),
    ("portal", "portals", DRAGON),
    ("princess", "princesses", DRAGON),
    ("traders", "goods", TRADERS),
    ("tower", "towers", TOWER),
    ("festival", "festivals", FESTIVAL),
    ("shrine", "shrines", CULT),
    ("mage", "mage", MAGE_WITCH),
    ("witch", "witch", MAGE_WITCH),
];

/// JCloisterZone's figures that have a count, each with JCloisterZone's name, our element (if there is one), our part, and our word.
const FIGURES: &[(&str, &str, &str, &str)] = &[
    ("small-follower", "", BASE, base::FOLLOWER_WORD),
    ("big-follower", "large", INNS, inns_cathedrals::LARGE_WORD),
    ("mayor", "mayors", ABBEY, abbey_mayor::MAYOR_WORD),
    ("wagon", "wagons", ABBEY, abbey_mayor::WAGON_WORD),
    ("barn", "barns", ABBEY, abbey_mayor::BARN_WORD),
    ("builder", "builders", TRADERS, traders_builders::BUILDER_WORD),
    ("pig", "pigs", TRADERS, traders_builders::PIG_WORD),
    ("phantom", "phantoms", PHANTOM, phantom::PHANTOM_WORD),
];

/// Elements that are not in [`ELEMENTS`]: farmers are an option; inns, cathedrals, escapes, herds and rivers are mapped separately; gardens
/// have no effect without an abbot; watchtowers and wind roses are in play with their tiles, whether the file names them or not.
const IGNORED_ELEMENTS: [&str; 9] =
    ["farmers", "inn", "cathedral", "escape", "pig-herd", "river", "garden", "watchtower", "wind-rose"];

/// A rule of JCloisterZone and the option that corresponds to it.
struct RuleMap {
    name: &'static str,
    /// The elements without which the rule has no effect. JCloisterZone saves the rule even without them.
    of: &'static [&'static str],
    option: &'static str,
    /// JCloisterZone's values paired with ours, starting with its default.
    values: &'static [(&'static str, &'static str)],
}

const fn rule(
    name: &'static str,
    of: &'static [&'static str],
    option: &'static str,
    values: &'static [(&'static str, &'static str)],
) -> RuleMap {
    RuleMap { name, of, option, values }
}

const RULES: &[RuleMap] = &[
    rule("tiny-city-scoring", &["small-follower"], "small_city", &[("4", "4"), ("2", "2")]),
    rule(
        "inn-and-cathedral-final-scoring",
        &["inn", "cathedral"],
        "inn_cathedral_final",
        &[("zero", "zero"), ("ignore", "ignore")],
    ),
    rule("princess-action", &["princess"], "princess", &[("may", "may"), ("must", "must")]),
    rule("fairy-placement", &["fairy"], "fairy", &[("next-follower", "next_to_follower"), ("on-tile", "on_tile")]),
    rule(
        "dragon-move",
        &["dragon"],
        "dragon_moves",
        &[("before-scoring", "before_scoring"), ("after-scoring", "after_scoring")],
    ),
    rule("wagon-move", &["wagon"], "wagon_move", &[("C2", "adjacent_tiles"), ("C1", "same_tile_link")]),
    rule("barn-placement", &["barn"], "barn_on_barn", &[("not-occupied", "false"), ("occupied", "true")]),
    rule(
        "espace-variant",
        &["escape"],
        "siege_escape",
        &[("any-tile", "any_city_tile"), ("siege-tile", "cathar_tile")],
    ),
    rule(
        "king-and-robber-scoring",
        &["king", "robber"],
        "king_robber_scoring",
        &[("default", "per_feature"), ("10/20", "ten"), ("15/40", "by_players"), ("continuously", "continuous")],
    ),
    rule(
        "coc-final-scoring",
        &["count"],
        "count_final",
        &[("market-only", "market_only"), ("any-district", "any_quarter")],
    ),
    rule(
        "count-move",
        &["count"],
        "count_move",
        &[("by-player", "by_player"), ("clockwise", "clockwise"), ("follow-meeple", "follow")],
    ),
    rule("gq11-pig-herd", &["pig-herd"], "gq_pig_herd", &[("pig", "herd"), ("nothing", "field")]),
    rule("festival-return", &["festival"], "festival", &[("meeple", "figures"), ("follower", "followers")]),
];

/// Rules that JCloisterZone always follows when an element is in play: the element, our option, and its value.
const FIXED: &[(&str, &str, &str)] = &[
    ("count", "count_entry", "another_scores"),
    ("count", "carcassonne_land", "open"),
    ("king", "king_counts_carcassonne", "true"),
    ("tower", "tower_takes_own", "true"),
    ("builder", "builder_turn", "must"),
    ("festival", "festival_tower", "yes"),
];

/// Rules for elements that we do not support. They have no effect unless one of those elements is in play.
const RULES_OF_ELEMENTS: &[(&str, &[&str])] = &[
    ("bazaar-no-auction", &["bazaar"]),
    ("hill-tiebreaker", &["hill"]),
    ("tunnelize-other-expansions", &["tunnel"]),
    ("more-tunnel-tokens", &["tunnel"]),
    ("keep-monasteries", &["monastery"]),
    ("labyrinth-variant", &["labyrinth"]),
    ("little-buildings-scoring", &["little-buildings"]),
    ("vineyards-for-garden", &["vineyard"]),
    ("robbers-son-action", &["robbers-son"]),
    ("meteorite-impact", &["meteorite"]),
];

/// Returns notes for the record that list the tiles of second-edition sets that differ from the first edition.
pub(super) fn second_edition_notes(theirs: &file::Setup, tiles: &[TileText]) -> Vec<String> {
    let of = |(set, ours): (&str, &str)| {
        // A tile's first name is from the first edition, its second from the second edition.
        let other = tiles.iter().filter(|text| text.set == ours).filter_map(|text| text.jcz.get(1));
        let names: Vec<&str> = other.map(String::as_str).collect();
        let gardens = if names.is_empty() { "no tile".to_owned() } else { names.join(", ") };
        format!("tile set {set} counts as that of the first edition; with gardens: {gardens}")
    };
    let second = SETS.iter().filter(|(set, ..)| set.ends_with(":2") && theirs.sets.contains_key(*set));
    second.map(|&(set, ours, _)| of((set, ours))).collect()
}

/// Maps JCloisterZone's set-up to ours.
///
/// # Errors
/// Fails if the set-up uses anything unsupported; the error lists everything that is.
pub fn map(theirs: &file::Setup, players: usize) -> Result<Setup, Vec<String>> {
    let mut mapping = Mapping {
        theirs,
        setup: Setup::base(u8::try_from(players).unwrap_or(u8::MAX)),
        sets: BTreeMap::new(),
        unmet: Vec::new(),
    };
    mapping.tile_sets();
    mapping.elements();
    mapping.inns();
    mapping.parts();
    mapping.rules();
    mapping.count_sets();
    if mapping.unmet.is_empty() {
        mapping.start();
    }
    let Mapping { setup, unmet, .. } = mapping;
    if unmet.is_empty() { setup.normalized().map_err(|e| vec![e.to_string()]) } else { Err(unmet) }
}

struct Mapping<'a> {
    theirs: &'a file::Setup,
    setup: Setup,
    /// Number of copies of each of our tile sets.
    sets: BTreeMap<&'static str, u8>,
    unmet: Vec<String>,
}

impl Mapping<'_> {
    fn is_on(&self, element: &str) -> bool {
        self.theirs.elements.get(element).is_some_and(is_on)
    }

    /// Returns whether the file names an element. JCloisterZone treats farmers, inns and cathedrals as in play if the file names them, even
    /// with the value `false`.
    fn is_named(&self, element: &str) -> bool {
        self.theirs.elements.get(element).is_some_and(|value| !value.is_null())
    }

    fn has(&self, part: &str) -> bool {
        part == BASE || self.setup.expansions.iter().any(|id| id == part)
    }

    fn uses(&mut self, part: &str) {
        if !self.has(part) {
            self.setup.expansions.push(part.to_owned());
        }
    }

    fn option(&mut self, name: &str, value: &str) {
        self.setup.options.insert(name.to_owned(), value.to_owned());
    }

    fn switch_off(&mut self, element: &str) {
        self.setup.without.push(element.to_owned());
    }

    fn tile_sets(&mut self) {
        let mut of_the_river = 0;
        for (set, value) in &self.theirs.sets {
            let known = SETS.iter().find(|(name, ..)| name == set);
            let copies = number(value).and_then(|copies| u8::try_from(copies).ok());
            match (known, copies) {
                (_, Some(0)) => {}
                (Some((_, ours, part)), Some(copies)) => {
                    let total = self.sets.get(ours).copied().unwrap_or(0).saturating_add(copies);
                    self.sets.insert(ours, total);
                    self.uses(part);
                    let more = [(WINTER, "base"), (SIX_SHRINES, "cult-sixth")].into_iter();
                    for (_, other) in more.filter(|(both, _)| both == set) {
                        let total = self.sets.get(other).copied().unwrap_or(0).saturating_add(copies);
                        self.sets.insert(other, total);
                    }
                }
                (None, Some(copies)) if set == QUARTERLY_RIVER => of_the_river = copies,
                (None, _) => self.unmet.push(format!("tile set {}", clean_text(set))),
                _ => self.unmet.push(format!(
                    "{} copies of tile set {}",
                    clean_text(&value.to_string()),
                    clean_text(set)
                )),
            }
        }
        let quarterly = if self.has(RIVER) { self.sets.get("games-quarterly").copied().unwrap_or(0) } else { 0 };
        if of_the_river != quarterly {
            self.unmet.push(format!("{of_the_river} copies of tile set {QUARTERLY_RIVER} to {quarterly} of gq11"));
        }
    }

    fn elements(&mut self) {
        for (element, value) in self.theirs.elements.iter().filter(|(_, value)| is_on(value)) {
            let figure = FIGURES.iter().find(|(theirs, ..)| theirs == element);
            let known = ELEMENTS.iter().find(|(theirs, ..)| theirs == element);
            match (figure, known, number(value)) {
                (Some((_, _, part, _)), ..) => match number(value).map(u8::try_from) {
                    Some(Ok(_)) => self.uses(part),
                    _ => self.unmet.push(format!("{} of element {element}", clean_text(&value.to_string()))),
                },
                (.., Some(count)) if count > 1 => {
                    self.unmet.push(format!("element {} ({count} of them)", clean_text(element)));
                }
                (_, Some((.., part)), _) => self.uses(part),
                _ if IGNORED_ELEMENTS.contains(&element.as_str()) => {}
                _ => self.unmet.push(format!("element {}", clean_text(element))),
            }
        }
        if !self.is_named("farmers") {
            self.option("farmers", "false");
        }
    }

    /// Maps inns and cathedrals, which are a single element in this program. They belong to the tiles of their expansion, but the second
    /// river also has an inn.
    fn inns(&mut self) {
        let (inns, cathedrals) = (self.is_named("inn"), self.is_named("cathedral"));
        if self.sets.contains_key("inns-cathedrals") && inns != cathedrals {
            let (with, without) = if inns { ("inns", "cathedrals") } else { ("cathedrals", "inns") };
            self.unmet.push(format!("the tiles of Inns & Cathedrals with {with} but without {without}"));
        }
        if inns && self.sets.contains_key("river-2") {
            self.uses(INNS);
        }
    }

    /// Disables the unused elements of the parts in play, and sets the numbers of figures and the options that follow from the elements and
    /// tile sets.
    fn parts(&mut self) {
        for &(theirs, ours, part) in ELEMENTS {
            if self.has(part) && !self.is_on(theirs) {
                self.switch_off(ours);
            }
        }
        for &(theirs, ours, part, word) in FIGURES {
            let count =
                self.theirs.elements.get(theirs).and_then(number).and_then(|n| u8::try_from(n).ok()).unwrap_or(0);
            let usual = if part == BASE { base::FOLLOWERS } else { 1 };
            match (self.has(part), count) {
                (false, _) => {}
                (true, 0) if part != BASE => self.switch_off(ours),
                (true, count) if count != usual => drop(self.setup.figures.insert(word.to_owned(), count)),
                _ => {}
            }
        }
        if self.has(INNS) && !self.is_named("inn") && !self.is_named("cathedral") {
            self.switch_off("inns");
        }
        let (herds, pigs) = (self.is_on("pig-herd"), self.is_on("pig"));
        if self.has(RIVER) || self.has(QUARTERLY) {
            match herds {
                false => self.switch_off("pig-herds"),
                true if pigs => self.option("pig_herd_with_pigs", "on"),
                true => {}
            }
        }
        if self.has(CATHARS) && self.is_on("siege") && !self.is_on("escape") {
            self.option("siege_escape", "off");
        }
        if self.is_on("abbey") {
            self.option("abbey_at_end", "true");
        }
        let both = |one: bool, other: bool| if one && other { Some("both") } else { None };
        let sets = self.sets.clone();
        let has = |set: &str| sets.contains_key(set);
        let rivers = both(has("river-1"), has("river-2")).unwrap_or(if has("river-2") { "2" } else { "1" });
        let sieges =
            both(has("cathars"), has("besiegers")).unwrap_or(if has("besiegers") { "besiegers" } else { "cathars" });
        if self.has(RIVER) {
            self.option("river", rivers);
            self.switch_off("printed-river");
        }
        if self.has(CATHARS) {
            self.option("siege_tiles", sieges);
        }
        if self.has(CULT) && !has("cult-sixth") {
            self.option("cult_tiles", "5");
        }
        // JCloisterZone has a single spring, chosen by its start tiles, which also say whether the pair begins the table.
        let starts_with = |tile: &str| self.theirs.start.iter().flatten().any(|start| start.tile == tile);
        let (has_pair, begins_otherwise) = (self.has(SPIEL_DOCH), !starts_with("SD/CC"));
        if self.has(RIVER) && self.has(QUARTERLY) && starts_with("RI/s") {
            self.switch_off("road-spring");
        }
        if has_pair && begins_otherwise {
            self.option("spiel_doch_start", "false");
        }
    }

    fn rules(&mut self) {
        let given: BTreeMap<&str, String> = self
            .theirs
            .rules
            .iter()
            .map(|(rule, value)| (rule.as_str(), value.as_str().map_or_else(|| value.to_string(), str::to_owned)))
            .collect();
        for rule in RULES {
            let value = given.get(rule.name).map_or(rule.values[0].0, String::as_str);
            let idle = !rule
                .of
                .iter()
                .any(|element| self.is_on(element) || rule.option == "inn_cathedral_final" && self.is_named(element));
            match rule.values.iter().find(|(theirs, _)| *theirs == value) {
                _ if idle && rule.option != "small_city" => {}
                None => self.unmet.push(format!("rule {} = {}", rule.name, clean_text(value))),
                Some(_) if rule.option == "inn_cathedral_final" && !self.has(INNS) => {}
                Some(_) if rule.option == "gq_pig_herd" && !self.has(QUARTERLY) => {}
                Some((_, ours)) => self.option(rule.option, ours),
            }
        }
        for (rule, value) in given.iter().filter(|(rule, _)| RULES.iter().all(|known| known.name != **rule)) {
            let elements = RULES_OF_ELEMENTS.iter().find(|(name, _)| name == rule).map(|(_, elements)| *elements);
            let idle = elements.is_some_and(|elements| !elements.iter().any(|element| self.is_on(element)));
            if !idle {
                self.unmet.push(format!("rule {} = {}", clean_text(rule), clean_text(value)));
            }
        }
        for (_, option, value) in FIXED.iter().filter(|(element, ..)| self.is_on(element)).collect::<Vec<_>>() {
            self.option(option, value);
        }
    }

    /// Stores the tile sets and their numbers of copies in our set-up, unless they are the usual ones: each set of the parts in play, once.
    fn count_sets(&mut self) {
        let mut usual = BTreeMap::new();
        for part in classic::PARTS.iter().filter(|part| self.has(part.id)) {
            for &(set, _) in part.tiles {
                let option = |name: &str| self.setup.options.get(name).map_or("", String::as_str);
                let used = match set {
                    "river-1" => option("river") != "2",
                    "river-2" => option("river") != "1",
                    "cathars" => option("siege_tiles") != "besiegers",
                    "besiegers" => matches!(option("siege_tiles"), "besiegers" | "both"),
                    "cult-sixth" => option("cult_tiles") != "5",
                    _ => true,
                };
                if used {
                    usual.insert(set, 1);
                }
            }
        }
        if self.sets != usual {
            self.setup.sets = self.sets.iter().map(|(set, copies)| ((*set).to_owned(), *copies)).collect();
        }
    }

    /// Checks that the file's start tiles are those of our set-up. A file that lists no start tiles uses the usual ones.
    fn start(&mut self) {
        let tiles = self.theirs.start.as_deref().unwrap_or_default();
        let rules = match compile_recorded::<classic::Classic>(&self.setup) {
            Ok(rules) if !tiles.is_empty() => rules,
            _ => return,
        };
        let is_ours = |theirs: &file::StartTile| {
            rules.start.iter().any(|&(kind, at, rotation)| {
                let named = rules.texts[usize::from(kind)].jcz.contains(&theirs.tile);
                let lies = (i64::from(at.x), i64::from(at.y), 90 * i64::from(rotation));
                named && lies == (theirs.x, theirs.y, theirs.rotation)
            })
        };
        if tiles.len() != rules.start.len() || !tiles.iter().all(is_ours) {
            let given: Vec<String> =
                tiles.iter().take(3).map(|t| format!("{} at {},{}", clean_text(&t.tile), t.x, t.y)).collect();
            let more = if tiles.len() > 3 { format!(" and {} more", tiles.len() - 3) } else { String::new() };
            self.unmet.push(format!("start tiles {}{more}", given.join(", ")));
        }
    }
}

/// Returns whether this value means that an element is in play.
fn is_on(value: &Value) -> bool {
    !matches!(value, Value::Null | Value::Bool(false)) && number(value) != Some(0)
}

fn number(value: &Value) -> Option<u64> {
    value.as_u64().or_else(|| value.as_f64().filter(|n| n.fract() == 0.0 && (0.0..1e9).contains(n)).map(|n| n as u64))
}

/// Cleans up text from the file for use in a message: one line of at most 60 characters.
fn clean_text(text: &str) -> String {
    text.chars().map(|c| if c.is_control() { ' ' } else { c }).take(60).collect()
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::presets;

    #[test]
    fn preset_matches_that_programs_defaults() {
        let preset = presets::find(crate::setup::CARCASSONNE, "jcloisterzone").unwrap();
        let spelled_out = preset.all_options(crate::setup::CARCASSONNE);
        let defaults = RULES.iter().map(|rule| (rule.option, rule.values[0].1));
        for (option, value) in defaults.chain(FIXED.iter().map(|&(_, option, value)| (option, value))) {
            let (_, own, _) = spelled_out.iter().find(|(info, ..)| info.name == option).unwrap();
            assert_eq!(own, value, "{option}");
        }
    }
}
