//! Checks what the files of a crate import from one another: there are no import cycles; the computer players' modules and the server's
//! folders use only those listed before them; and an expansion imports core, its family's base and dispatch files, never another expansion.
//!
//! A file depends on another if a path in its code, in a `use` or elsewhere but not in its tests, refers to the other file. A re-exported
//! name (`pub use`) counts where it is defined: users of the re-export depend on the defining file, and the re-exporting file doesn't.

use std::collections::{BTreeMap, BTreeSet};
use std::fs;
use std::path::{Path, PathBuf};

use proc_macro2::{Delimiter, Group, TokenStream, TokenTree};

/// Modules of the computer players; each uses only those before it.
const BOT_MODULES: &[&str] = &["evaluation", "search", "agents", "analysis", "arena", "training"];

/// The folders of the server, lowest first; each imports only those before it. Files that use `App` (routes, periodic jobs) are above
/// everything that `App` consists of, in the same order among themselves.
const FOLDERS_OF_SERVER: &[&str] = &[
    "common",
    "storage",
    "http",
    "openapi",
    "limits",
    "compute",
    "assets",
    "accounts",
    "results",
    "tokens",
    "notifications",
    "chat",
    "follows",
    "puzzles",
    "export",
    "matchmaking",
    "guided",
    "moderation",
    "studies",
    "tournaments",
    "cluster",
    "live",
    "previews",
    "channels",
    "monitoring",
];

/// The families with expansions, each with the files next to its `lib.rs` that may not name an expansion, since expansions get their
/// numbers from these files.
const FAMILIES: [(&str, &[&str]); 2] = [("classic", &["family", "kinds"]), ("hunters", &["family", "kinds"])];

/// Path of a module or an item from the crate root.
type Names = Vec<String>;

/// The files of a crate and their dependencies.
#[derive(Default)]
struct Crate {
    /// File of each module.
    files: BTreeMap<Names, PathBuf>,
    /// Original path of each re-export, by module and name.
    passed_on: BTreeMap<(Names, String), Names>,
    /// Modules that a module re-exports as a whole.
    all_of: BTreeMap<Names, Vec<Names>>,
    /// Paths in each module that refer to other modules.
    paths: BTreeMap<Names, BTreeSet<Names>>,
}

impl Crate {
    fn read(source: &Path) -> Self {
        let mut found = Self::default();
        let root = ["lib.rs", "main.rs"].map(|name| source.join(name)).into_iter().find(|path| path.exists()).unwrap();
        found.add_files(source, &Names::new());
        found.files.insert(Names::new(), root);
        for (module, file) in found.files.clone() {
            let text = fs::read_to_string(&file).unwrap();
            let tokens: TokenStream = text.parse().unwrap_or_else(|why| panic!("{}: {why}", file.display()));
            found.collect_paths(&module, &module, &tokens.into_iter().collect::<Vec<_>>());
        }
        found
    }

    fn add_files(&mut self, folder: &Path, module: &Names) {
        for entry in fs::read_dir(folder).unwrap() {
            let path = entry.unwrap().path();
            let name = path.file_stem().unwrap().to_string_lossy().into_owned();
            let own = module.iter().cloned().chain([name.clone()]).collect();
            if path.is_dir() {
                self.add_files(&path, &own);
            } else if path.extension().is_some_and(|extension| extension == "rs") {
                match name.as_str() {
                    "mod" => self.files.insert(module.clone(), path),
                    "lib" | "main" if module.is_empty() => None,
                    _ => self.files.insert(own, path),
                };
            }
        }
    }

