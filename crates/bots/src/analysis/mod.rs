//! Analyses positions ([`analyse`]) and reviews all answers in a game ([`review`]), using the strongest player. [`question`] finds the
//! position that a client asks about, and [`info`] is the analysis as clients receive it.

pub mod analyse;
pub mod info;
pub mod question;
pub mod review;
