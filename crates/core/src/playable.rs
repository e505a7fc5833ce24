//! What set-ups are made of: which parts a family has, and what its tiles mean.

use crate::described::Described;
use crate::option::PartInfo;
use crate::tile_text::TileSyntax;
use crate::{KindIndex, Place, Rules, TileKind, TileText};

/// The blocks that some of the tiles form before the first turn: column, row and kind of their tiles.
#[derive(Clone, Copy, Debug)]
pub struct Blocks<'a> {
    /// One that lies on the table beside what it begins with.
    pub block: &'a [(i16, i16, KindIndex)],
    /// Those with which a table can begin in place of a start tile, set by set.
    pub start_blocks: &'a [Vec<(i16, i16, KindIndex)>],
}

/// A tile that lies on the table before the first turn: its kind, where, and how it is turned.
pub type StartTile = (KindIndex, Place, u8);

/// A family that set-ups can be made of.
pub trait Playable: Described {
    /// The id of its game in set-ups.
    const GAME: &'static str;
    /// Its word in tile files.
    const FAMILY: &'static str = Self::GAME;
    /// The game itself and its expansions, in the order in which they are listed and their tiles numbered.
    const PARTS: &'static [PartInfo];
    /// What can be switched off in a part that is in play: name, part, bit.
    const ELEMENTS: &'static [(&'static str, &'static str, u32)] = &[];
    /// The texts of the rule reference: part, language, clauses as Markdown.
    const RULES: &'static [(&'static str, &'static str, &'static str)];

    /// What its words in tile files stand for; those of a game that uses the words of another are the other's.
    const SYNTAX: TileSyntax = TileSyntax::NONE;

    /// Compiles a tile for a set-up.
    ///
    /// # Errors
    /// What of the tile the family does not know, or cannot have.
    fn compile_tile(text: &TileText, options: &Self::Options) -> Result<TileKind, String>;

    /// Checks a tile that a player made: its meaning, and that it asks for nothing that only printed sets have.
    ///
    /// # Errors
    /// What does not hold, and what would.
    fn check_own_tile(text: &TileText) -> Result<(), String> {
        Self::compile_tile(text, &Self::Options::default()).map(|_| ())
    }

    /// Whether a tile of a part in play is used by a set-up.
    fn uses_tile(_: &TileText, _: &Self::Options) -> bool {
        true
    }

    /// Whether players hold a tile from the start, one each, instead of drawing it.
    fn is_held(_: &TileText) -> bool {
        false
    }

    /// Which tiles lie on the table before the first turn, and what changes in the number of copies because of it: the first
    /// start tile, in the middle, where the family says nothing else.
    ///
    /// # Errors
    /// What is missing to begin with.
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

    /// Makes sure that no game of these rules can outgrow what the family remembers.
    ///
    /// # Errors
    /// What there is too much of.
    fn check_size(_: &Rules<Self::Options>) -> Result<(), String> {
        Ok(())
    }
}
