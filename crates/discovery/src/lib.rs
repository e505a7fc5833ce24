//! The family of The Discovery: its switchboard.
//!
//! `turn` has the order of a game and of a turn, `actions` what can be done with the tile just placed, `scoring` when what is
//! scored; what a rule says of areas stands in `base`. There are no expansions.
//!
//! Answers are listed in this order. Chance: kinds of tile by their numbers. Places: by open place as the board keeps them, then by
//! rotation; of a hand, tile by tile, each kind once. What is done with a tile: see `actions`. `Pass` comes last.

mod actions;
pub mod base;
mod compile;
mod describe;
pub mod options;
pub mod reference;
pub mod scoring;
mod turn;
mod validate;

use bastide_core::plain::{paired, parted};
use bastide_core::tile::{COUNTERS, MergeRule, PILE_BAG};
use bastide_core::{
    Actor, Answer, Answers, Coded, Event, Events, Family, KindIndex, Position, Random, Rules, SegmentIndex,
};
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
pub enum Pending {
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

impl Coded for Pending {
    fn code(self) -> (u8, u16) {
        match self {
            Self::Over => (0, 0),
            Self::Begin => (1, 0),
            Self::TakeOut { first, left } => (2, paired(first, left)),
            Self::Deal { first } => (3, first as u16),
            Self::Draw => (4, 0),
            Self::Replace => (5, 0),
            Self::Refill => (6, 0),
            Self::Place { kind } => (7, kind as u16),
            Self::PlaceHeld => (8, 0),
            Self::Deploy { free } => (9, free),
        }
    }

    fn decoded(kind: u8, number: u16) -> Option<Self> {
        let (low, high) = parted(number);
        Some(match kind {
            0 => Self::Over,
            1 => Self::Begin,
            2 => Self::TakeOut { first: low, left: high },
            3 => Self::Deal { first: low },
            4 => Self::Draw,
            5 => Self::Replace,
            6 => Self::Refill,
            7 => Self::Place { kind: low },
            8 => Self::PlaceHeld,
            9 => Self::Deploy { free: number },
            _ => return None,
        })
    }
}

impl Family for Discovery {
    // Towns add up.
    const MERGE_RULES: [MergeRule; COUNTERS] = [MergeRule::Add, MergeRule::Any, MergeRule::Any];

    type Options = Options;
    type Pending = Pending;
    type Extra = ();

    fn start(position: &mut DiscoveryPosition, rules: &DiscoveryRules, events: &mut impl Events) {
        for &(kind, at, rotation) in &rules.start {
            position.draw(rules, kind);
            position.place(rules, kind, at, rotation, events); // DISC-02
        }
        position.ask(Pending::Begin);
        if let Some(seat) = rules.options.first_seat {
            turn::begin_game(position, rules, seat.min(rules.seats - 1), events);
        }
    }

    #[inline]
    fn actor(position: &DiscoveryPosition) -> Actor {
        match position.pending() {
            Pending::Place { .. } | Pending::PlaceHeld | Pending::Deploy { .. } => Actor::Seat(position.seat()),
            Pending::Over => Actor::Nobody,
            _ => Actor::Chance,
        }
    }

    #[inline]
    fn list(position: &DiscoveryPosition, rules: &DiscoveryRules, answers: &mut impl Answers) {
        match position.pending() {
            Pending::Over => {}
            Pending::Begin => (0..rules.seats).for_each(|seat| answers.add(Answer::Begin { seat })),
            Pending::Place { kind } => position.list_places(rules, kind, answers),
            Pending::PlaceHeld => position.list_hand(rules, position.seat(), answers),
            Pending::Deploy { free } => actions::list(position, rules, free, answers),
            Pending::TakeOut { .. } | Pending::Deal { .. } | Pending::Draw | Pending::Replace | Pending::Refill => {
                position.list_draws(rules, PILE_BAG, answers);
            }
        }
    }

    #[inline]
    fn sample(position: &DiscoveryPosition, rules: &DiscoveryRules, random: &mut impl Random) -> Answer {
        match position.pending() {
            Pending::Place { kind } => position.sample_place(rules, kind, random),
            Pending::PlaceHeld => actions::sample_held(position, rules, random),
            Pending::Deploy { free } => actions::sample(position, rules, free, random),
            _ => Answer::Pass,
        }
    }

    #[inline]
    fn apply(position: &mut DiscoveryPosition, rules: &DiscoveryRules, answer: Answer, events: &mut impl Events) {
        match (position.pending(), answer) {
            (Pending::Draw, Answer::Draw { kind }) => turn::draw(position, rules, kind, events),
            (Pending::Place { kind }, Answer::Place { at, rotation }) => {
                turn::place(position, rules, kind, at, rotation, events);
            }
            (Pending::PlaceHeld, Answer::PlaceHeld { slot, at, rotation }) => {
                let kind = position.leave_hand(position.seat(), slot);
                turn::place(position, rules, kind, at, rotation, events); // DISC-16
            }
            (Pending::Deploy { .. }, answer) => turn::act(position, rules, answer, events),
            (Pending::Begin, Answer::Begin { seat }) => turn::begin_game(position, rules, seat, events),
            (Pending::TakeOut { first, left }, Answer::Draw { kind }) => {
                turn::take_out(position, rules, first, left, kind, events);
            }
            (Pending::Deal { first }, Answer::Draw { kind }) => turn::deal(position, rules, first, kind, events),
            (Pending::Replace, Answer::Draw { kind }) => turn::replace(position, rules, kind, events),
            (Pending::Refill, Answer::Draw { kind }) => turn::refill(position, rules, kind, events),
            _ => debug_assert!(false, "the answer does not answer the pending decision"),
        }
    }

    fn validate(position: &DiscoveryPosition, rules: &DiscoveryRules) -> bool {
        validate::validate(position, rules)
    }
}

/// Ends the game where it stands, with its final scoring (DISC-14). The rules come here when the last tile was placed; a program
/// may sooner, to score a game that was broken off.
pub fn end_game(position: &mut DiscoveryPosition, rules: &DiscoveryRules, events: &mut impl Events) {
    scoring::score_final(position, rules, events);
    events.emit(Event::Over);
    position.ask(Pending::Over);
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
