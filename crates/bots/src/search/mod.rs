//! Searches for moves, for all families.
//!
//! - [`clock`]: measures time; [`config`]: requests and parameters; [`sampling`]: compares lines on random samples, within a budget.
//! - [`lines`]: sequences of answers that a seat can give in the rest of its turn.
//! - [`policy`]: guides a search through a family's positions; [`general`] is the policy for any family, [`classic`] the one for
//!   Carcassonne.
//! - `mcts`: the search tree with the results of what was tried after each line.
//! - [`endgame`]: an exact solver for the last tiles.
//! - [`determinize`]: fills hands that a player may not see.

pub mod classic;
pub mod clock;
pub mod config;
pub mod determinize;
pub mod endgame;
pub mod general;
pub mod lines;
mod mcts;
pub mod policy;
pub mod sampling;
