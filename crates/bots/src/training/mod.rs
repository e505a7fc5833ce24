//! How the evaluation gets better: its weights by self-play ([`tune`]), its learned corrections from the ends of games ([`learn`]).

pub mod learn;
mod regression;
mod spsa;
pub mod tune;
