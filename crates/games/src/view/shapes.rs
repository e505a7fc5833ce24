//! Types of the views, as described in `docs/protocol.md`.

use std::collections::BTreeMap;

use serde::Serialize;

use crate::setup::Setup;

/// A kind of tile.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
#[cfg_attr(feature = "types", derive(ts_rs::TS))]
#[cfg_attr(feature = "schemas", derive(utoipa::ToSchema))]
pub struct TileName {
    /// Id of the tile's set.
    pub set: String,
    /// Id of the tile within its set.
    pub kind: String,
}

/// A position as the viewer may see it.
#[derive(Clone, Debug, PartialEq, Serialize)]
#[cfg_attr(feature = "types", derive(ts_rs::TS))]
#[cfg_attr(feature = "schemas", derive(utoipa::ToSchema))]
pub struct View {
    /// Number of answers so far.
    pub seq: usize,
    /// The turn number.
    pub turn: u16,
    /// Whether the game is over.
    pub over: bool,
    /// The seat whose turn it is, although a different seat may have to answer; null before the first turn and after the last.
    pub active: Option<u8>,
    /// The set-up, with custom tiles replaced by their hash.
    pub setup: Setup,
    /// The pending decision.
    pub decision: DecisionView,
    /// The players, by seat.
    pub players: Vec<PlayerView>,
    /// The tiles on the table, in the order in which they were placed.
    pub tiles: Vec<TileView>,
    /// The figures on the table.
    pub figures: Vec<FigureView>,
    /// The figures that are captives.
    pub captives: Vec<CaptiveView>,
    /// The neutral pieces in play.
    pub pieces: Vec<PieceView>,
    /// Buildings on the map.
    pub buildings: Vec<BuildingView>,
    /// The segments that have a name.
    pub named: Vec<NamedView>,
    /// The features on the table.
    pub features: Vec<FeatureView>,
    /// The undrawn tiles.
    pub bag: BagView,
    /// Tiles that fitted nowhere.
    pub discarded: Vec<TileName>,
    /// Tiles taken out before the first turn.
    pub taken_out: Vec<TileName>,
    /// Tiles put aside, to be shuffled back later.
    pub aside: Vec<TileName>,
    /// Tokens still in the stock, by kind.
    pub stock: BTreeMap<&'static str, u8>,
    /// The half of the turn, 1 or 2.
    pub half: u8,
    /// Whether a second half of the turn will follow.
    pub doubled: bool,
    /// The seats that won; empty until the game is over.
    pub winners: Vec<u8>,
    /// The team, in games in which all seats play as one.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[cfg_attr(feature = "schemas", schema(nullable = false))]
    #[cfg_attr(feature = "types", ts(optional))]
    pub team: Option<TeamView>,
}

/// Kinds of feature that score for the majority at the end of the game. A view without hints hides their figures, strengths and owners.
pub const HIDDEN_KINDS: [&str; 2] = ["field", "meadow"];

impl View {
    /// Removes everything that a player at a tournament would have to work out: the tiles left in the bag, projected scores, what each
    /// feature would score, and which figures share a field and have the majority there.
    pub fn withhold_hints(&mut self) {
        self.bag.tiles.clear();
        for player in &mut self.players {
            player.projected = None;
        }
        for feature in &mut self.features {
            feature.worth = None;
            feature.terms.clear();
            feature.touches.clear();
            feature.things.clear();
            if HIDDEN_KINDS.contains(&feature.kind) {
                feature.owners.clear();
                feature.figures.clear();
                feature.strength.fill(0);
            }
        }
    }
}

/// A team that consists of all seats.
#[derive(Clone, Debug, PartialEq, Serialize)]
#[cfg_attr(feature = "types", derive(ts_rs::TS))]
#[cfg_attr(feature = "schemas", derive(utoipa::ToSchema))]
pub struct TeamView {
    /// The team's points: the total across all seats.
    pub points: i32,
    /// The points needed to win.
    pub goal: i32,
    /// `won` or `lost`, when the game is over.
    pub outcome: Option<&'static str>,
    /// Why the game is over: `goal` if the team has won, `ghosts` or `tiles` if these ran out; null if it was ended early.
    pub reason: Option<&'static str>,
}