    /// Collects the paths used in a file, including those in its inline modules.
    fn collect_paths(&mut self, file: &Names, module: &Names, tokens: &[TokenTree]) {
        let is = |at: usize, what: &str| tokens.get(at).is_some_and(|token| token.to_string() == what);
        let (mut at, mut public) = (0, false);
        while let Some(token) = tokens.get(at) {
            match token {
                TokenTree::Punct(_) if is(at, "#") && is(at + 1, "[cfg (test)]") => {
                    at = end_of_item(tokens, at + 2);
                    continue;
                }
                TokenTree::Ident(_) if is(at, "pub") => {
                    public = true;
                    let restricted = |group: &Group| group.delimiter() == Delimiter::Parenthesis;
                    at += match tokens.get(at + 1) {
                        Some(TokenTree::Group(group)) if restricted(group) => 2,
                        _ => 1,
                    };
                    continue;
                }
                TokenTree::Ident(_) if is(at, "use") => {
                    let end = (at..tokens.len()).find(|&end| is(end, ";")).unwrap_or(tokens.len());
                    let mut leads = Vec::new();
                    self.resolve(module, None, &tokens[at + 1..end], &mut leads);
                    leads.into_iter().for_each(|(path, name)| self.add_import(file, path, name, public));
                    at = end;
                }
                TokenTree::Ident(_) if is(at, "mod") => {
                    if let Some(TokenTree::Group(group)) = tokens.get(at + 2) {
                        let own = module.iter().cloned().chain([tokens[at + 1].to_string()]).collect();
                        self.collect_paths(file, &own, &group.stream().into_iter().collect::<Vec<_>>());
                        at += 2;
                    }
                }
                TokenTree::Ident(_) if is(at + 1, ":") && is(at + 2, ":") && (at == 0 || !is(at - 1, ":")) => {
                    let end = end_of_path(tokens, at);
                    let mut leads = Vec::new();
                    self.resolve(module, None, &tokens[at..end], &mut leads);
                    leads.into_iter().for_each(|(path, name)| self.add_import(file, path, name, false));
                }
                TokenTree::Group(group) => {
                    self.collect_paths(file, module, &group.stream().into_iter().collect::<Vec<_>>())
                }
                _ => {}
            }
            (at, public) = (at + 1, false);
        }
    }

    /// Resolves the paths of a tree such as `crate::a::{b, c as d}`, each with the name under which it is imported.
    fn resolve(&self, module: &Names, before: Option<&Names>, tree: &[TokenTree], leads: &mut Vec<(Names, String)>) {
        let (mut path, mut started, mut renamed) = (before.cloned().unwrap_or_default(), before.is_some(), None);
        for (at, token) in tree.iter().enumerate() {
            match token {
                TokenTree::Ident(_) if at > 0 && tree[at - 1].to_string() == "as" => renamed = Some(token.to_string()),
                TokenTree::Ident(ident) => match ident.to_string().as_str() {
                    "as" => {}
                    "crate" => started = true,
                    "self" if started => {}
                    "self" => (path, started) = (module.clone(), true),
                    "super" => {
                        path = if started { path } else { module.clone() };
                        path.pop();
                        started = true;
                    }
                    name if !started => {
                        let own: Names = module.iter().cloned().chain([name.to_owned()]).collect();
                        if !self.files.contains_key(&own) {
                            return; // Another crate, or a type.
                        }
                        (path, started) = (own, true);
                    }
                    name => path.push(name.to_owned()),
                },
                TokenTree::Punct(punct) if punct.as_char() == '*' => path.push("*".to_owned()),
                TokenTree::Group(group) => {
                    let inner: Vec<_> = group.stream().into_iter().collect();
                    for one in inner.split(|token| token.to_string() == ",").filter(|one| !one.is_empty()) {
                        self.resolve(module, started.then_some(&path), one, leads);
                    }
                    return;
                }
                _ => {}
            }
        }
        if started {
            let name = renamed.or_else(|| path.last().cloned()).unwrap_or_default();
            leads.push((path, name));
        }
    }

    fn add_import(&mut self, file: &Names, mut path: Names, name: String, public: bool) {
        match (public, name == "*") {
            (true, false) => _ = self.passed_on.insert((file.clone(), name), path),
            (true, true) => {
                path.pop();
                self.all_of.entry(file.clone()).or_default().push(path);
            }
            (false, _) => _ = self.paths.entry(file.clone()).or_default().insert(path),
        }
    }

