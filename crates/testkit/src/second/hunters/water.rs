//! River systems, which consist of all connected rivers and lakes (HG-07).

use std::collections::BTreeSet;

use bastide_core::TileText;

use super::{FoundFeature, HuntersGame, Spot};

/// Returns whether a segment of a tile is a river or a lake.
fn is_water(text: &TileText, segment: usize) -> bool {
    ["river", "lake"].contains(&text.segments[segment].kind.as_str())
}

/// Reports whether two segments of a tile are a river and the lake where it ends.
fn are_connected_water(text: &TileText, one: usize, other: usize) -> bool {
    let touches = |a: usize, b: usize| text.segments[a].touches.iter().any(|&c| usize::from(c) == b);
    is_water(text, one) && is_water(text, other) && (touches(one, other) || touches(other, one))
}

/// Returns all water connected to a water segment, on this tile alone.
fn connected_water(text: &TileText, water: usize) -> BTreeSet<usize> {
    let mut waters = BTreeSet::from([water]);
    let mut walk = vec![water];
    while let Some(one) = walk.pop() {
        let next = (0..text.segments.len()).filter(|&other| are_connected_water(text, one, other));
        walk.extend(next.filter(|&other| waters.insert(other)));
    }
    waters
}

impl HuntersGame {
    /// Checks that every group of connected waters on a tile has its own system segment, and that nothing else has one.
    ///
    /// # Panics
    /// Panics if the tile file violates this.
    pub(super) fn check_systems(text: &TileText) {
        for segment in 0..text.segments.len() {
            let along = text.segments[segment].along;
            assert_eq!(along.is_some(), is_water(text, segment), "{}: segment {segment} has a system", text.id);
            let Some(system) = along else { continue };
            assert_eq!(text.segments[usize::from(system)].kind, "system", "{}: {segment} goes along", text.id);
            let others: BTreeSet<usize> =
                (0..text.segments.len()).filter(|&o| text.segments[o].along == along).collect();
            assert_eq!(others, connected_water(text, segment), "{}: the waters of one system with {segment}", text.id);
        }
    }

    /// Returns all rivers and lakes connected to a water segment.
    fn waters(&self, from: Spot) -> BTreeSet<Spot> {
        let mut waters = BTreeSet::from([from]);
        let mut walk = vec![from];
        while let Some((tile, segment)) = walk.pop() {
            let text = &self.table.tiles[tile].text;
            let mut next: Vec<Spot> = self.table.feature((tile, segment)).spots.into_iter().collect();
            let here = (0..text.segments.len()).filter(|&other| are_connected_water(text, segment, other));
            next.extend(here.map(|other| (tile, other)));
            walk.extend(next.into_iter().filter(|&spot| waters.insert(spot)));
        }
        waters
    }

    /// Returns the rivers and lakes that a system segment represents on its tile.
    pub(super) fn waters_of(&self, (tile, system): Spot) -> BTreeSet<Spot> {
        let text = &self.table.tiles[tile].text;
        let stands_for = |words: &bastide_core::tile_text::SegmentText| words.along.map(usize::from) == Some(system);
        let water = text.segments.iter().position(stands_for);
        water.map(|water| self.waters((tile, water))).unwrap_or_default()
    }

    /// Returns the system to which a segment belongs, as the segments that represent its rivers and lakes.
    pub(super) fn system(&self, spot: Spot) -> FoundFeature {
        let stands_for = |&(tile, water): &Spot| {
            let along = self.table.tiles[tile].text.segments[water].along;
            along.map(|system| (tile, usize::from(system)))
        };
        let spots = self.waters_of(spot).iter().filter_map(stands_for).collect();
        FoundFeature { kind: "system".to_owned(), spots, open: 0 }
    }
}
