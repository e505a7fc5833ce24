//! Client messages, parsed with limits and clear error messages and described in `docs/protocol.md`.

use std::fmt::Display;

use games::Game;
use serde::Deserialize;

use crate::command::PlayerAction;
use crate::messages::{VERSION, WHOLE_VIEWS};
use crate::new_table::NewTable;
use crate::offer::OfferKind;
use crate::refusal::Refusal;

pub use crate::json::{Unreadable, parse};

/// Maximum size of a message, in bytes.
pub const MAX_MESSAGE_BYTES: usize = 4096;
/// Maximum number of tokens in a hello. A browser has one token for each of its seats at the table.
const MAX_HELLO_TOKENS: usize = 16;

/// A message from a client over the socket.
#[derive(Clone, Debug, PartialEq, Eq, Deserialize)]
#[cfg_attr(feature = "types", derive(ts_rs::TS))]
#[serde(tag = "type", rename_all = "lowercase")]
pub enum ClientMessage {
    /// Identifies the client and reports what it already knows.
    Hello {
        /// Version of the protocol that the client speaks.
        v: u32,
        /// Secrets that open seats.
        #[serde(default)]
        tokens: Vec<String>,
        /// Number of answers that the client already has.
        #[serde(default)]
        since: Option<usize>,
    },
    /// One answer to the pending decision, or several consecutive answers, which are accepted or rejected together.
    Answer {
        /// The answering seat.
        seat: u8,
        /// Number of answers in the game before this one.
        seq: usize,
        /// The answer as a word.
        #[serde(default)]
        #[cfg_attr(feature = "types", ts(optional))]
        word: Option<String>,
        /// Several words, instead of `word`.
        #[serde(default)]
        #[cfg_attr(feature = "types", ts(optional, as = "Option<Vec<String>>"))]
        words: Vec<String>,
    },
    /// Asks for a preview of answers.
    Preview {
        /// The seat that would answer.
        seat: u8,
        /// Number of answers in the game before the previewed ones.
        seq: usize,
        /// The answers' words, in order.
        words: Vec<String>,
    },
    /// Asks for the guide to the places in the newest position.
    Guide {
        /// Number of answers so far.
        seq: usize,
    },
    /// Asks to undo a seat's last answers.
    Undo {
        /// The seat whose answers are undone.
        seat: u8,
    },
    /// Accepts or declines an offer; if sent by the player who made it, withdraws the offer.
    Consent {
        /// True to accept.
        agree: bool,
        /// Kind of the offer to accept, so that a player never accepts another offer than the one that they saw.
        #[serde(default)]
        #[cfg_attr(feature = "types", ts(optional, as = "Option<OfferKind>"))]
        kind: OfferKind,
    },
    /// Resigns the game on behalf of a seat.
    Resign {
        /// The seat that resigns.
        seat: u8,
    },
    /// Aborts the game without a result, before its second turn.
    Abort,
    /// Offers to end the game without a result.
    End {
        /// The seat that offers it.
        seat: u8,
    },
    /// Offers to pause the game.
    Pause {
        /// The seat that offers it.
        seat: u8,
    },
    /// Resumes a paused game.
    Resume {
        /// The seat that resumes it.
        seat: u8,
    },
    /// Replaces an absent player with a computer player.
    Replace {
        /// The absent player's seat.
        seat: u8,
    },
    /// Takes a seat back from its computer player.
    Return {
        /// The seat to take back.
        seat: u8,
    },
    /// Subscribes to the chat at this table, starting with its newest lines.
    Talk,
    /// Posts a chat line.
    Say {
        /// Id of a phrase.
        #[serde(default)]
        #[cfg_attr(feature = "types", ts(optional))]
        phrase: Option<String>,
        /// Free text, instead of `phrase`.
        #[serde(default)]
        #[cfg_attr(feature = "types", ts(optional))]
        words: Option<String>,
    },
    /// Checks the connection.
    Ping,
}

impl ClientMessage {
    /// Returns the player action that the message requests; `None` for answers, queries, chat and pings.
    pub fn act(&self) -> Option<PlayerAction> {
        Some(match *self {
            ClientMessage::Undo { seat } => PlayerAction::Undo { seat },
            ClientMessage::Consent { agree, kind } => PlayerAction::Consent { agree, kind },
            ClientMessage::Resign { seat } => PlayerAction::Resign { seat },
            ClientMessage::Abort => PlayerAction::Abort,
            ClientMessage::End { seat } => PlayerAction::End { seat },
            ClientMessage::Pause { seat } => PlayerAction::Pause { seat },
            ClientMessage::Resume { seat } => PlayerAction::Resume { seat },
            ClientMessage::Replace { seat } => PlayerAction::Replace { seat },
            ClientMessage::Return { seat } => PlayerAction::Return { seat },
            _ => return None,
        })
    }

    /// Checks what does not depend on the table. `greeted` is true if the table has welcomed the client.
    ///
    /// # Errors
    /// A hello has an unsupported version or too many tokens, or none came before this message.
    pub fn check(&self, greeted: bool) -> Result<(), Refusal> {
        match self {
            ClientMessage::Hello { v, .. } if !(WHOLE_VIEWS..=VERSION).contains(v) => {
                Err(Refusal::Version { v: *v, oldest: WHOLE_VIEWS, newest: VERSION })
            }
            ClientMessage::Hello { tokens, .. } if tokens.len() > MAX_HELLO_TOKENS => {
                Err(Refusal::TooManyTokens { given: tokens.len(), most: MAX_HELLO_TOKENS })
            }
            ClientMessage::Hello { .. } => Ok(()),
            _ if !greeted => Err(Refusal::HelloFirst),
            _ => Ok(()),
        }
    }

