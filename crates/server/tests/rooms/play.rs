//! Tests games over the socket: complete, resumed and watched games, and refused messages.

use std::time::{Duration, Instant};

use crate::common::*;
use futures_util::{SinkExt, StreamExt};
use serde_json::{Value, json};
use tokio_tungstenite::tungstenite::Message;

/// Plays the first legal answer for every seat until the game is over. Returns the updates.
async fn play_out(client: &mut Client, mut view: Value, seats: &[u64]) -> Vec<Value> {
    let mut updates = Vec::new();
    while view["over"] != true {
        if view["decision"]["seat"].as_u64().is_some_and(|seat| seats.contains(&seat)) {
            client.answer_first(&view).await;
        }
        let mut update = client.next_of("update").await;
        view = update["view"].take();
        assert_eq!(view["seq"], update["seq"]);
        updates.push(update);
    }
    updates
}

#[tokio::test(flavor = "multi_thread")]
async fn whole_game_with_a_bot_and_its_record() {
    let server = TestServer::open().await;
    let (table, tokens) = make(server.address, &[human("Анна"), human("Bohdan"), bot()]).await;
    let path = format!("/api/tables/{table}");
    let before = get(server.address, &path).await.json();
    let (mut watcher, watched) = Client::hello(server.address, &table, &[], None).await;
    assert_eq!(watched["you"], json!([]));
    let (mut client, welcome) = Client::hello(server.address, &table, &tokens, Some(0)).await;
    assert_eq!(welcome["you"], json!([0, 1]));

    let missed = welcome["missed"].as_array().unwrap().clone();
    assert_eq!(missed.len() as u64, welcome["seq"].as_u64().unwrap());
    let mut told = missed;
    told.extend(play_out(&mut client, welcome["view"].clone(), &[0, 1]).await);
    let seqs: Vec<u64> = told.iter().map(|update| update["seq"].as_u64().unwrap()).collect();
    assert_eq!(seqs, (1..=told.len() as u64).collect::<Vec<_>>(), "every answer is sent once, in order");

    // Everything can be fetched again: the events, the views, the record, and the draw order's seed.
    let strip = |update: &Value| {
        let [seq, seat, answer, events] = ["seq", "seat", "answer", "events"].map(|field| &update[field]);
        json!({"seq": seq, "seat": seat, "answer": answer, "events": events})
    };
    let events = get(server.address, &format!("{path}/events")).await.json();
    assert_eq!(events.as_array().unwrap(), &told.iter().map(strip).collect::<Vec<_>>());
    let part = get(server.address, &format!("{path}/events?from=3&to=5")).await.json();
    assert_eq!((part.as_array().unwrap().len(), &part[0]["seq"]), (2, &json!(4)));
    let early = get(server.address, &format!("{path}/view?at=7")).await.json();
    assert_eq!((&early["seq"], &early["over"]), (&json!(7), &json!(false)));

    let after = get(server.address, &path).await.json();
    assert_eq!((&after["phase"], &after["commitment"]), (&json!("finished"), &before["commitment"]));
    let seed = after["seed"].as_str().unwrap();
    assert_eq!(seed.len(), 64);
    let record = get(server.address, &format!("{path}/record?format=json")).await.text();
    let record = games::record::Record::from_json(&record).unwrap();
    let verdict = record.verify();
    assert!(verdict.holds() && verdict.unchecked.is_empty(), "{verdict:?}");
    let text = get(server.address, &format!("{path}/record")).await.text();
    assert_eq!(games::record::Record::from_text(&text).unwrap(), record);
    assert_eq!(record.players, ["Анна", "Bohdan", "computer (easy)"]);

    // The watcher received the same messages, but no player's token, and the seed only at the end.
    let mut last = 0;
    loop {
        let message = watcher.next().await;
        let text = message.to_string();
        assert!(tokens.iter().all(|token| !text.contains(token.as_str())));
        // The watcher did not read during the game, so it may have been sent a new welcome.
        if message["type"] == "update" || message["type"] == "welcome" {
            last = message["seq"].as_u64().unwrap();
        }
        if message["table"]["phase"] == "finished" {
            assert_eq!(message["table"]["seed"], seed);
            break;
        }
        assert!(!text.contains(seed), "{text}");
    }
    assert_eq!(last, told.len() as u64);
    client.send(&json!({"type": "answer", "seat": 0, "seq": last, "word": "pass"})).await;
    assert_eq!(client.refusal().await, "over");
}

#[tokio::test(flavor = "multi_thread")]
async fn seats_are_resumed_after_a_restart() {
    let server = TestServer::open().await;
    let (table, tokens) = make(server.address, &[human("A"), human("B")]).await;
    let (mut client, welcome) = Client::hello(server.address, &table, &tokens, None).await;
    let mut view = welcome["view"].clone();
    for _ in 0..20 {
        if view["decision"]["seat"].is_u64() {
            client.answer_first(&view).await;
        }
        view = client.next_of("update").await["view"].take();
    }
    let server = server.reopen().await;
    assert!(client.try_next().await.is_none_or(|m| m["type"] != "error"), "the server closed cleanly");
    let since = view["seq"].as_u64();
    let (mut client, welcome) = Client::hello(server.address, &table, &tokens, since).await;
    assert_eq!(welcome["you"], json!([0, 1]));
    for update in welcome["missed"].as_array().unwrap() {
        assert_eq!(update["seat"], Value::Null, "meanwhile only chance may have answered");
    }
    play_out(&mut client, welcome["view"].clone(), &[0, 1]).await;
}

