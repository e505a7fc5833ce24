//! Presets: named lists of option values, such as the current official rules.
//!
//! Each stands in a file of `crates/games/presets` that says where its values are from. A file names the options in which the preset is not
//! the rulebook; any other option has its default there. The first preset, the rulebook, names none.

use std::collections::BTreeMap;
use std::fmt;
use std::sync::LazyLock;

use bastide_core::option::OptionInfo;
use serde::{Deserialize, Serialize};

use crate::families;
use crate::setup::{RULES_VERSION, Setup};

/// The ids and files of all presets, in the order in which they are offered.
const FILES: [(&str, &str); 3] = [
    ("rulebook", include_str!("../presets/rulebook.toml")),
    ("current", include_str!("../presets/current.toml")),
    ("jcloisterzone", include_str!("../presets/jcloisterzone.toml")),
];

/// Options that no preset speaks of, because the rules leave them to whoever sits down to play: who begins, which of the printed sets
/// lie on the table, and variants that a rulebook offers beside its rules.
const OPEN: [&str; 5] = ["first_player", "river", "siege_tiles", "hand", "equal_turns"];

/// A named list of option values.
#[derive(Debug)]
pub struct Preset {
    /// Its id: `current`.
    pub id: &'static str,
    file: File,
}

/// The content of a preset's file.
#[derive(Debug, Deserialize)]
#[serde(deny_unknown_fields)]
struct File {
    name: Words,
    about: Words,
    games: BTreeMap<String, BTreeMap<String, String>>,
}

/// A sentence, or a part of one, in the languages of the project.
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

/// What a set-up plays by: the preset from which it departs least, and where it departs.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
#[cfg_attr(feature = "types", derive(ts_rs::TS))]
#[cfg_attr(feature = "schemas", derive(utoipa::ToSchema))]
pub struct Basis {
    /// The id of the preset.
    pub id: &'static str,
    /// Its name.
    pub name: &'static Words,
    /// The options in which the set-up is not the preset; none where it is.
    pub departures: Vec<Departure>,
}

/// An option in which a set-up is not a preset.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
#[cfg_attr(feature = "types", derive(ts_rs::TS))]
#[cfg_attr(feature = "schemas", derive(utoipa::ToSchema))]
pub struct Departure {
    /// The option.
    pub option: &'static str,
    /// Its value in the set-up.
    pub value: String,
    /// Its value in the preset.
    pub preset: String,
}

/// A game has no such preset.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct UnknownPreset {
    /// What was asked for.
    pub id: String,
    /// The presets that the game has.
    pub known: Vec<&'static str>,
}

impl fmt::Display for UnknownPreset {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "the game has no preset \"{}\"", self.id)?;
        if self.known.is_empty() { Ok(()) } else { write!(f, "; there is {}", self.known.join(", ")) }
    }
}

impl std::error::Error for UnknownPreset {}

/// Every preset, the rulebook first.
pub fn all() -> &'static [Preset] {
    static ALL: LazyLock<Vec<Preset>> = LazyLock::new(|| {
        // A file that cannot be read fails a test, and is left out here.
        let read = |&(id, text): &(&'static str, &str)| Some(Preset { id, file: toml::from_str(text).ok()? });
        FILES.iter().filter_map(read).collect()
    });
    &ALL
}

/// The presets of a game, the rulebook first; none if there is no such game.
pub fn of_game(game: &str) -> impl Iterator<Item = &'static Preset> {
    all().iter().filter(move |preset| preset.file.games.contains_key(game))
}

/// A preset of a game by its id.
///
/// # Errors
/// The game has no such preset.
pub fn find(game: &str, id: &str) -> Result<&'static Preset, UnknownPreset> {
    let unknown = || UnknownPreset { id: id.to_owned(), known: of_game(game).map(|preset| preset.id).collect() };
    of_game(game).find(|preset| preset.id == id).ok_or_else(unknown)
}

/// Whether presets speak of an option: a set-up can depart from them in it.
pub fn speak_of(option: &str) -> bool {
    !OPEN.contains(&option)
}

