//! Set-ups: a game with its number of seats, expansions and options.

use std::collections::BTreeMap;
use std::fmt;
use std::ops::RangeInclusive;

use bastide_core::option::{OptionInfo, PartInfo};
use bastide_core::{Described, TooLarge};
use serde::{Deserialize, Deserializer, Serialize};
use thiserror::Error;

use crate::catalogue::TileFileError;
use crate::families;
use crate::own_tiles::{OwnTiles, OwnTilesError};
use crate::starting_board::{BoardError, StartingBoard};
use crate::with_family;

/// The version of the rules for new games. It increases when the same answers would lead to a different position, and when new games can
/// contain what earlier programs do not know.
pub const RULES_VERSION: u32 = 4;
/// Supported versions of the rules. A game started under an earlier version is finished under it.
pub const RULES_VERSIONS: RangeInclusive<u32> = 1..=RULES_VERSION;

pub use crate::families::{CARCASSONNE, COOP, DISCOVERY, HUNTERS};

/// A game's set-up.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "types", derive(ts_rs::TS))]
#[cfg_attr(feature = "schemas", derive(utoipa::ToSchema))]
#[serde(deny_unknown_fields)]
pub struct Setup {
    /// `carcassonne`, `hunters`, `discovery` or `coop`.
    #[serde(deserialize_with = "game_id")]
    pub game: String,
    /// Ids of the expansions in play, such as `inns-cathedrals`.
    #[serde(default)]
    pub expansions: Vec<String>,
    /// Number of seats at the table.
    pub seats: u8,
    /// Option values, such as `small_city` = `2`. Options with default values may be omitted.
    #[serde(default)]
    pub options: BTreeMap<String, String>,
    /// The first seat, if `first_player` is `host_seat` or `youngest`.
    #[serde(default)]
    #[cfg_attr(feature = "types", ts(optional, as = "Option<u8>"))]
    pub first_seat: u8,
    /// Disabled elements of the expansions, such as `mayors`.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    #[cfg_attr(feature = "types", ts(optional, as = "Option<Vec<String>>"))]
    pub without: Vec<String>,
    /// Number of figures that every seat starts with, for each kind whose number differs from the rules, such as `pig` = 2.
    #[serde(default, skip_serializing_if = "BTreeMap::is_empty")]
    #[cfg_attr(feature = "types", ts(optional, as = "Option<BTreeMap<String, u8>>"))]
    pub figures: BTreeMap<String, u8>,
    /// Number of copies of each tile set in play; if empty, the sets of the parts in play are used once each.
    #[serde(default, skip_serializing_if = "BTreeMap::is_empty")]
    #[cfg_attr(feature = "types", ts(optional, as = "Option<BTreeMap<String, u8>>"))]
    pub sets: BTreeMap<String, u8>,
    /// Number of copies of every tile drawn from the bag, including custom tiles. Other tiles (a river, bonus tiles, the initial blocks of
    /// a table) are never multiplied.
    #[serde(default = "one_copy", skip_serializing_if = "is_one_copy")]
    #[cfg_attr(feature = "types", ts(optional, as = "Option<u8>"))]
    pub copies: u8,
    /// A custom tile file of at most 64 KB. Its tiles are shuffled in with the others, or are the only ones if all `sets` are 0. Set-ups
    /// sent by the server contain the file's hash (16 hexadecimal digits) instead.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    #[cfg_attr(feature = "types", ts(optional, as = "Option<String>"))]
    #[cfg_attr(feature = "schemas", schema(value_type = String))]
    pub own_tiles: Option<OwnTiles>,
    /// The starting board: the position with which the game begins, as lines of text of at most 64 KB. In a set-up line, it is replaced by
    /// its hash (16 hexadecimal digits).
    #[serde(default, skip_serializing_if = "Option::is_none")]
    #[cfg_attr(feature = "types", ts(optional, as = "Option<String>"))]
    #[cfg_attr(feature = "schemas", schema(value_type = String))]
    pub board: Option<StartingBoard>,
    /// The version of the rules. Records and databases store it next to the set-up rather than in it, so readers must pin the set-up to it
    /// ([`Setup::pinned`]).
    #[serde(skip, default = "newest")]
    pub rules_version: u32,
}

