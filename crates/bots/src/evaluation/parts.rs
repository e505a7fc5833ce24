//! Adds up the contributions of features (*parts*) in sums that do not depend on the order of the features. The sum of a position is the
//! sum of its parent, minus the parts of the changed features, plus those of their replacements.

use bastide_core::MAX_SEATS;

use super::values::{Sums, to_sum};

/// The contribution of one feature, or of all features together.
#[derive(Clone, Copy, Debug, Default)]
pub struct Part {
    /// Points for every seat; a team's points are stored for the first seat.
    pub points: Sums,
    /// Expected number of each seat's figures on the feature that will return; these count as in supply.
    pub back: Sums,
    /// Points for the next seat, if it has a figure in supply that can take the feature.
    pub unowned: i64,
    /// Points for the next seat, if there are bonus tiles left.
    pub bonus: i64,
}

impl Part {
    /// Adds points for a seat.
    #[inline]
    pub fn add_points(&mut self, seat: usize, points: f32) {
        self.points[seat] += to_sum(points);
    }

    /// Adds another part.
    #[inline]
    fn add(&mut self, other: &Self) {
        for seat in 0..MAX_SEATS {
            self.points[seat] += other.points[seat];
            self.back[seat] += other.back[seat];
        }
        self.unowned += other.unowned;
        self.bonus += other.bonus;
    }

    /// Subtracts another part.
    #[inline]
    fn subtract(&mut self, other: &Self) {
        for seat in 0..MAX_SEATS {
            self.points[seat] -= other.points[seat];
            self.back[seat] -= other.back[seat];
        }
        self.unowned -= other.unowned;
        self.bonus -= other.bonus;
    }
}

/// The sums of the features' parts, for the position being evaluated and for its parent.
#[derive(Clone, Debug, Default)]
pub(super) struct PartSum {
    /// Sum of the position being evaluated; incomplete while parts are added.
    pub(super) whole: Part,
    /// Sum of the parent's parts.
    of_parent: Part,
    /// Parts of the parent's features, by index.
    parts: Vec<Part>,
}

impl PartSum {
    /// Starts a sum at zero, for a position that may become the parent.
    pub(super) fn begin(&mut self, becomes_parent: bool) {
        self.whole = Part::default();
        if becomes_parent {
            self.parts.clear();
        }
    }

    /// Starts a sum from the parent's sum.
    pub(super) fn begin_with_parent(&mut self) {
        self.whole = self.of_parent;
    }

    /// Adds a feature's part. If the position becomes the parent, parts must be added in the order of the features.
    #[inline]
    pub(super) fn add(&mut self, part: Part, becomes_parent: bool) {
        self.whole.add(&part);
        if becomes_parent {
            self.parts.push(part);
        }
    }

    /// Subtracts the part of one of the parent's features.
    #[inline]
    pub(super) fn take_off(&mut self, slot: u16) {
        self.whole.subtract(&self.parts[usize::from(slot)]);
    }

    /// Makes the last evaluated position the parent.
    pub(super) fn become_parent(&mut self) {
        self.of_parent = self.whole;
    }
}
