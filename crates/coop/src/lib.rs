//! The Mists over Carcassonne family and its dispatch files. All seats play as one team.
//!
//! `turn` implements the order of play, `actions` lists what a player can do after placing a tile, `ghosts` adds and removes ghosts, and
//! `scoring` scores finished features; the rules for features are in `base`. There are no expansions.
//!
//! Answers are listed in a fixed order: draws by kind of tile; placements by open place in the board's order, then by rotation; figures by
//! segment, then by colour; and tiles from which ghosts can be removed, by index. `Pass` is last.

#![warn(missing_docs)]

mod actions;
mod arrange;
pub mod base;
mod compile;
mod describe;
mod extra;
mod family;
pub mod ghosts;
pub mod kinds;
pub mod options;
mod pending;
pub mod reference;
pub mod scoring;
mod turn;
mod validate;

use bastide_core::tile::{COUNTERS, MergeRule, PILE_BAG};
use bastide_core::{Actor, Answer, Answers, Events, Family, FamilyData, KindIndex, Random};
pub use extra::Extra;
pub use family::{Coop, CoopPosition, CoopRules};
pub use kinds::{FIGURE_WORDS, KIND_WORDS, PIECE_WORDS, ROLE_WORDS};
pub use options::Options;
pub use pending::Pending;
pub use turn::end_game;

impl FamilyData for Coop {
    // Counter 0 holds pennants, which add up when cities join.
    const MERGE_RULES: [MergeRule; COUNTERS] = [MergeRule::Add, MergeRule::Any, MergeRule::Any];

    type Options = Options;
    type Pending = Pending;
    type Extra = Extra;
}

impl Family for Coop {
    fn start(position: &mut CoopPosition, rules: &CoopRules, events: &mut impl Events) {
        for &(kind, at, rotation) in &rules.start {
            position.draw(rules, kind);
            position.place(rules, kind, at, rotation, events); // COOP-02
        }
        ghosts::haunt_start(position, rules, events);
        position.ask(Pending::Begin);
        // In a one-player game, the first seat is not drawn.
        let first = rules.options.first_seat.or((rules.seats == 1).then_some(0));
        if let Some(seat) = first {
            turn::begin_game(position, seat.min(rules.seats - 1), events); // COOP-03
        }
    }

    fn resume(position: &mut CoopPosition, rules: &CoopRules, hand: Option<KindIndex>, events: &mut impl Events) {
        turn::resume_arranged(position, rules, hand, events);
    }

    #[inline]
    fn actor(position: &CoopPosition) -> Actor {
        match position.pending() {
            Pending::Place { .. } | Pending::Deploy { .. } | Pending::Reward { .. } => Actor::Seat(position.seat()),
            Pending::Over => Actor::Nobody,
            Pending::Begin | Pending::Draw => Actor::Chance,
        }
    }

    #[inline]
    fn list(position: &CoopPosition, rules: &CoopRules, answers: &mut impl Answers) {
        match position.pending() {
            Pending::Over => {}
            Pending::Begin => (0..rules.seats).for_each(|seat| answers.add(Answer::Begin { seat })),
            Pending::Draw => position.list_draws(rules, PILE_BAG, answers),
            Pending::Place { kind } => position.list_places(rules, kind, answers),
            Pending::Deploy { free } => actions::list(position, free, answers),
            Pending::Reward { .. } => actions::list_rewards(position, answers),
        }
    }

    #[inline]
    fn sample(position: &CoopPosition, rules: &CoopRules, random: &mut impl Random) -> Answer {
        match position.pending() {
            Pending::Place { kind } => position.sample_place(rules, kind, random),
            Pending::Deploy { .. } | Pending::Reward { .. } => position.sample_listed(rules, random),
            _ => Answer::Pass,
        }
    }

    #[inline]
    fn apply(position: &mut CoopPosition, rules: &CoopRules, answer: Answer, events: &mut impl Events) {
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

    fn validate(position: &CoopPosition, rules: &CoopRules) -> bool {
        validate::validate(position, rules)
    }
}
