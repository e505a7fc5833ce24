//! End-to-end tests of followed players: who can follow whom, the lists of players and games, and what ends a follow.

use crate::common::browsing::{Browser, PASSWORD};
use crate::common::{TestServer, get, human, open};
use serde_json::{Value, json};

async fn account(server: &TestServer, name: &str) -> Browser {
    let mut browser = Browser::default();
    let made = browser.sign_up(server, name, false).await;
    assert_eq!(made.status, 201, "{}", made.text());
    browser
}

async fn follow(browser: &mut Browser, server: &TestServer, name: &str) -> (u16, Value) {
    let answer = browser.post(server, "/api/account/follows", json!({"name": name})).await;
    (answer.status, answer.json())
}

/// Returns the code with which a request to follow a player is refused.
async fn refused(browser: &mut Browser, server: &TestServer, name: &str) -> String {
    follow(browser, server, name).await.1["error"]["code"].as_str().unwrap_or("none").to_owned()
}

/// Returns the names of the followed players, in the order of the list.
async fn followed(browser: &mut Browser, server: &TestServer) -> Vec<String> {
    let page = browser.get(server, "/api/people?list=following").await.json();
    let people = page["people"].as_array().unwrap_or_else(|| panic!("{page}"));
    assert!(people.iter().all(|one| one["followed"] == true), "{page}");
    people.iter().map(|one| one["name"].as_str().unwrap().to_owned()).collect()
}

/// Returns the names of the tables in a list.
async fn games(browser: &mut Browser, server: &TestServer) -> Vec<String> {
    let tables = browser.get(server, "/api/following").await.json();
    tables.as_array().unwrap().iter().map(|one| one["table"].as_str().unwrap().to_owned()).collect()
}

#[tokio::test]
async fn followed_players_are_listed_with_those_online_first() {
    let server = TestServer::open().await;
    let mut anna = account(&server, "Anna").await;
    let mut borys = account(&server, "Borys").await;
    account(&server, "Cleo").await;
    assert_eq!(follow(&mut anna, &server, "CLEO").await, (200, json!({"name": "Cleo", "followed": true})));
    assert_eq!(follow(&mut anna, &server, "Borys").await.0, 200);
    assert_eq!(follow(&mut anna, &server, "Borys").await.0, 200, "a repeated request changes nothing");
    assert_eq!(followed(&mut anna, &server).await, ["Borys", "Cleo"]);
    let (_cleo_listens, _) = {
        let mut cleo = Browser::default();
        assert_eq!(cleo.sign_in(&server, "Cleo", PASSWORD).await.status, 200);
        cleo.listen(server.address).await
    };
    assert_eq!(followed(&mut anna, &server).await, ["Cleo", "Borys"]);
    let second = anna.get(&server, "/api/people?list=following&limit=1&after=Cleo").await.json();
    assert_eq!((&second["people"][0]["name"], &second["people"][0]["online"]), (&json!("Borys"), &json!(false)));
    assert_eq!(anna.get(&server, "/api/people/borys").await.json()["followed"], true);
    assert_eq!(get(server.address, "/api/people/borys").await.json()["followed"], false);
    assert_eq!(borys.get(&server, "/api/people/anna").await.json()["followed"], false, "following isn't mutual");
    assert!(followed(&mut borys, &server).await.is_empty());

    let end = anna.post(&server, "/api/account/follows/end", json!({"name": "cleo"})).await;
    assert_eq!(end.json(), json!({"name": "Cleo", "followed": false}));
    assert_eq!(followed(&mut anna, &server).await, ["Borys"]);
}

#[tokio::test]
async fn accounts_follow_neither_themselves_nor_unknown_players_nor_too_many() {
    let server = TestServer::open().await;
    let mut anna = account(&server, "Anna").await;
    account(&server, "Borys").await;
    account(&server, "Cleo").await;
    assert_eq!(refused(&mut anna, &server, "anna").await, "follow");
    assert_eq!(refused(&mut anna, &server, "nobody here").await, "no_person");
    assert_eq!(anna.post(&server, "/api/account/follows", json!({"who": "Borys"})).await.status, 400);
    let end = anna.post(&server, "/api/account/follows/end", json!({"name": "nobody here"})).await;
    assert_eq!(end.code(), "no_person");
    let mut guest = Browser::default();
    assert_eq!(refused(&mut guest, &server, "Anna").await, "signed_out");
    for path in ["/api/people?list=following", "/api/following"] {
        assert_eq!(guest.get(&server, path).await.code(), "signed_out", "{path}");
    }
    let anna_id = server.number("SELECT id FROM accounts WHERE name = 'Anna'");
    for number in 0..199 {
        assert!(server.write(&format!(
            "INSERT INTO accounts (name, folded, password, created) VALUES ('P{number}', 'p{number}', '', 0); \
             INSERT INTO follows (account, followed, created) \
             SELECT {anna_id}, id, 0 FROM accounts WHERE name = 'P{number}'"
        )));
    }
    assert_eq!(follow(&mut anna, &server, "Borys").await.0, 200);
    assert_eq!(refused(&mut anna, &server, "Cleo").await, "follow", "200 is the maximum");
    assert_eq!(follow(&mut anna, &server, "Borys").await.0, 200, "following again isn't one more");
}

