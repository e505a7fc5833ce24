//! The Carcassonne family of board games, exactly as in their rulebooks: the engine and its computer players.
//!
//! A [`Setup`] names a game, its expansions and options. A [`Game`] knows who must answer ([`Actor`]), which answers are legal, and what
//! each leads to. Draws are answers too: a [`deal`] supplies them, and a record can be verified against it. [`view`]s contain what a viewer
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
//! For code where nanoseconds per answer count, [`engine`] and [`families`] provide the same games without any layer in between:
//! `Position<F>` for a family `F`.

#![warn(missing_docs)]

pub use bastide_core as engine;
pub use bots;
pub use games::*;

/// The README's examples.
#[cfg(doctest)]
#[doc = include_str!("../../../README.md")]
pub struct Readme;
