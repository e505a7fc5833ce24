//! The position: the complete state of a game at one moment, and the verbs that change it.

mod arranged;
mod play;
mod saved;

pub use arranged::{MAX_ARRANGED_DISTANCE, Misfit};
pub use play::NotListed;
pub use saved::{InvalidPosition, SavedFormat};

use crate::answer::{count, nth};
use crate::random::scale;
use crate::tile::{PILE_BAG, PILE_FIRST, PILES};
use crate::{
    Answer, Answers, Board, Event, Events, FamilyData, FigureIndex, FigureKind, KindIndex, MAX_FIGURE_KINDS, MAX_HAND,
    MAX_KINDS, MAX_PIECES, MAX_SEATS, PieceKind, Place, Random, Rules, Score, SegmentIndex, Spot, Subject, TileIndex,
    bits,
};

const _: () = assert!(MAX_PIECES <= u16::BITS as usize && MAX_KINDS.is_power_of_two());

/// Maximum number of tiles that can be put aside at once; families enforce it for every set-up.
pub const MAX_ASIDE: usize = 128;
/// Number of rejected trials after which a placement is drawn from the full list instead.
const MAX_TRIALS: u32 = 64;

/// The undrawn tiles, stored as a count for each kind, without their order.
#[derive(Copy, Debug, PartialEq, Eq)]
pub struct Bag {
    left: [u16; PILES],
    /// Number of kinds of the rules; the counts of the others are 0.
    kinds: u16,
    counts: [u8; MAX_KINDS],
    aside: [KindIndex; MAX_ASIDE],
    aside_len: u8,
}

#[allow(clippy::non_canonical_clone_impl, reason = "`clone_from` copies less than the whole")]
impl Clone for Bag {
    fn clone(&self) -> Self {
        *self
    }

    /// Copies only the parts that are in use.
    fn clone_from(&mut self, other: &Self) {
        let (kinds, aside) = (usize::from(other.kinds), usize::from(other.aside_len));
        if self.kinds > other.kinds {
            self.counts[kinds..].fill(0);
        }
        self.left = other.left;
        self.kinds = other.kinds;
        self.counts[..kinds].copy_from_slice(&other.counts[..kinds]);
        if self.aside_len | other.aside_len > 0 {
            self.aside[aside..].fill(0);
            self.aside[..aside].copy_from_slice(&other.aside[..aside]);
            self.aside_len = other.aside_len;
        }
    }
}

impl Bag {
    /// Returns the number of tiles in the bag.
    #[inline]
    pub fn left(&self) -> u16 {
        self.left[usize::from(PILE_BAG)]
    }

    /// Returns the number of tiles in the pile that is drawn before the bag.
    #[inline]
    pub fn left_in_first_pile(&self) -> u16 {
        self.left[usize::from(PILE_FIRST)]
    }

    /// Returns the number of tiles in a pile.
    #[inline]
    pub fn left_in(&self, pile: u8) -> u16 {
        self.left[usize::from(pile)]
    }

    /// Returns the kinds of the tiles that were put aside, in the order in which they were drawn.
    #[inline]
    pub fn aside(&self) -> &[KindIndex] {
        &self.aside[..usize::from(self.aside_len)]
    }

    /// Returns the number of undrawn tiles of one kind.
    #[inline]
    pub fn count(&self, kind: KindIndex) -> u8 {
        // The length is a power of two, so that indexing needs no bounds check.
        self.counts[usize::from(kind) % MAX_KINDS]
    }

    /// Returns the numbers of undrawn tiles of every kind of the rules.
    #[inline]
    pub fn counts(&self) -> &[u8] {
        &self.counts[..usize::from(self.kinds).min(MAX_KINDS)]
    }
}

/// The tiles that a seat has drawn but not yet placed.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
struct Hand {
    len: u8,
    kinds: [KindIndex; MAX_HAND],
}

