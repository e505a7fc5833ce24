//! Rules of STYLE.md that can be checked in the files.

use std::fs;
use std::path::{Path, PathBuf};

/// Maximum line width in characters, so that code reviews show lines without wrapping. (Rust code is narrower, which rustfmt enforces.)
const MAX_LINE_WIDTH: usize = 140;
/// Maximum lines of a source file.
const MAX_FILE_LINES: usize = 800;
/// Folders with the project's own texts.
const FOLDERS: [&str; 12] = [
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
    "web/vite",
];
/// Extensions of handwritten sources. The empty one is for `ci` and scripts.
const SOURCES: [&str; 9] = ["css", "html", "mjs", "py", "rs", "sql", "svelte", "ts", ""];

/// Returns the path of the repository.
fn root() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("../..")
}

/// Returns the path in the repository and the text of each file with one of these extensions.
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

/// Returns whether a source line contains a drawing, which is one long string.
fn is_drawing(line: &str) -> bool {
    ["r##\"", "r#\"<svg", ": \"M"].iter().any(|start| line.contains(start))
}

/// Returns the lines that are too wide, with their locations.
fn too_wide<'a>(name: &str, lines: impl Iterator<Item = (usize, &'a str)>) -> Vec<String> {
    let wide = lines.filter(|(_, line)| line.chars().count() > MAX_LINE_WIDTH);
    wide.map(|(number, line)| format!("{name}:{}: {} characters wide", number + 1, line.chars().count())).collect()
}

#[test]
fn lines_fit_in_a_review() {
    let mut found = Vec::new();
    // Generated files may be wider.
    for (name, text) in files(&SOURCES).into_iter().filter(|(name, _)| !name.contains(".generated.")) {
        found.extend(too_wide(&name, text.lines().enumerate().filter(|(_, line)| !is_drawing(line))));
    }
    for (name, text) in files(&["md"]) {
        // Table rows cannot be wrapped, and code blocks are left as they are.
        let mut fenced = false;
        let prose = text.lines().enumerate().filter(|(_, line)| {
            fenced ^= line.trim_start().starts_with("```");
            !fenced && !line.trim_start().starts_with('|')
        });
        found.extend(too_wide(&name, prose));
    }
    assert!(found.is_empty(), "{} lines are wider than {MAX_LINE_WIDTH}:\n{}", found.len(), found.join("\n"));
}

#[test]
fn source_files_are_short() {
    // Generated files may be longer.
    for (name, text) in files(&SOURCES).into_iter().filter(|(name, _)| !name.contains(".generated.")) {
        let lines = text.lines().count();
        assert!(lines <= MAX_FILE_LINES, "{name} has {lines} lines: split it by responsibility");
    }
}

/// The crates of the families.
const FAMILIES: [&str; 4] = ["classic", "hunters", "discovery", "coop"];
/// Files that every family has, each with declarations that must be in that file and in no other file of the family; see ARCHITECTURE.md.
const FAMILY_FILES: [(&str, &[&str]); 13] = [
    ("lib.rs", &["impl FamilyData for ", "impl Family for "]),
    ("family.rs", &["pub struct {name};", "pub type {name}Position", "pub type {name}Rules"]),
    ("pending.rs", &["pub enum Pending", "impl Encoded for Pending"]),
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
fn families_have_the_same_file_structure() {
    for family in FAMILIES {
        let source = root().join("crates").join(family).join("src");
        let name = family[..1].to_uppercase() + &family[1..];
        let text_of = |file: &str| {
            fs::read_to_string(source.join(file)).unwrap_or_else(|why| panic!("{family} has no {file}: {why}"))
        };
        for (file, contents) in FAMILY_FILES {
            for content in contents {
                let content = content.replace("{name}", &name);
                assert!(text_of(file).contains(&content), "{file} of {family} has no \"{content}\"");
                let others = FAMILY_FILES.iter().map(|(other, _)| *other).filter(|other| *other != file);
                // The files of parts, in subfolders, may contain such declarations too.
                for other in others.filter(|other| !other.contains('/')) {
                    assert!(
                        !text_of(other).contains(&content),
                        "{other} of {family} has \"{content}\", which belongs in {file}"
                    );
                }
            }
        }
        let extra = text_of("lib.rs").contains("type Extra = Extra;");
        assert_eq!(
            extra,
            source.join("extra.rs").exists(),
            "{family} must have extra.rs exactly if it defines its own Extra"
        );
    }
    let map = fs::read_to_string(root().join("ARCHITECTURE.md")).unwrap();
    for (file, _) in FAMILY_FILES.iter().filter(|(file, _)| !file.contains('/')) {
        assert!(map.contains(&format!("`{file}`")), "ARCHITECTURE.md does not describe {file}");
    }
}
