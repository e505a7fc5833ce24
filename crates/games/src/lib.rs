//! A single type for games of all families, with set-ups and options, text notation, records, views and imports.

#![warn(missing_docs)]

#[cfg(feature = "imports")]
pub mod carcassonne_lab;
pub mod catalogue;
pub mod compile;
pub mod deal;
pub mod editing;
pub mod families;
pub mod game;
pub mod guide;
mod hashed_text;
mod hex;
#[cfg(feature = "imports")]
pub mod imports;
pub mod info;
#[cfg(feature = "imports")]
pub mod jcz;
pub mod notation;
pub mod numbers;
pub mod own_tiles;
pub mod perft;
pub mod playout;
pub mod position_hash;
pub mod presets;
pub mod puzzle;
pub mod record;
pub mod reference;
pub mod setup;
pub mod sides;
pub mod snapshot;
pub mod starting_board;
pub mod study;
pub mod view;

pub use bastide_core::{Actor, Answer, Event, described};
pub use game::Game;
pub use guide::Guide;
pub use info::{Info, info};
pub use notation::WordError;
pub use own_tiles::OwnTiles;
pub use setup::{RULES_VERSION, RULES_VERSIONS, Setup, SetupError};
pub use starting_board::StartingBoard;
pub use view::{EventView, View, Viewer};
