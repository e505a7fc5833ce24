//! End-to-end tests of results, ratings, profiles and the archive.

use crate::common::{Answer, Client, TestServer, ask, bot, get, human, open};
use games::record::Record;
use serde_json::{Value, json};
use server::archive_import::{ArchiveError, ForeignGame};

/// A signed-in player.
struct Person {
    cookies: Vec<String>,
}

impl Person {
    async fn new(server: &TestServer, name: &str) -> Person {
        let mut person = Person { cookies: Vec::new() };
        let made =
            person.post(server, "/api/account", json!({"name": name, "password": "correct horse battery"})).await;
        assert_eq!(made.status, 201, "{}", made.text());
        person
    }

    async fn ask(&mut self, server: &TestServer, method: &str, path: &str, body: &str) -> Answer {
        let cookie = format!("Cookie: {}", self.cookies.join("; "));
        let answer = ask(server.address, method, path, &["Content-Type: application/json", &cookie], body).await;
        let set = answer.head.lines().filter_map(|line| line.strip_prefix("set-cookie: "));
        self.cookies.extend(set.map(|line| line.split(';').next().unwrap().to_owned()));
        answer
    }

    async fn post(&mut self, server: &TestServer, path: &str, body: Value) -> Answer {
        self.ask(server, "POST", path, &body.to_string()).await
    }

    async fn get(&mut self, server: &TestServer, path: &str) -> Value {
        let answer = self.ask(server, "GET", path, "").await;
        assert_eq!(answer.status, 200, "{path}: {}", answer.text());
        answer.json()
    }

    /// Resigns from a game.
    async fn resign(&mut self, server: &TestServer, table: &str, seat: u8) {
        let mut client =
            Client::try_connect(server.address, table, &[("cookie", &self.cookies.join("; "))]).await.unwrap();
        client.send(&json!({"type": "hello", "v": 1, "tokens": [], "since": null})).await;
        client.next_of("welcome").await;
        client.send(&json!({"type": "resign", "seat": seat})).await;
        while client.next_of("table").await["table"]["phase"] != "finished" {}
    }
}

fn rated(seats: &[Value]) -> Value {
    let clock = json!({"type": "game", "start": 300, "increment": 10});
    let setup = json!({"game": "carcassonne", "seats": seats.len()});
    json!({"setup": setup, "seats": seats, "public": true, "clock": clock, "rated": true})
}

/// Plays a rated two-player game in which the second player resigns. Returns the table name.
async fn play(server: &TestServer, one: &mut Person, two: &mut Person) -> String {
    let made = one.post(server, "/api/tables", rated(&[human("?"), open()])).await;
    assert_eq!(made.status, 200, "{}", made.text());
    let table = made.json()["table"].as_str().unwrap().to_owned();
    let joined = two.post(server, &format!("/api/tables/{table}/join"), json!({"seat": 1, "name": "?"})).await;
    assert_eq!(joined.status, 200, "{}", joined.text());
    two.resign(server, &table, 1).await;
    table
}

#[tokio::test]
async fn rated_game_changes_both_ratings_once_and_is_public() {
    let server = TestServer::open().await;
    let (mut anna, mut bob) = (Person::new(&server, "Anna").await, Person::new(&server, "Bob").await);
    let table = play(&server, &mut anna, &mut bob).await;
    let told = get(server.address, &format!("/api/tables/{table}")).await.json();
    assert_eq!((&told["terms"]["rated"], &told["seats"][0]["account"]), (&json!(true), &json!(true)));

    let result = get(server.address, &format!("/api/tables/{table}/result")).await.json();
    assert_eq!(
        (&result["how"], &result["speed"], &result["rated"]),
        (&json!("resigned"), &json!("rapid"), &json!(true))
    );
    assert_eq!((&result["seats"][0]["name"], &result["seats"][0]["outcome"]), (&json!("Anna"), &json!("won")));
    assert_eq!(result["seats"][0]["rating"], json!({"before": 1500, "after": 1662}));
    assert_eq!(result["seats"][1]["rating"], json!({"before": 1500, "after": 1338}));

    let server = server.reopen().await;
    let profile = anna.get(&server, "/api/people/aNNa").await;
    assert_eq!((&profile["name"], &profile["you"]), (&json!("Anna"), &json!(true)));
    let rating = &profile["ratings"][0];
    assert_eq!((&rating["rating"], &rating["games"], &rating["provisional"]), (&json!(1662), &json!(1), &json!(true)));
    let history = get(server.address, "/api/people/Bob/history?game=carcassonne&speed=rapid&size=two").await.json();
    assert_eq!((history[0]["rating"].as_i64(), history[0]["table"].as_str()), (Some(1338), Some(table.as_str())));
    let told = get(server.address, "/api/people/Bob/statistics").await.json();
    assert_eq!((&told["all"]["games"], &told["against"][0]["name"]), (&json!(1), &json!("Anna")));
    let best = get(server.address, "/api/leaderboard?game=carcassonne&speed=rapid&size=two&limit=1").await.json();
    assert_eq!((&best["leaders"][0]["name"], &best["next"]), (&json!("Anna"), &json!("Anna")));
    let next = get(server.address, "/api/leaderboard?speed=rapid&limit=1&after=Anna").await.json();
    assert_eq!((&next["leaders"][0]["name"], &next["leaders"][0]["place"]), (&json!("Bob"), &json!(2)));

    // Fetch a page of the archive, then the next one.
    let other = play(&server, &mut bob, &mut anna).await;
    let first = get(server.address, "/api/archive?player=Anna&limit=1").await.json();
    assert_eq!(first["games"][0]["table"], json!(other));
    let next = first["next"].as_str().unwrap();
    let second = get(server.address, &format!("/api/archive?player=Anna&limit=1&before={next}")).await.json();
    assert_eq!(second["games"][0]["table"], json!(table));
    let won = get(server.address, "/api/archive?player=Anna&result=won&from=2020-01-01&speed=rapid").await.json();
    assert_eq!((won["games"].as_array().unwrap().len(), &won["games"][0]["table"]), (1, &json!(table)));
    assert_eq!(get(server.address, "/api/archive?to=2020-01-01").await.json()["games"], json!([]));
}

