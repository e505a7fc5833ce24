//! The shapes of what may be shown: those of `docs/protocol.md`.

use std::collections::BTreeMap;

use serde::Serialize;

use crate::setup::Setup;

/// A kind of tile.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
#[cfg_attr(feature = "types", derive(ts_rs::TS))]
#[cfg_attr(feature = "schemas", derive(utoipa::ToSchema))]
pub struct TileName {
    /// Its set.
    pub set: String,
    /// Its id within the set.
    pub kind: String,
}

/// Everything that may be shown of a position.
#[derive(Clone, Debug, PartialEq, Serialize)]
#[cfg_attr(feature = "types", derive(ts_rs::TS))]
#[cfg_attr(feature = "schemas", derive(utoipa::ToSchema))]
pub struct View {
    /// Answers given so far.
    pub seq: usize,
    /// The turn's number.
    pub turn: u16,
    /// Whether the game is over.
    pub over: bool,
    /// Whose turn it is, which need not be who must answer; nobody's before the first turn and after the last.
    pub active: Option<u8>,
    /// The set-up, with own tiles by their hash.
    pub setup: Setup,
    /// What is asked.
    pub decision: DecisionView,
    /// The players, by seat.
    pub players: Vec<PlayerView>,
    /// The tiles in the order of placing.
    pub tiles: Vec<TileView>,
    /// The figures on the table.
    pub figures: Vec<FigureView>,
    /// The figures that are captives.
    pub captives: Vec<CaptiveView>,
    /// The pieces that belong to nobody and are in play.
    pub pieces: Vec<PieceView>,
    /// What is built on the map.
    pub buildings: Vec<BuildingView>,
    /// The segments that have a name of their own.
    pub named: Vec<NamedView>,
    /// The features.
    pub features: Vec<FeatureView>,
    /// The tiles that nobody has drawn.
    pub bag: BagView,
    /// Tiles that fitted nowhere.
    pub discarded: Vec<TileName>,
    /// Tiles that were taken out before the first turn.
    pub taken_out: Vec<TileName>,
    /// Tiles put aside, to be shuffled back later.
    pub aside: Vec<TileName>,
    /// Tokens that nobody holds yet, by kind.
    pub stock: BTreeMap<&'static str, u8>,
    /// The half of the turn, 1 or 2.
    pub half: u8,
    /// Whether a second half will follow.
    pub doubled: bool,
    /// The winners, when over.
    pub winners: Vec<u8>,
    /// The team, in a game that all seats play as one.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[cfg_attr(feature = "schemas", schema(nullable = false))]
    #[cfg_attr(feature = "types", ts(optional))]
    pub team: Option<TeamView>,
}

/// A team of all seats.
#[derive(Clone, Debug, PartialEq, Serialize)]
#[cfg_attr(feature = "types", derive(ts_rs::TS))]
#[cfg_attr(feature = "schemas", derive(utoipa::ToSchema))]
pub struct TeamView {
    /// Its points: those of all seats together.
    pub points: i32,
    /// The points with which it wins.
    pub goal: i32,
    /// `won` or `lost`, when over.
    pub outcome: Option<&'static str>,
}

/// The pending decision.
#[derive(Clone, Debug, PartialEq, Serialize)]
#[cfg_attr(feature = "types", derive(ts_rs::TS))]
#[cfg_attr(feature = "schemas", derive(utoipa::ToSchema))]
pub struct DecisionView {
    /// Who must answer; nobody where chance must, or the game is over.
    pub seat: Option<u8>,
    /// `place`, `deploy`, `chance`, `over`, or a word for what an expansion asks.
    pub kind: &'static str,
    /// Whether it is about the seat's own figures, where others' might be asked for.
    #[serde(skip_serializing_if = "std::ops::Not::not")]
    #[cfg_attr(feature = "types", ts(optional, as = "Option<bool>"))]
    pub own: bool,
    /// The tile in hand, or the tile just placed.
    pub tile: Option<TileName>,
    /// The walk of a piece that is under way.
    pub walk: Option<WalkView>,
    /// The tiles from which a figure can be taken, where that is asked.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    #[cfg_attr(feature = "types", ts(optional, as = "Option<Vec<u16>>"))]
    pub reach: Vec<u16>,
    /// The complete feature that is decided, where something else may be done instead of scoring it.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[cfg_attr(feature = "schemas", schema(nullable = false))]
    #[cfg_attr(feature = "types", ts(optional))]
    pub reward: Option<RewardView>,
    /// The legal answers.
    pub answers: Vec<AnswerView>,
}

