//! What must hold of every picture, a file a subject.

mod far;
mod own_tiles;
mod pages;
mod pictures;
mod tiles;
