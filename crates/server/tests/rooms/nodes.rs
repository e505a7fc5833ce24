//! Tests two nodes that share a database: accounts and sessions work on both. The tests need PostgreSQL and NATS, and say so when they are
//! skipped.

use std::time::Duration;

use serde_json::{Value, json};

use super::notifications::{over_days, play_turn, settings, signed_up, subscribed, until};
use super::sign_in::{self, origin, visitor};
use super::{studies, tournaments};
use crate::common::browsing::{Browser, PASSWORD};
use crate::common::event_client::{EventClient, TIMEOUT};
use crate::common::{TestServer, without_delays};
use crate::mail::{TestMailServer, TestPushService};
use crate::provider::TestProvider;

/// Maximum time for a message to travel between the nodes.
const UNDER_WAY: Duration = Duration::from_millis(500);

/// Starts two nodes with these settings.
async fn two_servers(set: impl Fn(&mut server::Config)) -> Option<(TestServer, TestServer)> {
    let (servers, nats) = (std::env::var("BASTIDE_TEST_SERVERS_ON"), std::env::var("BASTIDE_TEST_NATS"));
    let (Ok(_), Ok(nats)) = (servers, nats) else {
        println!("skipped: set BASTIDE_TEST_SERVERS_ON and BASTIDE_TEST_NATS to test two nodes");
        return None;
    };
    let cluster = format!("rooms-{}-{}", std::process::id(), server::storage::now());
    let shared = |config: &mut server::Config, node: &str| {
        set(config);
        config.cluster =
            Some(server::ClusterConfig { nats: nats.clone(), cluster: cluster.clone(), node: node.to_owned() });
    };
    let one = TestServer::open_with(|config| shared(config, "one")).await;
    let two = one.open_on_same_database(|config| shared(config, "two")).await;
    Some((one, two))
}

#[tokio::test]
async fn watching_on_one_node_suppresses_notifications_of_the_other() {
    let (post, pushes) = (TestMailServer::open().await, TestPushService::open().await);
    let Some((one, two)) = two_servers(|config| settings(config, &post)).await else { return };
    let (mut anna, mut borys) = (signed_up(&one, "Anna").await, signed_up(&one, "Borys").await);
    subscribed(&mut anna, &one, &pushes, "anna").await;
    let table = over_days(&one, &mut anna, &mut borys).await;
    pushes.pushes(1).await;
    // Either node may find the pending notification first.
    for _ in 0..3 {
        turn(&two, &mut anna, &table, 0).await;
        let (looks, _) = anna.sit(&two, &table).await;
        turn(&one, &mut borys, &table, 1).await;
        until(&one, "outbox WHERE kind = 'turn'", 0).await;
        drop(looks);
    }
    assert_eq!(pushes.count_after_pause().await, 1);
    // Anna is no longer watching, so she is notified.
    turn(&two, &mut anna, &table, 0).await;
    turn(&one, &mut borys, &table, 1).await;
    pushes.pushes(2).await;
}

/// Plays a seat's turn through a node, as soon as that node knows that it is the seat's turn.
async fn turn(server: &TestServer, browser: &mut Browser, table: &str, seat: u8) {
    while browser.get(server, &format!("/api/tables/{table}/view")).await.json()["decision"]["seat"] != json!(seat) {
        tokio::time::sleep(Duration::from_millis(10)).await;
    }
    let (mut socket, _) = browser.sit(server, table).await;
    play_turn(server, browser, &mut socket, table, seat).await;
}

#[tokio::test]
async fn change_to_a_study_reaches_readers_on_the_other_node() {
    let Some((one, two)) = two_servers(|_| {}).await else { return };
    let mut anna = studies::account(&one, "Anna").await;
    let id = studies::create(&one, &mut anna, "link").await;
    let path = format!("/api/studies/{id}");
    let (mut reader, _, first) = EventClient::open_at(two.address, "", &format!("{path}/events")).await;
    assert_eq!(first, json!({"type": "open", "version": 1, "shown": null}));
    // The nodes know each other once an event has travelled.
    let shown = json!({"chapter": 0, "node": "a"});
    let travelled = async {
        loop {
            anna.post(&one, &format!("{path}/show"), shown.clone()).await;
            if let Ok(event) = tokio::time::timeout(UNDER_WAY, reader.next()).await {
                return event.unwrap();
            }
        }
    };
    let event = tokio::time::timeout(TIMEOUT, travelled).await.expect("an event travels between the nodes");
    assert_eq!(event, json!({"type": "shown", "chapter": 0, "node": "a"}));
    anna.post(&one, &path, json!({"version": 1, "visibility": "public"})).await;
    assert_eq!(reader.next_of("changed").await, json!({"type": "changed", "version": 2}));
}

