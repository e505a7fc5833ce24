//! Content served without a table or an account: `pages` is the built-in web client, `error_pages` the HTML for refusals, `library` the
//! games, the rule reference and the tile sets, `gallery` the pictures of one tile set.

pub mod error_pages;
pub mod gallery;
pub mod library;
pub mod pages;
pub mod routes;
