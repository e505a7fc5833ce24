//! What nodes say to one another of a table, as JSON.

use serde::{Deserialize, Serialize};

use crate::{Command, Company, Reply, Told};

/// What a follower asks the keeper.
#[derive(Clone, Debug, Serialize, Deserialize)]
pub enum Asked<O> {
    /// To be told what happens, and how things stand.
    Follow,
    /// To be told no more.
    Unfollow,
    /// To do what somebody wants whom the other serves.
    Do {
        command: Command,
        /// For whom computer players think, if they are known.
        owner: Option<O>,
    },
}

/// What the keeper answers.
#[derive(Clone, Debug, Serialize, Deserialize)]
pub enum Answered<R> {
    /// How things stand.
    Stands {
        /// The number of what was told last.
        serial: u64,
        /// Entries of the log.
        entries: usize,
        company: Company,
        /// Whether it did not know of this follower, nor of whom it serves.
        anew: bool,
    },
    /// What came of a command.
    Done {
        /// The number of what was told last.
        serial: u64,
        outcome: Result<Reply, R>,
    },
    /// It does not keep the table.
    Moved,
}

/// What the keeper tells those who follow.
#[derive(Clone, Debug, Serialize, Deserialize)]
pub struct Telling {
    pub epoch: u64,
    /// Its number; they follow one another.
    pub serial: u64,
    pub told: Told,
}
