//! A kind of tile, compiled for play: a [`TileText`](crate::TileText) converted to numbers, for each rotation.

use std::ops::Range;

use crate::MAX_SEGMENT_KINDS;
use crate::index::{FigureIndex, KindIndex, SegmentIndex, TileIndex};

/// Maximum number of segments on one tile.
pub const MAX_TILE_SEGMENTS: usize = 12;
/// Number of counters attached to each segment. Counters merge when segments join.
pub const COUNTERS: usize = 3;

/// Rule by which a counter of two segments is merged when they join.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum MergeRule {
    /// The sum, at most 255.
    Add,
    /// Bitwise or of the two.
    Any,
    /// Bitwise and of the two.
    All,
    /// The larger of the two.
    Max,
}

impl MergeRule {
    /// Returns whether all these rules leave a counter unchanged when it is merged with 0.
    pub(crate) const fn all_keep_value_merged_with_zero(rules: &[Self; COUNTERS]) -> bool {
        let mut rule = 0;
        while rule < COUNTERS {
            if matches!(rules[rule], Self::All) {
                return false;
            }
            rule += 1;
        }
        true
    }

    /// Merges two counters.
    #[inline(always)]
    pub const fn merge(self, a: u8, b: u8) -> u8 {
        match self {
            Self::Add => a.saturating_add(b),
            Self::Any => a | b,
            Self::All => a & b,
            Self::Max => {
                if a > b {
                    a
                } else {
                    b
                }
            }
        }
    }
}

/// One segment on a kind of tile.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Segment {
    /// The kind of segment, as numbered by the family: `city`, `road` and so on.
    pub kind: u8,
    /// Number of open joins: one per edge or half-edge, or eight if the places around the tile complete the segment.
    pub open: u8,
    /// True if another segment of the same kind is on the same tile, so that the two can become parts of one feature.
    pub twin: bool,
    /// True if the segment is completed by tiles in the eight places around its tile.
    pub surrounded: bool,
    /// The segments of the same tile that this one touches, one bit each, if the family needs them.
    pub touches: u16,
    /// The segments of the same tile to which a figure can move from this one, one bit each, if the family needs them.
    pub links: u16,
    /// In families with layered segments: the segment of the same tile, itself without ports, that joins its counterpart wherever this one
    /// does.
    pub along: Option<u8>,
    /// The family's symbols, which belong to this segment alone and do not merge.
    pub symbols: u8,
    /// Initial values of the counters that the family attaches to the segment.
    pub counters: [u8; COUNTERS],
}

/// Marks the end of a list of figures.
pub(crate) const NO_FIGURE: FigureIndex = 0xff;

/// A segment on the table. In a feature's root, all fields except `parent`, `next`, `tile` and `kind` describe the whole feature.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Node {
    pub(crate) parent: SegmentIndex,
    pub(crate) next: SegmentIndex,
    pub(crate) size: u16,
    pub(crate) open: u16,
    pub(crate) tile: TileIndex,
    pub(crate) kind: u8,
    /// Number of segments that share their tile with another of their kind.
    pub(crate) twins: u8,
    /// The first of the figures on the feature.
    pub(crate) figures: FigureIndex,
    pub(crate) counters: [u8; COUNTERS],
}

const _: () = assert!(size_of::<Node>() == 16);

impl Node {
    /// Creates the node for a segment that is not yet laid.
    const fn of(segment: &Segment) -> Self {
        Self {
            parent: 0,
            next: 0,
            size: 1,
            open: segment.open as u16,
            tile: 0,
            kind: segment.kind,
            twins: segment.twin as u8,
            figures: NO_FIGURE,
            counters: segment.counters,
        }
    }
}

/// A kind of tile in one rotation.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Turned {
    /// The kinds of the edges: four bits per side, of which only the bit for the side's kind is set.
    pub edges: u16,
    /// The segments at the three ports of each side, clockwise.
    pub ports: [[u8; 3]; 4],
}

/// A kind of tile, all copies of which are alike.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct TileKind {
    /// Number of copies, including the start tile.
    pub copies: u8,
    /// The pile that contains the copies: [`PILE_BAG`], [`PILE_FIRST`], [`PILE_HELD`] or [`PILE_APART`].
    pub pile: u8,
    /// Symbols that act on the whole tile, one bit each, as numbered by the family.
    pub marks: u32,
    /// True if the tile fits any edge and ends whatever meets it. Such a tile has no ports, and can only fill a place with a tile on every
    /// side.
    pub closes: bool,
    /// Number of distinct rotations: 1, 2 or 4. Rotation `r` looks like `r % rotations`.
    pub rotations: u8,
    /// Number of segments.
    pub len: u8,
    /// True if any segment is completed by the places around the tile.
    pub has_surrounded: bool,
    /// True if any segment has no open joins from the start.
    pub has_ended: bool,
    /// The segments; only the first `len` are used.
    pub segments: [Segment; MAX_TILE_SEGMENTS],
    /// The segments of each kind, one bit each.
    pub of_kinds: [u16; MAX_SEGMENT_KINDS],
    /// The nodes to copy to the table when the tile is laid.
    pub nodes: [Node; MAX_TILE_SEGMENTS],
    /// The four rotations, clockwise.
    pub turned: [Turned; 4],
    /// The segment at each corner in rotation 0, clockwise from the north-east, or [`NO_SEGMENT`] where two segments meet.
    pub corners: [u8; 4],
}

