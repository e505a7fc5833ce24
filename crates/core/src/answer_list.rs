//! A fast list of answers for searches and benchmarks, with room for the answers to any decision.

use crate::answer::LANES;
use crate::answer::{Answer, Answers, Placements};
use crate::board::MAX_OPEN;
use crate::{MAX_FIGURE_KINDS, MAX_HAND, MAX_SEGMENTS, Place};

/// Number of slots in an [`AnswerList`]: a power of two with room for placing every tile in a hand at every open place in four rotations,
/// and for placing every kind of figure on every segment.
const LIST_SLOTS: usize = 65536;
const _: () = assert!(LIST_SLOTS > MAX_HAND * 4 * MAX_OPEN && LIST_SLOTS > MAX_FIGURE_KINDS * MAX_SEGMENTS);
/// Number of blocks needed for one byte per open place.
const BLOCKS: usize = MAX_OPEN.div_ceil(LANES);
/// Up to this many words, a linear scan beats predicting which end is nearer.
const MAX_LINEAR_WORDS: usize = 8;
/// The lowest bit of every byte of a word.
const LOW_BITS: u64 = 0x0101_0101_0101_0101;
/// The highest bit of every byte of a word.
const HIGH_BITS: u64 = LOW_BITS << 7;

/// A list of answers. Tile placements are stored as one bit per rotation of each open place and decoded on request. Which places a tile
/// fits is unpredictable, so storing every answer would cost more than finding them all.
#[derive(Clone, Debug)]
pub struct AnswerList {
    /// Number of tiles whose placements are at the start of the list.
    tiles: usize,
    fitting: Box<[Fitting; MAX_HAND]>,
    /// Number of answers added one by one, which follow the placements.
    others: usize,
    slots: Box<[Answer; LIST_SLOTS]>,
}

impl Default for AnswerList {
    fn default() -> Self {
        let (fitting, slots) = (Box::new([Fitting::NONE; MAX_HAND]), Box::new([Answer::Pass; LIST_SLOTS]));
        Self { tiles: 0, fitting, others: 0, slots }
    }
}

impl AnswerList {
    /// Removes all answers.
    #[inline]
    pub fn clear(&mut self) {
        self.tiles = 0;
        self.others = 0;
    }

    /// Returns the number of answers.
    #[inline]
    pub fn len(&self) -> usize {
        self.fitting[..self.tiles].iter().map(|fitting| usize::from(fitting.len)).sum::<usize>() + self.others
    }

    /// Returns whether the list is empty.
    pub fn is_empty(&self) -> bool {
        self.len() == 0
    }

    /// Returns the answer at this index, counted from 0.
    ///
    /// # Panics
    /// Panics if the list is shorter.
    #[inline]
    pub fn get(&self, number: usize) -> Answer {
        let mut number = number;
        for fitting in &self.fitting[..self.tiles] {
            if number < usize::from(fitting.len) {
                return fitting.get(number as u16);
            }
            number -= usize::from(fitting.len);
        }
        self.slots[..self.others][number]
    }

    /// Iterates over the answers.
    pub fn iter(&self) -> impl Iterator<Item = Answer> {
        (0..self.len()).map(|number| self.get(number))
    }
}

impl Answers for AnswerList {
    #[inline(always)]
    fn add(&mut self, answer: Answer) {
        self.add_if(true, answer);
    }

    /// Adds the answer if `legal` is true. Branchless, because it is hard to predict whether an answer is legal.
    #[inline(always)]
    fn add_if(&mut self, legal: bool, answer: Answer) {
        self.slots[self.others % LIST_SLOTS] = answer;
        self.others += usize::from(legal);
    }

    #[inline(always)]
    fn add_placements(&mut self, placements: &Placements<'_>) {
        match self.fitting.get_mut(self.tiles) {
            Some(fitting) if self.others == 0 => {
                fitting.fill(placements);
                self.tiles += 1;
            }
            _ => placements.add_each(self),
        }
    }
}

/// Legal placements of one tile.
#[derive(Clone, Debug)]
struct Fitting {
    /// Index of the tile in a hand, if it comes from one.
    slot: Option<u8>,
    len: u16,
    /// Number of blocks in use.
    blocks: u16,
    /// One byte per place: the bits of the rotations in which the tile fits.
    masks: [[u8; LANES]; BLOCKS],
    places: [Place; MAX_OPEN],
}

impl Fitting {
    const NONE: Self =
        Self { slot: None, len: 0, blocks: 0, masks: [[0; LANES]; BLOCKS], places: [Place::new(0, 0); MAX_OPEN] };

    #[inline(always)]
    fn fill(&mut self, placements: &Placements<'_>) {
        self.slot = placements.slot;
        self.places[..placements.places.len()].copy_from_slice(placements.places);
        self.blocks = placements.needs.len() as u16;
        let masks = &mut self.masks[..placements.needs.len()];
        self.len = match (placements.rotations, placements.lacks) {
            (1, [a, ..]) => compare([a], placements.needs, masks),
            (2, [a, b, ..]) => compare([a, b], placements.needs, masks),
            (_, lacks) => compare(lacks, placements.needs, masks),
        };
        let behind = LANES * masks.len() - placements.places.len();
        if let Some(last) = masks.last_mut() {
            let all = u128::from_le_bytes(*last);
            let kept = all & (u128::MAX >> (8 * behind));
            // The tile may fit the padding, although it usually does not.
            if kept != all {
                *last = kept.to_le_bytes();
                self.len -= (all ^ kept).count_ones() as u16;
            }
        }
    }