/// The pending decision.
#[derive(Clone, Debug, PartialEq, Serialize)]
#[cfg_attr(feature = "types", derive(ts_rs::TS))]
#[cfg_attr(feature = "schemas", derive(utoipa::ToSchema))]
pub struct DecisionView {
    /// The seat that must answer; null if chance must answer or the game is over.
    pub seat: Option<u8>,
    /// `place`, `deploy`, `chance`, `over`, or an expansion's word.
    pub kind: &'static str,
    /// Whether the decision concerns the seat's own figures; set only where it could also concern other seats' figures.
    #[serde(skip_serializing_if = "std::ops::Not::not")]
    #[cfg_attr(feature = "types", ts(optional, as = "Option<bool>"))]
    pub own: bool,
    /// The tile in hand, or the tile just placed.
    pub tile: Option<TileName>,
    /// The walk that a piece is making, if any.
    pub walk: Option<WalkView>,
    /// If the decision is about taking a figure, the tiles from which one can be taken.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    #[cfg_attr(feature = "types", ts(optional, as = "Option<Vec<u16>>"))]
    pub reach: Vec<u16>,
    /// The complete feature that the decision is about, if the player may do something else instead of scoring it.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[cfg_attr(feature = "schemas", schema(nullable = false))]
    #[cfg_attr(feature = "types", ts(optional))]
    pub reward: Option<RewardView>,
    /// The legal answers.
    pub answers: Vec<AnswerView>,
}

/// A complete feature that may be scored.
#[derive(Clone, Debug, PartialEq, Serialize)]
#[cfg_attr(feature = "types", derive(ts_rs::TS))]
#[cfg_attr(feature = "schemas", derive(utoipa::ToSchema))]
pub struct RewardView {
    /// The feature's id in this view.
    pub feature: u16,
    /// The points for scoring the feature.
    pub points: i32,
    /// The terms of the score.
    pub terms: Vec<TermView>,
}

/// A walk of a neutral piece.
#[derive(Clone, Debug, PartialEq, Serialize)]
#[cfg_attr(feature = "types", derive(ts_rs::TS))]
#[cfg_attr(feature = "schemas", derive(utoipa::ToSchema))]
pub struct WalkView {
    /// Word for the piece, such as `dragon`.
    pub piece: &'static str,
    /// The visited tiles, ending with the current one.
    pub been: Vec<u16>,
    /// Number of steps left.
    pub left: u8,
}

/// A legal answer.
#[derive(Clone, Debug, PartialEq, Serialize)]
#[cfg_attr(feature = "types", derive(ts_rs::TS))]
#[cfg_attr(feature = "schemas", derive(utoipa::ToSchema))]
pub struct AnswerView {
    /// The answer's word in the notation.
    pub word: String,
    /// The action by which answers are grouped; omitted for an answer without a target.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[cfg_attr(feature = "schemas", schema(nullable = false))]
    #[cfg_attr(feature = "types", ts(optional))]
    pub mode: Option<&'static str>,
    /// The action in detail.
    #[serde(flatten)]
    pub act: AnswerVerb,
}

/// An answer's action.
#[derive(Clone, Debug, PartialEq, Serialize)]
#[cfg_attr(feature = "types", derive(ts_rs::TS), ts(rename = "Act"))]
#[cfg_attr(feature = "schemas", derive(utoipa::ToSchema), schema(as = Act))]
#[serde(tag = "verb", rename_all = "lowercase")]
pub enum AnswerVerb {
    /// Places the tile in hand.
    Place {
        /// Column, growing to the east.
        x: i16,
        /// Row, growing to the south.
        y: i16,
        /// Quarter turns clockwise.
        rotation: u8,
        /// The tile, if the seat chooses from several in its hand.
        #[serde(skip_serializing_if = "Option::is_none")]
        #[cfg_attr(feature = "schemas", schema(nullable = false))]
        #[cfg_attr(feature = "types", ts(optional))]
        held: Option<TileName>,
        /// The tile's index in the hand.
        #[serde(skip_serializing_if = "Option::is_none")]
        #[cfg_attr(feature = "schemas", schema(nullable = false))]
        #[cfg_attr(feature = "types", ts(optional))]
        slot: Option<u8>,
    },
    /// Deploys a figure.
    Deploy {
        /// The kind of figure.
        figure: &'static str,
        /// The figure's role on the segment.
        role: &'static str,
        /// The tile's index, in order of placement.
        tile: u16,
        /// The segment within the tile.
        segment: u8,
        /// The corner of the tile, clockwise from the north-east, if the figure is placed on a corner.
        #[serde(skip_serializing_if = "Option::is_none")]
        #[cfg_attr(feature = "schemas", schema(nullable = false))]
        #[cfg_attr(feature = "types", ts(optional))]
        corner: Option<u8>,
    },
    /// Returns a figure to its owner's supply.
    Return(FigureView),
    /// Moves a figure.
    Move {
        /// The figure, at its current location.
        #[serde(flatten)]
        figure: FigureView,
        /// The destination tile.
        to_tile: u16,
        /// The segment within the destination tile.
        to_segment: u8,
    },
    /// Captures a figure.
    Capture(FigureView),
    /// Places a ghost next to a figure.
    Haunt(FigureView),
    /// Redeems a captive.
    Redeem(CaptiveView),
    /// Moves a neutral piece.
    Lead(PieceView),
    /// Takes a neutral piece off the table.
    Withdraw(PieceView),
    /// Adds one piece to a building.
    Build(BuildingView),
    /// Removes the ghosts from a tile.
    Clear {
        /// The tile's index, in order of placement.
        tile: u16,
        /// The number of ghosts on the tile.
        ghosts: u8,
    },
    /// Draws another tile.
    Again,
    /// Declines an optional action.
    Pass,
    /// Chance draws a tile.
    Draw {
        /// The kind of tile.
        #[serde(flatten)]
        tile: TileName,
    },
    /// Chance decides something other than a tile.
    Outcome {
        /// The outcome, as numbered by the decision.
        number: u16,
    },
    /// Chance selects the first seat.
    First {
        /// The seat that goes first.
        seat: u8,
    },
}

