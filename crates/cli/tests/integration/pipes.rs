//! Commands whose output pipe has been closed by the reader.

use std::io::pipe;
use std::process::Stdio;

use crate::common::{fresh, printed, program, saved, text};

/// Runs a command whose standard output is closed; returns its exit code and standard error.
fn run_with_closed_stdout(arguments: &[&str]) -> (Option<i32>, String) {
    let (reader, writer) = pipe().unwrap();
    drop(reader);
    let output = program().args(arguments).stdout(writer).stderr(Stdio::piped()).output().unwrap();
    (output.status.code(), text(&output.stderr))
}

#[test]
fn commands_exit_quietly_when_standard_output_is_closed() {
    let (game, record) = (saved("basic--tiny-city-rule"), fresh("unread.toml"));
    let record = record.to_str().unwrap();
    printed(&["import", &game, "-o", record]);
    let mut commands = vec![
        "presets".to_owned(),
        "presets current --json".to_owned(),
        format!("import {game}"),
        format!("import {game} --json"),
        format!("verify {record}"),
        format!("verify {record} --json"),
        format!("show {record}"),
        format!("show {record} --json"),
        "tiles".to_owned(),
        "tiles base".to_owned(),
        "tiles base --json".to_owned(),
        format!("analyse {record} --at 3 --evaluations 100"),
        format!("review {record} --evaluations 100"),
        "arena --a easy --b easy --games 2".to_owned(),
        "arena --a easy --b easy --games 2 --json".to_owned(),
    ];
    if cfg!(feature = "tuning") {
        commands.push("bench --games 1 --only listed".to_owned());
        commands.push("tune --only supply_1 --iterations 1 --pairs 1 --json".to_owned());
    }
    for command in commands {
        let (code, error) = run_with_closed_stdout(&command.split(' ').collect::<Vec<_>>());
        assert_eq!(code, Some(141), "{command}: {error}");
        assert!(!error.contains("panicked") && !error.contains("bastide: "), "{command}: {error}");
    }
}

#[test]
fn commands_exit_quietly_when_standard_error_is_closed() {
    let (reader, writer) = pipe().unwrap();
    drop(reader);
    let output = program().args(["verify", "no-such-file"]).stderr(writer).output().unwrap();
    assert_eq!((output.status.code(), text(&output.stdout)), (Some(141), String::new()));
}

#[cfg(target_os = "linux")]
#[test]
fn unwritable_output_is_an_error() {
    let full = std::fs::OpenOptions::new().write(true).open("/dev/full").unwrap();
    let output = program().arg("presets").stdout(full).output().unwrap();
    let error = text(&output.stderr);
    assert_eq!(output.status.code(), Some(1));
    assert!(error.starts_with("bastide: cannot write output: ") && error.lines().count() == 1, "{error}");
}
