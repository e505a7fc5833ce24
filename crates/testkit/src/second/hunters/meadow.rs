//! The animals in meadows, and what meadows are worth.

use std::collections::BTreeSet;

use bastide_core::tile_text::Attribute;

use super::{FoundFeature, HuntersGame, Spot};

impl HuntersGame {
    /// Returns the number of animals of a kind printed on these segments, except those taken by a hunting trap (HG-32).
    fn animals(&self, spots: &BTreeSet<Spot>, animal: &str) -> i32 {
        let printed =
            |&(tile, segment): &Spot| match self.table.tiles[tile].text.segments[segment].attributes.get("animals") {
                Some(Attribute::Words(words)) => words.iter().filter(|word| *word == animal).count() as i32,
                _ => 0,
            };
        spots.difference(&self.trapped).map(printed).sum()
    }

    /// Returns the points for each mammoth, aurochs and deer (HG-17, HG-20, HG-27).
    fn each(&self) -> [i32; 3] {
        if self.is_later() { [3, 2, 1] } else { [2, 2, 2] }
    }

    /// Returns the points for the mammoths and aurochs on these segments.
    fn herd(&self, spots: &BTreeSet<Spot>) -> i32 {
        let [mammoth, aurochs, _] = self.each();
        mammoth * self.animals(spots, "mammoth") + aurochs * self.animals(spots, "aurochs")
    }

    /// Reports whether a fire drives the tigers out of a meadow (HG-18, HG-35).
    fn is_burning(&self, meadow: &FoundFeature) -> bool {
        self.table.sum(meadow, "fire") > 0 || meadow.spots.iter().any(|&spot| self.has_power(spot, "wild_fire"))
    }

    /// Returns the segments of a meadow that are on a tile or in the eight places around it.
    pub(super) fn near(&self, meadow: &FoundFeature, tile: usize) -> BTreeSet<Spot> {
        let mut tiles = self.table.neighbours(tile);
        tiles.push(tile);
        meadow.spots.iter().copied().filter(|(other, _)| tiles.contains(other)).collect()
    }

    /// Returns what a meadow is worth (HG-17, HG-18, HG-20, HG-33).
    pub(super) fn meadow_points(&self, meadow: &FoundFeature) -> i32 {
        let mut near = BTreeSet::new();
        for &spot in meadow.spots.iter().filter(|&&spot| self.has_power(spot, "pit_trap")) {
            near.extend(self.near(meadow, spot.0));
        }
        let far: BTreeSet<Spot> = meadow.spots.difference(&near).copied().collect();
        let tigers = if self.is_burning(meadow) { 0 } else { self.animals(&meadow.spots, "tiger") };
        // Each tiger takes one deer, starting with the deer away from the pit trap, which count only once.
        let deer_far = self.animals(&far, "deer");
        let left_over = (tigers - deer_far).max(0);
        let deer_far = (deer_far - tigers).max(0);
        let deer_near = (self.animals(&near, "deer") - left_over).max(0);
        let [.., deer] = self.each();
        self.herd(&far) + deer * deer_far + 2 * (self.herd(&near) + deer * deer_near)
    }

    /// Returns the points that a hunting trap gives for the animals near it (HG-32).
    pub(super) fn trap_points(&self, meadow: &FoundFeature, near: &BTreeSet<Spot>) -> i32 {
        let saved = self.option("trap_and_fire", "fire_saves_deer") && self.is_burning(meadow);
        // The tiger on the fire's tile never counts.
        let there = near.iter().copied().filter(|&spot| !self.has_power(spot, "wild_fire")).collect();
        let tigers = if saved { 0 } else { self.animals(&there, "tiger") };
        let [.., deer] = self.each();
        self.herd(near) + deer * (self.animals(near, "deer") - tigers).max(0)
    }
}
