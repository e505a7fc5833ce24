//! A second opinion on the rules: slow, obvious, and from scratch.
//!
//! It knows the tiles as their files describe them, where they lie and who stands where, and works everything else out anew at
//! every question, by walking from segment to segment. It follows a whole game from its answers: who is asked what, which answers
//! are legal, what happens, and who gets how many points. It shares no code with the engine and is written from the clauses, so
//! that where the two agree, two readings of the rules agree.
//!
//! `table` walks over the tiles, `worth` counts points, `legal` lists answers, `flow` carries them out, `river` knows the river.

mod flow;
mod legal;
mod river;
mod scoring;
mod start;
mod table;
mod worth;

use std::collections::{BTreeMap, BTreeSet};

use bastide_core::TileText;
use games::Setup;
pub use table::Found;
use table::Laid;

/// A segment on the table: the tile's number in the order of placing, and the segment's number on it.
pub type Spot = (usize, usize);

/// The four neighbours, clockwise from north.
const SIDES: [(i32, i32); 4] = [(0, -1), (1, 0), (0, 1), (-1, 0)];
/// The goods, in the order of their counters (TB-10): name and tokens of each.
const GOODS: [(&str, usize); 3] = [("wine", 9), ("grain", 6), ("cloth", 5)];
/// The quarters and the kinds of feature that they serve (COUNT-03), clockwise from the castle as COUNT-09 tells.
const QUARTERS: [(&str, &str); 4] =
    [("castle", "city"), ("market", "field"), ("blacksmith", "road"), ("cathedral", "monastery")];
/// The kinds of figure, in the order in which the figures are numbered.
pub const FIGURES: [&str; 7] = ["follower", "large", "mayor", "wagon", "barn", "builder", "pig"];

/// Where a figure is.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum Whereabouts {
    /// Its owner has it.
    Supply,
    /// It stands on a segment.
    At(Spot),
    /// A seat holds it captive.
    Held(usize),
}

/// A figure.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub struct Figure {
    /// Its owner.
    pub seat: usize,
    /// Its kind, one of [`FIGURES`].
    pub kind: &'static str,
    /// Where it is.
    pub place: Whereabouts,
}

impl Figure {
    fn is_follower(&self) -> bool {
        ["follower", "large", "mayor", "wagon"].contains(&self.kind) // AM-12, TB-06, AM-13
    }

    /// The segment on which it stands.
    pub fn spot(&self) -> Option<Spot> {
        match self.place {
            Whereabouts::At(spot) => Some(spot),
            _ => None,
        }
    }
}

/// An answer, as the second opinion understands it. Figures are named by their numbers: seat by seat, kind by kind.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum Act {
    /// A seat begins.
    Begin(usize),
    /// A tile of a kind is drawn.
    Draw(usize),
    /// The tile in hand goes to a place, turned so often.
    Place(i32, i32, usize),
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
    /// The dragon or the fairy goes onto a tile.
    ToTile(usize),
    /// The fairy goes beside a figure.
    ToFigure(usize),
    /// The count goes to a quarter.
    ToQuarter(Spot),
    /// A tower grows.
    Build(Spot),
    /// Nothing.
    Pass,
}

/// What is asked.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Stage {
    /// Who begins.
    Begin,
    /// Which tile is drawn.
    Draw,
    /// Where the tile in hand goes.
    Place(usize),
    /// Whether the abbey is placed instead of drawing.
    Abbey,
    /// What is done with the tile just placed.
    Action,
    /// Whether a prisoner is taken from a tower.
    Capture(Spot),
    /// Which prisoner a seat gives back.
    Exchange(usize),
    /// Where the dragon goes: who leads it, and where it was in this move.
    Dragon(usize, Vec<usize>),
    /// Whether a seat's followers leave the city of Carcassonne; at the end of the game or before.
    Enter(usize, bool),
    /// Whether a wagon moves on.
    Wagon(usize),
    /// Whether a follower goes into the city of Carcassonne.
    Courtier,
    /// Whether the count moves.
    Count,
    /// Whether a knight escapes.
    Escape,
    /// Nothing: the game is over.
    Over,
}

/// Points for one feature, or for something else.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub struct Points {
    /// Who gets them.
    pub seat: usize,
    /// How many.
    pub points: i32,
    /// For what.
    pub kind: String,
    /// The feature's segments; none where it is no feature.
    pub spots: BTreeSet<Spot>,
}

/// What is remembered until the turn, or its half, is over.
#[derive(Clone, Debug, Default)]
struct Turn {
    /// A second half follows (TB-03).
    doubled: bool,
    /// This is the second half.
    second: bool,
    /// A ransom was paid (TOW-07).
    ransomed: bool,
    /// The river goes on with the lake (RIV-08).
    lake_next: bool,
    /// Where a barn was placed in this half.
    barn: Option<Spot>,
    /// Whose figure was taken prisoner (TOW-06).
    exchange_with: usize,
    /// The dragon has moved in this half.
    marched: bool,
    /// What the tile completed.
    completed: Vec<Found>,
    /// Something completed scored for somebody (COUNT-04).
    scored: bool,
    /// Something completed scored for the active player (COUNT-04).
    own_scored: bool,
    /// The active player moved somebody out of the city (COUNT-06).
    own_moved: bool,
}

