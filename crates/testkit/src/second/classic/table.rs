//! Table elements that only this family has: the City of Carcassonne, gaps, corners, and foundations of towers.

use std::collections::BTreeSet;

use bastide_core::TileText;

use super::super::table::TableTile;
use super::super::{FoundFeature, SIDES};
use super::{ClassicGame, is_abbey};

impl TableTile {
    /// Reports whether the tile belongs to the City of Carcassonne.
    pub(super) fn is_block(&self) -> bool {
        self.text.set == "count"
    }

    /// Returns the field at a corner; corners are counted clockwise from the north-east.
    pub(super) fn field_at_corner(&self, corner: usize) -> Option<usize> {
        let (mut one, mut other) = (self.segment_at_port(3 * corner + 2), self.segment_at_port((3 * corner + 3) % 12));
        // On an edge inside the block, the half next to a corner is field if the other edge at that corner is.
        let inner = |side: usize| self.text.inner.contains(&(((side + 4 - self.rotation) % 4) as u8));
        match (inner(corner), inner((corner + 1) % 4)) {
            (true, false) => one = other,
            (false, true) => other = one,
            _ => {}
        }
        (!self.is_abbey() && one == other && self.kind(one) == "field").then_some(one)
    }
}

impl ClassicGame {
    /// Places a tile, whether it fits or not.
    pub(super) fn place_tile(&mut self, kind: usize, x: i32, y: i32, rotation: usize) {
        self.table.place_tile(kind, x, y, rotation);
        for spot in self.table.newest_spots() {
            if self.table.kind_of(spot) == "tower" && self.has("towers") {
                self.towers.insert(spot, 0);
            }
        }
    }

    /// Returns the gaps, which are free places with a tile on each of their four sides (AM-02).
    pub(super) fn gaps(&self) -> BTreeSet<(i32, i32)> {
        let taken = |x: i32, y: i32| self.table.tile_at(x, y).is_some();
        let closed = |&(x, y): &(i32, i32)| SIDES.iter().all(|side| taken(x + side.0, y + side.1));
        let allowed = |&(x, y): &(i32, i32)| {
            self.table.texts.iter().filter(|text| is_abbey(text)).all(|abbey| self.respects_shrines(abbey, x, y)) // CULT-08
        };
        self.table.free_places().into_iter().filter(closed).filter(allowed).collect()
    }

    /// Returns every way to place a tile, as place and rotation. Of rotations that look alike, only the first is included (BASE-05,
    /// RIV-06).
    pub(super) fn placements(&self, text: &TileText) -> BTreeSet<(i32, i32, usize)> {
        let mut ways = self.table.placements(text);
        ways.retain(|&(x, y, rotation)| self.continues_river(&TableTile { text: text.clone(), x, y, rotation }));
        ways.retain(|&(x, y, _)| self.respects_shrines(text, x, y)); // CULT-03
        ways
    }

    pub(super) fn pennants(&self, feature: &FoundFeature) -> i32 {
        self.table.sum(feature, "pennants")
    }
}
