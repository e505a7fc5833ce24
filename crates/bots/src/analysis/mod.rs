//! Analyses positions ([`analyse`]) and reviews all answers in a game ([`review`]), using the strongest player.

pub mod analyse;
pub mod review;
