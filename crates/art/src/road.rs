//! Roads, as what is drawn beside and across them knows them.

use crate::geometry::Point;

/// Width of a road's band, its worn edge included.
pub const ROAD: f64 = 104.0;

/// A road or a stub, from its edge (or the crossing) to its end.
pub struct Road {
    /// The segment; a stub has none.
    pub segment: Option<usize>,
    /// Its middle line; it reaches a little into what it ends at.
    pub line: Vec<Point>,
    /// The house at which it ends in the open.
    pub house: Option<Point>,
    /// It ends at a tunnel's mouth in the field.
    pub mouth: bool,
}
