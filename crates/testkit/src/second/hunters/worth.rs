//! Values of features, and their owners.

use std::collections::{BTreeMap, BTreeSet};

use super::{FoundFeature, HUT, HuntersGame, MEMBER, Spot};

impl HuntersGame {
    /// Returns the points that a feature gives in the final scoring, or gave when it was completed.
    pub(super) fn points_at_end(&self, feature: &FoundFeature) -> i32 {
        match feature.kind.as_str() {
            "forest" if feature.is_complete() => self.forest_points(feature),
            "river" if feature.is_complete() => self.river_points(feature),
            "meadow" => self.meadow_points(feature),
            "system" => self.system_points(feature),
            _ => 0, // HG-15
        }
    }

    /// Returns the length of a feature, in segments or in tiles, depending on the option (HG-10).
    fn length(&self, feature: &FoundFeature) -> i32 {
        let later_counts_tiles = self.is_later() && !self.option("count_by", "segment"); // HG-23
        if later_counts_tiles || self.option("count_by", "tile") { feature.tiles() } else { feature.spots.len() as i32 }
    }

    fn forest_points(&self, forest: &FoundFeature) -> i32 {
        let patch = if self.is_later() { 3 } else { 2 }; // HG-28
        2 * self.length(forest) + patch * self.table.sum(forest, "mushrooms") // HG-10, HG-19
    }

    /// Returns what a river is worth (HG-09, HG-26).
    fn river_points(&self, river: &FoundFeature) -> i32 {
        let mut lakes = BTreeSet::new();
        for &(tile, segment) in &river.spots {
            let ends_in = &self.table.tiles[tile].text.segments[segment].touches;
            lakes.extend(ends_in.iter().map(|&lake| (tile, usize::from(lake))));
        }
        self.length(river) + self.fish(&lakes) + self.fish(&river.spots)
    }

    /// Returns the number of fish in lakes and, in the later edition, also in rivers (HG-26).
    fn fish(&self, waters: &BTreeSet<Spot>) -> i32 {
        let counts = |water: &&Spot| self.is_later() || self.table.kind_of(**water) == "lake";
        waters.iter().filter(counts).map(|&(tile, water)| self.table.tiles[tile].number(water, "fish")).sum()
    }

    /// Returns what a river system is worth (HG-16, HG-34).
    fn system_points(&self, system: &FoundFeature) -> i32 {
        let Some(&spot) = system.spots.first() else { return 0 };
        let waters = self.waters_of(spot);
        let rafts = waters.iter().filter(|&&water| self.has_power(water, "raft")).count() as i32;
        self.fish(&waters) + rafts * self.lakes(&waters)
    }

    pub(super) fn lakes(&self, waters: &BTreeSet<Spot>) -> i32 {
        waters.iter().filter(|&&water| self.table.kind_of(water) == "lake").count() as i32
    }

    /// Returns the seats with the most figures on a feature, all of them if tied (HG-11, HG-16, HG-17). If there are hunters on a shrine,
    /// only those are counted (HG-21).
    pub(super) fn owners(&self, feature: &FoundFeature) -> Vec<usize> {
        let kind = if feature.kind == "system" { HUT } else { MEMBER };
        let mut there = self.table.figures_on(feature);
        there.retain(|&number| self.table.figures[number].kind == kind);
        let on_shrine = |&number: &usize| {
            let spot = self.table.figures[number].spot();
            spot.is_some_and(|(tile, own)| self.table.tiles[tile].number(own, "shrine") > 0)
        };
        if there.iter().any(on_shrine) {
            there.retain(on_shrine);
        }
        let mut count: BTreeMap<usize, usize> = BTreeMap::new();
        for number in there {
            *count.entry(self.table.figures[number].seat).or_default() += 1;
        }
        let most = count.values().copied().max().unwrap_or(0);
        count.into_iter().filter(|&(_, count)| count == most).map(|(seat, _)| seat).collect()
    }
}