/// Marks the absence of a segment.
pub const NO_SEGMENT: u8 = 0xff;
/// The pile from which tiles are drawn.
pub const PILE_BAG: u8 = 0;
/// The pile that is drawn before all others.
pub const PILE_FIRST: u8 = 1;
/// Tiles that players hold and never draw.
pub const PILE_HELD: u8 = 2;
/// Tiles that are kept separate and drawn only when the rules call for one.
pub const PILE_APART: u8 = 3;
/// Number of piles.
pub const PILES: usize = 4;

/// Returns the index range that covers all kinds in [`PILE_FIRST`]. It is usually short, which spares a draw from scanning all kinds.
pub fn first_kinds(kinds: &[TileKind]) -> Range<KindIndex> {
    let is_first = |kind: &TileKind| kind.pile == PILE_FIRST;
    let first = kinds.iter().position(is_first).unwrap_or(0);
    let behind = kinds.iter().rposition(is_first).map_or(0, |last| last + 1);
    first as KindIndex..behind as KindIndex
}

impl TileKind {
    /// Compiles a tile from its ports, its edge kinds (each 0 to 3, from north to west) and its segments, whose `open` and `twin` are
    /// computed here.
    ///
    /// # Panics
    /// Panics if there are no segments or more than [`MAX_TILE_SEGMENTS`] (families check this first), or if the kind of a segment is not
    /// below [`MAX_SEGMENT_KINDS`].
    pub fn new(copies: u8, ports: [u8; 12], edges: [u8; 4], segments: &[Segment]) -> Self {
        assert!((1..=MAX_TILE_SEGMENTS).contains(&segments.len()));
        assert!(segments.iter().all(|segment| usize::from(segment.kind) < MAX_SEGMENT_KINDS));
        let mut turned = [Turned::default(); 4];
        for (rotation, turned) in turned.iter_mut().enumerate() {
            for side in 0..4 {
                let from = (side + 4 - rotation) % 4;
                turned.ports[side].copy_from_slice(&ports[3 * from..3 * from + 3]);
                turned.edges |= 1 << (4 * side + usize::from(edges[from]));
            }
        }
        let corner = |side: usize| (ports[3 * side + 2], ports[(3 * side + 3) % 12]);
        let corners = std::array::from_fn(|side| match corner(side) {
            (a, b) if a == b => a,
            _ => NO_SEGMENT,
        });
        let mut all = [Segment::default(); MAX_TILE_SEGMENTS];
        for (i, segment) in segments.iter().enumerate() {
            let mut open = if segment.surrounded { 8 } else { 0 };
            for edge in turned[0].ports {
                let joins = if is_whole(edge) { &edge[1..2] } else { &edge[..] };
                open += joins.iter().filter(|&&port| usize::from(port) == i).count() as u8;
            }
            let twin = segments.iter().enumerate().any(|(j, other)| j != i && other.kind == segment.kind);
            all[i] = Segment { open, twin, ..*segment };
        }
        let mut of_kinds = [0; MAX_SEGMENT_KINDS];
        for (i, segment) in segments.iter().enumerate() {
            of_kinds[usize::from(segment.kind)] |= 1 << i;
        }
        let mut kind = Self {
            copies,
            pile: PILE_BAG,
            marks: 0,
            closes: false,
            corners,
            rotations: 4,
            len: segments.len() as u8,
            has_surrounded: segments.iter().any(|s| s.surrounded),
            has_ended: all[..segments.len()].iter().any(|s| s.open == 0),
            segments: all,
            of_kinds,
            nodes: all.map(|segment| Node::of(&segment)),
            turned,
        };
        kind.rotations = [1, 2].into_iter().find(|&r| kind.looks_alike(r)).unwrap_or(4) as u8;
        kind
    }

    /// Compiles a tile without ports that fits any edge and ends whatever meets it; all its segments are inside the tile.
    ///
    /// # Panics
    /// Panics under the same conditions as [`TileKind::new`].
    pub fn closing(copies: u8, segments: &[Segment]) -> Self {
        let mut kind = Self::new(copies, [0; 12], [0; 4], segments);
        for (compiled, segment) in kind.segments.iter_mut().zip(segments) {
            compiled.open = if segment.surrounded { 8 } else { 0 };
        }
        kind.nodes = kind.segments.map(|segment| Node::of(&segment));
        kind.has_ended = kind.segments().iter().any(|segment| segment.open == 0);
        kind.closes = true;
        kind.rotations = 1;
        kind.corners = [NO_SEGMENT; 4];
        kind.turned = [Turned { edges: u16::MAX, ports: [[NO_SEGMENT; 3]; 4] }; 4];
        kind
    }

