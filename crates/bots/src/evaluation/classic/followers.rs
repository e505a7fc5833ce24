//! Followers on the map, where they can be reached.

use bastide_core::Place;
use bastide_core::feature::Figure;
use classic::{ClassicPosition, is_follower, is_on_land};

use super::context::EvalContext;

/// Every follower that stands on land, and where.
pub(super) fn on_land<'a>(
    context: &'a EvalContext<'_>,
    position: &'a ClassicPosition,
) -> impl Iterator<Item = (Figure, Place)> + 'a {
    let board = &position.board;
    context.figures.iter().filter_map(move |figure| {
        let segment = figure.segment()?;
        let reached = is_follower(figure.kind) && is_on_land(board.features.kind(segment));
        reached.then(|| (*figure, board.place_of(segment)))
    })
}
