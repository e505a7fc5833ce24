//! Standings and tie-breaks.

use crate::{open, settings, with_players};
use tournament::{Command, Format, TieBreak, Ties, Tournament, standings};

/// Plays a round robin of four, whose results are given as the points of the lower and the higher number.
fn quad(tie_breaks: &[TieBreak], result: impl Fn(u16, u16) -> [i32; 2]) -> Tournament {
    let mut settings = settings(Format::RoundRobin { cycles: 1 });
    settings.tie_breaks = tie_breaks.to_vec();
    let mut tournament = with_players(settings, 4);
    for _ in 0..3 {
        tournament.apply(&Command::Pair).unwrap();
        for number in open(&tournament) {
            let [one, two] = tournament.matches()[number as usize].players.map(Option::unwrap);
            let [low, high] = result(one.min(two), one.max(two));
            let points = if one < two { [low, high] } else { [high, low] };
            tournament.apply(&Command::Enter { number, points, winner: None }).unwrap();
        }
    }
    tournament
}

/// 0 beats 1 and 2; 1 beats 2 and 3; 2 beats 3; 3 beats 0.
fn circle(one: u16, two: u16) -> [i32; 2] {
    if (one, two) == (0, 3) { [10, 50] } else { [60, 50] }
}

#[test]
fn the_direct_match_decides() {
    let tournament = quad(&[TieBreak::Direct], circle);
    let lines = standings(&tournament);
    assert_eq!(
        lines.iter().map(|line| (line.player, line.place)).collect::<Vec<_>>(),
        [(0, 1), (1, 2), (2, 3), (3, 4)]
    );
    assert_eq!(lines[0].tie_breaks, [2], "0 beat 1");
}

#[test]
fn sums_are_computed_from_the_opponents() {
    let all = [TieBreak::Wins, TieBreak::Buchholz, TieBreak::SonnebornBerger, TieBreak::PointsDifference];
    let tournament = quad(&all, circle);
    let lines = standings(&tournament);
    let of = |player: u16| lines.iter().find(|line| line.player == player).unwrap();
    // Points in halves: 4, 4, 2, 2.
    assert_eq!(of(0).points, 4);
    assert_eq!(of(0).matches, [2, 0, 1]);
    assert_eq!(of(0).tie_breaks, [2, 8, 2 * (4 + 2), 10 + 10 - 40]);
    assert_eq!(of(3).tie_breaks, [1, 10, 2 * 4, 40 - 10 - 10]);
    assert_eq!(lines[0].player, 0, "as many wins and points of opponents as 1, but 1 is among those it beat");
}

#[test]
fn players_whom_nothing_separates_share_a_place() {
    let tournament = quad(&[TieBreak::Wins], |_, _| [33, 33]);
    assert!(standings(&tournament).iter().all(|line| line.place == 1 && line.points == 3 && line.matches == [0, 3, 0]));
}

#[test]
fn whoever_began_loses_a_tie() {
    let mut settings = settings(Format::RoundRobin { cycles: 1 });
    settings.ties = Ties::StarterLoses;
    let mut tournament = with_players(settings, 2);
    tournament.apply(&Command::Pair).unwrap();
    tournament.apply(&Command::Enter { number: 0, points: [70, 70], winner: None }).unwrap();
    let first = tournament.matches()[0].players[0].unwrap();
    assert_eq!(standings(&tournament)[1].player, first);
}
