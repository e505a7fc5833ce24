//! The Carcassonne family of board games, played exactly by the rulebooks: the engine and its computer players.
//!
//! A [`Setup`] names a game, its expansions and options. A [`Game`] knows who must answer ([`Actor`]), which answers are legal, and what
//! each of them results in. Draws are answers too: a [`deal`] supplies them, and a record can be verified against it. A [`view`] contains
//! what a viewer may see, as JSON; [`notation`] writes answers as words; [`bots`] plays any seat.
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
//!         Actor::Chance => deal.answer(&game).ok_or("the deal has no answer")?,
//!         _ => game.legal()[0],
//!     };
//!     game.apply(answer)?;
//! }
//! assert_eq!(game.scores().len(), 2);
//! # Ok(())
//! # }
//! ```
//!
//! For code in which every nanosecond per answer matters, [`engine`] and [`families`] provide the same games without any layer in between:
//! `Position<F>` for a family `F`.

#![warn(missing_docs)]

pub use bastide_core as engine;
pub use bots;
pub use games::*;

/// Runs the README's examples as doctests.
#[cfg(doctest)]
#[doc = include_str!("../../../README.md")]
pub struct Readme;
