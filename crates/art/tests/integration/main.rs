//! Tests properties that every picture must have, one file per subject.

mod far;
mod own_tiles;
mod pages;
mod pictures;
mod tiles;
