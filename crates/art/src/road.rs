//! Roads, with the data needed to draw what is beside and across them.

use crate::geometry::Point;

/// Width of a road's band, including its worn edge.
pub const ROAD: f64 = 104.0;

/// A road or a stub, from its edge or the crossroads to its end.
pub struct Road {
    /// Index of the road's segment in the tile; `None` for a stub.
    pub segment: Option<usize>,
    /// Centre line, which extends slightly into whatever the road leads to.
    pub line: Vec<Point>,
    /// House in open ground where the road ends.
    pub house: Option<Point>,
    /// Whether the road ends at a tunnel mouth in the field.
    pub mouth: bool,
}
