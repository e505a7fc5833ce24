//! Provides learned corrections for systematic errors in the evaluation of the Carcassonne family.
//!
//! A *trait* is a quantity that a seat can have more or less of, such as roads, or points expected from roads. A correction is the value of
//! one unit of a trait in addition to the plain evaluation, early and late in a game. Corrections are learned from the results of games
//! (docs/tuning.md) and stored in `weights/corrections`, with one file for each kind of set-up that has separate corrections.

use std::fmt::Write;
use std::sync::LazyLock;

use classic::ClassicRules;
use classic::abbey_mayor::{ABBEYS, BARNS, MAYORS, WAGONS};
use classic::princess_dragon::{DRAGONS, FAIRIES, PORTALS, PRINCESSES};
use toml::{Table, Value};

/// Traits for each kind of feature that a seat owns: number of features, expected points, chances of completion, points if the game ended
/// now, squares of the expected points (divided by 10), expected points of shared features, gaps, expected points weighted by the chance of
/// completion, and expected points of features on which an opponent is one follower behind.
pub(super) const OF_FEATURES: [&str; 9] =
    ["count", "value", "chance", "unfinished", "square", "shared", "gaps", "likely", "threatened"];
/// Kinds of features with separate traits. `monastery` includes all kinds that are completed by the eight places around their tile.
const KINDS: [&str; 4] = ["city", "road", "field", "monastery"];
/// Number of traits derived from features.
const FEATURE_TRAITS: usize = KINDS.len() * OF_FEATURES.len();
/// Other traits: the number of features on which another seat is stronger, and the expected points of these; strength on features other
/// than fields, weighted by the chance that they remain incomplete; the first, second, ... follower in supply; being next to move; being
/// next to move without a follower in supply; whether any follower is in supply or expected back, and how many.
const OTHERS: [&str; 14] = [
    "outvoted",
    "outvoted_value",
    "stuck",
    "follower_1",
    "follower_2",
    "follower_3",
    "follower_4",
    "follower_5",
    "follower_6",
    "follower_7",
    "turn",
    "turn_without",
    "any",
    "coming",
];
/// Number of traits.
pub const TRAITS: usize = FEATURE_TRAITS + OTHERS.len();
/// Numbers per correction: its value at the end of the game, and the coefficients of the fraction of the game left and of that fraction
/// squared.
pub const TERMS: usize = 3;

/// Elements of Abbey & Mayor that affect other values.
const ABBEY_AND_MAYOR: u64 = ABBEYS | MAYORS | WAGONS | BARNS;
/// Elements of The Princess & the Dragon that affect other values.
const PRINCESS_AND_DRAGON: u64 = DRAGONS | FAIRIES | PORTALS | PRINCESSES;

/// The built-in corrections files, each with the kind of set-up in which its corrections were learned.
const FILES: [(&str, &str); 5] = [
    ("two-seats.toml", include_str!("../../../weights/corrections/two-seats.toml")),
    ("three-seats.toml", include_str!("../../../weights/corrections/three-seats.toml")),
    ("four-seats.toml", include_str!("../../../weights/corrections/four-seats.toml")),
    ("abbey-mayor.toml", include_str!("../../../weights/corrections/abbey-mayor.toml")),
    ("princess-dragon.toml", include_str!("../../../weights/corrections/princess-dragon.toml")),
];

static LEARNED: LazyLock<[Corrections; FILES.len()]> = LazyLock::new(|| {
    FILES.map(|(file, text)| Corrections::read(text).unwrap_or_else(|why| panic!("weights/corrections/{file}: {why}")))
});

/// Indices of traits.
pub(crate) mod traits {
    use super::FEATURE_TRAITS;

    pub const OUTVOTED: usize = FEATURE_TRAITS;
    pub const OUTVOTED_VALUE: usize = FEATURE_TRAITS + 1;
    pub const STUCK: usize = FEATURE_TRAITS + 2;
    pub const FOLLOWERS: usize = FEATURE_TRAITS + 3;
    pub const MAX_FOLLOWERS: usize = 7;
    pub const TURN: usize = FOLLOWERS + MAX_FOLLOWERS;
    pub const TURN_WITHOUT: usize = TURN + 1;
    pub const ANY: usize = TURN + 2;
    pub const COMING: usize = TURN + 3;

