//! The server refuses to analyse a rated game until it is over, no matter how its record is submitted.

use crate::common::browsing::Browser;
use crate::common::*;
use games::deal::{Deal, Seed};
use games::record::{Outcome, Record};
use games::{Actor, Game, Setup};
use serde_json::{Value, json};

/// Signs up two accounts.
async fn two(server: &TestServer) -> [Browser; 2] {
    let mut two = [Browser::default(), Browser::default()];
    for (browser, name) in two.iter_mut().zip(["Anna", "Bohdan"]) {
        assert_eq!(browser.sign_up(server, name, false).await.status, 201);
    }
    two
}

/// Creates a rated two-player game. Returns its table name.
async fn rated(server: &TestServer, [anna, bohdan]: &mut [Browser; 2]) -> String {
    let clock = json!({"type": "game", "start": 300, "increment": 10});
    let setup = json!({"game": "carcassonne", "seats": 2, "options": {"first_player": "host_seat"}});
    let asked = json!({"setup": setup, "seats": [human("?"), open()], "clock": clock, "rated": true});
    let made = anna.post(server, "/api/tables", asked).await;
    assert_eq!(made.status, 200, "{}", made.text());
    let name = made.json()["table"].as_str().unwrap().to_owned();
    let joined = bohdan.post(server, &format!("/api/tables/{name}/join"), json!({"seat": 1, "name": "?"})).await;
    assert_eq!(joined.status, 200, "{}", joined.text());
    name
}

/// Plays the first legal answer this many times, for whichever seat is to move. Returns the newest view.
async fn play(server: &TestServer, two: &[Browser; 2], table: &str, answers: usize) -> Value {
    let mut view = get(server.address, &format!("/api/tables/{table}/view")).await.json();
    for _ in 0..answers {
        let mut sockets = Vec::new();
        for one in two {
            sockets.push(one.sit(server, table).await.0);
        }
        view = until_decided(server, table).await;
        let seat = view["decision"]["seat"].as_u64().unwrap() as usize;
        sockets[seat].answer_first(&view).await;
        sockets[seat].next_of("update").await;
    }
    drop(view);
    until_decided(server, table).await
}

async fn until_decided(server: &TestServer, table: &str) -> Value {
    loop {
        let view = get(server.address, &format!("/api/tables/{table}/view")).await.json();
        if !view["decision"]["seat"].is_null() {
            return view;
        }
        tokio::task::yield_now().await;
    }
}

async fn resign(server: &TestServer, who: &Browser, table: &str, seat: u8) {
    let (mut client, _) = who.sit(server, table).await;
    client.send(&json!({"type": "resign", "seat": seat})).await;
    while client.next_of("table").await["table"]["phase"] != "finished" {}
}

/// Rebuilds a table's game from its public events.
async fn put_together(server: &TestServer, table: &str) -> Game {
    let told = get(server.address, &format!("/api/tables/{table}")).await.json();
    let setup: Setup = serde_json::from_value(told["setup"].clone()).unwrap();
    let mut game = Game::new(&setup).unwrap();
    for event in get(server.address, &format!("/api/tables/{table}/events")).await.json().as_array().unwrap() {
        let answer = game.answer(event["answer"].as_str().unwrap()).unwrap();
        game.apply(answer).unwrap();
    }
    game
}

/// Returns the answers of a game as words.
fn words_of(game: &Game) -> Vec<String> {
    let mut replayed = game.restarted();
    let word = |&answer: &_| {
        let word = replayed.word(answer);
        replayed.apply(answer).unwrap();
        word
    };
    game.answers().iter().map(word).collect()
}

/// Continues a game for this many answers, always playing the last legal one.
fn continued(mut game: Game, answers: usize) -> Game {
    for _ in 0..answers {
        let answer = *game.legal().last().unwrap();
        game.apply(answer).unwrap();
    }
    game
}

async fn code(server: &TestServer, path: &str, record: &Record) -> (u16, String) {
    let mut asked = json!({"record": record.to_text()});
    if path == "/api/analyse" {
        asked["millis"] = json!(10);
    } else if path == "/api/transfers" {
        asked["seats"] = json!([bot(), bot()]);
    }
    let answer = post(server.address, path, &asked).await;
    (answer.status, if answer.status < 300 { String::new() } else { answer.code() })
}

#[tokio::test(flavor = "multi_thread")]
async fn record_of_a_rated_game_is_available_only_after_it() {
    let server = TestServer::open().await;
    let mut two = two(&server).await;
    let table = rated(&server, &mut two).await;
    play(&server, &two, &table, 2).await;
    for format in ["text", "json"] {
        let path = format!("/api/tables/{table}/record?format={format}");
        for answer in [two[0].get(&server, &path).await, get(server.address, &path).await] {
            assert_eq!((answer.status, answer.code().as_str()), (409, "not_over"), "{}", answer.text());
            assert!(answer.text().contains("rated game is not over"), "{}", answer.text());
        }
    }
    let analysis = get(server.address, &format!("/api/tables/{table}/analysis")).await;
    assert_eq!((analysis.status, analysis.code().as_str()), (409, "not_over"));
    let transfer = two[0].get(&server, &format!("/api/tables/{table}/transfer")).await;
    assert_eq!((transfer.status, transfer.code().as_str()), (409, "no_transfer"));
    resign(&server, &two[1], &table, 1).await;
    let record = get(server.address, &format!("/api/tables/{table}/record?format=json")).await;
    assert_eq!(record.status, 200, "{}", record.text());
    assert!(Record::from_json(&record.text()).unwrap().verify().holds());
}

