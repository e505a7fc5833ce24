//! `docs/dependencies.md` names every direct dependency.

use std::collections::{BTreeMap, BTreeSet};
use std::fs;
use std::path::{Path, PathBuf};

fn root() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("../..")
}

/// Package names, each with the manifests that depend on it.
type Dependencies = BTreeMap<String, BTreeSet<String>>;

/// Parses a TOML file of the repository.
fn read_toml(path: &str) -> toml::Table {
    let text = fs::read_to_string(root().join(path)).unwrap_or_else(|why| panic!("{path}: {why}"));
    text.parse().unwrap_or_else(|why| panic!("{path}: {why}"))
}

/// Adds the external crates that a Cargo manifest depends on, including target sections.
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

/// Adds the packages that a `package.json` depends on.
fn add_npm(found: &mut Dependencies, path: &str) {
    let text = fs::read_to_string(root().join(path)).unwrap();
    let manifest: serde_json::Map<String, serde_json::Value> = serde_json::from_str(&text).unwrap();
    let sections = manifest.iter().filter(|(name, _)| name.to_lowercase().ends_with("dependencies"));
    for name in sections.filter_map(|(_, section)| section.as_object()).flat_map(|section| section.keys()) {
        found.entry(name.clone()).or_default().insert(path.to_owned());
    }
}

/// Adds the dependencies of the Python package and its tests.
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

/// Returns the names in backticks in the first column of the first table in `docs/dependencies.md`.
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
    assert!(unused.is_empty(), "docs/dependencies.md lists {unused:?}, which no manifest depends on");
}
