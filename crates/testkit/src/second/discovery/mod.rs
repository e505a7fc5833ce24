//! The second opinion on The Discovery: `flow` implements the turns, `worth` counts points.

mod flow;
mod worth;

use std::collections::BTreeSet;

use bastide_core::TileText;
use discovery::{Discovery, DiscoveryPosition, DiscoveryRules};
use games::Setup;

use super::{Act, Figure, FoundFeature, Opinion, Table};

/// Number of followers per seat (DISC-01).
const FOLLOWERS: usize = 4;
/// The only kind of figure.
const FOLLOWER: &str = "follower";
/// Number of tiles in the box, including the start tile (DISC-02).
const TILES: usize = 84;

/// The pending decision.
#[derive(Clone, Debug, PartialEq, Eq)]
enum Stage {
    Begin,
    /// Chance removes a tile from the game (DISC-17).
    TakeOut,
    /// Chance draws a tile into this seat's hand before the first turn (DISC-16).
    Deal(usize),
    /// Chance draws a tile for a player whose tiles fitted nowhere; the number is how many tiles are still to be drawn.
    Replace(usize),
    /// Chance draws a tile into the player's hand at the end of the turn.
    Refill,
    /// Chance draws a tile.
    Draw,
    /// The active player places a tile of this kind.
    Place(usize),
    /// The active player places one of the tiles in hand.
    PlaceHeld,
    /// The active player takes an action with the newest tile, or passes.
    Deploy,
    /// The game is over, and there is no decision.
    Over,
}

/// A game as the second opinion sees it.
#[derive(Clone, Debug)]
pub struct DiscoveryGame {
    setup: Setup,
    table: Table,
    /// Number of tiles still to be removed before the first turn.
    to_take_out: usize,
    /// Number of tiles removed, by kind.
    taken_out: Vec<usize>,
    /// The seat whose turn it is.
    active: usize,
    stage: Stage,
}

impl DiscoveryGame {
    fn option(&self, name: &str, value: &str) -> bool {
        self.setup.options.get(name).is_some_and(|given| given == value)
    }

    /// Reports whether players choose from two tiles (DISC-16).
    fn has_hands(&self) -> bool {
        self.option("hand", "two_open") || self.option("hand", "two_hidden")
    }

    /// Returns every way to place a tile of a kind.
    fn placements(&self, kind: usize) -> BTreeSet<(i32, i32, usize)> {
        self.table.placements(&self.table.texts[kind])
    }
}

impl Opinion for DiscoveryGame {
    type Family = Discovery;

    fn new(setup: &Setup, texts: &[TileText], start: &[(usize, i32, i32, usize)]) -> Self {
        let seats = usize::from(setup.seats);
        let mut table = Table::new(seats, texts);
        let tiles: usize = table.bag.iter().sum();
        let of_boxes = TILES * usize::from(setup.copies);
        assert!(!setup.sets.is_empty() || setup.own_tiles.is_some() || tiles == of_boxes, "{tiles} tiles in the box");
        let [(kind, x, y, rotation)] = *start else { panic!("{} tiles are on the table", start.len()) };
        assert!(texts[kind].start, "{} is on the table", texts[kind].id); // DISC-02
        table.bag[kind] -= 1;
        table.place_tile(kind, x, y, rotation);
        let count = setup.figures.get(FOLLOWER).map_or(FOLLOWERS, |&count| usize::from(count));
        for seat in 0..seats {
            let figure = Figure::in_supply(seat, FOLLOWER);
            table.figures.extend(std::iter::repeat_n(figure, count));
        }
        let mut game = Self {
            setup: setup.clone(),
            to_take_out: 0,
            taken_out: vec![0; texts.len()],
            active: 0,
            stage: Stage::Begin,
            table,
        };
        game.to_take_out = game.removed_tiles();
        if game.option("first_player", "host_seat") || game.option("first_player", "youngest") {
            game.active = usize::from(setup.first_seat); // DISC-02
            game.prepare();
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
        matches!(self.stage, Stage::Place(_) | Stage::PlaceHeld | Stage::Deploy).then_some(self.active)
    }

    fn pending_word(&self) -> String {
        format!("{:?}", self.stage)
    }

    fn legal(&self) -> Vec<Act> {
        match self.stage {
            Stage::Over => Vec::new(),
            Stage::Begin => (0..self.table.seats()).map(Act::Begin).collect(),
            Stage::TakeOut | Stage::Deal(_) | Stage::Replace(_) | Stage::Refill | Stage::Draw => {
                (0..self.table.texts.len()).filter(|&kind| self.table.bag[kind] > 0).map(Act::Draw).collect()
            }
            Stage::Place(kind) => {
                self.placements(kind).into_iter().map(|(x, y, rotation)| Act::Place(x, y, rotation)).collect()
            }
            Stage::PlaceHeld => {
                let kinds: BTreeSet<usize> = self.table.hands[self.active].iter().copied().collect();
                let ways = |kind| self.placements(kind).into_iter().map(move |(x, y, r)| Act::PlaceHeld(kind, x, y, r));
                kinds.into_iter().flat_map(ways).collect()
            }
            Stage::Deploy => self.actions(),
        }
    }

    fn answer(&mut self, act: Act) {
        self.apply(act);
    }

    fn name(&self, act: Act) -> String {
        match act {
            Act::Return(number) => format!("return {:?}", self.table.figures[number]),
            act => format!("{act:?}"),
        }
    }

    fn worth(&self, feature: &FoundFeature) -> Option<i32> {
        let over = matches!(self.stage, Stage::Over); // DISC-14
        Some(self.points_for(feature, feature.is_complete() && !over))
    }

    fn compare(&self, rules: &DiscoveryRules, position: &DiscoveryPosition) -> Result<(), String> {
        // Every tile is in exactly one place.
        let all: usize = rules.texts.iter().map(|text| usize::from(text.count)).sum();
        let of = |counts: &[usize]| counts.iter().sum::<usize>();
        let held: usize = (0..rules.seats).map(|seat| position.hand(seat).len()).sum();
        let elsewhere =
            of(&self.table.discarded) + of(&self.taken_out) + usize::from(matches!(self.stage, Stage::Place(_)));
        let found = position.board.tiles().len() + usize::from(position.bag().left()) + held + elsewhere;
        if found == all { Ok(()) } else { Err(format!("tiles were made or lost: {found} of {all}")) }
    }
}
