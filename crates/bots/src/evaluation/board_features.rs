//! What an evaluator must know of a position before it can say what anything is worth: the features that somebody stands on or that
//! wait for tiles, the open places that they wait for, what one tile could join, and the turns left. It is the same for every family.

use bastide_core::place::opposite;
use bastide_core::tile::PILE_HELD;
use bastide_core::{Family, KindIndex, MAX_SEATS, MAX_SEGMENTS, Place, Position, Rules, SegmentIndex};

use super::odds::{Odds, need_number};
use super::values::Values;
use super::weights::named_weights;

/// Gaps of a feature that are looked at; one with more is as good as never complete.
pub const MAX_GAPS: usize = 8;
/// No feature of this number is known.
const UNKNOWN: u16 = u16::MAX;
/// The binary logarithm that stands for that of nothing.
const NEVER: f32 = -40.0;

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
    /// The chance that it gets complete, once an evaluator has worked it out.
    pub chance: f32,
    /// What it is worth to an owner, once an evaluator has worked it out.
    pub value: f32,
    /// Its points if the game ended now, once an evaluator that asks for them has worked them out.
    pub unfinished: f32,
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
        self.most = self.tally.into_iter().max().unwrap_or(0);
    }

    /// Whether a seat is strongest on it, alone or with others.
    pub fn is_owner(&self, seat: usize) -> bool {
        self.most > 0 && self.tally[seat] == self.most
    }

    fn add_gap(&mut self, place: usize, gap: Gap) {
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

named_weights! {
    /// How a feature's chances are reckoned.
    #[derive(Clone, Copy, Debug, PartialEq)]
    pub struct Chances {
        /// Tries that an owner's own turns give each gap.
        pub own_tries: f32,
        /// Tries that everybody else's turns give it.
        pub other_tries: f32,
        /// How far a tile that fits a gap without closing it counts as one that does.
        pub extending: f32,
        /// Factor on the chance of completion for each gap after the first.
        pub more_gaps: f32,
    }
}

impl Chances {
    /// The same with a factor on the hope that is left with every gap after the first.
    #[must_use]
    pub fn with_hope(self, factor: f32) -> Self {
        Self { more_gaps: (factor * self.more_gaps).min(1.0), ..self }
    }
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
}

/// Counts the figures of each seat on a feature: how strong each is, where a figure is worth as much as any other.
pub fn figures_on<F: Family>(position: &Position<F>, root: SegmentIndex) -> [u16; MAX_SEATS] {
    let mut figures = [0; MAX_SEATS];
    for figure in position.board.features.figures_on(root) {
        figures[usize::from(position.board.features.figure(figure).seat)] += 1;
    }
    figures
}

/// Looks at positions of one set-up. What it needs in between is allocated once.
#[derive(Clone, Debug)]
pub struct BoardFeatures {
    /// The features that are occupied or wait for tiles.
    pub estimates: Vec<FeatureEstimate>,
    /// What could join them.
    pub merges: Vec<MergeChance>,
    /// Tiles to come, those in hands included.
    pub left: u16,
    /// Turns that each seat still has.
    pub turns: [u16; MAX_SEATS],
    /// The seat whose turn comes next.
    pub next: usize,
    /// What is left, in tables; whoever moves the position on keeps them in step.
    pub odds: Odds,
    kinds: FeatureKinds,
    seats: usize,
    slots: Vec<u16>,
    log2: Vec<f32>,
    tiles: f32,
}

impl BoardFeatures {
    /// Room for positions of a set-up.
    pub fn new<F: Family>(rules: &Rules<F::Options>, position: &Position<F>, kinds: FeatureKinds) -> Self {
        let drawn = rules.kinds.iter().filter(|kind| kind.pile != PILE_HELD);
        let tiles: u16 = drawn.map(|kind| u16::from(kind.copies)).sum();
        let among = |set: u16, kind: u8| set >> kind & 1 == 1;
        let mut found = Self {
            estimates: Vec::new(),
            merges: Vec::new(),
            left: 0,
            turns: [0; MAX_SEATS],
            next: 0,
            odds: Odds::new(
                position,
                &rules.kinds,
                |kind| !among(kinds.endless, kind),
                |kind| !among(kinds.apart, kind),
            ),
            kinds,
            seats: usize::from(rules.seats),
            slots: vec![UNKNOWN; MAX_SEGMENTS],
            log2: (0..=tiles).map(|n| if n == 0 { NEVER } else { f32::from(n).log2() }).collect(),
            tiles: f32::from(tiles),
        };
        found.refill(rules, position);
        found
    }

    /// Counts anew what is left: the bag and all hands together, of which everybody knows what they hold in sum.
    pub fn refill<F: Family>(&mut self, rules: &Rules<F::Options>, position: &Position<F>) {
        if (0..rules.seats).all(|seat| position.hand(seat).is_empty()) {
            self.odds.refill(position);
            return;
        }
        let held = |kind: KindIndex| -> usize {
            (0..rules.seats).map(|seat| position.hand(seat).iter().filter(|&&held| held == kind).count()).sum()
        };
        self.odds.refill_with(|kind| position.bag().count(kind) + held(kind) as u8);
    }

    /// Takes in the map. `placing` says whether the seat whose turn it is holds the tile of its turn or has placed it already;
    /// `strengths` how strong each seat is on a feature.
    pub fn look<F: Family>(
        &mut self,
        rules: &Rules<F::Options>,
        position: &Position<F>,
        placing: bool,
        strengths: impl Fn(&Position<F>, SegmentIndex) -> [u16; MAX_SEATS] + Copy,
    ) {
        let (board, features) = (&position.board, &position.board.features);
        self.slots[..usize::from(features.len())].fill(UNKNOWN);
        self.estimates.clear();
        self.merges.clear();
        self.left = self.odds.left();
        self.count_turns(rules.seats, position.seat(), placing);
        for figure in features.figures() {
            if let Some(segment) = figure.segment() {
                self.slot(position, features.root(segment), strengths);
            }
        }
        let mut surrounded = [(0u16, Place::default()); MAX_GAPS];
        let mut surrounded_len = 0;
        if self.kinds.surrounded != 0 {
            let waiting =
                self.estimates.iter().enumerate().filter(|(_, one)| self.kinds.surrounded >> one.kind & 1 == 1);
            for ((slot, estimate), entry) in waiting.zip(&mut surrounded) {
                *entry = (slot as u16, board.place_of(estimate.root));
                surrounded_len += 1;
            }
        }
        for (index, (at, need)) in board.open_places().enumerate() {
            let number = need_number(need);
            let fits = self.odds.fits(number);
            for &(slot, centre) in &surrounded[..surrounded_len] {
                if centre.touches(at) {
                    self.estimates[usize::from(slot)].add_gap(index, Gap { fits, closes: fits });
                }
            }
            self.look_at_place(rules, position, index, number, fits, strengths);
        }
    }

    /// Tells the features round an open place that they wait for it.
    fn look_at_place<F: Family>(
        &mut self,
        rules: &Rules<F::Options>,
        position: &Position<F>,
        index: usize,
        number: u16,
        fits: u16,
        strengths: impl Fn(&Position<F>, SegmentIndex) -> [u16; MAX_SEATS] + Copy,
    ) {
        let (board, features) = (&position.board, &position.board.features);
        let (at, need) = board.open_place_at(index);
        let kinds = self.kinds;
        let mut sides = [UNKNOWN; 4];
        for side in 0..4 {
            if need >> (4 * side) & 15 & kinds.at_edges == 0 {
                continue;
            }
            let Some(tile) = board.tile_at(at.beside(side)) else { continue };
            let tile = board.tiles()[usize::from(tile)];
            let turned = &rules.kind(tile.kind).turned[usize::from(tile.rotation & 3)];
            let root = features.root(tile.first + SegmentIndex::from(turned.ports[opposite(side)][1]));
            if kinds.endless >> features.kind(root) & 1 == 1 {
                // Of those that never get complete only those count on which somebody stands.
                sides[side] = self.slots[usize::from(root)];
            } else {
                let slot = self.slot(position, root, strengths);
                sides[side] = slot as u16;
                self.estimates[slot].add_gap(index, Gap { fits, closes: self.odds.closes(number, side) });
            }
            if sides[side] == UNKNOWN {
                continue;
            }
            for (other, &a) in sides.iter().enumerate().take(side) {
                let tiles = self.odds.joins(number, other, side);
                if tiles > 0 && a != UNKNOWN && a != sides[side] {
                    self.merges.push(MergeChance { a, b: sides[side], tiles });
                }
            }
        }
    }

    /// The number of a feature among those known; makes it known.
    pub fn slot<F: Family>(
        &mut self,
        position: &Position<F>,
        root: SegmentIndex,
        strengths: impl Fn(&Position<F>, SegmentIndex) -> [u16; MAX_SEATS],
    ) -> usize {
        let slot = self.slots[usize::from(root)];
        if slot != UNKNOWN {
            return usize::from(slot);
        }
        let features = &position.board.features;
        let mut estimate = FeatureEstimate {
            root,
            kind: features.kind(root),
            occupied: features.is_occupied(root),
            tally: [0; MAX_SEATS],
            most: 0,
            chance: 0.0,
            value: 0.0,
            unfinished: 0.0,
            gaps: 0,
            last_place: UNKNOWN,
            gap: [Gap::default(); MAX_GAPS],
        };
        if estimate.occupied {
            estimate.set_tally(strengths(position, root));
        }
        let slot = self.estimates.len();
        self.slots[usize::from(root)] = slot as u16;
        self.estimates.push(estimate);
        slot
    }

    /// What is known of the feature that a segment stands for.
    pub fn at_root(&self, root: SegmentIndex) -> Option<&FeatureEstimate> {
        // No feature has the number that stands for none.
        self.estimates.get(usize::from(self.slots[usize::from(root)]))
    }

    /// How many turns each seat still has: each takes one tile.
    fn count_turns(&mut self, seats: u8, seat: u8, placing: bool) {
        let seats = u16::from(seats);
        let next = (u16::from(seat) + u16::from(placing)) % seats;
        self.next = usize::from(next);
        for seat in 0..seats {
            let before = (seat + seats - next) % seats;
            self.turns[usize::from(seat)] = (self.left + seats - 1).saturating_sub(before) / seats;
        }
    }

    /// How far the game is from its end: 1 with every tile still to come.
    pub fn youth(&self) -> f32 {
        f32::from(self.left) / self.tiles
    }

    /// How much a seat's turns left are worth, of 1: a half with so many turns.
    pub fn time_left(&self, seat: usize, half: f32) -> f32 {
        let turns = f32::from(self.turns[seat]);
        turns / (turns + half)
    }

    /// The chance that a feature gets complete, and how many of its gaps are filled in the mean.
    #[inline]
    pub fn outlook(&self, estimate: &FeatureEstimate, chances: &Chances) -> (f32, f32) {
        let tries = self.tries(estimate, chances);
        let (mut chance, mut filled) = (1.0, 0.0);
        for (i, gap) in estimate.gaps().iter().enumerate() {
            let miss = self.log_miss(gap.closes) + chances.extending * self.log_miss(gap.fits - gap.closes);
            chance *= 1.0 - exp2(tries * miss);
            if i > 0 {
                chance *= chances.more_gaps;
            }
            filled += 1.0 - exp2(tries * self.log_miss(gap.fits));
        }
        let gaps = estimate.gaps().len();
        (if gaps == MAX_GAPS || gaps > usize::from(self.left) { 0.0 } else { chance }, filled)
    }

    /// How often, as it were, somebody will try to fill a gap of the feature.
    fn tries(&self, estimate: &FeatureEstimate, chances: &Chances) -> f32 {
        if !estimate.occupied {
            return 0.5 * (chances.own_tries + chances.other_tries) * f32::from(self.left);
        }
        let seats = self.turns[..self.seats].iter().zip(&estimate.tally);
        let own: u16 = seats.filter(|(_, strength)| **strength == estimate.most).map(|(turns, _)| turns).sum();
        chances.own_tries * f32::from(own) + chances.other_tries * f32::from(self.left.saturating_sub(own))
    }

    /// The chance that one of so many tiles comes, and is used for this, in so many tries.
    pub fn chance_of(&self, tiles: u16, tries: f32) -> f32 {
        1.0 - exp2(tries * self.log_miss(tiles))
    }

    /// The chance that the next tile is one of so many.
    pub fn chance_of_next(&self, tiles: u16) -> f32 {
        if self.left == 0 { 0.0 } else { f32::from(tiles) / f32::from(self.left) }
    }

    /// The binary logarithm of the chance that a tile is none of so many.
    #[inline]
    pub fn log_miss(&self, tiles: u16) -> f32 {
        if tiles == 0 {
            return 0.0;
        }
        self.log2[usize::from(self.left - tiles)] - self.log2[usize::from(self.left)]
    }

    /// Credits whoever gains most by each of the joins that are possible with part of that gain, and the others with part of theirs.
    /// `gains` fills in what each seat would gain by making the two features one; `weight` says how much of it is counted, and how
    /// often a turn tries.
    pub fn add_merges(
        &self,
        seats: u8,
        values: &mut Values,
        weight: impl Fn(u8) -> (f32, f32),
        gains: impl Fn(&FeatureEstimate, &FeatureEstimate, &mut Values),
    ) {
        let seats = usize::from(seats);
        for merge in &self.merges {
            let (a, b) = (&self.estimates[usize::from(merge.a)], &self.estimates[usize::from(merge.b)]);
            if !a.occupied || !b.occupied {
                continue;
            }
            let mut gained = [0.0; MAX_SEATS];
            gains(a, b, &mut gained);
            let sum: f32 = gained.iter().sum();
            let (mut by, mut most) = (0, 0.0);
            for (seat, gain) in gained.iter().enumerate().take(seats) {
                let relative = gain - (sum - gain) / (seats - 1) as f32;
                if relative > most {
                    (by, most) = (seat, relative);
                }
            }
            if most > 0.0 {
                let (weight, tries) = weight(a.kind);
                let credit = weight * self.chance_of(merge.tiles, tries * f32::from(self.turns[by]));
                values.iter_mut().zip(gained).for_each(|(total, gain)| *total += credit * gain);
            }
        }
    }
}

/// What joining two features brings each seat where the strongest alone score: the sum for whoever is strongest then, and no more
/// what each brought before.
pub fn majority_gains(a: &FeatureEstimate, b: &FeatureEstimate, gained: &mut Values) {
    let most = (0..MAX_SEATS).map(|seat| a.tally[seat] + b.tally[seat]).max().unwrap_or(0);
    for (seat, gain) in gained.iter_mut().enumerate() {
        if most > 0 && a.tally[seat] + b.tally[seat] == most {
            *gain += a.value + b.value;
        }
        for one in [a, b].into_iter().filter(|one| one.is_owner(seat)) {
            *gain -= one.value;
        }
    }
}

/// What so many figures in supply are worth, the first, the second, ... each by itself; parts of figures count in part.
pub fn supply_worth(worths: &[f32], figures: f32) -> f32 {
    worths.iter().enumerate().map(|(i, worth)| worth * (figures - i as f32).clamp(0.0, 1.0)).sum()
}

/// Two to the power of `x`, for `x` of at most 0, to about four digits: the same on every platform.
#[inline]
pub(crate) fn exp2(x: f32) -> f32 {
    if x < -30.0 {
        return 0.0;
    }
    let whole = x as i32 - 1;
    let part = x - whole as f32;
    let scale = f32::from_bits(((127 + whole) as u32) << 23);
    scale * (1.0 + part * (0.695_56 + part * (0.226_17 + part * 0.078_27)))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn powers_of_two_are_close() {
        for i in 0..=300 {
            let x = -0.1 * i as f32;
            assert!((exp2(x) - x.exp2()).abs() < 2e-4, "{x}: {} {}", exp2(x), x.exp2());
        }
    }
}
