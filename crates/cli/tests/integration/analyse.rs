//! Output and error messages of `bastide analyse` and `bastide review`.

use std::io::Write;
use std::process::Stdio;

use crate::common::*;
use games::record::Record;
use serde_json::Value;

/// Returns a saved game from the corpus as a text record.
fn record(name: &str) -> String {
    printed(&["import", &saved(name)])
}

/// Asserts that the command fails and prints nothing but the reason.
fn refused(arguments: &[&str], code: i32, why: &str) {
    assert_eq!(crate::common::refused(arguments, code, why), "");
}

#[test]
fn analyse_shows_the_lines_of_a_position() {
    let file = saved("whole-games--base");
    let words = ["analyse", &file, "--at", "39", "--evaluations", "500"];
    let text = printed(&words);
    let heading = text.lines().next().unwrap();
    assert!(heading.contains(", after 39 answers: ") && heading.contains(" tiles left"), "{text}");
    assert!(text.contains("positions evaluated") && text.contains("margin  error  samples"), "{text}");
    assert!(text.contains("\n  1 ") && text.contains("\n* given was "), "{text}");
    assert_eq!(printed(&words), text, "equal evaluations give equal results");

    // JSON output has the same content, in the protocol's format.
    let told = json(&[&words[..], &["--json"]].concat());
    assert_eq!((&told["at"], told["given"].is_string()), (&Value::from(39), true));
    let lines = told["lines"].as_array().unwrap();
    assert!(text.contains(&format!("* given was {}", told["given"].as_str().unwrap())));
    for line in lines {
        let answers: Vec<&str> =
            line["answers"].as_array().unwrap().iter().map(|word| word.as_str().unwrap()).collect();
        assert!(text.contains(&format!("  {}\n", answers.join(" "))), "{answers:?} in {text}");
        assert!(line["margin"].as_f64() <= lines[0]["margin"].as_f64());
    }
    let one = json(&[&words[..], &["--json", "--lines", "1"]].concat());
    assert_eq!(one["lines"][0], lines[0]);
    assert!(one["lines"].as_array().unwrap().len() <= 2, "the best line and the given one");
    let boarded = printed(&[&words[..], &["--board"]].concat());
    let board = printed(&["show", &file, "--at", "39"]);
    assert!(boarded.starts_with(board.split("\n\n").next().unwrap()) && boarded.ends_with(&text), "{boarded}");
}

#[test]
fn last_decision_is_the_default() {
    let text = record("whole-games--base");
    let mut child = program()
        .args(["analyse", "-", "--evaluations", "300", "--json"])
        .stdin(Stdio::piped())
        .stdout(Stdio::piped())
        .spawn()
        .unwrap();
    child.stdin.take().unwrap().write_all(text.as_bytes()).unwrap();
    let output = child.wait_with_output().unwrap();
    let told: Value = serde_json::from_slice(&output.stdout).unwrap();
    let file = saved("whole-games--base");
    assert_eq!(json(&["analyse", &file, "--evaluations", "300", "--json"]), told);
    let at = told["at"].as_u64().unwrap();
    let beyond = (at + 1).to_string();
    let position: Value = serde_json::from_str(&printed(&["show", &file, "--at", &beyond, "--json"])).unwrap();
    if position["decision"]["seat"].is_null() {
        refused(&["analyse", &file, "--at", &beyond], 1, &format!("a seat must answer after {at}"));
    }
}

