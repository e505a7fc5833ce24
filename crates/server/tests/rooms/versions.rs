//! Tests databases from earlier versions: all data is kept, and games continue under the rules they began with.

use std::io::Read;

use crate::common::browsing::Browser;
use crate::common::{TestServer, get};
use flate2::read::GzDecoder;
use tempfile::TempDir;

/// A database with three unfinished games.
const RULES_1: &[u8] = include_bytes!("../../../../corpus/databases/rules-1.db.gz");

/// Unpacks a database into a temporary folder.
fn unpacked(database: &[u8]) -> TempDir {
    let folder = tempfile::tempdir().unwrap();
    let mut bytes = Vec::new();
    GzDecoder::new(database).read_to_end(&mut bytes).unwrap();
    std::fs::write(folder.path().join("bastide.sqlite"), bytes).unwrap();
    folder
}

#[tokio::test(flavor = "multi_thread")]
async fn games_of_an_earlier_version_continue() {
    let server = TestServer::open_in(unpacked(RULES_1), |_| {}).await;
    for table in ["ipz5tcfsydmt", "te5uwwjuc62r", "tgexspqhjcqz"] {
        let shown = get(server.address, &format!("/api/tables/{table}")).await;
        assert_eq!((shown.status, &shown.json()["phase"]), (200, &"playing".into()), "{}", shown.text());
        let record = get(server.address, &format!("/api/tables/{table}/record?format=json")).await.json();
        assert_eq!(record["rules_version"], 1, "{table}");
        let view = get(server.address, &format!("/api/tables/{table}/view")).await;
        assert!(view.text().contains("\"decision\""), "{}", view.text());
    }
    // The set-up names the options available at the time, so that they are not mistaken for today's.
    let count = get(server.address, "/api/tables/tgexspqhjcqz").await.json();
    assert_eq!(count["setup"]["options"]["count_final"], "market_only");
}

/// A database of schema 17: two accounts, a running game with every type of data, a game waiting for players, and a finished game.
const SCHEMA_17: &[u8] = include_bytes!("../../../../corpus/databases/schema-17.db.gz");

#[tokio::test(flavor = "multi_thread")]
async fn schema_17_database_keeps_its_content() {
    let server = TestServer::open_in(unpacked(SCHEMA_17), |_| {}).await;
    let mut anna = Browser::default();
    let signed_in = anna.sign_in(&server, "Anna", "a long enough password").await;
    assert_eq!(signed_in.status, 200, "{}", signed_in.text());
    let mut tables = anna.tables(&server).await;
    tables.sort();
    assert_eq!(tables, ["383k3such7hf", "7c93a9rnenc7"]);
    let phases = [("383k3such7hf", "playing"), ("7c93a9rnenc7", "gathering"), ("97ecykjs7vnj", "finished")];
    for (table, phase) in phases {
        let shown = get(server.address, &format!("/api/tables/{table}")).await.json();
        assert_eq!(shown["phase"], phase, "{shown}");
    }
    let tokens = anna.get(&server, "/api/account/tokens").await.json();
    assert_eq!(tokens[0]["name"], "program", "{tokens}");
    let talk = get(server.address, "/api/talk").await.json();
    assert_eq!(talk["lines"][0]["words"], "Good evening", "{talk}");
    let archive = get(server.address, "/api/archive").await.json();
    assert_eq!(archive["games"][0]["table"], "97ecykjs7vnj", "{archive}");
}
