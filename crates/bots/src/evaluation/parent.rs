//! Reuses what a position has in common with an earlier one, its parent: most open places, and the features that have no gap at a changed
//! place. These are examined and appraised once, instead of again for each position that follows from the parent.
//!
//! The changes are found by comparing the two maps, whatever happened between them. Both maps contain the parent's tiles in the same order,
//! so their segments have the same indices, and features can only have grown. The gaps of a feature keep the order in which a full
//! examination finds them, so that its appraisal is bit-for-bit the same. Changed features are [overlaid](super::overlay) on the parent's;
//! their order does not matter, because the [sums](super::parts) of their parts are exact.

use bastide_core::feature::Features;
use bastide_core::place::opposite;
use bastide_core::{Board, KindIndex, MAX_SEATS, MAX_SEGMENTS, Place, PlacedTile, SegmentIndex, bits};

use super::feature_estimate::{FeatureEstimate, FeatureKinds, Gap, MAX_GAPS, UNKNOWN, order_of_figure, order_of_side};
use super::odds::{Odds, need_number};
use super::overlay::Overlay;
use super::values::Sums;

/// Maximum number of tiles that a position can have in addition to its parent's.
const MAX_NEW_TILES: usize = 2;

/// The edges needed at an open place, and the features at its sides.
#[derive(Clone, Copy, Debug)]
pub(super) struct Surroundings {
    /// Index of the place's need.
    pub(super) number: u16,
    /// Number of tiles left that fit the place.
    pub(super) fits: u16,
    /// Roots of the features at the sides; valid only for the sides in `followed`.
    pub(super) roots: [SegmentIndex; 4],
    /// Sides whose edge is of a kind where features are examined, as a bit set.
    pub(super) followed: u8,
    /// The sides in `followed` whose features can be completed, as a bit set.
    pub(super) waiting: u8,
}

impl Surroundings {
    /// Surroundings of a place without any features.
    const EMPTY: Self = Self { number: 0, fits: 0, roots: [UNKNOWN; 4], followed: 0, waiting: 0 };

    /// Returns the surroundings of the same place on a map that has grown, omitting new features at its sides.
    #[inline]
    fn updated(mut self, features: &Features, need: u16, odds: &Odds) -> Self {
        self.number = need_number(need);
        self.fits = odds.fits(self.number);
        for side in bits(self.followed.into()).map(|side| usize::from(side & 3)) {
            self.roots[side] = features.root(self.roots[side]);
        }
        self
    }

    /// Returns the sides whose features can be completed, with the features' roots.
    #[inline]
    pub(super) fn waiting(&self) -> impl Iterator<Item = (usize, SegmentIndex)> {
        bits(self.waiting.into()).map(|side| (usize::from(side), self.roots[usize::from(side & 3)]))
    }

    /// Sets the feature at a side; `waits` is false if the feature can never be completed.
    #[inline]
    pub(super) fn follow(&mut self, side: usize, root: SegmentIndex, waits: bool) {
        self.roots[side] = root;
        self.followed |= 1 << side;
        self.waiting |= u8::from(waits) << side;
    }

    /// Returns this place as a gap of the feature at a side.
    #[inline]
    pub(super) fn gap(&self, odds: &Odds, side: usize) -> Gap {
        Gap { fits: self.fits, closes: odds.closes(self.number, side) }
    }

    /// Calls `each` for every pair of features that a tile could join at this place, with their roots and the number of such tiles.
    #[inline]
    pub(super) fn each_join(&self, odds: &Odds, mut each: impl FnMut(SegmentIndex, SegmentIndex, u16)) {
        for side in bits(self.followed.into()).map(usize::from) {
            for other in bits(u16::from(self.followed) & ((1 << side) - 1)).map(usize::from) {
                let (a, b) = (self.roots[other & 3], self.roots[side & 3]);
                let tiles = if a == b { 0 } else { odds.joins(self.number, other, side) };
                if tiles > 0 {
                    each(a, b, tiles);
                }
            }
        }
    }
}

/// An entry in the linked list of a feature's open edges: the place, the side, and the index of the next entry.
#[derive(Clone, Copy, Debug)]
struct Edge {
    place: u16,
    side: u8,
    next: u16,
}

