//! The list of mutations.

use serde::Serialize;

/// A change that breaks a clause.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct Mutation {
    /// The clause that the mutation breaks.
    pub clause: String,
    /// Path of the changed file, relative to the root of the repository.
    pub file: String,
    /// Text to replace, which must occur exactly once.
    pub before: String,
    /// Text that replaces it.
    pub after: String,
}

/// Parses the list of mutations.
///
/// # Errors
/// A line is malformed.
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
        let last = mutations.last_mut().ok_or_else(|| fault("a change before the first heading"));
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
    /// Applies the mutation to the text of its file and returns the changed text.
    ///
    /// # Errors
    /// The text to replace is missing, or occurs more than once.
    pub fn apply(&self, text: &str) -> Result<String, String> {
        match text.matches(&self.before).count() {
            1 => Ok(text.replacen(&self.before, &self.after, 1)),
            count => Err(format!("{} contains this {count} times instead of once: {}", self.file, self.before)),
        }
    }

    /// Returns the clause and the changed text on one line, for display.
    pub fn name(&self) -> String {
        let one_line = |text: &str| text.lines().map(str::trim).collect::<Vec<_>>().join(" ").trim().to_owned();
        match one_line(&self.after) {
            after if after.is_empty() => format!("{}: without {}", self.clause, one_line(&self.before)),
            after => format!("{}: {after}", self.clause),
        }
    }
}

#[cfg(test)]
mod tests {
    use std::fs;
    use std::path::Path;

    use super::*;

    #[test]
    fn every_mutation_applies_to_the_sources() {
        let root = Path::new(env!("CARGO_MANIFEST_DIR")).join("../..");
        let mutations = parse(include_str!("../../mutations.txt")).unwrap();
        assert!(mutations.len() > 60);
        for mutation in mutations {
            let text = fs::read_to_string(root.join(&mutation.file)).unwrap();
            assert_ne!(mutation.apply(&text).unwrap(), text);
        }
    }

    #[test]
    fn list_without_headings_is_rejected() {
        assert!(parse("- x\n").is_err());
        assert!(parse("nonsense\n").is_err());
    }

    #[test]
    fn mutation_name_is_one_line() {
        let list = parse("A-01 x.rs\n-   one\n-   two\n+   three\n+   four\n\nA-02 x.rs\n-   gone\n+ \n").unwrap();
        assert_eq!(list[0].name(), "A-01: three four");
        assert_eq!(list[1].name(), "A-02: without gone");
    }
}
