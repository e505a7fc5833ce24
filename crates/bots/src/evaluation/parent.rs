//! What a position has in common with the one before it, its parent: most open places, and the features that wait for none of those that
//! changed. They are looked at and appraised once, and not again for each position that follows.
//!
//! What is said to be unchanged is found by comparing the two maps, whatever was done between them. The tiles of the parent lie on both,
//! in the same order, and so the segments have the same numbers; what they form can only have grown. The gaps of a feature come in the
//! order in which they are met where nothing is known, so that its appraisal is the same to the last bit. What changed is
//! [laid over](super::overlay) the features of the parent, whose order does not matter: [sums](super::parts) of what they give are exact.

use bastide_core::feature::Features;
use bastide_core::place::opposite;
use bastide_core::{Board, KindIndex, MAX_SEATS, MAX_SEGMENTS, Place, PlacedTile, SegmentIndex, bits};

use super::feature_estimate::{FeatureEstimate, FeatureKinds, Gap, MAX_GAPS, UNKNOWN, order_of_figure, order_of_side};
use super::odds::{Odds, need_number};
use super::overlay::Overlay;
use super::values::Sums;

/// Most tiles by which a position may be further on than its parent.
const MOST_TILES: usize = 2;

/// What lies round an open place.
#[derive(Clone, Copy, Debug)]
pub(super) struct Surroundings {
    /// The number of what is needed there.
    pub(super) number: u16,
    /// Tiles left that fit.
    pub(super) fits: u16,
    /// The roots of the features at the sides, where they are followed.
    pub(super) roots: [SegmentIndex; 4],
    /// The sides at which features are followed, one bit each.
    pub(super) followed: u8,
    /// Those of them at which features wait for a tile, one bit each: others never get complete.
    pub(super) waiting: u8,
}

impl Surroundings {
    /// Where nothing is followed.
    const NOTHING: Self = Self { number: 0, fits: 0, roots: [UNKNOWN; 4], followed: 0, waiting: 0 };

    /// Where something lay round the place already, if anything did: the same on a map that has grown.
    #[inline]
    fn grown(mut self, features: &Features, need: u16, odds: &Odds) -> Self {
        self.number = need_number(need);
        self.fits = odds.fits(self.number);
        for side in bits(self.followed.into()).map(|side| usize::from(side & 3)) {
            self.roots[side] = features.root(self.roots[side]);
        }
        self
    }

    /// The sides at which features wait for a tile, and their roots.
    #[inline]
    pub(super) fn waiting(&self) -> impl Iterator<Item = (usize, SegmentIndex)> {
        bits(self.waiting.into()).map(|side| (usize::from(side), self.roots[usize::from(side & 3)]))
    }

    /// Follows the feature at a side, which `waits` for a tile or never gets complete.
    #[inline]
    pub(super) fn follow(&mut self, side: usize, root: SegmentIndex, waits: bool) {
        self.roots[side] = root;
        self.followed |= 1 << side;
        self.waiting |= u8::from(waits) << side;
    }

    /// The gap that a feature has there which lies at a side.
    #[inline]
    pub(super) fn gap(&self, odds: &Odds, side: usize) -> Gap {
        Gap { fits: self.fits, closes: odds.closes(self.number, side) }
    }

    /// Calls `each` with the roots at two sides that a tile can join, and how many tiles can.
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

/// An open place beside a feature, and where the next one stands.
#[derive(Clone, Copy, Debug)]
struct Edge {
    place: u16,
    side: u8,
    next: u16,
}

/// Two features that a tile can join at an open place.
#[derive(Clone, Copy, Debug)]
struct Join {
    place: u16,
    a: SegmentIndex,
    b: SegmentIndex,
    tiles: u16,
    /// Whether somebody stands on both.
    occupied: bool,
    /// What that gives everybody, where it was [told](Parent::tell_joins).
    gives: Sums,
}

/// What is kept of a position, and what has changed in the one that is compared with it.
#[derive(Clone, Debug)]
pub(super) struct Parent {
    board: Box<Board>,
    is_kept: bool,
    left: u16,
    turns: [u16; MAX_SEATS],
    estimates: Vec<FeatureEstimate>,
    /// The number of each, by its root.
    slots: Vec<u16>,
    /// Those of features that never get complete, by number, and what they wait for all the same.
    endless: Vec<(u16, u16)>,
    /// The first of the open places beside each of them, among `edges`.
    first_edges: Vec<u16>,
    edges: Vec<Edge>,
    joins: Vec<Join>,
    /// Features of which the first depends on the second, by their roots.
    dependences: Vec<(SegmentIndex, SegmentIndex)>,
    /// What lies round each open place.
    places: Vec<Surroundings>,
    /// The features that wait for the places round them.
    surrounded: Vec<(SegmentIndex, Place)>,
    /// The comparison in which a feature was last found to have changed, by its root.
    changed: Vec<u32>,
    /// The same of open places, by number.
    moved: Vec<u32>,
    comparison: u32,
    /// The open places that changed or are new, by number, and the place and kind of the newest tile, if it alone made them so: then the
    /// same change by any tile of that kind at that place.
    changed_places: Vec<usize>,
    changed_by: Option<(Place, KindIndex)>,
    /// The features that changed, by their roots now.
    roots: Vec<SegmentIndex>,
    /// The open places that changed, by number, and what lies round them now.
    fresh: Vec<(u16, Surroundings)>,
    /// The estimates that do not hold any more, by number, and the roots of the features now.
    dropped: Vec<(u16, SegmentIndex)>,
    /// Those in their stead.
    found: Vec<FeatureEstimate>,
    /// The gaps of one of them, by place and side.
    gaps: Vec<((u16, u8), Gap)>,
}

impl Parent {
    /// Room for a position with a map like this one.
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

