//! Bastide in a browser: one table in memory, computer players and analyses, without a server.
//!
//! The program around the module, the *host*, is a worker of the client (or Node, in tests). It exchanges JSON texts with an [`Engine`]:
//! one [`Request`](requests::Request) goes in, and one [`Output`](requests::Output) comes out, with everything that the host must do. The
//! engine has no clock, timer, storage or random numbers; the host supplies them, so the same code runs natively in tests.
//!
//! - `requests` defines these texts.
//! - `engine` handles requests: `routes` answers those of HTTP, `session` is the table's driver, built on [`table::driving`] as the
//!   server's is. The messages of the socket, and the refusals, are the server's.
//! - `stored_table` is a table as the host stores it: a JSON text, whole after every change, so that a page can be killed at any moment.
//! - `players` chooses answers and analyses positions. They run in a separate worker, so that a table never waits for them.
//! - `exports` is the interface of the WebAssembly module: texts in linear memory.
//!
//! A module can be built with the feature `tables` or `players` alone, to keep it small.

#![warn(missing_docs)]

#[cfg(feature = "checks")]
pub mod checks;
mod engine;
#[cfg(feature = "tables")]
mod environment;
#[cfg(all(target_family = "wasm", target_os = "unknown"))]
mod exports;
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
