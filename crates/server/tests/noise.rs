//! Sends thousands of random and malformed messages; all of them must be refused while the game continues.

mod common;

use common::*;
use futures_util::SinkExt;
use serde_json::{Value, json};
use tokio::io::AsyncWriteExt;
use tokio::net::TcpStream;
use tokio_tungstenite::tungstenite::Message;

const MESSAGES: usize = 6000;

/// Returns a random message: anything from nearly valid to nonsense.
fn noise(numbers: &mut Numbers, view: &Value) -> Message {
    let good = [
        json!({"type": "hello", "v": 1, "tokens": ["a"], "since": 3}).to_string(),
        json!({"type": "answer", "seat": 0, "seq": view["seq"], "word": "crfr@0,1r2"}).to_string(),
        json!({"type": "answer", "seat": 1, "seq": 0, "word": "pass"}).to_string(),
        json!({"type": "ping"}).to_string(),
    ];
    let mut bytes = good[numbers.below(good.len())].clone().into_bytes();
    match numbers.below(6) {
        // Change some bytes, remove some, repeat some.
        0 | 1 => {
            for _ in 0..=numbers.below(4) {
                let at = numbers.below(bytes.len());
                bytes[at] = numbers.below(256) as u8;
            }
        }
        2 => bytes.truncate(numbers.below(bytes.len())),
        3 => {
            let at = numbers.below(bytes.len());
            let tail = bytes[at..].to_vec();
            bytes.extend(tail);
        }
        // Random bytes, sometimes too many.
        4 => bytes = (0..numbers.below(6000)).map(|_| numbers.below(256) as u8).collect(),
        // Random JSON.
        _ => bytes = random_json(numbers, 0).to_string().into_bytes(),
    }
    match String::from_utf8(bytes) {
        Ok(text) => Message::text(text),
        Err(why) => Message::binary(why.into_bytes()),
    }
}

fn random_json(numbers: &mut Numbers, depth: usize) -> Value {
    let words = ["hello", "answer", "ping", "type", "v", "seat", "seq", "word", "tokens", "since", "\u{0}", "é"];
    match numbers.below(if depth > 4 { 5 } else { 8 }) {
        0 => Value::Null,
        1 => json!(numbers.below(3) == 0),
        2 => json!(numbers.0 as i64),
        3 => json!(numbers.0 as f64 / 7.0),
        4 => json!(words[numbers.below(words.len())]),
        5 => (0..numbers.below(4)).map(|_| random_json(numbers, depth + 1)).collect(),
        _ => {
            let mut object = json!({"type": words[numbers.below(3)]});
            for _ in 0..numbers.below(6) {
                object[words[numbers.below(words.len())]] = random_json(numbers, depth + 1);
            }
            object
        }
    }
}

#[tokio::test(flavor = "multi_thread")]
async fn noise_is_refused_and_the_game_continues() {
    let server = TestServer::open().await;
    let (table, tokens) = make(server.address, &[human("A"), human("B")]).await;
    let (mut quiet, welcome) = Client::hello(server.address, &table, &tokens, None).await;
    let view = quiet.until_asked(welcome["view"].clone()).await;
    for seed in 1..=3 {
        let mut numbers = Numbers(seed);
        // Without tokens, a client can't change anything, even if one of its messages happens to be valid.
        let (mut noisy, _) = Client::hello(server.address, &table, &[], None).await;
        let mut answered = 0;
        for _ in 0..MESSAGES / 3 {
            noisy.stream.send(noise(&mut numbers, &view)).await.unwrap();
            // Table messages about earlier connections may arrive first.
            let mut reply = noisy.next().await;
            while reply["type"] == "table" {
                reply = noisy.next().await;
            }
            let kind = reply["type"].as_str().unwrap();
            assert!(["error", "pong", "welcome"].contains(&kind), "{reply}");
            answered += 1;
        }
        assert_eq!(answered, MESSAGES / 3, "every message is answered, with seed {seed}");
    }
    quiet.answer_first(&view).await;
    assert_eq!(quiet.next_of("update").await["seq"], view["seq"].as_u64().unwrap() + 1);
}

#[tokio::test(flavor = "multi_thread")]
async fn broken_requests_and_frames_break_nothing() {
    let server = TestServer::open().await;
    let (table, _) = make(server.address, &[human("A"), open()]).await;
    let mut numbers = Numbers(99);
    for _ in 0..200 {
        // Send random bytes that are not HTTP.
        let mut stream = TcpStream::connect(server.address).await.unwrap();
        let bytes: Vec<u8> = (0..numbers.below(300)).map(|_| numbers.below(256) as u8).collect();
        let _ = stream.write_all(&bytes).await;
    }
    for _ in 0..100 {
        // Open a socket that says hello and then sends an invalid frame.
        let (mut client, _) = Client::hello(server.address, &table, &[], None).await;
        let bytes: Vec<u8> = (0..1 + numbers.below(100)).map(|_| numbers.below(256) as u8).collect();
        let _ = client.stream.get_mut().write_all(&bytes).await;
    }
    for _ in 0..300 {
        let body: Vec<u8> = (0..numbers.below(400)).map(|_| 32 + numbers.below(95) as u8).collect();
        let body = String::from_utf8(body).unwrap();
        let paths = ["", "join", "start", "claim", "token"];
        let path = format!("/api/tables/{table}/{}", paths[numbers.below(paths.len())]);
        let path = match numbers.below(8) {
            0 | 1 => "/api/tables".to_owned(),
            2 => "/api/analyse".to_owned(),
            _ => path,
        };
        let answer = ask(server.address, "POST", path.trim_end_matches('/'), &[], &body).await;
        assert!(answer.status >= 400 && !answer.code().is_empty(), "{path} {body}");
    }
    assert_eq!(get(server.address, &format!("/api/tables/{table}")).await.status, 200, "the server still answers");
}
