//! The shape of a saved game. Keys that play no part are not read.

use std::collections::BTreeMap;

use serde::Deserialize;
use serde::de::DeserializeOwned;
use serde_json::Value;

use super::fault::MessageError;

/// A saved game.
#[derive(Debug, Deserialize)]
#[serde(rename_all = "camelCase")]
pub(super) struct File {
    #[serde(default)]
    app_version: Option<String>,
    pub setup: Setup,
    pub players: Vec<Player>,
    #[serde(default)]
    pub replay: Vec<Message>,
    #[serde(default)]
    game_annotations: Option<Annotations>,
    #[serde(default)]
    test: Option<Test>,
}

impl File {
    pub fn app_version(&self) -> String {
        crate::record::clean(self.app_version.as_deref().unwrap_or("of unknown version"))
    }

    /// The tiles to be drawn, where the file fixes them.
    pub fn draw_order(&self) -> &[String] {
        self.game_annotations.as_ref().and_then(|annotations| annotations.draw_order.as_deref()).unwrap_or_default()
    }

    /// After how many drawn tiles the game ends, where the file says so.
    pub fn end_turn(&self) -> Option<u64> {
        self.game_annotations.as_ref()?.end_turn
    }

    pub fn assertions(&self) -> Vec<String> {
        self.test.as_ref().map(|test| test.assertions.clone()).unwrap_or_default()
    }
}

/// What is played.
#[derive(Debug, Deserialize)]
pub struct Setup {
    /// Tile sets, with how many of each.
    pub sets: BTreeMap<String, Value>,
    /// Pieces and rules in play.
    #[serde(default)]
    pub elements: BTreeMap<String, Value>,
    /// Variants of rules.
    #[serde(default)]
    pub rules: BTreeMap<String, Value>,
    /// Tiles on the table before the first turn, where they are not the usual ones.
    #[serde(default)]
    pub start: Option<Vec<StartTile>>,
}

/// A tile on the table before the first turn.
#[derive(Debug, Deserialize)]
pub struct StartTile {
    /// Its name.
    pub tile: String,
    /// East.
    pub x: i64,
    /// South.
    pub y: i64,
    /// Degrees clockwise.
    #[serde(default)]
    pub rotation: i64,
}

/// A player.
#[derive(Debug, Deserialize)]
pub(super) struct Player {
    #[serde(default)]
    pub name: Option<String>,
}

/// One message of the replay.
#[derive(Debug, Deserialize)]
pub(super) struct Message {
    #[serde(rename = "type")]
    pub kind: String,
    #[serde(default)]
    payload: Value,
    #[serde(default)]
    pub player: Option<i64>,
}

impl Message {
    /// The payload in the shape that the message's kind has.
    ///
    /// # Errors
    /// It has another shape.
    pub fn payload<T: DeserializeOwned>(&self) -> Result<T, MessageError> {
        serde_json::from_value(self.payload.clone()).map_err(|e| MessageError::Payload(e.to_string()))
    }
}

#[derive(Debug, Deserialize)]
#[serde(rename_all = "camelCase")]
struct Annotations {
    #[serde(default)]
    draw_order: Option<Vec<String>>,
    #[serde(default)]
    end_turn: Option<u64>,
}

#[derive(Debug, Deserialize)]
struct Test {
    #[serde(default)]
    assertions: Vec<String>,
}

/// The payload of `PLACE_TILE`.
#[derive(Debug, Deserialize)]
#[serde(rename_all = "camelCase")]
pub(super) struct PlaceTile {
    pub tile_id: String,
    pub rotation: String,
    pub position: [i16; 2],
}

/// The payload of `DEPLOY_MEEPLE`.
#[derive(Debug, Deserialize)]
#[serde(rename_all = "camelCase")]
pub(super) struct DeployMeeple {
    pub pointer: Pointer,
    pub meeple_id: String,
}

/// The payload of `MOVE_NEUTRAL_FIGURE`.
#[derive(Debug, Deserialize)]
#[serde(rename_all = "camelCase")]
pub(super) struct MoveNeutralFigure {
    pub figure_id: String,
    pub to: Target,
}

/// Where a figure that belongs to nobody goes.
#[derive(Debug, Deserialize)]
#[serde(untagged)]
pub(super) enum Target {
    Tile([i16; 2]),
    Meeple(MeeplePointer),
    Feature(Pointer),
}

/// A figure on the table.
#[derive(Debug, Deserialize)]
#[serde(rename_all = "camelCase")]
pub(super) struct MeeplePointer {
    pub feature_pointer: Pointer,
    pub meeple_id: String,
}

/// The payload of `CAPTURE_FOLLOWER` and `RETURN_MEEPLE`.
#[derive(Debug, Deserialize)]
pub(super) struct OfMeeple {
    pub pointer: MeeplePointer,
}

/// The payload of `EXCHANGE_FOLLOWER` and `PAY_RANSOM`.
#[derive(Debug, Deserialize)]
#[serde(rename_all = "camelCase")]
pub(super) struct OfCaptive {
    pub meeple_id: String,
}

/// The payload of `PLACE_TOKEN`.
#[derive(Debug, Deserialize)]
pub(super) struct PlaceToken {
    pub token: String,
    pub pointer: Pointer,
}

/// A feature, by one of the tiles that it is on.
#[derive(Debug, Deserialize)]
pub struct Pointer {
    /// The tile's place.
    pub position: [i16; 2],
    /// What sort of feature it is: `City`.
    pub feature: String,
    /// Where on the tile it is, as the tile lies: `NW`.
    pub location: String,
}
