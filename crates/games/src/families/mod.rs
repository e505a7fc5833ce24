//! The families of games: what each supplies for set-ups and shows of itself, and which one a game belongs to.

mod classic;
mod coop;
mod discovery;
mod hunters;

pub use ::classic::Classic;
pub use ::coop::Coop;
pub use ::discovery::Discovery;
pub use ::hunters::Hunters;
use bastide_core::option::{Choices, PartInfo};
use bastide_core::tile_text::TileSyntax;
use bastide_core::{KindIndex, Place, Rules, TileKind, TileText};

use toml::Table;

use crate::described::Described;

/// The id of the Carcassonne base game, with or without expansions.
pub const CARCASSONNE: &str = "carcassonne";
/// The id of Hunters & Gatherers.
pub const HUNTERS: &str = "hunters";
/// The id of The Discovery.
pub const DISCOVERY: &str = "discovery";
/// The id of Mists over Carcassonne, which all play as one team.
pub const COOP: &str = "coop";
/// Games that were once named otherwise: the id that a game had first, and the one that it has. Set-ups of that time are read, and the
/// hashes of all its set-ups are made of its first id, so that they stay what they were.
const RENAMED: [(&str, &str); 1] = [("mists", COOP)];

/// The blocks that some of the tiles form before the first turn: column, row and kind of their tiles.
#[derive(Clone, Copy, Debug)]
pub struct Blocks<'a> {
    /// One that lies on the table beside what it begins with.
    pub block: &'a [(i16, i16, KindIndex)],
    /// Those with which a table can begin in place of a start tile, set by set.
    pub start_blocks: &'a [Vec<(i16, i16, KindIndex)>],
}

/// A family that set-ups can be made of.
pub trait Playable: Described {
    /// The id of its game in set-ups.
    const GAME: &'static str;
    /// Its word in tile files.
    const FAMILY: &'static str;
    /// The game itself and its expansions, in the order in which they are listed and their tiles numbered.
    const PARTS: &'static [PartInfo];
    /// What can be switched off in a part that is in play: name, part, bit.
    const ELEMENTS: &'static [(&'static str, &'static str, u32)] = &[];
    /// The texts of the rule reference: part, language, clauses as Markdown.
    const RULES: &'static [(&'static str, &'static str, &'static str)];

    /// What its words in tile files stand for; those of a game that uses the words of another are the other's.
    const SYNTAX: TileSyntax = TileSyntax::NONE;

    /// The entry of a tile with what the family prints over it worked into ports and segments; nothing for any other entry.
    ///
    /// # Errors
    /// What cannot be printed so.
    fn spread(_: &Table) -> Result<Option<Table>, String> {
        Ok(None)
    }

    /// Compiles a tile for a set-up.
    ///
    /// # Errors
    /// What of the tile the family does not know, or cannot have.
    fn compile_tile(text: &TileText, options: &Self::Options) -> Result<TileKind, String>;

    /// Checks a tile that a player made: its meaning, and that it asks for nothing that only printed sets have.
    ///
    /// # Errors
    /// What does not hold, and what would.
    fn check_own_tile(text: &TileText) -> Result<(), String>;

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
    ) -> Result<Vec<(KindIndex, Place, u8)>, String> {
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

/// What is known of a family without a game of it.
#[derive(Clone, Copy, Debug)]
pub struct About {
    /// The id of its game in set-ups.
    pub game: &'static str,
    /// Its word in tile files.
    pub family: &'static str,
    /// The game itself and its expansions.
    pub parts: &'static [PartInfo],
    /// What of an expansion can be switched off: name, part, bit.
    pub elements: &'static [(&'static str, &'static str, u32)],
    /// The texts of the rule reference: part, language, clauses as Markdown.
    pub rules: &'static [(&'static str, &'static str, &'static str)],
    /// What its words in tile files stand for.
    pub syntax: TileSyntax,
    /// Works what is printed over a tile into its entry.
    pub spread: fn(&Table) -> Result<Option<Table>, String>,
    /// Fewest seats.
    pub min_seats: fn() -> u8,
    /// The words for kinds of figure.
    pub figures: &'static [&'static str],
    /// The words for pieces that belong to nobody.
    pub pieces: &'static [&'static str],
    /// Checks a tile that a player made.
    pub check_own_tile: fn(&TileText) -> Result<(), String>,
}

const fn about<F: Playable>() -> About {
    About {
        game: F::GAME,
        family: F::FAMILY,
        parts: F::PARTS,
        elements: F::ELEMENTS,
        rules: F::RULES,
        syntax: F::SYNTAX,
        spread: F::spread,
        min_seats: min_seats::<F>,
        figures: F::FIGURE_WORDS,
        pieces: F::PIECE_WORDS,
        check_own_tile: F::check_own_tile,
    }
}

fn min_seats<F: Playable>() -> u8 {
    F::Options::default().min_seats()
}

/// Every family, in the order in which games are listed.
pub const ALL: [About; 4] = [about::<Classic>(), about::<Hunters>(), about::<Discovery>(), about::<Coop>()];

/// The id of a game that may be named by the id that it had first.
pub fn id_of(game: &str) -> &str {
    RENAMED.iter().find(|(first, _)| *first == game).map_or(game, |(_, now)| now)
}

/// The id that a game had first, of which the hashes of its set-ups are made.
pub(crate) fn first_id(game: &str) -> &str {
    RENAMED.iter().find(|(_, now)| *now == game).map_or(game, |(first, _)| first)
}

/// The family of a game.
pub fn of_game(game: &str) -> Option<&'static About> {
    ALL.iter().find(|about| about.game == game)
}

/// Evaluates an expression for the family of a game, for which a name stands in it; nothing if there is no such game.
#[macro_export]
macro_rules! with_family {
    ($game:expr, $family:ident => $value:expr) => {
        match $game {
            $crate::families::CARCASSONNE => {
                type $family = $crate::families::Classic;
                Some($value)
            }
            $crate::families::HUNTERS => {
                type $family = $crate::families::Hunters;
                Some($value)
            }
            $crate::families::DISCOVERY => {
                type $family = $crate::families::Discovery;
                Some($value)
            }
            $crate::families::COOP => {
                type $family = $crate::families::Coop;
                Some($value)
            }
            _ => None,
        }
    };
}
