//! A compiled set-up: what stays the same through a whole game.

use crate::{
    FamilyData, FigureKind, KindIndex, MAX_FIGURE_KINDS, MAX_FIGURES, MAX_KINDS, MAX_SEATS, MAX_SEGMENTS, MAX_TILES,
};
use crate::{Place, TileKind, TileText};
use std::fmt;
use std::ops::{Deref, Range};

/// The rules of one set-up: its tiles, its figures, and the family's options.
#[derive(Clone, Debug)]
pub struct Rules<O> {
    /// Seats at the table.
    pub seats: u8,
    /// What the family's options and expansions are set to.
    pub options: O,
    /// The kinds of tile, compiled.
    pub kinds: Vec<TileKind>,
    /// The numbers among which are all kinds of the [pile that is drawn first](crate::tile::first_kinds).
    pub first_kinds: Range<KindIndex>,
    /// The same kinds, as their files describe them.
    pub texts: Vec<TileText>,
    /// Tiles that lie on the table before the first turn: kind, place, rotation.
    pub start: Vec<(KindIndex, Place, u8)>,
    /// Pairs of segments of the start tiles that are one feature although no edge joins them: the tile's number in
    /// `start` and the segment's on its tile, twice.
    pub start_joins: Vec<[(u16, u8); 2]>,
    /// Figures of each kind that every seat begins with.
    pub figures: FigureCounts,
    /// Of these, the figures that lie in reserve until the seat gets them.
    pub reserve: [u8; MAX_FIGURE_KINDS],
    /// A seat's hand is for its own eyes only.
    pub hidden_hands: bool,
}

/// How many figures of each kind a seat has, and how many of the kinds before it.
#[derive(Clone, Debug)]
pub struct FigureCounts {
    each: [u8; MAX_FIGURE_KINDS],
    before: [u16; MAX_FIGURE_KINDS + 1],
}

impl From<[u8; MAX_FIGURE_KINDS]> for FigureCounts {
    fn from(each: [u8; MAX_FIGURE_KINDS]) -> Self {
        let mut before = [0; MAX_FIGURE_KINDS + 1];
        for (kind, &count) in each.iter().enumerate() {
            before[kind + 1] = before[kind] + u16::from(count);
        }
        Self { each, before }
    }
}

impl Deref for FigureCounts {
    type Target = [u8; MAX_FIGURE_KINDS];

    #[inline]
    fn deref(&self) -> &Self::Target {
        &self.each
    }
}

/// The rules of one set-up of a family.
pub type RulesOf<F> = Rules<<F as FamilyData>::Options>;

/// A set-up that the program has no room for.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct TooLarge {
    /// What there is too much of.
    pub what: &'static str,
    /// How many there are.
    pub count: usize,
    /// How many there may be.
    pub most: usize,
}

impl fmt::Display for TooLarge {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "the set-up has {} {}, and {} is the most", self.count, self.what, self.most)
    }
}

impl std::error::Error for TooLarge {}

impl<O> Rules<O> {
    /// Makes sure that no game of this set-up can outgrow a position.
    ///
    /// # Errors
    /// What there is too much of.
    pub fn check_size(&self) -> Result<(), TooLarge> {
        let sum = |of: &dyn Fn(&TileKind) -> usize| -> usize {
            self.kinds.iter().map(|kind| usize::from(kind.copies) * of(kind)).sum()
        };
        let figures = usize::from(self.figures.before[MAX_FIGURE_KINDS]);
        for (what, count, most) in [
            ("seats", usize::from(self.seats), MAX_SEATS),
            // One fewer than there is room for, so that how many there are is a `KindIndex` too.
            ("kinds of tile", self.kinds.len(), MAX_KINDS - 1),
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

    /// The compiled kind of this number.
    #[inline]
    pub fn kind(&self, kind: KindIndex) -> &TileKind {
        &self.kinds[usize::from(kind)]
    }

    /// The seat to the left of a seat, whose turn comes next.
    #[inline]
    pub fn next_seat(&self, seat: u8) -> u8 {
        if seat + 1 == self.seats { 0 } else { seat + 1 }
    }

    /// The number of a seat's first figure of a kind: figures are numbered seat by seat, kind by kind.
    #[inline]
    pub fn first_figure(&self, seat: u8, kind: FigureKind) -> usize {
        let before = &self.figures.before;
        usize::from(seat) * usize::from(before[MAX_FIGURE_KINDS]) + usize::from(before[usize::from(kind)])
    }
}
