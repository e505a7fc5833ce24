//! Scores the quarters of the wind rose, and checks where it starts.

use std::collections::BTreeSet;

use super::ClassicGame;
use crate::second::table::TableTile;

/// Directions of the letters on a rose that lies upright, clockwise from north.
const COMPASS: [(char, (i32, i32)); 4] = [('n', (0, -1)), ('e', (1, 0)), ('s', (0, 1)), ('w', (-1, 0))];

impl ClassicGame {
    /// Reports whether the orange rose starts the map (WIND-01).
    pub(super) fn begins_with_rose(&self) -> bool {
        let is_start = |text: &bastide_core::TileText| text.set == "wind-roses" && text.start && text.count > 0;
        self.has("wind-roses") && self.table.texts.iter().any(is_start)
    }

    /// Gives 3 points for a quarter rose that was placed in the quarter that it names (WIND-03).
    pub(super) fn score_quarter_rose(&mut self) {
        if !self.has("wind-roses") {
            return;
        }
        let tiles = &self.table.tiles;
        let Some(newest) = tiles.last() else { return };
        let names = newest.text.marks.iter().find_map(|mark| mark.strip_prefix("wind-rose-"));
        let rose = tiles.iter().rfind(|tile| tile.has("wind-rose")); // WIND-05, WIND-07
        if let (Some(names), Some(rose)) = (names, rose) {
            let counted = if self.option("wind_rose_parts", "two") { 1 } else { 2 }; // WIND-08
            if names.chars().take(counted).all(|letter| is_towards(rose, letter, newest)) {
                self.table.give_points(self.active, 3, "wind-rose", BTreeSet::new());
            }
        }
    }

    /// Checks the place of the rose that starts the map (WIND-01).
    pub(super) fn check_rose(&self, rose: &TableTile) {
        assert!(rose.text.id.ends_with("orange") && rose.rotation == 0, "{} lies there", rose.text.id);
        if self.part("count") {
            let south = self.table.tile_at(rose.x, rose.y + 1).map(|tile| &self.table.tiles[tile].text.id);
            assert_eq!(south.map(String::as_str), Some("r1c2"), "the rose lies elsewhere");
        }
    }
}

/// Returns whether a tile is not on the far side of a rose as seen from one of its letters (WIND-02, WIND-04).
fn is_towards(rose: &TableTile, letter: char, tile: &TableTile) -> bool {
    let upright = COMPASS.iter().position(|&(other, _)| other == letter).unwrap_or(0);
    let (_, (x, y)) = COMPASS[(upright + rose.rotation) % 4];
    x * (tile.x - rose.x) + y * (tile.y - rose.y) >= 0
}
