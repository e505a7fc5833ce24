//! The arena's side of the bot protocol (`docs/bot-protocol.md`).

use std::fs::File;
use std::io::Write;
use std::sync::atomic::{AtomicU32, Ordering};
use std::sync::{Arc, Mutex, PoisonError};
use std::time::{Duration, Instant};

use bots::Budget;
use bots::arena::{ExternalPlayer, Fault, FaultKind, Played, Reply, Step};
use games::view::masked_word;
use games::{Answer, Game, RULES_VERSION, Viewer};
use serde::Deserialize;
use serde_json::{Value, json};

use super::process::{Process, Received};

/// Version of the bot protocol.
pub const VERSION: u32 = 1;
/// Maximum number of characters that an error quotes from a line.
const MAX_QUOTED_CHARACTERS: usize = 200;

/// An external program that plays one side, with its limits.
pub struct Program {
    /// `a` or `b`.
    pub side: char,
    /// Command line, split into words.
    pub words: Vec<String>,
    /// Search budget per decision, as set for the match.
    pub budget: Budget,
    /// Time limit per decision.
    pub limit: Duration,
    /// Grace period beyond the limit.
    pub grace: Duration,
    /// Time limit for starting, and for getting ready for a game.
    pub start: Duration,
    /// Log of all messages.
    pub log: Option<Arc<Mutex<File>>>,
    /// Number of processes started so far.
    pub started: AtomicU32,
}

/// Optional data that a program requested in its `hello` message.
#[derive(Clone, Copy, Debug, Default)]
struct RequestedData {
    view: bool,
    events: bool,
    prospects: bool,
}

/// One process of a program. After a fault it is restarted for the next game.
pub struct Bot {
    program: Arc<Program>,
    process: Option<Process>,
    /// Process number, for the log.
    number: u32,
    wants: RequestedData,
    /// Seats that the program plays in the current game.
    seats: Option<Vec<u8>>,
}

#[derive(Deserialize)]
struct Hello {
    v: u32,
    #[serde(default)]
    wants: Vec<String>,
}

#[derive(Deserialize)]
struct AnswerMessage {
    seq: usize,
    word: Option<String>,
    index: Option<usize>,
}

impl Bot {
    /// Creates a bot whose program has not been started yet.
    pub fn new(program: Arc<Program>) -> Self {
        Self { program, process: None, number: 0, wants: RequestedData::default(), seats: None }
    }

    /// Starts the program and exchanges `hello` messages.
    ///
    /// # Errors
    /// The program does not start, does not answer in time, or speaks another protocol version.
    pub fn start(&mut self) -> Result<(), Fault> {
        let failed = |why| fault(FaultKind::Start, format!("it cannot be started: {why}"));
        self.process = Some(Process::start(&self.program.words).map_err(failed)?);
        self.number = self.program.started.fetch_add(1, Ordering::Relaxed) + 1;
        self.send(&json!({"type": "hello", "v": VERSION, "rules_version": RULES_VERSION}));
        let greeted = self.read_start_reply("hello").and_then(|line| {
            let hello: Hello = self.message(&line, "hello")?;
            if hello.v != VERSION {
                let why = format!("it speaks version {} of the protocol, not version {VERSION}", hello.v);
                return Err(fault(FaultKind::Start, why));
            }
            for want in &hello.wants {
                match want.as_str() {
                    "view" => self.wants.view = true,
                    "events" => self.wants.events = true,
                    "prospects" => self.wants.prospects = true,
                    _ => {
                        let why = format!("it wants \"{want}\"; known wants: view, events, prospects");
                        return Err(fault(FaultKind::Start, why));
                    }
                }
            }
            Ok(())
        });
        greeted.map_err(|fault| self.end_after_fault(fault))
    }

    /// Sends a message and returns the time at which it was sent.
    fn send(&self, message: &Value) -> Instant {
        let line = message.to_string();
        self.log_line('>', &line);
        let now = Instant::now();
        if let Some(process) = &self.process {
            process.send(line);
        }
        now
    }