#[tokio::test]
async fn ndjson_archive_has_one_verified_record_per_line() {
    let server = TestServer::open().await;
    let (mut anna, mut bob) = (Person::new(&server, "Anna").await, Person::new(&server, "Bob").await);
    let mut tables = Vec::new();
    for _ in 0..23 {
        tables.insert(0, play(&server, &mut anna, &mut bob).await);
    }
    let answer = get(server.address, "/api/archive.ndjson?player=Anna").await;
    assert_eq!((answer.status, answer.header("content-type")), (200, Some("application/x-ndjson")));
    let lines: Vec<Value> = answer.text().lines().map(|line| serde_json::from_str(line).unwrap()).collect();
    let found: Vec<&str> = lines.iter().map(|line| line["result"]["table"].as_str().unwrap()).collect();
    assert_eq!(found, tables, "all pages, newest first");
    for line in &lines {
        let record = Record::from_json(&line["record"].to_string()).unwrap();
        assert!(record.verify().holds(), "{:?}", record.verify());
        assert_eq!(record.players, ["Anna", "Bob"]);
    }
    let some = get(server.address, "/api/archive.ndjson?limit=2").await.text();
    assert_eq!(some.lines().count(), 2);
    assert_eq!(get(server.address, "/api/archive.ndjson?limit=0").await.code(), "bad_range");
}

#[tokio::test]
async fn invalid_rated_tables_and_searches_are_refused() {
    let server = TestServer::open().await;
    let mut anna = Person::new(&server, "Anna").await;
    let refused = |answer: Answer| (answer.status, answer.code());
    let mut table = rated(&[human("?"), open()]);
    let mut guest = Person { cookies: Vec::new() };
    assert_eq!(refused(guest.post(&server, "/api/tables", table.clone()).await), (403, "rated_guest".into()));
    table["clock"] = Value::Null;
    assert_eq!(refused(anna.post(&server, "/api/tables", table.clone()).await), (422, "rated_clock".into()));
    let with_bot = rated(&[human("?"), bot()]);
    assert_eq!(refused(anna.post(&server, "/api/tables", with_bot).await), (422, "rated_computer".into()));
    let mut team = rated(&[human("?"), open()]);
    team["setup"]["game"] = json!("coop");
    assert_eq!(refused(anna.post(&server, "/api/tables", team).await), (422, "rated_setup".into()));

    let made = anna.post(&server, "/api/tables", rated(&[human("?"), open()])).await.json();
    let join = format!("/api/tables/{}/join", made["table"].as_str().unwrap());
    let seat = json!({"seat": 1, "name": "Guest"});
    assert_eq!(refused(guest.post(&server, &join, seat.clone()).await), (403, "rated_guest".into()));
    assert_eq!(refused(anna.post(&server, &join, seat).await), (409, "rated_twice".into()));
    let start = format!("/api/tables/{}/start", made["table"].as_str().unwrap());
    assert_eq!(refused(anna.post(&server, &start, json!({})).await), (422, "rated_computer".into()));

    for path in [
        "archive?limit=101",
        "archive?result=won",
        "archive?result=best&player=Anna",
        "archive?speed=fast",
        "archive?from=yesterday",
        "archive?before=x",
        "archive?whose=hers",
        "archive?colour=red",
        "leaderboard?size=three",
        "leaderboard?limit=0",
    ] {
        let answer = get(server.address, &format!("/api/{path}")).await;
        assert_eq!((answer.status, answer.code()), (400, "bad_range".into()), "{path}");
    }
    for path in ["people/Nobody", "people/Nobody/statistics", "people/Nobody/history", "leaderboard?after=Nobody"] {
        let answer = get(server.address, &format!("/api/{path}")).await;
        assert_eq!((answer.status, answer.code()), (404, "no_person".into()), "{path}");
    }
    let unfinished = format!("/api/tables/{}/result", made["table"].as_str().unwrap());
    assert_eq!(get(server.address, &unfinished).await.code(), "not_over");
}

