//! The format of JCloisterZone's saved games. Unused keys are ignored.

use std::collections::BTreeMap;

use serde::de::{DeserializeOwned, Error, IgnoredAny};
use serde::{Deserialize, Deserializer};
use serde_json::Value;

use super::fault::MessageError;
use super::version4::{ModernSetup, Setup4};

/// A saved game.
#[derive(Debug, Deserialize)]
#[serde(rename_all = "camelCase")]
pub(super) struct File {
    #[serde(default)]
    app_version: Option<String>,
    #[serde(deserialize_with = "setup")]
    pub setup: Setup,
    /// The players by seat; the key is `slots` in version 4.
    #[serde(alias = "slots")]
    pub players: Vec<Player>,
    #[serde(default)]
    pub replay: Vec<ReplayMessage>,
    #[serde(default)]
    game_annotations: Option<Annotations>,
    #[serde(default)]
    annotations: Option<Annotations4>,
    #[serde(default)]
    test: Option<Test>,
}

/// Parses a set-up of any version.
fn setup<'de, D: Deserializer<'de>>(from: D) -> Result<Setup, D::Error> {
    let value = Value::deserialize(from)?;
    match value.get("expansions") {
        Some(_) => {
            let ModernSetup { sets, elements, rules } = Setup4::deserialize(value).map_err(D::Error::custom)?.modern();
            Ok(Setup { sets, elements, rules, start: None })
        }
        None => Setup::deserialize(value).map_err(D::Error::custom),
    }
}

impl File {
    pub fn app_version(&self) -> String {
        crate::record::clean_line(self.app_version.as_deref().unwrap_or("of unknown version"))
    }

    /// Returns the tiles in the order in which they are drawn, if the file fixes it.
    pub fn draw_order(&self) -> &[String] {
        let order = self.game_annotations.as_ref().and_then(|annotations| annotations.draw_order.as_deref());
        let of_version_4 = || self.pack()?.draw_order.as_deref();
        let order = order.or_else(of_version_4).unwrap_or_default();
        let end = order.iter().position(|tile| tile == "#END").unwrap_or(order.len());
        &order[..end]
    }

    /// Returns the number of drawn tiles after which the game ends, if the file sets it.
    pub fn end_turn(&self) -> Option<u64> {
        let end = self.game_annotations.as_ref().and_then(|annotations| annotations.end_turn);
        end.or_else(|| self.pack()?.draw_limit)
    }

    fn pack(&self) -> Option<&TilePackParameters> {
        match &self.annotations.as_ref()?.tile_pack.as_ref()?.params {
            Parameters::Named(named) => Some(named),
            Parameters::Other(_) => None,
        }
    }

    pub fn assertions(&self) -> Vec<String> {
        self.test.as_ref().map(|test| test.assertions.clone()).unwrap_or_default()
    }
}

/// The set-up of a game.
#[derive(Debug, Deserialize)]
pub struct Setup {
    /// Tile sets, with the number of copies of each.
    pub sets: BTreeMap<String, Value>,
    /// Pieces and rules in play.
    #[serde(default)]
    pub elements: BTreeMap<String, Value>,
    /// Rule variants, with their values.
    #[serde(default)]
    pub rules: BTreeMap<String, Value>,
    /// The tiles on the table before the first turn, if they differ from the usual ones.
    #[serde(default)]
    pub start: Option<Vec<StartTile>>,
}

/// A tile that lies on the table before the first turn.
#[derive(Debug, Deserialize)]
pub struct StartTile {
    /// The tile's name in JCloisterZone.
    pub tile: String,
    /// Column, growing to the east.
    pub x: i64,
    /// Row, growing to the south.
    pub y: i64,
    /// Rotation in degrees clockwise.
    #[serde(default)]
    pub rotation: i64,
}

/// A player in a saved game.
#[derive(Debug, Deserialize)]
pub(super) struct Player {
    #[serde(default, alias = "nickname")]
    pub name: Option<String>,
}

/// One message in the replay.
#[derive(Debug, Deserialize)]
pub(super) struct ReplayMessage {
    #[serde(rename = "type")]
    pub kind: String,
    #[serde(default)]
    payload: Value,
    #[serde(default)]
    pub player: Option<i64>,
}

impl ReplayMessage {
    /// Parses the payload as the type that belongs to the message's kind.
    ///
    /// # Errors
    /// Fails if the payload does not have the expected shape.
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

/// Version 4's annotations about the tiles to be drawn.
#[derive(Debug, Deserialize)]
#[serde(rename_all = "camelCase")]
struct Annotations4 {
    #[serde(default)]
    tile_pack: Option<TilePack>,
}

#[derive(Debug, Deserialize)]
struct TilePack {
    params: Parameters,
}

#[derive(Debug, Deserialize)]
#[serde(untagged)]
enum Parameters {
    Named(TilePackParameters),
    Other(IgnoredAny),
}

#[derive(Debug, Deserialize)]
#[serde(rename_all = "camelCase")]
struct TilePackParameters {
    #[serde(default)]
    draw_order: Option<Vec<String>>,
    #[serde(default)]
    draw_limit: Option<u64>,
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
    /// `None` takes the piece off the board.
    pub to: Option<PieceTarget>,
}

/// Destination of a neutral piece.
#[derive(Debug, Deserialize)]
#[serde(untagged)]
pub(super) enum PieceTarget {
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
pub(super) struct MeeplePayload {
    pub pointer: MeeplePointer,
}

/// The payload of `EXCHANGE_FOLLOWER` and `PAY_RANSOM`.
#[derive(Debug, Deserialize)]
#[serde(rename_all = "camelCase")]
pub(super) struct CaptivePayload {
    pub meeple_id: String,
}

/// The payload of `PLACE_TOKEN`.
#[derive(Debug, Deserialize)]
pub(super) struct PlaceToken {
    pub token: String,
    pub pointer: Pointer,
}

/// A feature, identified by one of its tiles.
#[derive(Debug, Deserialize)]
pub struct Pointer {
    /// The tile's place.
    pub position: [i16; 2],
    /// Kind of feature, such as `City`; empty if the file omits it, as files before version 5.8 do.
    #[serde(default)]
    pub feature: String,
    /// The feature's location on the rotated tile, such as `NW`.
    pub location: String,
}
