//! The Discovery by its public functions, a file a subject.

mod common;
mod compile;
mod flow;
mod validate;
