//! Chooses an answer to a single decision, for callers that do not play a whole game.

use std::time::Duration;

use games::{Actor, Answer, Game, with_family};

use super::agent::{Agent, AgentFamily};
use super::illegal::legal_or_first;
use super::level::Level;
use crate::search::config::Budget;

/// Chooses a legal answer for the seat to act, within the budget plus a few milliseconds, or immediately if only one answer is legal. Equal
/// arguments give equal answers, except at the master level, whose answer depends on how far the search gets in the given time.
///
/// If only chance must act, returns the first legal answer; after the end of the game, returns `Pass`.
pub fn choose(game: &Game, level: Level, budget: Duration, seed: u64) -> Answer {
    choose_in_threads(game, level, budget, seed, 1)
}

/// Like [`choose`], but uses the given number of threads if the level searches.
pub fn choose_in_threads(game: &Game, level: Level, budget: Duration, seed: u64, threads: usize) -> Answer {
    let legal = game.legal();
    if legal.len() < 2 || !matches!(game.actor(), Actor::Seat(_)) {
        return legal.first().copied().unwrap_or(Answer::Pass);
    }
    let answer =
        with_family!(game.setup().game.as_str(), F => answer_of::<F>(game, level, budget, seed, threads)).flatten();
    // A bug in a computer player must not stop a table.
    legal_or_first(game, level.into(), answer)
}

fn answer_of<F: AgentFamily>(game: &Game, level: Level, budget: Duration, seed: u64, threads: usize) -> Option<Answer> {
    let (rules, position) = game.of::<F>()?;
    let mut agent = Agent::<F>::new(rules, position);
    agent.config.threads = threads;
    Some(agent.answer(level.into(), position, Budget::Time(budget), seed))
}
