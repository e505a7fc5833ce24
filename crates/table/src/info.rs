//! A table without its game, as it is shown; `docs/protocol.md` describes it.

use games::Setup;
use games::presets::Basis;
use serde::Serialize;

use crate::occupant::{Level, SeatOccupant};
use crate::record::Phase;

/// A table without its game.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
#[cfg_attr(feature = "types", derive(ts_rs::TS))]
pub struct TableInfo {
    /// Its name.
    pub table: String,
    /// How far it has come.
    pub phase: Phase,
    /// What is played.
    pub setup: Setup,
    /// The preset from which the set-up departs least, and where it departs.
    pub preset: Option<Basis>,
    /// Who sits where.
    pub seats: Vec<SeatInfo>,
    /// Whether everybody may find it in the list.
    pub public: bool,
    /// Whether it is a plain table: nobody is helped while its game goes on.
    pub plain: bool,
    /// The seat of the host.
    pub host: Option<u8>,
    /// Whether its game was brought as a record: nobody plays it here, and it may have been broken off.
    pub imported: bool,
    /// The hash of the seed, told before the first draw.
    pub commitment: Option<String>,
    /// What the draw order was made from, once the game is over.
    pub seed: Option<String>,
}

/// What kind of occupant a seat has.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
#[cfg_attr(feature = "types", derive(ts_rs::TS))]
#[serde(rename_all = "lowercase")]
pub enum SeatKind {
    /// A person.
    Human,
    /// A computer player.
    Bot,
    /// Nobody yet.
    Open,
}

/// A seat of a table.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
#[cfg_attr(feature = "types", derive(ts_rs::TS))]
pub struct SeatInfo {
    /// Who sits there.
    pub r#type: SeatKind,
    /// The person's name; a record may have none.
    pub name: Option<String>,
    /// The computer player's level.
    pub level: Option<Level>,
    /// How long the computer player may think; a record does not say.
    #[cfg_attr(feature = "types", ts(type = "number | null"))]
    pub millis: Option<u64>,
    /// Whether somebody is there now; left out where that is not known.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[cfg_attr(feature = "types", ts(optional))]
    pub connected: Option<bool>,
}

impl SeatInfo {
    /// A seat; whether a person is connected is left out where it is not known.
    pub fn of(occupant: &SeatOccupant, connected: Option<bool>) -> SeatInfo {
        let (kind, here) = match occupant {
            SeatOccupant::Human { .. } => (SeatKind::Human, connected),
            SeatOccupant::Bot { .. } => (SeatKind::Bot, connected.map(|_| true)),
            SeatOccupant::Open => (SeatKind::Open, connected.map(|_| false)),
        };
        let mut seat = SeatInfo { r#type: kind, name: None, level: None, millis: None, connected: here };
        match occupant {
            SeatOccupant::Human { name } => seat.name = Some(name.clone()).filter(|name| !name.is_empty()),
            SeatOccupant::Bot { level, millis } => {
                seat.level = Some(*level);
                seat.millis = Some(*millis).filter(|&millis| millis > 0);
            }
            SeatOccupant::Open => {}
        }
        seat
    }
}
