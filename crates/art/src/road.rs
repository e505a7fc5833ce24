//! Roads, as needed by what is drawn beside and across them.

use crate::geometry::Point;

/// Width of a road's band, including its worn edge.
pub const ROAD: f64 = 104.0;

/// A road or a stub, from its edge (or the crossing) to its end.
pub struct Road {
    /// The segment; `None` for a stub.
    pub segment: Option<usize>,
    /// Middle line, which extends a little into what it ends at.
    pub line: Vec<Point>,
    /// The house at which it ends in open ground.
    pub house: Option<Point>,
    /// Whether it ends at a tunnel mouth in the field.
    pub mouth: bool,
}
