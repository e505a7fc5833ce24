//! The Discovery: what a position is worth to each seat.
//!
//! Whoever stands on an area gets it in full, whoever else stands there (DISC-12), so that nothing is shared and nothing stolen: what
//! counts is how far an area can still grow, whether it gets complete, and when its follower comes back. A complete area counts as
//! one only for whoever takes the follower back in a turn of their own (DISC-06, DISC-14), so that it is worth that much only while
//! there are turns to do so. Four followers are few, and so the value of one in supply is what makes a player take one back.

use std::sync::LazyLock;

use bastide_core::{MAX_SEATS, SegmentIndex};
use discovery::base::{
    COMPLETE_TIMES, FOLLOWER, FOLLOWERS, GRASS, MOUNTAIN, SEA, SMALL_TILES, TOWN_LANE, adjacent_grasslands,
};
use discovery::scoring::worth;
use discovery::{Discovery, DiscoveryPosition, DiscoveryRules, Frame};
use games::families::DISCOVERY;

use crate::characters::Taste;
use crate::evaluation::Totals;
use crate::judge::{Judge, scores};
use crate::survey::{Chances, Known, Survey, supply_worth};
use crate::weights::{named_weights, of_program};

named_weights! {
    /// What the judge thinks things are worth, in points. The values stand in a weights file, `weights/discovery.toml`.
    #[derive(Clone, Copy, Debug, PartialEq)]
    pub struct Weights {
        /// How areas get complete.
        pub chances: Chances,
        /// Tiles that an area can expect to grow by for each of its gaps that is filled.
        pub growth: f32,
        /// Towns that come with a tile that a mountain or a sea grows by.
        pub towns: f32,
        /// Towns that come with a tile by which a grassland grows that borders a mountain.
        pub towns_beside: f32,
        /// What the first, second, ... follower in supply is worth while the game is young.
        pub supply: [f32; FOLLOWERS as usize],
        /// Own turns left at which a follower in supply is worth half.
        pub supply_half: f32,
        /// How much of a follower on a complete area counts as being in supply: a turn is needed to take it back.
        pub returnable: f32,
        /// The same on an area that is not complete, for the chance that it gets complete.
        pub returning: f32,
        /// How much of what a seat would gain by joining areas it is credited with.
        pub joining: f32,
        /// Tries at that which each turn of theirs is.
        pub joining_tries: f32,
    }
}

impl Default for Weights {
    fn default() -> Self {
        static WEIGHTS: LazyLock<Weights> =
            LazyLock::new(|| of_program(include_str!("../weights/discovery.toml"), DISCOVERY));
        *WEIGHTS
    }
}

/// Judges positions of The Discovery.
#[derive(Clone, Debug)]
pub struct DiscoveryJudge<'r> {
    rules: &'r DiscoveryRules,
    /// The weights in use.
    pub weights: Weights,
    taste: Taste,
    survey: Survey,
    count: u64,
}

/// What an area can come to.
#[derive(Clone, Copy, Debug, Default)]
struct Area {
    /// Points at the end of the game, where every area counts as unfinished (DISC-14).
    left_standing: f32,
    /// Points for whoever takes a follower back once it is complete.
    complete: f32,
}

impl<'r> Judge<'r, Discovery> for DiscoveryJudge<'r> {
    fn new(rules: &'r DiscoveryRules, position: &DiscoveryPosition) -> Self {
        // Every area can get complete.
        let survey = Survey::new(rules, position, 0);
        Self { rules, weights: Weights::default(), taste: Taste::PLAIN, survey, count: 0 }
    }

    fn rules(&self) -> &'r DiscoveryRules {
        self.rules
    }

    fn taste(&self) -> &Taste {
        &self.taste
    }

    fn set_taste(&mut self, taste: Taste) {
        self.taste = taste;
    }

    fn refill(&mut self, position: &DiscoveryPosition) {
        self.survey.refill(self.rules, position);
    }

    fn totals(&mut self, position: &DiscoveryPosition) -> Totals {
        self.count += 1;
        let mut totals = scores(position, self.rules.seats);
        if position.frame() == Frame::Over {
            return totals;
        }
        let placing = matches!(position.frame(), Frame::Place { .. } | Frame::Deploy { .. } | Frame::Refill);
        self.survey.look(self.rules, position, placing);
        self.add_areas(position, &mut totals);
        let (w, keen) = (&self.weights, self.taste.joining);
        self.survey.add_joints(
            self.rules.seats,
            &mut totals,
            |_| (keen * w.joining, w.joining_tries),
            // Every follower gets both areas, whoever else does (DISC-12).
            |a, b, gained| {
                for (seat, gain) in gained.iter_mut().enumerate() {
                    *gain = f32::from(a.tally[seat]) * b.value + f32::from(b.tally[seat]) * a.value;
                }
            },
        );
        totals
    }

    fn at_a_glance(&self, position: &DiscoveryPosition) -> Totals {
        let mut totals = scores(position, self.rules.seats);
        let features = &position.board.features;
        for figure in features.figures() {
            let Some(root) = figure.segment().map(|segment| features.root(segment)) else { continue };
            // There is always hope that an area grows by one more point.
            let hope = if features.open(root) > 0 { 1.0 } else { 0.0 };
            totals[usize::from(figure.seat)] += worth(position, self.rules, root, false).points() as f32 + hope;
        }
        totals
    }

    fn count(&self) -> u64 {
        self.count
    }
}