const fn one_copy() -> u8 {
    1
}

#[allow(clippy::trivially_copy_pass_by_ref, reason = "required by serde")]
const fn is_one_copy(copies: &u8) -> bool {
    *copies == 1
}

fn newest() -> u32 {
    RULES_VERSION
}

/// Parses the id of a game. Accepts the original id of a renamed game.
fn game_id<'de, D: Deserializer<'de>>(from: D) -> Result<String, D::Error> {
    String::deserialize(from).map(|game| families::current_id(&game).to_owned())
}

impl Setup {
    /// Returns a set-up of the base game with default options.
    pub fn base(seats: u8) -> Self {
        Self::of(CARCASSONNE, seats)
    }

    /// Returns a set-up of a game with default options.
    pub fn of(game: &str, seats: u8) -> Self {
        Self {
            game: families::current_id(game).to_owned(),
            expansions: Vec::new(),
            seats,
            options: BTreeMap::new(),
            first_seat: 0,
            without: Vec::new(),
            figures: BTreeMap::new(),
            sets: BTreeMap::new(),
            copies: 1,
            own_tiles: None,
            board: None,
            rules_version: RULES_VERSION,
        }
    }

    /// Pins the set-up to a version of the rules: defaults that differed in that version become explicit options.
    #[must_use]
    pub fn pinned(mut self, rules_version: u32) -> Self {
        self.rules_version = rules_version;
        for info in self.options_in_play() {
            let default = self.default_of(info);
            if default != info.default(RULES_VERSION, |name| self.chosen_value(name))
                && !self.options.contains_key(info.name)
            {
                self.options.insert(info.name.to_owned(), default.to_owned());
            }
        }
        self
    }

    /// Adds an expansion.
    #[must_use]
    pub fn with(mut self, expansion: &str) -> Self {
        self.expansions.push(expansion.to_owned());
        self
    }

    /// Sets an option.
    #[must_use]
    pub fn option(mut self, name: &str, value: &str) -> Self {
        self.options.insert(name.to_owned(), value.to_owned());
        self
    }

    /// Sets the number of copies of every drawn tile.
    #[must_use]
    pub fn with_copies(mut self, copies: u8) -> Self {
        self.copies = copies;
        self
    }

    /// Sets the custom tiles.
    #[must_use]
    pub fn own_tiles(mut self, file: &str) -> Self {
        self.own_tiles = Some(OwnTiles::new(file));
        self
    }

    /// Sets the starting board.
    #[must_use]
    pub fn with_board(mut self, text: &str) -> Self {
        self.board = Some(StartingBoard::new(text));
        self
    }

    /// Returns the set-up with only the hash of its custom tiles, so that repeated messages stay short.
    #[must_use]
    pub fn short(&self) -> Self {
        // The text of the file is shared, so the clone does not copy it.
        let mut short = self.clone();
        short.own_tiles = short.own_tiles.map(|own| own.short());
        short
    }

    /// Returns the size in bytes of the texts in the set-up: the custom tiles and the starting board.
    pub fn text_bytes(&self) -> usize {
        let tiles = self.own_tiles.as_ref().and_then(OwnTiles::text);
        let board = self.board.as_ref().and_then(StartingBoard::text);
        tiles.map_or(0, str::len) + board.map_or(0, str::len)
    }

