//! What the strongest player thinks: of a position, and why ([`analyse`]); and of every answer of a game ([`review`]).

pub mod analyse;
pub mod review;
