//! The Hunters & Gatherers family and its dispatch files.
//!
//! Only the files next to this one call the rules of the later edition: `options` lists the options, `compile` interprets tiles, `turn`
//! implements the order of a turn, and `scoring` determines scores and when they are awarded. The rules themselves are in the folder of
//! their edition.
//!
//! Answers are listed in a fixed order. Draws are ordered by kind of tile; placements by open place in the board's order, then by rotation;
//! figures by free segment of the newest tile, with a member on a meadow, a forest or a river and a hut on a system; members that can be
//! returned, by index. `Pass` comes last.

#![warn(missing_docs)]

mod actions;
mod arrange;
pub mod base;
mod compile;
mod describe;
mod extra;
mod family;
pub mod kinds;
pub mod later;
pub mod options;
mod pending;
pub mod reference;
pub mod scoring;
mod turn;
mod validate;

use bastide_core::tile::{COUNTERS, MergeRule, PILE_APART, PILE_BAG};
use bastide_core::{Actor, Answer, Answers, Events, Family, FamilyData, KindIndex, Random};
pub use extra::Extra;
pub use family::{Hunters, HuntersPosition, HuntersRules};
pub use kinds::{FIGURE_WORDS, KIND_WORDS, PIECE_WORDS, ROLE_WORDS};
pub use options::{Options, PARTS};
pub use pending::Pending;
pub use turn::end_game;

impl FamilyData for Hunters {
    // All counters are summed when features join. A fire is stored as the maximum number of tigers, which addition cannot exceed.
    const MERGE_RULES: [MergeRule; COUNTERS] = [MergeRule::Add; COUNTERS];
    // Systems join wherever their rivers do.
    const LAYERED: bool = true;
    const KEEPS_ENDED: bool = true;

    type Options = Options;
    type Pending = Pending;
    type Extra = Extra;
}

impl Family for Hunters {
    fn start(position: &mut HuntersPosition, rules: &HuntersRules, events: &mut impl Events) {
        for &(kind, at, rotation) in &rules.start {
            position.draw(rules, kind);
            position.place(rules, kind, at, rotation, events); // HG-02
        }
        position.ask(Pending::Begin);
        if let Some(seat) = rules.options.base.first_seat {
            turn::begin_game(position, rules, seat.min(rules.seats - 1), events);
        }
    }

    fn resume(position: &mut HuntersPosition, rules: &HuntersRules, hand: Option<KindIndex>, events: &mut impl Events) {
        turn::resume_arranged(position, rules, hand, events);
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
            Pending::Deploy { free } => actions::list(position, free, answers),
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
            Pending::Deploy { free } => actions::sample(position, free, random),
            Pending::Shaman => position.sample_listed(rules, random),
            Pending::Over | Pending::Begin | Pending::Draw => Answer::Pass,
        }
    }

    #[inline]
    fn apply(position: &mut HuntersPosition, rules: &HuntersRules, answer: Answer, events: &mut impl Events) {
        match (position.pending(), answer) {
            (Pending::Begin, Answer::Begin { seat }) => turn::begin_game(position, rules, seat, events),
            (Pending::Draw, Answer::Draw { kind }) => turn::draw(position, rules, kind, events),
            (Pending::Place { kind }, Answer::Place { at, rotation }) => {
                turn::place(position, rules, kind, at, rotation, events);
            }
            (Pending::Deploy { .. }, Answer::Pass) => turn::continue_after_action(position, rules, events),
            (Pending::Deploy { .. }, Answer::Deploy { figure, segment }) => {
                position.deploy(rules, position.seat(), figure, segment, events); // HG-05, HG-07
                turn::continue_after_action(position, rules, events);
            }
            (Pending::Shaman, answer) => turn::shaman(position, rules, answer, events),
            _ => debug_assert!(false, "the answer does not answer the pending decision"),
        }
    }

    fn validate(position: &HuntersPosition, rules: &HuntersRules) -> bool {
        validate::validate(position, rules)
    }
}
