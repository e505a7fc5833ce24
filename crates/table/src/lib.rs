//! The session core: one table as a state machine without input or output.
//!
//! A [`Table`] is a function of its previous state and its input. Its input is a [`Command`] together with the [`Moment`] of its arrival;
//! its output is a list of [`Effect`]s, which the *driver* carries out in order: what to write, whom to notify, and what the table needs
//! next, such as a computer player's answer. The session core contains no clock, task, socket, lock, random source or database: moments,
//! client numbers, hashes of secrets and seeds are passed in. The same code therefore runs in the server, in its tests' simulator
//! (`tests/integration/simulator`), and under any other driver.
//!
//! # Write first
//! A command that changes stored state returns a single [`Effect::Write`], without a reply or news. The driver performs the write and
//! passes the outcome to [`Table::written`]; only then does the table make the change in memory, reply to it, and send it to clients. A
//! player's answer and the draws that follow it are one write and one item of news. Until the outcome is known, the table rejects other
//! commands that would change it; a driver that waits for the storage before it takes the next message from its mailbox never sees such a
//! rejection.
//!
//! A failed write may still have reached the disk if only the acknowledgement was lost. A table therefore *needs a reload* after a failure:
//! the next command that would change it, or a wake-up a little later, first requests the stored state with [`Effect::Reload`] and merges
//! what the table missed. The storage rejects an entry number that is already taken, so such a table cannot overwrite what clients have
//! seen.
//!
//! # Time
//! A clock runs for the seat that must answer, if a person plays it, starting when the question is on disk. The time that a seat has left
//! is written with the answer that changed it ([`ClockState`]). Moments advance only while the driver runs, and time during which the
//! storage fails is not charged, so players lose no time to an outage. Up to [`MAX_LAG_MS`] of a message's latency is not counted, and a
//! clock expires only that long after it reaches zero ([`Table::wake_at`]), so an answer given in time is never too late. No clock runs
//! during the first turn, so that everyone can arrive; until that turn ends, a game can be aborted without a result. All players must agree
//! to a pause; while a game is paused, nothing is accepted that would change its position, and no clock runs. Time once used is not given
//! back: a question that a seat was asked before an undo, or before a computer player replaced it, grants no new time.
//!
//! # Who sees what
//! [`News`] goes to all welcomed clients, to each in its protocol version and limited to what its seats may see. A message is built once
//! for each distinct [`Listener`] ([`News::texts`]). A client stores the number of answers that it has received and sends it when it
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
mod code;
mod colour;
mod command;
pub mod driving;
pub mod guided;
mod info;
mod initial_state;
mod json;
mod keys;
mod lag_budget;
mod lists;
mod live_state;
mod made_table;
pub mod messages;
mod moment;
mod new_table;
mod occupant;
mod offer;
mod questions;
mod rated;
mod record;
mod refusal;
mod replaying;
pub mod request;
mod result;
mod seat_colours;
mod step;
pub mod study_position;
mod table;
mod terms;
mod transfer;
mod transfer_problem;
pub mod upload;

pub use access::Access;
pub use clocks::{ClockState, MAX_LAG_MS, Running};
pub use code::RefusalCode;
pub use colour::{COLOURS, Colour};
pub use command::{
    Audience, ClientId, Command, CreationParams, Effect, Listener, News, PlayerAction, Reply, ThinkRequest, Welcome,
    Write,
};
pub use info::{
    ClocksInfo, EndInfo, How, OfferInfo, OutInfo, RematchInfo, SeatInfo, SeatKind, TableInfo, shown_colours,
};
pub use initial_state::InitialState;
pub use keys::MAX_SEAT_KEYS;
pub use lag_budget::{LAG_BUDGET_MS, LAG_REFILL_MS};
pub use lists::{Games, LANGUAGES, OfferedClock, TableLine, TableSummary};
pub use live_state::{LiveState, Update};
pub use made_table::{MadeTable, MadeToken};
pub use moment::{Moment, Pace};
pub use new_table::{NewTable, tokens_wanted};
pub use occupant::{DELETED, Joining, Level, SeatOccupant, SeatRating, name_of_player, names, occupants};
pub use offer::OfferKind;
pub use rated::UnfitForRating;
pub use record::{
    Claims, EarlyEnd, Hash, Key, LogEntry, Logged, Loss, Phase, Right, SeatChange, Source, Standing, StoredAnswer,
    TableRecord,
};
pub use refusal::Refusal;
pub use replaying::LoadError;
pub use result::{GameResult, SeatResult, Speed};
pub use seat_colours::{ColourMap, colours};
pub use table::{EventsOf, Person, RecordOf, Speaker, Table, TransferOf, ViewOf};
pub use terms::{Clock, Terms, TimeoutPolicy};
pub use transfer::Transfer;
pub use transfer_problem::TransferProblem;
