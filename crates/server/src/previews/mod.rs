//! Link previews: what chats show below the address of a table, a replay or a profile.

pub mod cache;
mod page;
mod picture;
pub mod routes;
mod words;
