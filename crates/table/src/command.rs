//! Inputs and outputs of a table.

use games::deal::Seed;
use games::position_hash::PositionHash;
use games::{Answer, Game, Viewer};
use serde::{Deserialize, Serialize};

use crate::clocks::ClockState;
use crate::colour::Colour;
use crate::occupant::{Level, SeatOccupant, SeatRating};
use crate::offer::OfferKind;
use crate::record::{Hash, Key, LogEntry, Phase, Standing, TableRecord};
use crate::refusal::Refusal;
use crate::result::GameResult;

/// A client's number, unique at its table; the driver never reuses numbers.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
pub struct ClientId(pub u64);

/// Parameters for a new table that are not part of its creator's request. All random values come from the caller.
#[derive(Clone, Debug)]
pub struct CreationParams {
    pub name: String,
    /// Seed for the draw order.
    pub seed: Seed,
    /// Hash of the secret held by the creator's browser.
    pub browser: Hash,
    /// Hashes of the secrets issued to the creator, as many as [`tokens_wanted`](crate::tokens_wanted) returns.
    pub tokens: Vec<Hash>,
}

/// A request to a table, or an event that it must handle. The variants that a follower forwards to the owner node can be serialized as
/// JSON.
#[derive(Clone, Debug, Serialize, Deserialize)]
pub enum Command {
    /// A client connected or changed its secrets, and expects a welcome.
    #[serde(skip)]
    Hello {
        client: ClientId,
        /// Protocol version used by the client.
        v: u32,
        /// Hashes of the client's secrets.
        hashes: Vec<Hash>,
        /// Number of answers already received by the client.
        since: Option<usize>,
    },
    /// A client connected to a follower, which has already welcomed it.
    #[serde(rename = "Came")]
    RemoteConnected {
        client: ClientId,
        /// Hashes of the client's secrets.
        hashes: Vec<Hash>,
    },
    /// A connected client missed news and needs a new welcome.
    #[serde(skip)]
    Resume {
        client: ClientId,
        /// Number of answers already received by the client.
        since: Option<usize>,
    },
    /// A client disconnected.
    Leave { client: ClientId },
    /// Takes an open seat. Filling the last open seat starts the game.
    Join {
        seat: u8,
        name: String,
        /// The account's id; `None` for a guest.
        account: Option<i64>,
        /// The account's rating, if it has one.
        #[serde(default)]
        rating: Option<SeatRating>,
        /// The colour that the person would like; ignored if another person has it.
        #[serde(default)]
        colour: Option<Colour>,
        /// Hash of a new secret for the seat.
        token: Hash,
        /// Hash of the browser's secret.
        browser: Hash,
    },
    /// Changes the colour of a person before the game starts.
    ChooseColour {
        seat: u8,
        colour: Colour,
        /// Hashes of the requester's secrets.
        hashes: Vec<Hash>,
    },
    /// Starts the game without waiting for more people: computer players take the open seats. Only the host can do this.
    Start {
        /// Hashes of the requester's secrets.
        hashes: Vec<Hash>,
    },
    /// Grants a browser the rights of a secret, so that its cookie alone opens the seats from now on.
    Claim {
        /// Hash of the secret.
        token: Hash,
        /// Hash of the browser's secret.
        browser: Hash,
    },
    /// Adds another secret for a seat, for use on another device.
    #[serde(rename = "PassOn")]
    AddSeatKey {
        seat: u8,
        /// Hashes of the requester's secrets.
        hashes: Vec<Hash>,
        /// Hash of the new secret.
        token: Hash,
    },
    /// A person leaves a seat for good.
    GiveUp { seat: u8 },
    /// Consecutive answers by a person, which are accepted or rejected as a whole.
    Answer {
        /// The client sending the answers.
        client: ClientId,
        /// The seat that the client answers for.
        seat: u8,
        /// Number of answers in the game before these.
        seq: usize,
        /// The answers as words, in order.
        words: Vec<String>,
        /// The client's round-trip time in milliseconds, if known.
        lag: u64,
    },
    /// A player's action other than an answer.
    Act { client: ClientId, act: PlayerAction },
    /// Records that a player agrees to a rematch or withdraws that agreement.
    Rematch {
        /// Hashes of the requester's secrets.
        hashes: Vec<Hash>,
        agree: bool,
    },
    /// The agreed rematch was created, or could not be created.
    #[serde(rename = "RematchMade")]
    RematchCreated { table: Option<String> },
    /// A computer player's answer to [`Effect::Think`]; `None` if it found none.
    #[serde(skip)]
    Decided {
        /// [Number](ThinkRequest::number) of the request.
        number: usize,
        answer: Option<Answer>,
    },
    /// Time has passed; see [`Table::wake_at`](crate::Table::wake_at).
    #[serde(skip)]
    Wake,
}

