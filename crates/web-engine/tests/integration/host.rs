//! A host in memory: it stores texts, lets computer players answer, and can be killed at any moment.

use serde_json::{Value, json};
use web_engine::Engine;

/// Draw order of the tests' tables.
pub const SEED: &str = "00000000000000000000000000000000000000000000000000000000000000a7";
pub const NAME: &str = "aaaaaaaaaaaa";

/// A host with one table.
#[derive(Default)]
pub struct Host {
    engine: Engine,
    players: Engine,
    pub now: u64,
    ids: u32,
    /// The stored text, as the last successful write left it.
    pub stored: Option<String>,
    /// The summary that came with it.
    pub summary: Value,
    /// Number of successful writes.
    pub writes: usize,
    /// The next write fails with this reason.
    pub fail: Option<String>,
    /// The next job of a computer player fails.
    pub player_fails: bool,
    /// Messages since they were last taken.
    messages: Vec<Value>,
    replies: Vec<Value>,
    pub problems: Vec<String>,
    /// A job that is not carried out yet.
    job: Option<Value>,
    wake_in: Option<u64>,
}

impl Host {
    /// Sends a request and carries out everything that it leads to, except computer players' jobs.
    pub fn request(&mut self, mut request: Value) {
        let mut next = Some(());
        while next.take().is_some() {
            self.now += 3;
            request["now"] = json!(self.now);
            let output: Value = serde_json::from_str(&self.engine.handle(request.to_string().as_bytes())).unwrap();
            let list = |name: &str| output[name].as_array().cloned().unwrap_or_default();
            let text = |value: Value| value.as_str().unwrap().to_owned();
            self.replies.extend(list("replies"));
            self.messages.extend(list("sends").into_iter().map(|sent| serde_json::from_str(&text(sent)).unwrap()));
            self.problems.extend(list("problems").into_iter().map(text));
            if let Some(job) = output.get("think") {
                self.job = Some(job.clone());
            }
            self.wake_in = output["wake_in"].as_u64();
            if let Some(write) = output.get("write") {
                assert_eq!(write["table"], NAME);
                let error = self.fail.take();
                if error.is_none() {
                    self.stored = Some(write["text"].as_str().unwrap().to_owned());
                    self.summary = write["summary"].clone();
                    self.writes += 1;
                }
                request = json!({"do": "written", "error": error});
                next = Some(());
            }
        }
    }

    /// Sends a request that has a reply, and returns its text or its error's code.
    pub fn ask(&mut self, mut request: Value) -> Result<String, String> {
        self.ids += 1;
        request["id"] = json!(self.ids);
        self.request(request);
        let reply = self.replies.pop().expect("a reply came");
        assert_eq!((reply["id"].as_u64(), self.replies.len()), (Some(self.ids.into()), 0));
        if let Some(forward) = reply.get("forward") {
            let request = json!({"do": "http", "id": 0, "now": 0, "path": forward["path"], "body": forward["body"]});
            return outcome(&self.with_players(request));
        }
        outcome(&reply)
    }

    fn with_players(&mut self, request: Value) -> Value {
        let output: Value = serde_json::from_str(&self.players.handle(request.to_string().as_bytes())).unwrap();
        output["replies"][0].clone()
    }

    pub fn create(&mut self, table: Value) -> Result<String, String> {
        self.ask(json!({"do": "create", "name": NAME, "seed": SEED, "table": table.to_string()}))
    }

    pub fn continue_game(&mut self, body: &Value) -> Result<String, String> {
        self.ask(json!({"do": "continue", "name": NAME, "seed": SEED, "body": body.to_string()}))
    }

    pub fn get(&mut self, path: &str) -> Result<Value, String> {
        let path = format!("/api/tables/{NAME}{path}");
        self.ask(json!({"do": "http", "path": path})).map(|text| serde_json::from_str(&text).unwrap_or(json!(text)))
    }

    /// Sends a message of the protocol and returns those that came back.
    pub fn send(&mut self, message: Value) -> Vec<Value> {
        self.send_text(&message.to_string())
    }

    pub fn send_text(&mut self, text: &str) -> Vec<Value> {
        self.request(json!({"do": "message", "text": text}));
        std::mem::take(&mut self.messages)
    }

    pub fn hello(&mut self, v: u32, since: Option<usize>) -> Value {
        self.send(json!({"type": "hello", "v": v, "since": since})).remove(0)
    }

    /// Lets computer players answer until a person must act or the game is over. Returns the messages.
    pub fn let_players_answer(&mut self) -> Vec<Value> {
        while let Some(job) = self.job.take() {
            let chosen = self.with_players(json!({"do": "choose", "id": 0, "job": job["job"]}));
            let word = if std::mem::take(&mut self.player_fails) { Value::Null } else { chosen["text"].clone() };
            self.request(json!({"do": "decided", "number": job["number"], "word": word}));
        }
        std::mem::take(&mut self.messages)
    }

    /// Lets time pass until the table wants to be woken, and wakes it. Returns the messages.
    pub fn wake(&mut self) -> Vec<Value> {
        self.now += self.wake_in.expect("the table wants to be woken");
        self.request(json!({"do": "wake"}));
        std::mem::take(&mut self.messages)
    }

    /// Kills the engine with everything that is not stored, and opens the stored table in a new one.
    pub fn kill(&mut self) -> Result<Value, String> {
        let stored = self.stored.clone().expect("the table is stored");
        self.engine = Engine::default();
        (self.job, self.now) = (None, 0);
        self.messages.clear();
        let opened = self.ask(json!({"do": "open", "stored": stored}));
        opened.map(|text| serde_json::from_str(&text).unwrap())
    }
}

/// Returns a reply's text, or its error's code.
fn outcome(reply: &Value) -> Result<String, String> {
    match reply["error"]["code"].as_str() {
        Some(code) => {
            assert!(!reply["error"]["message"].as_str().unwrap().is_empty());
            Err(code.to_owned())
        }
        None => Ok(reply["text"].as_str().unwrap().to_owned()),
    }
}

/// Returns the code of a message that refuses something.
pub fn code(messages: &[Value]) -> &str {
    let refused = messages.iter().find(|message| message["type"] == "error");
    refused.and_then(|message| message["error"]["code"].as_str()).unwrap_or("accepted")
}
