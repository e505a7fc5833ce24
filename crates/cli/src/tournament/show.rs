//! Prints rounds and standings.

use anyhow::{Context, Result};
use tournament::{HALF, Match, Phase, PlayerNumber, Stage, Tournament, outcome_word};

/// Prints the matches of a round, numbered from 1, or of the current one.
///
/// # Errors
/// The round is not paired.
pub fn round(tournament: &Tournament, number: Option<usize>) -> Result<()> {
    let last = tournament.rounds();
    let shown = number.unwrap_or(last);
    let round = shown.checked_sub(1).filter(|&round| round < last);
    let round = round.with_context(|| match last {
        0 => "no round is paired yet".to_owned(),
        _ => format!("there is no round {shown}; rounds 1 to {last} are paired"),
    })?;
    println!("{}, round {shown}", tournament.settings().name);
    for (number, found) in tournament.matches_of(round) {
        let [one, two] = found.players.map(|player| player.map_or("bye", |player| name(tournament, player)));
        println!("{:>4}  {}{one} – {two}  {}", number + 1, stage(found.stage), result(tournament, found));
    }
    Ok(())
}

fn name(tournament: &Tournament, player: PlayerNumber) -> &str {
    &tournament.players()[usize::from(player)].name
}

fn stage(stage: Stage) -> String {
    match stage {
        Stage::League | Stage::Winners(_) => String::new(),
        Stage::Group(group) => format!("group {}: ", group + 1),
        Stage::Losers(_) => "losers’ round: ".to_owned(),
        Stage::Final => "final: ".to_owned(),
        Stage::SecondFinal => "second final: ".to_owned(),
        Stage::ThirdPlace => "third place: ".to_owned(),
    }
}

/// Returns the points of each game and how the match ended, or what it waits for.
fn result(tournament: &Tournament, found: &Match) -> String {
    if found.is_bye() {
        return String::new();
    }
    let mut words: Vec<String> =
        found.games.iter().filter_map(|game| game.points).map(|[one, two]| format!("{one}:{two}")).collect();
    match (&found.ruling, tournament.outcome(found)) {
        (Some(ruling), Some(outcome)) => words.push(format!("{} ({})", outcome_word(outcome), ruling.reason)),
        (_, Some(outcome)) if found.games.len() > 1 => words.push(outcome_word(outcome).to_owned()),
        (_, Some(_)) => {}
        _ if found.adjourned => words.push("adjourned".to_owned()),
        _ if found.games.iter().any(tournament::Game::is_disputed) => words.push("reports differ".to_owned()),
        _ => words.push("open".to_owned()),
    }
    words.join(", ")
}

/// Prints the standings.
pub fn standings(tournament: &Tournament) {
    let over = if tournament.phase() == Phase::Over { "final standings" } else { "standings" };
    println!("{}, {over} after round {}", tournament.settings().name, tournament.rounds());
    let lines = standings_of(tournament);
    let width = lines.iter().map(|line| line.1.chars().count()).max().unwrap_or(0);
    for (place, name, points, matches, ties) in &lines {
        println!("{place:>4}  {name:<width$}  {points:>4}  {matches:>8}  {ties}");
    }
}

/// Returns place, name, points, matches won-drawn-lost and tie-breaks of each player.
fn standings_of(tournament: &Tournament) -> Vec<(usize, &str, String, String, String)> {
    let lines = tournament::standings(tournament).into_iter();
    lines
        .map(|line| {
            let [won, drawn, lost] = line.matches;
            let ties: Vec<_> = line.tie_breaks.iter().map(i64::to_string).collect();
            let name = name(tournament, line.player);
            (line.place, name, points(line.points), format!("{won}-{drawn}-{lost}"), ties.join(" "))
        })
        .collect()
}

/// Formats match points, which are counted in halves.
fn points(halves: i64) -> String {
    let (whole, half) = (halves / (2 * HALF), halves % (2 * HALF));
    if half == 0 { whole.to_string() } else { format!("{whole}.5") }
}