    /// Returns the index of the first trait for a kind of feature; kind 0 is cities.
    pub const fn of_kind(kind: usize) -> usize {
        kind * super::OF_FEATURES.len()
    }
}

/// Returns the name of a trait.
pub fn name_of(number: usize) -> String {
    match number.checked_sub(FEATURE_TRAITS) {
        Some(other) => OTHERS[other].to_owned(),
        None => format!("{}_{}", KINDS[number / OF_FEATURES.len()], OF_FEATURES[number % OF_FEATURES.len()]),
    }
}

/// The corrections: [`TERMS`] for each trait.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Corrections(pub [[f32; TERMS]; TRAITS]);

impl Corrections {
    /// Corrections that are all zero and change nothing.
    pub const NONE: Self = Self([[0.0; TERMS]; TRAITS]);

    /// Returns the correction for one unit of each trait when the fraction `youth` of the game is left (1 at the start of the game).
    pub fn at(&self, youth: f32) -> [f32; TRAITS] {
        self.0.map(|[end, linear, square]| end + youth * (linear + youth * square))
    }

    /// Returns the built-in corrections for a set-up, or [`NONE`](Self::NONE) if none have proved useful (docs/strength.md).
    pub fn of_setup(rules: &ClassicRules) -> &'static Self {
        const NOTHING: Corrections = Corrections::NONE;
        let [two, three, four, abbey, princess] = &*LEARNED;
        let has = |what: u64| rules.options.has(what);
        match (has(PRINCESS_AND_DRAGON), has(ABBEY_AND_MAYOR), rules.seats) {
            (false, false, ..=2) => two,
            (false, false, 3) => three,
            (false, false, _) => four,
            (true, false, _) => princess,
            (false, true, ..=2) => abbey,
            _ => &NOTHING,
        }
    }

    /// Parses a corrections file.
    ///
    /// # Errors
    /// Returns the first error found in the file.
    pub fn read(text: &str) -> Result<Self, CorrectionsError> {
        let file: Table = text.parse().map_err(|why: toml::de::Error| CorrectionsError::NotToml(why.to_string()))?;
        let table = file.get("lessons").and_then(Value::as_table).ok_or(CorrectionsError::NoTable)?;
        let mut corrections = Self::NONE;
        for (number, terms) in corrections.0.iter_mut().enumerate() {
            let name = name_of(number);
            let Some(found) = table.get(&name) else { return Err(CorrectionsError::Missing(name)) };
            let numbers: Option<Vec<f32>> = found.as_array().and_then(|list| list.iter().map(number_of).collect());
            *terms = numbers
                .and_then(|numbers| numbers.try_into().ok())
                .ok_or_else(|| CorrectionsError::NoCorrection(name, found.to_string()))?;
        }
        let known = |name: &String| (0..TRAITS).any(|number| name_of(number) == *name);
        match table.keys().find(|name| !known(name)) {
            Some(name) => Err(CorrectionsError::Unknown(name.clone())),
            None => Ok(corrections),
        }
    }

    /// Returns the text of a corrections file. `origin` lists keys and values that record where the corrections come from.
    pub fn write(&self, origin: &[(&str, String)]) -> String {
        let mut text = String::from(
            "# Corrections that the computer players' evaluation has learned from games, explained in \
             docs/tuning.md.\n\n[origin]\n",
        );
        for (key, value) in origin {
            let _ = writeln!(text, "{key} = {}", Value::from(value.as_str()));
        }
        text.push_str("\n[lessons]\n");
        for (number, terms) in self.0.iter().enumerate() {
            let terms = terms.map(|term| format!("{term:.4}")).join(", ");
            let _ = writeln!(text, "{} = [{terms}]", name_of(number));
        }
        text
    }
}

