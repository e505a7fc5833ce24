//! Provides the evaluator of the Carcassonne family, which adds expected points to the points so far.
//!
//! The value of a feature is the mean of its scores as complete and as unfinished, weighted by the chance of completion. This chance
//! depends on its gaps, the tiles in the bag that close them, and the turns left. Followers in supply have value as long as there are turns
//! in which to use them. When the bag is empty, nothing is left to chance, and the evaluation is the final score.

use bastide_core::{Answer, FigureIndex, FigureKind, SegmentIndex, Spot};
use classic::abbey_mayor::WAGON;
use classic::base::{FIELD, FOLLOWER, MONASTERY};
use classic::cult::SHRINES;
use classic::inns_cathedrals::LARGE;
use classic::mists::GUARD;
use classic::phantom::PHANTOM;
use classic::scoring::tally;
use classic::{Classic, ClassicPosition, ClassicRules, Pending};

use super::context::EvalContext;
use super::corrections::{Corrections, TRAITS};
use super::cult::expected_loss;
use super::expansions::{Expansions, count_coming_back, count_supplies};
use super::inns_cathedrals::large_value;
use super::mage_witch::{add_move, figures_on_map};
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

/// Evaluates positions of one set-up. Its buffers are reused for each position.
#[derive(Clone, Debug)]
pub struct ClassicEvaluator<'r> {
    context: EvalContext<'r>,
    expansions: Expansions,
    /// The state outside the map that affects the parts of the parent's features.
    beside_map: ((u16, u8), [Option<Spot>; 2]),
    /// The weights before a personality is applied.
    plain: Weights,
    personality: Personality,
    count: u64,
    /// The corrections for a player without a personality.
    learned: Corrections,
    /// The corrections in use.
    corrections: Corrections,
    /// Correction per unit of each trait at the stage of the current position.
    corrected: Corrected,
    /// Fraction of the game left for which `corrected` was last computed.
    corrected_at: Option<f32>,
}

impl<'r> ClassicEvaluator<'r> {
    /// Returns whether any expansion other than Inns & Cathedrals, which adds only a figure, is in play.
    pub fn is_wide(&self) -> bool {
        self.context.wide
    }

    /// Returns the weights in use.
    pub fn weights(&self) -> &Weights {
        &self.context.weights
    }

    /// Returns the expansion mechanics that the player uses.
    pub fn uses(&self) -> Uses {
        self.context.uses
    }

    /// Returns the number of tiles in the bag, as counted by the evaluator.
    pub fn left(&self) -> u16 {
        self.context.board.odds.left()
    }

    /// Sets the learned corrections and starts using them.
    pub fn learn(&mut self, corrections: &Corrections) {
        (self.learned, self.corrections, self.corrected_at) = (*corrections, *corrections, None);
        self.context.board.clear_parent();
    }

    /// Returns the state outside the map that affects the parts of features.
    fn beside_map(&self, position: &ClassicPosition) -> ((u16, u8), [Option<Spot>; 2]) {
        (self.expansions.misty_tiles.beside_map(&self.context, position), figures_on_map(position))
    }

    /// Examines the map (features that are occupied or have gaps, and possible joins) and the supplies.
    fn evaluate_features(&mut self, position: &ClassicPosition) {
        // A player that has already drawn this turn's tile draws another one only in a double turn (TB-03). The tiles in hands count as not
        // drawn (BASE-24).
        let undrawn = matches!(
            position.pending(),
            Pending::Draw | Pending::Abbey | Pending::Deal | Pending::PlaceHeld | Pending::Begin | Pending::Over
        );
        let asked = !undrawn && !position.extra.turn.doubled;
        let may = self.beside_map(position) == self.beside_map;
        let context = &mut self.context;
        context.board.examine(context.rules, position, (asked, may), tally);
        for seat in 0..context.rules.seats {
            context.in_supply[usize::from(seat)] =
                f32::from(position.supply(seat, FOLLOWER)) + f32::from(position.supply(seat, LARGE));
        }
        if context.wide {
            count_supplies(context, position);
        }
    }

    /// Adds up the parts of all features and the value of possible joins.
    fn sum_up(&mut self, position: &ClassicPosition) -> Part {
        let context = &mut self.context;
        land::appraise_changed(context, &self.expansions, position);
        for slot in context.board.changed_slots() {
            let estimate = &context.board.estimates[slot];
            let is_field = estimate.kind == FIELD && estimate.occupied;
            let fed = is_field.then(|| fields::appraise(context, position, slot));
            let part = part_of(context, position, &self.corrected, &context.board.estimates[slot], fed);
            context.board.add_part(part);
        }
        let joined = joined(&context.weights);
        context.board.add_joins(position, joined)
    }

    /// Updates the corrections for the current stage of the game.
    fn correct(&mut self) {
        let youth = self.context.board.fraction_left();
        if self.corrected_at != Some(youth) {
            self.corrected = self.corrections.at(youth);
            self.corrected_at = Some(youth);
        }
    }

