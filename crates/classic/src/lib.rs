//! The Carcassonne family: its switchboard.
//!
//! This file alone names the expansions: which exist, the order of a turn, and for each hook the order in which expansions act,
//! every call behind a bit test. What a rule says stands in the folder of the part that it belongs to.
//!
//! Answers are listed in this order. Places: by open place as the board keeps them, then by rotation. Deploying: by
//! segment of the new tile, then by kind of figure, and `Pass` last.

pub mod base;
pub mod compile;
pub mod inns_cathedrals;
pub mod options;
pub mod reference;
pub mod scoring;

use base::{CITY, FOLLOWER, ROAD};
use bastide_core::tile::{LANES, Law};
use bastide_core::{
    Actor, Answer, Answers, Event, Events, Family, FigureKind, KindIndex, Plain, Position, Random, Rules,
};
pub use compile::compile_tile;
pub use options::{Options, PARTS};

/// A game of this family.
pub type ClassicPosition = Position<Classic>;
/// The rules of one set-up of this family.
pub type ClassicRules = Rules<Options>;

/// The Carcassonne family.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Classic;

/// The kinds of figure, with their words; a kind's number is its index.
pub const FIGURE_WORDS: &[&str] = &[
    base::FOLLOWER_WORD, // It comes first.
    inns_cathedrals::LARGE_WORD,
];

/// A decision that waits.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Frame {
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
    /// Whether and where a follower is deployed on the newest tile (BASE-08).
    Deploy {
        /// The segments of the newest tile on which one may stand, one bit each.
        free: u16,
    },
}

impl Family for Classic {
    // Pennants add up; an inn or a cathedral anywhere counts for the whole feature.
    const LAWS: [Law; LANES] = [Law::Add, Law::Any, Law::Any];

    type Options = Options;
    type Frame = Frame;
    type Extra = ();

    fn start(position: &mut ClassicPosition, rules: &ClassicRules, events: &mut impl Events) {
        for &(kind, at, rotation) in &rules.start {
            position.draw(kind);
            position.place(rules, kind, at, rotation, events); // BASE-02
        }
        match rules.options.base.first_seat {
            None => position.push(Frame::Begin),
            Some(seat) => {
                position.push(Frame::Begin);
                begin(position, seat.min(rules.seats - 1), events);
            }
        }
    }

    fn actor(position: &ClassicPosition) -> Actor {
        match position.frame() {
            Frame::Over => Actor::Nobody,
            Frame::Begin | Frame::Draw => Actor::Chance,
            Frame::Place { .. } | Frame::Deploy { .. } => Actor::Seat(position.seat()),
        }
    }

    #[inline]
    fn list(position: &ClassicPosition, rules: &ClassicRules, answers: &mut impl Answers) {
        match position.frame() {
            Frame::Over => {}
            Frame::Begin => (0..rules.seats).for_each(|seat| answers.add(Answer::Begin { seat })),
            Frame::Draw => {
                for kind in 0..rules.kinds.len() as u16 {
                    if position.bag().count(kind as KindIndex) > 0 {
                        answers.add(Answer::Draw { kind: kind as KindIndex });
                    }
                }
            }
            Frame::Place { kind } => position.list_places(rules, kind, answers),
            Frame::Deploy { free } => {
                let first = newest_segment(position);
                for segment in bits(free) {
                    for figure in figures_in_supply(position) {
                        answers.add(Answer::Deploy { figure, segment: first + segment });
                    }
                }
                answers.add(Answer::Pass);
            }
        }
    }

    #[inline]
    fn sample(position: &ClassicPosition, rules: &ClassicRules, random: &mut impl Random) -> Answer {
        match position.frame() {
            Frame::Place { kind } => position.sample_place(rules, kind, random),
            Frame::Deploy { free } => {
                let segments = free.count_ones();
                let figures = figures_in_supply(position).count() as u32;
                let pick = random.below(segments * figures + 1);
                if pick == segments * figures {
                    return Answer::Pass;
                }
                let segment = bits(free).nth((pick % segments) as usize).unwrap_or(0);
                let figure = figures_in_supply(position).nth((pick / segments) as usize).unwrap_or(FOLLOWER);
                Answer::Deploy { figure, segment: newest_segment(position) + segment }
            }
            Frame::Over | Frame::Begin | Frame::Draw => Answer::Pass,
        }
    }

    #[inline]
    fn apply(position: &mut ClassicPosition, rules: &ClassicRules, answer: Answer, events: &mut impl Events) {
        match (position.frame(), answer) {
            (Frame::Begin, Answer::Begin { seat }) => begin(position, seat, events),
            (Frame::Draw, Answer::Draw { kind }) => draw(position, rules, kind, events),
            (Frame::Place { kind }, Answer::Place { at, rotation }) => {
                position.place(rules, kind, at, rotation, events);
                ask_deploy(position, rules, events);
            }
            (Frame::Deploy { .. }, Answer::Deploy { figure, segment }) => {
                position.deploy(rules, position.seat(), figure, segment, events); // BASE-08
                end_turn(position, rules, events);
            }
            (Frame::Deploy { .. }, Answer::Pass) => end_turn(position, rules, events),
            _ => debug_assert!(false, "the answer does not answer the pending decision"),
        }
    }

