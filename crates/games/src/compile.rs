//! Compiles set-ups into rules.

use std::sync::Arc;

use bastide_core::option::Choices;
use bastide_core::playable::Blocks;
use bastide_core::tile::{PILE_BAG, first_kinds};
use bastide_core::{KindIndex, Rules, TileKind, TileText};

use crate::catalogue::{self, Block, TileFileError, TileSet};
use crate::families::{Playable, parts_of};
use crate::setup::{RULES_VERSIONS, Setup, SetupError};
use crate::starting_board::{self, BoardError};
use crate::with_family;

impl Setup {
    /// Returns the set-up in the form of its canonical line: without default values, and with expansions in the order in which they are
    /// listed.
    ///
    /// # Errors
    /// Returns an error that describes what is wrong with the set-up.
    pub(crate) fn normalized(&self) -> Result<Self, SetupError> {
        self.check()?;
        let mut normal = Self::from_line(&self.canonical()).unwrap_or_else(|_| self.clone());
        normal.rules_version = self.rules_version;
        normal.own_tiles.clone_from(&self.own_tiles); // The line has only the hash.
        normal.board.clone_from(&self.board);
        Ok(normal)
    }

    /// Checks that the set-up can be played, or that a record of it can be replayed.
    ///
    /// # Errors
    /// Returns the first error in the set-up.
    pub(crate) fn check(&self) -> Result<(), SetupError> {
        let unknown = || Err(SetupError::UnknownGame(self.game.clone()));
        with_family!(self.game.as_str(), F => compile_recorded::<F>(self).map(|_| ())).unwrap_or_else(unknown)
    }
}

/// Compiles the set-up for a game of family `F`.
///
/// # Errors
/// Returns the first error in the set-up.
pub fn compile<F: Playable>(setup: &Setup) -> Result<Arc<Rules<F::Options>>, SetupError> {
    compile_for::<F>(setup, u8::MAX)
}

/// Compiles a record's set-up, which may have a single seat.
pub(crate) fn compile_recorded<F: Playable>(setup: &Setup) -> Result<Arc<Rules<F::Options>>, SetupError> {
    compile_for::<F>(setup, 1)
}

fn compile_for<F: Playable>(setup: &Setup, fewest: u8) -> Result<Arc<Rules<F::Options>>, SetupError> {
    let rules = compile_without_board::<F>(setup, fewest)?;
    let Some(board) = &setup.board else { return Ok(Arc::new(rules)) };
    let built = starting_board::build::<F>(&rules, starting_board::checked_text(board)?);
    let arranged = starting_board::finish(rules, &built);
    Ok(Arc::new(arranged.map_err(BoardError::Problem)?))
}

