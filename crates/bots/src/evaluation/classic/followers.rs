//! Followers on the map, where they can be reached.

use bastide_core::Place;
use bastide_core::feature::Figure;
use classic::{ClassicPosition, is_follower, is_on_land};

/// Every follower that stands on land, and where.
pub(super) fn on_land(position: &ClassicPosition) -> impl Iterator<Item = (Figure, Place)> + '_ {
    let board = &position.board;
    board.features.figures().iter().filter_map(move |figure| {
        let segment = figure.segment()?;
        let reached = is_follower(figure.kind) && is_on_land(board.features.kind(segment));
        reached.then(|| (*figure, board.place_of(segment)))
    })
}
