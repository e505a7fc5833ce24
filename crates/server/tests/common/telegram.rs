//! A stand-in for Telegram's Bot API, over plain TCP.

use std::net::SocketAddr;
use std::sync::{Arc, Mutex};
use std::time::Duration;

use serde_json::{Value, json};
use tokio::io::{AsyncBufReadExt, AsyncReadExt, AsyncWriteExt, BufReader};
use tokio::net::{TcpListener, TcpStream};

/// The token of the bot.
pub const TOKEN: &str = "42:test-token";
/// Time for which a request for updates is held; much shorter than Telegram's, so that a server can stop soon.
const HELD: Duration = Duration::from_millis(200);
const TIMEOUT: Duration = Duration::from_secs(60);

/// A request other than those for updates: its method and its body, which is JSON or a form with a picture.
#[derive(Clone, Debug)]
pub struct Call {
    pub method: String,
    pub body: Vec<u8>,
}

impl Call {
    pub fn json(&self) -> Value {
        serde_json::from_slice(&self.body).unwrap_or_else(|_| panic!("{} has no JSON", self.method))
    }

    pub fn text(&self) -> String {
        String::from_utf8_lossy(&self.body).into_owned()
    }
}

#[derive(Default)]
struct State {
    calls: Vec<Call>,
    updates: Vec<Value>,
    /// Responses for the next messages, in order; afterwards messages are accepted.
    answers: Vec<Value>,
}

pub struct TestTelegram {
    pub address: SocketAddr,
    state: Arc<Mutex<State>>,
}

impl TestTelegram {
    pub async fn open() -> TestTelegram {
        let listener = TcpListener::bind("127.0.0.1:0").await.unwrap();
        let address = listener.local_addr().unwrap();
        let state = Arc::<Mutex<State>>::default();
        let shared = state.clone();
        tokio::spawn(async move {
            while let Ok((stream, _)) = listener.accept().await {
                tokio::spawn(serve(stream, shared.clone()));
            }
        });
        TestTelegram { address, state }
    }

    pub fn settings(&self) -> server::TelegramBot {
        server::TelegramBot::new(TOKEN.to_owned(), Some(&format!("http://{}", self.address))).unwrap()
    }

    /// Adds an update.
    pub fn tell(&self, mut update: Value) {
        let mut state = self.state.lock().unwrap();
        update["update_id"] = json!(state.updates.len() + 1);
        state.updates.push(update);
    }

    /// Adds a message of a person in a private chat.
    pub fn write(&self, chat: i64, text: &str) {
        let person = json!({"id": chat, "first_name": "Olha", "language_code": "uk"});
        let here = json!({"id": chat, "type": "private", "first_name": "Olha"});
        self.tell(json!({"message": {"message_id": 1, "from": person, "chat": here, "text": text}}));
    }

    /// Sets the response for the next message.
    pub fn answer_next(&self, answer: Value) {
        self.state.lock().unwrap().answers.push(answer);
    }

    /// Waits for `count` calls. Returns all of them.
    pub async fn calls(&self, count: usize) -> Vec<Call> {
        let began = std::time::Instant::now();
        loop {
            let found = self.state.lock().unwrap().calls.clone();
            if found.len() >= count {
                return found;
            }
            assert!(began.elapsed() < TIMEOUT, "{} calls instead of {count}: {found:?}", found.len());
            tokio::time::sleep(Duration::from_millis(30)).await;
        }
    }
}

async fn serve(stream: TcpStream, state: Arc<Mutex<State>>) -> Option<()> {
    let mut stream = BufReader::new(stream);
    loop {
        let mut head = String::new();
        while !head.ends_with("\r\n\r\n") {
            if stream.read_line(&mut head).await.ok()? == 0 {
                return None;
            }
        }
        let mut fields = head.lines().filter_map(|line| line.split_once(": "));
        let length = fields.find(|(field, _)| field.eq_ignore_ascii_case("content-length"))?.1.parse().ok()?;
        let mut body = vec![0; length];
        stream.read_exact(&mut body).await.ok()?;
        let path = head.split(' ').nth(1)?.to_owned();
        let answer = match path.strip_prefix(&format!("/bot{TOKEN}/")) {
            None => json!({"ok": false, "error_code": 401, "description": "Unauthorized"}),
            Some("getMe") => json!({"ok": true, "result": {"id": 42, "is_bot": true, "username": "test_bot"}}),
            Some("getUpdates") => updates(&state, serde_json::from_slice(&body).ok()?).await,
            Some(method) => {
                let mut state = state.lock().unwrap();
                state.calls.push(Call { method: method.to_owned(), body });
                let message = method.starts_with("send") && !state.answers.is_empty();
                if message { state.answers.remove(0) } else { json!({"ok": true, "result": true}) }
            }
        };
        let text = answer.to_string();
        let answer = format!("HTTP/1.1 200 OK\r\nContent-Length: {}\r\n\r\n{text}", text.len());
        stream.get_mut().write_all(answer.as_bytes()).await.ok()?;
    }
}

async fn updates(state: &Mutex<State>, asked: Value) -> Value {
    let from = asked["offset"].as_i64().unwrap();
    let found = || {
        let state = state.lock().unwrap();
        let new = state.updates.iter().filter(|update| update["update_id"].as_i64().unwrap() >= from);
        new.cloned().collect::<Vec<_>>()
    };
    if found().is_empty() {
        tokio::time::sleep(HELD).await;
    }
    json!({"ok": true, "result": found()})
}
