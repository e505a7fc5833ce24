//! Generates a landscape of each game for the start page, and the table textures. All of these pictures are part of the client's files.

use art::{SceneFigure, SceneTile};
use bastide_core::tile_text::TileText;

/// A landscape: tile set, rows of tiles (each with its kind and quarter turns), figures (seat, kind, tile, segment), and the number of
/// ghosts on each tile.
pub struct Landscape {
    /// Id of the game.
    pub game: &'static str,
    set: &'static str,
    rows: [&'static str; 3],
    figures: &'static [(usize, &'static str, usize, usize)],
    ghosts: &'static [usize],
}

/// One landscape for each game.
pub const LANDSCAPES: [Landscape; 4] = [
    Landscape {
        game: "carcassonne",
        set: "base",
        rows: [
            "crfr/1 cffd/3 cfff/1 ccrc-pennant/2",
            "crst/1 crrc-pennant/0 ffrf-monastery/1 cfdf/0",
            "crrf/3 crrc/2 cffc/3 fcfc-pennant/3",
        ],
        figures: &[(0, "follower", 5, 0), (1, "follower", 6, 2), (2, "follower", 4, 4), (3, "follower-lying", 2, 1)],
        ghosts: &[],
    },
    Landscape {
        game: "hunters",
        set: "hunters",
        rows: ["h24/3 h54/1 h69/3 h44/1", "h23/1 h01/3 h26/1 h64/2", "h08/3 h72/1 h43/1 h67/3"],
        figures: &[(1, "member", 6, 1), (0, "member-lying", 6, 3), (2, "member", 9, 1), (0, "hut", 7, 7)],
        ghosts: &[],
    },
    Landscape {
        game: "coop",
        set: "mists",
        rows: [
            "city2-shield-mist-es/0 city-road-mist-s/1 city-curve-mist-sw/3 road-curve-mist-sw/0",
            "city-mist-esw/1 start-nw/0 start-ne/0 crossing4-mist-ne/0",
            "road-curve-mist-ne/3 start-sw/0 start-se/0 city-curve-right/3",
        ],
        figures: &[(0, "guard", 4, 0), (1, "guard", 2, 0), (2, "guard", 5, 1), (3, "guard", 10, 1)],
        ghosts: &[2, 0, 0, 0, 1, 0, 2, 1, 0, 1],
    },
    Landscape {
        game: "discovery",
        set: "discovery",
        rows: [
            "gshs-2towns/1 gmsn-town/3 start/1 sggt-town/2",
            "smmt-town/0 mnso-town/3 smtm-town/1 stgu-town/3",
            "mnsg-town/3 smtg-town/3 msns-town/0 mnss-town/1",
        ],
        figures: &[(3, "follower", 7, 2), (0, "follower", 6, 1), (1, "follower", 5, 2), (2, "follower", 4, 1)],
        ghosts: &[],
    },
];

impl Landscape {
    /// Returns the tiles row by row, each with its quarter turns.
    pub fn tiles(&self) -> Vec<(TileText, usize)> {
        let files = games::catalogue::files().filter(|(name, _)| *name == self.set);
        let known: Vec<TileText> = files
            .flat_map(|(name, text)| games::catalogue::parse(name, text).expect("built-in tile files are valid").tiles)
            .collect();
        let words = self.rows.iter().flat_map(|row| row.split(' '));
        let tile = |word: &str| {
            let (kind, rotation) = word.split_once('/').expect("a kind and its quarter turns");
            let tile = known.iter().find(|tile| tile.id == kind).expect("the set has the tile");
            (tile.clone(), rotation.parse().expect("a number of quarter turns"))
        };
        words.map(tile).collect()
    }

    /// Draws the landscape.
    pub fn svg(&self) -> String {
        let tiles = self.tiles();
        let placed = tiles.iter().enumerate().map(|(i, (tile, rotation))| SceneTile {
            tile,
            rotation: *rotation,
            ghosts: self.ghosts.get(i).copied().unwrap_or(0),
        });
        let figures = self.figures.iter().map(|&(seat, kind, tile, segment)| SceneFigure { seat, kind, tile, segment });
        art::scene_svg(&placed.collect::<Vec<_>>(), 4, &figures.collect::<Vec<_>>())
    }
}

/// Returns the path and text of every file generated for the client's public folder.
pub fn files() -> Vec<(String, String)> {
    let scenes = LANDSCAPES.iter().map(|one| (format!("scenes/{}.svg", one.game), one.svg()));
    let tables = art::TABLES.iter().map(|table| (format!("tables/{table}.svg"), art::table_svg(table)));
    scenes.chain(tables).collect()
}