    /// Returns the parts of the set-up's game; none if there is no such game.
    fn parts(&self) -> &'static [PartInfo] {
        families::of_game(&self.game).map_or(&[], |about| about.parts)
    }

    fn option_info(&self, name: &str) -> Option<&'static OptionInfo> {
        self.parts().iter().flat_map(|part| part.options).find(|info| info.name == name)
    }

    /// Returns the options of the parts in play; empty if there is no such game.
    pub fn options_in_play(&self) -> Vec<&'static OptionInfo> {
        let parts = self.parts().iter().enumerate();
        let in_play = parts.filter(|(index, part)| *index == 0 || self.expansions.iter().any(|id| id == part.id));
        in_play.flat_map(|(_, part)| part.options).collect()
    }

    /// Returns the chosen value of an option; `None` if it has its default.
    fn chosen_value(&self, name: &str) -> Option<&str> {
        self.options.get(name).map(String::as_str)
    }

    /// Returns the default value of an option in this set-up.
    pub fn default_of(&self, info: &OptionInfo) -> &'static str {
        info.default(self.rules_version, |name| self.chosen_value(name))
    }

    /// Returns the value of an option of a part in play, chosen or default.
    pub fn value_of(&self, info: &OptionInfo) -> &str {
        self.chosen_value(info.name).unwrap_or_else(|| self.default_of(info))
    }

    /// Returns whether all seats form one team, which wins or loses together.
    pub fn is_team(&self) -> bool {
        with_family!(self.game.as_str(), F => F::TEAM_GOAL.is_some()).unwrap_or(false)
    }

    /// Returns the ids of the expansions in play, in the order in which the game lists them.
    pub fn expansions_in_order(&self) -> Vec<String> {
        let expansions = self.parts().iter().filter(|part| self.expansions.iter().any(|id| id == part.id));
        expansions.map(|part| part.id.to_owned()).collect()
    }

    /// Returns the set-up as one line that does not depend on the order of entries or on explicit defaults: `carcassonne+inns-cathedrals
    /// seats=2 small_city=2 first_seat=1`.
    pub fn canonical(&self) -> String {
        self.line_of(&self.game)
    }

    /// Returns the line that is hashed. It contains the game's original id.
    pub(crate) fn hashed_line(&self) -> String {
        self.line_of(families::first_id(&self.game))
    }

    fn line_of(&self, game: &str) -> String {
        let mut line = game.to_owned();
        let expansions = self.parts().iter().filter(|part| self.expansions.iter().any(|e| e == part.id));
        for expansion in expansions {
            line.push('+');
            line.push_str(expansion.id);
        }
        line.push_str(&format!(" seats={}", self.seats));
        for (name, value) in &self.options {
            if self.option_info(name).is_none_or(|info| self.default_of(info) != value) {
                line.push_str(&format!(" {name}={value}"));
            }
        }
        if self.options.get("first_player").is_some_and(|value| value != "random") {
            line.push_str(&format!(" first_seat={}", self.first_seat));
        }
        let mut without: Vec<&str> = self.without.iter().map(String::as_str).collect();
        without.sort_unstable();
        without.dedup();
        if !without.is_empty() {
            line.push_str(&format!(" without={}", without.join(",")));
        }
        for (name, counts) in [("figures", &self.figures), ("sets", &self.sets)] {
            let counts: Vec<_> = counts.iter().map(|(word, count)| format!("{word}:{count}")).collect();
            if !counts.is_empty() {
                line.push_str(&format!(" {name}={}", counts.join(",")));
            }
        }
        if self.copies != 1 {
            line.push_str(&format!(" copies={}", self.copies));
        }
        if let Some(own) = &self.own_tiles {
            line.push_str(&format!(" own_tiles={}", own.hash()));
        }
        if let Some(board) = &self.board {
            line.push_str(&format!(" board={}", board.hash()));
        }
        line
    }
}

impl Setup {
    /// Converts a set-up line to its canonical form, with the game's current id. Returns text that is not a set-up unchanged.
    pub fn current_line(line: &str) -> String {
        Self::from_line(line).map_or_else(|_| line.to_owned(), |setup| setup.canonical())
    }

