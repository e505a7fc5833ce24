//! Hands: players choose which of several tiles to place (BASE-24).

use crate::family::{ClassicPosition, ClassicRules};
use crate::kinds;
use bastide_core::KindIndex;
use bastide_core::MAX_HAND;
use bastide_core::tile::PILE_FIRST;

/// Element: players choose from the tiles in their hand instead of placing the tile that they draw.
pub const HANDS: u64 = kinds::element("hands");

const _: () = assert!(MAX_HAND >= 3, "a hand has room for the tiles of `three_open` and `three_hidden`");

/// The hands of a set-up.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Hand {
    /// Number of tiles in a full hand; 0 if players place the tile that they draw.
    pub size: u8,
    /// Whether each hand is visible only to its player.
    pub hidden: bool,
}

/// Returns whether a seat's hand has fewer tiles than it may have.
#[inline]
pub(crate) fn is_short(position: &ClassicPosition, rules: &ClassicRules, seat: u8) -> bool {
    position.hand(seat).len() < usize::from(rules.options.base.hand.size)
}

/// Returns the seat that takes the next tile: the first one clockwise from the active seat whose hand is not full. Returns `None` if all
/// hands are full, if no tile is left, or before the river is finished (BASE-27).
pub(crate) fn next_to_deal(position: &ClassicPosition, rules: &ClassicRules) -> Option<u8> {
    if position.bag().left() == 0 || position.bag().left_in_first_pile() > 0 {
        return None;
    }
    let mut clockwise = (0..rules.seats).map(|after| (position.seat() + after) % rules.seats);
    clockwise.find(|&seat| is_short(position, rules, seat))
}

/// Returns whether the active seat draws into its hand now that the turn, or its first half, is over. It does not if it placed a river
/// tile, because the hands are dealt before the next tile is placed (BASE-27).
pub(crate) fn must_refill(position: &ClassicPosition, rules: &ClassicRules) -> bool {
    let newest = position.board.tiles().last().map(|tile| rules.kind(tile.kind).pile);
    newest != Some(PILE_FIRST)
        && position.bag().left() > 0
        && position.bag().left_in_first_pile() == 0
        && is_short(position, rules, position.seat())
}

/// Returns whether a tile of the active seat's hand can be placed; `fits` says so of a kind of tile.
pub(crate) fn fits_anywhere(position: &ClassicPosition, mut fits: impl FnMut(KindIndex) -> bool) -> bool {
    position.hand(position.seat()).iter().any(|&kind| fits(kind))
}

/// Returns the next seat clockwise that has a tile in its hand, the active seat last (BASE-26).
pub(crate) fn next_holder(position: &ClassicPosition, rules: &ClassicRules) -> Option<u8> {
    let mut clockwise = (1..=rules.seats).map(|after| (position.seat() + after) % rules.seats);
    clockwise.find(|&seat| !position.hand(seat).is_empty())
}
