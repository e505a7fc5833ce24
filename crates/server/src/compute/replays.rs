//! Replays games and compiles set-ups on request, at low priority, in a few slots that owners share fairly. A game of a thousand answers
//! takes tens of milliseconds, so games are never replayed on threads that serve requests.

use std::sync::atomic::AtomicBool;
use std::time::Duration;

use super::slots::{self, Owner, Shape, Slots};
use crate::http::refusal::{Code, Refusal};

/// Number of answers per unit of [`Resource::Replays`](crate::limits::quotas::Resource::Replays).
const ANSWERS_PER_UNIT: usize = 100;
/// Estimated time to replay one answer in a large game. Affects only the order of the queue.
const ANSWER_TIME: Duration = Duration::from_micros(60);
/// Estimated number of bytes per answer in an uploaded record.
const BYTES_PER_ANSWER: usize = 12;
/// Estimated time to compile a set-up. Affects only the order of the queue.
pub const SETUP_TIME: Duration = Duration::from_millis(10);
/// Maximum number of waiting replays per owner.
const MAX_WAITING: usize = 32;

/// Maximum number of waiting table loads per owner. It is high because all clients on a network may reconnect at once after a restart.
const MAX_LOADING: usize = 100_000;

/// Slots for requested replays, and for loading tables.
#[derive(Clone)]
pub struct Replays {
    asked: Slots,
    loads: Slots,
}

impl Replays {
    /// Creates `places` slots for work of less than 150 ms, as many for longer work, and twice as many for loading tables.
    pub fn new(places: usize) -> Replays {
        let places = places.max(1);
        let shape = Shape { cheap: places, places, long: places, waiting: MAX_WAITING };
        let loads = Shape { cheap: 0, places: 2 * places, long: 2 * places, waiting: MAX_LOADING };
        Replays { asked: Slots::new(shape), loads: Slots::new(loads) }
    }

    /// Creates one slot of each kind for every two cores.
    pub fn for_this_machine() -> Replays {
        Replays::new(std::thread::available_parallelism().map_or(1, |cores| cores.get() / 2))
    }

    /// Returns the slots for requested replays.
    pub fn places(&self) -> &Slots {
        &self.asked
    }

    /// Replays a table with this many answers while it is being loaded from storage. Table loads have separate slots and a practically
    /// unlimited queue, since people are waiting to play.
    ///
    /// # Errors
    /// Returns `busy` if too many of the owner's loads are waiting, or an error if the replay panicked.
    pub async fn load<T: Send + 'static>(
        &self,
        owner: Owner,
        answers: usize,
        work: impl FnOnce() -> T + Send + 'static,
    ) -> Result<T, Refusal> {
        let place = self.loads.take(owner, time(answers)).await?;
        slots::work(place, work).await.map_err(|why| failed(&why))
    }

    /// Runs work of about this duration when it is the owner's turn. Dropping the future removes waiting work from the queue; if the work
    /// is already running, it sets the work's flag.
    ///
    /// # Errors
    /// Returns `busy` if too many of the owner's requests are waiting, or the work's own refusal.
    pub async fn run<T: Send + 'static>(
        &self,
        owner: Owner,
        time: Duration,
        work: impl FnOnce(&AtomicBool) -> Result<T, Refusal> + Send + 'static,
    ) -> Result<T, Refusal> {
        let place = self.asked.take(owner, time).await?;
        slots::work_while_wanted(place, work).await.unwrap_or_else(|why| Err(failed(&why)))
    }
}

fn failed(why: &slots::Failed) -> Refusal {
    tracing::error!("a replay failed: {why}");
    Refusal::new(Code::Storage, "internal error; see the server log")
}

/// Returns the number of units of [`Resource::Replays`](crate::limits::quotas::Resource::Replays) for this many answers.
pub fn units(answers: usize) -> u32 {
    u32::try_from(answers / ANSWERS_PER_UNIT).unwrap_or(u32::MAX).saturating_add(1)
}

/// Estimates the time to replay this many answers.
pub fn time(answers: usize) -> Duration {
    ANSWER_TIME.saturating_mul(u32::try_from(answers).unwrap_or(u32::MAX))
}

/// Estimates the time to parse and replay a record of this many bytes.
pub fn time_of_upload(bytes: usize) -> Duration {
    time(bytes / BYTES_PER_ANSWER)
}
