//! What comes into a table and what goes out of it.

use games::deal::Seed;
use games::position_hash::PositionHash;
use games::{Answer, Game, Viewer};
use serde::{Deserialize, Serialize};

use crate::clocks::ClockState;
use crate::occupant::{Level, SeatOccupant};
use crate::record::{Hash, Key, LogEntry, Phase, Standing, TableRecord};
use crate::refusal::Refusal;
use crate::result::GameResult;

/// The number by which a driver knows one of its clients; it uses none twice at a table.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
pub struct ClientId(pub u64);

/// How a new table is made, beside what its maker asks for: all that is random is handed in.
#[derive(Clone, Debug)]
pub struct Making {
    /// The table's name.
    pub name: String,
    /// The seed of its draw order.
    pub seed: Seed,
    /// The hash of the maker's browser's secret.
    pub browser: Hash,
    /// The hashes of the secrets that the maker is given, as many as [`tokens_wanted`](crate::tokens_wanted) says.
    pub tokens: Vec<Hash>,
}

/// What somebody wants of a table, or what has happened. What a follower of the table asks its keeper to do can be written as JSON.
#[derive(Clone, Debug, Serialize, Deserialize)]
pub enum Command {
    /// A client came, or brings other secrets than before; it is welcomed.
    #[serde(skip)]
    Hello {
        client: ClientId,
        /// The version of the protocol that it speaks.
        v: u32,
        /// The hashes of its secrets.
        hashes: Vec<Hash>,
        /// The number of answers that it knows.
        since: Option<usize>,
    },
    /// A client came whom a follower of the table has welcomed.
    Came {
        client: ClientId,
        /// The hashes of its secrets.
        hashes: Vec<Hash>,
    },
    /// A client that is there has missed news; it is welcomed anew.
    #[serde(skip)]
    Resume {
        client: ClientId,
        /// The number of answers that it knows.
        since: Option<usize>,
    },
    /// A client went.
    Leave { client: ClientId },
    /// Takes an open seat. When it was the last one, the game begins.
    Join {
        seat: u8,
        /// The player's name.
        name: String,
        /// The number of their account; none for a guest.
        account: Option<i64>,
        /// The hash of a fresh secret for the seat.
        token: Hash,
        /// The hash of the browser's secret.
        browser: Hash,
    },
    /// Stops waiting: open seats become computer players, and the game begins. The host alone may.
    Start {
        /// The hashes of the secrets of whoever asks.
        hashes: Vec<Hash>,
    },
    /// Lets a browser hold what a secret opens, so that its cookie alone finds the seats again.
    Claim {
        /// The secret's hash.
        token: Hash,
        /// The hash of the browser's secret.
        browser: Hash,
    },
    /// One more secret for a seat, to carry it to another device.
    PassOn {
        seat: u8,
        /// The hashes of the secrets of whoever asks.
        hashes: Vec<Hash>,
        /// The hash of the fresh secret.
        token: Hash,
    },
    /// Somebody leaves a seat who will not come back.
    GiveUp { seat: u8 },
    /// A person's answers that follow one another, taken all or none.
    Answer {
        /// Which client gives it.
        client: ClientId,
        /// For whom.
        seat: u8,
        /// The number of answers before it.
        seq: usize,
        /// Their words.
        words: Vec<String>,
        /// How long a message of the client is on its way and back, in milliseconds, as far as that is known.
        lag: u64,
    },
    /// What somebody who plays does beside answering.
    Act { client: ClientId, act: PlayerAction },
    /// Somebody who played wants to play again, or does not.
    Rematch {
        /// The hashes of the secrets of whoever asks.
        hashes: Vec<Hash>,
        agree: bool,
    },
    /// The rematch that all agreed to was made, or could not be.
    RematchMade { table: Option<String> },
    /// A computer player's answer to [`Effect::Think`]; none if it found nothing to answer.
    #[serde(skip)]
    Decided {
        /// The [number](Thought::number) of the thought.
        number: usize,
        answer: Option<Answer>,
    },
    /// Time has passed; [`Table::wake_at`](crate::Table::wake_at) says when the table wants to hear it.
    #[serde(skip)]
    Wake,
}

/// What a player does beside answering.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub enum PlayerAction {
    /// Asks that the last answers of a seat be taken back.
    Undo {
        /// Whose.
        seat: u8,
    },
    /// Agrees that answers be taken back, or does not; whoever asked for it takes the offer back.
    Consent { agree: bool },
    /// Gives the game up.
    Resign { seat: u8 },
    /// Ends a game that has hardly begun, without a result.
    Abort,
    /// Has a computer player play for somebody who is away.
    Replace {
        /// Their seat.
        seat: u8,
    },
    /// Plays again for a seat for which a computer player has played.
    Return { seat: u8 },
}

/// What a driver does for a table, in the order in which it stands.
#[derive(Clone, Debug)]
#[expect(clippy::large_enum_variant, reason = "an effect is handed on once, and kept nowhere")]
pub enum Effect {
    /// Whoever sent the command gets this answer.
    Reply(Result<Reply, Refusal>),
    /// All clients that have been welcomed are told this, as one item: none hears a part of it only, and each hears what it may
    /// ([`News::texts`]).
    Tell(Vec<News>),
    /// A computer player's answer is wanted, as [`Command::Decided`].
    Think(Box<Thought>),
    /// This is to be written down before anything else; then the table wants to hear of it by
    /// [`Table::written`](crate::Table::written). Always the last effect.
    Write(Write),
    /// The table as it stands in the storage is wanted, with the entries of its log from this number on, by
    /// [`Table::reloaded`](crate::Table::reloaded). Always the last effect.
    Reload {
        /// The number of the first entry that the table does not know.
        from: usize,
    },
    /// Something went wrong that a log should tell of; nobody is waiting for it.
    Report(Refusal),
}

