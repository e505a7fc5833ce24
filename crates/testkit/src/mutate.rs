//! Breaks one rule after the other in a copy of the sources, and sees whether a scenario notices.

use std::fs;
use std::path::{Path, PathBuf};

use crate::scratch::Scratch;

/// The crates that scenarios need.
const CRATES: [&str; 8] = ["core", "classic", "hunters", "discovery", "coop", "games", "bots", "testkit"];

/// One change that breaks a clause.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Mutation {
    /// The clause that it breaks.
    pub clause: String,
    /// The file that it changes.
    pub file: String,
    /// What stands there, once.
    pub before: String,
    /// What should not.
    pub after: String,
}

/// Reads the list of mutations.
///
/// # Errors
/// A line has not the form that it should have.
pub fn parse(text: &str) -> Result<Vec<Mutation>, String> {
    let mut mutations: Vec<Mutation> = Vec::new();
    for (i, line) in text.lines().enumerate() {
        let fault = |why: &str| format!("mutations.txt, line {}: {why}", i + 1);
        let add = |to: &mut String, line: &str| {
            if !to.is_empty() {
                to.push('\n');
            }
            to.push_str(line);
        };
        let last = mutations.last_mut().ok_or_else(|| fault("a change stands before any heading"));
        match line.split_at_checked(2) {
            Some(("- ", before)) => add(&mut last?.before, before),
            Some(("+ ", after)) => add(&mut last?.after, after),
            _ if line.is_empty() || line.starts_with('#') => {}
            _ => {
                let (clause, file) = line.split_once(' ').ok_or_else(|| fault("neither a change nor a heading"))?;
                let (clause, file) = (clause.to_owned(), file.to_owned());
                mutations.push(Mutation { clause, file, before: String::new(), after: String::new() });
            }
        }
    }
    Ok(mutations)
}

impl Mutation {
    /// The changed text of its file.
    ///
    /// # Errors
    /// What should stand there does not, or more than once.
    pub fn apply(&self, text: &str) -> Result<String, String> {
        match text.matches(&self.before).count() {
            1 => Ok(text.replacen(&self.before, &self.after, 1)),
            count => Err(format!("{} has {count} times, not once: {}", self.file, self.before)),
        }
    }
}

/// Makes every mutation that breaks a clause with one of these prefixes (without any: all of them), and reports the scenarios that fail.
/// Whether each mutation was noticed by a scenario of its clause.
///
/// # Errors
/// A mutation cannot be made or does not compile.
pub fn run(root: &Path, mutations: &[Mutation], prefixes: &[String], report: impl Fn(&str)) -> Result<bool, String> {
    let scratch = Scratch::workspace(root, &CRATES).map_err(|e| format!("the sources cannot be copied: {e}"))?;
    let unchanged = failing(&scratch)?;
    if !unchanged.is_empty() {
        return Err(format!("without any mutation these fail: {}", unchanged.join(" ")));
    }
    let mut all_noticed = true;
    let chosen =
        |clause: &str| prefixes.is_empty() || prefixes.iter().any(|prefix| clause.starts_with(prefix.as_str()));
    for mutation in mutations.iter().filter(|mutation| chosen(&mutation.clause)) {
        let path: PathBuf = scratch.path().join(&mutation.file);
        let text = fs::read_to_string(&path).map_err(|e| format!("{}: {e}", mutation.file))?;
        let write = |text: &str| fs::write(&path, text).map_err(|e| format!("{}: {e}", mutation.file));
        write(&mutation.apply(&text)?)?;
        let failed = failing(&scratch);
        write(&text)?;
        let own = |name: &String| name.starts_with(&format!("{}-", mutation.clause));
        let (noticed, verdict) = match &failed {
            Ok(names) if names.iter().any(own) => (true, format!("noticed by {}", names.join(" "))),
            Ok(names) => (false, format!("NOT NOTICED by a scenario of the clause ({})", names.join(" "))),
            Err(why) => (false, format!("NOT COMPILED: {why}")),
        };
        all_noticed &= noticed;
        report(&format!("{}: {} | {verdict}", mutation.clause, mutation.after.trim()));
    }
    Ok(all_noticed)
}

/// The scenarios that fail in a copy.
fn failing(scratch: &Scratch) -> Result<Vec<String>, String> {
    let arguments = ["run", "--quiet", "--package", "bastide-testkit", "--", "scenarios", "crates"];
    let mut command = scratch.cargo(&arguments);
    let output = command.output().map_err(|e| format!("cargo cannot be run: {e}"))?;
    let lines = String::from_utf8_lossy(&output.stdout).into_owned();
    if !lines.contains(" scenarios, ") {
        return Err(String::from_utf8_lossy(&output.stderr).trim().to_owned());
    }
    Ok(lines
        .lines()
        .filter_map(|line| line.split_once([',', ':']))
        .map(|(name, _)| name.to_owned())
        .filter(|name| !name.ends_with("scenarios"))
        .collect())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_mutation_has_its_place() {
        let root = Path::new(env!("CARGO_MANIFEST_DIR")).join("../..");
        let mutations = parse(include_str!("../mutations.txt")).unwrap();
        assert!(mutations.len() > 60);
        for mutation in mutations {
            let text = fs::read_to_string(root.join(&mutation.file)).unwrap();
            assert_ne!(mutation.apply(&text).unwrap(), text);
        }
    }

    #[test]
    fn a_list_without_headings_is_refused() {
        assert!(parse("- x\n").is_err());
        assert!(parse("nonsense\n").is_err());
    }
}
