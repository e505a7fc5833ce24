//! Link previews: what chats show below the address of a table, a replay, a profile, a study or a puzzle.

pub mod cache;
mod page;
pub mod picture;
mod position;
pub mod routes;
mod words;