impl DiscoveryJudge<'_> {
    /// Adds what stands on the map and what is in supply.
    fn add_areas(&mut self, position: &DiscoveryPosition, totals: &mut Totals) {
        let mut supply: [f32; MAX_SEATS] =
            std::array::from_fn(|seat| f32::from(position.supplies(seat as u8)[usize::from(FOLLOWER)]));
        // Of each seat, what it gains by taking followers back from complete areas, instead of leaving them.
        let mut gains = [[0.0; FOLLOWERS as usize]; MAX_SEATS];
        for number in 0..self.survey.known.len() {
            let known = self.survey.known[number];
            if !known.occupied {
                continue;
            }
            let chances = self.weights.chances.with_hope(self.taste.gaps);
            let (chance, filled) = self.survey.outlook(&known, &chances);
            let open = position.board.features.open(known.root) > 0;
            let area = self.area(position, &known, filled);
            let gain = area.complete - area.left_standing;
            let chance = if open { chance } else { 1.0 };
            let value = area.left_standing + if open { chance * gain } else { 0.0 };
            let back = if open { self.weights.returning * chance } else { self.weights.returnable };
            for (seat, &figures) in known.tally.iter().enumerate().filter(|(_, figures)| **figures > 0) {
                totals[seat] += f32::from(figures) * value;
                supply[seat] += f32::from(figures) * back;
                if !open {
                    (0..figures).for_each(|_| keep_greatest(&mut gains[seat], gain));
                }
            }
            self.survey.known[number].chance = chance;
            self.survey.known[number].value = area.left_standing + chance * gain;
        }
        for seat in 0..usize::from(self.rules.seats) {
            // One follower a turn can be taken back.
            totals[seat] += gains[seat].iter().take(usize::from(self.survey.turns[seat])).sum::<f32>();
            totals[seat] += self.taste.keeping
                * supply_worth(&self.weights.supply, supply[seat])
                * self.survey.time_left(seat, self.weights.supply_half);
        }
    }

    /// What an area can come to, if so many of its gaps are filled.
    fn area(&self, position: &DiscoveryPosition, known: &Known, filled: f32) -> Area {
        let (w, features) = (&self.weights, &position.board.features);
        let tiles = f32::from(features.tiles(known.root));
        let more = self.taste.growth * w.growth * filled;
        let last = if known.gaps().is_empty() { 0.0 } else { known.gaps().len() as f32 };
        // Complete, it covers at least the tiles that fill its gaps.
        let in_all = tiles + last.max(more);
        // DISC-07, DISC-08, DISC-09: so small an area gains nothing by being complete.
        let small = in_all < f32::from(SMALL_TILES) + 0.5 && (tiles > 1.5 || last > 0.0);
        let times = if small { 1.0 } else { f32::from(COMPLETE_TIMES) };
        match known.kind {
            GRASS => {
                Area { left_standing: tiles + more, complete: times * in_all } // DISC-07
            }
            MOUNTAIN => {
                let now = worth(position, self.rules, known.root, false).points() as f32;
                let beside = self.open_beside(position, known.root);
                let lasting = self.taste.lasting_for(self.survey.youth());
                let towns = lasting * (now + w.towns * more + w.towns_beside * beside);
                Area { left_standing: towns, complete: times * towns } // DISC-08
            }
            SEA => {
                let towns = f32::from(features.lane(known.root, TOWN_LANE)) + w.towns * more;
                Area { left_standing: towns, complete: if small { towns } else { towns + in_all } } // DISC-09
            }
            _ => Area::default(),
        }
    }

    /// Gaps of the grasslands that border a mountain, while there is time to fill them.
    fn open_beside(&self, position: &DiscoveryPosition, mountain: SegmentIndex) -> f32 {
        let mut open = 0.0;
        adjacent_grasslands(position, self.rules, mountain, |grassland| {
            open += f32::from(position.board.features.open(grassland).min(4));
        });
        open * self.survey.youth()
    }
}

/// Keeps the greatest values, the greatest first.
fn keep_greatest(kept: &mut [f32], value: f32) {
    let mut value = value;
    for place in kept {
        if value > *place {
            std::mem::swap(place, &mut value);
        }
    }
}
