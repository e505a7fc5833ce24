//! Overlays the features of a position on those of its parent: unchanged features keep their index, changed ones are invalidated, and their
//! replacements are appended. A caller that adds up the features' parts only needs to subtract the parts of the changed features and add
//! those of their replacements.

use bastide_core::SegmentIndex;

use super::feature_estimate::{FeatureEstimate, UNKNOWN};

/// The changes on top of the parent's features.
#[derive(Clone, Debug, Default)]
pub(super) struct Overlay {
    /// Whether the overlay is currently applied to the parent's features.
    pub(super) lies: bool,
    /// Number of features in the parent.
    pub(super) kept: usize,
    /// Indices of the parent's features that are no longer valid.
    pub(super) dropped: Vec<u16>,
    /// The indices that were replaced, each with its feature's root, in the order of the changes.
    before: Vec<(SegmentIndex, u16)>,
}

impl Overlay {
    /// Starts an overlay over this many features.
    pub(super) fn begin(&mut self, kept: usize) {
        (self.lies, self.kept) = (true, kept);
        self.dropped.clear();
        self.before.clear();
    }

    /// Invalidates a feature of the parent.
    pub(super) fn invalidate(&mut self, slot: u16, estimates: &[FeatureEstimate], slots: &mut [u16]) {
        self.dropped.push(slot);
        self.number(estimates[usize::from(slot)].root, UNKNOWN, slots);
    }

    /// Appends a feature.
    pub(super) fn add(&mut self, found: FeatureEstimate, estimates: &mut Vec<FeatureEstimate>, slots: &mut [u16]) {
        self.number(found.root, estimates.len() as u16, slots);
        estimates.push(found);
    }

    fn number(&mut self, root: SegmentIndex, slot: u16, slots: &mut [u16]) {
        let before = std::mem::replace(&mut slots[usize::from(root)], slot);
        self.before.push((root, before));
    }

    /// Restores the parent's features.
    pub(super) fn remove(&mut self, estimates: &mut Vec<FeatureEstimate>, slots: &mut [u16]) {
        self.lies = false;
        estimates.truncate(self.kept);
        for (root, slot) in self.before.drain(..).rev() {
            slots[usize::from(root)] = slot;
        }
    }
}