/// What a command led to, for whoever sent it.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub enum Reply {
    Done,
    /// The seats that a browser holds now.
    Seats(Vec<u8>),
    /// They are heard who want to play again.
    Agreed {
        /// Whether these are all, so that the table is to be made.
        all: bool,
    },
    /// All that a client needs that comes.
    #[serde(skip)]
    Welcome(Welcome),
}

/// What a client gets that comes to a table: everything so far.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Welcome {
    /// The seats that it answers for.
    pub you: Vec<u8>,
    /// The number of answers that the message covers; news after it begin there.
    pub seq: usize,
    /// The message.
    pub text: String,
    /// A message about a computer player that is thinking just now.
    pub thinking: Option<String>,
}

/// A change that must be on the disk before anybody hears of it. It is written whole or not at all. Those of a table that is there can be
/// written as JSON, for whoever follows it.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[expect(clippy::large_enum_variant, reason = "a change is handed on once, and kept nowhere")]
pub enum Write {
    /// A new table, with the log that it has from the beginning.
    #[serde(skip)]
    Create { record: TableRecord, log: Vec<LogEntry> },
    /// Who sits where now, how far the table has come, and new keys.
    Seats {
        /// Every seat.
        seats: Vec<SeatOccupant>,
        /// How far it has come.
        phase: Phase,
        /// The new keys.
        keys: Vec<Key>,
    },
    /// New keys alone.
    Keys(Vec<Key>),
    /// New keys, in whose place old ones go.
    ReplaceKeys {
        /// The new keys.
        new: Vec<Key>,
        /// Those that open nothing any more.
        old: Vec<Key>,
    },
    /// Entries of the log that follow one another, such as a player's answer and chance's after it. Where one of the numbers is taken
    /// already, nothing is written.
    Append {
        entries: Vec<LogEntry>,
        /// Where the game stands after the last of them.
        standing: Standing,
        /// The clocks after them, if the table has some.
        clocks: Option<ClockState>,
        /// The position after them, of a rated game that goes on.
        #[serde(skip)]
        rated: Option<PositionHash>,
        /// What the game came to, if they end it: it is kept with them or not at all.
        #[serde(skip)]
        result: Option<Box<GameResult>>,
    },
}

/// What a computer player is asked.
#[derive(Clone)]
pub struct Thought {
    /// The number of entries of the log before it, by which its answer is known.
    pub number: usize,
    /// The position.
    pub game: Game,
    /// For whom it answers.
    pub seat: u8,
    /// How strong it is.
    pub level: Level,
    /// How long it may think, in milliseconds.
    pub millis: u64,
    /// A number from which it may take its whims: it differs from position to position, and says nothing about the draw order.
    pub seed: u64,
}

impl std::fmt::Debug for Thought {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        let Thought { number, game, seat, level, millis, seed } = self;
        let seq = game.seq();
        write!(
            f,
            "Thought {{ number: {number}, seq: {seq}, seat: {seat}, level: {level:?}, millis: {millis}, seed: {seed} }}"
        )
    }
}

/// Something that everybody at a table is told.
#[derive(Clone, Debug)]
pub struct News {
    /// The number of answers after it, if it tells of answers.
    pub seq: Option<usize>,
    /// Who is told what.
    pub audience: Audience,
}

/// Who is told what.
#[derive(Clone, Debug)]
pub enum Audience {
    /// Everybody is told the same.
    All(String),
    /// Each is told what they may see, as they want it told: for every kind of listener that there is, the messages one after another.
    /// Whoever finds nothing for themselves is to be welcomed anew; after answers were taken back, that is everybody.
    Each(Vec<(Listener, Vec<String>)>),
}

/// What a client may see, and how it is told.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub struct Listener {
    /// The version of the protocol.
    pub v: u32,
    /// What it may see.
    pub viewer: Viewer,
}

impl Listener {
    /// Somebody who plays these seats and speaks this version of the protocol.
    pub fn of(v: u32, you: &[u8]) -> Listener {
        Listener { v, viewer: viewer_of(you) }
    }

    /// What is there for such a listener; where nothing is hidden it is the same for all of the version.
    pub fn among<T>(self, all: &[(Listener, T)]) -> Option<&T> {
        let sees_all = Listener { viewer: Viewer::ALL, ..self };
        let find = |wanted: Listener| all.iter().find(|(listener, _)| *listener == wanted);
        find(self).or_else(|| find(sees_all)).map(|(_, found)| found)
    }
}

impl News {
    /// A message that is the same for everybody, and no answer.
    pub(crate) fn of_all(text: String) -> News {
        News { seq: None, audience: Audience::All(text) }
    }

    /// The messages for somebody; none where nobody like that was there when it happened.
    pub fn texts(&self, listener: Listener) -> Option<&[String]> {
        match &self.audience {
            Audience::All(text) => Some(std::slice::from_ref(text)),
            Audience::Each(all) => listener.among(all).map(Vec::as_slice),
        }
    }
}

/// What somebody sees who plays these seats.
pub(crate) fn viewer_of(you: &[u8]) -> Viewer {
    Viewer::of(you.iter().copied())
}
