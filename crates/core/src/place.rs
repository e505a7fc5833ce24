//! Places on the table and the sides of a tile.

/// A place for one tile: `x` grows to the east and `y` to the south; the start tile is at 0, 0.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct Place {
    /// Steps to the east of the start tile.
    pub x: i16,
    /// Steps to the south of the start tile.
    pub y: i16,
}

/// The coordinates that the integer of an answer has room for. No table reaches their ends.
pub const COORDINATES: std::ops::RangeInclusive<i16> = -2048..=2047;

/// Offset of the neighbouring place on each side: north, east, south, west.
const STEPS: [(i16, i16); 4] = [(0, -1), (1, 0), (0, 1), (-1, 0)];

/// Returns the side of a neighbour that faces `side`.
#[inline]
pub const fn opposite(side: usize) -> usize {
    side ^ 2
}

impl Place {
    /// Creates a place from its coordinates.
    pub const fn new(x: i16, y: i16) -> Self {
        Self { x, y }
    }

    /// Returns the neighbouring place on a side; sides are counted clockwise from north.
    #[inline]
    pub const fn beside(self, side: usize) -> Self {
        let (x, y) = STEPS[side & 3];
        Self { x: self.x + x, y: self.y + y }
    }

    /// Returns whether the two places touch, at a side or a corner.
    #[inline]
    pub const fn touches(self, other: Self) -> bool {
        let (dx, dy) = (self.x - other.x, self.y - other.y);
        // Branchless, because the result is hard to predict when many places are tested.
        ((dx | dy) != 0) & (dx >= -1) & (dx <= 1) & (dy >= -1) & (dy <= 1)
    }

    /// Iterates over the eight surrounding places.
    pub fn around(self) -> impl Iterator<Item = Self> {
        (-1..=1)
            .flat_map(move |dy| (-1..=1).map(move |dx| Self::new(self.x + dx, self.y + dy)))
            .filter(move |&p| p != self)
    }
}
