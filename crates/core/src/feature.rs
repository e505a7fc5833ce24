//! Segments, and the features that they form by joining.
//!
//! This is a union-find structure with union by size and without path compression: looking up a root never writes, and a chain of k steps
//! needs at least 2^k segments. The segments of each feature form a ring, counters are merged by the family's merge rules, and the figures
//! on a feature form a linked list.

use crate::family_data::FamilyData;
use crate::index::{FigureIndex, FigureKind, SegmentIndex, TileIndex};
use crate::tile::{COUNTERS, MergeRule, NO_FIGURE, Node, TileKind};
use crate::{MAX_FIGURES, MAX_SEATS, MAX_SEGMENT_KINDS, MAX_SEGMENTS, wide_bits};

/// Value of `Figure::segment` for a figure in supply.
const IN_SUPPLY: SegmentIndex = 0xffff;
/// Value of `Figure::segment` for a captive held by seat 0; the values for the other seats follow.
const CAPTIVE: SegmentIndex = 0xff00;
const _: () = assert!(MAX_FIGURES < u128::BITS as usize);

/// A figure: its owner, kind and location.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Figure {
    /// Seat of its owner.
    pub seat: u8,
    /// The kind of figure, numbered by the family.
    pub kind: FigureKind,
    next: FigureIndex,
    corner: u8,
    attached: u8,
    segment: SegmentIndex,
}

impl Figure {
    const NONE: Self = Self { seat: 0, kind: 0, next: NO_FIGURE, corner: 0, attached: 0, segment: IN_SUPPLY };

    /// Returns whether the two figures are interchangeable: same owner, kind, number of tokens and location.
    #[inline]
    pub fn is_interchangeable_with(&self, other: &Self) -> bool {
        // Compares the segment first, because it differs most often.
        self.segment == other.segment
            && (self.seat, self.kind, self.corner, self.attached)
                == (other.seat, other.kind, other.corner, other.attached)
    }

    /// Returns the segment on which the figure stands, or `None` while it is in supply or captive.
    #[inline]
    pub fn segment(&self) -> Option<SegmentIndex> {
        (self.segment < CAPTIVE).then_some(self.segment)
    }

    /// Returns whether the figure is in its owner's supply or reserve.
    #[inline]
    pub fn is_in_supply(&self) -> bool {
        self.segment == IN_SUPPLY
    }

    /// Returns the seat that holds the figure captive, or `None` if it is not a captive.
    #[inline]
    pub fn captor(&self) -> Option<u8> {
        (CAPTIVE..IN_SUPPLY).contains(&self.segment).then(|| (self.segment - CAPTIVE) as u8)
    }

    /// Returns the corner of its tile on which the figure was placed (0 to 3, clockwise from the north-east), or 0 if it is not on a
    /// corner.
    #[inline]
    pub fn corner(&self) -> u8 {
        self.corner
    }

    /// Returns the number of tokens attached to the figure since it was placed on its segment.
    #[inline]
    pub fn attached(&self) -> u8 {
        self.attached
    }
}

/// The segments of all tiles on the table, and the figures that stand on them.
///
/// A *root* is the segment that represents its feature; queries about a feature take its root.
#[derive(Clone, Copy, Debug)]
pub struct Features {
    len: u16,
    figures_len: u8,
    /// True if the newest tile left some feature without an open join.
    ended: bool,
    /// Number of each seat's captive figures, so that they are searched for only if there are any.
    captives: [u8; MAX_SEATS],
    /// The figures on the table, one bit each.
    standing: u128,
    /// The figures on segments of each kind, one bit each.
    standing_on: [u128; MAX_SEGMENT_KINDS],
    /// Total number of tokens attached to figures on the table.
    tokens: u16,
    nodes: [Node; MAX_SEGMENTS],
    figures: [Figure; MAX_FIGURES],
}

impl Default for Features {
    fn default() -> Self {
        Self {
            len: 0,
            figures_len: 0,
            ended: false,
            captives: [0; MAX_SEATS],
            standing: 0,
            standing_on: [0; MAX_SEGMENT_KINDS],
            tokens: 0,
            nodes: [Node::default(); MAX_SEGMENTS],
            figures: [Figure::NONE; MAX_FIGURES],
        }
    }
}

impl Features {
    pub(crate) fn copy_used(&mut self, other: &Self) {
        let len = usize::from(other.len);
        self.len = other.len;
        self.ended = other.ended;
        self.nodes[..len].copy_from_slice(&other.nodes[..len]);
        self.figures_len = other.figures_len;
        self.captives = other.captives;
        self.standing = other.standing;
        self.standing_on = other.standing_on;
        self.tokens = other.tokens;
        let figures = usize::from(other.figures_len);
        self.figures[..figures].copy_from_slice(&other.figures[..figures]);
    }

