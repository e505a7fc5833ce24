//! End-to-end tests of watching: the games on the TV, sockets that only watch, and pages that other sites may embed.

use std::time::Duration;

use crate::common::browsing::Browser;
use crate::common::{Client, TestServer, ask, get, human};
use serde_json::{Value, json};

/// Creates a running game of two players on one screen. Returns its name.
async fn game(server: &TestServer, browser: &mut Browser, more: Value) -> String {
    let mut table = json!({
        "setup": {"game": "carcassonne", "seats": 2}, "seats": [human("Anna"), human("Borys")], "public": true,
    });
    table.as_object_mut().unwrap().extend(more.as_object().unwrap().clone());
    let made = browser.post(server, "/api/tables", table).await;
    assert_eq!(made.status, 200, "{}", made.text());
    made.json()["table"].as_str().unwrap().to_owned()
}

#[tokio::test]
async fn tv_shows_a_running_public_game_for_each_kind_of_clock() {
    let server = TestServer::open().await;
    let mut browser = Browser::default();
    let clock = json!({"type": "turn", "seconds": 600});
    game(&server, &mut browser, json!({"clock": clock, "public": false})).await;
    game(&server, &mut browser, json!({"clock": clock, "spectators": false})).await;
    let live = game(&server, &mut browser, json!({"clock": clock})).await;
    let days = game(&server, &mut browser, json!({"clock": {"type": "days", "days": 3}})).await;
    // A game has a turn only after its first tile was drawn.
    while get(server.address, "/api/tables?public=true").await.text().contains(r#""turn":null"#) {
        tokio::time::sleep(Duration::from_millis(20)).await;
    }
    let shown = get(server.address, "/api/tv").await;
    assert_eq!(shown.status, 200, "{}", shown.text());
    let mut channels: Vec<_> = shown
        .json()
        .as_array()
        .unwrap()
        .iter()
        .map(|one| {
            assert_eq!((&one["game"], &one["rating"]), (&json!("carcassonne"), &json!(0)));
            (one["clock"].as_str().unwrap().to_owned(), one["table"]["table"].as_str().unwrap().to_owned())
        })
        .collect();
    channels.sort();
    assert_eq!(channels, [("days".to_owned(), days), ("live".to_owned(), live)]);
}

#[tokio::test]
async fn a_socket_that_only_watches_opens_no_seats_and_never_acts() {
    let server = TestServer::open().await;
    let mut anna = Browser::default();
    assert_eq!(anna.sign_up(&server, "Anna", false).await.status, 201);
    let table = game(&server, &mut anna, json!({})).await;
    let (_, seats) = anna.sit(&server, &table).await;
    assert_eq!(seats, json!([0, 1]));
    let token = anna.post(&server, &format!("/api/tables/{table}/token"), json!({"seat": 0})).await.json();

    let cookies: Vec<String> = anna.cookies.iter().map(|(name, value)| format!("{name}={value}")).collect();
    let path = format!("{table}/socket?watch=true&x=");
    assert!(Client::try_connect_to(server.address, &path, &[]).await.is_err(), "unknown parameters are refused");
    let mut watcher = watch(&server, &table, &cookies.join("; ")).await;
    watcher.send(&json!({"type": "hello", "v": 1, "tokens": [token["token"]], "since": null})).await;
    let welcome = watcher.next_of("welcome").await;
    assert_eq!(welcome["you"], json!([]));
    watcher.answer_first(&welcome["view"]).await;
    assert_eq!(watcher.refusal().await, "no_seat");
    for message in [
        json!({"type": "resign", "seat": 0}),
        json!({"type": "abort"}),
        json!({"type": "say", "phrase": "luck"}),
        json!({"type": "consent", "agree": true}),
    ] {
        watcher.send(&message).await;
        assert_eq!(watcher.refusal().await, "no_seat", "{message}");
    }
    watcher.send(&json!({"type": "ping"})).await;
    watcher.next_of("pong").await;

    let (mut player, _) = anna.sit(&server, &table).await;
    player.answer_first(&welcome["view"]).await;
    assert_eq!(watcher.next_of("update").await["seq"], welcome["seq"].as_u64().unwrap() + 1, "the game is followed");
}

/// Opens a socket that only watches, as a browser with cookies would.
async fn watch(server: &TestServer, table: &str, cookies: &str) -> Client {
    Client::try_connect_to(server.address, &format!("{table}/socket?watch=true"), &[("cookie", cookies)]).await.unwrap()
}

#[tokio::test]
async fn invited_players_cannot_watch_without_their_seats() {
    let server = TestServer::open().await;
    let mut anna = Browser::default();
    assert_eq!(anna.sign_up(&server, "Anna", false).await.status, 201);
    let table = game(&server, &mut anna, json!({"public": false, "spectators": false})).await;
    let cookies: Vec<String> = anna.cookies.iter().map(|(name, value)| format!("{name}={value}")).collect();
    let mut watcher = watch(&server, &table, &cookies.join("; ")).await;
    watcher.send(&json!({"type": "hello", "v": 1, "tokens": [], "since": null})).await;
    assert_eq!(watcher.refusal().await, "no_spectators");
    assert!(watcher.try_next().await.is_none());
}

#[tokio::test]
async fn other_sites_can_embed_only_the_pages_of_single_games() {
    let server = TestServer::open().await;
    let mut browser = Browser::default();
    let table = game(&server, &mut browser, json!({})).await;
    for (path, embeddable) in [
        (format!("/embed/{table}"), true),
        (format!("/overlay/{table}?theme=dark"), true),
        (format!("/t/{table}"), false),
        (format!("/r/{table}"), false),
        ("/".to_owned(), false),
        ("/tv".to_owned(), false),
        ("/account".to_owned(), false),
        ("/embed".to_owned(), false),
        (format!("/embed/{table}/x"), false),
        (format!("/api/tables/{table}"), false),
    ] {
        let answer = ask(server.address, "GET", &path, &["Accept: text/html"], "").await;
        let policy = answer.header("content-security-policy").unwrap();
        let ancestors = if embeddable { "frame-ancestors *" } else { "frame-ancestors 'none'" };
        assert!(policy.ends_with(ancestors), "{path}: {policy}");
        assert_eq!(answer.header("x-frame-options"), (!embeddable).then_some("DENY"), "{path}");
        assert!(answer.header("set-cookie").is_none(), "{path}");
    }
}
