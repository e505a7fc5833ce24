//! Puzzles: positions of games with one clearly best turn.
//!
//! A puzzle file has one puzzle per line, as JSON ([`Puzzle::to_line`]). `docs/puzzles.md` describes the format. A damaged line is reported
//! and skipped; the other puzzles of the file are still read ([`read`]).

pub mod themes;

use std::fmt;

use serde::{Deserialize, Serialize};
use sha2::{Digest, Sha256};

use crate::hex::{hex, parse_hex};
use crate::notation::WordError;
use crate::record::{Record, RecordError};
use crate::{Actor, Answer, Game};
pub use themes::Theme;

/// Version of the format that this program reads and writes.
const FORMAT_VERSION: u32 = 1;
/// Maximum length of a line in bytes. The longest line of a printed game takes about a tenth of it.
const MAX_LINE_BYTES: usize = 1 << 16;
/// Maximum number of answers in a turn.
const MAX_WORDS: usize = 8;
/// Maximum number of lines of play in a puzzle.
const MAX_LINES: usize = 8;
/// Maximum number of answers in an expected continuation.
const MAX_MAIN: usize = 64;
/// Maximum length of a source in bytes.
const MAX_SOURCE_BYTES: usize = 200;

/// A position with one clearly best turn.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Puzzle {
    /// Version of the format.
    v: u32,
    /// Hash of the record and the solution: 16 hexadecimal digits.
    pub id: String,
    /// The game up to the position, as the text of a record without hashes.
    pub record: String,
    /// Themes of the solution.
    pub themes: Vec<Theme>,
    /// Points by which the best line is ahead of the second-best one.
    pub margin: f64,
    /// Number of evaluations with which the solution was confirmed.
    pub evaluations: u64,
    /// The best lines, best first. The answers of the first one are the solution.
    pub lines: Vec<PuzzleLine>,
    /// Source of the position, such as `self-play 1/17`.
    pub source: String,
}

/// A line of play with its value, in the same form as in an analysis.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct PuzzleLine {
    /// The seat's answers in the rest of its turn.
    pub answers: Vec<String>,
    /// The seat's expected margin at the end, in points.
    pub margin: f64,
    /// Standard error of the margin.
    pub error: f64,
    /// Number of sampled draws.
    pub samples: u32,
    /// Expected final points of each seat. In puzzles without `wins` they lack what will be scored on tiles to come.
    pub totals: Vec<f64>,
    /// Probability that each seat wins, 0 to 1; empty in puzzles of earlier versions.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub wins: Vec<f64>,
    /// Expected answers after the turn, including draws.
    pub main: Vec<PuzzleStep>,
}

/// An answer in an expected continuation.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct PuzzleStep {
    /// Seat that gives the answer; null for chance.
    pub seat: Option<u8>,
    /// The answer as a word.
    pub answer: String,
}

/// The reason a line is not a puzzle.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum PuzzleError {
    /// The line is too long.
    TooLong(usize),
    /// The line is not the JSON of a puzzle.
    Json(String),
    /// Unknown format version.
    Version(u32),
    /// A part is too large, or contradicts another one.
    Invalid(&'static str),
    /// The hash does not match the record and the solution.
    Id {
        /// The hash in the line.
        recorded: String,
        /// The actual hash.
        actual: String,
    },
    /// The record is invalid.
    Record(RecordError),
    /// The record leads to a position in which no seat must answer.
    NoDecision,
    /// An answer of the solution is illegal.
    Answer(WordError),
}

impl fmt::Display for PuzzleError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::TooLong(bytes) => write!(f, "the line has {bytes} bytes; the limit is {MAX_LINE_BYTES}"),
            Self::Json(why) => write!(f, "invalid JSON puzzle: {why}"),
            Self::Version(version) => {
                write!(f, "the puzzle has format {version}; this program reads format {FORMAT_VERSION}")
            }
            Self::Invalid(why) => f.write_str(why),
            Self::Id { recorded, actual } => {
                write!(f, "the puzzle's hash is {actual}, but its id is \"{recorded}\"; the line is damaged")
            }
            Self::Record(why) => write!(f, "invalid record: {why}"),
            Self::NoDecision => f.write_str("no seat must answer at the end of the record"),
            Self::Answer(why) => write!(f, "invalid solution: {why}"),
        }
    }
}

