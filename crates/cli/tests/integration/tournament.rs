//! `bastide tournament`: a tournament on the command line, from the first player to the export.

use crate::common::*;
use serde_json::Value;
use std::fs;

/// Runs a subcommand on a file.
fn on(file: &str, command: &str, more: &[&str]) -> String {
    printed(&[&["tournament", command, file], more].concat())
}

fn new_file(folder: &tempfile::TempDir) -> String {
    folder.path().join("club.jsonl").to_str().unwrap().to_owned()
}

#[test]
fn a_club_evening() {
    let folder = tempfile::tempdir().unwrap();
    let file = &new_file(&folder);
    on(file, "new", &["--name", "Club evening", "--rounds", "2", "--tie-breaks", "wins,points-difference"]);
    on(file, "join", &["Anna:1850", "Борис", "Clara M.:1700", "=Dmytro:1600", "Eve:1500"]);
    let first = on(file, "pair", &[]);
    assert!(first.starts_with("Club evening, round 1\n"), "{first}");
    assert!(first.contains("Борис – bye"), "the last seed, since no rating is the lowest: {first}");
    refused(&["tournament", "pair", file], 1, "round 1 is not finished: 2 matches are open");
    on(file, "result", &["1", "72:65"]);
    refused(&["tournament", "result", file, "1", "72:65"], 1, "match 1 is decided; an arbiter can reopen it");
    on(file, "reopen", &["1"]);
    on(file, "result", &["1", "65:72"]);
    on(file, "adjourn", &["2"]);
    refused(&["tournament", "result", file, "2", "1:0"], 1, "match 2 is adjourned; resume it first");
    on(file, "resume", &["2"]);
    on(file, "rule", &["2", "--both-lose", "--reason", "nobody came"]);
    assert!(on(file, "show", &[]).contains("0-0 (nobody came)"));
    on(file, "leave", &["Eve"]);
    on(file, "return", &["Eve"]);
    on(file, "join", &["Late"]);
    let second = on(file, "pair", &[]);
    assert!(!second.contains("bye"), "six players: {second}");
    for number in ["4", "5", "6"] {
        on(file, "result", &[number, "80:60"]);
    }
    refused(&["tournament", "pair", file], 1, "the tournament is over");
    let standings = on(file, "standings", &[]);
    assert!(standings.starts_with("Club evening, final standings after round 2\n"), "{standings}");
    assert_eq!(standings.lines().count(), 7);

    let rows: Vec<Value> = serde_json::from_str(&on(file, "export", &[])).unwrap();
    let points: f64 = rows.iter().map(|row| row["points"].as_f64().unwrap()).sum();
    assert!((points - 5.0).abs() < f64::EPSILON, "a bye, a win, a match that both lost, three wins: {points}");
    let csv = on(file, "export", &["--what", "matches", "--csv"]);
    assert!(csv.contains("'=Dmytro"), "a spreadsheet must not take a name for a formula: {csv}");
    let games = on(file, "export", &["--what", "games", "--ndjson"]);
    let games: Vec<Value> = games.lines().map(|line| serde_json::from_str(line).unwrap()).collect();
    assert_eq!(games.len(), 4);
    assert_eq!(games[0]["second_points"], 72);
}

#[test]
fn bad_input_changes_nothing() {
    let folder = tempfile::tempdir().unwrap();
    let file = &new_file(&folder);
    refused(&["tournament", "pair", file], 1, "cannot be opened");
    refused(&["tournament", "new", file, "--name", "X", "--rounds", "31"], 1, "rounds must be 1 to 30, not 31");
    on(file, "new", &["--name", "Cup", "--format", "double-elimination", "--best-of", "3"]);
    refused(&["tournament", "new", file, "--name", "Cup"], 1, "cannot be created");
    on(file, "join", &["Anna"]);
    refused(&["tournament", "pair", file], 1, "2 players are needed, and there are 1");
    let before = fs::read(file).unwrap();
    refused(&["tournament", "join", file, "Boris", "Anna"], 1, "there is already a player named Anna");
    assert_eq!(fs::read(file).unwrap(), before, "Boris did not join either");
    on(file, "join", &["Boris"]);
    on(file, "pair", &[]);
    refused(&["tournament", "result", file, "0", "1:0"], 1, "matches are numbered from 1");
    refused(&["tournament", "result", file, "9", "1:0"], 1, "there is no match 9");
    refused(&["tournament", "result", file, "1", "1-0"], 1, "points must have the form 72:65, not \"1-0\"");
    refused(&["tournament", "show", file, "--round", "2"], 1, "there is no round 2; rounds 1 to 1 are paired");
    let rule = ["tournament", "rule", file, "1", "--reason", "x", "--winner", "Carl"];
    refused(&rule, 1, "there is no player named Carl");
    refused(&["tournament", "rule", file, "1", "--reason", "x", "--draw"], 1, "match 1 needs a winner");
}

#[test]
fn what_a_killed_program_left_is_ignored() {
    let folder = tempfile::tempdir().unwrap();
    let file = &new_file(&folder);
    on(file, "new", &["--name", "Cup", "--format", "round-robin"]);
    on(file, "join", &["Anna", "Boris"]);
    let whole = fs::read_to_string(file).unwrap();
    let join = r#"{"command":"join","name":"Clara"}"#;
    for length in 1..join.len() {
        fs::write(file, format!("{whole}{}", &join[..length])).unwrap();
        assert!(!on(file, "standings", &[]).contains("Clara"));
    }
    on(file, "join", &["Dmytro"]);
    assert_eq!(fs::read_to_string(file).unwrap(), format!("{whole}{}\n", join.replace("Clara", "Dmytro")));
    fs::write(file, format!("{whole}{}\n", join.replace("join", "jump"))).unwrap();
    refused(&["tournament", "standings", file], 1, "line 4: unknown variant `jump`");
}

#[test]
fn programs_that_run_at_the_same_time_wait_for_each_other() {
    let folder = tempfile::tempdir().unwrap();
    let file = &new_file(&folder);
    on(file, "new", &["--name", "Cup"]);
    let mut running: Vec<_> = (0..8)
        .map(|number| program().args(["tournament", "join", file, &format!("P{number}")]).spawn().unwrap())
        .collect();
    assert!(running.iter_mut().all(|join| join.wait().unwrap().success()));
    assert_eq!(on(file, "standings", &[]).lines().count(), 9);
}
