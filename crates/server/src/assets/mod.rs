//! What is served without a table or an account: `pages` is the built-in web client, `error_pages` what a browser shows for a refusal,
//! `library` the games, the rule reference and the tile sets, `gallery` the pictures of one tile set.

pub mod error_pages;
pub mod gallery;
pub mod library;
pub mod pages;
pub mod routes;
