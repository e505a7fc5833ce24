//! Tests games that continue at a table of the server, and games of the server that continue elsewhere.

use std::net::SocketAddr;

use crate::common::browsing::Browser;
use crate::common::*;
use games::deal::{Deal, Seed};
use games::record::Record;
use games::{Actor, Game, Setup};
use serde_json::{Value, json};

const FILE: &str = include_str!("../../../../docs/own-tiles.toml");

/// Plays at random until at least this many answers are given and seat 0 must act.
fn played(setup: &Setup, answers: usize) -> Game {
    let (mut game, deal) = (Game::new(setup).unwrap(), Deal::new(Seed::from_number(5), setup).unwrap());
    let mut numbers = Numbers(answers as u64 + 1);
    while game.seq() < answers || game.actor() != Actor::Seat(0) {
        let legal = game.legal();
        let answer = match game.actor() {
            Actor::Chance => deal.answer(&game).unwrap(),
            Actor::Seat(_) => legal[numbers.below(legal.len())],
            Actor::Nobody => panic!("the game is longer"),
        };
        game.apply(answer).unwrap();
    }
    game
}

/// Returns the body that a device sends: its record, with these seats.
fn transfer_of(game: &Game, seats: &[Value]) -> Value {
    json!({"record": Record::of(game, &[], None), "seats": seats})
}

async fn receive(address: SocketAddr, transfer: &Value) -> Answer {
    post(address, "/api/transfers", transfer).await
}

fn name_and_tokens(answer: &Answer) -> (String, Vec<String>) {
    assert_eq!(answer.status, 200, "{}", answer.text());
    let made = answer.json();
    let tokens = made["tokens"].as_array().unwrap().iter().map(|one| one["token"].as_str().unwrap().to_owned());
    let name = made["table"].as_str().unwrap();
    assert_eq!(made["link"], format!("/t/{name}"));
    (name.to_owned(), tokens.collect())
}

/// Returns the game of a transfer.
fn game_of(transfer: &Value) -> Game {
    Record::from_json(&transfer["record"].to_string()).unwrap().replay().unwrap()
}

/// Answers for all seats of the tokens until the game is over, at most this many times.
async fn play(address: SocketAddr, name: &str, tokens: &[String], answers: usize) -> Value {
    let (mut client, mut welcome) = Client::hello(address, name, tokens, None).await;
    let mut view = welcome["view"].take();
    for _ in 0..answers {
        let seq = view["seq"].as_u64().unwrap();
        if view["over"] == true {
            break;
        }
        client.answer_first(&view).await;
        // Wait until a person must act again.
        while view["over"] == false && (view["seq"] == seq || !mine(&view, tokens)) {
            view = client.next_of("update").await["view"].take();
        }
    }
    view
}

fn mine(view: &Value, tokens: &[String]) -> bool {
    view["decision"]["seat"].as_u64().is_some_and(|seat| (seat as usize) < tokens.len())
}