impl Preset {
    /// Its name.
    pub fn name(&self) -> &Words {
        &self.file.name
    }

    /// A sentence that says what it is.
    pub fn about(&self) -> &Words {
        &self.file.about
    }

    /// The values that it names in a game; all others are defaults.
    pub fn values(&self, game: &str) -> impl Iterator<Item = (&str, &str)> {
        let values = self.file.games.get(game).into_iter().flatten();
        values.map(|(option, value)| (option.as_str(), value.as_str()))
    }

    /// Gives the options of the parts in play its values, save those that the set-up names itself.
    pub fn apply(&self, setup: &mut Setup) {
        let in_play: Vec<_> = governed(setup).iter().map(|info| info.name).collect();
        for (option, value) in self.values(&setup.game.clone()) {
            if in_play.contains(&option) {
                setup.options.entry(option.to_owned()).or_insert_with(|| value.to_owned());
            }
        }
    }

    /// Every option of a game that presets speak of, with its value here and in the rulebook.
    pub fn spelled_out(&self, game: &str) -> Vec<(&'static OptionInfo, String, String)> {
        let rulebook = with_everything(game);
        let mut own = rulebook.clone();
        self.apply(&mut own);
        let value = |setup: &Setup, info| setup.value_of(info).to_owned();
        let options = governed(&rulebook).into_iter();
        options.map(|info| (info, value(&own, info), value(&rulebook, info))).collect()
    }

    /// The options of the parts in play in which a set-up is not this preset.
    pub fn departures(&self, setup: &Setup) -> Vec<Departure> {
        // Presets are those of the newest rules, also for a game that is played by older ones.
        let mut pure = Setup { options: BTreeMap::new(), rules_version: RULES_VERSION, ..setup.short() };
        self.apply(&mut pure);
        let departure = |info: &'static OptionInfo| {
            let (value, preset) = (setup.value_of(info).to_owned(), pure.value_of(info).to_owned());
            (value != preset).then_some(Departure { option: info.name, value, preset })
        };
        governed(setup).into_iter().filter_map(departure).collect()
    }
}

/// The preset from which a set-up departs least, of equals the first; none if there is no such game.
pub fn basis(setup: &Setup) -> Option<Basis> {
    let basis =
        |preset: &'static Preset| Basis { id: preset.id, name: preset.name(), departures: preset.departures(setup) };
    let bases = of_game(&setup.game).map(basis);
    bases.min_by_key(|basis| basis.departures.len())
}

/// A set-up with every part of a game.
fn with_everything(game: &str) -> Setup {
    let parts = families::of_game(game).map_or(&[][..], |about| about.parts);
    Setup { expansions: parts.iter().skip(1).map(|part| part.id.to_owned()).collect(), ..Setup::of(game, 2) }
}

