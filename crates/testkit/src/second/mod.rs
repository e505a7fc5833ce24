//! Second opinions on the rules: slow, obvious, and written from scratch.
//!
//! A second opinion knows the tiles as their files describe them, where the tiles are, and where the figures stand. For every question, it
//! derives everything else from these by walking from segment to segment. It follows a complete game from its answers: who must decide
//! what, which answers are legal, what happens, and who gets how many points. It shares no code with the engine and is written from the
//! clauses, so where the two agree, two readings of the rules agree.
//!
//! `table` contains what is on the table in every game and walks over the tiles; each family has a folder for its rules.

pub mod classic;
pub mod coop;
pub mod discovery;
pub mod hunters;
mod table;

use std::collections::BTreeSet;

use bastide_core::feature::Figure as Standing;
use bastide_core::{Family, Position, RulesOf, TileText};
use games::Setup;
use games::described::Described;
pub use table::{FoundFeature, Table};

/// A segment on the table, identified by its tile's number in placement order and its own number on that tile.
pub type Spot = (usize, usize);

/// Offsets of the four neighbours, clockwise from north.
const SIDES: [(i32, i32); 4] = [(0, -1), (1, 0), (0, 1), (-1, 0)];

/// Location of a figure.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum Whereabouts {
    /// In its owner's supply.
    Supply,
    /// On a segment.
    At(Spot),
    /// Held captive by a seat.
    Held(usize),
    /// In the reserve: its owner does not have it yet.
    Reserve,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub struct Figure {
    /// The owner's seat.
    pub seat: usize,
    /// Kind of figure, as its family names it.
    pub kind: &'static str,
    pub place: Whereabouts,
    /// Number of ghosts beside the figure.
    pub ghosts: u8,
}

impl Figure {
    /// Creates a figure in its owner's supply.
    pub fn in_supply(seat: usize, kind: &'static str) -> Self {
        Self { seat, kind, place: Whereabouts::Supply, ghosts: 0 }
    }

    /// Returns the segment on which the figure stands, if it is on the map.
    pub fn spot(&self) -> Option<Spot> {
        match self.place {
            Whereabouts::At(spot) => Some(spot),
            _ => None,
        }
    }
}