/// A complete feature that is scored, or not.
#[derive(Clone, Debug, PartialEq, Serialize)]
#[cfg_attr(feature = "types", derive(ts_rs::TS))]
#[cfg_attr(feature = "schemas", derive(utoipa::ToSchema))]
pub struct RewardView {
    /// The feature.
    pub feature: u16,
    /// The points that scoring it gives.
    pub points: i32,
    /// Why.
    pub terms: Vec<TermView>,
}

/// A piece's walk, step by step.
#[derive(Clone, Debug, PartialEq, Serialize)]
#[cfg_attr(feature = "types", derive(ts_rs::TS))]
#[cfg_attr(feature = "schemas", derive(utoipa::ToSchema))]
pub struct WalkView {
    /// The piece.
    pub piece: &'static str,
    /// The tiles on which it has been, the present one last.
    pub been: Vec<u16>,
    /// Steps that it has left.
    pub left: u8,
}

/// A legal answer.
#[derive(Clone, Debug, PartialEq, Serialize)]
#[cfg_attr(feature = "types", derive(ts_rs::TS))]
#[cfg_attr(feature = "schemas", derive(utoipa::ToSchema))]
pub struct AnswerView {
    /// Its word.
    pub word: String,
    /// What kind of thing it does, by which answers are gathered; left out for one that points at nothing.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[cfg_attr(feature = "schemas", schema(nullable = false))]
    #[cfg_attr(feature = "types", ts(optional))]
    pub mode: Option<&'static str>,
    /// What it does, spelled out.
    #[serde(flatten)]
    pub act: AnswerVerb,
}

/// What an answer does.
#[derive(Clone, Debug, PartialEq, Serialize)]
#[cfg_attr(feature = "types", derive(ts_rs::TS), ts(rename = "Act"))]
#[cfg_attr(feature = "schemas", derive(utoipa::ToSchema), schema(as = Act))]
#[serde(tag = "verb", rename_all = "lowercase")]
pub enum AnswerVerb {
    /// Places the tile in hand.
    Place {
        /// East.
        x: i16,
        /// South.
        y: i16,
        /// Quarter turns clockwise.
        rotation: u8,
        /// The tile, where the seat chooses among those of its hand.
        #[serde(skip_serializing_if = "Option::is_none")]
        #[cfg_attr(feature = "schemas", schema(nullable = false))]
        #[cfg_attr(feature = "types", ts(optional))]
        held: Option<TileName>,
        /// Its number in the hand.
        #[serde(skip_serializing_if = "Option::is_none")]
        #[cfg_attr(feature = "schemas", schema(nullable = false))]
        #[cfg_attr(feature = "types", ts(optional))]
        slot: Option<u8>,
    },
    /// Deploys a figure.
    Deploy {
        /// The kind of figure.
        figure: &'static str,
        /// What it becomes.
        role: &'static str,
        /// The tile.
        tile: u16,
        /// The segment within the tile.
        segment: u8,
        /// The corner of the tile, clockwise from the north-east, for a figure that goes onto one.
        #[serde(skip_serializing_if = "Option::is_none")]
        #[cfg_attr(feature = "schemas", schema(nullable = false))]
        #[cfg_attr(feature = "types", ts(optional))]
        corner: Option<u8>,
    },
    /// Sends a figure back to its owner's supply.
    Return(FigureView),
    /// Moves a figure.
    Move {
        /// The figure where it stands.
        #[serde(flatten)]
        figure: FigureView,
        /// The tile that it goes to.
        to_tile: u16,
        /// The segment within that tile.
        to_segment: u8,
    },
    /// Makes a figure a captive.
    Capture(FigureView),
    /// Puts a ghost beside a figure.
    Haunt(FigureView),
    /// Brings a captive back.
    Redeem(CaptiveView),
    /// Leads a piece that belongs to nobody.
    Lead(PieceView),
    /// Builds one piece higher.
    Build(BuildingView),
    /// Takes ghosts off a tile.
    Clear {
        /// The tile.
        tile: u16,
        /// The ghosts on it now.
        ghosts: u8,
    },
    /// Draws another tile.
    Again,
    /// Does nothing.
    Pass,
    /// Chance draws a tile.
    Draw {
        /// The tile.
        #[serde(flatten)]
        tile: TileName,
    },
    /// A seat begins.
    First {
        /// The seat.
        seat: u8,
    },
}

