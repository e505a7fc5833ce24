//! Compensates players' clocks for network lag.
//!
//! The server cannot distinguish a slow network from a client that delays its pongs. Each seat therefore has a lag budget for the whole
//! game: compensation uses it up, and every answer refills it a little.

use crate::clocks::MAX_LAG_MS;

/// A seat's initial and maximum budget, in milliseconds.
pub const LAG_BUDGET_MS: u64 = 3000;
/// Refill per answer, in milliseconds.
pub const LAG_REFILL_MS: u64 = 100;

/// Each seat's remaining lag compensation, in milliseconds. Kept only in memory: a table loaded from storage starts with full budgets.
#[derive(Clone, Debug)]
pub(crate) struct LagBudget(Vec<u64>);

impl LagBudget {
    /// Creates full budgets.
    pub fn full(seats: usize) -> LagBudget {
        LagBudget(vec![LAG_BUDGET_MS; seats])
    }

    /// Returns how much of the lag can be compensated, in milliseconds.
    pub fn allowed(&self, seat: u8, lag: u64) -> u64 {
        lag.min(MAX_LAG_MS).min(self.0.get(usize::from(seat)).copied().unwrap_or(0))
    }

    /// Deducts an answer's compensation and adds its refill.
    pub fn spend(&mut self, seat: u8, given_back: u64) {
        if let Some(left) = self.0.get_mut(usize::from(seat)) {
            *left = (left.saturating_sub(given_back) + LAG_REFILL_MS).min(LAG_BUDGET_MS);
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn budget_runs_out_and_refills_with_every_answer() {
        let mut budget = LagBudget::full(2);
        let mut given_back = 0;
        for _ in 0..100 {
            let lag = budget.allowed(0, 60_000);
            budget.spend(0, lag);
            given_back += lag;
        }
        assert_eq!(given_back, LAG_BUDGET_MS + 99 * LAG_REFILL_MS);
        assert_eq!(budget.allowed(1, 60_000), MAX_LAG_MS, "each seat has its own budget");
        for _ in 0..100 {
            let lag = budget.allowed(1, 80);
            assert_eq!(lag, 80, "an ordinary lag is always compensated in full");
            budget.spend(1, lag);
        }
        assert_eq!(budget.allowed(7, 80), 0);
    }
}
