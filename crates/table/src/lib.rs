//! The session core: what happens at one table, as a state machine without input or output.
//!
//! A [`Table`] is a function of what it was and of what comes in. In comes a [`Command`] with the [`Moment`] at which it came; out go
//! [`Effect`]s, which its *driver* carries out in their order: what must be written down, what is then told to whom, and what is
//! wanted, a computer player's answer or to be woken later. No clock, task, socket, lock, random source or database is in here: moments,
//! clients' numbers, hashes of secrets and seeds are handed in. So the same code runs below the server, below the simulator of its tests
//! (`tests/integration/simulator`), and wherever else somebody drives it.
//!
//! # Writing comes first
//! A command that changes what is stored leads to one [`Effect::Write`] and to nothing else: no reply, no news. The driver has it written
//! and hands the outcome to [`Table::written`]; only then is the change made in memory, answered, and told. A player's answer and the
//! draws that follow it are one write and one item of news. Until the outcome is known the table takes no other command that
//! changes it; a driver that awaits the storage between two messages of its mailbox need not care.
//!
//! A write that failed may be on the disk all the same, the last acknowledgement lost. So the table is *doubtful* after a failure: the next
//! command that would change it, or a wake-up a little later, first asks by [`Effect::Reload`] for what is stored and takes over what it
//! did not know of. The storage refuses a number that is taken, so a doubtful table cannot write over what others were told.
//!
//! # Time
//! A clock runs for the seat that is asked, if a person plays for it, from the moment at which the question is on the disk; what each seat
//! has left is written with the answer that changed it ([`ClockState`]). Moments count only while the driver runs, so that no time is lost
//! while it does not; while the storage fails, nothing is counted either. Of the way of a message up to [`LAG`] is not counted, and a clock
//! falls so long after it has come to nothing ([`Table::wake_at`]): an answer that was given in time is never too late. In the first turn
//! no clock runs, so that everybody can come; as long as it lasts, a game can be ended without a result. Time that was used stays used: a
//! question that a seat was asked before its answers were taken back, or before a computer player replaced it, grants no time again.
//!
//! # Who is told what
//! [`News`] go to all clients that have been welcomed, and each hears what the seats that it answers for may see, in the version of the
//! protocol that it speaks: a message is made once for every kind of [`Listener`] there is ([`News::texts`]). A client keeps the number of
//! answers that it was told of; by it, it is welcomed anew with all that it missed.
//!
//! # What a driver does
//! ```text
//! effects = table.handle(now, command)
//! loop: reply, tell, think as the effects say;
//!       Write(w)  -> effects = table.written(now, storage.write(w))
//!       Reload{n} -> effects = table.reloaded(now, storage.load(n))
//!       neither   -> wait for the next command, or until table.wake_at()
//! ```
//! All drivers do that by [`driving`], which also has what a driver does where nodes work together.

mod access;
mod clocks;
mod command;
mod company;
pub mod driving;
mod founding;
mod info;
mod keys;
mod lag_budget;
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
pub use clocks::{ClockState, LAG, Running};
pub use command::{
    Audience, ClientId, Command, Effect, Listener, Making, News, PlayerAction, Reply, Thought, Welcome, Write,
};
pub use company::{Company, Told};
pub use founding::Founding;
pub use info::{ClocksInfo, EndInfo, How, OfferInfo, OutInfo, RematchInfo, SeatInfo, SeatKind, TableInfo};
pub use keys::MAX_SEAT_KEYS;
pub use lag_budget::{LAG_BUDGET, LAG_PER_ANSWER};
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
pub use terms::{Clock, Fall, Terms};