/// A player.
#[derive(Clone, Debug, PartialEq, Serialize)]
#[cfg_attr(feature = "types", derive(ts_rs::TS))]
#[cfg_attr(feature = "schemas", derive(utoipa::ToSchema))]
pub struct PlayerView {
    /// The seat.
    pub seat: u8,
    /// Points.
    pub score: i32,
    /// Points if the game ended now.
    pub projected: i32,
    /// Figures in supply, by kind.
    pub supply: BTreeMap<&'static str, u8>,
    /// What the player holds beside figures, by kind.
    pub tokens: BTreeMap<&'static str, u8>,
    /// The tiles in the player's hand; nothing for one that is hidden.
    pub hand: Vec<Option<TileName>>,
    /// Points so far, by kind of feature.
    pub by_kind: BTreeMap<&'static str, i32>,
}

/// A tile on the table.
#[derive(Clone, Debug, PartialEq, Serialize)]
#[cfg_attr(feature = "types", derive(ts_rs::TS))]
#[cfg_attr(feature = "schemas", derive(utoipa::ToSchema))]
pub struct TileView {
    /// What it is.
    #[serde(flatten)]
    pub name: TileName,
    /// East.
    pub x: i16,
    /// South.
    pub y: i16,
    /// Quarter turns clockwise.
    pub rotation: u8,
    /// Who placed it; nobody placed a start tile.
    pub seat: Option<u8>,
    /// In which turn; 0 for a start tile.
    pub turn: u16,
    /// The ghosts on it.
    #[serde(skip_serializing_if = "is_zero")]
    #[cfg_attr(feature = "types", ts(optional, as = "Option<u8>"))]
    pub ghosts: u8,
}

/// A figure on the table.
#[derive(Clone, Debug, PartialEq, Serialize)]
#[cfg_attr(feature = "types", derive(ts_rs::TS))]
#[cfg_attr(feature = "schemas", derive(utoipa::ToSchema))]
pub struct FigureView {
    /// Its number.
    pub id: u8,
    /// Its owner.
    pub seat: u8,
    /// Its kind.
    pub figure: &'static str,
    /// What it is where it stands.
    pub role: &'static str,
    /// The tile.
    pub tile: u16,
    /// The segment within the tile.
    pub segment: u8,
    /// The corner of the tile, clockwise from the north-east, for a figure that stands on one.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[cfg_attr(feature = "schemas", schema(nullable = false))]
    #[cfg_attr(feature = "types", ts(optional))]
    pub corner: Option<u8>,
    /// The ghosts beside it.
    #[serde(skip_serializing_if = "is_zero")]
    #[cfg_attr(feature = "types", ts(optional, as = "Option<u8>"))]
    pub ghosts: u8,
}

#[allow(clippy::trivially_copy_pass_by_ref, reason = "serde asks for a reference")]
fn is_zero(count: &u8) -> bool {
    *count == 0
}

/// A figure that is a captive.
#[derive(Clone, Debug, PartialEq, Serialize)]
#[cfg_attr(feature = "types", derive(ts_rs::TS))]
#[cfg_attr(feature = "schemas", derive(utoipa::ToSchema))]
pub struct CaptiveView {
    /// Its number.
    pub id: u8,
    /// Its owner.
    pub seat: u8,
    /// Its kind.
    pub figure: &'static str,
    /// Who holds it.
    pub by: u8,
}

/// A piece that belongs to nobody.
#[derive(Clone, Debug, PartialEq, Serialize)]
#[cfg_attr(feature = "types", derive(ts_rs::TS))]
#[cfg_attr(feature = "schemas", derive(utoipa::ToSchema))]
pub struct PieceView {
    /// Its word: `dragon`.
    pub piece: &'static str,
    /// The tile.
    pub tile: u16,
    /// The segment within the tile, where it stands on one.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[cfg_attr(feature = "schemas", schema(nullable = false))]
    #[cfg_attr(feature = "types", ts(optional))]
    pub segment: Option<u8>,
    /// The figure that it stands beside, by number.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[cfg_attr(feature = "schemas", schema(nullable = false))]
    #[cfg_attr(feature = "types", ts(optional))]
    pub id: Option<u8>,
}

