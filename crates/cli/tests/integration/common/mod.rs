//! Runs the program as a user would, to test its output and errors.
#![allow(dead_code, reason = "each test program uses its share of this")]

use std::path::{Path, PathBuf};
use std::process::{Command, Output};

use serde_json::Value;

/// Returns the program as a command without arguments.
pub fn program() -> Command {
    Command::new(env!("CARGO_BIN_EXE_bastide"))
}

/// Runs the program with these arguments until it exits.
pub fn bastide(arguments: &[&str]) -> Output {
    program().args(arguments).output().unwrap()
}

pub fn text(bytes: &[u8]) -> String {
    String::from_utf8(bytes.to_vec()).unwrap()
}

/// Returns the output of a command that must succeed.
pub fn printed(arguments: &[&str]) -> String {
    let output = bastide(arguments);
    assert!(output.status.success(), "{}", text(&output.stderr));
    text(&output.stdout)
}

/// Returns the output of a command that must succeed, parsed as JSON.
pub fn json(arguments: &[&str]) -> Value {
    serde_json::from_str(&printed(arguments)).unwrap()
}

/// Asserts that the command fails with this exit code and reason. The error must be a single line, except for usage errors (2). Returns the
/// standard output.
pub fn refused(arguments: &[&str], code: i32, why: &str) -> String {
    let output = bastide(arguments);
    let error = text(&output.stderr);
    assert_eq!(output.status.code(), Some(code), "{error}");
    assert!(error.contains(why), "{error}");
    assert!(code == 2 || error.starts_with("bastide: ") && error.lines().count() == 1, "{error}");
    text(&output.stdout)
}

/// Returns the path of a file relative to this crate.
pub fn source(path: &str) -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join(path)
}

/// Returns the path of a saved game in the corpus.
pub fn saved(name: &str) -> String {
    source(&format!("../../corpus/jcz/{name}.jcz")).to_str().unwrap().to_owned()
}

/// Returns a path in the folder for temporary test files.
pub fn scratch(name: &str) -> PathBuf {
    Path::new(env!("CARGO_TARGET_TMPDIR")).join(name)
}

/// Returns a path in the folder for temporary test files where no file exists.
pub fn fresh(name: &str) -> PathBuf {
    let path = scratch(name);
    let _ = std::fs::remove_file(&path);
    path
}
