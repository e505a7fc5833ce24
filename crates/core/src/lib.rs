//! The board game engine that every family of games is built on.
//!
//! The crate provides tiles with three ports per edge, segments that join into features, figures on segments, a bag to draw from, the
//! pending decision, and the verbs that change all of these. The engine knows no game by name: a [`Family`] defines the kinds, lists the
//! legal answers, and calls the verbs.
//!
//! Nothing here allocates while a game runs, reads a clock, or uses dynamic dispatch.

#![warn(missing_docs)]

pub mod answer;
pub mod answer_list;
pub mod arrange;
pub mod bits;
pub mod board;
pub mod described;
pub mod event;
pub mod family;
pub mod family_data;
pub mod feature;
pub mod index;
pub mod option;
pub mod place;
pub mod plain;
pub mod playable;
pub mod position;
pub mod random;
pub mod rules;
pub mod segment_set;
pub mod tile;
pub mod tile_text;
pub mod words;

pub use answer::{Answer, Answers, Spot, count, is_choice, nth};
pub use answer_list::AnswerList;
pub use arrange::Arrange;
pub use bits::{bits, wide_bits};
pub use board::{Board, OpenPlaces, PlacedTile};
pub use described::Described;
pub use event::{Event, Events, Points, Score, Subject, Term, Worth};
pub use family::{Actor, Family};
pub use family_data::FamilyData;
pub use index::{FigureIndex, FigureKind, KindIndex, PieceKind, SegmentIndex, TileIndex};
pub use place::{COORDINATES, Place};
pub use plain::{Encoded, Packed, Plain};
pub use playable::Playable;
pub use position::Position;
pub use random::{Random, SmallRandom};
pub use rules::{FigureCounts, Rules, RulesOf, TooLarge};
pub use segment_set::{SeenSegments, SegmentBits, SegmentSet};
pub use tile::TileKind;
pub use tile_text::TileText;

/// Maximum number of seats in a set-up.
pub const MAX_SEATS: usize = 6;
/// Maximum number of tiles on the table: enough for four copies of every set of the largest family, or fifteen copies of its base game.
pub const MAX_TILES: usize = 1080;
/// Maximum number of segments on the table.
pub const MAX_SEGMENTS: usize = 4 * MAX_TILES;
/// Maximum number of kinds of tile in a set-up.
pub const MAX_KINDS: usize = 1024;
/// Maximum number of figures across all seats.
pub const MAX_FIGURES: usize = 126;
/// Maximum number of kinds of segment in a family.
pub const MAX_SEGMENT_KINDS: usize = 16;
/// Maximum number of kinds of figure in a family.
pub const MAX_FIGURE_KINDS: usize = 15;
/// Maximum number of tiles in a seat's hand.
pub const MAX_HAND: usize = 3;
/// Maximum number of kinds of neutral piece.
pub const MAX_PIECES: usize = 12;
