//! Set-ups: what is played, by how many, with which expansions and options; and their compilation into rules.

use std::collections::BTreeMap;
use std::fmt;
use std::sync::Arc;

use bastide_core::option::OptionInfo;
use bastide_core::{KindIndex, Rules, TileKind, TileText};
use classic::ClassicRules;
use serde::{Deserialize, Serialize};

use crate::catalogue::{self, TileSet};
use crate::own_tiles::OwnTiles;

/// The version of the rules that games are pinned to. It grows when the same answers would lead elsewhere.
pub const RULES_VERSION: u32 = 1;

/// The id of the Carcassonne base game, with or without expansions.
pub const CARCASSONNE: &str = "carcassonne";

/// What is played.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Setup {
    /// `carcassonne`.
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
}

impl Setup {
    /// The base game with every option at its default.
    pub fn base(seats: u8) -> Self {
        Self {
            game: CARCASSONNE.to_owned(),
            expansions: Vec::new(),
            seats,
            options: BTreeMap::new(),
            first_seat: 0,
            without: Vec::new(),
            figures: BTreeMap::new(),
            sets: BTreeMap::new(),
            own_tiles: None,
        }
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

    /// The set-up in one line that does not depend on the order or on spelled-out defaults:
    /// `carcassonne+inns-cathedrals seats=2 small_city=2 first_seat=1`.
    pub fn canonical(&self) -> String {
        let mut line = self.game.clone();
        let expansions = classic::PARTS.iter().filter(|part| self.expansions.iter().any(|e| e == part.id));
        for expansion in expansions {
            line.push('+');
            line.push_str(expansion.id);
        }
        line.push_str(&format!(" seats={}", self.seats));
        for (name, value) in &self.options {
            if option_info(name).is_none_or(|info| info.values[0] != value) {
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
        compile_recorded(self)?;
        let mut normal = Self::from_line(&self.canonical()).unwrap_or_else(|_| self.clone());
        normal.own_tiles.clone_from(&self.own_tiles); // The line has its hash alone.
        Ok(normal)
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

fn option_info(name: &str) -> Option<&'static OptionInfo> {
    classic::PARTS.iter().flat_map(|part| part.options).find(|info| info.name == name)
}

/// What is wrong with a set-up.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum SetupError {
    /// There is no such game.
    UnknownGame(String),
    /// There is no such expansion.
    UnknownExpansion(String),
    /// An expansion is named twice.
    Twice(String),
    /// The number of seats is outside what the parts in play allow.
    Seats {
        /// What was asked for.
        seats: u8,
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
    UnknownElement(String),
    /// There is no such kind of figure, or there are too many of it.
    Figures(String),
    /// There is no such tile set.
    UnknownSet(String),
    /// A tile file does not hold.
    Tiles(String),
}

impl fmt::Display for SetupError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::UnknownGame(game) => write!(f, "there is no game \"{game}\"; there is {CARCASSONNE}"),
            Self::UnknownExpansion(id) => {
                let ids: Vec<_> = classic::PARTS[1..].iter().map(|part| part.id).collect();
                write!(f, "there is no expansion \"{id}\"; there is {}", ids.join(", "))
            }
            Self::Twice(id) => write!(f, "the expansion {id} is named twice"),
            Self::Seats { seats, most } => write!(f, "the set-up has {seats} seats; it takes 2 to {most}"),
            Self::UnknownOption(name) => write!(f, "no part in play has an option \"{name}\""),
            Self::UnknownValue { name, value, values } => {
                write!(f, "option {name} has no value \"{value}\"; it has {}", values.join(", "))
            }
            Self::FirstSeat { first, seats } => {
                write!(f, "seat {first} cannot begin; the seats are 0 to {}", seats - 1)
            }
            Self::UnknownElement(name) => {
                let mut names: Vec<_> = classic::ELEMENTS.iter().map(|(name, ..)| *name).collect();
                names.dedup();
                write!(f, "no part in play has an element \"{name}\"; elements are {}", names.join(", "))
            }
            Self::Figures(word) => {
                write!(f, "\"{word}\" is no kind of figure; there is {}", classic::FIGURE_WORDS.join(", "))
            }
            Self::UnknownSet(id) => {
                let sets: Vec<_> = catalogue::files().map(|(set, _)| set).collect();
                write!(f, "there is no tile set \"{id}\"; there is {}", sets.join(", "))
            }
            Self::Tiles(why) => f.write_str(why),
        }
    }
}

impl std::error::Error for SetupError {}

/// Compiles a set-up of the Carcassonne family.
///
/// # Errors
/// The first thing wrong with the set-up.
pub fn compile_classic(setup: &Setup) -> Result<Arc<ClassicRules>, SetupError> {
    compile(setup, 2)
}

/// Compiles the set-up of a record, which one player alone may have made.
pub(crate) fn compile_recorded(setup: &Setup) -> Result<Arc<ClassicRules>, SetupError> {
    compile(setup, 1)
}

fn compile(setup: &Setup, fewest: u8) -> Result<Arc<ClassicRules>, SetupError> {
    let options = classic_options(setup, fewest)?;
    let mut tiles = Tiles::default();
    for (name, text, copies) in tile_sets(setup, &options)? {
        let set = catalogue::parse(name, text).map_err(|e| SetupError::Tiles(e.to_string()))?;
        tiles.add(set, copies, setup, &options)?;
    }
    if let Some(own) = &setup.own_tiles {
        // They come last, so that a start tile of a printed set comes before theirs.
        tiles.add(own.set().map_err(SetupError::Tiles)?, 1, setup, &options)?;
    }
    let Tiles { mut kinds, mut texts, block, block_joins } = tiles;
    let start = classic::compile_start(&mut texts, &mut kinds, &block, &options).map_err(SetupError::Tiles)?;
    let lies = |kind| start.iter().position(|&(other, ..)| other == kind).unwrap_or(0) as u16;
    let start_joins = block_joins.into_iter().map(|pair| pair.map(|(kind, own)| (lies(kind), own))).collect();
    let mut figures = options.figures();
    for (word, &count) in &setup.figures {
        let kind = classic::FIGURE_WORDS.iter().position(|known| known == word);
        figures[kind.ok_or_else(|| SetupError::Figures(word.clone()))?] = count;
    }
    let rules = Rules { seats: setup.seats, figures, options, kinds, texts, start, start_joins };
    rules.check_size().map_err(|e| SetupError::Tiles(e.to_string()))?;
    classic::check_size(&rules).map_err(SetupError::Tiles)?;
    Ok(Arc::new(rules))
}

/// The kinds of tile of a set-up, and the block that some of them form.
#[derive(Default)]
struct Tiles {
    kinds: Vec<TileKind>,
    texts: Vec<TileText>,
    block: Vec<(i16, i16, KindIndex)>,
    block_joins: Vec<[(KindIndex, u8); 2]>,
}

impl Tiles {
    /// Adds the tiles of a set, so many times each.
    fn add(&mut self, set: TileSet, copies: u8, setup: &Setup, options: &classic::Options) -> Result<(), SetupError> {
        if let Some(of_set) = &set.block {
            let kind = |tile: usize| (self.kinds.len() + tile) as KindIndex;
            self.block = of_set.tiles.iter().map(|&(x, y, tile)| (x, y, kind(tile))).collect();
            self.block_joins = of_set.joins.iter().map(|pair| pair.map(|(tile, own)| (kind(tile), own))).collect();
        }
        for mut tile in set.tiles.into_iter().filter(|tile| classic::uses_tile(tile, options)) {
            tile.count = copies_of(&tile, copies, setup)?;
            if tile.count == 0 {
                continue;
            }
            let kind = classic::compile_tile(&tile, options)
                .map_err(|why| SetupError::Tiles(format!("tile file {}, tile {}: {why}", set.id, tile.id)))?;
            self.kinds.push(kind);
            self.texts.push(tile);
        }
        Ok(())
    }
}

/// The tile sets of a set-up: name, text, and how many times each is in play.
fn tile_sets(setup: &Setup, options: &classic::Options) -> Result<Vec<(&'static str, &'static str, u8)>, SetupError> {
    if let Some(unknown) = setup.sets.keys().find(|id| !catalogue::files().any(|(set, _)| set == *id)) {
        return Err(SetupError::UnknownSet(unknown.clone()));
    }
    let mut sets = Vec::new();
    for part in options.parts() {
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
fn copies_of(tile: &TileText, of_set: u8, setup: &Setup) -> Result<u8, SetupError> {
    if classic::is_held(tile) {
        return Ok(setup.seats);
    }
    let copies = tile.count.checked_mul(of_set);
    copies.ok_or_else(|| SetupError::Tiles(format!("{of_set} times tile {} is more than 255 copies", tile.id)))
}

fn classic_options(setup: &Setup, fewest: u8) -> Result<classic::Options, SetupError> {
    if setup.game != CARCASSONNE {
        return Err(SetupError::UnknownGame(setup.game.clone()));
    }
    let mut options = classic::Options::default();
    for (i, id) in setup.expansions.iter().enumerate() {
        if setup.expansions[..i].contains(id) {
            return Err(SetupError::Twice(id.clone()));
        }
        if !options.add(id) {
            return Err(SetupError::UnknownExpansion(id.clone()));
        }
    }
    let most = options.max_seats();
    if !(fewest..=most).contains(&setup.seats) {
        return Err(SetupError::Seats { seats: setup.seats, most }); // BASE-01, IC-01
    }
    for (name, value) in &setup.options {
        let info = options.parts().flat_map(|part| part.options).find(|info| info.name == name);
        let info = info.ok_or_else(|| SetupError::UnknownOption(name.clone()))?;
        if !info.values.contains(&value.as_str()) || !options.set(name, value) {
            return Err(SetupError::UnknownValue { name: name.clone(), value: value.clone(), values: info.values });
        }
    }
    if setup.first_seat >= setup.seats {
        return Err(SetupError::FirstSeat { first: setup.first_seat, seats: setup.seats });
    }
    if let Some(first) = &mut options.base.first_seat {
        *first = setup.first_seat; // BASE-03
    }
    if let Some(unknown) = setup.without.iter().find(|element| !options.remove(element)) {
        return Err(SetupError::UnknownElement(unknown.clone()));
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
}

/// A game that stands alone.
#[derive(Clone, Debug, Serialize)]
pub struct GameInfo {
    /// Its id.
    pub id: &'static str,
    /// The expansions that it takes.
    pub expansions: Vec<&'static str>,
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
}

/// An option, with the part that it belongs to.
#[derive(Clone, Debug, Serialize)]
pub struct OptionOfPart {
    /// Its name.
    pub name: &'static str,
    /// Its values, the default first.
    pub values: &'static [&'static str],
    /// Its clause.
    pub clause: &'static str,
    /// `base` or an expansion's id.
    pub part: &'static str,
}

/// Describes every game, expansion and option.
pub fn info() -> Info {
    let sets = |part: &bastide_core::option::PartInfo| part.tiles.iter().map(|(name, _)| *name).collect();
    let (base, expansions) = (&classic::PARTS[0], &classic::PARTS[1..]);
    let clauses = crate::reference::clauses("en").unwrap_or_default();
    Info {
        rules_version: RULES_VERSION,
        games: vec![GameInfo {
            id: CARCASSONNE,
            expansions: expansions.iter().map(|part| part.id).collect(),
            min_seats: 2,
            max_seats: base.max_seats,
            sets: sets(base),
        }],
        expansions: expansions
            .iter()
            .map(|part| ExpansionInfo {
                id: part.id,
                game: CARCASSONNE,
                clauses: clauses.iter().filter(|c| c.part == part.id).map(|c| c.id.clone()).collect(),
                max_seats: part.max_seats,
                sets: sets(part),
            })
            .collect(),
        options: classic::PARTS
            .iter()
            .flat_map(|part| {
                part.options.iter().map(|o| OptionOfPart {
                    name: o.name,
                    values: o.values,
                    clause: o.clause,
                    part: part.id,
                })
            })
            .collect(),
    }
}
