//! How a move is searched, for every family.
//!
//! - [`config`]: what is asked of a search; [`sampling`]: comparing lines by samples of what chance may bring, within a budget.
//! - [`lines`]: what a seat can do in the rest of its turn.
//! - [`policy`]: what leads a search through a family's positions; [`general`] that of any family, [`classic`] that of Carcassonne's.
//! - `mcts`: the tree of what was tried after each line.
//! - [`endgame`]: the last tiles, where nothing is left to chance.
//! - [`determinize`]: hands that a player may not see.

pub mod classic;
pub mod config;
pub mod determinize;
pub mod endgame;
pub mod general;
pub mod lines;
mod mcts;
pub mod policy;
pub mod sampling;
