//! Tournaments as a state machine without input or output.
//!
//! A [`Tournament`] is the result of its [`Settings`] and its list of [`Command`]s: applying the same commands in the same order always
//! gives the same pairings, results and standings. A program stores a command before it applies it, and reads the list again when it
//! restarts; nothing else needs to be stored. A command that is refused changes nothing.
//!
//! A *match* is between two players and consists of one or more *games* ([`Settings::best_of`]). The first of the two begins the first
//! game, then they take turns. All numbers of players, rounds and matches count from 0.

mod apply;
mod command;
mod export;
mod groups;
mod lot;
mod matches;
mod pairing;
mod refused;
mod settings;
mod standings;
mod state;

pub use command::Command;
pub use export::{Cell, Row, csv, game_rows, match_rows, outcome_word, standing_rows};
pub use matches::{Game, Match, Outcome, Stage};
pub use refused::{MAX_NAME, Refused, check_name};
pub use settings::{Format, Seeding, Settings, TieBreak, Ties};
pub use standings::{HALF, Standing, standings};
pub use state::{MAX_PLAYERS, Phase, Player, Tournament};

/// Number of a player, in the order in which they joined.
pub type PlayerNumber = u16;
/// Number of a match, in the order in which matches were paired.
pub type MatchNumber = u32;
