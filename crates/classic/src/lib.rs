//! The Carcassonne family: its switchboard.
//!
//! The files beside this one alone name the expansions: which exist (`options`), what their tiles mean (`compile`), what their
//! figures are (`figures`), the order of a turn (`turn`), what can be done with a tile (`actions`), and for each hook the order in
//! which expansions act, every call behind a bit test. What a rule says stands in the folder of the part that it belongs to.
//!
//! Answers are listed in this order. Places: by open place as the board keeps them, then by rotation. What is done with a tile: see
//! `actions`. `Pass` comes last.

mod actions;
pub mod base;
mod compile;
mod describe;
mod extra;
mod figures;
mod next;
pub mod options;
mod pairs;
pub mod reference;
pub mod scoring;
mod turn;
mod validate;

pub mod abbey_mayor;
pub mod cathars;
pub mod count;
pub mod games_quarterly;
pub mod inns_cathedrals;
pub mod kinds;
pub mod king_robber;
pub mod mists;
pub mod princess_dragon;
pub mod river;
pub mod tower;
pub mod traders_builders;

use base::{CITY, ROAD};
use bastide_core::plain::{paired, parted};
use bastide_core::tile::{COUNTERS, MergeRule};
use bastide_core::{
    Actor, Answer, Answers, Coded, Event, Events, Family, KindIndex, Position, Random, Rules, SegmentIndex, bits,
};
pub use extra::{Extra, Turn};
pub(crate) use figures::{
    figures_of, followers_in_supply, has_earlier_like, is_barred, is_closed_to_dragon, is_companion, is_in_city_block,
    is_with_dragon, leaves_first, left, list_entry, may_stand, ordinary_followers,
};
pub use figures::{is_follower, is_on_land, is_ordinary, send_home};
pub use kinds::{FIGURE_WORDS, KIND_WORDS, PIECE_WORDS, ROLE_WORDS};
pub use options::{ELEMENTS, Options, PARTS};
pub(crate) use pairs::entered_field;

/// A game of this family.
pub type ClassicPosition = Position<Classic>;
/// The rules of one set-up of this family.
pub type ClassicRules = Rules<Options>;

/// The Carcassonne family.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Classic;

/// A decision that waits.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Pending {
    /// None: the game is over.
    #[default]
    Over,
    /// Which seat begins (BASE-03).
    Begin,
    /// Which tile is drawn (BASE-04).
    Draw,
    /// Where the drawn tile goes (BASE-05).
    Place {
        /// The tile in hand.
        kind: KindIndex,
    },
    /// What is done with the newest tile: whether and where a follower is deployed (BASE-08), or what expansions offer instead.
    Deploy {
        /// The segments of the newest tile on which a follower may stand, one bit each.
        free: u16,
    },
    /// Whether and where an abbey is placed instead of drawing (abbey_mayor: AM-02).
    Abbey, // abbey_mayor
    /// Whether a wagon moves on from a scored feature (abbey_mayor: AM-10).
    Wagon(u8), // abbey_mayor
    /// Which prisoner is taken from a tower (tower: TOW-04).
    Capture(SegmentIndex), // tower
    /// Which prisoner comes back from a seat in an exchange (tower: TOW-06).
    Exchange(u8), // tower
    /// Where the dragon goes (princess_dragon: PD-11).
    Dragon(princess_dragon::DragonStep),
    /// Whether followers leave the city of Carcassonne (count: COUNT-05).
    Enter(count::Enter),
    /// Whether a follower is placed in the city of Carcassonne (count: COUNT-04).
    Courtier, // count
    /// Whether the count moves (count: COUNT-09).
    Count, // count
    /// By which follower a ghost is placed (mists: MIST-04).
    Haunt(mists::Haunt),
    /// Whether a knight escapes from a besieged city (cathars: CATH-04).
    Escape, // cathars
}

impl Family for Classic {
    // Pennants add up; an inn or a cathedral anywhere counts for the whole feature; herds of pigs add up.
    const MERGE_RULES: [MergeRule; COUNTERS] = [MergeRule::Add, MergeRule::Any, MergeRule::Add];
    const MOST_ATTACHED: u8 = mists::CHASED_BY - 1; // MIST-06

    type Options = Options;
    type Pending = Pending;
    type Extra = Extra;

    fn start(position: &mut ClassicPosition, rules: &ClassicRules, events: &mut impl Events) {
        for &(kind, at, rotation) in &rules.start {
            position.draw(rules, kind);
            position.place(rules, kind, at, rotation, events); // BASE-02
        }
        if rules.options.has(abbey_mayor::ABBEYS) {
            abbey_mayor::start(position, rules);
        }
        if rules.options.has(tower::TOWERS) {
            tower::start(position, rules);
        }
        if rules.options.has(count::COUNTS) {
            count::start(position, rules, events);
        }
        position.ask(Pending::Begin);
        if let Some(seat) = rules.options.base.first_seat {
            begin(position, rules, seat.min(rules.seats - 1), events);
        }
    }

