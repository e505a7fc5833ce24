//! Data shared by all functions that evaluate part of a position in the Carcassonne family.

use std::ops::Range;

use bastide_core::feature::Figure;
use bastide_core::{MAX_FIGURE_KINDS, MAX_SEATS, Place, SegmentIndex};
use classic::base::{CITY, FIELD, FOLLOWER_STRENGTH, HANDS, MONASTERY, ROAD};
use classic::inns_cathedrals::{INNS, LARGE, LARGE_STRENGTH, LARGES};
use classic::{ClassicPosition, ClassicRules, is_on_land};

use super::reach::Towers;
use super::weights::{MAX_SUPPLY, Weights};
use crate::evaluation::board_features::BoardFeatures;
use crate::evaluation::feature_estimate::{FeatureEstimate, FeatureKinds};
use crate::evaluation::uses::Uses;

/// Kinds of features that can be completed, as a bit set.
const COMPLETING: u16 = 1 << CITY | 1 << ROAD | surrounded();

/// Returns the kinds whose features are completed by the eight places around their tile, as a bit set.
const fn surrounded() -> u16 {
    let (mut kinds, mut kind) = (0, MONASTERY);
    while is_on_land(kind) {
        kinds |= 1 << kind;
        kind += 1;
    }
    kinds
}

/// Returns whether features of a kind are completed by the eight places around their tile.
pub(super) const fn is_surrounded(kind: u8) -> bool {
    kind >= MONASTERY && is_on_land(kind)
}

/// Data about the position being evaluated, and the weights used to value it.
#[derive(Clone, Debug)]
pub(crate) struct EvalContext<'r> {
    pub(crate) rules: &'r ClassicRules,
    /// Whether any expansion other than Inns & Cathedrals, which adds only a figure, is in play.
    pub(crate) wide: bool,
    /// The weights in use.
    pub(crate) weights: Weights,
    /// Total value of zero, one, two, ... followers in supply, early in the game.
    of_supply: [f32; MAX_SUPPLY + 1],
    /// The expansion mechanics that the player uses.
    pub(crate) uses: Uses,
    /// The features on the map. A caller that plays the position forwards must update the odds stored in them.
    pub(crate) board: BoardFeatures,
    /// Number of each seat's followers in supply, including those expected back.
    pub(crate) in_supply: [f32; MAX_SEATS],
    /// Number of each seat's other figures in supply, by kind, including those expected back.
    pub(crate) special: [[f32; MAX_FIGURE_KINDS]; MAX_SEATS],
    /// The figures on the map, ordered by index.
    pub(crate) figures: Vec<Figure>,
    /// Followers on land with their places, if towers or the dragon are in play.
    pub(crate) followers: Vec<(Figure, Place)>,
    /// Towers that can grow.
    pub(crate) towers: Towers,
    /// Occupied fields of the parent.
    pub(crate) fields: Vec<KnownField>,
    /// Cities that the fields in `fields` touch, each with its contribution to the field.
    pub(crate) touched: Vec<(SegmentIndex, FieldContribution)>,
    /// Number of segments in the parent.
    pub(crate) known_segments: SegmentIndex,
}

/// Data stored about a field of the parent.
#[derive(Clone, Debug)]
pub(crate) struct KnownField {
    pub(super) root: SegmentIndex,
    /// Number of segments in the field.
    pub(super) size: u16,
    /// Range of the field's cities in [`EvalContext::touched`].
    pub(super) touched: Range<usize>,
    /// Total contribution of these cities.
    pub(super) fed: FieldContribution,
}

/// Contribution of one or more cities to a field. Both numbers are exact, so a contribution can be subtracted again.
#[derive(Clone, Copy, Debug, Default)]
pub(crate) struct FieldContribution {
    /// Number of complete cities; a besieged city counts twice.
    pub(super) complete: f32,
    /// Sum of the incomplete cities' chances of completion, in units of 2⁻³².
    pub(super) hoped: i64,
}

