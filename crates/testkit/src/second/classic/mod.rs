//! The second opinion on the Carcassonne family.
//!
//! `start` sets up the table, `legal` lists answers, `flow` applies them, `worth` and `scoring` count points, `table` and `river` handle
//! the peculiarities of this family's tiles, `mists` handles mist and ghosts, `watchtowers` watchtowers and churches, `wind_roses` wind
//! roses, `cult` shrines, `mage_witch` the mage and the witch, and `hands` the tiles that players choose from.

mod compare;
mod cult;
mod flow;
mod hands;
mod legal;
mod mage_witch;
mod mists;
mod river;
mod scoring;
mod start;
mod table;
mod watchtowers;
mod wind_roses;
mod worth;

use std::collections::{BTreeMap, BTreeSet};

use bastide_core::TileText;
use games::Setup;

use super::{Act, Figure, FoundFeature, Spot, Table, Whereabouts};

/// The goods in the order of their counters, each with its number of tokens (TB-10).
const GOODS: [(&str, usize); 3] = [("wine", 9), ("grain", 6), ("cloth", 5)];
/// The quarters, each with the kind of feature that it serves (COUNT-03), clockwise from the castle in the order of COUNT-09.
const QUARTERS: [(&str, &str); 4] =
    [("castle", "city"), ("market", "field"), ("blacksmith", "road"), ("cathedral", "monastery")];
/// The kinds of figure, in the order of their numbers.
pub const FIGURES: [&str; 9] = ["follower", "large", "mayor", "wagon", "guard", "barn", "builder", "pig", "phantom"];
/// The kinds of figure that are followers (AM-12, AM-13, TB-06, MIST-07, PHAN-01).
const FOLLOWERS: [&str; 6] = ["follower", "large", "mayor", "wagon", "guard", "phantom"];

impl Figure {
    fn is_follower(&self) -> bool {
        FOLLOWERS.contains(&self.kind)
    }
}

/// The pending decision.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Stage {
    Begin,
    /// Chance draws a tile.
    Draw,
    /// Chance draws a tile into this seat's hand (BASE-24).
    Deal(usize),
    /// Chance draws a tile into the active player's hand after it placed one (BASE-24).
    Refill,
    /// The active player places a tile of this kind.
    Place(usize),
    /// The active player places one of the tiles in hand (BASE-24).
    PlaceHeld,
    /// The active player places the abbey instead of drawing, or passes.
    Abbey,
    /// The active player places a ghost beside a follower: one of their own if true, otherwise another player's.
    Haunt(bool),
    /// The active player takes an action with the tile just placed, or passes.
    Action,
    /// The active player moves the mage or the witch.
    MageWitch,
    /// The active player places a phantom after the action, or passes.
    Phantom,
    /// The active player takes a prisoner with the tower on this segment, or passes.
    Capture(Spot),
    /// The active player chooses the prisoner that this seat gives back.
    Exchange(usize),
    /// A seat moves the dragon one step; the list contains the tiles that it has visited in this move.
    Dragon(usize, Vec<usize>),
    /// A seat moves a follower out of the City of Carcassonne, or passes; true at the end of the game.
    Enter(usize, bool),
    /// The owner of this wagon moves it, or passes.
    Wagon(usize),
    /// The active player places a follower in the City of Carcassonne, or passes.
    Courtier,
    /// The active player moves the count, or passes.
    Count,
    /// The active player buys back a prisoner with the points just scored, or passes.
    Ransom,
    /// The active player draws a second tile, or passes.
    Double,
    /// The active player lets a knight escape, or passes.
    Escape,
    /// The game is over, and there is no decision.
    Over,
}