    #[inline]
    fn actor(position: &ClassicPosition) -> Actor {
        match position.pending() {
            Pending::Place { .. } | Pending::Deploy { .. } => Actor::Seat(position.seat()),
            Pending::Begin | Pending::Draw => Actor::Chance,
            Pending::Over => Actor::Nobody,
            Pending::Wagon(wagon) => Actor::Seat(position.board.features.figure(wagon).seat), // abbey_mayor
            Pending::Dragon(step) => Actor::Seat(step.seat),                                  // princess_dragon
            Pending::Enter(enter) => Actor::Seat(enter.seat),                                 // count
            _ => Actor::Seat(position.seat()),
        }
    }

    #[inline]
    fn list(position: &ClassicPosition, rules: &ClassicRules, answers: &mut impl Answers) {
        match position.pending() {
            Pending::Over => {}
            Pending::Begin => (0..rules.seats).for_each(|seat| answers.add(Answer::Begin { seat })),
            Pending::Draw => turn::list_draws(position, rules, answers),
            Pending::Place { kind } => turn::list_places(position, rules, kind, answers),
            Pending::Deploy { free } => actions::list(position, rules, free, answers),
            Pending::Dragon(step) => princess_dragon::list_steps(position, rules, step, answers),
            Pending::Exchange(with) => tower::list_exchanges(position, rules, with, answers),
            Pending::Haunt(haunt) => mists::list_haunted(position, haunt, answers),
            pending => {
                match pending {
                    Pending::Abbey => turn::abbey_mayor_list(position, rules, answers),
                    Pending::Wagon(wagon) => abbey_mayor::list_wagon_moves(position, rules, wagon, answers),
                    Pending::Capture(tower) => tower::list_captures(position, rules, tower, answers),
                    Pending::Enter(enter) => turn::count_list_entries(position, rules, enter, answers), // count
                    Pending::Courtier => count::list_courtiers(position, rules, answers),
                    Pending::Count => count::list_count_moves(position, rules, answers),
                    Pending::Escape => cathars::list_escapes(position, rules, answers),
                    _ => {}
                }
                answers.add(Answer::Pass);
            }
        }
    }

    #[inline]
    fn sample(position: &ClassicPosition, rules: &ClassicRules, random: &mut impl Random) -> Answer {
        match position.pending() {
            Pending::Place { kind } if !rules.options.has_special_places(position) => {
                position.sample_place(rules, kind, random)
            }
            Pending::Deploy { free } if !rules.options.has_actions() => {
                let supplied = figures::supplied(position, position.seat());
                let (segments, figures) = (free.count_ones(), supplied.count_ones());
                let pick = random.below(segments * figures + 1);
                if pick == segments * figures {
                    return Answer::Pass;
                }
                let segment = bits(free).nth((pick % segments) as usize).unwrap_or(0);
                let figure = bits(supplied).nth((pick / segments) as usize).map(|kind| kind as u8);
                Answer::Deploy { figure: figure.unwrap_or(base::FOLLOWER), segment: newest_segment(position) + segment }
            }
            Pending::Over | Pending::Begin | Pending::Draw => Answer::Pass,
            _ => position.sample_listed(rules, random),
        }
    }

    #[inline]
    fn apply(position: &mut ClassicPosition, rules: &ClassicRules, answer: Answer, events: &mut impl Events) {
        match (position.pending(), answer) {
            (Pending::Begin, Answer::Begin { seat }) => begin(position, rules, seat, events),
            (Pending::Draw, Answer::Draw { kind }) => turn::draw(position, rules, kind, events),
            (Pending::Place { kind }, Answer::Place { at, rotation }) => {
                turn::place(position, rules, kind, at, rotation, events);
            }
            (Pending::Deploy { .. }, Answer::Pass) => turn::after_action(position, rules, events),
            (Pending::Deploy { .. }, Answer::Deploy { figure, segment }) => {
                position.deploy(rules, position.seat(), figure, segment, events); // BASE-08
                turn::after_action(position, rules, events);
            }
            (pending, answer) => apply_more(position, rules, pending, answer, events),
        }
    }

    fn validate(position: &ClassicPosition, rules: &ClassicRules) -> bool {
        validate::validate(position, rules)
    }
}