#[tokio::test(flavor = "multi_thread")]
async fn reconnecting_client_gets_missed_updates() {
    let server = TestServer::open().await;
    let (table, tokens) = make(server.address, &[human("A"), human("B")]).await;
    let (mut client, welcome) = Client::hello(server.address, &table, &tokens, None).await;
    let view = client.until_asked(welcome["view"].clone()).await;
    let since = view["seq"].as_u64().unwrap();
    drop(client);
    let (mut other, welcome) = Client::hello(server.address, &table, &tokens, None).await;
    assert_eq!(welcome["missed"], json!([]), "a new client gets the view without history");
    let mut view = welcome["view"].clone();
    let mut told = Vec::new();
    for _ in 0..9 {
        if view["decision"]["seat"].is_u64() {
            other.answer_first(&view).await;
        }
        let mut update = other.next_of("update").await;
        view = update["view"].take();
        told.push(update);
    }
    let (_, welcome) = Client::hello(server.address, &table, &tokens, Some(since)).await;
    let missed = welcome["missed"].as_array().unwrap();
    for (missed, told) in missed.iter().zip(&told) {
        assert_eq!(
            (&missed["seq"], &missed["answer"], &missed["events"]),
            (&told["seq"], &told["answer"], &told["events"])
        );
        assert!(missed.get("view").is_none());
    }
    assert_eq!(missed.len() as u64, welcome["seq"].as_u64().unwrap() - since);
    let (_, ahead) = Client::hello(server.address, &table, &tokens, Some(1 << 40)).await;
    assert_eq!(ahead["missed"], json!([]), "a client that is ahead gets the current view");
}

#[tokio::test(flavor = "multi_thread")]
async fn invalid_answers_are_refused() {
    let server = TestServer::open().await;
    let (table, tokens) = make(server.address, &[human("A"), human("B")]).await;
    let mut client = Client::connect(server.address, &table).await;
    client.send(&json!({"type": "ping"})).await;
    assert_eq!(client.refusal().await, "hello_first");
    client.send(&json!({"type": "hello", "v": 99})).await;
    assert_eq!(client.refusal().await, "version");
    client.send(&json!({"type": "hello", "v": 1, "tokens": [tokens[0]]})).await;
    let welcome = client.next_of("welcome").await;
    assert_eq!(welcome["you"], json!([0]));
    let view = client.until_asked(welcome["view"].clone()).await;
    let (seq, seat) = (view["seq"].as_u64().unwrap(), view["decision"]["seat"].as_u64().unwrap());
    let word = view["decision"]["answers"][0]["word"].clone();
    let answer = |seat: u64, seq: u64, word: &Value| json!({"type": "answer", "seat": seat, "seq": seq, "word": word});

    client.send(&answer(1, seq, &word)).await;
    assert_eq!(client.refusal().await, "no_seat", "seat 1 belongs to another player");
    client.send(&answer(7, seq, &word)).await;
    assert_eq!(client.refusal().await, "no_seat");
    client.send(&json!({"type": "hello", "v": 1, "tokens": tokens})).await;
    assert_eq!(client.next_of("welcome").await["you"], json!([0, 1]), "a later hello brings more seats");
    client.send(&answer(1 - seat, seq, &word)).await;
    assert_eq!(client.refusal().await, "not_your_turn");
    for wrong in [seq - 1, seq + 1, u64::MAX] {
        client.send(&answer(seat, wrong, &word)).await;
        assert_eq!(client.refusal().await, "stale");
    }
    for wrong in ["", "pass", "crfr@99,99r0", "crfr@0,0r9", "knight:n", "draw base/crfr", "\u{1}", "é@1,1r1"] {
        client.send(&answer(seat, seq, &json!(wrong))).await;
        assert_eq!(client.refusal().await, "illegal", "{wrong}");
    }
    client.send(&answer(seat, seq, &json!("\u{0}"))).await;
    assert_eq!(client.refusal().await, "bad_message");
    client.send(&json!({"type": "dance"})).await;
    assert_eq!(client.refusal().await, "bad_message");
    client.stream.send(Message::binary(vec![1, 2, 3])).await.unwrap();
    assert_eq!(client.refusal().await, "not_json");
    client.stream.send(Message::text("x".repeat(5000))).await.unwrap();
    assert_eq!(client.refusal().await, "too_big");
    client.send(&answer(seat, seq, &word)).await;
    assert_eq!(client.next_of("update").await["seq"], seq + 1, "the legal answer is still accepted");
    client.stream.send(Message::text("x".repeat(200_000))).await.unwrap();
    assert_eq!(client.refusal().await, "too_big");
    assert!(client.try_next().await.is_none(), "a message too big to read ends the connection");
}

