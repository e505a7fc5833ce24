//! Position evaluation: how much a position is worth to each seat, for each family.
//!
//! - [`evaluator`]: the trait that every family implements; [`values`]: its results, and how far ahead a seat is by them.
//! - [`classic`], [`hunters`], [`discovery`], [`coop`]: the families' evaluators.
//! - [`board_features`]: what all of them know about the map; [`feature_estimate`]: what they know about one feature; `parent` and
//!   `overlay`: reusing what a position has in common with the one before it; [`parts`]: each feature's contribution, in exact sums;
//!   [`odds`]: what the bag can still bring.
//! - [`weights`]: named weights; [`classic::corrections`]: corrections learned from games.
//! - [`personality`]: what some players value more or less than others; [`uses`]: which possibilities of the expansions a player uses.

pub mod board_features;
pub mod classic;
pub mod coop;
pub mod discovery;
pub mod evaluator;
pub mod feature_estimate;
pub mod hunters;
pub mod odds;
mod overlay;
mod parent;
pub mod parts;
pub mod personality;
pub mod uses;
pub mod values;
pub mod weights;
