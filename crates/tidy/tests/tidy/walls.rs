//! Invariants of ARCHITECTURE.md that can be checked in the sources.

use std::collections::BTreeSet;
use std::fs;
use std::path::{Path, PathBuf};

/// Names of games, expansions and their elements. The core must not contain these words, not even in a comment.
const GAME_WORDS: &[&str] = &[
    "carcassonne",
    "hunters",
    "gatherers",
    "discovery",
    "inn",
    "inns",
    "cathedral",
    "cathedrals",
    "trader",
    "traders",
    "builder",
    "pig",
    "wine",
    "cloth",
    "grain",
    "dragon",
    "fairy",
    "princess",
    "portal",
    "volcano",
    "tower",
    "watchtower",
    "watchtowers",
    "rose",
    "roses",
    "darmstadtium",
    "church",
    "shrine",
    "shrines",
    "mage",
    "witch",
    "ransom",
    "abbey",
    "mayor",
    "wagon",
    "barn",
    "king",
    "robber",
    "cathars",
    "festival",
    "phantom",
    "siege",
    "besieged",
    "mists",
    "ghost",
    "ghosts",
    "mist",
    "haunt",
    "haunted",
    "guard",
    "guards",
    "cemetery",
    "castle",
    "pennant",
    "pennants",
    "knight",
    "knights",
    "highwayman",
    "monk",
    "farmer",
    "farmers",
    "thief",
    "menhir",
    "totem",
    "fishermen",
    "lighthouse",
    "ship",
    "meadow",
    "meadows",
    "hut",
    "huts",
    "hunter",
    "forest",
    "lake",
    "spring",
    "fish",
    "animal",
    "animals",
    "mammoth",
    "aurochs",
    "deer",
    "tiger",
    "gold",
    "mushroom",
    "shrine",
    "bonus",
    "sea",
    "seas",
    "town",
    "towns",
    "mountain",
    "grass",
    "grassland",
];
/// Segment names of the base game: the core may use them in examples, but not in code.
const SEGMENTS: &[&str] = &["city", "cities", "road", "roads", "field", "fields", "river", "monastery", "cloister"];
/// Files of the classic family that may not name an expansion, although they are next to `lib.rs`.
const FILES_WITHOUT_EXPANSIONS: &[&str] = &["family.rs", "kinds.rs"];
/// Names that indicate allocation, blocking, clock access, thread creation or dynamic dispatch.
const COSTLY_NAMES: &[&str] = &[
    "Vec",
    "vec",
    "Box",
    "String",
    "format",
    "Rc",
    "Arc",
    "RefCell",
    "Mutex",
    "Instant",
    "SystemTime",
    "dyn",
    "thread",
    "thread_local",
    "fs",
    "io",
    "net",
    "env",
    "HashMap",
    "BTreeMap",
    "HashSet",
    "BTreeSet",
    "unsafe",
];
/// Lines that may contain such names anyway, because the lists and buffers belong to the caller, who allocates them once.
const ALLOWED_LINES: &[&str] = &[
    "impl Answers for Vec<Answer> {",
    "impl Events for Vec<Event> {",
    "slots: Box<[Answer; LIST_SLOTS]>,",
    "fitting: Box<[Fitting; MAX_HAND]>,",
    "let (fitting, slots) = (Box::new([Fitting::NONE; MAX_HAND]), Box::new([Answer::Pass; LIST_SLOTS]));",
    "fn write(&self, out: &mut Vec<u8>) {",
];
/// Modules for set-ups, descriptions and saved bytes, which are not used during play.
const COLD_MODULES: &[&str] = &[
    "core/src/rules.rs",
    "core/src/tile_text.rs",
    "core/src/plain.rs",
    "core/src/playable.rs",
    "core/src/position/arranged.rs",
    "core/src/position/saved.rs",
    "classic/src/arrange.rs",
    "classic/src/compile.rs",
    "hunters/src/compile.rs",
    "discovery/src/compile.rs",
    "coop/src/compile.rs",
];

fn crates() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("..")
}