/// A game at one moment, as plain data without pointers.
#[derive(Copy, Debug)]
pub struct Position<F: FamilyData> {
    /// Tiles on the table and the places around them.
    pub board: Board,
    /// State of the expansions.
    pub extra: F::Extra,
    bag: Bag,
    hands: [Hand; MAX_SEATS],
    pieces: [Option<Spot>; MAX_PIECES],
    /// The pieces next to figures, one bit each.
    pieces_by_figures: u16,
    scores: [i32; MAX_SEATS],
    supply: [[u8; MAX_FIGURE_KINDS]; MAX_SEATS],
    pending: F::Pending,
    seat: u8,
    turn: u16,
}

#[allow(clippy::non_canonical_clone_impl, reason = "`clone_from` copies less than the whole")]
impl<F: FamilyData> Clone for Position<F> {
    fn clone(&self) -> Self {
        *self
    }

    /// Copies only the parts that are in use, which makes it a fast way to restore an earlier position.
    fn clone_from(&mut self, other: &Self) {
        self.board.clone_from(&other.board);
        self.extra = other.extra;
        self.bag.clone_from(&other.bag);
        self.hands = other.hands;
        self.pieces = other.pieces;
        self.pieces_by_figures = other.pieces_by_figures;
        self.scores = other.scores;
        self.supply = other.supply;
        self.pending = other.pending;
        self.seat = other.seat;
        self.turn = other.turn;
    }
}

impl<F: FamilyData> Position<F> {
    /// Creates an empty table, with every tile in the bag, every figure in supply and no pending decision.
    fn empty(rules: &Rules<F::Options>) -> Self {
        let mut position = Self {
            board: Board::default(),
            extra: F::Extra::default(),
            bag: Bag {
                left: [0; PILES],
                kinds: rules.kinds.len() as u16,
                counts: [0; MAX_KINDS],
                aside: [0; MAX_ASIDE],
                aside_len: 0,
            },
            hands: [Hand::default(); MAX_SEATS],
            pieces: [None; MAX_PIECES],
            pieces_by_figures: 0,
            scores: [0; MAX_SEATS],
            supply: [[0; MAX_FIGURE_KINDS]; MAX_SEATS],
            pending: F::Pending::default(),
            seat: 0,
            turn: 0,
        };
        for (count, kind) in position.bag.counts.iter_mut().zip(&rules.kinds) {
            *count = kind.copies;
            position.bag.left[usize::from(kind.pile)] += u16::from(kind.copies);
        }
        for seat in 0..rules.seats {
            for (kind, &count) in (0..).zip(rules.figures.in_play()) {
                (0..count).for_each(|_| position.board.features.add_figure(seat, kind));
                position.supply[usize::from(seat)][usize::from(kind)] =
                    count.saturating_sub(rules.reserve[usize::from(kind)]);
            }
        }
        position
    }

    /// Returns the undrawn tiles.
    #[inline]
    pub fn bag(&self) -> &Bag {
        &self.bag
    }

    /// Returns the kinds of the tiles in a seat's hand.
    #[inline]
    pub fn hand(&self, seat: u8) -> &[KindIndex] {
        let hand = &self.hands[usize::from(seat)];
        &hand.kinds[..usize::from(hand.len)]
    }

    /// Returns the location of a neutral piece, or `None` before it comes into play.
    #[inline]
    pub fn piece(&self, piece: PieceKind) -> Option<Spot> {
        self.pieces[usize::from(piece)]
    }

    /// Returns the tile on which a neutral piece stands.
    #[inline]
    pub fn piece_tile(&self, piece: PieceKind) -> Option<TileIndex> {
        match self.pieces[usize::from(piece)]? {
            Spot::Tile(tile) => Some(tile),
            Spot::Figure(figure) => Some(self.board.features.tile_of(self.board.features.figure(figure).segment()?)),
            Spot::Segment(segment) => Some(self.board.features.tile_of(segment)),
        }
    }

    /// Returns a seat's points.
    #[inline]
    pub fn score(&self, seat: u8) -> i32 {
        self.scores[usize::from(seat)]
    }

