//! Descriptions of tables without their games, as sent to clients. The OpenAPI document and the client's types are generated from these
//! structs.

use games::Setup;
use games::presets::Basis;
use serde::{Deserialize, Serialize};

use crate::occupant::{DELETED, Level, SeatOccupant, SeatRating};
use crate::offer::OfferKind;
use crate::record::{Loss, Phase};
use crate::seat_colours::{colours, is_usual};
use crate::terms::Terms;

/// A table without its game.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
#[cfg_attr(feature = "types", derive(ts_rs::TS))]
#[cfg_attr(feature = "schemas", derive(utoipa::ToSchema))]
pub struct TableInfo {
    /// Name in the table's URL.
    pub table: String,
    /// Current phase of the table.
    pub phase: Phase,
    /// The game's set-up.
    pub setup: Setup,
    /// The preset closest to the set-up, and how the set-up departs from it.
    pub preset: Option<Basis>,
    /// The occupants, by seat.
    pub seats: Vec<SeatInfo>,
    /// The colours, from 0 to 5, of the seats and of the further figures of a seat in games for few players; omitted if every seat has the
    /// colour of its number.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[cfg_attr(feature = "schemas", schema(nullable = false))]
    #[cfg_attr(feature = "types", ts(optional))]
    pub colours: Option<Vec<u8>>,
    /// True if the table is listed publicly.
    pub public: bool,
    /// True for a plain table, which gives no hints while the game is being played.
    pub plain: bool,
    /// Kinds of feature whose figures, strengths and owners the views of a plain table hide while the game is being played; omitted at
    /// other tables.
    #[serde(skip_serializing_if = "<[_]>::is_empty")]
    #[cfg_attr(feature = "schemas", schema(nullable = false, value_type = Option<Vec<String>>))]
    #[cfg_attr(feature = "types", ts(optional, type = "string[]"))]
    pub hidden_kinds: &'static [&'static str],
    /// The host's seat.
    pub host: Option<u8>,
    /// True if the game was imported from a record. It is not played here and may be unfinished.
    pub imported: bool,
    /// Number of answers that the game had when it was transferred to this table from elsewhere. Its draws cannot be verified, and its
    /// result does not count. Omitted for other games.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[cfg_attr(feature = "schemas", schema(nullable = false))]
    #[cfg_attr(feature = "types", ts(optional))]
    pub transferred: Option<usize>,
    /// Hash of the seed, published before the first draw.
    pub commitment: Option<String>,
    /// Seed for the draw order, once the game is over.
    pub seed: Option<String>,
    /// Terms of play besides the rules: clock, timeouts, undo, rating.
    pub terms: Terms,
    /// True if the game can still be aborted without a result.
    pub abortable: bool,
    /// Milliseconds after which a computer player can replace an absent player; null if that is not allowed.
    #[cfg_attr(feature = "types", ts(type = "number | null"))]
    pub absence: Option<u64>,
    /// Number of undos so far.
    pub undone: usize,
    /// The offer that waits for other players.
    pub offer: Option<OfferInfo>,
    /// True while the game is paused: clocks stand still, and no answers are accepted.
    pub paused: bool,
    /// Seats that lost before the end of the game and are played to the end by computer players.
    pub out: Vec<OutInfo>,
    /// How the game ended; null while it is being played, or if it was imported without a result.
    pub end: Option<EndInfo>,
    /// True if only invited accounts may watch or take a seat.
    pub invited: bool,
    /// True if people without a seat may watch while the game is being played.
    pub spectators: bool,
    /// Number of spectators.
    pub watching: usize,
    /// Progress of a rematch; null until someone asks for one.
    pub rematch: Option<RematchInfo>,
}

/// Progress of a rematch.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
#[cfg_attr(feature = "types", derive(ts_rs::TS))]
#[cfg_attr(feature = "schemas", derive(utoipa::ToSchema))]
pub struct RematchInfo {
    /// Seats whose players have agreed.
    pub agreed: Vec<u8>,
    /// Seats whose players have not agreed yet.
    pub waits: Vec<u8>,
    /// The new table, once all players have agreed.
    pub table: Option<String>,
}

/// An offer that other players must accept.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
#[cfg_attr(feature = "types", derive(ts_rs::TS))]
#[cfg_attr(feature = "schemas", derive(utoipa::ToSchema))]
pub struct OfferInfo {
    /// The seat that made the offer.
    pub seat: u8,
    /// Kind of the offer.
    pub kind: OfferKind,
    /// Number of answers left if it is accepted: fewer than now after an undo.
    pub to: usize,
    /// True if an undo would take back a draw that players have seen, so that all others must agree; otherwise one of them is enough.
    /// Always false for other kinds, to which all others must agree.
    pub drawn: bool,
    /// Seats that can agree but have not done so yet.
    pub waits: Vec<u8>,
}

/// A seat that lost before the end of the game.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "types", derive(ts_rs::TS))]
#[cfg_attr(feature = "schemas", derive(utoipa::ToSchema))]
#[serde(deny_unknown_fields)]
pub struct OutInfo {
    /// The seat that lost.
    pub seat: u8,
    /// The reason for the loss.
    pub loss: Loss,
}

/// How a game ended.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
#[cfg_attr(feature = "types", derive(ts_rs::TS))]
#[cfg_attr(feature = "schemas", derive(utoipa::ToSchema))]
pub struct EndInfo {
    /// How the game ended.
    pub how: How,
    /// The seat that ended the game early, or offered to.
    pub seat: Option<u8>,
    /// True if all players agreed to end the game without a result; otherwise omitted.
    #[serde(skip_serializing_if = "std::ops::Not::not")]
    #[cfg_attr(feature = "types", ts(optional, as = "Option<bool>"))]
    pub agreed: bool,
    /// The winning seats. A seat that lost before the end of the game never wins.
    pub winners: Vec<u8>,
}

