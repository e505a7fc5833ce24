//! Sets up the table before the first turn.

use std::collections::BTreeMap;

use bastide_core::TileText;
use games::Setup;

use super::super::{SIDES, Table};
use super::{ClassicGame, FIGURES, Figure, Spot, Stage, Turn, Whereabouts, is_abbey};

/// Fields of the City of Carcassonne that continue across the edges inside the block, as printed: tile and segment letter.
const BLOCK_FIELDS: [&[(&str, char)]; 3] = [
    &[("r1c1", 'f'), ("r1c2", 'f'), ("r1c3", 'f'), ("r1c4", 'f')],
    &[("r1c4", 'g'), ("r2c4", 'f'), ("r3c4", 'f'), ("r3c3", 'f')],
    &[("r3c3", 'g'), ("r3c2", 'f'), ("r3c1", 'f'), ("r2c1", 'f'), ("r1c1", 'g')],
];

/// Number of each seat's guards that start in the reserve (MIST-02).
const RESERVE: usize = 3;

impl ClassicGame {
    /// Sets up the table before the first turn. `start` lists the tiles on it, with their kinds, places and rotations.
    ///
    /// # Panics
    /// Panics if the start tiles contradict the clauses.
    pub(super) fn begin(setup: &Setup, texts: &[TileText], start: &[(usize, i32, i32, usize)]) -> Self {
        let seats = usize::from(setup.seats);
        let mut game = Self {
            setup: setup.clone(),
            table: Table::new(seats, texts),
            complete_at_start: Vec::new(),
            turn: Turn::default(),
            last_round: None,
            last_placer: 0,
            active: 0,
            stage: Stage::Begin,
            aside: vec![0; texts.len()],
            abbeys: Vec::new(),
            dragon: None,
            fairy: None,
            count: None,
            mage: None,
            witch: None,
            towers: BTreeMap::new(),
            pieces: Vec::new(),
            goods: vec![[0; 3]; seats],
            king: None,
            robber: None,
        };
        for (left, text) in game.table.bag.iter_mut().zip(texts) {
            if is_abbey(text) {
                *left = 0;
            }
        }
        game.abbeys = vec![game.has("abbeys"); seats];
        let pieces = [10, 9, 7, 6, 5][seats - 2]; // TOW-01
        game.pieces = vec![if game.has("towers") { pieces } else { 0 }; seats];
        game.deal_figures();
        game.check_tiles();
        for &(kind, x, y, rotation) in start {
            game.table.bag[kind] -= 1;
            game.place_tile(kind, x, y, rotation);
        }
        game.check_start();
        game.join_block();
        let complete = game.table.features().into_iter().filter(|feature| feature.is_complete());
        game.complete_at_start = complete.map(|feature| feature.spots).collect();
        if game.has("count") {
            game.count = game.quarter("castle"); // COUNT-02
        }
        if ["host_seat", "youngest"].iter().any(|value| setup.options.get("first_player").is_some_and(|v| v == value)) {
            game.begin_turn(usize::from(setup.first_seat)); // BASE-03
            game.skip_forced_decisions();
        }
        game
    }

    /// Gives each seat its figures (BASE-01, IC-01, AM-01, TB-01, MIST-02).
    fn deal_figures(&mut self) {
        for seat in 0..self.seats() {
            for kind in FIGURES {
                let by_rule = match kind {
                    "follower" if self.has("guards") => 5,
                    "follower" => 7,
                    "guard" if self.has("guards") => 5,
                    "guard" => 0,
                    "large" => usize::from(self.has("large")),
                    "mayor" => usize::from(self.has("mayors")),
                    "wagon" => usize::from(self.has("wagons")),
                    "barn" => usize::from(self.has("barns")),
                    "builder" => usize::from(self.has("builders")),
                    "phantom" => usize::from(self.has("phantoms")),
                    _ => usize::from(self.has("pigs")),
                };
                let count = self.setup.figures.get(kind).map_or(by_rule, |&count| usize::from(count));
                let waiting = if kind == "guard" { RESERVE.min(count) } else { 0 };
                self.table.figures.extend((0..count).map(|number| {
                    let place = if number < waiting { Whereabouts::Reserve } else { Whereabouts::Supply };
                    Figure { place, ..Figure::in_supply(seat, kind) }
                }));
            }
        }
    }

