//! Tests analysis over HTTP: finished tables, records in every format, and every kind of refused request.

use std::net::SocketAddr;
use std::time::Duration;

use crate::common::*;
use games::record::{Outcome, Record};
use games::{Actor, Game};
use serde_json::{Value, json};
use tokio::task::JoinSet;

/// A small tile set for short games; records embed it.
const FILE: &str = include_str!("../../../../docs/own-tiles.toml");
/// A one-player game saved by another program.
const SAVED: &str = include_str!("../../../../corpus/jcz/basic--tiny-city-rule.jcz");

/// Plays a game between computer players to the end. Returns the table's path, its record and its game.
async fn finished(address: SocketAddr) -> (String, Record, Game) {
    let setup = json!({"game": "carcassonne", "seats": 2, "own_tiles": FILE, "sets": {"base": 0}});
    let made = post(address, "/api/tables", &json!({"setup": setup, "seats": [bot(), bot()]})).await;
    assert_eq!(made.status, 200, "{}", made.text());
    let path = format!("/api/tables/{}", made.json()["table"].as_str().unwrap());
    while get(address, &path).await.json()["phase"] != "finished" {
        tokio::time::sleep(Duration::from_millis(20)).await;
    }
    let record = get(address, &format!("{path}/record?format=json")).await.text();
    let record = Record::from_json(&record).unwrap();
    let game = record.replay().unwrap();
    (path, record, game)
}

/// Plays answers from a position. Returns the resulting position.
fn play<'a>(mut game: Game, words: impl Iterator<Item = &'a Value>) -> Game {
    for word in words {
        let answer = game.answer(word.as_str().unwrap()).unwrap();
        game.apply(answer).unwrap();
    }
    game
}

/// Checks an analysis against the rules: every line and every main line can be played, and the best line comes first.
fn check(told: &Value, record: &Record, game: &Game) {
    let at = told["at"].as_u64().unwrap() as usize;
    let position = record.replay_to(at).unwrap();
    assert_eq!(position.actor(), Actor::Seat(told["seat"].as_u64().unwrap() as u8));
    assert!(told["exact"].is_boolean() && told["evaluations"].is_u64());
    let lines = told["lines"].as_array().unwrap();
    let margin = |line: &Value| line["margin"].as_f64().unwrap();
    assert!(!lines.is_empty() && lines.len() <= bots::analysis::analyse::MAX_LINES + 1);
    for line in lines {
        assert!(margin(line) <= margin(&lines[0]), "{told}");
        assert!(line["error"].as_f64().unwrap() >= 0.0 && line["samples"].is_u64());
        assert_eq!(line["totals"].as_array().unwrap().len(), 2);
        assert!(!line["answers"].as_array().unwrap().is_empty());
        let mut after = play(position.clone(), line["answers"].as_array().unwrap().iter());
        for step in line["main"].as_array().unwrap() {
            let seat = if let Actor::Seat(seat) = after.actor() { json!(seat) } else { Value::Null };
            assert_eq!(step["seat"], seat, "{told}");
            after = play(after, [&step["answer"]].into_iter());
        }
    }
    if told["given"].is_null() {
        assert_eq!(told["lost"], Value::Null);
        return;
    }
    assert_eq!(told["given"], position.word(game.answers()[at]));
    let played = lines.iter().find(|line| line["answers"][0] == told["given"]).expect("the line of the answer given");
    let lost = (margin(&lines[0]) - margin(played)).max(0.0);
    assert!((told["lost"].as_f64().unwrap() - lost).abs() < 0.021, "{told}");
}

#[tokio::test(flavor = "multi_thread")]
async fn finished_game_is_analysed_at_every_decision() {
    let server = TestServer::open().await;
    let (path, record, game) = finished(server.address).await;
    let ask = async |query: &str| get(server.address, &format!("{path}/analysis?{query}")).await;
    let mut asked = 0;
    for at in 0..=game.seq() {
        let answer = ask(&format!("at={at}&millis=10")).await;
        let position = record.replay_to(at).unwrap();
        if let Actor::Seat(_) = position.actor() {
            assert_eq!(answer.status, 200, "{}", answer.text());
            let told = answer.json();
            assert_eq!((&told["at"], told["given"].is_string()), (&json!(at), true));
            check(&told, &record, &game);
            asked = at;
        } else {
            assert_eq!((answer.status, answer.code().as_str()), (422, "no_decision"), "{}", answer.text());
        }
    }
    assert!(asked > 20);
    // Without `at`, the last decision is analysed; with `given=false`, no loss is reported.
    let last = ask("millis=10&given=false").await.json();
    assert_eq!((&last["at"], &last["given"], &last["lost"]), (&json!(asked), &Value::Null, &Value::Null));
    let over = ask(&format!("at={}", game.seq())).await.text();
    assert!(over.contains("the game is over") && over.contains(&format!("after {asked}\"")), "{over}");
    for query in ["at=9999", "at=-1", "at=x", "millis=0", "millis=5001", "millis=-1", "given=1", "seed=2"] {
        let refused = ask(query).await;
        assert_eq!((refused.status, refused.code().as_str()), (400, "bad_range"), "{query}: {}", refused.text());
    }
}