    /// Parses a message.
    ///
    /// # Errors
    /// The text is too long, is not JSON or does not match any message in the protocol.
    pub fn read(text: &str) -> Result<ClientMessage, Refusal> {
        if text.len() > MAX_MESSAGE_BYTES {
            return Err(Refusal::TooBig { bytes: text.len(), most: MAX_MESSAGE_BYTES });
        }
        Ok(ClientMessage::parse(text)?)
    }

    /// Parses a message of any length.
    ///
    /// # Errors
    /// The text is not JSON or does not match any message in the protocol.
    pub fn parse(text: &str) -> Result<ClientMessage, Unreadable> {
        parse(text.as_bytes(), || "a message of the protocol".to_owned())
    }
}

/// Parses bytes both as a socket message and as a request to create a table; returns whether either succeeds. This is the fuzz target's
/// entry point: no input may cause a panic, and every error must have a message.
pub fn understands(bytes: &[u8]) -> bool {
    let said = |why: &dyn Display| assert!(!why.to_string().is_empty(), "the error has no message");
    let request = ClientMessage::parse(&String::from_utf8_lossy(bytes)).inspect_err(|why| said(why));
    let table = parse::<NewTable>(bytes, || "a table".to_owned()).inspect_err(|why| said(why)).is_ok_and(|asked| {
        let occupants = asked.occupants().and_then(|occupants| {
            asked.terms()?;
            Game::new(&asked.setup)?;
            Ok(occupants)
        });
        occupants
            .inspect(|found| assert_eq!(found.len(), usize::from(asked.setup.seats)))
            .inspect_err(|why| said(why))
            .is_ok()
    });
    request.is_ok() || table
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn protocol_messages_are_parsed() {
        let hello = ClientMessage::Hello { v: 1, tokens: vec!["t".into()], since: None };
        assert_eq!(ClientMessage::parse(r#"{"type": "hello", "v": 1, "tokens": ["t"], "since": null}"#), Ok(hello));
        let answer = ClientMessage::Answer { seat: 0, seq: 12, word: Some("crfr@0,1r2".into()), words: Vec::new() };
        let text = r#"{"type": "answer", "seat": 0, "seq": 12, "word": "crfr@0,1r2", "later": true}"#;
        assert_eq!(ClientMessage::parse(text), Ok(answer));
        let both = vec!["crfr@0,1r2".to_owned(), "pass".to_owned()];
        let answer = ClientMessage::Answer { seat: 0, seq: 12, word: None, words: both.clone() };
        let text = r#"{"type": "answer", "seat": 0, "seq": 12, "words": ["crfr@0,1r2", "pass"]}"#;
        assert_eq!(ClientMessage::parse(text), Ok(answer));
        let preview = ClientMessage::Preview { seat: 0, seq: 12, words: both };
        assert_eq!(ClientMessage::parse(&text.replace("answer", "preview")), Ok(preview));
        assert_eq!(ClientMessage::parse(r#"{"type": "guide", "seq": 12}"#), Ok(ClientMessage::Guide { seq: 12 }));
        assert_eq!(ClientMessage::parse(r#"{"type": "ping"}"#), Ok(ClientMessage::Ping));
        assert_eq!(ClientMessage::parse(r#"{"type": "pause", "seat": 1}"#), Ok(ClientMessage::Pause { seat: 1 }));
        let consent = |kind| Ok(ClientMessage::Consent { agree: true, kind });
        assert_eq!(ClientMessage::parse(r#"{"type": "consent", "agree": true}"#), consent(OfferKind::Undo));
        assert_eq!(
            ClientMessage::parse(r#"{"type": "consent", "agree": true, "kind": "end"}"#),
            consent(OfferKind::End)
        );
    }

    #[test]
    fn every_seed_of_the_fuzz_target_is_understood() {
        let seeds = std::path::Path::new(env!("CARGO_MANIFEST_DIR")).join("../../fuzz/corpus/message");
        for entry in std::fs::read_dir(seeds).unwrap() {
            let path = entry.unwrap().path();
            assert!(understands(&std::fs::read(&path).unwrap()), "{}", path.display());
        }
        assert!(!understands(b"{}"));
    }

    #[test]
    fn null_characters_are_rejected_anywhere() {
        for text in [
            r#"{"type": "say", "words": "a\u0000b"}"#,
            r#"{"type": "hello", "v": 1, "tokens": ["\\\u0000"]}"#,
            r#"{"type": "ping", "else": [{"\u0000": 1}]}"#,
        ] {
            assert_eq!(ClientMessage::parse(text), Err(Unreadable::Null), "{text}");
        }
        for text in [r#"{"type": "say", "words": "a\\u0000b \u0001 \""}"#, r#"{"type": "say", "words": "u0000"}"#] {
            assert!(ClientMessage::parse(text).is_ok(), "{text}");
        }
    }

    #[test]
    fn invalid_json_and_wrong_shapes_are_distinguished() {
        let no_json = |text: &str| matches!(ClientMessage::parse(text), Err(Unreadable::NotJson(_)));
        for text in ["", "{", "hello", "{\"type\": \"ping\"} x", "\u{0}", &"[".repeat(4000)] {
            assert!(no_json(text), "{text}");
        }
        for text in [
            "null",
            "[]",
            r#"["ping"]"#,
            "{}",
            r#"{"type": "dance"}"#,
            r#"{"type": "answer", "seat": -1, "seq": 0, "word": ""}"#,
            r#"{"type": "answer", "seat": 256, "seq": 0, "word": ""}"#,
            r#"{"type": "hello", "v": 1, "since": -1}"#,
        ] {
            let what = "a message of the protocol";
            assert!(
                matches!(ClientMessage::parse(text), Err(Unreadable::Shape { what: told, .. }) if told == what),
                "{text}"
            );
        }
    }
}