    /// Parses a line in the format of [`canonical`](Self::canonical), which does not contain the file of custom tiles. An unknown game is
    /// detected only when the set-up is compiled.
    ///
    /// # Errors
    /// Returns an error that describes the malformed part of the line.
    pub fn from_line(line: &str) -> Result<Self, SetupLineError> {
        let mut words = line.split_whitespace();
        let mut parts = words.next().ok_or(SetupLineError::Empty)?.split('+');
        let mut setup = Self::base(0);
        setup.game = families::current_id(parts.next().unwrap_or_default()).to_owned();
        setup.expansions = parts.map(str::to_owned).collect();
        let mut seats = None;
        for word in words {
            let (name, value) = word.split_once('=').ok_or_else(|| SetupLineError::Pair(word.to_owned()))?;
            let form = |_| SetupLineError::Number { name: name.to_owned(), value: value.to_owned() };
            let number = || value.parse::<u8>().map_err(form);
            match name {
                "seats" => seats = Some(number()?),
                "first_seat" => setup.first_seat = number()?,
                "without" => setup.without = value.split(',').map(str::to_owned).collect(),
                "figures" => setup.figures = counts(name, value)?,
                "sets" => setup.sets = counts(name, value)?,
                "copies" => setup.copies = number()?,
                "own_tiles" => {
                    let form = || SetupLineError::OwnTiles(value.to_owned());
                    setup.own_tiles = Some(OwnTiles::from_hash(value).ok_or_else(form)?);
                }
                "board" => {
                    let form = || SetupLineError::Board(value.to_owned());
                    setup.board = Some(StartingBoard::from_hash(value).ok_or_else(form)?);
                }
                _ if setup.options.insert(name.to_owned(), value.to_owned()).is_some() => {
                    return Err(SetupLineError::Twice(name.to_owned()));
                }
                _ => {}
            }
        }
        setup.seats = seats.ok_or(SetupLineError::Seats)?;
        Ok(setup)
    }
}

/// Parses counts in the form `word:count,word:count`.
fn counts(name: &str, text: &str) -> Result<BTreeMap<String, u8>, SetupLineError> {
    let pair = |word: &str| {
        let (word, count) = word.split_once(':')?;
        Some((word.to_owned(), count.parse().ok()?))
    };
    let form = || SetupLineError::Counts { name: name.to_owned(), value: text.to_owned() };
    text.split(',').map(pair).collect::<Option<_>>().ok_or_else(form)
}

/// The reason a line cannot be parsed as a set-up.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
pub enum SetupLineError {
    /// The line is empty.
    #[error("the set-up is empty; set-ups look like carcassonne seats=2")]
    Empty,
    /// A word that is not of the form `name=value`.
    #[error("\"{0}\" does not have the form name=value")]
    Pair(String),
    /// A value that is not a number, or is too large.
    #[error("{name} must be a number below 256, not \"{value}\"")]
    Number {
        /// The name before `=`.
        name: String,
        /// The value after `=`.
        value: String,
    },
    /// A value that does not list counts.
    #[error("{name} must have the form word:count,word:count, not \"{value}\"")]
    Counts {
        /// The name before `=`.
        name: String,
        /// The value after `=`.
        value: String,
    },
    /// A value that is not the hash of a custom tile file.
    #[error("own_tiles must be 16 hexadecimal digits in lower case, not \"{0}\"")]
    OwnTiles(String),
    /// A value that is not the hash of a starting board.
    #[error("board must be 16 hexadecimal digits in lower case, not \"{0}\"")]
    Board(String),
    /// A repeated option.
    #[error("{0} is given twice")]
    Twice(String),
    /// The number of seats is missing.
    #[error("missing `seats=` in the set-up")]
    Seats,
}

