//! Tests records opened as tables: every format, round trips, stopped games, and every kind of refused request.

use std::net::SocketAddr;
use std::time::Duration;

use crate::common::*;
use games::deal::{Deal, Seed};
use games::record::{Outcome, Record};
use games::{Actor, Game, Setup};
use serde_json::{Value, json};

/// A small tile set for short games; records embed it.
const FILE: &str = include_str!("../../../../docs/own-tiles.toml");
/// A one-player game saved by another program.
const SAVED: &str = include_str!("../../../../corpus/jcz/basic--tiny-city-rule.jcz");
/// A long saved game.
const LONG: &str = include_str!("../../../../corpus/jcz/whole-games--princess-and-dragon.jcz");

async fn bring(address: SocketAddr, record: &Value) -> Answer {
    post(address, "/api/records", &json!({"record": record})).await
}

/// Opens a record. Returns the path of its table and the table's description.
async fn opened(address: SocketAddr, record: &Value) -> (String, Value) {
    let answer = bring(address, record).await;
    assert_eq!(answer.status, 201, "{}", answer.text());
    let described = answer.json();
    let path = format!("/api/tables/{}", described["table"].as_str().unwrap());
    assert_eq!(get(address, &path).await.json(), described);
    let claims = ["imported", "phase", "public", "host", "commitment", "seed"].map(|field| described[field].clone());
    assert_eq!(claims, [json!(true), json!("finished"), json!(false), Value::Null, Value::Null, Value::Null]);
    (path, described)
}

/// Fetches the record of a table.
async fn record_at(address: SocketAddr, path: &str) -> Record {
    Record::from_json(&get(address, &format!("{path}/record?format=json")).await.text()).unwrap()
}

/// Plays this many answers in a game, always the last legal one.
fn played(setup: &Setup, answers: usize) -> (Game, Deal) {
    let (mut game, deal) = (Game::new(setup).unwrap(), Deal::new(Seed::from_number(3), setup).unwrap());
    while game.seq() < answers || game.actor() == Actor::Chance {
        let dealt = if game.actor() == Actor::Chance { deal.answer(&game) } else { None };
        game.apply(dealt.unwrap_or_else(|| *game.legal().last().unwrap())).unwrap();
    }
    (game, deal)
}

fn text(value: &str) -> Value {
    Value::String(value.to_owned())
}

/// Returns the number of stored tables and log entries.
fn stored(server: &TestServer) -> (i64, i64) {
    let count = |of: &str| server.number(&format!("SELECT count(*) FROM {of}"));
    (count("tables"), count("log"))
}

#[tokio::test(flavor = "multi_thread")]
async fn opened_record_equals_its_original_table() {
    let server = TestServer::open().await;
    let setup = json!({"game": "carcassonne", "seats": 2, "own_tiles": FILE, "sets": {"base": 0}});
    let made = post(server.address, "/api/tables", &json!({"setup": setup, "seats": [bot(), bot()]})).await.json();
    let first = format!("/api/tables/{}", made["table"].as_str().unwrap());
    while get(server.address, &first).await.json()["phase"] != "finished" {
        tokio::time::sleep(Duration::from_millis(20)).await;
    }
    assert_eq!(get(server.address, &first).await.json()["imported"], false);
    let record = record_at(server.address, &first).await;
    assert!(record.seed.is_some() && record.commitment.is_some());
    let decision = decision_from(&record, 12);
    let mut paths = Vec::new();
    for sent in [record.to_json(), text(&record.to_json().to_string()), text(&record.to_text())] {
        let (path, described) = opened(server.address, &sent).await;
        let bot = json!({"type": "bot", "name": null, "level": "easy", "millis": null, "connected": true});
        assert_eq!(described["seats"], json!([bot, bot]));
        paths.push(path);
    }
    let server = server.reopen().await;
    for path in paths {
        assert_eq!(record_at(server.address, &path).await, record, "the deal is that of the record");
        for what in ["/events", "/record", "/tiles.toml", "/art/own.json", "/view", "/view?at=0", "/view?at=17"] {
            let (ours, theirs) =
                (get(server.address, &(path.clone() + what)).await, get(server.address, &(first.clone() + what)).await);
            assert_eq!((ours.status, ours.text()), (200, theirs.text()), "{what}");
        }
        let told = get(server.address, &format!("{path}/analysis?at={decision}&millis=10")).await;
        assert_eq!((told.status, &told.json()["at"]), (200, &json!(decision)), "{}", told.text());
    }
}

