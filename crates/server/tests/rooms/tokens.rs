//! End-to-end tests of API tokens, their scopes, and computer accounts.

use crate::common::browsing::{Browser, PASSWORD};
use crate::common::{Answer, Client, TestServer, ask, new_table, open};
use serde_json::{Value, json};

/// Returns a browser that is signed in to a new account.
async fn signed_up(server: &TestServer, name: &str) -> Browser {
    let mut browser = Browser::default();
    assert_eq!(browser.sign_up(server, name, false).await.status, 201);
    browser
}

/// Confirms the identity of the browser's user.
async fn prove(server: &TestServer, browser: &mut Browser) {
    assert_eq!(browser.post(server, "/api/account/prove", json!({"password": PASSWORD})).await.status, 200);
}

/// Creates a token in a browser. Returns its id and secret.
async fn token(server: &TestServer, browser: &mut Browser, scopes: &[&str]) -> (i64, String) {
    prove(server, browser).await;
    let made = browser.post(server, "/api/account/tokens", json!({"name": "robot", "scopes": scopes})).await;
    assert_eq!(made.status, 201, "{}", made.text());
    let made = made.json();
    (made["token"]["id"].as_i64().unwrap(), made["secret"].as_str().unwrap().to_owned())
}

async fn with(server: &TestServer, secret: &str, method: &str, path: &str, body: &Value) -> Answer {
    let line = format!("Authorization: Bearer {secret}");
    let body = if body.is_null() { String::new() } else { body.to_string() };
    ask(server.address, method, path, &["Content-Type: application/json", &line], &body).await
}

#[tokio::test]
async fn token_acts_within_its_scopes_until_revoked() {
    let server = TestServer::open().await;
    let mut anna = signed_up(&server, "Anna").await;
    let (id, reads) = token(&server, &mut anna, &["read"]).await;
    assert!(reads.starts_with("bastide_"), "{reads}");
    let who = with(&server, &reads, "GET", "/api/account", &Value::Null).await;
    assert_eq!(who.json()["account"]["name"], "Anna");
    assert!(who.cookie().is_none(), "tokens set no cookies: {}", who.head);
    let refused = with(&server, &reads, "POST", "/api/tables", &new_table(&[open(), open()])).await;
    assert_eq!((refused.status, refused.code().as_str()), (403, "scope"), "{}", refused.text());
    assert!(refused.text().contains("play"));

    let (_, plays) = token(&server, &mut anna, &["play", "read"]).await;
    let table =
        json!({"setup": {"game": "carcassonne", "seats": 2}, "seats": [{"type": "human", "name": "x"}, open()]});
    let made = with(&server, &plays, "POST", "/api/tables", &table).await;
    assert_eq!(made.status, 200, "{}", made.text());
    let name = made.json()["table"].as_str().unwrap().to_owned();
    let shown = anna.get(&server, &format!("/api/tables/{name}")).await.json();
    assert_eq!(shown["seats"][0]["name"], "Anna");
    let own = with(&server, &reads, "GET", "/api/tables", &Value::Null).await.json();
    assert_eq!(own[0]["table"], name);

    // The token works over a socket too; the socket is closed when the token is revoked.
    let header = format!("Bearer {reads}");
    let mut socket = Client::try_connect(server.address, &name, &[("authorization", &header)]).await.unwrap();
    socket.send(&json!({"type": "hello", "v": 1, "tokens": [], "since": null})).await;
    let first = socket.next().await;
    assert_eq!(first["you"], json!([0]), "{first}");
    socket.send(&json!({"type": "resign", "seat": 0})).await;
    assert_eq!(socket.refusal().await, "scope");
    socket.send(&json!({"type": "say", "phrase": "hello"})).await;
    assert_eq!(socket.refusal().await, "scope");
    let listed = anna.get(&server, "/api/account/tokens").await;
    assert!(!listed.text().contains(&reads[8..]), "a secret is shown once");
    assert_eq!(listed.json().as_array().unwrap().len(), 2);
    assert!(listed.json()[1]["used"].is_number(), "{}", listed.text());
    let left = anna.post(&server, "/api/account/tokens/end", json!({"token": id})).await.json();
    assert_eq!(left.as_array().unwrap().len(), 1);
    while socket.try_next().await.is_some() {}
    let refused = with(&server, &reads, "GET", "/api/account", &Value::Null).await;
    assert_eq!((refused.status, refused.code().as_str()), (401, "bad_token"));
    let header = [("authorization", header.as_str())];
    assert!(Client::try_connect(server.address, &name, &header).await.is_err());
}

