//! Presets: named lists of option values, such as the current official rules.
//!
//! Each preset is a file in `crates/games/presets` that cites the sources of its values. A file lists only the options that differ from the
//! rulebook; all others keep their defaults. The first preset, the rulebook, lists none.

use std::collections::BTreeMap;
use std::fmt;
use std::sync::LazyLock;

use bastide_core::option::OptionInfo;
use serde::{Deserialize, Serialize};

use crate::families;
use crate::setup::{RULES_VERSION, Setup};

/// Ids and files of all presets, in the order in which they are offered.
const FILES: [(&str, &str); 3] = [
    ("rulebook", include_str!("../presets/rulebook.toml")),
    ("current", include_str!("../presets/current.toml")),
    ("jcloisterzone", include_str!("../presets/jcloisterzone.toml")),
];

/// Options that no preset sets, because the rules leave them to the players: the first player, which of the printed sets are used, and
/// variants that a rulebook offers in addition to its standard rules.
const OPEN: [&str; 6] = ["first_player", "river", "siege_tiles", "cult_tiles", "hand", "equal_turns"];

/// A named list of option values.
#[derive(Debug)]
pub struct Preset {
    /// The preset's id, such as `current`.
    pub id: &'static str,
    file: File,
}

/// Contents of a preset file.
#[derive(Debug, Deserialize)]
#[serde(deny_unknown_fields)]
struct File {
    name: Words,
    about: Words,
    games: BTreeMap<String, BTreeMap<String, String>>,
}

/// A text in each of the project's languages.
#[derive(Clone, Debug, PartialEq, Eq, Deserialize, Serialize)]
#[cfg_attr(feature = "types", derive(ts_rs::TS))]
#[cfg_attr(feature = "schemas", derive(utoipa::ToSchema))]
#[serde(deny_unknown_fields)]
pub struct Words {
    /// English.
    pub en: String,
    /// Russian.
    pub ru: String,
    /// Ukrainian.
    pub uk: String,
}

/// The rules of a set-up: the closest preset, and the departures from it.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
#[cfg_attr(feature = "types", derive(ts_rs::TS))]
#[cfg_attr(feature = "schemas", derive(utoipa::ToSchema))]
pub struct Basis {
    /// The id of the preset.
    pub id: &'static str,
    /// The preset's name, by language.
    pub name: &'static Words,
    /// The options that differ from the preset; empty if there are none.
    pub departures: Vec<Departure>,
}

/// An option whose value differs from a preset.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
#[cfg_attr(feature = "types", derive(ts_rs::TS))]
#[cfg_attr(feature = "schemas", derive(utoipa::ToSchema))]
pub struct Departure {
    /// The option's name.
    pub option: &'static str,
    /// The option's value in the set-up.
    pub value: String,
    /// The option's value in the preset.
    pub preset: String,
}

/// Error for a preset that the game does not have.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct UnknownPreset {
    /// The requested id.
    pub id: String,
    /// The presets that the game has.
    pub known: Vec<&'static str>,
}

impl fmt::Display for UnknownPreset {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "the game has no preset \"{}\"", self.id)?;
        if self.known.is_empty() { Ok(()) } else { write!(f, "; choose from {}", self.known.join(", ")) }
    }
}

impl std::error::Error for UnknownPreset {}

/// Returns all presets, the rulebook first.
pub fn all() -> &'static [Preset] {
    static ALL: LazyLock<Vec<Preset>> = LazyLock::new(|| {
        // A file that cannot be parsed is skipped here; a test detects it.
        let read = |&(id, text): &(&'static str, &str)| Some(Preset { id, file: toml::from_str(text).ok()? });
        FILES.iter().filter_map(read).collect()
    });
    &ALL
}

/// Returns the presets of a game, starting with the rulebook; empty if there is no such game.
pub fn of_game(game: &str) -> impl Iterator<Item = &'static Preset> {
    all().iter().filter(move |preset| preset.file.games.contains_key(game))
}

/// Returns a preset of a game by its id.
///
/// # Errors
/// Fails if the game does not have this preset.
pub fn find(game: &str, id: &str) -> Result<&'static Preset, UnknownPreset> {
    let unknown = || UnknownPreset { id: id.to_owned(), known: of_game(game).map(|preset| preset.id).collect() };
    of_game(game).find(|preset| preset.id == id).ok_or_else(unknown)
}

/// Returns whether presets cover an option, that is, whether its value can be a departure.
pub fn include_option(option: &str) -> bool {
    !OPEN.contains(&option)
}

