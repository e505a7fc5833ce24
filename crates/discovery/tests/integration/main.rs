//! Tests The Discovery through its public functions, one file per subject.

mod common;
mod compile;
mod flow;
mod validate;
