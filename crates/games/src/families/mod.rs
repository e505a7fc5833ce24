//! The families of games: which there are, and which one a game belongs to. What each supplies for set-ups and shows of itself stands
//! with its rules ([`Playable`], [`Described`](bastide_core::Described)).

mod mist;

pub use ::classic::Classic;
pub use ::coop::Coop;
pub use ::discovery::Discovery;
pub use ::hunters::Hunters;
pub use bastide_core::Playable;

use bastide_core::TileText;
use bastide_core::option::{Choices, PartInfo};
use bastide_core::tile_text::TileSyntax;
use toml::Table;

/// The id of the Carcassonne base game, with or without expansions.
pub const CARCASSONNE: &str = Classic::GAME;
/// The id of Hunters & Gatherers.
pub const HUNTERS: &str = Hunters::GAME;
/// The id of The Discovery.
pub const DISCOVERY: &str = Discovery::GAME;
/// The id of Mists over Carcassonne, which all play as one team.
pub const COOP: &str = Coop::GAME;
/// Games that were once named otherwise: the id that a game had first, and the one that it has. Set-ups of that time are read, and the
/// hashes of all its set-ups are made of its first id, so that they stay what they were.
const RENAMED: [(&str, &str); 1] = [("mists", COOP)];

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
    /// The entry of a tile with what the family prints over it worked into ports and segments; nothing for any other entry.
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
        spread: |_| Ok(None),
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
pub const ALL: [About; 4] = [
    About { spread: mist::spread, ..about::<Classic>() },
    about::<Hunters>(),
    about::<Discovery>(),
    About { parts: COOP_PARTS, ..about::<Coop>() },
];

/// The box of Mists over Carcassonne has the tiles of the expansion, which its crate does not know: here they are given to its part.
const COOP_PARTS: &[PartInfo] = &[PartInfo { tiles: ::classic::mists::PART.tiles, ..::coop::base::PART }];

/// The parts of a family, with all their tiles.
pub(crate) fn parts_of<F: Playable>() -> &'static [PartInfo] {
    of_game(F::GAME).map_or(F::PARTS, |about| about.parts)
}

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
