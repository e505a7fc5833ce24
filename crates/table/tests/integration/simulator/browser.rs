//! A simulated client: it records what it receives and checks that everything is consistent.

use std::collections::VecDeque;

use crate::simulator::kept;

use serde::Deserialize;
use serde_json::Value;
use serde_json::value::RawValue;
use table::{ClientId, Command, Hash, OfferKind};

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
    table: Option<TableInfo>,
    clocks: Option<Clocks>,
}

/// The parts of a table's description that a client uses.
#[derive(Deserialize)]
struct TableInfo {
    undone: usize,
    paused: bool,
    offer: Option<OfferInfo>,
}

#[derive(Deserialize)]
struct OfferInfo {
    kind: OfferKind,
}

/// The part of the clocks that does not depend on time.
#[derive(Deserialize)]
struct Clocks {
    running: Option<u8>,
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

/// A received answer.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Known {
    pub seat: Option<u8>,
    pub answer: String,
    events: String,
}

/// A connection to the current process. Messages arrive in order, but can be late, duplicated or lost.
pub struct Connection {
    pub id: ClientId,
    pub up: VecDeque<Command>,
    pub down: VecDeque<String>,
    /// The seats for which the process selects the client's news; `None` until the client is welcomed.
    pub welcomed: Option<Vec<u8>>,
}

pub struct Browser {
    pub v: u32,
    pub secret: Hash,
    pub hashes: Vec<Hash>,
    pub connection: Option<Connection>,
    /// The answers received so far.
    pub known: Vec<Known>,
    /// The newest view: the number of answers before it, the seats for which it was made, and its JSON text.
    pub view: Option<(usize, Vec<u8>, String)>,
    you: Vec<u8>,
    /// Number of undos.
    pub undone: usize,
    /// True if the game is paused.
    pub paused: bool,
    /// Kind of the pending offer.
    pub offer: Option<OfferKind>,
}

impl Browser {
    pub fn new(secret: Hash, v: u32) -> Browser {
        let hashes = vec![secret];
        let (known, you) = (Vec::new(), Vec::new());
        let (paused, offer) = (false, None);
        Browser { v, secret, hashes, connection: None, known, view: None, you, undone: 0, paused, offer }
    }

    /// Handles a message; returns whether the client must say hello again. `hidden` is true if the game has hidden hands. `undone` is the
    /// current number of undos, which the message may not reflect yet.
    pub fn hear(&mut self, text: &str, hidden: bool, undone: usize) -> bool {
        let message: Message = serde_json::from_str(text).unwrap_or_else(|why| panic!("{why}: {text}"));
        if let Some(table) = &message.table {
            (self.paused, self.offer) = (table.paused, table.offer.as_ref().map(|offer| offer.kind));
            let runs = message.clocks.as_ref().is_some_and(|clocks| clocks.running.is_some());
            assert!(!runs || !table.paused, "a clock runs during a pause: {text}");
        }
        match message.r#type {
            "welcome" => {
                self.you = message.you;
                let (seq, told) = (message.seq.unwrap(), message.table.expect("a welcome has the table").undone);
                if told != self.undone {
                    // The answers that the client knows may have been undone, so it requests all of them again.
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
            // These messages are useless after an undo that the client does not know about yet.
            "update" | "changes" if undone != self.undone => {}
            "update" => {
                let (seq, events) = (message.seq.unwrap(), message.events.unwrap());
                // If the client missed an answer, it will receive it after its next hello.
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
                    // The delta is based on a different view from the client's, so the client requests a new view.
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
            other => panic!("unknown message type {other}"),
        }
        false
    }

    fn learn(&mut self, seq: usize, seat: Option<u8>, answer: String, events: &RawValue, hidden: bool) {
        let told = Known { seat, answer, events: events.get().to_owned() };
        match self.known.get_mut(seq - 1) {
            None => {
                assert_eq!(seq, self.known.len() + 1, "an answer was skipped: {told:?}");
                self.known.push(told);
            }
            // A client that takes a seat receives what was hidden from it before; after the end, all clients do.
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

/// Checks that a message about a game with hidden hands reveals only the hands of seats in `own`, and no draws into other hands.
pub fn check_hidden(text: &str, own: &[u8]) {
    let message: Value = serde_json::from_str(text).unwrap();
    let view = &message["view"];
    if message["table"]["phase"] == "finished" || view["over"] == true || message["delta"]["over"] == true {
        return;
    }
    let is_own = |seat: &Value| seat.as_u64().is_some_and(|seat| own.contains(&(seat as u8)));
    for player in view["players"].as_array().into_iter().flatten().filter(|player| !is_own(&player["seat"])) {
        let hand = player["hand"].as_array().unwrap();
        assert!(hand.iter().all(Value::is_null), "{own:?} receives a hand: {player}");
    }
    let decision = &view["decision"];
    if decision["kind"] == "place" && !is_own(&decision["seat"]) {
        assert_eq!(
            decision["answers"].as_array().map(Vec::len),
            Some(0),
            "{own:?} receives the answers that a hand allows"
        );
    }
    for player in message["delta"]["players"].as_array().into_iter().flatten().filter(|player| !is_own(&player["seat"]))
    {
        let hand = player["hand"].as_array().into_iter().flatten();
        assert!(hand.clone().all(Value::is_null), "{own:?} receives a hand: {player}");
    }
    let decision = &message["delta"]["decision"];
    if decision["kind"] == "place" && !is_own(&decision["seat"]) {
        assert_eq!(
            decision["answers"].as_array().map(Vec::len),
            Some(0),
            "{own:?} receives the answers that a hand allows"
        );
    }
    let one = std::slice::from_ref(&message);
    let several = message["missed"].as_array().or_else(|| message["steps"].as_array());
    for update in several.map_or(one, Vec::as_slice) {
        let taken = update["events"].as_array().into_iter().flatten().filter(|event| event["type"] == "taken");
        for event in taken.filter(|event| !is_own(&event["seat"])) {
            assert!(event["tile"].is_null() && update["answer"] == "draw:?", "{own:?} receives a draw: {update}");
        }
    }
}