/// An answer in the form that second opinions use. Figures are identified by index, ordered by seat and then by kind.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum Act {
    /// A seat begins.
    Begin(usize),
    /// A tile of this kind is drawn.
    Draw(usize),
    /// Chance decides something other than a tile.
    Outcome(usize),
    /// The tile in hand is placed with this many quarter turns.
    Place(i32, i32, usize),
    /// A tile of this kind, one of several in hand, is placed with this many quarter turns.
    PlaceHeld(usize, i32, i32, usize),
    /// A figure of this kind is placed from supply on a segment.
    Deploy(&'static str, Spot),
    /// A figure of this kind is placed on a corner of the newest tile.
    Corner(&'static str, usize),
    /// A figure returns to its owner's supply.
    Return(usize),
    /// A figure moves to a segment.
    Move(usize, Spot),
    /// A figure is taken prisoner.
    Capture(usize),
    /// A prisoner returns to its owner's supply.
    Redeem(usize),
    /// A ghost is placed beside a figure.
    Haunt(usize),
    /// Ghosts are taken off a tile.
    Clear(usize),
    /// The dragon or the fairy moves to a tile.
    ToTile(usize),
    /// The fairy moves next to a figure.
    ToFigure(usize),
    /// The count moves to a quarter.
    ToQuarter(Spot),
    /// The mage or the witch moves to a feature.
    ToFeature(&'static str, Spot),
    /// The mage or the witch is taken off the map.
    TakeOff(&'static str),
    /// A piece is added to a tower.
    Build(Spot),
    /// The second tile of a double turn is drawn.
    Again,
    /// The seat passes.
    Pass,
}

/// Points given for one feature, or for something else.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub struct Points {
    /// The seat that gets the points.
    pub seat: usize,
    /// Number of points.
    pub points: i32,
    pub kind: String,
    /// The feature's segments; empty if the points are not for a feature.
    pub spots: BTreeSet<Spot>,
}

/// A second opinion on the rules of a family.
pub trait Opinion: Sized {
    type Family: Described;

    /// Creates the table before the first turn. `start` lists the tiles on it, with their kinds, places and rotations.
    ///
    /// # Panics
    /// Panics if the start tiles contradict the clauses.
    fn new(setup: &Setup, texts: &[TileText], start: &[(usize, i32, i32, usize)]) -> Self;

    /// Returns the tiles, figures and points.
    fn table(&self) -> &Table;

    /// Returns the tiles, figures and points for modification.
    fn table_mut(&mut self) -> &mut Table;

    /// Returns the seat that must decide; `None` if chance must, or after the end.
    fn asked(&self) -> Option<usize>;

    /// Returns the engine's word for the pending decision.
    fn pending_word(&self) -> String;

    /// Returns all legal answers.
    fn legal(&self) -> Vec<Act>;

    /// Applies an answer and continues to the next decision.
    fn answer(&mut self, act: Act);

    /// Returns the text that identifies an answer. Equivalent answers, such as those with similar figures in the same place, have the same
    /// text.
    fn name(&self, act: Act) -> String;

    /// Returns all features on the table.
    fn features(&self) -> Vec<FoundFeature> {
        self.table().features()
    }

    /// Returns the points that a feature would give its owners if the game ended now, or `None` if they don't matter.
    fn worth(&self, feature: &FoundFeature) -> Option<i32>;

    /// Returns the figure that corresponds to the engine's figure with this number; `alike` lists the candidates, which are similar figures
    /// in the same place.
    fn choose(&self, _: &Position<Self::Family>, _: u8, alike: &[usize]) -> usize {
        alike[0]
    }

    /// Reports whether players hold this tile from the start, so that it is never drawn.
    fn is_held(&self, _: &TileText) -> bool {
        false
    }

    /// Returns the winners of a finished game, if they aren't simply those with the most points.
    fn winners(&self) -> Option<Vec<u8>> {
        None
    }

    /// Compares everything else in the position.
    ///
    /// # Errors
    /// Returns the first difference.
    fn compare(&self, rules: &FamilyRules<Self>, position: &Position<Self::Family>) -> Result<(), String>;
}

/// Returns the spot that corresponds to a segment in the engine.
pub fn spot_of<F: Family>(position: &Position<F>, segment: u16) -> Spot {
    let board = &position.board;
    (usize::from(board.features.tile_of(segment)), usize::from(board.index_in_tile(segment)))
}

/// Converts a figure in the engine to the form that second opinions use.
pub fn figure_of<F: Described>(position: &Position<F>, number: usize) -> Option<Figure> {
    let figures = position.board.features.figures();
    let figure = figures.get(number)?;
    // The engine only counts how many figures of a kind are in the reserve, without distinguishing them from those in supply; here, the
    // first ones count as being in the reserve.
    let alike = |other: &&Standing| (other.seat, other.kind) == (figure.seat, figure.kind) && other.is_in_supply();
    let before = figures[..number].iter().filter(alike).count();
    let place = match (figure.segment(), figure.captor()) {
        (Some(segment), _) => Whereabouts::At(spot_of(position, segment)),
        (None, Some(seat)) => Whereabouts::Held(usize::from(seat)),
        (None, None) if before < usize::from(position.reserve(figure.seat, figure.kind)) => Whereabouts::Reserve,
        (None, None) => Whereabouts::Supply,
    };
    let kind = F::FIGURE_WORDS[usize::from(figure.kind)];
    Some(Figure { seat: usize::from(figure.seat), kind, place, ghosts: figure.attached() })
}

/// The rules of an opinion's family.
pub type FamilyRules<O> = RulesOf<<O as Opinion>::Family>;