#[tokio::test(flavor = "multi_thread")]
async fn waiting_tables_refuse_answers_and_unknown_tables_are_reported() {
    let server = TestServer::open().await;
    let (table, tokens) = make(server.address, &[human("A"), open()]).await;
    let (mut client, welcome) = Client::hello(server.address, &table, &tokens, None).await;
    assert_eq!((&welcome["table"]["phase"], &welcome["seq"]), (&json!("gathering"), &json!(0)));
    client.send(&json!({"type": "answer", "seat": 0, "seq": 0, "word": "first:0"})).await;
    assert_eq!(client.refusal().await, "not_started");
    // Joining and starting are broadcast.
    let joined = post(server.address, &format!("/api/tables/{table}/join"), &json!({"seat": 1, "name": "B"})).await;
    assert_eq!(joined.status, 200);
    loop {
        let message = client.next_of("table").await;
        if message["table"]["phase"] == "playing" {
            assert_eq!(message["table"]["seats"][1]["name"], "B");
            break;
        }
    }
    let mut lost = Client::connect(server.address, "aaaaaaaaaaaa").await;
    assert_eq!(lost.refusal().await, "no_table");
    assert!(lost.try_next().await.is_none());
}

#[tokio::test(flavor = "multi_thread")]
async fn connected_seats_are_shown() {
    let server = TestServer::open().await;
    let (table, tokens) = make(server.address, &[human("A"), open()]).await;
    let (mut watcher, welcome) = Client::hello(server.address, &table, &[], None).await;
    assert_eq!(welcome["table"]["seats"][0]["connected"], false);
    let (first, _) = Client::hello(server.address, &table, &tokens, None).await;
    assert_eq!(watcher.next_of("table").await["table"]["seats"][0]["connected"], true);
    let (second, _) = Client::hello(server.address, &table, &tokens, None).await;
    drop(first);
    drop(second);
    assert_eq!(
        watcher.next_of("table").await["table"]["seats"][0]["connected"],
        false,
        "reported once, when both have disconnected"
    );
}

#[tokio::test(flavor = "multi_thread")]
async fn messages_are_rate_limited_and_accepted_later() {
    let server = TestServer::open_with(|config| config.messages_per_second = 20).await;
    let (table, _) = make(server.address, &[human("A"), open()]).await;
    let (mut client, _) = Client::hello(server.address, &table, &[], None).await;
    for _ in 0..60 {
        client.stream.feed(Message::text(r#"{"type": "ping"}"#)).await.unwrap();
    }
    client.stream.flush().await.unwrap();
    let mut refused = 0;
    for _ in 0..60 {
        let message = client.next().await;
        if message["type"] == "error" {
            assert_eq!(message["error"]["code"], "too_fast");
            refused += 1;
        }
    }
    assert!(refused > 0, "60 messages at once are too many");
    tokio::time::sleep(Duration::from_millis(200)).await;
    client.send(&json!({"type": "ping"})).await;
    assert_eq!(client.next().await["type"], "pong");
}

#[tokio::test(flavor = "multi_thread")]
async fn slow_reader_delays_no_one_and_catches_up() {
    let server = TestServer::open().await;
    let (table, tokens) = make(server.address, &[human("A"), human("B")]).await;
    let (mut slow, _) = Client::hello(server.address, &table, &[], None).await;
    let (mut client, welcome) = Client::hello(server.address, &table, &tokens, None).await;
    let began = Instant::now();
    let updates = play_out(&mut client, welcome["view"].clone(), &[0, 1]).await;
    assert!(began.elapsed() < Duration::from_secs(50), "the slow reader is not waited for");
    let last = updates.last().unwrap()["seq"].as_u64().unwrap();
    // The slow client starts reading only now. It must have been sent every answer, either individually or in a batch of missed ones.
    let mut known = 0;
    while known < last {
        let message = slow.next().await;
        match message["type"].as_str().unwrap() {
            "update" => {
                assert!(message["seq"].as_u64().unwrap() <= known + 1 || known == 0, "no gap");
                known = message["seq"].as_u64().unwrap();
            }
            "welcome" => {
                let missed = message["missed"].as_array().unwrap();
                assert_eq!(missed[0]["seq"], known + 1, "no gap");
                known = message["seq"].as_u64().unwrap();
            }
            _ => {}
        }
    }
}

#[tokio::test(flavor = "multi_thread")]
async fn bots_play_on_their_own_and_report_thinking() {
    let server = TestServer::open().await;
    let (table, _) = make(server.address, &[bot(), bot()]).await;
    let (mut client, _) = Client::hello(server.address, &table, &[], None).await;
    let mut thought = false;
    loop {
        let message = client.next().await;
        thought |= message["type"] == "thinking" && message["millis"] == 10;
        if message["view"]["over"] == true {
            break;
        }
    }
    assert!(thought);
    let closed = client.stream.close(None).await;
    assert!(closed.is_ok() || client.stream.next().await.is_none());
}