#[tokio::test(flavor = "multi_thread")]
async fn rebuilt_rated_game_is_analysed_only_after_it() {
    let server = TestServer::open().await;
    let mut two = two(&server).await;
    let table = rated(&server, &mut two).await;
    play(&server, &two, &table, 3).await;
    let game = put_together(&server, &table).await;
    // Analysis of the game is refused, even when hypothetical answers are appended.
    let mut broken_off = Record::of(&continued(game.clone(), 4), &[], None);
    for more in [0, 1, 3] {
        let record = Record::of(&continued(game.clone(), more), &[], None);
        for path in ["/api/analyse", "/api/records", "/api/transfers", "/api/games/position"] {
            assert_eq!(code(&server, path, &record).await, (409, "not_over".into()), "{path}, {more} answers more");
        }
    }
    // A study reaches the position by further answers, or takes back those that lead away from it.
    let words = words_of(&game);
    let start = Record::of(&game.restarted(), &[], None).to_text();
    let position = async |asked: Value| post(server.address, "/api/games/position", &asked).await;
    let played = json!({"record": start, "answers": words});
    let longer = Record::of(&continued(game.clone(), 3), &[], None).to_text();
    for asked in [played, json!({"record": longer, "at": words.len()})] {
        let answer = position(asked).await;
        assert_eq!((answer.status, answer.code().as_str()), (409, "not_over"), "{}", answer.text());
    }
    let other = json!({"record": start, "answers": words[..words.len() - 2]});
    assert_eq!(position(other).await.status, 200, "an earlier position of the game");
    // Analysis is still refused after a restart, before anyone opens the table.
    let server = server.reopen().await;
    let record = Record::of(&game, &[], None);
    assert_eq!(code(&server, "/api/analyse", &record).await, (409, "not_over".into()));
    assert_eq!(server.number("SELECT count(*) FROM rated_positions"), 1);
    // Later in the game, its first turns are no longer protected, since a record that ends there may come from another game.
    broken_off.outcome = Outcome::Stopped { scores: vec![0, 0] };
    assert_eq!(code(&server, "/api/analyse", &broken_off).await.0, 200, "a game with the same opening");
    play(&server, &two, &table, 12).await;
    let game = put_together(&server, &table).await;
    let mut ended = Record::of(&continued(game, 20), &[], None);
    ended.outcome = Outcome::Stopped { scores: vec![0, 0] };
    assert_eq!(code(&server, "/api/analyse", &ended).await, (409, "not_over".into()), "it only claims to have ended");
    resign(&server, &two[0], &table, 0).await;
    assert_eq!(server.number("SELECT count(*) FROM rated_positions"), 0);
    for path in ["/api/analyse", "/api/records", "/api/games/position"] {
        let status = code(&server, path, &ended).await.0;
        assert!(status < 300, "{path}: {status}");
    }
}

#[tokio::test(flavor = "multi_thread")]
async fn finished_game_with_the_same_opening_is_analysed() {
    // All games between these two draw the same tiles.
    let server = TestServer::open_with(|config| {
        without_delays(config);
        config.deal_seed = Some(7);
    })
    .await;
    let mut two = two(&server).await;
    let first = rated(&server, &mut two).await;
    play(&server, &two, &first, 14).await;
    resign(&server, &two[1], &first, 1).await;
    let second = rated(&server, &mut two).await;
    play(&server, &two, &second, 14).await;
    let [one, other] = [put_together(&server, &first).await, put_together(&server, &second).await];
    assert_eq!(one.position_hash(), other.position_hash(), "both games have the same opening");
    let finished = get(server.address, &format!("/api/tables/{first}/record?format=json")).await.text();
    let finished = Record::from_json(&finished).unwrap();
    for path in ["/api/analyse", "/api/records", "/api/games/position"] {
        let status = code(&server, path, &finished).await.0;
        assert!(status < 300, "{path}: {status}: its seed proves it");
    }
    let told = get(server.address, &format!("/api/tables/{first}/analysis?millis=10")).await;
    assert_eq!(told.status, 200, "{}", told.text());
    let mut without_seed = finished.clone();
    without_seed.seed = None;
    assert_eq!(code(&server, "/api/analyse", &without_seed).await, (409, "not_over".into()));
    // A game that was never played here is not affected.
    let setup = Setup::base(2);
    let deal = Deal::new(Seed::from_number(9), &setup).unwrap();
    let mut external_database = Game::new(&setup).unwrap();
    while !external_database.is_over() {
        let dealt = if external_database.actor() == Actor::Chance { deal.answer(&external_database) } else { None };
        external_database.apply(dealt.unwrap_or_else(|| external_database.legal()[0])).unwrap();
    }
    assert_eq!(code(&server, "/api/analyse", &Record::of(&external_database, &[], None)).await.0, 200);
}