impl<'r> EvalContext<'r> {
    /// Creates a context for positions of a set-up.
    pub(super) fn new(rules: &'r ClassicRules, position: &ClassicPosition, weights: Weights) -> Self {
        let kinds = FeatureKinds {
            endless: !COMPLETING,
            apart: 1 << classic::mists::MIST,
            surrounded: surrounded(),
            at_edges: 1 << CITY | 1 << ROAD | 1 << FIELD,
        };
        Self {
            rules,
            wide: rules.options.has(!(INNS | LARGES | HANDS)),
            weights,
            of_supply: of_supply(&weights),
            uses: Uses::ALL,
            board: BoardFeatures::new(rules, position, kinds),
            in_supply: [0.0; MAX_SEATS],
            special: [[0.0; MAX_FIGURE_KINDS]; MAX_SEATS],
            figures: Vec::new(),
            followers: Vec::new(),
            towers: Towers::default(),
            fields: Vec::new(),
            touched: Vec::new(),
            known_segments: 0,
        }
    }

    /// Sets the weights, and the supply values derived from them.
    pub(super) fn set_weights(&mut self, weights: Weights) {
        (self.weights, self.of_supply) = (weights, of_supply(&weights));
    }

    /// Returns whether any of these elements is in play.
    pub(super) fn has(&self, elements: u64) -> bool {
        self.rules.options.has(elements)
    }

    /// Returns the value to a seat of this many followers in supply.
    pub(super) fn supply_value(&self, seat: u8, followers: f32) -> f32 {
        let turns = f32::from(self.board.turns[usize::from(seat)]);
        let whole = followers.max(0.0) as usize;
        let value = match self.weights.supply.get(whole) {
            Some(worth) => self.of_supply[whole] + worth * (followers - whole as f32).max(0.0),
            None => self.of_supply[self.weights.supply.len()],
        };
        value * turns / (turns + self.weights.supply_half)
    }

    /// Returns the factor for the value of a seat's figures in supply, which depends on how many turns the seat has left.
    pub(super) fn time_left(&self, seat: usize) -> f32 {
        self.board.time_left(seat, self.weights.supply_half)
    }

    /// Returns the fraction of a follower on the feature that counts as in supply.
    pub(super) fn coming_back(&self, estimate: &FeatureEstimate, position: &ClassicPosition) -> f32 {
        if estimate.kind == FIELD {
            return 0.0;
        }
        if position.board.features.open(estimate.root) == 0 {
            return 1.0;
        }
        self.weights.returning * estimate.chance
    }

    /// Returns the estimate of the feature that a segment belongs to.
    pub(super) fn estimate_at(&self, position: &ClassicPosition, segment: SegmentIndex) -> Option<&FeatureEstimate> {
        self.board.at_root(position.board.features.root(segment))
    }

    /// Returns what a figure's owner loses along with the figure: the value of its feature, unless the seat would still own that feature,
    /// plus `of_figure`, which is the value of the figure itself if it does not return.
    pub(super) fn loss(&self, position: &ClassicPosition, figure: &Figure, of_figure: f32) -> f32 {
        let estimate = figure.segment().and_then(|segment| self.estimate_at(position, segment));
        let Some(estimate) = estimate else { return 0.0 };
        let seat = usize::from(figure.seat);
        let strength = if figure.kind == LARGE { LARGE_STRENGTH } else { FOLLOWER_STRENGTH };
        let left = estimate.tally[seat].saturating_sub(strength as u8);
        let is_outvoted = || (0..MAX_SEATS).any(|other| other != seat && estimate.tally[other] > left);
        let loses = estimate.is_owner(seat) && (left == 0 || is_outvoted());
        (if loses { estimate.value } else { 0.0 } + of_figure).max(0.0)
    }
}

/// Returns the total value of zero, one, two, ... followers in supply.
fn of_supply(weights: &Weights) -> [f32; MAX_SUPPLY + 1] {
    let mut sums = [0.0; MAX_SUPPLY + 1];
    for (i, worth) in weights.supply.iter().enumerate() {
        sums[i + 1] = sums[i] + worth;
    }
    sums
}
