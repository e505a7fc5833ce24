//! Every set-up passes the same suite.

use games::Setup;
use testkit::conformance::{Checked, Effort, base_set_ups, check_game, pairs, random_set_ups, singles};

fn check(set_ups: &[Setup], seed: u64, effort: impl Fn(usize) -> Effort) -> Checked {
    let mut all = Checked::default();
    for (i, setup) in set_ups.iter().enumerate() {
        all.add(check_game(setup, seed + i as u64, effort(i)));
    }
    println!("{all:#?}");
    all
}

const WHOLE: usize = usize::MAX;

#[test]
fn every_expansion_alone_conforms() {
    check(&singles(), 3000, |_| Effort { answers: WHOLE, every: 3, save_every: 60 });
}

#[test]
fn every_pair_conforms() {
    check(&pairs(), 4000, |i| Effort { answers: if i % 5 == 0 { WHOLE } else { 160 }, every: 4, save_every: 70 });
}
