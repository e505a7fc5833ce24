//! Saves and loads a position as bytes, so that the answers that led to it need not be replayed.
//!
//! The bytes contain what was decided: tiles, figures, bag, scores, and the pending decision. Whatever follows from the tiles (features,
//! open places, counters) is rebuilt by laying them, which also validates them. Any bytes can be read safely: positions that cannot occur
//! in a game with these rules are rejected, and play can continue from any position that is accepted.

use super::arranged::is_near;
use super::{MAX_ASIDE, Position};
use crate::plain::Plain;
use crate::tile::PILES;
use crate::{
    Family, FigureIndex, FigureKind, KindIndex, MAX_FIGURE_KINDS, MAX_HAND, MAX_PIECES, PieceKind, Place, Rules, Spot,
};

/// Upper bound on the points in any game; a higher score could overflow.
const MAX_POINTS: u32 = 1 << 24;
/// Upper bound on the number of turns in any game.
const MAX_TURNS: u16 = 1 << 14;

/// Number of pending decisions, which the format stores although it is always one.
const DECISIONS: u8 = 1;

/// Format of a saved position. [`Position::write`] always writes the widest.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum SavedFormat {
    /// The former format: kinds of tile in one byte, 4 kinds of piece, 12 kinds of figure.
    Narrow,
    /// Kinds of tile in two bytes, and room for [`MAX_PIECES`] kinds of piece and [`MAX_FIGURE_KINDS`] kinds of figure.
    Wide,
}

impl SavedFormat {
    const fn pieces(self) -> usize {
        if matches!(self, Self::Narrow) { 4 } else { MAX_PIECES }
    }

    const fn figure_kinds(self) -> usize {
        if matches!(self, Self::Narrow) { 12 } else { MAX_FIGURE_KINDS }
    }

    /// Reads a kind of tile from the front of `from` and advances it; returns `None` if there are too few bytes.
    pub fn read_kind(self, from: &mut &[u8]) -> Option<KindIndex> {
        if self == Self::Narrow { u8::read(from).map(KindIndex::from) } else { KindIndex::read(from) }
    }
}

/// Error for bytes that are not a valid position under these rules. It names the invalid part.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct InvalidPosition(pub &'static str);

impl<F: Family> Position<F> {
    /// Appends the position's bytes to `out`.
    pub fn write(&self, rules: &Rules<F::Options>, out: &mut Vec<u8>) {
        let features = &self.board.features;
        (self.board.tiles().len() as u16).write(out);
        for tile in self.board.tiles() {
            tile.kind.write(out);
            tile.rotation.write(out);
            tile.at.x.write(out);
            tile.at.y.write(out);
        }
        // Each feature's figures are written from last to first, so that placing them in this order restores the list.
        let mut standing: Vec<FigureIndex> = Vec::new();
        for root in features.roots() {
            let first = standing.len();
            standing.extend(features.figures_on(root));
            standing[first..].reverse();
        }
        (standing.len() as u8).write(out);
        for figure in standing {
            figure.write(out);
            features.figure(figure).segment().unwrap_or(0).write(out);
            features.figure(figure).corner().write(out);
            features.figure(figure).attached().write(out);
        }
        let captives =
            || features.figures().iter().enumerate().filter_map(|(i, figure)| Some((i as u8, figure.captor()?)));
        (captives().count() as u8).write(out);
        for (figure, captor) in captives() {
            figure.write(out);
            captor.write(out);
        }
        for piece in &self.pieces {
            let (tag, number) = match *piece {
                None => (0, 0),
                Some(Spot::Tile(tile)) => (1, tile),
                Some(Spot::Figure(figure)) => (2, u16::from(figure)),
                Some(Spot::Segment(segment)) => (3, segment),
            };
            u8::write(&tag, out);
            number.write(out);
        }
        for kind in 0..rules.kinds.len() {
            self.bag.counts[kind].write(out);
        }
        self.bag.aside_len.write(out);
        self.bag.aside().iter().for_each(|kind| kind.write(out));
        for seat in 0..rules.seats {
            (self.hand(seat).len() as u8).write(out);
            self.hand(seat).iter().for_each(|kind| kind.write(out));
        }
        for seat in 0..usize::from(rules.seats) {
            self.scores[seat].write(out);
            self.supply[seat].iter().for_each(|count| count.write(out));
        }
        self.seat.write(out);
        self.turn.write(out);
        DECISIONS.write(out);
        self.pending.write(out);
        self.extra.write(out);
    }