#[tokio::test(flavor = "multi_thread")]
async fn running_game_is_not_analysed() {
    let server = TestServer::open().await;
    let (table, _) = make(server.address, &[human("A"), human("B")]).await;
    for query in ["", "?at=0", "?at=2&millis=10", "?at=999"] {
        let refused = get(server.address, &format!("/api/tables/{table}/analysis{query}")).await;
        assert_eq!((refused.status, refused.code().as_str()), (409, "not_over"));
    }
    let (open, _) = make(server.address, &[human("A"), open()]).await;
    assert_eq!(get(server.address, &format!("/api/tables/{open}/analysis")).await.code(), "not_over");
    assert_eq!(get(server.address, "/api/tables/aaaaaaaaaaaa/analysis").await.code(), "no_table");
    assert_eq!(ask(server.address, "POST", &format!("/api/tables/{table}/analysis"), &[], "{}").await.code(), "method");
    assert_eq!(get(server.address, "/api/analyse").await.code(), "method");
}

#[tokio::test(flavor = "multi_thread")]
async fn records_are_analysed_in_every_format() {
    let server = TestServer::open().await;
    let (_, record, game) = finished(server.address).await;
    let analyse = async |body: Value| post(server.address, "/api/analyse", &body).await;
    let decision = decision_from(&record, 12);
    for sent in [record.to_json(), json!(record.to_json().to_string()), json!(record.to_text())] {
        let answer = analyse(json!({"record": sent, "at": decision, "millis": 10, "given": true})).await;
        assert_eq!(answer.status, 200, "{}", answer.text());
        let told = answer.json();
        assert_eq!(told["at"], decision);
        check(&told, &record, &game);
    }
    let bare = analyse(json!({"record": record.to_text(), "at": decision, "millis": 10, "given": false})).await.json();
    assert_eq!(bare["given"], Value::Null);

    // At the end of an unfinished record there is no answer to judge.
    let part = Record::of(&record.replay_to(decision).unwrap(), &record.players, None);
    assert_eq!(part.outcome, Outcome::Unfinished);
    let told = analyse(json!({"record": part.to_json(), "millis": 10})).await;
    assert_eq!(told.status, 200, "{}", told.text());
    let told = told.json();
    assert_eq!((&told["at"], &told["given"], &told["lost"]), (&json!(decision), &Value::Null, &Value::Null));

    // A one-player game saved by another program can be analysed.
    let told = analyse(json!({"record": SAVED, "millis": 10})).await;
    assert_eq!(told.status, 200, "{}", told.text());
    assert_eq!(told.json()["lines"][0]["totals"].as_array().unwrap().len(), 1);
    let object: Value = serde_json::from_str(SAVED).unwrap();
    assert_eq!(analyse(json!({"record": object, "at": 2, "millis": 10})).await.json()["at"], 2);
}