#[tokio::test]
async fn tokens_cannot_manage_accounts_and_invalid_ones_are_refused() {
    let server = TestServer::open().await;
    let mut anna = signed_up(&server, "Anna").await;
    let (_, all) = token(&server, &mut anna, &["read", "play", "talk"]).await;
    for (method, path) in [
        ("GET", "/api/account/tokens"),
        ("GET", "/api/account/sessions"),
        ("GET", "/api/account/download"),
        ("GET", "/api/admin/reports"),
    ] {
        let refused = with(&server, &all, method, path, &Value::Null).await;
        assert_eq!(refused.code(), "scope", "{path}");
    }
    for (path, body) in [
        ("/api/account/tokens", json!({"name": "more", "scopes": ["read"]})),
        ("/api/account/password", json!({"old": "a", "new": "b"})),
        ("/api/account/sessions/end", json!({"others": true})),
        ("/api/account/delete", json!({"password": "correct horse battery"})),
        ("/api/account/sign-out", json!({"everywhere": true})),
        ("/api/account/program", json!({})),
    ] {
        assert_eq!(with(&server, &all, "POST", path, &body).await.code(), "scope", "{path}");
    }
    for wrong in ["", "bastide_", "bastide_short", "password", &all[8..]] {
        assert_eq!(with(&server, wrong, "GET", "/api/account", &Value::Null).await.code(), "bad_token", "{wrong}");
    }
    // A page from another origin may use a token if it sends no cookie; with a cookie, it is refused as usual.
    let line = format!("Authorization: Bearer {all}");
    let said = json!({"phrase": "hello"}).to_string();
    let other_origin = ["Content-Type: application/json", "Origin: https://elsewhere.example", &line];
    assert_eq!(ask(server.address, "POST", "/api/talk", &other_origin, &said).await.status, 200);
    let with_cookie = [&other_origin[..], &["Cookie: bastide=x"]].concat();
    assert_eq!(ask(server.address, "POST", "/api/talk", &with_cookie, &said).await.code(), "origin");

    let make = async |anna: &mut Browser, body: Value| anna.post(&server, "/api/account/tokens", body).await;
    assert_eq!(make(&mut anna, json!({"name": " ", "scopes": ["read"]})).await.code(), "line_length");
    assert_eq!(make(&mut anna, json!({"name": "a", "scopes": []})).await.code(), "bad_message");
    assert_eq!(make(&mut anna, json!({"name": "a", "scopes": ["admin"]})).await.code(), "bad_message");
    assert_eq!(make(&mut anna, json!({"name": "a", "scopes": ["read"], "expires": 5})).await.code(), "bad_range");
    for _ in 1..20 {
        assert_eq!(make(&mut anna, json!({"name": "a", "scopes": ["read"]})).await.status, 201);
    }
    assert_eq!(make(&mut anna, json!({"name": "a", "scopes": ["read"]})).await.code(), "too_many_tokens");
    assert_eq!(anna.post(&server, "/api/account/tokens/end", json!({"token": 99})).await.code(), "bad_range");
    // Changing the password revokes all tokens.
    let change = json!({"old": "correct horse battery", "new": "battery correct horse"});
    assert_eq!(anna.post(&server, "/api/account/password", change).await.status, 200);
    assert_eq!(with(&server, &all, "GET", "/api/account", &Value::Null).await.code(), "bad_token");
}

#[tokio::test]
async fn programs_and_people_cannot_play_rated_games_together() {
    let server = TestServer::open().await;
    let mut anna = signed_up(&server, "Anna").await;
    let mut robot = signed_up(&server, "Robot").await;
    prove(&server, &mut robot).await;
    let told = robot.post(&server, "/api/account/program", json!({})).await.json();
    assert_eq!(told["account"]["program"], true);
    assert_eq!(robot.post(&server, "/api/account/program", json!({})).await.status, 200, "repeating it is fine");
    assert_eq!(anna.get(&server, "/api/people/Robot").await.json()["program"], true);
    let rated = |name: &str| {
        json!({"setup": {"game": "carcassonne", "seats": 2}, "seats": [{"type": "human", "name": name}, open()],
            "clock": {"type": "game", "start": 300, "increment": 0}, "rated": true, "public": true})
    };
    let made = anna.post(&server, "/api/tables", rated("Anna")).await.json();
    let join = format!("/api/tables/{}/join", made["table"].as_str().unwrap());
    let refused = robot.post(&server, &join, json!({"seat": 1, "name": "Robot"})).await;
    assert_eq!((refused.status, refused.code().as_str()), (403, "rated_program"), "{}", refused.text());
    let mut private = rated("Anna");
    private["public"] = json!(false);
    let refused = anna.post(&server, "/api/challenges", json!({"to": ["Robot"], "table": private})).await;
    assert_eq!(refused.code(), "rated_program", "{}", refused.text());
    let mut other = signed_up(&server, "Otherbot").await;
    prove(&server, &mut other).await;
    other.post(&server, "/api/account/program", json!({})).await;
    let made = robot.post(&server, "/api/tables", rated("Robot")).await.json();
    let join = format!("/api/tables/{}/join", made["table"].as_str().unwrap());
    assert_eq!(other.post(&server, &join, json!({"seat": 1, "name": "Otherbot"})).await.status, 200);
}

