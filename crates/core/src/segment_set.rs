//! Sets of segments, stored as bits.

use crate::{MAX_SEGMENTS, Plain, SegmentIndex};

/// Number of words needed for one bit per segment.
const MAX_WORDS: usize = MAX_SEGMENTS.div_ceil(64);

/// A set of segments on the table, with room for the maximum number.
pub type SegmentSet = SegmentBits<MAX_WORDS>;

/// A set of segments on the table, one bit each.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct SegmentBits<const WORDS: usize> {
    words: [u64; WORDS],
}

impl<const WORDS: usize> Default for SegmentBits<WORDS> {
    fn default() -> Self {
        Self { words: [0; WORDS] }
    }
}

impl<const WORDS: usize> Plain for SegmentBits<WORDS> {
    fn write(&self, out: &mut Vec<u8>) {
        self.words.write(out);
    }

    fn read(from: &mut &[u8]) -> Option<Self> {
        Some(Self { words: Plain::read(from)? })
    }
}

impl<const WORDS: usize> SegmentBits<WORDS> {
    /// Adds a segment; returns whether it is new.
    #[inline]
    pub fn insert(&mut self, segment: SegmentIndex) -> bool {
        let new = !self.contains(segment);
        self.words[usize::from(segment) / 64] |= 1 << (segment % 64);
        new
    }

    /// Returns whether the segment belongs to the set.
    #[inline]
    pub fn contains(&self, segment: SegmentIndex) -> bool {
        self.words[usize::from(segment) / 64] >> (segment % 64) & 1 == 1
    }

    /// Iterates over the segments, lowest first.
    pub fn segments(&self) -> impl Iterator<Item = SegmentIndex> {
        (0..64 * WORDS as SegmentIndex).filter(|&segment| self.contains(segment))
    }
}

/// Maximum number of segments that [`SeenSegments`] searches linearly.
const MAX_LINEAR_SEARCH: usize = 16;

/// The segments seen so far. The first few are kept in a short list; any more go into a bit set.
#[derive(Clone, Debug, Default)]
pub struct SeenSegments {
    few: [SegmentIndex; MAX_LINEAR_SEARCH],
    len: usize,
    all: Option<SegmentSet>,
}

impl SeenSegments {
    /// Adds a segment; returns whether it is new.
    #[inline]
    pub fn insert(&mut self, segment: SegmentIndex) -> bool {
        if self.few[..self.len.min(MAX_LINEAR_SEARCH)].contains(&segment) {
            return false;
        }
        if self.len < MAX_LINEAR_SEARCH {
            self.few[self.len] = segment;
            self.len += 1;
            return true;
        }
        self.all.get_or_insert_default().insert(segment)
    }
}
