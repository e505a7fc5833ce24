//! The computer players' threads: as many think at once as the machine can bear, the rest wait their turn. Where there are workers, they
//! think what takes long.

use std::num::NonZeroUsize;
use std::time::Duration;

use games::Answer;
use table::{Level, Thought};

use super::job::{Class, Job, Key, Task};
use super::queue::{self, Queue, Spot, Undone};
use super::slots::{self, Owner, Shape, Slot, Slots};
use crate::http::refusal::Refusal;

/// The places in which computer players think, away from the threads that serve people.
#[derive(Clone)]
pub struct Thinkers {
    places: Slots,
    queue: Option<Queue>,
    /// Threads in which one player searches, at most.
    threads: usize,
}

/// Thoughts that wait for one owner, at most; there is one a table.
const WAITING: usize = 100_000;

impl Thinkers {
    pub fn new(places: usize) -> Thinkers {
        let places = places.max(2);
        let shape = Shape { cheap: places.div_ceil(4), places, long: places - 1, waiting: WAITING };
        Thinkers { places: Slots::new(shape), queue: None, threads: 1 }
    }

    /// The same, with workers beside the places.
    #[must_use]
    pub fn with_queue(self, queue: Queue) -> Thinkers {
        Thinkers { queue: Some(queue), ..self }
    }

    /// The same, where one player searches in so many threads at most, as far as places are idle.
    #[must_use]
    pub fn with_threads(self, threads: NonZeroUsize) -> Thinkers {
        Thinkers { threads: threads.get(), ..self }
    }

    /// The way to the workers, where there may be any.
    pub fn queue(&self) -> Option<&Queue> {
        self.queue.as_ref()
    }

    /// One place for each core but one, which is left for people; two at least, of which long thoughts leave one to short ones.
    pub fn for_this_machine() -> Thinkers {
        Thinkers::new(std::thread::available_parallelism().map_or(1, |cores| cores.get() - 1))
    }

    pub fn places(&self) -> &Slots {
        &self.places
    }

    /// Waits for a place in which a player of this level can think for somebody. Whoever lets go of the future leaves the queue.
    pub async fn place(&self, owner: Owner, level: Level, budget: Duration) -> Result<Spot, Refusal> {
        queue::find(&self.places, self.queue.as_ref(), owner, cost(level, budget)).await
    }

    /// A computer player's answer at a table of this name; none where there is nothing to answer.
    ///
    /// A player that fails gives the first legal answer, so that the game goes on; so does one whose choice is not legal
    /// ([`bots::illegal_choices`]). The log tells of both. What no worker does is thought here.
    pub async fn choose(&self, spot: Spot, table: &str, thought: Thought) -> Option<Answer> {
        let cost = cost(thought.level, Duration::from_millis(thought.millis));
        let place = match (spot, &self.queue) {
            (Spot::Here(place), _) => place,
            (Spot::Away(place), queue) => {
                let owner = place.owner();
                if let Some(queue) = queue {
                    match away(queue, place, table, &thought, cost).await {
                        Ok(answer) => return Some(answer),
                        Err(why) => tracing::info!("table {table} is thought about here: {why}"),
                    }
                }
                self.places.take(owner, cost).await.ok()?
            }
        };
        // None but the strongest searches.
        let most = if thought.level == Level::Master { self.threads - 1 } else { 0 };
        let idle = self.places.take_idle(place.owner(), cost, most);
        here(place, idle, thought).await
    }
}

/// An answer by a worker, if it is a legal one.
async fn away(queue: &Queue, place: Slot, table: &str, thought: &Thought, cost: Duration) -> Result<Answer, Undone> {
    let class = if cost <= slots::CHEAP { Class::Quick } else { Class::Strong };
    let key = Key { name: table.to_owned(), number: thought.number };
    let Thought { ref game, level, millis, seed, .. } = *thought;
    let (task, whole) = (Task::Choose { level: level.word().to_owned(), millis, seed }, game.clone());
    // The game is replayed for its record.
    let job = slots::on_a_thread(move || Job::new(key, class, task, &whole)).await;
    let job = job.map_err(|why| Undone::Cannot(why.to_string()))?;
    let word = queue.ask(job, cost, place).await?;
    let answer = word.as_str().and_then(|word| game.answer(word).ok());
    answer.filter(|answer| game.legal().contains(answer)).ok_or_else(|| {
        tracing::error!("a worker answered {word} at table {table}, which is not legal there");
        Undone::Cannot("its answer is not legal".to_owned())
    })
}

/// An answer that is thought in a place, and in those that are idle beside it.
async fn here(place: Slot, idle: Vec<Slot>, thought: Thought) -> Option<Answer> {
    let Thought { game, level, millis, seed, .. } = thought;
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
            tracing::error!("a computer player failed and gives the first legal answer ({whose}): {why}");
            Some(first)
        }
    }
}

/// How long a player of this level thinks, about: only the strongest takes what it is given.
fn cost(level: Level, budget: Duration) -> Duration {
    match level {
        Level::Easy => Duration::from_millis(2),
        Level::Medium | Level::Baron | Level::Thief => Duration::from_millis(10),
        Level::Hard => Duration::from_millis(20),
        Level::Master => budget,
    }
}

/// The level as the computer players know it.
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
    fn levels_are_spelt_as_the_computer_players_spell_them() {
        assert_eq!(Level::ALL.map(Level::word), bots::Level::ALL.map(bots::Level::word));
        assert_eq!(
            Level::ALL.map(|level| level_of(level).to_string()),
            Level::ALL.map(|level| level.word().to_owned())
        );
    }
}
