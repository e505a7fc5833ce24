//! The numbers of figures and tiles in a set-up, which players can change: the printed numbers, the chosen ones, and their ranges.

use std::collections::BTreeMap;

use bastide_core::option::Choices;
use bastide_core::{MAX_FIGURES, MAX_TILES, TooLarge};
use serde::{Deserialize, Serialize};

use crate::catalogue;
use crate::compile::{self, compile};
use crate::families::{Playable, parts_of};
use crate::setup::{Setup, SetupError};
use crate::with_family;

/// Chosen numbers by word, such as `pig` = 2.
pub type Chosen = BTreeMap<String, u8>;

/// A set-up, and the numbers of figures and tiles to change in it.
#[derive(Clone, Debug, Deserialize)]
#[cfg_attr(feature = "schemas", derive(utoipa::ToSchema))]
#[serde(deny_unknown_fields)]
pub struct ChosenNumbers {
    /// The set-up without the changes.
    pub setup: Setup,
    /// Number of figures that every seat starts with, by kind. Kinds that are not in play are ignored.
    #[serde(default)]
    pub figures: Chosen,
    /// Number of copies of each printed tile set. Sets that are not in play are ignored.
    #[serde(default)]
    pub sets: Chosen,
}

/// The numbers of figures and tiles in a set-up.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
#[cfg_attr(feature = "types", derive(ts_rs::TS))]
#[cfg_attr(feature = "schemas", derive(utoipa::ToSchema))]
pub struct Numbers {
    /// The set-up with the chosen numbers, and with the hash of its custom tiles.
    pub setup: Setup,
    /// The kinds of figure in play, and how many of each every seat has.
    pub figures: Vec<NumberInfo>,
    /// The printed tile sets in play, and how often each is used.
    pub sets: Vec<NumberInfo>,
    /// Number of copies of every tile drawn from the bag.
    pub copies: NumberInfo,
    /// The reason the set-up can't be played with these numbers.
    pub problem: Option<NumbersProblem>,
}

/// A number that players can change.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
#[cfg_attr(feature = "types", derive(ts_rs::TS))]
#[cfg_attr(feature = "schemas", derive(utoipa::ToSchema))]
pub struct NumberInfo {
    /// The word for it in set-ups: a kind of figure, a tile set, or `copies`.
    pub word: &'static str,
    /// The number in the printed game.
    pub printed: u8,
    /// The chosen number.
    pub count: u8,
    /// Lowest possible number.
    pub least: u8,
    /// Highest number that can be played. A lower number can be too large together with the others; `problem` reports that.
    pub most: u8,
}

/// The reason a set-up can't be played with its numbers of figures and tiles.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
#[cfg_attr(feature = "types", derive(ts_rs::TS))]
#[cfg_attr(feature = "schemas", derive(utoipa::ToSchema))]
pub struct NumbersProblem {
    /// Kind of problem.
    pub reason: Reason,
    /// Name of the exceeded limit, such as `figures` or `tower foundations`.
    pub what: Option<&'static str>,
    /// The number in the set-up.
    #[cfg_attr(feature = "types", ts(type = "number | null"))]
    pub count: Option<usize>,
    /// The largest allowed number.
    #[cfg_attr(feature = "types", ts(type = "number | null"))]
    pub most: Option<usize>,
    /// Description in English.
    pub message: String,
}

/// Kind of problem with the numbers of a set-up.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
#[cfg_attr(feature = "types", derive(ts_rs::TS))]
#[cfg_attr(feature = "schemas", derive(utoipa::ToSchema))]
#[serde(rename_all = "snake_case")]
pub enum Reason {
    /// The set-up has more of something than a game can hold.
    TooMany,
    /// A tile has more than 255 copies, or none.
    Copies,
    /// No tile can lie on the table before the first turn.
    NoStart,
    /// Another problem, which `message` describes.
    Other,
}

