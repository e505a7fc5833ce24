//! Weights with names, by which they can be read from files, compared and tuned.

mod file;
pub(crate) mod named;

pub use file::{WeightsError, read, write};
pub use named::Named;
pub(crate) use named::named_weights;

/// Returns the weights of a built-in file.
///
/// # Panics
/// Panics if the file is invalid, which a test rules out for all built-in files.
pub(crate) fn of_program<W: Named>(text: &str, game: &'static str) -> W {
    read(text, game).unwrap_or_else(|why| panic!("the weights of {game}: {why}"))
}