fn number_of(value: &Value) -> Option<f32> {
    let number = value.as_float().or_else(|| value.as_integer().map(|whole| whole as f64))?;
    number.is_finite().then_some(number as f32)
}

/// Errors in a corrections file.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum CorrectionsError {
    /// The file is not valid TOML. Contains the parser's message.
    #[error("invalid TOML: {}", .0.trim().replace('\n', "; "))]
    NotToml(String),
    /// The file has no `[lessons]` table.
    #[error("missing table [lessons]")]
    NoTable,
    /// The file has a correction for an unknown trait.
    #[error("unknown trait {0}")]
    Unknown(String),
    /// The file has no correction for a trait.
    #[error("missing correction of {0}")]
    Missing(String),
    /// A correction is not a list of three numbers. Contains the trait and the value in the file.
    #[error("{0} is {1}, but must be three numbers")]
    NoCorrection(String, String),
}

#[cfg(test)]
mod tests {
    use super::*;
    use games::{Game, Setup};

    #[test]
    fn built_in_files_are_valid() {
        for ((file, _), learned) in FILES.iter().zip(LEARNED.iter()) {
            assert_ne!(*learned, Corrections::NONE, "{file}");
            let again = Corrections::read(&learned.write(&[("how", "a \"test\"".to_owned())])).unwrap();
            assert_eq!(again, *learned, "{file}");
        }
    }

    #[test]
    fn each_set_up_uses_its_corrections() {
        let of = |line: &str| {
            let game = Game::new(&Setup::from_line(line).unwrap()).unwrap();
            *Corrections::of_setup(game.classic().unwrap().0)
        };
        let [two, three, four, abbey, princess] = *LEARNED;
        assert_eq!([2, 3, 4, 5].map(|seats| of(&format!("carcassonne seats={seats}"))), [two, three, four, four]);
        assert_eq!(of("carcassonne+inns-cathedrals+tower seats=2"), two);
        assert_eq!([2, 4].map(|seats| of(&format!("carcassonne+princess-dragon seats={seats}"))), [princess; 2]);
        assert_eq!(
            [2, 3].map(|seats| of(&format!("carcassonne+abbey-mayor seats={seats}"))),
            [abbey, Corrections::NONE]
        );
        assert_eq!(of("carcassonne+abbey-mayor+princess-dragon seats=2"), Corrections::NONE);
    }

    #[test]
    fn errors_say_what_is_wrong_with_a_file() {
        let text = Corrections::NONE.write(&[]);
        let fails = |from: &str, to: &str| Corrections::read(&text.replacen(from, to, 1)).unwrap_err();
        assert!(matches!(fails("[lessons]", "[lessons"), CorrectionsError::NotToml(_)));
        assert_eq!(fails("[lessons]", "[other]"), CorrectionsError::NoTable);
        assert_eq!(fails("road_count", "street_count"), CorrectionsError::Missing("road_count".to_owned()));
        assert_eq!(fails("coming =", "going = [0, 0, 0]\ncoming ="), CorrectionsError::Unknown("going".to_owned()));
        let bad = fails("stuck = [0.0000, 0.0000, 0.0000]", "stuck = [nan, 0, 0]");
        assert_eq!(bad, CorrectionsError::NoCorrection("stuck".to_owned(), "[nan, 0, 0]".to_owned()));
        assert!(matches!(fails("any = [0.0000, ", "any = ["), CorrectionsError::NoCorrection(..)));
    }

    #[test]
    fn corrections_change_with_the_age_of_the_game() {
        let mut corrections = Corrections::NONE;
        corrections.0[traits::TURN] = [1.0, 2.0, 4.0];
        assert_eq!([0.0, 0.5, 1.0].map(|youth| corrections.at(youth)[traits::TURN]), [1.0, 3.0, 7.0]);
        assert_eq!(name_of(traits::TURN), "turn");
        assert_eq!(name_of(traits::of_kind(1)), "road_count");
    }
}
