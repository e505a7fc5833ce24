//! A minimal protocol client for tests.
#![allow(dead_code, reason = "each test program uses a part of this")]

pub mod browsing;
pub mod event_client;
#[cfg_attr(not(feature = "cluster"), path = "no_external_database.rs")]
pub mod external_database;

use std::net::SocketAddr;
use std::time::Duration;

use futures_util::{SinkExt, StreamExt};
use serde_json::{Value, json};
use server::admin::AdminDatabase;
use server::archive_import::Archive;
use tokio::io::{AsyncReadExt, AsyncWriteExt};
use tokio::net::{TcpSocket, TcpStream};
use tokio_tungstenite::tungstenite::client::IntoClientRequest;
use tokio_tungstenite::tungstenite::{Error, Message};
use tokio_tungstenite::{WebSocketStream, client_async};

use external_database::TestSchema;

/// Timeout that is long enough even on a busy machine.
const TIMEOUT: Duration = Duration::from_secs(60);

/// A server in this process, with a temporary folder.
pub struct TestServer {
    pub address: SocketAddr,
    pub admin: Option<SocketAddr>,
    pub folder: tempfile::TempDir,
    stop: Option<tokio::sync::oneshot::Sender<()>>,
    running: Option<tokio::task::JoinHandle<std::io::Result<()>>>,
    /// PostgreSQL schema, unless the database is a file in the folder.
    external_database: Option<TestSchema>,
}

impl TestServer {
    /// Starts a server without delays between steps and without rate limits.
    pub async fn open() -> TestServer {
        TestServer::open_with(without_delays).await
    }

    /// Starts a server with custom settings.
    pub async fn open_with(set: impl FnOnce(&mut server::Config)) -> TestServer {
        TestServer::open_in(tempfile::tempdir().unwrap(), set).await
    }

    /// Starts another server on the same database.
    pub async fn open_on_same_database(&self, set: impl FnOnce(&mut server::Config)) -> TestServer {
        let database = self.external_database.as_ref().map(TestSchema::url);
        let there = |config: &mut server::Config| {
            config.database = database;
            set(config);
        };
        TestServer::open_at(tempfile::tempdir().unwrap(), None, there).await
    }

    /// Starts a server in a folder that may already contain a database.
    pub async fn open_in(folder: tempfile::TempDir, set: impl FnOnce(&mut server::Config)) -> TestServer {
        let held = std::fs::read_dir(folder.path()).unwrap().next().is_some();
        TestServer::open_at(folder, if held { None } else { TestSchema::made() }, set).await
    }

    async fn open_at(
        folder: tempfile::TempDir,
        external_database: Option<TestSchema>,
        set: impl FnOnce(&mut server::Config),
    ) -> TestServer {
        let mut config = server::Config::new(folder.path().to_owned());
        config.port = Some(0);
        config.database = external_database.as_ref().map(TestSchema::url);
        set(&mut config);
        let server = server::Server::bind(config).await.unwrap();
        let (address, admin) = (server.address(), server.admin_address());
        let (stop, stopped) = tokio::sync::oneshot::channel::<()>();
        let running = tokio::spawn(server.run(async {
            let _ = stopped.await;
        }));
        TestServer { address, admin, folder, stop: Some(stop), running: Some(running), external_database }
    }

    /// Reports whether the data is in an SQLite file in the folder; tests that read the file check this first.
    pub fn uses_sqlite_file(&self) -> bool {
        self.external_database.is_none()
    }

    /// Returns the number that a query selects from the database.
    pub fn number(&self, sql: &str) -> i64 {
        match &self.external_database {
            Some(schema) => schema.number(sql),
            None => self.file().query_row(sql, [], |row| row.get(0)).unwrap(),
        }
    }

    /// Runs statements on the database and reports whether it accepted them.
    pub fn write(&self, sql: &str) -> bool {
        match &self.external_database {
            Some(schema) => schema.write(sql),
            None => self.file().execute_batch(sql).is_ok(),
        }
    }

    /// Runs `work` on the database opened for moderation and returns its result.
    pub fn admin_database<T: Send>(&self, work: impl FnOnce(&mut AdminDatabase) -> T + Send) -> T {
        self.own_admin_database(|mut database| work(&mut database))
    }

    /// Like [`TestServer::admin_database`], for functions that take the connection by value.
    pub fn own_admin_database<T: Send>(&self, work: impl FnOnce(AdminDatabase) -> T + Send) -> T {
        let run = || match &self.external_database {
            Some(schema) => work(AdminDatabase::at(&schema.url()).unwrap()),
            None => work(AdminDatabase::open(self.folder.path()).unwrap()),
        };
        std::thread::scope(|scope| scope.spawn(run).join().unwrap())
    }

