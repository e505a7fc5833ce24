//! Shrines: where they may be placed, and the challenges between them and monasteries.

use bastide_core::TileText;

use super::ClassicGame;

/// Side of a tile in challenges.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Side {
    Monastery,
    Shrine,
}

impl Side {
    const fn other(self) -> Self {
        match self {
            Self::Monastery => Self::Shrine,
            Self::Shrine => Self::Monastery,
        }
    }

    /// Returns the side of a tile, if it has a shrine, a monastery, a church or an abbey (CULT-08).
    fn of(text: &TileText) -> Option<Self> {
        let own = text.segments.iter().find(|segment| segment.kind == "monastery")?;
        Some(if own.number("shrine") > 0 { Self::Shrine } else { Self::Monastery })
    }
}

impl ClassicGame {
    /// Reports whether shrines and monasteries challenge each other (CULT-04).
    fn has_challenges(&self) -> bool {
        self.has("shrines") && !self.option("shrine_challenge", "false")
    }

    /// Returns the tiles of one side on the eight places around a place.
    fn side_around(&self, x: i32, y: i32, side: Side) -> Vec<usize> {
        let near = |tile: &usize| {
            let tile = &self.table.tiles[*tile];
            (tile.x, tile.y) != (x, y) && (tile.x - x).abs() <= 1 && (tile.y - y).abs() <= 1
        };
        let of_side = |tile: &usize| Side::of(&self.table.tiles[*tile].text) == Some(side);
        (0..self.table.tiles.len()).filter(near).filter(of_side).collect()
    }

    /// Reports whether a shrine, or a monastery, may be placed beside the others (CULT-03). Tiles of the river come before all
    /// shrines.
    pub(super) fn respects_shrines(&self, text: &TileText, x: i32, y: i32) -> bool {
        let Some(side) = Side::of(text).filter(|_| self.has_challenges()) else { return true };
        if self.has("river") && text.pile.is_some() {
            return true;
        }
        match self.side_around(x, y, side.other())[..] {
            [] => true,
            [rival] => {
                let rival = &self.table.tiles[rival];
                self.side_around(rival.x, rival.y, side).is_empty()
            }
            _ => false,
        }
    }

    /// Returns the losers of challenges: the tiles of unfinished shrines and monasteries beside one that was completed and that scores,
    /// because a figure is on it (CULT-05, CULT-06, CULT-07).
    pub(super) fn losers(&self) -> Vec<usize> {
        let mut losers = Vec::new();
        if !self.has_challenges() {
            return losers;
        }
        for feature in self.turn.completed.iter().filter(|feature| feature.kind == "monastery") {
            if self.table.figures_on(feature).is_empty() {
                continue;
            }
            for tile in feature.spots.iter().map(|&(tile, _)| &self.table.tiles[tile]) {
                let Some(side) = Side::of(&tile.text) else { continue };
                losers.extend(self.side_around(tile.x, tile.y, side.other()));
            }
        }
        losers.retain(|&tile| {
            let (x, y) = (self.table.tiles[tile].x, self.table.tiles[tile].y);
            let places = (-1..=1).flat_map(|dx| (-1..=1).map(move |dy| (x + dx, y + dy)));
            places.into_iter().any(|(x, y)| self.table.tile_at(x, y).is_none())
        });
        losers
    }

    /// Sends the figures on the losing shrines and monasteries home, without points.
    pub(super) fn send_losers_home(&mut self, losers: &[usize]) {
        for &tile in losers {
            let there =
                |_: &super::Figure, spot: super::Spot| spot.0 == tile && self.table.kind_of(spot) == "monastery";
            for figure in self.table.figures_where(there) {
                self.send_home(figure);
            }
        }
    }
}
