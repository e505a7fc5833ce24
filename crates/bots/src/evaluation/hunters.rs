//! Provides the evaluator of Hunters & Gatherers.
//!
//! Forests and rivers score only when complete (HG-15), so their value is their score times the chance of completion. Meadows and river
//! systems are scored at the end (HG-16, HG-17). Hunters and huts stay there, so they are worth placing only if they earn more points there
//! than elsewhere. Gold gives a bonus tile to the player who completes the forest, even if others own it (HG-12).

use bastide_core::tile::PILE_APART;
use bastide_core::{SegmentIndex, bits};
use games::families::HUNTERS;
use hunters::base::{
    DEER_COUNTER, FIRE, FOREST, GOLD_COUNTER, HUT, LAKE, MEADOW, MEMBER, MEMBERS, RIVER, SYSTEM, TIGER_COUNTER,
};
use hunters::later;
use hunters::scoring::{as_complete, tally};
use hunters::{Hunters, HuntersPosition, HuntersRules, Pending};

use super::board_features::{BoardFeatures, Chances, majority_gains, supply_worth};
use super::evaluator::{Evaluator, usual_evaluator};
use super::feature_estimate::{Appraisal, FeatureEstimate, FeatureKinds, MergeChance};
use super::parts::Part;
use super::personality::Personality;
use super::uses::Uses;
use super::values::{Sums, Values, from_sum, scores, to_sum};
use super::weights::named_weights;

named_weights! {
    file "../../weights/hunters.toml" of HUNTERS;
    /// Evaluation weights, in points. Their values are in `weights/hunters.toml`.
    #[derive(Clone, Copy, Debug, PartialEq)]
    pub struct Weights {
        /// Parameters for the chances that forests and rivers get completed.
        pub chances: Chances,
        /// Points that a forest gains for each of its gaps if it gets completed.
        pub forest_gap: f32,
        /// Like `forest_gap`, for a river, including the fish of a lake.
        pub river_gap: f32,
        /// Expected points of a meadow per open join, early in the game.
        pub meadow_growth: f32,
        /// Fraction of a meadow's value that is subtracted early in the game because it is uncertain.
        pub meadow_doubt: f32,
        /// Cost, in points, of a tiger without a deer, early in the game.
        pub hungry: f32,
        /// Expected number of fish that a system gains for each open end of a river that gets continued.
        pub system_growth: f32,
        /// Tries at continuing an open end of a river, per tile left.
        pub system_tries: f32,
        /// Value of the first, second, ... tribe member in supply, early in the game.
        pub supply: [f32; MEMBERS as usize],
        /// Number of own turns left at which tribe members in supply are worth half their value.
        pub supply_half: f32,
        /// Fraction of a tribe member that counts as in supply if its feature is certain to be completed.
        pub returning: f32,
        /// Value of the first, second, ... hut in supply, early in the game.
        pub huts: [f32; later::HUTS as usize],
        /// Number of own turns left at which huts in supply are worth half their value.
        pub huts_half: f32,
        /// Value of drawing a bonus tile.
        pub bonus: f32,
        /// Fraction of `bonus` that is credited to the next seat for a forest with gold that it could complete with one tile.
        pub bonus_next: f32,
        /// Fraction of an unoccupied feature's value that is credited to the next seat if it could take and complete it with one tile.
        pub unowned: f32,
        /// Fraction of a seat's gain from joining forests or rivers that is credited to the seat.
        pub joining: f32,
        /// Like `joining`, for meadows.
        pub joining_meadows: f32,
        /// Tries at joining two features, per turn of the seat.
        pub joining_tries: f32,
    }
}

/// Evaluates positions of Hunters & Gatherers.
#[derive(Clone, Debug)]
pub struct HuntersEvaluator<'r> {
    rules: &'r HuntersRules,
    weights: Weights,
    personality: Personality,
    board: BoardFeatures,
    count: u64,
}

/// Kinds whose features can never be completed, as a bit set.
const ENDLESS: u16 = 1 << MEADOW | 1 << LAKE | 1 << SYSTEM;

