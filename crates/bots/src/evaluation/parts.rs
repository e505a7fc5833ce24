//! The contribution of each feature, as parts of sums that do not depend on the order of the features. The sum of a position is that of its
//! parent, less the changed features, plus their replacements.

use bastide_core::MAX_SEATS;

use super::values::{Sums, to_sum};

/// The contribution of one feature, or of all together.
#[derive(Clone, Copy, Debug, Default)]
pub struct Part {
    /// Points for every seat; for a team, the first seat's are the team's.
    pub points: Sums,
    /// Number of each seat's figures that count as being in supply, as far as they are expected back.
    pub back: Sums,
    /// Points for the seat whose turn is next, if it has a figure to take the feature.
    pub unowned: i64,
    /// Points for that seat if there are bonus tiles left.
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

/// The sum of all parts and of the value of possible joins.
#[derive(Clone, Debug, Default)]
pub(super) struct PartSum {
    /// Sum of the position being evaluated, so far.
    pub(super) whole: Part,
    /// Sum of the parent.
    of_parent: Part,
    /// Parts of the parent's features, by index.
    parts: Vec<Part>,
}

impl PartSum {
    /// Starts from zero, for a position that may become the parent.
    pub(super) fn begin(&mut self, becomes_parent: bool) {
        self.whole = Part::default();
        if becomes_parent {
            self.parts.clear();
        }
    }

    /// Starts from the parent's sum.
    pub(super) fn begin_with_parent(&mut self) {
        self.whole = self.of_parent;
    }

    /// Adds a feature's part; the features of a position that becomes the parent must come in order.
    #[inline]
    pub(super) fn add(&mut self, part: Part, becomes_parent: bool) {
        self.whole.add(&part);
        if becomes_parent {
            self.parts.push(part);
        }
    }

    /// Subtracts the part of a feature of the parent.
    #[inline]
    pub(super) fn take_off(&mut self, slot: u16) {
        self.whole.subtract(&self.parts[usize::from(slot)]);
    }

    /// Makes the last evaluated position the parent.
    pub(super) fn become_parent(&mut self) {
        self.of_parent = self.whole;
    }
}
