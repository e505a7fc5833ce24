//! What a position of the Carcassonne family is worth to each seat: points so far, and points that can be expected.
//!
//! A feature is worth what it would score complete and what it would score unfinished, in the proportion of the chance that it
//! gets complete: that depends on its gaps, on the tiles in the bag that close them, and on the turns left. Followers in
//! supply are worth something while there are turns to use them. When the bag is empty nothing is left to chance, and the
//! evaluation is the final score.

use bastide_core::{Answer, FigureIndex, FigureKind, SegmentIndex};
use classic::abbey_mayor::WAGON;
use classic::base::{FIELD, FOLLOWER};
use classic::inns_cathedrals::LARGE;
use classic::mists::GUARD;
use classic::scoring::tally;
use classic::{Classic, ClassicPosition, ClassicRules, Pending};

use super::context::EvalContext;
use super::corrections::{Corrections, TRAITS};
use super::expansions::{Expansions, count_coming_back, count_supplies};
use super::inns_cathedrals::large_value;
use super::mists::{cost_of_ghost, guards_coming};
use super::parts::part_of;
use super::quick::scored_now;
use super::traits::{Corrected, each_other_trait, each_trait, of_deploying};
use super::weights::Weights;
use super::{fields, land};
use crate::evaluation::board_features::{BoardFeatures, majority_gains};
use crate::evaluation::evaluator::Evaluator;
use crate::evaluation::feature_estimate::MergeChance;
use crate::evaluation::parts::Part;
use crate::evaluation::personality::Personality;
use crate::evaluation::uses::Uses;
use crate::evaluation::values::{Sums, Values, from_sum, margin, scores};

/// Evaluates positions of one set-up. What it needs in between is allocated once.
#[derive(Clone, Debug)]
pub struct ClassicEvaluator<'r> {
    context: EvalContext<'r>,
    expansions: Expansions,
    /// What the parts of the parent's features depend on beside the map.
    beside_map: (u16, u8),
    /// The weights of a player without quirks.
    plain: Weights,
    personality: Personality,
    count: u64,
    /// What a player without quirks has learned.
    learned: Corrections,
    /// What is reckoned with of that.
    corrections: Corrections,
    /// The same, at the time of the position that is being evaluated.
    corrected: Corrected,
    /// That time, where the corrections are still the same.
    corrected_at: Option<f32>,
}

impl<'r> ClassicEvaluator<'r> {
    /// Whether more is in play than the base game and Inns & Cathedrals, which bring nothing but another follower.
    pub fn is_wide(&self) -> bool {
        self.context.wide
    }

    /// The weights in use.
    pub fn weights(&self) -> &Weights {
        &self.context.weights
    }

    /// What expansions offer that the player makes use of.
    pub fn uses(&self) -> Uses {
        self.context.uses
    }

    /// Tiles in the bag, as it reckons with them.
    pub fn left(&self) -> u16 {
        self.context.board.odds.left()
    }

    /// A player without quirks has learned this. It is reckoned with from now on.
    pub fn learn(&mut self, corrections: &Corrections) {
        (self.learned, self.corrections, self.corrected_at) = (*corrections, *corrections, None);
        self.context.board.forget_parent();
    }

    /// Takes in the map: features that are occupied or have gaps, and what could join them; and what is in supply.
    fn look(&mut self, position: &ClassicPosition) {
        // Whoever has drawn the tile of this turn has the next one only if it is a double turn (TB-03).
        let drawn = !matches!(position.pending(), Pending::Draw | Pending::Abbey | Pending::Begin | Pending::Over);
        let asked = drawn && !position.extra.turn.doubled;
        let may = self.expansions.misty_tiles.beside_map(&self.context, position) == self.beside_map;
        let context = &mut self.context;
        context.board.look(context.rules, position, (asked, may), tally);
        for seat in 0..context.rules.seats {
            context.in_supply[usize::from(seat)] =
                f32::from(position.supply(seat, FOLLOWER)) + f32::from(position.supply(seat, LARGE));
        }
        if context.wide {
            count_supplies(context, position);
        }
    }