#[tokio::test(flavor = "multi_thread")]
async fn game_of_a_device_continues_for_two_clients_and_after_a_restart() {
    let server = TestServer::open().await;
    let game = played(&Setup::base(2), 30);
    let transfer = transfer_of(&game, &[human("Anna"), human("Boris")]);
    let mut anna = Browser::default();
    let made = anna.post(&server, "/api/transfers", transfer).await;
    let (name, tokens) = name_and_tokens(&made);
    let path = format!("/api/tables/{name}");
    let table = get(server.address, &path).await.json();
    assert_eq!((&table["transferred"], &table["imported"]), (&json!(game.seq()), &json!(false)));
    assert_eq!(
        (&table["phase"], &table["commitment"], &table["seed"]),
        (&json!("playing"), &Value::Null, &Value::Null)
    );
    assert_eq!((&table["terms"]["rated"], &table["terms"]["clock"]), (&json!(false), &Value::Null));
    let listed = anna.get(&server, "/api/tables").await.json();
    let line = ["transferred", "imported", "turn"].map(|field| listed[0][field].clone());
    assert_eq!(line, [json!(true), json!(false), json!(0)]);
    let view = get(server.address, &format!("{path}/view")).await.json();
    assert_eq!(view["features"], serde_json::to_value(game.view()).unwrap()["features"]);

    // Anna plays with her cookie, Boris opens his seat in another browser through its link.
    let link = anna.post(&server, &format!("{path}/token"), json!({"seat": 1})).await.json();
    assert_eq!(link["link"], format!("/t/{name}#seat=1&token={}", link["token"].as_str().unwrap()));
    let (mut boris, welcome) = Client::hello(server.address, &name, &[tokens[1].clone()], None).await;
    assert_eq!(welcome["you"], json!([1]));
    let (mut client, you) = anna.sit(&server, &name).await;
    assert_eq!(you, json!([0, 1]), "the maker's cookie opens all seats");
    client.answer_first(&view).await;
    assert_eq!(boris.next_of("update").await["seat"], 0);
    boris.answer_first(&view).await;
    assert_eq!(boris.refusal().await, "no_seat");

    drop((client, boris));
    let before = get(server.address, &format!("{path}/view")).await.json();
    let server = server.reopen().await;
    assert_eq!(get(server.address, &format!("{path}/view")).await.json(), before);
    assert_eq!(play(server.address, &name, &tokens, usize::MAX).await["over"], true);
    let record = Record::from_json(&get(server.address, &format!("{path}/record?format=json")).await.text()).unwrap();
    assert!(record.verify().holds() && record.seed.is_none() && record.commitment.is_none());
    assert_eq!(&record.replay().unwrap().answers()[..game.seq()], game.answers());
    // The result does not count, even after a restart, which adds missing results.
    let server = server.reopen().await;
    assert_eq!(get(server.address, &path).await.json()["phase"], "finished");
    assert_eq!(get(server.address, &format!("{path}/result")).await.code(), "not_over");
    assert_eq!(server.number("SELECT count(*) FROM results"), 0);
    let kept = anna.get(&server, &format!("{path}/transfer")).await.json();
    let (again, _) = name_and_tokens(&receive(server.address, &kept).await);
    let over = get(server.address, &format!("/api/tables/{again}")).await.json();
    assert_eq!((&over["phase"], &over["end"]), (&json!("finished"), &get(server.address, &path).await.json()["end"]));
}

#[tokio::test(flavor = "multi_thread")]
async fn games_of_every_family_go_to_the_server_and_back() {
    let server = TestServer::open().await;
    let hidden = Setup::of("discovery", 2).option("hand", "two_hidden").option("equal_turns", "even");
    let hands = Setup::base(3).option("hand", "three_hidden");
    let setups = [hands, hidden, Setup::of("hunters", 2), Setup::of("coop", 2), Setup::base(2).own_tiles(FILE)];
    for (number, setup) in setups.into_iter().enumerate() {
        let game = played(&setup, 5 + 3 * number);
        let seats: Vec<Value> =
            std::iter::once(human("Anna")).chain(std::iter::repeat(bot())).take(setup.seats.into()).collect();
        let mut transfer = transfer_of(&game, &seats);
        (transfer["plain"], transfer["spectators"], transfer["undo"]) = (json!(true), json!(false), json!(true));
        let mut anna = Browser::default();
        let (name, tokens) = name_and_tokens(&anna.post(&server, "/api/transfers", transfer.clone()).await);
        let path = format!("/api/tables/{name}/transfer");
        let back = anna.get(&server, &path).await.json();
        assert_eq!(game_of(&back).position_hash(), game.position_hash(), "{}", setup.canonical());
        let terms = ["seats", "plain", "spectators", "undo"].map(|field| back[field].clone());
        assert_eq!(terms, ["seats", "plain", "spectators", "undo"].map(|field| transfer[field].clone()));
        assert!(back["record"]["seed"].is_null() && back["record"]["commitment"].is_null());
        play(server.address, &name, &tokens, 4).await;
        // A stranger learns nothing, and a copy of the newest state can be made at any time.
        assert_eq!(get(server.address, &path).await.code(), "no_spectators");
        let (again, tokens) = name_and_tokens(&receive(server.address, &anna.get(&server, &path).await.json()).await);
        assert_eq!(play(server.address, &again, &tokens, usize::MAX).await["over"], true, "{}", setup.canonical());
    }
    assert_eq!(server.number("SELECT count(*) FROM results"), 0);
}

