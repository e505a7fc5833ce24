//! The computer players' threads: as many think at once as the machine can bear, the rest wait their turn.

use std::time::Duration;

use games::{Answer, Game};
use table::Level;

use crate::places::{self, Owner, Place, Places, Shape};
use crate::refusal::Refusal;

/// The places in which computer players think, away from the threads that serve people.
#[derive(Clone)]
pub struct Thinkers {
    places: Places,
}

/// Thoughts that wait for one owner, at most; there is one a table.
const WAITING: usize = 100_000;

impl Thinkers {
    /// So many players think at once.
    pub fn new(places: usize) -> Thinkers {
        let places = places.max(2);
        let shape = Shape { cheap: places.div_ceil(4), places, long: places - 1, waiting: WAITING };
        Thinkers { places: Places::new(shape) }
    }

    /// One place for each core but one, which is left for people; two at least, of which long thoughts leave one to short ones.
    pub fn for_this_machine() -> Thinkers {
        Thinkers::new(std::thread::available_parallelism().map_or(1, |cores| cores.get() - 1))
    }

    /// The places.
    pub fn places(&self) -> &Places {
        &self.places
    }

    /// Waits for a place in which a player of this level can think for somebody. Whoever lets go of the future leaves the queue.
    ///
    /// # Errors
    /// More waits for that owner than could be meant.
    pub async fn place(&self, owner: Owner, level: Level, budget: Duration) -> Result<Place, Refusal> {
        self.places.take(owner, cost(level, budget)).await
    }

    /// A computer player's answer; none where there is nothing to answer.
    ///
    /// A player that fails gives the first legal answer, so that the game goes on; so does one whose choice is not legal
    /// ([`bots::illegal_choices`]). The log tells of both.
    pub async fn choose(place: Place, game: Game, level: Level, budget: Duration, seed: u64) -> Option<Answer> {
        let first = game.legal().first().copied()?;
        let whose = format!("{level:?} after {} answers of {}", game.seq(), game.setup().canonical());
        let thought = places::work(place, move || bots::choose(&game, level_of(level), budget, seed));
        match thought.await {
            Ok(answer) => Some(answer),
            Err(why) => {
                tracing::error!("a computer player failed and gives the first legal answer ({whose}): {why}");
                Some(first)
            }
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
