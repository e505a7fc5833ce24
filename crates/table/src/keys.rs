//! Limits the number of secrets per right at a table, and selects the ones to evict.

use crate::record::{Hash, Key, Right};

/// Maximum number of secrets that open the same seat or grant the host's rights.
pub const MAX_SEAT_KEYS: usize = 20;
/// Maximum number of secrets that let invited accounts into a table without granting a seat.
const MAX_GUEST_KEYS: usize = 100;

fn most(right: Right) -> usize {
    match right {
        Right::Seat(_) | Right::Host => MAX_SEAT_KEYS,
        Right::Look => MAX_GUEST_KEYS,
    }
}

/// Returns the old keys to evict to make room for new ones: the oldest with the same right, taking the requester's own keys last. `old` is
/// sorted from oldest to newest.
pub(crate) fn surplus_keys(old: &[Key], new: &[Key], requester: &[Hash]) -> Vec<Key> {
    let mut gone = Vec::new();
    let mut seen: Vec<Right> = Vec::new();
    for right in new.iter().map(|key| key.right) {
        if seen.contains(&right) {
            continue;
        }
        seen.push(right);
        let same = |key: &&Key| key.right == right;
        let surplus = (old.iter().filter(same).count() + new.iter().filter(same).count()).saturating_sub(most(right));
        let (own, others): (Vec<Key>, Vec<Key>) =
            old.iter().filter(same).copied().partition(|key| requester.contains(&key.hash));
        gone.extend(others.into_iter().chain(own).take(surplus));
    }
    gone
}

/// Drops the oldest keys beyond the limits, which earlier versions did not enforce.
pub(crate) fn newest(mut keys: Vec<Key>) -> Vec<Key> {
    if keys.len() > MAX_SEAT_KEYS {
        let mut counts: Vec<(Right, usize)> = Vec::new();
        let mut fits: Vec<bool> = keys.iter().rev().map(|key| within(&mut counts, key.right)).collect();
        keys.retain(|_| fits.pop().unwrap_or(true));
    }
    keys
}

/// Counts one more key for a right, and returns whether it is within the limit.
fn within(counts: &mut Vec<(Right, usize)>, right: Right) -> bool {
    match counts.iter_mut().find(|(counted, _)| *counted == right) {
        Some((_, count)) => {
            *count += 1;
            *count <= most(right)
        }
        None => {
            counts.push((right, 1));
            true
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn key(number: u8, right: Right) -> Key {
        Key { hash: [number; 32], right }
    }

    #[test]
    fn oldest_key_of_the_same_right_is_evicted_and_the_requesters_last() {
        let seat = Right::Seat(0);
        let mut old: Vec<Key> = (0..20).map(|number| key(number, seat)).collect();
        old.insert(0, key(200, Right::Seat(1)));
        assert_eq!(surplus_keys(&old, &[key(99, seat)], &[[0; 32]]), vec![key(1, seat)]);
        assert_eq!(surplus_keys(&old, &[key(99, Right::Seat(1))], &[]), vec![]);
        let all: Vec<Hash> = old.iter().map(|key| key.hash).collect();
        assert_eq!(surplus_keys(&old, &[key(99, seat)], &all), vec![key(0, seat)], "the limit holds");
    }

    #[test]
    fn newest_keys_are_kept_in_order() {
        let keys: Vec<Key> = (0..30).map(|number| key(number, Right::Seat(0))).chain([key(77, Right::Host)]).collect();
        let left = newest(keys.clone());
        assert_eq!(left, keys[10..]);
        assert_eq!(newest(keys[..15].to_vec()), keys[..15]);
    }
}
