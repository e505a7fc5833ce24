//! Hunters & Gatherers: what a position is worth to each seat.
//!
//! Forests and rivers give nothing before they are complete (HG-15), so that they are worth what they would give times the chance of
//! that. Meadows and river systems are scored at the end (HG-16, HG-17): hunters and huts stay, and so what they expect must be worth
//! more than what they could do elsewhere. Gold brings whoever completes the forest a bonus tile, whoever stands there (HG-12).

use std::sync::LazyLock;

use bastide_core::{MAX_SEATS, SegmentIndex};
use games::families::HUNTERS;
use hunters::base::{
    DEER_LANE, FIRE, FOREST, GOLD_LANE, HUT, LAKE, MEADOW, MEMBER, MEMBERS, RIVER, SYSTEM, TIGER_LANE,
};
use hunters::later;
use hunters::scoring::{as_complete, tally};
use hunters::{Frame, Hunters, HuntersPosition, HuntersRules};

use crate::characters::Taste;
use crate::evaluation::Totals;
use crate::judge::{Judge, scores};
use crate::survey::{Chances, Known, Survey, majority_gains, supply_worth};
use crate::weights::{named_weights, of_program};

named_weights! {
    /// What the judge thinks things are worth, in points. The values stand in a weights file, `weights/hunters.toml`.
    #[derive(Clone, Copy, Debug, PartialEq)]
    pub struct Weights {
        /// How forests and rivers get complete.
        pub chances: Chances,
        /// Points of a forest for each tile that fills one of its gaps.
        pub forest_gap: f32,
        /// The same for a river: itself and the fish of a lake.
        pub river_gap: f32,
        /// Points that a meadow can expect for each open join while the game is young.
        pub meadow_growth: f32,
        /// Share of a meadow's value that is not trusted while the game is young.
        pub meadow_doubt: f32,
        /// Points that a tiger costs which finds no deer yet, while the game is young.
        pub hungry: f32,
        /// Fish that a system can expect for each open end of a river, if somebody goes on there.
        pub system_growth: f32,
        /// Tries that each tile to come gives such an end.
        pub system_tries: f32,
        /// What the first, second, ... member in supply is worth while the game is young.
        pub supply: [f32; MEMBERS as usize],
        /// Own turns left at which figures in supply are worth half.
        pub supply_half: f32,
        /// How much of a member that will come back counts as being in supply.
        pub returning: f32,
        /// What the first, second, ... hut in supply is worth while the game is young.
        pub huts: [f32; later::HUTS as usize],
        /// Own turns left at which huts in supply are worth half.
        pub huts_half: f32,
        /// What a bonus tile to come is worth.
        pub bonus: f32,
        /// How much of the bonus tile that the next seat could get by completing a forest it is credited with.
        pub bonus_next: f32,
        /// How much of what the next seat could take and complete with one tile it is credited with.
        pub unowned: f32,
        /// How much of what a seat would gain by joining forests or rivers it is credited with.
        pub joining: f32,
        /// The same for meadows.
        pub joining_meadows: f32,
        /// Tries at that which each turn of theirs is.
        pub joining_tries: f32,
    }
}

impl Default for Weights {
    fn default() -> Self {
        static WEIGHTS: LazyLock<Weights> =
            LazyLock::new(|| of_program(include_str!("../weights/hunters.toml"), HUNTERS));
        *WEIGHTS
    }
}

/// Judges positions of Hunters & Gatherers.
#[derive(Clone, Debug)]
pub struct HuntersJudge<'r> {
    rules: &'r HuntersRules,
    /// The weights in use.
    pub weights: Weights,
    taste: Taste,
    survey: Survey,
    count: u64,
}

/// Kinds of segment whose features never get complete, one bit each.
const ENDLESS: u16 = 1 << MEADOW | 1 << LAKE | 1 << SYSTEM;

impl<'r> Judge<'r, Hunters> for HuntersJudge<'r> {
    fn new(rules: &'r HuntersRules, position: &HuntersPosition) -> Self {
        let survey = Survey::new(rules, position, ENDLESS);
        Self { rules, weights: Weights::default(), taste: Taste::PLAIN, survey, count: 0 }
    }

    fn rules(&self) -> &'r HuntersRules {
        self.rules
    }

    fn taste(&self) -> &Taste {
        &self.taste
    }

    fn set_taste(&mut self, taste: Taste) {
        self.taste = taste;
    }

    fn refill(&mut self, position: &HuntersPosition) {
        self.survey.refill(self.rules, position);
    }

    fn totals(&mut self, position: &HuntersPosition) -> Totals {
        self.count += 1;
        let mut totals = scores(position, self.rules.seats);
        if position.frame() == Frame::Over {
            return totals;
        }
        let bonus_to_come = position.frame() == Frame::Draw && position.extra.bonus;
        let asked = matches!(position.frame(), Frame::Place { .. } | Frame::Deploy { .. } | Frame::Shaman);
        self.survey.look(self.rules, position, asked || bonus_to_come);
        if bonus_to_come {
            totals[usize::from(position.seat())] += self.weights.bonus;
        }
        self.add_features(position, &mut totals);
        self.add_next(position, &mut totals);
        let (w, keen) = (&self.weights, self.taste.joining);
        let weight = |kind| (keen * if kind == MEADOW { w.joining_meadows } else { w.joining }, w.joining_tries);
        self.survey.add_joints(self.rules.seats, &mut totals, weight, majority_gains);
        totals
    }

    fn at_a_glance(&self, position: &HuntersPosition) -> Totals {
        let mut totals = scores(position, self.rules.seats);
        let features = &position.board.features;
        for figure in features.figures() {
            let Some(root) = figure.segment().map(|segment| features.root(segment)) else { continue };
            let owners = tally(position, self.rules, root);
            let mine = owners[usize::from(figure.seat)];
            if owners.into_iter().any(|other| other > mine) {
                continue;
            }
            // What is not complete may come to something, and what grows may grow: who knows?
            let certain = features.open(root) == 0 || !matches!(features.kind(root), FOREST | RIVER);
            let points = as_complete(position, self.rules, root).points() as f32;
            totals[usize::from(figure.seat)] += if certain { points } else { 0.5 * points } / f32::from(mine.max(1));
        }
        totals
    }

    fn count(&self) -> u64 {
        self.count
    }
}