    /// Reads a position from the front of `from` and advances it.
    ///
    /// # Errors
    /// Fails if the bytes end too soon or do not form a valid position under these rules.
    pub fn read(rules: &Rules<F::Options>, from: &mut &[u8]) -> Result<Self, InvalidPosition> {
        Self::read_as(rules, SavedFormat::Wide, from)
    }

    /// Reads a position that was saved in this format.
    ///
    /// # Errors
    /// Fails like [`read`](Self::read).
    pub fn read_as(rules: &Rules<F::Options>, format: SavedFormat, from: &mut &[u8]) -> Result<Self, InvalidPosition> {
        let mut position = Self::empty(rules);
        position.read_parts_as(rules, format, from)?;
        if F::validate(&position, rules) { Ok(position) } else { Err(InvalidPosition("the pending decision")) }
    }

    /// Reads everything in the current format into an empty position, without the family's checks.
    pub(super) fn read_parts(&mut self, rules: &Rules<F::Options>, from: &mut &[u8]) -> Result<(), InvalidPosition> {
        self.read_parts_as(rules, SavedFormat::Wide, from)
    }

    /// Reads everything in this format into an empty position, without the family's checks.
    fn read_parts_as(
        &mut self,
        rules: &Rules<F::Options>,
        format: SavedFormat,
        from: &mut &[u8],
    ) -> Result<(), InvalidPosition> {
        self.read_tiles(rules, format, from)?;
        self.read_figures(from)?;
        self.read_captives(rules, from)?;
        self.read_pieces(format, from)?;
        self.read_counts(rules, format, from)?;
        self.seat = read_value(from, "the seat whose turn it is")?;
        self.turn = read_value(from, "the turn")?;
        if self.seat >= rules.seats || self.turn > MAX_TURNS {
            return Err(InvalidPosition("the turn"));
        }
        if read_value::<u8>(from, "the number of decisions")? != DECISIONS {
            return Err(InvalidPosition("the number of decisions"));
        }
        self.pending = read_value(from, "a decision")?;
        self.extra = read_value(from, "the state of the expansions")?;
        Ok(())
    }

    fn read_tiles(
        &mut self,
        rules: &Rules<F::Options>,
        format: SavedFormat,
        from: &mut &[u8],
    ) -> Result<(), InvalidPosition> {
        for _ in 0..read_value::<u16>(from, "the number of tiles")? {
            let (kind, rotation): (_, u8) = (read_kind(format, from, "a tile")?, read_value(from, "a rotation")?);
            let at = Place::new(read_value(from, "a place")?, read_value(from, "a place")?);
            let known = rules.kinds.get(usize::from(kind)).ok_or(InvalidPosition("a kind of tile"))?;
            if rules.arranged.is_some() && self.board.tiles().is_empty() && is_near(at) {
                self.board.begin_at(at);
            }
            if self.bag.counts[usize::from(kind)] == 0 {
                return Err(InvalidPosition("too many copies of a tile"));
            }
            if rotation >= known.rotations || !self.board.fits(known, at, rotation) {
                return Err(InvalidPosition("a tile that does not fit"));
            }
            self.draw(rules, kind);
            self.lay(rules, kind, at, rotation);
        }
        Ok(())
    }

    fn read_figures(&mut self, from: &mut &[u8]) -> Result<(), InvalidPosition> {
        for _ in 0..read_value::<u8>(from, "the number of figures")? {
            let (figure, segment): (FigureIndex, u16) =
                (read_value(from, "a figure")?, read_value(from, "a figure's segment")?);
            let features = &mut self.board.features;
            let known = features.figures().get(usize::from(figure)).ok_or(InvalidPosition("a figure's number"))?;
            if known.segment().is_some() || segment >= features.len() {
                return Err(InvalidPosition("a figure's segment"));
            }
            let corner: u8 = read_value(from, "a figure's corner")?;
            if corner > 3 {
                return Err(InvalidPosition("a figure's corner"));
            }
            features.put_figure(figure, segment);
            features.put_on_corner(figure, corner);
            let tokens: u8 = read_value(from, "a figure's tokens")?;
            if tokens > F::MAX_ATTACHED {
                return Err(InvalidPosition("a figure's tokens"));
            }
            features.attach(figure, tokens);
        }
        Ok(())
    }

    fn read_captives(&mut self, rules: &Rules<F::Options>, from: &mut &[u8]) -> Result<(), InvalidPosition> {
        for _ in 0..read_value::<u8>(from, "the number of captives")? {
            let (figure, captor): (FigureIndex, u8) = (read_value(from, "a captive")?, read_value(from, "a captor")?);
            let features = &mut self.board.features;
            let known = features.figures().get(usize::from(figure)).ok_or(InvalidPosition("a captive's number"))?;
            if !known.is_in_supply() || captor >= rules.seats || captor == known.seat {
                return Err(InvalidPosition("a captive"));
            }
            features.set_captor(figure, Some(captor));
        }
        Ok(())
    }