/// Two features that a tile could join at an open place.
#[derive(Clone, Copy, Debug)]
struct Join {
    place: u16,
    a: SegmentIndex,
    b: SegmentIndex,
    tiles: u16,
    /// Whether both features are occupied.
    occupied: bool,
    /// Value of the join to each seat, set by [`Parent::store_joins`].
    gives: Sums,
}

/// Data stored about the parent, and the changes found in the last position compared with it.
#[derive(Clone, Debug)]
pub(super) struct Parent {
    board: Box<Board>,
    is_kept: bool,
    left: u16,
    turns: [u16; MAX_SEATS],
    estimates: Vec<FeatureEstimate>,
    /// Index of the estimate of each feature, by root.
    slots: Vec<u16>,
    /// Indices of the estimates of features that can never be completed, each with the feature's number of open edges.
    endless: Vec<(u16, u16)>,
    /// Index in `edges` of the first edge of each feature, by the index of its estimate.
    first_edges: Vec<u16>,
    edges: Vec<Edge>,
    joins: Vec<Join>,
    /// Pairs of feature roots, where the contribution of the first feature depends on the second.
    dependences: Vec<(SegmentIndex, SegmentIndex)>,
    /// Surroundings of each open place, by its index on the board.
    places: Vec<Surroundings>,
    /// Roots and places of the features that are completed by filling the eight places around them.
    surrounded: Vec<(SegmentIndex, Place)>,
    /// Number of the last comparison that found each feature changed, indexed by the feature's root.
    changed: Vec<u32>,
    /// Number of the last comparison that found each open place changed, indexed by the place's index.
    moved: Vec<u32>,
    comparison: u32,
    /// Indices of the open places that are changed or new. They are reused for a position with the same `changed_by`.
    changed_places: Vec<usize>,
    /// Place and kind of the newest tile, if this tile alone caused the changes; it changes the same places in any rotation.
    changed_by: Option<(Place, KindIndex)>,
    /// Current roots of the changed features.
    roots: Vec<SegmentIndex>,
    /// Indices of the changed open places, with their current surroundings.
    fresh: Vec<(u16, Surroundings)>,
    /// Indices of the invalidated estimates, with the current roots of their features.
    dropped: Vec<(u16, SegmentIndex)>,
    /// The estimates that replace the invalidated ones.
    found: Vec<FeatureEstimate>,
    /// Buffer for the gaps of a feature that is being re-estimated, with place and side.
    gaps: Vec<((u16, u8), Gap)>,
}

impl Parent {
    /// Allocates the buffers, without a parent. `board` serves only as the initial value.
    pub(super) fn new(board: &Board) -> Self {
        Self {
            board: Box::new(*board),
            is_kept: false,
            left: 0,
            turns: [0; MAX_SEATS],
            estimates: Vec::new(),
            slots: vec![UNKNOWN; MAX_SEGMENTS],
            endless: Vec::new(),
            first_edges: Vec::new(),
            edges: Vec::new(),
            joins: Vec::new(),
            dependences: Vec::new(),
            places: Vec::new(),
            surrounded: Vec::new(),
            changed: vec![0; MAX_SEGMENTS],
            moved: Vec::new(),
            comparison: 0,
            changed_places: Vec::new(),
            changed_by: None,
            roots: Vec::new(),
            fresh: Vec::new(),
            dropped: Vec::new(),
            found: Vec::new(),
            gaps: Vec::new(),
        }
    }

    /// Takes the buffer for the surroundings of open places, which the caller fills and passes to [`store`](Self::store).
    pub(super) fn take_places_buffer(&mut self) -> Vec<Surroundings> {
        std::mem::take(&mut self.places)
    }