#[tokio::test(flavor = "multi_thread")]
async fn invalid_analysis_requests_are_refused_with_a_reason() {
    let server = TestServer::open().await;
    let (_, record, game) = finished(server.address).await;
    let refused = async |body: &str| {
        let answer = ask(server.address, "POST", "/api/analyse", &[], body).await;
        assert!((400..500).contains(&answer.status), "{}: {}", answer.status, answer.text());
        assert!(!answer.json()["error"]["message"].as_str().unwrap().is_empty());
        answer.code()
    };
    for body in ["", "{", "\u{0}"] {
        assert_eq!(refused(body).await, "not_json");
    }
    let good = record.to_json();
    for body in [
        json!([]),
        json!({}),
        json!({"record": null}),
        json!({"record": 3}),
        json!({"record": [good]}),
        json!({"record": good, "at": -1}),
        json!({"record": good, "at": 1e40}),
        json!({"record": good, "millis": "long"}),
        json!({"record": good, "evaluations": 5}),
    ] {
        assert_eq!(refused(&body.to_string()).await, "bad_message");
    }
    for millis in [0, 9, 5001, u64::MAX] {
        assert_eq!(refused(&json!({"record": good, "millis": millis}).to_string()).await, "bad_range");
    }
    assert_eq!(refused(&json!({"record": good, "at": game.seq() + 1}).to_string()).await, "bad_range");
    assert_eq!(refused(&json!({"record": good, "at": 0}).to_string()).await, "no_decision");
    assert_eq!(refused(&json!({"record": good, "at": game.seq()}).to_string()).await, "no_decision");
    let mut unplayed = good.clone();
    unplayed["turns"] = json!([]);
    unplayed["outcome"] = json!({"how": "unfinished"});
    assert_eq!(refused(&json!({"record": unplayed}).to_string()).await, "no_decision");

    let mut illegal = good.clone();
    illegal["turns"][1]["answers"][1] = json!("crfr@9,9r0");
    let mut other_rules = good.clone();
    other_rules["rules_version"] = json!(99);
    let mut seats = good.clone();
    seats["setup"]["seats"] = json!(255);
    let texts = ["", "x", "{}", "bastide record 1", "{\"bastide_record\": 1}"].map(|text| json!(text));
    for bad in texts.into_iter().chain([json!({}), json!({"replay": []}), illegal, other_rules, seats]) {
        assert_eq!(refused(&json!({"record": bad}).to_string()).await, "bad_record", "{bad}");
    }
    let long = |bytes: usize| json!({"record": "x".repeat(bytes)}).to_string();
    assert_eq!(refused(&long(256 * 1024 - 20)).await, "bad_record");
    assert_eq!(refused(&long(256 * 1024)).await, "too_big");
    assert_eq!(refused(&format!("{{\"record\": {}", "[".repeat(5000))).await, "not_json");
    let evil = ask(server.address, "POST", "/api/analyse", &["Origin: http://evil.example"], "{}").await;
    assert_eq!((evil.status, evil.code().as_str()), (403, "origin"));
}

#[tokio::test(flavor = "multi_thread")]
async fn analysis_requests_are_rate_limited() {
    let server = TestServer::open_with(|config| config.computer_delay = Duration::ZERO).await;
    let (_, record, _) = finished(server.address).await;
    let asked = json!({"record": record.to_json(), "at": 2, "millis": 10});
    for number in 0..300 {
        let answer = post(server.address, "/api/analyse", &asked).await;
        assert_eq!(answer.status, 200, "question {number}: {}", answer.text());
    }
    // Many concurrent requests use up the quota faster than it refills, even on a slow machine; those rejected by the queue count too.
    let mut refused = false;
    for _ in 0..100 {
        let asking: JoinSet<_> = (0..20)
            .map(|_| {
                let (address, asked) = (server.address, asked.clone());
                async move { post(address, "/api/analyse", &asked).await }
            })
            .collect();
        for answer in asking.join_all().await.iter().filter(|answer| answer.status != 200) {
            match answer.code().as_str() {
                "too_fast" => refused = true,
                other => assert_eq!(other, "busy"),
            }
        }
        if refused {
            break;
        }
    }
    assert!(refused, "2,000 requests at once are too many");
    // Invalid requests are cheap: many of them are answered before the limit applies.
    let server = TestServer::open_with(|_| {}).await;
    for _ in 0..600 {
        assert_eq!(post(server.address, "/api/analyse", &json!({"record": "x"})).await.code(), "bad_record");
    }
}

#[tokio::test(flavor = "multi_thread")]
async fn corrupted_analysis_requests_are_refused() {
    let server = TestServer::open().await;
    let (path, record, _) = finished(server.address).await;
    let good = [
        json!({"record": record.to_json(), "at": 12, "millis": 10}).to_string(),
        json!({"record": record.to_text(), "at": 30, "millis": 10, "given": true}).to_string(),
        json!({"record": SAVED, "millis": 10}).to_string(),
    ];
    let mut numbers = Numbers(5);
    for _ in 0..150 {
        let mut bytes = good[numbers.below(good.len())].clone().into_bytes();
        match numbers.below(4) {
            0 => bytes.truncate(numbers.below(bytes.len())),
            1 => {
                let (from, to) = (numbers.below(bytes.len()), numbers.below(bytes.len()));
                bytes.drain(from.min(to)..from.max(to));
            }
            _ => {
                for _ in 0..=numbers.below(5) {
                    let at = numbers.below(bytes.len());
                    bytes[at] = b"0123456789{}[]\",:-@ abcdefnrsw\\"[numbers.below(31)];
                }
            }
        }
        let body = String::from_utf8_lossy(&bytes).into_owned();
        let answer = ask(server.address, "POST", "/api/analyse", &[], &body).await;
        assert!(answer.status < 500, "{}: {}\n{body}", answer.status, answer.text());
        assert!(answer.status == 200 || !answer.code().is_empty());
    }
    assert_eq!(
        get(server.address, &format!("{path}/analysis?millis=10")).await.status,
        200,
        "the server still answers"
    );
}
