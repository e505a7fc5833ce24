//! Every set-up passes the conformance suite.

use std::collections::BTreeMap;
use std::panic::{AssertUnwindSafe, catch_unwind};

use games::Setup;
use testkit::conformance::{
    CheckLimits, CheckStatistics, base_set_ups, check_game, combinations, haunted, large, multiple_copies, pairs,
    random_set_ups, rare_events, single_expansions, team, with_hands,
};
use testkit::effort;

const WHOLE_GAME: usize = usize::MAX;

fn check(set_ups: &[Setup], seed: u64, effort: impl Fn(usize) -> CheckLimits) -> CheckStatistics {
    let mut all = CheckStatistics::default();
    for (i, setup) in set_ups.iter().enumerate() {
        all.add(check_game(setup, seed + i as u64, effort(i)));
    }
    println!("{all:#?}");
    all
}

/// Number of answers after which most games are stopped.
const SHORT_GAME_ANSWERS: usize = 130;

#[test]
fn every_expansion_alone_conforms() {
    let singles = single_expansions();
    let all = check(&singles, 3000, |i| CheckLimits { answers: if i % 3 == 0 { WHOLE_GAME } else { 240 }, every: 5 });
    assert!(all.ended * 3 >= singles.len(), "{} games ended", all.ended);
}

#[test]
fn every_pair_conforms() {
    check(&pairs(), 4000, |i| CheckLimits {
        answers: if i % 8 == 0 { WHOLE_GAME } else { SHORT_GAME_ANSWERS },
        every: 6,
    });
}

#[test]
fn every_base_game_set_up_conforms() {
    check(&base_set_ups(), 1000, |i| CheckLimits {
        answers: if i % 6 == 0 { WHOLE_GAME } else { SHORT_GAME_ANSWERS },
        every: 6,
    });
}

/// Checks all set-ups of a game, and plays one game in `whole` to its end. `whole` has no divisor in common with any option's number of
/// values, so that each value occurs in finished games.
fn check_standalone(game: &str, seed: u64, whole: usize) -> CheckStatistics {
    let set_ups = combinations(game);
    let all = check(&set_ups, seed, |i| CheckLimits {
        answers: if i % whole == 0 { WHOLE_GAME } else { SHORT_GAME_ANSWERS },
        every: 9,
    });
    assert!(all.ended * whole >= set_ups.len(), "{} games ended", all.ended);
    all
}

#[test]
fn every_hunters_and_gatherers_set_up_conforms() {
    let all = check_standalone("hunters", 6000, 5);
    for clause in ["HG-09", "HG-10", "HG-16", "HG-17", "HG-27"] {
        assert!(all.seen.contains_key(clause), "{clause} never gave points");
    }
}

#[test]
fn every_discovery_set_up_conforms() {
    let all = check_standalone("discovery", 7000, 7);
    for seen in ["Deploy Return", "Deploy Deploy", "PlaceHeld PlaceHeld", "DISC-07", "DISC-08", "DISC-09"] {
        assert!(all.seen.contains_key(seen), "{seen} never occurred");
    }
}

#[test]
fn every_mists_over_carcassonne_set_up_conforms() {
    let set_ups = [combinations("coop"), team(), team(), team(), team()].concat();
    let all = check(&set_ups, 7500, |_| CheckLimits { answers: WHOLE_GAME, every: 4 });
    assert_eq!(all.ended, set_ups.len());
    for seen in ["Reward Clear", "Reward Pass", "Deploy Deploy", "COOP-11", "Team won", "Team lost"] {
        assert!(all.seen.contains_key(seen), "{seen} never occurred");
    }
}

#[test]
fn rare_events_conform() {
    let unlikely = [rare_events(), rare_events()].concat();
    let all = check(&unlikely, 8000, |_| CheckLimits { answers: WHOLE_GAME, every: 9 });
    assert_eq!(all.ended, unlikely.len());
    let clauses = "HG-18 HG-19 HG-20 HG-26 HG-28 HG-31 HG-32 HG-33 HG-34 HG-35".split(' ');
    for seen in ["Shaman Return", "Shaman Pass", "Replace Draw", "TakeOut Draw"].into_iter().chain(clauses) {
        assert!(all.seen.contains_key(seen), "{seen} never occurred");
    }
    // The reserve handed out guards until some seat had none left there.
    assert!(all.seen["Enlisted"] > 3, "{} guards left the reserve", all.seen["Enlisted"]);
}

#[test]
fn multiple_figures_and_tile_copies_conform() {
    let several = [multiple_copies(), multiple_copies()].concat();
    let all = check(&several, 8500, |_| CheckLimits { answers: WHOLE_GAME, every: 9 });
    assert_eq!(all.ended, several.len());
    for seen in ["Double Again", "Double Pass", "Abbey Place"] {
        assert!(all.seen.contains_key(seen), "{seen} never occurred");
    }
}

