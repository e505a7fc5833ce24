//! Guided games: recorded games that teach the rules ([`table::guided`]).
//!
//! Only the tokens in the response give access to the seats, so the table never appears among the reader's tables and is not counted for
//! any account.

pub mod routes;
