//! A client at the table: it knows what it was told, and holds everybody to it.

use std::collections::VecDeque;

use crate::simulator::kept;

use serde::Deserialize;
use serde_json::Value;
use serde_json::value::RawValue;
use table::{ClientId, Command, Hash};

/// A message of the protocol.
#[derive(Deserialize)]
struct Message<'a> {
    r#type: &'a str,
    #[serde(default)]
    you: Vec<u8>,
    seq: Option<usize>,
    seat: Option<u8>,
    answer: Option<String>,
    #[serde(borrow)]
    events: Option<&'a RawValue>,
    #[serde(borrow)]
    view: Option<&'a RawValue>,
    #[serde(borrow, default)]
    missed: Vec<Update<'a>>,
    #[serde(borrow, default)]
    steps: Vec<Update<'a>>,
    from: Option<usize>,
    delta: Option<Value>,
    hash: Option<u32>,
    table: Option<Told>,
}

/// What a client needs to know of the table.
#[derive(Deserialize)]
struct Told {
    undone: usize,
}

/// An update in a welcome.
#[derive(Deserialize)]
struct Update<'a> {
    seq: usize,
    seat: Option<u8>,
    answer: String,
    #[serde(borrow)]
    events: &'a RawValue,
}

/// One answer as it was told.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Known {
    pub seat: Option<u8>,
    pub answer: String,
    events: String,
}

/// A connection to the process that runs now. Messages arrive in their order, later, twice or not at all.
pub struct Connection {
    pub id: ClientId,
    pub up: VecDeque<Command>,
    pub down: VecDeque<String>,
    /// The seats that the process tells news to, once it has welcomed the client.
    pub welcomed: Option<Vec<u8>>,
}

pub struct Browser {
    /// The version of the protocol that it speaks.
    pub v: u32,
    pub secret: Hash,
    pub hashes: Vec<Hash>,
    pub connection: Option<Connection>,
    /// What it was told, answer by answer.
    pub known: Vec<Known>,
    /// The newest view, and the seats for which it was made.
    pub view: Option<(usize, Vec<u8>, String)>,
    you: Vec<u8>,
    /// How often answers had been taken back.
    pub undone: usize,
}

impl Browser {
    pub fn new(secret: Hash, v: u32) -> Browser {
        let hashes = vec![secret];
        Browser { v, secret, hashes, connection: None, known: Vec::new(), view: None, you: Vec::new(), undone: 0 }
    }

