//! One answer to one decision, for those who do not play a whole game.

use std::time::Duration;

use games::{Actor, Answer, Game, with_family};

use super::agent::{Agent, AgentFamily};
use super::illegal::legal_or_first;
use super::level::Level;
use crate::search::config::Budget;

/// Chooses a legal answer for the seat that must act, within the budget and a few milliseconds more; at once if there is only
/// one. Equal arguments give equal answers, except on the master level, where they depend on how far the time reaches.
///
/// Where nobody but chance must act, the first legal answer comes back, or `Pass` after the end.
pub fn choose(game: &Game, level: Level, budget: Duration, seed: u64) -> Answer {
    choose_in_threads(game, level, budget, seed, 1)
}

/// The same, where a player that searches does so in so many threads.
pub fn choose_in_threads(game: &Game, level: Level, budget: Duration, seed: u64, threads: usize) -> Answer {
    let legal = game.legal();
    if legal.len() < 2 || !matches!(game.actor(), Actor::Seat(_)) {
        return legal.first().copied().unwrap_or(Answer::Pass);
    }
    let answer =
        with_family!(game.setup().game.as_str(), F => answer_of::<F>(game, level, budget, seed, threads)).flatten();
    // A mistake of a player must not stop a table.
    legal_or_first(game, level.into(), answer)
}

fn answer_of<F: AgentFamily>(game: &Game, level: Level, budget: Duration, seed: u64, threads: usize) -> Option<Answer> {
    let (rules, position) = game.of::<F>()?;
    let mut agent = Agent::<F>::new(rules, position);
    agent.config.threads = threads;
    Some(agent.answer(level.into(), position, Budget::Time(budget), seed))
}
