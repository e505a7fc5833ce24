//! A compiled set-up: everything that stays constant throughout a game.

use crate::{
    FamilyData, FigureKind, KindIndex, MAX_FIGURE_KINDS, MAX_FIGURES, MAX_KINDS, MAX_SEATS, MAX_SEGMENTS, MAX_TILES,
};
use crate::{Place, TileKind, TileText};
use std::fmt;
use std::ops::{Deref, Range};

/// The rules of one set-up: its tiles, its figures, and the family's options.
#[derive(Clone, Debug)]
pub struct Rules<O> {
    /// Number of seats at the table.
    pub seats: u8,
    /// Values of the family's options, and its expansions.
    pub options: O,
    /// The compiled kinds of tile.
    pub kinds: Vec<TileKind>,
    /// Index range that covers all kinds in the [pile that is drawn first](crate::tile::first_kinds).
    pub first_kinds: Range<KindIndex>,
    /// Descriptions of the kinds of tile from their tile files, in the same order.
    pub texts: Vec<TileText>,
    /// Tiles that lie on the table before the first turn, each with its kind, place and rotation.
    pub start: Vec<(KindIndex, Place, u8)>,
    /// Pairs of segments of the start tiles that belong to one feature although they are not joined by an edge. Each segment is given by
    /// its tile's index in `start` and its index on that tile.
    pub start_joins: Vec<[(u16, u8); 2]>,
    /// The position with which a game begins instead of its start tiles, as bytes
    /// ([`Position::arranged_bytes`](crate::Position::arranged_bytes)); if it does not begin with the start tiles, `start` contains all
    /// its tiles.
    pub arranged: Option<Box<[u8]>>,
    /// Number of figures of each kind that every seat has at the start.
    pub figures: FigureCounts,
    /// Number of figures of each kind, out of `figures`, that stay in the reserve until the seat receives them.
    pub reserve: [u8; MAX_FIGURE_KINDS],
    /// True if each seat's hand is visible only to that seat.
    pub hidden_hands: bool,
}

/// Number of figures of each kind that a seat has, with running totals.
#[derive(Clone, Debug)]
pub struct FigureCounts {
    each: [u8; MAX_FIGURE_KINDS],
    before: [u16; MAX_FIGURE_KINDS + 1],
    /// Number of kinds up to the last that a seat has.
    kinds: u8,
}

impl From<[u8; MAX_FIGURE_KINDS]> for FigureCounts {
    fn from(each: [u8; MAX_FIGURE_KINDS]) -> Self {
        let mut before = [0; MAX_FIGURE_KINDS + 1];
        for (kind, &count) in each.iter().enumerate() {
            before[kind + 1] = before[kind] + u16::from(count);
        }
        let kinds = each.iter().rposition(|&count| count > 0).map_or(0, |last| last as u8 + 1);
        Self { each, before, kinds }
    }
}

impl FigureCounts {
    /// Returns the numbers of figures of each kind, up to the last kind that a seat has.
    #[inline]
    pub fn in_play(&self) -> &[u8] {
        &self.each[..usize::from(self.kinds)]
    }
}

impl Deref for FigureCounts {
    type Target = [u8; MAX_FIGURE_KINDS];

    #[inline]
    fn deref(&self) -> &Self::Target {
        &self.each
    }
}

/// The rules for one set-up of a family.
pub type RulesOf<F> = Rules<<F as FamilyData>::Options>;

/// Error for a set-up that exceeds the program's capacity.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct TooLarge {
    /// Name of the exceeded limit, such as `tiles`.
    pub what: &'static str,
    /// The number in the set-up.
    pub count: usize,
    /// The maximum that a position can hold.
    pub most: usize,
}

impl fmt::Display for TooLarge {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "the set-up has {} {}; at most {} are allowed", self.count, self.what, self.most)
    }
}

impl std::error::Error for TooLarge {}

impl<O> Rules<O> {
    /// Checks that no game of this set-up can exceed the capacity of a position.
    ///
    /// # Errors
    /// Returns an error that names what exceeds its limit.
    pub fn check_size(&self) -> Result<(), TooLarge> {
        let sum = |of: &dyn Fn(&TileKind) -> usize| -> usize {
            self.kinds.iter().map(|kind| usize::from(kind.copies) * of(kind)).sum()
        };
        let figures = usize::from(self.figures.before[MAX_FIGURE_KINDS]);
        for (what, count, most) in [
            ("seats", usize::from(self.seats), MAX_SEATS),
            ("kinds of tile", self.kinds.len(), MAX_KINDS),
            ("tiles", sum(&|_| 1), MAX_TILES),
            ("segments", sum(&|kind| kind.segments().len()), MAX_SEGMENTS),
            ("figures", figures * usize::from(self.seats), MAX_FIGURES),
        ] {
            if count > most {
                return Err(TooLarge { what, count, most });
            }
        }
        Ok(())
    }

    /// Returns the compiled kind at this index.
    #[inline]
    pub fn kind(&self, kind: KindIndex) -> &TileKind {
        &self.kinds[usize::from(kind)]
    }

    /// Returns the seat to the left of this one, which moves next.
    #[inline]
    pub fn next_seat(&self, seat: u8) -> u8 {
        if seat + 1 == self.seats { 0 } else { seat + 1 }
    }

    /// Returns the seat to the right of this one, which moved before it.
    pub fn seat_before(&self, seat: u8) -> u8 {
        seat.checked_sub(1).unwrap_or(self.seats - 1)
    }

    /// Returns the index of a seat's first figure of a kind. Figures are numbered seat by seat, and kind by kind within a seat.
    #[inline]
    pub fn first_figure(&self, seat: u8, kind: FigureKind) -> usize {
        let before = &self.figures.before;
        usize::from(seat) * usize::from(before[MAX_FIGURE_KINDS]) + usize::from(before[usize::from(kind)])
    }
}