    /// Runs `work` on the archive opened for imports and returns its result.
    pub fn archive<T: Send>(&self, work: impl FnOnce(Archive) -> T + Send) -> T {
        let run = || match &self.external_database {
            Some(schema) => work(Archive::at(&schema.url()).unwrap()),
            None => work(Archive::open(self.folder.path()).unwrap()),
        };
        std::thread::scope(|scope| scope.spawn(run).join().unwrap())
    }

    fn file(&self) -> rusqlite::Connection {
        rusqlite::Connection::open(self.folder.path().join("bastide.sqlite")).unwrap()
    }

    /// Stops the server cleanly and starts another on the same folder.
    pub async fn reopen(self) -> TestServer {
        self.reopen_with(without_delays).await
    }

    /// Like [`TestServer::reopen`], with custom settings.
    pub async fn reopen_with(mut self, set: impl FnOnce(&mut server::Config)) -> TestServer {
        self.stop.take().unwrap().send(()).unwrap();
        self.running.take().unwrap().await.unwrap().unwrap();
        TestServer::open_at(self.folder, self.external_database, set).await
    }
}

/// Removes delays between steps and rate limits.
pub fn without_delays(config: &mut server::Config) {
    config.computer_delay = Duration::ZERO;
    config.messages_per_second = 1_000_000;
    config.limit_factor = std::num::NonZeroU32::new(1000).unwrap();
}

/// An HTTP response.
#[derive(Debug)]
pub struct Answer {
    pub status: u16,
    pub head: String,
    pub body: Vec<u8>,
}

impl Answer {
    pub fn json(&self) -> Value {
        serde_json::from_slice(&self.body).unwrap_or_else(|why| panic!("{why}: {}", self.text()))
    }

    pub fn text(&self) -> String {
        String::from_utf8_lossy(&self.body).into_owned()
    }

    /// Returns the error code.
    pub fn code(&self) -> String {
        self.json()["error"]["code"].as_str().unwrap_or("none").to_owned()
    }

    pub fn header(&self, name: &str) -> Option<&str> {
        let mut fields = self.head.lines().filter_map(|line| line.split_once(": "));
        fields.find(|(field, _)| field.eq_ignore_ascii_case(name)).map(|(_, value)| value)
    }

    /// Returns the cookie that the response sets, in the form used to send it back.
    pub fn cookie(&self) -> Option<String> {
        Some(self.header("set-cookie")?.split(';').next()?.to_owned())
    }
}

/// Sends an HTTP request. `extra` contains whole header lines.
pub async fn ask(address: SocketAddr, method: &str, path: &str, extra: &[&str], body: &str) -> Answer {
    let mut stream = TcpStream::connect(address).await.unwrap();
    let mut request = format!("{method} {path} HTTP/1.1\r\nHost: {address}\r\nConnection: close\r\n");
    for line in extra {
        request.push_str(&format!("{line}\r\n"));
    }
    request.push_str(&format!("Content-Length: {}\r\n\r\n{body}", body.len()));
    stream.write_all(request.as_bytes()).await.unwrap();
    let mut bytes = Vec::new();
    tokio::time::timeout(TIMEOUT, stream.read_to_end(&mut bytes)).await.expect("an answer in time").unwrap();
    let end = bytes.windows(4).position(|w| w == b"\r\n\r\n").expect("a head") + 4;
    let head = String::from_utf8(bytes[..end].to_vec()).unwrap();
    let status = head.split(' ').nth(1).unwrap().parse().unwrap();
    let chunked = head.to_ascii_lowercase().contains("transfer-encoding: chunked");
    let body = if chunked { unchunk(&bytes[end..]) } else { bytes[end..].to_vec() };
    Answer { status, head, body }
}

fn unchunk(mut bytes: &[u8]) -> Vec<u8> {
    let mut body = Vec::new();
    loop {
        let line = bytes.windows(2).position(|w| w == b"\r\n").unwrap();
        let size = usize::from_str_radix(std::str::from_utf8(&bytes[..line]).unwrap(), 16).unwrap();
        if size == 0 {
            return body;
        }
        body.extend_from_slice(&bytes[line + 2..line + 2 + size]);
        bytes = &bytes[line + 2 + size + 2..];
    }
}

pub async fn get(address: SocketAddr, path: &str) -> Answer {
    ask(address, "GET", path, &[], "").await
}

pub async fn post(address: SocketAddr, path: &str, body: &Value) -> Answer {
    ask(address, "POST", path, &["Content-Type: application/json"], &body.to_string()).await
}

/// Returns a request for a base game table with these seats.
pub fn new_table(seats: &[Value]) -> Value {
    json!({"setup": {"game": "carcassonne", "seats": seats.len()}, "seats": seats})
}

pub fn human(name: &str) -> Value {
    json!({"type": "human", "name": name})
}

pub fn bot() -> Value {
    json!({"type": "bot", "level": "easy", "millis": 10})
}

pub fn open() -> Value {
    json!({"type": "open"})
}

