//! Values ghosts, castles and cemeteries.

use bastide_core::feature::Figure;
use bastide_core::{FigureIndex, KindIndex, MAX_SEATS};
use classic::base::FOLLOWER;
use classic::mists::{
    CASTLE, CASTLES, CEMETERY, GHOST_EACH, GHOST_EACH_AT_END, GHOSTS, GHOSTS_TO_SEND_HOME, GUARD, GUARDS,
    MIST_TILE_MARK, MISTY_EACH, MISTY_EACH_AT_END, ghosts_left,
};
use classic::scoring::points;
use classic::{ClassicPosition, ClassicRules};

use super::context::EvalContext;
use crate::evaluation::board_features::unplaced;
use crate::evaluation::feature_estimate::FeatureEstimate;
use crate::evaluation::uses::Use;
use crate::evaluation::values::Values;

/// Data computed once per set-up: the kinds of tile with mist, if castles are in play, and the range of each seat's guards among all
/// figures.
#[derive(Clone, Debug)]
pub(super) struct MistyTiles {
    kinds: Vec<KindIndex>,
    guards: [(usize, usize); MAX_SEATS],
}

impl MistyTiles {
    pub(super) fn of(rules: &ClassicRules, position: &ClassicPosition) -> Self {
        let kinds = 0..if rules.options.has(CASTLES) { rules.kinds.len() } else { 0 };
        let marked = kinds.filter(|&kind| rules.kinds[kind].marks & MIST_TILE_MARK != 0);
        // Figures are ordered by seat, then by kind.
        let figures = position.board.features.figures();
        let before = |seat, kind| figures.partition_point(|figure| (figure.seat, figure.kind) < (seat, kind));
        let guards_of = |seat| (before(seat, GUARD), before(seat, GUARD + 1));
        Self {
            kinds: marked.map(|kind| kind as KindIndex).collect(),
            guards: std::array::from_fn(|seat| guards_of(seat as u8)),
        }
    }

    /// Returns the value of a castle with this chance of completion. `open` is the number of empty places around it, and `filled` is how
    /// many of them are expected to be filled (MIST-09, MIST-12).
    pub(super) fn castle_value(
        &self,
        context: &EvalContext,
        position: &ClassicPosition,
        estimate: &FeatureEstimate,
        chance: f32,
        open: u16,
        filled: f32,
    ) -> f32 {
        if estimate.kind != CASTLE || !context.uses.has(Use::Castle) {
            return 0.0; // MIST-10
        }
        let share = self.share(context, position);
        let finished = points(position, context.rules, estimate.root, true) as f32;
        let unfinished = points(position, context.rules, estimate.root, false) as f32;
        chance * (finished + f32::from(MISTY_EACH) * share * f32::from(open))
            + (1.0 - chance) * (unfinished + f32::from(MISTY_EACH_AT_END) * share * filled)
    }

    /// Returns the fraction of the tiles in the bag that have mist.
    fn share(&self, context: &EvalContext, position: &ClassicPosition) -> f32 {
        f32::from(self.left(context, position)) / f32::from(context.board.left.max(1))
    }

    fn left(&self, context: &EvalContext, position: &ClassicPosition) -> u16 {
        self.kinds.iter().map(|&kind| u16::from(unplaced(context.rules, position, kind))).sum()
    }

    /// Returns whether a seat has a guard in reserve.
    fn has_reserve(&self, position: &ClassicPosition, seat: u8) -> bool {
        let (first, end) = self.guards[usize::from(seat)];
        let guards = &position.board.features.figures()[first..end];
        let has =
            guards.iter().filter(|guard| guard.is_in_supply()).count() > usize::from(position.supply(seat, GUARD));
        debug_assert_eq!(has, position.reserve(seat, GUARD) > 0);
        has
    }

    /// Returns the state outside the map that affects the values of castles and keepers: the number of tiles with mist that are left, and,
    /// as a bit set, the seats with a guard in reserve.
    pub(super) fn beside_map(&self, context: &EvalContext, position: &ClassicPosition) -> (u16, u8) {
        if !context.has(CASTLES | GUARDS) {
            return (0, 0);
        }
        let in_reserve = |seat: u8| u8::from(self.has_reserve(position, seat)) << seat;
        (self.left(context, position), (0..context.rules.seats).map(in_reserve).sum())
    }
}

/// Subtracts the cost of the ghosts beside followers, and the expected cost of further ghosts.
pub(super) fn add_ghosts(context: &EvalContext, position: &ClassicPosition, values: &mut Values) {
    if !context.has(GHOSTS) || !context.uses.has(Use::Ghosts) {
        return;
    }
    let more = ghosts_left(position) > 0 && context.board.left > 0;
    for figure in context.figures.iter().filter(|figure| figure.kind == FOLLOWER && figure.attached() > 0) {
        values[usize::from(figure.seat)] -= haunted(context, position, figure, figure.attached(), more);
    }
}

/// Returns what one more ghost beside a follower would cost the follower's owner, assuming that it is not the third ghost there. The
/// position must be the last one evaluated.
pub(super) fn cost_of_ghost(context: &EvalContext, position: &ClassicPosition, figure: FigureIndex) -> f32 {
    let figure = position.board.features.figure(figure);
    let ghosts = figure.attached();
    haunted(context, position, &figure, ghosts + 1, true) - haunted(context, position, &figure, ghosts, true)
}

/// Returns what this many ghosts beside a follower cost its owner. `more` is true if further ghosts may be placed.
fn haunted(context: &EvalContext, position: &ClassicPosition, figure: &Figure, ghosts: u8, more: bool) -> f32 {
    if ghosts == 0 {
        return 0.0;
    }
    let Some(estimate) = figure.segment().and_then(|segment| context.estimate_at(position, segment)) else {
        return 0.0;
    };
    let seat = usize::from(figure.seat);
    let taken = |ghosts: u8| {
        let counts = !context.rules.options.mists.scoring_only || estimate.tally[seat] == estimate.most;
        let when_scored = if counts { f32::from(GHOST_EACH) * estimate.chance } else { 0.0 };
        f32::from(ghosts) * (when_scored + f32::from(GHOST_EACH_AT_END) * (1.0 - estimate.chance))
    };
    if !more {
        return taken(ghosts);
    }
    // A follower that is sent home is in supply again, without ghosts (MIST-06).
    let had = context.in_supply[seat];
    let back = context.supply_value(figure.seat, had + 1.0 - context.coming_back(estimate, position))
        - context.supply_value(figure.seat, had);
    let chased = context.loss(position, figure, 0.0) - taken(GHOSTS_TO_SEND_HOME - 1) - back;
    let fear = context.weights.more.haunt_fear[usize::from(ghosts.min(GHOSTS_TO_SEND_HOME - 1)) - 1];
    taken(ghosts) + fear * (1.0 - estimate.chance) * context.time_left(seat) * chased.max(0.0)
}

/// Returns the fraction of a guard that counts as in supply for each keeper on a cemetery, because a guard arrives when the keeper is
/// returned (MIST-10).
pub(super) fn guards_coming(
    context: &EvalContext,
    position: &ClassicPosition,
    estimate: &FeatureEstimate,
    seat: u8,
    back: f32,
) -> f32 {
    let brings = estimate.kind == CEMETERY && context.uses.has(Use::Cemetery) && position.reserve(seat, GUARD) > 0;
    if brings { back } else { 0.0 }
}