    /// Room for what lies round open places.
    pub(super) fn take_places(&mut self) -> Vec<Surroundings> {
        std::mem::take(&mut self.places)
    }

    /// Keeps what was found about a map, with the number of each estimate by its root.
    pub(super) fn keep(
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

    /// Keeps which features lie beside which open places, and which of them a tile could join there.
    fn keep_edges(&mut self, features: &Features, slots: &[u16], odds: &Odds) {
        self.edges.clear();
        self.joins.clear();
        self.first_edges.clear();
        self.first_edges.resize(self.estimates.len(), UNKNOWN);
        // The last place comes first, so that each list of them begins with the first.
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

    /// Forgets what was kept.
    pub(super) fn forget(&mut self) {
        self.is_kept = false;
    }

    /// Whether a map has grown from this one by very few tiles, with as many turns left.
    pub(super) fn is_near(&self, board: &Board, left: u16, turns: &[u16; MAX_SEATS]) -> bool {
        let (before, now) = (self.board.tiles(), board.tiles());
        let is_near = self.is_kept
            && (self.left, &self.turns) == (left, turns)
            && (before.len()..=before.len() + MOST_TILES).contains(&now.len());
        debug_assert!(!is_near || now.starts_with(before), "the position does not come from its parent");
        is_near
    }

    /// Finds out what has changed on a map that has grown from this one; `look` tells what lies round an open place there,
    /// `segment_at` what a tile has at a side, `meet` who stands on a feature. Answers whether it could: of very many features that wait
    /// for the places round them only the first are looked at, so that one more can change what is known of another.
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
            self.find_again(board, self.roots[number], (kinds, odds), &meet);
        }
        let is_surrounded = |estimate: &&FeatureEstimate| kinds.is_surrounded(estimate.kind);
        self.surrounded.len() + self.found.iter().filter(is_surrounded).count() <= MAX_GAPS
    }

    /// Lays what has changed over the features of the parent, which are handed out until they are [put back](Self::put_back). Those that
    /// are as they were, but depend on others that are not, count as changed too.
    pub(super) fn lay_over(
        &mut self,
        features: &Features,
        overlay: &mut Overlay,
        (estimates, slots): (&mut Vec<FeatureEstimate>, &mut Vec<u16>),
    ) {
        debug_assert!(self.is_unchanged(features), "what is known does not hold");
        self.put_back(estimates, slots);
        overlay.begin(estimates.len());
        self.dropped.iter().for_each(|&(slot, _)| overlay.drop(slot, estimates, slots));
        self.found.iter().for_each(|&found| overlay.add(found, estimates, slots));
        for &(root, on) in &self.dependences {
            let slot = slots[usize::from(root)];
            if self.has_changed(on) && usize::from(slot) < overlay.kept {
                self.changed[usize::from(root)] = self.comparison;
                overlay.drop(slot, estimates, slots);
                overlay.add(estimates[usize::from(slot)], estimates, slots);
            }
        }
    }

    /// Takes back the features that were handed out, for those that stood in their place.
    pub(super) fn put_back(&mut self, estimates: &mut Vec<FeatureEstimate>, slots: &mut Vec<u16>) {
        std::mem::swap(&mut self.estimates, estimates);
        std::mem::swap(&mut self.slots, slots);
    }

    /// Whether the feature of the parent with this root has changed, or become part of another.
    #[inline]
    pub(super) fn has_changed(&self, root: SegmentIndex) -> bool {
        self.changed[usize::from(root)] == self.comparison
    }

    /// What a feature gives depends on another one, too.
    pub(super) fn add_dependence(&mut self, root: SegmentIndex, on: SegmentIndex) {
        self.dependences.push((root, on));
    }

    /// Takes in what each join of two features on which somebody stands gives, by the features and the tiles that can join them.
    pub(super) fn tell_joins(&mut self, gives: impl Fn(SegmentIndex, SegmentIndex, u16) -> Sums) {
        for join in self.joins.iter_mut().filter(|join| join.occupied) {
            join.gives = gives(join.a, join.b, join.tiles);
        }
    }

