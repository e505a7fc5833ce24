//! The Carcassonne family, with its dispatch files.
//!
//! Only the files next to this one name the expansions. They define which expansions exist (`options`), what the tiles mean (`compile`),
//! what the figures are (`figures`), the order of a turn (`turn`), what can be done with a tile (`actions`) and, for each hook, the order
//! in which the expansions act; every call is behind a bit test. The rules themselves are in the folder of the part to which they belong.
//!
//! Answers are listed in a fixed order. Places are ordered by open place, as the board lists them, then by rotation; for actions with a
//! tile, see `actions`. `Pass` comes last.

#![warn(missing_docs)]

mod actions;
mod arrange;
pub mod base;
mod compile;
mod describe;
mod extra;
mod family;
mod figures;
pub mod kinds;
mod next;
pub mod options;
mod pairs;
mod pending;
mod places;
pub mod reference;
pub mod scoring;
mod turn;
mod validate;

pub mod abbey_mayor;
pub mod cathars;
pub mod count;
pub mod cult;
pub mod darmstadt;
pub mod festival;
pub mod games_quarterly;
pub mod inns_cathedrals;
pub mod king_robber;
pub mod mage_witch;
pub mod mists;
pub mod phantom;
pub mod princess_dragon;
pub mod river;
pub mod spiel_doch;
pub mod spiel_fair;
pub mod tower;
pub mod traders_builders;
pub mod watchtowers;
pub mod wind_roses;
pub mod winter;

use bastide_core::tile::{COUNTERS, MergeRule, PILE_BAG};
use bastide_core::{Actor, Answer, Answers, Events, Family, FamilyData, KindIndex, Random, bits};
pub use extra::{Extra, Turn};
pub use family::{Classic, ClassicPosition, ClassicRules};
pub use figures::{is_on_land, is_ordinary, send_home};
pub use kinds::{FIGURE_WORDS, KIND_WORDS, PIECE_WORDS, ROLE_WORDS, is_follower};
use next::{Next, Stage};
pub use options::{ELEMENTS, Options, PARTS};
pub use pending::Pending;
pub use turn::end_game;

impl FamilyData for Classic {
    // Pennants add up; an inn or a cathedral anywhere counts for the whole feature; pig herds add up.
    const MERGE_RULES: [MergeRule; COUNTERS] = [MergeRule::Add, MergeRule::Any, MergeRule::Add];
    const KEEPS_BESIDE: bool = true; // AM-03, AM-13, MIST-04
    const KEEPS_ENDED: bool = true;
    const MAX_ATTACHED: u8 = mists::GHOSTS_TO_SEND_HOME - 1; // MIST-06

    type Options = Options;
    type Pending = Pending;
    type Extra = Extra;
}

impl Family for Classic {
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
            turn::begin_game(position, rules, seat.min(rules.seats - 1), events);
        }
    }

    fn resume(position: &mut ClassicPosition, rules: &ClassicRules, hand: Option<KindIndex>, events: &mut impl Events) {
        turn::resume_arranged(position, rules, hand, events);
    }

    #[inline]
    fn actor(position: &ClassicPosition) -> Actor {
        match position.pending() {
            Pending::Place { .. } | Pending::Deploy { .. } => Actor::Seat(position.seat()),
            Pending::Begin | Pending::Draw | Pending::Deal | Pending::Refill => Actor::Chance,
            Pending::Over => Actor::Nobody,
            Pending::Wagon(wagon) => Actor::Seat(position.board.features.figure(wagon).seat),
            Pending::Dragon(step) => Actor::Seat(step.seat),
            Pending::Enter(enter) => Actor::Seat(enter.seat),
            _ => Actor::Seat(position.seat()),
        }
    }

    #[inline(always)]
    fn list(position: &ClassicPosition, rules: &ClassicRules, answers: &mut impl Answers) {
        match position.pending() {
            Pending::Place { kind } => places::list_places(position, rules, kind, answers),
            Pending::Deploy { free } if !rules.options.has_actions() => actions::list_simple(position, free, answers),
            pending => list_more(position, rules, pending, answers),
        }
    }

    #[inline]
    fn sample(position: &ClassicPosition, rules: &ClassicRules, random: &mut impl Random) -> Answer {
        match position.pending() {
            Pending::Place { kind } if !places::has_special_places(rules, kind) => {
                if rules.options.has(tower::TOWERS) {
                    return tower::sample_place(position, rules, kind, random); // TOW-07
                }
                position.sample_place(rules, kind, random)
            }
            Pending::Place { .. } => places::sample_special(position, rules, random.next()),
            Pending::Deploy { free } if !rules.options.has_actions() => {
                let supplied = figures::kinds_in_supply_without_phantom(position, position.seat());
                let (segments, figures) = (free.count_ones(), supplied.count_ones());
                let pick = random.below(segments * figures + 1);
                if pick == segments * figures {
                    return Answer::Pass;
                }
                let segment = bits(free).nth((pick % segments) as usize).unwrap_or(0);
                let figure = bits(supplied).nth((pick / segments) as usize).map(|kind| kind as u8);
                Answer::Deploy {
                    figure: figure.unwrap_or(base::FOLLOWER),
                    segment: position.board.newest_segment() + segment,
                }
            }
            Pending::Over | Pending::Begin | Pending::Draw | Pending::Deal | Pending::Refill => Answer::Pass,
            _ => sample_more(position, rules, random),
        }
    }

    // Inlining this into loops over many answers makes a difference of 4 % in a random game, so the decision is not left to the compiler.
    #[inline(always)]
    fn apply(position: &mut ClassicPosition, rules: &ClassicRules, answer: Answer, events: &mut impl Events) {
        match (position.pending(), answer) {
            (Pending::Begin, Answer::Begin { seat }) => turn::begin_game(position, rules, seat, events),
            (Pending::Draw, Answer::Draw { kind }) => turn::draw(position, rules, kind, events),
            (Pending::Place { kind }, Answer::Place { at, rotation }) => {
                turn::place(position, rules, kind, at, rotation, events);
            }
            (Pending::Deploy { .. }, Answer::Pass) => turn::continue_after_action(position, rules, events),
            (Pending::Deploy { .. }, Answer::Deploy { figure, segment }) => {
                turn::deploy(position, rules, figure, segment, events);
            }
            (pending, answer) => apply_more(position, rules, pending, answer, events),
        }
    }

    fn validate(position: &ClassicPosition, rules: &ClassicRules) -> bool {
        validate::validate(position, rules)
    }
}

