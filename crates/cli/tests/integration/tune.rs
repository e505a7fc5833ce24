//! `bastide tune`: its output, resuming after a kill, and errors.

use std::path::PathBuf;
use std::process::{Output, Stdio};
use std::time::{Duration, Instant};

use crate::common::*;
use serde_json::Value;
use tempfile::TempDir;

fn tune(arguments: &[&str]) -> Output {
    bastide(&[&["tune"], arguments].concat())
}

/// Returns the weights in a weights file, without its header.
fn weights(path: &PathBuf) -> String {
    let text = std::fs::read_to_string(path).unwrap();
    text.split_once("[weights]").unwrap().1.to_owned()
}

/// Arguments for these tests: three weights, and five iterations of two games each.
const TASK: [&str; 8] =
    ["--only", "supply_1,own_tries,joining", "--iterations", "5", "--pairs", "1", "--seed", "18446744073709551615"];

#[test]
fn killed_run_resumes_to_the_same_weights() {
    let folder = TempDir::new().unwrap();
    let path = |name: &str| folder.path().join(name);
    let (whole, broken, state) = (path("whole.toml"), path("broken.toml"), path("run.state"));
    let output = tune(&[&TASK[..], &["--validate", "2", "--threads", "2", "--out", whole.to_str().unwrap()]].concat());
    assert!(output.status.success(), "{}", text(&output.stderr));
    let rest = ["--validate", "0", "--state", state.to_str().unwrap(), "--out", broken.to_str().unwrap()];
    let mut child = program().arg("tune").args([&TASK[..], &rest].concat()).stderr(Stdio::null()).spawn().unwrap();
    let begun = Instant::now();
    while !state.exists() && begun.elapsed() < Duration::from_secs(120) {
        std::thread::sleep(Duration::from_millis(5));
    }
    child.kill().unwrap();
    child.wait().unwrap();
    assert!(state.exists() && !broken.exists(), "it was not killed in time");
    let output = tune(&[&TASK[..], &rest].concat());
    assert!(
        output.status.success() && text(&output.stderr).contains("resuming after iteration "),
        "{}",
        text(&output.stderr)
    );
    assert_eq!(weights(&broken), weights(&whole));
    assert_ne!(weights(&whole), weights(&source("../bots/weights/classic.toml")));
    let head = std::fs::read_to_string(&whole).unwrap();
    for origin in [
        "command = \"bastide tune --setup 'carcassonne seats=2' --only own_tries,supply_1,joining --iterations 5 --pairs 1 ",
        " --seed 18446744073709551615 --validate 2\"\n",
        "games = \"10 for tuning\"\n",
        "validation = \"against the starting weights, on separate deals: margin ",
    ] {
        assert!(head.contains(origin), "{origin} is not in {head}");
    }
    // A different task must not resume from this file.
    let output = tune(&["--only", "supply_1", "--iterations", "5", "--state", state.to_str().unwrap()]);
    assert!(text(&output.stderr).contains("it belongs to another task, whose names is "), "{}", text(&output.stderr));
}

#[test]
fn json_output_has_one_value_per_line() {
    let output = tune(&[&TASK[..], &["--iterations", "2", "--report", "1", "--validate", "2", "--json"][..]].concat());
    assert_eq!(output.status.code(), Some(2), "an argument is given twice");
    let output =
        tune(&["--only", "pig", "--iterations", "2", "--pairs", "1", "--report", "1", "--validate", "2", "--json"]);
    assert!(output.status.success(), "{}", text(&output.stderr));
    let lines: Vec<Value> = text(&output.stdout).lines().map(|line| serde_json::from_str(line).unwrap()).collect();
    assert_eq!(lines.len(), 4);
    assert_eq!((&lines[0]["iteration"], &lines[1]["iteration"]), (&1.into(), &2.into()));
    // In a game without pigs, their weight has no effect, so it keeps its value.
    assert_eq!(lines[1]["weights"]["pig"], 0.5);
    assert_eq!(lines[2]["validation"]["margin"]["mean"], 0.0);
    assert_eq!(lines[3]["result"]["own_tries"], 0.35);
}

#[test]
fn weights_files_are_compared_and_invalid_ones_rejected() {
    let folder = TempDir::new().unwrap();
    let good = std::fs::read_to_string(source("../bots/weights/classic.toml")).unwrap();
    let file = |name: &str, from: &str, to: &str| {
        assert!(good.contains(from), "{from}");
        let path = folder.path().join(name);
        std::fs::write(&path, good.replace(from, to)).unwrap();
        path.to_str().unwrap().to_owned()
    };
    let bad = file("bad.toml", "\nsupply_1 = ", "\nsupply_1 = 0.0 # ");
    let output = tune(&["--compare", &bad, "--validate", "24", "--json"]);
    let line: Value = serde_json::from_slice(&output.stdout).unwrap();
    assert!(line["validation"]["margin"]["mean"].as_f64().unwrap() < 0.0, "{line}");
    let refused = |arguments: &[&str], why: &str| refused(&[&["tune"], arguments].concat(), 1, why);
    let weights = |file: String, why: &str| refused(&["--weights", &file], why);
    weights(file("unknown.toml", "\npig = ", "\nping = "), "unknown.toml: unknown weight ping; use one of own_tries");
    weights(file("missing.toml", "\npig = ", "\n#"), "missing.toml: missing pig");
    weights(file("infinite.toml", "\npig = ", "\npig = inf #"), "infinite.toml: pig is inf, but must be a number");
    weights(file("other.toml", "\"carcassonne\"", "\"go\""), "other.toml: wrong game: \"go\"; weights of");
    weights("nowhere.toml".to_owned(), "nowhere.toml cannot be opened");
    refused(&["--only", "pigs"], "--only: unknown weight \"pigs\"; known weights: own_tries");
    refused(&["--validate", "3"], "--validate 3 must be an even number");
    refused(&["--spread", "0"], "--spread 0 must be above 0 and at most 1");
    refused(&["--step", "NaN"], "--step NaN must be above 0");
    refused(&["--setup", "chess seats=2"], "chess");
    refused(&["--out", "/no/such/folder/out.toml"], "--out: folder /no/such/folder does not exist");
    refused(&["--compare", &bad, "--validate", "0"], "--compare needs --validate");
}
