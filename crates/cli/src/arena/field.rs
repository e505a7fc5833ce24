//! Matches between every two players of a field, and their Elo table.

use std::collections::BTreeSet;

use anyhow::{Context, Result, ensure};
use bots::arena::field::{Pairing, Rating, ratings};
use serde_json::json;

use super::args::Args;
use super::play;
use super::player::Contestant;
use super::report::MatchReport;
use super::results::MatchParts;

/// Minimum number of players of a field.
const MIN_PLAYERS: usize = 3;

/// Plays a match between every two players, or resumes these matches.
pub fn play(args: &Args, players: &[Contestant]) -> Result<Vec<MatchParts>> {
    let names: BTreeSet<String> = players.iter().map(Contestant::to_string).collect();
    let few = "--field needs at least three different players; to compare two players, use --a and --b";
    ensure!(names.len() >= MIN_PLAYERS && names.len() == players.len(), few);
    let setup = args.setup.setup()?;
    ensure!(!setup.is_team(), "--field does not work with {}: all seats are one team", setup.game);
    if let Some(folder) = &args.out {
        std::fs::create_dir_all(folder).with_context(|| format!("{} cannot be created", folder.display()))?;
    }
    let mut matches = Vec::new();
    for (first, a) in players.iter().enumerate() {
        for (second, b) in players.iter().enumerate().skip(first + 1) {
            let out = args.out.as_ref().map(|folder| folder.join(file_name(a, b, [first, second])));
            let args = Args { a: a.clone(), b: b.clone(), out, field: None, ..args.clone() };
            matches.push(vec![play::play(&args)?]);
        }
    }
    Ok(matches)
}

/// Returns the name of a match's file. Commands of external programs may contain any character, so these players are numbered.
fn file_name(a: &Contestant, b: &Contestant, numbers: [usize; 2]) -> String {
    let name = |player: &Contestant, number: usize| match player {
        Contestant::Ours(player) => player.to_string(),
        Contestant::Program { .. } => format!("program{}", number + 1),
    };
    format!("{}-against-{}.jsonl", name(a, numbers[0]), name(b, numbers[1]))
}

/// Prints the matches and the table of their players.
pub fn report(args: &Args, matches: &[MatchParts]) -> Result<()> {
    let reports: Vec<MatchReport> = matches.iter().filter_map(|parts| MatchReport::new(parts, None)).collect();
    let Some(first) = reports.first() else { return Ok(()) };
    ensure!(!first.is_team(), "the matches have no table: all seats are one team");
    for report in &reports {
        let difference = first.condition_that_differs(report);
        ensure!(
            difference.is_none(),
            "the matches cannot share a table: they differ in {}",
            difference.unwrap_or_default()
        );
    }
    let mut names: Vec<&str> = Vec::new();
    let mut pairings = Vec::new();
    for report in &reports {
        let players = report.players().map(|name| {
            names.iter().position(|&known| known == name).unwrap_or_else(|| {
                names.push(name);
                names.len() - 1
            })
        });
        pairings.push(Pairing { players, wins: report.wins_by_pair() });
    }
    let mut table: Vec<(&str, Rating)> = names.iter().copied().zip(ratings(names.len(), &pairings)).collect();
    table.sort_by(|(_, a), (_, b)| b.elo.total_cmp(&a.elo));
    if args.json {
        let rows = table.iter().map(|(name, rating)| {
            let Rating { elo, interval, games, win_rate } = rating;
            json!({ "player": name, "elo": { "mean": elo, "interval": interval }, "games": games, "win_rate": win_rate })
        });
        let matches = reports.iter().map(MatchReport::to_json);
        println!("{:#}", json!({ "table": rows.collect::<Vec<_>>(), "matches": matches.collect::<Vec<_>>() }));
        return Ok(());
    }
    reports.iter().for_each(MatchReport::print);
    let width = names.iter().map(|name| name.chars().count()).max().unwrap_or_default().max("player".len());
    println!("{:width$}  {:>6}  {:>16}  {:>6}  {:>8}", "player", "Elo", "95 % interval", "games", "win rate");
    for (name, Rating { elo, interval: [low, high], games, win_rate }) in &table {
        let interval = format!("{low:+.0} to {high:+.0}");
        println!("{name:width$}  {elo:>+6.0}  {interval:>16}  {games:>6}  {:>6.1} %", 100.0 * win_rate);
    }
    Ok(())
}
