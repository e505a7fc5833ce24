//! A set of segments.

use crate::{MAX_SEGMENTS, SegmentIndex, plain_struct};

const WORDS: usize = MAX_SEGMENTS.div_ceil(64);

/// A set of segments on the table, one bit each.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct SegmentSet {
    words: [u64; WORDS],
}

plain_struct!(SegmentSet { words });

impl SegmentSet {
    /// Adds a segment; whether it is new.
    #[inline]
    pub fn insert(&mut self, segment: SegmentIndex) -> bool {
        let new = !self.contains(segment);
        self.words[usize::from(segment) / 64] |= 1 << (segment % 64);
        new
    }

    /// Whether the segment belongs to the set.
    #[inline]
    pub fn contains(&self, segment: SegmentIndex) -> bool {
        self.words[usize::from(segment) / 64] >> (segment % 64) & 1 == 1
    }

    /// The segments, lowest first.
    pub fn segments(&self) -> impl Iterator<Item = SegmentIndex> {
        (0..MAX_SEGMENTS as SegmentIndex).filter(|&segment| self.contains(segment))
    }
}
