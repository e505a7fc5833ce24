//! The puzzles that come with the client.

use std::collections::HashMap;
use std::sync::OnceLock;

use serde::Deserialize;
use sha2::{Digest, Sha256};

use crate::assets::pages::Pages;

/// The puzzles among the client's files, read when they are first needed.
pub struct Collection {
    pages: Pages,
    contents: OnceLock<Contents>,
}

/// The solutions of the puzzles, by id, and the order of the puzzles.
struct Contents {
    order: Vec<String>,
    solutions: HashMap<String, Vec<String>>,
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
        self.contents().solutions.get(id).map(Vec::as_slice)
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
        for piece in (0..).map_while(|number| pages.at(&format!("puzzles/{number}.jsonl"))) {
            for line in piece.body().split(|&byte| byte == b'\n') {
                let Ok(Solved { id, lines }) = serde_json::from_slice::<Solved>(line) else { continue };
                solutions.extend(lines.into_iter().next().map(|best| (id, best.answers)));
            }
        }
        let mut order: Vec<String> = index.puzzles.into_iter().map(|(id, _, _)| id).collect();
        order.retain(|id| solutions.contains_key(id));
        Contents { order, solutions }
    }

    fn of_day(&self, day: &str) -> Option<&str> {
        let hash = Sha256::digest(format!("bastide puzzle {day}"));
        let number = hash[..8].iter().fold(0u64, |number, &byte| number << 8 | u64::from(byte));
        let at = number.checked_rem(self.order.len() as u64)?;
        self.order.get(at as usize).map(String::as_str)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn puzzle_of_a_day_depends_only_on_the_day() {
        let order: Vec<String> = (0..500).map(|number| format!("{number:016x}")).collect();
        let one = Contents { order: order.clone(), solutions: HashMap::new() };
        let other = Contents { order, solutions: HashMap::new() };
        assert_eq!(one.of_day("2026-11-28"), other.of_day("2026-11-28"));
        let days = (10..31).map(|day| one.of_day(&format!("2026-11-{day}")).unwrap());
        assert!(days.collect::<std::collections::BTreeSet<_>>().len() > 15);
        assert_eq!(Contents { order: Vec::new(), solutions: HashMap::new() }.of_day("2026-11-28"), None);
    }
}