    /// Stores a position as the parent. `slots` maps a feature's root to the index of its estimate.
    pub(super) fn store(
        &mut self,
        board: &Board,
        (left, turns): (u16, [u16; MAX_SEATS]),
        (estimates, slots): (&[FeatureEstimate], &[u16]),
        places: Vec<Surroundings>,
        (kinds, odds): (FeatureKinds, &Odds),
    ) {
        self.board.as_mut().clone_from(board);
        (self.is_kept, self.left, self.turns, self.places) = (true, left, turns, places);
        self.changed_by = None;
        for estimate in self.estimates.drain(..) {
            self.slots[usize::from(estimate.root)] = UNKNOWN;
        }
        self.dependences.clear();
        self.surrounded.clear();
        self.endless.clear();
        for (slot, estimate) in estimates.iter().enumerate() {
            self.estimates.push(*estimate);
            self.slots[usize::from(estimate.root)] = slot as u16;
            if kinds.is_endless(estimate.kind) {
                self.endless.push((slot as u16, board.features.open(estimate.root)));
            }
            if kinds.is_surrounded(estimate.kind) {
                self.surrounded.push((estimate.root, board.place_of(estimate.root)));
            }
        }
        self.keep_edges(&board.features, slots, odds);
        if self.moved.len() < self.places.len() {
            self.moved.resize(self.places.len(), 0);
        }
    }

    /// Stores the open edges of each feature, and the features that a tile could join at each open place.
    fn keep_edges(&mut self, features: &Features, slots: &[u16], odds: &Odds) {
        self.edges.clear();
        self.joins.clear();
        self.first_edges.clear();
        self.first_edges.resize(self.estimates.len(), UNKNOWN);
        // Entries are added to the front of the lists, so places are visited in reverse order.
        for (place, around) in self.places.iter().enumerate().rev() {
            for side in (0..4).rev().filter(|side| around.waiting >> side & 1 == 1) {
                let root = around.roots[side];
                let first = &mut self.first_edges[usize::from(slots[usize::from(root)])];
                self.edges.push(Edge { place: place as u16, side: side as u8, next: *first });
                *first = self.edges.len() as u16 - 1;
            }
        }
        for (place, around) in self.places.iter().enumerate() {
            let (joins, place) = (&mut self.joins, place as u16);
            around.each_join(odds, |a, b, tiles| {
                let occupied = features.is_occupied(a) && features.is_occupied(b);
                joins.push(Join { place, a, b, tiles, occupied, gives: [0; MAX_SEATS] });
            });
        }
    }

    /// Marks the stored parent as invalid.
    pub(super) fn clear(&mut self) {
        self.is_kept = false;
    }

    /// Returns whether a map has at most [`MAX_NEW_TILES`] more tiles than the parent's, and the same numbers of tiles and turns left.
    pub(super) fn is_near(&self, board: &Board, left: u16, turns: &[u16; MAX_SEATS]) -> bool {
        let (before, now) = (self.board.tiles(), board.tiles());
        let is_near = self.is_kept
            && (self.left, &self.turns) == (left, turns)
            && (before.len()..=before.len() + MAX_NEW_TILES).contains(&now.len());
        debug_assert!(!is_near || now.starts_with(before), "the position does not come from its parent");
        is_near
    }

    /// Finds the changes on a map that has grown from the parent's. `look` returns the surroundings of an open place on the new map,
    /// `segment_at` returns a tile's segment at a side, and `meet` returns an estimate that contains only the figures on a feature. Returns
    /// false if the result cannot be used: a full examination counts gaps only for the first [`MAX_GAPS`] features that are completed by
    /// the eight places around them, so if there are more, an additional one could change the estimate of another.
    pub(super) fn find_changes(
        &mut self,
        board: &Board,
        (kinds, odds): (FeatureKinds, &Odds),
        look: impl Fn(usize) -> Surroundings,
        segment_at: impl Fn(PlacedTile, usize) -> SegmentIndex,
        meet: impl Fn(SegmentIndex) -> FeatureEstimate,
    ) -> bool {
        self.dropped.clear();
        self.compare(board, (kinds, odds), look, segment_at);
        self.drop_endless(&board.features);
        self.found.clear();
        for number in 0..self.roots.len() {
            self.reestimate(board, self.roots[number], (kinds, odds), &meet);
        }
        let is_surrounded = |estimate: &&FeatureEstimate| kinds.is_surrounded(estimate.kind);
        self.surrounded.len() + self.found.iter().filter(is_surrounded).count() <= MAX_GAPS
    }

