//! A table without its game, as it is shown; the OpenAPI document is generated from it.

use games::Setup;
use games::presets::Basis;
use serde::Serialize;

use crate::occupant::{DELETED, Level, SeatOccupant};
use crate::record::{Loss, Phase};
use crate::terms::Terms;

/// A table without its game.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
#[cfg_attr(feature = "types", derive(ts_rs::TS))]
#[cfg_attr(feature = "schemas", derive(utoipa::ToSchema))]
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
    /// What it is played by beside its rules.
    pub terms: Terms,
    /// Whether the game can still be ended without a result.
    pub abortable: bool,
    /// How long somebody must be away before a computer player can take their place, in milliseconds; nothing where that cannot be.
    #[cfg_attr(feature = "types", ts(type = "number | null"))]
    pub absence: Option<u64>,
    /// How often answers were taken back.
    pub undone: usize,
    /// Answers that somebody asks to take back.
    pub offer: Option<OfferInfo>,
    /// The seats that have lost before the end, and only finish the game.
    pub out: Vec<OutInfo>,
    /// How the game ended; nothing as long as it goes on, or where it was brought without an end.
    pub end: Option<EndInfo>,
    /// Whether those alone may look, and take a seat, who are invited.
    pub invited: bool,
    /// Whether somebody may look who has no seat, while the game goes on.
    pub spectators: bool,
    /// How many look who have no seat.
    pub watching: usize,
    /// How far those who played have come to play again; nothing where nobody has asked for it.
    pub rematch: Option<RematchInfo>,
}

/// How far those who played have come to play again.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
#[cfg_attr(feature = "types", derive(ts_rs::TS))]
#[cfg_attr(feature = "schemas", derive(utoipa::ToSchema))]
pub struct RematchInfo {
    /// The seats that want to.
    pub agreed: Vec<u8>,
    /// The seats of people who have not said so yet.
    pub waits: Vec<u8>,
    /// The table where they play, once all want to.
    pub table: Option<String>,
}

/// An offer to take answers back.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
#[cfg_attr(feature = "types", derive(ts_rs::TS))]
#[cfg_attr(feature = "schemas", derive(utoipa::ToSchema))]
pub struct OfferInfo {
    /// Who asks.
    pub seat: u8,
    /// The number of answers that would be left.
    pub to: usize,
    /// Whether a draw that was seen would be taken back, so that all others must agree; else one of them is enough.
    pub drawn: bool,
    /// Who can agree and has not yet.
    pub waits: Vec<u8>,
}

/// A seat that has lost before the end.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
#[cfg_attr(feature = "types", derive(ts_rs::TS))]
#[cfg_attr(feature = "schemas", derive(utoipa::ToSchema))]
pub struct OutInfo {
    /// The seat.
    pub seat: u8,
    /// By what.
    pub loss: Loss,
}

/// How a game ended.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
#[cfg_attr(feature = "types", derive(ts_rs::TS))]
#[cfg_attr(feature = "schemas", derive(utoipa::ToSchema))]
pub struct EndInfo {
    /// How.
    pub how: How,
    /// The seat through which it ended early.
    pub seat: Option<u8>,
    /// Who has won; seats that have lost before the end never have.
    pub winners: Vec<u8>,
}

/// How a game ended.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
#[cfg_attr(feature = "types", derive(ts_rs::TS))]
#[cfg_attr(feature = "schemas", derive(utoipa::ToSchema))]
#[serde(rename_all = "lowercase")]
pub enum How {
    /// By its rules.
    Over,
    /// A seat gave it up.
    Resigned,
    /// A seat's time was used up.
    Time,
    /// It was ended before it had well begun, and has no result.
    Aborted,
    /// It was broken off, and scored as if it had ended there.
    Stopped,
}

impl How {
    /// Every way in which a game ends.
    pub const ALL: [How; 5] = [How::Over, How::Resigned, How::Time, How::Aborted, How::Stopped];