impl From<SetupError> for NumbersProblem {
    fn from(error: SetupError) -> Self {
        let message = error.to_string();
        let (reason, large) = match error {
            SetupError::TooLarge(large) => (Reason::TooMany, Some(large)),
            SetupError::Copies { .. } | SetupError::NoCopies => (Reason::Copies, None),
            SetupError::Tiles(_) => (Reason::NoStart, None),
            _ => (Reason::Other, None),
        };
        let TooLarge { what, count, most } = large.unwrap_or(TooLarge { what: "", count: 0, most: 0 });
        let given = reason == Reason::TooMany;
        let (what, count, most) = (given.then_some(what), given.then_some(count), given.then_some(most));
        NumbersProblem { reason, what, count, most, message }
    }
}

/// Returns the numbers of a set-up. `figures` and `sets` are chosen numbers that differ from the printed ones; kinds and sets that are not
/// in play are ignored, and so are sets that custom tiles replace.
///
/// # Errors
/// Returns the first error in the set-up's game, expansions, seats or options.
pub fn numbers(setup: &Setup, figures: &Chosen, sets: &Chosen) -> Result<Numbers, SetupError> {
    let unknown = || Err(SetupError::UnknownGame(setup.game.clone()));
    with_family!(setup.game.as_str(), F => numbers_of::<F>(setup, figures, sets)).unwrap_or_else(unknown)
}

fn numbers_of<F: Playable>(setup: &Setup, figures: &Chosen, sets: &Chosen) -> Result<Numbers, SetupError> {
    // An impossible number of copies is a problem of the numbers, not an error in the rest of the set-up.
    let options = compile::options::<F>(&Setup { copies: 1, ..setup.short() }, u8::MAX)?;
    let printed = options.figures(setup.seats);
    let kinds = F::FIGURE_WORDS.iter().zip(printed).filter(|(_, printed)| *printed > 0);
    let most = limit(MAX_FIGURES / usize::from(setup.seats).max(1));
    let figures: Vec<NumberInfo> = kinds.map(|(word, printed)| NumberInfo::of(word, printed, figures, most)).collect();

    let parts = parts_of::<F>().iter().enumerate().filter(|(index, _)| options.is_in_play(*index));
    let tiles = parts.flat_map(|(_, part)| part.tiles.iter().map(move |(set, text)| (part.id, *set, *text)));
    let tiles = tiles.filter(|(part, set, _)| options.uses_set(part, set));
    let tiles =
        tiles.filter(|(_, set, _)| setup.sets.is_empty() || setup.sets.get(*set).is_some_and(|&count| count > 0));
    let mut listed = Vec::new();
    let mut largest = 1;
    for (_, set, text) in tiles {
        let parsed = catalogue::parse(set, text).map_err(SetupError::TileFile)?;
        let count = parsed.tiles.iter().map(|tile| usize::from(tile.count)).sum::<usize>().max(1);
        let number = NumberInfo::of(set, 1, sets, limit(MAX_TILES / count));
        largest = largest.max(count * usize::from(number.count > 0));
        listed.push(number);
    }
    let copies =
        NumberInfo { word: "copies", printed: 1, count: setup.copies, least: 1, most: limit(MAX_TILES / largest) };

    let mut chosen = setup.clone();
    chosen.figures = changed(&figures).map(NumberInfo::entry).collect();
    if changed(&listed).next().is_some() {
        // A set-up that names one set leaves out those that it does not name.
        chosen.sets.extend(listed.iter().map(NumberInfo::entry));
    }
    let problem = compile::<F>(&chosen).err().map(NumbersProblem::from);
    Ok(Numbers { setup: chosen.short(), figures, sets: listed, copies, problem })
}

impl NumberInfo {
    fn of(word: &'static str, printed: u8, chosen: &Chosen, most: u8) -> NumberInfo {
        let count = chosen.get(word).copied().unwrap_or(printed);
        NumberInfo { word, printed, count, least: 0, most: most.max(printed) }
    }

    fn entry(&self) -> (String, u8) {
        (self.word.to_owned(), self.count)
    }
}

fn changed(numbers: &[NumberInfo]) -> impl Iterator<Item = &NumberInfo> {
    numbers.iter().filter(|number| number.count != number.printed)
}

fn limit(most: usize) -> u8 {
    u8::try_from(most).unwrap_or(u8::MAX)
}
