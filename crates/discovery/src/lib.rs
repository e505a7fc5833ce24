//! The family of The Discovery: its switchboard.
//!
//! `turn` has the order of a game and of a turn, `actions` what can be done with the tile just placed, `scoring` when what is
//! scored; what a rule says of areas stands in `base`. There are no expansions.
//!
//! Answers are listed in this order. Chance: kinds of tile by their numbers. Places: by open place as the board keeps them, then by
//! rotation; of a hand, tile by tile, each kind once. What is done with a tile: see `actions`. `Pass` comes last.

mod actions;
pub mod base;
pub mod compile;
pub mod describe;
mod holds;
pub mod options;
pub mod reference;
pub mod scoring;
mod turn;

use bastide_core::tile::{LANES, Law};
use bastide_core::{
    Actor, Answer, Answers, Event, Events, Family, KindIndex, Plain, Position, Random, Rules, SegmentIndex,
};
pub use compile::{check_own_tile, check_size, compile_tile};
pub use options::{Options, PARTS};

/// A game of this family.
pub type DiscoveryPosition = Position<Discovery>;
/// The rules of one set-up of this family.
pub type DiscoveryRules = Rules<Options>;

/// The family.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Discovery;

/// A decision that waits.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Frame {
    /// None: the game is over.
    #[default]
    Over,
    /// Which seat begins (DISC-02).
    Begin,
    /// Which tile is taken out before the start (DISC-17).
    TakeOut {
        /// The seat that will begin.
        first: u8,
        /// Tiles that are still to be taken out, this one included.
        left: u8,
    },
    /// Which tile comes into a hand before the first turn (DISC-16).
    Deal {
        /// The seat that will begin.
        first: u8,
    },
    /// Which tile is drawn (DISC-03).
    Draw,
    /// Which tile comes into the hand whose tiles fit nowhere (DISC-16).
    Replace,
    /// Which tile comes into the hand at the end of the turn (DISC-16).
    Refill,
    /// Where the drawn tile goes (DISC-04).
    Place {
        /// The tile that was drawn.
        kind: KindIndex,
    },
    /// Which tile of the hand goes where (DISC-16).
    PlaceHeld,
    /// Whether a follower is placed on the newest tile (DISC-05), or one is removed from anywhere (DISC-06).
    Deploy {
        /// The segments of the newest tile on which a follower may be placed, one bit each.
        free: u16,
    },
}

impl Frame {
    /// What stands for the frame in saved positions: its kind, and what it says besides.
    const fn code(self) -> (u8, u16) {
        match self {
            Self::Over => (0, 0),
            Self::Begin => (1, 0),
            Self::TakeOut { first, left } => (2, first as u16 | (left as u16) << 8),
            Self::Deal { first } => (3, first as u16),
            Self::Draw => (4, 0),
            Self::Replace => (5, 0),
            Self::Refill => (6, 0),
            Self::Place { kind } => (7, kind as u16),
            Self::PlaceHeld => (8, 0),
            Self::Deploy { free } => (9, free),
        }
    }
}

impl Plain for Frame {
    fn write(&self, out: &mut Vec<u8>) {
        let (tag, value) = self.code();
        tag.write(out);
        value.write(out);
    }

    fn read(from: &mut &[u8]) -> Option<Self> {
        let (tag, value) = (u8::read(from)?, u16::read(from)?);
        let (low, high) = (value as u8, (value >> 8) as u8);
        let frame = match tag {
            0 => Self::Over,
            1 => Self::Begin,
            2 => Self::TakeOut { first: low, left: high },
            3 => Self::Deal { first: low },
            4 => Self::Draw,
            5 => Self::Replace,
            6 => Self::Refill,
            7 => Self::Place { kind: low },
            8 => Self::PlaceHeld,
            9 => Self::Deploy { free: value },
            _ => return None,
        };
        // Nothing else stands for the same frame.
        (frame.code() == (tag, value)).then_some(frame)
    }
}

impl Family for Discovery {
    // Towns add up.
    const LAWS: [Law; LANES] = [Law::Add, Law::Any, Law::Any];

    type Options = Options;
    type Frame = Frame;
    type Extra = ();

    fn start(position: &mut DiscoveryPosition, rules: &DiscoveryRules, events: &mut impl Events) {
        for &(kind, at, rotation) in &rules.start {
            position.draw(rules, kind);
            position.place(rules, kind, at, rotation, events); // DISC-02
        }
        position.push(Frame::Begin);
        if let Some(seat) = rules.options.first_seat {
            turn::begin_game(position, rules, seat.min(rules.seats - 1), events);
        }
    }

