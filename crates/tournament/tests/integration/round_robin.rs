//! Tests of round robins and groups.

use crate::{play_round, settings, with_players};
use std::collections::BTreeMap;
use tournament::{Format, Phase, PlayerNumber};

#[test]
fn everyone_meets_everyone() {
    for (players, cycles) in [(2, 1), (3, 1), (4, 2), (5, 3), (8, 1), (11, 2), (12, 1)] {
        let mut tournament = with_players(settings(Format::RoundRobin { cycles }), players);
        while tournament.phase() != Phase::Over {
            play_round(&mut tournament);
        }
        let mut met: BTreeMap<_, [usize; 2]> = BTreeMap::new();
        let mut balance = vec![0_i32; players];
        for found in tournament.matches().iter().filter(|found| !found.is_bye()) {
            let [Some(one), Some(two)] = found.players else { panic!("{found:?}") };
            met.entry((one.min(two), one.max(two))).or_default()[usize::from(one > two)] += 1;
            balance[usize::from(one)] += 1;
            balance[usize::from(two)] -= 1;
        }
        assert_eq!(met.len(), players * (players - 1) / 2);
        for (pair, begins) in met {
            assert_eq!(begins[0] + begins[1], usize::from(cycles), "{pair:?} of {players}");
            assert!(begins[0].abs_diff(begins[1]) <= 1, "{pair:?} of {players} take turns to begin");
        }
        assert!(balance.iter().all(|balance| balance.abs() <= 1), "{players}: {balance:?}");
    }
}

#[test]
fn the_best_of_each_group_go_on() {
    let mut tournament = with_players(settings(Format::Groups { groups: 4, advance: 2 }), 16);
    while tournament.phase() != Phase::Over {
        play_round(&mut tournament);
    }
    // Groups are dealt 0 7 8 15, 1 6 9 14, 2 5 10 13 and 3 4 11 12, so 0 to 7 qualify.
    let stage =
        |round| tournament.matches_of(round).map(|(_, found)| found.players.map(Option::unwrap)).collect::<Vec<_>>();
    assert_eq!(tournament.rounds(), 6);
    let quarter = stage(3);
    assert_eq!(quarter.len(), 4);
    for [one, two] in quarter {
        assert!(one < 4 && (4..8).contains(&two), "a winner of a group meets a second: {one} {two}");
        assert_ne!(one + two, 7, "of another group");
    }
    let places: Vec<PlayerNumber> = tournament::standings(&tournament).iter().map(|line| line.player).collect();
    assert_eq!(places[..2], [0, 1]);
}
