//! Lists the families of games and maps each game to its family. Each family's crate supplies what set-ups and descriptions need: see
//! [`Playable`] and [`Described`](bastide_core::Described).

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
/// The id of Mists over Carcassonne, whose players form one team.
pub const COOP: &str = Coop::GAME;
/// Renamed games, each with its original id and its current one. Old set-ups can still be read, and the hashes of all set-ups use the
/// original id, so that they do not change.
const RENAMED: [(&str, &str); 1] = [("mists", COOP)];

/// Information about a family, independent of any single game.
#[derive(Clone, Copy, Debug)]
pub struct FamilyInfo {
    /// The id of the family's game in set-ups.
    pub game: &'static str,
    /// The family's name in tile files.
    pub family: &'static str,
    /// The game itself and its expansions.
    pub parts: &'static [PartInfo],
    /// Elements of the expansions that can be disabled, each with its name, part and bit.
    pub elements: &'static [(&'static str, &'static str, u64)],
    /// Describes how the family's words in tile files are processed.
    pub syntax: TileSyntax,
    /// Converts whatever covers a tile's ground, such as mist, to ports and segments. Returns `None` for a tile without such a covering.
    pub spread: fn(&Table) -> Result<Option<Table>, String>,
    /// Minimum number of seats.
    pub min_seats: fn() -> u8,
    /// Words for the kinds of figure.
    pub figures: &'static [&'static str],
    /// Words for the neutral pieces.
    pub pieces: &'static [&'static str],
    /// Checks a custom tile.
    pub check_own_tile: fn(&TileText) -> Result<(), String>,
}

const fn family_info<F: Playable>() -> FamilyInfo {
    FamilyInfo {
        game: F::GAME,
        family: F::FAMILY,
        parts: F::PARTS,
        elements: F::ELEMENTS,
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

/// All families, in the order in which games are listed.
pub const ALL: [FamilyInfo; 4] = [
    FamilyInfo { spread: mist::expand_mist, ..family_info::<Classic>() },
    family_info::<Hunters>(),
    family_info::<Discovery>(),
    FamilyInfo { parts: COOP_PARTS, ..family_info::<Coop>() },
];

/// The parts of Mists over Carcassonne. The box also contains the expansion's tiles. The `coop` crate does not know about them, so they are
/// added here.
const COOP_PARTS: &[PartInfo] = &[PartInfo { tiles: ::classic::mists::PART.tiles, ..::coop::base::PART }];

/// Returns the parts of a family, with all their tiles.
pub(crate) fn parts_of<F: Playable>() -> &'static [PartInfo] {
    of_game(F::GAME).map_or(F::PARTS, |about| about.parts)
}

/// Returns a game's current id, given either its current or its original one.
pub fn current_id(game: &str) -> &str {
    RENAMED.iter().find(|(first, _)| *first == game).map_or(game, |(_, now)| now)
}

/// Returns the original id of a game, which the hashes of its set-ups use.
pub(crate) fn first_id(game: &str) -> &str {
    RENAMED.iter().find(|(_, now)| *now == game).map_or(game, |(first, _)| first)
}

/// Returns the family of a game.
pub fn of_game(game: &str) -> Option<&'static FamilyInfo> {
    ALL.iter().find(|about| about.game == game)
}

/// Evaluates an expression with a type alias for the family of a game. The result is `None` if there is no such game.
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
