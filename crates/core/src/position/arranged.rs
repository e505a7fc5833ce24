//! Arranges a position by hand instead of playing to it: the start of a game that does not begin with its start tiles alone.
//!
//! The caller checks what it arranges and then stores the position's bytes in the rules ([`Rules::arranged`]). [`Position::new`] reads them
//! and lets the family begin the turn. Nothing is scored while a position is arranged.

use super::{MAX_ASIDE, Position};
use crate::plain::Plain;
use crate::{
    Event, Events, Family, FigureIndex, FigureKind, KindIndex, MAX_HAND, PieceKind, Place, Rules, SegmentIndex, Spot,
    TileIndex,
};

/// Maximum distance of an arranged tile from the middle, so that no later tile exceeds the range of coordinates.
pub const MAX_ARRANGED_DISTANCE: u16 = 900;
/// Stands for the absence of a tile in hand.
const NO_HAND: u16 = u16::MAX;

/// The reason a tile cannot be arranged at a place.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Misfit {
    /// No copy of the tile is left.
    NoCopy,
    /// The place is farther from the middle than [`MAX_ARRANGED_DISTANCE`].
    TooFar,
    /// The place has a tile.
    Taken,
    /// The tile touches no other tile.
    Apart,
    /// An edge does not match, or the tile fits only into a gap between four tiles.
    Edges,
}

impl<F: Family> Position<F> {
    /// Returns an empty table, on which a position can be arranged.
    pub fn to_arrange(rules: &Rules<F::Options>) -> Self {
        Self::empty(rules)
    }

    /// Takes a tile out of its pile and lays it. The first tile can lie anywhere.
    ///
    /// # Errors
    /// Fails if the tile cannot lie there; the position is then unchanged.
    pub fn arrange_tile(
        &mut self,
        rules: &Rules<F::Options>,
        kind: KindIndex,
        at: Place,
        rotation: u8,
    ) -> Result<TileIndex, Misfit> {
        if self.bag.counts[usize::from(kind)] == 0 {
            return Err(Misfit::NoCopy);
        }
        if !is_near(at) {
            return Err(Misfit::TooFar);
        }
        let is_first = self.board.tiles().is_empty();
        if self.board.tile_at(at).is_some() {
            return Err(Misfit::Taken);
        }
        if !is_first && !self.board.open_places().any(|(open, _)| open == at) {
            return Err(Misfit::Apart);
        }
        let tile = rules.kind(kind);
        let in_gap = !tile.closes || self.board.gaps().any(|gap| gap == at);
        if !(is_first || in_gap && self.board.fits(tile, at, rotation)) {
            return Err(Misfit::Edges);
        }
        if is_first {
            self.board.begin_at(at);
        }
        self.draw(rules, kind);
        Ok(self.lay(rules, kind, at, rotation))
    }

    /// Puts one of a seat's idle figures onto a segment, with tokens attached; returns `None` if the seat has no such figure left.
    pub fn arrange_figure(
        &mut self,
        (seat, kind): (u8, FigureKind),
        segment: SegmentIndex,
        corner: u8,
        tokens: u8,
    ) -> Option<FigureIndex> {
        let figure = self.take_idle_figure(seat, kind)?;
        self.board.features.put_figure(figure, segment);
        self.board.features.put_on_corner(figure, corner);
        self.board.features.attach(figure, tokens);
        Some(figure)
    }

    /// Makes one of a seat's idle figures the captive of another seat; returns `None` if the seat has no such figure left.
    pub fn arrange_captive(&mut self, (seat, kind): (u8, FigureKind), by: u8) -> Option<FigureIndex> {
        let figure = self.take_idle_figure(seat, kind)?;
        self.board.features.set_captor(figure, Some(by));
        Some(figure)
    }

    /// Takes an idle figure from the supply or, if that is empty, from the reserve.
    fn take_idle_figure(&mut self, seat: u8, kind: FigureKind) -> Option<FigureIndex> {
        let idle =
            |figure: &crate::feature::Figure| figure.seat == seat && figure.kind == kind && figure.is_in_supply();
        let figure = self.board.features.figures().iter().position(idle)?;
        let supply = &mut self.supply[usize::from(seat)][usize::from(kind)];
        *supply = supply.saturating_sub(1);
        Some(figure as FigureIndex)
    }

