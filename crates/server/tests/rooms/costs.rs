//! Tests what requests cost, and that the server refuses them before doing the work; also tests the lobby's pages and abandoned tables.

use std::time::Duration;

use crate::common::browsing::Browser;
use crate::common::event_client::EventClient;
use crate::common::*;
use games::record::{Outcome, Record, Turn};
use games::{Actor, Game, Setup};
use serde_json::{Value, json};
use server::admin::AdminAction;

/// Returns a record with this many answers, the first of which is illegal: it parses, but replaying it fails immediately.
fn illegal(answers: usize) -> String {
    let mut record = Record::of(&Game::new(&Setup::base(2)).unwrap(), &[], None);
    record.turns = vec![Turn { answers: vec!["no".to_owned(); answers], ..Turn::default() }];
    record.outcome = Outcome::Unfinished;
    record.to_text()
}

/// Uses up the quota of 3,600 units, of which 60 return each second. Fewer than 100 are left, and those that return until the refusal.
async fn use_up_replays(server: &TestServer) {
    for answers in [60_000, 10_000] {
        while post(server.address, "/api/analyse", &json!({"record": illegal(answers)})).await.code() != "too_fast" {}
    }
}

#[tokio::test(flavor = "multi_thread")]
async fn position_beyond_a_record_is_refused_before_replaying() {
    let server = TestServer::open().await;
    let asked = json!({"record": illegal(50), "at": 999_999});
    let refused = post(server.address, "/api/analyse", &asked).await;
    assert_eq!((refused.status, refused.code().as_str()), (400, "bad_range"), "{}", refused.text());
    assert!(refused.text().contains("the game has 50 answers, not 999999"), "{}", refused.text());
    let within = post(server.address, "/api/analyse", &json!({"record": illegal(50), "at": 50})).await;
    assert_eq!(within.code(), "bad_record");
}

#[tokio::test(flavor = "multi_thread")]
async fn records_are_charged_by_their_answers() {
    for path in ["/api/analyse", "/api/records", "/api/transfers"] {
        let server = TestServer::open_with(|_| {}).await;
        let body = |record: &str| match path {
            "/api/transfers" => json!({"record": record, "seats": []}),
            _ => json!({"record": record}),
        };
        let long = body(&illegal(60_000));
        let mut codes = Vec::new();
        while codes.len() < 12 && codes.last().is_none_or(|code| code == "bad_record") {
            codes.push(post(server.address, path, &long).await.code());
        }
        // The quota is 3,600 units of a hundred answers each.
        assert!((5..=9).contains(&codes.len()), "{path}: {codes:?}");
        assert_eq!(codes.last().unwrap(), "too_fast", "{path}");
        let short = post(server.address, path, &body("x")).await;
        assert_eq!(short.code(), "bad_record", "{path}: an invalid record costs nothing more");
    }
}

#[tokio::test(flavor = "multi_thread")]
async fn replays_are_charged_by_their_answers() {
    let server = TestServer::open_with(|config| config.computer_delay = Duration::ZERO).await;
    let mut game = Game::new(&Setup::base(2)).unwrap();
    let deal = games::deal::Deal::new(games::deal::Seed::from_number(3), &Setup::base(2)).unwrap();
    while game.seq() < 210 {
        let dealt = if game.actor() == Actor::Chance { deal.answer(&game) } else { None };
        game.apply(dealt.unwrap_or_else(|| *game.legal().last().unwrap())).unwrap();
    }
    let record = Record::of(&game, &[], None);
    let made = post(server.address, "/api/records", &json!({"record": record.to_text()})).await.json();
    let path = format!("/api/tables/{}", made["table"].as_str().unwrap());
    // The record is built once; after that, only its bytes are charged.
    let first = get(server.address, &format!("{path}/record")).await.text();
    assert_eq!(first, record.to_text());
    use_up_replays(&server).await;
    // Each request costs three units. Twenty clients at once are faster than units return, even on a busy machine.
    let clients = (0..20).map(|_| {
        let (address, path) = (server.address, format!("{path}/events?from=200&to=210"));
        tokio::spawn(async move {
            for _ in 0..75 {
                let answer = get(address, &path).await;
                if answer.status != 200 {
                    return Some(answer.code());
                }
            }
            None
        })
    });
    let mut refused = Vec::new();
    for client in clients.collect::<Vec<_>>() {
        refused.extend(client.await.unwrap());
    }
    assert!(!refused.is_empty() && refused.iter().all(|code| code == "too_fast"), "{refused:?}");
    assert_eq!(get(server.address, &format!("{path}/record")).await.text(), first);
    assert_eq!(get(server.address, &format!("{path}/record?format=json")).await.json(), record.to_json());
    assert_eq!(get(server.address, &format!("{path}/view")).await.status, 200, "the newest view is not replayed");
}

#[tokio::test(flavor = "multi_thread")]
async fn drawn_pictures_are_charged_and_cached_ones_are_not() {
    let server = TestServer::open_with(|_| {}).await;
    let mut pictures = Vec::new();
    for _ in 0..30 {
        let (table, _) = make(server.address, &[human("A"), human("B")]).await;
        pictures.push(format!("/api/tables/{table}/preview.png"));
    }
    let cached = pictures.pop().unwrap();
    assert_eq!(get(server.address, &cached).await.status, 200);
    use_up_replays(&server).await;
    let asked = pictures.into_iter().map(|path| tokio::spawn(async move { get(server.address, &path).await }));
    let mut refused = 0;
    for answer in asked.collect::<Vec<_>>() {
        let answer = answer.await.unwrap();
        assert!(answer.status == 200 || answer.code() == "too_fast", "{}", answer.text());
        refused += usize::from(answer.status != 200);
    }
    assert!(refused > 0, "29 pictures cost 290 units, and fewer than 240 are left");
    assert_eq!(get(server.address, &cached).await.status, 200);
}

