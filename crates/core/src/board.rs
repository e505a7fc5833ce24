//! The map: placed tiles, open places, and their coordinates.

use crate::answer::{Answers, LANES, Placements};
use crate::bits::wide_bits;
use crate::feature::Features;
use crate::place::opposite;
use crate::tile::{TileKind, is_whole};
use crate::{FamilyData, KindIndex, MAX_TILES, Place, SegmentIndex, TileIndex};

/// Maximum number of open places. The first tile opens four; every other tile fills one and opens at most three.
pub(crate) const MAX_OPEN: usize = 2 * MAX_TILES + 2;
/// Number of columns in the hash table from places to cells. Both dimensions are powers of two. Few boards are larger, so neighbours hardly
/// ever collide, and a fifth of the slots stay free even with the maximum number of cells.
const COLUMNS: usize = 64;
const ROWS: usize = 64;
const SLOTS: usize = COLUMNS * ROWS;
/// Offset of the open places in `places`; the places of the tiles come first.
const OPEN_OFFSET: usize = MAX_TILES;
/// Length of `places`, with room for all tiles and all open places. It is a power of two, so that indexing needs no bounds check.
const PLACES: usize = (OPEN_OFFSET + MAX_OPEN).next_power_of_two();
const EMPTY: u16 = 0xffff;
/// Padding after the last open place, which demands more edges than any tile with ports has.
const NOTHING_FITS: u16 = 0xffff;
/// Row and column of the slot for place 0, 0.
const MIDDLE: i16 = COLUMNS as i16 / 2;
/// While every tile is at most this far from the middle, every place in use, and every place next to a tile, has its own slot.
const MAX_NEAR_DISTANCE: u16 = MIDDLE as u16 - 2;
/// Offset from a place's slot to its neighbours' slots, by side, while all tiles are within [`MAX_NEAR_DISTANCE`].
const NEIGHBOUR_OFFSETS: [usize; 4] = [COLUMNS.wrapping_neg(), 1, COLUMNS, 1_usize.wrapping_neg()];
const _: () = assert!(MAX_TILES + MAX_OPEN < SLOTS * 4 / 5 && PLACES < EMPTY as usize && ROWS == u64::BITS as usize);
/// Number of columns and rows of the bit grid that marks surrounded segments; coordinates beyond it wrap around.
const SURROUNDED_GRID_SIDE: usize = u32::BITS as usize;
/// Capacity for the surrounded segments that one tile can complete: those on its eight neighbours and its own.
const MAX_CLOSED: usize = 12;

/// A tile on the table.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct PlacedTile {
    /// The place that the tile covers.
    pub at: Place,
    /// The tile's first segment; its other segments follow.
    pub first: SegmentIndex,
    /// Index of the tile's kind in the rules.
    pub kind: KindIndex,
    /// Quarter turns clockwise.
    pub rotation: u8,
}

/// A set of open places, by their index in board order.
#[derive(Clone, Debug)]
pub struct OpenPlaces([u64; MAX_OPEN.div_ceil(u64::BITS as usize)]);

impl OpenPlaces {
    /// The empty set.
    pub const NONE: Self = Self([0; MAX_OPEN.div_ceil(u64::BITS as usize)]);

    /// Adds an open place. Returns whether it was not in the set before.
    #[inline]
    pub fn insert(&mut self, open: usize) -> bool {
        let (word, bit) = (&mut self.0[open / 64], 1 << (open % 64));
        let is_new = *word & bit == 0;
        *word |= bit;
        is_new
    }

    /// Returns whether the set is empty.
    #[inline]
    pub fn is_empty(&self) -> bool {
        self.0.iter().fold(0, |any, word| any | word) == 0
    }

    fn iter(&self) -> impl Iterator<Item = usize> {
        self.0.iter().enumerate().flat_map(|(at, &word)| wide_bits(word).map(move |bit| 64 * at + bit))
    }
}

/// Contents of a place.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Cell {
    Tile(usize),
    Open(usize),
    Nothing { slot: usize },
}

