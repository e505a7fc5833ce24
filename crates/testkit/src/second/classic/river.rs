//! The river: the order of its tiles, and where they may be placed.

use bastide_core::TileText;

use super::super::SIDES;
use super::super::table::TableTile;
use super::ClassicGame;

impl ClassicGame {
    pub(super) fn is_river_tile(&self, kind: usize) -> bool {
        self.has("river") && self.table.texts[kind].pile.is_some()
    }

    /// Returns the sides at which the river leaves a tile, taking its rotation into account.
    fn river_sides(tile: &TableTile) -> Vec<usize> {
        (0..4).filter(|side| tile.kind(tile.segment_at_port(3 * side + 1)) == "river").collect()
    }

    /// Reports whether a river tile continues the river without joining arms or making a U-turn (RIV-06).
    pub(super) fn continues_river(&self, tile: &TableTile) -> bool {
        if tile.text.pile.is_none() || !self.has("river") {
            return true;
        }
        let sides = Self::river_sides(tile);
        let met: Vec<usize> = sides.iter().copied().filter(|&side| self.beside(tile, side).is_some()).collect();
        let [entry] = met[..] else { return false };
        let Some(before) = self.beside(tile, entry) else { return false };
        // Every path over the previous tile to this one. At a fork there are two: from the spring and from the other arm.
        let towards = (entry + 2) % 4;
        let ways = Self::river_sides(&self.table.tiles[before]).into_iter().filter(|&side| side != towards);
        let bends: Vec<i32> = ways.map(|side| bend(side, towards)).collect();
        let turns = |side: usize| bend(entry, side) != 0 && bends.contains(&bend(entry, side));
        !sides.into_iter().any(|side| side != entry && turns(side))
    }

    fn beside(&self, tile: &TableTile, side: usize) -> Option<usize> {
        self.table.tile_at(tile.x + SIDES[side].0, tile.y + SIDES[side].1)
    }

    /// Returns the tiles that may be drawn now (BASE-04, RIV-03, RIV-04, RIV-05): first the fork, then the other river tiles, then the
    /// volcano, then the lake. Tiles that can't be placed are put back (RIV-12).
    pub(super) fn draws(&self) -> Vec<usize> {
        let left = |&kind: &usize| self.table.bag[kind] > 0;
        let group = self.river_group();
        if group.is_empty() {
            return (0..self.table.texts.len()).filter(left).collect();
        }
        group.into_iter().filter(|&kind| !self.placements(&self.table.texts[kind]).is_empty()).collect()
    }

    /// Returns the kinds of river tile from which the next one is drawn.
    pub(super) fn river_group(&self) -> Vec<usize> {
        // If there are several forks, one is drawn right after the spring, and the remaining ones like any other river tile.
        let is_fork = |text: &TileText| text.segments.iter().any(|segment| segment.number("fork") > 0);
        let begun = self.table.tiles.iter().any(|tile| is_fork(&tile.text));
        let rank = |kind: usize| {
            let text = &self.table.texts[kind];
            let has = |name: &str| text.segments.iter().any(|segment| segment.number(name) > 0);
            match (has("fork"), has("lake"), text.marks.iter().any(|mark| mark == "volcano")) {
                (true, ..) if !begun => 0,
                (_, false, _) => 1,
                (_, true, true) => 2,
                (_, true, false) => 3,
            }
        };
        let left: Vec<usize> =
            (0..self.table.texts.len()).filter(|&kind| self.is_river_tile(kind) && self.table.bag[kind] > 0).collect();
        // RIV-08: a volcano is followed by a lake.
        let after_volcano = self.table.tiles.last().is_some_and(|tile| tile.has("volcano") && tile.text.pile.is_some());
        let lake = left.iter().map(|&kind| rank(kind)).find(|&rank| after_volcano && rank == 3);
        let first = lake.or_else(|| left.iter().map(|&kind| rank(kind)).min());
        left.into_iter().filter(|&kind| Some(rank(kind)) == first).collect()
    }

    /// Removes the rest of the river if none of the next river tiles can be placed (RIV-12).
    pub(super) fn leave_river_out(&mut self) {
        let stuck = |game: &Self| {
            let group = game.river_group();
            !group.is_empty() && group.iter().all(|&kind| game.placements(&game.table.texts[kind]).is_empty())
        };
        if stuck(self) {
            for kind in 0..self.table.texts.len() {
                if self.is_river_tile(kind) {
                    self.table.bag[kind] = 0;
                }
            }
        }
    }
}

/// Returns how the river bends on a tile with these entry and exit sides: 1 to the right, -1 to the left, 0 straight on.
fn bend(enters: usize, leaves: usize) -> i32 {
    match (leaves + 4 - enters) % 4 {
        // A river that enters from the west (3) and leaves to the south (2) turns right.
        3 => 1,
        1 => -1,
        _ => 0,
    }
}