    /// Overlays the changes on the parent's features, which are swapped into `estimates` and `slots` until they are
    /// [restored](Self::restore_features). Unchanged features that depend on changed ones are treated as changed, too.
    pub(super) fn overlay_changes(
        &mut self,
        features: &Features,
        overlay: &mut Overlay,
        (estimates, slots): (&mut Vec<FeatureEstimate>, &mut Vec<u16>),
    ) {
        debug_assert!(self.is_unchanged(features), "an estimate of the parent is stale");
        self.restore_features(estimates, slots);
        overlay.begin(estimates.len());
        self.dropped.iter().for_each(|&(slot, _)| overlay.invalidate(slot, estimates, slots));
        self.found.iter().for_each(|&found| overlay.add(found, estimates, slots));
        for &(root, on) in &self.dependences {
            let slot = slots[usize::from(root)];
            if self.has_changed(on) && usize::from(slot) < overlay.kept {
                self.changed[usize::from(root)] = self.comparison;
                overlay.invalidate(slot, estimates, slots);
                overlay.add(estimates[usize::from(slot)], estimates, slots);
            }
        }
    }

    /// Swaps the stored features with those in `estimates` and `slots`.
    pub(super) fn restore_features(&mut self, estimates: &mut Vec<FeatureEstimate>, slots: &mut Vec<u16>) {
        std::mem::swap(&mut self.estimates, estimates);
        std::mem::swap(&mut self.slots, slots);
    }

    /// Returns whether the parent's feature with this root has changed or become part of another feature.
    #[inline]
    pub(super) fn has_changed(&self, root: SegmentIndex) -> bool {
        self.changed[usize::from(root)] == self.comparison
    }

    /// Records that the part of a feature also depends on another feature.
    pub(super) fn add_dependence(&mut self, root: SegmentIndex, on: SegmentIndex) {
        self.dependences.push((root, on));
    }

    /// Stores the value of each join of two occupied features. `gives` computes the value from the features' roots and the number of tiles
    /// that can join them.
    pub(super) fn store_joins(&mut self, gives: impl Fn(SegmentIndex, SegmentIndex, u16) -> Sums) {
        for join in self.joins.iter_mut().filter(|join| join.occupied) {
            join.gives = gives(join.a, join.b, join.tiles);
        }
    }

    /// Calls `gone` with the value of each stored join that has changed, and `now` with each join that is changed or new.
    pub(super) fn each_changed_join(
        &self,
        features: &Features,
        odds: &Odds,
        mut gone: impl FnMut(&Sums),
        mut now: impl FnMut(SegmentIndex, SegmentIndex, u16),
    ) {
        for join in &self.joins {
            let moved = self.moved[usize::from(join.place)] == self.comparison;
            // Fields that a road separates at an open place can become one without being recorded at any of its sides; only their roots
            // show that they have joined.
            let (a, b) = (features.root(join.a), features.root(join.b));
            if moved | self.has_changed(a) | self.has_changed(b) {
                if join.occupied {
                    gone(&join.gives);
                }
                if !moved {
                    now(a, b, join.tiles);
                }
            }
        }
        self.fresh.iter().for_each(|(_, around)| around.each_join(odds, &mut now));
    }

    /// Returns whether all of the parent's features that were not found to have changed are indeed unchanged.
    fn is_unchanged(&self, features: &Features) -> bool {
        let before = &self.board.features;
        let is_as_it_was = |root: SegmentIndex| {
            features.root(root) == root
                && (before.open(root), before.size(root)) == (features.open(root), features.size(root))
                // A figure can leave a quarter and come back, which changes only the order.
                && before.figures_on(root).count() == features.figures_on(root).count()
                && before.figures_on(root).all(|figure| features.figures_on(root).any(|other| other == figure))
        };
        let is_dropped = |slot: usize| self.dropped.iter().any(|&(dropped, _)| usize::from(dropped) == slot);
        let mut all = self.estimates.iter().enumerate();
        all.all(|(slot, estimate)| is_dropped(slot) || is_as_it_was(estimate.root))
    }