    /// Returns the answer at this index.
    #[inline]
    fn get(&self, number: u16) -> Answer {
        let words = self.words();
        let Some((at, rank, sums)) = self.word_of(number) else { return Answer::Pass };
        let word = u64::from_le_bytes(words[at]);
        // Find the first byte whose running sum exceeds `rank`. Both values are below 64, so no byte borrows from the next.
        let place = (((sums | HIGH_BITS) - (rank + 1) * LOW_BITS) & HIGH_BITS).trailing_zeros() as usize / 8;
        let before = sums << 8 >> (8 * place) & 0xff;
        let rotation = nth_bit(word >> (8 * place) & 15, rank - before);
        Placements::answer(self.slot, self.places[8 * at + place], rotation)
    }

    /// Returns the word that contains the answer at this index, the index within the word, and the word's [`sums`]. On a large map, the
    /// search starts from the nearer end.
    #[inline(always)]
    fn word_of(&self, number: u16) -> Option<(usize, u64, u64)> {
        let words = self.words();
        if words.len() <= MAX_LINEAR_WORDS || number < self.len / 2 {
            let mut before = u64::from(number);
            for (at, &word) in words.iter().enumerate() {
                let sums = sums(u64::from_le_bytes(word));
                if before < sums >> 56 {
                    return Some((at, before, sums));
                }
                before -= sums >> 56;
            }
        } else {
            let mut from_end = u64::from(self.len.checked_sub(number)?);
            for (at, &word) in words.iter().enumerate().rev() {
                let sums = sums(u64::from_le_bytes(word));
                if from_end <= sums >> 56 {
                    return Some((at, (sums >> 56) - from_end, sums));
                }
                from_end -= sums >> 56;
            }
        }
        None
    }

    /// Returns the masks, eight to a word.
    #[inline(always)]
    fn words(&self) -> &[[u8; 8]] {
        self.masks[..usize::from(self.blocks)].as_flattened().as_chunks().0
    }
}

/// Sets each of the `masks` to the rotations in which the tile fits at that place, one bit each. For each rotation, `lacks` has the
/// complement of the tile's edges; `needs` has the edges that each place requires. Returns the total number of fits.
#[inline(always)]
fn compare<const ROTATIONS: usize>(lacks: [u16; ROTATIONS], needs: &[[u16; LANES]], masks: &mut [[u8; LANES]]) -> u16 {
    // The compiler can vectorize the code in this form, with one loop per number of rotations.
    let mut count = 0;
    for (mask, &need) in masks.as_flattened_mut().iter_mut().zip(needs.as_flattened()) {
        let mut rotations = 0;
        for (rotation, lacks) in lacks.into_iter().enumerate() {
            let fits = u16::from(need & lacks == 0);
            rotations |= fits << rotation;
            count += fits;
        }
        *mask = rotations as u8;
    }
    count
}

/// Returns, for each byte, the number of bits that are set in it and in the bytes below it. Only the lowest four bits of each byte may be
/// set.
#[inline(always)]
const fn sums(word: u64) -> u64 {
    let pairs = word - (word >> 1 & (5 * LOW_BITS));
    ((pairs & (3 * LOW_BITS)) + (pairs >> 2 & (3 * LOW_BITS))).wrapping_mul(LOW_BITS)
}

/// Returns the index (0 to 3) of the set bit with this rank.
#[inline(always)]
const fn nth_bit(mask: u64, rank: u64) -> u8 {
    // A table lookup avoids an unpredictable branch.
    NTH_BITS[(mask << 2 | rank) as usize % NTH_BITS.len()]
}

/// The index of the set bit, for every combination of four bits (upper half of the table index) and rank (lower half).
const NTH_BITS: [u8; 64] = {
    let mut table = [0; 64];
    let mut at = 0;
    while at < table.len() {
        let (mut mask, mut rank) = (at >> 2, at & 3);
        while rank > 0 && mask != 0 {
            mask &= mask - 1;
            rank -= 1;
        }
        table[at] = mask.trailing_zeros() as u8 & 3;
        at += 1;
    }
    table
};

#[cfg(test)]
mod tests {
    use super::*;
    use crate::{Random, SmallRandom};

    #[test]
    fn it_matches_a_list_built_one_by_one() {
        let mut random = SmallRandom::new(1);
        let (mut each, mut quick) = (Vec::new(), AnswerList::default());
        let places: Vec<Place> = (0..MAX_OPEN as i16).map(|x| Place::new(x, -x)).collect();
        for len in [0, 1, 7, 8, 15, 16, 17, 40, 100, MAX_OPEN] {
            for rotations in [1, 2, 4] {
                // Most places demand nothing on three of their four sides. The tile would fit the padding after the last place, where
                // nothing is demanded.
                let need =
                    |random: &mut SmallRandom| 1 << random.below(16) | (1 << random.below(16) & random.next() as u16);
                let mut needs = vec![[0; LANES]; len.div_ceil(LANES)];
                needs.as_flattened_mut()[..len].fill_with(|| need(&mut random));
                let mut lacks = [(); 4].map(|()| random.next() as u16);
                lacks[0] *= u16::from(len != 40);
                each.clear();
                quick.clear();
                for slot in [None, Some(1), Some(0)] {
                    let placements = Placements { places: &places[..len], needs: &needs, lacks, rotations, slot };
                    each.add_placements(&placements);
                    quick.add_placements(&placements);
                    // Once the list contains other answers, placements are added one at a time.
                    each.add_if(slot.is_some(), Answer::Pass);
                    quick.add_if(slot.is_some(), Answer::Pass);
                }
                assert_eq!(quick.iter().collect::<Vec<_>>(), each, "{len} places, {rotations} rotations");
                assert_eq!(quick.is_empty(), each.is_empty());
            }
        }
    }
}