/// A player's state.
#[derive(Clone, Debug, PartialEq, Serialize)]
#[cfg_attr(feature = "types", derive(ts_rs::TS))]
#[cfg_attr(feature = "schemas", derive(utoipa::ToSchema))]
pub struct PlayerView {
    /// The seat, counted from 0.
    pub seat: u8,
    /// Points scored so far.
    pub score: i32,
    /// Points that the player would have if the game ended now; null if hints are withheld.
    pub projected: Option<i32>,
    /// Figures in the player's supply, by kind.
    pub supply: BTreeMap<&'static str, u8>,
    /// Tokens that the player holds, by kind.
    pub tokens: BTreeMap<&'static str, u8>,
    /// The tiles in the player's hand; null for each tile that is hidden from the viewer.
    pub hand: Vec<Option<TileName>>,
    /// Points so far, by kind of feature.
    pub by_kind: BTreeMap<&'static str, i32>,
}

/// A tile on the table.
#[derive(Clone, Debug, PartialEq, Serialize)]
#[cfg_attr(feature = "types", derive(ts_rs::TS))]
#[cfg_attr(feature = "schemas", derive(utoipa::ToSchema))]
pub struct TileView {
    /// The kind of tile.
    #[serde(flatten)]
    pub name: TileName,
    /// Column, growing to the east.
    pub x: i16,
    /// Row, growing to the south.
    pub y: i16,
    /// Quarter turns clockwise.
    pub rotation: u8,
    /// The seat that placed the tile; null for a start tile.
    pub seat: Option<u8>,
    /// The turn in which the tile was placed; 0 for a start tile.
    pub turn: u16,
    /// The number of ghosts on the tile.
    #[serde(skip_serializing_if = "is_zero")]
    #[cfg_attr(feature = "types", ts(optional, as = "Option<u8>"))]
    pub ghosts: u8,
}

/// A figure on the table.
#[derive(Clone, Debug, PartialEq, Serialize)]
#[cfg_attr(feature = "types", derive(ts_rs::TS))]
#[cfg_attr(feature = "schemas", derive(utoipa::ToSchema))]
pub struct FigureView {
    /// The figure's id in this game.
    pub id: u8,
    /// The owner's seat.
    pub seat: u8,
    /// Word for the kind of figure.
    pub figure: &'static str,
    /// The figure's role on its segment.
    pub role: &'static str,
    /// The tile's index, in order of placement.
    pub tile: u16,
    /// The segment within the tile.
    pub segment: u8,
    /// The corner of the tile, clockwise from the north-east, if the figure stands on a corner.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[cfg_attr(feature = "schemas", schema(nullable = false))]
    #[cfg_attr(feature = "types", ts(optional))]
    pub corner: Option<u8>,
    /// The number of ghosts next to the figure.
    #[serde(skip_serializing_if = "is_zero")]
    #[cfg_attr(feature = "types", ts(optional, as = "Option<u8>"))]
    pub ghosts: u8,
}

#[allow(clippy::trivially_copy_pass_by_ref, reason = "required by serde")]
fn is_zero(count: &u8) -> bool {
    *count == 0
}

