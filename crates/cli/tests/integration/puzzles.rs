//! Output and error messages of `bastide puzzles`.

use std::fs;

use crate::common::*;
use serde_json::Value;

/// Asserts that the command fails and prints nothing but the reason.
fn refused(arguments: &[&str], code: i32, why: &str) {
    assert_eq!(crate::common::refused(arguments, code, why), "");
}

#[test]
fn puzzles_are_made_checked_and_packed() {
    let folder = tempfile::tempdir().unwrap();
    let path = |name: &str| folder.path().join(name).to_str().unwrap().to_owned();
    let made = |name: &str, threads: &str| {
        let file = path(name);
        let words = ["puzzles", "make", "--self-play", "3", "--evaluations", "200", "--per-game", "4"];
        printed(&[&words[..], &["--threads", threads, "-o", &file]].concat());
        fs::read_to_string(file).unwrap()
    };
    let text = made("one.jsonl", "1");
    assert_eq!(made("two.jsonl", "2"), text, "the number of threads does not matter");
    let lines: Vec<Value> = text.lines().map(|line| serde_json::from_str(line).unwrap()).collect();
    assert!((3..=12).contains(&lines.len()), "{text}");
    assert!(lines.iter().all(|line| line["margin"].as_f64().unwrap() >= 1.99));

    let one = path("one.jsonl");
    assert_eq!(printed(&["puzzles", "check", &one]), format!("{} puzzles, 0 damaged lines\n", lines.len()));
    let packed = path("packed");
    printed(&["puzzles", "pack", &one, &path("two.jsonl"), "--piece", "2", "-o", &packed]);
    let index = fs::read_to_string(format!("{packed}/index.json")).unwrap();
    let index: Value = serde_json::from_str(&index).unwrap();
    assert_eq!(index["puzzles"].as_array().unwrap().len(), lines.len(), "repeated puzzles are dropped");
    assert_eq!(index["puzzles"][2][0], lines[2]["id"]);
    let piece = fs::read_to_string(format!("{packed}/1.jsonl")).unwrap();
    assert_eq!(piece.lines().next(), text.lines().nth(2));

    // A damaged line is reported with its number; the others are read.
    fs::write(&one, text.replacen("\"v\":1", "\"v\":7", 1)).unwrap();
    let output = bastide(&["puzzles", "check", &one]);
    let (told, errors) = (crate::common::text(&output.stdout), crate::common::text(&output.stderr));
    assert_eq!((output.status.code(), told), (Some(1), format!("{} puzzles, 1 damaged lines\n", lines.len() - 1)));
    assert!(errors.contains("one.jsonl:1: the puzzle has format 7"), "{errors}");
}

#[test]
fn puzzles_are_found_in_records() {
    let file = saved("whole-games--base");
    let text = printed(&["puzzles", "make", &file, "--evaluations", "200"]);
    assert!(
        !text.is_empty() && text.lines().all(|line| line.contains("\"source\":\"whole-games--base.jcz\"")),
        "{text}"
    );
}

#[test]
fn bad_arguments_are_refused() {
    refused(&["puzzles", "make"], 2, "RECORDS");
    refused(&["puzzles", "make", "--self-play", "1", "--margin", "0"], 1, "must be more than 0");
    refused(&["puzzles", "make", "--self-play", "1", "--level", "master"], 1, "needs time");
    refused(&["puzzles", "make", "--self-play", "1", "--setup", "coop seats=2"], 1, "play against each other");
    refused(&["puzzles", "check", "missing.jsonl"], 1, "missing.jsonl");
}
