//! Computes the scores that the seats would have if the game ended now, for players that do not look ahead.

use bastide_core::Actor;
use classic::base::FIELD;
use classic::mists::{GHOST_EACH, GHOST_EACH_AT_END};
use classic::scoring::{points, tally};
use classic::{ClassicPosition, ClassicRules, is_on_land};

use crate::evaluation::values::{Values, scores};

/// Returns the scores that the seats would have if the game ended now, with or without fields.
pub(crate) fn scored_now(position: &ClassicPosition, rules: &ClassicRules, fields: bool) -> Values {
    let mut scores = scores(position, rules.seats);
    if position.actor() == Actor::Nobody {
        return scores;
    }
    let features = &position.board.features;
    for (i, figure) in features.figures().iter().enumerate() {
        let Some(root) = figure.segment().map(|segment| features.root(segment)) else { continue };
        if !is_on_land(features.kind(root)) {
            continue; // TOW-05, COUNT-10
        }
        // MIST-08, MIST-12: a ghost costs more on a feature that is about to be scored than at the end.
        let complete = features.open(root) == 0 && features.kind(root) != FIELD;
        let each = if complete { GHOST_EACH } else { GHOST_EACH_AT_END };
        scores[usize::from(figure.seat)] -= f32::from(figure.attached()) * f32::from(each);
        // A feature is counted once, when its first figure is reached.
        let first = features.figures_on(root).min().is_none_or(|first| usize::from(first) == i);
        if !first || features.kind(root) == FIELD && !fields {
            continue;
        }
        let tally = tally(position, root);
        let most = tally.into_iter().max().unwrap_or(0);
        let points = points(position, rules, root, features.kind(root) == FIELD) as f32;
        for (score, figures) in scores.iter_mut().zip(tally) {
            if figures == most && most > 0 {
                *score += points;
            }
        }
    }
    scores
}
