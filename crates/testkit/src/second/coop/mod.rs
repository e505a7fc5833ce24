//! The second opinion on Mists over Carcassonne: `flow` implements the turns, `mist` the ghosts.

mod flow;
mod mist;

use std::collections::BTreeSet;

use bastide_core::TileText;
use coop::{Coop, CoopPosition, CoopRules};
use games::Setup;
use games::described::Described;

use super::{Act, Figure, FoundFeature, Opinion, Table};

/// The kinds of figure that represent a seat's colours.
const COLOURS: [&str; 4] = ["guard", "second-guard", "third-guard", "fourth-guard"];
/// Number of tiles in the printed game: 50, plus the four quarters of the start tile (COOP-02).
const TILES: usize = 54;
/// Number of ghosts in the game (COOP-02).
const GHOSTS: i32 = 15;
/// Number of points that the team needs to win (COOP-14).
const GOAL: i32 = 50;

/// The pending decision.
#[derive(Clone, Debug, PartialEq, Eq)]
enum Stage {
    Begin,
    /// Chance draws a tile.
    Draw,
    /// The active player places a tile of this kind.
    Place(usize),
    /// The active player places a figure on the newest tile, or passes.
    Deploy,
    /// The active player chooses the reward for the first of the features that the newest tile finished.
    Reward,
    /// The game is over, and there is no decision.
    Over,
}

/// A game as the second opinion sees it.
#[derive(Clone, Debug)]
pub struct CoopGame {
    table: Table,
    /// Number of ghosts on each tile, in placement order.
    ghosts: Vec<i32>,
    /// The seat whose turn it is.
    active: usize,
    /// Finished features whose reward has not been chosen yet, in the order of the segments on the newest tile.
    finished: Vec<FoundFeature>,
    stage: Stage,
}

impl CoopGame {
    /// Returns every way to place a tile of a kind.
    fn placements(&self, kind: usize) -> BTreeSet<(i32, i32, usize)> {
        self.table.placements(&self.table.texts[kind])
    }

    /// Returns the points that a feature gives the team: its value for each colour on it (COOP-11, COOP-12), or once if there is no figure
    /// on it.
    fn points_for(&self, feature: &FoundFeature) -> i32 {
        let once = match feature.kind.as_str() {
            "road" => feature.tiles(),
            "city" => 2 * feature.tiles() + 2 * self.table.sum(feature, "pennants"),
            _ => 0,
        };
        let standing = self.table.figures_on(feature).into_iter();
        let colours: BTreeSet<_> =
            standing.map(|number| (self.table.figures[number].seat, self.table.figures[number].kind)).collect();
        once * (colours.len().max(1) as i32)
    }

    /// Returns the team's points.
    fn points(&self) -> i32 {
        self.table.scores.iter().sum()
    }
}

impl Opinion for CoopGame {
    type Family = Coop;

    fn new(setup: &Setup, texts: &[TileText], start: &[(usize, i32, i32, usize)]) -> Self {
        let seats = usize::from(setup.seats);
        let mut table = Table::new(seats, texts);
        let tiles: usize = table.bag.iter().sum();
        assert!(!setup.sets.is_empty() || setup.own_tiles.is_some() || tiles == TILES, "{tiles} tiles in the box");
        for &(kind, x, y, rotation) in start {
            table.bag[kind] -= 1;
            table.place_tile(kind, x, y, rotation);
        }
        let (colours, guards) = match seats {
            1 => (4, 3),
            2 => (2, 3),
            _ => (1, 5),
        }; // COOP-01
        for seat in 0..seats {
            for (number, colour) in COLOURS.into_iter().enumerate() {
                let printed = if number < colours { guards } else { 0 };
                let count = setup.figures.get(colour).map_or(printed, |&count| usize::from(count));
                table.figures.extend(std::iter::repeat_n(Figure::in_supply(seat, colour), count));
            }
        }
        let ghosts = (0..table.tiles.len()).map(|number| Self::printed(&table.tiles[number])).collect(); // COOP-02
        let mut game = Self { table, ghosts, active: 0, finished: Vec::new(), stage: Stage::Begin };
        let named = setup.options.get("first_player").is_some_and(|value| value != "random");
        if named || seats == 1 {
            game.begin_turn(usize::from(setup.first_seat)); // COOP-03
        }
        game
    }

    fn table(&self) -> &Table {
        &self.table
    }

    fn table_mut(&mut self) -> &mut Table {
        &mut self.table
    }

    fn asked(&self) -> Option<usize> {
        matches!(self.stage, Stage::Place(_) | Stage::Deploy | Stage::Reward).then_some(self.active)
    }

    fn pending_word(&self) -> String {
        format!("{:?}", self.stage)
    }

    fn legal(&self) -> Vec<Act> {
        match self.stage {
            Stage::Over => Vec::new(),
            Stage::Begin => (0..self.table.seats()).map(Act::Begin).collect(),
            Stage::Draw => {
                (0..self.table.texts.len()).filter(|&kind| self.table.bag[kind] > 0).map(Act::Draw).collect()
            }
            Stage::Place(kind) => {
                self.placements(kind).into_iter().map(|(x, y, rotation)| Act::Place(x, y, rotation)).collect()
            }
            Stage::Deploy => self.deployments(),
            Stage::Reward => {
                let haunted = (0..self.ghosts.len()).filter(|&tile| self.ghosts[tile] > 0);
                haunted.map(Act::Clear).chain([Act::Pass]).collect()
            }
        }
    }

    fn answer(&mut self, act: Act) {
        self.apply(act);
    }

    fn name(&self, act: Act) -> String {
        format!("{act:?}")
    }

    fn worth(&self, feature: &FoundFeature) -> Option<i32> {
        Some(self.points_for(feature))
    }

    fn winners(&self) -> Option<Vec<u8>> {
        let all = 0..self.table.seats() as u8;
        Some(if self.points() >= GOAL { all.collect() } else { Vec::new() }) // COOP-14, COOP-15
    }

    fn compare(&self, rules: &CoopRules, position: &CoopPosition) -> Result<(), String> {
        for (tile, &ghosts) in self.ghosts.iter().enumerate() {
            let ours = position.extra.on(tile as u16);
            if i32::from(ours) != ghosts {
                return Err(format!("{ours} ghosts are on tile {tile}, not {ghosts}"));
            }
        }
        let reserve = i32::from(coop::ghosts::reserve(position));
        if reserve != self.reserve() {
            return Err(format!("{reserve} ghosts are in reserve, not {}", self.reserve()));
        }
        for root in position.board.features.roots() {
            let bank = self.table.feature(super::spot_of(position, root));
            if bank.kind == "mist" {
                let complete = Coop::is_complete(position, rules, root);
                let mut limited = false;
                Coop::marks(position, rules, root, |mark| limited |= mark == "limited");
                if (complete, limited) != (self.is_finished(&bank), self.is_limited(&bank)) {
                    return Err(format!("the bank {:?} is finished: {complete}, limited: {limited}", bank.spots));
                }
            }
        }
        let all: usize = rules.texts.iter().map(|text| usize::from(text.count)).sum();
        let elsewhere: usize =
            self.table.discarded.iter().sum::<usize>() + usize::from(matches!(self.stage, Stage::Place(_)));
        let found = position.board.tiles().len() + usize::from(position.bag().left()) + elsewhere;
        if found == all { Ok(()) } else { Err(format!("tiles were made or lost: {found} of {all}")) }
    }
}
