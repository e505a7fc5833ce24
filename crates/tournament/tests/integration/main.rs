//! Tests of the public interface.

mod elimination;
mod refused;
mod round_robin;
mod simulate;
mod standings;
mod swiss;

use tournament::{Command, Format, MatchNumber, Seeding, Settings, TieBreak, Ties, Tournament};

/// Returns settings with every choice at its default.
fn settings(format: Format) -> Settings {
    Settings {
        name: "Open".to_owned(),
        format,
        best_of: 1,
        ties: Ties::Draw,
        tie_breaks: vec![TieBreak::Buchholz, TieBreak::SonnebornBerger, TieBreak::PointsDifference],
        seeding: Seeding::Joined,
        seed: 7,
    }
}

/// Returns a tournament whose players are named P0, P1 and so on.
fn with_players(settings: Settings, players: usize) -> Tournament {
    let mut tournament = Tournament::new(settings).unwrap();
    for number in 0..players {
        tournament.apply(&Command::Join { name: format!("P{number}"), rating: None }).unwrap();
    }
    tournament
}

/// Returns the numbers of the open matches of the last round.
fn open(tournament: &Tournament) -> Vec<MatchNumber> {
    let matches = tournament.matches_of(tournament.rounds() - 1);
    matches.filter(|(_, found)| tournament.outcome(found).is_none()).map(|(number, _)| number).collect()
}

/// Pairs a round and lets the player with the lower number win each match 30 to 20.
fn play_round(tournament: &mut Tournament) {
    tournament.apply(&Command::Pair).unwrap();
    while let Some(&number) = open(tournament).first() {
        let [one, two] = tournament.matches()[number as usize].players;
        let points = if one < two { [30, 20] } else { [20, 30] };
        tournament.apply(&Command::Enter { number, points, winner: None }).unwrap();
    }
}
