//! Values of areas.

use std::collections::BTreeSet;

use super::super::Spot;
use super::{DiscoveryGame, FoundFeature};

/// A town, identified by its tile and its number among the towns of that tile.
type Town = (usize, usize);

impl DiscoveryGame {
    /// Returns the points that an area gives for a follower that leaves it.
    pub(super) fn points_for(&self, area: &FoundFeature, complete: bool) -> i32 {
        let tiles = area.tiles(); // DISC-11
        let two = tiles == 2;
        match area.kind.as_str() {
            "grass" if complete && !two => 2 * tiles, // DISC-07
            "grass" => tiles,
            "mountain" => {
                let towns = self.towns_of_mountain(area).len() as i32; // DISC-08
                if complete && !two { 2 * towns } else { towns }
            }
            _ => {
                let towns = self.towns_on(area).len() as i32;
                if complete && !two { towns + tiles } else { towns } // DISC-09, DISC-10a
            }
        }
    }

    /// Returns the towns on the border of an area (DISC-10).
    pub(super) fn towns_on(&self, area: &FoundFeature) -> BTreeSet<Town> {
        let mut towns = BTreeSet::new();
        for &(tile, segment) in &area.spots {
            for (number, mark) in self.table.tiles[tile].text.landmarks.iter().enumerate() {
                if mark.word == "town" && mark.segments.iter().any(|&other| usize::from(other) == segment) {
                    towns.insert((tile, number));
                }
            }
        }
        towns
    }

    /// Returns the towns on a mountain and on every grassland that borders it anywhere, counting each town once (DISC-08).
    fn towns_of_mountain(&self, mountain: &FoundFeature) -> BTreeSet<Town> {
        let mut towns = self.towns_on(mountain);
        for grass in self.grasslands_by(mountain) {
            towns.extend(self.towns_on(&self.table.feature(grass)));
        }
        towns
    }

    /// Returns the segments of grassland that border a mountain on any tile (DISC-10).
    fn grasslands_by(&self, mountain: &FoundFeature) -> BTreeSet<Spot> {
        let mut grass = BTreeSet::new();
        for &(tile, segment) in &mountain.spots {
            let touched = &self.table.tiles[tile].text.segments[segment].touches;
            grass.extend(touched.iter().map(|&other| (tile, usize::from(other))));
        }
        grass
    }
}
