//! Records of games played under earlier versions of the rules: each can still be read, replayed under its own version, and verified
//! completely.

#![cfg(feature = "imports")]

use std::fs::File;
use std::io::{BufRead, BufReader};
use std::path::Path;

use flate2::read::GzDecoder;
use games::RULES_VERSION;
use games::record::Record;
use games::snapshot;

/// Returns the lines of a compressed file in the corpus.
fn lines(file: &str) -> impl Iterator<Item = String> {
    let root = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../corpus");
    let file = File::open(root.join(file)).unwrap();
    BufReader::new(GzDecoder::new(file)).lines().map(Result::unwrap)
}

/// Returns the records of a version, one per line as JSON.
fn records(version: u32) -> Vec<Record> {
    lines(&format!("records/rules-{version}.jsonl.gz")).map(|line| Record::from_json(&line).unwrap()).collect()
}

#[test]
fn records_of_every_version_verify() {
    for version in 1..RULES_VERSION {
        let records = records(version);
        assert!(records.len() >= 100, "{} records of version {version}", records.len());
        for record in &records {
            assert_eq!(record.rules_version, version);
            let verdict = record.verify();
            assert!(verdict.failed.is_empty(), "{}: {:?}", record.setup.canonical(), verdict.failed);
            // All five aspects of a finished game can be checked: scores, seed, draws, hashes, and answers.
            assert_eq!(verdict.held.len(), 5, "{:?}", verdict.held);
        }
    }
}

/// Each line names a record of version 3, a number of its answers, and the snapshot after them in hexadecimal digits.
#[test]
fn snapshots_of_format_5_are_read() {
    let records = records(3);
    let mut read = 0;
    for line in lines("snapshots/format-5.txt.gz") {
        let parts: Vec<&str> = line.split(' ').collect();
        let [record, answers] = [0, 1].map(|i| parts[i].parse::<usize>().unwrap());
        let byte = |two: &[u8]| u8::from_str_radix(str::from_utf8(two).unwrap(), 16).unwrap();
        let bytes: Vec<u8> = parts[2].as_bytes().chunks(2).map(byte).collect();
        let played = records[record].replay_to(answers).unwrap();
        let kept = snapshot::read(played.setup(), &bytes).unwrap();
        assert_eq!((kept.answers(), kept.view()), (played.answers(), played.view()), "{line:.40}");
        assert_eq!(kept.position_hash(), played.position_hash());
        let again = snapshot::write(&kept);
        assert_eq!(again, snapshot::write(&played));
        assert!(again[4] == 6 && bytes[4] == 5);
        read += 1;
    }
    assert!(read >= 100, "{read} snapshots");
}

#[test]
fn record_keeps_its_version() {
    for record in records(1) {
        let text = record.to_text();
        assert_eq!(Record::from_text(&text).unwrap(), record);
        let again = Record::of(&record.replay().unwrap(), &record.players, None);
        assert_eq!((again.rules_version, &again.setup, &again.turns), (1, &record.setup, &record.turns));
    }
}

#[test]
fn former_defaults_are_spelled_out() {
    let line = "bastide record 1\nrules: 1\nsetup: carcassonne+count seats=2\nresult: unfinished\n0. first:0\n";
    let game = Record::from_text(line).unwrap().replay().unwrap();
    assert_eq!(game.setup().options["count_final"], "market_only");
    assert_eq!(game.setup().canonical(), "carcassonne+count seats=2");
    let other = line.replace("seats=2", "seats=2 count_final=any_quarter");
    let game = Record::from_text(&other).unwrap().replay().unwrap();
    assert_eq!(game.setup().canonical(), "carcassonne+count seats=2 count_final=any_quarter");
}

#[test]
fn double_turns_of_version_2_are_not_a_decision() {
    let line =
        "bastide record 1\nrules: 2\nsetup: carcassonne+traders-builders seats=2\nresult: unfinished\n0. first:0\n";
    let game = Record::from_text(line).unwrap().replay().unwrap();
    assert_eq!(game.setup().options["builder_turn"], "must");
    assert_eq!(game.setup().canonical(), "carcassonne+traders-builders seats=2");
    let newest = Record::from_text(&line.replace("rules: 2", "rules: 3")).unwrap().replay().unwrap();
    assert_eq!(newest.setup().options.get("builder_turn"), None);
}