/// The reason a set-up is invalid.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum SetupError {
    /// Unknown version of the rules.
    RulesVersion(u32),
    /// The game does not exist.
    UnknownGame(String),
    /// Unknown expansion of the game.
    UnknownExpansion {
        /// The requested id.
        id: String,
        /// The available expansions.
        known: Vec<&'static str>,
    },
    /// A repeated expansion.
    Twice(String),
    /// The number of seats is not allowed by the parts in play.
    Seats {
        /// The requested number.
        seats: u8,
        /// Minimum number of seats.
        fewest: u8,
        /// Maximum number of seats.
        most: u8,
    },
    /// The parts in play have no such option.
    UnknownOption(String),
    /// The option has no such value.
    UnknownValue {
        /// The option's name.
        name: String,
        /// The given value.
        value: String,
        /// The allowed values.
        values: &'static [&'static str],
    },
    /// The first seat is not one of the seats.
    FirstSeat {
        /// The requested seat.
        first: u8,
        /// Number of seats at the table.
        seats: u8,
    },
    /// The parts in play have no such element.
    UnknownElement {
        /// The requested element.
        name: String,
        /// The available elements.
        known: Vec<&'static str>,
    },
    /// Unknown kind of figure.
    Figures {
        /// The requested kind.
        word: String,
        /// The available kinds.
        known: &'static [&'static str],
    },
    /// The game has no such tile set.
    UnknownSet {
        /// The requested id.
        id: String,
        /// The available sets.
        known: Vec<&'static str>,
    },
    /// Invalid tile file.
    TileFile(TileFileError),
    /// The custom tiles are missing or invalid.
    OwnTiles(OwnTilesError),
    /// The starting board is missing or cannot be.
    Board(BoardError),
    /// The number of copies is 0.
    NoCopies,
    /// Too many copies of a tile.
    Copies {
        /// Number of copies of each tile.
        times: u8,
        /// The tile's name.
        tile: String,
    },
    /// The combination of tiles cannot be played; contains the family's reason.
    Tiles(String),
    /// The set-up exceeds the capacity of a position.
    TooLarge(TooLarge),
}

impl From<BoardError> for SetupError {
    fn from(why: BoardError) -> Self {
        Self::Board(why)
    }
}

impl fmt::Display for SetupError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::RulesVersion(version) => {
                write!(f, "unknown version {version} of the rules; the newest is {RULES_VERSION}")
            }
            Self::UnknownGame(game) => {
                let games = families::ALL.map(|about| about.game).join(", ");
                write!(f, "there is no game \"{game}\"; choose from {games}")
            }
            Self::UnknownExpansion { id, known } if known.is_empty() => {
                write!(f, "there is no expansion \"{id}\"; this game has none")
            }
            Self::UnknownExpansion { id, known } => {
                write!(f, "there is no expansion \"{id}\"; choose from {}", known.join(", "))
            }
            Self::Twice(id) => write!(f, "the expansion {id} is listed twice"),
            Self::Seats { seats, fewest, most } => {
                write!(f, "the set-up has {seats} seats; it takes {fewest} to {most}")
            }
            Self::UnknownOption(name) => write!(f, "no part in play has an option \"{name}\""),
            Self::UnknownValue { name, value, values } => {
                write!(f, "option {name} has no value \"{value}\"; choose from {}", values.join(", "))
            }
            Self::FirstSeat { first, seats } => {
                write!(f, "seat {first} cannot go first; the seats are 0 to {}", seats - 1)
            }
            Self::UnknownElement { name, known } if known.is_empty() => {
                write!(f, "no part in play has an element \"{name}\"; this game has none")
            }
            Self::UnknownElement { name, known } => {
                write!(f, "no part in play has an element \"{name}\"; choose from {}", known.join(", "))
            }
            Self::Figures { word, known } => {
                write!(f, "there is no figure \"{word}\"; choose from {}", known.join(", "))
            }
            Self::UnknownSet { id, known } => {
                write!(f, "there is no tile set \"{id}\"; choose from {}", known.join(", "))
            }
            Self::TileFile(why) => why.fmt(f),
            Self::OwnTiles(why) => why.fmt(f),
            Self::Board(why) => why.fmt(f),
            Self::NoCopies => f.write_str("copies must be at least 1"),
            Self::Copies { times, tile } => write!(f, "{times} times tile {tile} exceeds the maximum of 255 copies"),
            Self::Tiles(why) => f.write_str(why),
            Self::TooLarge(why) => why.fmt(f),
        }
    }
}

impl std::error::Error for SetupError {}