    /// Returns the number of figures of a kind in a seat's supply.
    #[inline]
    pub fn supply(&self, seat: u8, kind: FigureKind) -> u8 {
        self.supply[usize::from(seat)][usize::from(kind)]
    }

    /// Returns the number of figures of a kind in a seat's reserve: those neither in supply, nor on the table, nor captive.
    pub fn reserve(&self, seat: u8, kind: FigureKind) -> u8 {
        let figures = self.board.features.figures().iter();
        let idle =
            figures.filter(|figure| figure.seat == seat && figure.kind == kind && figure.is_in_supply()).count() as u8;
        idle.saturating_sub(self.supply(seat, kind))
    }

    /// Returns the numbers of figures of every kind in a seat's supply.
    #[inline]
    pub fn supplies(&self, seat: u8) -> &[u8; MAX_FIGURE_KINDS] {
        &self.supply[usize::from(seat)]
    }

    /// Returns the seat to move.
    #[inline]
    pub fn seat(&self) -> u8 {
        self.seat
    }

    /// Returns the turn number, counted from 1, or 0 before the first turn.
    #[inline]
    pub fn turn(&self) -> u16 {
        self.turn
    }

    /// Returns the pending decision. There is only one at a time; if others are queued behind it, they are in the family's state.
    #[inline]
    pub fn pending(&self) -> F::Pending {
        self.pending
    }

    /// Sets the pending decision, replacing the one just answered.
    #[inline]
    pub fn ask(&mut self, pending: F::Pending) {
        self.pending = pending;
    }
}

/// The verbs: the only way for a family to change the game.
impl<F: FamilyData> Position<F> {
    /// Begins a seat's turn.
    #[inline]
    pub fn begin_turn(&mut self, seat: u8, events: &mut impl Events) {
        self.seat = seat;
        self.turn += 1;
        events.emit(Event::Turn { seat, turn: self.turn });
    }

    /// Takes a tile out of its pile.
    #[inline]
    pub fn draw(&mut self, rules: &Rules<F::Options>, kind: KindIndex) {
        self.bag.counts[usize::from(kind) % MAX_KINDS] -= 1;
        self.bag.left[usize::from(rules.kind(kind).pile)] -= 1;
    }

    /// Draws a tile into a seat's hand.
    pub fn draw_to_hand(&mut self, rules: &Rules<F::Options>, seat: u8, kind: KindIndex, events: &mut impl Events) {
        self.draw(rules, kind);
        let hand = &mut self.hands[usize::from(seat)];
        hand.kinds[usize::from(hand.len)] = kind;
        hand.len += 1;
        events.emit(Event::Taken { seat, kind });
    }

    /// Removes a tile from a seat's hand, to be placed or discarded. Returns its kind.
    pub fn remove_from_hand(&mut self, seat: u8, slot: u8) -> KindIndex {
        let hand = &mut self.hands[usize::from(seat)];
        let kind = hand.kinds[usize::from(slot)];
        hand.kinds.copy_within(usize::from(slot) + 1.., usize::from(slot));
        hand.len -= 1;
        hand.kinds[usize::from(hand.len)] = 0;
        kind
    }

    /// Replaces a tile in a seat's hand with an undrawn tile of this kind. Used by searches that sample hidden hands (determinization).
    pub fn substitute_held(&mut self, rules: &Rules<F::Options>, seat: u8, slot: u8, kind: KindIndex) {
        let old = std::mem::replace(&mut self.hands[usize::from(seat)].kinds[usize::from(slot)], kind);
        self.draw(rules, kind);
        self.bag.counts[usize::from(old) % MAX_KINDS] += 1;
        self.bag.left[usize::from(rules.kind(old).pile)] += 1;
    }