    /// Finds the changed features and open places.
    fn compare(
        &mut self,
        board: &Board,
        (kinds, odds): (FeatureKinds, &Odds),
        look: impl Fn(usize) -> Surroundings,
        segment_at: impl Fn(PlacedTile, usize) -> SegmentIndex,
    ) {
        self.begin_comparison();
        self.fresh.clear();
        self.roots.clear();
        let features = &board.features;
        for number in 0..features.figures().len() {
            let before = self.board.features.figures()[number].segment();
            let now = features.figures()[number].segment();
            if before != now {
                if let Some(segment) = before {
                    self.mark_feature(features, self.board.features.root(segment));
                }
                now.into_iter().for_each(|segment| self.change(features.root(segment)));
            }
        }
        if let Some(tile) = board.tiles().get(self.board.tiles().len()) {
            for root in (tile.first..features.len()).map(|segment| features.root(segment)) {
                // Features that can never be completed matter only if they are occupied.
                if features.is_occupied(root) || !kinds.is_endless(features.kind(root)) {
                    self.change(root);
                }
            }
        }
        let (before, now) = (self.board.open_len(), board.open_len());
        let newest = board.tiles().last().filter(|_| board.tiles().len() == self.board.tiles().len() + 1);
        let mut changed = std::mem::take(&mut self.changed_places);
        let changed_by = newest.map(|newest| (newest.at, newest.kind));
        if changed_by.is_none() || changed_by != self.changed_by {
            changed.clear();
            self.board.each_open_change(board, |index| changed.push(index));
            changed.extend(before..now);
            self.changed_by = changed_by;
        }
        for &index in &changed {
            if index < before {
                self.change_place(features, index, self.board.open_place_at(index).0);
            }
            let around = match newest {
                Some(&newest) => self.surroundings_of(board, (index, newest), (kinds, odds), &segment_at),
                None => look(index),
            };
            self.add_place(index, board.open_place_at(index).0, around);
        }
        self.changed_places = changed;
        for index in now..before {
            let (was, _) = self.board.open_place_at(index);
            self.change_place(features, index, was);
        }
    }

    /// Starts a new comparison with no changes.
    fn begin_comparison(&mut self) {
        self.comparison = self.comparison.wrapping_add(1);
        if self.comparison == 0 {
            self.changed.fill(0);
            self.moved.fill(0);
            self.comparison = 1;
        }
    }

    /// Marks an open place of the parent, and the features at its sides, as changed.
    fn change_place(&mut self, features: &Features, index: usize, was: Place) {
        self.mark_features_around(was);
        self.moved[index] = self.comparison;
        let around = self.places[index];
        around.waiting().for_each(|(_, root)| self.mark_feature(features, root));
    }

    /// Returns the surroundings of an open place if only one tile, the newest, has been placed since the parent: the previous surroundings
    /// plus this tile. The last open place has taken over the index of the place that the tile filled; places that the tile has opened have
    /// no other neighbour.
    #[inline]
    fn surroundings_of(
        &self,
        board: &Board,
        (index, newest): (usize, PlacedTile),
        (kinds, odds): (FeatureKinds, &Odds),
        segment_at: &impl Fn(PlacedTile, usize) -> SegmentIndex,
    ) -> Surroundings {
        let (at, need) = board.open_place_at(index);
        let last = self.board.open_len() - 1;
        let before = if index <= last && self.board.open_place_at(index).0 == at {
            &self.places[index]
        } else if self.board.open_place_at(last).0 == at {
            &self.places[last]
        } else {
            &Surroundings::EMPTY
        };
        let mut around = before.updated(&board.features, need, odds);
        if let Some(side) = (0..4).find(|&side| at.beside(side) == newest.at)
            && need >> (4 * side) & 15 & kinds.at_edges != 0
        {
            let root = board.features.root(segment_at(newest, opposite(side)));
            around.follow(side, root, !kinds.is_endless(board.features.kind(root)));
        }
        around
    }

    /// Stores the surroundings of an open place that is new or whose need has changed, and marks the features beside it as changed.
    #[inline]
    fn add_place(&mut self, index: usize, is: Place, around: Surroundings) {
        self.mark_features_around(is);
        around.waiting().for_each(|(_, root)| self.change(root));
        self.fresh.push((index as u16, around));
    }

