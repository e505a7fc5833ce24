//! Every set-up passes the same suite.

use std::collections::BTreeMap;
use std::panic::{AssertUnwindSafe, catch_unwind};

use games::Setup;
use testkit::conformance::{Checked, Effort, base_set_ups, check_game, pairs, random_set_ups, singles};

const WHOLE: usize = usize::MAX;

fn check(set_ups: &[Setup], seed: u64, effort: impl Fn(usize) -> Effort) -> Checked {
    let mut all = Checked::default();
    for (i, setup) in set_ups.iter().enumerate() {
        all.add(check_game(setup, seed + i as u64, effort(i)));
    }
    println!("{all:#?}");
    all
}

/// Games broken off after so many answers, in most set-ups.
const SHORT: usize = 130;

#[test]
fn every_expansion_alone_conforms() {
    let singles = singles();
    let all =
        check(&singles, 3000, |i| Effort { answers: if i % 3 == 0 { WHOLE } else { 240 }, every: 5, save_every: 90 });
    assert!(all.ended * 3 >= singles.len(), "{} games ended", all.ended);
}

#[test]
fn every_pair_conforms() {
    check(&pairs(), 4000, |i| Effort { answers: if i % 8 == 0 { WHOLE } else { SHORT }, every: 6, save_every: 80 });
}

#[test]
fn every_set_up_of_the_base_game_conforms() {
    check(&base_set_ups(), 1000, |i| Effort {
        answers: if i % 6 == 0 { WHOLE } else { SHORT },
        every: 6,
        save_every: 80,
    });
}

/// Most questions and answers that there are come up.
#[test]
fn mixtures_conform() {
    let all = check(&random_set_ups(200), 5000, |i| Effort {
        answers: if i % 20 == 0 { WHOLE } else { SHORT },
        every: 9,
        save_every: 100,
    });
    for (asked, given) in [
        ("Abbey", "Place"),
        ("Action", "Build"),
        ("Action", "Corner"),
        ("Action", "Return"),
        ("Action", "ToFigure"),
        ("Action", "ToTile"),
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
        assert!(all.seen.contains_key(&format!("{asked} {given}")), "nobody answered {asked} with {given}");
    }
}

/// As many games as the variable CONFORMANCE_GAMES says, each checked throughout; what fails is counted and shown at the end.
#[test]
#[ignore = "takes as long as one likes"]
fn many_more_conform() {
    let number = |name: &str, default: usize| std::env::var(name).ok().and_then(|n| n.parse().ok()).unwrap_or(default);
    let games = number("CONFORMANCE_GAMES", 200);
    let seed = number("CONFORMANCE_SEED", 1);
    let set_ups: Vec<Setup> = match std::env::var("CONFORMANCE_SETUP") {
        Ok(line) => vec![Setup::from_line(&line).unwrap()],
        Err(_) => singles().into_iter().chain(pairs()).chain(random_set_ups(200)).collect(),
    };
    let effort = Effort { answers: WHOLE, every: number("CONFORMANCE_EVERY", 2), save_every: 50 };
    let (mut all, mut failures) = (Checked::default(), BTreeMap::<String, (usize, String)>::new());
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