    #[inline]
    fn actor(position: &DiscoveryPosition) -> Actor {
        match position.frame() {
            Frame::Place { .. } | Frame::PlaceHeld | Frame::Deploy { .. } => Actor::Seat(position.seat()),
            Frame::Over => Actor::Nobody,
            _ => Actor::Chance,
        }
    }

    #[inline]
    fn list(position: &DiscoveryPosition, rules: &DiscoveryRules, answers: &mut impl Answers) {
        match position.frame() {
            Frame::Over => {}
            Frame::Begin => (0..rules.seats).for_each(|seat| answers.add(Answer::Begin { seat })),
            Frame::Place { kind } => position.list_places(rules, kind, answers),
            Frame::PlaceHeld => position.list_hand(rules, position.seat(), answers),
            Frame::Deploy { free } => actions::list(position, rules, free, answers),
            Frame::TakeOut { .. } | Frame::Deal { .. } | Frame::Draw | Frame::Replace | Frame::Refill => {
                turn::list_draws(position, rules, answers);
            }
        }
    }

    #[inline]
    fn sample(position: &DiscoveryPosition, rules: &DiscoveryRules, random: &mut impl Random) -> Answer {
        match position.frame() {
            Frame::Place { kind } => position.sample_place(rules, kind, random),
            Frame::PlaceHeld => actions::sample_held(position, rules, random),
            Frame::Deploy { free } => actions::sample(position, rules, free, random),
            _ => Answer::Pass,
        }
    }

    #[inline]
    fn apply(position: &mut DiscoveryPosition, rules: &DiscoveryRules, answer: Answer, events: &mut impl Events) {
        match (position.frame(), answer) {
            (Frame::Draw, Answer::Draw { kind }) => turn::draw(position, rules, kind, events),
            (Frame::Place { kind }, Answer::Place { at, rotation }) => {
                turn::place(position, rules, kind, at, rotation, events);
            }
            (Frame::PlaceHeld, Answer::PlaceHeld { slot, at, rotation }) => {
                let kind = position.leave_hand(position.seat(), slot);
                turn::place(position, rules, kind, at, rotation, events); // DISC-16
            }
            (Frame::Deploy { .. }, answer) => turn::act(position, rules, answer, events),
            (Frame::Begin, Answer::Begin { seat }) => turn::begin_game(position, rules, seat, events),
            (Frame::TakeOut { first, left }, Answer::Draw { kind }) => {
                turn::take_out(position, rules, first, left, kind, events);
            }
            (Frame::Deal { first }, Answer::Draw { kind }) => turn::deal(position, rules, first, kind, events),
            (Frame::Replace, Answer::Draw { kind }) => turn::replace(position, rules, kind, events),
            (Frame::Refill, Answer::Draw { kind }) => turn::refill(position, rules, kind, events),
            _ => debug_assert!(false, "the answer does not answer the pending decision"),
        }
    }

    fn holds(position: &DiscoveryPosition, rules: &DiscoveryRules) -> bool {
        holds::holds(position, rules)
    }
}

/// Ends the game where it stands, with its final scoring (DISC-14). The rules come here when the last tile was placed; a program
/// may sooner, to score a game that was broken off.
pub fn end_game(position: &mut DiscoveryPosition, rules: &DiscoveryRules, events: &mut impl Events) {
    scoring::score_final(position, rules, events);
    events.emit(Event::Over);
    position.replace(Frame::Over);
}

/// Whether an area is complete: it is surrounded on all sides (DISC-07, DISC-08, DISC-09).
#[inline]
fn is_complete(position: &DiscoveryPosition, root: SegmentIndex) -> bool {
    position.board.features.open(root) == 0
}

/// The first segment of the newest tile.
#[inline]
fn newest_segment(position: &DiscoveryPosition) -> u16 {
    position.board.tiles().last().map_or(0, |tile| tile.first)
}

/// The numbers of the bits that are set, lowest first.
#[inline]
fn bits(mut mask: u16) -> impl Iterator<Item = u16> {
    std::iter::from_fn(move || {
        let bit = (mask != 0).then(|| mask.trailing_zeros() as u16);
        mask &= mask.wrapping_sub(1);
        bit
    })
}