    /// Returns the number of segments on the table.
    pub fn len(&self) -> u16 {
        self.len
    }

    /// Returns whether the table is empty.
    pub fn is_empty(&self) -> bool {
        self.len == 0
    }

    /// Returns the root of the segment's feature.
    #[inline]
    pub fn root(&self, segment: SegmentIndex) -> SegmentIndex {
        let mut at = segment;
        loop {
            let parent = self.node(at).parent;
            if parent == at {
                return at;
            }
            at = parent;
        }
    }

    /// Iterates over the roots of all features, lowest first.
    pub fn roots(&self) -> impl Iterator<Item = SegmentIndex> {
        (0..self.len).filter(|&segment| self.node(segment).parent == segment)
    }

    /// Iterates over the roots of all features of a kind, lowest first.
    pub fn roots_of(&self, kind: u8) -> impl Iterator<Item = SegmentIndex> {
        let nodes = self.nodes[..usize::from(self.len)].iter().zip(0..);
        nodes.filter(move |&(node, segment)| node.kind == kind && node.parent == segment).map(|(_, segment)| segment)
    }

    /// Iterates over the roots of the features that still need joins, of the given kinds (a bit set), highest first.
    pub fn open_roots_of(&self, kinds: u16) -> impl Iterator<Item = SegmentIndex> {
        let nodes = self.nodes[..usize::from(self.len)].iter().enumerate().rev();
        // Compares without branches, because most segments differ in one of the three.
        let is_open_root = move |&(segment, node): &(usize, &Node)| {
            (node.open > 0) & (usize::from(node.parent) == segment) & (kinds >> (node.kind & 15) & 1 == 1)
        };
        nodes.filter(is_open_root).map(|(segment, _)| segment as SegmentIndex)
    }

    /// Iterates over the segments of a feature in ring order, starting with the given one.
    #[inline]
    pub fn ring(&self, from: SegmentIndex) -> impl Iterator<Item = SegmentIndex> {
        let mut at = Some(from);
        std::iter::from_fn(move || {
            let this = at?;
            let next = self.node(this).next;
            at = (next != from).then_some(next);
            Some(this)
        })
    }

    /// Returns the number of the segment's kind in the family.
    #[inline]
    pub fn kind(&self, segment: SegmentIndex) -> u8 {
        self.node(segment).kind
    }

    /// Returns the tile to which the segment belongs.
    #[inline]
    pub fn tile_of(&self, segment: SegmentIndex) -> TileIndex {
        self.node(segment).tile
    }

    /// Returns the number of joins that the feature still needs; 0 means that it is complete.
    #[inline]
    pub fn open(&self, root: SegmentIndex) -> u16 {
        self.node(root).open
    }

    /// Returns whether the newest tile left some feature without an open join.
    #[inline]
    pub(crate) fn has_ended_feature(&self) -> bool {
        self.ended
    }

    /// Returns the number of segments in the feature.
    #[inline]
    pub fn size(&self, root: SegmentIndex) -> u16 {
        self.node(root).size
    }

    /// Returns one of the feature's merged counters.
    #[inline]
    pub fn counter(&self, root: SegmentIndex, counter: usize) -> u8 {
        self.node(root).counters[counter]
    }

    /// Returns whether any figure stands on the feature.
    #[inline]
    pub fn is_occupied(&self, root: SegmentIndex) -> bool {
        self.node(root).figures != NO_FIGURE
    }

    /// Iterates over the figures on the feature.
    #[inline]
    pub fn figures_on(&self, root: SegmentIndex) -> impl Iterator<Item = FigureIndex> {
        let mut at = self.node(root).figures;
        std::iter::from_fn(move || {
            let this = at;
            if this == NO_FIGURE {
                return None;
            }
            at = self.figures[usize::from(this)].next;
            Some(this)
        })
    }

    /// Returns all figures in the game, by index: seat by seat, kind by kind.
    #[inline]
    pub fn figures(&self) -> &[Figure] {
        &self.figures[..usize::from(self.figures_len)]
    }

    /// Iterates over the figures that are on the table among the `len` figures starting at index `first`, with their segments.
    #[inline]
    pub fn standing(&self, first: usize, len: usize) -> impl Iterator<Item = (FigureIndex, SegmentIndex)> {
        // Iterates over the set bits, so that no branch depends on which figures are on the table.
        let all = self.standing >> first & !(u128::MAX << len);
        self.with_segments(first, all as u64).chain(self.with_segments(first + 64, (all >> 64) as u64))
    }

    /// Returns which of the `len` figures (fewer than 64) starting at index `first` are on the table, one bit each.
    #[inline]
    pub fn standing_bits(&self, first: usize, len: usize) -> u64 {
        window(self.standing, first, len)
    }

