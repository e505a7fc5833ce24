//! What each feature gives by itself: parts of sums that do not depend on the order of the features, so that those of a position are those
//! of its parent less what changed, and what is there now in its stead.

use bastide_core::MAX_SEATS;

use super::values::{Sums, to_sum};

/// What one feature gives, or all of them together.
#[derive(Clone, Copy, Debug, Default)]
pub struct Part {
    /// Points for every seat; where all seats are one team, for the first.
    pub points: Sums,
    /// How many of every seat's figures count as being in supply, as far as they are going to come back.
    pub back: Sums,
    /// Points for the seat whose turn comes next, if it has a figure to take the feature.
    pub unowned: i64,
    /// Points for that seat, if there are bonus tiles left.
    pub bonus: i64,
}

impl Part {
    /// Gives points to a seat.
    #[inline]
    pub fn give(&mut self, seat: usize, points: f32) {
        self.points[seat] += to_sum(points);
    }

    /// With that of one more feature.
    #[inline]
    fn add(&mut self, other: &Self) {
        for seat in 0..MAX_SEATS {
            self.points[seat] += other.points[seat];
            self.back[seat] += other.back[seat];
        }
        self.unowned += other.unowned;
        self.bonus += other.bonus;
    }

    /// Without that of a feature.
    #[inline]
    fn take_off(&mut self, other: &Self) {
        for seat in 0..MAX_SEATS {
            self.points[seat] -= other.points[seat];
            self.back[seat] -= other.back[seat];
        }
        self.unowned -= other.unowned;
        self.bonus -= other.bonus;
    }
}

/// The sum of all parts, and of what joining features promises.
#[derive(Clone, Debug, Default)]
pub(super) struct PartSum {
    /// That of the position that is being evaluated, as far as it has got.
    pub(super) whole: Part,
    /// That of the parent.
    of_parent: Part,
    /// The parts of the parent's features, by number.
    parts: Vec<Part>,
}

impl PartSum {
    /// Begins with nothing, for a position that may become the parent.
    pub(super) fn begin(&mut self, becomes_parent: bool) {
        self.whole = Part::default();
        if becomes_parent {
            self.parts.clear();
        }
    }

    /// Begins with all that the parent's features give.
    pub(super) fn begin_with_parent(&mut self) {
        self.whole = self.of_parent;
    }

    /// Adds what a feature gives; of a position that becomes the parent, the features in their order.
    #[inline]
    pub(super) fn add(&mut self, part: Part, becomes_parent: bool) {
        self.whole.add(&part);
        if becomes_parent {
            self.parts.push(part);
        }
    }

    /// Takes off what a feature of the parent gave.
    #[inline]
    pub(super) fn take_off(&mut self, slot: u16) {
        self.whole.take_off(&self.parts[usize::from(slot)]);
    }

    /// The position that was evaluated last is the parent.
    pub(super) fn keep(&mut self) {
        self.of_parent = self.whole;
    }
}
