//! Analyses of a position ([`analyse`]) and reviews of all answers of a game ([`review`]), made with the strongest player.

pub mod analyse;
pub mod review;
