//! Every set-up passes the same suite.

use testkit::conformance::{Checked, check_game, set_ups};

/// Every so many set-ups, one is saved and loaded at every decision; the others now and then.
const SAVED: usize = 24;

fn check(part: impl Fn(usize) -> bool) -> Checked {
    let mut all = Checked::default();
    for (i, setup) in set_ups().iter().enumerate().filter(|(i, _)| part(*i)) {
        let one = check_game(setup, 1000 + i as u64, if i % SAVED == 0 { 1 } else { 40 });
        all.decisions += one.decisions;
        all.completed += one.completed;
        all.discarded += one.discarded;
        all.deployed += one.deployed;
    }
    all
}

#[test]
fn every_set_up_conforms_in_even_places() {
    println!("{:?}", check(|i| i % 2 == 0));
}

#[test]
fn every_set_up_conforms_in_odd_places() {
    println!("{:?}", check(|i| i % 2 == 1));
}
