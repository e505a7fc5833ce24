//! Index types for the parts of a table and their kinds.

/// Index of a placed tile, in the order of placing.
pub type TileIndex = u16;
/// Index of a segment on the table; a placed tile's segments are consecutive.
pub type SegmentIndex = u16;
/// Index of a figure; every figure of the game has one, on the table or in supply.
pub type FigureIndex = u8;

/// Kind of tile: its index in the rules.
pub type KindIndex = u8;
/// Kind of figure: the family's number.
pub type FigureKind = u8;
/// Kind of neutral piece: the family's number.
pub type PieceKind = u8;