    /// Like [`standing_bits`](Self::standing_bits), but only for figures on segments of the given kind.
    #[inline]
    pub fn standing_bits_on(&self, kind: u8, first: usize, len: usize) -> u64 {
        window(self.standing_on[usize::from(kind) % MAX_SEGMENT_KINDS], first, len)
    }

    /// Iterates over the figures given by these bits, with their segments. Bit 0 stands for the figure `first`, and all the figures must be
    /// on the table.
    #[inline]
    pub fn with_segments(&self, first: usize, bits: u64) -> impl Iterator<Item = (FigureIndex, SegmentIndex)> {
        wide_bits(bits).map(move |bit| ((first + bit) as FigureIndex, self.figures[first + bit].segment))
    }

    /// Returns the number of tokens attached to figures on the table.
    #[inline]
    pub fn tokens(&self) -> u16 {
        self.tokens
    }

    /// Returns a copy of the figure at this index.
    #[inline]
    pub fn figure(&self, index: FigureIndex) -> Figure {
        self.figures[usize::from(index)]
    }

    /// Returns the number of tiles that the feature covers. A tile counts once even if several of its segments belong to the feature.
    pub fn tiles(&self, root: SegmentIndex) -> u16 {
        let node = self.node(root);
        if node.twins < 2 {
            return node.size;
        }
        self.ring(root).filter(|&segment| !self.has_earlier_twin(segment, root)).count() as u16
    }

    /// Returns whether a segment of the same tile with a lower index belongs to the same feature.
    fn has_earlier_twin(&self, segment: SegmentIndex, root: SegmentIndex) -> bool {
        let this = self.node(segment);
        (0..segment)
            .rev()
            .take_while(|&other| self.node(other).tile == this.tile)
            .any(|other| self.node(other).kind == this.kind && self.root(other) == root)
    }

    /// Returns how many of a seat's figures other seats hold captive.
    #[inline]
    pub fn captives(&self, seat: u8) -> u8 {
        self.captives[usize::from(seat)]
    }

    /// Adds a tile's segments, each as a separate feature. Returns the index of the first one.
    #[inline]
    pub(crate) fn add_tile(&mut self, kind: &TileKind, tile: TileIndex) -> SegmentIndex {
        let first = self.len;
        self.ended = kind.has_ended;
        self.len += SegmentIndex::from(kind.len);
        let nodes = &mut self.nodes[usize::from(first)..usize::from(self.len)];
        let mut this = first;
        #[allow(clippy::explicit_counter_loop, reason = "a zipped iterator would be advanced for every segment")]
        for (node, own) in nodes.iter_mut().zip(&kind.nodes) {
            // The node is copied as a whole, because copying it field by field takes three times as long.
            *node = *own;
            (node.parent, node.next, node.tile) = (this, this, tile);
            this += 1;
        }
        first
    }

    /// Joins two segments across an edge: their features merge, and the merged feature has two fewer open joins. Segments of different
    /// kinds stay separate features.
    #[inline]
    pub(crate) fn join<F: FamilyData>(&mut self, a: SegmentIndex, b: SegmentIndex) {
        self.merge::<F>(a, b, 2);
    }

    /// Merges the features of two segments that are not joined by an edge; the number of open joins does not change.
    pub(crate) fn unite<F: FamilyData>(&mut self, a: SegmentIndex, b: SegmentIndex) {
        self.merge::<F>(a, b, 0);
    }

    /// Closes one open join of a feature.
    #[inline]
    pub(crate) fn seal<F: FamilyData>(&mut self, segment: SegmentIndex) {
        let root = self.root(segment);
        self.close_joins::<F>(root, 1);
    }

    /// Subtracts closed joins from the open joins of a feature.
    #[inline(always)]
    fn close_joins<F: FamilyData>(&mut self, root: SegmentIndex, joins: u16) {
        let node = self.node_mut(root);
        node.open -= joins;
        let ended = node.open == 0;
        self.ended |= F::KEEPS_ENDED & ended;
    }

    #[inline(always)]
    fn merge<F: FamilyData>(&mut self, a: SegmentIndex, b: SegmentIndex, joins: u16) {
        let (mut a, mut b) = (self.root(a), self.root(b));
        if a == b {
            self.close_joins::<F>(a, joins);
            return;
        }
        if self.node(a).kind != self.node(b).kind {
            // If a family lets different kinds meet, each segment closes the other's open join.
            self.close_joins::<F>(a, joins / 2);
            self.close_joins::<F>(b, joins / 2);
            return;
        }
        if self.node(a).size < self.node(b).size {
            (a, b) = (b, a);
        }
        let (small, next) = (*self.node(b), self.node(a).next);
        let end = self.node_mut(b);
        (end.parent, end.next) = (a, next);
        let large = self.node_mut(a);
        large.next = small.next;
        large.size += small.size;
        large.open = large.open + small.open - joins;
        let ended = large.open == 0;
        large.twins = large.twins.saturating_add(small.twins);
        // Usually there are no counters to merge.
        if small.counters != [0; COUNTERS] || !const { MergeRule::all_keep_value_merged_with_zero(&F::MERGE_RULES) } {
            for counter in 0..COUNTERS {
                let (mine, theirs) = (large.counters[counter], small.counters[counter]);
                large.counters[counter] = F::MERGE_RULES[counter].merge(mine, theirs);
            }
        }
        if small.figures != NO_FIGURE {
            let rest = std::mem::replace(&mut large.figures, small.figures);
            self.append(small.figures, rest);
        }
        self.ended |= F::KEEPS_ENDED & ended;
    }

