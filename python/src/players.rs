//! Computer players, one answer at a time.

use std::time::Duration;

use bastide::bots::{Agent, AgentFamily, Budget, Player};
use bastide::{Answer, Game, with_family};

/// Default number of evaluations in a search. Unlike a time limit, it gives the same answer on every machine.
pub const EVALUATIONS: u64 = 20_000;

/// Returns a player's answer for the seat that must act. The same arguments give the same answer, unless the budget is a time.
pub fn choose(game: &Game, player: Player, budget: Budget, seed: u64) -> Option<Answer> {
    let legal = game.legal();
    if legal.len() == 1 {
        return legal.first().copied();
    }
    let answer = with_family!(game.setup().game.as_str(), F => answer_of::<F>(game, player, budget, seed)).flatten();
    answer.filter(|answer| legal.contains(answer))
}

fn answer_of<F: AgentFamily>(game: &Game, player: Player, budget: Budget, seed: u64) -> Option<Answer> {
    let (rules, position) = game.of::<F>()?;
    Some(Agent::<F>::new(rules, position).answer(player, position, budget, seed))
}

/// Converts the caller's arguments to a budget.
pub fn budget(evaluations: Option<u64>, seconds: Option<f64>) -> Result<Budget, String> {
    match (evaluations, seconds) {
        (Some(_), Some(_)) => Err("give evaluations or seconds, not both".to_owned()),
        (None, Some(seconds)) => {
            let time = Duration::try_from_secs_f64(seconds);
            time.map(Budget::Time).map_err(|_| format!("seconds must be a number of at least 0, not {seconds}"))
        }
        (evaluations, None) => Ok(Budget::Evaluations(evaluations.unwrap_or(EVALUATIONS))),
    }
}