    /// Its word, in the protocol and in the storage.
    pub fn word(self) -> &'static str {
        match self {
            How::Over => "over",
            How::Resigned => "resigned",
            How::Time => "time",
            How::Aborted => "aborted",
            How::Stopped => "stopped",
        }
    }

    /// The way of this word, if it is one.
    pub fn parse(word: &str) -> Option<How> {
        How::ALL.into_iter().find(|how| how.word() == word)
    }
}

/// The clocks of a table at the moment at which they are told.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
#[cfg_attr(feature = "types", derive(ts_rs::TS))]
#[cfg_attr(feature = "schemas", derive(utoipa::ToSchema))]
pub struct ClocksInfo {
    /// What each seat has left, in milliseconds; nothing for a computer player.
    #[cfg_attr(feature = "types", ts(type = "(number | null)[]"))]
    pub left: Vec<Option<u64>>,
    /// The seat whose clock runs.
    pub running: Option<u8>,
}

/// What kind of occupant a seat has.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
#[cfg_attr(feature = "types", derive(ts_rs::TS))]
#[cfg_attr(feature = "schemas", derive(utoipa::ToSchema))]
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
#[cfg_attr(feature = "schemas", derive(utoipa::ToSchema))]
pub struct SeatInfo {
    /// Who sits there.
    pub r#type: SeatKind,
    /// The person's name; a record may have none.
    pub name: Option<String>,
    /// Whether the name is that of an account; left out where it is not.
    #[serde(skip_serializing_if = "std::ops::Not::not")]
    #[cfg_attr(feature = "types", ts(optional, as = "Option<bool>"))]
    pub account: bool,
    /// Whether the account of whoever sat there was deleted, and its name with it; left out where it was not.
    #[serde(skip_serializing_if = "std::ops::Not::not")]
    #[cfg_attr(feature = "types", ts(optional, as = "Option<bool>"))]
    pub deleted: bool,
    /// The computer player's level.
    pub level: Option<Level>,
    /// How long the computer player may think; a record does not say.
    #[cfg_attr(feature = "types", ts(type = "number | null"))]
    pub millis: Option<u64>,
    /// Whether somebody is there now; left out where that is not known.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[cfg_attr(feature = "schemas", schema(nullable = false))]
    #[cfg_attr(feature = "types", ts(optional))]
    pub connected: Option<bool>,
    /// How long the person has been away, in milliseconds; left out while they are here, or where it is not known.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[cfg_attr(feature = "schemas", schema(nullable = false))]
    #[cfg_attr(feature = "types", ts(optional, type = "number"))]
    pub away: Option<u64>,
    /// The person for whom a computer player plays; left out where there is none.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[cfg_attr(feature = "schemas", schema(nullable = false))]
    #[cfg_attr(feature = "types", ts(optional, as = "Option<String>"))]
    pub stands_in_for: Option<String>,
}

impl SeatInfo {
    /// A seat; whether a person is connected is left out where it is not known.
    pub fn of(occupant: &SeatOccupant, connected: Option<bool>) -> SeatInfo {
        let (kind, here) = match occupant {
            SeatOccupant::Human { .. } => (SeatKind::Human, connected),
            SeatOccupant::Bot { .. } => (SeatKind::Bot, connected.map(|_| true)),
            SeatOccupant::Open => (SeatKind::Open, connected.map(|_| false)),
        };
        let (away, stands_in_for) = (None, None);
        let account = occupant.account().is_some();
        let (name, deleted, level, millis) = (None, false, None, None);
        let mut seat =
            SeatInfo { r#type: kind, name, account, deleted, level, millis, connected: here, away, stands_in_for };
        match occupant {
            SeatOccupant::Human { name, .. } if name == DELETED => seat.deleted = true,
            SeatOccupant::Human { name, .. } => seat.name = Some(name.clone()).filter(|name| !name.is_empty()),
            SeatOccupant::Bot { level, millis } => {
                seat.level = Some(*level);
                seat.millis = Some(*millis).filter(|&millis| millis > 0);
            }
            SeatOccupant::Open => {}
        }
        seat
    }
}