/// State of the current turn, or of the current half.
#[derive(Clone, Debug, Default)]
struct Turn {
    /// Whether a second half follows (TB-03).
    doubled: bool,
    /// Whether this is the second half.
    second: bool,
    /// Whether a ransom was paid (TOW-07).
    ransomed: bool,
    /// Whether the river's next tile is the lake (RIV-08).
    lake_next: bool,
    /// Whether an action was taken with the volcano tile, in which case none is allowed with the lake tile (RIV-08).
    acted: bool,
    /// Whether the player, when placing the tile, had prisoners to buy back but too few points (TOW-07).
    too_poor: bool,
    /// Spots on which figures were placed in this half (COUNT-04, PHAN-02).
    placed: Vec<Spot>,
    /// Whether a phantom may follow the action (PHAN-03, PHAN-04).
    phantom_may_follow: bool,
    /// Whether the action went through a portal (PHAN-07).
    through_portal: bool,
    /// Whether one of those figures stood on a feature that the tile completed (COUNT-04).
    own_placed: bool,
    /// Whether a follower was placed in the City of Carcassonne (COUNT-04).
    entered: bool,
    /// Spot on which a barn was placed in this half.
    barn: Option<Spot>,
    /// The seat whose figure was taken prisoner (TOW-06).
    exchange_with: usize,
    /// Whether the dragon has moved in this half.
    marched: bool,
    /// Features that the tile completed.
    completed: Vec<FoundFeature>,
    /// Whether a completed feature allows a follower to be placed in the City of Carcassonne (COUNT-04).
    scored: bool,
    /// Whether the active player got points for a completed feature (COUNT-04).
    own_scored: bool,
    /// Whether the active player moved a follower out of the City of Carcassonne (COUNT-06).
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
    /// The seat whose turn it is.
    pub active: usize,
    /// The pending decision.
    pub stage: Stage,
    /// Dragon tiles that were put aside (PD-09), by kind.
    pub aside: Vec<usize>,
    /// Whether each seat still has its abbey.
    pub abbeys: Vec<bool>,
    /// The dragon's tile.
    pub dragon: Option<usize>,
    /// The fairy's tile, and the figure next to her.
    pub fairy: Option<(usize, Option<usize>)>,
    /// The count's quarter.
    pub count: Option<Spot>,
    /// The mage's segment.
    pub mage: Option<Spot>,
    /// The witch's segment.
    pub witch: Option<Spot>,
    /// Height of the tower on each foundation.
    pub towers: BTreeMap<Spot, usize>,
    /// Tower pieces by seat.
    pub pieces: Vec<usize>,
    /// Tokens by seat, in the order of `GOODS`.
    pub goods: Vec<[usize; 3]>,
    /// The seat that holds the king, and the size of the city that earned it.
    pub king: Option<(usize, i32)>,
    /// The seat that holds the robber baron, and the length of the road that earned it.
    pub robber: Option<(usize, i32)>,
}

impl ClassicGame {
    fn option(&self, name: &str, value: &str) -> bool {
        self.setup.options.get(name).is_some_and(|given| given == value)
    }

    fn part(&self, id: &str) -> bool {
        self.setup.expansions.iter().any(|part| part == id)
    }

    /// Reports whether an element is in play, which means that it is part of the set-up and not switched off.
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
            "festivals" => &["festival"],
            "phantoms" => &["phantom"],
            "ghosts" | "guards" | "start-block" | "castles" | "cemeteries" => &["mists"],
            "watchtowers" => &["watchtowers"],
            "darmstadtium" | "churches" => &["darmstadt"],
            "wind-roses" => &["wind-roses"],
            "shrines" => &["cult"],
            "mage" | "witch" => &["mage-witch"],
            _ => &[],
        };
        parts.iter().any(|part| self.part(part)) && !self.setup.without.iter().any(|name| name == element)
    }

    fn seats(&self) -> usize {
        usize::from(self.setup.seats)
    }

    /// Returns the seats in clockwise order, from the one to the left of `seat` to `seat` itself.
    fn after(&self, seat: usize) -> impl Iterator<Item = usize> + use<> {
        let seats = self.seats();
        (1..=seats).map(move |step| (seat + step) % seats)
    }

    fn newest_has(&self, mark: &str) -> bool {
        self.table.tiles[self.table.newest()].has(mark)
    }
}

/// Reports whether a tile is an abbey. Players hold abbeys from the start and never draw them.
fn is_abbey(text: &TileText) -> bool {
    text.marks.iter().any(|mark| mark == "abbey")
}