/// Kind of ending.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
#[cfg_attr(feature = "types", derive(ts_rs::TS))]
#[cfg_attr(feature = "schemas", derive(utoipa::ToSchema))]
#[serde(rename_all = "lowercase")]
pub enum How {
    /// The game ended according to its rules.
    Over,
    /// A seat resigned.
    Resigned,
    /// A seat ran out of time.
    Time,
    /// The game was ended without a result: aborted in its first turn, or by agreement.
    Aborted,
    /// The game was broken off and scored as if it had ended there.
    Stopped,
}

impl How {
    /// All the ways in which a game can end.
    pub const ALL: [How; 5] = [How::Over, How::Resigned, How::Time, How::Aborted, How::Stopped];

    /// Returns the word used in the protocol and in storage.
    pub fn word(self) -> &'static str {
        match self {
            How::Over => "over",
            How::Resigned => "resigned",
            How::Time => "time",
            How::Aborted => "aborted",
            How::Stopped => "stopped",
        }
    }

    /// Parses a word; `None` if it is unknown.
    pub fn parse(word: &str) -> Option<How> {
        How::ALL.into_iter().find(|how| how.word() == word)
    }
}

/// A table's clocks at the time the message was sent.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
#[cfg_attr(feature = "types", derive(ts_rs::TS))]
#[cfg_attr(feature = "schemas", derive(utoipa::ToSchema))]
pub struct ClocksInfo {
    /// Time left for each seat, in milliseconds; null for a computer player.
    #[cfg_attr(feature = "types", ts(type = "(number | null)[]"))]
    pub left: Vec<Option<u64>>,
    /// The seat whose clock is running.
    pub running: Option<u8>,
}

/// Kind of occupant of a seat.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
#[cfg_attr(feature = "types", derive(ts_rs::TS))]
#[cfg_attr(feature = "schemas", derive(utoipa::ToSchema))]
#[serde(rename_all = "lowercase")]
pub enum SeatKind {
    /// A person, with or without an account.
    Human,
    /// A computer player.
    Bot,
    /// No one has taken the seat yet.
    Open,
}

/// A seat at a table.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
#[cfg_attr(feature = "types", derive(ts_rs::TS))]
#[cfg_attr(feature = "schemas", derive(utoipa::ToSchema))]
pub struct SeatInfo {
    /// Kind of occupant.
    pub r#type: SeatKind,
    /// The person's name; null if a record does not give it.
    pub name: Option<String>,
    /// True if the name belongs to an account; otherwise omitted.
    #[serde(skip_serializing_if = "std::ops::Not::not")]
    #[cfg_attr(feature = "types", ts(optional, as = "Option<bool>"))]
    pub account: bool,
    /// The account's rating for this game, speed and size when it took the seat; omitted if it had none, and for guests and computer
    /// players.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[cfg_attr(feature = "schemas", schema(nullable = false))]
    #[cfg_attr(feature = "types", ts(optional))]
    pub rating: Option<SeatRating>,
    /// True if the account of the seat's player was deleted, along with its name; otherwise omitted.
    #[serde(skip_serializing_if = "std::ops::Not::not")]
    #[cfg_attr(feature = "types", ts(optional, as = "Option<bool>"))]
    pub deleted: bool,
    /// The computer player's level.
    pub level: Option<Level>,
    /// The computer player's thinking time in milliseconds; null if a record does not give it.
    #[cfg_attr(feature = "types", ts(type = "number | null"))]
    pub millis: Option<u64>,
    /// True if a person in this seat is connected; omitted if unknown.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[cfg_attr(feature = "schemas", schema(nullable = false))]
    #[cfg_attr(feature = "types", ts(optional))]
    pub connected: Option<bool>,
    /// Milliseconds since the person left; omitted while the person is connected, or if unknown.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[cfg_attr(feature = "schemas", schema(nullable = false))]
    #[cfg_attr(feature = "types", ts(optional, type = "number"))]
    pub away: Option<u64>,
    /// Name of the person replaced by the computer player; omitted if it replaces no one.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[cfg_attr(feature = "schemas", schema(nullable = false))]
    #[cfg_attr(feature = "types", ts(optional, as = "Option<String>"))]
    pub stands_in_for: Option<String>,
}

/// Returns the colours of these seats as sent to clients; `None` if every seat has the colour of its number.
pub fn shown_colours(seats: &[SeatOccupant]) -> Option<Vec<u8>> {
    Some(colours(seats)).filter(|colours| !is_usual(colours)).map(Vec::from)
}

impl SeatInfo {
    /// Describes a seat; `connected` is omitted if unknown.
    pub fn of(occupant: &SeatOccupant, connected: Option<bool>) -> SeatInfo {
        let (kind, here) = match occupant {
            SeatOccupant::Human { .. } => (SeatKind::Human, connected),
            SeatOccupant::Bot { .. } => (SeatKind::Bot, connected.map(|_| true)),
            SeatOccupant::Open => (SeatKind::Open, connected.map(|_| false)),
        };
        let mut seat = SeatInfo {
            r#type: kind,
            name: None,
            account: occupant.account().is_some(),
            rating: occupant.rating(),
            deleted: false,
            level: None,
            millis: None,
            connected: here,
            away: None,
            stands_in_for: None,
        };
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
