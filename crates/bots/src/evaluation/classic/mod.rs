//! Evaluates the Carcassonne family: cities, roads and monasteries (`land.rs`), fields, and figures in supply. Each expansion has a
//! separate file with additional values, which `expansions.rs` calls.

mod abbey_mayor;
mod context;
pub mod corrections;
mod count;
mod cult;
mod darmstadt;
mod evaluator;
mod expansions;
mod fields;
mod followers;
mod inns_cathedrals;
mod king_robber;
mod land;
mod mage_witch;
mod mists;
mod parts;
mod princess_dragon;
pub(crate) mod quick;
mod reach;
mod tower;
mod traders_builders;
mod traits;
mod watchtowers;
mod weights;

pub use evaluator::ClassicEvaluator;
pub use weights::{ExpansionWeights, Weights};