#[tokio::test]
async fn old_games_get_results_at_the_next_start() {
    let server = TestServer::open().await;
    let (mut anna, mut bob) = (Person::new(&server, "Anna").await, Person::new(&server, "Bob").await);
    let table = play(&server, &mut anna, &mut bob).await;
    let path = format!("/api/tables/{table}/result");
    let before = get(server.address, &path).await.json();
    // Simulate a database from a version that did not store results.
    let forget = "DELETE FROM rating_changes; DELETE FROM result_seats; DELETE FROM results; DELETE FROM results_complete; \
                  DELETE FROM ratings; UPDATE terms SET rated = FALSE";
    assert!(server.write(forget));
    assert_eq!(get(server.address, &path).await.code(), "not_over");
    let server = server.reopen().await;
    for _ in 0..200 {
        if get(server.address, &path).await.status == 200 {
            break;
        }
        tokio::time::sleep(std::time::Duration::from_millis(50)).await;
    }
    let mut after = get(server.address, &path).await.json();
    assert_eq!(after["seats"][0]["rating"], Value::Null, "it was not rated");
    for seat in [0, 1] {
        after["seats"][seat]["rating"] = before["seats"][seat]["rating"].clone();
    }
    after["rated"] = json!(true);
    assert_eq!(after, before);
}

/// Returns a link of the corpus.
fn link(name: &str) -> String {
    let folder = concat!(env!("CARGO_MANIFEST_DIR"), "/../../corpus/carcassonnelab");
    std::fs::read_to_string(format!("{folder}/{name}.link")).unwrap()
}

/// Returns the names of the seats of all games that a search finds.
async fn found(server: &TestServer, query: &str) -> Vec<Value> {
    let page = get(server.address, &format!("/api/archive{query}")).await.json();
    let games = page["games"].as_array().unwrap().iter();
    games.map(|game| json!([game["seats"][0]["name"], game["seats"][1]["name"]])).collect()
}

#[tokio::test(flavor = "multi_thread")]
async fn imported_games_are_in_the_archive_once_and_belong_to_nobody() {
    let server = TestServer::open().await;
    let mut north = Person::new(&server, "North").await;
    let record = games::imports::read(&link("1-two-players")).unwrap().to_text();
    let texts = [link("1-two-players"), link("4-three-players"), record];
    let import = || {
        let games = texts.iter().map(|text| ForeignGame::read(text, false).unwrap()).collect();
        server.archive(|mut archive| archive.add(games)).unwrap()
    };
    assert_eq!((import(), import()), (2, 0), "the record is the game of the first link");

    let page = get(server.address, "/api/archive").await.json();
    assert_eq!(page["games"].as_array().unwrap().len(), 2);
    let game = &page["games"][1];
    let facts = ["imported", "rated", "public", "how", "speed"].map(|field| game[field].clone());
    assert_eq!(facts, [json!(true), json!(false), json!(true), json!("over"), json!("none")]);
    assert!(game["seats"][0]["account"] == false && game["seats"][0]["name"] == "North", "{game}");
    let path = format!("/api/tables/{}", game["table"].as_str().unwrap());
    assert_eq!(get(server.address, &path).await.json()["imported"], true);
    assert_eq!(get(server.address, &format!("{path}/record?format=link")).await.text(), link("1-two-players").trim());

    // The account of the same name has no such game, and no list of tables has one.
    assert_eq!(found(&server, "?player=north").await, Vec::<Value>::new());
    assert_eq!(found(&server, "?player=south").await, [json!(["North", "South"])]);
    let mine = north.get(&server, "/api/archive?whose=mine").await;
    assert_eq!(mine["games"], json!([]));
    assert_eq!(north.get(&server, "/api/people/north/statistics").await["all"]["games"], 0);
    assert_eq!(get(server.address, "/api/tables").await.json(), json!([]));

    let refused = |text: &str| ForeignGame::read(text, false).err().unwrap();
    assert!(matches!(refused(&link("5-unfinished")), ArchiveError::Unfinished));
    assert!(refused(&link("7-turned-tile")).to_string().contains("only r0 fits there"));
    assert!(matches!(refused("nothing"), ArchiveError::Invalid(_)));
}
