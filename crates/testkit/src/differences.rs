//! The table of `docs/differences.md`: where a clause decides otherwise than the other engine.

/// One row: a difference that a clause explains.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Explained {
    /// The clause that decides.
    pub clause: String,
    /// The name of the recorded set-up, with `*` for any run of characters.
    pub setup: String,
    /// What differs: `legal`, `discarded`, `points`, ...
    pub what: String,
    /// What they say, with `*` for any run of characters.
    pub theirs: String,
    /// What we say, with `*` for any run of characters.
    pub ours: String,
}

/// The columns of the table, in order; a last one says why in words.
const COLUMNS: [&str; 6] = ["clause", "set-up", "what", "they", "we", "why"];

/// Reads the table from the text of the document.
///
/// # Errors
/// There is no table with these columns, or a row has another number of cells.
pub fn parse(document: &str) -> Result<Vec<Explained>, String> {
    let cells = |line: &str| -> Vec<String> {
        line.trim().trim_matches('|').split('|').map(|cell| cell.trim().trim_matches('`').to_owned()).collect()
    };
    let mut lines = document.lines().skip_while(|line| cells(line) != COLUMNS);
    if lines.next().is_none() {
        return Err(format!("docs/differences.md has no table with the columns {}", COLUMNS.join(", ")));
    }
    let rows = lines.skip(1).take_while(|line| line.starts_with('|'));
    rows.map(|line| match <[String; 6]>::try_from(cells(line)) {
        Ok([clause, setup, what, theirs, ours, _]) => Ok(Explained { clause, setup, what, theirs, ours }),
        Err(cells) => {
            Err(format!("docs/differences.md: a row has {} cells, not {}: {line}", cells.len(), COLUMNS.len()))
        }
    })
    .collect()
}

impl Explained {
    /// Whether the row explains that only they say this (`theirs`), or only we do. An empty cell explains nothing.
    pub fn explains(&self, setup: &str, what: &str, item: &str, theirs: bool) -> bool {
        let pattern = if theirs { &self.theirs } else { &self.ours };
        matches(&self.setup, setup) && self.what == what && !pattern.is_empty() && matches(pattern, item)
    }
}

/// Whether the text has the form of the pattern, in which `*` stands for any run of characters.
fn matches(pattern: &str, text: &str) -> bool {
    match pattern.split_once('*') {
        None => pattern == text,
        Some((head, rest)) => text.strip_prefix(head).is_some_and(|tail| {
            (0..=tail.len()).filter(|&i| tail.is_char_boundary(i)).any(|i| matches(rest, &tail[i..]))
        }),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn rows_explain_what_they_name_and_nothing_else() {
        let table = "x\n| clause | set-up | what | they | we | why |\n| --- | --- | --- | --- | --- | --- |\n\
                     | BASE-06 | `small*` | discarded | `R2/II*` | | an example |\n\nafter\n";
        let rows = parse(table).unwrap();
        assert_eq!(rows.len(), 1);
        assert!(rows[0].explains("small-one", "discarded", "R2/II.v", true));
        assert!(!rows[0].explains("base", "discarded", "R2/II.v", true));
        assert!(!rows[0].explains("small-one", "legal", "R2/II.v", true));
        assert!(!rows[0].explains("small-one", "discarded", "BA/L", true));
        assert!(!rows[0].explains("small-one", "discarded", "R2/II.v", false));
        assert!(parse("no table").is_err());
        assert!(parse("| clause | set-up | what | they | we | why |\n| - |\n| a | b |\n").is_err());
    }
}
