//! Tests properties that every picture must have. Each file covers one subject.

mod far;
mod own_tiles;
mod pages;
mod pictures;
mod previews;
mod tiles;