impl std::error::Error for PuzzleError {}

impl Puzzle {
    /// Creates a puzzle from a position and its best lines, best first. Returns `None` if there are fewer than two lines, or if the first
    /// one cannot be played.
    pub fn new(position: &Game, lines: Vec<PuzzleLine>, evaluations: u64, source: String) -> Option<Self> {
        let [best, second, ..] = &lines[..] else { return None };
        let solution = answers(position, &best.answers).ok()?;
        let themes = themes::of(position, &solution).ok()?;
        let record = record_text(position);
        let (id, margin) = (id(&record, &best.answers), hundredths(best.margin - second.margin));
        Some(Self { v: FORMAT_VERSION, id, record, themes, margin, evaluations, lines, source })
    }

    /// Returns the words of the best turn.
    pub fn solution(&self) -> &[String] {
        self.lines.first().map_or(&[], |best| &best.answers)
    }

    /// Returns the puzzle as a line of a puzzle file, without a line break.
    pub fn to_line(&self) -> String {
        serde_json::to_string(self).unwrap_or_default()
    }

    /// Parses a line of a puzzle file, replays its record and checks that its solution is legal.
    ///
    /// # Errors
    /// Returns the first problem.
    pub fn parse(line: &str) -> Result<Self, PuzzleError> {
        if line.len() > MAX_LINE_BYTES {
            return Err(PuzzleError::TooLong(line.len()));
        }
        let puzzle: Self = serde_json::from_str(line).map_err(|why| PuzzleError::Json(why.to_string()))?;
        puzzle.check()?;
        let position = puzzle.position()?;
        answers(&position, puzzle.solution()).map_err(PuzzleError::Answer)?;
        Ok(puzzle)
    }

    /// Replays the record and returns the position to solve.
    ///
    /// # Errors
    /// The record is invalid, or no seat must answer.
    pub fn position(&self) -> Result<Game, PuzzleError> {
        let game = Record::parse(&self.record).and_then(|record| record.replay()).map_err(PuzzleError::Record)?;
        if matches!(game.actor(), Actor::Seat(_)) { Ok(game) } else { Err(PuzzleError::NoDecision) }
    }

    /// Checks everything that can be checked without a replay.
    fn check(&self) -> Result<(), PuzzleError> {
        let invalid = |why| Err(PuzzleError::Invalid(why));
        if self.v != FORMAT_VERSION {
            return Err(PuzzleError::Version(self.v));
        }
        if !(2..=MAX_LINES).contains(&self.lines.len()) {
            return invalid("a puzzle must have 2 to 8 lines of play");
        }
        if self.lines.iter().any(|line| !(1..=MAX_WORDS).contains(&line.answers.len())) {
            return invalid("a line of play must have 1 to 8 answers");
        }
        if self.lines.iter().any(|line| line.main.len() > MAX_MAIN) {
            return invalid("an expected continuation can have at most 64 answers");
        }
        if self.source.len() > MAX_SOURCE_BYTES {
            return invalid("the source can have at most 200 bytes");
        }
        if self.themes.len() > Theme::ALL.len() {
            return invalid("a theme is repeated");
        }
        if !(self.margin > 0.0 && self.lines[0].margin > self.lines[1].margin) {
            return invalid("the best line must be ahead of the second-best one");
        }
        let actual = id(&self.record, self.solution());
        if parse_hex::<8>(&self.id).is_none() || self.id != actual {
            return Err(PuzzleError::Id { recorded: self.id.chars().take(40).collect(), actual });
        }
        Ok(())
    }
}

/// The contents of a puzzle file.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Puzzles {
    /// The valid puzzles, in the order of the file.
    pub puzzles: Vec<Puzzle>,
    /// The damaged lines, by number from 1.
    pub damaged: Vec<(usize, PuzzleError)>,
}

/// Reads a puzzle file. Empty lines are ignored.
pub fn read(text: &str) -> Puzzles {
    let mut found = Puzzles::default();
    for (number, line) in (1..).zip(text.lines()).filter(|(_, line)| !line.trim().is_empty()) {
        match Puzzle::parse(line) {
            Ok(puzzle) => found.puzzles.push(puzzle),
            Err(why) => found.damaged.push((number, why)),
        }
    }
    found
}

