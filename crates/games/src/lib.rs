//! Every game behind one type: set-up and options, text notation, saved games, views, imports.
pub mod catalogue;
pub mod reference;
