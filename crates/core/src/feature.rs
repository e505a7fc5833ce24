//! Segments and the features that they form by joining.
//!
//! Union by size without path compression: a look-up never writes, and a chain of k steps needs 2^k segments. A ring
//! through each feature's segments lists them; counters merge by the family's merge rules; figures hang on the feature as a list.

use crate::family_data::FamilyData;
use crate::index::{FigureIndex, FigureKind, SegmentIndex, TileIndex};
use crate::tile::{COUNTERS, MergeRule, NO_FIGURE, Node, TileKind};
use crate::{MAX_FIGURES, MAX_SEATS, MAX_SEGMENT_KINDS, MAX_SEGMENTS, wide_bits};

/// Where a figure stands that stands nowhere.
const IN_SUPPLY: SegmentIndex = 0xffff;
/// Where a captive of seat 0 stands; those of the next seats follow.
const CAPTIVE: SegmentIndex = 0xff00;
const _: () = assert!(MAX_FIGURES < u128::BITS as usize);

/// A figure: whose it is, of what kind, and where it stands.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Figure {
    /// Its owner's seat.
    pub seat: u8,
    /// Its kind.
    pub kind: FigureKind,
    next: FigureIndex,
    corner: u8,
    attached: u8,
    segment: SegmentIndex,
}

impl Figure {
    const NONE: Self = Self { seat: 0, kind: 0, next: NO_FIGURE, corner: 0, attached: 0, segment: IN_SUPPLY };

    /// Whether nobody can tell it from another: it has the same owner and kind, as many tokens, and is in the same place.
    #[inline]
    pub fn is_like(&self, other: &Self) -> bool {
        // The segment first: it is what mostly differs.
        self.segment == other.segment
            && (self.seat, self.kind, self.corner, self.attached)
                == (other.seat, other.kind, other.corner, other.attached)
    }

    /// The segment on which it stands; none while it is in supply or a captive.
    #[inline]
    pub fn segment(&self) -> Option<SegmentIndex> {
        (self.segment < CAPTIVE).then_some(self.segment)
    }

    /// Whether its owner has it in supply.
    #[inline]
    pub fn in_supply(&self) -> bool {
        self.segment == IN_SUPPLY
    }

    /// The seat that holds it captive.
    #[inline]
    pub fn captor(&self) -> Option<u8> {
        (CAPTIVE..IN_SUPPLY).contains(&self.segment).then(|| (self.segment - CAPTIVE) as u8)
    }

    /// The corner of its tile on which it was placed: 0 to 3, clockwise from the north-east; 0 where it stands on none.
    #[inline]
    pub fn corner(&self) -> u8 {
        self.corner
    }

    /// The tokens that were attached to it since it came to stand where it stands.
    #[inline]
    pub fn attached(&self) -> u8 {
        self.attached
    }
}

/// The segments of all tiles on the table, and the figures that stand on them.
///
/// A *root* is the segment that stands for its feature; every question about a feature is asked of its root.
#[derive(Clone, Copy, Debug)]
pub struct Features {
    len: u16,
    figures_len: u8,
    /// The newest tile left some feature without an open join.
    ended: bool,
    /// How many figures of each seat are captives, so that they are looked for only where there are any.
    captives: [u8; MAX_SEATS],
    /// Which figures are on the table, one bit each.
    standing: u128,
    /// Which of them stand on segments of each kind.
    standing_on: [u128; MAX_SEGMENT_KINDS],
    /// How many tokens are attached to them.
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

    /// Segments on the table.
    pub fn len(&self) -> u16 {
        self.len
    }

    /// Whether the table is empty.
    pub fn is_empty(&self) -> bool {
        self.len == 0
    }

    /// The root of the segment's feature.
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

    /// The roots of all features, lowest first.
    pub fn roots(&self) -> impl Iterator<Item = SegmentIndex> {
        (0..self.len).filter(|&segment| self.node(segment).parent == segment)
    }

    /// The roots of all features of a kind, lowest first.
    pub fn roots_of(&self, kind: u8) -> impl Iterator<Item = SegmentIndex> {
        let nodes = self.nodes[..usize::from(self.len)].iter().zip(0..);
        nodes.filter(move |&(node, segment)| node.kind == kind && node.parent == segment).map(|(_, segment)| segment)
    }

