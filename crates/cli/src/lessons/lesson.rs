//! The format of lessons (`docs/lessons.md`), and the turns that are possible in a step.

use anyhow::{Context, Result, bail, ensure};
use games::{Actor, Game, Setup, StartingBoard};
use serde::Deserialize;

/// Version of the format.
const FORMAT_VERSION: u32 = 1;
/// The reader's seat.
pub const READER: u8 = 0;
/// Maximum number of turns that are listed for one position.
const MAX_TURNS: usize = 100_000;

/// A lesson: positions of one set-up.
#[derive(Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Lesson {
    /// Version of the format.
    v: u32,
    /// Version of the rules.
    rules: u32,
    /// The set-up, without a board.
    setup: Setup,
    pub steps: Vec<Step>,
}

/// A position in which the reader has to find a turn.
#[derive(Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Step {
    /// Lines of the starting board; if empty, those of the step before.
    #[serde(default)]
    board: Vec<String>,
    /// The tile to place.
    hand: String,
    /// Marks on the board: segments such as `n@1,0` and places such as `@1,0`.
    #[serde(default)]
    pub show: Vec<String>,
    /// Patterns of the turns that solve the step.
    pub accept: Vec<Pattern>,
    /// Hints about other turns.
    #[serde(default)]
    pub wrong: Vec<Hint>,
    /// Points that every accepted turn scores at once.
    #[serde(default)]
    pub points: i32,
    /// Points by seat if the game ended after the accepted turn.
    pub ends: Option<Vec<i32>>,
    /// Expected points by which an accepted turn may be behind the best one; null if the step is not about the best turn.
    #[serde(default = "default_tolerance")]
    pub tolerance: Option<f32>,
    /// Clauses of the rules that the step is about.
    pub clauses: Vec<String>,
}

/// A hint about turns that do not solve a step.
#[derive(Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Hint {
    /// Last part of the message's id.
    pub id: String,
    /// Patterns of the turns.
    pub when: Vec<Pattern>,
}

/// Pattern of a turn: one entry for each answer, with `*` for any characters. A single `*` at the end stands for any further answers.
#[derive(Debug, Deserialize)]
#[serde(transparent)]
pub struct Pattern(Vec<String>);

fn default_tolerance() -> Option<f32> {
    Some(1.0)
}

impl Pattern {
    /// Returns whether a turn matches.
    pub fn matches(&self, turn: &[String]) -> bool {
        let (entries, open) = match self.0.split_last() {
            Some((last, before)) if last == "*" => (before, true),
            _ => (&self.0[..], false),
        };
        let length = if open { turn.len() >= entries.len() } else { turn.len() == entries.len() };
        length && entries.iter().zip(turn).all(|(entry, word)| glob(entry, word))
    }
}

impl std::fmt::Display for Pattern {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.write_str(&self.0.join(" "))
    }
}

/// Returns whether a text matches a pattern in which `*` stands for any characters.
fn glob(pattern: &str, text: &str) -> bool {
    let Some((start, rest)) = pattern.split_once('*') else { return pattern == text };
    let Some(after) = text.strip_prefix(start) else { return false };
    (0..=after.len()).filter(|&at| after.is_char_boundary(at)).any(|at| glob(rest, &after[at..]))
}

impl Lesson {
    /// Parses a lesson.
    ///
    /// # Errors
    /// The text is not a lesson of this version.
    pub fn parse(text: &str) -> Result<Self> {
        let mut lesson: Self = serde_json::from_str(text).context("not a valid lesson in JSON")?;
        ensure!(lesson.v == FORMAT_VERSION, "the lesson has format {}; this program reads {FORMAT_VERSION}", lesson.v);
        ensure!((2..=5).contains(&lesson.steps.len()), "a lesson must have 2 to 5 steps");
        lesson.setup = lesson.setup.pinned(lesson.rules);
        for index in 1..lesson.steps.len() {
            if lesson.steps[index].board.is_empty() {
                lesson.steps[index].board = lesson.steps[index - 1].board.clone();
            }
        }
        Ok(lesson)
    }

    /// Returns the position of a step.
    ///
    /// # Errors
    /// The board is wrong, or the reader has no tile to place.
    pub fn position(&self, step: &Step) -> Result<Game> {
        let lines = step.board.join("\n");
        let board = StartingBoard::new(&format!("{lines}\nhand {}\n", step.hand));
        let game = Game::new(&Setup { board: Some(board), ..self.setup.clone() })?;
        ensure!(game.actor() == Actor::Seat(READER), "seat {READER} must be the one to move");
        Ok(game)
    }
}

/// A turn of the reader, and the position after it.
pub struct Turn {
    pub words: Vec<String>,
    pub after: Game,
}

/// Returns every turn that is possible in a position: the answers of the seat to move until another one, or chance, must answer.
///
/// # Errors
/// There are too many.
pub fn turns(position: &Game) -> Result<Vec<Turn>> {
    let actor = position.actor();
    let (mut found, mut open) = (Vec::new(), vec![Turn { words: Vec::new(), after: position.clone() }]);
    while let Some(Turn { words, after }) = open.pop() {
        for answer in after.legal() {
            let mut next = after.clone();
            let words = words.iter().cloned().chain([after.word(answer)]).collect();
            next.apply_raw(answer)?;
            let turn = Turn { words, after: next };
            if turn.after.actor() == actor && turn.after.turn() == position.turn() {
                open.push(turn)
            } else {
                found.push(turn)
            }
        }
        if found.len() + open.len() > MAX_TURNS {
            bail!("the position has more than {MAX_TURNS} turns");
        }
    }
    Ok(found)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn patterns_match_whole_turns() {
        let pattern = |entries: &[&str]| Pattern(entries.iter().map(|&entry| entry.to_owned()).collect());
        let turn = |words: &[&str]| words.iter().map(|&word| word.to_owned()).collect::<Vec<_>>();
        let placed = turn(&["crfr@1,0r90", "knight:n"]);
        assert!(pattern(&["crfr@1,0r90", "knight:n"]).matches(&placed));
        assert!(pattern(&["*@1,0r*", "*"]).matches(&placed) && pattern(&["*", "knight:*"]).matches(&placed));
        assert!(pattern(&["crfr@1,0r90", "*"]).matches(&placed[..1]));
        assert!(!pattern(&["crfr@1,0r90"]).matches(&placed) && !pattern(&["crfr@1,0r9", "*"]).matches(&placed));
        assert!(!pattern(&["*", "knight:*"]).matches(&placed[..1]));
    }
}
