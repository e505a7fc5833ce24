//! The position: everything that a game is at one moment, and the verbs that change it.

mod saved;

pub use saved::Damaged;

use crate::feature::FigureIndex;
use crate::random::scale;
use crate::{Actor, Answer, Answers, Board, Event, Events, Family, FigureKind, KindIndex, Place, Random, Rules};
use crate::{MAX_FIGURE_KINDS, MAX_KINDS, MAX_SEATS, Score, SegmentIndex, TileIndex};

/// Frames that can wait on top of one another.
const MAX_FRAMES: usize = 8;
/// Rejected trials after which a placement is drawn from the whole list instead.
const TRIALS: u32 = 64;

/// The tiles that nobody has drawn yet: how many of each kind, and never in which order.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Bag {
    left: u16,
    counts: [u8; MAX_KINDS],
}

impl Bag {
    /// Tiles in the bag.
    #[inline]
    pub fn left(&self) -> u16 {
        self.left
    }

    /// Tiles of one kind.
    #[inline]
    pub fn count(&self, kind: KindIndex) -> u8 {
        self.counts[usize::from(kind)]
    }
}

/// A game at one moment: plain data without pointers.
#[derive(Copy, Debug)]
pub struct Position<F: Family> {
    /// The map.
    pub board: Board,
    /// What expansions remember.
    pub extra: F::Extra,
    bag: Bag,
    scores: [i32; MAX_SEATS],
    supply: [[u8; MAX_FIGURE_KINDS]; MAX_SEATS],
    frames: [F::Frame; MAX_FRAMES],
    frames_len: u8,
    seat: u8,
    turn: u16,
}

#[allow(clippy::non_canonical_clone_impl, reason = "`clone_from` copies less than the whole")]
impl<F: Family> Clone for Position<F> {
    fn clone(&self) -> Self {
        *self
    }

    /// Copies only what is in use: the quick way to go back to an earlier position.
    fn clone_from(&mut self, other: &Self) {
        self.board.clone_from(&other.board);
        self.extra = other.extra;
        self.bag = other.bag;
        self.scores = other.scores;
        self.supply = other.supply;
        self.frames = other.frames;
        self.frames_len = other.frames_len;
        self.seat = other.seat;
        self.turn = other.turn;
    }
}

/// Why an answer was refused: it is not among the legal ones.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct NotListed(pub Answer);

impl<F: Family> Position<F> {
    /// The position before the first answer.
    pub fn new(rules: &Rules<F::Options>, events: &mut impl Events) -> Self {
        let mut position = Self::bare(rules);
        F::start(&mut position, rules, events);
        position
    }

    /// An empty table, with every tile in the bag, every figure in supply and nothing asked.
    fn bare(rules: &Rules<F::Options>) -> Self {
        let mut position = Self {
            board: Board::default(),
            extra: F::Extra::default(),
            bag: Bag { left: 0, counts: [0; MAX_KINDS] },
            scores: [0; MAX_SEATS],
            supply: [[0; MAX_FIGURE_KINDS]; MAX_SEATS],
            frames: [F::Frame::default(); MAX_FRAMES],
            frames_len: 0,
            seat: 0,
            turn: 0,
        };
        for (count, kind) in position.bag.counts.iter_mut().zip(&rules.kinds) {
            *count = kind.copies;
            position.bag.left += u16::from(kind.copies);
        }
        for seat in 0..rules.seats {
            for kind in 0..MAX_FIGURE_KINDS {
                for _ in 0..rules.figures[kind] {
                    position.board.features.add_figure(seat, kind as FigureKind);
                }
            }
            position.supply[usize::from(seat)] = rules.figures;
        }
        position
    }

    /// Who must answer.
    #[inline]
    pub fn actor(&self) -> Actor {
        F::actor(self)
    }

    /// Lists every legal answer.
    #[inline]
    pub fn list(&self, rules: &Rules<F::Options>, answers: &mut impl Answers) {
        F::list(self, rules, answers);
    }

    /// Draws a legal answer of a player.
    #[inline]
    pub fn sample(&self, rules: &Rules<F::Options>, random: &mut impl Random) -> Answer {
        F::sample(self, rules, random)
    }

    /// Carries out an answer that is known to be legal.
    #[inline]
    pub fn apply(&mut self, rules: &Rules<F::Options>, answer: Answer, events: &mut impl Events) {
        F::apply(self, rules, answer, events);
    }

    /// Carries out an answer if it is legal.
    ///
    /// # Errors
    /// The answer is not listed; the position is as before.
    pub fn answer(
        &mut self,
        rules: &Rules<F::Options>,
        answer: Answer,
        events: &mut impl Events,
    ) -> Result<(), NotListed> {
        let mut search = Search { answer, listed: false };
        self.list(rules, &mut search);
        if !search.listed {
            return Err(NotListed(answer));
        }
        self.apply(rules, answer, events);
        Ok(())
    }

    /// The tiles that nobody has drawn yet.
    #[inline]
    pub fn bag(&self) -> &Bag {
        &self.bag
    }

    /// Points of a seat.
    #[inline]
    pub fn score(&self, seat: u8) -> i32 {
        self.scores[usize::from(seat)]
    }

    /// Figures of a kind in a seat's supply.
    #[inline]
    pub fn supply(&self, seat: u8, kind: FigureKind) -> u8 {
        self.supply[usize::from(seat)][usize::from(kind)]
    }

    /// Whose turn it is.
    #[inline]
    pub fn seat(&self) -> u8 {
        self.seat
    }

    /// The turn's number, counted from 1; 0 before the first.
    #[inline]
    pub fn turn(&self) -> u16 {
        self.turn
    }