    /// Returns the module that defines the target of a path.
    fn defining_module(&self, path: &[String]) -> Names {
        self.defining_module_within(path, 8).unwrap_or_default()
    }

    fn defining_module_within(&self, path: &[String], steps: usize) -> Option<Names> {
        let steps = steps.checked_sub(1)?;
        let known = (0..=path.len()).rev().find(|&end| self.files.contains_key(&path[..end])).unwrap_or(0);
        let (module, rest) = (path[..known].to_vec(), &path[known..]);
        let Some(name) = rest.first() else { return Some(module) };
        if let Some(from) = self.passed_on.get(&(module.clone(), name.clone())) {
            return self.defining_module_within(&[from.as_slice(), &rest[1..]].concat(), steps);
        }
        // A glob re-export provides the name if the other module defines it.
        let others = self.all_of.get(&module).into_iter().flatten();
        let theirs = others.map(|other| [other.as_slice(), rest].concat());
        let defined = |path: &Names| {
            let home = self.defining_module_within(path, steps)?;
            let text = fs::read_to_string(&self.files[&home]).unwrap();
            let declares = ["fn", "struct", "enum", "trait", "const", "type", "static", "macro_rules!"];
            declares.iter().any(|kind| has_words(&text, &format!("{kind} {name}"))).then_some(home)
        };
        theirs.into_iter().find_map(|path| defined(&path)).or(Some(module))
    }

    /// Returns the dependencies of each file.
    fn dependencies(&self) -> BTreeMap<Names, BTreeSet<Names>> {
        let of = |(module, paths): (&Names, &BTreeSet<Names>)| {
            let homes = paths.iter().map(|path| self.defining_module(path)).filter(|home| home != module).collect();
            (module.clone(), homes)
        };
        self.paths.iter().map(of).collect()
    }
}

/// Returns whether a text contains these words, as whole words.
fn has_words(text: &str, words: &str) -> bool {
    text.match_indices(words).any(|(at, _)| {
        let part = |c: char| c.is_alphanumeric() || c == '_';
        !text[..at].ends_with(part) && !text[at + words.len()..].starts_with(part)
    })
}

/// Returns the index after the last token of the item that starts at `from`.
fn end_of_item(tokens: &[TokenTree], from: usize) -> usize {
    let ends = |token: &TokenTree| match token {
        TokenTree::Group(group) => group.delimiter() == Delimiter::Brace,
        other => other.to_string() == ";",
    };
    tokens[from..].iter().position(ends).map_or(tokens.len(), |at| from + at + 1)
}

/// Returns the index after the last token of the path that starts at `from`.
fn end_of_path(tokens: &[TokenTree], from: usize) -> usize {
    let colon = |at: usize| matches!(tokens.get(at), Some(TokenTree::Punct(punct)) if punct.as_char() == ':');
    let mut at = from + 1;
    while colon(at) && colon(at + 1) && matches!(tokens.get(at + 2), Some(TokenTree::Ident(_))) {
        at += 3;
    }
    at
}

/// Finds a cycle of modules that depend on one another; its first module is repeated at the end.
fn find_cycle(needs: &BTreeMap<Names, BTreeSet<Names>>) -> Option<Vec<Names>> {
    fn visit(
        at: &Names,
        needs: &BTreeMap<Names, BTreeSet<Names>>,
        way: &mut Vec<Names>,
        done: &mut BTreeSet<Names>,
    ) -> Option<Vec<Names>> {
        if let Some(first) = way.iter().position(|one| one == at) {
            return Some(way[first..].iter().chain([at]).cloned().collect());
        }
        if !done.insert(at.clone()) {
            return None;
        }
        way.push(at.clone());
        let found = needs.get(at).into_iter().flatten().find_map(|next| visit(next, needs, way, done));
        way.pop();
        found
    }
    let mut done = BTreeSet::new();
    needs.keys().find_map(|at| visit(at, needs, &mut Vec::new(), &mut done))
}

fn crates() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("..")
}

fn format_cycle(way: &[Names]) -> String {
    way.iter().map(|one| format!("crate::{}", one.join("::"))).collect::<Vec<_>>().join(" -> ")
}