    /// The segments of a feature, from any one of them, in the order of its ring.
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

    /// The family's number for the segment's kind.
    #[inline]
    pub fn kind(&self, segment: SegmentIndex) -> u8 {
        self.node(segment).kind
    }

    /// The tile that the segment belongs to.
    #[inline]
    pub fn tile_of(&self, segment: SegmentIndex) -> TileIndex {
        self.node(segment).tile
    }

    /// Joins that the feature still waits for; none means that it is complete.
    #[inline]
    pub fn open(&self, root: SegmentIndex) -> u16 {
        self.node(root).open
    }

    /// Whether the newest tile left some feature without an open join.
    #[inline]
    pub(crate) fn has_ended(&self) -> bool {
        self.ended
    }

    /// Segments in the feature.
    #[inline]
    pub fn size(&self, root: SegmentIndex) -> u16 {
        self.node(root).size
    }

    /// One of the feature's merged counters.
    #[inline]
    pub fn counter(&self, root: SegmentIndex, counter: usize) -> u8 {
        self.node(root).counters[counter]
    }

    /// Whether any figure stands on the feature.
    #[inline]
    pub fn is_occupied(&self, root: SegmentIndex) -> bool {
        self.node(root).figures != NO_FIGURE
    }

    /// The figures on the feature.
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

    /// All figures of the game, by number: seat by seat, kind by kind.
    #[inline]
    pub fn figures(&self) -> &[Figure] {
        &self.figures[..usize::from(self.figures_len)]
    }

    /// The figures on the table among so many from one on, by number, with the segments on which they stand.
    #[inline]
    pub fn standing(&self, first: usize, len: usize) -> impl Iterator<Item = (FigureIndex, SegmentIndex)> {
        // Bit by bit, so that no branch must foresee which of them stand.
        let all = self.standing >> first & !(u128::MAX << len);
        self.with_segments(first, all as u64).chain(self.with_segments(first + 64, (all >> 64) as u64))
    }

    /// Which figures among fewer than 64 from one on are on the table, one bit each.
    #[inline]
    pub fn standing_bits(&self, first: usize, len: usize) -> u64 {
        window(self.standing, first, len)
    }

    /// Which of them stand on segments of a kind.
    #[inline]
    pub fn standing_bits_on(&self, kind: u8, first: usize, len: usize) -> u64 {
        window(self.standing_on[usize::from(kind) % MAX_SEGMENT_KINDS], first, len)
    }

    /// The figures on the table for which these bits stand, from the number `first` on, with the segments on which they stand.
    #[inline]
    pub fn with_segments(&self, first: usize, bits: u64) -> impl Iterator<Item = (FigureIndex, SegmentIndex)> {
        wide_bits(bits).map(move |bit| ((first + bit) as FigureIndex, self.figures[first + bit].segment))
    }

    /// How many tokens are attached to figures on the table.
    #[inline]
    pub fn tokens(&self) -> u16 {
        self.tokens
    }

    /// A figure.
    #[inline]
    pub fn figure(&self, index: FigureIndex) -> Figure {
        self.figures[usize::from(index)]
    }

    /// Tiles that the feature covers. A tile counts once, also where several of its segments belong to the feature.
    pub fn tiles(&self, root: SegmentIndex) -> u16 {
        let node = self.node(root);
        if node.twins < 2 {
            return node.size;
        }
        self.ring(root).filter(|&segment| !self.has_earlier_twin(segment, root)).count() as u16
    }

    /// Whether a lower segment of the same tile belongs to the same feature.
    fn has_earlier_twin(&self, segment: SegmentIndex, root: SegmentIndex) -> bool {
        let this = self.node(segment);
        (0..segment)
            .rev()
            .take_while(|&other| self.node(other).tile == this.tile)
            .any(|other| self.node(other).kind == this.kind && self.root(other) == root)
    }

    /// How many figures of a seat others hold captive.
    #[inline]
    pub fn captives(&self, seat: u8) -> u8 {
        self.captives[usize::from(seat)]
    }