    /// Marks as changed every feature that is completed by the eight places around it, if this place is one of the eight.
    fn mark_features_around(&mut self, at: Place) {
        for number in 0..self.surrounded.len() {
            let (root, centre) = self.surrounded[number];
            if centre.touches(at) {
                self.change(root);
            }
        }
    }

    /// Marks as changed a feature of the parent and the feature that it has become part of.
    fn mark_feature(&mut self, features: &Features, root: SegmentIndex) {
        let now = features.root(root);
        self.change(now);
        if now != root {
            self.changed[usize::from(root)] = self.comparison;
            self.invalidate(root, now);
        }
    }

    /// Marks a feature as changed, given its current root.
    #[inline]
    fn change(&mut self, root: SegmentIndex) {
        let changed = &mut self.changed[usize::from(root)];
        if *changed != self.comparison {
            *changed = self.comparison;
            self.roots.push(root);
            self.invalidate(root, root);
        }
    }

    /// Invalidates the estimate of one of the parent's features, if it has one; `now` is the feature's current root.
    #[inline]
    fn invalidate(&mut self, root: SegmentIndex, now: SegmentIndex) {
        let slot = self.slots[usize::from(root)];
        if slot != UNKNOWN && !self.dropped.contains(&(slot, now)) {
            self.dropped.push((slot, now));
        }
    }

    /// Marks as changed those features that can never be completed and whose root or number of open edges differs. They have no gaps, so
    /// changed open places do not reveal them.
    fn drop_endless(&mut self, features: &Features) {
        for number in 0..self.endless.len() {
            let (slot, open) = self.endless[number];
            let root = self.estimates[usize::from(slot)].root;
            if features.root(root) != root || features.open(root) != open {
                self.mark_feature(features, root);
            }
        }
    }

    /// Re-estimates a changed feature if it is occupied or has gaps.
    fn reestimate(
        &mut self,
        board: &Board,
        root: SegmentIndex,
        (kinds, odds): (FeatureKinds, &Odds),
        meet: &impl Fn(SegmentIndex) -> FeatureEstimate,
    ) {
        let features = &board.features;
        let kind = features.kind(root);
        self.gaps.clear();
        if !kinds.is_endless(kind) {
            self.find_gaps(root, odds);
        }
        let occupied = features.is_occupied(root);
        let order = match self.gaps.first() {
            _ if occupied => order_of_figure(features.figures_on(root).min().map_or(0, usize::from)),
            Some(&((place, side), _)) => order_of_side(place.into(), side.into()),
            None => return,
        };
        let mut estimate = meet(root).ordered(order);
        for &((place, _), gap) in &self.gaps {
            estimate.add_gap(place.into(), gap);
        }
        if kinds.is_surrounded(kind) {
            let centre = board.place_of(root);
            for (index, _) in board.open_places().enumerate().filter(|(_, (at, _))| centre.touches(*at)) {
                let fits = self.around(index).fits;
                estimate.add_gap(index, Gap { fits, closes: fits });
            }
        }
        self.found.push(estimate);
    }

    /// Collects the gaps of a feature at its open edges, ordered by place and side.
    fn find_gaps(&mut self, root: SegmentIndex, odds: &Odds) {
        for &(slot, _) in self.dropped.iter().filter(|(_, now)| *now == root) {
            let mut at = self.first_edges[usize::from(slot)];
            while let Some(&Edge { place, side, next }) = self.edges.get(usize::from(at)) {
                if self.moved[usize::from(place)] != self.comparison {
                    self.gaps.push(((place, side), self.places[usize::from(place)].gap(odds, usize::from(side))));
                }
                at = next;
            }
        }
        for (index, around) in &self.fresh {
            for (side, _) in around.waiting().filter(|(_, other)| *other == root) {
                self.gaps.push(((*index, side as u8), around.gap(odds, side)));
            }
        }
        self.gaps.sort_unstable_by_key(|(at, _)| *at);
    }

    /// Returns the current surroundings of an open place.
    fn around(&self, index: usize) -> Surroundings {
        let fresh = self.fresh.iter().find(|(changed, _)| usize::from(*changed) == index);
        fresh.map_or_else(|| self.places[index], |(_, around)| *around)
    }
}
