//! Steps of a tournament: the commands of the state machine, and the organiser's decisions about tables.

use serde::{Deserialize, Serialize};
use tournament::{Command, MatchNumber};

/// A stored step. The name of a player who joins is not part of it, since accounts can be renamed and deleted.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(untagged)]
pub enum Step {
    Decision(Decision),
    Command(Command),
}

/// A decision that the state machine does not know.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(tag = "command", rename_all = "kebab-case", deny_unknown_fields)]
pub enum Decision {
    /// The current game of a match is played again at another table.
    Replay {
        #[serde(rename = "match")]
        number: MatchNumber,
    },
    /// An arbiter is appointed. The number counts the arbiters of the tournament from 0.
    Appoint { arbiter: u16 },
    /// An arbiter is dismissed.
    Dismiss { arbiter: u16 },
}

/// A match and a game of it, both counted from 0.
pub type GameNumber = (MatchNumber, u16);

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn steps_are_stored_as_commands() {
        for (step, text) in [
            (Step::Decision(Decision::Replay { number: 3 }), r#"{"command":"replay","match":3}"#),
            (Step::Decision(Decision::Appoint { arbiter: 1 }), r#"{"command":"appoint","arbiter":1}"#),
            (Step::Command(Command::Pair), r#"{"command":"pair"}"#),
        ] {
            assert_eq!(serde_json::to_string(&step).unwrap(), text);
            assert_eq!(serde_json::from_str::<Step>(text).unwrap(), step);
        }
    }
}