    /// Checks that the tiles in play are those in the boxes (RIV-01, RIV-02, GQ-02, MIST-01, MIST-13).
    fn check_tiles(&self) {
        if !self.setup.sets.is_empty() {
            return;
        }
        let river = self.has("river");
        let both = self.option("river", "both");
        // The tiles of a block and of a river are in play only once.
        let times = usize::from(self.setup.copies);
        let mut expected = 72;
        let boxes = [
            ("inns-cathedrals", 18),
            ("king-robber", 5),
            ("abbey-mayor", 12),
            ("princess-dragon", 30),
            ("traders-builders", 24),
            ("tower", 18),
            ("mists", 60),
            ("watchtowers", 12),
            ("festival", 10),
            ("darmstadt", 3),
            ("spiel-fair", 7),
            ("spiel-doch", 2),
            ("winter", 12),
            ("wind-roses", 6),
            ("cult", 5),
            ("mage-witch", 8),
        ];
        expected += boxes.iter().filter(|(part, _)| self.part(part)).map(|(_, tiles)| tiles).sum::<usize>();
        let left_out = ["castles", "cemeteries"].into_iter().filter(|element| self.part("mists") && !self.has(element));
        expected -= 5 * left_out.count(); // MIST-13
        if self.part("cathars") {
            expected += if self.option("siege_tiles", "both") {
                10
            } else if self.option("siege_tiles", "besiegers") {
                6
            } else {
                4
            };
        }
        if self.part("cult") && !self.option("cult_tiles", "5") {
            expected += 1; // CULT-01
        }
        if self.part("games-quarterly") {
            expected += 10;
        }
        if self.option("darmstadt_removes_monasteries", "true") {
            expected -= 2; // PROMO-01
        }
        expected *= times;
        if self.begins_with_block() {
            expected += 4 - 1; // MIST-01
        }
        if self.begins_with_pair() {
            expected -= 1; // PROMO-06
        }
        if self.part("count") {
            expected += 12;
        }
        if river {
            expected += if both { 22 } else { 12 };
            expected -= usize::from(self.option("river_start_tile", "remove"));
        }
        if self.part("games-quarterly") && river {
            expected += 1; // Its river tile and its spring are used too, and the spring takes the place of another.
        }
        let counted = self.table.bag.iter().sum::<usize>();
        let of_mists = ["ghosts", "guards", "start-block", "castles", "cemeteries"];
        if self.setup.without.iter().all(|element| of_mists.contains(&element.as_str())) {
            assert_eq!(counted, expected, "tiles in the box: {}", self.setup.canonical());
        }
    }

    /// Reports whether the game starts with the four quarters of the large start tile instead of an ordinary start tile, a river or the
    /// City of Carcassonne (MIST-01).
    fn begins_with_block(&self) -> bool {
        let quarters = self.table.texts.iter().any(|text| text.marks.iter().any(|mark| mark.starts_with("ruin-")));
        quarters && self.has("start-block") && !self.has("river") && !self.part("count") && !self.begins_with_rose()
    }

    /// Reports whether the game starts with the pair of Spiel Doch! tiles instead of an ordinary start tile (PROMO-06).
    fn begins_with_pair(&self) -> bool {
        let printed = self.table.texts.iter().any(|text| text.set == "spiel-doch");
        let shuffled = self.option("spiel_doch_start", "false");
        let other = self.has("river") || self.part("count") || self.begins_with_block() || self.begins_with_rose();
        self.part("spiel-doch") && printed && !shuffled && !other
    }

    /// Checks that the village is east of the city, with the side without a road towards it (PROMO-06).
    fn check_pair(&self) {
        let [city, village] = &self.table.tiles[..] else {
            panic!("{} tiles are on the table", self.table.tiles.len())
        };
        assert_eq!([&city.text.id, &village.text.id], ["cffd", "frst"]);
        assert_eq!([city.x + 1 - village.x, city.y - village.y], [0, 0], "the village lies elsewhere");
        let sides = [0, 3, 6, 9].map(|port| village.kind(village.segment_at_port(port + 1)) == "road");
        assert_eq!(sides, [true, true, true, false], "the village's roads");
    }

