//! What nodes say to one another, as JSON. A node that does not understand another takes it as silent, so these may change between releases
//! whose nodes do not work together.

use serde::{Deserialize, Serialize};
use table::{Command, Company, Reply, Told};

use crate::door::caller::Household;
use crate::refusal::Refusal;

/// What a node asks another about a table that this one keeps.
#[derive(Clone, Debug, Serialize, Deserialize)]
pub struct Question {
    /// The table.
    pub table: String,
    /// Who asks.
    pub node: String,
    /// What.
    pub what: Asked,
}

/// What is asked.
#[derive(Clone, Debug, Serialize, Deserialize)]
pub enum Asked {
    /// To be told what happens, and how things stand.
    Follow,
    /// To be told no more.
    Unfollow,
    /// To do what somebody wants whom the other serves.
    Do {
        /// What.
        command: Command,
        /// For whom computer players think, if they are known.
        owner: Option<Household>,
    },
}

/// What the keeper answers.
#[derive(Debug, Serialize, Deserialize)]
pub enum Answered {
    /// How things stand.
    Stands {
        /// The number of what was told last.
        serial: u64,
        /// Entries of the log.
        entries: usize,
        /// Who is there.
        company: Company,
    },
    /// What came of a command.
    Done {
        /// The number of what was told last.
        serial: u64,
        /// The outcome.
        outcome: Result<Reply, Refusal>,
    },
    /// It does not keep the table.
    Moved,
}

/// What the keeper tells those who follow.
#[derive(Clone, Debug, Serialize, Deserialize)]
pub struct News {
    /// In which epoch.
    pub epoch: u64,
    /// Its number; they follow one another.
    pub serial: u64,
    /// What.
    pub told: Told,
}
