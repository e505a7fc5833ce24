//! Content served without a table or an account: `pages` is the built-in web client, `error_pages` renders refusals as HTML, `library` has
//! the games, the rule reference and the tile sets, and `gallery` has the pictures of one tile set.

pub mod error_pages;
pub mod gallery;
pub mod library;
pub mod pages;
pub mod routes;
