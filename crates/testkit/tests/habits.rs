//! The habits of STYLE.md that can be seen in the files.

use std::fs;
use std::path::{Path, PathBuf};

/// How wide a line may be: what a review shows without folding. (Code in Rust is narrower, which rustfmt sees to.)
const WIDTH: usize = 140;
/// How long a source may be.
const LINES: usize = 800;
/// Where the project's own texts are.
const FOLDERS: [&str; 11] = [
    ".ci",
    ".github",
    "crates",
    "docs",
    "examples",
    "fuzz/fuzz_targets",
    "scripts",
    "web/e2e",
    "web/public",
    "web/src",
    "web/tests",
];
/// What is written by hand, line by line; `ci` and scripts have no ending.
const SOURCES: [&str; 9] = ["css", "html", "mjs", "py", "rs", "sql", "svelte", "ts", ""];

/// The files of a kind, by their paths in the repository.
fn files(endings: &[&str]) -> Vec<(String, String)> {
    let root = Path::new(env!("CARGO_MANIFEST_DIR")).join("../..");
    let mut paths: Vec<PathBuf> = fs::read_dir(&root).unwrap().map(|entry| entry.unwrap().path()).collect();
    let hidden = |path: &Path| path.file_name().is_some_and(|name| name.to_string_lossy().starts_with('.'));
    paths.retain(|path| {
        path.is_file() && !hidden(path) && !path.ends_with("LICENSE-MIT") && !path.ends_with("LICENSE-APACHE")
    });
    let mut folders: Vec<PathBuf> =
        FOLDERS.iter().map(|folder| root.join(folder)).filter(|path| path.is_dir()).collect();
    while let Some(folder) = folders.pop() {
        for entry in fs::read_dir(&folder).unwrap() {
            let path = entry.unwrap().path();
            if path.is_dir() { folders.push(path) } else { paths.push(path) }
        }
    }
    let ending = |path: &Path| path.extension().unwrap_or_default().to_string_lossy().into_owned();
    paths.retain(|path| endings.contains(&ending(path).as_str()));
    let name = |path: &Path| path.strip_prefix(&root).unwrap().to_string_lossy().into_owned();
    let mut files: Vec<_> = paths.iter().map(|path| (name(path), fs::read_to_string(path).unwrap())).collect();
    files.sort();
    files
}

/// Whether a line of a source is a drawing, which is one string.
fn is_drawing(line: &str) -> bool {
    line.contains("r##\"") || line.contains(": \"M")
}

/// The lines that are too wide, with their places.
fn wide<'a>(name: &str, lines: impl Iterator<Item = (usize, &'a str)>) -> Vec<String> {
    let wide = lines.filter(|(_, line)| line.chars().count() > WIDTH);
    wide.map(|(number, line)| format!("{name}:{}: {} wide", number + 1, line.chars().count())).collect()
}

#[test]
fn no_line_is_wider_than_a_review_shows() {
    let mut found = Vec::new();
    for (name, text) in files(&SOURCES) {
        found.extend(wide(&name, text.lines().enumerate().filter(|(_, line)| !is_drawing(line))));
    }
    for (name, text) in files(&["md"]) {
        // A row of a table is one line, and what stands between fences is shown as it is.
        let mut fenced = false;
        let prose = text.lines().enumerate().filter(|(_, line)| {
            fenced ^= line.trim_start().starts_with("```");
            !fenced && !line.trim_start().starts_with('|')
        });
        found.extend(wide(&name, prose));
    }
    assert!(found.is_empty(), "{} lines are wider than {WIDTH}:\n{}", found.len(), found.join("\n"));
}

#[test]
fn no_source_is_longer_than_a_file_with_one_job() {
    for (name, text) in files(&SOURCES) {
        let lines = text.lines().count();
        assert!(lines <= LINES, "{name} has {lines} lines: part it by its jobs");
    }
}