impl Preset {
    /// Returns the preset's name, by language.
    pub fn name(&self) -> &Words {
        &self.file.name
    }

    /// Returns the preset's description, by language.
    pub fn description(&self) -> &Words {
        &self.file.about
    }

    /// Iterates over the options that the preset sets in a game, with their values. All other options keep their defaults.
    pub fn values(&self, game: &str) -> impl Iterator<Item = (&str, &str)> {
        let values = self.file.games.get(game).into_iter().flatten();
        values.map(|(option, value)| (option.as_str(), value.as_str()))
    }

    /// Sets the options of the parts in play to the preset's values, except those that the set-up already sets.
    pub fn apply(&self, setup: &mut Setup) {
        let in_play: Vec<_> = preset_options(setup).iter().map(|info| info.name).collect();
        for (option, value) in self.values(&setup.game.clone()) {
            if in_play.contains(&option) {
                setup.options.entry(option.to_owned()).or_insert_with(|| value.to_owned());
            }
        }
    }

    /// Returns every option that presets cover in a game, with its values in this preset and in the rulebook.
    pub fn all_options(&self, game: &str) -> Vec<(&'static OptionInfo, String, String)> {
        let rulebook = setup_with_all_parts(game);
        let mut own = rulebook.clone();
        self.apply(&mut own);
        let value = |setup: &Setup, info| setup.value_of(info).to_owned();
        let options = preset_options(&rulebook).into_iter();
        options.map(|info| (info, value(&own, info), value(&rulebook, info))).collect()
    }

    /// Returns the options of the parts in play whose values in a set-up differ from this preset's values.
    pub fn departures(&self, setup: &Setup) -> Vec<Departure> {
        // Presets follow the newest rules, even for a game played under older ones.
        let mut pure = Setup { options: BTreeMap::new(), rules_version: RULES_VERSION, ..setup.short() };
        self.apply(&mut pure);
        let departure = |info: &'static OptionInfo| {
            let (value, preset) = (setup.value_of(info).to_owned(), pure.value_of(info).to_owned());
            (value != preset).then_some(Departure { option: info.name, value, preset })
        };
        preset_options(setup).into_iter().filter_map(departure).collect()
    }
}

/// Returns the preset with the fewest departures from a set-up, or the first such preset on a tie; `None` if there is no such game.
pub fn basis(setup: &Setup) -> Option<Basis> {
    let basis =
        |preset: &'static Preset| Basis { id: preset.id, name: preset.name(), departures: preset.departures(setup) };
    let bases = of_game(&setup.game).map(basis);
    bases.min_by_key(|basis| basis.departures.len())
}

/// Returns a set-up that includes every part of a game.
fn setup_with_all_parts(game: &str) -> Setup {
    let parts = families::of_game(game).map_or(&[][..], |about| about.parts);
    Setup { expansions: parts.iter().skip(1).map(|part| part.id.to_owned()).collect(), ..Setup::of(game, 2) }
}

