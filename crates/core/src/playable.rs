//! The interface through which a family defines its set-ups: its parts, and the meaning of its tiles.

use crate::arrange::Arrange;
use crate::option::PartInfo;
use crate::tile_text::TileSyntax;
use crate::{KindIndex, Place, Rules, TileKind, TileText, TooLarge};

/// Blocks of tiles that are laid before the first turn. Every tile in a block is given by its column, row and kind.
#[derive(Clone, Copy, Debug)]
pub struct Blocks<'a> {
    /// A block that lies on the table beside the start tiles.
    pub block: &'a [(i16, i16, KindIndex)],
    /// Blocks that can replace the start tile, in the order of their tile sets.
    pub start_blocks: &'a [Vec<(i16, i16, KindIndex)>],
}

/// A tile that lies on the table before the first turn: kind, place, rotation.
pub type StartTile = (KindIndex, Place, u8);

/// A family whose games can be set up.
pub trait Playable: Arrange {
    /// The id of the family's game in set-ups.
    const GAME: &'static str;
    /// The family's name in tile files.
    const FAMILY: &'static str = Self::GAME;
    /// The base game and its expansions, in the order in which they are listed and their tiles are numbered.
    const PARTS: &'static [PartInfo];
    /// Elements of a part in play that can be disabled, each with its name, part and bit.
    const ELEMENTS: &'static [(&'static str, &'static str, u64)] = &[];
    /// The texts of the rule reference, each with its part, its language, and the clauses as Markdown.
    const RULES: &'static [(&'static str, &'static str, &'static str)];

    /// Describes how the family's words in tile files are processed. A game that uses another game's words inherits them.
    const SYNTAX: TileSyntax = TileSyntax::NONE;

    /// Compiles a tile for a set-up.
    ///
    /// # Errors
    /// Returns a description of what is unknown or not allowed in the family.
    fn compile_tile(text: &TileText, options: &Self::Options) -> Result<TileKind, String>;

    /// Checks that a custom tile has a valid meaning and uses nothing that is reserved for printed sets.
    ///
    /// # Errors
    /// Returns a description of what is wrong and what would be accepted.
    fn check_own_tile(text: &TileText) -> Result<(), String> {
        Self::compile_tile(text, &Self::Options::default()).map(|_| ())
    }

    /// Returns whether a set-up uses this tile of a part in play.
    fn uses_tile(_: &TileText, _: &Self::Options) -> bool {
        true
    }

    /// Returns whether each player holds a copy of the tile from the start, instead of drawing it.
    fn is_held(_: &TileText) -> bool {
        false
    }

    /// Returns the tiles that lie on the table before the first turn, and adjusts the numbers of copies if necessary. By default, the only
    /// such tile is the first start tile, at 0, 0.
    ///
    /// # Errors
    /// Returns a description of what is missing to start the game.
    fn compile_start(
        texts: &mut [TileText],
        _: &mut [TileKind],
        _: Blocks<'_>,
        _: &Self::Options,
    ) -> Result<Vec<StartTile>, String> {
        let start = texts.iter().position(|text| text.start);
        let start = start.ok_or("no tile of the set-up is a start tile; one must say start = true")?;
        Ok(vec![(start as KindIndex, Place::new(0, 0), 0)])
    }

    /// Checks that no game with these rules can exceed the capacity of the family's state.
    ///
    /// # Errors
    /// Returns an error that names what exceeds its limit.
    fn check_size(_: &Rules<Self::Options>) -> Result<(), TooLarge> {
        Ok(())
    }
}
