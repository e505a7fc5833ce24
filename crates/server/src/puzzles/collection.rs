//! The puzzles that come with the client.

use std::collections::HashMap;
use std::sync::OnceLock;

use games::Game;
use games::puzzle::Puzzle;
use serde::Deserialize;
use sha2::{Digest, Sha256};

use crate::assets::pages::Pages;

/// The puzzles among the client's files, read when they are first needed.
pub struct Collection {
    pages: Pages,
    contents: OnceLock<Contents>,
}

/// The puzzles by id, and their order.
struct Contents {
    order: Vec<String>,
    puzzles: HashMap<String, Known>,
}

/// A puzzle of the collection.
struct Known {
    /// The answers of the best turn.
    solution: Vec<String>,
    /// Set-up, as game and expansions joined by `+`.
    game: String,
    /// The piece of the collection that has it, and its line there.
    piece: usize,
    line: usize,
}

#[derive(Deserialize)]
struct Index {
    puzzles: Vec<(String, String, Vec<String>)>,
}

#[derive(Deserialize)]
struct Solved {
    id: String,
    lines: Vec<Best>,
}

#[derive(Deserialize)]
struct Best {
    answers: Vec<String>,
}

impl Collection {
    /// Creates the collection of a client. A client without puzzles has none.
    pub fn new(pages: Pages) -> Collection {
        Collection { pages, contents: OnceLock::new() }
    }

    fn contents(&self) -> &Contents {
        self.contents.get_or_init(|| Contents::of(&self.pages))
    }

    /// Returns the answers of a puzzle's best turn.
    pub fn solution(&self, id: &str) -> Option<&[String]> {
        self.contents().puzzles.get(id).map(|known| known.solution.as_slice())
    }

    /// Returns the id of the game of a puzzle.
    pub fn game(&self, id: &str) -> Option<&str> {
        let known = self.contents().puzzles.get(id)?;
        known.game.split('+').next()
    }

    /// Replays a puzzle, and returns the position to solve.
    pub fn position(&self, id: &str) -> Option<Game> {
        let known = self.contents().puzzles.get(id)?;
        let piece = self.pages.at(&piece_path(known.piece))?;
        let line = piece.body().split(|&byte| byte == b'\n').nth(known.line)?;
        let puzzle: Puzzle = serde_json::from_slice(line).ok()?;
        puzzle.position().ok()
    }

    /// Returns the puzzle of a day, given as `2026-11-23`; the same on every server with the same puzzles.
    pub fn of_day(&self, day: &str) -> Option<&str> {
        self.contents().of_day(day)
    }
}

impl Contents {
    /// Reads the puzzles. A damaged line is left out.
    fn of(pages: &Pages) -> Contents {
        let index = pages.at("puzzles/index.json").and_then(|file| serde_json::from_slice(file.body()).ok());
        let index: Index = index.unwrap_or(Index { puzzles: Vec::new() });
        let mut solutions = HashMap::new();
        for (number, piece) in (0..).map_while(|number| pages.at(&piece_path(number)).map(|piece| (number, piece))) {
            for (at, line) in piece.body().split(|&byte| byte == b'\n').enumerate() {
                let Ok(Solved { id, lines }) = serde_json::from_slice::<Solved>(line) else { continue };
                solutions.extend(lines.into_iter().next().map(|best| (id, (best.answers, number, at))));
            }
        }
        let mut contents = Contents { order: Vec::new(), puzzles: HashMap::new() };
        for (id, game, _) in index.puzzles {
            let Some((solution, piece, line)) = solutions.remove(&id) else { continue };
            contents.puzzles.insert(id.clone(), Known { solution, game, piece, line });
            contents.order.push(id);
        }
        contents
    }

    fn of_day(&self, day: &str) -> Option<&str> {
        let hash = Sha256::digest(format!("bastide puzzle {day}"));
        let number = hash[..8].iter().fold(0u64, |number, &byte| number << 8 | u64::from(byte));
        let at = number.checked_rem(self.order.len() as u64)?;
        self.order.get(at as usize).map(String::as_str)
    }
}

/// Returns the path of a piece of the collection.
fn piece_path(number: usize) -> String {
    format!("puzzles/{number}.jsonl")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn puzzle_of_a_day_depends_only_on_the_day() {
        let order: Vec<String> = (0..500).map(|number| format!("{number:016x}")).collect();
        let one = Contents { order: order.clone(), puzzles: HashMap::new() };
        let other = Contents { order, puzzles: HashMap::new() };
        assert_eq!(one.of_day("2026-11-28"), other.of_day("2026-11-28"));
        let days = (10..31).map(|day| one.of_day(&format!("2026-11-{day}")).unwrap());
        assert!(days.collect::<std::collections::BTreeSet<_>>().len() > 15);
        assert_eq!(Contents { order: Vec::new(), puzzles: HashMap::new() }.of_day("2026-11-28"), None);
    }
}
