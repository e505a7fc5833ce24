//! Tests of Swiss rounds.

use crate::{play_round, settings, with_players};
use std::collections::BTreeSet;
use tournament::{Command, Format, PlayerNumber, Tournament};

fn pairs(tournament: &Tournament, round: usize) -> Vec<[Option<PlayerNumber>; 2]> {
    tournament.matches_of(round).map(|(_, found)| found.players).collect()
}

/// Returns pairs without the order in them.
fn sets(tournament: &Tournament, round: usize) -> BTreeSet<BTreeSet<PlayerNumber>> {
    pairs(tournament, round).into_iter().map(|pair| pair.into_iter().flatten().collect()).collect()
}

fn set(pairs: &[[PlayerNumber; 2]]) -> BTreeSet<BTreeSet<PlayerNumber>> {
    pairs.iter().map(|pair| pair.iter().copied().collect()).collect()
}

#[test]
fn upper_half_meets_lower_half() {
    let mut tournament = with_players(settings(Format::Swiss { rounds: 3 }), 8);
    play_round(&mut tournament);
    assert_eq!(sets(&tournament, 0), set(&[[0, 4], [1, 5], [2, 6], [3, 7]]));
    play_round(&mut tournament);
    // 0 and 2 began, 1 and 3 did not; so in 0 against 2 both could not take turns.
    assert_eq!(sets(&tournament, 1), set(&[[0, 3], [1, 2], [4, 7], [5, 6]]));
    play_round(&mut tournament);
    // 0 and 1 have two points, 2 to 5 have one, 6 and 7 have none.
    assert!(sets(&tournament, 2).is_superset(&set(&[[0, 1], [6, 7]])));
}

#[test]
fn who_begins_alternates() {
    for (players, rounds) in [(16, 5), (31, 7), (64, 8)] {
        let mut tournament = with_players(settings(Format::Swiss { rounds }), players);
        (0..rounds).for_each(|_| play_round(&mut tournament));
        for player in 0..players as PlayerNumber {
            let met = tournament.matches().iter().filter(|found| !found.is_bye());
            let sides: Vec<_> = met.filter_map(|found| found.side_of(player)).collect();
            let began = sides.iter().filter(|&&side| side == 0).count();
            assert!(began.abs_diff(sides.len() - began) <= 2, "{players}: {player} {sides:?}");
            assert!(!sides.windows(3).any(|three| three[0] == three[1] && three[1] == three[2]), "{player} {sides:?}");
        }
    }
}

#[test]
fn the_weakest_without_a_bye_gets_it() {
    let mut tournament = with_players(settings(Format::Swiss { rounds: 4 }), 5);
    let mut byes = Vec::new();
    for round in 0..4 {
        play_round(&mut tournament);
        byes.extend(pairs(&tournament, round).iter().filter(|pair| pair[1].is_none()).map(|pair| pair[0]));
    }
    assert_eq!(byes[0], Some(4), "all are without points, so it is the last seed");
    assert_eq!(byes.iter().collect::<BTreeSet<_>>().len(), 4, "each in another round: {byes:?}");
}

#[test]
fn four_players_all_meet_in_three_rounds() {
    let mut tournament = with_players(settings(Format::Swiss { rounds: 3 }), 4);
    (0..3).for_each(|_| play_round(&mut tournament));
    let met: BTreeSet<_> = (0..3).flat_map(|round| sets(&tournament, round)).collect();
    assert_eq!(met.len(), 6);
}

#[test]
fn more_rounds_than_opponents_repeat_matches() {
    let mut tournament = with_players(settings(Format::Swiss { rounds: 3 }), 2);
    (0..3).for_each(|_| play_round(&mut tournament));
    assert_eq!(pairs(&tournament, 0)[0].iter().rev().copied().collect::<Vec<_>>(), pairs(&tournament, 1)[0]);
}

#[test]
fn a_round_of_256_is_paired() {
    let mut tournament = with_players(settings(Format::Swiss { rounds: 9 }), 256);
    (0..9).for_each(|_| play_round(&mut tournament));
    let met: BTreeSet<_> = (0..9).flat_map(|round| sets(&tournament, round)).collect();
    assert_eq!(met.len(), 9 * 128, "no two players meet twice");
}

#[test]
fn late_players_are_paired_with_those_without_points() {
    let mut tournament = with_players(settings(Format::Swiss { rounds: 3 }), 6);
    play_round(&mut tournament);
    tournament.apply(&Command::Join { name: "Late".to_owned(), rating: Some(2400) }).unwrap();
    tournament.apply(&Command::Join { name: "Later".to_owned(), rating: None }).unwrap();
    tournament.apply(&Command::Pair).unwrap();
    for pair in pairs(&tournament, 1).iter().filter(|pair| pair.contains(&Some(6)) || pair.contains(&Some(7))) {
        assert!(pair.iter().flatten().all(|&player| player > 2), "{pair:?}: 0, 1 and 2 have won");
    }
}
