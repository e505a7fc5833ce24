//! Tests of set-ups, records, notation, views and imports, one file per subject.

mod carcassonne_lab;
mod common;
mod deal;
mod deltas;
mod families;
mod hunters;
mod jcz;
mod kept;
mod large;
mod notation;
mod numbers;
mod own_tiles;
mod record;
mod snapshot;
mod starting_board;
mod study;