#[tokio::test(flavor = "multi_thread")]
async fn transfer_of_other_peoples_games_is_refused() {
    let server = TestServer::open().await;
    let (mut anna, mut boris) = (Browser::default(), Browser::default());
    let name = anna.make(&server, &[human("Anna"), open()]).await;
    let path = format!("/api/tables/{name}");
    let transfer = format!("{path}/transfer");
    assert_eq!(anna.get(&server, &transfer).await.code(), "not_started");
    assert_eq!(boris.get(&server, &transfer).await.code(), "not_playing");
    boris.post(&server, &format!("{path}/join"), json!({"seat": 1, "name": "Boris"})).await;
    for one in [&mut anna, &mut boris] {
        let refused = one.get(&server, &transfer).await;
        assert_eq!((refused.status, refused.code().as_str()), (409, "no_transfer"), "{}", refused.text());
    }
    assert_eq!(get(server.address, &transfer).await.code(), "not_playing");
    assert_eq!(get(server.address, "/api/tables/aaaaaaaaaaaa/transfer").await.code(), "no_table");
    // An account takes its game along; the table here continues unchanged.
    anna.sign_up(&server, "Olena", false).await;
    let name = anna.make(&server, &[human("?"), bot()]).await;
    let transfer = anna.get(&server, &format!("/api/tables/{name}/transfer")).await.json();
    assert_eq!(transfer["seats"], json!([human("Olena"), bot()]));
    assert_eq!(get(server.address, &format!("/api/tables/{name}")).await.json()["phase"], "playing");
    let made = anna.post(&server, "/api/transfers", transfer).await.json();
    let table = get(server.address, &format!("/api/tables/{}", made["table"].as_str().unwrap())).await.json();
    assert_eq!((&table["seats"][0]["account"], &table["seats"][0]["rating"]), (&json!(true), &Value::Null));
}

/// A change of a request's body.
type Change = fn(&mut Value);

#[tokio::test(flavor = "multi_thread")]
async fn invalid_transfers_are_refused_and_not_stored() {
    let server = TestServer::open().await;
    let good = transfer_of(&played(&Setup::base(2), 20), &[human("Anna"), bot()]);
    let refused = async |change: Change| {
        let mut transfer = good.clone();
        change(&mut transfer);
        let answer = receive(server.address, &transfer).await;
        assert!((400..500).contains(&answer.status), "{}: {}", answer.status, answer.text());
        assert!(!answer.json()["error"]["message"].as_str().unwrap().is_empty());
        answer.code()
    };
    let changes: [(Change, &str); 12] = [
        (|it| it["record"]["turns"][1]["answers"][1] = json!("crfr@9,9r0"), "bad_record"),
        (|it| it["record"]["rules_version"] = json!(99), "bad_record"),
        (|it| it["record"] = json!("no game"), "bad_record"),
        (|it| it["record"] = json!(3), "bad_message"),
        (|it| it["seats"] = json!([human("Anna")]), "bad_setup"),
        (|it| it["seats"][1] = open(), "bad_setup"),
        (|it| it["seats"][0]["name"] = json!("x".repeat(33)), "bad_setup"),
        (|it| it["seats"][0]["level"] = json!("easy"), "bad_message"),
        (|it| it["rated"] = json!(true), "bad_message"),
        (|it| it["out"] = json!([{"seat": 0, "loss": "time"}]), "bad_setup"),
        (|it| it["invited"] = json!(["Nobody"]), "no_person"),
        (|it| it["record"] = json!("x".repeat(256 * 1024)), "too_big"),
    ];
    for (change, code) in changes {
        assert_eq!(refused(change).await, code);
    }
    let text = good.to_string();
    let evil = ask(server.address, "POST", "/api/transfers", &["Origin: http://evil.example"], &text).await;
    assert_eq!((evil.status, evil.code().as_str()), (403, "origin"));
    let alone = include_str!("../../../../corpus/jcz/basic--tiny-city-rule.jcz");
    let alone = receive(server.address, &json!({"record": alone, "seats": [human("Anna")]})).await;
    assert_eq!(alone.code(), "bad_setup", "a game needs two seats");
    assert_eq!(server.number("SELECT count(*) FROM tables"), 0);
    name_and_tokens(&receive(server.address, &good).await);
}