/// Carries out an answer that only expansions offer, and goes on with what comes next.
fn apply_more(
    position: &mut ClassicPosition,
    rules: &ClassicRules,
    pending: Pending,
    answer: Answer,
    events: &mut impl Events,
) {
    let next = match (pending, answer) {
        (_, Answer::Redeem { figure }) => tower::redeem(position, figure, events),
        (Pending::Deploy { .. }, Answer::DeployCorner { .. }) => abbey_mayor::put_barn(position, rules, answer, events),
        (Pending::Deploy { .. }, Answer::Build { segment }) => tower::build(position, rules, segment, events),
        (Pending::Deploy { .. }, Answer::Lead { to, .. }) => princess_dragon::lead_fairy(position, to, events),
        (Pending::Deploy { .. }, Answer::Return { figure }) => princess_dragon::send(position, rules, figure, events),
        (Pending::Abbey, answer) => abbey_mayor::place_abbey(position, rules, answer, events),
        (Pending::Wagon(wagon), answer) => abbey_mayor::move_wagon(position, wagon, answer, events),
        (Pending::Capture(_), answer) => tower::capture(position, rules, answer, events),
        (Pending::Dragon(step), answer) => princess_dragon::step(position, rules, step, answer, events),
        (Pending::Enter(enter), answer) => count::enter(position, rules, enter, answer, events),
        (Pending::Courtier, answer) => count::place_courtier(position, rules, answer, events),
        (Pending::Count, answer) => count::lead_count(position, answer, events),
        (Pending::Haunt(haunt), answer) => mists::place_ghost(position, rules, haunt, answer, events),
        (Pending::Escape, answer) => cathars::escape(position, rules, answer, events),
        _ => {
            debug_assert!(false, "the answer does not answer the pending decision");
            return;
        }
    };
    turn::go_on(position, rules, next, events);
}

impl Coded for Pending {
    fn code(self) -> (u8, u16) {
        match self {
            Self::Over => (0, 0),
            Self::Begin => (1, 0),
            Self::Draw => (2, 0),
            Self::Place { kind } => (3, kind as u16),
            Self::Deploy { free } => (4, free),
            Self::Abbey => (5, 0),                                            // abbey_mayor
            Self::Wagon(wagon) => (6, wagon as u16),                          // abbey_mayor
            Self::Capture(segment) => (7, segment),                           // tower
            Self::Exchange(with) => (8, with as u16),                         // tower
            Self::Dragon(step) => (9, paired(step.seat, step.taken)),         // princess_dragon
            Self::Enter(enter) => (10, paired(enter.seat, enter.last as u8)), // count
            Self::Courtier => (11, 0),                                        // count
            Self::Count => (12, 0),                                           // count
            Self::Escape => (13, 0),                                          // cathars
            Self::Haunt(haunt) => (14, paired(haunt.own as u8, haunt.then_own as u8)), // mists
        }
    }

    fn decoded(kind: u8, number: u16) -> Option<Self> {
        let (low, high) = parted(number);
        Some(match kind {
            0 => Self::Over,
            1 => Self::Begin,
            2 => Self::Draw,
            3 => Self::Place { kind: low },
            4 => Self::Deploy { free: number },
            5 => Self::Abbey,           // abbey_mayor
            6 => Self::Wagon(low),      // abbey_mayor
            7 => Self::Capture(number), // tower
            8 => Self::Exchange(low),   // tower
            9 => Self::Dragon(princess_dragon::DragonStep { seat: low, taken: high }),
            10 => Self::Enter(count::Enter { seat: low, last: high > 0 }),
            11 => Self::Courtier, // count
            12 => Self::Count,    // count
            13 => Self::Escape,   // cathars
            14 => Self::Haunt(mists::Haunt { own: low > 0, then_own: high > 0 }),
            _ => return None,
        })
    }
}

fn begin(position: &mut ClassicPosition, rules: &ClassicRules, seat: u8, events: &mut impl Events) {
    events.emit(Event::First { seat }); // BASE-03
    turn::begin(position, rules, seat, events);
}

/// Ends the game where it stands: final scoring of what lies on the table (BASE-20, BASE-21). The rules come here when the bag is
/// empty (BASE-19); a program may sooner, to score a game that was broken off.
pub fn end_game(position: &mut ClassicPosition, rules: &ClassicRules, events: &mut impl Events) {
    scoring::score_final(position, rules, events);
    events.emit(Event::Over);
    position.ask(Pending::Over);
}

/// The first segment of the newest tile.
#[inline]
fn newest_segment(position: &ClassicPosition) -> u16 {
    position.board.tiles().last().map_or(0, |tile| tile.first)
}

/// Whether features of this kind are scored as soon as they are complete.
#[inline]
const fn scores_when_complete(kind: u8) -> bool {
    kind == CITY || kind == ROAD
}
