//! Defines the mayor, the wagon and the barn for use by other modules.

use crate::base::{CITY, MONASTERY, PENNANT_COUNTER, ROAD};
use crate::family::ClassicPosition;
use crate::kinds;
use bastide_core::{FigureKind, SegmentIndex};

/// Figure kind for the mayor.
pub const MAYOR: FigureKind = kinds::figure(MAYOR_WORD);
/// Notation word for a mayor.
pub const MAYOR_WORD: &str = "mayor";
/// Figure kind for the wagon.
pub const WAGON: FigureKind = kinds::figure(WAGON_WORD);
/// Notation word for a wagon.
pub const WAGON_WORD: &str = "wagon";
/// Figure kind for the barn.
pub const BARN: FigureKind = kinds::figure(BARN_WORD);
/// Notation word for a barn.
pub const BARN_WORD: &str = "barn";

/// Returns the strength of a mayor: the number of pennants in the city (AM-07).
#[inline]
pub(crate) fn mayor_strength(position: &ClassicPosition, root: SegmentIndex) -> u16 {
    u16::from(position.board.features.counter(root, PENNANT_COUNTER))
}

/// Returns whether a kind of figure can be placed on a kind of segment: a mayor only in a city (AM-06), a wagon anywhere except on a field
/// (AM-09).
#[inline]
pub(crate) const fn may_stand(figure: FigureKind, segment: u8) -> bool {
    match figure {
        MAYOR => segment == CITY,
        WAGON => matches!(segment, CITY | ROAD | MONASTERY),
        _ => true,
    }
}
