//! Writes standings, pairings and results as CSV or JSON.

use std::path::PathBuf;

use anyhow::Result;
use clap::ValueEnum;
use serde_json::{Value, json};
use tournament::{Tournament, standings};

use super::show::{name, outcome_word, points};
use super::store::Store;

/// Print standings, matches or games as JSON, CSV or one JSON object a line
#[derive(clap::Args)]
pub struct Args {
    /// File of the tournament
    file: PathBuf,
    /// Kind of rows
    #[arg(long, value_enum, default_value = "standings")]
    what: What,
    /// Print comma-separated values with a heading
    #[arg(long, conflicts_with = "ndjson")]
    csv: bool,
    /// Print one JSON object a line
    #[arg(long)]
    ndjson: bool,
}

#[derive(Clone, Copy, ValueEnum)]
enum What {
    /// Place, name, points, matches won, drawn and lost, tie-breaks
    Standings,
    /// Number, round, stage, players, outcome and ruling of each match
    Matches,
    /// Number of the match and points of each game
    Games,
}

/// Prints an export.
///
/// # Errors
/// The file cannot be read.
pub fn run(args: &Args) -> Result<()> {
    let tournament = Store::open(&args.file)?.tournament;
    let rows = match args.what {
        What::Standings => standing_rows(&tournament),
        What::Matches => match_rows(&tournament),
        What::Games => game_rows(&tournament),
    };
    if args.csv {
        print_csv(&rows);
    } else if args.ndjson {
        rows.iter().for_each(|row| println!("{row}"));
    } else {
        println!("{:#}", Value::from(rows));
    }
    Ok(())
}

fn standing_rows(tournament: &Tournament) -> Vec<Value> {
    let ties = &tournament.settings().tie_breaks;
    let row = |line: tournament::Standing| {
        let [won, drawn, lost] = line.matches;
        let mut row = json!({
            "place": line.place,
            "name": name(tournament, line.player),
            "points": points(line.points).parse::<f64>().unwrap_or_default(),
            "won": won,
            "drawn": drawn,
            "lost": lost,
        });
        for (tie, value) in ties.iter().zip(line.tie_breaks) {
            let key = serde_json::to_value(tie).unwrap_or_default();
            row[key.as_str().unwrap_or_default()] = value.into();
        }
        row
    };
    standings(tournament).into_iter().map(row).collect()
}

fn match_rows(tournament: &Tournament) -> Vec<Value> {
    let rows = (1..).zip(tournament.matches()).map(|(number, found)| {
        let [first, second] = found.players.map(|player| player.map(|player| name(tournament, player)));
        let stage = serde_json::to_value(found.stage).unwrap_or_default();
        json!({
            "match": number,
            "round": found.round + 1,
            "stage": stage["stage"],
            "first": first,
            "second": second,
            "outcome": tournament.outcome(found).map(outcome_word),
            "reason": found.ruling.as_ref().map(|ruling| &ruling.reason),
        })
    });
    rows.collect()
}

fn game_rows(tournament: &Tournament) -> Vec<Value> {
    let matches = (1..).zip(tournament.matches());
    let games = matches.flat_map(|(number, found)| {
        let points = found.games.iter().filter_map(|game| game.points);
        (1..).zip(points).map(move |(game, [first, second])| {
            json!({"match": number, "game": game, "first_points": first, "second_points": second})
        })
    });
    games.collect()
}

/// Prints rows as CSV (RFC 4180) with a heading of the keys.
fn print_csv(rows: &[Value]) {
    let Some(Value::Object(first)) = rows.first() else { return };
    let keys: Vec<_> = first.keys().cloned().collect();
    println!("{}", keys.join(","));
    for row in rows {
        let fields: Vec<_> = keys.iter().map(|key| csv_field(&row[key])).collect();
        println!("{}", fields.join(","));
    }
}

/// Quotes a field if it contains a delimiter. A text that a spreadsheet would read as a formula begins with an apostrophe.
fn csv_field(value: &Value) -> String {
    let text = match value {
        Value::Null => String::new(),
        Value::String(text) if text.starts_with(['=', '+', '-', '@']) => format!("'{text}"),
        Value::String(text) => text.clone(),
        other => other.to_string(),
    };
    if text.contains([',', '"', '\n', '\r']) { format!("\"{}\"", text.replace('"', "\"\"")) } else { text }
}
