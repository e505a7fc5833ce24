//! Single and double elimination.

use crate::{open, play_round, settings, with_players};
use tournament::{Command, Format, Outcome, Phase, PlayerNumber, Stage, Tournament, standings};

fn play(format: Format, players: usize) -> Tournament {
    let mut tournament = with_players(settings(format), players);
    while tournament.phase() != Phase::Over {
        play_round(&mut tournament);
    }
    tournament
}

fn losses(tournament: &Tournament, player: PlayerNumber) -> usize {
    let matches = tournament.matches().iter();
    let lost = |found: &&tournament::Match| {
        found.side_of(player).is_some_and(|side| tournament.outcome(found).unwrap().winner() != Some(side))
    };
    matches.filter(lost).count()
}

#[test]
fn whoever_loses_is_out() {
    for players in [2, 3, 5, 8, 13, 16, 33] {
        let tournament = play(Format::SingleElimination { third_place: false }, players);
        assert_eq!(tournament.matches().iter().filter(|found| !found.is_bye()).count(), players - 1);
        assert_eq!(losses(&tournament, 0), 0);
        assert!((1..players as PlayerNumber).all(|player| losses(&tournament, player) == 1));
        let lines = standings(&tournament);
        assert_eq!((lines[0].player, lines[1].player), (0, 1), "the best two meet in the final");
        assert_eq!(lines[1].place, 2);
    }
}

#[test]
fn semifinal_losers_play_for_the_third_place() {
    let tournament = play(Format::SingleElimination { third_place: true }, 8);
    let lines = standings(&tournament);
    assert_eq!(lines.iter().map(|line| line.player).take(4).collect::<Vec<_>>(), [0, 1, 2, 3]);
    assert_eq!(lines.iter().map(|line| line.place).collect::<Vec<_>>(), [1, 2, 3, 4, 5, 5, 5, 5]);
}

#[test]
fn whoever_loses_twice_is_out() {
    for players in [2, 3, 4, 6, 8, 11, 16, 32] {
        let tournament = play(Format::DoubleElimination, players);
        assert_eq!(losses(&tournament, 0), 0, "{players}");
        for player in 1..players as PlayerNumber {
            assert_eq!(losses(&tournament, player), 2, "player {player} of {players}");
        }
        assert_eq!(tournament.matches().iter().filter(|found| !found.is_bye()).count(), 2 * players - 2);
        assert_eq!(standings(&tournament)[0].player, 0);
    }
}

#[test]
fn beaten_in_the_first_final_means_a_second_one() {
    let mut tournament = with_players(settings(Format::DoubleElimination), 4);
    while tournament.matches().last().is_none_or(|found| found.stage != Stage::Final) {
        play_round(&mut tournament);
        if tournament.phase() == Phase::Over {
            break;
        }
    }
    let number = tournament.matches().len() as u32 - 1;
    tournament.apply(&Command::Reopen { number }).unwrap();
    let unbeaten = tournament.matches()[number as usize].side_of(0).unwrap();
    tournament.apply(&Command::Rule { number, outcome: Outcome::won_by(1 - unbeaten), reason: "late".into() }).unwrap();
    assert_eq!(tournament.phase(), Phase::BetweenRounds);
    play_round(&mut tournament);
    assert_eq!(tournament.matches().last().unwrap().stage, Stage::SecondFinal);
    assert_eq!(tournament.phase(), Phase::Over);
    assert_eq!(standings(&tournament)[0].player, 0);
}

#[test]
fn a_withdrawn_finalist_loses_the_final() {
    let mut tournament = with_players(settings(Format::SingleElimination { third_place: false }), 4);
    play_round(&mut tournament);
    tournament.apply(&Command::Withdraw { player: 0 }).unwrap();
    tournament.apply(&Command::Pair).unwrap();
    assert!(open(&tournament).is_empty());
    assert_eq!(tournament.phase(), Phase::Over);
    let lines = standings(&tournament);
    assert_eq!((lines[0].player, lines[1].player), (1, 0));
}

#[test]
fn a_match_without_a_winner_goes_on() {
    let mut best_of_three = settings(Format::SingleElimination { third_place: false });
    best_of_three.best_of = 3;
    let mut tournament = with_players(best_of_three, 2);
    tournament.apply(&Command::Pair).unwrap();
    for points in [[40, 30], [20, 30], [25, 25], [31, 30]] {
        assert_eq!(open(&tournament), [0]);
        tournament.apply(&Command::Enter { number: 0, points, winner: None }).unwrap();
    }
    assert_eq!(tournament.outcome(&tournament.matches()[0]), Some(Outcome::FirstWins));
}
