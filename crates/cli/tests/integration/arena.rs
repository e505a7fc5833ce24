//! `bastide arena`: match files, reports and the sequential test.

use std::collections::BTreeMap;
use std::path::Path;
use std::process::{Command, Output, Stdio};
use std::time::{Duration, Instant};

use crate::common::{fresh, program};
use serde_json::{Value, json};

fn arena(arguments: &str) -> Command {
    let mut command = program();
    command.arg("arena").args(arguments.split_whitespace());
    command
}

fn run(arguments: &str) -> Output {
    arena(arguments).output().unwrap()
}

fn json_of(arguments: &str) -> Value {
    let output = run(arguments);
    assert!(output.status.success(), "{}", String::from_utf8_lossy(&output.stderr));
    serde_json::from_slice(&output.stdout).unwrap()
}

/// Asserts that the command fails and that its error is one line that contains the reason.
fn refused(arguments: &str, why: &str) {
    crate::common::refused(&format!("arena {arguments}").split_whitespace().collect::<Vec<_>>(), 1, why);
}

/// Returns the games in a file by number, without fields that depend on the clock.
fn games(path: &Path) -> BTreeMap<u64, Value> {
    let text = std::fs::read_to_string(path).unwrap();
    let lines = text.lines().skip(1).map(|line| {
        let mut game: Value = serde_json::from_str(line).unwrap();
        for part in ["a", "b"] {
            for time in ["total_ms", "max_ms"] {
                assert!(game[part].as_object_mut().unwrap().remove(time).unwrap().is_f64());
            }
        }
        (game["game"].as_u64().unwrap(), game)
    });
    lines.collect()
}

const MATCH: &str = "--a greedy --b easy --evaluations 100";

#[test]
fn killed_match_resumes_with_the_same_games() {
    let (whole, broken) = (fresh("whole.jsonl"), fresh("broken.jsonl"));
    let out = |path: &Path, more: &str| format!("{MATCH} --out {} {more}", path.display());
    assert!(run(&out(&whole, "--games 16")).status.success());
    let mut child = arena(&out(&broken, "--games 1000 --threads 2")).stderr(Stdio::null()).spawn().unwrap();
    let deadline = Instant::now() + Duration::from_secs(120);
    while std::fs::read_to_string(&broken).map_or(0, |text| text.lines().count()) < 6 {
        assert!(Instant::now() < deadline, "no games were written");
        std::thread::sleep(Duration::from_millis(5));
    }
    child.kill().unwrap();
    child.wait().unwrap();
    // Keep only the games to compare, and truncate the last line.
    let text = std::fs::read_to_string(&broken).unwrap();
    let kept: Vec<&str> = text.lines().take(6).collect();
    std::fs::write(&broken, format!("{}\n{}", kept[..5].join("\n"), &kept[5][..40])).unwrap();
    let played = json_of(&out(&broken, "--games 10 --threads 3 --json"));
    assert_eq!(played["games"], 10);
    let rest = json_of(&out(&broken, "--games 16 --threads 2 --json"));
    assert_eq!(rest["games"], 16);
    assert_eq!(games(&broken), games(&whole));
    assert!(std::fs::read_to_string(&broken).unwrap().starts_with(&format!("{}\n", kept[0])));
    // All games have already been played, so nothing is added to the file.
    let before = std::fs::read_to_string(&broken).unwrap();
    json_of(&out(&broken, "--games 16 --json"));
    assert_eq!(std::fs::read_to_string(&broken).unwrap(), before);
}

#[test]
fn truncated_header_is_rewritten_and_foreign_files_are_kept() {
    let path = fresh("torn.jsonl");
    let command = format!("{MATCH} --games 2 --out {}", path.display());
    assert!(run(&command).status.success());
    let text = std::fs::read_to_string(&path).unwrap();
    std::fs::write(&path, &text[..30]).unwrap();
    assert!(run(&command).status.success());
    assert_eq!(games(&path).len(), 2);
    for foreign in ["shopping list", "shopping\nlist\n", "{}\n"] {
        std::fs::write(&path, foreign).unwrap();
        refused(&command, "torn.jsonl is not a match file");
        assert_eq!(std::fs::read_to_string(&path).unwrap(), foreign);
    }
    std::fs::write(&path, format!("{text}{}\n", text.lines().last().unwrap())).unwrap();
    refused(&command, "line 4: duplicate game 1");
}

