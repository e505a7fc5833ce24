//! What everything that values a part of a position of the Carcassonne family knows of the whole.

use std::ops::Range;

use bastide_core::feature::Figure;
use bastide_core::{MAX_FIGURE_KINDS, MAX_SEATS, Place, SegmentIndex};
use classic::base::{CITY, FIELD, FOLLOWER_STRENGTH, MONASTERY, ROAD};
use classic::inns_cathedrals::{INNS, LARGE, LARGE_STRENGTH, LARGES};
use classic::{ClassicPosition, ClassicRules, is_on_land};

use super::reach::Towers;
use super::weights::{MOST_SUPPLY, Weights};
use crate::evaluation::board_features::BoardFeatures;
use crate::evaluation::feature_estimate::{FeatureEstimate, FeatureKinds};
use crate::evaluation::uses::Uses;

/// Kinds of segment on which features can get complete, one bit each.
const COMPLETING: u16 = 1 << CITY | 1 << ROAD | surrounded();

/// The kinds whose features wait for their eight neighbours, one bit each.
const fn surrounded() -> u16 {
    let (mut kinds, mut kind) = (0, MONASTERY);
    while is_on_land(kind) {
        kinds |= 1 << kind;
        kind += 1;
    }
    kinds
}

/// Whether a kind of feature waits for its eight neighbours.
pub(super) const fn is_surrounded(kind: u8) -> bool {
    kind >= MONASTERY && is_on_land(kind)
}

/// What is known of the position that is being evaluated, and by what it is valued.
#[derive(Clone, Debug)]
pub(crate) struct EvalContext<'r> {
    pub(crate) rules: &'r ClassicRules,
    /// More is in play than the base game and Inns & Cathedrals, which bring nothing but another follower.
    pub(crate) wide: bool,
    /// The weights in use.
    pub(crate) weights: Weights,
    /// What no, one, two, ... followers in supply are worth together, while the game is young.
    of_supply: [f32; MOST_SUPPLY + 1],
    /// What expansions offer that the player makes use of.
    pub(crate) uses: Uses,
    /// The features on the map; whoever moves the position on keeps its odds in step.
    pub(crate) board: BoardFeatures,
    /// Followers of each seat in supply, and what is expected to come back.
    pub(crate) in_supply: [f32; MAX_SEATS],
    /// Figures other than those, by kind.
    pub(crate) special: [[f32; MAX_FIGURE_KINDS]; MAX_SEATS],
    /// The figures on the map, by number.
    pub(crate) figures: Vec<Figure>,
    /// The followers that stand on land, and where, if something can come to them.
    pub(crate) followers: Vec<(Figure, Place)>,
    /// The towers that can grow.
    pub(crate) towers: Towers,
    /// The fields of the parent on which somebody stands.
    pub(crate) fields: Vec<KnownField>,
    /// The cities that each of them touches, and what it feeds by each.
    pub(crate) touched: Vec<(SegmentIndex, Fed)>,
    /// Segments of the parent.
    pub(crate) known_segments: SegmentIndex,
}

/// What is kept of a field of the parent.
#[derive(Clone, Debug)]
pub(crate) struct KnownField {
    pub(super) root: SegmentIndex,
    /// Its segments, by number.
    pub(super) size: u16,
    /// The cities that it touches, among those of all fields.
    pub(super) touched: Range<usize>,
    /// What it feeds by all of them.
    pub(super) fed: Fed,
}

/// What a field feeds, or one city of those that it touches. Neither number is ever rounded, so that a part can be taken off again.
#[derive(Clone, Copy, Debug, Default)]
pub(crate) struct Fed {
    /// Complete cities, a besieged one twice.
    pub(super) complete: f32,
    /// The chances that others get complete, in units of a sum.
    pub(super) hoped: i64,
}

impl<'r> EvalContext<'r> {
    /// The context of positions of a set-up.
    pub(super) fn new(rules: &'r ClassicRules, position: &ClassicPosition, weights: Weights) -> Self {
        let kinds = FeatureKinds {
            endless: !COMPLETING,
            apart: 1 << classic::mists::MIST,
            surrounded: surrounded(),
            at_edges: 1 << CITY | 1 << ROAD | 1 << FIELD,
        };
        Self {
            rules,
            wide: rules.options.has(!(INNS | LARGES)),
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

    /// Values by these weights from now on.
    pub(super) fn take_weights(&mut self, weights: Weights) {
        (self.weights, self.of_supply) = (weights, of_supply(&weights));
    }

    /// Whether any of these elements is in play.
    pub(super) fn has(&self, elements: u32) -> bool {
        self.rules.options.has(elements)
    }

    /// What so many followers in supply are worth to a seat.
    pub(super) fn supply_value(&self, seat: u8, followers: f32) -> f32 {
        let turns = f32::from(self.board.turns[usize::from(seat)]);
        let whole = followers.max(0.0) as usize;
        let value = match self.weights.supply.get(whole) {
            Some(worth) => self.of_supply[whole] + worth * (followers - whole as f32).max(0.0),
            None => self.of_supply[self.weights.supply.len()],
        };
        value * turns / (turns + self.weights.supply_half)
    }

    /// How much of a figure's value in supply is left in a seat's last turns.
    pub(super) fn time_left(&self, seat: usize) -> f32 {
        self.board.time_left(seat, self.weights.supply_half)
    }

    /// How much of a follower on the feature counts as being in supply.
    pub(super) fn coming_back(&self, estimate: &FeatureEstimate, position: &ClassicPosition) -> f32 {
        if estimate.kind == FIELD {
            return 0.0;
        }
        if position.board.features.open(estimate.root) == 0 {
            return 1.0;
        }
        self.weights.returning * estimate.chance
    }

    /// What is known of the feature on which a segment lies.
    pub(super) fn estimate_at(&self, position: &ClassicPosition, segment: SegmentIndex) -> Option<&FeatureEstimate> {
        self.board.at_root(position.board.features.root(segment))
    }

    /// What a figure's owner loses with it: the feature, unless others keep it for the same seat, and the figure itself, of
    /// which so much does not come back.
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

/// What no, one, two, ... followers in supply are worth together.
fn of_supply(weights: &Weights) -> [f32; MOST_SUPPLY + 1] {
    let mut sums = [0.0; MOST_SUPPLY + 1];
    for (i, worth) in weights.supply.iter().enumerate() {
        sums[i + 1] = sums[i] + worth;
    }
    sums
}
