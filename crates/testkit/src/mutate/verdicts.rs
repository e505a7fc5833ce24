//! Verdicts on mutations, and the file that stores them, so that an interrupted run can resume.

use std::collections::BTreeMap;
use std::fmt;
use std::fs::{self, File, OpenOptions};
use std::io::Write;
use std::path::Path;

use sha2::{Digest, Sha256};

use super::list::Mutation;
use crate::scenario;

/// Result of trying a mutation.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Verdict {
    /// A scenario of the clause failed; contains its name and how it failed.
    Noticed(String),
    /// All scenarios of the clause passed; the text says whether any other scenario failed.
    NotNoticed(String),
    /// The mutation did not compile; contains the compiler's errors.
    NotCompiled(String),
}

const DETECTED_PREFIX: &str = "noticed by ";
const NOT_DETECTED_PREFIX: &str = "NOT NOTICED by a scenario of the clause; ";
const NOT_COMPILED_PREFIX: &str = "NOT COMPILED: ";

impl fmt::Display for Verdict {
    fn fmt(&self, to: &mut fmt::Formatter<'_>) -> fmt::Result {
        let (what, more) = match self {
            Self::Noticed(more) => (DETECTED_PREFIX, more),
            Self::NotNoticed(more) => (NOT_DETECTED_PREFIX, more),
            Self::NotCompiled(more) => (NOT_COMPILED_PREFIX, more),
        };
        write!(to, "{what}{more}")
    }
}

impl Verdict {
    /// Parses the verdict in a line of the file.
    fn read(line: &str) -> Option<Self> {
        let after = |what| line.strip_prefix(what).map(str::to_owned);
        let noticed = after(DETECTED_PREFIX).map(Self::Noticed);
        noticed
            .or_else(|| after(NOT_DETECTED_PREFIX).map(Self::NotNoticed))
            .or_else(|| after(NOT_COMPILED_PREFIX).map(Self::NotCompiled))
    }
}

/// Inputs of verdicts apart from the mutation: the sources, and the scenarios of each clause.
#[derive(Debug)]
pub struct Sources {
    /// Hash of all sources from which the scenario runner is built.
    program: String,
    /// Hash of the scenarios of each selected clause.
    scenarios: BTreeMap<String, String>,
}

impl Sources {
    /// Reads the sources under a folder of crates, and the scenarios of these clauses.
    ///
    /// # Errors
    /// A file cannot be read, or a clause has no scenario.
    pub fn read<'a>(crates: &Path, clauses: impl IntoIterator<Item = &'a str>) -> Result<Self, String> {
        let program = hash(&files(crates)?)?;
        let all = scenario::find(crates)?;
        let mut scenarios = BTreeMap::new();
        for clause in clauses {
            let own: Vec<_> = all.iter().filter(|path| scenario::proves_clause(path, clause)).cloned().collect();
            if own.is_empty() {
                return Err(format!("{clause} has mutations, but no scenario"));
            }
            scenarios.insert(clause.to_owned(), hash(&own)?);
        }
        Ok(Self { program, scenarios })
    }

    /// Returns the key under which a mutation's verdict is stored. It changes whenever anything that the verdict depends on changes.
    ///
    /// # Errors
    /// The mutation cannot be written as JSON, which should never happen.
    pub fn key(&self, mutation: &Mutation) -> Result<String, String> {
        let mutation_text = serde_json::to_string(mutation).map_err(|e| e.to_string())?;
        let scenarios = self.scenarios.get(&mutation.clause).map_or("", String::as_str);
        Ok(hex(&Sha256::digest([&self.program, scenarios, &mutation_text].join("\n")))[..16].to_owned())
    }
}

/// Returns the sources, manifests, tile files and presets under a folder, sorted. Tests are not part of the program.
fn files(folder: &Path) -> Result<Vec<std::path::PathBuf>, String> {
    let (mut folders, mut files) = (vec![folder.to_owned()], Vec::new());
    while let Some(folder) = folders.pop() {
        let fault = |e: std::io::Error| format!("{} cannot be read: {e}", folder.display());
        for entry in fs::read_dir(&folder).map_err(fault)? {
            let path = entry.map_err(fault)?.path();
            if path.is_dir() && !path.ends_with("tests") {
                folders.push(path);
            } else if path.extension().is_some_and(|extension| extension == "rs" || extension == "toml") {
                files.push(path);
            }
        }
    }
    files.sort();
    Ok(files)
}

