//! Games that are replayed, and set-ups that are compiled, because somebody asks about them: at a low priority, in few places, fair by
//! owner. A game of a thousand answers takes tens of milliseconds, so none is replayed on a thread that serves people.

use std::sync::atomic::AtomicBool;
use std::time::Duration;

use super::slots::{self, Owner, Shape, Slots};
use crate::http::refusal::{Code, Refusal};

/// Answers that a unit of [`Resource::Replays`](crate::limits::quotas::Resource::Replays) pays for.
const ANSWERS_A_UNIT: usize = 100;
/// How long an answer takes in a large game. Only the order of the queue depends on it.
const ANSWER: Duration = Duration::from_micros(60);
/// Bytes of an uploaded record that hold an answer.
const BYTES_AN_ANSWER: usize = 12;
/// How long a set-up takes to compile. Only the order of the queue depends on it.
pub const SETUP: Duration = Duration::from_millis(10);
/// Replays that wait for one owner, at most.
const WAITING: usize = 32;

/// Tables that wait to be read for one owner, at most: whoever comes back after a restart comes with all the tables of a house.
const LOADING: usize = 100_000;

/// The places in which games are replayed.
#[derive(Clone)]
pub struct Replays {
    asked: Slots,
    loads: Slots,
}

impl Replays {
    /// So many places for what takes less than 150 ms, and as many for the rest; twice as many for tables that are read.
    pub fn new(places: usize) -> Replays {
        let places = places.max(1);
        let shape = Shape { cheap: places, places, long: places, waiting: WAITING };
        let loads = Shape { cheap: 0, places: 2 * places, long: 2 * places, waiting: LOADING };
        Replays { asked: Slots::new(shape), loads: Slots::new(loads) }
    }

    /// A place of each kind for two cores.
    pub fn for_this_machine() -> Replays {
        Replays::new(std::thread::available_parallelism().map_or(1, |cores| cores.get() / 2))
    }

    /// The places for what somebody asks for.
    pub fn places(&self) -> &Slots {
        &self.asked
    }

    /// Replays a table of so many answers that is read from the storage. These tables have places of their own, where as many wait as there
    /// are: people wait for them to play.
    ///
    /// # Errors
    /// The work's own refusal.
    pub async fn load<T: Send + 'static>(
        &self,
        owner: Owner,
        answers: usize,
        work: impl FnOnce() -> T + Send + 'static,
    ) -> Result<T, Refusal> {
        let place = self.loads.take(owner, time(answers)).await?;
        slots::work(place, work).await.map_err(|why| failed(&why))
    }

    /// Does work that takes about so long when it is the owner's turn. Dropping the future leaves the queue; work that has begun finds its
    /// flag set.
    ///
    /// # Errors
    /// `busy` where too much of the owner's waits already, and the work's own refusal.
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
    Refusal::new(Code::Storage, "the server failed at this request; its log says why")
}

/// Units of [`Resource::Replays`](crate::limits::quotas::Resource::Replays) that so many answers cost.
pub fn units(answers: usize) -> u32 {
    u32::try_from(answers / ANSWERS_A_UNIT).unwrap_or(u32::MAX).saturating_add(1)
}

/// How long so many answers take to replay.
pub fn time(answers: usize) -> Duration {
    ANSWER.saturating_mul(u32::try_from(answers).unwrap_or(u32::MAX))
}

/// How long a record of so many bytes takes to parse and to replay.
pub fn time_of_upload(bytes: usize) -> Duration {
    time(bytes / BYTES_AN_ANSWER)
}