/// A captive figure.
#[derive(Clone, Debug, PartialEq, Serialize)]
#[cfg_attr(feature = "types", derive(ts_rs::TS))]
#[cfg_attr(feature = "schemas", derive(utoipa::ToSchema))]
pub struct CaptiveView {
    /// The figure's id in this game.
    pub id: u8,
    /// The owner's seat.
    pub seat: u8,
    /// Word for the kind of figure.
    pub figure: &'static str,
    /// The captor's seat.
    pub by: u8,
}

/// A neutral piece.
#[derive(Clone, Debug, PartialEq, Serialize)]
#[cfg_attr(feature = "types", derive(ts_rs::TS))]
#[cfg_attr(feature = "schemas", derive(utoipa::ToSchema))]
pub struct PieceView {
    /// Word for the piece, such as `dragon`.
    pub piece: &'static str,
    /// The tile's index, in order of placement.
    pub tile: u16,
    /// The segment within the tile, if the piece stands on one or next to a figure.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[cfg_attr(feature = "schemas", schema(nullable = false))]
    #[cfg_attr(feature = "types", ts(optional))]
    pub segment: Option<u8>,
    /// The id of the figure next to the piece, if it stands next to one.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[cfg_attr(feature = "schemas", schema(nullable = false))]
    #[cfg_attr(feature = "types", ts(optional))]
    pub id: Option<u8>,
}

/// A building on a segment.
#[derive(Clone, Debug, PartialEq, Serialize)]
#[cfg_attr(feature = "types", derive(ts_rs::TS))]
#[cfg_attr(feature = "schemas", derive(utoipa::ToSchema))]
pub struct BuildingView {
    /// The tile's index, in order of placement.
    pub tile: u16,
    /// The segment within the tile.
    pub segment: u8,
    /// Height in pieces; in an answer, the height after the piece is added.
    pub height: u8,
}

/// A segment with a name.
#[derive(Clone, Debug, PartialEq, Serialize)]
#[cfg_attr(feature = "types", derive(ts_rs::TS))]
#[cfg_attr(feature = "schemas", derive(utoipa::ToSchema))]
pub struct NamedView {
    /// The tile's index, in order of placement.
    pub tile: u16,
    /// The segment within the tile.
    pub segment: u8,
    /// The name, such as `castle`.
    pub name: &'static str,
}

/// A feature and its state.
#[derive(Clone, Debug, PartialEq, Serialize)]
#[cfg_attr(feature = "types", derive(ts_rs::TS))]
#[cfg_attr(feature = "schemas", derive(utoipa::ToSchema))]
pub struct FeatureView {
    /// The feature's id, valid only in this view.
    pub id: u16,
    /// Word for the kind of feature, such as `city`.
    pub kind: &'static str,
    /// Whether the feature is complete.
    pub complete: bool,
    /// Number of joins that the feature still needs; for a feature completed by the places around its tile, the number of empty places.
    pub open: u16,
    /// Number of tiles that the feature covers.
    pub tiles: u16,
    /// The feature's segments, each as a tile index and the segment within the tile.
    pub segments: Vec<(u16, u8)>,
    /// Ids of the figures on the feature.
    pub figures: Vec<u8>,
    /// The strength of each seat on the feature.
    pub strength: Vec<u16>,
    /// The seats for which the feature would score.
    pub owners: Vec<u8>,
    /// Points for each owner if the game ended now. In a game that scores by taking followers back, points if one were taken back now; in a
    /// team game, points for the team if the feature were complete. After the end of the game, the points scored. Null if hints are
    /// withheld.
    pub worth: Option<i32>,
    /// The terms of the score.
    pub terms: Vec<TermView>,
    /// Ids of the features on which this one's score depends, such as a field's complete cities.
    pub touches: Vec<u16>,
    /// The feature's marks, such as `inn` or `besieged`.
    pub marks: Vec<&'static str>,
    /// The printed things that the feature counts or excludes.
    pub things: Vec<ThingView>,
}

/// A printed thing that a feature counts or excludes.
#[derive(Clone, Debug, PartialEq, Serialize)]
#[cfg_attr(feature = "types", derive(ts_rs::TS))]
#[cfg_attr(feature = "schemas", derive(utoipa::ToSchema))]
pub struct ThingView {
    /// The tile's index, in order of placement.
    pub tile: u16,
    /// The thing's index among the things printed on the tile.
    pub thing: u8,
    /// Whether the thing counts; otherwise it is excluded.
    pub counts: bool,
}

