//! Arbitrary input gives an error and never a panic; the fuzz target in `fuzz/` goes on where this stops.

#![cfg(feature = "imports")]

use std::fs;
use std::path::Path;

use bastide_core::{Random, SmallRandom};
use testkit::chaos::{SAVED_BY_OTHERS, examples, feed, spoil};

/// Inputs for each of the two ways to make them.
const INPUTS: usize = 3000;

#[test]
fn noise_is_refused() {
    let mut random = SmallRandom::new(2024);
    for _ in 0..INPUTS {
        let bits = 1 + random.below(10);
        let len = random.below(1 << bits) as usize;
        let noise: Vec<u8> = (0..len).map(|_| random.next() as u8).collect();
        feed(&noise);
    }
}

#[test]
fn good_input_spoilt_is_refused_or_still_good() {
    let mut examples = examples();
    let saved = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../corpus/jcz");
    for entry in fs::read_dir(saved).unwrap().take(8) {
        examples.push([vec![SAVED_BY_OTHERS], fs::read(entry.unwrap().path()).unwrap()].concat());
    }
    examples.iter().for_each(|example| feed(example));
    let mut random = SmallRandom::new(7);
    for _ in 0..INPUTS {
        let mut pick = || random.below(examples.len() as u32) as usize;
        let (one, other) = (pick(), pick());
        let mut input = examples[one].clone();
        let door = input[0];
        spoil(&mut input, &examples[other], &mut random);
        // Mostly the same door: what is nearly right goes furthest.
        if random.below(8) > 0 && !input.is_empty() {
            input[0] = door;
        }
        feed(&input);
    }
}
