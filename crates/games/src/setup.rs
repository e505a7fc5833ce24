//! Set-ups: what is played, by how many, with which expansions and options; and their compilation into rules.

use std::collections::BTreeMap;
use std::fmt;
use std::ops::RangeInclusive;
use std::sync::Arc;

use bastide_core::option::{Choices, DefaultWith, OptionInfo, PartInfo};
use bastide_core::{KindIndex, Rules, TileKind, TileText};
use serde::{Deserialize, Serialize};

use crate::catalogue::{self, Block, TileSet};
use crate::described::Described;
use crate::families::{self, Blocks, Playable};
use crate::own_tiles::OwnTiles;
use crate::presets::{self, Words};
use crate::with_family;

/// The version of the rules that new games are pinned to. It grows when the same answers would lead elsewhere.
pub const RULES_VERSION: u32 = 2;
/// The versions of the rules that games can be played by: one that was begun by an earlier version goes on by it.
pub const RULES_VERSIONS: RangeInclusive<u32> = 1..=RULES_VERSION;

pub use crate::families::{CARCASSONNE, DISCOVERY, HUNTERS, MISTS};

/// What is played.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Setup {
    /// `carcassonne`, `hunters`, `discovery` or `mists`.
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
    pub first_seat: u8,
    /// Elements of the expansions that are switched off: `mayors`.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub without: Vec<String>,
    /// Figures of each kind that every seat begins with, where the number differs: `pig` = 2.
    #[serde(default, skip_serializing_if = "BTreeMap::is_empty")]
    pub figures: BTreeMap<String, u8>,
    /// Copies of each tile set in play, if they are not those of the parts, once each.
    #[serde(default, skip_serializing_if = "BTreeMap::is_empty")]
    pub sets: BTreeMap<String, u8>,
    /// A tile file of the players' own, whose tiles are shuffled in with the others.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub own_tiles: Option<OwnTiles>,
    /// The version of the rules that it is played by. It stands beside a set-up, in records and in databases, and not in it:
    /// whoever reads one pins it ([`Setup::pinned`]).
    #[serde(skip, default = "newest")]
    pub rules_version: u32,
}

fn newest() -> u32 {
    RULES_VERSION
}

impl Setup {
    /// The base game with every option at its default.
    pub fn base(seats: u8) -> Self {
        Self::of(CARCASSONNE, seats)
    }

