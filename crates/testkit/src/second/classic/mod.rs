//! The second opinion on the Carcassonne family.
//!
//! `start` sets up the table, `legal` lists answers, `flow` applies them, `worth` and `scoring` count points, `table` and `river` handle
//! what is special about this family's tiles, `mists` handles mist and ghosts.

mod compare;
mod flow;
mod legal;
mod mists;
mod river;
mod scoring;
mod start;
mod table;
mod worth;

use std::collections::{BTreeMap, BTreeSet};

use bastide_core::TileText;
use games::Setup;

use super::{Act, Figure, FoundFeature, Spot, Table, Whereabouts};

/// The goods, in the order of their counters (TB-10): name and tokens of each.
const GOODS: [(&str, usize); 3] = [("wine", 9), ("grain", 6), ("cloth", 5)];
/// The quarters and the kinds of feature that they serve (COUNT-03), clockwise from the castle in the order of COUNT-09.
const QUARTERS: [(&str, &str); 4] =
    [("castle", "city"), ("market", "field"), ("blacksmith", "road"), ("cathedral", "monastery")];
/// The kinds of figure, in numbering order.
pub const FIGURES: [&str; 8] = ["follower", "large", "mayor", "wagon", "guard", "barn", "builder", "pig"];
/// The kinds that are followers (AM-12, AM-13, TB-06, MIST-07).
const FOLLOWERS: [&str; 5] = ["follower", "large", "mayor", "wagon", "guard"];

impl Figure {
    fn is_follower(&self) -> bool {
        FOLLOWERS.contains(&self.kind)
    }
}

/// The pending decision.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Stage {
    Begin,
    /// Which tile is drawn.
    Draw,
    /// Placement of the tile in hand.
    Place(usize),
    /// Whether to place the abbey instead of drawing.
    Abbey,
    /// Which follower gets a ghost: one of the active player's own if true, otherwise another player's.
    Haunt(bool),
    /// Action with the tile just placed.
    Action,
    /// Whether to take a prisoner from a tower.
    Capture(Spot),
    /// Which prisoner a seat gives back.
    Exchange(usize),
    /// The dragon's next step: the seat that moves it, and the tiles visited in this move.
    Dragon(usize, Vec<usize>),
    /// Whether a seat's followers leave the city of Carcassonne; true at the end of the game.
    Enter(usize, bool),
    /// Whether a wagon moves on.
    Wagon(usize),
    /// Whether a follower enters the city of Carcassonne.
    Courtier,
    /// Whether the count moves.
    Count,
    /// Whether to buy back a prisoner with the points just scored.
    Ransom,
    /// Whether to draw a second tile.
    Double,
    /// Whether a knight escapes.
    Escape,
    /// None: the game is over.
    Over,
}

/// State of the current turn or half.
#[derive(Clone, Debug, Default)]
struct Turn {
    /// A second half follows (TB-03).
    doubled: bool,
    /// This is the second half.
    second: bool,
    /// A ransom was paid (TOW-07).
    ransomed: bool,
    /// The river continues with the lake (RIV-08).
    lake_next: bool,
    /// An action was taken with the volcano tile, so none is allowed with the lake tile (RIV-08).
    acted: bool,
    /// When the tile was placed, the player had prisoners to buy back but too few points (TOW-07).
    too_poor: bool,
    /// The spot of a figure placed in this half (COUNT-04).
    placed: Option<Spot>,
    /// That figure stood on a feature that the tile completed (COUNT-04).
    own_placed: bool,
    /// A follower was placed in the city of Carcassonne (COUNT-04).
    entered: bool,
    /// Place of a barn placed in this half.
    barn: Option<Spot>,
    /// Seat whose figure was taken prisoner (TOW-06).
    exchange_with: usize,
    /// The dragon has moved in this half.
    marched: bool,
    /// Features that the tile completed.
    completed: Vec<FoundFeature>,
    /// A completed feature scored for some seat (COUNT-04).
    scored: bool,
    /// A completed feature scored for the active player (COUNT-04).
    own_scored: bool,
    /// The active player moved a follower out of the city (COUNT-06).
    own_moved: bool,
}

/// A game as the second opinion sees it.
#[derive(Clone, Debug)]
pub struct ClassicGame {
    setup: Setup,
    /// Tiles, figures and points.
    table: Table,
    /// The features that were complete before the first turn.
    complete_at_start: Vec<BTreeSet<Spot>>,
    turn: Turn,
    /// Seats that may still place their abbey after the last tile (AM-05); `None` before the last round.
    last_round: Option<Vec<usize>>,
    last_placer: usize,
    /// Seat whose turn it is.
    pub active: usize,
    /// The pending decision.
    pub stage: Stage,
    /// Dragon tiles put aside (PD-09), by kind.
    pub aside: Vec<usize>,
    /// Seats that have their abbey.
    pub abbeys: Vec<bool>,
    /// The dragon's tile.
    pub dragon: Option<usize>,
    /// The fairy's tile, and the figure next to her.
    pub fairy: Option<(usize, Option<usize>)>,
    /// The count's quarter.
    pub count: Option<Spot>,
    /// Foundations and the heights of their towers.
    pub towers: BTreeMap<Spot, usize>,
    /// Tower pieces by seat.
    pub pieces: Vec<usize>,
    /// Tokens by seat, in the order of `GOODS`.
    pub goods: Vec<[usize; 3]>,
    /// The king's holder, and the size of the city.
    pub king: Option<(usize, i32)>,
    /// The robber baron's holder, and the length of the road.
    pub robber: Option<(usize, i32)>,
}

impl ClassicGame {
    fn option(&self, name: &str, value: &str) -> bool {
        self.setup.options.get(name).is_some_and(|given| given == value)
    }

    fn part(&self, id: &str) -> bool {
        self.setup.expansions.iter().any(|part| part == id)
    }

    /// Returns whether an element is in play: part of the set-up and not switched off.
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
            "ghosts" | "guards" | "start-block" | "castles" | "cemeteries" => &["mists"],
            _ => &[],
        };
        parts.iter().any(|part| self.part(part)) && !self.setup.without.iter().any(|name| name == element)
    }

    fn seats(&self) -> usize {
        usize::from(self.setup.seats)
    }

    /// Returns the seats clockwise, from the one to the left of `seat` to `seat` itself.
    fn after(&self, seat: usize) -> impl Iterator<Item = usize> + use<> {
        let seats = self.seats();
        (1..=seats).map(move |step| (seat + step) % seats)
    }

    fn newest_has(&self, mark: &str) -> bool {
        self.table.tiles[self.table.newest()].has(mark)
    }
}

/// Returns whether a tile is an abbey, which players hold from the start and never draw.
fn is_abbey(text: &TileText) -> bool {
    text.marks.iter().any(|mark| mark == "abbey")
}
