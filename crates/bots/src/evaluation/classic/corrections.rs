//! Learned corrections: by how much the evaluation of the Carcassonne family errs, as a rule, where a seat has many of something.
//!
//! [`TRAITS`] are things that a seat has more or less of, such as roads, or points that are expected of roads. A correction says what
//! one of each is worth beyond what the evaluation makes of it, early and late in a game. Corrections are learned from the ends of
//! games (docs/tuning.md); they stand in files, one for each kind of set-up that has some of its own, in `weights/corrections`.

use std::fmt::Write;
use std::sync::LazyLock;

use classic::ClassicRules;
use classic::abbey_mayor::{ABBEYS, BARNS, MAYORS, WAGONS};
use classic::princess_dragon::{DRAGONS, FAIRIES, PORTALS, PRINCESSES};
use toml::{Table, Value};

/// What a seat can have of each kind of feature that it scores: how many there are, points expected of them, chances of completion,
/// points if the game ended now, squares of the points (tenths), points expected of shared ones, gaps, points that are likely to
/// come with completion, points of those where somebody stands one follower behind.
pub(super) const OF_FEATURES: [&str; 9] =
    ["count", "value", "chance", "unfinished", "square", "shared", "gaps", "likely", "threatened"];
/// The kinds of feature that are told apart; a monastery stands for all that wait for their eight neighbours.
const KINDS: [&str; 4] = ["city", "road", "field", "monastery"];
/// Traits of features.
const FEATURE_TRAITS: usize = KINDS.len() * OF_FEATURES.len();
/// What else a seat can have: features where others are stronger, and the points that they get; followers on land that is not
/// expected to be complete; a first, second, ... follower in supply; the next turn; the next turn without a follower; any follower
/// in supply or coming back, and how many.
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
/// How many traits there are.
pub const TRAITS: usize = FEATURE_TRAITS + OTHERS.len();
/// A correction's numbers: what it is worth in the end, what is added with the share of the game that is still to come, and with the
/// square of that share.
pub const TERMS: usize = 3;

/// What Abbey & Mayor brings that changes what other things are worth.
const ABBEY_AND_MAYOR: u32 = ABBEYS | MAYORS | WAGONS | BARNS;
/// The same of The Princess & the Dragon.
const PRINCESS_AND_DRAGON: u32 = DRAGONS | FAIRIES | PORTALS | PRINCESSES;

/// The corrections of the program, each learned in the set-up of its name.
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

/// Numbers of traits.
pub(crate) mod traits {
    use super::FEATURE_TRAITS;

    pub const OUTVOTED: usize = FEATURE_TRAITS;
    pub const OUTVOTED_VALUE: usize = FEATURE_TRAITS + 1;
    pub const STUCK: usize = FEATURE_TRAITS + 2;
    pub const FOLLOWERS: usize = FEATURE_TRAITS + 3;
    pub const MOST_FOLLOWERS: usize = 7;
    pub const TURN: usize = FOLLOWERS + MOST_FOLLOWERS;
    pub const TURN_WITHOUT: usize = TURN + 1;
    pub const ANY: usize = TURN + 2;
    pub const COMING: usize = TURN + 3;

    /// The first of a kind of feature: 0 is the city.
    pub const fn of_kind(kind: usize) -> usize {
        kind * super::OF_FEATURES.len()
    }
}

/// The name of a trait.
pub fn name_of(number: usize) -> String {
    match number.checked_sub(FEATURE_TRAITS) {
        Some(other) => OTHERS[other].to_owned(),
        None => format!("{}_{}", KINDS[number / OF_FEATURES.len()], OF_FEATURES[number % OF_FEATURES.len()]),
    }
}

/// What was learned: of each trait, its [`TERMS`].
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Corrections(pub [[f32; TERMS]; TRAITS]);

impl Corrections {
    /// None.
    pub const NONE: Self = Self([[0.0; TERMS]; TRAITS]);

    /// What one of each trait is worth when so much of the game is still to come (1 is all of it).
    pub fn at(&self, youth: f32) -> [f32; TRAITS] {
        self.0.map(|[end, linear, square]| end + youth * (linear + youth * square))
    }

    /// What the program has learned for a set-up: nothing where none were found to help (docs/strength.md).
    pub fn of_setup(rules: &ClassicRules) -> &'static Self {
        const NOTHING: Corrections = Corrections::NONE;
        let [two, three, four, abbey, princess] = &*LEARNED;
        let has = |what: u32| rules.options.has(what);
        match (has(PRINCESS_AND_DRAGON), has(ABBEY_AND_MAYOR), rules.seats) {
            (false, false, ..=2) => two,
            (false, false, 3) => three,
            (false, false, _) => four,
            (true, false, _) => princess,
            (false, true, ..=2) => abbey,
            _ => &NOTHING,
        }
    }

    /// Reads the text of a corrections file.
    ///
    /// # Errors
    /// The first fault found.
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

    /// The text of a corrections file; `origin` says how it came.
    pub fn write(&self, origin: &[(&str, String)]) -> String {
        let mut text = String::from(
            "# What the computer players' evaluation has learned from games: docs/tuning.md says how, and what the numbers \
             are.\n\n[origin]\n",
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

/// What is wrong with a corrections file.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum CorrectionsError {
    /// It is no TOML.
    #[error("it is no TOML: {}", .0.trim().replace('\n', "; "))]
    NotToml(String),
    /// It has no table of corrections.
    #[error("it has no table [lessons]")]
    NoTable,
    /// It corrects a trait that there is not.
    #[error("it corrects {0}, but there is no such trait")]
    Unknown(String),
    /// It does not say how this trait is corrected.
    #[error("it lacks the correction of {0}")]
    Missing(String),
    /// A correction is no list of three numbers: its name, and what the file has.
    #[error("{0} is {1}, but must be three numbers")]
    NoCorrection(String, String),
}

#[cfg(test)]
mod tests {
    use super::*;
    use games::{Game, Setup};

    #[test]
    fn the_files_of_the_program_are_whole() {
        for ((file, _), learned) in FILES.iter().zip(LEARNED.iter()) {
            assert_ne!(*learned, Corrections::NONE, "{file}");
            let again = Corrections::read(&learned.write(&[("how", "a \"test\"".to_owned())])).unwrap();
            assert_eq!(again, *learned, "{file}");
        }
    }

    #[test]
    fn every_set_up_has_the_corrections_that_help_it() {
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
    fn what_is_wrong_with_a_file_is_said() {
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