    /// The pending decision.
    #[inline]
    pub fn frame(&self) -> F::Frame {
        self.frames[usize::from(self.frames_len.max(1)) - 1]
    }

    /// The decisions that wait, the pending one last.
    #[inline]
    pub fn frames(&self) -> &[F::Frame] {
        &self.frames[..usize::from(self.frames_len)]
    }

    /// Pushes a decision.
    #[inline]
    pub fn push(&mut self, frame: F::Frame) {
        self.frames[usize::from(self.frames_len)] = frame;
        self.frames_len += 1;
    }

    /// Replaces the pending decision by the next.
    #[inline]
    pub fn replace(&mut self, frame: F::Frame) {
        self.frames[usize::from(self.frames_len.max(1)) - 1] = frame;
    }

    /// Removes the pending decision.
    #[inline]
    pub fn pop(&mut self) {
        self.frames_len -= 1;
    }
}

/// Verbs: the only way in which a family changes the game.
impl<F: Family> Position<F> {
    /// Begins a seat's turn.
    #[inline]
    pub fn begin_turn(&mut self, seat: u8, events: &mut impl Events) {
        self.seat = seat;
        self.turn += 1;
        events.emit(Event::Turn { seat, turn: self.turn });
    }

    /// Takes a tile out of the bag.
    #[inline]
    pub fn draw(&mut self, kind: KindIndex) {
        self.bag.counts[usize::from(kind)] -= 1;
        self.bag.left -= 1;
    }

    /// Places a tile: lays it and joins its segments with the neighbours'.
    #[inline]
    pub fn place(
        &mut self,
        rules: &Rules<F::Options>,
        kind: KindIndex,
        at: Place,
        rotation: u8,
        events: &mut impl Events,
    ) -> TileIndex {
        let tile = self.board.lay::<F>(&rules.kinds, kind, at, rotation);
        events.emit(Event::Placed { seat: self.seat, tile, kind, at, rotation });
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
    ) {
        let mut figure = rules.first_figure(seat, kind);
        while self.board.features.figure(figure as FigureIndex).segment().is_some() {
            figure += 1;
        }
        let figure = figure as FigureIndex;
        self.board.features.stand(figure, segment);
        self.supply[usize::from(seat)][usize::from(kind)] -= 1;
        events.emit(Event::Deployed { figure, segment });
    }

    /// Returns a figure to its owner's supply.
    #[inline]
    pub fn return_figure(&mut self, figure: FigureIndex, events: &mut impl Events) {
        let this = self.board.features.figure(figure);
        let Some(segment) = this.segment() else { return };
        self.board.features.take_up(figure);
        self.supply[usize::from(this.seat)][usize::from(this.kind)] += 1;
        events.emit(Event::Returned { figure, segment });
    }

    /// Awards a feature's score to a seat.
    #[inline]
    pub fn award(
        &mut self,
        seat: u8,
        feature: SegmentIndex,
        score: Score,
        finished: bool,
        last: bool,
        events: &mut impl Events,
    ) {
        self.scores[usize::from(seat)] += score.points();
        events.emit(Event::Scored { seat, feature, score, finished, last });
    }
}

/// Queries about placing that every family shares.
impl<F: Family> Position<F> {
    /// Lists where the kind may be placed: by open place, in the order in which they stand on the board, then by rotation; of
    /// rotations that look alike, the first.
    #[inline]
    pub fn list_places(&self, rules: &Rules<F::Options>, kind: KindIndex, answers: &mut impl Answers) {
        let kind = rules.kind(kind);
        let turned = &kind.turned[..usize::from(kind.rotations)];
        for (at, need) in self.board.open_places() {
            for (rotation, turned) in turned.iter().enumerate() {
                answers.add_if(need & !turned.edges == 0, Answer::Place { at, rotation: rotation as u8 });
            }
        }
    }

    /// Draws one of the places that [`list_places`](Self::list_places) lists, each as likely as the other: by trial, and from the
    /// list where trials fail.
    #[inline]
    pub fn sample_place(&self, rules: &Rules<F::Options>, kind: KindIndex, random: &mut impl Random) -> Answer {
        let tile = rules.kind(kind);
        let open = self.board.open_len() as u32;
        let bits = tile.rotations.trailing_zeros();
        let mask = u32::from(tile.rotations) - 1;
        for _ in 0..TRIALS / 2 {
            let both = random.next();
            for half in [both as u32, (both >> 32) as u32] {
                let pick = scale(half, open << bits);
                let (at, need) = self.board.open_place_at((pick >> bits) as usize);
                let rotation = (pick & mask) as u8;
                if need & !tile.turned[usize::from(rotation)].edges == 0 {
                    return Answer::Place { at, rotation };
                }
            }
        }
        let mut count = Counter::default();
        self.list_places(rules, kind, &mut count);
        let mut nth = Nth { left: random.below(count.0.max(1)), found: Answer::Pass };
        self.list_places(rules, kind, &mut nth);
        nth.found
    }
}

/// Looks for one answer among the listed.
struct Search {
    answer: Answer,
    listed: bool,
}

impl Answers for Search {
    fn add(&mut self, answer: Answer) {
        self.listed |= answer == self.answer;
    }
}

#[derive(Default)]
struct Counter(u32);

impl Answers for Counter {
    fn add(&mut self, _: Answer) {
        self.0 += 1;
    }
}

struct Nth {
    left: u32,
    found: Answer,
}

impl Answers for Nth {
    fn add(&mut self, answer: Answer) {
        if self.left == 0 {
            self.found = answer;
        }
        self.left = self.left.wrapping_sub(1);
    }
}