    /// Returns the segment at a corner of the rotated tile, counted clockwise from the north-east, or [`NO_SEGMENT`] where two segments
    /// meet.
    #[inline]
    pub fn corner(&self, rotation: u8, corner: usize) -> u8 {
        self.corners[(corner + 4 - usize::from(rotation & 3)) % 4]
    }

    /// Returns the segments.
    #[inline]
    pub fn segments(&self) -> &[Segment] {
        &self.segments[..usize::from(self.len)]
    }

    /// Returns the segments of this kind, one bit each.
    #[inline]
    pub fn segments_of(&self, kind: u8) -> u16 {
        self.of_kinds[usize::from(kind) % MAX_SEGMENT_KINDS]
    }

    /// Returns whether the tile looks the same after `by` quarter turns, that is, whether its segments can be renamed so that ports map to
    /// ports and every segment maps to an equivalent one.
    fn looks_alike(&self, by: usize) -> bool {
        let mut name = [None; MAX_TILE_SEGMENTS];
        for side in 0..4 {
            for port in 0..3 {
                let (was, is) = (self.turned[0].ports[side][port], self.turned[by].ports[side][port]);
                match name[usize::from(was)] {
                    None => name[usize::from(was)] = Some(is),
                    Some(other) if other == is => {}
                    Some(_) => return false,
                }
            }
        }
        self.name_inner(&mut name);
        let named = |i: u8| name[usize::from(i)].unwrap_or(i);
        let rename =
            |touches: u16| (0..self.len).filter(|i| touches >> i & 1 == 1).fold(0u16, |mask, i| mask | 1 << named(i));
        self.segments().iter().enumerate().all(|(i, segment)| {
            let other = self.segments[usize::from(named(i as u8))];
            let (touches, links) = (rename(segment.touches), rename(segment.links));
            Segment { touches, links, along: segment.along.map(named), ..*segment } == other
        })
    }

    /// Extends `name` to inner segments. Wherever a mapped segment touches exactly one segment, or has one that joins along with it, that
    /// segment is mapped to its counterpart.
    fn name_inner(&self, name: &mut [Option<u8>; MAX_TILE_SEGMENTS]) {
        let alone = |mask: u16| (mask.count_ones() == 1).then(|| mask.trailing_zeros() as u8);
        for (i, segment) in self.segments().iter().enumerate() {
            let Some(is) = name[i] else { continue };
            let other = self.segments[usize::from(is)];
            for pair in [(alone(segment.touches), alone(other.touches)), (segment.along, other.along)] {
                let (Some(inner), Some(is)) = pair else { continue };
                if name[usize::from(inner)].is_none() {
                    name[usize::from(inner)] = Some(is);
                }
            }
        }
    }
}

/// Returns whether one segment owns the whole edge, in which case it joins through its middle port alone. Otherwise a line divides the
/// edge, and all three ports join.
#[inline(always)]
pub(crate) const fn is_whole(edge: [u8; 3]) -> bool {
    edge[0] == edge[1]
}

#[cfg(test)]
mod tests {
    use super::*;

    fn segment(kind: u8) -> Segment {
        Segment { kind, ..Segment::default() }
    }

    #[test]
    fn a_straight_road_looks_alike_after_a_half_turn() {
        // fff frg ggg grf: two fields and a road from east to west.
        let kind =
            TileKind::new(8, [0, 0, 0, 0, 1, 2, 2, 2, 2, 2, 1, 0], [2, 1, 2, 1], &[segment(2), segment(1), segment(2)]);
        assert_eq!(kind.rotations, 2);
        assert_eq!([kind.segments[0].open, kind.segments[1].open, kind.segments[2].open], [3, 2, 3]);
        assert!(kind.segments[0].twin && !kind.segments[1].twin);
    }

    #[test]
    fn a_mark_on_one_side_distinguishes_rotations() {
        let plain =
            TileKind::new(1, [0, 0, 0, 1, 1, 1, 2, 2, 2, 1, 1, 1], [0, 2, 0, 2], &[segment(0), segment(2), segment(0)]);
        assert_eq!(plain.rotations, 2);
        let marked = Segment { counters: [1, 0, 0], ..segment(0) };
        let kind =
            TileKind::new(1, [0, 0, 0, 1, 1, 1, 2, 2, 2, 1, 1, 1], [0, 2, 0, 2], &[marked, segment(2), segment(0)]);
        assert_eq!(kind.rotations, 4);
    }
}