#[test]
fn first_decision_of_every_family_is_analysed() {
    for (setup, seats) in [
        ("hunters seats=3", 3),
        ("discovery seats=2 hand=two_hidden", 2),
        ("carcassonne seats=2 hand=three_hidden", 2),
        ("coop seats=1", 1),
    ] {
        let told = json(&["analyse", "--setup", setup, "--evaluations", "300", "--json"]);
        assert_eq!((&told["given"], &told["lost"]), (&Value::Null, &Value::Null), "{setup}");
        assert_eq!(told["lines"][0]["totals"].as_array().unwrap().len(), seats, "{setup}");
        let team = printed(&["analyse", "--setup", setup, "--evaluations", "300"]).contains("  team  error");
        assert_eq!(team, setup.starts_with("coop"));
    }
    let words = ["analyse", "--setup", r#"{"game": "carcassonne", "seats": 2}"#, "--evaluations", "300", "--json"];
    let [one, other] = ["1", "2"].map(|seed| json(&[&words[..], &["--seed", seed]].concat())["lines"].clone());
    assert_ne!(one, other, "the seed decides the draws");
}

#[test]
fn errors_are_reported_in_one_line() {
    let file = saved("whole-games--base");
    refused(
        &["analyse", &file, "--at", "0"],
        1,
        "after 0 answers chance must answer, not a seat; a seat must answer after 2",
    );
    refused(&["analyse", &file, "--at", "9999"], 1, "answers, not 9999; choose 0 to ");
    refused(&["analyse", "none.bastide"], 1, "none.bastide cannot be opened");
    refused(&["review", "none.bastide"], 1, "none.bastide cannot be opened");
    refused(&["analyse", "--setup", "chess seats=2"], 1, "--setup: ");
    refused(&["analyse", "--setup", "{}"], 1, "--setup is not a valid set-up in JSON");
    refused(&["analyse"], 2, "required");
    refused(&["analyse", &file, "--lines", "0"], 2, "0 is not in 1..=8");
    refused(&["analyse", &file, "--setup", "coop seats=1"], 2, "cannot be used with");
    refused(&["analyse", &file, "--evaluations", "5", "--millis", "5"], 2, "cannot be used with");
    refused(&["review", &file, "--threads", "0"], 2, "invalid value");
    let begun = fresh("begun.bastide");
    let text = record("whole-games--base");
    let head: Vec<&str> = text.lines().take_while(|line| !line.starts_with("1. ")).collect();
    std::fs::write(&begun, head.join("\n") + "\n").unwrap();
    refused(&["analyse", begun.to_str().unwrap()], 1, "no seat had to answer anything in this game");
    refused(&["review", begun.to_str().unwrap()], 1, "no seat had a choice in this game");
}

#[test]
fn review_judges_every_move() {
    let file = saved("basic--city-and-road-scoring");
    let words = ["review", &file, "--evaluations", "200"];
    let lines = printed(&[&words[..], &["--json", "--threads", "2"]].concat());
    let lines: Vec<Value> = lines.lines().map(|line| serde_json::from_str(line).unwrap()).collect();
    let (seats, decisions): (Vec<&Value>, Vec<&Value>) = lines.iter().partition(|line| line["at"].is_null());
    assert_eq!(seats.len(), 2);
    assert!(decisions.len() > 5 && decisions.is_sorted_by_key(|decision| decision["at"].as_u64()));
    for (number, seat) in seats.iter().enumerate() {
        let own: Vec<&&Value> = decisions.iter().filter(|decision| decision["seat"] == number).collect();
        let lost = own.iter().map(|decision| decision["lost"].as_f64().unwrap()).sum::<f64>();
        let best = own.iter().filter(|decision| decision["given"] == decision["best"]).count();
        assert_eq!((&seat["seat"], &seat["decisions"]), (&Value::from(number), &Value::from(own.len())));
        assert_eq!(seat["best"], best);
        assert!((seat["lost"].as_f64().unwrap() - lost).abs() < 0.1, "{seat} {lost}");
        assert!((seat["mean"].as_f64().unwrap() - lost / own.len() as f64).abs() < 0.02);
        for at in seat["worst"].as_array().unwrap() {
            assert!(own.iter().any(|decision| decision["at"] == *at && decision["lost"].as_f64() > Some(0.0)));
        }
    }
    // The answer given is the one in the record.
    let first = decisions[0];
    let at = first["at"].as_u64().unwrap().to_string();
    let told = json(&["analyse", &file, "--at", &at, "--evaluations", "200", "--json"]);
    assert_eq!((&told["given"], &told["seat"]), (&first["given"], &first["seat"]));

    let text = printed(&words);
    assert!(text.starts_with("carcassonne seats=2") && text.contains(" 200 evaluations per decision\n"), "{text}");
    assert_eq!(text.matches(" % chance away in ").count(), 2, "{text}");
    assert!(
        text.contains(&format!("{:>5}  ", first["at"])) && text.contains(first["given"].as_str().unwrap()),
        "{text}"
    );
    assert!(printed(&["review", &file, "--millis", "5"]).contains(" 5 ms per decision\n"));
}

#[test]
fn fairness_counts_each_player_over_all_games() {
    let file = fresh("games.jsonl");
    let record = |name: &str| {
        let mut record = Record::parse(&record(name)).unwrap();
        record.players = vec!["Anna".into(), "Olha".into()];
        serde_json::json!({"record": record}).to_string()
    };
    let (one, other) = (record("whole-games--base"), record("basic--city-and-road-scoring"));
    std::fs::write(&file, format!("{{\"bastide_arena\":1}}\n{one}\n{other}\n")).unwrap();
    let file = file.to_str().unwrap();
    let words = ["fairness", file, "--evaluations", "50"];
    let lines = printed(&[&words[..], &["--json", "--groups"]].concat());
    let lines: Vec<Value> = lines.lines().map(|line| serde_json::from_str(line).unwrap()).collect();
    assert_eq!(lines.iter().map(|line| line["player"].as_str().unwrap()).collect::<Vec<_>>(), ["Anna", "Olha"]);
    for line in &lines {
        assert!(
            line["games"] == 2
                && line["alarm"] == false
                && line["groups"] == serde_json::json!({"count": 0, "alarms": 0}),
            "{line}"
        );
        assert!(
            line["decisions"].as_u64() > Some(0) && line["matched"].as_u64() <= line["decisions"].as_u64(),
            "{line}"
        );
    }
    let text = printed(&words);
    assert!(text.starts_with("Anna: ") && text.contains(" decisions (") && text.contains(" in 2 games\n"), "{text}");

    std::fs::write(file, format!("{one}\nchess\n")).unwrap();
    let failed = bastide(&words);
    let why = String::from_utf8(failed.stderr).unwrap();
    assert!(
        !failed.status.success() && why.contains("line 2: invalid JSON") && why.contains("1 games were skipped"),
        "{why}"
    );
    assert!(String::from_utf8(failed.stdout).unwrap().contains("Anna: "), "the other game counts");
}
