//! Tests `bastide learn`: its output file, its independence from the number of threads, and its errors.

use std::process::Output;

use crate::common::*;
use bots::evaluation::classic::corrections::Corrections;
use tempfile::TempDir;

fn learn(arguments: &[&str]) -> Output {
    bastide(&[&["learn"], arguments].concat())
}

/// Arguments for these tests: two rounds of a few games each.
const TASK: [&str; 8] = ["--rounds", "2", "--games", "6", "--seed", "18446744073709551615", "--validate", "4"];

#[test]
fn file_is_equal_on_any_number_of_threads_and_names_its_origin() {
    let folder = TempDir::new().unwrap();
    let written = |name: &str, more: &[&str]| {
        let path = folder.path().join(name).to_str().unwrap().to_owned();
        let output = learn(&[&TASK[..], &["--out", &path], more].concat());
        let error = text(&output.stderr);
        assert!(output.status.success() && output.stdout.is_empty(), "{error}");
        assert!(error.contains("round 2 of 2: 426 rows; in every fifth game the evaluation misses by "), "{error}");
        std::fs::read_to_string(path).unwrap()
    };
    let one = written("one.toml", &[]);
    assert_eq!(one, written("two.toml", &["--threads", "2"]));
    assert_ne!(Corrections::read(&one).unwrap(), Corrections::NONE);
    for origin in [
        "command = \"bastide learn --setup 'carcassonne seats=2' --rounds 2 --games 6 --seed 18446744073709551615 --validate 4\"\n",
        "start = \"no corrections\"\n",
        "rows = \"426 of the 6 games of the last round\"\n",
        "prediction = \"in every fifth game the evaluation misses by ",
        "against_none = \"margin ",
        "against_present = \"margin ",
    ] {
        assert!(one.contains(origin), "{origin} is not in {one}");
    }
    // An existing file is replaced, and learning can continue from existing corrections.
    let start = folder.path().join("one.toml");
    let further = written("two.toml", &["--start", start.to_str().unwrap()]);
    assert!(further.contains("one.toml' --rounds 2") && further.contains("one.toml\"\n"), "{further}");
    assert_ne!(Corrections::read(&further).unwrap(), Corrections::read(&one).unwrap());
}

#[test]
fn without_out_the_corrections_are_printed() {
    let output = learn(&["--rounds", "1", "--games", "5", "--validate", "0", "--setup", "carcassonne seats=3"]);
    let printed = text(&output.stdout);
    assert!(output.status.success() && !printed.contains("against_"), "{printed}{}", text(&output.stderr));
    assert!(Corrections::read(&printed).is_ok(), "{printed}");
}

#[test]
fn invalid_arguments_are_rejected_at_once() {
    let folder = TempDir::new().unwrap();
    let bad = folder.path().join("bad.toml");
    std::fs::write(&bad, Corrections::NONE.write(&[]).replace("stuck", "struck")).unwrap();
    // Playing this many games would take hours.
    let refused =
        |arguments: &[&str], why: &str| refused(&[&["learn", "--games", "1000000"], arguments].concat(), 1, why);
    refused(&["--setup", "hunters seats=2"], "--setup: players of hunters do not learn from games: only those of");
    refused(&["--setup", "coop seats=2"], "--setup: players of coop do not learn");
    refused(&["--setup", "chess seats=2"], "chess");
    refused(&["--setup", "carcassonne seats=1"], "--setup: ");
    refused(&["--validate", "3"], "--validate 3 must be an even number");
    refused(&["--start", bad.to_str().unwrap()], "bad.toml: missing correction of stuck");
    refused(&["--start", "nowhere.toml"], "nowhere.toml cannot be opened");
    refused(&["--out", folder.path().to_str().unwrap()], "cannot be written");
    refused(&["--out", "/no/such/folder/out.toml"], "--out: /no/such/folder/out.toml cannot be written");
}
