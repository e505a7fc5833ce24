//! What a match showed: scores, margins, wins and times, with what chance may have done to them.

use std::time::Duration;

use super::fault::Forfeit;
use super::pairs::{CONFIDENT, Pairs, wilson};

/// One game of a match.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Played {
    /// Mean score of each player's seats.
    pub scores: [f64; 2],
    /// Whether a seat of each player is among the winners (BASE-22). Who forfeits does not win, and the other does.
    pub won: [bool; 2],
    /// What each player's decisions took.
    pub times: [Times; 2],
    /// How the game was broken off, if a player forfeited it.
    pub forfeit: Option<Forfeit>,
}

impl Played {
    /// The first player's score less the second's.
    pub fn margin(&self) -> f64 {
        self.scores[0] - self.scores[1]
    }

    /// What the game is worth to the first player: 1, 0, or a half if both won.
    pub fn result(&self) -> f64 {
        match self.won {
            [true, false] => 1.0,
            [false, true] => 0.0,
            _ => 0.5,
        }
    }
}

/// How long decisions took.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Times {
    /// How many there were.
    pub decisions: u32,
    /// All together.
    pub total: Duration,
    /// The longest.
    pub longest: Duration,
}

impl Times {
    /// Those of one decision.
    pub fn one(took: Duration) -> Self {
        Self { decisions: 1, total: took, longest: took }
    }

    pub(super) fn add(&mut self, other: Self) {
        self.decisions += other.decisions;
        self.total += other.total;
        self.longest = self.longest.max(other.longest);
    }

    /// The mean.
    pub fn mean(&self) -> Duration {
        self.total / self.decisions.max(1)
    }
}

/// A mean and how far the truth may lie from it, with 95 % confidence.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Estimate {
    /// The mean.
    pub mean: f64,
    /// Half the width of the interval.
    pub error: f64,
}

impl Estimate {
    /// From independent values.
    pub fn of(values: impl Iterator<Item = f64> + Clone) -> Self {
        let n = values.clone().count().max(1) as f64;
        let mean = values.clone().sum::<f64>() / n;
        let variance = values.map(|x| (x - mean).powi(2)).sum::<f64>() / (n - 1.0).max(1.0);
        Self { mean, error: CONFIDENT * (variance / n).sqrt() }
    }
}

/// What a match showed.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Report {
    /// Every game: two of each draw order, one after the other.
    pub games: Vec<Played>,
}

impl Report {
    /// Games that the first player won, that were shared, and that it lost.
    pub fn wins_draws_losses(&self) -> [usize; 3] {
        [1.0, 0.5, 0.0].map(|result| self.games.iter().filter(|game| game.result() == result).count())
    }

    /// The pairs of games by their results.
    pub fn pairs(&self) -> Pairs {
        let mut pairs = Pairs::default();
        self.games.chunks_exact(2).for_each(|pair| pairs.add([pair[0].result(), pair[1].result()]));
        pairs
    }

    /// The mean score of one of the players.
    pub fn score(&self, player: usize) -> Estimate {
        self.by_pair(|game| game.scores[player])
    }

    /// The mean difference of scores.
    pub fn margin(&self) -> Estimate {
        self.by_pair(Played::margin)
    }

    /// A mean over the games. The two games of a draw order hang together, so their mean is one value.
    fn by_pair(&self, of: impl Fn(&Played) -> f64 + Copy) -> Estimate {
        Estimate::of(self.games.chunks(2).map(|pair| pair.iter().map(of).sum::<f64>() / pair.len() as f64))
    }

    /// The first player's share of the wins, a shared one counting half, and the ends of its interval.
    pub fn win_rate(&self) -> (f64, [f64; 2]) {
        let pairs = self.pairs();
        (pairs.mean(), pairs.interval())
    }

    /// How often anybody won, where all seats are one team, and the ends of its interval. The two games of a draw order are one game
    /// where both players are the same, so that they count as one.
    pub fn team_rate(&self) -> (f64, [f64; 2]) {
        let won = self.games.iter().filter(|game| game.won.contains(&true)).count();
        let rate = won as f64 / self.games.len().max(1) as f64;
        (rate, wilson(rate, self.games.len().div_ceil(2) as f64))
    }

    /// What one player's decisions took.
    pub fn times(&self, player: usize) -> Times {
        self.games.iter().fold(Times::default(), |mut sum, game| {
            sum.add(game.times[player]);
            sum
        })
    }

    /// Games that one player forfeited.
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
    fn a_report_adds_up() {
        let report = Report { games: vec![game(80.0, 70.0), game(60.0, 70.0), game(90.0, 70.0), game(75.0, 75.0)] };
        assert_eq!(report.wins_draws_losses(), [2, 1, 1]);
        assert_eq!(report.pairs().counts(), [0, 0, 1, 1, 0]);
        assert_eq!(report.score(0).mean, 76.25);
        let margin = report.margin();
        assert_eq!(margin.mean, 5.0);
        // Two pairs, of margins 0 and 10: a variance of 50, a standard error of 5.
        assert!((margin.error - CONFIDENT * 5.0).abs() < 1e-9);
        let (rate, [low, high]) = report.win_rate();
        assert_eq!(rate, 0.625);
        assert!(low > 0.2 && low < rate && rate < high && high < 0.95);
    }
}