    /// Sums up what all features give, and what joining them promises.
    fn sum_up(&mut self, position: &ClassicPosition) -> Part {
        let context = &mut self.context;
        land::appraise_changed(context, &self.expansions, position);
        for slot in context.board.changed() {
            let estimate = &context.board.estimates[slot];
            let is_field = estimate.kind == FIELD && estimate.occupied;
            let fed = is_field.then(|| fields::appraise(context, position, slot));
            let part = part_of(context, position, &self.corrected, &context.board.estimates[slot], fed);
            context.board.add_part(part);
        }
        let joined = joined(&context.weights);
        context.board.add_joins(position, joined)
    }

    /// Takes in what corrections say at the time of the position that is being evaluated.
    fn correct(&mut self) {
        let youth = self.context.board.youth();
        if self.corrected_at != Some(youth) {
            self.corrected = self.corrections.at(youth);
            self.corrected_at = Some(youth);
        }
    }

    /// What every seat has of each trait: what corrections are learned from. The evaluator must have evaluated the position just
    /// before.
    pub fn traits(&self, position: &ClassicPosition) -> Vec<[f32; TRAITS]> {
        let mut all = vec![[0.0; TRAITS]; usize::from(self.context.rules.seats)];
        each_trait(&self.context, position, |seat, number, amount| all[seat][number] += amount);
        all
    }

    /// How far the game is from its end when it was evaluated last: 1 with every tile still to come.
    pub fn distance_to_end(&self) -> f32 {
        self.context.board.youth()
    }

    /// Evaluates a position whose mover is asked to deploy, and finds the mover's best answer without carrying any out:
    /// the answer, and its gain in values over what the answer `Pass` leads to.
    pub fn best_deployment(&mut self, position: &ClassicPosition) -> (Values, Answer) {
        let mut values = self.values(position);
        let Pending::Deploy { free } = position.pending() else { return (values, Answer::Pass) };
        let seat = position.seat();
        let figure = match [FOLLOWER, LARGE, GUARD].into_iter().find(|&kind| position.supply(seat, kind) > 0) {
            Some(figure) => figure,
            None if position.supply(seat, WAGON) > 0 => WAGON,
            None => return (values, Answer::Pass),
        };
        let first = position.board.tiles().last().map_or(0, |tile| tile.first);
        let (mut best, mut best_gain) = (Answer::Pass, 0.0);
        for i in (0..16).filter(|i| free >> i & 1 == 1) {
            if figure == WAGON && position.board.features.kind(first + i) == FIELD {
                continue; // AM-09
            }
            let gain = self.gain_of_deploying(position, seat, figure, first + i);
            if gain > best_gain {
                (best, best_gain) = (Answer::Deploy { figure, segment: first + i }, gain);
            }
        }
        values[usize::from(seat)] += best_gain;
        (values, best)
    }

    /// What the seat gains in values by placing a follower on a feature that nobody stands on, estimated.
    pub(crate) fn gain_of_deploying(
        &self,
        position: &ClassicPosition,
        seat: u8,
        figure: FigureKind,
        segment: SegmentIndex,
    ) -> f32 {
        let context = &self.context;
        let mut estimate = context.board.estimate_of(position, position.board.features.root(segment), tally);
        estimate.take_alone(seat);
        if estimate.kind == FIELD {
            estimate.value = fields::value(context, position, estimate.root);
        } else {
            estimate.take(land::appraise(context, &self.expansions, position, &estimate));
        }
        let had = context.in_supply[usize::from(seat)];
        let back = context.coming_back(&estimate, position);
        let has = had - 1.0 + back + guards_coming(context, position, &estimate, seat, back);
        let large = if figure == LARGE { large_value(context, position, seat) } else { 0.0 };
        let corrected = of_deploying(context, &self.corrected, position, seat, (&estimate, back));
        estimate.value + corrected + context.supply_value(seat, has) - context.supply_value(seat, had) - large
    }

    /// What another ghost by a follower, short of the third, costs its owner. Of the position that was evaluated last.
    pub(crate) fn cost_of_ghost(&self, position: &ClassicPosition, figure: FigureIndex) -> f32 {
        cost_of_ghost(&self.context, position, figure)
    }
}