impl HuntersJudge<'_> {
    /// Adds what stands on the map and what is in supply.
    fn add_features(&mut self, position: &HuntersPosition, totals: &mut Totals) {
        let (w, keeping) = (self.weights, self.taste.keeping);
        let lasting = self.taste.lasting_for(self.survey.youth());
        let mut supply: [f32; MAX_SEATS] =
            std::array::from_fn(|seat| f32::from(position.supplies(seat as u8)[usize::from(MEMBER)]));
        for number in 0..self.survey.known.len() {
            let mut known = self.survey.known[number];
            (known.chance, known.value) = match known.kind {
                FOREST | RIVER => self.closing(position, &known),
                MEADOW => {
                    known.set_tally(tally(position, self.rules, known.root));
                    (0.0, lasting * self.meadow(position, known.root))
                }
                _ => (0.0, lasting * self.system(position, known.root)),
            };
            self.survey.known[number] = known;
            let back = if ENDLESS >> known.kind & 1 == 1 { 0.0 } else { w.returning * known.chance };
            for figure in position.board.features.figures_on(known.root) {
                supply[usize::from(position.board.features.figure(figure).seat)] += back;
            }
            for (_, total) in totals.iter_mut().enumerate().filter(|(seat, _)| known.is_owner(*seat)) {
                *total += known.value;
            }
        }
        for seat in 0..usize::from(self.rules.seats) {
            let huts = f32::from(position.supplies(seat as u8)[usize::from(HUT)]);
            totals[seat] +=
                keeping * supply_worth(&w.supply, supply[seat]) * self.survey.time_left(seat, w.supply_half)
                    + keeping * supply_worth(&w.huts, huts) * self.survey.time_left(seat, w.huts_half);
        }
    }

    /// The chance that a forest or a river gets complete, and what it is worth with that.
    fn closing(&self, position: &HuntersPosition, known: &Known) -> (f32, f32) {
        let now = as_complete(position, self.rules, known.root).points() as f32;
        if position.board.features.open(known.root) == 0 {
            return (1.0, now);
        }
        let w = &self.weights;
        let (chance, _) = self.survey.outlook(known, &w.chances.with_hope(self.taste.gaps));
        let each = self.taste.growth * if known.kind == FOREST { w.forest_gap } else { w.river_gap };
        (chance, chance * (now + each * known.gaps().len() as f32))
    }

    /// What a meadow can be expected to give.
    fn meadow(&self, position: &HuntersPosition, root: SegmentIndex) -> f32 {
        let (w, features) = (&self.weights, &position.board.features);
        let youth = self.survey.youth();
        let open = f32::from(features.open(root).min(8));
        let now = as_complete(position, self.rules, root).points() as f32;
        // HG-17: tigers without deer wait for some; HG-18: not where a fire burns.
        let (deer, tigers) = (features.lane(root, DEER_LANE), features.lane(root, TIGER_LANE));
        let hungry = if tigers == FIRE { 0 } else { tigers.saturating_sub(deer) };
        let growth = w.meadow_growth * open - w.hungry * f32::from(hungry);
        (1.0 - w.meadow_doubt * youth) * (now + (growth * youth).max(0.0))
    }

    /// What a river system can be expected to give.
    fn system(&self, position: &HuntersPosition, root: SegmentIndex) -> f32 {
        let (w, features) = (&self.weights, &position.board.features);
        let now = as_complete(position, self.rules, root).points() as f32;
        let mut more = 0.0;
        for river in self.survey.known.iter().filter(|known| known.kind == RIVER && !known.gaps().is_empty()) {
            let tile = position.board.tiles()[usize::from(features.tile_of(river.root))];
            let own = usize::from(river.root - tile.first);
            let along = self.rules.kind(tile.kind).segments[own].along;
            if along.is_some_and(|along| features.root(tile.first + SegmentIndex::from(along)) == root) {
                let tries = w.system_tries * f32::from(self.survey.left);
                more += river.gaps().iter().map(|gap| self.survey.chance_of(gap.fits, tries)).sum::<f32>();
            }
        }
        now + w.system_growth * more
    }

    /// Credits the seat whose turn comes next with forests that bring it a bonus tile, and with what it could take and complete with
    /// one tile.
    fn add_next(&self, position: &HuntersPosition, totals: &mut Totals) {
        let (w, next) = (&self.weights, self.survey.next);
        let can_take = position.supply(next as u8, MEMBER) > 0;
        let bonus = position.bag().left_in(bastide_core::tile::PILE_APART) > 0;
        for known in self.survey.known.iter().filter(|known| known.gaps().len() == 1) {
            let soon = self.survey.chance_of_next(known.gaps()[0].closes);
            if bonus && known.kind == FOREST && position.board.features.lane(known.root, GOLD_LANE) > 0 {
                totals[next] += w.bonus_next * soon * w.bonus; // HG-12
            }
            if can_take && !known.occupied && matches!(known.kind, FOREST | RIVER) {
                totals[next] += self.taste.joining * w.unowned * soon * known.value;
            }
        }
    }
}
