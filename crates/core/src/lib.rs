//! The board game machine that every family of games is built on.
pub mod tile_text;