    /// A game with every option at its default.
    pub fn of(game: &str, seats: u8) -> Self {
        Self {
            game: game.to_owned(),
            expansions: Vec::new(),
            seats,
            options: BTreeMap::new(),
            first_seat: 0,
            without: Vec::new(),
            figures: BTreeMap::new(),
            sets: BTreeMap::new(),
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

    /// The set-up in one line that does not depend on the order or on spelled-out defaults:
    /// `carcassonne+inns-cathedrals seats=2 small_city=2 first_seat=1`.
    pub fn canonical(&self) -> String {
        let mut line = self.game.clone();
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
        if let Some(own) = &self.own_tiles {
            line.push_str(&format!(" own_tiles={}", own.hash()));
        }
        line
    }
}

impl Setup {
    /// Reads the line that [`canonical`](Self::canonical) writes; the file of own tiles is not in it. Whether there is such a game
    /// shows when it is compiled.
    ///
    /// # Errors
    /// What in the line has not the right form.
    pub fn from_line(line: &str) -> Result<Self, String> {
        let mut words = line.split_whitespace();
        let mut parts = words.next().ok_or("the set-up is empty; it looks like carcassonne seats=2")?.split('+');
        let mut setup = Self::base(0);
        setup.game = parts.next().unwrap_or_default().to_owned();
        setup.expansions = parts.map(str::to_owned).collect();
        let mut seats = None;
        for word in words {
            let (name, value) = word.split_once('=').ok_or_else(|| format!("\"{word}\" is no name=value"))?;
            let number = || value.parse::<u8>().map_err(|_| format!("{name} is \"{value}\", not a number below 256"));
            match name {
                "seats" => seats = Some(number()?),
                "first_seat" => setup.first_seat = number()?,
                "without" => setup.without = value.split(',').map(str::to_owned).collect(),
                "figures" => setup.figures = counts(name, value)?,
                "sets" => setup.sets = counts(name, value)?,
                "own_tiles" => {
                    let form = || format!("own_tiles is \"{value}\", not 16 hexadecimal digits in lower case");
                    setup.own_tiles = Some(OwnTiles::named(value).ok_or_else(form)?);
                }
                _ if setup.options.insert(name.to_owned(), value.to_owned()).is_some() => {
                    return Err(format!("{name} is given twice"));
                }
                _ => {}
            }
        }
        setup.seats = seats.ok_or("the set-up does not say seats=")?;
        Ok(setup)
    }

    /// The set-up as its line gives it back: defaults left out, expansions in the order in which they are listed.
    ///
    /// # Errors
    /// What is wrong with the set-up.
    pub(crate) fn normal(&self) -> Result<Self, SetupError> {
        self.check()?;
        let mut normal = Self::from_line(&self.canonical()).unwrap_or_else(|_| self.clone());
        normal.rules_version = self.rules_version;
        normal.own_tiles.clone_from(&self.own_tiles); // The line has its hash alone.
        Ok(normal)
    }

    /// Makes sure that there is a game of it, or a record of one.
    ///
    /// # Errors
    /// The first thing wrong with the set-up.
    pub(crate) fn check(&self) -> Result<(), SetupError> {
        let unknown = || Err(SetupError::UnknownGame(self.game.clone()));
        with_family!(self.game.as_str(), F => compile_recorded::<F>(self).map(|_| ())).unwrap_or_else(unknown)
    }
}

/// Reads `word:count,word:count`.
fn counts(name: &str, text: &str) -> Result<BTreeMap<String, u8>, String> {
    let pair = |word: &str| {
        let (word, count) = word.split_once(':')?;
        Some((word.to_owned(), count.parse().ok()?))
    };
    let form = || format!("{name} is \"{text}\", which does not look like word:count,word:count");
    text.split(',').map(pair).collect::<Option<_>>().ok_or_else(form)
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
            Self::Tiles(why) => f.write_str(why),
        }
    }
}

impl std::error::Error for SetupError {}

/// Compiles a set-up of a family's game.
///
/// # Errors
/// The first thing wrong with the set-up.
pub fn compile<F: Playable>(setup: &Setup) -> Result<Arc<Rules<F::Options>>, SetupError> {
    compile_for::<F>(setup, u8::MAX)
}

/// Compiles the set-up of a record, which one player alone may have made.
pub(crate) fn compile_recorded<F: Playable>(setup: &Setup) -> Result<Arc<Rules<F::Options>>, SetupError> {
    compile_for::<F>(setup, 1)
}

fn compile_for<F: Playable>(setup: &Setup, fewest: u8) -> Result<Arc<Rules<F::Options>>, SetupError> {
    let options = options::<F>(setup, fewest)?;
    let mut tiles = Tiles::default();
    for (name, text, copies) in tile_sets::<F>(setup, &options)? {
        let set = catalogue::parse(name, text).map_err(|e| SetupError::Tiles(e.to_string()))?;
        tiles.add::<F>(set, copies, setup, &options)?;
    }
    if let Some(own) = &setup.own_tiles {
        let set = own.set().map_err(SetupError::Tiles)?;
        if set.family != F::FAMILY {
            let why = format!("tile file {}: its family is {}, and the game's is {}", set.id, set.family, F::FAMILY);
            return Err(SetupError::Tiles(why));
        }
        // They come last, so that a start tile of a printed set comes before theirs.
        tiles.add::<F>(set, 1, setup, &options)?;
    }
    let Tiles { mut kinds, mut texts, block, block_joins, start_blocks } = tiles;
    let blocks = Blocks { block: &block, start_blocks: &start_blocks };
    let start = F::compile_start(&mut texts, &mut kinds, blocks, &options).map_err(SetupError::Tiles)?;
    let lies = |kind| start.iter().position(|&(other, ..)| other == kind).unwrap_or(0) as u16;
    let start_joins = block_joins.into_iter().map(|pair| pair.map(|(kind, own)| (lies(kind), own))).collect();
    let mut figures = options.figures(setup.seats);
    for (word, &count) in &setup.figures {
        let kind = F::FIGURE_WORDS.iter().position(|known| known == word);
        let unknown = || SetupError::Figures { word: word.clone(), known: F::FIGURE_WORDS };
        figures[kind.ok_or_else(unknown)?] = count;
    }
    let hidden_hands = options.hidden_hands();
    let reserve = options.reserve();
    let rules = Rules { seats: setup.seats, figures, reserve, options, kinds, texts, start, start_joins, hidden_hands };
    rules.check_size().map_err(|e| SetupError::Tiles(e.to_string()))?;
    F::check_size(&rules).map_err(SetupError::Tiles)?;
    Ok(Arc::new(rules))
}