impl<'r> Evaluator<'r, Hunters> for HuntersEvaluator<'r> {
    usual_evaluator!(Hunters, FeatureKinds::endless(ENDLESS));

    fn set_parent(&mut self, position: &HuntersPosition) {
        self.board.begin_parent();
        self.values(position);
        self.count -= 1;
        let joined = self.joined();
        self.board.keep_parent(position, joined);
        self.keep_systems(position);
    }

    fn values(&mut self, position: &HuntersPosition) -> Values {
        self.count += 1;
        let mut values = scores(position, self.rules.seats);
        if position.pending() == Pending::Over {
            return values;
        }
        let bonus_to_come = position.pending() == Pending::Draw && position.extra.bonus;
        let asked = matches!(position.pending(), Pending::Place { .. } | Pending::Deploy { .. } | Pending::Shaman);
        let (rules, placing) = (self.rules, asked || bonus_to_come);
        self.board.examine(rules, position, (placing, true), |position, root| tally(position, rules, root));
        if bonus_to_come {
            values[usize::from(position.seat())] += self.weights.bonus;
        }
        let whole = self.sum_up(position);
        self.add_sum(position, &whole, &mut values);
        values
    }

    fn quick_eval(&self, position: &HuntersPosition) -> Values {
        let mut values = scores(position, self.rules.seats);
        let features = &position.board.features;
        for figure in features.figures() {
            let Some(root) = figure.segment().map(|segment| features.root(segment)) else { continue };
            let owners = tally(position, self.rules, root);
            let mine = owners[usize::from(figure.seat)];
            if owners.into_iter().any(|other| other > mine) {
                continue;
            }
            // Incomplete forests and rivers count for only half, because they may never score.
            let certain = features.open(root) == 0 || !matches!(features.kind(root), FOREST | RIVER);
            let points = as_complete(position, self.rules, root).points() as f32;
            values[usize::from(figure.seat)] += if certain { points } else { 0.5 * points } / f32::from(mine.max(1));
        }
        values
    }
}

