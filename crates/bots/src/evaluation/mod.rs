//! Evaluates positions: computes the value of a position to each seat, for each family.
//!
//! - [`evaluator`]: the trait that every family implements; [`values`]: its results, and the margins computed from them.
//! - [`classic`], [`hunters`], [`discovery`], [`coop`]: the families' evaluators.
//! - [`board_features`]: facts about the map that all evaluators use; [`feature_estimate`]: facts about one feature; `parent` and
//!   `overlay`: reuse what a position has in common with an earlier one; [`parts`]: each feature's contribution, in exact sums;
//!   [`odds`]: counts of the tiles left that fit an open place.
//! - [`weights`]: named weights; [`classic::corrections`]: corrections learned from games.
//! - [`personality`]: factors by which some players value positions differently; [`uses`]: the expansion mechanics that a player
//!   uses.

pub mod board_features;
pub mod classic;
pub mod coop;
pub mod discovery;
pub mod evaluator;
pub mod feature_estimate;
pub mod forecast;
pub mod hunters;
pub mod odds;
mod overlay;
mod parent;
pub mod parts;
pub mod personality;
pub mod uses;
pub mod values;
pub mod weights;