#[test]
fn crates_have_no_import_cycles() {
    let mut found = Vec::new();
    for entry in fs::read_dir(crates()).unwrap() {
        let name = entry.unwrap().file_name().to_string_lossy().into_owned();
        let source = crates().join(&name).join("src");
        // This crate has only tests.
        if !source.is_dir() {
            continue;
        }
        let needs = Crate::read(&source).dependencies();
        found.extend(find_cycle(&needs).map(|way| format!("crates/{name}: {}", format_cycle(&way))));
    }
    assert!(found.is_empty(), "import cycles:\n{}", found.join("\n"));
}

#[test]
fn bot_modules_use_only_earlier_ones() {
    let needs = Crate::read(&crates().join("bots/src")).dependencies();
    let room = |module: &Names| module.first().and_then(|room| BOT_MODULES.iter().position(|one| one == room));
    let mut arrows = BTreeSet::new();
    for (module, needed) in &needs {
        for other in needed {
            let (Some(from), Some(to)) = (room(module), room(other)) else {
                panic!("{} is not between two listed modules", format_cycle(&[module.clone(), other.clone()]));
            };
            assert!(to <= from, "{} points to a later module", format_cycle(&[module.clone(), other.clone()]));
            arrows.insert((from, to));
        }
    }
    // At least these dependencies must be found: for example, search uses evaluation, and agents use search.
    assert!(arrows.is_superset(&BTreeSet::from([(1, 0), (2, 0), (2, 1), (3, 2), (4, 2), (5, 4)])), "{arrows:?}");
}

/// Returns the files that a crate compiles only for its tests, declared like `mod tests;` under `#[cfg(test)]`.
fn test_files(files: &BTreeMap<Names, PathBuf>) -> BTreeSet<Names> {
    let mut found = BTreeSet::new();
    for (module, file) in files {
        let text = fs::read_to_string(file).unwrap();
        for (attribute, declaration) in text.lines().zip(text.lines().skip(1)) {
            let is_test = ["#[cfg(test)]", "#[cfg(all(test,"].iter().any(|start| attribute.starts_with(start));
            let name = declaration.split_once("mod ").and_then(|(_, name)| name.strip_suffix(';'));
            found.extend(
                name.filter(|_| is_test).map(|name| module.iter().cloned().chain([name.to_owned()]).collect::<Names>()),
            );
        }
    }
    found
}

/// Returns the modules that depend on a module, directly or indirectly.
fn all_dependents(needs: &BTreeMap<Names, BTreeSet<Names>>, module: &Names) -> BTreeSet<Names> {
    let mut above = BTreeSet::from([module.clone()]);
    loop {
        let more = needs.iter().filter(|(_, needed)| needed.iter().any(|one| above.contains(one)));
        let more: Vec<Names> = more.map(|(one, _)| one.clone()).filter(|one| !above.contains(one)).collect();
        if more.is_empty() {
            return above;
        }
        above.extend(more);
    }
}

#[test]
fn server_folders_use_only_earlier_ones() {
    let source = crates().join("server/src");
    let server = Crate::read(&source);
    let app = vec!["app".to_owned()];
    let (needs, tests) = (server.dependencies(), test_files(&server.files));
    let above_app = all_dependents(&needs, &app);
    let layer = |module: &Names| module.first().and_then(|name| FOLDERS_OF_SERVER.iter().position(|one| one == name));
    let mut arrows = BTreeSet::new();
    for (module, needed) in needs.iter().filter(|(module, _)| !tests.contains(*module)) {
        // Files outside the folders are above them all, and may import anything.
        let Some(from) = layer(module) else { continue };
        for other in needed.iter().filter(|other| **other != app) {
            let arrow = format_cycle(&[module.clone(), other.clone()]);
            let to = layer(other).unwrap_or_else(|| panic!("{arrow} leads out of the folders"));
            let runs_down = above_app.contains(module) && !above_app.contains(other);
            assert!(to <= from || runs_down, "{arrow} points to a higher folder");
            arrows.insert((FOLDERS_OF_SERVER[from], FOLDERS_OF_SERVER[to]));
        }
    }
    for seen in [("accounts", "storage"), ("matchmaking", "notifications"), ("live", "results")] {
        assert!(arrows.contains(&seen), "{seen:?} was not found");
    }
    let entries = fs::read_dir(&source).unwrap().map(|entry| entry.unwrap().path());
    for name in entries.filter(|path| path.join("mod.rs").exists()).map(|path| path.file_name().unwrap().to_owned()) {
        assert!(FOLDERS_OF_SERVER.iter().any(|one| name == **one), "{name:?} is missing in the order");
    }
}