/// A player's actions other than answers.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub enum PlayerAction {
    /// Asks to undo a seat's last answers.
    Undo {
        /// The seat whose answers are undone.
        seat: u8,
    },
    /// Accepts or declines an offer; if sent by the player who made it, withdraws the offer.
    Consent {
        agree: bool,
        /// Kind of the accepted offer: another one may have replaced it in the meantime. Older nodes only know undo.
        #[serde(default)]
        kind: OfferKind,
    },
    /// Resigns the game on behalf of a seat.
    Resign { seat: u8 },
    /// Aborts a game in its first turn, without a result.
    Abort,
    /// Offers to end the game without a result.
    End {
        /// The seat that offers it.
        seat: u8,
    },
    /// Offers to pause the game.
    Pause {
        /// The seat that offers it.
        seat: u8,
    },
    /// Resumes a paused game.
    Resume {
        /// The seat that resumes it.
        seat: u8,
    },
    /// Replaces an absent player with a computer player.
    Replace {
        /// The absent player's seat.
        seat: u8,
    },
    /// Takes a seat back from its computer player.
    Return { seat: u8 },
}

/// An action for the driver to carry out. Effects are carried out in order.
#[derive(Clone, Debug)]
#[expect(clippy::large_enum_variant, reason = "an effect is passed on once and not stored")]
pub enum Effect {
    /// Replies to the sender of the command.
    Reply(Result<Reply, Refusal>),
    /// Sends news to all welcomed clients as a unit: no client receives only part of it, and each client receives only what it may see
    /// ([`News::texts`]).
    Tell(Vec<News>),
    /// Requests a computer player's answer, to be returned as [`Command::Decided`].
    Think(Box<ThinkRequest>),
    /// Requests a write that must finish before anything else happens. The outcome is passed to [`Table::written`](crate::Table::written).
    /// Always the last effect.
    Write(Write),
    /// Requests the stored table with its log entries, starting at an index. They are passed to
    /// [`Table::reloaded`](crate::Table::reloaded). Always the last effect.
    Reload {
        /// Index of the first unknown entry.
        from: usize,
    },
    /// Writes an error to the server's log.
    Report(Refusal),
}

/// Successful outcome of a command, returned to its sender.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub enum Reply {
    Done,
    /// The seats that the browser now has.
    Seats(Vec<u8>),
    /// The player's agreement to a rematch, or its withdrawal, was recorded.
    Agreed {
        /// True if all players agree, in which case the rematch can be created.
        all: bool,
    },
    /// Initial data for a connecting client.
    #[serde(skip)]
    Welcome(Welcome),
}

/// Initial data for a connecting client.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Welcome {
    /// Seats that the client plays.
    pub you: Vec<u8>,
    /// Number of answers covered by the greeting; later news continues from there.
    pub seq: usize,
    /// The serialized greeting.
    pub text: String,
    /// Message about the computer player that is currently thinking, if any.
    pub thinking: Option<String>,
}

