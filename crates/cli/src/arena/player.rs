//! Contestants in the arena: computer players by name, and external programs by the command that starts them.

use std::fmt;
use std::str::FromStr;

use bots::Player;

/// Prefix of an external program's command.
const COMMAND: &str = "cmd:";

/// One side of a match.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Contestant {
    /// A built-in computer player.
    Ours(Player),
    /// An external program that speaks the protocol of `docs/bot-protocol.md`.
    Program {
        /// The command as given.
        command: String,
        /// The command split into words.
        words: Vec<String>,
    },
}

impl fmt::Display for Contestant {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Ours(player) => player.fmt(f),
            Self::Program { command, .. } => write!(f, "{COMMAND}{command}"),
        }
    }
}

impl FromStr for Contestant {
    type Err = String;

    fn from_str(text: &str) -> Result<Self, String> {
        let Some(command) = text.strip_prefix(COMMAND) else {
            let or = |why| format!("{why}; or cmd: and a program's command, such as 'cmd:python3 bot.py'");
            return text.parse().map(Self::Ours).map_err(or);
        };
        match shlex::split(command) {
            Some(words) if !words.is_empty() => Ok(Self::Program { command: command.to_owned(), words }),
            Some(_) => Err(format!("\"{text}\" names no program")),
            None => Err(format!("\"{text}\" has an unclosed quotation mark")),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn players_and_commands_parse_and_print() {
        for text in ["random", "hard", "cmd:python3 examples/bot.py", "cmd:'my bot' --depth 3"] {
            assert_eq!(text.parse::<Contestant>().unwrap().to_string(), text);
        }
        let Ok(Contestant::Program { words, .. }) = "cmd:'my bot' --depth 3".parse() else { panic!() };
        assert_eq!(words, ["my bot", "--depth", "3"]);
        for (bad, why) in [("cmd:", "names no program"), ("cmd:'x", "unclosed"), ("nobody", "cmd: and a program")] {
            let error = bad.parse::<Contestant>().unwrap_err();
            assert!(error.contains(why), "{error}");
        }
    }
}