    /// Adds a tile's segments, each a feature of its own. Answers the first one's number.
    #[inline]
    pub(crate) fn add_tile(&mut self, kind: &TileKind, tile: TileIndex) -> SegmentIndex {
        let first = self.len;
        self.ended = kind.has_ended;
        self.len += SegmentIndex::from(kind.len);
        let nodes = &mut self.nodes[usize::from(first)..usize::from(self.len)];
        let mut this = first;
        #[allow(clippy::explicit_counter_loop, reason = "one more iterator would be asked for every segment")]
        for (node, own) in nodes.iter_mut().zip(&kind.nodes) {
            // Copied whole: field by field takes three times as much.
            *node = *own;
            (node.parent, node.next, node.tile) = (this, this, tile);
            this += 1;
        }
        first
    }

    /// Joins two segments across an edge: their features become one, and two joins fewer are awaited. Where the two are of
    /// different kinds, they stay two features.
    #[inline]
    pub(crate) fn join<F: FamilyData>(&mut self, a: SegmentIndex, b: SegmentIndex) {
        self.merge::<F>(a, b, 2);
    }

    /// Makes two segments one that no edge joins: nothing less is awaited.
    pub(crate) fn unite<F: FamilyData>(&mut self, a: SegmentIndex, b: SegmentIndex) {
        self.merge::<F>(a, b, 0);
    }

    /// Ends a feature at one more of its open joins.
    #[inline]
    pub(crate) fn seal<F: FamilyData>(&mut self, segment: SegmentIndex) {
        let root = self.root(segment);
        self.close_joins::<F>(root, 1);
    }

    /// Takes so many joins off what a feature waits for.
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
            // Where a family lets different kinds meet, each ends the other.
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
        // Mostly there is nothing to merge.
        if small.counters != [0; COUNTERS] || !const { MergeRule::all_keep_what_meets_none(&F::MERGE_RULES) } {
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

    /// Hangs `rest` behind the list that starts with `first`.
    #[inline]
    fn append(&mut self, first: FigureIndex, rest: FigureIndex) {
        let mut last = first;
        while self.figures[usize::from(last)].next != NO_FIGURE {
            last = self.figures[usize::from(last)].next;
        }
        self.figures[usize::from(last)].next = rest;
    }

    /// Gives the game one more figure, in supply.
    pub(crate) fn add_figure(&mut self, seat: u8, kind: FigureKind) {
        self.figures[usize::from(self.figures_len)] = Figure { seat, kind, ..Figure::NONE };
        self.figures_len += 1;
    }

    /// Puts a figure from supply onto a segment.
    #[inline]
    pub(crate) fn stand(&mut self, figure: FigureIndex, segment: SegmentIndex) {
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
    pub(crate) fn take_up(&mut self, figure: FigureIndex) {
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

    /// Puts this many tokens beside a figure on the table.
    pub(crate) fn attach(&mut self, figure: FigureIndex, tokens: u8) {
        let before = std::mem::replace(&mut self.figures[usize::from(figure)].attached, tokens);
        self.tokens = self.tokens + u16::from(tokens) - u16::from(before);
    }

    /// Notes the corner on which a figure was placed.
    pub(crate) fn put_on_corner(&mut self, figure: FigureIndex, corner: u8) {
        self.figures[usize::from(figure)].corner = corner;
    }

    /// Makes a figure that stands nowhere a captive, or nobody's.
    pub(crate) fn hold(&mut self, figure: FigureIndex, by: Option<u8>) {
        let this = &mut self.figures[usize::from(figure)];
        let captives = &mut self.captives[usize::from(this.seat)];
        *captives = *captives + u8::from(by.is_some()) - u8::from(this.captor().is_some());
        this.segment = by.map_or(IN_SUPPLY, |seat| CAPTIVE + SegmentIndex::from(seat));
    }

    /// Takes `tiles` off what a surrounded segment waits for; whether it is complete now.
    #[inline]
    pub(crate) fn surround(&mut self, segment: SegmentIndex, tiles: u16) -> bool {
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

/// The bits of so many figures from one on, the first one's lowest.
#[inline(always)]
fn window(figures: u128, first: usize, len: usize) -> u64 {
    debug_assert!(len < 64);
    (figures >> first) as u64 & !(u64::MAX << len)
}