impl HuntersEvaluator<'_> {
    /// Adds up the parts of all features and the value of possible joins.
    fn sum_up(&mut self, position: &HuntersPosition) -> Part {
        for slot in self.board.changed_slots() {
            let estimate = &self.board.estimates[slot];
            // An unoccupied feature matters only if the next seat could take and complete it.
            if estimate.occupied || estimate.gaps().len() == 1 {
                let appraisal = self.appraise(position, estimate);
                self.board.estimates[slot].set_appraisal(appraisal);
            }
            self.board.add_part(self.part_of(position, &self.board.estimates[slot]));
        }
        let joined = self.joined();
        self.board.add_joins(position, joined)
    }

    /// Adds the sum of the features' parts, and the value of the figures in supply.
    fn add_sum(&self, position: &HuntersPosition, whole: &Part, values: &mut Values) {
        let (w, keeping, next) = (&self.weights, self.personality.keeping, self.board.next);
        for (seat, value) in values.iter_mut().enumerate().take(usize::from(self.rules.seats)) {
            let [members, huts] = [MEMBER, HUT].map(|kind| f32::from(position.supply(seat as u8, kind)));
            *value += from_sum(whole.points[seat]);
            *value += keeping
                * (supply_worth(&w.supply, members + from_sum(whole.back[seat]))
                    * self.board.time_left(seat, w.supply_half)
                    + supply_worth(&w.huts, huts) * self.board.time_left(seat, w.huts_half));
        }
        if position.supply(next as u8, MEMBER) > 0 {
            values[next] += from_sum(whole.unowned);
        }
        if position.bag().left_in(PILE_APART) > 0 {
            values[next] += from_sum(whole.bonus);
        }
    }

    /// Appraises a feature.
    fn appraise(&self, position: &HuntersPosition, estimate: &FeatureEstimate) -> Appraisal {
        let lasting = self.personality.lasting_factor(self.board.fraction_left());
        let (chance, value) = match estimate.kind {
            FOREST | RIVER => self.closing(position, estimate),
            MEADOW => (0.0, lasting * self.meadow(position, estimate.root)),
            _ => (0.0, lasting * self.system(position, estimate.root)),
        };
        Appraisal { chance, value, unfinished: 0.0 }
    }

    /// Returns the part of an appraised feature.
    fn part_of(&self, position: &HuntersPosition, estimate: &FeatureEstimate) -> Part {
        let (w, features) = (&self.weights, &position.board.features);
        let mut part = Part::default();
        for seat in bits(estimate.owners.into()) {
            part.add_points(usize::from(seat), estimate.value);
        }
        if ENDLESS >> estimate.kind & 1 == 1 {
            return part;
        }
        let back = to_sum(w.returning * estimate.chance);
        for figure in features.figures_on(estimate.root) {
            part.back[usize::from(features.figure(figure).seat)] += back;
        }
        // The next seat is credited for what it could complete with one tile.
        if let [gap] = estimate.gaps() {
            let soon = self.board.chance_of_next(gap.closes);
            if estimate.kind == FOREST && features.counter(estimate.root, GOLD_COUNTER) > 0 {
                part.bonus = to_sum(w.bonus_next * soon * w.bonus); // HG-12
            }
            if !estimate.occupied {
                part.unowned = to_sum(self.personality.joining * w.unowned * soon * estimate.value);
            }
        }
        part
    }

    /// Returns a function that computes the value to each seat of joining two features.
    fn joined(&self) -> impl Fn(&BoardFeatures, MergeChance) -> Sums + use<> {
        let (w, keen) = (self.weights, self.personality.joining);
        move |board, merge| {
            let weight = |kind| (keen * if kind == MEADOW { w.joining_meadows } else { w.joining }, w.joining_tries);
            board.join_sums(merge, weight, majority_gains)
        }
    }

    /// Records that a system's value depends on the open ends of its rivers.
    fn keep_systems(&mut self, position: &HuntersPosition) {
        for slot in 0..self.board.estimates.len() {
            let FeatureEstimate { root, kind, .. } = self.board.estimates[slot];
            if kind == RIVER
                && let Some(system) = self.system_of(position, root)
            {
                self.board.add_dependence(system, root);
            }
        }
    }

    /// Returns the root of the system that a river belongs to.
    fn system_of(&self, position: &HuntersPosition, river: SegmentIndex) -> Option<SegmentIndex> {
        let features = &position.board.features;
        let tile = position.board.tiles()[usize::from(features.tile_of(river))];
        let along = self.rules.kind(tile.kind).segments[usize::from(river - tile.first)].along?;
        Some(features.root(tile.first + SegmentIndex::from(along)))
    }

    /// Returns the chance that a forest or a river gets completed, and its expected points, weighted by this chance.
    fn closing(&self, position: &HuntersPosition, estimate: &FeatureEstimate) -> (f32, f32) {
        let now = as_complete(position, self.rules, estimate.root).points() as f32;
        if position.board.features.open(estimate.root) == 0 {
            return (1.0, now);
        }
        let w = &self.weights;
        let (chance, _) = self.board.outlook(estimate, &w.chances.scale_gap_factor(self.personality.gaps));
        let each = self.personality.growth * if estimate.kind == FOREST { w.forest_gap } else { w.river_gap };
        (chance, chance * (now + each * estimate.gaps().len() as f32))
    }

    /// Returns the expected points of a meadow.
    fn meadow(&self, position: &HuntersPosition, root: SegmentIndex) -> f32 {
        let (w, features) = (&self.weights, &position.board.features);
        let youth = self.board.fraction_left();
        let open = f32::from(features.open(root).min(8));
        let now = as_complete(position, self.rules, root).points() as f32;
        // HG-17: tigers without deer eat deer that are added later, unless there is a fire (HG-18).
        let (deer, tigers) = (features.counter(root, DEER_COUNTER), features.counter(root, TIGER_COUNTER));
        let hungry = if tigers == FIRE { 0 } else { tigers.saturating_sub(deer) };
        let growth = w.meadow_growth * open - w.hungry * f32::from(hungry);
        (1.0 - w.meadow_doubt * youth) * (now + (growth * youth).max(0.0))
    }

    /// Returns the expected points of a river system.
    fn system(&self, position: &HuntersPosition, root: SegmentIndex) -> f32 {
        let w = &self.weights;
        let now = as_complete(position, self.rules, root).points() as f32;
        let tries = w.system_tries * f32::from(self.board.left);
        let rivers = self.board.holding_of(RIVER).filter(|river| !river.gaps().is_empty());
        let own = rivers.filter(|river| self.system_of(position, river.root) == Some(root));
        // The sum must be exact, because rivers are iterated in arbitrary order.
        let more: i64 =
            own.flat_map(FeatureEstimate::gaps).map(|gap| to_sum(self.board.chance_of(gap.fits, tries))).sum();
        now + w.system_growth * from_sum(more)
    }
}