/// Returns the sources under a folder of `crates/`: relative path and text.
fn sources(folder: &str) -> Vec<(String, String)> {
    let mut found = Vec::new();
    let mut folders = vec![crates().join(folder)];
    while let Some(folder) = folders.pop() {
        for entry in fs::read_dir(&folder).unwrap() {
            let path = entry.unwrap().path();
            if path.is_dir() {
                folders.push(path);
            } else if path.extension().is_some_and(|extension| extension == "rs") {
                let name = path.strip_prefix(crates()).unwrap().to_string_lossy().into_owned();
                found.push((name, fs::read_to_string(&path).unwrap()));
            }
        }
    }
    found.sort();
    assert!(!found.is_empty(), "{folder} has no sources");
    found
}

/// Returns a source's lines without its tests and comments.
fn code(text: &str) -> Vec<&str> {
    let text = text.split("#[cfg(test)]").next().unwrap();
    text.lines().map(|line| line.split("//").next().unwrap()).collect()
}

fn words(line: &str) -> impl Iterator<Item = &str> {
    line.split(|c: char| !c.is_alphanumeric() && c != '_').filter(|word| !word.is_empty())
}

/// Splits a name into words: `PENNANT_COUNTER` and `PennantLane` both contain `pennant`.
fn parts(word: &str) -> Vec<String> {
    let mut parts = vec![String::new()];
    let mut small = false;
    for c in word.chars() {
        if c == '_' || c.is_uppercase() && small {
            parts.push(String::new());
        }
        small = c.is_lowercase();
        parts.last_mut().unwrap().extend(c.to_lowercase().filter(|c| *c != '_'));
    }
    parts
}

#[test]
fn core_does_not_name_games_or_expansions() {
    for (name, text) in sources("core/src") {
        for word in words(&text).flat_map(parts) {
            assert!(!GAME_WORDS.contains(&word.as_str()), "{name} contains \"{word}\"");
        }
        for line in code(&text) {
            for word in words(line).flat_map(parts) {
                assert!(!SEGMENTS.contains(&word.as_str()), "{name} has \"{word}\" in code: {line}");
            }
        }
    }
}

#[test]
fn crates_use_only_lower_layers() {
    let below: &[(&str, &[&str])] = &[
        ("core", &[]),
        ("classic", &["bastide-core"]),
        ("hunters", &["bastide-core"]),
        ("discovery", &["bastide-core"]),
        ("coop", &["bastide-core"]),
        ("games", &["bastide-core", "classic", "hunters", "discovery", "coop"]),
        ("bots", &["bastide-core", "classic", "hunters", "discovery", "coop", "games"]),
        ("art", &["bastide-core", "games"]),
        ("testkit", &["bastide-core", "classic", "hunters", "discovery", "coop", "games"]),
        ("table", &["games"]),
        ("tournament", &[]),
        ("server", &["games", "bots", "art", "table", "tournament"]),
        ("web-engine", &["games", "bots", "art", "table", "testkit"]),
        ("load", &["games", "table", "server"]),
        ("attacks", &["games"]),
        ("tidy", &[]),
        ("bastide", &["bastide-core", "games", "bots"]),
        ("cli", &["bastide-core", "classic", "games", "bots", "art", "server", "tournament"]),
    ];
    let ours: BTreeSet<&str> =
        below.iter().map(|(name, _)| if *name == "core" { "bastide-core" } else { name }).collect();
    let mut seen = BTreeSet::new();
    for entry in fs::read_dir(crates()).unwrap() {
        let folder = entry.unwrap().file_name().to_string_lossy().into_owned();
        let manifest = fs::read_to_string(crates().join(&folder).join("Cargo.toml")).unwrap();
        let allowed = below.iter().find(|(name, _)| *name == folder).map(|(_, allowed)| *allowed);
        let allowed = allowed.unwrap_or_else(|| panic!("the dependencies of crates/{folder} are not listed"));
        let mut section = "";
        for line in manifest.lines() {
            if line.starts_with('[') {
                section = line;
            }
            let name = line.split(['.', '=', ' ']).next().unwrap();
            if section == "[dependencies]" && ours.contains(name) {
                assert!(allowed.contains(&name), "crates/{folder} uses {name}");
            }
        }
        seen.insert(folder);
    }
    assert_eq!(seen.len(), below.len());
}

