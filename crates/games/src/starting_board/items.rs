//! Splits a board into its lines, in the order in which they are applied.

use bastide_core::Place;

use super::BoardProblem;

/// First words of the lines, by the phase in which they are applied. Within a phase, lines are applied in their order.
pub(super) const PHASES: [&[&str]; 7] = [
    &["tile"],
    &["built", "ghosts"],
    &["figure", "captive"],
    &["piece", "mark"],
    &["seat", "score", "token", "note"],
    &["hand", "held", "aside"],
    &["bag"],
];
/// Maximum length of a quotation in a message, in characters.
const MAX_QUOTE: usize = 60;

/// A line of a board.
#[derive(Clone, Debug)]
pub(super) struct Item<'a> {
    /// Number of the line, from 1.
    pub line: u32,
    /// First word of the line.
    pub word: &'a str,
    /// The other words.
    pub rest: Vec<&'a str>,
}

impl Item<'_> {
    /// Returns a problem with this line.
    pub fn problem(&self, code: &'static str, text: impl Into<String>) -> BoardProblem {
        BoardProblem { line: self.line, code, text: text.into() }
    }

    /// Returns the problem that the line does not have its form.
    pub fn form(&self) -> BoardProblem {
        let form = match self.word {
            "tile" => "tile crfr@0,0r90",
            "built" => "built c@2,1 3",
            "ghosts" => "ghosts @2,1 2",
            "figure" => "figure 0:knight:n@1,0",
            "captive" => "captive 1 0:follower",
            "piece" => "piece dragon @2,1",
            "mark" => "mark spent n@2,1",
            "seat" => "seat 1",
            "score" => "score 0 12",
            "token" => "token 0 wine 2",
            "note" => "note half 2",
            "hand" => "hand crfr",
            "held" => "held 0 crfr",
            "aside" => "aside crfr",
            _ => "bag crfr 2",
        };
        self.problem("form", format!("this line must look like \"{form}\""))
    }

    /// Returns the line's words, if it has as many.
    pub fn words<const N: usize>(&self) -> Result<[&str; N], BoardProblem> {
        <[&str; N]>::try_from(self.rest.as_slice()).map_err(|_| self.form())
    }

    /// Parses a number.
    pub fn number<T: std::str::FromStr>(&self, word: &str) -> Result<T, BoardProblem> {
        word.parse()
            .map_err(|_| self.problem("number", format!("\"{}\" is not a number, or is too large", quote(word))))
    }
}

/// Returns the lines of a board, without empty lines and comments, and the problems with lines of no known kind.
pub(super) fn items(text: &str) -> (Vec<Item<'_>>, Vec<BoardProblem>) {
    let (mut items, mut problems) = (Vec::new(), Vec::new());
    for (line, words) in (1..).zip(text.lines().map(str::split_whitespace)) {
        let mut words = words;
        let Some(word) = words.next().filter(|word| !word.starts_with('#')) else { continue };
        let item = Item { line, word, rest: words.collect() };
        if PHASES.iter().any(|phase| phase.contains(&word)) {
            items.push(item);
        } else {
            let known = PHASES.concat().join(", ");
            problems.push(
                item.problem("form", format!("a line cannot begin with \"{}\"; choose from {known}", quote(word))),
            );
        }
    }
    (items, problems)
}

/// Shortens a text for a message.
pub(super) fn quote(text: &str) -> String {
    text.chars().take(MAX_QUOTE).collect()
}

/// Parses a column and a row: `2,-1`.
pub(super) fn place(text: &str) -> Option<Place> {
    let (x, y) = text.split_once(',')?;
    Some(Place::new(x.parse().ok()?, y.parse().ok()?))
}
