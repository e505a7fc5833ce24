//! The Carcassonne family of board games, exactly as their rulebooks say: the engine and its computer players.
//!
//! A [`Setup`] names a game, its expansions and options; a [`Game`] says who is to answer ([`Actor`]), which answers are legal, and what
//! each brings about. Draws are answers too: a [`deal`] gives them, and a record can be verified against it. [`view`]s show what somebody
//! may see, as JSON; [`notation`] writes answers as words; [`bots`] plays any seat.
//!
//! ```
//! use bastide::deal::{Deal, Seed};
//! use bastide::{Actor, Game, Setup};
//!
//! # fn main() -> Result<(), Box<dyn std::error::Error>> {
//! let setup = Setup::of("discovery", 2);
//! let mut game = Game::new(&setup)?;
//! let deal = Deal::new(Seed::from_number(7), &setup)?;
//! while !game.is_over() {
//!     let answer = match game.actor() {
//!         Actor::Chance => deal.answer(&game).ok_or("chance is asked")?,
//!         _ => game.legal()[0],
//!     };
//!     game.apply(answer)?;
//! }
//! assert_eq!(game.scores().len(), 2);
//! # Ok(())
//! # }
//! ```
//!
//! Where an answer's cost is counted in nanoseconds, [`engine`] and [`families`] give the same games without any layer between:
//! `Position<F>` for a family `F`.

#![warn(missing_docs)]

pub use bastide_core as engine;
pub use bots;
pub use games::*;

/// The examples of the README.
#[cfg(doctest)]
#[doc = include_str!("../../../README.md")]
pub struct Readme;
