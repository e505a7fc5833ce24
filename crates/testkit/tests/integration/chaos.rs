//! Arbitrary input may cause an error, but never a panic. The fuzz targets in `fuzz/` test this further.

#![cfg(feature = "imports")]

use std::fs;
use std::path::{Path, PathBuf};

use bastide_core::{Random, SmallRandom};
use testkit::chaos::{READERS, corrupt, examples};
use testkit::effort;

/// Returns the number of inputs created in each of the two ways.
fn inputs() -> usize {
    effort::count(1000, 30_000)
}

/// Returns the path of a folder in the repository.
fn folder(path: &str) -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("../..").join(path)
}

/// Returns the files of a folder with their contents.
fn files(path: PathBuf) -> impl Iterator<Item = (PathBuf, Vec<u8>)> {
    let entries = fs::read_dir(&path).unwrap_or_else(|why| panic!("{}: {why}", path.display()));
    let paths =
        entries.map(|entry| entry.unwrap().path()).filter(|path| path.extension().is_none_or(|end| end != "md"));
    paths.map(|path| (path.clone(), fs::read(path).unwrap()))
}

#[test]
fn noise_is_rejected() {
    let mut random = SmallRandom::new(2024);
    for number in 0..inputs() {
        let bits = 1 + random.below(10);
        let len = random.below(1 << bits) as usize;
        let noise: Vec<u8> = (0..len).map(|_| random.next() as u8).collect();
        let reader = READERS[number % READERS.len()];
        assert!(!(reader.read)(&noise), "{} reads {noise:?}", reader.name);
    }
}

#[test]
fn corrupted_input_is_rejected_or_still_valid() {
    let mut examples = examples(false);
    for (index, reader) in READERS
        .iter()
        .enumerate()
        .filter(|(_, reader)| matches!(reader.name, "saved_game" | "link" | "puzzle" | "study"))
    {
        examples.extend(files(folder(reader.seeds)).take(8).map(|(_, bytes)| (index, bytes)));
    }
    for (reader, example) in &examples {
        assert!((READERS[*reader].read)(example), "{} rejects a valid input", READERS[*reader].name);
    }
    let mut random = SmallRandom::new(7);
    for _ in 0..inputs() {
        let mut pick = || random.below(examples.len() as u32) as usize;
        let (one, other) = (pick(), pick());
        let (mut reader, mut input) = examples[one].clone();
        corrupt(&mut input, &examples[other].1, &mut random);
        // Usually the input goes to the reader for its own format, because nearly valid input gets furthest.
        if random.below(8) == 0 {
            reader = random.below(READERS.len() as u32) as usize;
        }
        (READERS[reader].read)(&input);
    }
}

#[test]
fn every_seed_of_a_fuzz_target_is_valid() {
    for reader in READERS {
        let mut seeds = files(folder(reader.seeds)).peekable();
        assert!(seeds.peek().is_some(), "{} has no seeds", reader.name);
        for (path, seed) in seeds {
            assert!((reader.read)(&seed), "{} is rejected; regenerate the seeds", path.display());
        }
    }
}