    /// Returns each seat's amount of every trait. Corrections are learned from these amounts. The position must be the last one evaluated.
    pub fn traits(&self, position: &ClassicPosition) -> Vec<[f32; TRAITS]> {
        let mut all = vec![[0.0; TRAITS]; usize::from(self.context.rules.seats)];
        each_trait(&self.context, position, |seat, number, amount| all[seat][number] += amount);
        all
    }

    /// Returns the fraction of the game that was left at the last evaluation: 1 if no tile had been drawn.
    pub fn distance_to_end(&self) -> f32 {
        self.context.board.fraction_left()
    }

    /// Evaluates a position and, if the active seat may deploy, finds its best answer without applying any. Returns the values and the
    /// answer. The seat's value includes what the answer gains over `Pass`.
    pub fn best_deployment(&mut self, position: &ClassicPosition) -> (Values, Answer) {
        let mut values = self.values(position);
        let Pending::Deploy { free } = position.pending() else { return (values, Answer::Pass) };
        let seat = position.seat();
        let figure = match [FOLLOWER, LARGE, GUARD, PHANTOM].into_iter().find(|&kind| position.supply(seat, kind) > 0) {
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

    /// Estimates a seat's gain from placing a follower on an unoccupied feature.
    pub(crate) fn gain_of_deploying(
        &self,
        position: &ClassicPosition,
        seat: u8,
        figure: FigureKind,
        segment: SegmentIndex,
    ) -> f32 {
        let context = &self.context;
        let mut estimate = context.board.estimate_of(position, position.board.features.root(segment), tally);
        estimate.set_sole_owner(seat);
        if estimate.kind == FIELD {
            estimate.value = fields::value(context, position, estimate.root);
        } else {
            estimate.set_appraisal(land::appraise(context, &self.expansions, position, &estimate));
        }
        let is_challenged = estimate.kind == MONASTERY && context.has(SHRINES);
        let loss = if is_challenged { expected_loss(context, position, &estimate) } else { 0.0 };
        let had = context.in_supply[usize::from(seat)];
        let back = context.coming_back(&estimate, position);
        let has = had - 1.0 + back + guards_coming(context, position, &estimate, seat, back);
        let large = if figure == LARGE { large_value(context, position, seat) } else { 0.0 };
        let corrected = of_deploying(context, &self.corrected, position, seat, (&estimate, back));
        estimate.value - loss + corrected + context.supply_value(seat, has) - context.supply_value(seat, had) - large
    }

    /// Returns what one more ghost beside a follower would cost the follower's owner, assuming that it is not the third ghost there. The
    /// position must be the last one evaluated.
    pub(crate) fn cost_of_ghost(&self, position: &ClassicPosition, figure: FigureIndex) -> f32 {
        cost_of_ghost(&self.context, position, figure)
    }

    /// Adds an estimate of what a move of the mage or the witch changes. `values` are those of the position, which must be the last one
    /// evaluated.
    pub(crate) fn add_mage_move(&self, position: &ClassicPosition, answer: Answer, values: &mut Values) {
        add_move(&self.context, position, answer, values);
    }
}

impl<'r> Evaluator<'r, Classic> for ClassicEvaluator<'r> {
    type Weights = Weights;

    fn new(rules: &'r ClassicRules, position: &ClassicPosition, weights: Weights) -> Self {
        let learned = *Corrections::of_setup(rules);
        Self {
            context: EvalContext::new(rules, position, weights),
            expansions: Expansions::of(rules, position),
            beside_map: ((0, 0), [None; 2]),
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

    /// Sets the player's personality. Corrections are used only without a personality, because they are learned without one.
    fn set_personality(&mut self, personality: Personality, uses: Uses) {
        self.context.set_weights(self.plain.of(&personality));
        self.context.uses = uses;
        self.corrections = if personality == Personality::PLAIN { self.learned } else { Corrections::NONE };
        self.corrected_at = None;
        self.personality = personality;
        self.context.board.clear_parent();
    }

    fn update_bag(&mut self, position: &ClassicPosition) {
        self.context.board.update_bag(self.context.rules, position);
    }

    fn set_parent(&mut self, position: &ClassicPosition) {
        self.beside_map = self.beside_map(position);
        self.context.board.begin_parent();
        self.values(position);
        self.count -= 1;
        let joined = joined(&self.context.weights);
        self.context.board.keep_parent(position, joined);
        fields::store_parent_fields(&mut self.context, position);
    }

    fn values(&mut self, position: &ClassicPosition) -> Values {
        self.count += 1;
        let mut values = scores(position, self.context.rules.seats);
        if position.pending() == Pending::Over {
            return values;
        }
        self.evaluate_features(position);
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

    /// Omits fields, which are scored too late to matter to a player that does not look ahead.
    fn quick_eval(&self, position: &ClassicPosition) -> Values {
        scored_now(position, self.context.rules, false)
    }

    /// Scores the features in their current state, without the final scoring of the expansions.
    fn scored_now(&self, position: &ClassicPosition) -> Values {
        scored_now(position, self.context.rules, true)
    }

    fn remaining_figures(&self, _: &ClassicPosition, _: u8, used: bool) -> f32 {
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

/// Returns a function that computes the value to each seat of joining two features, if both have owners.
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
