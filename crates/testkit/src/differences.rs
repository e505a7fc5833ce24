//! The table in `docs/differences.md`: where a clause makes our engine decide differently from another one.
//!
//! A row excuses only what it describes: a type of answer or outcome in a given phase, with given subjects, in set-ups with given parts,
//! from a given side.

use std::fmt;

/// Something that only one of the engines has, classified in the terms that the table's rows use.
#[derive(Clone, Copy, Debug)]
pub struct UnmatchedItem<'a> {
    /// The parts in play.
    pub parts: &'a [&'static str],
    /// Phase of the turn.
    pub phase: &'a str,
    /// Verb of the answer, or the type of outcome that differs: `points`, `figures`, `discarded`, ...
    pub what: &'a str,
    /// Subjects: figures, pieces, kinds of feature or tile, and their circumstances.
    pub of: &'a [String],
    /// True if only the other engine has it, false if only ours does.
    pub theirs: bool,
}

/// One row of the table: a difference that a clause explains.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct ExplainedDifference {
    /// The clause that explains the difference.
    pub clause: String,
    /// Parts that must be in play.
    pub parts: Vec<String>,
    /// Phases in which the row applies.
    pub phases: Vec<String>,
    /// Type of difference.
    pub what: String,
    /// Subjects that must all be present.
    pub of: Vec<String>,
    /// True if the row excuses something that only the other engine has.
    pub theirs: bool,
    /// True if the row excuses something that only our engine has.
    pub ours: bool,
}

/// Columns of the table, in order; the last one is an explanation.
const COLUMNS: [&str; 7] = ["clause", "in play", "phase", "what", "of", "who", "why"];

/// Parses the table in the document's text.
///
/// # Errors
/// The document has no table with these columns, a row has a different number of cells, or a cell is empty.
pub fn parse(document: &str) -> Result<Vec<ExplainedDifference>, String> {
    let cells = |line: &str| -> Vec<String> {
        line.trim().trim_matches('|').split('|').map(|cell| cell.trim().replace('`', "")).collect()
    };
    let mut lines = document.lines().skip_while(|line| cells(line) != COLUMNS);
    if lines.next().is_none() {
        return Err(format!("docs/differences.md has no table with the columns {}", COLUMNS.join(", ")));
    }
    let rows = lines.skip(1).take_while(|line| line.starts_with('|'));
    rows.map(|line| row(&cells(line)).map_err(|why| format!("docs/differences.md: {why}: {line}"))).collect()
}

fn row(cells: &[String]) -> Result<ExplainedDifference, String> {
    let [clause, parts, phases, what, of, who, _] = cells else {
        return Err(format!("a row has {} cells, not {}", cells.len(), COLUMNS.len()));
    };
    if cells.iter().any(String::is_empty) {
        return Err("a row has an empty cell".to_owned());
    }
    let (theirs, ours) = match who.as_str() {
        "they" => (true, false),
        "we" => (false, true),
        "both" => (true, true),
        _ => return Err(format!("\"{who}\" must be they, we or both")),
    };
    let split = |cell: &String, by: char| cell.split(by).map(|word| word.trim().to_owned()).collect::<Vec<_>>();
    Ok(ExplainedDifference {
        clause: clause.clone(),
        parts: split(parts, '+'),
        phases: split(phases, ','),
        what: what.clone(),
        of: split(of, ' '),
        theirs,
        ours,
    })
}

impl fmt::Display for ExplainedDifference {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let (phases, of) = (self.phases.join(", "), self.of.join(" "));
        write!(f, "{}: {} of {of} in {phases}, with {}", self.clause, self.what, self.parts.join("+"))
    }
}

impl ExplainedDifference {
    /// Reports whether the row explains why only one side has this item.
    pub fn explains(&self, told: UnmatchedItem<'_>) -> bool {
        (if told.theirs { self.theirs } else { self.ours })
            && self.what == told.what
            && self.phases.iter().any(|phase| phase == told.phase)
            && self.parts.iter().all(|part| told.parts.contains(&part.as_str()))
            && self.of.iter().all(|word| told.of.contains(word))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const HEAD: &str =
        "x\n| clause | in play | phase | what | of | who | why |\n| --- | --- | --- | --- | --- | --- | --- |\n";

    fn rows(row: &str) -> Result<Vec<ExplainedDifference>, String> {
        parse(&format!("{HEAD}{row}\n\nafter\n"))
    }

    #[test]
    fn rows_excuse_only_what_they_describe() {
        let rows = rows("| RIV-06 | river+tower | place, abbey | place | `river` fork | we | an example |").unwrap();
        let [row] = &rows[..] else { panic!("{rows:?}") };
        let of: Vec<String> = ["river-1", "fork", "river"].map(str::to_owned).to_vec();
        let told =
            UnmatchedItem { parts: &["base", "river", "tower"], phase: "place", what: "place", of: &of, theirs: false };
        assert!(row.explains(told));
        assert!(row.explains(UnmatchedItem { phase: "abbey", ..told }));
        assert!(!row.explains(UnmatchedItem { theirs: true, ..told }));
        assert!(!row.explains(UnmatchedItem { what: "move", ..told }));
        assert!(!row.explains(UnmatchedItem { phase: "wagon", ..told }));
        assert!(!row.explains(UnmatchedItem { parts: &["base", "river"], ..told }));
        assert!(!row.explains(UnmatchedItem { of: &of[..1], ..told }));
    }

    /// In the actual document, the row about places for river tiles excuses neither a wagon's nor a courtier's answers.
    #[test]
    fn river_row_excuses_only_river_tiles() {
        let rows = parse(include_str!("../../../docs/differences.md")).unwrap();
        let excused = |phase, what, of: &str| {
            let of: Vec<String> = of.split(' ').map(str::to_owned).collect();
            let parts = ["base", "river", "abbey-mayor", "count", "tower", "princess-dragon"];
            rows.iter().any(|row| row.explains(UnmatchedItem { parts: &parts, phase, what, of: &of, theirs: false }))
        };
        assert!(excused("place", "place", "tile river crowded"));
        assert!(!excused("place", "place", "tile river"));
        assert!(!excused("place", "place", "tile crowded"));
        assert!(!excused("wagon", "move", "wagon from-road road"));
        assert!(!excused("enter", "move", "follower from-quarter road"));
        assert!(!excused("deploy", "deploy", "follower quarter carcassonne"));
    }

    #[test]
    fn incomplete_rows_are_rejected() {
        assert!(rows("| TOW-04 | tower | deploy | capture | own | both | both sides |").unwrap()[0].theirs);
        for wrong in [
            "| TOW-04 | tower | deploy | capture | own | nobody | why |",
            "| TOW-04 | tower | deploy | capture | | they | why |",
            "| TOW-04 | tower | deploy | capture | own | they | |",
            "| TOW-04 | tower |",
        ] {
            assert!(rows(wrong).is_err(), "{wrong}");
        }
        assert!(parse("no table").is_err());
    }
}
