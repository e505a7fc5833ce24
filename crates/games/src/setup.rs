//! Set-ups: what is played, by how many, with which expansions and options.

use std::collections::BTreeMap;
use std::fmt;
use std::ops::RangeInclusive;

use bastide_core::Described;
use bastide_core::option::{OptionInfo, PartInfo};
use serde::{Deserialize, Deserializer, Serialize};
use thiserror::Error;

use crate::catalogue::TileFileError;
use crate::families;
use crate::own_tiles::{OwnTiles, OwnTilesError};
use crate::with_family;

/// The version of the rules that new games are pinned to. It grows when the same answers would lead elsewhere.
pub const RULES_VERSION: u32 = 3;
/// The versions of the rules that games can be played by: one that was begun by an earlier version goes on by it.
pub const RULES_VERSIONS: RangeInclusive<u32> = 1..=RULES_VERSION;

pub use crate::families::{CARCASSONNE, COOP, DISCOVERY, HUNTERS};

/// What is played.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "types", derive(ts_rs::TS))]
#[cfg_attr(feature = "schemas", derive(utoipa::ToSchema))]
#[serde(deny_unknown_fields)]
pub struct Setup {
    /// `carcassonne`, `hunters`, `discovery` or `coop`.
    #[serde(deserialize_with = "game_id")]
    pub game: String,
    /// Ids of the expansions in play: `inns-cathedrals`.
    #[serde(default)]
    pub expansions: Vec<String>,
    /// Seats at the table.
    pub seats: u8,
    /// Options that differ from their default, or all of them: `small_city` = `2`.
    #[serde(default)]
    pub options: BTreeMap<String, String>,
    /// The seat that begins, where `first_player` is `host_seat` or `youngest`.
    #[serde(default)]
    #[cfg_attr(feature = "types", ts(optional, as = "Option<u8>"))]
    pub first_seat: u8,
    /// Elements of the expansions that are switched off: `mayors`.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    #[cfg_attr(feature = "types", ts(optional, as = "Option<Vec<String>>"))]
    pub without: Vec<String>,
    /// Figures of each kind that every seat begins with, where the number differs: `pig` = 2.
    #[serde(default, skip_serializing_if = "BTreeMap::is_empty")]
    #[cfg_attr(feature = "types", ts(optional, as = "Option<BTreeMap<String, u8>>"))]
    pub figures: BTreeMap<String, u8>,
    /// Copies of each tile set in play, if they are not those of the parts, once each.
    #[serde(default, skip_serializing_if = "BTreeMap::is_empty")]
    #[cfg_attr(feature = "types", ts(optional, as = "Option<BTreeMap<String, u8>>"))]
    pub sets: BTreeMap<String, u8>,
    /// How many times every tile is there that is drawn from the bag, own tiles too. What lies apart is there once: a river, bonus tiles,
    /// the blocks with which a table begins.
    #[serde(default = "once", skip_serializing_if = "is_once")]
    #[cfg_attr(feature = "types", ts(optional, as = "Option<u8>"))]
    pub copies: u8,
    /// A tile file of the players' own, at most 64 KB; its tiles are shuffled in with the others, or are the only ones
    /// if all `sets` are 0. A set-up that the server shows has the file's hash here, 16 hexadecimal digits.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    #[cfg_attr(feature = "types", ts(optional, as = "Option<String>"))]
    #[cfg_attr(feature = "schemas", schema(value_type = String))]
    pub own_tiles: Option<OwnTiles>,
    /// The version of the rules that it is played by. It stands beside a set-up, in records and in databases, and not in it:
    /// whoever reads one pins it ([`Setup::pinned`]).
    #[serde(skip, default = "newest")]
    pub rules_version: u32,
}

const fn once() -> u8 {
    1
}

#[allow(clippy::trivially_copy_pass_by_ref, reason = "serde hands it over so")]
const fn is_once(copies: &u8) -> bool {
    *copies == 1
}

fn newest() -> u32 {
    RULES_VERSION
}

/// Reads the id of a game, which may be the one that it had first.
fn game_id<'de, D: Deserializer<'de>>(from: D) -> Result<String, D::Error> {
    String::deserialize(from).map(|game| families::id_of(&game).to_owned())
}

impl Setup {
    /// The base game with every option at its default.
    pub fn base(seats: u8) -> Self {
        Self::of(CARCASSONNE, seats)
    }

    /// A game with every option at its default.
    pub fn of(game: &str, seats: u8) -> Self {
        Self {
            game: families::id_of(game).to_owned(),
            expansions: Vec::new(),
            seats,
            options: BTreeMap::new(),
            first_seat: 0,
            without: Vec::new(),
            figures: BTreeMap::new(),
            sets: BTreeMap::new(),
            copies: 1,
            own_tiles: None,
            rules_version: RULES_VERSION,
        }
    }

