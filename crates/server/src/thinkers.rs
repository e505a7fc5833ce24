//! The computer players' threads: as many think at once as the machine can bear, the rest wait their turn.

use std::sync::Arc;
use std::time::Duration;

use games::{Answer, Game};
use table::Level;
use tokio::sync::Semaphore;

/// The places in which computer players think, away from the threads that serve people.
#[derive(Clone)]
pub struct Thinkers {
    places: Arc<Semaphore>,
}

impl Thinkers {
    /// So many players think at once.
    pub fn new(places: usize) -> Thinkers {
        Thinkers { places: Arc::new(Semaphore::new(places.max(1))) }
    }

    /// One place for each core but one, which is left for people.
    pub fn for_this_machine() -> Thinkers {
        Thinkers::new(std::thread::available_parallelism().map_or(1, |cores| cores.get() - 1))
    }

    /// A computer player's answer; none where there is nothing to answer.
    ///
    /// A player that fails gives the first legal answer, so that the game goes on; so does one whose choice is not legal
    /// ([`bots::illegal_choices`]). The log tells of both.
    pub async fn choose(&self, game: Game, level: Level, budget: Duration, seed: u64) -> Option<Answer> {
        let first = game.legal().first().copied()?;
        let whose = format!("{level:?} after {} answers of {}", game.seq(), game.setup().canonical());
        // The semaphore is never closed; without a place a player thinks all the same.
        let place = self.places.clone().acquire_owned().await.ok();
        let thought = tokio::task::spawn_blocking(move || {
            let answer = bots::choose(&game, level_of(level), budget, seed);
            drop(place);
            answer
        });
        match thought.await {
            Ok(answer) => Some(answer),
            Err(why) => {
                tracing::error!("a computer player failed and gives the first legal answer ({whose}): {why}");
                Some(first)
            }
        }
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
