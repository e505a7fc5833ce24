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

/// The repository.
fn root() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("../..")
}

/// The files of a kind, by their paths in the repository.
fn files(endings: &[&str]) -> Vec<(String, String)> {
    let root = root();
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
    ["r##\"", "r#\"<svg", ": \"M"].iter().any(|start| line.contains(start))
}

/// The lines that are too wide, with their places.
fn wide<'a>(name: &str, lines: impl Iterator<Item = (usize, &'a str)>) -> Vec<String> {
    let wide = lines.filter(|(_, line)| line.chars().count() > WIDTH);
    wide.map(|(number, line)| format!("{name}:{}: {} wide", number + 1, line.chars().count())).collect()
}

#[test]
fn no_line_is_wider_than_a_review_shows() {
    let mut found = Vec::new();
    // What a program writes is as wide as it makes it.
    for (name, text) in files(&SOURCES).into_iter().filter(|(name, _)| !name.contains(".generated.")) {
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
    // What a program writes is as long as what it is written from.
    for (name, text) in files(&SOURCES).into_iter().filter(|(name, _)| !name.contains(".generated.")) {
        let lines = text.lines().count();
        assert!(lines <= LINES, "{name} has {lines} lines: part it by its jobs");
    }
}

/// The crates of the families.
const FAMILIES: [&str; 4] = ["classic", "hunters", "discovery", "coop"];
/// The files that every family has, each with what stands in it and nowhere else beside it: ARCHITECTURE.md lists them.
const OF_A_FAMILY: [(&str, &[&str]); 13] = [
    ("lib.rs", &["impl FamilyData for ", "impl Family for "]),
    ("family.rs", &["pub struct {name};", "pub type {name}Position", "pub type {name}Rules"]),
    ("pending.rs", &["pub enum Pending", "impl Coded for Pending"]),
    ("kinds.rs", &["pub const KIND_WORDS", "pub const ROLE_WORDS", "pub const FIGURE_WORDS", "pub const PIECE_WORDS"]),
    ("options.rs", &["pub struct Options", "impl Choices for Options"]),
    ("compile.rs", &["impl Playable for {name} "]),
    ("turn.rs", &["pub(crate) fn begin_game(", "pub(crate) fn draw(", "pub(crate) fn place(", "pub fn end_game("]),
    ("actions.rs", &["pub(crate) fn list("]),
    ("scoring.rs", &["pub fn is_complete(", "pub fn worth(", "pub fn tally("]),
    ("validate.rs", &["pub(crate) fn validate("]),
    ("describe.rs", &["impl Described for {name} "]),
    ("reference.rs", &["pub const RULES"]),
    ("base/mod.rs", &[]),
];

#[test]
fn families_have_the_same_files_for_the_same_things() {
    for family in FAMILIES {
        let source = root().join("crates").join(family).join("src");
        let name = family[..1].to_uppercase() + &family[1..];
        let text_of = |file: &str| {
            fs::read_to_string(source.join(file)).unwrap_or_else(|why| panic!("{family} has no {file}: {why}"))
        };
        for (file, contents) in OF_A_FAMILY {
            for content in contents {
                let content = content.replace("{name}", &name);
                assert!(text_of(file).contains(&content), "{file} of {family} has no \"{content}\"");
                let others = OF_A_FAMILY.iter().map(|(other, _)| *other).filter(|other| *other != file);
                // A part of the game may list, or be worth, something of its own.
                for other in others.filter(|other| !other.contains('/')) {
                    assert!(!text_of(other).contains(&content), "{other} of {family} has \"{content}\": {file} should");
                }
            }
        }
        let extra = text_of("lib.rs").contains("type Extra = Extra;");
        assert_eq!(extra, source.join("extra.rs").exists(), "{family} remembers something, or nothing, in extra.rs");
    }
    let map = fs::read_to_string(root().join("ARCHITECTURE.md")).unwrap();
    for (file, _) in OF_A_FAMILY.iter().filter(|(file, _)| !file.contains('/')) {
        assert!(map.contains(&format!("`{file}`")), "ARCHITECTURE.md does not say what {file} is for");
    }
}
