//! Refusals, with the server's codes.

use std::fmt::Display;

use serde::Serialize;

/// A refused request: a stable code, and a sentence that says what is wrong and what to do.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct Refusal {
    /// Stable, machine-readable code.
    pub code: &'static str,
    /// Human-readable description of the error.
    pub message: String,
    /// The problem with a link; absent unless the code is `bad_link`.
    #[cfg(feature = "tables")]
    #[serde(skip_serializing_if = "Option::is_none")]
    pub link: Option<games::carcassonne_lab::LinkProblem>,
}

impl Refusal {
    /// Creates a refusal.
    pub fn new(code: &'static str, message: impl Display) -> Refusal {
        Refusal {
            code,
            message: message.to_string(),
            #[cfg(feature = "tables")]
            link: None,
        }
    }
}

#[cfg(feature = "tables")]
impl From<table::Refusal> for Refusal {
    fn from(why: table::Refusal) -> Refusal {
        Refusal { link: why.link_problem(), ..Refusal::new(why.code().word(), why) }
    }
}

#[cfg(feature = "tables")]
impl From<table::driving::AskError> for Refusal {
    fn from(_: table::driving::AskError) -> Refusal {
        // There are no other nodes to ask.
        Refusal::new("storage", "the table is not available")
    }
}

#[cfg(feature = "players")]
impl From<bots::review::NoDecision> for Refusal {
    fn from(why: bots::review::NoDecision) -> Refusal {
        let beyond = matches!(why, bots::review::NoDecision::Beyond { .. });
        Refusal::new(if beyond { "bad_range" } else { "no_decision" }, why)
    }
}