    /// Checks that the ruin is at the point where the four quarters meet (MIST-01).
    fn check_ruin(&self) {
        let tiles = &self.table.tiles;
        assert_eq!(tiles.len(), 4, "the start tile has four quarters");
        let (west, north) = (tiles[0].x, tiles[0].y);
        for (column, row, ruin) in [(0, 0, "ruin-se"), (1, 0, "ruin-sw"), (0, 1, "ruin-ne"), (1, 1, "ruin-nw")] {
            let quarter = self.table.tile_at(west + column, north + row).map(|number| &tiles[number]);
            assert!(quarter.is_some_and(|tile| tile.has(ruin) && tile.rotation == 0), "no quarter with {ruin}");
        }
    }

    /// Checks the tiles on the table: the City of Carcassonne (COUNT-01), the spring (RIV-02, RIV-11), the four quarters (MIST-01), or else
    /// the start tile (BASE-02).
    fn check_start(&self) {
        let city: Vec<_> = self.table.tiles.iter().filter(|tile| tile.is_block()).collect();
        if self.part("count") {
            assert_eq!(city.len(), 12, "the city of Carcassonne has twelve tiles");
            let (west, north) = (city.iter().map(|tile| tile.x).min(), city.iter().map(|tile| tile.y).min());
            for tile in &city {
                let place = format!("r{}c{}", tile.y - north.unwrap_or(0) + 1, tile.x - west.unwrap_or(0) + 1);
                assert!(tile.text.id == place && tile.rotation == 0, "{} lies at {place}", tile.text.id);
            }
        }
        let mut others: Vec<_> = self.table.tiles.iter().filter(|tile| !tile.is_block()).collect();
        if self.begins_with_rose() {
            self.check_rose(others.remove(0));
        }
        let spring = |text: &TileText| text.segments.iter().any(|segment| segment.number("spring") > 0);
        match others[..] {
            _ if self.begins_with_block() => self.check_ruin(),
            _ if self.begins_with_pair() => self.check_pair(),
            [] => assert!(
                (self.part("count") || self.begins_with_rose()) && !self.has("river"),
                "no tile is on the table"
            ),
            [tile] if self.has("river") => assert!(spring(&tile.text), "the river begins with {}", tile.text.id),
            [tile] => assert!(tile.text.start && !self.part("count"), "{} is on the table", tile.text.id),
            _ => panic!("{} tiles are on the table", self.table.tiles.len()),
        }
        if (self.part("count") || self.begins_with_rose()) && self.has("river") {
            let side = (0..4).find(|side| others[0].kind(others[0].segment_at_port(3 * side + 1)) == "river");
            let (x, y) = SIDES[side.unwrap_or(0)];
            let beyond = |steps: i32| self.table.tile_at(others[0].x + x * steps, others[0].y + y * steps);
            assert!((1..9).all(|steps| beyond(steps).is_none()), "the river runs into the start tiles");
        }
    }

    /// Joins the fields that continue across edges inside the block.
    fn join_block(&mut self) {
        for field in BLOCK_FIELDS {
            let spot = |(id, letter): &(&str, char)| -> Option<Spot> {
                let tile = self.table.tiles.iter().position(|tile| tile.is_block() && tile.text.id == *id)?;
                Some((tile, self.table.tiles[tile].text.segments.iter().position(|segment| segment.letter == *letter)?))
            };
            let spots: Vec<Spot> = field.iter().filter_map(spot).collect();
            self.table.joins.extend(spots.windows(2).map(|pair| (pair[0], pair[1])));
        }
    }

    /// Returns the segment of a quarter of the City of Carcassonne.
    pub(super) fn quarter(&self, name: &str) -> Option<Spot> {
        self.quarters().into_iter().find(|(_, quarter)| *quarter == name).map(|(spot, _)| spot)
    }

    /// Returns the segment and the name of each quarter of the City of Carcassonne.
    pub(super) fn quarters(&self) -> Vec<(Spot, &str)> {
        let mut quarters = Vec::new();
        for (number, tile) in self.table.tiles.iter().enumerate() {
            for (segment, words) in tile.text.segments.iter().enumerate() {
                quarters.extend(words.word("quarter").map(|name| ((number, segment), name)));
            }
        }
        quarters
    }
}