    /// Swaps two tiles between hands, each given by seat and index in the hand. Serves the same purpose as
    /// [`substitute_held`](Self::substitute_held).
    pub fn swap_held(&mut self, (seat, slot): (u8, u8), (other, other_slot): (u8, u8)) {
        let (one, two) = (self.hand(seat)[usize::from(slot)], self.hand(other)[usize::from(other_slot)]);
        self.hands[usize::from(seat)].kinds[usize::from(slot)] = two;
        self.hands[usize::from(other)].kinds[usize::from(other_slot)] = one;
    }

    /// Puts a drawn tile aside.
    pub fn set_aside(&mut self, kind: KindIndex, events: &mut impl Events) {
        self.bag.aside[usize::from(self.bag.aside_len)] = kind;
        self.bag.aside_len += 1;
        events.emit(Event::SetAside { kind });
    }

    /// Shuffles the tiles that were put aside back into the bag.
    pub fn shuffle_back(&mut self, rules: &Rules<F::Options>, events: &mut impl Events) {
        if self.bag.aside_len == 0 {
            return;
        }
        for i in 0..usize::from(self.bag.aside_len) {
            let kind = self.bag.aside[i];
            self.bag.counts[usize::from(kind) % MAX_KINDS] += 1;
            self.bag.left[usize::from(rules.kind(kind).pile)] += 1;
        }
        self.bag.aside_len = 0;
        self.bag.aside = [0; MAX_ASIDE];
        events.emit(Event::ShuffledBack);
    }

    /// Removes all undrawn tiles of a kind from the game.
    pub fn remove_undrawn(&mut self, rules: &Rules<F::Options>, kind: KindIndex, events: &mut impl Events) {
        let count = std::mem::take(&mut self.bag.counts[usize::from(kind) % MAX_KINDS]);
        self.bag.left[usize::from(rules.kind(kind).pile)] -= u16::from(count);
        events.emit(Event::LeftOut { kind });
    }

    /// Places a tile: lays it and joins its segments with those of its neighbours.
    #[inline]
    pub fn place(
        &mut self,
        rules: &Rules<F::Options>,
        kind: KindIndex,
        at: Place,
        rotation: u8,
        events: &mut impl Events,
    ) -> TileIndex {
        let tile = self.lay(rules, kind, at, rotation);
        events.emit(Event::Placed { seat: self.seat, tile, kind, at, rotation });
        tile
    }

    /// Lays a tile; after the last start tile, also applies the rules' start joins.
    #[inline]
    fn lay(&mut self, rules: &Rules<F::Options>, kind: KindIndex, at: Place, rotation: u8) -> TileIndex {
        let tile = self.board.lay::<F>(&rules.kinds, kind, at, rotation);
        if !rules.start_joins.is_empty() && usize::from(tile) + 1 == rules.start.len() {
            for pair in &rules.start_joins {
                let [a, b] =
                    pair.map(|(tile, own)| self.board.tiles()[usize::from(tile)].first + SegmentIndex::from(own));
                self.board.features.unite::<F>(a, b);
            }
        }
        tile
    }

    /// Deploys a figure from the seat's supply onto a segment.
    #[inline]
    pub fn deploy(
        &mut self,
        rules: &Rules<F::Options>,
        seat: u8,
        kind: FigureKind,
        segment: SegmentIndex,
        events: &mut impl Events,
    ) -> FigureIndex {
        let mut figure = rules.first_figure(seat, kind);
        while !self.board.features.figure(figure as FigureIndex).is_in_supply() {
            figure += 1;
        }
        let figure = figure as FigureIndex;
        self.board.features.put_figure(figure, segment);
        self.supply[usize::from(seat)][usize::from(kind)] -= 1;
        events.emit(Event::Deployed { figure, segment });
        figure
    }

    /// Deploys a figure from the seat's supply onto a corner of the newest tile, on the segment that is at that corner.
    pub fn deploy_on_corner(
        &mut self,
        rules: &Rules<F::Options>,
        seat: u8,
        kind: FigureKind,
        corner: u8,
        events: &mut impl Events,
    ) {
        let Some(&tile) = self.board.tiles().last() else { return };
        let own = rules.kind(tile.kind).corner(tile.rotation, usize::from(corner));
        let figure = self.deploy(rules, seat, kind, tile.first + SegmentIndex::from(own), events);
        self.board.features.put_on_corner(figure, corner);
    }

