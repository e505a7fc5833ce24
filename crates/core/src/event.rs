//! What the verbs report: every change of the game, and every score with its reasons.

use crate::{FigureIndex, FigureKind, KindIndex, PieceKind, Place, SegmentIndex, Spot, TileIndex};

/// One term of a score: so many of something, so many points each, by this clause.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Term {
    /// The clause that gives the points.
    pub clause: &'static str,
    /// What is counted, in the family's word: `tiles`.
    pub of: &'static str,
    /// How many there are.
    pub count: u16,
    /// Points for each.
    pub each: i16,
}

/// Most terms that a score has.
const MAX_TERMS: usize = 5;
const NO_TERM: Term = Term { clause: "", of: "", count: 0, each: 0 };

/// What a feature is worth, and why: a list of terms.
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
    /// A score of one term.
    #[inline]
    pub fn of(clause: &'static str, of: &'static str, count: u16, each: i16) -> Self {
        Self::default().and(clause, of, count, each)
    }

    /// The score with one term more. A term that counts nothing is left out.
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

    /// The terms.
    pub fn terms(&self) -> &[Term] {
        &self.terms[..usize::from(self.len)]
    }

    /// The sum of the terms, in points.
    #[inline]
    pub fn points(&self) -> i32 {
        self.terms().iter().map(|t| i32::from(t.count) * i32::from(t.each)).sum()
    }
}

/// What a feature is worth: its score, or the points alone where nobody asks why.
pub trait Worth: Copy + Default {
    /// With one term more. One that counts nothing is left out.
    #[must_use]
    fn and(self, clause: &'static str, of: &'static str, count: u16, each: i16) -> Self;

    /// Points for each of what the first term counts; none where nothing is counted.
    fn first_each(&self) -> i16;

    /// That of one term.
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
}

/// For what a seat gets points.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Subject {
    /// A feature, by its root.
    Feature(SegmentIndex),
    /// Something else, by the family's word for it.
    Named(&'static str),
}

/// Something that happened.
#[derive(Clone, Copy, Debug, PartialEq)]
#[allow(clippy::large_enum_variant, reason = "an event is made, shown and dropped; nothing keeps many")]
pub enum Event {
    /// The seat that begins is known.
    First {
        /// The seat.
        seat: u8,
    },
    /// A turn begins.
    Turn {
        /// Whose turn it is.
        seat: u8,
        /// Counted from 1.
        turn: u16,
    },
    /// A tile was drawn.
    Drawn {
        /// Its kind.
        kind: KindIndex,
    },
    /// The drawn tile fits nowhere and leaves the game.
    Discarded {
        /// Its kind.
        kind: KindIndex,
    },
    /// A tile was drawn into a seat's hand.
    Taken {
        /// The seat.
        seat: u8,
        /// Its kind.
        kind: KindIndex,
    },
    /// A tile was drawn and taken out of the game before the first turn.
    TakenOut {
        /// Its kind.
        kind: KindIndex,
    },
    /// A tile was placed.
    Placed {
        /// Who placed it.
        seat: u8,
        /// Its number on the table.
        tile: TileIndex,
        /// Its kind.
        kind: KindIndex,
        /// Where it lies.
        at: Place,
        /// Quarter turns clockwise.
        rotation: u8,
    },
    /// A figure was deployed.
    Deployed {
        /// The figure.
        figure: FigureIndex,
        /// Where it stands.
        segment: SegmentIndex,
    },
    /// A figure went back to its owner's supply.
    Returned {
        /// The figure.
        figure: FigureIndex,
        /// Where it stood.
        segment: SegmentIndex,
    },
    /// A figure went from one segment to another.
    Moved {
        /// The figure.
        figure: FigureIndex,
        /// Where it stood.
        from: SegmentIndex,
        /// Where it stands.
        to: SegmentIndex,
    },
    /// A figure became a captive.
    Captured {
        /// The figure.
        figure: FigureIndex,
        /// Where it stood.
        segment: SegmentIndex,
        /// Who holds it.
        by: u8,
    },
    /// A token was attached to a figure.
    Attached {
        /// The figure.
        figure: FigureIndex,
        /// Its tokens now.
        tokens: u8,
    },
    /// A seat got a figure out of the reserve.
    Enlisted {
        /// The seat.
        seat: u8,
        /// The kind of figure.
        kind: FigureKind,
    },
    /// A captive went back to its owner's supply.
    Redeemed {
        /// The figure.
        figure: FigureIndex,
        /// Who held it.
        from: u8,
    },
    /// A piece that belongs to nobody went somewhere.
    Led {
        /// The kind of piece.
        piece: PieceKind,
        /// Where it stands.
        to: Spot,
    },
    /// Something was built one piece higher.
    Built {
        /// Who built.
        seat: u8,
        /// The segment.
        segment: SegmentIndex,
        /// Pieces on it.
        height: u8,
    },
    /// A seat's tokens of a kind became more or fewer.
    Tokens {
        /// The seat.
        seat: u8,
        /// The kind of token, in the family's word.
        token: &'static str,
        /// How many more.
        change: i8,
    },
    /// The tokens on a tile became more or fewer.
    TileTokens {
        /// The tile's number on the table.
        tile: TileIndex,
        /// Its tokens now.
        tokens: u8,
    },
    /// The drawn tile is put aside, to be shuffled back later.
    SetAside {
        /// Its kind.
        kind: KindIndex,
    },
    /// The tiles put aside were shuffled back among those that nobody has drawn.
    ShuffledBack,
    /// All tiles of a kind that nobody has drawn left the game.
    LeftOut {
        /// Their kind.
        kind: KindIndex,
    },
    /// A seat got points.
    Scored {
        /// The seat.
        seat: u8,
        /// For what.
        subject: Subject,
        /// Why.
        score: Score,
        /// The feature was complete, or is a field that was scored at the end.
        finished: bool,
        /// The final scoring.
        last: bool,
    },
    /// The game is over.
    Over,
}

/// Where events go. `()` drops them, at no cost.
pub trait Events {
    /// Takes one more event.
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