    /// Takes a message, and says whether all is to be told again. `hidden` says that the game has hidden hands, `undone` how often answers
    /// were taken back, of which the message may not know.
    pub fn hear(&mut self, text: &str, hidden: bool, undone: usize) -> bool {
        let message: Message = serde_json::from_str(text).unwrap_or_else(|why| panic!("{why}: {text}"));
        match message.r#type {
            "welcome" => {
                self.you = message.you;
                let (seq, told) = (message.seq.unwrap(), message.table.expect("a welcome has the table").undone);
                if told != self.undone {
                    // What it knows may not hold any more: it asks for all of it.
                    self.undone = told;
                    self.known.clear();
                    self.view = Some((seq, self.you.clone(), message.view.unwrap().get().to_owned()));
                    return seq > 0;
                }
                if message.missed.first().is_some_and(|first| first.seq > self.known.len() + 1) {
                    return true;
                }
                for update in message.missed {
                    self.learn(update.seq, update.seat, update.answer, update.events, hidden);
                }
                self.see(seq, message.view.unwrap());
            }
            // What it has not heard of yet makes these of no use to it.
            "update" | "changes" if undone != self.undone => {}
            "update" => {
                let (seq, events) = (message.seq.unwrap(), message.events.unwrap());
                // Of what it has missed it hears when it says hello the next time.
                if seq <= self.known.len() + 1 {
                    self.learn(seq, message.seat, message.answer.unwrap(), events, hidden);
                    self.see(seq, message.view.unwrap());
                }
            }
            "changes" => {
                let (seq, from) = (message.seq.unwrap(), message.from.unwrap());
                assert_eq!(seq, from + message.steps.len(), "{text}");
                assert!(message.hash.is_some() && message.view.is_none(), "{text}");
                let fits = self.view.as_ref().is_some_and(|(known, you, _)| *known == from && *you == self.you);
                if !fits {
                    // What does not follow on the view that it has it asks for anew.
                    return seq > self.known.len();
                }
                if from <= self.known.len() {
                    for update in message.steps {
                        self.learn(update.seq, update.seat, update.answer, update.events, hidden);
                    }
                    let (_, _, view) = self.view.as_ref().unwrap();
                    let mut view: Value = serde_json::from_str(view).unwrap();
                    kept::apply(&mut view, &message.delta.unwrap());
                    self.view = Some((seq, self.you.clone(), view.to_string()));
                }
            }
            "table" | "thinking" | "error" => {}
            other => panic!("a message of type {other}"),
        }
        false
    }

    fn learn(&mut self, seq: usize, seat: Option<u8>, answer: String, events: &RawValue, hidden: bool) {
        let told = Known { seat, answer, events: events.get().to_owned() };
        match self.known.get_mut(seq - 1) {
            None => {
                assert_eq!(seq, self.known.len() + 1, "an answer was left out: {told:?}");
                self.known.push(told);
            }
            // Who takes a seat, and everybody after the end, is told what was hidden before.
            Some(known) if hidden && (known.answer == "draw:?" || told.answer == "draw:?") => {
                assert_eq!(known.seat, told.seat, "answer {seq} has changed");
                if known.answer == "draw:?" {
                    *known = told;
                }
            }
            Some(known) => assert_eq!(*known, told, "answer {seq} has changed"),
        }
    }

    fn see(&mut self, seq: usize, view: &RawValue) {
        if self.view.as_ref().is_none_or(|(known, ..)| *known <= seq) {
            self.view = Some((seq, self.you.clone(), view.get().to_owned()));
        }
    }
}

/// What a message says of a game with hidden hands leaves those of seats that are not `own`, and what was drawn into them, unsaid.
pub fn check_hidden(text: &str, own: &[u8]) {
    let message: Value = serde_json::from_str(text).unwrap();
    let view = &message["view"];
    if message["table"]["phase"] == "finished" || view["over"] == true || message["delta"]["over"] == true {
        return;
    }
    let is_own = |seat: &Value| seat.as_u64().is_some_and(|seat| own.contains(&(seat as u8)));
    for player in view["players"].as_array().into_iter().flatten().filter(|player| !is_own(&player["seat"])) {
        let hand = player["hand"].as_array().unwrap();
        assert!(hand.iter().all(Value::is_null), "{own:?} is told of a hand: {player}");
    }
    let decision = &view["decision"];
    if decision["kind"] == "place" && !is_own(&decision["seat"]) {
        assert_eq!(decision["answers"].as_array().map(Vec::len), Some(0), "{own:?} is told what a hand allows");
    }
    for player in message["delta"]["players"].as_array().into_iter().flatten().filter(|player| !is_own(&player["seat"]))
    {
        let hand = player["hand"].as_array().into_iter().flatten();
        assert!(hand.clone().all(Value::is_null), "{own:?} is told of a hand: {player}");
    }
    let decision = &message["delta"]["decision"];
    if decision["kind"] == "place" && !is_own(&decision["seat"]) {
        assert_eq!(decision["answers"].as_array().map(Vec::len), Some(0), "{own:?} is told what a hand allows");
    }
    let one = std::slice::from_ref(&message);
    let several = message["missed"].as_array().or_else(|| message["steps"].as_array());
    for update in several.map_or(one, Vec::as_slice) {
        let taken = update["events"].as_array().into_iter().flatten().filter(|event| event["type"] == "taken");
        for event in taken.filter(|event| !is_own(&event["seat"])) {
            assert!(event["tile"].is_null() && update["answer"] == "draw:?", "{own:?} is told of a draw: {update}");
        }
    }
}