/// The game, as the second opinion sees it.
#[derive(Clone, Debug)]
pub struct Second {
    setup: Setup,
    texts: Vec<TileText>,
    tiles: Vec<Laid>,
    /// The features that were complete before the first turn.
    complete_at_start: Vec<BTreeSet<Spot>>,
    /// The number of the tile at each place that is taken.
    places: BTreeMap<(i32, i32), usize>,
    /// Segments of the city of Carcassonne that are one field although no edge joins them.
    joins: Vec<(Spot, Spot)>,
    turn: Turn,
    /// Seats that may still place their abbey after the last tile (AM-05); none before.
    last_round: Option<Vec<usize>>,
    last_placer: usize,
    /// Whose turn it is.
    pub active: usize,
    /// What is asked.
    pub stage: Stage,
    /// All figures.
    pub figures: Vec<Figure>,
    /// Points by seat.
    pub scores: Vec<i32>,
    /// Points since somebody asked.
    pub log: Vec<Points>,
    /// Tiles that nobody has drawn, by kind.
    pub bag: Vec<usize>,
    /// Dragon tiles put aside (PD-09), by kind.
    pub aside: Vec<usize>,
    /// Tiles that fitted nowhere, by kind.
    pub discarded: Vec<usize>,
    /// Seats that have their abbey.
    pub abbeys: Vec<bool>,
    /// The dragon's tile.
    pub dragon: Option<usize>,
    /// The fairy's tile, and the figure that she stands by.
    pub fairy: Option<(usize, Option<usize>)>,
    /// The count's quarter.
    pub count: Option<Spot>,
    /// The towers: every foundation and its height.
    pub towers: BTreeMap<Spot, usize>,
    /// Tower pieces by seat.
    pub pieces: Vec<usize>,
    /// Tokens by seat, in the order of [`GOODS`].
    pub goods: Vec<[usize; 3]>,
    /// Who has the king, and the size of the city.
    pub king: Option<(usize, i32)>,
    /// Who has the robber baron, and the length of the road.
    pub robber: Option<(usize, i32)>,
}

impl Second {
    fn option(&self, name: &str, value: &str) -> bool {
        self.setup.options.get(name).is_some_and(|given| given == value)
    }

    fn part(&self, id: &str) -> bool {
        self.setup.expansions.iter().any(|part| part == id)
    }

    /// Whether an element of the parts in play was not switched off.
    fn has(&self, element: &str) -> bool {
        let parts: &[&str] = match element {
            "inns" | "large" => &["inns-cathedrals"],
            "river" => &["river"],
            "pig-herds" => &["river", "games-quarterly"],
            "siege" => &["cathars"],
            "king" | "robber" => &["king-robber"],
            "count" => &["count"],
            "abbeys" | "mayors" | "wagons" | "barns" => &["abbey-mayor"],
            "dragon" | "fairy" | "portals" | "princesses" => &["princess-dragon"],
            "builders" | "pigs" | "goods" => &["traders-builders"],
            "towers" => &["tower"],
            _ => &[],
        };
        parts.iter().any(|part| self.part(part)) && !self.setup.without.iter().any(|name| name == element)
    }

    fn seats(&self) -> usize {
        usize::from(self.setup.seats)
    }

    /// The seats clockwise from the left of one, that one last.
    fn after(&self, seat: usize) -> impl Iterator<Item = usize> + use<> {
        let seats = self.seats();
        (1..=seats).map(move |step| (seat + step) % seats)
    }

    fn next(&self, seat: usize) -> usize {
        (seat + 1) % self.seats()
    }

    /// The number of the newest tile.
    fn newest(&self) -> usize {
        self.tiles.len() - 1
    }

    fn newest_has(&self, mark: &str) -> bool {
        self.tiles[self.newest()].has(mark)
    }

    /// The numbers of a seat's figures of a kind in supply.
    fn in_supply(&self, seat: usize, kind: &str) -> Option<usize> {
        let at_home = |figure: &Figure| figure.seat == seat && figure.kind == kind;
        self.figures.iter().position(|figure| at_home(figure) && figure.place == Whereabouts::Supply)
    }

    /// How many of a seat's figures of a kind are in supply.
    pub fn supply(&self, seat: usize, kind: &str) -> usize {
        let at_home = |figure: &&Figure| figure.seat == seat && figure.kind == kind;
        self.figures.iter().filter(at_home).filter(|figure| figure.place == Whereabouts::Supply).count()
    }

    /// Who is asked; nobody where chance is.
    pub fn asked(&self) -> Option<usize> {
        match &self.stage {
            Stage::Begin | Stage::Draw | Stage::Over => None,
            Stage::Dragon(seat, _) | Stage::Enter(seat, _) => Some(*seat),
            Stage::Wagon(wagon) => Some(self.figures[*wagon].seat),
            _ => Some(self.active),
        }
    }

    /// A text for an act that is the same for acts that lead to the same: figures that are alike and stand together are one, and
    /// so are the segments of the feature onto which somebody moves, save where the tile matters.
    pub fn name(&self, act: Act) -> String {
        let figure = |number: usize| format!("{:?}", self.figures[number]);
        match act {
            Act::Return(number) => format!("return {}", figure(number)),
            Act::Move(number, spot) => {
                let by_tile = self.figures[number].kind == "wagon" && self.option("wagon_move", "adjacent_tiles");
                let whole = matches!(self.stage, Stage::Enter(..)) && !by_tile;
                let spot = if whole { self.feature(spot).spots.first().copied() } else { Some(spot) };
                format!("move {} {spot:?}", figure(number))
            }
            Act::Capture(number) => format!("capture {}", figure(number)),
            Act::Redeem(number) => format!("redeem {}", figure(number)),
            Act::ToFigure(number) => format!("fairy {}", figure(number)),
            act => format!("{act:?}"),
        }
    }
}
