//! Computes statistics of a match: scores, margins, wins and times, with confidence intervals.

use std::time::Duration;

use super::fault::Forfeit;
use super::pairs::{CONFIDENCE_Z, Pairs, wilson};

/// One game of a match.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Played {
    /// Mean score of each player's seats.
    pub scores: [f64; 2],
    /// Whether each player has a seat among the winners (BASE-22). A player that forfeits does not win; the other player does.
    pub won: [bool; 2],
    /// Each player's decision times.
    pub times: [Times; 2],
    /// The forfeit that ended the game, if any.
    pub forfeit: Option<Forfeit>,
}

impl Played {
    /// Returns the first player's score minus the second's.
    pub fn margin(&self) -> f64 {
        self.scores[0] - self.scores[1]
    }

    /// Returns the game's result for the first player: 1, 0, or ½ if both or neither won.
    pub fn result(&self) -> f64 {
        match self.won {
            [true, false] => 1.0,
            [false, true] => 0.0,
            _ => 0.5,
        }
    }
}

/// Decision times of one player.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Times {
    /// Number of decisions.
    pub decisions: u32,
    /// Total time across all decisions.
    pub total: Duration,
    /// Duration of the longest decision.
    pub longest: Duration,
}

impl Times {
    /// Creates the decision times for a single decision.
    pub fn one(took: Duration) -> Self {
        Self { decisions: 1, total: took, longest: took }
    }

    pub(super) fn add(&mut self, other: Self) {
        self.decisions += other.decisions;
        self.total += other.total;
        self.longest = self.longest.max(other.longest);
    }

    /// Returns the mean time per decision.
    pub fn mean(&self) -> Duration {
        self.total / self.decisions.max(1)
    }
}

/// A mean with its 95 % confidence interval.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Estimate {
    /// The mean value.
    pub mean: f64,
    /// Half the width of the interval.
    pub error: f64,
}

impl Estimate {
    /// Computes an estimate from independent values.
    pub fn of(values: impl Iterator<Item = f64> + Clone) -> Self {
        let n = values.clone().count().max(1) as f64;
        let mean = values.clone().sum::<f64>() / n;
        let variance = values.map(|x| (x - mean).powi(2)).sum::<f64>() / (n - 1.0).max(1.0);
        Self { mean, error: CONFIDENCE_Z * (variance / n).sqrt() }
    }
}

/// Results of a match.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Report {
    /// All games; the two games of each draw order are adjacent.
    pub games: Vec<Played>,
}

impl Report {
    /// Returns the numbers of games that the first player won, tied and lost.
    pub fn wins_draws_losses(&self) -> [usize; 3] {
        [1.0, 0.5, 0.0].map(|result| self.games.iter().filter(|game| game.result() == result).count())
    }

    /// Counts the pairs of games by their results.
    pub fn pairs(&self) -> Pairs {
        let mut pairs = Pairs::default();
        self.games.chunks_exact(2).for_each(|pair| pairs.add([pair[0].result(), pair[1].result()]));
        pairs
    }

    /// Returns the mean score of one player.
    pub fn score(&self, player: usize) -> Estimate {
        self.by_pair(|game| game.scores[player])
    }

    /// Returns the mean margin of the first player.
    pub fn margin(&self) -> Estimate {
        self.by_pair(Played::margin)
    }

    /// Returns the mean of a value over all games. The two games of a draw order are not independent, so their mean counts as one value.
    fn by_pair(&self, of: impl Fn(&Played) -> f64 + Copy) -> Estimate {
        Estimate::of(self.games.chunks(2).map(|pair| pair.iter().map(of).sum::<f64>() / pair.len() as f64))
    }

    /// Returns the first player's win rate (a shared win counts half) with its confidence interval.
    pub fn win_rate(&self) -> (f64, [f64; 2]) {
        let pairs = self.pairs();
        (pairs.mean(), pairs.interval())
    }

    /// Returns the fraction of games that the team won, with its confidence interval, for games in which all seats form one team. The
    /// interval counts the two games of a draw order as one, because the deal decides much of both.
    pub fn team_rate(&self) -> (f64, [f64; 2]) {
        let won = self.games.iter().filter(|game| game.won.contains(&true)).count();
        let rate = won as f64 / self.games.len().max(1) as f64;
        (rate, wilson(rate, self.games.len().div_ceil(2) as f64))
    }

    /// Adds up one player's decision times.
    pub fn times(&self, player: usize) -> Times {
        self.games.iter().fold(Times::default(), |mut sum, game| {
            sum.add(game.times[player]);
            sum
        })
    }

    /// Returns the games that one player forfeited.
    pub fn forfeits(&self, player: usize) -> impl Iterator<Item = &Forfeit> {
        self.games.iter().filter_map(|game| game.forfeit.as_ref()).filter(move |forfeit| forfeit.player == player)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn game(a: f64, b: f64) -> Played {
        Played { scores: [a, b], won: [a >= b, b >= a], ..Played::default() }
    }

    #[test]
    fn reports_sum_up_games() {
        let report = Report { games: vec![game(80.0, 70.0), game(60.0, 70.0), game(90.0, 70.0), game(75.0, 75.0)] };
        assert_eq!(report.wins_draws_losses(), [2, 1, 1]);
        assert_eq!(report.pairs().counts(), [0, 0, 1, 1, 0]);
        assert_eq!(report.score(0).mean, 76.25);
        let margin = report.margin();
        assert_eq!(margin.mean, 5.0);
        // Two pairs with margins 0 and 10 have a variance of 50 and a standard error of 5.
        assert!((margin.error - CONFIDENCE_Z * 5.0).abs() < 1e-9);
        let (rate, [low, high]) = report.win_rate();
        assert_eq!(rate, 0.625);
        assert!(low > 0.2 && low < rate && rate < high && high < 0.95);
    }
}