/// Returns the text of a game's record without its hash: the puzzle's id detects damage.
fn record_text(position: &Game) -> String {
    let mut record = Record::of(position, &[], None);
    record.turns.iter_mut().for_each(|turn| turn.hash = None);
    record.to_text()
}

/// Returns the hash of a record and a solution.
fn id(record: &str, solution: &[String]) -> String {
    let mut hash = Sha256::new();
    hash.update(record);
    for word in solution {
        hash.update([0]);
        hash.update(word);
    }
    hex(&hash.finalize()[..8])
}

/// Returns the answers that words name in a position, if they can be given one after another.
fn answers(position: &Game, words: &[String]) -> Result<Vec<Answer>, WordError> {
    let mut game = position.clone();
    let mut answers = Vec::with_capacity(words.len());
    for word in words {
        let answer = game.answer(word)?;
        game.apply_raw(answer)?;
        answers.push(answer);
    }
    Ok(answers)
}

fn hundredths(points: f64) -> f64 {
    (points * 100.0).round() / 100.0
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::Setup;

    /// A puzzle about the first tile of a game.
    fn example() -> Puzzle {
        let mut game = Game::new(&Setup::base(2)).unwrap();
        for word in ["first:0", "draw:crfr"] {
            game.apply(game.answer(word).unwrap()).unwrap();
        }
        let line = |words: &[&str], margin| PuzzleLine {
            answers: words.iter().map(|&word| word.to_owned()).collect(),
            margin,
            error: 0.1,
            samples: 10,
            totals: vec![margin, 0.0],
            wins: vec![0.75, 0.25],
            main: Vec::new(),
        };
        let word = game.word(game.legal()[0]);
        let lines = vec![line(&[&word, "pass"], 5.0), line(&[&word], 2.5)];
        Puzzle::new(&game, lines, 1000, "test".to_owned()).unwrap()
    }

    #[test]
    fn puzzles_round_trip_and_damaged_lines_are_skipped() {
        let puzzle = example();
        assert_eq!((puzzle.margin, puzzle.solution().len()), (2.5, 2));
        let line = puzzle.to_line();
        assert_eq!(Puzzle::parse(&line), Ok(puzzle.clone()));
        let text = format!("{line}\nnonsense\n\n{}\n{line}\n", line.replace("crfr", "ffff"));
        let read = read(&text);
        assert_eq!(read.puzzles, [puzzle.clone(), puzzle]);
        let damaged: Vec<usize> = read.damaged.iter().map(|(line, _)| *line).collect();
        assert_eq!(damaged, [2, 4]);
    }

    #[test]
    fn errors_say_what_is_wrong() {
        let puzzle = example();
        let error = |change: &dyn Fn(&mut Puzzle)| {
            let mut changed = puzzle.clone();
            change(&mut changed);
            Puzzle::parse(&changed.to_line()).unwrap_err().to_string()
        };
        assert_eq!(error(&|one| one.v = 9), "the puzzle has format 9; this program reads format 1");
        assert_eq!(error(&|one| one.lines.truncate(1)), "a puzzle must have 2 to 8 lines of play");
        assert!(error(&|one| one.id = "0".repeat(16)).ends_with("the line is damaged"));
        let rehash = |one: &mut Puzzle| one.id = id(&one.record, &one.lines[0].answers);
        let illegal = error(&|one| {
            one.lines[0].answers[1] = "knight:n".to_owned();
            rehash(one);
        });
        assert!(illegal.starts_with("invalid solution: "), "{illegal}");
        let over = error(&|one| {
            one.record = one.record.replace(" draw:crfr", "");
            rehash(one);
        });
        assert!(over.starts_with("invalid record") || over == PuzzleError::NoDecision.to_string(), "{over}");
        let long = Puzzle::parse(&" ".repeat(MAX_LINE_BYTES + 1)).unwrap_err();
        assert_eq!(long, PuzzleError::TooLong(MAX_LINE_BYTES + 1));
    }
}
