//! How much of a seat's thinking time is given back for the way of its messages.
//!
//! The server cannot tell a slow network from a client that holds its pongs back. So each seat has a budget for the whole game, from which
//! what is given back is taken, and which every answer fills up a little.

use crate::clocks::LAG;

/// The budget of a seat at the beginning, and the most that it ever has, in milliseconds.
pub const LAG_BUDGET: u64 = 3000;
/// What every answer adds to it, in milliseconds.
pub const LAG_PER_ANSWER: u64 = 100;

/// What each seat may still be given back, in milliseconds. It is kept in memory: a table that is read from the storage begins with full
/// budgets.
#[derive(Clone, Debug)]
pub(crate) struct LagBudget(Vec<u64>);

impl LagBudget {
    /// Full budgets.
    pub fn full(seats: usize) -> LagBudget {
        LagBudget(vec![LAG_BUDGET; seats])
    }

    /// What can be given back of a lag, in milliseconds.
    pub fn allowed(&self, seat: u8, lag: u64) -> u64 {
        lag.min(LAG).min(self.0.get(usize::from(seat)).copied().unwrap_or(0))
    }

    /// Takes what was given back for an answer, and adds what the answer brings.
    pub fn spend(&mut self, seat: u8, given_back: u64) {
        if let Some(left) = self.0.get_mut(usize::from(seat)) {
            *left = (left.saturating_sub(given_back) + LAG_PER_ANSWER).min(LAG_BUDGET);
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_budget_runs_out_and_fills_up_with_every_answer() {
        let mut budget = LagBudget::full(2);
        let mut given_back = 0;
        for _ in 0..100 {
            let lag = budget.allowed(0, 60_000);
            budget.spend(0, lag);
            given_back += lag;
        }
        assert_eq!(given_back, LAG_BUDGET + 99 * LAG_PER_ANSWER);
        assert_eq!(budget.allowed(1, 60_000), LAG, "another seat's is another");
        for _ in 0..100 {
            let lag = budget.allowed(1, 80);
            assert_eq!(lag, 80, "who has a usual network gets all of it, always");
            budget.spend(1, lag);
        }
        assert_eq!(budget.allowed(7, 80), 0);
    }
}
