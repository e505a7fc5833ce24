//! Second opinions on the rules: slow, obvious, and from scratch.
//!
//! A second opinion knows the tiles as their files describe them, where they lie and who stands where, and works everything else
//! out anew at every question, by walking from segment to segment. It follows a whole game from its answers: who is asked what,
//! which answers are legal, what happens, and who gets how many points. It shares no code with the engine and is written from
//! the clauses, so that where the two agree, two readings of the rules agree.
//!
//! `table` holds what every game has on the table and walks over the tiles; each family has a folder for its rules.

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
pub use table::{Found, Table};

/// A segment on the table: the tile's number in the order of placing, and the segment's number on it.
pub type Spot = (usize, usize);

/// The four neighbours, clockwise from north.
const SIDES: [(i32, i32); 4] = [(0, -1), (1, 0), (0, 1), (-1, 0)];

/// Where a figure is.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum Whereabouts {
    /// Its owner has it.
    Supply,
    /// It stands on a segment.
    At(Spot),
    /// A seat holds it captive.
    Held(usize),
    /// It lies in the reserve, and its owner has yet to get it.
    Reserve,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub struct Figure {
    /// Its owner.
    pub seat: usize,
    /// Its kind, in the family's word.
    pub kind: &'static str,
    /// Where it is.
    pub place: Whereabouts,
    /// Ghosts beside it.
    pub ghosts: u8,
}

impl Figure {
    /// A figure that its owner has.
    pub fn at_home(seat: usize, kind: &'static str) -> Self {
        Self { seat, kind, place: Whereabouts::Supply, ghosts: 0 }
    }

    /// The segment on which it stands.
    pub fn spot(&self) -> Option<Spot> {
        match self.place {
            Whereabouts::At(spot) => Some(spot),
            _ => None,
        }
    }
}

/// An answer, as a second opinion understands it. Figures are named by their numbers: seat by seat, kind by kind.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum Act {
    /// A seat begins.
    Begin(usize),
    /// A tile of a kind is drawn.
    Draw(usize),
    /// The tile in hand goes to a place, turned so often.
    Place(i32, i32, usize),
    /// A tile of this kind, one of several in hand, goes to a place, turned so often.
    PlaceHeld(usize, i32, i32, usize),
    /// A figure of a kind goes from supply onto a segment.
    Deploy(&'static str, Spot),
    /// A figure of a kind goes onto a corner of the newest tile.
    Corner(&'static str, usize),
    /// A figure goes home.
    Return(usize),
    /// A figure goes to a segment.
    Move(usize, Spot),
    /// A figure is taken prisoner.
    Capture(usize),
    /// A prisoner comes home.
    Redeem(usize),
    /// A ghost goes beside a figure.
    Haunt(usize),
    /// Ghosts are taken off a tile.
    Clear(usize),
    /// The dragon or the fairy goes onto a tile.
    ToTile(usize),
    /// The fairy goes beside a figure.
    ToFigure(usize),
    /// The count goes to a quarter.
    ToQuarter(Spot),
    /// A tower grows.
    Build(Spot),
    /// The second tile of a double turn is drawn.
    Again,
    /// Nothing.
    Pass,
}

/// Points for one feature, or for something else.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub struct Points {
    /// Who gets them.
    pub seat: usize,
    /// How many.
    pub points: i32,
    pub kind: String,
    /// The feature's segments; none where it is no feature.
    pub spots: BTreeSet<Spot>,
}

/// A second opinion on the rules of a family.
pub trait Opinion: Sized {
    type Family: Described;

    /// The table before the first turn. `start` is what lies there: kinds of tile with their places and rotations.
    ///
    /// # Panics
    /// What lies there is not what the clauses say.
    fn new(setup: &Setup, texts: &[TileText], start: &[(usize, i32, i32, usize)]) -> Self;

    /// Tiles, figures and points.
    fn table(&self) -> &Table;

    /// The same, to be changed.
    fn table_mut(&mut self) -> &mut Table;

    /// Who is asked; nobody where chance is, or the game is over.
    fn asked(&self) -> Option<usize>;

    /// What is asked, in a word: that of the engine's decision.
    fn asked_what(&self) -> String;

    /// All legal answers to what is asked.
    fn legal(&self) -> Vec<Act>;

    /// Carries an answer out, and goes on to the next question.
    fn answer(&mut self, act: Act);

    /// A text for an act that is the same for acts that lead to the same: figures that are alike and stand together are one.
    fn name(&self, act: Act) -> String;

    /// All features on the table.
    fn features(&self) -> Vec<Found> {
        self.table().features()
    }

    /// What a feature gives to those who have it, if the game ended now; nothing said where it is no use to ask.
    fn worth(&self, feature: &Found) -> Option<i32>;

    /// Of several figures that are alike and stand together, the one that the engine means by a number.
    fn choose(&self, _: &Position<Self::Family>, _: u8, alike: &[usize]) -> usize {
        alike[0]
    }

    /// Whether players hold tiles of a kind from the start, so that they are never drawn.
    fn is_held(&self, _: &TileText) -> bool {
        false
    }

    /// Who has won when the game is over, where that is not whoever has most points.
    fn winners(&self) -> Option<Vec<u8>> {
        None
    }

    /// Compares what else the position holds.
    ///
    /// # Errors
    /// What differs.
    fn compare(&self, rules: &FamilyRules<Self>, position: &Position<Self::Family>) -> Result<(), String>;
}

/// The spot of one of the engine's segments.
pub fn spot_of<F: Family>(position: &Position<F>, segment: u16) -> Spot {
    let board = &position.board;
    (usize::from(board.features.tile_of(segment)), usize::from(board.within_tile(segment)))
}

/// One of the engine's figures as second opinions describe it.
pub fn figure_of<F: Described>(position: &Position<F>, number: usize) -> Option<Figure> {
    let figures = position.board.features.figures();
    let figure = figures.get(number)?;
    // The engine counts the figures of a kind that lie in reserve, and does not tell them from those in supply: they are the first.
    let alike = |other: &&Standing| (other.seat, other.kind) == (figure.seat, figure.kind) && other.in_supply();
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

/// The rules of the family of an opinion.
pub type FamilyRules<O> = RulesOf<<O as Opinion>::Family>;