    /// The same set-up as it was meant when a version of the rules was the newest: defaults that were others then are spelled out.
    #[must_use]
    pub fn pinned(mut self, rules_version: u32) -> Self {
        self.rules_version = rules_version;
        for info in self.options_in_play() {
            let default = self.default_of(info);
            if default != info.default(RULES_VERSION, |name| self.chosen(name)) && !self.options.contains_key(info.name)
            {
                self.options.insert(info.name.to_owned(), default.to_owned());
            }
        }
        self
    }

    /// The same set-up with one expansion more.
    #[must_use]
    pub fn with(mut self, expansion: &str) -> Self {
        self.expansions.push(expansion.to_owned());
        self
    }

    /// The same set-up with an option set.
    #[must_use]
    pub fn option(mut self, name: &str, value: &str) -> Self {
        self.options.insert(name.to_owned(), value.to_owned());
        self
    }

    /// The same set-up with every tile that is drawn so many times.
    #[must_use]
    pub fn copies(mut self, copies: u8) -> Self {
        self.copies = copies;
        self
    }

    /// The same set-up with tiles of the players' own.
    #[must_use]
    pub fn own_tiles(mut self, file: &str) -> Self {
        self.own_tiles = Some(OwnTiles::new(file));
        self
    }

    /// The same set-up without the file of own tiles, which it still names by its hash: what is sent again and again.
    #[must_use]
    pub fn short(&self) -> Self {
        // The file is shared, so this copies none.
        let mut short = self.clone();
        short.own_tiles = short.own_tiles.map(|own| own.short());
        short
    }

    /// The parts that its game has; none if there is no such game.
    fn parts(&self) -> &'static [PartInfo] {
        families::of_game(&self.game).map_or(&[], |about| about.parts)
    }

    fn option_info(&self, name: &str) -> Option<&'static OptionInfo> {
        self.parts().iter().flat_map(|part| part.options).find(|info| info.name == name)
    }

    /// The options of the game and of its expansions in play.
    pub fn options_in_play(&self) -> Vec<&'static OptionInfo> {
        let parts = self.parts().iter().enumerate();
        let in_play = parts.filter(|(index, part)| *index == 0 || self.expansions.iter().any(|id| id == part.id));
        in_play.flat_map(|(_, part)| part.options).collect()
    }

    /// What was chosen for an option; nothing where it was left at its default.
    fn chosen(&self, name: &str) -> Option<&str> {
        self.options.get(name).map(String::as_str)
    }

    /// The value that an option has where nothing is chosen for it.
    pub fn default_of(&self, info: &OptionInfo) -> &'static str {
        info.default(self.rules_version, |name| self.chosen(name))
    }

    /// The value of an option of a part in play: the chosen one, or its default.
    pub fn value_of(&self, info: &OptionInfo) -> &str {
        self.chosen(info.name).unwrap_or_else(|| self.default_of(info))
    }

    /// Whether all its seats are one team, which wins or loses together.
    pub fn is_team(&self) -> bool {
        with_family!(self.game.as_str(), F => F::TEAM_GOAL.is_some()).unwrap_or(false)
    }

    /// The ids of its expansions, in one order for all set-ups.
    pub fn expansions_in_order(&self) -> Vec<String> {
        let expansions = self.parts().iter().filter(|part| self.expansions.iter().any(|id| id == part.id));
        expansions.map(|part| part.id.to_owned()).collect()
    }

    /// The set-up in one line that does not depend on the order or on spelled-out defaults:
    /// `carcassonne+inns-cathedrals seats=2 small_city=2 first_seat=1`.
    pub fn canonical(&self) -> String {
        self.line_of(&self.game)
    }

    /// The same line as hashes are made of it: with the id that the game had first.
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
        line
    }
}

impl Setup {
    /// A set-up's line as it is written now, where an earlier one names its game by the id that it had first. What is no set-up's line
    /// stays as it is.
    pub fn current_line(line: &str) -> String {
        Self::from_line(line).map_or_else(|_| line.to_owned(), |setup| setup.canonical())
    }

