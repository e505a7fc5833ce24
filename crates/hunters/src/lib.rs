//! The family of Hunters & Gatherers: its switchboard.
//!
//! The files beside this one alone name the later edition: which options there are (`options`), what tiles mean (`compile`), the
//! order of a turn (`turn`), what is scored when and what it is worth (`scoring`). What a rule says stands in the folder that it
//! belongs to.
//!
//! Answers are listed in this order. Draws: by kind. Places: by open place as the board keeps them, then by rotation. What is done
//! with a tile: by the segments of the newest tile, each free one once, with a member on a meadow, a forest or a river and a hut on a
//! system. Members that may come back: by their numbers. `Pass` comes last.

pub mod base;
mod compile;
mod describe;
mod extra;
pub mod later;
pub mod options;
pub mod reference;
pub mod scoring;
mod turn;
mod validate;

use bastide_core::tile::{COUNTERS, MergeRule, PILE_APART, PILE_BAG};
use bastide_core::{
    Actor, Answer, Answers, Coded, Event, Events, Family, KindIndex, Position, Random, Rules, SegmentIndex, bits,
};
pub use extra::Extra;
pub use options::{Options, PARTS};

/// A game of this family.
pub type HuntersPosition = Position<Hunters>;
/// The rules of one set-up of this family.
pub type HuntersRules = Rules<Options>;

/// The family.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Hunters;

/// A decision that waits.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Pending {
    /// None: the game is over.
    #[default]
    Over,
    /// Which seat begins (HG-02).
    Begin,
    /// Which tile is drawn: a land tile (HG-03), or the turn's bonus tile (HG-12).
    Draw,
    /// Where the drawn tile goes (HG-04).
    Place {
        /// The tile in hand.
        kind: KindIndex,
    },
    /// Whether and where a member or a hut is placed on the newest tile (HG-05, HG-07).
    Deploy {
        /// The segments of the newest tile on which a figure of the supply may stand, one bit each.
        free: u16,
    },
    /// Whether a member comes back (later edition: HG-30).
    Shaman,
}

impl Family for Hunters {
    // Whatever is printed adds up; a fire is as many tigers as a counter holds.
    const MERGE_RULES: [MergeRule; COUNTERS] = [MergeRule::Add; COUNTERS];
    // Systems join wherever rivers do.
    const LAYERED: bool = true;

    type Options = Options;
    type Pending = Pending;
    type Extra = Extra;

    fn start(position: &mut HuntersPosition, rules: &HuntersRules, events: &mut impl Events) {
        for &(kind, at, rotation) in &rules.start {
            position.draw(rules, kind);
            position.place(rules, kind, at, rotation, events); // HG-02
        }
        position.ask(Pending::Begin);
        if let Some(seat) = rules.options.base.first_seat {
            begin(position, rules, seat.min(rules.seats - 1), events);
        }
    }

    #[inline]
    fn actor(position: &HuntersPosition) -> Actor {
        match position.pending() {
            Pending::Over => Actor::Nobody,
            Pending::Begin | Pending::Draw => Actor::Chance,
            Pending::Place { .. } | Pending::Deploy { .. } | Pending::Shaman => Actor::Seat(position.seat()),
        }
    }

    #[inline]
    fn pile(position: &HuntersPosition) -> u8 {
        match position.pending() {
            Pending::Draw if position.extra.bonus => PILE_APART, // HG-12
            _ => PILE_BAG,                                       // HG-03
        }
    }

    #[inline]
    fn list(position: &HuntersPosition, rules: &HuntersRules, answers: &mut impl Answers) {
        match position.pending() {
            Pending::Over => {}
            Pending::Begin => (0..rules.seats).for_each(|seat| answers.add(Answer::Begin { seat })),
            Pending::Draw => position.list_draws(rules, Self::pile(position), answers), // HG-03, HG-12
            Pending::Place { kind } => position.list_places(rules, kind, answers),      // HG-04
            Pending::Deploy { free } => {
                bits(free).for_each(|own| answers.add(deploy(position, own)));
                answers.add(Answer::Pass);
            }
            Pending::Shaman => {
                later::list_members(position, answers);
                answers.add(Answer::Pass);
            }
        }
    }

    #[inline]
    fn sample(position: &HuntersPosition, rules: &HuntersRules, random: &mut impl Random) -> Answer {
        match position.pending() {
            Pending::Place { kind } => position.sample_place(rules, kind, random),
            Pending::Deploy { free } => {
                let pick = random.below(free.count_ones() + 1);
                bits(free).nth(pick as usize).map_or(Answer::Pass, |own| deploy(position, own))
            }
            Pending::Shaman => position.sample_listed(rules, random),
            Pending::Over | Pending::Begin | Pending::Draw => Answer::Pass,
        }
    }

    #[inline]
    fn apply(position: &mut HuntersPosition, rules: &HuntersRules, answer: Answer, events: &mut impl Events) {
        match (position.pending(), answer) {
            (Pending::Begin, Answer::Begin { seat }) => begin(position, rules, seat, events),
            (Pending::Draw, Answer::Draw { kind }) => turn::draw(position, rules, kind, events),
            (Pending::Place { kind }, Answer::Place { at, rotation }) => {
                turn::place(position, rules, kind, at, rotation, events);
            }
            (Pending::Deploy { .. }, Answer::Pass) => turn::after_action(position, rules, events),
            (Pending::Deploy { .. }, Answer::Deploy { figure, segment }) => {
                position.deploy(rules, position.seat(), figure, segment, events); // HG-05, HG-07
                turn::after_action(position, rules, events);
            }
            (Pending::Shaman, answer) => turn::shaman(position, rules, answer, events),
            _ => debug_assert!(false, "the answer does not answer the pending decision"),
        }
    }

    fn validate(position: &HuntersPosition, rules: &HuntersRules) -> bool {
        validate::validate(position, rules)
    }
}

impl Coded for Pending {
    fn code(self) -> (u8, u16) {
        match self {
            Self::Over => (0, 0),
            Self::Begin => (1, 0),
            Self::Draw => (2, 0),
            Self::Place { kind } => (3, kind as u16),
            Self::Deploy { free } => (4, free),
            Self::Shaman => (5, 0),
        }
    }

    fn decoded(kind: u8, number: u16) -> Option<Self> {
        Some(match kind {
            0 => Self::Over,
            1 => Self::Begin,
            2 => Self::Draw,
            3 => Self::Place { kind: number as u8 },
            4 => Self::Deploy { free: number },
            5 => Self::Shaman,
            _ => return None,
        })
    }
}

fn begin(position: &mut HuntersPosition, rules: &HuntersRules, seat: u8, events: &mut impl Events) {
    events.emit(Event::First { seat }); // HG-02
    turn::begin(position, rules, seat, events);
}

/// Ends the game where it stands: final scoring of what lies on the table, after which most points win (HG-22). The rules come here
/// after the last land tile (HG-15); a program may sooner, to score a game that was broken off.
pub fn end_game(position: &mut HuntersPosition, rules: &HuntersRules, events: &mut impl Events) {
    position.extra.bonus = false;
    if !rules.options.members_stay_out {
        scoring::send_home(position, events); // HG-38
    }
    scoring::score_final(position, rules, events);
    events.emit(Event::Over);
    position.ask(Pending::Over);
}

/// The answer that places the figure for a segment of the newest tile.
#[inline]
fn deploy(position: &HuntersPosition, own: u16) -> Answer {
    let segment = position.board.tiles().last().map_or(0, |tile| tile.first) + own as SegmentIndex;
    Answer::Deploy { figure: base::figure_on(position.board.features.kind(segment)), segment }
}