    /// Sets how many of a seat's idle figures of a kind are in the reserve; returns whether there are as many.
    pub fn arrange_reserve(&mut self, seat: u8, kind: FigureKind, count: u8) -> bool {
        let idle = self.supply(seat, kind) + self.reserve(seat, kind);
        let left = idle.checked_sub(count);
        self.supply[usize::from(seat)][usize::from(kind)] = left.unwrap_or(0);
        left.is_some()
    }

    /// Puts a neutral piece somewhere.
    pub fn arrange_piece(&mut self, piece: PieceKind, to: Spot) {
        self.put_piece(piece, Some(to));
    }

    /// Sets a seat's points.
    pub fn arrange_score(&mut self, seat: u8, points: i32) {
        self.scores[usize::from(seat)] = points;
    }

    /// Sets the seat that moves next.
    pub fn arrange_seat(&mut self, seat: u8) {
        self.seat = seat;
    }

    /// Sets the number of undrawn tiles of a kind; returns whether there are as many.
    pub fn arrange_left(&mut self, rules: &Rules<F::Options>, kind: KindIndex, count: u8) -> bool {
        let had = self.bag.counts[usize::from(kind)];
        let pile = usize::from(rules.kind(kind).pile);
        if count <= had {
            self.bag.counts[usize::from(kind)] = count;
            self.bag.left[pile] -= u16::from(had - count);
        }
        count <= had
    }

    /// Draws a tile into a seat's hand; returns whether there is one, and room for it.
    pub fn arrange_held(&mut self, rules: &Rules<F::Options>, seat: u8, kind: KindIndex) -> bool {
        let can = self.bag.count(kind) > 0 && self.hand(seat).len() < MAX_HAND;
        if can {
            self.draw_to_hand(rules, seat, kind, &mut ());
        }
        can
    }

    /// Draws a tile and puts it aside; returns whether there is one, and room for it.
    pub fn arrange_aside(&mut self, rules: &Rules<F::Options>, kind: KindIndex) -> bool {
        let can = self.bag.count(kind) > 0 && self.bag.aside().len() < MAX_ASIDE;
        if can {
            self.draw(rules, kind);
            self.set_aside(kind, &mut ());
        }
        can
    }

    /// Returns the bytes of an arranged position for [`Rules::arranged`]. The tile in hand, if any, must have been drawn.
    pub fn arranged_bytes(&self, rules: &Rules<F::Options>, hand: Option<KindIndex>) -> Vec<u8> {
        let mut bytes = Vec::new();
        self.write(rules, &mut bytes);
        hand.unwrap_or(NO_HAND).write(&mut bytes);
        bytes
    }

    /// Creates the first position of a game from arranged bytes, and lets the family begin the turn.
    pub(super) fn from_arranged(rules: &Rules<F::Options>, mut bytes: &[u8], events: &mut impl Events) -> Self {
        let mut position = Self::empty(rules);
        let read = position.read_parts(rules, &mut bytes);
        debug_assert_eq!(read, Ok(()), "the rules hold bytes that these rules wrote");
        for (number, tile) in position.board.tiles().iter().enumerate() {
            let (tile_number, seat) = (number as TileIndex, position.seat);
            let placed =
                Event::Placed { seat, tile: tile_number, kind: tile.kind, at: tile.at, rotation: tile.rotation };
            events.emit(placed);
        }
        let hand = u16::read(&mut bytes).filter(|&kind| kind != NO_HAND);
        F::resume(&mut position, rules, hand, events);
        position
    }
}

/// Returns whether a tile can be arranged at a place, which is true near the middle.
pub(super) fn is_near(at: Place) -> bool {
    at.x.unsigned_abs().max(at.y.unsigned_abs()) <= MAX_ARRANGED_DISTANCE
}
