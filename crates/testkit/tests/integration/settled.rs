//! Settling the table: recorded games of an independent engine, entered into the position editor, end with their recorded results.

#![cfg(feature = "imports")]

use std::collections::VecDeque;
use std::path::Path;

use games::editing::{Edit, edit};
use games::{Game, Setup, StartingBoard};
use testkit::oracle::agreed_games;
use testkit::oracle::file::Recorded;

/// Returns the place of a `tile` line.
fn place(line: &str) -> (i32, i32) {
    let (_, at) = line.split_once('@').unwrap();
    let (x, y) = at.split_once('r').unwrap().0.split_once(',').unwrap();
    (x.parse().unwrap(), y.parse().unwrap())
}

/// Returns the tile lines in another order in which each touches an earlier one: from the tile that was placed last.
fn from_the_last(tiles: &[&str]) -> Vec<String> {
    let mut waiting: Vec<(&str, (i32, i32))> = tiles.iter().map(|&line| (line, place(line))).collect();
    let mut next = VecDeque::from_iter(waiting.pop());
    let mut ordered = Vec::new();
    while let Some((line, (x, y))) = next.pop_front() {
        ordered.push(line.to_owned());
        next.extend(waiting.extract_if(.., |(_, (a, b))| (*a - x).abs() + (*b - y).abs() == 1));
    }
    assert_eq!(ordered.len(), tiles.len());
    ordered
}

/// Returns what lies on the table at the end of a recorded game, as a board, with the recorded scores before the final scoring.
fn table_at_the_end(recorded: &Recorded, game: &Game) -> String {
    let board = StartingBoard::of_position(game);
    let lines: Vec<&str> = board.text().unwrap().lines().filter(|line| !line.starts_with("score ")).collect();
    let (tiles, others): (Vec<&str>, Vec<&str>) = lines.into_iter().partition(|line| line.starts_with("tile "));
    // The City of Carcassonne must be entered first, and an abbey after its neighbours.
    let is_free = game.setup().expansions.iter().all(|part| part != "count" && part != "abbey-mayor");
    let mut text = if is_free { from_the_last(&tiles) } else { tiles.into_iter().map(str::to_owned).collect() };
    text.extend(others.into_iter().map(str::to_owned));
    for (seat, (score, gained)) in recorded.scores.iter().zip(&recorded.last.gained).enumerate() {
        text.push(format!("score {seat} {}", score - gained));
    }
    text.join("\n")
}

/// Enters the first games of these files that both engines play alike, at most as many of each, and compares the points. Returns the number
/// of games.
fn settle(files: &[&str], most: usize) -> usize {
    let mut settled = 0;
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../corpus/oracle");
    for file in files {
        let games = agreed_games(&folder.join(file).with_extension("jsonl.gz"), most).unwrap();
        for (recorded, game) in &games {
            let what = format!("{file} {}", recorded.seed);
            assert_eq!(game.scores(), recorded.scores, "{what}");
            let text = table_at_the_end(recorded, game);
            let with_bag = game.setup().clone().with_board(&text);
            let over = Game::new(&with_bag).unwrap_or_else(|why| panic!("{what}: {why}\n{text}"));
            assert!(over.is_over(), "{what}");
            assert_eq!(over.scores(), recorded.scores, "{what}\n{text}");
            // Discarded tiles are not on the table, so they are not entered, and remain in the bag.
            let entered: Vec<&str> = text.lines().filter(|line| !line.starts_with("bag ")).collect();
            let setup: Setup = game.setup().clone().with_board(&entered.join("\n"));
            let edited = edit(&Edit { setup, tile: None }).unwrap();
            assert_eq!(edited.problems, [], "{what}\n{text}");
            assert_eq!(edited.totals, recorded.scores, "{what}\n{text}");
        }
        settled += games.len();
    }
    settled
}

#[test]
fn recorded_games_are_settled_with_their_results() {
    let base = settle(&["base", "greedy-base", "ai-base", "variant-tiny-city-2"], 5);
    let parts = [
        "greedy-inns-and-cathedrals",
        "traders-and-builders",
        "greedy-river1",
        "greedy-river2",
        "greedy-abbey-and-mayor",
        "greedy-siege-cathars",
        "greedy-princess-and-dragon",
        "greedy-count",
        "greedy-gq11",
    ];
    assert_eq!((base, settle(&parts, 3)), (20, 25));
}

#[test]
fn recorded_games_with_king_and_robber_are_settled_with_their_results() {
    let files = ["king-and-robber", "greedy-king-and-robber", "ai-king-and-robber"];
    let variants = ["variant-king-10-20", "variant-king-15-40", "variant-king-continuously"];
    assert_eq!((settle(&files, 10), settle(&variants, 5)), (26, 15));
}
