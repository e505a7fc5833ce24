//! Weights: numbers with names, so that they can be read, compared and tuned, and the files in which they stand.

mod file;
pub(crate) mod named;

pub use file::{WeightsError, read, write};
pub use named::Named;
pub(crate) use named::named_weights;

/// The weights of a file that is part of the program.
///
/// # Panics
/// The file does not hold: a test sees to it that all do.
pub(crate) fn of_program<W: Named>(text: &str, game: &'static str) -> W {
    read(text, game).unwrap_or_else(|why| panic!("the weights of {game}: {why}"))
}
