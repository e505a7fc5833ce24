//! Facts about a position that are used by the evaluators of all families: the features that are occupied or incomplete, their gaps, the
//! features that a single tile could join, and the turns left.

use bastide_core::place::opposite;
use bastide_core::tile::PILE_HELD;
use bastide_core::{
    Board, Family, KindIndex, MAX_SEATS, MAX_SEGMENTS, Place, PlacedTile, Position, Rules, SegmentIndex,
};

use super::feature_estimate::{
    FeatureEstimate, FeatureKinds, Gap, MAX_GAPS, MergeChance, UNKNOWN, order_of_figure, order_of_side,
};
use super::odds::{Odds, need_number};
use super::overlay::Overlay;
use super::parent::{Parent, Surroundings};
use super::parts::{Part, PartSum};
use super::values::{Sums, to_sum};
use super::weights::named_weights;

/// Value used as the binary logarithm of zero.
const LOG2_ZERO: f32 = -40.0;

named_weights! {
    /// Parameters of a feature's chance of completion.
    #[derive(Clone, Copy, Debug, PartialEq)]
    pub struct Chances {
        /// Attempts per gap on each of the owner's turns.
        pub own_tries: f32,
        /// Tries per gap in each of the other players' turns.
        pub other_tries: f32,
        /// Weight of a tile that fits a gap without closing it, relative to one that closes it.
        pub extending: f32,
        /// Factor by which each gap after the first multiplies the chance of completion.
        pub more_gaps: f32,
    }
}

impl Chances {
    /// Multiplies the factor for each gap after the first by `factor`, capped at 1.
    #[must_use]
    pub fn scale_gap_factor(self, factor: f32) -> Self {
        Self { more_gaps: (factor * self.more_gaps).min(1.0), ..self }
    }
}

/// Returns the number of figures that each seat has on a feature, which is the seat's strength in families where all figures count the
/// same.
pub fn figures_on<F: Family>(position: &Position<F>, root: SegmentIndex) -> [u16; MAX_SEATS] {
    let mut figures = [0; MAX_SEATS];
    for figure in position.board.features.figures_on(root) {
        figures[usize::from(position.board.features.figure(figure).seat)] += 1;
    }
    figures
}

/// Returns the surroundings of an open place.
fn surroundings<F: Family>(
    rules: &Rules<F::Options>,
    position: &Position<F>,
    index: usize,
    kinds: FeatureKinds,
    odds: &Odds,
) -> Surroundings {
    let (board, features) = (&position.board, &position.board.features);
    let (at, need) = board.open_place_at(index);
    let number = need_number(need);
    let mut around = Surroundings { number, fits: odds.fits(number), roots: [UNKNOWN; 4], followed: 0, waiting: 0 };
    for side in 0..4 {
        if need >> (4 * side) & 15 & kinds.at_edges == 0 {
            continue;
        }
        let Some(tile) = board.tile_at(at.beside(side)) else { continue };
        let root = features.root(segment_at(rules, board.tiles()[usize::from(tile)], opposite(side)));
        around.follow(side, root, !kinds.is_endless(features.kind(root)));
    }
    around
}

/// Returns the merge chance for two features, given by their roots, if both are occupied.
#[inline]
fn merge_of(
    (estimates, slots): (&[FeatureEstimate], &[u16]),
    a: SegmentIndex,
    b: SegmentIndex,
    tiles: u16,
) -> Option<MergeChance> {
    let (a, b) = (slots[usize::from(a)], slots[usize::from(b)]);
    // `UNKNOWN` is never a valid index.
    let occupied = |slot: u16| estimates.get(usize::from(slot)).is_some_and(|estimate| estimate.occupied);
    (a != b && occupied(a) && occupied(b)).then_some(MergeChance { a, b, tiles })
}

/// Returns a tile's segment at the middle of one of its sides.
#[inline]
fn segment_at<Options>(rules: &Rules<Options>, tile: PlacedTile, side: usize) -> SegmentIndex {
    let turned = &rules.kind(tile.kind).turned[usize::from(tile.rotation & 3)];
    tile.first + SegmentIndex::from(turned.ports[side & 3][1])
}

