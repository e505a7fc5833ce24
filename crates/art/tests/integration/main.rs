//! Tests what must hold for every picture, one file per subject.

mod far;
mod own_tiles;
mod pages;
mod pictures;
mod tiles;
