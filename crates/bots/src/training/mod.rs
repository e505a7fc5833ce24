//! Trains the evaluation: tunes its weights by self-play ([`tune`]), and learns corrections from game results ([`learn`]).

pub mod forecast;
pub mod learn;
mod regression;
mod spsa;
pub mod tune;
