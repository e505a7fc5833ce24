//! Events reported by the verbs: every change to the game, and every score with its reasons.

use crate::{FigureIndex, FigureKind, KindIndex, PieceKind, Place, SegmentIndex, Spot, TileIndex};

/// One term of a score: a count, the points per item, and the clause.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Term {
    /// The clause that awards the points.
    pub clause: &'static str,
    /// Word for what is counted, such as `tiles`.
    pub of: &'static str,
    /// Number of items counted.
    pub count: u16,
    /// Points for each item.
    pub each: i16,
}

/// Maximum number of terms in a score.
const MAX_TERMS: usize = 5;
const NO_TERM: Term = Term { clause: "", of: "", count: 0, each: 0 };

/// Value of a feature with its reasons, as a list of terms.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Score {
    len: u8,
    terms: [Term; MAX_TERMS],
}

impl Default for Score {
    fn default() -> Self {
        Self { len: 0, terms: [NO_TERM; MAX_TERMS] }
    }
}

impl Score {
    /// Returns a score with one term.
    #[inline]
    pub fn of(clause: &'static str, of: &'static str, count: u16, each: i16) -> Self {
        Self::default().and(clause, of, count, each)
    }

    /// Adds a term to the score, unless its count is 0.
    #[inline]
    #[must_use]
    pub fn and(mut self, clause: &'static str, of: &'static str, count: u16, each: i16) -> Self {
        debug_assert!(usize::from(self.len) < MAX_TERMS);
        if count > 0 {
            self.terms[usize::from(self.len)] = Term { clause, of, count, each };
            self.len += 1;
        }
        self
    }

    /// Returns the terms.
    pub fn terms(&self) -> &[Term] {
        &self.terms[..usize::from(self.len)]
    }

    /// Returns the sum of the terms, in points.
    #[inline]
    pub fn points(&self) -> i32 {
        self.terms().iter().map(|t| i32::from(t.count) * i32::from(t.each)).sum()
    }
}

/// Value of a feature: a full score, or only the points if the reasons are not needed.
pub trait Worth: Copy + Default {
    /// Adds a term, unless its count is 0.
    #[must_use]
    fn and(self, clause: &'static str, of: &'static str, count: u16, each: i16) -> Self;

    /// Returns the points for each item that the first term counts, or 0 if there are no items.
    fn first_each(&self) -> i16;

    /// Returns the sum of the terms, in points.
    fn sum(&self) -> i32;

    /// Returns a value with one term.
    #[inline]
    fn of(clause: &'static str, of: &'static str, count: u16, each: i16) -> Self {
        Self::default().and(clause, of, count, each)
    }
}

impl Worth for Score {
    #[inline]
    fn and(self, clause: &'static str, of: &'static str, count: u16, each: i16) -> Self {
        Self::and(self, clause, of, count, each)
    }

    #[inline]
    fn first_each(&self) -> i16 {
        self.terms().first().map_or(0, |term| term.each)
    }

    #[inline]
    fn sum(&self) -> i32 {
        self.points()
    }
}

/// The points of a score without its terms.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Points {
    /// The sum of the terms.
    pub sum: i32,
    first_each: i16,
}

impl Worth for Points {
    #[inline]
    fn and(self, _: &'static str, _: &'static str, count: u16, each: i16) -> Self {
        let first_each = if self.first_each == 0 && count > 0 { each } else { self.first_each };
        Self { sum: self.sum + i32::from(count) * i32::from(each), first_each }
    }

    #[inline]
    fn first_each(&self) -> i16 {
        self.first_each
    }

    #[inline]
    fn sum(&self) -> i32 {
        self.sum
    }
}

/// Subject of a score.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Subject {
    /// A feature, by its root.
    Feature(SegmentIndex),
    /// Anything else, as named by the family.
    Named(&'static str),
}