    /// Returns a figure to its owner's supply.
    #[inline]
    pub fn return_figure(&mut self, figure: FigureIndex, events: &mut impl Events) {
        let this = self.board.features.figure(figure);
        let Some(segment) = this.segment() else { return };
        self.remove_figure(figure, segment);
        self.supply[usize::from(this.seat)][usize::from(this.kind)] += 1;
        events.emit(Event::Returned { figure, segment });
    }

    /// Takes a figure off the table; a piece next to it stays on the tile.
    #[inline]
    fn remove_figure(&mut self, figure: FigureIndex, segment: SegmentIndex) {
        self.board.features.remove_figure(figure);
        for piece in bits(self.pieces_by_figures) {
            if self.pieces[usize::from(piece)] == Some(Spot::Figure(figure)) {
                self.put_piece(piece as PieceKind, Some(Spot::Tile(self.board.features.tile_of(segment))));
            }
        }
    }

    /// Moves a figure on the table to another segment.
    pub fn move_figure(&mut self, figure: FigureIndex, to: SegmentIndex, events: &mut impl Events) {
        let Some(from) = self.board.features.figure(figure).segment() else { return };
        self.remove_figure(figure, from);
        self.board.features.put_figure(figure, to);
        events.emit(Event::Moved { figure, from, to });
    }

    /// Makes a figure on the table a seat's captive.
    pub fn capture(&mut self, figure: FigureIndex, by: u8, events: &mut impl Events) {
        let Some(segment) = self.board.features.figure(figure).segment() else { return };
        self.remove_figure(figure, segment);
        self.board.features.set_captor(figure, Some(by));
        events.emit(Event::Captured { figure, segment, by });
    }

    /// Returns a captive to its owner's supply.
    pub fn redeem(&mut self, figure: FigureIndex, events: &mut impl Events) {
        let this = self.board.features.figure(figure);
        let Some(from) = this.captor() else { return };
        self.board.features.set_captor(figure, None);
        self.supply[usize::from(this.seat)][usize::from(this.kind)] += 1;
        events.emit(Event::Redeemed { figure, from });
    }

    /// Moves a figure of the given kind from a seat's reserve to its supply; returns whether there was one.
    pub fn enlist(&mut self, seat: u8, kind: FigureKind, events: &mut impl Events) -> bool {
        if self.reserve(seat, kind) == 0 {
            return false;
        }
        self.supply[usize::from(seat)][usize::from(kind)] += 1;
        events.emit(Event::Enlisted { seat, kind });
        true
    }

    /// Attaches one more token to a figure on the table; the tokens are removed when it leaves its segment.
    pub fn attach(&mut self, figure: FigureIndex, events: &mut impl Events) {
        let tokens = self.board.features.figure(figure).attached() + 1;
        self.board.features.attach(figure, tokens);
        events.emit(Event::Attached { figure, tokens });
    }

    /// Moves a neutral piece.
    pub fn lead(&mut self, piece: PieceKind, to: Spot, events: &mut impl Events) {
        self.put_piece(piece, Some(to));
        events.emit(Event::Led { piece, to });
    }

    /// Takes a neutral piece off the table.
    pub fn withdraw(&mut self, piece: PieceKind, events: &mut impl Events) {
        let Some(from) = self.piece(piece) else { return };
        self.put_piece(piece, None);
        events.emit(Event::Withdrawn { piece, from });
    }

    /// Puts a neutral piece somewhere, or out of play.
    #[inline]
    fn put_piece(&mut self, piece: PieceKind, to: Option<Spot>) {
        let bit = 1 << piece;
        self.pieces[usize::from(piece)] = to;
        self.pieces_by_figures &= !bit;
        if matches!(to, Some(Spot::Figure(_))) {
            self.pieces_by_figures |= bit;
        }
    }