/// A change that must be on disk before anyone learns of it. It is written atomically. Changes to an existing table can be serialized as
/// JSON for the table's followers.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[expect(clippy::large_enum_variant, reason = "a change is passed on once and not stored")]
pub enum Write {
    /// A new table, with its initial log.
    #[serde(skip)]
    Create {
        record: TableRecord,
        log: Vec<LogEntry>,
        /// The seat that must answer, if any.
        turn: Option<u8>,
    },
    /// The current occupants and phase, and any new keys.
    Seats {
        /// The occupants, by seat.
        seats: Vec<SeatOccupant>,
        phase: Phase,
        keys: Vec<Key>,
    },
    /// New keys only.
    Keys(Vec<Key>),
    /// New keys that replace old ones.
    ReplaceKeys {
        new: Vec<Key>,
        /// The revoked keys.
        old: Vec<Key>,
    },
    /// Consecutive log entries, such as a player's answer and the chance draws after it. If one of their numbers is already taken, nothing
    /// is written.
    Append {
        entries: Vec<LogEntry>,
        /// The game's standing after the last entry.
        standing: Standing,
        /// The clocks after the last entry, if the table has any.
        clocks: Option<ClockState>,
        /// Hash of the position after the last entry, if the game is rated and not over.
        #[serde(skip)]
        rated: Option<PositionHash>,
        /// The game's result, if these entries end it; stored atomically with them.
        #[serde(skip)]
        result: Option<Box<GameResult>>,
    },
}

/// A request for a computer player's answer.
#[derive(Clone)]
pub struct ThinkRequest {
    /// Number of log entries when the request was made; it matches the answer to the request.
    pub number: usize,
    /// The game, at the position to play from.
    pub game: Game,
    /// The computer player's seat.
    pub seat: u8,
    /// Strength of the computer player.
    pub level: Level,
    /// Thinking time in milliseconds.
    pub millis: u64,
    /// Seed for the search; differs between positions and reveals nothing about the draw order.
    pub seed: u64,
}

impl std::fmt::Debug for ThinkRequest {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        let ThinkRequest { number, game, seat, level, millis, seed } = self;
        let seq = game.seq();
        write!(
            f,
            "ThinkRequest {{ number: {number}, seq: {seq}, seat: {seat}, level: {level:?}, millis: {millis}, seed: {seed} }}"
        )
    }
}

/// A change sent to everyone at a table.
#[derive(Clone, Debug)]
pub struct News {
    /// Number of answers in the game after the change, if the change reports answers.
    pub seq: Option<usize>,
    /// The recipients and their messages.
    pub audience: Audience,
}

/// Recipients of news, with their messages.
#[derive(Clone, Debug)]
pub enum Audience {
    /// One message for everyone.
    All(String),
    /// Messages by listener, in order. A client without a matching entry must be welcomed again; after an undo, this applies to everyone.
    Each(Vec<(Listener, Vec<String>)>),
}

/// A client's view permissions and protocol version.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub struct Listener {
    /// Protocol version used by the client.
    pub v: u32,
    /// Determines which hands the client may see.
    pub viewer: Viewer,
}

impl Listener {
    /// Returns the listener for a client with these seats and protocol version.
    pub fn of(v: u32, you: &[u8]) -> Listener {
        Listener { v, viewer: viewer_of(you) }
    }

    /// Finds the entry for this listener. If the game has no hidden hands, all listeners with the same protocol version share one entry.
    pub fn among<T>(self, all: &[(Listener, T)]) -> Option<&T> {
        let sees_all = Listener { viewer: Viewer::ALL, ..self };
        let find = |wanted: Listener| all.iter().find(|(listener, _)| *listener == wanted);
        find(self).or_else(|| find(sees_all)).map(|(_, found)| found)
    }
}

impl News {
    /// Creates news that is the same for everyone and does not report answers.
    pub(crate) fn for_everyone(text: String) -> News {
        News { seq: None, audience: Audience::All(text) }
    }

    /// Returns the messages for a listener; `None` if no such client was connected when the change happened.
    pub fn texts(&self, listener: Listener) -> Option<&[String]> {
        match &self.audience {
            Audience::All(text) => Some(std::slice::from_ref(text)),
            Audience::Each(all) => listener.among(all).map(Vec::as_slice),
        }
    }
}

/// Returns the viewer for a client with these seats.
pub(crate) fn viewer_of(you: &[u8]) -> Viewer {
    Viewer::of(you.iter().copied())
}