#[tokio::test]
async fn two_nodes_neither_lose_nor_double_a_step_of_a_tournament() {
    let Some((one, two)) = two_servers(without_delays).await else { return };
    let names = ["Anna", "Borys", "Clara", "Dmytro", "Emma", "Fedir", "Greta", "Hanna"];
    let mut players = tournaments::accounts(&one, names).await;
    let path = tournaments::create(&one, &mut players[0], tournaments::knock_out(1)).await;
    let join = (0..).zip(&mut players).map(|(number, player): (usize, _)| {
        let server = if number % 2 == 0 { &one } else { &two };
        tournaments::act(server, player, &path, json!({"act": "join"}))
    });
    futures_util::future::join_all(join).await;
    let organiser = &mut players[0];
    tournaments::act(&two, organiser, &path, json!({"act": "pair"})).await;
    let shown = tournaments::show(&one, &path).await;
    assert_eq!((&shown["steps"], shown["players"].as_array().unwrap().len()), (&json!(9), 8));
    // Both nodes look for results that are due.
    for number in 0..4 {
        let table = tournaments::table_of(&one, &path, number, 0).await;
        let second = shown["matches"][number]["second"].as_u64().unwrap() as usize - 1;
        // The players are numbered as they joined.
        let loser = names.iter().position(|name| shown["players"][second]["name"] == *name).unwrap();
        tournaments::resign(if number % 2 == 0 { &one } else { &two }, &players[loser], &table).await;
    }
    let shown = tournaments::until(&two, &path, |shown| shown["phase"] == "between_rounds").await;
    tokio::time::sleep(3 * UNDER_WAY).await;
    assert_eq!(tournaments::show(&one, &path).await["steps"], shown["steps"]);
    assert_eq!(shown["steps"], 13, "8 joined, a round, 4 results");
    assert_eq!(one.number("SELECT count(*) FROM tournament_tables JOIN tables ON name = tab"), 4);
}

#[tokio::test]
async fn proof_of_identity_is_valid_on_all_nodes() {
    let Some((one, two)) = two_servers(without_delays).await else { return };
    let mut anna = signed_up(&one, "Anna").await;
    assert_eq!(anna.post(&two, "/api/account/delete", json!({})).await.code(), "proof_needed");
    assert_eq!(anna.post(&one, "/api/account/prove", json!({"password": PASSWORD})).await.status, 200);
    tokio::time::sleep(UNDER_WAY).await;
    assert_eq!(anna.post(&two, "/api/account/delete", json!({})).await.status, 200);
    assert_eq!(anna.get(&one, "/api/account").await.json()["account"], Value::Null);
}

#[tokio::test]
async fn passkey_challenge_of_one_node_is_answered_once_on_another() {
    let Some((one, two)) = two_servers(without_delays).await else { return };
    let mut passkey = sign_in::sign_up(&mut visitor(&one), &one, "Anna", 1).await;
    let (mut anna, mut again) = (visitor(&one), visitor(&two));
    let (word, options) = sign_in::challenge(&mut anna, &one, json!({"for": "sign_in"})).await;
    tokio::time::sleep(UNDER_WAY).await;
    anna.origin = Some(origin(&two));
    let body = json!({"challenge": word, "credential": passkey.answer(&options, &origin(&one))});
    let came = anna.post(&two, "/api/account/passkeys/sign-in", body.clone()).await;
    assert_eq!((came.status, &came.json()["account"]["name"]), (200, &json!("Anna")), "{}", came.text());
    tokio::time::sleep(UNDER_WAY).await;
    assert_eq!(again.post(&two, "/api/account/passkeys/sign-in", body.clone()).await.code(), "expired");
    again.origin = Some(origin(&one));
    assert_eq!(again.post(&one, "/api/account/passkeys/sign-in", body).await.code(), "expired");
}

#[tokio::test]
async fn openid_sign_up_works_across_nodes() {
    let provider = TestProvider::open().await;
    let set_up = provider.set_up("example");
    let set = |config: &mut server::Config| {
        without_delays(config);
        config.providers = vec![set_up.clone()];
    };
    let Some((one, two)) = two_servers(set).await else { return };
    let mut anna = visitor(&one);
    let left = sign_in::leave(&mut anna, &one, "sign_in").await.json();
    let back = provider.let_in(left["to"].as_str().unwrap(), "anna-1");
    tokio::time::sleep(UNDER_WAY).await;
    assert_eq!(sign_in::come(&mut anna, &two, &back).await, "new");
    tokio::time::sleep(UNDER_WAY).await;
    let named = anna.post(&one, "/api/account/openid/sign-up", json!({"name": "Anna"})).await;
    assert_eq!((named.status, &named.json()["account"]["name"]), (201, &json!("Anna")), "{}", named.text());
}