/// Returns the options of the parts in play that presets cover, without duplicates, in the order in which the game lists them.
fn preset_options(setup: &Setup) -> Vec<&'static OptionInfo> {
    let mut options = setup.options_in_play();
    options.retain(|info| include_option(info.name));
    // An option that belongs to two parts is listed once.
    let mut known = Vec::new();
    options.retain(|info| {
        !known.contains(&info.name) && {
            known.push(info.name);
            true
        }
    });
    options
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::Game;

    /// Formats the basis of a set-up as one line, such as `current farmers=false(true)`.
    fn format_basis(setup: &Setup) -> String {
        let Basis { id, departures, .. } = basis(setup).unwrap();
        let departures = departures.iter().map(|one| format!(" {}={}({})", one.option, one.value, one.preset));
        departures.fold(id.to_owned(), |line, one| line + &one)
    }

    #[test]
    fn every_preset_file_is_valid() {
        assert_eq!(all().iter().map(|preset| preset.id).collect::<Vec<_>>(), FILES.map(|(id, _)| id));
        for (id, text) in FILES {
            let file: File = toml::from_str(text).unwrap_or_else(|why| panic!("{id}: {why}"));
            for words in [file.name, file.about] {
                assert!([words.en, words.ru, words.uk].iter().all(|word| !word.is_empty()), "{id}");
            }
        }
        assert!(all()[0].file.games.values().all(BTreeMap::is_empty), "the rulebook sets no options");
        let games: Vec<_> = all()[0].file.games.keys().map(String::as_str).collect();
        assert!(families::ALL.iter().all(|about| games.contains(&about.game)), "every game has a rulebook preset");
    }

    #[test]
    fn every_option_set_exists_and_is_not_the_default() {
        for about in families::ALL {
            let setup = setup_with_all_parts(about.game);
            for preset in of_game(about.game) {
                let mut changed = setup.clone();
                preset.apply(&mut changed);
                Game::new(&changed).unwrap_or_else(|why| panic!("{}: {why}", preset.id));
                for (option, value) in preset.values(about.game) {
                    let info = setup.options_in_play().into_iter().find(|info| info.name == option);
                    let info =
                        info.unwrap_or_else(|| panic!("{}: {option} is not an option of {}", preset.id, about.game));
                    assert!(info.values.contains(&value), "{}: {option} has no value {value}", preset.id);
                    assert_ne!(setup.value_of(info), value, "{}: {option}", preset.id);
                    assert!(include_option(option), "{}: {option} is left open", preset.id);
                }
            }
        }
    }

    #[test]
    fn every_preset_considers_every_option() {
        for about in families::ALL {
            for preset in of_game(about.game).skip(1) {
                let (_, text) = FILES.iter().find(|(id, _)| *id == preset.id).unwrap();
                let lines = |name: &str| {
                    let starts = [format!("{name} = \""), format!("# {name}: ")];
                    text.lines().filter(|line| starts.iter().any(|start| line.starts_with(start))).count()
                };
                for info in setup_with_all_parts(about.game).options_in_play() {
                    let spoken_of = usize::from(include_option(info.name));
                    assert_eq!(
                        lines(info.name),
                        spoken_of,
                        "{}: lines about {} of {}",
                        preset.id,
                        info.name,
                        about.game
                    );
                }
            }
        }
    }

    #[test]
    fn open_options_exist() {
        let options: Vec<_> =
            families::ALL.iter().flat_map(|about| about.parts).flat_map(|part| part.options).collect();
        assert!(OPEN.iter().all(|open| options.iter().any(|info| info.name == *open)));
    }

    #[test]
    fn preset_changes_only_options_in_play_that_the_set_up_leaves_open() {
        let current = find("carcassonne", "current").unwrap();
        let mut setup = Setup::base(2);
        current.apply(&mut setup);
        assert_eq!(setup, Setup::base(2));
        let mut setup = Setup::base(2).with("abbey-mayor").option("abbey_at_end", "false");
        current.apply(&mut setup);
        assert_eq!(setup.canonical(), "carcassonne+abbey-mayor seats=2 wagon_move=adjacent_tiles");
        assert_eq!(format_basis(&setup), "rulebook wagon_move=adjacent_tiles(same_tile_link)");
        let unknown = find("discovery", "jcloisterzone").unwrap_err();
        assert_eq!(unknown.to_string(), "the game has no preset \"jcloisterzone\"; choose from rulebook");
    }

    #[test]
    fn set_up_departs_from_the_closest_preset() {
        for about in families::ALL {
            for preset in of_game(about.game) {
                let mut setup = setup_with_all_parts(about.game);
                preset.apply(&mut setup);
                assert_eq!(format_basis(&setup), preset.id);
            }
        }
        let mut setup = setup_with_all_parts("carcassonne");
        find("carcassonne", "jcloisterzone").unwrap().apply(&mut setup);
        let setup = setup.option("small_city", "2").option("wagon_move", "same_tile_link").option("river", "2");
        assert_eq!(format_basis(&setup), "jcloisterzone small_city=2(4) wagon_move=same_tile_link(adjacent_tiles)");
        // An explicit default is not a departure, and neither is an option that presets leave open.
        assert_eq!(
            format_basis(&Setup::base(2).option("small_city", "4").option("first_player", "host_seat")),
            "rulebook"
        );
        assert_eq!(format_basis(&Setup::base(2).option("farmers", "false")), "rulebook farmers=false(true)");
        assert_eq!(basis(&Setup::of("chess", 2)), None);
    }

    #[test]
    fn game_with_older_rules_departs_where_defaults_have_changed() {
        let old = Setup::base(2).with("count").pinned(1);
        assert_eq!(basis(&old).unwrap().id, "current");
        let departures = find("carcassonne", "rulebook").unwrap().departures(&old);
        let names: Vec<_> = departures.iter().map(|one| (one.option, one.value.as_str())).collect();
        assert_eq!(names, [("count_entry", "another_scores"), ("count_final", "market_only")]);
    }
}