    fn read_pieces(&mut self, format: SavedFormat, from: &mut &[u8]) -> Result<(), InvalidPosition> {
        for piece in 0..format.pieces() {
            let (tag, number): (u8, u16) = (read_value(from, "a piece")?, read_value(from, "a piece's place")?);
            let features = &self.board.features;
            let spot = match tag {
                0 => None,
                1 if usize::from(number) < self.board.tiles().len() => Some(Spot::Tile(number)),
                2 if features.figures().get(usize::from(number)).is_some_and(|f| f.segment().is_some()) => {
                    Some(Spot::Figure(number as FigureIndex))
                }
                3 if number < features.len() => Some(Spot::Segment(number)),
                _ => return Err(InvalidPosition("a piece's place")),
            };
            self.put_piece(piece as PieceKind, spot);
        }
        Ok(())
    }

    /// Reads the bag, the tiles put aside, hands, scores and supplies. Rejects counts that exceed the number of tiles of a kind that are
    /// off the table, or of figures that are neither on the table nor captive.
    fn read_counts(
        &mut self,
        rules: &Rules<F::Options>,
        format: SavedFormat,
        from: &mut &[u8],
    ) -> Result<(), InvalidPosition> {
        self.bag.left = [0; PILES];
        for kind in 0..rules.kinds.len() {
            let count: u8 = read_value(from, "the bag")?;
            if count > self.bag.counts[kind] {
                return Err(InvalidPosition("the bag"));
            }
            self.bag.counts[kind] = count;
            self.bag.left[usize::from(rules.kinds[kind].pile)] += u16::from(count);
        }
        for _ in 0..read_value::<u8>(from, "the number of tiles put aside")? {
            let kind = read_kind(format, from, "a tile put aside")?;
            if !self.has_spare_copy(rules, kind) || self.bag.aside().len() == MAX_ASIDE {
                return Err(InvalidPosition("a tile put aside"));
            }
            self.bag.aside[usize::from(self.bag.aside_len)] = kind;
            self.bag.aside_len += 1;
        }
        for seat in 0..usize::from(rules.seats) {
            for slot in 0..read_value::<u8>(from, "the number of tiles in a hand")? {
                let kind = read_kind(format, from, "a tile in a hand")?;
                if !self.has_spare_copy(rules, kind) || usize::from(slot) >= MAX_HAND {
                    return Err(InvalidPosition("a tile in a hand"));
                }
                self.hands[seat].kinds[usize::from(slot)] = kind;
                self.hands[seat].len += 1;
            }
        }
        for seat in 0..rules.seats {
            let score: i32 = read_value(from, "a score")?;
            if score.unsigned_abs() > MAX_POINTS {
                return Err(InvalidPosition("a score"));
            }
            self.scores[usize::from(seat)] = score;
            for kind in 0..format.figure_kinds() {
                let count: u8 = read_value(from, "a supply")?;
                let kind = kind as FigureKind;
                let of_kind = self.board.features.figures().iter().filter(|f| f.seat == seat && f.kind == kind);
                if usize::from(count) > of_kind.filter(|f| f.is_in_supply()).count() {
                    return Err(InvalidPosition("a supply"));
                }
                self.supply[usize::from(seat)][usize::from(kind)] = count;
            }
        }
        Ok(())
    }
}

impl<F: Family> Position<F> {
    /// Returns whether there is a copy of a kind that is not on the table, in the bag, put aside or in a hand.
    fn has_spare_copy(&self, rules: &Rules<F::Options>, kind: KindIndex) -> bool {
        let Some(tile) = rules.kinds.get(usize::from(kind)) else { return false };
        let placed = self.board.tiles().iter().filter(|tile| tile.kind == kind).count();
        let kept = self.hands.iter().flat_map(|hand| &hand.kinds[..usize::from(hand.len)]).chain(self.bag.aside());
        let kept = kept.filter(|&&other| other == kind).count();
        kept + placed + usize::from(self.bag.counts[usize::from(kind)]) < usize::from(tile.copies)
    }
}

fn read_kind(format: SavedFormat, from: &mut &[u8], what: &'static str) -> Result<KindIndex, InvalidPosition> {
    format.read_kind(from).ok_or(InvalidPosition(what))
}

fn read_value<T: Plain>(from: &mut &[u8], what: &'static str) -> Result<T, InvalidPosition> {
    T::read(from).ok_or(InvalidPosition(what))
}