/// The map of one game.
#[derive(Copy, Debug)]
pub struct Board {
    tiles_len: u16,
    open_len: u16,
    closed_len: u16,
    /// True if any tile lies farther from the middle than [`MAX_NEAR_DISTANCE`].
    far: bool,
    /// The tiles next to the newest one, by side; tracked only if the family asks for them.
    beside: [Option<TileIndex>; 4],
    /// The union of the marks of the tiles in `beside`.
    beside_marks: u32,
    /// The marks of the newest tile itself.
    newest_marks: u32,
    tiles: [PlacedTile; MAX_TILES],
    /// For each open place, the edge kinds that its neighbours demand, four bits per side; 0 for a side without a neighbour. The padding
    /// after the last place fits no tile with ports.
    needs: [u16; MAX_OPEN.next_multiple_of(LANES)],
    /// The places of the tiles and, from [`OPEN_OFFSET`], the open places.
    places: [Place; PLACES],
    /// Each open place's slot in `slots`.
    open_slots: [u16; MAX_OPEN],
    /// A small hash table of indices into `places`. Entries are never removed.
    slots: [u16; SLOTS],
    /// The rows of slots in use, one bit each.
    used_rows: u64,
    /// One bit for every place whose tile has, or had, an incomplete surrounded segment.
    surrounded: [u32; SURROUNDED_GRID_SIDE],
    closed: [SegmentIndex; MAX_CLOSED],
    /// The segments and the features that they form.
    pub features: Features,
}

impl Default for Board {
    fn default() -> Self {
        let mut board = Self {
            tiles_len: 0,
            open_len: 0,
            closed_len: 0,
            far: false,
            beside: [None; 4],
            beside_marks: 0,
            newest_marks: 0,
            tiles: [PlacedTile::default(); MAX_TILES],
            needs: [NOTHING_FITS; MAX_OPEN.next_multiple_of(LANES)],
            places: [Place::default(); PLACES],
            open_slots: [0; MAX_OPEN],
            slots: [EMPTY; SLOTS],
            used_rows: 0,
            surrounded: [0; SURROUNDED_GRID_SIDE],
            closed: [0; MAX_CLOSED],
            features: Features::default(),
        };
        board.open_place(Place::default(), 0, home_slot(Place::default()));
        board
    }
}

#[allow(clippy::non_canonical_clone_impl, reason = "`clone_from` copies less than the whole")]
impl Clone for Board {
    fn clone(&self) -> Self {
        *self
    }

    /// Copies only the parts that are in use, which makes it a fast way to restore an earlier position.
    fn clone_from(&mut self, other: &Self) {
        let (tiles, open) = (usize::from(other.tiles_len), usize::from(other.open_len));
        if open < usize::from(self.open_len) {
            self.needs[open..usize::from(self.open_len)].fill(NOTHING_FITS);
        }
        self.tiles_len = other.tiles_len;
        self.open_len = other.open_len;
        self.far = other.far;
        self.beside = other.beside;
        self.beside_marks = other.beside_marks;
        self.newest_marks = other.newest_marks;
        self.tiles[..tiles].copy_from_slice(&other.tiles[..tiles]);
        self.needs[..open].copy_from_slice(&other.needs[..open]);
        self.places[..tiles].copy_from_slice(&other.places[..tiles]);
        self.places[OPEN_OFFSET..OPEN_OFFSET + open].copy_from_slice(&other.places[OPEN_OFFSET..OPEN_OFFSET + open]);
        self.open_slots[..open].copy_from_slice(&other.open_slots[..open]);
        self.copy_slots(other);
        self.surrounded = other.surrounded;
        self.closed_len = other.closed_len;
        self.closed = other.closed;
        self.features.copy_used(&other.features);
    }
}

impl Board {
    /// Copies the rows of slots that `other` uses, and clears those that only this map uses.
    fn copy_slots(&mut self, other: &Self) {
        let ((mine, _), (theirs, _)) = (self.slots.as_chunks_mut::<COLUMNS>(), other.slots.as_chunks::<COLUMNS>());
        let mut rows = self.used_rows | other.used_rows;
        while rows != 0 {
            let row = rows.trailing_zeros() as usize;
            mine[row] = theirs[row];
            rows &= rows - 1;
        }
        self.used_rows = other.used_rows;
    }

