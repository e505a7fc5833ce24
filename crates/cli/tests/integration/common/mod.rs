//! Runs the program as people do, for tests of what it prints, writes and refuses.
#![allow(dead_code, reason = "each test program uses its share of this")]

use std::path::{Path, PathBuf};
use std::process::{Command, Output};

use serde_json::Value;

/// The program, to be given its arguments.
pub fn program() -> Command {
    Command::new(env!("CARGO_BIN_EXE_bastide"))
}

/// Runs the program to its end.
pub fn bastide(arguments: &[&str]) -> Output {
    program().args(arguments).output().unwrap()
}

pub fn text(bytes: &[u8]) -> String {
    String::from_utf8(bytes.to_vec()).unwrap()
}

/// What a command prints that must succeed.
pub fn printed(arguments: &[&str]) -> String {
    let output = bastide(arguments);
    assert!(output.status.success(), "{}", text(&output.stderr));
    text(&output.stdout)
}

/// The same as JSON.
pub fn json(arguments: &[&str]) -> Value {
    serde_json::from_str(&printed(arguments)).unwrap()
}

/// The command must fail with this exit code, for this reason: in one line, unless it is about how the command is written (2).
/// Gives what it has printed before.
pub fn refused(arguments: &[&str], code: i32, why: &str) -> String {
    let output = bastide(arguments);
    let error = text(&output.stderr);
    assert_eq!(output.status.code(), Some(code), "{error}");
    assert!(error.contains(why), "{error}");
    assert!(code == 2 || error.starts_with("bastide: ") && error.lines().count() == 1, "{error}");
    text(&output.stdout)
}

/// A file of this crate, or beside it.
pub fn source(path: &str) -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join(path)
}

/// A saved game of the corpus.
pub fn saved(name: &str) -> String {
    source(&format!("../../corpus/jcz/{name}.jcz")).to_str().unwrap().to_owned()
}

/// A file in the folder for tests.
pub fn scratch(name: &str) -> PathBuf {
    Path::new(env!("CARGO_TARGET_TMPDIR")).join(name)
}

/// A file in the folder for tests that is not there yet.
pub fn fresh(name: &str) -> PathBuf {
    let path = scratch(name);
    let _ = std::fs::remove_file(&path);
    path
}
