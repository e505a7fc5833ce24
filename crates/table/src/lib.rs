//! The session core: one table as a state machine without input or output.
//!
//! A [`Table`] is a function of its previous state and its input. A [`Command`] comes in with the [`Moment`] of its arrival; [`Effect`]s go
//! out, which the *driver* carries out in order: what to write, whom to notify, and what the table needs next, such as a computer player's
//! answer. There is no clock, task, socket, lock, random source or database in here: moments, client numbers, hashes of secrets and seeds
//! are passed in. So the same code runs in the server, in the simulator of its tests (`tests/integration/simulator`), and under any other
//! driver.
//!
//! # Write first
//! A command that changes stored state returns a single [`Effect::Write`]: no reply, no news. The driver performs the write and passes the
//! outcome to [`Table::written`]; only then is the change made in memory, answered, and sent to clients. A player's answer and the draws
//! that follow it are one write and one item of news. Until the outcome is known the table rejects other commands that change it; a driver
//! that awaits the storage before it takes the next message from its mailbox never sees such a rejection.
//!
//! A failed write may still have reached the disk if only the acknowledgement was lost. So the table *needs a reload* after a failure: the
//! next command that would change it, or a wake-up a little later, first asks for the stored state by [`Effect::Reload`] and merges what it
//! missed. The storage rejects an entry number that is taken, so such a table cannot overwrite what clients have seen.
//!
//! # Time
//! A clock runs for the seat that must answer, if a person plays it, from the moment at which the question is on disk; each seat's time
//! left is written with the answer that changed it ([`ClockState`]). Moments advance only while the driver runs, and time during which the
//! storage fails is not charged, so players lose no time to an outage. Up to [`MAX_LAG_MS`] of a message's latency is not counted, and a
//! clock expires only that much after it reaches zero ([`Table::wake_at`]): an answer given in time is never too late. No clock runs in the
//! first turn, to let everybody arrive; until that turn ends, a game can be aborted without a result. Used time stays used: a question that
//! a seat was asked before an undo, or before a computer player replaced it, grants no new time.
//!
//! # Who sees what
//! [`News`] go to all welcomed clients, each in its protocol version and limited to what its seats may see: a message is built once for
//! every kind of [`Listener`] ([`News::texts`]). A client stores the number of answers that it has received and sends it when it
//! reconnects; its new welcome contains everything that it missed.
//!
//! # What a driver does
//! ```text
//! effects = table.handle(now, command)
//! loop: carry out Reply, Tell and Think;
//!       Write(w)  -> effects = table.written(now, storage.write(w))
//!       Reload{n} -> effects = table.reloaded(now, storage.load(n))
//!       neither   -> wait for the next command, or until table.wake_at()
//! ```
//! All drivers do this through [`driving`], which also implements clusters.

mod access;
mod clocks;
mod command;
pub mod driving;
mod info;
mod initial_state;
mod keys;
mod lag_budget;
mod live_state;
pub mod messages;
mod moment;
mod new_table;
mod occupant;
mod questions;
mod rated;
mod record;
mod refusal;
mod replaying;
pub mod request;
mod result;
mod step;
mod table;
mod terms;

pub use access::Access;
pub use clocks::{ClockState, MAX_LAG_MS, Running};
pub use command::{
    Audience, ClientId, Command, CreationParams, Effect, Listener, News, PlayerAction, Reply, ThinkRequest, Welcome,
    Write,
};
pub use info::{ClocksInfo, EndInfo, How, OfferInfo, OutInfo, RematchInfo, SeatInfo, SeatKind, TableInfo};
pub use initial_state::InitialState;
pub use keys::MAX_SEAT_KEYS;
pub use lag_budget::{LAG_BUDGET_MS, LAG_REFILL_MS};
pub use live_state::{LiveState, Update};
pub use moment::{Moment, Pace};
pub use new_table::{NewTable, tokens_wanted};
pub use occupant::{DELETED, Level, SeatOccupant, name_of_player, names, occupants};
pub use rated::UnfitForRating;
pub use record::{
    Claims, EarlyEnd, Hash, Key, LogEntry, Logged, Loss, Phase, Right, SeatChange, Source, Standing, StoredAnswer,
    TableRecord,
};
pub use refusal::Refusal;
pub use replaying::LoadError;
pub use result::{GameResult, SeatResult, Speed};
pub use table::{EventsOf, Person, RecordOf, Speaker, Table, ViewOf};
pub use terms::{Clock, Terms, TimeoutPolicy};
