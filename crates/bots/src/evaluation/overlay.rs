//! The features of a position laid over those of its parent: those that hold stay where they stand, those that do not lose their number,
//! and those in their stead come behind. So whoever keeps sums of what features give takes off and adds what changed alone.

use bastide_core::SegmentIndex;

use super::feature_estimate::{FeatureEstimate, UNKNOWN};

/// What was laid over the features of the parent.
#[derive(Clone, Debug, Default)]
pub(super) struct Overlay {
    /// Whether anything lies there.
    pub(super) lies: bool,
    /// How many features are the parent's.
    pub(super) kept: usize,
    /// Those of them that do not hold any more, by number.
    pub(super) dropped: Vec<u16>,
    /// Which numbers the features had by their roots before, the last change of them last.
    before: Vec<(SegmentIndex, u16)>,
}

impl Overlay {
    /// Begins to lie over so many features.
    pub(super) fn begin(&mut self, kept: usize) {
        (self.lies, self.kept) = (true, kept);
        self.dropped.clear();
        self.before.clear();
    }

    /// A feature of the parent does not hold any more.
    pub(super) fn drop(&mut self, slot: u16, estimates: &[FeatureEstimate], slots: &mut [u16]) {
        self.dropped.push(slot);
        self.number(estimates[usize::from(slot)].root, UNKNOWN, slots);
    }

    /// A feature was found.
    pub(super) fn add(&mut self, found: FeatureEstimate, estimates: &mut Vec<FeatureEstimate>, slots: &mut [u16]) {
        self.number(found.root, estimates.len() as u16, slots);
        estimates.push(found);
    }

    fn number(&mut self, root: SegmentIndex, slot: u16, slots: &mut [u16]) {
        let before = std::mem::replace(&mut slots[usize::from(root)], slot);
        self.before.push((root, before));
    }

    /// Leaves the parent's features as they were.
    pub(super) fn take_off(&mut self, estimates: &mut Vec<FeatureEstimate>, slots: &mut [u16]) {
        self.lies = false;
        estimates.truncate(self.kept);
        for (root, slot) in self.before.drain(..).rev() {
            slots[usize::from(root)] = slot;
        }
    }
}
