//! The habits of STYLE.md that can be seen in the files.

use std::collections::{BTreeMap, BTreeSet};
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

/// The names of packages, each with the manifests that ask for it.
type Dependencies = BTreeMap<String, BTreeSet<String>>;

/// Parses a TOML file of the repository.
fn read_toml(path: &str) -> toml::Table {
    let text = fs::read_to_string(root().join(path)).unwrap_or_else(|why| panic!("{path}: {why}"));
    text.parse().unwrap_or_else(|why| panic!("{path}: {why}"))
}

/// Adds the external crates that a Cargo manifest asks for, in the sections of every target too.
fn add_crates(found: &mut Dependencies, path: &str, shared: &toml::Table) {
    let manifest = read_toml(path);
    let targets = manifest.get("target").and_then(toml::Value::as_table);
    let tables = targets.into_iter().flatten().filter_map(|(_, target)| target.as_table()).chain([&manifest]);
    let sections = tables.flatten().filter(|(name, _)| name.ends_with("dependencies"));
    for (key, asked) in sections.filter_map(|(_, section)| section.as_table()).flatten() {
        let is_shared = asked.get("workspace").and_then(toml::Value::as_bool) == Some(true);
        let asked = if is_shared { &shared[key] } else { asked };
        if asked.get("path").is_none() {
            let name = asked.get("package").and_then(toml::Value::as_str).unwrap_or(key);
            found.entry(name.to_owned()).or_default().insert(path.to_owned());
        }
    }
}

/// Adds the packages that a `package.json` asks for.
fn add_npm(found: &mut Dependencies, path: &str) {
    let text = fs::read_to_string(root().join(path)).unwrap();
    let manifest: serde_json::Map<String, serde_json::Value> = serde_json::from_str(&text).unwrap();
    let sections = manifest.iter().filter(|(name, _)| name.to_lowercase().ends_with("dependencies"));
    for name in sections.filter_map(|(_, section)| section.as_object()).flat_map(|section| section.keys()) {
        found.entry(name.clone()).or_default().insert(path.to_owned());
    }
}

/// Adds the packages that the Python package and its tests ask for.
fn add_python(found: &mut Dependencies) {
    let mut add = |path: &str, asked: &str| {
        let end = asked.find(|c: char| !c.is_ascii_alphanumeric() && !"-_.".contains(c)).unwrap_or(asked.len());
        found.entry(asked[..end].to_owned()).or_default().insert(path.to_owned());
    };
    let path = "python/pyproject.toml";
    let manifest = read_toml(path);
    let project = &manifest["project"];
    let extras = project["optional-dependencies"].as_table().unwrap().values();
    for list in extras.chain([&project["dependencies"], &manifest["build-system"]["requires"]]) {
        list.as_array().unwrap().iter().for_each(|asked| add(path, asked.as_str().unwrap()));
    }
    let path = "python/requirements-test.txt";
    let text = fs::read_to_string(root().join(path)).unwrap();
    let lines = text.lines().map(str::trim).filter(|line| !line.is_empty() && !line.starts_with(['#', '-']));
    lines.for_each(|line| add(path, line));
}

/// Collects every direct dependency of the project.
fn dependencies() -> Dependencies {
    let mut found = Dependencies::new();
    let workspace = read_toml("Cargo.toml");
    let shared = workspace["workspace"]["dependencies"].as_table().unwrap();
    let crates = fs::read_dir(root().join("crates")).unwrap().map(|entry| entry.unwrap().file_name());
    let mut manifests: Vec<_> = crates.map(|name| format!("crates/{}/Cargo.toml", name.to_string_lossy())).collect();
    manifests.retain(|path| root().join(path).exists());
    manifests.extend(["python/Cargo.toml", "fuzz/Cargo.toml"].map(str::to_owned));
    manifests.iter().for_each(|path| add_crates(&mut found, path, shared));
    ["web/package.json", "web/audit/package.json"].iter().for_each(|path| add_npm(&mut found, path));
    add_python(&mut found);
    for name in shared.iter().filter(|(_, asked)| asked.get("path").is_none()).map(|(name, _)| name) {
        assert!(found.contains_key(name), "Cargo.toml shares {name}, which no crate uses");
    }
    found
}

/// Returns the names in backticks in the first cells of the first table of `docs/dependencies.md`.
fn documented_dependencies() -> Vec<String> {
    let page = fs::read_to_string(root().join("docs/dependencies.md")).unwrap();
    let rows = page.lines().skip_while(|line| !line.starts_with("| --- ")).skip(1);
    let cells = rows.take_while(|line| line.starts_with("| ")).map(|row| row.split('|').nth(1).unwrap());
    cells.flat_map(|cell| cell.split('`').skip(1).step_by(2)).map(str::to_owned).collect()
}

#[test]
fn documented_dependencies_match_the_manifests() {
    let used = dependencies();
    let documented = documented_dependencies();
    let names: BTreeSet<_> = documented.iter().cloned().collect();
    assert_eq!(names.len(), documented.len(), "docs/dependencies.md lists a dependency twice: {documented:?}");
    let missing: Vec<_> = used.iter().filter(|(name, _)| !names.contains(*name)).collect();
    assert!(missing.is_empty(), "docs/dependencies.md has no row for {missing:#?}");
    let unused: Vec<_> = names.iter().filter(|name| !used.contains_key(*name)).collect();
    assert!(unused.is_empty(), "docs/dependencies.md lists {unused:?}, which no manifest asks for");
}
