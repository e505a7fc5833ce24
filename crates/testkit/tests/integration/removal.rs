//! An expansion can be taken out: without its folder and its switchboard lines the rest still works.
//!
//! The convention that makes it so: in the switchboard every line that an expansion needs names it. Such a line goes, with the
//! comments right above it, and if it opens a block, so does everything up to the line that closes it.

use std::fs;
use std::path::Path;

use testkit::scratch::{SWITCHBOARD, Scratch};

/// Whether a line names an expansion, in small or in capital letters: its module (`tower::`), its place among others
/// (`extra.tower.len`), or a function of the switchboard that is called after it (`tower_build`). Ordinary words (`.count(`,
/// `text.count`) do not.
fn names(line: &str, expansion: &str) -> bool {
    [expansion.to_owned(), expansion.to_uppercase()].iter().any(|name| {
        line.match_indices(name.as_str()).any(|(at, _)| {
            let part_of_word = |c: char| c.is_alphanumeric() || c == '_';
            let (before, after) = (&line[..at], &line[at + name.len()..]);
            if before.ends_with(part_of_word) || before.ends_with('.') && !after.starts_with('.') {
                return false;
            }
            after.starts_with('_') || !after.starts_with(part_of_word) && !after.starts_with('(')
        })
    })
}

/// A source without the lines that name an expansion.
fn without(text: &str, expansion: &str) -> String {
    let indent = |line: &str| line.len() - line.trim_start().len();
    let mut kept: Vec<&str> = Vec::new();
    let mut lines = text.lines();
    while let Some(line) = lines.next() {
        if !names(line, expansion) || line.trim_start().starts_with("//") {
            kept.push(line);
            continue;
        }
        while kept.last().is_some_and(|above| above.trim_start().starts_with(['#', '/']) && !above.contains("//!")) {
            kept.pop();
        }
        let code = |line: &str| line.split(" // ").next().unwrap_or_default().trim_end().to_owned();
        let opens = |line: &str| code(line).ends_with('{');
        if code(line).ends_with(['{', '(', '[']) {
            let closes = |below: &str| indent(below) == indent(line) && below.trim_start().starts_with(['}', ')', ']']);
            // What closes the head of a function opens its body.
            while lines.by_ref().find(|below| closes(below)).is_some_and(opens) {}
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

/// Every expansion that has a folder.
fn expansions() -> Vec<String> {
    let source = Path::new(env!("CARGO_MANIFEST_DIR")).join("../classic/src");
    let folders = fs::read_dir(source).unwrap().map(|entry| entry.unwrap());
    let folders = folders.filter(|entry| entry.path().is_dir() && entry.file_name() != "base");
    let mut names: Vec<String> = folders.map(|entry| entry.file_name().to_string_lossy().into_owned()).collect();
    names.sort();
    names
}

#[test]
fn the_family_compiles_without_any_one_expansion() {
    let expansions = expansions();
    assert!(expansions.len() >= 10, "{expansions:?}");
    for expansion in expansions {
        let scratch = copy_without(&expansion, &["core", "classic"]);
        let output =
            scratch.cargo(&["check", "--package", "bastide-classic", "--all-targets", "--quiet"]).output().unwrap();
        assert!(output.status.success(), "without {expansion}: {}", text(&output.stderr));
    }
}

/// Slow, since everything below the scenarios is compiled anew: run with `--ignored`. What reads other programs' games knows
/// every expansion, and stays out.
#[test]
#[ignore = "compiles six crates and what they use"]
fn the_rest_plays_without_an_expansion() {
    let folders = expansions();
    for (expansion, others) in [("tower", &["base", "inns_cathedrals"]), ("inns_cathedrals", &["base", "king_robber"])]
    {
        assert!(folders.iter().any(|folder| folder == expansion));
        let scratch =
            copy_without(expansion, &["core", "classic", "hunters", "discovery", "coop", "games", "bots", "testkit"]);
        for other in others {
            let scenarios = format!("crates/classic/src/{other}/scenarios");
            let words = [
                "run",
                "--package",
                "bastide-testkit",
                "--no-default-features",
                "--quiet",
                "--",
                "scenarios",
                &scenarios,
            ];
            cargo(&scratch, &words);
        }
    }
}