/// Examines positions of one set-up. Its buffers are reused for each position.
#[derive(Clone, Debug)]
pub struct BoardFeatures {
    /// Estimates of the features that are occupied or incomplete.
    pub estimates: Vec<FeatureEstimate>,
    /// Pairs of features that one tile could join.
    pub merges: Vec<MergeChance>,
    /// Tiles left to draw, including those in hands.
    pub left: u16,
    /// Number of turns left for each seat.
    pub turns: [u16; MAX_SEATS],
    /// The seat whose turn comes next.
    pub next: usize,
    /// Counts of the tiles left. They are not updated when a position is played forwards; see [`update_bag`](Self::update_bag).
    pub odds: Odds,
    parent: Option<Box<Parent>>,
    overlay: Overlay,
    sum: PartSum,
    /// Surroundings of the open places, collected while examining a position that becomes the parent; otherwise `None`.
    surroundings: Option<Vec<Surroundings>>,
    kinds: FeatureKinds,
    seats: usize,
    slots: Vec<u16>,
    log2: Vec<f32>,
    /// Binary logarithm of the chance that a drawn tile is none of `n` given tiles, indexed by `n`, for the current number of tiles left.
    log_misses: Vec<f32>,
    tiles: f32,
}

impl BoardFeatures {
    /// Allocates the buffers for positions of a set-up, and counts the tiles left in `position`.
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
            odds: Odds::new(position, &rules.kinds, |kind| !kinds.is_endless(kind), |kind| !among(kinds.apart, kind)),
            parent: None,
            overlay: Overlay::default(),
            sum: PartSum::default(),
            surroundings: None,
            kinds,
            seats: usize::from(rules.seats),
            slots: vec![UNKNOWN; MAX_SEGMENTS],
            log2: (0..=tiles).map(|n| if n == 0 { LOG2_ZERO } else { f32::from(n).log2() }).collect(),
            log_misses: vec![0.0],
            tiles: f32::from(tiles),
        };
        found.update_bag(rules, position);
        found
    }

    /// Recounts the tiles left and clears the parent. The tiles in the bag and in all hands are counted together, because this total is
    /// public.
    pub fn update_bag<F: Family>(&mut self, rules: &Rules<F::Options>, position: &Position<F>) {
        self.clear_parent();
        if (0..rules.seats).all(|seat| position.hand(seat).is_empty()) {
            self.odds.update_bag(position);
            return;
        }
        self.odds.update_counts(|kind| unplaced(rules, position, kind));
    }

    /// Examines the map. `placing` is false if the active seat will draw the next tile in its current turn, and true if the next draw is in
    /// the next seat's turn. `strengths` returns each seat's strength on a feature. If `may` is true, features that are unchanged since the
    /// parent are reused: only the [changed](Self::changed_slots) features must be appraised, since the sum already contains the parts of
    /// all others.
    pub fn examine<F: Family>(
        &mut self,
        rules: &Rules<F::Options>,
        position: &Position<F>,
        (placing, may): (bool, bool),
        strengths: impl Fn(&Position<F>, SegmentIndex) -> [u16; MAX_SEATS] + Copy,
    ) {
        self.begin(rules, position, placing);
        if !may || !self.find_changes(rules, position, strengths) {
            self.examine_all(rules, position, strengths);
            self.sum.begin(self.becomes_parent());
            return;
        }
        let Self { parent, overlay, estimates, slots, sum, .. } = self;
        if let Some(parent) = parent {
            parent.overlay_changes(&position.board.features, overlay, (estimates, slots));
        }
        sum.begin_with_parent();
        overlay.dropped.iter().for_each(|&slot| sum.take_off(slot));
    }

    /// Resets the state that depends on the position.
    fn begin<F: Family>(&mut self, rules: &Rules<F::Options>, position: &Position<F>, placing: bool) {
        self.remove_overlay();
        self.left = self.odds.left();
        let left = usize::from(self.left);
        if self.log_misses.len() != left + 1 {
            self.log_misses.clear();
            self.log_misses.extend(self.log2[..=left].iter().rev().map(|log| log - self.log2[left]));
        }
        self.count_turns(rules.seats, position.seat(), placing);
    }

    /// Clears the features of the last position examined.
    fn clear(&mut self, board: &Board) {
        self.slots[..usize::from(board.features.len())].fill(UNKNOWN);
        self.estimates.clear();
        self.merges.clear();
    }

    /// Removes the overlay and swaps the features back into the parent.
    fn remove_overlay(&mut self) {
        let Self { parent, overlay, estimates, slots, .. } = self;
        if let (true, Some(parent)) = (overlay.lies, parent) {
            overlay.remove(estimates, slots);
            parent.restore_features(estimates, slots);
        }
    }

    /// Finds the changes since the parent. Returns whether the result can be used.
    fn find_changes<F: Family>(
        &mut self,
        rules: &Rules<F::Options>,
        position: &Position<F>,
        strengths: impl Fn(&Position<F>, SegmentIndex) -> [u16; MAX_SEATS] + Copy,
    ) -> bool {
        let Self { kinds, odds, parent, .. } = self;
        let Some(parent) = parent.as_mut() else { return false };
        parent.is_near(&position.board, self.left, &self.turns)
            && parent.find_changes(
                &position.board,
                (*kinds, odds),
                |index| surroundings(rules, position, index, *kinds, odds),
                |tile, side| segment_at(rules, tile, side),
                |root| FeatureEstimate::new(position, root, strengths),
            )
    }

    /// Returns whether the last position examined reuses the features of the parent.
    pub fn lies_over_parent(&self) -> bool {
        self.overlay.lies
    }

    /// Returns the indices of the features that are not reused from the parent; if there is no parent, all indices.
    pub fn changed_slots(&self) -> std::ops::Range<usize> {
        if self.overlay.lies { self.overlay.kept..self.estimates.len() } else { 0..self.estimates.len() }
    }

    /// Adds the part of the next changed feature, in the order of [`changed_slots`](Self::changed_slots).
    #[inline]
    pub fn add_part(&mut self, part: Part) {
        self.sum.add(part, self.becomes_parent());
    }

    /// Adds the values of possible joins; `joined` returns the value of joining two features. Returns the complete sum.
    pub fn add_joins<F: Family>(
        &mut self,
        position: &Position<F>,
        joined: impl Fn(&Self, MergeChance) -> Sums,
    ) -> Part {
        let (mut now, mut gone) = ([0; MAX_SEATS], [0; MAX_SEATS]);
        let add = |sums: &mut Sums, more: Sums| sums.iter_mut().zip(more).for_each(|(sum, more)| *sum += more);
        match &self.parent {
            Some(parent) if self.overlay.lies => {
                let features = &position.board.features;
                let found = |a, b, tiles| {
                    let merge = merge_of((&self.estimates, &self.slots), a, b, tiles);
                    merge.into_iter().for_each(|merge| add(&mut now, joined(self, merge)));
                };
                parent.each_changed_join(features, &self.odds, |gave| add(&mut gone, *gave), found);
            }
            _ => self.merges.iter().for_each(|&merge| add(&mut now, joined(self, merge))),
        }
        let points = self.sum.whole.points.iter_mut();
        points.zip(now.iter().zip(gone)).for_each(|(points, (now, gone))| *points += now - gone);
        self.sum.whole
    }

    /// Returns whether the parent's feature with this root has changed or become part of another feature. Returns true if there is no
    /// parent.
    #[inline]
    pub fn has_changed(&self, root: SegmentIndex) -> bool {
        self.parent.as_ref().is_none_or(|parent| parent.has_changed(root))
    }

    /// Returns the valid estimates, excluding those of the parent that have been replaced.
    pub fn holding(&self) -> impl Iterator<Item = &FeatureEstimate> {
        let holds = |&(slot, estimate): &(usize, &FeatureEstimate)| self.is_stored_at(slot, estimate.root);
        self.estimates.iter().enumerate().filter(holds).map(|(_, estimate)| estimate)
    }

    /// Returns the valid estimates of features of one kind.
    pub fn holding_of(&self, kind: u8) -> impl Iterator<Item = &FeatureEstimate> {
        let holds = move |&(slot, estimate): &(usize, &FeatureEstimate)| {
            estimate.kind == kind && self.is_stored_at(slot, estimate.root)
        };
        self.estimates.iter().enumerate().filter(holds).map(|(_, estimate)| estimate)
    }

    /// Returns whether the estimate of the feature with this root is stored at this index.
    fn is_stored_at(&self, slot: usize, root: SegmentIndex) -> bool {
        usize::from(self.slots[usize::from(root)]) == slot
    }

    /// Examines the whole map.
    fn examine_all<F: Family>(
        &mut self,
        rules: &Rules<F::Options>,
        position: &Position<F>,
        strengths: impl Fn(&Position<F>, SegmentIndex) -> [u16; MAX_SEATS] + Copy,
    ) {
        let (board, features) = (&position.board, &position.board.features);
        self.clear(board);
        for (number, figure) in features.figures().iter().enumerate() {
            if let Some(segment) = figure.segment() {
                self.slot_of(position, features.root(segment), order_of_figure(number), strengths);
            }
        }
        let mut surrounded = [(0u16, Place::default()); MAX_GAPS];
        let mut surrounded_len = 0;
        let waiting = self.estimates.iter().enumerate().filter(|(_, one)| self.kinds.is_surrounded(one.kind));
        for ((slot, estimate), entry) in waiting.zip(&mut surrounded) {
            *entry = (slot as u16, board.place_of(estimate.root));
            surrounded_len += 1;
        }
        for index in 0..board.open_len() {
            let around = surroundings(rules, position, index, self.kinds, &self.odds);
            let (at, _) = board.open_place_at(index);
            for &(slot, centre) in &surrounded[..surrounded_len] {
                if centre.touches(at) {
                    self.estimates[usize::from(slot)].add_gap(index, Gap { fits: around.fits, closes: around.fits });
                }
            }
            for (side, root) in around.waiting() {
                let slot = self.slot_of(position, root, order_of_side(index, side), strengths);
                self.estimates[slot].add_gap(index, around.gap(&self.odds, side));
            }
            // `merge_of` omits features that are unoccupied or have no estimate.
            let Self { odds, estimates, slots, merges, .. } = self;
            around.each_join(odds, |a, b, tiles| merges.extend(merge_of((estimates, slots), a, b, tiles)));
            if let Some(kept) = &mut self.surroundings {
                kept.push(around);
            }
        }
    }

    /// Starts examining a position that will become the parent.
    pub fn begin_parent(&mut self) {
        self.clear_parent();
        let mut surroundings = self.parent.as_mut().map_or_else(Vec::new, |parent| parent.take_places_buffer());
        surroundings.clear();
        self.surroundings = Some(surroundings);
    }

    /// Returns whether the current position will become the parent.
    fn becomes_parent(&self) -> bool {
        self.surroundings.is_some()
    }

    /// Makes the last evaluated position the parent, so that later positions are examined only where they differ from it. `joined` returns
    /// the value of joining two features.
    pub fn keep_parent<F: Family>(&mut self, position: &Position<F>, joined: impl Fn(&Self, MergeChance) -> Sums) {
        let Some(surroundings) = self.surroundings.take() else { return };
        if surroundings.len() != position.board.open_len() {
            return; // A finished game is not examined.
        }
        let mut parent = self.parent.take().unwrap_or_else(|| Box::new(Parent::new(&position.board)));
        let found = (&self.estimates[..], &self.slots[..]);
        parent.store(&position.board, (self.left, self.turns), found, surroundings, (self.kinds, &self.odds));
        parent.store_joins(|a, b, tiles| {
            let merge = merge_of((&self.estimates, &self.slots), a, b, tiles);
            merge.map_or([0; MAX_SEATS], |merge| joined(self, merge))
        });
        self.parent = Some(parent);
        self.sum.become_parent();
    }

    /// Records that the part of one of the parent's features also depends on another feature, so that the former is appraised again when
    /// the latter changes. Does nothing if the former has no estimate.
    pub fn add_dependence(&mut self, root: SegmentIndex, on: SegmentIndex) {
        if self.at_root(root).is_some()
            && let Some(parent) = &mut self.parent
        {
            parent.add_dependence(root, on);
        }
    }

    /// Removes the overlay and the parent, so the next position is examined in full.
    pub fn clear_parent(&mut self) {
        self.remove_overlay();
        if let Some(parent) = &mut self.parent {
            parent.clear();
        }
    }

    /// Returns the index of a feature's estimate. If there is none, adds one with this sort key.
    fn slot_of<F: Family>(
        &mut self,
        position: &Position<F>,
        root: SegmentIndex,
        order: u32,
        strengths: impl Fn(&Position<F>, SegmentIndex) -> [u16; MAX_SEATS],
    ) -> usize {
        let slot = self.slots[usize::from(root)];
        if slot != UNKNOWN {
            return usize::from(slot);
        }
        let slot = self.estimates.len();
        self.slots[usize::from(root)] = slot as u16;
        self.estimates.push(FeatureEstimate::new(position, root, strengths).ordered(order));
        slot
    }

    /// Returns the estimate of a feature, or a new one with only the figures on it.
    pub fn estimate_of<F: Family>(
        &self,
        position: &Position<F>,
        root: SegmentIndex,
        strengths: impl Fn(&Position<F>, SegmentIndex) -> [u16; MAX_SEATS],
    ) -> FeatureEstimate {
        self.at_root(root).copied().unwrap_or_else(|| FeatureEstimate::new(position, root, strengths))
    }

    /// Returns the estimate of the feature with this root, if any.
    pub fn at_root(&self, root: SegmentIndex) -> Option<&FeatureEstimate> {
        // `UNKNOWN` is never a valid index.
        self.estimates.get(usize::from(self.slots[usize::from(root)]))
    }

    /// Counts the turns left for each seat, at one tile per turn.
    fn count_turns(&mut self, seats: u8, seat: u8, placing: bool) {
        let seats = u16::from(seats);
        let next = (u16::from(seat) + u16::from(placing)) % seats;
        self.next = usize::from(next);
        for seat in 0..seats {
            let before = (seat + seats - next) % seats;
            self.turns[usize::from(seat)] = (self.left + seats - 1).saturating_sub(before) / seats;
        }
    }

    /// Returns the fraction of the game left; 1 before the first draw.
    pub fn fraction_left(&self) -> f32 {
        f32::from(self.left) / self.tiles
    }

    /// Returns the factor for the value of a seat's remaining turns: 0 without turns, one half with `half` turns, close to 1 with many.
    pub fn time_left(&self, seat: usize, half: f32) -> f32 {
        let turns = f32::from(self.turns[seat]);
        turns / (turns + half)
    }

    /// Returns the chance that a feature gets completed, and the expected number of its gaps that get filled.
    #[inline]
    pub fn outlook(&self, estimate: &FeatureEstimate, chances: &Chances) -> (f32, f32) {
        let tries = self.expected_tries(estimate, chances);
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

    /// Returns the expected number of tries to fill a gap of the feature.
    fn expected_tries(&self, estimate: &FeatureEstimate, chances: &Chances) -> f32 {
        if !estimate.occupied {
            return 0.5 * (chances.own_tries + chances.other_tries) * f32::from(self.left);
        }
        let seats = self.turns[..self.seats].iter().zip(&estimate.tally);
        let own: u16 = seats.filter(|(_, strength)| **strength == estimate.most).map(|(turns, _)| turns).sum();
        chances.own_tries * f32::from(own) + chances.other_tries * f32::from(self.left.saturating_sub(own))
    }

    /// Returns the chance that one of `tiles` tiles is drawn within `tries` tries. Tries are draws, weighted by how likely each one is to
    /// be used for the purpose.
    pub fn chance_of(&self, tiles: u16, tries: f32) -> f32 {
        1.0 - exp2(tries * self.log_miss(tiles))
    }

    /// Returns the chance that the next tile is one of `tiles` tiles.
    pub fn chance_of_next(&self, tiles: u16) -> f32 {
        if self.left == 0 { 0.0 } else { f32::from(tiles) / f32::from(self.left) }
    }

    /// Returns the binary logarithm of the chance that a drawn tile is none of `tiles` tiles.
    #[inline]
    pub fn log_miss(&self, tiles: u16) -> f32 {
        self.log_misses[usize::from(tiles)]
    }

    /// Returns the estimates of both features in a merge chance.
    pub fn both(&self, merge: MergeChance) -> [&FeatureEstimate; 2] {
        [merge.a, merge.b].map(|slot| &self.estimates[usize::from(slot)])
    }

    /// Returns the value to each seat of joining two features. The seat that gains the most relative to the others is assumed to try it:
    /// all gains and losses are multiplied by its chance of success. `gains` adds each seat's gain from the join; `weight` returns, for a
    /// kind of feature, the fraction of the gain that counts and the tries per turn.
    pub fn join_sums(
        &self,
        merge: MergeChance,
        weight: impl Fn(u8) -> (f32, f32),
        gains: impl Fn(&FeatureEstimate, &FeatureEstimate, &mut [f32]),
    ) -> Sums {
        let [a, b] = self.both(merge);
        let mut sums = [0; MAX_SEATS];
        let mut gained = [0.0; MAX_SEATS];
        let gained = &mut gained[..self.seats];
        gains(a, b, gained);
        let sum: f32 = gained.iter().sum();
        let (mut by, mut most) = (0, 0.0);
        for (seat, gain) in gained.iter().enumerate() {
            let relative = gain - (sum - gain) / (self.seats - 1) as f32;
            if relative > most {
                (by, most) = (seat, relative);
            }
        }
        if most > 0.0 {
            let (weight, tries) = weight(a.kind);
            let credit = weight * self.chance_of(merge.tiles, tries * f32::from(self.turns[by]));
            sums.iter_mut().zip(gained).for_each(|(sum, gain)| *sum = to_sum(credit * *gain));
        }
        sums
    }
}