/// What is built on a segment.
#[derive(Clone, Debug, PartialEq, Serialize)]
#[cfg_attr(feature = "types", derive(ts_rs::TS))]
#[cfg_attr(feature = "schemas", derive(utoipa::ToSchema))]
pub struct BuildingView {
    /// The tile.
    pub tile: u16,
    /// The segment within the tile.
    pub segment: u8,
    /// Pieces; in an answer, those that will be there.
    pub height: u8,
}

/// A segment with a name of its own.
#[derive(Clone, Debug, PartialEq, Serialize)]
#[cfg_attr(feature = "types", derive(ts_rs::TS))]
#[cfg_attr(feature = "schemas", derive(utoipa::ToSchema))]
pub struct NamedView {
    /// The tile.
    pub tile: u16,
    /// The segment within the tile.
    pub segment: u8,
    /// The name: `castle`.
    pub name: &'static str,
}

/// A feature.
#[derive(Clone, Debug, PartialEq, Serialize)]
#[cfg_attr(feature = "types", derive(ts_rs::TS))]
#[cfg_attr(feature = "schemas", derive(utoipa::ToSchema))]
pub struct FeatureView {
    /// Its number, good for this view only.
    pub id: u16,
    /// Its kind.
    pub kind: &'static str,
    /// Whether it is complete.
    pub complete: bool,
    /// Joins that it waits for.
    pub open: u16,
    /// Tiles that it covers.
    pub tiles: u16,
    /// Its segments: tile and segment within the tile.
    pub segments: Vec<(u16, u8)>,
    /// The figures on it.
    pub figures: Vec<u8>,
    /// How strong each seat is on it.
    pub strength: Vec<u16>,
    /// The seats that it would score for.
    pub owners: Vec<u8>,
    /// Points for each of these if the game ended now, or, where followers are taken back to score, if that was done now; after the
    /// end what was scored.
    pub worth: i32,
    /// Why.
    pub terms: Vec<TermView>,
    /// The features that it scores with: a field's complete cities.
    pub touches: Vec<u16>,
    /// Its marks: `inn`, `besieged`.
    pub marks: Vec<&'static str>,
    /// The printed things that count for it, or are struck out of its count.
    pub things: Vec<ThingView>,
}

/// A printed thing that a feature counts.
#[derive(Clone, Debug, PartialEq, Serialize)]
#[cfg_attr(feature = "types", derive(ts_rs::TS))]
#[cfg_attr(feature = "schemas", derive(utoipa::ToSchema))]
pub struct ThingView {
    /// The tile.
    pub tile: u16,
    /// Its number among the things of the tile's art.
    pub thing: u8,
    /// Whether it counts; otherwise it is struck out.
    pub counts: bool,
}

/// One term of a score.
#[derive(Clone, Debug, PartialEq, Serialize)]
#[cfg_attr(feature = "types", derive(ts_rs::TS))]
#[cfg_attr(feature = "schemas", derive(utoipa::ToSchema))]
pub struct TermView {
    /// The clause that gives the points.
    pub clause: &'static str,
    /// What is counted.
    pub what: &'static str,
    /// How many.
    pub count: u16,
    /// Points for each.
    pub each: i16,
}

/// The tiles that nobody has drawn, or nobody whose hand the viewer sees.
#[derive(Clone, Debug, PartialEq, Serialize)]
#[cfg_attr(feature = "types", derive(ts_rs::TS))]
#[cfg_attr(feature = "schemas", derive(utoipa::ToSchema))]
pub struct BagView {
    /// How many.
    pub left: u16,
    /// How many lie apart, to be drawn when the rules call for one.
    pub apart: u16,
    /// How many of each kind, those in hands that are hidden from the viewer included; kinds that are used up are left out.
    pub tiles: Vec<BagTile>,
}

/// Copies of one kind in the bag.
#[derive(Clone, Debug, PartialEq, Serialize)]
#[cfg_attr(feature = "types", derive(ts_rs::TS))]
#[cfg_attr(feature = "schemas", derive(utoipa::ToSchema))]
pub struct BagTile {
    /// The kind.
    #[serde(flatten)]
    pub name: TileName,
    /// How many.
    pub count: u8,
    /// They lie apart, to be drawn when the rules call for one.
    #[serde(skip_serializing_if = "std::ops::Not::not")]
    #[cfg_attr(feature = "types", ts(optional, as = "Option<bool>"))]
    pub apart: bool,
}

/// Something that happened.
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
    /// Into a hand; without the tile where the hand is hidden.
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