/// Returns the folders of a family's sources other than `base`.
fn expansions(source: &Path) -> BTreeSet<String> {
    let folders = fs::read_dir(source).unwrap().map(|entry| entry.unwrap()).filter(|entry| entry.path().is_dir());
    let names = folders.map(|folder| folder.file_name().to_string_lossy().into_owned());
    names.filter(|name| name != "base").collect()
}

#[test]
fn only_dispatch_files_import_expansions() {
    for (family, unaware) in FAMILIES {
        let source = crates().join(family).join("src");
        let expansions = expansions(&source);
        let mut named = BTreeSet::new();
        for (module, needed) in Crate::read(&source).dependencies() {
            let own = module.first();
            let folder = own.filter(|own| source.join(own).is_dir());
            for other in needed.into_iter().filter(|other| other.first().is_some_and(|one| expansions.contains(one))) {
                let is_dispatch = folder.is_none() && !own.is_some_and(|own| unaware.contains(&own.as_str()));
                let allowed = is_dispatch || other.first() == own;
                assert!(allowed, "{family}: {} imports an expansion", format_cycle(&[module.clone(), other]));
                named.extend(other.first().filter(|_| is_dispatch).cloned());
            }
        }
        assert_eq!(named, expansions, "the dispatch files of {family} do not name every expansion");
    }
    assert!(expansions(&crates().join("classic/src")).contains("inns_cathedrals"));
    assert!(expansions(&crates().join("hunters/src")).contains("later"));
}

#[test]
fn dependencies_are_found_anywhere_in_the_code() {
    let folder = Path::new(env!("CARGO_TARGET_TMPDIR")).join("needs");
    let write = |name: &str, text: &str| {
        let path = folder.join(name);
        fs::create_dir_all(path.parent().unwrap()).unwrap();
        fs::write(path, text).unwrap();
    };
    write("lib.rs", "mod a; mod b; mod c; mod d; pub use b::{Two, inner::Deep as Deeper}; pub use d::*;");
    write("a.rs", "use crate::{Two, c::{self, Three}, Four}; fn f() { println!(\"{}\", super::Deeper::new()); }");
    write("b/mod.rs", "mod inner; pub struct Two(inner::Deep); #[cfg(test)] mod tests { use crate::a::f; }");
    write(
        "b/inner.rs",
        "pub struct Deep; mod own { use super::Deep; } /// See [`crate::a`].\nfn g() -> &'static str { \"crate::a\" }",
    );
    write("c.rs", "pub struct Three; fn g() { crate::a::f(); }");
    write("d.rs", "pub struct Four;");
    let needs = Crate::read(&folder).dependencies();
    let names = |paths: &[&str]| -> BTreeSet<Names> {
        paths.iter().map(|path| path.split("::").map(str::to_owned).collect()).collect()
    };
    let of =
        |path: &str| needs.get(&path.split("::").map(str::to_owned).collect::<Names>()).cloned().unwrap_or_default();
    assert_eq!(of("a"), names(&["b", "b::inner", "c", "d"]));
    assert_eq!(of("b"), names(&["b::inner"]));
    assert_eq!((of("b::inner"), of("c"), of("d")), (names(&[]), names(&["a"]), names(&[])));
    assert_eq!(format_cycle(&find_cycle(&needs).unwrap()), "crate::a -> crate::c -> crate::a");
}