/// Compiles a set-up for games that begin with their start tiles, whether or not it has a starting board.
///
/// # Errors
/// Returns the first error in the rest of the set-up.
pub(crate) fn compile_without_board<F: Playable>(setup: &Setup, fewest: u8) -> Result<Rules<F::Options>, SetupError> {
    let options = options::<F>(setup, fewest)?;
    let mut tiles = Tiles::default();
    for (name, text, copies) in tile_sets::<F>(setup, &options)? {
        let set = catalogue::parse(name, text).map_err(SetupError::TileFile)?;
        tiles.add::<F>(set, copies, setup, &options)?;
    }
    if let Some(own) = &setup.own_tiles {
        let set = own.set().map_err(SetupError::OwnTiles)?;
        if set.family != F::FAMILY {
            let why = format!("its family is {}, but the game's is {}", set.family, F::FAMILY);
            return Err(SetupError::TileFile(TileFileError { set: set.id, tile: None, why }));
        }
        // Custom tiles are added last, so that a start tile of a printed set comes first.
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
    let hidden_hands = options.has_hidden_hands();
    let reserve = options.reserve();
    let figures = figures.into();
    let first_kinds = first_kinds(&kinds);
    let rules = Rules {
        seats: setup.seats,
        figures,
        reserve,
        options,
        kinds,
        first_kinds,
        texts,
        start,
        start_joins,
        arranged: None,
        hidden_hands,
    };
    rules.check_size().map_err(SetupError::TooLarge)?;
    F::check_size(&rules).map_err(SetupError::TooLarge)?;
    Ok(rules)
}

/// The kinds of tile in a set-up, and the block that some of them form.
#[derive(Default)]
struct Tiles {
    kinds: Vec<TileKind>,
    texts: Vec<TileText>,
    block: Vec<(i16, i16, KindIndex)>,
    block_joins: Vec<[(KindIndex, u8); 2]>,
    start_blocks: Vec<Vec<(i16, i16, KindIndex)>>,
}

impl Tiles {
    /// Adds the tiles from a set, with the given number of copies.
    fn add<F: Playable>(
        &mut self,
        set: TileSet,
        copies: u8,
        setup: &Setup,
        options: &F::Options,
    ) -> Result<(), SetupError> {
        let mut kind_of = vec![None; set.tiles.len()];
        let blocks = set.block.iter().chain(&set.start_block);
        let of_block: Vec<usize> = blocks.flat_map(|block| &block.tiles).map(|&(.., tile)| tile).collect();
        for (number, mut tile) in set.tiles.into_iter().enumerate() {
            tile.count = if F::uses_tile(&tile, options) { copies_of::<F>(&tile, copies, setup)? } else { 0 };
            if tile.count == 0 {
                continue;
            }
            kind_of[number] = Some(self.kinds.len() as KindIndex);
            let mut kind = F::compile_tile(&tile, options)
                .map_err(|why| TileFileError { set: set.id.clone(), tile: Some(tile.id.clone()), why })
                .map_err(SetupError::TileFile)?;
            if kind.pile == PILE_BAG && !of_block.contains(&number) {
                kind.copies = times(setup.copies, &tile)?;
                tile.count = kind.copies;
            }
            self.kinds.push(kind);
            self.texts.push(tile);
        }
        // A block is present if all of its tiles are.
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

/// Returns the tile sets of a set-up, each with its name, its text and the number of copies.
fn tile_sets<F: Playable>(
    setup: &Setup,
    options: &F::Options,
) -> Result<Vec<(&'static str, &'static str, u8)>, SetupError> {
    let known = || parts_of::<F>().iter().flat_map(|part| part.tiles).map(|(set, _)| *set);
    if let Some(unknown) = setup.sets.keys().find(|id| !known().any(|set| set == *id)) {
        return Err(SetupError::UnknownSet { id: unknown.clone(), known: known().collect() });
    }
    let mut sets = Vec::new();
    for (_, part) in parts_of::<F>().iter().enumerate().filter(|(index, _)| options.is_in_play(*index)) {
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

/// Returns the number of copies of a tile in play. For a tile that players hold, this is one per seat.
fn copies_of<F: Playable>(tile: &TileText, of_set: u8, setup: &Setup) -> Result<u8, SetupError> {
    if F::is_held(tile) { Ok(setup.seats) } else { times(of_set, tile) }
}

/// Returns the number of copies of a tile in `times` copies of its set, or an error if it exceeds 255.
fn times(times: u8, tile: &TileText) -> Result<u8, SetupError> {
    let copies = tile.count.checked_mul(times);
    copies.ok_or_else(|| SetupError::Copies { times, tile: tile.id.clone() })
}

/// Returns the options of a set-up, without looking at its numbers of figures and tiles.
pub(crate) fn options<F: Playable>(setup: &Setup, fewest: u8) -> Result<F::Options, SetupError> {
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
            let known = parts_of::<F>()[1..].iter().map(|part| part.id).collect();
            return Err(SetupError::UnknownExpansion { id: id.clone(), known });
        }
    }
    let most = options.max_seats();
    let usual = options.min_seats();
    if !(fewest.min(usual)..=most).contains(&setup.seats) {
        return Err(SetupError::Seats { seats: setup.seats, fewest: usual, most }); // BASE-01, IC-01, HG-01, DISC-01, COOP-01
    }
    for (name, value) in &setup.options {
        let parts = parts_of::<F>().iter().enumerate().filter(|(index, _)| options.is_in_play(*index));
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
    if setup.copies == 0 {
        return Err(SetupError::NoCopies);
    }
    if setup.first_seat >= setup.seats {
        return Err(SetupError::FirstSeat { first: setup.first_seat, seats: setup.seats });
    }
    options.set_first_seat(setup.first_seat); // BASE-03
    if let Some(unknown) = setup.without.iter().find(|element| !options.remove(element)) {
        let mut known: Vec<_> = F::ELEMENTS.iter().map(|(name, ..)| *name).collect();
        known.dedup();
        return Err(SetupError::UnknownElement { name: unknown.clone(), known });
    }
    Ok(options)
}