#[test]
fn file_of_another_match_is_rejected_naming_the_field() {
    let path = fresh("other.jsonl");
    assert!(run(&format!("{MATCH} --games 2 --out {}", path.display())).status.success());
    for (other, why) in [
        ("--a greedy --b random --evaluations 100", r#"its b is "easy", not "random""#),
        ("--a greedy --b easy --evaluations 200", r#"its budget is {"evaluations":100}, not {"evaluations":200}"#),
        ("--a greedy --b easy --millis 100", r#"not {"millis":100}"#),
        ("--a greedy --b easy --evaluations 100 --seed 2", "its seed is 1, not 2"),
        ("--a greedy --b easy --evaluations 100 --seats 3", r#"its setup is "carcassonne seats=2""#),
        ("--a greedy --b easy --evaluations 100 --records", "its records is false, not true"),
    ] {
        refused(&format!("{other} --games 2 --out {}", path.display()), why);
    }
    let text = std::fs::read_to_string(&path).unwrap();
    std::fs::write(&path, text.replacen("\"program\":\"", "\"program\":\"9.", 1)).unwrap();
    refused(&format!("{MATCH} --games 2 --out {}", path.display()), "its program is \"9.");
}

#[test]
fn reports_read_files_and_combine_seeds() {
    let (one, two) = (fresh("seed1.jsonl"), fresh("seed2.jsonl"));
    let played = run(&format!("{MATCH} --games 6 --out {}", one.display()));
    let reported = run(&format!("--report {}", one.display()));
    assert!(!played.stdout.is_empty());
    assert_eq!(String::from_utf8_lossy(&played.stdout), String::from_utf8_lossy(&reported.stdout));
    assert!(run(&format!("{MATCH} --games 4 --seed 2 --out {}", two.display())).status.success());
    let both = json_of(&format!("--json --report {} {}", one.display(), two.display()));
    assert_eq!((&both["games"], &both["seed"]), (&json!(10), &json!([1, 2])));
    let pairs: u64 = both["pairs"].as_array().unwrap().iter().map(|count| count.as_u64().unwrap()).sum();
    assert_eq!(pairs, 5);
    refused(&format!("--report {} {}", one.display(), one.display()), "repeats the games of another file (seed 1)");
    refused("--report nowhere.jsonl", "nowhere.jsonl cannot be read");
    // A game without its partner in the pair is not counted.
    let text = std::fs::read_to_string(&two).unwrap();
    std::fs::write(&two, text.lines().take(4).map(|line| format!("{line}\n")).collect::<String>()).unwrap();
    let rest = json_of(&format!("--json --report {}", two.display()));
    assert_eq!((&rest["games"], &rest["alone"]), (&json!(2), &json!(1)));
}

#[test]
fn recorded_games_verify() {
    let path = fresh("records.jsonl");
    assert!(
        run(&format!("{MATCH} --games 2 --seats 3 --with tower --records --out {}", path.display())).status.success()
    );
    for (number, game) in games(&path) {
        let record = fresh(&format!("recorded{number}.json"));
        std::fs::write(&record, game["record"].to_string()).unwrap();
        let output = program().arg("verify").arg(&record).output().unwrap();
        let told = String::from_utf8_lossy(&output.stdout);
        assert!(output.status.success(), "{told}");
        let scores: Vec<_> = game["scores"].as_array().unwrap().iter().map(Value::to_string).collect();
        assert!(told.contains(&scores.join(" : ")), "{told}");
    }
}

#[test]
fn sequential_test_stops_equally_with_any_number_of_threads() {
    let run = |threads: u32, more: &str| json_of(&format!("{MATCH} --threads {threads} --json {more}"));
    let one = run(1, "--sprt elo0=0,elo1=300");
    assert_eq!(one["sprt"]["accepted"], "elo1");
    let games = one["games"].as_u64().unwrap();
    assert!(games > 4 && games < 200, "{games}");
    assert_eq!(one["sprt"]["pairs"], games / 2);
    let three = run(3, "--sprt elo0=0,elo1=300");
    for field in ["games", "wins", "losses", "pairs", "elo", "margin", "sprt"] {
        assert_eq!(one[field], three[field], "{field}");
    }
    let open = run(2, "--sprt elo0=0,elo1=1 --games 4");
    assert_eq!((&open["sprt"]["accepted"], &open["games"]), (&Value::Null, &json!(4)));
    let worse = json_of("--a random --b easy --evaluations 100 --json --sprt elo0=0,elo1=100");
    assert_eq!(worse["sprt"]["accepted"], "elo0");
}

#[test]
fn invalid_arguments_are_rejected() {
    refused("--games 3", "--games 3 must be an even number");
    refused("--sprt elo0=0,elo1=5 --setup {\"game\":\"coop\",\"seats\":2}", "one team");
    refused("--setup {\"game\":\"chess\",\"seats\":2} --out never.jsonl", "chess");
    assert!(!Path::new("never.jsonl").exists());
    let output = run("--sprt elo0=5,elo1=0");
    assert!(String::from_utf8_lossy(&output.stderr).contains("elo0=5 is not below elo1=0"));
    let output = run("--a nobody");
    assert!(String::from_utf8_lossy(&output.stderr).contains("cmd:"));
}

#[test]
fn field_gives_one_table_of_all_players() {
    let folder = fresh("field");
    let files =
        |names: &[&str]| names.iter().map(|name| format!(" {}/{name}.jsonl", folder.display())).collect::<String>();
    let all = files(&["random-against-greedy", "random-against-easy", "greedy-against-easy"]);
    let play = format!("--field random greedy easy --games 6 --evaluations 50 --out {} --json", folder.display());
    let played = json_of(&play);
    let table = played["table"].as_array().unwrap();
    assert_eq!((table.len(), played["matches"].as_array().unwrap().len()), (3, 3));
    assert_eq!(table[2]["player"], "random", "{played}");
    assert_eq!((&table[2]["games"], &table[2]["win_rate"]), (&12.into(), &0.0.into()), "{played}");
    let elo: Vec<f64> = table.iter().map(|row| row["elo"]["mean"].as_f64().unwrap()).collect();
    assert!(elo[0] > elo[1] && elo[1] > elo[2] && elo.iter().sum::<f64>().abs() < 1e-6, "{elo:?}");
    // Resumed, all games are known already; the files alone give the same table.
    let texts = || all.split_whitespace().map(|file| std::fs::read_to_string(file).unwrap()).collect::<Vec<_>>();
    let before = texts();
    assert_eq!((json_of(&play), texts()), (played.clone(), before));
    assert_eq!(json_of(&format!("--report{all} --field --json"))["table"], played["table"]);
    let text = String::from_utf8(run(&format!("--report{all} --field")).stdout).unwrap();
    assert!(text.lines().last().unwrap().starts_with("random "), "{text}");
    assert!(text.contains("95 % interval"), "{text}");

    let team = "--setup {\"game\":\"coop\",\"seats\":2}";
    refused(&format!("--field random greedy easy {team}"), "one team");
    let of_team = fresh("team.jsonl");
    assert!(run(&format!("{MATCH} {team} --games 2 --out {}", of_team.display())).status.success());
    refused(&format!("--report {} --field", of_team.display()), "one team");
    refused("--field greedy easy", "at least three");
    refused("--field greedy easy greedy", "at least three");
    let other = fresh("other-budget.jsonl");
    assert!(run(&format!("{MATCH} --games 2 --out {}", other.display())).status.success());
    refused(&format!("--report{all} {} --field", other.display()), "they differ in the budget");
}
