//! The groups of a tournament that begins with them.

use crate::PlayerNumber;

/// Deals the seeds out to the groups: first to last, then last to first, and so on.
pub fn groups_of(seeds: &[PlayerNumber], groups: u8) -> Vec<Vec<PlayerNumber>> {
    let count = usize::from(groups);
    let mut dealt = vec![Vec::new(); count];
    for (number, &seed) in seeds.iter().enumerate() {
        let (lap, at) = (number / count, number % count);
        dealt[if lap % 2 == 0 { at } else { count - 1 - at }].push(seed);
    }
    dealt
}