/// Samples an answer to a decision that only expansions ask for. Not inlined, for the same reason as [`list_more`].
#[inline(never)]
fn sample_more(position: &ClassicPosition, rules: &ClassicRules, random: &mut impl Random) -> Answer {
    if position.pending() == Pending::MageWitch
        && let Some(answer) = mage_witch::sample_move(position, rules, random)
    {
        return answer;
    }
    position.sample_listed(rules, random)
}

/// Lists the answers to all decisions except the frequent ones of the base game. Not inlined, so that the frequent decisions do not have to
/// save registers for it.
#[inline(never)]
fn list_more(position: &ClassicPosition, rules: &ClassicRules, pending: Pending, answers: &mut impl Answers) {
    match pending {
        Pending::Over => {}
        Pending::Begin => (0..rules.seats).for_each(|seat| answers.add(Answer::Begin { seat })),
        Pending::Draw => turn::list_draws(position, rules, answers),
        Pending::Deal | Pending::Refill => position.list_draws(rules, PILE_BAG, answers),
        Pending::PlaceHeld => turn::list_held(position, rules, answers),
        Pending::Deploy { free } => actions::list(position, rules, free, answers),
        Pending::Dragon(step) => princess_dragon::list_steps(position, rules, step, answers),
        Pending::Exchange(with) => tower::list_exchanges(position, rules, with, answers),
        Pending::Double => traders_builders::list_second_half(answers),
        Pending::Haunt(haunt) => mists::list_haunted(position, rules, haunt, answers),
        Pending::Phantom(portal) => actions::list_phantom(position, rules, portal, answers),
        Pending::MageWitch => mage_witch::list_moves(position, rules, answers),
        pending => {
            match pending {
                Pending::Abbey => turn::list_abbey_places(position, rules, answers),
                Pending::Wagon(wagon) => abbey_mayor::list_wagon_moves(position, rules, wagon, answers),
                Pending::Capture(tower) => tower::list_captures(position, rules, tower, answers),
                Pending::Enter(enter) => turn::list_leaving_city(position, rules, enter, answers),
                Pending::Ransom => tower::list_ransoms(position, rules, answers),
                Pending::Courtier => count::list_courtiers(position, rules, answers),
                Pending::Count => count::list_count_moves(position, rules, answers),
                Pending::Escape => cathars::list_escapes(position, rules, answers),
                _ => {}
            }
            answers.add(Answer::Pass);
        }
    }
}

/// Applies an answer that only expansions offer, and continues the turn.
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
        (Pending::Deploy { .. }, Answer::Return { figure }) => {
            if pairs::is_returned_by_festival(position, rules, figure) {
                festival::take_back(position, rules, figure, events)
            } else {
                princess_dragon::send_knight_home(position, rules, figure, events)
            }
        }
        (Pending::PlaceHeld, Answer::PlaceHeld { slot, at, rotation }) => {
            return turn::place_held(position, rules, slot, at, rotation, events);
        }
        (Pending::Deal, Answer::Draw { kind }) => return turn::deal(position, rules, kind, events),
        (Pending::Refill, Answer::Draw { kind }) => return turn::refill(position, rules, kind, events),
        (Pending::Abbey, answer) => abbey_mayor::place_abbey(position, rules, answer, events),
        (Pending::Wagon(wagon), answer) => abbey_mayor::move_wagon(position, wagon, answer, events),
        (Pending::Capture(_), answer) => tower::capture(position, rules, answer, events),
        (Pending::Dragon(step), answer) => princess_dragon::step(position, rules, step, answer, events),
        (Pending::Enter(enter), answer) => turn::leave_city(position, rules, enter, answer, events),
        (Pending::Double, answer) => turn::apply_second_half(position, answer),
        (Pending::Ransom, _) => Next::After(Stage::Ransom),
        (Pending::Courtier, answer) => count::place_courtier(position, rules, answer, events),
        (Pending::Count, answer) => count::move_count_piece(position, answer, events),
        (Pending::Haunt(haunt), answer) => mists::place_ghost(position, rules, haunt, answer, events),
        (Pending::Phantom(_), answer) => actions::place_phantom(position, rules, answer, events),
        (Pending::Escape, answer) => cathars::escape(position, rules, answer, events),
        (Pending::MageWitch, answer) => mage_witch::move_figure(position, answer, events),
        _ => {
            debug_assert!(false, "the answer does not answer the pending decision");
            return;
        }
    };
    turn::continue_turn(position, rules, next, events);
}