#[tokio::test]
async fn blocking_a_player_ends_follows_in_both_directions() {
    let server = TestServer::open().await;
    let (mut anna, mut borys) = (account(&server, "Anna").await, account(&server, "Borys").await);
    follow(&mut anna, &server, "Borys").await;
    follow(&mut borys, &server, "Anna").await;
    assert_eq!(anna.post(&server, "/api/account/blocks", json!({"name": "Borys"})).await.status, 200);
    assert!(followed(&mut anna, &server).await.is_empty() && followed(&mut borys, &server).await.is_empty());
    assert_eq!(refused(&mut anna, &server, "Borys").await, "follow");
    assert_eq!(refused(&mut borys, &server, "Anna").await, "follow");
    assert_eq!(anna.post(&server, "/api/account/blocks/end", json!({"name": "Borys"})).await.status, 200);
    assert_eq!(follow(&mut borys, &server, "Anna").await.0, 200);
}

#[tokio::test]
async fn exports_have_the_followed_players_and_deleted_accounts_leave_no_follows() {
    let server = TestServer::open().await;
    let (mut anna, mut borys) = (account(&server, "Anna").await, account(&server, "Borys").await);
    follow(&mut anna, &server, "Borys").await;
    follow(&mut borys, &server, "Anna").await;
    let export = anna.get(&server, "/api/account/download").await.json();
    assert_eq!(export["follows"][0]["name"], "Borys");
    assert!(export["follows"][0]["since"].as_i64().unwrap() > 0 && export["follows"].as_array().unwrap().len() == 1);
    let deleted = borys.post(&server, "/api/account/delete", json!({"password": PASSWORD})).await;
    assert!(deleted.status < 300, "{}", deleted.text());
    assert_eq!(server.number("SELECT count(*) FROM follows"), 0);
    assert!(followed(&mut anna, &server).await.is_empty());
}

#[tokio::test]
async fn running_games_of_followed_players_are_listed_if_everyone_may_watch_them() {
    let server = TestServer::open().await;
    let mut anna = account(&server, "Anna").await;
    let mut borys = account(&server, "Borys").await;
    follow(&mut anna, &server, "Borys").await;
    let with = |more: Value| {
        let mut table = json!({
            "setup": {"game": "carcassonne", "seats": 2}, "seats": [human("?"), human("Guest")], "public": true,
        });
        table.as_object_mut().unwrap().extend(more.as_object().unwrap().clone());
        table
    };
    let untimed = borys.post(&server, "/api/tables", with(json!({}))).await.json();
    for hidden in [
        json!({"public": false}),
        json!({"spectators": false}),
        json!({"seats": [human("?"), open()]}),
        json!({"public": false, "invited": ["Anna"]}),
    ] {
        let made = borys.post(&server, "/api/tables", with(hidden.clone())).await;
        assert_eq!(made.status, 200, "{hidden}: {}", made.text());
    }
    assert_eq!(games(&mut anna, &server).await, [untimed["table"].as_str().unwrap()]);
    let clock = json!({"type": "game", "start": 600, "increment": 10});
    let timed = borys.post(&server, "/api/tables", with(json!({"clock": clock}))).await.json();
    let both = [&timed, &untimed].map(|made| made["table"].as_str().unwrap());
    assert_eq!(games(&mut anna, &server).await, both, "games with a real-time clock come first");
    assert!(games(&mut borys, &server).await.is_empty());

    let (mut client, _) = borys.sit(&server, both[0]).await;
    client.send(&json!({"type": "resign", "seat": 0})).await;
    while client.next_of("table").await["table"]["phase"] != "finished" {}
    assert_eq!(games(&mut anna, &server).await, both[1..]);
}
