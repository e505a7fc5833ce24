//! How positions of the Carcassonne family are searched: placing and deploying together (`moves.rs`), everything else that expansions
//! ask (`expansion_moves.rs`), and the dragon's move (`dragon_move.rs`).

mod dragon_move;
mod expansion_moves;
mod moves;
mod policy;

pub use policy::ClassicPolicy;