    /// Reads the line that [`canonical`](Self::canonical) writes; the file of own tiles is not in it. Whether there is such a game
    /// shows when it is compiled.
    ///
    /// # Errors
    /// What in the line has not the right form.
    pub fn from_line(line: &str) -> Result<Self, SetupLineError> {
        let mut words = line.split_whitespace();
        let mut parts = words.next().ok_or(SetupLineError::Empty)?.split('+');
        let mut setup = Self::base(0);
        setup.game = families::id_of(parts.next().unwrap_or_default()).to_owned();
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
                    setup.own_tiles = Some(OwnTiles::named(value).ok_or_else(form)?);
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

/// Reads `word:count,word:count`.
fn counts(name: &str, text: &str) -> Result<BTreeMap<String, u8>, SetupLineError> {
    let pair = |word: &str| {
        let (word, count) = word.split_once(':')?;
        Some((word.to_owned(), count.parse().ok()?))
    };
    let form = || SetupLineError::Counts { name: name.to_owned(), value: text.to_owned() };
    text.split(',').map(pair).collect::<Option<_>>().ok_or_else(form)
}

/// Why a line is no set-up.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
pub enum SetupLineError {
    /// It has no words.
    #[error("the set-up is empty; it looks like carcassonne seats=2")]
    Empty,
    /// A word that gives nothing a value.
    #[error("\"{0}\" is no name=value")]
    Pair(String),
    /// A value that is no number, or too large a one.
    #[error("{name} is \"{value}\", not a number below 256")]
    Number {
        /// Of what.
        name: String,
        /// The value.
        value: String,
    },
    /// A value that does not say how many there are of what.
    #[error("{name} is \"{value}\", which does not look like word:count,word:count")]
    Counts {
        /// Of what.
        name: String,
        /// The value.
        value: String,
    },
    /// A value that names no file of own tiles.
    #[error("own_tiles is \"{0}\", not 16 hexadecimal digits in lower case")]
    OwnTiles(String),
    /// An option has two values.
    #[error("{0} is given twice")]
    Twice(String),
    /// The number of seats is missing.
    #[error("the set-up does not say seats=")]
    Seats,
}

/// What is wrong with a set-up.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum SetupError {
    /// There is no such version of the rules.
    RulesVersion(u32),
    /// There is no such game.
    UnknownGame(String),
    /// The game has no such expansion.
    UnknownExpansion {
        /// What was asked for.
        id: String,
        /// The expansions that it has.
        known: Vec<&'static str>,
    },
    /// An expansion is named twice.
    Twice(String),
    /// The number of seats is outside what the parts in play allow.
    Seats {
        /// What was asked for.
        seats: u8,
        /// Fewest seats.
        fewest: u8,
        /// Most seats.
        most: u8,
    },
    /// No part in play has such an option.
    UnknownOption(String),
    /// The option has no such value.
    UnknownValue {
        /// The option.
        name: String,
        /// The value given.
        value: String,
        /// The values that it has.
        values: &'static [&'static str],
    },
    /// The seat that begins is none of the seats.
    FirstSeat {
        /// What was asked for.
        first: u8,
        /// Seats at the table.
        seats: u8,
    },
    /// No part in play has such an element.
    UnknownElement {
        /// What was asked for.
        name: String,
        /// The elements that there are.
        known: Vec<&'static str>,
    },
    /// There is no such kind of figure, or there are too many of it.
    Figures {
        /// What was asked for.
        word: String,
        /// The kinds that there are.
        known: &'static [&'static str],
    },
    /// The game has no such tile set.
    UnknownSet {
        /// What was asked for.
        id: String,
        /// The sets that it has.
        known: Vec<&'static str>,
    },
    /// A tile file does not hold.
    TileFile(TileFileError),
    /// The players' own tiles are not there, or do not hold.
    OwnTiles(OwnTilesError),
    /// Every tile is there no times.
    NoCopies,
    /// More copies of a tile than are counted.
    Copies {
        /// How many times it is to be there.
        times: u8,
        /// The tile.
        tile: String,
    },
    /// The tiles together cannot be played, in the words of the game.
    Tiles(String),
}

impl fmt::Display for SetupError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::RulesVersion(version) => {
                write!(f, "there is no version {version} of the rules; the newest is {RULES_VERSION}")
            }
            Self::UnknownGame(game) => {
                let games = families::ALL.map(|about| about.game).join(", ");
                write!(f, "there is no game \"{game}\"; there is {games}")
            }
            Self::UnknownExpansion { id, known } if known.is_empty() => {
                write!(f, "there is no expansion \"{id}\"; this game has none")
            }
            Self::UnknownExpansion { id, known } => {
                write!(f, "there is no expansion \"{id}\"; there is {}", known.join(", "))
            }
            Self::Twice(id) => write!(f, "the expansion {id} is named twice"),
            Self::Seats { seats, fewest, most } => {
                write!(f, "the set-up has {seats} seats; it takes {fewest} to {most}")
            }
            Self::UnknownOption(name) => write!(f, "no part in play has an option \"{name}\""),
            Self::UnknownValue { name, value, values } => {
                write!(f, "option {name} has no value \"{value}\"; it has {}", values.join(", "))
            }
            Self::FirstSeat { first, seats } => {
                write!(f, "seat {first} cannot begin; the seats are 0 to {}", seats - 1)
            }
            Self::UnknownElement { name, known } if known.is_empty() => {
                write!(f, "no part in play has an element \"{name}\"; this game has none")
            }
            Self::UnknownElement { name, known } => {
                write!(f, "no part in play has an element \"{name}\"; elements are {}", known.join(", "))
            }
            Self::Figures { word, known } => {
                write!(f, "\"{word}\" is no kind of figure; there is {}", known.join(", "))
            }
            Self::UnknownSet { id, known } => write!(f, "there is no tile set \"{id}\"; there is {}", known.join(", ")),
            Self::TileFile(why) => why.fmt(f),
            Self::OwnTiles(why) => why.fmt(f),
            Self::NoCopies => f.write_str("copies is 0; every tile is there once at least"),
            Self::Copies { times, tile } => write!(f, "{times} times tile {tile} is more than 255 copies"),
            Self::Tiles(why) => f.write_str(why),
        }
    }
}

impl std::error::Error for SetupError {}
