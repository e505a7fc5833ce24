//! The numbers by which the parts of a table are named.

/// The number of a placed tile, in the order of placing.
pub type TileIndex = u16;
/// The number of a segment on the table; a placed tile's segments have neighbouring numbers.
pub type SegmentIndex = u16;
