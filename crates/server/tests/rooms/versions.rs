//! Databases of earlier versions of the rules: their tables are shown, and their games go on by the rules that they began with.

use std::io::Read;

use crate::common::House;
use flate2::read::GzDecoder;

/// A database with three games that people had not ended.
const RULES_1: &[u8] = include_bytes!("../../../../corpus/databases/rules-1.db.gz");

#[tokio::test(flavor = "multi_thread")]
async fn games_of_an_earlier_version_go_on() {
    let folder = tempfile::tempdir().unwrap();
    let mut bytes = Vec::new();
    GzDecoder::new(RULES_1).read_to_end(&mut bytes).unwrap();
    std::fs::write(folder.path().join("bastide.sqlite"), bytes).unwrap();
    let house = House::open_in(folder, |_| {}).await;
    for table in ["ipz5tcfsydmt", "te5uwwjuc62r", "tgexspqhjcqz"] {
        let shown = crate::common::get(house.address, &format!("/api/tables/{table}")).await;
        assert_eq!((shown.status, &shown.json()["phase"]), (200, &"playing".into()), "{}", shown.text());
        let record = crate::common::get(house.address, &format!("/api/tables/{table}/record?format=json")).await.json();
        assert_eq!(record["rules_version"], 1, "{table}");
        let view = crate::common::get(house.address, &format!("/api/tables/{table}/view")).await;
        assert!(view.text().contains("\"decision\""), "{}", view.text());
    }
    // What the options were is told with the set-up, so that nobody takes them for today's.
    let count = crate::common::get(house.address, "/api/tables/tgexspqhjcqz").await.json();
    assert_eq!(count["setup"]["options"]["count_final"], "market_only");
}
