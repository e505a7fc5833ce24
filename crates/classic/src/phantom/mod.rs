//! The Phantom; its rules are in `rules.md` next to this file.

pub(crate) mod figures;

use crate::family::ClassicPosition;
use crate::kinds;
use bastide_core::SegmentIndex;
use bastide_core::option::PartInfo;
pub use figures::{PHANTOM, PHANTOM_WORD};

/// Element: each seat has a phantom.
pub const PHANTOMS: u64 = kinds::element("phantoms");

/// Number of phantoms of each seat (PHAN-01).
pub const PHANTOMS_EACH: u8 = 1;

/// The expansion's entry in the list of parts.
pub const PART: PartInfo = PartInfo { id: "phantom", max_seats: 5, options: &[], tiles: &[] };

/// Returns whether the active seat can place a phantom after this action (PHAN-02), which deployed a figure of a kind or did something
/// else: not if the figure was a phantom itself (PHAN-04).
#[inline]
pub(crate) fn may_follow(position: &ClassicPosition, deployed: Option<(u8, SegmentIndex)>) -> bool {
    let was_phantom = deployed.is_some_and(|(figure, _)| figure == PHANTOM);
    !was_phantom && position.supply(position.seat(), PHANTOM) > 0
}
