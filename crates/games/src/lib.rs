//! Every game behind one type: set-up and options, text notation, saved games, views, imports.

pub mod catalogue;
pub mod deal;
pub mod described;
pub mod families;
pub mod game;
#[cfg(feature = "imports")]
pub mod jcz;
pub mod notation;
pub mod own_tiles;
pub mod perft;
pub mod playout;
pub mod position_hash;
pub mod presets;
pub mod record;
pub mod reference;
pub mod setup;
pub mod snapshot;
pub mod view;

pub use bastide_core::{Actor, Answer, Event};
pub use game::Game;
pub use notation::WordError;
pub use own_tiles::OwnTiles;
pub use setup::{Info, RULES_VERSION, RULES_VERSIONS, Setup, SetupError, info};
pub use view::{EventView, Eyes, View};