    fn log_line(&self, way: char, line: &str) {
        if let Some(log) = &self.program.log {
            let line = format!("{}{} {way} {line}\n", self.program.side, self.number);
            // A failure to write the log does not end the match.
            let _ = log.lock().unwrap_or_else(PoisonError::into_inner).write_all(line.as_bytes());
        }
    }

    /// Returns the next line, or `None` at the deadline.
    fn read_line(&mut self, deadline: Instant) -> Result<Option<String>, Fault> {
        let Some(process) = &mut self.process else { return Err(fault(FaultKind::Exited, "it is not running".into())) };
        match process.receive(deadline) {
            None => Ok(None),
            Some(Received::Line(line)) => {
                self.log_line('<', &line);
                Ok(Some(line))
            }
            Some(Received::NoLine(what)) => Err(fault(FaultKind::Malformed, format!("it wrote {what}"))),
            Some(Received::End) => Err(fault(FaultKind::Exited, process.describe_exit())),
        }
    }

    /// Returns the reply that the program must send before it can play.
    fn read_start_reply(&mut self, what: &str) -> Result<String, Fault> {
        let limit = self.program.start;
        let late = || fault(FaultKind::Start, format!("it did not send \"{what}\" within {} s", limit.as_secs_f64()));
        self.read_line(Instant::now() + limit)?.ok_or_else(late)
    }

    /// Parses a message of the given type.
    fn message<T: for<'a> Deserialize<'a>>(&self, line: &str, kind: &str) -> Result<T, Fault> {
        let shown: String = line.chars().take(MAX_QUOTED_CHARACTERS).collect();
        let malformed = |why: String| {
            let hint = "write only protocol messages to standard output; use standard error for everything else";
            fault(FaultKind::Malformed, format!("its line {shown:?} is not a valid \"{kind}\" message: {why} ({hint})"))
        };
        let value: Value = serde_json::from_str(line).map_err(|why| malformed(why.to_string()))?;
        if value["type"] != kind {
            return Err(malformed(format!("its type is {}", value["type"])));
        }
        serde_json::from_value(value).map_err(|why| malformed(why.to_string()))
    }

    /// Reports the fault to the process, then ends the process.
    fn end_after_fault(&mut self, fault: Fault) -> Fault {
        self.send(&json!({"type": "error", "code": fault.kind.word(), "message": fault.reason}));
        self.quit();
        fault
    }

    fn quit(&mut self) {
        if self.process.is_some() {
            self.send(&json!({"type": "quit"}));
        }
        (self.process, self.seats, self.wants) = (None, None, RequestedData::default());
    }

    fn start_game(&mut self, game: &Game, seats: &[u8], seed: u32) -> Result<(), Fault> {
        let millis = |time: Duration| time.as_millis() as u64;
        let budget = match self.program.budget {
            Budget::Time(time) => json!({ "millis": millis(time) }),
            Budget::Evaluations(count) => json!({ "evaluations": count }),
        };
        self.send(&json!({
            "type": "game", "setup": game.setup(), "line": game.setup().canonical(), "seats": seats, "budget": budget,
            "limit": millis(self.program.limit), "grace": millis(self.program.grace), "seed": seed,
        }));
        let line = self.read_start_reply("ready")?;
        self.message::<Value>(&line, "ready")?;
        self.seats = Some(seats.to_vec());
        Ok(())
    }

    fn viewer(&self) -> Viewer {
        Viewer::of(self.seats.iter().flatten().copied())
    }

    fn request(&self, game: &Game, seat: u8, legal: &[Answer]) -> Value {
        let words: Vec<String> = legal.iter().map(|&answer| game.word(answer)).collect();
        let view = game.view_for(self.viewer());
        let mut request = json!({
            "type": "choose", "seq": game.seq(), "seat": seat, "kind": view.decision.kind,
            "millis": self.program.limit.as_millis() as u64, "answers": words,
        });
        if self.wants.prospects {
            request["prospects"] = legal.iter().map(|&answer| scores_after(game, answer)).collect();
        }
        if self.wants.view {
            request["view"] = json!(view);
        }
        request
    }