    /// Returns the tiles on the table in the order in which they were placed.
    #[inline]
    pub fn tiles(&self) -> &[PlacedTile] {
        &self.tiles[..usize::from(self.tiles_len)]
    }

    /// Returns the first segment of the newest tile.
    #[inline]
    pub fn newest_segment(&self) -> SegmentIndex {
        self.tiles().last().map_or(0, |tile| tile.first)
    }

    /// Iterates over the open places (empty places next to a tile), with what their neighbours demand (four bits per side). Before the
    /// first tile, the only open place is 0, 0.
    #[inline]
    pub fn open_places(&self) -> impl ExactSizeIterator<Item = (Place, u16)> {
        let len = usize::from(self.open_len);
        self.places[OPEN_OFFSET..OPEN_OFFSET + len].iter().copied().zip(self.needs[..len].iter().copied())
    }

    /// Returns the open places, for comparison with a kind of tile; `slot` is the tile's index in a hand, if it comes from one.
    #[inline]
    pub fn placements(&self, kind: &TileKind, slot: Option<u8>) -> Placements<'_> {
        let len = self.open_len();
        Placements {
            places: &self.places[OPEN_OFFSET..OPEN_OFFSET + len],
            needs: &self.needs.as_chunks().0[..len.div_ceil(LANES)],
            lacks: kind.turned.map(|turned| !turned.edges),
            rotations: kind.rotations,
            slot,
        }
    }

    /// Returns the number of open places.
    #[inline]
    pub fn open_len(&self) -> usize {
        usize::from(self.open_len)
    }

    /// Calls `each` with every index at which the two maps have different open places or needs. Indices that only one of the maps has are
    /// skipped.
    #[inline]
    pub fn each_open_change(&self, other: &Self, mut each: impl FnMut(usize)) {
        let len = self.open_len().min(other.open_len());
        let (places, needs) = (OPEN_OFFSET..OPEN_OFFSET + len, ..len);
        let ((a, _), (b, _)) = (self.places[places.clone()].as_chunks::<8>(), other.places[places].as_chunks::<8>());
        let ((c, _), (d, _)) = (self.needs[needs].as_chunks::<8>(), other.needs[needs].as_chunks::<8>());
        let differs = |index: usize| self.open_place_at(index) != other.open_place_at(index);
        // Nearly all places are the same in both maps, so they are compared eight at a time.
        for (eight, ((a, b), (c, d))) in a.iter().zip(b).zip(c.iter().zip(d)).enumerate() {
            let difference = |i: usize| ((a[i].x ^ b[i].x) | (a[i].y ^ b[i].y)) as u16 | (c[i] ^ d[i]);
            if (0..8).fold(0, |any, i| any | difference(i)) != 0 {
                (8 * eight..8 * eight + 8).filter(|&index| differs(index)).for_each(&mut each);
            }
        }
        (8 * a.len()..len).filter(|&index| differs(index)).for_each(each);
    }

    /// Returns the open place at this index, with what its neighbours demand.
    #[inline]
    pub fn open_place_at(&self, index: usize) -> (Place, u16) {
        (self.places[OPEN_OFFSET + index], self.needs[index])
    }

    /// Returns the tile at a place.
    pub fn tile_at(&self, at: Place) -> Option<TileIndex> {
        match self.cell(at) {
            Cell::Tile(index) => Some(index as TileIndex),
            _ => None,
        }
    }

    /// Iterates over the tiles on the eight places around `at` that may have a surrounded segment, row by row. A few of them have none.
    #[inline]
    pub fn surrounded_beside(&self, at: Place) -> impl Iterator<Item = PlacedTile> {
        wide_bits(u64::from(self.surrounded_around(at))).filter_map(move |number| {
            let tile = self.tile_at(nth_around(at, number as i16))?;
            Some(self.tiles[usize::from(tile)])
        })
    }

    /// Calls `each` with the index, in board order, of every open place among the eight around `at`.
    #[inline(always)]
    pub fn each_open_around(&self, at: Place, mut each: impl FnMut(usize)) {
        for number in [0, 1, 2, 3, 5, 6, 7, 8] {
            if let Cell::Open(open) = self.cell(nth_around(at, number)) {
                each(open);
            }
        }
    }

    /// Lists the placements of a tile with ports except those at barred places; `slot` is the tile's index in a hand, if it comes from one.
    #[inline(never)]
    pub fn list_places_except(
        &self,
        kind: &TileKind,
        slot: Option<u8>,
        barred: &OpenPlaces,
        answers: &mut impl Answers,
    ) {
        let mut needs = self.needs;
        barred.iter().for_each(|open| needs[open] = NOTHING_FITS);
        let placements = self.placements(kind, slot);
        let needs = &needs.as_chunks().0[..placements.needs.len()];
        answers.add_placements(&Placements { needs, ..placements });
    }

    /// Returns the tile next to the newest one on a side; tracked only if the family [asks for it](FamilyData::KEEPS_BESIDE).
    #[inline]
    pub fn beside_newest(&self, side: usize) -> Option<PlacedTile> {
        self.beside[side].map(|tile| self.tiles[usize::from(tile)])
    }

    /// Returns the sides on which there is a tile next to the newest one, one bit each; tracked only if the family asks for it.
    #[inline]
    pub fn sides_beside_newest(&self) -> u16 {
        (0..4).fold(0, |sides, side| sides | u16::from(self.beside[side].is_some()) << side)
    }

    /// Returns the marks of the newest tile; tracked only if the family asks for the newest tile's neighbours.
    #[inline]
    pub fn newest_marks(&self) -> u32 {
        self.newest_marks
    }

    /// Returns the union of the marks of the newest tile's neighbours; tracked only if the family asks for it.
    #[inline]
    pub fn marks_beside_newest(&self) -> u32 {
        self.beside_marks
    }

    /// Returns whether a tile of this kind fits the place in this rotation, which requires that the place is open and every edge matches.
    pub fn fits(&self, kind: &TileKind, at: Place, rotation: u8) -> bool {
        match self.cell(at) {
            Cell::Open(index) => self.needs[index] & !kind.turned[usize::from(rotation & 3)].edges == 0,
            _ => false,
        }
    }

    /// Returns whether a tile of this kind fits anywhere.
    #[inline]
    pub fn fits_anywhere(&self, kind: &TileKind) -> bool {
        let [n, e, s, w] = kind.turned.map(|turned| !turned.edges);
        self.any_need(|need| (need & n == 0) | (need & e == 0) | (need & s == 0) | (need & w == 0))
    }

    /// Returns whether there is an open place whose neighbours' demands satisfy the predicate.
    #[inline(always)]
    fn any_need(&self, holds: impl Fn(u16) -> bool) -> bool {
        // Compares eight places at once; the first eight nearly always include a fit. These are loops because `any` is not always inlined.
        let (eights, rest) = self.needs[..self.open_len()].as_chunks::<8>();
        for eight in eights {
            if eight.iter().fold(false, |any, &need| any | holds(need)) {
                return true;
            }
        }
        for &need in rest {
            if holds(need) {
                return true;
            }
        }
        false
    }

    /// Calls `each` with every open place whose neighbours demand one of these edges, in board order.
    #[inline]
    pub fn each_demanding(&self, edges: u16, mut each: impl FnMut(Place, u16)) {
        let needs = &self.needs[..self.open_len()];
        // Few places have such a demand, so eight of them are checked together.
        for (eight, needs) in needs.chunks(8).enumerate() {
            if needs.iter().fold(0, |any, need| any | need) & edges != 0 {
                for index in (8 * eight..8 * eight + needs.len()).filter(|&index| self.needs[index] & edges != 0) {
                    each(self.places[OPEN_OFFSET + index], self.needs[index]);
                }
            }
        }
    }

    /// Returns whether any open place has a tile on every side.
    #[inline]
    pub fn has_gaps(&self) -> bool {
        self.any_need(is_full)
    }

    /// Iterates over the open places with a tile on every side, in board order.
    #[inline]
    pub fn gaps(&self) -> impl Iterator<Item = Place> {
        self.open_places().filter(|&(_, need)| is_full(need)).map(|(at, _)| at)
    }

    /// Returns the kind of the segment at the first port on a side of a placed tile, or `None` if the tile has no ports.
    #[inline]
    pub fn kind_at_side(&self, kind: &TileKind, tile: PlacedTile, side: usize) -> Option<u8> {
        let port = kind.turned[usize::from(tile.rotation & 3)].ports[side][0];
        (!kind.closes).then(|| self.features.kind(tile.first + SegmentIndex::from(port)))
    }

    /// Returns the place of the tile to which a segment belongs.
    #[inline]
    pub fn place_of(&self, segment: SegmentIndex) -> Place {
        self.tiles[usize::from(self.features.tile_of(segment))].at
    }

    /// Returns the index of a segment within its tile.
    #[inline]
    pub fn index_in_tile(&self, segment: SegmentIndex) -> u8 {
        (segment - self.tiles[usize::from(self.features.tile_of(segment))].first) as u8
    }

    /// Returns whether the newest tile left any feature without an open join, or completed a surrounded segment; tracked only if the family
    /// [asks for it](FamilyData::KEEPS_ENDED).
    #[inline]
    pub fn has_ended_feature(&self) -> bool {
        self.features.has_ended_feature() | (self.closed_len > 0)
    }

    /// Returns the surrounded segments that the newest tile completed, in the order in which they were laid.
    #[inline]
    pub fn closed_by_newest(&self) -> &[SegmentIndex] {
        &self.closed[..usize::from(self.closed_len)]
    }

    /// Lays a tile at an open place and joins its segments with those of its neighbours. The caller must have checked that the tile fits.
    /// Returns the tile's index.
    #[inline]
    pub(crate) fn lay<F: FamilyData>(
        &mut self,
        kinds: &[TileKind],
        number: KindIndex,
        at: Place,
        rotation: u8,
    ) -> TileIndex {
        self.far |= at.x.unsigned_abs().max(at.y.unsigned_abs()) > MAX_NEAR_DISTANCE;
        let (near, home) = (!self.far, home_slot(at));
        let Cell::Open(open) = self.cell_at_slot(if near { home } else { self.slot_of(at) }) else {
            debug_assert!(false, "a tile was laid at a place that is not open");
            return 0;
        };
        let kind = &kinds[usize::from(number)];
        let index = self.tiles_len;
        let first = self.features.add_tile(kind, index);
        self.tiles[usize::from(index)] = PlacedTile { at, first, kind: number, rotation };
        self.places[usize::from(index)] = at;
        self.tiles_len += 1;
        self.fill_open(open, index);
        let turned = &kind.turned[usize::from(rotation & 3)];
        let shown = turned.edges.rotate_left(8);
        if F::KEEPS_BESIDE {
            self.beside = [None; 4];
            (self.beside_marks, self.newest_marks) = (0, kind.marks);
        }
        for side in 0..4 {
            let facing = opposite(side);
            let slot = if near { slot_beside(home, side) } else { self.slot_of(at.beside(side)) };
            match self.cell_at_slot(slot) {
                Cell::Tile(neighbour) => {
                    let other = self.tiles[neighbour];
                    let other_kind = &kinds[usize::from(other.kind)];
                    if F::KEEPS_BESIDE {
                        self.beside[side] = Some(neighbour as TileIndex);
                        self.beside_marks |= other_kind.marks;
                    }
                    if kind.closes {
                        self.close_side::<F>(other_kind, other, facing);
                        continue;
                    }
                    let theirs = other_kind.turned[usize::from(other.rotation & 3)].ports[facing];
                    let (a, b) = (turned.ports[side][1], theirs[1]);
                    // Ports run clockwise on both tiles, so they meet in opposite order.
                    let mine = turned.ports[side].map(|port| first + SegmentIndex::from(port));
                    let theirs = theirs.map(|port| other.first + SegmentIndex::from(port));
                    self.features.join::<F>(mine[1], theirs[1]);
                    if F::LAYERED
                        && let Some(a) = kind.segments[usize::from(a)].along
                        && let Some(b) = other_kind.segments[usize::from(b)].along
                    {
                        let (a, b) = (first + SegmentIndex::from(a), other.first + SegmentIndex::from(b));
                        self.features.unite::<F>(a, b);
                    }
                    if !is_whole(turned.ports[side]) {
                        self.features.join::<F>(mine[0], theirs[2]);
                        self.features.join::<F>(mine[2], theirs[0]);
                    }
                }
                Cell::Open(open) => self.needs[open] |= demand(shown, facing),
                Cell::Nothing { slot } => self.open_place(at.beside(side), demand(shown, facing), slot),
            }
        }
        self.count_neighbours(kinds, kind, at, first);
        index
    }

    /// Seals a tile's segments on the side where a closing tile was laid.
    #[cold]
    fn close_side<F: FamilyData>(&mut self, kind: &TileKind, tile: PlacedTile, side: usize) {
        if kind.closes {
            return;
        }
        let ports = kind.turned[usize::from(tile.rotation & 3)].ports[side];
        let joins = if is_whole(ports) { &ports[1..2] } else { &ports[..] };
        for &port in joins {
            self.features.seal::<F>(tile.first + SegmentIndex::from(port));
        }
    }

    /// Counts the new tile for the surrounded segments on the tiles around it, and those tiles for the surrounded segments on the new tile.
    #[inline(always)]
    fn count_neighbours(&mut self, kinds: &[TileKind], kind: &TileKind, at: Place, first: SegmentIndex) {
        self.closed_len = 0;
        let mut round = self.surrounded_around(at);
        while round != 0 {
            self.count_for_surrounded(kinds, at, round.trailing_zeros() as i16);
            round &= round - 1;
        }
        if kind.has_surrounded {
            self.mark_surrounded(kind, at, first);
        }
    }

    /// Returns the places around `at` whose tiles have, or had, an incomplete surrounded segment, three bits per row. Distant places share
    /// a bit. Most tiles touch no such place.
    #[inline(always)]
    fn surrounded_around(&self, at: Place) -> u32 {
        let row = |dy: i16| {
            self.surrounded[(at.y + dy) as usize % SURROUNDED_GRID_SIDE].rotate_right((at.x - 1) as u32) & 0b111
        };
        row(-1) | (row(0) & 0b101) << 3 | row(1) << 6
    }

    /// Marks the place of a new tile with surrounded segments, and counts the tiles around it.
    #[inline(never)]
    fn mark_surrounded(&mut self, kind: &TileKind, at: Place, first: SegmentIndex) {
        self.surrounded[at.y as usize % SURROUNDED_GRID_SIDE] |= 1 << (at.x as u32 % u32::BITS);
        for (i, _) in kind.segments().iter().enumerate().filter(|(_, segment)| segment.surrounded) {
            let segment = first + i as SegmentIndex;
            let present = at.around().filter(|&place| self.tile_at(place).is_some()).count() as u16;
            if self.features.count_surrounding_tiles(segment, present) {
                self.record_closed(segment);
            }
        }
    }

    /// Counts a new tile at `at` for the surrounded segments on one of the nine places in and around `at`. That place may have none,
    /// because distant places share a bit.
    #[inline(never)]
    fn count_for_surrounded(&mut self, kinds: &[TileKind], at: Place, place: i16) {
        let place = nth_around(at, place);
        let Some(tile) = self.tile_at(place) else { return };
        let PlacedTile { first, kind, .. } = self.tiles[usize::from(tile)];
        for (own, segment) in kinds[usize::from(kind)].segments().iter().zip(first..) {
            if own.surrounded && self.features.count_surrounding_tiles(segment, 1) {
                self.record_closed(segment);
            }
        }
    }

    /// Records that the newest tile completed a surrounded segment. The segments are scored in the order in which they were laid.
    fn record_closed(&mut self, segment: SegmentIndex) {
        let mut slot = usize::from(self.closed_len);
        while slot > 0 && self.closed[slot - 1] > segment {
            self.closed[slot] = self.closed[slot - 1];
            slot -= 1;
        }
        self.closed[slot] = segment;
        self.closed_len += 1;
    }

    /// Lets the first tile lie at another place than 0, 0. The table must be empty.
    pub(crate) fn begin_at(&mut self, at: Place) {
        debug_assert!(self.tiles_len == 0 && self.open_len == 1, "only an empty table can begin elsewhere");
        self.slots[usize::from(self.open_slots[0])] = EMPTY;
        self.open_len = 0;
        self.open_place(at, 0, home_slot(at));
    }

    /// Opens a place; `slot` is where the lookup for it ended.
    #[inline]
    fn open_place(&mut self, at: Place, need: u16, slot: usize) {
        let index = usize::from(self.open_len);
        self.places[OPEN_OFFSET + index] = at;
        self.needs[index] = need;
        self.open_slots[index] = slot as u16;
        self.slots[slot] = OPEN_OFFSET as u16 + self.open_len;
        self.used_rows |= 1 << (slot / COLUMNS);
        self.open_len += 1;
    }

    /// Turns an open place into a tile's place. The last open place takes over the freed index.
    #[inline]
    fn fill_open(&mut self, open: usize, tile: TileIndex) {
        let last = usize::from(self.open_len) - 1;
        // If the place is itself the last open one, the second assignment overwrites the first.
        self.slots[usize::from(self.open_slots[last])] = (OPEN_OFFSET + open) as u16;
        self.slots[usize::from(self.open_slots[open])] = tile;
        self.places[OPEN_OFFSET + open] = self.places[OPEN_OFFSET + last];
        self.needs[open] = self.needs[last];
        self.needs[last] = NOTHING_FITS;
        self.open_slots[open] = self.open_slots[last];
        self.open_len -= 1;
    }

    #[inline]
    fn cell(&self, at: Place) -> Cell {
        self.cell_at_slot(self.slot_of(at))
    }

    #[inline(always)]
    fn cell_at_slot(&self, slot: usize) -> Cell {
        let slot = slot % SLOTS;
        match self.slots[slot] {
            EMPTY => Cell::Nothing { slot },
            cell => match usize::from(cell).checked_sub(OPEN_OFFSET) {
                Some(open) => Cell::Open(open),
                None => Cell::Tile(usize::from(cell)),
            },
        }
    }

    /// Returns the slot of the place, or the free slot where it would be stored.
    #[inline]
    fn slot_of(&self, at: Place) -> usize {
        let mut slot = home_slot(at);
        loop {
            let cell = self.slots[slot];
            // Both conditions are evaluated without a branch, because a branch would often be mispredicted.
            let found = self.places[usize::from(cell) % PLACES];
            if (found == at) | (cell == EMPTY) {
                return slot;
            }
            slot = (slot + 1) % SLOTS;
        }
    }
}

