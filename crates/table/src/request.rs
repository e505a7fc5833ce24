//! What clients send, read with bounds and told apart from what is none of it; `docs/protocol.md` describes it.

use std::fmt::Display;

use games::Game;
use serde::Deserialize;
use serde::de::DeserializeOwned;
use serde_json::Value;
use thiserror::Error;

use crate::command::PlayerAction;
use crate::new_table::NewTable;

/// What a client sends over the socket.
#[derive(Clone, Debug, PartialEq, Eq, Deserialize)]
#[cfg_attr(feature = "types", derive(ts_rs::TS))]
#[serde(tag = "type", rename_all = "lowercase")]
pub enum ClientMessage {
    /// Who is there, and what they know already.
    Hello {
        /// The version of the protocol.
        v: u32,
        /// Secrets that open seats.
        #[serde(default)]
        tokens: Vec<String>,
        /// The number of answers that the client knows.
        #[serde(default)]
        since: Option<usize>,
    },
    /// An answer to the pending decision, or several that follow one another and are taken all or none.
    Answer {
        /// Who gives it.
        seat: u8,
        /// The number of answers before it.
        seq: usize,
        /// Its word.
        #[serde(default)]
        #[cfg_attr(feature = "types", ts(optional))]
        word: Option<String>,
        /// Those of several, instead.
        #[serde(default)]
        #[cfg_attr(feature = "types", ts(optional, as = "Option<Vec<String>>"))]
        words: Vec<String>,
    },
    /// A question what answers would do, and what would be asked then.
    Preview {
        /// Who would give them.
        seat: u8,
        /// The number of answers before them.
        seq: usize,
        /// Their words.
        words: Vec<String>,
    },
    /// A question what the newest position tells of its places.
    Guide {
        /// The number of answers before it.
        seq: usize,
    },
    /// A wish that the last answers of a seat be taken back.
    Undo {
        /// Whose.
        seat: u8,
    },
    /// Whether the client agrees that answers be taken back; whoever asked for it takes the offer back.
    Consent {
        /// Whether.
        agree: bool,
    },
    /// A seat gives the game up.
    Resign {
        /// Which.
        seat: u8,
    },
    /// The game is ended without a result, before its second turn.
    Abort,
    /// A wish that a computer player play for somebody who is away.
    Replace {
        /// Their seat.
        seat: u8,
    },
    /// A person plays again for a seat for which a computer player has played.
    Return {
        /// Which.
        seat: u8,
    },
    /// A wish to hear what people say here, from now on and the newest of what they said.
    Talk,
    /// A line.
    Say {
        /// The word of a phrase.
        #[serde(default)]
        #[cfg_attr(feature = "types", ts(optional))]
        phrase: Option<String>,
        /// Words, instead.
        #[serde(default)]
        #[cfg_attr(feature = "types", ts(optional))]
        words: Option<String>,
    },
    /// Are you there?
    Ping,
}

impl ClientMessage {
    /// What a client does beside answering and asking.
    pub fn act(&self) -> Option<PlayerAction> {
        Some(match *self {
            ClientMessage::Undo { seat } => PlayerAction::Undo { seat },
            ClientMessage::Consent { agree } => PlayerAction::Consent { agree },
            ClientMessage::Resign { seat } => PlayerAction::Resign { seat },
            ClientMessage::Abort => PlayerAction::Abort,
            ClientMessage::Replace { seat } => PlayerAction::Replace { seat },
            ClientMessage::Return { seat } => PlayerAction::Return { seat },
            _ => return None,
        })
    }

    /// Reads a message.
    ///
    /// # Errors
    /// It is no JSON, or no message of the protocol.
    pub fn parse(text: &str) -> Result<ClientMessage, Unreadable> {
        parse(text.as_bytes(), || "a message of the protocol".to_owned())
    }
}

/// Why bytes are not what was asked for.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
pub enum Unreadable {
    /// They are no JSON text.
    #[error("this is no JSON text: {0}")]
    NotJson(String),
    /// They hold U+0000, which not every database can store.
    #[error("this holds U+0000 (a null character), which no text here may have; leave it out")]
    Null,
    /// They are, but of another shape.
    #[error("this is not {what}: {why}")]
    Shape {
        /// What was asked for.
        what: String,
        /// What the reader found.
        why: String,
    },
}

/// Reads a JSON object of a certain shape, telling text that is no JSON from JSON of another shape.
///
/// # Errors
/// The bytes are no JSON, or not `what` was asked for.
pub fn parse<T: DeserializeOwned>(bytes: &[u8], what: impl Fn() -> String) -> Result<T, Unreadable> {
    let value: Value = serde_json::from_slice(bytes).map_err(|why| Unreadable::NotJson(why.to_string()))?;
    if escapes_null(bytes) {
        return Err(Unreadable::Null);
    }
    let shape = |why: String| Unreadable::Shape { what: what(), why };
    if !value.is_object() {
        return Err(shape("it is no JSON object".to_owned()));
    }
    serde_json::from_value(value).map_err(|why| shape(why.to_string()))
}

/// Whether a JSON text has U+0000 in any of its strings. There it is always escaped: JSON allows no such character itself.
fn escapes_null(json: &[u8]) -> bool {
    let mut rest = json;
    while let Some(at) = rest.iter().position(|&byte| byte == b'\\') {
        // What is escaped may be a backslash itself, which begins nothing.
        let escaped = &rest[at + 1..];
        if escaped.starts_with(b"u0000") {
            return true;
        }
        rest = escaped.get(1..).unwrap_or_default();
    }
    false
}

/// Reads bytes as a socket's message and as the body that makes a table, and says whether either is understood: the door of the fuzz
/// target, for which no bytes may be a panic and every refusal must say why.
pub fn understands(bytes: &[u8]) -> bool {
    let said = |why: &dyn Display| assert!(!why.to_string().is_empty(), "nobody is told why");
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
    fn messages_of_the_protocol_are_read() {
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
    fn null_characters_are_refused_wherever_they_are() {
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
    fn what_is_no_message_is_told_apart() {
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
