//! Defines named weights, which can be read from files, compared and tuned by name.

mod file;
pub(crate) mod named;

pub use file::{WeightsError, read, write};
pub use named::Named;
pub(crate) use named::named_weights;

/// Returns the weights of a built-in file.
///
/// # Panics
/// Panics if the file is invalid. A test ensures that all built-in files are valid.
pub(crate) fn of_program<W: Named>(text: &str, game: &'static str) -> W {
    read(text, game).unwrap_or_else(|why| panic!("the weights of {game}: {why}"))
}
