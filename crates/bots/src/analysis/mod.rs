//! Analyses positions ([`analyse`]) and reviews all answers in a game ([`review`]), using the strongest player. [`question`] finds the
//! position that a client asks about, [`info`] is the analysis as clients receive it, and [`puzzles`] finds positions with one best turn.

pub mod analyse;
pub mod fairness;
pub mod game_review;
pub mod info;
pub mod mistakes;
pub mod puzzles;
pub mod question;
pub mod review;