    /// Appends the list `rest` to the list that starts with `first`.
    #[inline]
    fn append(&mut self, first: FigureIndex, rest: FigureIndex) {
        let mut last = first;
        while self.figures[usize::from(last)].next != NO_FIGURE {
            last = self.figures[usize::from(last)].next;
        }
        self.figures[usize::from(last)].next = rest;
    }

    /// Adds a figure to the game, in supply.
    pub(crate) fn add_figure(&mut self, seat: u8, kind: FigureKind) {
        self.figures[usize::from(self.figures_len)] = Figure { seat, kind, ..Figure::NONE };
        self.figures_len += 1;
    }

    /// Puts a figure from supply onto a segment.
    #[inline]
    pub(crate) fn put_figure(&mut self, figure: FigureIndex, segment: SegmentIndex) {
        let root = self.root(segment);
        let next = self.node(root).figures;
        let this = &mut self.figures[usize::from(figure)];
        this.segment = segment;
        this.next = next;
        self.node_mut(root).figures = figure;
        let (bit, kind) = (1 << figure, self.node(segment).kind);
        self.standing |= bit;
        self.standing_on[usize::from(kind) % MAX_SEGMENT_KINDS] |= bit;
    }

    /// Takes a figure off the table.
    #[inline]
    pub(crate) fn remove_figure(&mut self, figure: FigureIndex) {
        let Figure { segment, next, .. } = self.figures[usize::from(figure)];
        let root = self.root(segment);
        if self.node(root).figures == figure {
            self.node_mut(root).figures = next;
        } else {
            let before = self.figures_on(root).find(|&f| self.figures[usize::from(f)].next == figure);
            if let Some(before) = before {
                self.figures[usize::from(before)].next = next;
            }
        }
        let (bit, kind) = (1 << figure, self.node(segment).kind);
        self.standing &= !bit;
        self.standing_on[usize::from(kind) % MAX_SEGMENT_KINDS] &= !bit;
        let this = &mut self.figures[usize::from(figure)];
        self.tokens -= u16::from(this.attached);
        this.segment = IN_SUPPLY;
        this.next = NO_FIGURE;
        this.corner = 0;
        this.attached = 0;
    }

    /// Attaches tokens to a figure on the table.
    pub(crate) fn attach(&mut self, figure: FigureIndex, tokens: u8) {
        let before = std::mem::replace(&mut self.figures[usize::from(figure)].attached, tokens);
        self.tokens = self.tokens + u16::from(tokens) - u16::from(before);
    }

    /// Records the corner on which a figure was placed.
    pub(crate) fn put_on_corner(&mut self, figure: FigureIndex, corner: u8) {
        self.figures[usize::from(figure)].corner = corner;
    }

    /// Makes a figure that is off the table a captive, or releases it.
    pub(crate) fn set_captor(&mut self, figure: FigureIndex, by: Option<u8>) {
        let this = &mut self.figures[usize::from(figure)];
        let captives = &mut self.captives[usize::from(this.seat)];
        *captives = *captives + u8::from(by.is_some()) - u8::from(this.captor().is_some());
        this.segment = by.map_or(IN_SUPPLY, |seat| CAPTIVE + SegmentIndex::from(seat));
    }

    /// Subtracts `tiles` from the number of tiles that a surrounded segment still needs; returns whether it is complete.
    #[inline]
    pub(crate) fn count_surrounding_tiles(&mut self, segment: SegmentIndex, tiles: u16) -> bool {
        let node = self.node_mut(segment);
        node.open -= tiles;
        node.open == 0
    }

    #[inline(always)]
    fn node(&self, segment: SegmentIndex) -> &Node {
        &self.nodes[usize::from(segment)]
    }

    #[inline(always)]
    fn node_mut(&mut self, segment: SegmentIndex) -> &mut Node {
        &mut self.nodes[usize::from(segment)]
    }
}

/// Returns the bits of the `len` figures starting at index `first`, whose bit becomes bit 0.
#[inline(always)]
fn window(figures: u128, first: usize, len: usize) -> u64 {
    debug_assert!(len < 64);
    (figures >> first) as u64 & !(u64::MAX << len)
}
