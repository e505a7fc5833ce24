//! The second opinion on both editions of Hunters & Gatherers: `flow` implements the turns, `worth` and `meadow` count points, and `water`
//! walks over river systems.

mod flow;
mod meadow;
mod water;
mod worth;

use std::collections::BTreeSet;

use bastide_core::TileText;
use games::Setup;
use hunters::{Hunters, HuntersPosition, HuntersRules};

use super::{Act, Figure, FoundFeature, Opinion, Spot, Table};

/// The kinds of figure, in the order of their numbers: tribe member and hut.
const FIGURES: [&str; 2] = [MEMBER, HUT];
const MEMBER: &str = "member";
const HUT: &str = "hut";

/// The pending decision.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Stage {
    Begin,
    /// Chance draws a land tile or a bonus tile.
    Draw,
    /// The active player places a tile of this kind.
    Place(usize),
    /// The active player takes a tribe member back from the map, or passes (HG-30).
    Shaman,
    /// The active player takes an action with the newest tile, or passes.
    Deploy,
    /// The game is over, and there is no decision.
    Over,
}

/// A game as the second opinion sees it.
#[derive(Clone, Debug)]
pub struct HuntersGame {
    setup: Setup,
    table: Table,
    /// The seat whose turn it is.
    active: usize,
    /// True in the half of the turn in which a bonus tile is drawn and placed (HG-12).
    bonus: bool,
    /// Segments whose animals were taken by a hunting trap (HG-32).
    trapped: BTreeSet<Spot>,
    stage: Stage,
}

impl HuntersGame {
    fn option(&self, name: &str, value: &str) -> bool {
        self.setup.options.get(name).is_some_and(|given| given == value)
    }

    /// Reports whether the game is played in the later edition (HG-23).
    fn is_later(&self) -> bool {
        self.option("edition", "later")
    }

    /// Reports whether a tile belongs to the bonus pile, drawn from when a forest has gold or a menhir (HG-02, HG-25).
    fn is_bonus(text: &TileText) -> bool {
        ["hunters-bonus", "hunters-menhir"].contains(&text.set.as_str())
    }

    /// Returns whether a segment has a power (HG-29).
    fn has_power(&self, (tile, segment): Spot, power: &str) -> bool {
        self.table.tiles[tile].text.segments[segment].word("power") == Some(power)
    }

    /// Returns the kinds of tile left in the current pile.
    fn draws(&self) -> Vec<usize> {
        let of_pile = |&kind: &usize| Self::is_bonus(&self.table.texts[kind]) == self.bonus;
        (0..self.table.texts.len()).filter(|&kind| self.table.bag[kind] > 0).filter(of_pile).collect()
    }

    /// Checks that the numbers of land and bonus tiles are those in the box (HG-01, HG-02).
    fn check_box_contents(&self) {
        if !self.setup.sets.is_empty() || self.setup.own_tiles.is_some() {
            return;
        }
        let count = |bonus: bool| -> usize {
            let of_pile = self.table.texts.iter().filter(|text| Self::is_bonus(text) == bonus);
            of_pile.map(|text| usize::from(text.count)).sum()
        };
        let bonus = if self.is_later() { 16 } else { 12 }; // HG-23
        let land = 79 * usize::from(self.setup.copies);
        assert_eq!((count(false), count(true)), (land, bonus), "land tiles and bonus tiles");
    }

    /// Returns the feature to which a segment belongs.
    fn feature(&self, spot: Spot) -> FoundFeature {
        if self.table.kind_of(spot) == "system" { self.system(spot) } else { self.table.feature(spot) }
    }
}

impl Opinion for HuntersGame {
    type Family = Hunters;

    fn new(setup: &Setup, texts: &[TileText], start: &[(usize, i32, i32, usize)]) -> Self {
        let seats = usize::from(setup.seats);
        let table = Table::new(seats, texts);
        let mut game = Self {
            setup: setup.clone(),
            table,
            active: 0,
            bonus: false,
            trapped: BTreeSet::new(),
            stage: Stage::Begin,
        };
        game.check_box_contents();
        texts.iter().for_each(Self::check_systems);
        let [(kind, x, y, rotation)] = *start else { panic!("{} tiles are on the table", start.len()) };
        assert!(texts[kind].start, "{} is on the table", texts[kind].id); // HG-02
        game.table.bag[kind] -= 1;
        game.table.place_tile(kind, x, y, rotation);
        let huts = if game.is_later() { 3 } else { 2 }; // HG-24
        for seat in 0..seats {
            for (kind, by_rule) in FIGURES.into_iter().zip([5, huts]) {
                let count = setup.figures.get(kind).map_or(by_rule, |&count| usize::from(count));
                let figure = Figure::in_supply(seat, kind);
                game.table.figures.extend(std::iter::repeat_n(figure, count));
            }
        }
        if game.option("first_player", "host_seat") || game.option("first_player", "youngest") {
            game.begin_turn(usize::from(setup.first_seat)); // HG-02
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
        matches!(self.stage, Stage::Place(_) | Stage::Shaman | Stage::Deploy).then_some(self.active)
    }

    fn pending_word(&self) -> String {
        format!("{:?}", self.stage)
    }

    fn legal(&self) -> Vec<Act> {
        match self.stage {
            Stage::Over => Vec::new(),
            Stage::Begin => (0..self.table.seats()).map(Act::Begin).collect(),
            Stage::Draw => self.draws().into_iter().map(Act::Draw).collect(),
            Stage::Place(kind) => {
                let ways = self.table.placements(&self.table.texts[kind]).into_iter();
                ways.map(|(x, y, rotation)| Act::Place(x, y, rotation)).collect()
            }
            Stage::Shaman => self.members_to_take_back(),
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

    fn features(&self) -> Vec<FoundFeature> {
        self.table.features_by(|spot| self.feature(spot))
    }

    fn worth(&self, feature: &FoundFeature) -> Option<i32> {
        Some(self.points_at_end(feature))
    }

    fn compare(&self, rules: &HuntersRules, position: &HuntersPosition) -> Result<(), String> {
        // Every tile is in exactly one place.
        let all: usize = rules.texts.iter().map(|text| usize::from(text.count)).sum();
        let left: usize = self.table.bag.iter().sum();
        let discarded: usize = self.table.discarded.iter().sum();
        let in_hand = usize::from(matches!(self.stage, Stage::Place(_)));
        let found = position.board.tiles().len() + left + discarded + in_hand;
        if found == all { Ok(()) } else { Err(format!("tiles were made or lost: {found} of {all}")) }
    }
}
