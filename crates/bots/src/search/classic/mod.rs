//! Searches for the Carcassonne family: placing and deploying together (`moves.rs`), all other decisions of the expansions
//! (`expansion_moves.rs`), and the dragon's move (`dragon_move.rs`).

mod dragon_move;
mod expansion_moves;
mod moves;
mod policy;

pub use policy::ClassicPolicy;