    /// Awards a score to a seat. A score can be negative, but a total never drops below 0.
    #[inline]
    pub fn award(
        &mut self,
        seat: u8,
        subject: Subject,
        score: Score,
        finished: bool,
        last: bool,
        events: &mut impl Events,
    ) {
        let points = &mut self.scores[usize::from(seat)];
        *points = (*points + score.points()).max(0);
        events.emit(Event::Scored { seat, subject, score, finished, last });
    }
}

/// Placement queries that all families share.
impl<F: FamilyData> Position<F> {
    /// Lists the kinds of tile that can be drawn from a pile, by index.
    pub fn list_draws(&self, rules: &Rules<F::Options>, pile: u8, answers: &mut impl Answers) {
        for (kind, (tile, &left)) in rules.kinds.iter().zip(self.bag().counts()).enumerate() {
            answers.add_if(tile.pile == pile && left > 0, Answer::Draw { kind: kind as KindIndex });
        }
    }

    /// Lists the legal placements of a tile of this kind, by open place in board order and then by rotation. If several rotations look
    /// alike, only the first of them is listed.
    // Not inlined, so that its callers do not compete for this loop's registers.
    #[inline(never)]
    pub fn list_places(&self, rules: &Rules<F::Options>, kind: KindIndex, answers: &mut impl Answers) {
        answers.add_placements(&self.board.placements(rules.kind(kind), None));
    }

    /// Lists the legal placements of the tiles in a seat's hand, tile by tile, in the order of [`list_places`](Self::list_places). Each
    /// kind of tile is listed only once.
    pub fn list_hand(&self, rules: &Rules<F::Options>, seat: u8, answers: &mut impl Answers) {
        for (slot, &kind) in self.hand(seat).iter().enumerate() {
            if !self.hand(seat)[..slot].contains(&kind) {
                answers.add_placements(&self.board.placements(rules.kind(kind), Some(slot as u8)));
            }
        }
    }

    /// Samples a placement uniformly from those that [`list_places`](Self::list_places) lists: by random trials or, if the trials fail,
    /// from the list.
    #[inline]
    pub fn sample_place(&self, rules: &Rules<F::Options>, kind: KindIndex, random: &mut impl Random) -> Answer {
        self.sample_place_or(rules, kind, 0, random).unwrap_or(Answer::Pass)
    }

    /// Like `sample_place`, but also samples from `others` further answers, each of which is as likely as any single placement.
    ///
    /// # Errors
    /// If no placement was sampled, returns the index of the sampled answer among the others, counted from 0.
    #[inline(always)]
    pub fn sample_place_or(
        &self,
        rules: &Rules<F::Options>,
        kind: KindIndex,
        others: u32,
        random: &mut impl Random,
    ) -> Result<Answer, u32> {
        let tile = rules.kind(kind);
        let bits = tile.rotations.trailing_zeros();
        let trials = (self.board.open_len() as u32) << bits;
        let mask = u32::from(tile.rotations) - 1;
        for _ in 0..MAX_TRIALS / 2 {
            let both = random.next();
            for half in [both as u32, (both >> 32) as u32] {
                let pick = scale(half, trials + others);
                // Without others, which is known where this is inlined, there is nothing to compare.
                if others > 0 && pick >= trials {
                    return Err(pick - trials);
                }
                let (at, need) = self.board.open_place_at((pick >> bits) as usize);
                let rotation = (pick & mask) as u8;
                if need & !tile.turned[usize::from(rotation)].edges == 0 {
                    return Ok(Answer::Place { at, rotation });
                }
            }
        }
        let places = count(|answers| self.list_places(rules, kind, answers));
        let pick = random.below((places + others).max(1));
        if pick >= places {
            return Err(pick - places);
        }
        Ok(nth(pick, |answers| self.list_places(rules, kind, answers)))
    }
}
