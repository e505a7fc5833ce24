//! The family of Mists over Carcassonne, a game that all seats play as one team: its switchboard.
//!
//! `turn` has the order of a game and of a turn, `actions` what can be done with the tile just placed, `ghosts` what comes and goes
//! with mist, `scoring` what a finished feature gives; what a rule says of features stands in `base`. There are no expansions.
//!
//! Answers are listed in this order. Chance: kinds of tile by their numbers. Places: by open place as the board keeps them, then by
//! rotation. Figures: by segment, then by colour. Tiles that ghosts can be taken off: by their numbers. `Pass` comes last.

mod actions;
pub mod base;
pub mod compile;
pub mod describe;
pub mod ghosts;
pub mod options;
pub mod reference;
pub mod scoring;
mod turn;
mod validate;

use bastide_core::tile::{COUNTERS, MergeRule, PILE_BAG};
use bastide_core::{Actor, Answer, Answers, Coded, Event, Events, Family, KindIndex, Position, Random, Rules};
pub use compile::{check_own_tile, check_size, compile_start, compile_tile, uses_tile};
pub use ghosts::Ghosts;
pub use options::Options;

/// A game of this family.
pub type MistsPosition = Position<Mists>;
/// The rules of one set-up of this family.
pub type MistsRules = Rules<Options>;

/// The family.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Mists;

/// A decision that waits.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Pending {
    /// None: the game is over.
    #[default]
    Over,
    /// Which seat begins (COOP-03).
    Begin,
    /// Which tile is drawn (COOP-04).
    Draw,
    /// Where the drawn tile goes (COOP-05).
    Place {
        /// The tile that was drawn.
        kind: KindIndex,
    },
    /// Whether a figure is placed on the newest tile (COOP-10).
    Deploy {
        /// The segments of the newest tile on which one may be placed, one bit each.
        free: u16,
    },
    /// Whether a finished feature is scored, or ghosts are taken off a tile instead (COOP-13).
    Reward {
        /// The segments of the newest tile whose features are still to be decided, one bit each; the lowest is decided now.
        left: u16,
    },
}

impl Coded for Pending {
    fn code(self) -> (u8, u16) {
        match self {
            Self::Over => (0, 0),
            Self::Begin => (1, 0),
            Self::Draw => (2, 0),
            Self::Place { kind } => (3, kind as u16),
            Self::Deploy { free } => (4, free),
            Self::Reward { left } => (5, left),
        }
    }

    fn decoded(kind: u8, number: u16) -> Option<Self> {
        Some(match kind {
            0 => Self::Over,
            1 => Self::Begin,
            2 => Self::Draw,
            3 => Self::Place { kind: number as u8 },
            4 => Self::Deploy { free: number },
            5 => Self::Reward { left: number },
            _ => return None,
        })
    }
}

impl Family for Mists {
    // Pennants add up.
    const MERGE_RULES: [MergeRule; COUNTERS] = [MergeRule::Add, MergeRule::Any, MergeRule::Any];

    type Options = Options;
    type Pending = Pending;
    type Extra = Ghosts;

    fn start(position: &mut MistsPosition, rules: &MistsRules, events: &mut impl Events) {
        for &(kind, at, rotation) in &rules.start {
            position.draw(rules, kind);
            position.place(rules, kind, at, rotation, events); // COOP-02
        }
        ghosts::haunt_start(position, rules, events);
        position.ask(Pending::Begin);
        // One player alone begins without being asked.
        let first = rules.options.first_seat.or((rules.seats == 1).then_some(0));
        if let Some(seat) = first {
            turn::begin_game(position, seat.min(rules.seats - 1), events); // COOP-03
        }
    }

    #[inline]
    fn actor(position: &MistsPosition) -> Actor {
        match position.pending() {
            Pending::Place { .. } | Pending::Deploy { .. } | Pending::Reward { .. } => Actor::Seat(position.seat()),
            Pending::Over => Actor::Nobody,
            Pending::Begin | Pending::Draw => Actor::Chance,
        }
    }

    #[inline]
    fn list(position: &MistsPosition, rules: &MistsRules, answers: &mut impl Answers) {
        match position.pending() {
            Pending::Over => {}
            Pending::Begin => (0..rules.seats).for_each(|seat| answers.add(Answer::Begin { seat })),
            Pending::Draw => position.list_draws(rules, PILE_BAG, answers),
            Pending::Place { kind } => position.list_places(rules, kind, answers),
            Pending::Deploy { free } => actions::list_figures(position, free, answers),
            Pending::Reward { .. } => actions::list_rewards(position, answers),
        }
    }

    #[inline]
    fn sample(position: &MistsPosition, rules: &MistsRules, random: &mut impl Random) -> Answer {
        match position.pending() {
            Pending::Place { kind } => position.sample_place(rules, kind, random),
            Pending::Deploy { .. } | Pending::Reward { .. } => position.sample_listed(rules, random),
            _ => Answer::Pass,
        }
    }

    #[inline]
    fn apply(position: &mut MistsPosition, rules: &MistsRules, answer: Answer, events: &mut impl Events) {
        match (position.pending(), answer) {
            (Pending::Draw, Answer::Draw { kind }) => turn::draw(position, rules, kind, events),
            (Pending::Place { kind }, Answer::Place { at, rotation }) => {
                turn::place(position, rules, kind, at, rotation, events);
            }
            (Pending::Deploy { .. }, answer) => turn::deploy(position, rules, answer, events),
            (Pending::Reward { left }, answer) => turn::reward(position, rules, left, answer, events),
            (Pending::Begin, Answer::Begin { seat }) => turn::begin_game(position, seat, events),
            _ => debug_assert!(false, "the answer does not answer the pending decision"),
        }
    }

    fn validate(position: &MistsPosition, rules: &MistsRules) -> bool {
        validate::validate(position, rules)
    }
}

/// Ends the game where it stands; there is no final scoring (COOP-15). The rules come here when the team has won or lost; a program may
/// sooner, where a game was broken off.
pub fn end_game(position: &mut MistsPosition, events: &mut impl Events) {
    events.emit(Event::Over);
    position.ask(Pending::Over);
}
