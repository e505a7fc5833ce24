//! Bastide in a browser: one table in memory, computer players and analyses, without a server.
//!
//! The program around the module, the *host*, is a worker of the client (or Node, in tests). It exchanges JSON texts with an [`Engine`]:
//! one [`Request`](requests::Request) goes in, and one [`Output`](requests::Output) comes out, with everything that the host must do. The
//! engine has no clock, timer, storage or random numbers; the host supplies them, so the same code runs natively in tests.
//!
//! - `requests` defines these texts.
//! - `engine` handles requests: `routes` answers those of HTTP, `session` is the table's driver, built on [`table::driving`] as the
//!   server's is. The messages of the socket, and the refusals, are the server's.
//! - `pictures` draws tiles and figures.
//! - `stored_table` is a table as the host stores it: a JSON text, whole after every change, so that a page can be killed at any moment.
//! - `players` chooses answers and analyses positions. They run in a separate worker, so that a table never waits for them.
//! - `exports` is the interface of the WebAssembly module: texts in linear memory.
//!
//! A module can be built with some of the features alone, to keep it small. Pages load the module with `tables` and `art` first, and the
//! one with `players` after the board; it also has the rule reference, so the tables' module forwards requests for it.

#![warn(missing_docs)]

#[cfg(feature = "checks")]
pub mod checks;
mod engine;
#[cfg(feature = "tables")]
mod environment;
#[cfg(all(target_family = "wasm", target_os = "unknown"))]
mod exports;
#[cfg(feature = "art")]
mod pictures;
#[cfg(feature = "players")]
mod players;
mod refusal;
pub mod requests;
#[cfg(feature = "tables")]
mod routes;
#[cfg(feature = "tables")]
mod session;
#[cfg(feature = "tables")]
mod stored_table;

pub use engine::Engine;
pub use refusal::Refusal;
