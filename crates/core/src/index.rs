//! The numbers by which parts of a table, and kinds of them, are named.

/// The number of a placed tile, in the order of placing.
pub type TileIndex = u16;
/// The number of a segment on the table; a placed tile's segments have neighbouring numbers.
pub type SegmentIndex = u16;
/// The number of a figure; each figure of the game has its own, whether on the table or in supply.
pub type FigureIndex = u8;

/// A kind of tile: its number in the rules.
pub type KindIndex = u8;
/// A kind of figure: the family's number.
pub type FigureKind = u8;
/// A kind of piece that belongs to nobody: the family's number.
pub type PieceKind = u8;
