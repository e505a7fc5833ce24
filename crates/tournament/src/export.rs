//! Standings, pairings and results as rows, which programs print as JSON or CSV. Rounds, matches and games are numbered from 1.

use crate::matches::Outcome;
use crate::settings::TieBreak;
use crate::standings::{HALF, Standing, standings};
use crate::state::Tournament;
use serde::ser::SerializeMap;
use serde::{Serialize, Serializer};

/// A value in a row.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Cell {
    /// Nothing, such as the opponent of a bye.
    Empty,
    /// A text such as a name.
    Text(String),
    /// A whole number.
    Number(i64),
    /// Match points, in halves.
    Halves(i64),
}

/// A row with the names of its values; serialized as an object.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Row(pub Vec<(&'static str, Cell)>);

impl Serialize for Cell {
    fn serialize<S: Serializer>(&self, to: S) -> Result<S::Ok, S::Error> {
        match self {
            Self::Empty => to.serialize_none(),
            Self::Text(text) => to.serialize_str(text),
            Self::Number(number) => to.serialize_i64(*number),
            Self::Halves(halves) => to.serialize_f64(*halves as f64 / (2 * HALF) as f64),
        }
    }
}

impl Serialize for Row {
    fn serialize<S: Serializer>(&self, to: S) -> Result<S::Ok, S::Error> {
        let mut map = to.serialize_map(Some(self.0.len()))?;
        for (name, cell) in &self.0 {
            map.serialize_entry(name, cell)?;
        }
        map.end()
    }
}

/// Returns the standings: place, name, points, matches won, drawn and lost, tie-breaks.
pub fn standing_rows(tournament: &Tournament) -> Vec<Row> {
    let ties = &tournament.settings().tie_breaks;
    let row = |line: Standing| {
        let [won, drawn, lost] = line.matches.map(|count| Cell::Number(count.into()));
        let mut row = vec![
            ("place", number(line.place)),
            ("name", name(tournament, Some(line.player))),
            ("points", Cell::Halves(line.points)),
            ("won", won),
            ("drawn", drawn),
            ("lost", lost),
        ];
        row.extend(ties.iter().zip(line.tie_breaks).map(|(tie, value)| (tie_break_word(*tie), Cell::Number(value))));
        Row(row)
    };
    standings(tournament).into_iter().map(row).collect()
}

/// Returns the matches: number, round, stage, players, outcome, and the reason of a ruling.
pub fn match_rows(tournament: &Tournament) -> Vec<Row> {
    let row = |(at, found): (usize, &crate::Match)| {
        let [first, second] = found.players.map(|player| name(tournament, player));
        let text = |text: &str| Cell::Text(text.to_owned());
        Row(vec![
            ("match", number(at)),
            ("round", number(found.round + 1)),
            ("stage", text(found.stage.word())),
            ("first", first),
            ("second", second),
            ("outcome", tournament.outcome(found).map_or(Cell::Empty, |outcome| text(outcome_word(outcome)))),
            ("reason", found.ruling.as_ref().map_or(Cell::Empty, |ruling| text(&ruling.reason))),
        ])
    };
    (1..).zip(tournament.matches()).map(row).collect()
}

/// Returns the finished games: number of the match, number of the game, points of both players.
pub fn game_rows(tournament: &Tournament) -> Vec<Row> {
    let matches = (1..).zip(tournament.matches());
    let games = matches.flat_map(|(at, found)| {
        let points = (1..).zip(&found.games).filter_map(|(game, played)| Some((game, played.points?)));
        points.map(move |(game, [first, second])| {
            let [first, second] = [first, second].map(|points| Cell::Number(points.into()));
            Row(vec![("match", number(at)), ("game", number(game)), ("first_points", first), ("second_points", second)])
        })
    });
    games.collect()
}

/// Returns rows as CSV (RFC 4180), with a heading of the names.
pub fn csv(rows: &[Row]) -> String {
    let Some(Row(first)) = rows.first() else { return String::new() };
    let mut text = first.iter().map(|(name, _)| *name).collect::<Vec<_>>().join(",");
    text.push('\n');
    for Row(row) in rows {
        let fields: Vec<_> = row.iter().map(|(_, cell)| csv_field(cell)).collect();
        text.push_str(&fields.join(","));
        text.push('\n');
    }
    text
}

/// Quotes a field if it contains a delimiter. A text that a spreadsheet would read as a formula begins with an apostrophe.
fn csv_field(cell: &Cell) -> String {
    let text = match cell {
        Cell::Empty => String::new(),
        Cell::Text(text) if text.starts_with(['=', '+', '-', '@']) => format!("'{text}"),
        Cell::Text(text) => text.clone(),
        Cell::Number(number) => number.to_string(),
        Cell::Halves(halves) => format!("{:?}", *halves as f64 / (2 * HALF) as f64),
    };
    if text.contains([',', '"', '\n', '\r']) { format!("\"{}\"", text.replace('"', "\"\"")) } else { text }
}

/// Returns an outcome as people write it.
pub const fn outcome_word(outcome: Outcome) -> &'static str {
    match outcome {
        Outcome::FirstWins => "1-0",
        Outcome::SecondWins => "0-1",
        Outcome::Draw => "draw",
        Outcome::BothLose => "0-0",
    }
}

const fn tie_break_word(tie: TieBreak) -> &'static str {
    match tie {
        TieBreak::Direct => "direct",
        TieBreak::Wins => "wins",
        TieBreak::Buchholz => "buchholz",
        TieBreak::SonnebornBerger => "sonneborn-berger",
        TieBreak::PointsDifference => "points-difference",
    }
}

fn number(number: usize) -> Cell {
    Cell::Number(number as i64)
}

fn name(tournament: &Tournament, player: Option<crate::PlayerNumber>) -> Cell {
    player.map_or(Cell::Empty, |player| Cell::Text(tournament.players()[usize::from(player)].name.clone()))
}
