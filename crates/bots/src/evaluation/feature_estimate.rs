//! What is known and expected of one feature, what one tile could join to it, and the kinds of feature that are told apart.

use bastide_core::{Family, MAX_SEATS, Position, SegmentIndex};

/// Where in their order features come that are met beside open places: behind those that are met by figures.
const BY_PLACE: u32 = 1 << 16;

/// Where a feature comes that is met by a figure.
#[inline]
pub(super) const fn order_of_figure(number: usize) -> u32 {
    number as u32
}

/// Where a feature comes that is met at a side of an open place.
#[inline]
pub(super) const fn order_of_side(place: usize, side: usize) -> u32 {
    BY_PLACE | (4 * place + side) as u32
}

/// Gaps of a feature that are looked at; one with more is as good as never complete.
pub const MAX_GAPS: usize = 8;
/// No feature of this number is known.
pub(super) const UNKNOWN: u16 = u16::MAX;

/// An open place that a feature waits for.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Gap {
    /// Tiles left that fit there.
    pub fits: u16,
    /// Those of them that lead the feature nowhere new.
    pub closes: u16,
}

/// What is known and expected of a feature.
#[derive(Clone, Copy, Debug)]
pub struct FeatureEstimate {
    /// The segment that stands for it.
    pub root: SegmentIndex,
    /// The family's number for its kind.
    pub kind: u8,
    /// Whether somebody stands on it.
    pub occupied: bool,
    /// How strong each seat is on it: by the figures that stand there, or as the family says.
    pub tally: [u8; MAX_SEATS],
    /// The most of these.
    pub most: u8,
    /// The seats that are on it at all, one bit each.
    pub present: u8,
    /// The seats that are strongest on it, alone or with others.
    pub owners: u8,
    /// The chance that it gets complete, once an evaluator has worked it out.
    pub chance: f32,
    /// What it is worth to an owner, once an evaluator has worked it out.
    pub value: f32,
    /// Its points if the game ended now, once an evaluator that asks for them has worked them out.
    pub unfinished: f32,
    /// Where it comes among the others: by the first figure on it, or else by the first side of an open place.
    pub order: u32,
    gaps: u8,
    last_place: u16,
    gap: [Gap; MAX_GAPS],
}

/// What a feature can come to.
#[derive(Clone, Copy, Debug)]
pub struct Appraisal {
    /// The chance that it gets complete.
    pub chance: f32,
    /// What it is worth to an owner.
    pub value: f32,
    /// Its points if the game ended now.
    pub unfinished: f32,
}

impl FeatureEstimate {
    /// That of a feature of which nothing is known but who stands on it.
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

    /// The same where it comes here in the order.
    #[inline]
    pub(super) fn ordered(mut self, order: u32) -> Self {
        self.order = order;
        self
    }

    /// Takes in what it can come to.
    #[inline]
    pub fn take(&mut self, Appraisal { chance, value, unfinished }: Appraisal) {
        (self.chance, self.value, self.unfinished) = (chance, value, unfinished);
    }

    /// The open places that it waits for.
    pub fn gaps(&self) -> &[Gap] {
        &self.gap[..usize::from(self.gaps)]
    }

    /// Says how strong each seat is.
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

    /// Makes one seat the only one there, with a figure that is worth as much as any other.
    #[inline]
    pub fn take_alone(&mut self, seat: u8) {
        let alone = 1 << seat;
        (self.occupied, self.most, self.present, self.owners) = (true, 1, alone, alone);
        self.tally = [0; MAX_SEATS];
        self.tally[usize::from(seat)] = 1;
    }

    /// Whether a seat is strongest on it, alone or with others.
    pub fn is_owner(&self, seat: usize) -> bool {
        self.owners >> seat & 1 == 1
    }

    pub(super) fn add_gap(&mut self, place: usize, gap: Gap) {
        if self.last_place == place as u16 {
            // Two sides of one place are one gap, which the tile that closes both closes.
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
    /// One of them, by its number among those known.
    pub a: u16,
    /// The other.
    pub b: u16,
    /// Tiles left that would.
    pub tiles: u16,
}

/// Which kinds of segment features are made of, one bit each, as far as it matters to how they get complete.
#[derive(Clone, Copy, Debug)]
pub struct FeatureKinds {
    /// Those whose features never get complete: they count where somebody stands, and wait for nothing.
    pub endless: u16,
    /// Those whose segments on one tile do not make one feature of what they meet.
    pub apart: u16,
    /// Those that wait for the eight places round their tile.
    pub surrounded: u16,
    /// Those that are followed where they show at an edge.
    pub at_edges: u16,
}

impl FeatureKinds {
    /// Kinds of which some never get complete, and nothing else is to be said.
    pub const fn endless(endless: u16) -> Self {
        Self { endless, apart: 0, surrounded: 0, at_edges: u16::MAX }
    }

    /// Whether features of a kind never get complete.
    #[inline]
    pub const fn is_endless(self, kind: u8) -> bool {
        self.endless >> kind & 1 == 1
    }

    /// Whether features of a kind wait for the eight places round their tile.
    #[inline]
    pub const fn is_surrounded(self, kind: u8) -> bool {
        self.surrounded >> kind & 1 == 1
    }
}
