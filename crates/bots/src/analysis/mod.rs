//! The strongest player's view of a position ([`analyse`]) and of every answer of a game ([`review`]).

pub mod analyse;
pub mod review;
