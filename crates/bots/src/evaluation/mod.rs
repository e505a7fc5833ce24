//! What a position is worth to each seat, family by family.
//!
//! - [`evaluator`]: what every family has that says it; [`values`]: what it says, and how a seat stands by that.
//! - [`classic`], [`hunters`], [`discovery`], [`coop`]: the evaluators of the families.
//! - [`board_features`]: what all of them know of the map; [`feature_estimate`]: what they know of one feature; `parent` and
//!   `overlay`: what a position has in common with the one before it; [`parts`]: what each feature gives, in sums that are kept with it;
//!   [`odds`]: what the bag can still bring.
//! - [`weights`]: what things are worth, by name; [`classic::corrections`]: what games have taught about it.
//! - [`personality`]: what some players care for more or less than the others; [`uses`]: what of the expansions a player makes use of.

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
