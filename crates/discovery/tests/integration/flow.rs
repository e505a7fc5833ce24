//! Plays whole random games and checks invariants at every decision and at the end, in every set-up.

use std::collections::BTreeMap;

use crate::common::{all_rules, legal, options, random_game, rules, rules_of, step, tile};
use bastide_core::{Answer, Event, KindIndex, Position, SmallRandom};
use discovery::base::{EqualTurns, FOLLOWER, FOLLOWERS};
use discovery::{Discovery, DiscoveryPosition, DiscoveryRules, Pending};

/// Plays a random game, with checks at every decision and at the end. Returns how many tiles fitted nowhere.
fn checked_game(rules: &DiscoveryRules, random: &mut SmallRandom) -> usize {
    let mut events = Vec::new();
    let mut position = Box::new(DiscoveryPosition::new(rules, &mut events));
    while step(&mut position, rules, random, &mut events) {
        if let Pending::Deploy { .. } = position.pending() {
            assert!(legal(&position, rules).len() > 1, "asked without a choice"); // DISC-03
        }
        for seat in 0..rules.seats {
            let figures = position.board.features.figures().iter();
            let standing = figures.filter(|f| f.seat == seat && f.segment().is_some()).count() as u8;
            assert_eq!(standing + position.supply(seat, FOLLOWER), FOLLOWERS); // DISC-01
        }
    }
    let count = |of: &dyn Fn(&Event) -> bool| events.iter().filter(|event| of(event)).count();
    let placed = count(&|event| matches!(event, Event::Placed { .. }));
    let gone = count(&|event| matches!(event, Event::Discarded { .. }));
    let out = count(&|event| matches!(event, Event::TakenOut { .. }));
    let tiles: usize = rules.kinds.iter().map(|kind| usize::from(kind.copies)).sum();
    assert_eq!(placed + gone + out, tiles);
    assert_eq!(count(&|event| matches!(event, Event::Over)), 1);
    for seat in 0..rules.seats {
        let points = events.iter().filter_map(|event| match event {
            Event::Scored { seat: to, score, .. } if *to == seat => Some(score.points()),
            _ => None,
        });
        assert_eq!(points.sum::<i32>(), position.score(seat));
        assert!(position.hand(seat).is_empty());
        let turns = count(&|event| matches!(event, Event::Turn { seat: of, .. } if *of == seat));
        if rules.options.equal_turns == EqualTurns::Even && gone == 0 {
            assert_eq!(turns, (tiles - 1 - out) / usize::from(rules.seats)); // DISC-17
        }
    }
    gone
}

#[test]
fn tiles_followers_points_and_turns_add_up() {
    let mut random = SmallRandom::new(7);
    for rules in all_rules() {
        for _ in 0..3 {
            checked_game(&rules, &mut random);
        }
    }
}

/// Half of the tiles never fit, so hands are discarded and turns are skipped, but every game still ends properly (DISC-16).
#[test]
fn games_end_even_if_most_tiles_fit_nowhere() {
    let mut random = SmallRandom::new(8);
    for hand in ["one", "two_open"] {
        for seats in 2..=5 {
            let texts = vec![
                tile("start", 1, "ggg mmm ggg mmm", "", &[], &["mg"]),
                tile("gmgg", 12, "ggg mmm ggg ggg", "", &[], &["mg"]),
                tile("gggg", 8, "ggg ggg ggg ggg", "", &[], &[]),
                tile("ssss", 20, "sss sss sss sss", "", &[], &[]),
            ];
            let rules = rules_of(texts, seats, options(hand, "even", "host_seat"));
            let out = 40 % usize::from(seats);
            for _ in 0..30 {
                let gone = checked_game(&rules, &mut random);
                assert!(gone >= 20 - out, "{hand}, {seats} seats: {gone} tiles fitted nowhere");
            }
        }
    }
}

/// Each follower scores its own area in full, no matter who else is there (DISC-12). At the end of the game, it scores as if the area were
/// unfinished (DISC-14).
#[test]
fn the_final_scoring_sums_up_the_areas_of_all_followers() {
    let rules = rules(3, options("one", "off", "host_seat"));
    let mut several = 0;
    for seed in 0..300 {
        let mut position = random_game(&rules, seed, 40 + seed as usize % 200);
        let mut expected = [0; 3];
        for seat in 0..3 {
            expected[usize::from(seat)] = position.score(seat);
        }
        for figure in position.board.features.figures() {
            let Some(segment) = figure.segment() else { continue };
            let root = position.board.features.root(segment);
            several += usize::from(position.board.features.figures_on(root).count() > 1);
            expected[usize::from(figure.seat)] += discovery::scoring::worth(&position, &rules, root, false).points();
        }
        if position.pending() != Pending::Over {
            discovery::end_game(&mut position, &rules, &mut ());
        }
        assert_eq!([0, 1, 2].map(|seat| position.score(seat)), expected);
    }
    assert!(several > 0, "no two followers ever shared an area");
}

/// Each listed answer is sampled with equal probability, and no others are.
#[test]
fn samples_are_uniform() {
    let mut seen = BTreeMap::new();
    for hand in ["one", "two_open"] {
        let rules = rules(2, options(hand, "off", "host_seat"));
        let mut random = SmallRandom::new(3);
        for seed in 0..6 {
            for answers in 20..26 {
                let position: Box<Position<Discovery>> = random_game(&rules, seed, answers);
                let listed = legal(&position, &rules);
                if !matches!(position.pending(), Pending::Place { .. } | Pending::PlaceHeld | Pending::Deploy { .. }) {
                    continue;
                }
                let kind = std::mem::discriminant(&position.pending());
                *seen.entry(format!("{kind:?}")).or_insert(0) += 1;
                let mut counts: Vec<(Answer, f64)> = listed.iter().map(|&answer| (answer, 0.0)).collect();
                let each = 400.0;
                for _ in 0..listed.len() * each as usize {
                    let answer = position.sample(&rules, &mut random);
                    counts.iter_mut().find(|(listed, _)| *listed == answer).expect("a sample is listed").1 += 1.0;
                }
                // Chi squared has mean n - 1 and variance 2(n - 1). A value six standard deviations above the mean practically never
                // happens by chance.
                let chi: f64 = counts.iter().map(|(_, count)| (count - each).powi(2) / each).sum();
                let free = listed.len() as f64 - 1.0;
                assert!(chi < free + 6.0 * (2.0 * free).sqrt() + 6.0, "{chi} with {free} degrees");
            }
        }
    }
    assert_eq!(seen.len(), 3, "{seen:?}");
}

/// Two equal tiles in a hand count as one choice (DISC-16).
#[test]
fn two_equal_tiles_in_a_hand_are_listed_and_sampled_once() {
    let rules = rules(2, options("two_open", "off", "host_seat"));
    let kind = rules.kinds.iter().position(|kind| kind.copies == 3).unwrap() as KindIndex;
    let mut position = Box::new(DiscoveryPosition::new(&rules, &mut ()));
    for _ in 0..2 {
        position.answer(&rules, Answer::Draw { kind }, &mut ()).unwrap();
    }
    while position.pending() != Pending::PlaceHeld {
        let answer = legal(&position, &rules)[0];
        position.answer(&rules, answer, &mut ()).unwrap();
    }
    assert_eq!(position.hand(0), [kind, kind]);
    let mut random = SmallRandom::new(1);
    let listed = legal(&position, &rules);
    assert!(listed.iter().all(|answer| matches!(answer, Answer::PlaceHeld { slot: 0, .. })));
    for _ in 0..200 {
        assert!(listed.contains(&position.sample(&rules, &mut random)));
    }
}
