//! Scheduling of computer players. As many think at once as the machine can handle; the rest wait. If there are workers, they take the
//! expensive moves.

use std::num::NonZeroUsize;
use std::time::Duration;

use games::Answer;
use table::{Level, ThinkRequest};

use super::job::{Class, Job, Key, Task};
use super::queue::{self, JobError, Queue, ReservedSlot};
use super::slots::{self, Owner, Shape, Slot, Slots};
use crate::http::refusal::Refusal;

/// Slots for computer players, whose threads are separate from those that serve requests.
#[derive(Clone)]
pub struct Thinkers {
    places: Slots,
    queue: Option<Queue>,
    /// Maximum number of search threads per player.
    threads: usize,
}

/// Maximum number of waiting moves per owner. Each table has one.
const MAX_WAITING: usize = 100_000;

impl Thinkers {
    pub fn new(places: usize) -> Thinkers {
        let places = places.max(2);
        let shape = Shape { cheap: places.div_ceil(4), places, long: places - 1, waiting: MAX_WAITING };
        Thinkers { places: Slots::new(shape), queue: None, threads: 1 }
    }

    /// Lets workers take expensive moves.
    #[must_use]
    pub fn with_queue(self, queue: Queue) -> Thinkers {
        Thinkers { queue: Some(queue), ..self }
    }

    /// Lets one player search with up to this many threads if slots are idle.
    #[must_use]
    pub fn with_threads(self, threads: NonZeroUsize) -> Thinkers {
        Thinkers { threads: threads.get(), ..self }
    }

    /// Returns the queue to the workers, if there is one.
    pub fn queue(&self) -> Option<&Queue> {
        self.queue.as_ref()
    }

    /// Creates one slot per core, leaving one core for requests, but at least two slots. Long moves leave one slot free for short ones.
    pub fn for_this_machine() -> Thinkers {
        Thinkers::new(std::thread::available_parallelism().map_or(1, |cores| cores.get() - 1))
    }

    pub fn places(&self) -> &Slots {
        &self.places
    }

    /// Waits for a slot for a player of this level. Dropping the future removes the request from the queue.
    pub async fn place(&self, owner: Owner, level: Level, budget: Duration) -> Result<ReservedSlot, Refusal> {
        queue::find(&self.places, self.queue.as_ref(), owner, cost(level, budget)).await
    }

    /// Returns a computer player's answer at the table with this name; `None` if there is nothing to answer.
    ///
    /// If a player fails or chooses an illegal answer ([`bots::illegal_choices`]), the first legal answer is used instead, so that the game
    /// continues. Both errors are logged. If no worker completes the job, this node does.
    pub async fn choose(&self, spot: ReservedSlot, table: &str, thought: ThinkRequest) -> Option<Answer> {
        let cost = cost(thought.level, Duration::from_millis(thought.millis));
        let place = match (spot, &self.queue) {
            (ReservedSlot::Local(place), _) => place,
            (ReservedSlot::Remote(place), queue) => {
                let owner = place.owner();
                if let Some(queue) = queue {
                    match choose_remotely(queue, place, table, &thought, cost).await {
                        Ok(answer) => return Some(answer),
                        Err(why) => tracing::info!("choosing the move at table {table} on this node: {why}"),
                    }
                }
                self.places.take(owner, cost).await.ok()?
            }
        };
        // Only the strongest level performs a search.
        let most = if thought.level == Level::Master { self.threads - 1 } else { 0 };
        let idle = self.places.take_idle(place.owner(), cost, most);
        choose_locally(place, idle, thought).await
    }
}

/// Gets an answer from a worker and checks that it is legal.
async fn choose_remotely(
    queue: &Queue,
    place: Slot,
    table: &str,
    thought: &ThinkRequest,
    cost: Duration,
) -> Result<Answer, JobError> {
    let class = if cost <= slots::CHEAP_WORK { Class::Quick } else { Class::Strong };
    let key = Key { name: table.to_owned(), number: thought.number };
    let ThinkRequest { ref game, level, millis, seed, .. } = *thought;
    let (task, whole) = (Task::Choose { level: level.word().to_owned(), millis, seed }, game.clone());
    // This runs on a separate thread, because creating the record requires a replay.
    let job = slots::run_on_thread(move || Job::new(key, class, task, &whole)).await;
    let job = job.map_err(|why| JobError::Failed(why.to_string()))?;
    let word = queue.ask(job, cost, place).await?;
    let answer = word.as_str().and_then(|word| game.answer(word).ok());
    answer.filter(|answer| game.legal().contains(answer)).ok_or_else(|| {
        tracing::error!("a worker chose {word} at table {table}, which is illegal");
        JobError::Failed("illegal answer".to_owned())
    })
}

/// Computes an answer in the slot `place`, with additional threads in the slots `idle`.
async fn choose_locally(place: Slot, idle: Vec<Slot>, thought: ThinkRequest) -> Option<Answer> {
    let ThinkRequest { game, level, millis, seed, .. } = thought;
    let first = game.legal().first().copied()?;
    let whose = format!("{level:?} after {} answers of {}", game.seq(), game.setup().canonical());
    let budget = Duration::from_millis(millis);
    let threads = 1 + idle.len();
    let think = move || {
        let answer = bots::choose_in_threads(&game, level_of(level), budget, seed, threads);
        drop(idle);
        answer
    };
    match slots::work(place, think).await {
        Ok(answer) => Some(answer),
        Err(why) => {
            tracing::error!("a computer player failed; using the first legal answer ({whose}): {why}");
            Some(first)
        }
    }
}

/// Estimates the thinking time of a level. Only the strongest level uses its whole budget.
fn cost(level: Level, budget: Duration) -> Duration {
    match level {
        Level::Easy => Duration::from_millis(2),
        Level::Medium | Level::Baron | Level::Thief => Duration::from_millis(10),
        Level::Hard => Duration::from_millis(20),
        Level::Master => budget,
    }
}

/// Converts to the level type of `bots`.
fn level_of(level: Level) -> bots::Level {
    match level {
        Level::Easy => bots::Level::Easy,
        Level::Medium => bots::Level::Medium,
        Level::Baron => bots::Level::Baron,
        Level::Thief => bots::Level::Thief,
        Level::Hard => bots::Level::Hard,
        Level::Master => bots::Level::Master,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn level_names_match_those_of_bots() {
        assert_eq!(Level::ALL.map(Level::word), bots::Level::ALL.map(bots::Level::word));
        assert_eq!(
            Level::ALL.map(|level| level_of(level).to_string()),
            Level::ALL.map(|level| level.word().to_owned())
        );
    }
}
