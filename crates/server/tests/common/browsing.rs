//! A browser that keeps its cookies, so that a user can stay signed in.

use std::net::SocketAddr;

use serde_json::{Value, json};

use super::event_client::EventClient;
use super::{Answer, Client, TestServer, ask, new_table};

/// A browser that keeps the cookies it receives.
#[derive(Clone, Default)]
pub struct Browser {
    pub cookies: Vec<(String, String)>,
    /// Origin of the page, sent with each post.
    pub origin: Option<String>,
    /// Client address reported by a trusted proxy, if any.
    pub forwarded_for: Option<String>,
    /// True if that proxy was reached over https.
    pub https: bool,
}

impl Browser {
    fn sent(&self) -> String {
        let cookies: Vec<String> = self.cookies.iter().map(|(name, value)| format!("{name}={value}")).collect();
        cookies.join("; ")
    }

    /// Opens the browser's event stream. Returns the stream and its first line.
    pub async fn listen(&mut self, address: SocketAddr) -> (EventClient, Value) {
        let (events, head, hello) = EventClient::open(address, &self.sent(), "").await;
        self.keep(&head);
        (events, hello)
    }

    /// Stores the cookies of a response.
    fn keep(&mut self, head: &str) {
        for line in head.lines().filter_map(|line| line.strip_prefix("set-cookie: ")) {
            assert!(line.contains("; Path=/; HttpOnly; SameSite=Lax; Max-Age="), "{line}");
            let (name, value) = line.split(';').next().unwrap().split_once('=').unwrap();
            self.cookies.retain(|(known, _)| known != name);
            if !value.is_empty() {
                self.cookies.push((name.to_owned(), value.to_owned()));
            }
        }
    }

    pub async fn ask(&mut self, address: SocketAddr, method: &str, path: &str, body: &Value) -> Answer {
        let cookie = format!("Cookie: {}", self.sent());
        let agent = "User-Agent: Mozilla/5.0 (X11; Linux x86_64; rv:140.0) Gecko/20100101 Firefox/140.0";
        let mut lines = vec!["Content-Type: application/json", agent];
        if !self.cookies.is_empty() {
            lines.push(&cookie);
        }
        let origin = self.origin.as_ref().filter(|_| method != "GET").map(|origin| format!("Origin: {origin}"));
        lines.extend(origin.as_deref());
        let forwarded = self.forwarded_for.as_ref().map(|client| format!("X-Forwarded-For: {client}"));
        lines.extend(forwarded.as_deref());
        if self.https {
            lines.push("X-Forwarded-Proto: https");
        }
        let body = if method == "GET" { String::new() } else { body.to_string() };
        let answer = ask(address, method, path, &lines, &body).await;
        self.keep(&answer.head);
        answer
    }

    pub async fn post(&mut self, server: &TestServer, path: &str, body: Value) -> Answer {
        self.ask(server.address, "POST", path, &body).await
    }

    pub async fn get(&mut self, server: &TestServer, path: &str) -> Answer {
        self.ask(server.address, "GET", path, &Value::Null).await
    }

    /// Creates a table and returns its name.
    pub async fn make(&mut self, server: &TestServer, seats: &[Value]) -> String {
        let answer = self.post(server, "/api/tables", new_table(seats)).await;
        assert_eq!(answer.status, 200, "{}", answer.text());
        answer.json()["table"].as_str().unwrap().to_owned()
    }

    pub async fn tables(&mut self, server: &TestServer) -> Vec<String> {
        let listed = self.get(server, "/api/tables").await.json();
        listed.as_array().unwrap().iter().map(|table| table["table"].as_str().unwrap().to_owned()).collect()
    }

    pub async fn sign_up(&mut self, server: &TestServer, name: &str, claim: bool) -> Answer {
        self.post(server, "/api/account", json!({"name": name, "password": PASSWORD, "claim": claim})).await
    }

    pub async fn sign_in(&mut self, server: &TestServer, name: &str, password: &str) -> Answer {
        self.post(server, "/api/account/sign-in", json!({"name": name, "password": password})).await
    }

    /// Opens a socket at a table, identified only by cookies. Returns the socket and the seats that the browser plays.
    pub async fn sit(&self, server: &TestServer, table: &str) -> (Client, Value) {
        let sent = self.sent();
        let forwarded = self.forwarded_for.as_deref().map(|address| ("x-forwarded-for", address));
        let headers: Vec<_> = [("cookie", sent.as_str())].into_iter().chain(forwarded).collect();
        let mut client = Client::try_connect(server.address, table, &headers).await.unwrap();
        client.send(&json!({"type": "hello", "v": 1, "tokens": [], "since": null})).await;
        let you = client.next_of("welcome").await["you"].take();
        (client, you)
    }

    pub fn cookie(&self, name: &str) -> Option<&str> {
        self.cookies.iter().find(|(known, _)| known == name).map(|(_, value)| value.as_str())
    }
}

/// The password of all test accounts.
pub const PASSWORD: &str = "correct horse battery";