#[tokio::test(flavor = "multi_thread")]
async fn table_lists_are_charged_by_their_length() {
    let server = TestServer::open_with(|_| {}).await;
    let refused_after = async |path: &str, most: usize| {
        for number in 0..most {
            if get(server.address, path).await.status == 429 {
                return number;
            }
        }
        most
    };
    let pages = refused_after("/api/tables?public=true&limit=100", 400).await;
    assert!((240..=330).contains(&pages), "{pages}");
}

/// Returns a request for a public table.
fn public(seats: &[Value]) -> Value {
    let mut asked = new_table(seats);
    asked["public"] = json!(true);
    asked
}

fn names(list: &Value) -> Vec<String> {
    list.as_array().unwrap().iter().map(|table| table["table"].as_str().unwrap().to_owned()).collect()
}

#[tokio::test(flavor = "multi_thread")]
async fn closed_table_leaves_every_page_of_the_lobby() {
    let server = TestServer::open().await;
    let mut anna = Browser::default();
    let mut made = Vec::new();
    for _ in 0..3 {
        made.push(anna.post(&server, "/api/tables", public(&[human("A"), open()])).await.json());
    }
    let name = made[1]["table"].as_str().unwrap().to_owned();
    let cookie: Vec<String> = anna.cookies.iter().map(|(name, value)| format!("{name}={value}")).collect();
    let (mut events, ..) = EventClient::open(server.address, &cookie.join("; "), "?lobby=1").await;
    server.admin_database(|database| database.act(AdminAction::Close { table: name.clone() }, "abuse", None).unwrap());
    // Newly created tables may be announced first.
    while events.next_of("lobby").await["gone"] != json!([name]) {}
    for query in ["", "&limit=10", "&open=true", "&game=carcassonne&clock=none&rated=false"] {
        let list = get(server.address, &format!("/api/tables?public=true{query}")).await.json();
        let names = names(&list);
        assert!(names.len() == 2 && !names.contains(&name), "{query}: {names:?}");
    }
}

/// Waits until the lobby lists this many tables.
async fn until_listed(server: &TestServer, count: usize) -> Vec<String> {
    for _ in 0..500 {
        let names = names(&get(server.address, "/api/tables?public=true&limit=10").await.json());
        if names.len() == count {
            return names;
        }
        tokio::time::sleep(Duration::from_millis(20)).await;
    }
    panic!("the lobby never listed {count} tables");
}

#[tokio::test(flavor = "multi_thread")]
async fn abandoned_tables_leave_the_lobby_and_unstarted_ones_are_deleted() {
    let server = TestServer::open().await;
    let mut made = Vec::new();
    for asked in [[human("A"), open()], [human("A"), open()], [human("A"), human("B")], [human("A"), human("B")]] {
        let table = post(server.address, "/api/tables", &public(&asked)).await.json();
        made.push((table["table"].as_str().unwrap().to_owned(), table["tokens"][0]["token"].clone()));
    }
    until_listed(&server, 4).await;
    // The first moves are automatic: wait until it is a player's turn.
    for (name, _) in &made[2..] {
        let (mut client, welcome) = Client::hello(server.address, name, &[], None).await;
        client.until_asked(welcome["view"].clone()).await;
    }
    let back_date = |name: &str, days: i64| {
        let millis = days * 24 * 60 * 60 * 1000;
        for (of, key) in [("tables", "name"), ("lobby", "tab")] {
            assert!(server.write(&format!("UPDATE {of} SET updated = updated - {millis} WHERE {key} = '{name}'")));
        }
    };
    for ((name, _), days) in made.iter().zip([2, 31, 2, 15]) {
        back_date(name, days);
    }
    let server = server.reopen().await;
    // Neither of the two waiting tables is listed; of the two games, only the one with an answer in the last two weeks is.
    assert_eq!(until_listed(&server, 1).await, [made[2].0.clone()]);
    for _ in 0..500 {
        if server.number("SELECT count(*) FROM tables") == 3 {
            break;
        }
        tokio::time::sleep(Duration::from_millis(20)).await;
    }
    let status = async |name: &str| get(server.address, &format!("/api/tables/{name}")).await.status;
    let gone = [status(&made[0].0).await, status(&made[1].0).await, status(&made[3].0).await];
    assert_eq!(gone, [200, 404, 200]);
    // Tables that change are listed again.
    let (mut client, welcome) = Client::hello(server.address, &made[3].0, &tokens(&made[3].1), None).await;
    let view = client.until_asked(welcome["view"].clone()).await;
    client.send(&json!({"type": "resign", "seat": 0})).await;
    drop(view);
    let join = json!({"seat": 1, "name": "B"});
    assert_eq!(post(server.address, &format!("/api/tables/{}/join", made[0].0), &join).await.status, 200);
    let listed = until_listed(&server, 2).await;
    assert!(listed.contains(&made[0].0) && listed.contains(&made[2].0), "{listed:?}");
}

fn tokens(token: &Value) -> Vec<String> {
    vec![token.as_str().unwrap().to_owned()]
}
