//! The second opinion on the Carcassonne family.
//!
//! `start` lays the table, `legal` lists answers, `flow` carries them out, `worth` and `scoring` count points, `table` and `river`
//! know what the tiles of this family have of their own, `mists` what mist and ghosts bring.

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

use super::{Act, Figure, Found, Spot, Table, Whereabouts};

/// The goods, in the order of their counters (TB-10): name and tokens of each.
const GOODS: [(&str, usize); 3] = [("wine", 9), ("grain", 6), ("cloth", 5)];
/// The quarters and the kinds of feature that they serve (COUNT-03), clockwise from the castle as COUNT-09 tells.
const QUARTERS: [(&str, &str); 4] =
    [("castle", "city"), ("market", "field"), ("blacksmith", "road"), ("cathedral", "monastery")];
/// The kinds of figure, in the order in which the figures are numbered.
pub const FIGURES: [&str; 8] = ["follower", "large", "mayor", "wagon", "guard", "barn", "builder", "pig"];
/// The kinds that are followers (AM-12, AM-13, TB-06, MIST-07).
const FOLLOWERS: [&str; 5] = ["follower", "large", "mayor", "wagon", "guard"];

impl Figure {
    fn is_follower(&self) -> bool {
        FOLLOWERS.contains(&self.kind)
    }
}

/// What is asked.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Stage {
    Begin,
    /// Which tile is drawn.
    Draw,
    /// Where the tile in hand goes.
    Place(usize),
    /// Whether the abbey is placed instead of drawing.
    Abbey,
    /// Beside whom a ghost goes: a follower of one's own, or another player's.
    Haunt(bool),
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
    /// Whether a prisoner is bought back by what the scoring gave.
    Ransom,
    /// Whether a second tile is drawn.
    Double,
    /// Whether a knight escapes.
    Escape,
    /// Nothing: the game is over.
    Over,
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
    /// Something was done with the volcano tile, so that nothing is done with the lake tile (RIV-08).
    acted: bool,
    /// Prisoners could not be bought back when the tile was placed, for want of points alone (TOW-07).
    too_poor: bool,
    /// The spot of a figure placed in this half (COUNT-04).
    placed: Option<Spot>,
    /// That figure stood on something that the tile completed (COUNT-04).
    own_placed: bool,
    /// A follower was placed in the city of Carcassonne (COUNT-04).
    entered: bool,
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
    /// Tiles, figures and points.
    table: Table,
    /// The features that were complete before the first turn.
    complete_at_start: Vec<BTreeSet<Spot>>,
    turn: Turn,
    /// Seats that may still place their abbey after the last tile (AM-05); none before.
    last_round: Option<Vec<usize>>,
    last_placer: usize,
    /// Whose turn it is.
    pub active: usize,
    /// What is asked.
    pub stage: Stage,
    /// Dragon tiles put aside (PD-09), by kind.
    pub aside: Vec<usize>,
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
    /// Tokens by seat, in the order of `GOODS`.
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
            "ghosts" | "guards" | "start-block" | "castles" | "cemeteries" => &["mists"],
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

    fn newest_has(&self, mark: &str) -> bool {
        self.table.tiles[self.table.newest()].has(mark)
    }
}

/// Players hold their abbeys: nobody draws one.
fn is_abbey(text: &TileText) -> bool {
    text.marks.iter().any(|mark| mark == "abbey")
}
