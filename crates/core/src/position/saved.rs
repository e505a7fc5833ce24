//! Saving and loading a position as bytes: a cache for the answers that led to it.
//!
//! The bytes hold what was decided: tiles, figures, bag, scores, the pending decision. What follows from the tiles (features, open places,
//! counters) is rebuilt by laying them, which also validates them. Reading accepts any bytes: it rejects what no game with these rules can
//! contain, and whatever it accepts can be played on.

use super::{MAX_ASIDE, Position};
use crate::plain::Plain;
use crate::tile::PILES;
use crate::{Family, FigureIndex, FigureKind, KindIndex, MAX_FIGURE_KINDS, MAX_HAND, Place, Rules, Spot};

/// Upper bound of points in any game: a higher score could overflow.
const MAX_POINTS: u32 = 1 << 24;
/// Upper bound of turns in any game.
const MAX_TURNS: u16 = 1 << 14;

/// Number of pending decisions: the format stores it, and it is always one.
const DECISIONS: u8 = 1;

/// Error for bytes that are not a position of these rules: names the invalid part.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Damaged(pub &'static str);

impl<F: Family> Position<F> {
    /// Appends the position as bytes.
    pub fn write(&self, rules: &Rules<F::Options>, out: &mut Vec<u8>) {
        let features = &self.board.features;
        (self.board.tiles().len() as u16).write(out);
        for tile in self.board.tiles() {
            tile.kind.write(out);
            tile.rotation.write(out);
            tile.at.x.write(out);
            tile.at.y.write(out);
        }
        // Each feature's figures are written from last to first, so that placing them in this order restores the same list.
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

    /// Reads a position off the front of some bytes.
    ///
    /// # Errors
    /// The bytes end too soon, or do not form a position of these rules.
    pub fn read(rules: &Rules<F::Options>, from: &mut &[u8]) -> Result<Self, Damaged> {
        let mut position = Self::bare(rules);
        position.read_tiles(rules, from)?;
        position.read_figures(from)?;
        position.read_captives(rules, from)?;
        position.read_pieces(from)?;
        position.read_counts(rules, from)?;
        position.seat = take(from, "the seat whose turn it is")?;
        position.turn = take(from, "the turn")?;
        if position.seat >= rules.seats || position.turn > MAX_TURNS {
            return Err(Damaged("the turn"));
        }
        if take::<u8>(from, "the number of decisions")? != DECISIONS {
            return Err(Damaged("the number of decisions"));
        }
        position.pending = take(from, "a decision")?;
        position.extra = take(from, "the state of the expansions")?;
        if F::validate(&position, rules) { Ok(position) } else { Err(Damaged("the pending decision")) }
    }

    fn read_tiles(&mut self, rules: &Rules<F::Options>, from: &mut &[u8]) -> Result<(), Damaged> {
        for _ in 0..take::<u16>(from, "the number of tiles")? {
            let (kind, rotation): (KindIndex, u8) = (take(from, "a tile")?, take(from, "a rotation")?);
            let at = Place::new(take(from, "a place")?, take(from, "a place")?);
            let known = rules.kinds.get(usize::from(kind)).ok_or(Damaged("a kind of tile"))?;
            if self.bag.counts[usize::from(kind)] == 0 {
                return Err(Damaged("too many copies of a tile"));
            }
            if rotation >= known.rotations || !self.board.fits(known, at, rotation) {
                return Err(Damaged("a tile that does not fit"));
            }
            self.draw(rules, kind);
            self.lay(rules, kind, at, rotation);
        }
        Ok(())
    }

    fn read_figures(&mut self, from: &mut &[u8]) -> Result<(), Damaged> {
        for _ in 0..take::<u8>(from, "the number of figures")? {
            let (figure, segment): (FigureIndex, u16) = (take(from, "a figure")?, take(from, "a figure's segment")?);
            let features = &mut self.board.features;
            let known = features.figures().get(usize::from(figure)).ok_or(Damaged("a figure's number"))?;
            if known.segment().is_some() || segment >= features.len() {
                return Err(Damaged("a figure's segment"));
            }
            let corner: u8 = take(from, "a figure's corner")?;
            if corner > 3 {
                return Err(Damaged("a figure's corner"));
            }
            features.stand(figure, segment);
            features.put_on_corner(figure, corner);
            let tokens: u8 = take(from, "a figure's tokens")?;
            if tokens > F::MOST_ATTACHED {
                return Err(Damaged("a figure's tokens"));
            }
            features.attach(figure, tokens);
        }
        Ok(())
    }

    fn read_captives(&mut self, rules: &Rules<F::Options>, from: &mut &[u8]) -> Result<(), Damaged> {
        for _ in 0..take::<u8>(from, "the number of captives")? {
            let (figure, captor): (FigureIndex, u8) = (take(from, "a captive")?, take(from, "a captor")?);
            let features = &mut self.board.features;
            let known = features.figures().get(usize::from(figure)).ok_or(Damaged("a captive's number"))?;
            if !known.in_supply() || captor >= rules.seats || captor == known.seat {
                return Err(Damaged("a captive"));
            }
            features.hold(figure, Some(captor));
        }
        Ok(())
    }

    fn read_pieces(&mut self, from: &mut &[u8]) -> Result<(), Damaged> {
        for piece in 0..self.pieces.len() {
            let (tag, number): (u8, u16) = (take(from, "a piece")?, take(from, "a piece's place")?);
            let features = &self.board.features;
            self.pieces[piece] = match tag {
                0 => None,
                1 if usize::from(number) < self.board.tiles().len() => Some(Spot::Tile(number)),
                2 if features.figures().get(usize::from(number)).is_some_and(|f| f.segment().is_some()) => {
                    Some(Spot::Figure(number as FigureIndex))
                }
                3 if number < features.len() => Some(Spot::Segment(number)),
                _ => return Err(Damaged("a piece's place")),
            };
        }
        Ok(())
    }

    /// Reads bag, scores and supplies. A tile in the bag is not on the table, and a figure in supply is not either.
    fn read_counts(&mut self, rules: &Rules<F::Options>, from: &mut &[u8]) -> Result<(), Damaged> {
        self.bag.left = [0; PILES];
        for kind in 0..rules.kinds.len() {
            let count: u8 = take(from, "the bag")?;
            if count > self.bag.counts[kind] {
                return Err(Damaged("the bag"));
            }
            self.bag.counts[kind] = count;
            self.bag.left[usize::from(rules.kinds[kind].pile)] += u16::from(count);
        }
        for _ in 0..take::<u8>(from, "the number of tiles put aside")? {
            let kind: KindIndex = take(from, "a tile put aside")?;
            if !self.has_one_more(rules, kind) || self.bag.aside().len() == MAX_ASIDE {
                return Err(Damaged("a tile put aside"));
            }
            self.bag.aside[usize::from(self.bag.aside_len)] = kind;
            self.bag.aside_len += 1;
        }
        for seat in 0..usize::from(rules.seats) {
            for slot in 0..take::<u8>(from, "the number of tiles in a hand")? {
                let kind: KindIndex = take(from, "a tile in a hand")?;
                if !self.has_one_more(rules, kind) || usize::from(slot) >= MAX_HAND {
                    return Err(Damaged("a tile in a hand"));
                }
                self.hands[seat].kinds[usize::from(slot)] = kind;
                self.hands[seat].len += 1;
            }
        }
        for seat in 0..rules.seats {
            let score: i32 = take(from, "a score")?;
            if score.unsigned_abs() > MAX_POINTS {
                return Err(Damaged("a score"));
            }
            self.scores[usize::from(seat)] = score;
            for kind in 0..MAX_FIGURE_KINDS {
                let count: u8 = take(from, "a supply")?;
                let kind = kind as FigureKind;
                let of_kind = self.board.features.figures().iter().filter(|f| f.seat == seat && f.kind == kind);
                if usize::from(count) > of_kind.filter(|f| f.in_supply()).count() {
                    return Err(Damaged("a supply"));
                }
                self.supply[usize::from(seat)][usize::from(kind)] = count;
            }
        }
        Ok(())
    }
}

impl<F: Family> Position<F> {
    /// Returns whether some copy of a kind is neither on the table nor in the bag, put aside or in a hand.
    fn has_one_more(&self, rules: &Rules<F::Options>, kind: KindIndex) -> bool {
        let Some(tile) = rules.kinds.get(usize::from(kind)) else { return false };
        let placed = self.board.tiles().iter().filter(|tile| tile.kind == kind).count();
        let kept = self.hands.iter().flat_map(|hand| &hand.kinds[..usize::from(hand.len)]).chain(self.bag.aside());
        let kept = kept.filter(|&&other| other == kind).count();
        kept + placed + usize::from(self.bag.counts[usize::from(kind)]) < usize::from(tile.copies)
    }
}

fn take<T: Plain>(from: &mut &[u8], what: &'static str) -> Result<T, Damaged> {
    T::read(from).ok_or(Damaged(what))
}
