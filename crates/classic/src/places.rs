//! Lists the places of tiles, which the river, shrines and abbeys limit further than the edges of a tile do.

use crate::abbey_mayor;
use crate::base::hand;
use crate::compile::SPECIAL_PLACES;
use crate::cult;
use crate::family::{ClassicPosition, ClassicRules};
use crate::pending::Pending;
use crate::river;
use crate::tower;
use bastide_core::tile::PILE_FIRST;
use bastide_core::{Answer, Answers, KindIndex, Random, SmallRandom, is_choice};

/// Returns whether a tile may be barred from places that it fits: a river tile (RIV-06), or one with a shrine or a monastery (CULT-03).
#[inline]
pub(crate) fn has_special_places(rules: &ClassicRules, kind: KindIndex) -> bool {
    rules.kind(kind).marks & SPECIAL_PLACES != 0
}

/// Lists where a tile can be placed, and no other answers.
#[inline(always)]
pub(crate) fn list_in_the_open(
    position: &ClassicPosition,
    rules: &ClassicRules,
    kind: KindIndex,
    answers: &mut impl Answers,
) {
    if has_special_places(rules, kind) {
        match rules.kind(kind).pile {
            PILE_FIRST => river::list_places(position, rules, kind, answers), // RIV-06
            _ => cult::list_places(position, rules, kind, None, answers),     // CULT-03
        }
    } else {
        position.list_places(rules, kind, answers);
    }
}

/// Lists where the tile in hand can be placed, and what else the seat may do first (TOW-07).
#[inline(always)]
pub(crate) fn list_places(
    position: &ClassicPosition,
    rules: &ClassicRules,
    kind: KindIndex,
    answers: &mut impl Answers,
) {
    list_in_the_open(position, rules, kind, answers);
    if rules.options.has(tower::TOWERS) {
        tower::list_ransoms(position, rules, answers);
    }
}

/// Maximum number of samples of a tile's places of which one must be allowed.
const MAX_TRIALS: usize = 16;

/// Samples uniformly from the special places of the tile to be placed, and what else the seat may do first (TOW-07). Takes a seed, so that
/// the caller's random numbers can stay in registers.
#[inline(never)]
pub(crate) fn sample_special(position: &ClassicPosition, rules: &ClassicRules, seed: u64) -> Answer {
    let Pending::Place { kind } = position.pending() else { return Answer::Pass };
    let mut random = SmallRandom::new(seed);
    let trials = if rules.kind(kind).pile == PILE_FIRST || has_ransoms(position, rules) { 0 } else { MAX_TRIALS };
    for _ in 0..trials {
        if let Answer::Place { at, rotation } = position.sample_place(rules, kind, &mut random)
            && cult::may_lie(position, rules, kind, at)
        {
            return Answer::Place { at, rotation };
        }
    }
    let mut sample = Sample { random, listed: 0, answer: Answer::Pass };
    list_places(position, rules, kind, &mut sample);
    sample.answer
}

/// Returns whether the seat may buy back a prisoner (TOW-07).
fn has_ransoms(position: &ClassicPosition, rules: &ClassicRules) -> bool {
    rules.options.has(tower::TOWERS) && is_choice(|choice| tower::list_ransoms(position, rules, choice))
}

/// Collector that keeps one of the listed answers, each with the same probability.
struct Sample {
    random: SmallRandom,
    listed: u32,
    answer: Answer,
}

impl Answers for Sample {
    fn add(&mut self, answer: Answer) {
        self.listed += 1;
        if self.random.below(self.listed) == 0 {
            self.answer = answer;
        }
    }
}

/// Returns whether a drawn tile can be placed.
#[inline(always)]
pub(crate) fn fits_anywhere(position: &ClassicPosition, rules: &ClassicRules, kind: KindIndex) -> bool {
    let tile = rules.kind(kind);
    if has_special_places(rules, kind) {
        return match tile.pile {
            PILE_FIRST => river::fits_anywhere(position, rules, kind),
            _ => cult::fits_anywhere(position, rules, kind), // CULT-03
        };
    }
    position.board.fits_anywhere(tile)
}

/// Returns whether a tile of the active seat's hand can be placed (BASE-25).
pub(crate) fn hand_fits_anywhere(position: &ClassicPosition, rules: &ClassicRules) -> bool {
    hand::fits_anywhere(position, |kind| fits_anywhere(position, rules, kind))
}

/// Returns whether there is a place for an abbey (AM-02).
#[inline(never)]
pub(crate) fn has_gaps(position: &ClassicPosition, rules: &ClassicRules) -> bool {
    is_choice(|choice| list_gaps(position, rules, choice))
}

/// Lists the places where an abbey can be placed (AM-02). An abbey is a monastery to shrines (CULT-08).
pub(crate) fn list_gaps(position: &ClassicPosition, rules: &ClassicRules, answers: &mut impl Answers) {
    if rules.options.has_challenges() {
        cult::list_gaps(position, rules, answers);
    } else {
        abbey_mayor::list_gaps(position, answers);
    }
}
