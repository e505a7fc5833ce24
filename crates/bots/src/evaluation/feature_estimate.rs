//! Estimates single features and the chances to join two features, and describes the kinds of features.

use bastide_core::{Family, MAX_SEATS, Position, SegmentIndex};

/// Lowest sort key of features found beside open places, which come after features found by their figures.
const BY_PLACE: u32 = 1 << 16;

/// Returns the sort key of a feature found through a figure, given the figure's index.
#[inline]
pub(super) const fn order_of_figure(number: usize) -> u32 {
    number as u32
}

/// Returns the sort key of a feature found at a side of an open place.
#[inline]
pub(super) const fn order_of_side(place: usize, side: usize) -> u32 {
    BY_PLACE | (4 * place + side) as u32
}

/// Maximum number of a feature's gaps that are examined. A feature with this many gaps or more has a chance of completion of 0.
pub const MAX_GAPS: usize = 8;
/// Index of an unknown feature; it is never a valid index.
pub(super) const UNKNOWN: u16 = u16::MAX;

/// An open place that must be filled to complete a feature.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Gap {
    /// Number of tiles left that fit the place.
    pub fits: u16,
    /// Number of the tiles in `fits` that close the feature at this place.
    pub closes: u16,
}

/// Known and expected properties of one feature.
#[derive(Clone, Copy, Debug)]
pub struct FeatureEstimate {
    /// The feature's root segment.
    pub root: SegmentIndex,
    /// The feature's segment kind, as numbered by the family.
    pub kind: u8,
    /// Whether any figure stands on the feature.
    pub occupied: bool,
    /// Each seat's strength on the feature: its number of figures, or another measure that the family defines.
    pub tally: [u8; MAX_SEATS],
    /// The greatest strength of any seat.
    pub most: u8,
    /// The seats with any strength on the feature, as a bit set.
    pub present: u8,
    /// The strongest seats, as a bit set.
    pub owners: u8,
    /// The chance that the feature gets completed; 0 until an evaluator has computed it.
    pub chance: f32,
    /// The feature's value to an owner; 0 until an evaluator has computed it.
    pub value: f32,
    /// The points that the feature would score if the game ended now; 0 unless an evaluator that needs them has computed them.
    pub unfinished: f32,
    /// Sort key, derived from the first figure on the feature or, if the feature is unoccupied, from the first side of an open place at
    /// which it was found.
    pub order: u32,
    gaps: u8,
    last_place: u16,
    gap: [Gap; MAX_GAPS],
}

/// The values that an evaluator computes for a feature.
#[derive(Clone, Copy, Debug)]
pub struct Appraisal {
    /// The chance that the feature gets completed.
    pub chance: f32,
    /// The feature's value to an owner.
    pub value: f32,
    /// The points that the feature would score if the game ended now; 0 if the evaluator does not need them.
    pub unfinished: f32,
}

impl FeatureEstimate {
    /// Creates an estimate that contains only the figures on the feature, without gaps and without an appraisal.
    pub(super) fn new<F: Family>(
        position: &Position<F>,
        root: SegmentIndex,
        strengths: impl Fn(&Position<F>, SegmentIndex) -> [u16; MAX_SEATS],
    ) -> Self {
        let features = &position.board.features;
        let mut estimate = Self {
            root,
            kind: features.kind(root),
            occupied: features.is_occupied(root),
            tally: [0; MAX_SEATS],
            most: 0,
            present: 0,
            owners: 0,
            chance: 0.0,
            value: 0.0,
            unfinished: 0.0,
            order: 0,
            gaps: 0,
            last_place: UNKNOWN,
            gap: [Gap::default(); MAX_GAPS],
        };
        if estimate.occupied {
            estimate.set_tally(strengths(position, root));
        }
        estimate
    }

    /// Sets the sort key.
    #[inline]
    pub(super) fn ordered(mut self, order: u32) -> Self {
        self.order = order;
        self
    }

    /// Stores an appraisal.
    #[inline]
    pub fn set_appraisal(&mut self, Appraisal { chance, value, unfinished }: Appraisal) {
        (self.chance, self.value, self.unfinished) = (chance, value, unfinished);
    }

    /// Returns the open places that must be filled to complete the feature; at most [`MAX_GAPS`] of them.
    pub fn gaps(&self) -> &[Gap] {
        &self.gap[..usize::from(self.gaps)]
    }

    /// Sets each seat's strength, and the values derived from it: the greatest strength, the seats present, and the owners.
    pub fn set_tally(&mut self, tally: [u16; MAX_SEATS]) {
        self.tally = tally.map(|strength| strength as u8);
        (self.most, self.present, self.owners) = (0, 0, 0);
        for (seat, &strength) in self.tally.iter().enumerate().filter(|(_, strength)| **strength > 0) {
            self.present |= 1 << seat;
            if strength > self.most {
                (self.most, self.owners) = (strength, 0);
            }
            self.owners |= u8::from(strength == self.most) << seat;
        }
    }

    /// Makes one seat the only owner, with one ordinary figure.
    #[inline]
    pub fn set_sole_owner(&mut self, seat: u8) {
        let alone = 1 << seat;
        (self.occupied, self.most, self.present, self.owners) = (true, 1, alone, alone);
        self.tally = [0; MAX_SEATS];
        self.tally[usize::from(seat)] = 1;
    }

    /// Returns whether a seat is strongest on the feature, alone or tied.
    pub fn is_owner(&self, seat: usize) -> bool {
        self.owners >> seat & 1 == 1
    }

    pub(super) fn add_gap(&mut self, place: usize, gap: Gap) {
        if self.last_place == place as u16 {
            // Two sides of one place form a single gap, closed only by a tile that closes both sides.
            if let Some(same) = self.gap[..usize::from(self.gaps)].last_mut() {
                same.closes = same.closes.min(gap.closes);
            }
            return;
        }
        self.last_place = place as u16;
        if usize::from(self.gaps) < MAX_GAPS {
            self.gap[usize::from(self.gaps)] = gap;
            self.gaps += 1;
        }
    }
}

/// Two features that one tile can join.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct MergeChance {
    /// Index of the first feature.
    pub a: u16,
    /// Index of the second feature.
    pub b: u16,
    /// Number of tiles left that join both features.
    pub tiles: u16,
}

/// Properties of the kinds of features that determine how features get completed, as bit sets of kinds.
#[derive(Clone, Copy, Debug)]
pub struct FeatureKinds {
    /// Kinds whose features can never be completed: these have no gaps, and matter only if occupied.
    pub endless: u16,
    /// Kinds whose segments do not join the features at the edges they border.
    pub apart: u16,
    /// Kinds whose features are completed by filling the eight places around their tile.
    pub surrounded: u16,
    /// Kinds of edge at which the features beside an open place are examined.
    pub at_edges: u16,
}

impl FeatureKinds {
    /// Creates the properties of a family whose only special kinds are the endless ones.
    pub const fn endless(endless: u16) -> Self {
        Self { endless, apart: 0, surrounded: 0, at_edges: u16::MAX }
    }

    /// Returns whether features of a kind can never be completed.
    #[inline]
    pub const fn is_endless(self, kind: u8) -> bool {
        self.endless >> kind & 1 == 1
    }

    /// Returns whether features of a kind are completed by filling the eight places around their tile.
    #[inline]
    pub const fn is_surrounded(self, kind: u8) -> bool {
        self.surrounded >> kind & 1 == 1
    }
}