/// Returns a hash of the files' contents.
fn hash(files: &[std::path::PathBuf]) -> Result<String, String> {
    let mut hash = Sha256::new();
    for path in files {
        let bytes = fs::read(path).map_err(|e| format!("{} cannot be read: {e}", path.display()))?;
        hash.update((bytes.len() as u64).to_le_bytes());
        hash.update(bytes);
    }
    Ok(hex(&hash.finalize()))
}

fn hex(bytes: &[u8]) -> String {
    bytes.iter().map(|byte| format!("{byte:02x}")).collect()
}

/// Verdicts of earlier runs.
#[derive(Debug, Default)]
pub struct StoredVerdicts {
    verdicts: BTreeMap<String, Verdict>,
    file: Option<File>,
}

impl StoredVerdicts {
    /// Reads a file of verdicts, each on one line after its key, and opens the file for appending. Without a path, nothing is stored.
    ///
    /// # Errors
    /// The file cannot be read or written.
    pub fn open(path: Option<&Path>) -> Result<Self, String> {
        let Some(path) = path else { return Ok(Self::default()) };
        let fault = |e: std::io::Error| format!("{}: {e}", path.display());
        let file = OpenOptions::new().create(true).append(true).open(path).map_err(fault)?;
        let text = fs::read_to_string(path).map_err(fault)?;
        // Truncated lines are skipped.
        let whole = text.lines().filter_map(|line| {
            let (key, rest) = line.split_once(' ')?;
            let (_, verdict) = rest.rsplit_once(" | ")?;
            Some((key.to_owned(), Verdict::read(verdict)?))
        });
        Ok(Self { verdicts: whole.collect(), file: Some(file) })
    }

    /// Returns the verdict stored under a key, except for `NotCompiled`, which may have had causes other than the mutation.
    pub fn get(&self, key: &str) -> Option<&Verdict> {
        self.verdicts.get(key).filter(|verdict| !matches!(verdict, Verdict::NotCompiled(_)))
    }

    /// Stores a verdict.
    ///
    /// # Errors
    /// The file cannot be written.
    pub fn add(&mut self, key: &str, mutation: &Mutation, verdict: &Verdict) -> Result<(), String> {
        let Some(file) = &mut self.file else { return Ok(()) };
        let verdict = verdict.to_string().replace('\n', " ");
        writeln!(file, "{key} {} | {verdict}", mutation.name()).map_err(|e| format!("cannot store a verdict: {e}"))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn mutation() -> Mutation {
        let [clause, file, before, after] = ["BASE-01", "x.rs", "a | b", "a || b"].map(str::to_owned);
        Mutation { clause, file, before, after }
    }

    #[test]
    fn stored_verdicts_are_read_again() {
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("verdicts");
        let noticed = Verdict::Noticed("BASE-01-x, which panics".to_owned());
        let mut kept = StoredVerdicts::open(Some(&path)).unwrap();
        kept.add("k1", &mutation(), &noticed).unwrap();
        kept.add("k2", &mutation(), &Verdict::NotNoticed("nobody does".to_owned())).unwrap();
        kept.add("k3", &mutation(), &Verdict::NotCompiled("error:\n no".to_owned())).unwrap();
        fs::write(&path, fs::read_to_string(&path).unwrap() + "k4 BASE-01: cut o").unwrap();
        let kept = StoredVerdicts::open(Some(&path)).unwrap();
        assert_eq!(kept.get("k1"), Some(&noticed));
        assert_eq!(kept.get("k2"), Some(&Verdict::NotNoticed("nobody does".to_owned())));
        assert_eq!((kept.get("k3"), kept.get("k4")), (None, None));
    }

    #[test]
    fn verdict_is_dropped_when_its_inputs_change() {
        let folder = tempfile::tempdir().unwrap();
        let write = |name: &str, text: &str| fs::write(folder.path().join(name), text).unwrap();
        let key = || Sources::read(folder.path(), ["BASE-01"]).unwrap().key(&mutation()).unwrap();
        write("a.rs", "fn a() {}");
        assert!(
            Sources::read(folder.path(), ["BASE-01"]).unwrap_err().contains("BASE-01 has mutations, but no scenario")
        );
        write("BASE-01-x.scenario", "x");
        write("BASE-02-x.scenario", "x");
        let first = key();
        write("BASE-02-x.scenario", "y");
        assert_eq!(key(), first);
        write("BASE-01-x.scenario", "y");
        let second = key();
        write("a.rs", "fn b() {}");
        assert!(second != first && key() != second);
    }
}
