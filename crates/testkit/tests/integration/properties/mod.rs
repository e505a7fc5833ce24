//! Properties that hold for every set-up and every course of answers. `proptest` generates both, and shrinks failures.
//!
//! The cases are the same in every run, and few enough to take only seconds. `PROPTEST_CASES` sets their number, `PROPTEST_RNG_SEED` their
//! seed.

#![cfg(feature = "imports")]

mod answers;
mod conserved;
mod courses;
mod hidden;
mod kept;
mod saved;
mod worth;

use std::env;

use proptest::test_runner::{Config, RngSeed};

/// Returns the configuration of a property with its default number of cases, which the environment can override.
fn config(cases: u32) -> Config {
    let asked = Config::default();
    let given = |name| env::var_os(name).is_some();
    Config {
        cases: if given("PROPTEST_CASES") { asked.cases } else { cases },
        rng_seed: if given("PROPTEST_RNG_SEED") { asked.rng_seed } else { RngSeed::Fixed(1) },
        max_shrink_iters: 5000,
        max_shrink_time: 60_000,
        max_global_rejects: u32::MAX,
        failure_persistence: None,
        ..asked
    }
}