/// A process that is killed when the test ends.
struct Running(std::process::Child);

impl Drop for Running {
    fn drop(&mut self) {
        let _ = self.0.kill();
        let _ = self.0.wait();
    }
}

#[tokio::test]
async fn example_bot_accepts_a_challenge_and_plays_a_game() {
    let server = TestServer::open().await;
    let mut anna = signed_up(&server, "Anna").await;
    let mut robot = signed_up(&server, "Robot").await;
    prove(&server, &mut robot).await;
    assert_eq!(robot.post(&server, "/api/account/program", json!({})).await.status, 200);
    let (_, secret) = token(&server, &mut robot, &["read", "play", "talk"]).await;
    let table =
        json!({"setup": {"game": "carcassonne", "seats": 2}, "seats": [{"type": "human", "name": "x"}, open()]});
    let made = anna.post(&server, "/api/challenges", json!({"to": ["Robot"], "table": table})).await;
    assert_eq!(made.status, 201, "{}", made.text());
    let name = made.json()["table"].as_str().unwrap().to_owned();
    let path = concat!(env!("CARGO_MANIFEST_DIR"), "/../../examples/online_bot.py");
    let program = std::process::Command::new("python3")
        .args([path, &format!("http://{}", server.address)])
        .env("BASTIDE_TOKEN", &secret)
        .spawn()
        .expect("these tests need python3, 3.10 or newer");
    let _running = Running(program);
    let (mut client, _) = anna.sit(&server, &name).await;
    loop {
        client.send(&json!({"type": "hello", "v": 1, "tokens": [], "since": null})).await;
        let mut view = client.next_of("welcome").await["view"].take();
        // The welcome for a table that has not started shows the position before the first answer.
        loop {
            if view["over"] == true {
                let talk = anna.get(&server, &format!("/api/tables/{name}/talk")).await.text();
                assert!(talk.contains("\"hello\""), "it says hello: {talk}");
                assert!(!view["winners"].as_array().unwrap().is_empty());
                return;
            }
            if view["decision"]["seat"] == 0 && !view["decision"]["answers"].as_array().unwrap().is_empty() {
                client.answer_first(&view).await;
            }
            let message = client.next().await;
            match message["type"].as_str() {
                Some("update" | "welcome") => view = message["view"].clone(),
                Some("error") => break,
                _ => view["decision"]["seat"] = Value::Null,
            }
        }
    }
}

#[tokio::test]
async fn creating_tokens_and_becoming_a_program_require_a_proof() {
    let server = TestServer::open().await;
    let mut anna = signed_up(&server, "Anna").await;
    let wanted = json!({"name": "robot", "scopes": ["read"]});
    assert_eq!(anna.post(&server, "/api/account/tokens", wanted.clone()).await.code(), "proof_needed");
    assert_eq!(anna.post(&server, "/api/account/program", json!({})).await.code(), "proof_needed");
    assert_eq!(server.number("SELECT count(*) FROM tokens") + server.number("SELECT count(*) FROM programs"), 0);
    prove(&server, &mut anna).await;
    assert_eq!(anna.post(&server, "/api/account/tokens", wanted).await.status, 201);
    assert_eq!(anna.post(&server, "/api/account/program", json!({})).await.status, 200);
}

#[tokio::test]
async fn signing_out_everywhere_revokes_tokens() {
    let server = TestServer::open().await;
    let mut anna = signed_up(&server, "Anna").await;
    let (_, reads) = token(&server, &mut anna, &["read"]).await;
    let table = anna.make(&server, &[open(), open()]).await;
    let header = format!("Bearer {reads}");
    let mut socket = Client::try_connect(server.address, &table, &[("authorization", &header)]).await.unwrap();
    socket.send(&json!({"type": "hello", "v": 1, "tokens": [], "since": null})).await;
    socket.next_of("welcome").await;
    anna.post(&server, "/api/account/sign-out", json!({"everywhere": true})).await;
    while socket.try_next().await.is_some() {}
    let refused = with(&server, &reads, "GET", "/api/account", &Value::Null).await;
    assert_eq!((refused.status, refused.code().as_str()), (401, "bad_token"));
    // Signing out of one session leaves tokens valid.
    anna.sign_in(&server, "Anna", PASSWORD).await;
    let (_, reads) = token(&server, &mut anna, &["read"]).await;
    anna.post(&server, "/api/account/sign-out", json!({})).await;
    assert_eq!(with(&server, &reads, "GET", "/api/account", &Value::Null).await.status, 200);
}
