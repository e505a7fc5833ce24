//! Index types for tiles, segments and figures on a table, and for their kinds.

/// Index of a placed tile, in the order in which tiles were placed.
pub type TileIndex = u16;
/// Index of a segment on the table; a placed tile's segments are consecutive.
pub type SegmentIndex = u16;
/// Index of a figure; every figure in the game has one, even while it is off the table.
pub type FigureIndex = u8;

/// Kind of tile, as an index into the kinds of the rules.
pub type KindIndex = u16;
/// Kind of figure, as numbered by the family.
pub type FigureKind = u8;
/// Kind of neutral piece, as numbered by the family.
pub type PieceKind = u8;
