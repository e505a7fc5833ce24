//! `docs/add-an-expansion.md` names every file that a new expansion touches. This is checked with two sample expansions: the document must
//! list every file outside their folders that mentions either of them, and every file that it names must exist.

use std::collections::BTreeSet;
use std::fs;
use std::path::{Path, PathBuf};

/// Sample expansions: small ones with their own tiles, options, elements, tokens and clauses about other expansions.
const EXPANSIONS: [&str; 2] = ["cathars", "king_robber"];
/// Folders to search for code.
const CODE_FOLDERS: [&str; 3] = ["crates", "web/src", "scripts"];
/// Files that are not part of the program: tests, and lists of what was compared, measured or mutated.
const EXCLUDED_FILES: [&str; 5] = [
    "/tests/",
    "/scenarios/",
    "crates/testkit/mutations.txt",
    "crates/testkit/README.md",
    "crates/testkit/src/oracle/",
];
/// Paths in the document are relative to one of these: the root, the dispatch files, and the worked examples.
const BASES: [&str; 4] = ["", "crates/classic/src", "crates/classic/src/inns_cathedrals", "crates/discovery/src"];

fn root() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("../..")
}

/// Collects the files in a folder and its subfolders, with paths relative to the root.
fn files(folder: &str, found: &mut BTreeSet<String>) {
    for entry in fs::read_dir(root().join(folder)).unwrap() {
        let entry = entry.unwrap();
        let path = format!("{folder}/{}", entry.file_name().to_string_lossy());
        if entry.path().is_dir() {
            files(&path, found);
        } else {
            found.insert(path);
        }
    }
}

/// Returns a source file without its tests and comments, and any other text unchanged.
fn code(path: &str, text: &str) -> String {
    if ![".rs", ".ts", ".svelte"].iter().any(|end| path.ends_with(end)) {
        return text.to_owned();
    }
    let text = text.split("#[cfg(test)]").next().unwrap();
    text.lines().map(|line| line.split("//").next().unwrap()).collect::<Vec<_>>().join("\n")
}

fn has_word(text: &str, word: &str) -> bool {
    let part = |c: char| c.is_alphanumeric() || c == '_';
    text.match_indices(word).any(|(at, _)| !text[..at].ends_with(part) && !text[at + word.len()..].starts_with(part))
}

/// Returns the names that code uses for an expansion: those of its folder, its part, its options and its elements.
fn names(expansion: &str) -> Vec<String> {
    let part = classic::PARTS.iter().find(|part| part.id.replace('-', "_") == expansion).unwrap();
    let options = part.options.iter().map(|option| option.name);
    let elements = classic::ELEMENTS.iter().filter(|(_, of, _)| *of == part.id).map(|(name, ..)| *name);
    [expansion, part.id].into_iter().chain(options).chain(elements).map(str::to_owned).collect()
}

/// Returns the files outside the sample expansions' folders that name one of these expansions.
fn places() -> BTreeSet<String> {
    let mut all = BTreeSet::new();
    CODE_FOLDERS.iter().for_each(|room| files(room, &mut all));
    let names: Vec<String> = EXPANSIONS.iter().flat_map(|expansion| names(expansion)).collect();
    let own = |path: &str| EXPANSIONS.iter().any(|name| path.starts_with(&format!("crates/classic/src/{name}/")));
    let aside = |path: &str| EXCLUDED_FILES.iter().any(|part| path.contains(part));
    // Clauses may name other expansions, and prose is not code.
    let is_code = |path: &String| !own(path) && !aside(path) && !path.ends_with(".md");
    all.into_iter()
        .filter(is_code)
        .filter(|path| {
            let text = fs::read_to_string(root().join(path)).unwrap_or_default();
            let code = code(path, &text);
            names.iter().any(|name| has_word(&code, name))
        })
        .collect()
}

/// Returns the paths that a document names: between backticks, with a folder or a known extension.
fn named(document: &str) -> Vec<&str> {
    let ends = [".rs", ".md", ".toml", ".ftl", ".ts", ".svelte", ".txt"];
    let is_path = |word: &&str| {
        let sign = |c: char| c.is_ascii_alphanumeric() || "_-.*/".contains(c);
        word.chars().all(sign) && (word.contains('/') || ends.iter().any(|end| word.ends_with(end)))
    };
    document.split('`').skip(1).step_by(2).filter(is_path).collect()
}

/// Returns whether a path matches a name in which `*` stands for any one folder or file.
fn is(path: &str, named: &str) -> bool {
    let (path, named): (Vec<_>, Vec<_>) = (path.split('/').collect(), named.split('/').collect());
    let same = |(one, other): (&&str, &&str)| match other.split_once('*') {
        Some((start, end)) => one.starts_with(start) && one.ends_with(end),
        None => one == other,
    };
    path.len() == named.len() && path.iter().zip(&named).all(same)
}

/// Returns whether a document names a file, or a folder that contains it, written with a trailing slash.
fn covers(named: &[&str], path: &str) -> bool {
    let from = |base: &str, name: &str| if base.is_empty() { name.to_owned() } else { format!("{base}/{name}") };
    BASES[..2].iter().any(|base| {
        named.iter().any(|name| {
            let name = from(base, name);
            is(path, &name) || name.ends_with('/') && path.starts_with(&name)
        })
    })
}

fn document() -> String {
    fs::read_to_string(root().join("docs/add-an-expansion.md")).unwrap()
}

#[test]
fn document_lists_every_file_that_names_an_expansion() {
    let document = document();
    let (expansion, _) = document.split_once("\n# ").unwrap();
    let named = named(expansion);
    let places = places();
    assert!(places.contains("crates/classic/src/scoring.rs"), "{places:?}");
    assert!(places.contains("web/src/locales/uk/setup.ftl"), "{places:?}");
    let missing: Vec<_> = places.iter().filter(|path| !covers(&named, path)).collect();
    assert!(missing.is_empty(), "docs/add-an-expansion.md does not name {missing:#?}");
}

#[test]
fn every_path_in_the_document_exists() {
    let document = document();
    let named = named(&document);
    assert!(named.len() > 40, "{named:?}");
    let mut all = BTreeSet::new();
    ["crates", "web/src", "scripts", "docs", "corpus"].iter().for_each(|room| files(room, &mut all));
    for name in named {
        let there = BASES.iter().any(|base| {
            let path = if base.is_empty() { name.to_owned() } else { format!("{base}/{name}") };
            root().join(&path).exists() || path.contains('*') && all.iter().any(|file| is(file, &path))
        });
        assert!(there, "docs/add-an-expansion.md names {name}, which does not exist");
    }
}

#[test]
fn paths_are_distinguished_from_words() {
    let named = named("`docs/x.md`, `Next`, `rules.md` and `crates/a/` but not `a + b.rs` or `<name>/x.rs`: `*.toml`");
    assert_eq!(named, ["docs/x.md", "rules.md", "crates/a/", "*.toml"]);
    assert!(covers(&["crates/a/"], "crates/a/b/c.rs") && !covers(&["crates/a"], "crates/a/b.rs"));
    assert!(covers(&["turn.rs"], "crates/classic/src/turn.rs") && !covers(&["turn.rs"], "crates/hunters/src/turn.rs"));
    assert!(covers(&["web/*/x.ftl"], "web/en/x.ftl") && !covers(&["web/*.ftl"], "web/en/x.ftl"));
    assert!(has_word("is king::X", "king") && !has_word("looking", "king") && !has_word("king_robber", "king"));
    assert_eq!(code("a.rs", "x // king\n#[cfg(test)]\nking"), "x ");
}
