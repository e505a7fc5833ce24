//! The files of the corpus match the engine's current output. `testkit corpus` regenerates them.

use std::path::Path;

use testkit::corpus::{Kind, files};

fn compare(kind: Kind) {
    let files = files(&Path::new(env!("CARGO_MANIFEST_DIR")).join("../.."), kind).unwrap();
    assert!(!files.is_empty());
    for (path, text, due) in files {
        let first = text.lines().zip(due.lines()).position(|(is, due)| is != due).unwrap_or(due.lines().count());
        let line = |text: &str| text.lines().nth(first).unwrap_or("nothing").to_owned();
        let (is, now) = (line(&text), line(&due));
        assert!(
            text == due,
            "{}, line {}: the file has \"{is}\", the engine now gives \"{now}\"",
            path.display(),
            first + 1
        );
    }
}

#[test]
fn perft_counts_are_unchanged() {
    compare(Kind::Perft);
}

#[test]
fn printed_games_are_unchanged() {
    compare(Kind::Games);
}