/// The kinds of tile of a set-up, and the block that some of them form.
#[derive(Default)]
struct Tiles {
    kinds: Vec<TileKind>,
    texts: Vec<TileText>,
    block: Vec<(i16, i16, KindIndex)>,
    block_joins: Vec<[(KindIndex, u8); 2]>,
    start_blocks: Vec<Vec<(i16, i16, KindIndex)>>,
}

impl Tiles {
    /// Adds the tiles of a set, so many times each.
    fn add<F: Playable>(
        &mut self,
        set: TileSet,
        copies: u8,
        setup: &Setup,
        options: &F::Options,
    ) -> Result<(), SetupError> {
        let mut kind_of = vec![None; set.tiles.len()];
        for (number, mut tile) in set.tiles.into_iter().enumerate() {
            tile.count = if F::uses_tile(&tile, options) { copies_of::<F>(&tile, copies, setup)? } else { 0 };
            if tile.count == 0 {
                continue;
            }
            kind_of[number] = Some(self.kinds.len() as KindIndex);
            let kind = F::compile_tile(&tile, options)
                .map_err(|why| SetupError::Tiles(format!("tile file {}, tile {}: {why}", set.id, tile.id)))?;
            self.kinds.push(kind);
            self.texts.push(tile);
        }
        // A block is there if all of its tiles are.
        let placed = |block: &Block| -> Option<Vec<(i16, i16, KindIndex)>> {
            block.tiles.iter().map(|&(x, y, tile)| Some((x, y, kind_of[tile]?))).collect()
        };
        if let Some((of_set, placed)) = set.block.as_ref().and_then(|block| Some((block, placed(block)?))) {
            self.block = placed;
            let joined = |(tile, own): (usize, u8)| (kind_of[tile].unwrap_or(0), own);
            self.block_joins = of_set.joins.iter().map(|pair| pair.map(joined)).collect();
        }
        self.start_blocks.extend(set.start_block.as_ref().and_then(placed));
        Ok(())
    }
}

/// The tile sets of a set-up: name, text, and how many times each is in play.
fn tile_sets<F: Playable>(
    setup: &Setup,
    options: &F::Options,
) -> Result<Vec<(&'static str, &'static str, u8)>, SetupError> {
    let known = || F::PARTS.iter().flat_map(|part| part.tiles).map(|(set, _)| *set);
    if let Some(unknown) = setup.sets.keys().find(|id| !known().any(|set| set == *id)) {
        return Err(SetupError::UnknownSet { id: unknown.clone(), known: known().collect() });
    }
    let mut sets = Vec::new();
    for (_, part) in F::PARTS.iter().enumerate().filter(|(index, _)| options.in_play(*index)) {
        for &(set, text) in part.tiles {
            let copies = match setup.sets.get(set) {
                Some(&copies) => copies,
                None if setup.sets.is_empty() => u8::from(options.uses_set(part.id, set)),
                None => 0,
            };
            if copies > 0 || options.holds_tiles(part.id) {
                sets.push((set, text, copies));
            }
        }
    }
    Ok(sets)
}