/// Adds to `gained` each seat's gain from joining two features that score only for the majority: the value of both for the new owners,
/// minus the value of each feature for its previous owners.
pub fn majority_gains(a: &FeatureEstimate, b: &FeatureEstimate, gained: &mut [f32]) {
    let together = |seat: usize| a.tally[seat] + b.tally[seat];
    let most = (0..gained.len()).map(together).max().unwrap_or(0);
    for (seat, gain) in gained.iter_mut().enumerate() {
        if most > 0 && together(seat) == most {
            *gain += a.value + b.value;
        }
        for one in [a, b] {
            if one.is_owner(seat) {
                *gain -= one.value;
            }
        }
    }
}

/// Returns the total value of this many figures in supply. `worths` lists the values of the first figure, the second figure, and so on; a
/// fraction of a figure counts as that fraction of its value.
pub fn supply_worth(worths: &[f32], figures: f32) -> f32 {
    worths.iter().enumerate().map(|(i, worth)| worth * (figures - i as f32).clamp(0.0, 1.0)).sum()
}

/// Computes two to the power of `x` ≤ 0 to about four significant digits, with the same result on every platform.
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

/// Returns the number of tiles of a kind in the bag and in all hands, which is public even if hands are hidden.
pub fn unplaced<F: Family>(rules: &Rules<F::Options>, position: &Position<F>, kind: KindIndex) -> u8 {
    let held = (0..rules.seats).flat_map(|seat| position.hand(seat)).filter(|&&held| held == kind);
    position.bag().count(kind) + held.count() as u8
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn exp2_is_accurate() {
        for i in 0..=300 {
            let x = -0.1 * i as f32;
            assert!((exp2(x) - x.exp2()).abs() < 2e-4, "{x}: {} {}", exp2(x), x.exp2());
        }
    }
}
