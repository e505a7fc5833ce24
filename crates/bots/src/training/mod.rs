//! Training of the evaluation: tuning its weights by self-play ([`tune`]), and learning corrections from the results of games ([`learn`]).

pub mod learn;
mod regression;
mod spsa;
pub mod tune;