/// How many copies of a tile are in play: of one that players hold, one for each seat.
fn copies_of<F: Playable>(tile: &TileText, of_set: u8, setup: &Setup) -> Result<u8, SetupError> {
    if F::is_held(tile) {
        return Ok(setup.seats);
    }
    let copies = tile.count.checked_mul(of_set);
    copies.ok_or_else(|| SetupError::Tiles(format!("{of_set} times tile {} is more than 255 copies", tile.id)))
}

fn options<F: Playable>(setup: &Setup, fewest: u8) -> Result<F::Options, SetupError> {
    if setup.game != F::GAME {
        return Err(SetupError::UnknownGame(setup.game.clone()));
    }
    if !RULES_VERSIONS.contains(&setup.rules_version) {
        return Err(SetupError::RulesVersion(setup.rules_version));
    }
    let mut options = F::Options::default();
    options.pin(setup.rules_version);
    for (i, id) in setup.expansions.iter().enumerate() {
        if setup.expansions[..i].contains(id) {
            return Err(SetupError::Twice(id.clone()));
        }
        if !options.add(id) {
            let known = F::PARTS[1..].iter().map(|part| part.id).collect();
            return Err(SetupError::UnknownExpansion { id: id.clone(), known });
        }
    }
    let most = options.max_seats();
    let usual = options.min_seats();
    if !(fewest.min(usual)..=most).contains(&setup.seats) {
        return Err(SetupError::Seats { seats: setup.seats, fewest: usual, most }); // BASE-01, IC-01, HG-01, DISC-01, COOP-01
    }
    for (name, value) in &setup.options {
        let parts = F::PARTS.iter().enumerate().filter(|(index, _)| options.in_play(*index));
        let info = parts.flat_map(|(_, part)| part.options).find(|info| info.name == name);
        let info = info.ok_or_else(|| SetupError::UnknownOption(name.clone()))?;
        if !info.values.contains(&value.as_str()) || !options.set(name, value) {
            return Err(SetupError::UnknownValue { name: name.clone(), value: value.clone(), values: info.values });
        }
    }
    for info in setup.options_in_play() {
        let default = setup.default_of(info);
        if default != info.values[0] && !setup.options.contains_key(info.name) {
            options.set(info.name, default);
        }
    }
    if setup.first_seat >= setup.seats {
        return Err(SetupError::FirstSeat { first: setup.first_seat, seats: setup.seats });
    }
    options.begin_with(setup.first_seat); // BASE-03
    if let Some(unknown) = setup.without.iter().find(|element| !options.remove(element)) {
        let mut known: Vec<_> = F::ELEMENTS.iter().map(|(name, ..)| *name).collect();
        known.dedup();
        return Err(SetupError::UnknownElement { name: unknown.clone(), known });
    }
    Ok(options)
}

/// What can be played, for programs that offer it.
#[derive(Clone, Debug, Serialize)]
pub struct Info {
    /// [`RULES_VERSION`].
    pub rules_version: u32,
    /// The games.
    pub games: Vec<GameInfo>,
    /// The expansions.
    pub expansions: Vec<ExpansionInfo>,
    /// The options of all parts.
    pub options: Vec<OptionOfPart>,
    /// The presets of all games, the rulebook first.
    pub presets: Vec<PresetOfGame>,
}

/// A game that stands alone.
#[derive(Clone, Debug, Serialize)]
pub struct GameInfo {
    /// Its id.
    pub id: &'static str,
    /// The id of the part that is the game itself: `base` for Carcassonne.
    pub part: &'static str,
    /// The expansions that it takes.
    pub expansions: Vec<&'static str>,
    /// The clauses of the game itself.
    pub clauses: Vec<String>,
    /// Fewest seats.
    pub min_seats: u8,
    /// Most seats without expansions.
    pub max_seats: u8,
    /// Its tile sets.
    pub sets: Vec<&'static str>,
}