    /// Shows what the joins gave that are not as they were, and what could join features now in their stead or beside them.
    pub(super) fn each_changed_join(
        &self,
        features: &Features,
        odds: &Odds,
        mut gone: impl FnMut(&Sums),
        mut now: impl FnMut(SegmentIndex, SegmentIndex, u16),
    ) {
        for join in &self.joins {
            let moved = self.moved[usize::from(join.place)] == self.comparison;
            // Fields that a road parts at an open place can become one without lying at one of its sides: their roots tell.
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

    /// Whether those features of the parent are as they were that were not found to have changed.
    fn is_unchanged(&self, features: &Features) -> bool {
        let before = &self.board.features;
        let is_as_it_was = |root: SegmentIndex| {
            features.root(root) == root
                && (before.open(root), before.size(root)) == (features.open(root), features.size(root))
                && before.figures_on(root).eq(features.figures_on(root))
        };
        let is_dropped = |slot: usize| self.dropped.iter().any(|&(dropped, _)| usize::from(dropped) == slot);
        let mut all = self.estimates.iter().enumerate();
        all.all(|(slot, estimate)| is_dropped(slot) || is_as_it_was(estimate.root))
    }

    /// Finds out what has changed.
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
                    self.change_known(features, self.board.features.root(segment));
                }
                now.into_iter().for_each(|segment| self.change(features.root(segment)));
            }
        }
        if let Some(tile) = board.tiles().get(self.board.tiles().len()) {
            for root in (tile.first..features.len()).map(|segment| features.root(segment)) {
                // Features that never get complete count where somebody stands.
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
                Some(&newest) => self.look_beside(board, (index, newest), (kinds, odds), &segment_at),
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

    /// Begins a comparison, in which nothing was found to have changed yet.
    fn begin_comparison(&mut self) {
        self.comparison = self.comparison.wrapping_add(1);
        if self.comparison == 0 {
            self.changed.fill(0);
            self.moved.fill(0);
            self.comparison = 1;
        }
    }

    /// An open place is another now, or needs something else.
    fn change_place(&mut self, features: &Features, index: usize, was: Place) {
        self.change_round(was);
        self.moved[index] = self.comparison;
        let around = self.places[index];
        around.waiting().for_each(|(_, root)| self.change_known(features, root));
    }

    /// What lies round an open place where the newest tile alone has come since the parent: what lay there, and what that tile has there.
    /// It has filled an open place, whose number the last one took, and opened places beside which nothing else lies.
    #[inline]
    fn look_beside(
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
            &Surroundings::NOTHING
        };
        let mut around = before.grown(&board.features, need, odds);
        if let Some(side) = (0..4).find(|&side| at.beside(side) == newest.at)
            && need >> (4 * side) & 15 & kinds.at_edges != 0
        {
            let root = board.features.root(segment_at(newest, opposite(side)));
            around.follow(side, root, !kinds.is_endless(board.features.kind(root)));
        }
        around
    }

    /// An open place is new, or needs something else.
    #[inline]
    fn add_place(&mut self, index: usize, is: Place, around: Surroundings) {
        self.change_round(is);
        around.waiting().for_each(|(_, root)| self.change(root));
        self.fresh.push((index as u16, around));
    }

    /// Features that wait for this place beside others wait for something else.
    fn change_round(&mut self, at: Place) {
        for number in 0..self.surrounded.len() {
            let (root, centre) = self.surrounded[number];
            if centre.touches(at) {
                self.change(root);
            }
        }
    }

    /// A feature of the parent is another now, or has become part of another.
    fn change_known(&mut self, features: &Features, root: SegmentIndex) {
        let now = features.root(root);
        self.change(now);
        if now != root {
            self.changed[usize::from(root)] = self.comparison;
            self.drop(root, now);
        }
    }

    /// A feature is another now.
    #[inline]
    fn change(&mut self, root: SegmentIndex) {
        let changed = &mut self.changed[usize::from(root)];
        if *changed != self.comparison {
            *changed = self.comparison;
            self.roots.push(root);
            self.drop(root, root);
        }
    }

    /// What is known of a feature of the parent does not hold any more, of which this is the root now.
    #[inline]
    fn drop(&mut self, root: SegmentIndex, now: SegmentIndex) {
        let slot = self.slots[usize::from(root)];
        if slot != UNKNOWN && !self.dropped.contains(&(slot, now)) {
            self.dropped.push((slot, now));
        }
    }

    /// Drops what is known of features that never get complete and have changed: no open place tells of them.
    fn drop_endless(&mut self, features: &Features) {
        for number in 0..self.endless.len() {
            let (slot, open) = self.endless[number];
            let root = self.estimates[usize::from(slot)].root;
            if features.root(root) != root || features.open(root) != open {
                self.change_known(features, root);
            }
        }
    }

    /// Finds out anew about a feature that changed, if it counts: somebody stands on it, or it waits for tiles.
    fn find_again(
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

    /// Finds the gaps of a feature at its edges, in their order.
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

    /// What lies round an open place now.
    fn around(&self, index: usize) -> Surroundings {
        let fresh = self.fresh.iter().find(|(changed, _)| usize::from(*changed) == index);
        fresh.map_or_else(|| self.places[index], |(_, around)| *around)
    }
}