/// Returns one of the nine places in and around `at`, which are counted row by row.
#[inline(always)]
const fn nth_around(at: Place, number: i16) -> Place {
    Place::new(at.x - 1 + number % 3, at.y - 1 + number / 3)
}

/// Returns the slot at which the search for a place starts.
#[inline(always)]
const fn home_slot(at: Place) -> usize {
    // Places read from bytes can have any coordinates.
    ((at.y.wrapping_add(MIDDLE) as usize % ROWS) * COLUMNS) | (at.x.wrapping_add(MIDDLE) as usize % COLUMNS)
}

/// Returns the slot of the neighbour on a side of the place with slot `home`. Valid only near the middle.
#[inline(always)]
const fn slot_beside(home: usize, side: usize) -> usize {
    home.wrapping_add(NEIGHBOUR_OFFSETS[side]) % SLOTS
}

/// Returns whether the neighbours on all four sides demand something, that is, whether each group of four bits has a bit set.
#[inline]
const fn is_full(need: u16) -> bool {
    let any = need | need >> 1;
    (any | any >> 2) & 0x1111 == 0x1111
}

/// Returns what a tile demands of its neighbour, on the neighbour's `facing` side. In `shown`, the bits of each edge have already been
/// moved to the opposite side.
#[inline(always)]
const fn demand(shown: u16, facing: usize) -> u16 {
    shown & 15 << (4 * facing)
}
