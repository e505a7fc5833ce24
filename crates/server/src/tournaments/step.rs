//! Steps of a tournament: the commands of the state machine, and the organiser's decisions about tables.

use serde::{Deserialize, Serialize};
use tournament::{Command, MatchNumber};

/// A stored step. The name of a player who joins is not part of it, since accounts can be renamed and deleted.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(untagged)]
pub enum Step {
    Replay(Replay),
    Command(Command),
}

/// The organiser has the current game of a match played again at another table.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(tag = "command", rename_all = "kebab-case", deny_unknown_fields)]
pub enum Replay {
    Replay {
        #[serde(rename = "match")]
        number: MatchNumber,
    },
}

/// A match and a game of it, both counted from 0.
pub type GameNumber = (MatchNumber, u16);

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn steps_are_stored_as_commands() {
        for (step, text) in [
            (Step::Replay(Replay::Replay { number: 3 }), r#"{"command":"replay","match":3}"#),
            (Step::Command(Command::Pair), r#"{"command":"pair"}"#),
        ] {
            assert_eq!(serde_json::to_string(&step).unwrap(), text);
            assert_eq!(serde_json::from_str::<Step>(text).unwrap(), step);
        }
    }
}
