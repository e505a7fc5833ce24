//! Snapshots: a loaded game behaves like the saved one, and damaged bytes are rejected.

use crate::common::{random_game, setups};
use bastide_core::{Actor, Position, Random, SmallRandom};
use games::Setup;
use games::snapshot::{SnapshotError, read, write};
use sha2::{Digest, Sha256};

/// Checks the size only: the test kit checks that a loaded game equals the saved one and continues in the same way.
#[test]
fn size_of_a_finished_game_matches_the_docs() {
    for (seed, setup) in setups().into_iter().enumerate() {
        let (_, game) = random_game(&setup, seed as u64, usize::MAX);
        assert!(write(&game).len() < 3300, "{setup:?}: {} bytes", write(&game).len());
    }
}

/// Returns the bytes with their checksum corrected.
fn sealed(mut bytes: Vec<u8>) -> Vec<u8> {
    let end = bytes.len().saturating_sub(8);
    let checksum = Sha256::digest(&bytes[..end]);
    bytes[end..].copy_from_slice(&checksum[..8]);
    bytes
}

#[test]
fn foreign_or_damaged_bytes_are_rejected() {
    let setup = Setup::base(2);
    let (_, game) = random_game(&setup, 3, 60);
    let whole = write(&game);
    assert_eq!(read(&setup, b"").unwrap_err(), SnapshotError::Foreign);
    assert_eq!(read(&setup, b"BSTD\x01").unwrap_err(), SnapshotError::Foreign);
    assert_eq!(read(&setup, b"BSTD\x01 and so on").unwrap_err(), SnapshotError::Foreign);
    assert_eq!(read(&Setup::base(3), &whole).unwrap_err(), SnapshotError::OtherSetup);
    assert_eq!(read(&setup.clone().option("farmers", "false"), &whole).unwrap_err(), SnapshotError::OtherSetup);
    let mut other = whole.clone();
    other[5] = 77;
    assert_eq!(read(&setup, &other).unwrap_err(), SnapshotError::Checksum);
    assert_eq!(read(&setup, &sealed(other)).unwrap_err(), SnapshotError::RulesVersion(77));
    for length in 0..whole.len() {
        assert!(read(&setup, &whole[..length]).is_err());
        if length > 13 {
            assert!(read(&setup, &sealed(whole[..length].to_vec())).is_err());
        }
    }
    let mut random = SmallRandom::new(5);
    for _ in 0..500 {
        let mut bytes = whole.clone();
        for _ in 0..=random.below(3) {
            let at = random.below(bytes.len() as u32) as usize;
            bytes[at] = random.next() as u8;
        }
        if bytes != whole {
            assert_eq!(
                read(&setup, &bytes).map(|_| ()),
                Err(if bytes[..5] == whole[..5] { SnapshotError::Checksum } else { SnapshotError::Foreign })
            );
        }
        // With a corrected checksum, reading returns either an error or a game that can be shown and saved.
        if let Ok(game) = read(&setup, &sealed(bytes)) {
            let _ = game.view();
            assert!(!write(&game).is_empty());
        }
    }
}

#[test]
fn every_accepted_position_can_be_played_to_the_end() {
    let mut random = SmallRandom::new(9);
    let (mut accepted, mut refused) = (0, 0);
    for setup in setups() {
        for answers in [0, 1, 2, 30, 100, 150] {
            let (_, game) = random_game(&setup, 4, answers);
            let (rules, position) = game.classic().unwrap();
            let mut whole = Vec::new();
            position.write(rules, &mut whole);
            for _ in 0..300 {
                let mut bytes = whole.clone();
                for _ in 0..=random.below(2) {
                    let at = random.below(bytes.len() as u32) as usize;
                    bytes[at] = match random.below(3) {
                        0 => random.next() as u8,
                        1 => bytes[at].wrapping_add(1),
                        _ => bytes[at].wrapping_sub(1),
                    };
                }
                let mut from = &bytes[..];
                match Position::<classic::Classic>::read(rules, &mut from) {
                    Err(_) => refused += 1,
                    Ok(mut position) => {
                        accepted += 1;
                        while position.actor() != Actor::Nobody {
                            let mut legal = Vec::new();
                            position.list(rules, &mut legal);
                            assert!(!legal.is_empty(), "a decision has a legal answer");
                            let answer = legal[random.below(legal.len() as u32) as usize];
                            position.apply(rules, answer, &mut ());
                        }
                    }
                }
            }
        }
    }
    assert!(accepted > 300 && refused > 3000, "{accepted} accepted, {refused} refused");
}