#[tokio::test(flavor = "multi_thread")]
async fn unfinished_record_is_open_and_cannot_be_continued() {
    let server = TestServer::open().await;
    let setup = Setup::of("discovery", 2).option("hand", "two_hidden").option("equal_turns", "even");
    let (game, deal) = played(&setup, 60);
    assert!(game.has_secrets() && !game.is_over());
    let names = ["computer (easy)".to_owned(), "Ганна".to_owned()];
    let mut record = Record::of(&game, &names, Some(&deal));
    for outcome in [Outcome::Unfinished, Outcome::Stopped { scores: game.scored_now().0 }] {
        record.outcome = outcome;
        let (path, described) = opened(server.address, &text(&record.to_text())).await;
        assert_eq!(described["seats"][1]["name"], "Ганна");
        assert_eq!(record_at(server.address, &path).await, record);

        let view = get(server.address, &format!("{path}/view")).await.json();
        assert_eq!((&view["over"], &view["winners"], &view["seq"]), (&json!(false), &json!([]), &json!(game.seq())));
        for at in [game.seq(), 40] {
            let view = get(server.address, &format!("{path}/view?at={at}")).await.json();
            for player in view["players"].as_array().unwrap() {
                let hand = player["hand"].as_array().unwrap();
                assert!(!hand.is_empty() && hand.iter().all(Value::is_object), "{hand:?}");
            }
        }
        let events = get(server.address, &format!("{path}/events")).await.text();
        assert!(events.contains("taken") && !events.contains("draw:?"));
        assert!(!events.contains(r#""type":"over""#));
        let told = get(server.address, &format!("{path}/analysis?millis=10")).await.json();
        assert_eq!((&told["at"], &told["given"]), (&json!(game.seq()), &Value::Null), "where the record stops");

        // The table can be viewed over the socket too, but no one can play.
        let name = described["table"].as_str().unwrap();
        let (mut client, welcome) = Client::hello(server.address, name, &[], Some(0)).await;
        assert!(!welcome.to_string().contains("draw:?") && !welcome["view"].to_string().contains("\"hand\":[null"));
        client.answer_first(&welcome["view"]).await;
        assert_eq!(client.refusal().await, "no_seat");
        tokio::time::sleep(Duration::from_millis(200)).await;
        assert_eq!(get(server.address, &format!("{path}/view")).await.json()["seq"], game.seq());
    }
}

#[tokio::test(flavor = "multi_thread")]
async fn record_tables_have_no_seats_and_are_listed_only_in_their_browser() {
    let server = TestServer::open().await;
    let (game, deal) = played(&Setup::base(2), 20);
    let record = Record::of(&game, &["Anna".to_owned(), "Olha".to_owned()], Some(&deal));
    let answer = bring(server.address, &record.to_json()).await;
    let (cookie, described) = (answer.cookie().expect("a cookie"), answer.json());
    let path = format!("/api/tables/{}", described["table"].as_str().unwrap());
    let cookie = format!("Cookie: {cookie}");
    let mine = ask(server.address, "GET", "/api/tables", &[&cookie], "").await.json();
    assert_eq!((mine.as_array().unwrap().len(), &mine[0]["table"]), (1, &described["table"]));
    assert_eq!((&mine[0]["imported"], &mine[0]["phase"]), (&json!(true), &json!("finished")));
    assert_eq!(mine[0]["turn"], Value::Null);
    assert_eq!(get(server.address, "/api/tables").await.json(), json!([]));
    assert_eq!(get(server.address, "/api/tables?public=true").await.json(), json!([]));
    // A known browser keeps its cookie, and the new table is added to its list.
    let body = json!({"record": record.to_text()}).to_string();
    let again = ask(server.address, "POST", "/api/records", &[&cookie], &body).await;
    assert_eq!((again.status, again.cookie()), (201, None));
    assert_eq!(ask(server.address, "GET", "/api/tables", &[&cookie], "").await.json().as_array().unwrap().len(), 2);

    let refused = async |what: &str, body: Value| {
        ask(server.address, "POST", &format!("{path}/{what}"), &[&cookie], &body.to_string()).await.code()
    };
    assert_eq!(refused("start", json!({})).await, "already_started");
    assert_eq!(refused("join", json!({"seat": 0, "name": "Ivan"})).await, "seat_taken");
    assert_eq!(refused("token", json!({"seat": 0})).await, "no_seat");
    assert_eq!(refused("claim", json!({"token": "a"})).await, "no_seat");
    let shown = get(server.address, &path).await.json();
    assert_eq!(shown, described, "nothing has changed");
}

#[tokio::test(flavor = "multi_thread")]
async fn saved_games_of_another_program_can_be_opened() {
    let server = TestServer::open().await;
    for (saved, seats) in [(SAVED, 1), (LONG, 2)] {
        let import = games::jcz::import(saved).unwrap();
        let object: Value = serde_json::from_str(saved).unwrap();
        for sent in [text(saved), object] {
            let (path, described) = opened(server.address, &sent).await;
            assert_eq!(described["seats"].as_array().unwrap().len(), seats);
            let names: Vec<&str> =
                described["seats"].as_array().unwrap().iter().map(|s| s["name"].as_str().unwrap()).collect();
            assert_eq!(names, import.names);
            let found = record_at(server.address, &path).await;
            assert_eq!((&found.setup, &found.players), (&import.record.setup, &import.record.players));
            assert_eq!((&found.turns, &found.outcome), (&import.record.turns, &import.record.outcome));
            let events = get(server.address, &format!("{path}/events")).await.json();
            assert_eq!(events.as_array().unwrap().len(), import.record.len());
        }
    }
    // A table with a single seat can be loaded again too.
    let (path, described) = opened(server.address, &text(SAVED)).await;
    let view = get(server.address, &format!("{path}/view?at=2")).await.text();
    let server = server.reopen().await;
    assert_eq!(get(server.address, &path).await.json(), described);
    assert_eq!(get(server.address, &format!("{path}/view?at=2")).await.text(), view);
}

#[tokio::test(flavor = "multi_thread")]
async fn invalid_records_are_refused_and_not_stored() {
    let server = TestServer::open().await;
    let (game, deal) = played(&Setup::base(2), 30);
    let good = Record::of(&game, &[], Some(&deal)).to_json();
    let refused = async |body: &str| {
        let answer = ask(server.address, "POST", "/api/records", &[], body).await;
        assert!((400..500).contains(&answer.status), "{}: {}", answer.status, answer.text());
        assert!(!answer.json()["error"]["message"].as_str().unwrap().is_empty());
        assert_eq!(answer.cookie(), None);
        answer.code()
    };
    for body in ["", "{", "\u{0}"] {
        assert_eq!(refused(body).await, "not_json");
    }
    for body in
        [json!([]), json!({}), json!({"record": 3}), json!({"record": [good]}), json!({"record": good, "at": 3})]
    {
        assert_eq!(refused(&body.to_string()).await, "bad_message");
    }
    let (mut illegal, mut other_rules, mut no_file) = (good.clone(), good.clone(), good.clone());
    illegal["turns"][1]["answers"][1] = json!("crfr@9,9r0");
    other_rules["rules_version"] = json!(99);
    no_file["setup"]["own_tiles"] = json!("0123456789abcdef");
    let texts = ["", "x", "{}", "bastide record 1", "{\"bastide_record\": 1}", "\u{fffd}PNG"].map(text);
    for bad in texts.into_iter().chain([json!({}), json!({"replay": []}), illegal, other_rules, no_file]) {
        assert_eq!(refused(&json!({"record": bad}).to_string()).await, "bad_record", "{bad}");
    }
    let long = |bytes: usize| json!({"record": "x".repeat(bytes)}).to_string();
    assert_eq!(refused(&long(256 * 1024 - 20)).await, "bad_record");
    assert_eq!(refused(&long(256 * 1024)).await, "too_big");
    let evil = ask(server.address, "POST", "/api/records", &["Origin: http://evil.example"], "{}").await;
    assert_eq!((evil.status, evil.code().as_str()), (403, "origin"));
    assert_eq!(get(server.address, "/api/records").await.code(), "method");
    assert_eq!(stored(&server), (0, 0));
    // The original record is stored in full.
    opened(server.address, &good).await;
    assert_eq!(stored(&server), (1, game.seq() as i64));
}

#[tokio::test(flavor = "multi_thread")]
async fn opening_records_is_rate_limited() {
    let server = TestServer::open_with(|_| {}).await;
    let (game, deal) = played(&Setup::base(2), 3);
    let record = Record::of(&game, &[], Some(&deal)).to_json();
    let mut refused = None;
    for made in 0..200 {
        let answer = bring(server.address, &record).await;
        if answer.status != 201 {
            assert_eq!((answer.status, answer.code().as_str()), (429, "too_fast"));
            refused = Some(made);
            break;
        }
    }
    let made = refused.expect("200 records at once are too many");
    assert!(made >= 60);
    assert_eq!(stored(&server).0, made);
    // Opening records counts toward the same limit as creating tables.
    let mut codes = Vec::new();
    for _ in 0..20 {
        codes.push(post(server.address, "/api/tables", &new_table(&[human("A"), human("B")])).await.code());
    }
    assert!(codes.contains(&"too_fast".to_owned()), "{codes:?}");
}

#[tokio::test(flavor = "multi_thread")]
async fn corrupted_records_are_refused() {
    let server = TestServer::open().await;
    let (game, deal) = played(&Setup::base(2), 40);
    let good = [Record::of(&game, &[], Some(&deal)).to_text(), SAVED.to_owned()];
    let mut numbers = Numbers(11);
    for _ in 0..50 {
        let mut bytes = good[numbers.below(2)].clone().into_bytes();
        for _ in 0..=numbers.below(4) {
            let at = numbers.below(bytes.len());
            bytes[at] = b"0123456789{}[]\",:-@ abcdefnrsw\\"[numbers.below(31)];
        }
        let answer = bring(server.address, &text(&String::from_utf8_lossy(&bytes))).await;
        assert!(answer.status == 201 || answer.code() == "bad_record", "{}: {}", answer.status, answer.text());
    }
    assert_eq!(get(server.address, "/api/games").await.status, 200, "the server still answers");
}

#[tokio::test(flavor = "multi_thread")]
async fn refused_link_says_why_and_offers_the_only_other_rotation() {
    let folder = concat!(env!("CARGO_MANIFEST_DIR"), "/../../corpus/carcassonnelab");
    let link = |name: &str| std::fs::read_to_string(format!("{folder}/{name}.link")).unwrap();
    let server = TestServer::open().await;
    let refused = bring(server.address, &text(&link("1-two-players").replace("#/0/", "#/9/"))).await;
    assert_eq!((refused.status, refused.code().as_str()), (422, "bad_link"));
    assert_eq!(refused.json()["error"]["link"], json!({"reason": "version"}));
    let turned = link("7-turned-tile");
    let refused = bring(server.address, &text(&turned)).await.json();
    assert_eq!(refused["error"]["link"], json!({"reason": "does_not_fit", "move": 3, "fits": 0}));
    let fixed = post(server.address, "/api/records", &json!({"record": turned, "fix_rotation": true})).await;
    assert_eq!(fixed.status, 201, "{}", fixed.text());
    let path = format!("/api/tables/{}/record?format=link", fixed.json()["table"].as_str().unwrap());
    assert_eq!(get(server.address, &path).await.text(), link("1-two-players").trim());

    let (path, _) = opened(server.address, &text(LONG)).await;
    let refused = get(server.address, &format!("{path}/record?format=link")).await;
    assert_eq!(refused.code(), "bad_range");
    assert!(refused.text().contains("only the base game"), "{}", refused.text());
}