    fn holds(position: &ClassicPosition, rules: &ClassicRules) -> bool {
        match position.frames() {
            [Frame::Over] => true,
            [Frame::Begin] => position.turn() == 0,
            [Frame::Draw] => position.bag().left() > 0,
            [Frame::Place { kind }] => {
                rules.kinds.get(usize::from(*kind)).is_some_and(|kind| position.board.fits_anywhere(kind))
            }
            [Frame::Deploy { free }] => {
                *free != 0
                    && *free == base::free_segments(position, rules)
                    && figures_in_supply(position).next().is_some()
            }
            _ => false,
        }
    }
}

impl Plain for Frame {
    fn write(&self, out: &mut Vec<u8>) {
        let (tag, value) = match *self {
            Self::Over => (0, 0),
            Self::Begin => (1, 0),
            Self::Draw => (2, 0),
            Self::Place { kind } => (3, u16::from(kind)),
            Self::Deploy { free } => (4, free),
        };
        u8::write(&tag, out);
        value.write(out);
    }

    fn read(from: &mut &[u8]) -> Option<Self> {
        match (u8::read(from)?, u16::read(from)?) {
            (0, 0) => Some(Self::Over),
            (1, 0) => Some(Self::Begin),
            (2, 0) => Some(Self::Draw),
            (3, kind) => Some(Self::Place { kind: u8::try_from(kind).ok()? }),
            (4, free) => Some(Self::Deploy { free }),
            _ => None,
        }
    }
}

fn begin(position: &mut ClassicPosition, seat: u8, events: &mut impl Events) {
    events.emit(Event::First { seat }); // BASE-03
    position.begin_turn(seat, events);
    position.replace(Frame::Draw);
}

fn draw(position: &mut ClassicPosition, rules: &ClassicRules, kind: KindIndex, events: &mut impl Events) {
    position.draw(kind);
    events.emit(Event::Drawn { kind }); // BASE-07
    if position.board.fits_anywhere(rules.kind(kind)) {
        position.replace(Frame::Place { kind });
    } else {
        events.emit(Event::Discarded { kind }); // BASE-06
        if position.bag().left() == 0 {
            end_game(position, rules, events);
        }
    }
}

/// Asks for a follower where one can be deployed; a decision with nothing to decide is not asked.
fn ask_deploy(position: &mut ClassicPosition, rules: &ClassicRules, events: &mut impl Events) {
    let free = if figures_in_supply(position).next().is_some() { base::free_segments(position, rules) } else { 0 };
    if free == 0 {
        end_turn(position, rules, events); // BASE-10
    } else {
        position.replace(Frame::Deploy { free });
    }
}

/// Scores what the newest tile completed (BASE-04, step 3), and passes the turn on.
fn end_turn(position: &mut ClassicPosition, rules: &ClassicRules, events: &mut impl Events) {
    scoring::score_completed(position, rules, events);
    if position.bag().left() == 0 {
        end_game(position, rules, events); // BASE-19
        return;
    }
    let next = position.seat() + 1;
    position.begin_turn(if next == rules.seats { 0 } else { next }, events); // BASE-04
    position.replace(Frame::Draw);
}

/// Ends the game where it stands: final scoring of what lies on the table (BASE-20, BASE-21). The rules come here when the bag is
/// empty (BASE-19); a program may sooner, to score a game that was broken off.
pub fn end_game(position: &mut ClassicPosition, rules: &ClassicRules, events: &mut impl Events) {
    scoring::score_final(position, rules, events);
    events.emit(Event::Over);
    position.replace(Frame::Over);
}

/// The kinds of figure that the seat whose turn it is could deploy.
#[inline]
fn figures_in_supply(position: &ClassicPosition) -> impl Iterator<Item = FigureKind> {
    let seat = position.seat();
    // A kind that is not in play is in nobody's supply (BASE-10, IC-01).
    (0..FIGURE_WORDS.len() as FigureKind).filter(move |&kind| position.supply(seat, kind) > 0)
}

/// Majorities: how much a figure counts for its owner (BASE-14).
#[inline]
fn strength(rules: &ClassicRules, kind: FigureKind) -> u16 {
    if rules.options.has(options::INNS_CATHEDRALS) && kind == inns_cathedrals::LARGE {
        return inns_cathedrals::LARGE_STRENGTH;
    }
    base::FOLLOWER_STRENGTH
}

/// The first segment of the newest tile.
#[inline]
fn newest_segment(position: &ClassicPosition) -> u16 {
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

/// Whether features of this kind are scored as soon as they are complete.
#[inline]
const fn scores_when_complete(kind: u8) -> bool {
    kind == CITY || kind == ROAD
}