/// Creates a table. Returns its name and tokens.
pub async fn make(address: SocketAddr, seats: &[Value]) -> (String, Vec<String>) {
    let answer = post(address, "/api/tables", &new_table(seats)).await;
    assert_eq!(answer.status, 200, "{}", answer.text());
    let made = answer.json();
    let tokens = made["tokens"].as_array().unwrap().iter().map(|t| t["token"].as_str().unwrap().to_owned());
    (made["table"].as_str().unwrap().to_owned(), tokens.collect())
}

/// Returns the first position at or after `answers` in which a seat must decide. It can come later because a tile that fits nowhere is
/// replaced by another draw.
pub fn decision_from(record: &games::record::Record, answers: usize) -> usize {
    let decides = |at: &usize| matches!(record.replay_to(*at).unwrap().actor(), games::Actor::Seat(_));
    (answers..record.len()).find(decides).expect("the game is longer")
}

/// A socket at a table.
pub struct Client {
    pub stream: WebSocketStream<TcpStream>,
    /// The messages received so far, which are printed if a test times out.
    received: Vec<String>,
}

impl Client {
    pub async fn connect(address: SocketAddr, table: &str) -> Client {
        Client::try_connect(address, table, &[]).await.unwrap()
    }

    pub async fn try_connect(
        address: SocketAddr,
        table: &str,
        headers: &[(&'static str, &str)],
    ) -> Result<Client, Error> {
        Client::try_connect_to(address, &format!("{table}/socket"), headers).await
    }

    /// Connects to an address below that of the tables.
    pub async fn try_connect_to(
        address: SocketAddr,
        path: &str,
        headers: &[(&'static str, &str)],
    ) -> Result<Client, Error> {
        let socket = TcpSocket::new_v4()?;
        socket.set_recv_buffer_size(16 * 1024)?;
        let stream = socket.connect(address).await?;
        let mut request = format!("ws://{address}/api/tables/{path}").into_client_request()?;
        for (name, value) in headers {
            request.headers_mut().insert(*name, value.parse().unwrap());
        }
        Ok(Client { stream: client_async(request, stream).await?.0, received: Vec::new() })
    }

    /// Connects and says hello. Returns the client and the welcome.
    pub async fn hello(address: SocketAddr, table: &str, tokens: &[String], since: Option<u64>) -> (Client, Value) {
        let mut client = Client::connect(address, table).await;
        client.send(&json!({"type": "hello", "v": 1, "tokens": tokens, "since": since})).await;
        let welcome = client.next().await;
        assert_eq!(welcome["type"], "welcome", "{welcome}");
        (client, welcome)
    }

    pub async fn send(&mut self, message: &Value) {
        self.stream.send(Message::text(message.to_string())).await.unwrap();
    }

    /// Returns the next message, or `None` if the connection is closed.
    pub async fn try_next(&mut self) -> Option<Value> {
        let next = async {
            loop {
                match self.stream.next().await {
                    Some(Ok(Message::Text(text))) => {
                        self.received.push(text.to_string());
                        return Some(serde_json::from_str(&text).unwrap());
                    }
                    Some(Ok(Message::Close(_)) | Err(_)) | None => return None,
                    Some(Ok(_)) => {}
                }
            }
        };
        let message = tokio::time::timeout(TIMEOUT, next).await;
        message.unwrap_or_else(|_| panic!("no message in time; received so far:\n{}", self.received.join("\n")))
    }

    pub async fn next(&mut self) -> Value {
        self.try_next().await.expect("the connection lives")
    }

    /// Returns the next message of a type, skipping others.
    pub async fn next_of(&mut self, kind: &str) -> Value {
        loop {
            let message = self.next().await;
            if message["type"] == kind {
                return message;
            }
        }
    }

    /// Returns the code of the next refusal.
    pub async fn refusal(&mut self) -> String {
        let error = self.next_of("error").await;
        assert!(!error["error"]["message"].as_str().unwrap().is_empty());
        error["error"]["code"].as_str().unwrap().to_owned()
    }

    /// Gives the first legal answer for a seat.
    pub async fn answer_first(&mut self, view: &Value) {
        let decision = &view["decision"];
        let word = &decision["answers"][0]["word"];
        self.send(&json!({"type": "answer", "seat": decision["seat"], "seq": view["seq"], "word": word})).await;
    }

    /// Waits until a seat must answer, and returns that view.
    pub async fn until_asked(&mut self, mut view: Value) -> Value {
        while view["decision"]["seat"].is_null() {
            assert_eq!(view["over"], false);
            view = self.next_of("update").await["view"].take();
        }
        view
    }
}

/// A small deterministic random number generator.
pub struct Numbers(pub u64);

impl Numbers {
    /// Returns a number below `n`.
    pub fn below(&mut self, n: usize) -> usize {
        // The steps of a 64-bit xorshift generator.
        self.0 ^= self.0 << 13;
        self.0 ^= self.0 >> 7;
        self.0 ^= self.0 << 17;
        (self.0 >> 11) as usize % n.max(1)
    }
}
