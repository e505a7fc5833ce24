//! Banks of mist and the ghosts on them.

use super::super::table::TableTile;
use super::{CoopGame, FoundFeature, GHOSTS};

impl CoopGame {
    /// Returns the number of ghosts printed on a tile.
    pub(super) fn printed(tile: &TableTile) -> i32 {
        (0..tile.text.segments.len())
            .filter(|&own| tile.kind(own) == "mist")
            .map(|own| tile.number(own, "ghosts"))
            .sum()
    }

    /// Returns the number of ghosts in the reserve.
    pub(super) fn reserve(&self) -> i32 {
        GHOSTS - self.ghosts.iter().sum::<i32>()
    }

    /// Returns, for each misty edge of a tile that meets another tile, whether the other tile is misty there too.
    fn met_by(&self, number: usize) -> Vec<bool> {
        let tile = &self.table.tiles[number];
        // Mist covers whole edges, so it is enough to check the first port of each.
        let misty = [0, 3, 6, 9].into_iter().filter(|&port| tile.kind(tile.segment_at_port(port)) == "mist");
        misty.filter_map(|port| Some(self.table.kind_of(self.table.facing_segment(tile, port)?) == "mist")).collect()
    }

    /// Reports whether a misty edge of a bank meets clear ground (COOP-06).
    pub(super) fn is_limited(&self, bank: &FoundFeature) -> bool {
        bank.spots.iter().any(|&(tile, _)| self.met_by(tile).contains(&false))
    }

    /// Reports whether a bank is closed on all sides (COOP-06).
    pub(super) fn is_finished(&self, bank: &FoundFeature) -> bool {
        bank.open == 0 && !self.is_limited(bank)
    }

    /// Moves ghosts off a finished bank (COOP-07) or onto the newest tile (COOP-08). Returns whether the reserve had enough ghosts
    /// (COOP-09).
    pub(super) fn move_ghosts(&mut self) -> bool {
        self.ghosts.push(0);
        let newest = self.table.newest();
        let Some(spot) = self.table.newest_spots().find(|&spot| self.table.kind_of(spot) == "mist") else {
            return true;
        };
        let bank = self.table.feature(spot);
        if self.is_finished(&bank) {
            bank.spots.iter().for_each(|&(tile, _)| self.ghosts[tile] = 0);
            return true;
        }
        let fewer = i32::from(self.met_by(newest).contains(&true));
        let come = (Self::printed(&self.table.tiles[newest]) - fewer).max(0);
        if come > self.reserve() {
            return false;
        }
        self.ghosts[newest] = come;
        true
    }
}