#[test]
fn games_with_ghosts_conform() {
    let haunted = haunted();
    let all = check(&haunted, 9000, |_| CheckLimits { answers: WHOLE_GAME, every: 6 });
    assert_eq!(all.ended, haunted.len());
    for seen in ["Haunt Haunt", "MIST-08", "MIST-09", "MIST-12"] {
        assert!(all.seen.contains_key(seen), "{seen} never occurred");
    }
}

#[test]
fn games_with_hands_conform() {
    let set_ups = [with_hands(), with_hands()].concat();
    let all = check(&set_ups, 9700, |_| CheckLimits { answers: WHOLE_GAME, every: 11 });
    assert_eq!(all.ended, set_ups.len());
    for seen in ["Deal Draw", "Refill Draw", "PlaceHeld PlaceHeld", "PlaceHeld Redeem", "Abbey Place", "Double Again"] {
        assert!(all.seen.contains_key(seen), "{seen} never occurred");
    }
    assert!(all.discarded >= 10, "{} tiles were discarded", all.discarded);
}

#[test]
fn large_tables_conform() {
    let large = large();
    let all = check(&large, 9500, |_| CheckLimits { answers: WHOLE_GAME, every: 97 });
    assert_eq!(all.ended, large.len());
}

/// Also checks that most kinds of decision and answer occur.
#[test]
fn mixtures_conform() {
    let mut set_ups = random_set_ups(effort::count(100, 1000));
    let mixtures = set_ups.len();
    // In short games of many expansions, prisoners are rarely bought back before a tile is placed.
    set_ups.extend((2..=5).map(|seats| Setup::base(seats).with("tower")));
    let all = check(&set_ups, 5000, |i| CheckLimits {
        answers: if i % 20 == 0 || i >= mixtures { WHOLE_GAME } else { SHORT_GAME_ANSWERS },
        every: 9,
    });
    for (asked, given) in [
        ("Abbey", "Place"),
        ("Haunt", "Haunt"),
        ("Deploy", "Build"),
        ("Deploy", "Corner"),
        ("Deploy", "Return"),
        ("Deploy", "ToFigure"),
        ("Phantom", "Deploy"),
        ("Deploy", "ToTile"),
        ("Capture", "Capture"),
        ("Place", "Redeem"),
        ("Dragon", "ToTile"),
        ("Courtier", "Deploy"),
        ("Count", "ToQuarter"),
        ("Enter", "Move"),
        ("Wagon", "Move"),
        ("Wagon", "Pass"),
        ("Escape", "Return"),
    ] {
        assert!(all.seen.contains_key(&format!("{asked} {given}")), "{asked} was never answered with {given}");
    }
}

/// Plays CONFORMANCE_GAMES games and checks each at every decision; failures are counted and shown at the end.
#[test]
#[ignore = "runs as long as you like"]
fn many_more_conform() {
    let number = |name: &str, default: usize| std::env::var(name).ok().and_then(|n| n.parse().ok()).unwrap_or(default);
    let games = number("CONFORMANCE_GAMES", 200);
    let seed = number("CONFORMANCE_SEED", 1);
    let set_ups: Vec<Setup> = match std::env::var("CONFORMANCE_SETUP") {
        Ok(line) => vec![Setup::from_line(&line).unwrap()],
        Err(_) => {
            let standalone = combinations("hunters").into_iter().chain(combinations("discovery")).chain(rare_events());
            let standalone = standalone.chain(haunted()).chain(with_hands());
            single_expansions().into_iter().chain(pairs()).chain(random_set_ups(200)).chain(standalone).collect()
        }
    };
    let effort = CheckLimits { answers: WHOLE_GAME, every: number("CONFORMANCE_EVERY", 2) };
    let (mut all, mut failures) = (CheckStatistics::default(), BTreeMap::<String, (usize, String)>::new());
    for i in 0..games {
        let setup = &set_ups[i % set_ups.len()];
        match catch_unwind(AssertUnwindSafe(|| check_game(setup, (seed * 1_000_000 + i) as u64, effort))) {
            Ok(checked) => all.add(checked),
            Err(why) => {
                let text = why.downcast_ref::<&str>().map(|text| (*text).to_owned());
                let why = why.downcast_ref::<String>().cloned().or(text).unwrap_or_default();
                let why = if why.contains("answers: ") { why } else { format!("{}: {why}", setup.canonical()) };
                let what: String = why.split("answers: ").last().unwrap_or_default().chars().take(70).collect();
                failures.entry(what).or_insert((0, why)).0 += 1;
            }
        }
    }
    println!("{all:#?}");
    let mut shown: Vec<_> = failures.into_values().collect();
    shown.sort_by_key(|(count, _)| usize::MAX - count);
    for (count, why) in &shown {
        println!("FAILED {count} times, as {why}");
    }
    assert!(shown.is_empty(), "games fail in {} ways", shown.len());
}
