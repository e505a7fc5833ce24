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

/// A database of schema 22 with unfinished games of version 3 of the rules, from all games and with most expansions, written before kinds
/// of tile had two bytes. Each table is given with the number of its answers.
const RULES_3: &[u8] = include_bytes!("../../../../corpus/databases/rules-3.db.gz");
const TABLES_OF_VERSION_3: [(&str, usize); 15] = [
    ("b9tt4xysnvsd", 114),
    ("srvkh38iepr3", 129),
    ("uwgpxsdf6g6d", 125),
    ("p8kjt52r9tz2", 382),
    ("yrdm8csj5ahe", 286),
    ("868sibcqt4gg", 473),
    ("j4h93ethr9kx", 645),
    ("5vznf2p6qwxs", 130),
    ("nf9qu6vgxsm4", 148),
    ("v7pcmh624wz9", 166),
    ("zmfmacqncruc", 32),
    ("x5uuux878uu5", 170),
    ("pgn8bmqhgbf9", 19),
    ("7jar8aszrqw6", 149),
    ("gnri3amejndk", 2),
];

#[tokio::test(flavor = "multi_thread")]
async fn games_of_version_3_continue() {
    let server = TestServer::open_in(unpacked(RULES_3), |_| {}).await;
    for (table, answers) in TABLES_OF_VERSION_3 {
        let shown = get(server.address, &format!("/api/tables/{table}")).await;
        assert_eq!(shown.json()["phase"], "playing", "{}", shown.text());
        let record = get(server.address, &format!("/api/tables/{table}/record?format=json")).await.json();
        let of_turns = record["turns"].as_array().unwrap().iter().map(|turn| turn["answers"].as_array().unwrap().len());
        assert_eq!((&record["rules_version"], of_turns.sum::<usize>()), (&3.into(), answers), "{table}");
        let view = get(server.address, &format!("/api/tables/{table}/view")).await;
        assert!(view.json()["decision"]["seat"].is_u64(), "{}", view.text());
    }
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
