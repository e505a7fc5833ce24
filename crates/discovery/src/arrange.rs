//! Lets positions be arranged by hand.

use crate::family::{Discovery, DiscoveryPosition, DiscoveryRules};
use bastide_core::{Arrange, FigureKind, SegmentIndex};

impl Arrange for Discovery {
    fn may_stand(
        position: &DiscoveryPosition,
        _: &DiscoveryRules,
        _: FigureKind,
        segment: SegmentIndex,
    ) -> Result<(), &'static str> {
        let mut figures = position.board.features.figures().iter();
        if figures.any(|other| other.segment() == Some(segment)) {
            return Err("a follower stands there already"); // DISC-05
        }
        Ok(()) // A follower stays on a complete area until its player takes it back (DISC-06).
    }
}