/// One change to the game.
#[derive(Clone, Copy, Debug, PartialEq)]
#[allow(clippy::large_enum_variant, reason = "an event is made, shown and dropped; nothing keeps many")]
pub enum Event {
    /// The first seat was determined.
    First {
        /// The seat that begins.
        seat: u8,
    },
    /// A turn begins.
    Turn {
        /// The seat to move.
        seat: u8,
        /// The turn number, counted from 1.
        turn: u16,
    },
    /// A tile was drawn.
    Drawn {
        /// Kind of the drawn tile.
        kind: KindIndex,
    },
    /// The drawn tile fitted nowhere and left the game.
    Discarded {
        /// Kind of the discarded tile.
        kind: KindIndex,
    },
    /// A tile was drawn into a seat's hand.
    Taken {
        /// The seat that drew it.
        seat: u8,
        /// Kind of the drawn tile.
        kind: KindIndex,
    },
    /// A tile was drawn and removed from the game before the first turn.
    TakenOut {
        /// Kind of the removed tile.
        kind: KindIndex,
    },
    /// A tile was placed.
    Placed {
        /// The seat that placed it.
        seat: u8,
        /// Index of the tile on the table.
        tile: TileIndex,
        /// Kind of the placed tile.
        kind: KindIndex,
        /// The place that it covers.
        at: Place,
        /// Quarter turns clockwise.
        rotation: u8,
    },
    /// A figure was deployed.
    Deployed {
        /// Index of the deployed figure.
        figure: FigureIndex,
        /// The segment that it occupies.
        segment: SegmentIndex,
    },
    /// A figure returned to its owner's supply.
    Returned {
        /// Index of the returned figure.
        figure: FigureIndex,
        /// The segment that it left.
        segment: SegmentIndex,
    },
    /// A figure moved from one segment to another.
    Moved {
        /// Index of the moved figure.
        figure: FigureIndex,
        /// The segment that it left.
        from: SegmentIndex,
        /// The segment that it occupies now.
        to: SegmentIndex,
    },
    /// A figure became a captive.
    Captured {
        /// Index of the captured figure.
        figure: FigureIndex,
        /// The segment that it left.
        segment: SegmentIndex,
        /// The captor's seat.
        by: u8,
    },
    /// A token was attached to a figure.
    Attached {
        /// Index of the figure.
        figure: FigureIndex,
        /// Total number of tokens on it.
        tokens: u8,
    },
    /// A seat received a figure from the reserve.
    Enlisted {
        /// The seat that received it.
        seat: u8,
        /// The kind of figure.
        kind: FigureKind,
    },
    /// A captive returned to its owner's supply.
    Redeemed {
        /// Index of the former captive.
        figure: FigureIndex,
        /// The captor's seat.
        from: u8,
    },
    /// A neutral piece moved.
    Led {
        /// The kind of piece.
        piece: PieceKind,
        /// The piece's position after the move.
        to: Spot,
    },
    /// A neutral piece was taken off the table.
    Withdrawn {
        /// The kind of piece.
        piece: PieceKind,
        /// The piece's position before.
        from: Spot,
    },
    /// A seat built on a segment, adding one piece.
    Built {
        /// The seat that built.
        seat: u8,
        /// The segment built on.
        segment: SegmentIndex,
        /// Total height in pieces.
        height: u8,
    },
    /// A seat gained or lost tokens of a kind.
    Tokens {
        /// The seat whose tokens change.
        seat: u8,
        /// The family's word for the kind of token.
        token: &'static str,
        /// The number gained; negative if lost.
        change: i8,
    },
    /// The number of tokens on a tile changed.
    TileTokens {
        /// Index of the tile on the table.
        tile: TileIndex,
        /// Total number of tokens on the tile.
        tokens: u8,
    },
    /// The drawn tile was put aside and will be shuffled back later.
    SetAside {
        /// Kind of the tile put aside.
        kind: KindIndex,
    },
    /// The tiles that had been put aside were shuffled back into the bag.
    ShuffledBack,
    /// All undrawn tiles of a kind left the game.
    LeftOut {
        /// Kind of the removed tiles.
        kind: KindIndex,
    },
    /// A seat scored points.
    Scored {
        /// The seat that receives the points.
        seat: u8,
        /// Subject of the score.
        subject: Subject,
        /// The points and their reasons.
        score: Score,
        /// True if the feature was complete, or is a field scored at the end.
        finished: bool,
        /// True during the final scoring.
        last: bool,
    },
    /// The game is over.
    Over,
}

/// Receives events. `()` drops them at no cost.
pub trait Events {
    /// Receives one event.
    fn emit(&mut self, event: Event);
}

impl Events for () {
    #[inline(always)]
    fn emit(&mut self, _: Event) {}
}

impl Events for Vec<Event> {
    fn emit(&mut self, event: Event) {
        self.push(event);
    }
}