impl<'r> Evaluator<'r, Classic> for ClassicEvaluator<'r> {
    type Weights = Weights;

    fn new(rules: &'r ClassicRules, position: &ClassicPosition, weights: Weights) -> Self {
        let learned = *Corrections::of_setup(rules);
        Self {
            context: EvalContext::new(rules, position, weights),
            expansions: Expansions::of(rules, position),
            beside_map: (0, 0),
            plain: weights,
            personality: Personality::PLAIN,
            count: 0,
            learned,
            corrections: learned,
            corrected: [0.0; TRAITS],
            corrected_at: None,
        }
    }

    fn rules(&self) -> &'r ClassicRules {
        self.context.rules
    }

    fn personality(&self) -> &Personality {
        &self.personality
    }

    /// What was learned was learned without quirks: it holds for no other personality.
    fn take_on(&mut self, personality: Personality, uses: Uses) {
        self.context.take_weights(self.plain.of(&personality));
        self.context.uses = uses;
        self.corrections = if personality == Personality::PLAIN { self.learned } else { Corrections::NONE };
        self.corrected_at = None;
        self.personality = personality;
        self.context.board.forget_parent();
    }

    fn refill(&mut self, position: &ClassicPosition) {
        self.context.board.forget_parent();
        self.context.board.odds.refill(position);
    }

    fn take_parent(&mut self, position: &ClassicPosition) {
        self.beside_map = self.expansions.misty_tiles.beside_map(&self.context, position);
        self.context.board.begin_parent();
        self.values(position);
        self.count -= 1;
        let joined = joined(&self.context.weights);
        self.context.board.keep_parent(position, joined);
        fields::keep(&mut self.context, position);
    }

    fn values(&mut self, position: &ClassicPosition) -> Values {
        self.count += 1;
        let mut values = scores(position, self.context.rules.seats);
        if position.pending() == Pending::Over {
            return values;
        }
        self.look(position);
        self.correct();
        let whole = self.sum_up(position);
        let context = &mut self.context;
        for (seat, value) in values.iter_mut().enumerate().take(usize::from(context.rules.seats)) {
            context.in_supply[seat] += from_sum(whole.back[seat]);
            *value += from_sum(whole.points[seat]);
        }
        if context.in_supply[context.board.next] >= 1.0 {
            values[context.board.next] += from_sum(whole.unowned);
        }
        if context.wide {
            count_coming_back(context, position);
        }
        for seat in 0..context.rules.seats {
            values[usize::from(seat)] +=
                context.supply_value(seat, context.in_supply[usize::from(seat)]) + large_value(context, position, seat);
        }
        if context.wide {
            self.expansions.add(context, position, &mut values);
        }
        let corrected = &self.corrected;
        each_other_trait(context, position, |seat, number, amount| values[seat] += corrected[number] * amount);
        values
    }

    /// Fields tell nothing to somebody who does not look far.
    fn quick_eval(&self, position: &ClassicPosition) -> Values {
        scored_now(position, self.context.rules, false)
    }

    /// By the features as they stand: the final scoring of what expansions bring is left out.
    fn scored_now(&self, position: &ClassicPosition) -> Values {
        scored_now(position, self.context.rules, true)
    }

    fn kept(&self, _: &ClassicPosition, _: u8, used: bool) -> f32 {
        if used { -1.0 } else { 0.0 }
    }

    fn count(&self) -> u64 {
        self.count
    }

    fn margin(&self, values: &Values, seat: u8) -> f32 {
        let (rules, w) = (self.context.rules, &self.context.weights);
        margin(values, seat, rules.seats, self.personality.others, w.best_opponent)
    }
}

/// Credits whoever gains most by joining two features with part of that gain, and the others with part of their loss.
fn joined(w: &Weights) -> impl Fn(&BoardFeatures, MergeChance) -> Sums + use<> {
    let (on_land, fields, tries) = (w.joining, w.joining_fields, w.own_tries);
    move |board, merge| {
        let weight = |kind| (if kind == FIELD { fields } else { on_land }, tries);
        board.join_sums(merge, weight, |a, b, gained| {
            if a.most > 0 && b.most > 0 {
                majority_gains(a, b, gained);
            }
        })
    }
}
