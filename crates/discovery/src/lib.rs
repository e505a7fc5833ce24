//! The Discovery family and its dispatch files.
//!
//! `turn` implements the order of play, `actions` lists what a player can do after placing a tile, and `scoring` determines when areas are
//! scored; the rules for areas are in `base`. There are no expansions.
//!
//! Answers are listed in a fixed order. Draws are ordered by kind of tile; placements by open place in the board's order, then by rotation.
//! Placements from a hand are listed tile by tile, each kind only once. For the order of actions after a placement, see `actions`. `Pass`
//! is last.

#![warn(missing_docs)]

mod actions;
mod arrange;
pub mod base;
mod compile;
mod describe;
mod family;
pub mod kinds;
pub mod options;
mod pending;
pub mod reference;
pub mod scoring;
mod turn;
mod validate;

use bastide_core::tile::{COUNTERS, MergeRule, PILE_BAG};
use bastide_core::{Actor, Answer, Answers, Events, Family, FamilyData, KindIndex, Random};
pub use family::{Discovery, DiscoveryPosition, DiscoveryRules};
pub use kinds::{FIGURE_WORDS, KIND_WORDS, PIECE_WORDS, ROLE_WORDS};
pub use options::{Options, PARTS};
pub use pending::Pending;
pub use turn::end_game;

impl FamilyData for Discovery {
    // Counter 0 holds towns, which add up when areas join.
    const MERGE_RULES: [MergeRule; COUNTERS] = [MergeRule::Add, MergeRule::Any, MergeRule::Any];

    type Options = Options;
    type Pending = Pending;
    type Extra = ();
}

impl Family for Discovery {
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

    fn resume(
        position: &mut DiscoveryPosition,
        rules: &DiscoveryRules,
        hand: Option<KindIndex>,
        events: &mut impl Events,
    ) {
        turn::resume_arranged(position, rules, hand, events);
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
            Pending::PlaceHeld => position.sample_held(rules, random),
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
                let kind = position.remove_from_hand(position.seat(), slot);
                turn::place(position, rules, kind, at, rotation, events); // DISC-16
            }
            (Pending::Deploy { .. }, answer) => turn::act(position, rules, answer, events),
            (Pending::Begin, Answer::Begin { seat }) => turn::begin_game(position, rules, seat, events),
            (Pending::TakeOut { first, left }, Answer::Draw { kind }) => {
                turn::remove_tile(position, rules, first, left, kind, events);
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