/// One term of a score.
#[derive(Clone, Debug, PartialEq, Serialize)]
#[cfg_attr(feature = "types", derive(ts_rs::TS))]
#[cfg_attr(feature = "schemas", derive(utoipa::ToSchema))]
pub struct TermView {
    /// The clause that awards the points.
    pub clause: &'static str,
    /// Word for what is counted, such as `tiles`.
    pub what: &'static str,
    /// Number of items counted.
    pub count: u16,
    /// Points for each item.
    pub each: i16,
}

/// The tiles that are undrawn or in hands that the viewer cannot see.
#[derive(Clone, Debug, PartialEq, Serialize)]
#[cfg_attr(feature = "types", derive(ts_rs::TS))]
#[cfg_attr(feature = "schemas", derive(utoipa::ToSchema))]
pub struct BagView {
    /// Number of tiles in the bag and in the pile that is drawn before it.
    pub left: u16,
    /// Number of tiles kept apart, which are drawn only when the rules call for one.
    pub apart: u16,
    /// Number of tiles of each kind, including those in hidden hands; kinds without tiles are omitted.
    pub tiles: Vec<BagTile>,
}

/// Copies of one kind in the bag.
#[derive(Clone, Debug, PartialEq, Serialize)]
#[cfg_attr(feature = "types", derive(ts_rs::TS))]
#[cfg_attr(feature = "schemas", derive(utoipa::ToSchema))]
pub struct BagTile {
    /// The kind of tile.
    #[serde(flatten)]
    pub name: TileName,
    /// Number of copies.
    pub count: u8,
    /// Whether these tiles are kept separate and drawn only when the rules call for one.
    #[serde(skip_serializing_if = "std::ops::Not::not")]
    #[cfg_attr(feature = "types", ts(optional, as = "Option<bool>"))]
    pub apart: bool,
}

/// A game event.
#[derive(Clone, Debug, PartialEq, Serialize)]
#[cfg_attr(feature = "types", derive(ts_rs::TS))]
#[cfg_attr(feature = "schemas", derive(utoipa::ToSchema))]
#[serde(tag = "type", rename_all = "lowercase")]
#[allow(missing_docs, reason = "the fields are those of the core's events, described there and in docs/protocol.md")]
pub enum EventView {
    First {
        seat: u8,
    },
    Turn {
        seat: u8,
        turn: u16,
    },
    Drawn {
        tile: TileName,
    },
    /// A tile was drawn into a hand; the tile is omitted if the hand is hidden.
    Taken {
        seat: u8,
        tile: Option<TileName>,
    },
    TakenOut {
        tile: TileName,
    },
    Discarded {
        tile: TileName,
    },
    Placed {
        seat: u8,
        tile: u16,
        set: String,
        kind: String,
        x: i16,
        y: i16,
        rotation: u8,
    },
    Deployed {
        seat: u8,
        figure: &'static str,
        id: u8,
        role: &'static str,
        tile: u16,
        segment: u8,
    },
    Returned {
        seat: u8,
        figure: &'static str,
        id: u8,
        tile: u16,
        segment: u8,
    },
    Moved {
        seat: u8,
        figure: &'static str,
        id: u8,
        role: &'static str,
        tile: u16,
        segment: u8,
        from_tile: u16,
        from_segment: u8,
    },
    Captured {
        seat: u8,
        figure: &'static str,
        id: u8,
        tile: u16,
        segment: u8,
        by: u8,
    },
    Redeemed {
        seat: u8,
        figure: &'static str,
        id: u8,
        from: u8,
    },
    Haunted {
        seat: u8,
        figure: &'static str,
        id: u8,
        tile: u16,
        segment: u8,
        ghosts: u8,
    },
    Enlisted {
        seat: u8,
        figure: &'static str,
    },
    Led(PieceView),
    Withdrawn(PieceView),
    Built {
        seat: u8,
        tile: u16,
        segment: u8,
        height: u8,
    },
    Tokens {
        seat: u8,
        token: &'static str,
        change: i8,
    },
    Ghosts {
        tile: u16,
        ghosts: u8,
    },
    Aside {
        tile: TileName,
    },
    Back,
    Left {
        tile: TileName,
    },
    Scored {
        seat: u8,
        points: i32,
        kind: &'static str,
        finished: bool,
        #[serde(rename = "final")]
        last: bool,
        feature: Option<u16>,
        tile: Option<u16>,
        segment: Option<u8>,
        terms: Vec<TermView>,
    },
    Over {
        winners: Vec<u8>,
    },
}
