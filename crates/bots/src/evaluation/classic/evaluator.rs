//! What a position of the Carcassonne family is worth to each seat: points so far, and points that can be expected.
//!
//! A feature is worth what it would score complete and what it would score unfinished, in the proportion of the chance that it
//! gets complete: that depends on its gaps, on the tiles in the bag that close them, and on the turns left. Followers in
//! supply are worth something while there are turns to use them. When the bag is empty nothing is left to chance, and the
//! evaluation is the final score.

use bastide_core::{Answer, FigureIndex, FigureKind, MAX_SEATS, SegmentIndex};
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
use super::parts::{Part, part_of};
use super::quick::scored_now;
use super::traits::{Corrected, each_other_trait, each_trait, of_deploying};
use super::weights::Weights;
use super::{fields, land};
use crate::evaluation::board_features::{BoardFeatures, majority_gains};
use crate::evaluation::evaluator::Evaluator;
use crate::evaluation::feature_estimate::FeatureEstimate;
use crate::evaluation::personality::Personality;
use crate::evaluation::uses::Uses;
use crate::evaluation::values::{Sums, Values, from_sum, margin, scores};

/// Evaluates positions of one set-up. What it needs in between is allocated once.
#[derive(Clone, Debug)]
pub struct ClassicEvaluator<'r> {
    context: EvalContext<'r>,
    expansions: Expansions,
    /// What the features of the parent give, by number, and all together with what joining them promises.
    parts: Vec<Part>,
    whole: Part,
    /// What these depended on beside the map.
    beside_map: (u16, u8),
    /// Whether the position that is being evaluated becomes the parent.
    keeps: bool,
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

    /// Takes in the map: features that are occupied or have gaps, and what could join them; and what is in supply. Answers whether the
    /// parent's features stand where they stood.
    fn look(&mut self, position: &ClassicPosition) -> bool {
        // Whoever has drawn the tile of this turn has the next one only if it is a double turn (TB-03).
        let drawn = !matches!(position.pending(), Pending::Draw | Pending::Abbey | Pending::Begin | Pending::Over);
        let asked = drawn && !position.extra.turn.doubled;
        let beside_map = self.expansions.misty_tiles.beside_map(&self.context, position);
        let may = !self.keeps && beside_map == self.beside_map;
        let context = &mut self.context;
        let lies = context.board.look_over_parent(context.rules, position, (asked, may), tally);
        if self.keeps {
            self.beside_map = beside_map;
        }
        for seat in 0..context.rules.seats {
            context.in_supply[usize::from(seat)] =
                f32::from(position.supply(seat, FOLLOWER)) + f32::from(position.supply(seat, LARGE));
        }
        if context.wide {
            count_supplies(context, position);
        }
        lies
    }

    /// Sums up what all features give, and what joining them promises: what the parent's give is known, if they `lie` where they stood.
    fn sum_up(&mut self, position: &ClassicPosition, lies: bool) -> Part {
        let mut whole = Part::default();
        if lies {
            fields::renew(&mut self.context);
            whole = self.whole;
            let gone = self.context.board.dropped().iter();
            gone.for_each(|&slot| whole.take_off(&self.parts[usize::from(slot)]));
        }
        land::appraise_changed(&mut self.context, &self.expansions, position);
        for slot in self.context.board.changed() {
            let estimate = &self.context.board.estimates[slot];
            let is_field = estimate.kind == FIELD && estimate.occupied;
            let fed = is_field.then(|| fields::appraise(&mut self.context, position, slot));
            let context = &self.context;
            let part = part_of(context, position, &self.corrected, &context.board.estimates[slot], fed);
            whole.add(&part);
            if self.keeps {
                self.parts.push(part);
            }
        }
        self.add_joins(position, lies, &mut whole.points);
        whole
    }

    /// Adds what joining features promises. What the parent's joins do is known, if its features `lie` where they stood.
    fn add_joins(&self, position: &ClassicPosition, lies: bool, sums: &mut Sums) {
        let add = |sums: &mut Sums, more: Sums| sums.iter_mut().zip(more).for_each(|(sum, more)| *sum += more);
        let EvalContext { rules, weights, board, .. } = &self.context;
        let seats = rules.seats;
        if !lies {
            for merge in &board.merges {
                let [a, b] = [merge.a, merge.b].map(|slot| &board.estimates[usize::from(slot)]);
                add(sums, joined(board, weights, seats, (a, b, merge.tiles)));
            }
            return;
        }
        let (mut gone, mut now) = ([0; MAX_SEATS], [0; MAX_SEATS]);
        let more = |a: &FeatureEstimate, b: &FeatureEstimate, tiles| {
            add(&mut now, joined(board, weights, seats, (a, b, tiles)))
        };
        board.each_changed_join(position, |join| add(&mut gone, *join), more);
        add(sums, now);
        sums.iter_mut().zip(gone).for_each(|(sum, gone)| *sum -= gone);
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
            parts: Vec::new(),
            whole: Part::default(),
            beside_map: (0, 0),
            keeps: false,
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
        self.context.board.begin_parent();
        self.parts.clear();
        self.keeps = true;
        self.values(position);
        self.keeps = false;
        self.count -= 1;
        self.context.board.keep_parent(position);
        fields::keep(&mut self.context, position);
        let EvalContext { rules, weights, board, .. } = &mut self.context;
        let (seats, weights) = (rules.seats, &*weights);
        board.tell_joins(|board, a, b, tiles| joined(board, weights, seats, (a, b, tiles)));
    }

    fn values(&mut self, position: &ClassicPosition) -> Values {
        self.count += 1;
        let mut values = scores(position, self.context.rules.seats);
        if position.pending() == Pending::Over {
            return values;
        }
        let lies = self.look(position);
        self.correct();
        let whole = self.sum_up(position, lies);
        if self.keeps {
            self.whole = whole;
        }
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
fn joined(board: &BoardFeatures, w: &Weights, seats: u8, join: (&FeatureEstimate, &FeatureEstimate, u16)) -> Sums {
    let weight = |kind| (if kind == FIELD { w.joining_fields } else { w.joining }, w.own_tries);
    board.join_sums(seats, join, weight, |a, b, gained| {
        if a.most > 0 && b.most > 0 {
            majority_gains(a, b, gained);
        }
    })
}