#[test]
fn session_core_has_no_clock_or_io() {
    let outside = ["Instant", "SystemTime", "thread", "spawn", "async", "fs", "net", "env", "Mutex", "RwLock", "rand"];
    for (name, text) in sources("table/src") {
        for line in code(&text) {
            // The drivers of owner and follower nodes may be `async`, since they only wait for messages.
            let waits = name.starts_with("table/src/driving");
            let allowed = |word: &str| !outside.contains(&word) || waits && word == "async";
            assert!(words(line).all(allowed), "{name} uses a clock or I/O: {line}");
        }
    }
    let manifest = fs::read_to_string(crates().join("table/Cargo.toml")).unwrap();
    let dependencies = manifest.split("[dependencies]").nth(1).unwrap().split("\n[").next().unwrap();
    // Optional dependencies are enabled only by crates that drive the core.
    let built_in = dependencies.lines().filter(|line| !line.contains("optional = true"));
    let named: Vec<&str> = built_in.filter_map(|line| line.split(['.', ' ']).next()).collect();
    let named: Vec<&str> = named.into_iter().filter(|name| !name.is_empty()).collect();
    assert_eq!(named, ["games", "serde", "serde_json", "sha2", "thiserror"], "dependencies of the session core");
}

#[test]
fn only_dispatch_files_name_expansions() {
    let folders: Vec<String> = fs::read_dir(crates().join("classic/src"))
        .unwrap()
        .map(|entry| entry.unwrap())
        .filter(|entry| entry.path().is_dir() && entry.file_name() != "base")
        .map(|entry| entry.file_name().to_string_lossy().into_owned())
        .collect();
    assert!(folders.contains(&"inns_cathedrals".to_owned()));
    for (name, text) in sources("classic/src") {
        let file = name.strip_prefix("classic/src/").unwrap();
        let own = file.split_once('/').map(|(folder, _)| folder);
        if own.is_none() && !FILES_WITHOUT_EXPANSIONS.contains(&file) {
            continue;
        }
        for line in code(&text) {
            for word in words(line) {
                // The names of some expansions are ordinary words, so only a path, an option or a state counts as a mention.
                let path = |folder: &&String| {
                    let of = [format!("{folder}::"), format!("options.{folder}"), format!("extra.{folder}")];
                    of.iter().any(|of| line.contains(of))
                };
                let expansion = folders.iter().find(|folder| word.eq_ignore_ascii_case(folder)).filter(path);
                // An expansion may use its own name, for its options.
                let allowed = expansion.is_none_or(|expansion| own == Some(expansion));
                assert!(allowed, "{name} names the expansion {word}: {line}");
            }
            assert!(!line.contains("games::"), "{name} uses games: {line}");
        }
    }
}

#[test]
fn only_dispatch_files_of_hunters_name_the_later_edition() {
    let files = sources("hunters/src");
    let base = files.iter().filter(|(name, _)| name.starts_with("hunters/src/base/"));
    for (name, text) in base {
        for line in code(text) {
            assert!(!words(line).any(|word| word == "later"), "{name} names the later edition: {line}");
        }
    }
    assert!(files.iter().any(|(name, _)| name == "hunters/src/later/mod.rs"));
}

#[test]
fn hot_code_does_not_allocate_wait_or_use_dynamic_dispatch() {
    for (name, text) in
        ["core/src", "classic/src", "hunters/src", "discovery/src", "coop/src"].into_iter().flat_map(sources)
    {
        if COLD_MODULES.contains(&name.as_str()) {
            continue;
        }
        for line in code(&text) {
            let callers = ALLOWED_LINES.contains(&line.trim());
            for word in words(line).filter(|_| !callers) {
                assert!(!COSTLY_NAMES.contains(&word), "{name} contains {word}: {line}");
            }
        }
    }
}