    fn ask(&mut self, game: &Game, seat: u8) -> Result<Reply, Fault> {
        let legal = game.legal();
        let request = self.request(game, seat, &legal);
        let allowed = self.program.limit + self.program.grace;
        let start = self.send(&request);
        let Some(line) = self.read_line(start + allowed)? else {
            let [limit, grace] = [self.program.limit, self.program.grace].map(|time| time.as_millis());
            let why = format!("it did not answer within {limit} ms plus {grace} ms of grace");
            return Err(fault(FaultKind::Time, why));
        };
        let took = start.elapsed();
        let answered: AnswerMessage = self.message(&line, "answer")?;
        if answered.seq != game.seq() {
            let why = format!("it answered position {}, but was asked about {}", answered.seq, game.seq());
            return Err(fault(FaultKind::Malformed, why));
        }
        Ok(Reply { answer: chosen_answer(game, &legal, &answered)?, took })
    }
}

/// Returns the answer that a reply chooses.
fn chosen_answer(game: &Game, legal: &[Answer], answered: &AnswerMessage) -> Result<Answer, Fault> {
    match (&answered.word, answered.index) {
        (Some(word), None) => {
            let answer = game.answer(word).map_err(|why| fault(FaultKind::Illegal, why.to_string()))?;
            let illegal =
                || fault(FaultKind::Illegal, format!("\"{word}\" is not one of the {} legal answers", legal.len()));
            legal.contains(&answer).then_some(answer).ok_or_else(illegal)
        }
        (None, Some(index)) => {
            let illegal = || format!("it chose answer {index}, but there are only {}, counted from 0", legal.len());
            legal.get(index).copied().ok_or_else(|| fault(FaultKind::Illegal, illegal()))
        }
        _ => Err(fault(FaultKind::Malformed, "its answer must have exactly one of \"word\" and \"index\"".to_owned())),
    }
}

/// Returns the scores after an answer, and what they would be if the game ended there.
fn scores_after(game: &Game, answer: Answer) -> Value {
    let mut after = game.clone();
    // A legal answer can always be applied.
    let _ = after.apply_raw(answer);
    json!({"scores": after.scores(), "projected": after.scored_now().0})
}

fn fault(kind: FaultKind, reason: String) -> Fault {
    Fault { kind, reason }
}

impl ExternalPlayer for Bot {
    fn begin(&mut self, game: &Game, seats: &[u8], seed: u32) -> Result<(), Fault> {
        if self.process.is_none() {
            self.start()?;
        }
        self.start_game(game, seats, seed).map_err(|fault| self.end_after_fault(fault))
    }

    fn receive(&mut self, step: &Step<'_>) {
        if self.seats.is_none() {
            return;
        }
        let events = step.game.show(step.events, self.viewer());
        let told = masked_word(step.word, &events);
        let mut update = json!({"type": "update", "seq": step.game.seq(), "seat": step.seat, "answer": told});
        if self.wants.events {
            update["events"] = json!(events);
        }
        self.send(&update);
    }

    fn answer(&mut self, game: &Game, seat: u8) -> Result<Reply, Fault> {
        self.ask(game, seat).map_err(|fault| self.end_after_fault(fault))
    }

    fn end(&mut self, game: &Game, played: &Played) {
        let Some(own) = self.seats.take() else { return };
        let forfeit = played.forfeit.as_ref();
        // If the opponent forfeited, all seats of this program have won, except in a team game, where no seat has.
        let winners = match forfeit {
            Some(_) if game.setup().is_team() => Vec::new(),
            Some(_) => own,
            None => game.winners(),
        };
        let forfeit = forfeit.map(|forfeit| forfeit.fault.kind.word());
        self.send(&json!({"type": "over", "seq": game.seq(), "scores": game.scores(), "winners": winners, "forfeit": forfeit}));
    }
}

impl Drop for Bot {
    fn drop(&mut self) {
        self.quit();
    }
}
