//! An expansion can be taken out: without its folder and its switchboard lines the rest still works.
//!
//! The convention that makes it so: in the switchboard every line that an expansion needs names it. Such a line goes, with the
//! comments right above it, and if it opens a block, so does everything up to the line that closes it.

use std::fs;
use std::path::Path;

use testkit::scratch::Scratch;

const SWITCHBOARD: [&str; 5] = ["lib.rs", "options.rs", "compile.rs", "scoring.rs", "reference.rs"];

/// A source without the lines that name an expansion.
fn without(text: &str, expansion: &str) -> String {
    let indent = |line: &str| line.len() - line.trim_start().len();
    let mut kept: Vec<&str> = Vec::new();
    let mut lines = text.lines();
    while let Some(line) = lines.next() {
        if !line.contains(expansion) && !line.contains(&expansion.to_uppercase()) {
            kept.push(line);
            continue;
        }
        while kept.last().is_some_and(|above| above.trim_start().starts_with(['#', '/']) && !above.contains("//!")) {
            kept.pop();
        }
        if line.ends_with(['{', '(', '[']) {
            let closes = |below: &str| indent(below) == indent(line) && below.trim_start().starts_with(['}', ')', ']']);
            lines.by_ref().find(|below| closes(below));
        }
    }
    kept.join("\n") + "\n"
}

/// A copy of some crates without an expansion.
fn copy_without(expansion: &str, crates: &[&str]) -> Scratch {
    let root = Path::new(env!("CARGO_MANIFEST_DIR")).join("../..");
    let scratch = Scratch::workspace(&root, crates).unwrap();
    let source = scratch.path().join("crates/classic/src");
    fs::remove_dir_all(source.join(expansion)).unwrap();
    for name in SWITCHBOARD {
        let text = fs::read_to_string(source.join(name)).unwrap();
        fs::write(source.join(name), without(&text, expansion)).unwrap();
    }
    scratch
}

fn cargo(scratch: &Scratch, arguments: &[&str]) {
    let output = scratch.cargo(arguments).output().unwrap();
    assert!(output.status.success(), "{}{}", text(&output.stdout), text(&output.stderr));
}

fn text(bytes: &[u8]) -> String {
    String::from_utf8_lossy(bytes).into_owned()
}

#[test]
fn the_family_compiles_without_an_expansion() {
    let scratch = copy_without("inns_cathedrals", &["core", "classic"]);
    cargo(&scratch, &["check", "--package", "classic", "--all-targets", "--quiet"]);
}

/// Slow, since everything below the scenarios is compiled anew: run with `--ignored`.
#[test]
#[ignore = "compiles four crates and what they use"]
fn the_base_game_plays_without_an_expansion() {
    let scratch = copy_without("inns_cathedrals", &["core", "classic", "games", "testkit"]);
    let root = Path::new(env!("CARGO_MANIFEST_DIR")).join("../..");
    let base = "crates/classic/src/base/scenarios";
    cargo(&scratch, &["run", "--package", "testkit", "--quiet", "--", "scenarios", base]);
    let games = root.join("corpus/oracle/ai-base.jsonl.gz").canonicalize().unwrap();
    cargo(&scratch, &["run", "--package", "testkit", "--quiet", "--", "compare", games.to_str().unwrap()]);
}