/// An expansion.
#[derive(Clone, Debug, Serialize)]
pub struct ExpansionInfo {
    /// Its id.
    pub id: &'static str,
    /// The game that it belongs to.
    pub game: &'static str,
    /// Its clauses.
    pub clauses: Vec<String>,
    /// Most seats when it is in play.
    pub max_seats: u8,
    /// Its tile sets.
    pub sets: Vec<&'static str>,
    /// What of it can be switched off.
    pub elements: Vec<&'static str>,
}

/// An option, with the part that it belongs to.
#[derive(Clone, Debug, Serialize)]
pub struct OptionOfPart {
    /// Its name.
    pub name: &'static str,
    /// Its values, the default first.
    pub values: &'static [&'static str],
    /// The default where another option has a certain value.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub default_with: Option<DefaultOf>,
    /// Its clause.
    pub clause: &'static str,
    /// The game that has it.
    pub game: &'static str,
    /// The part of the game that has it.
    pub part: &'static str,
    /// Whether no preset speaks of it.
    pub open: bool,
}

/// A preset, as a game has it.
#[derive(Clone, Debug, Serialize)]
pub struct PresetOfGame {
    /// Its id.
    pub id: &'static str,
    /// The game.
    pub game: &'static str,
    /// Its name, by language.
    pub name: Words,
    /// What it is, by language.
    pub about: Words,
    /// The options that are not as by default.
    pub options: BTreeMap<String, String>,
}

/// A default that depends on another option.
#[derive(Clone, Copy, Debug, Serialize)]
pub struct DefaultOf {
    /// The other option.
    pub option: &'static str,
    /// Its value.
    pub value: &'static str,
    /// The default then.
    pub default: &'static str,
}

/// Describes every game, expansion and option.
pub fn info() -> Info {
    let sets = |part: &PartInfo| part.tiles.iter().map(|(name, _)| *name).collect();
    let clauses = crate::reference::clauses("en").unwrap_or_default();
    let clauses_of = |id: &str| clauses.iter().filter(|c| c.part == id).map(|c| c.id.clone()).collect();
    let games = families::ALL.iter().map(|about| GameInfo {
        id: about.game,
        part: about.parts[0].id,
        expansions: about.parts[1..].iter().map(|part| part.id).collect(),
        clauses: clauses_of(about.parts[0].id),
        min_seats: (about.min_seats)(),
        max_seats: about.parts[0].max_seats,
        sets: sets(&about.parts[0]),
    });
    let expansions = families::ALL.iter().flat_map(|about| {
        about.parts[1..].iter().map(|part| ExpansionInfo {
            id: part.id,
            game: about.game,
            clauses: clauses_of(part.id),
            max_seats: part.max_seats,
            sets: sets(part),
            elements: about.elements.iter().filter(|(_, of, _)| *of == part.id).map(|(name, ..)| *name).collect(),
        })
    });
    let options = families::ALL.iter().flat_map(|about| {
        let parts = about.parts.iter().flat_map(|part| part.options.iter().map(move |option| (part, option)));
        parts.map(|(part, option)| OptionOfPart {
            name: option.name,
            values: option.values,
            default_with: option.default_with.map(|DefaultWith { option, value, default }| DefaultOf {
                option,
                value,
                default,
            }),
            clause: option.clause,
            game: about.game,
            part: part.id,
            open: !presets::speak_of(option.name),
        })
    });
    let presets = families::ALL.iter().flat_map(|about| {
        presets::of_game(about.game).map(|preset| PresetOfGame {
            id: preset.id,
            game: about.game,
            name: preset.name().clone(),
            about: preset.about().clone(),
            options: preset.values(about.game).map(|(option, value)| (option.to_owned(), value.to_owned())).collect(),
        })
    });
    Info {
        rules_version: RULES_VERSION,
        games: games.collect(),
        expansions: expansions.collect(),
        options: options.collect(),
        presets: presets.collect(),
    }
}
