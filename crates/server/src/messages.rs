//! What clients send, and what the server says that no table does; `docs/protocol.md` describes both.

use axum::extract::ws::Utf8Bytes;
use games::Game;
use serde::{Deserialize, Serialize};
use serde_json::Value;
use table::messages::text;
use table::{Act, NewTable};

use crate::refusal::{Code, ErrorInfo, Refusal};
use crate::talk::shapes::{LineInfo, LinesInfo};

/// What a client sends over the socket.
#[derive(Clone, Debug, PartialEq, Eq, Deserialize)]
#[cfg_attr(test, derive(ts_rs::TS), ts(rename = "ClientMessage"))]
#[serde(tag = "type", rename_all = "lowercase")]
pub enum Request {
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
        #[cfg_attr(test, ts(optional))]
        word: Option<String>,
        /// Those of several, instead.
        #[serde(default)]
        #[cfg_attr(test, ts(optional, as = "Option<Vec<String>>"))]
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
        #[cfg_attr(test, ts(optional))]
        phrase: Option<String>,
        /// Words, instead.
        #[serde(default)]
        #[cfg_attr(test, ts(optional))]
        words: Option<String>,
    },
    /// Are you there?
    Ping,
}

impl Request {
    /// What a client does beside answering and asking.
    pub fn act(&self) -> Option<Act> {
        Some(match *self {
            Request::Undo { seat } => Act::Undo { seat },
            Request::Consent { agree } => Act::Consent { agree },
            Request::Resign { seat } => Act::Resign { seat },
            Request::Abort => Act::Abort,
            Request::Replace { seat } => Act::Replace { seat },
            Request::Return { seat } => Act::Return { seat },
            _ => return None,
        })
    }

    /// Reads a message.
    ///
    /// # Errors
    /// It is no JSON, or no message of the protocol.
    pub fn parse(text: &str) -> Result<Request, Refusal> {
        parse(text.as_bytes(), "a message of the protocol")
    }
}

/// Reads a JSON object of a certain shape, telling text that is no JSON from JSON of another shape.
///
/// # Errors
/// `not_json` or `bad_message`, with what the reader found.
pub fn parse<T: serde::de::DeserializeOwned>(bytes: &[u8], what: &str) -> Result<T, Refusal> {
    let value: Value = serde_json::from_slice(bytes)
        .map_err(|why| Refusal::new(Code::NotJson, format!("this is no JSON text: {why}")))?;
    if !value.is_object() {
        return Err(Refusal::new(Code::BadMessage, format!("this is not {what}: it is no JSON object")));
    }
    serde_json::from_value(value).map_err(|why| Refusal::new(Code::BadMessage, format!("this is not {what}: {why}")))
}

/// Reads bytes as a socket's message and as the body that makes a table, and says whether either is understood: the door of the fuzz
/// target, for which no bytes may be a panic and every refusal must say why.
pub fn understands(bytes: &[u8]) -> bool {
    let said = |refusal: &Refusal| assert!(!refusal.message.is_empty(), "nobody is told why");
    let text = String::from_utf8_lossy(bytes);
    let request = Request::parse(&text).inspect_err(said);
    let table = parse::<NewTable>(bytes, "a table").and_then(|asked| {
        let occupants = asked.occupants()?;
        asked.terms()?;
        Game::new(&asked.setup).map_err(|why| Refusal::from(table::Refusal::from(why)))?;
        assert_eq!(occupants.len(), usize::from(asked.setup.seats));
        Ok(())
    });
    request.is_ok() || table.inspect_err(said).is_ok()
}

/// What the server says over the socket beside what the table does.
#[derive(Serialize)]
#[cfg_attr(test, derive(ts_rs::TS))]
#[serde(tag = "type", rename_all = "lowercase")]
pub enum SocketMessage<'a> {
    /// A message was refused.
    Error {
        /// Why.
        error: ErrorInfo<'a>,
        /// The last answer that the client was told of; null before the first hello.
        seq: Option<usize>,
    },
    /// What was said, to whoever wants to hear it.
    Talk(LinesInfo),
    /// Somebody says something.
    Said {
        /// What.
        line: LineInfo,
    },
    /// The answer to a ping.
    Pong,
}

/// The message that a message was refused. `seq` is null before the first hello.
pub fn error(refusal: &Refusal, seq: Option<usize>) -> Utf8Bytes {
    text(&SocketMessage::Error { error: refusal.info(), seq }).into()
}

/// The message of what was said.
pub fn talk(lines: LinesInfo) -> Utf8Bytes {
    text(&SocketMessage::Talk(lines)).into()
}

/// The message that somebody says something.
pub fn said(line: LineInfo) -> Utf8Bytes {
    text(&SocketMessage::Said { line }).into()
}

/// The answer to a ping.
pub fn pong() -> Utf8Bytes {
    text(&SocketMessage::Pong).into()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn messages_of_the_protocol_are_read() {
        let hello = Request::Hello { v: 1, tokens: vec!["t".into()], since: None };
        assert_eq!(Request::parse(r#"{"type": "hello", "v": 1, "tokens": ["t"], "since": null}"#), Ok(hello));
        let answer = Request::Answer { seat: 0, seq: 12, word: Some("crfr@0,1r2".into()), words: Vec::new() };
        let text = r#"{"type": "answer", "seat": 0, "seq": 12, "word": "crfr@0,1r2", "later": true}"#;
        assert_eq!(Request::parse(text), Ok(answer));
        let both = vec!["crfr@0,1r2".to_owned(), "pass".to_owned()];
        let answer = Request::Answer { seat: 0, seq: 12, word: None, words: both.clone() };
        let text = r#"{"type": "answer", "seat": 0, "seq": 12, "words": ["crfr@0,1r2", "pass"]}"#;
        assert_eq!(Request::parse(text), Ok(answer));
        let preview = Request::Preview { seat: 0, seq: 12, words: both };
        assert_eq!(Request::parse(&text.replace("answer", "preview")), Ok(preview));
        assert_eq!(Request::parse(r#"{"type": "guide", "seq": 12}"#), Ok(Request::Guide { seq: 12 }));
        assert_eq!(Request::parse(r#"{"type": "ping"}"#), Ok(Request::Ping));
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
    fn what_is_no_message_is_told_apart() {
        let code = |text: &str| Request::parse(text).unwrap_err().code;
        for text in ["", "{", "hello", "{\"type\": \"ping\"} x", "\u{0}", &"[".repeat(4000)] {
            assert_eq!(code(text), Code::NotJson, "{text}");
        }
        for text in [
            "null",
            "[]",
            r#"["ping"]"#,
            "{}",
            r#"{"type": "dance"}"#,
            r#"{"type": "answer", "seat": -1, "seq": 0, "word": ""}"#,
        ] {
            assert_eq!(code(text), Code::BadMessage, "{text}");
        }
        assert_eq!(code(r#"{"type": "answer", "seat": 256, "seq": 0, "word": ""}"#), Code::BadMessage);
        assert_eq!(code(r#"{"type": "hello", "v": 1, "since": -1}"#), Code::BadMessage);
    }
}