/// The options of the parts in play that presets speak of, each once, in the order in which they are listed.
fn governed(setup: &Setup) -> Vec<&'static OptionInfo> {
    let mut options = setup.options_in_play();
    options.retain(|info| speak_of(info.name));
    // An option that two parts have is one.
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

    /// What a basis says in one line: `current farmers=false(true)`.
    fn told(setup: &Setup) -> String {
        let Basis { id, departures, .. } = basis(setup).unwrap();
        let departures = departures.iter().map(|one| format!(" {}={}({})", one.option, one.value, one.preset));
        departures.fold(id.to_owned(), |line, one| line + &one)
    }

    #[test]
    fn every_file_holds() {
        assert_eq!(all().iter().map(|preset| preset.id).collect::<Vec<_>>(), FILES.map(|(id, _)| id));
        for (id, text) in FILES {
            let file: File = toml::from_str(text).unwrap_or_else(|why| panic!("{id}: {why}"));
            for words in [file.name, file.about] {
                assert!([words.en, words.ru, words.uk].iter().all(|word| !word.is_empty()), "{id}");
            }
        }
        assert!(all()[0].file.games.values().all(BTreeMap::is_empty), "the rulebook names no option");
        let games: Vec<_> = all()[0].file.games.keys().map(String::as_str).collect();
        assert!(families::ALL.iter().all(|about| games.contains(&about.game)), "every game is played by its rulebook");
    }

    #[test]
    fn every_option_named_is_there_and_is_not_the_default() {
        for about in families::ALL {
            let setup = with_everything(about.game);
            for preset in of_game(about.game) {
                let mut changed = setup.clone();
                preset.apply(&mut changed);
                Game::new(&changed).unwrap_or_else(|why| panic!("{}: {why}", preset.id));
                for (option, value) in preset.values(about.game) {
                    let info = setup.options_in_play().into_iter().find(|info| info.name == option);
                    let info = info.unwrap_or_else(|| panic!("{}: {option} is no option of {}", preset.id, about.game));
                    assert!(info.values.contains(&value), "{}: {option} has no value {value}", preset.id);
                    assert_ne!(setup.value_of(info), value, "{}: {option}", preset.id);
                    assert!(speak_of(option), "{}: {option} is left open", preset.id);
                }
            }
        }
    }

    #[test]
    fn every_option_was_thought_of_by_every_preset() {
        for about in families::ALL {
            for preset in of_game(about.game).skip(1) {
                let (_, text) = FILES.iter().find(|(id, _)| *id == preset.id).unwrap();
                let lines = |name: &str| {
                    let starts = [format!("{name} = \""), format!("# {name}: ")];
                    text.lines().filter(|line| starts.iter().any(|start| line.starts_with(start))).count()
                };
                for info in with_everything(about.game).options_in_play() {
                    let spoken_of = usize::from(speak_of(info.name));
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
    fn open_options_are_options() {
        let options: Vec<_> =
            families::ALL.iter().flat_map(|about| about.parts).flat_map(|part| part.options).collect();
        assert!(OPEN.iter().all(|open| options.iter().any(|info| info.name == *open)));
    }

    #[test]
    fn a_preset_changes_options_of_the_parts_in_play_that_nobody_named() {
        let current = find("carcassonne", "current").unwrap();
        let mut setup = Setup::base(2);
        current.apply(&mut setup);
        assert_eq!(setup, Setup::base(2));
        let mut setup = Setup::base(2).with("abbey-mayor").option("abbey_at_end", "false");
        current.apply(&mut setup);
        assert_eq!(setup.canonical(), "carcassonne+abbey-mayor seats=2 wagon_move=adjacent_tiles");
        assert_eq!(told(&setup), "rulebook wagon_move=adjacent_tiles(same_tile_link)");
        let unknown = find("discovery", "jcloisterzone").unwrap_err();
        assert_eq!(unknown.to_string(), "the game has no preset \"jcloisterzone\"; there is rulebook");
    }

    #[test]
    fn a_setup_departs_from_the_nearest_preset() {
        for about in families::ALL {
            for preset in of_game(about.game) {
                let mut setup = with_everything(about.game);
                preset.apply(&mut setup);
                assert_eq!(told(&setup), preset.id);
            }
        }
        let mut setup = with_everything("carcassonne");
        find("carcassonne", "jcloisterzone").unwrap().apply(&mut setup);
        let setup = setup.option("small_city", "2").option("wagon_move", "same_tile_link").option("river", "2");
        assert_eq!(told(&setup), "jcloisterzone small_city=2(4) wagon_move=same_tile_link(adjacent_tiles)");
        // A default that is spelled out is no departure, and neither is what presets leave open.
        assert_eq!(told(&Setup::base(2).option("small_city", "4").option("first_player", "host_seat")), "rulebook");
        assert_eq!(told(&Setup::base(2).option("farmers", "false")), "rulebook farmers=false(true)");
        assert_eq!(basis(&Setup::of("chess", 2)), None);
    }

    #[test]
    fn a_game_by_older_rules_departs_where_these_had_other_defaults() {
        let old = Setup::base(2).with("count").pinned(1);
        assert_eq!(basis(&old).unwrap().id, "current");
        let departures = find("carcassonne", "rulebook").unwrap().departures(&old);
        let names: Vec<_> = departures.iter().map(|one| (one.option, one.value.as_str())).collect();
        assert_eq!(names, [("count_entry", "another_scores"), ("count_final", "market_only")]);
    }
}
