//! Computes win statistics for a match: confidence intervals, Elo, and the sequential test.
//!
//! The two games of a draw order are not independent: a deal that favours one seat helps each player once. All statistics therefore use
//! pairs of games, as tools for testing chess engines do. A pair is worth 0, ½, 1, 1½ or 2 wins to the first player, and the number of
//! pairs with each result (the *pentanomial* counts) is the only input.

use std::fmt;
use std::str::FromStr;

/// Number of standard errors on either side of a mean that cover 95 % of a normal distribution.
pub(super) const CONFIDENCE_Z: f64 = 1.96;

/// Returns the win rate expected from a difference in Elo.
pub fn expected(elo: f64) -> f64 {
    1.0 / (1.0 + 10f64.powf(-elo / 400.0))
}

/// Returns the difference in Elo for a win rate; infinite for 0 and 1.
pub fn elo(rate: f64) -> f64 {
    400.0 * (rate / (1.0 - rate)).log10()
}

/// Returns Wilson's 95 % confidence interval for a win rate in independent games.
pub(super) fn wilson(rate: f64, games: f64) -> [f64; 2] {
    let n = games.max(1.0);
    let z2 = CONFIDENCE_Z * CONFIDENCE_Z;
    let middle = (rate + z2 / (2.0 * n)) / (1.0 + z2 / n);
    let half = CONFIDENCE_Z * (rate * (1.0 - rate) / n + z2 / (4.0 * n * n)).sqrt() / (1.0 + z2 / n);
    // Rounding errors must not move an end of the interval away from exactly 0 or 1.
    [if rate > 0.0 { middle - half } else { 0.0 }, if rate < 1.0 { middle + half } else { 1.0 }]
}

/// Counts of game pairs, by the number of wins that a pair is worth to the first player.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Pairs([u32; 5]);

impl Pairs {
    /// Win rate of the first player over the two games of each kind of pair.
    const PAIR_WIN_RATES: [f64; 5] = [0.0, 0.25, 0.5, 0.75, 1.0];

    /// Creates counts of pairs worth 0, ½, 1, 1½ and 2 wins.
    pub fn new(counts: [u32; 5]) -> Self {
        Self(counts)
    }

    /// Returns the counts of pairs worth 0, ½, 1, 1½ and 2 wins.
    pub fn counts(&self) -> [u32; 5] {
        self.0
    }

    /// Adds a pair, given the result of each game for the first player: 0, ½ or 1.
    pub fn add(&mut self, results: [f64; 2]) {
        let halves = (2.0 * (results[0] + results[1])).round() as usize;
        self.0[halves.min(4)] += 1;
    }

    /// Returns the number of pairs.
    pub fn len(&self) -> u32 {
        self.0.iter().sum()
    }

    /// Returns whether there are no pairs.
    pub fn is_empty(&self) -> bool {
        self.len() == 0
    }

    /// Returns the first player's win rate, or 0 without games.
    pub fn mean(&self) -> f64 {
        let sum: f64 = self.0.iter().zip(Self::PAIR_WIN_RATES).map(|(&count, worth)| f64::from(count) * worth).sum();
        sum / f64::from(self.len().max(1))
    }

    /// Returns the sum of squared deviations from the mean.
    fn squared_deviations(&self) -> f64 {
        let mean = self.mean();
        self.0.iter().zip(Self::PAIR_WIN_RATES).map(|(&count, worth)| f64::from(count) * (worth - mean).powi(2)).sum()
    }

    /// Returns the bounds of the 95 % confidence interval for the first player's true win rate.
    ///
    /// This is Wilson's interval for the number of independent games that would have the same variance as the pairs. One imaginary pair of
    /// independent games is included, so that a few pairs that happen to have the same result do not give a narrow interval.
    pub fn interval(&self) -> [f64; 2] {
        let (mean, pairs) = (self.mean(), f64::from(self.len()));
        // The variance of a single game's result. The variance of the mean of two independent games is half of it.
        let single = mean * (1.0 - mean);
        let ratio = if single > 0.0 { (self.squared_deviations() + 0.5 * single) / (pairs * single) } else { 0.5 };
        wilson(mean, pairs / ratio)
    }
}

/// A sequential test of whether the first player is stronger by `elo1` rather than by `elo0`. The test continues until one hypothesis is
/// much more likely than the other.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Sprt {
    /// The difference in Elo under the null hypothesis.
    pub elo0: f64,
    /// The difference in Elo under the alternative hypothesis, greater than `elo0`.
    pub elo1: f64,
    /// Probability of accepting the alternative hypothesis when the null hypothesis is true.
    pub alpha: f64,
    /// Probability of accepting the null hypothesis when the alternative hypothesis is true.
    pub beta: f64,
}

/// Result of a sequential test.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Finding {
    /// Undecided; more games are needed.
    Open,
    /// The null hypothesis is accepted: the difference is at most `elo0`.
    Elo0,
    /// The alternative hypothesis is accepted: the difference is at least `elo1`.
    Elo1,
}

impl Sprt {
    /// Returns the log-likelihood ratio of the two hypotheses. Each hypothesis is represented by the most likely distribution of pairs that
    /// has the claimed mean (the generalised test for pentanomial counts).
    pub fn llr(&self, pairs: &Pairs) -> f64 {
        if pairs.is_empty() {
            return 0.0;
        }
        // A kind of pair that has not occurred yet is still possible, so each count is set to at least a thousandth.
        let counts = pairs.0.map(|count| f64::from(count).max(1e-3));
        let total: f64 = counts.iter().sum();
        let shares = counts.map(|count| count / total);
        let [null, other] = [self.elo0, self.elo1].map(|elo| likeliest(shares, expected(elo)));
        (0..5).map(|kind| counts[kind] * (other[kind] / null[kind]).ln()).sum()
    }

    /// Returns Wald's bounds: the log-likelihood ratios at which the null and the alternative hypothesis are accepted.
    pub fn bounds(&self) -> [f64; 2] {
        [(self.beta / (1.0 - self.alpha)).ln(), ((1.0 - self.beta) / self.alpha).ln()]
    }

    /// Returns the test's result for these pairs.
    pub fn finding(&self, pairs: &Pairs) -> Finding {
        let (llr, [low, high]) = (self.llr(pairs), self.bounds());
        match llr {
            _ if llr <= low => Finding::Elo0,
            _ if llr >= high => Finding::Elo1,
            _ => Finding::Open,
        }
    }
}

/// Returns the distribution over kinds of pair that has the given mean and maximises the likelihood of the observed `shares`: `share / (1 +
/// x (worth - mean))`, with `x` chosen to match the mean.
fn likeliest(shares: [f64; 5], mean: f64) -> [f64; 5] {
    let away = Pairs::PAIR_WIN_RATES.map(|worth| worth - mean);
    // Between these bounds, all shares are positive and their sum decreases with `x`.
    let (mut low, mut high) = (-1.0 / away[4], -1.0 / away[0]);
    for _ in 0..100 {
        let x = (low + high) / 2.0;
        let sum: f64 = shares.iter().zip(away).map(|(share, away)| share * away / (1.0 + x * away)).sum();
        if sum > 0.0 { low = x } else { high = x }
    }
    let x = (low + high) / 2.0;
    std::array::from_fn(|kind| shares[kind] / (1.0 + x * away[kind]))
}

impl fmt::Display for Sprt {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "elo0={},elo1={},alpha={},beta={}", self.elo0, self.elo1, self.alpha, self.beta)
    }
}

/// Errors in the text that describes a sequential test.
#[derive(Clone, Debug, PartialEq, thiserror::Error)]
pub enum SprtError {
    /// A part of the text is not a known name followed by a number.
    #[error("\"{0}\" is not one of elo0=, elo1=, alpha=, beta= with a number")]
    Part(String),
    /// A hypothesis is missing.
    #[error("\"{0}\" must have both elo0= and elo1=")]
    Incomplete(String),
    /// The hypotheses are out of order or out of range.
    #[error("elo0={0} is not below elo1={1}, or one of them is out of range (-1000 to 1000)")]
    Order(f64, f64),
    /// The risk is out of range.
    #[error("alpha or beta out of range: {0}; choose between 0.0001 and 0.5")]
    Risk(f64),
}

impl FromStr for Sprt {
    type Err = SprtError;

    /// Parses `elo0=0,elo1=10`, optionally with `alpha=` and `beta=`, which default to 0.05.
    fn from_str(text: &str) -> Result<Self, SprtError> {
        let (mut elo, mut risk) = ([None; 2], [0.05; 2]);
        for part in text.split(',') {
            let form = || SprtError::Part(part.to_owned());
            let (name, value) = part.split_once('=').ok_or_else(form)?;
            let value = value.parse::<f64>().ok().filter(|value| value.is_finite()).ok_or_else(form)?;
            match name {
                "elo0" => elo[0] = Some(value),
                "elo1" => elo[1] = Some(value),
                "alpha" => risk[0] = value,
                "beta" => risk[1] = value,
                _ => return Err(form()),
            }
        }
        let [Some(elo0), Some(elo1)] = elo else { return Err(SprtError::Incomplete(text.to_owned())) };
        if elo0 >= elo1 || elo0 < -1000.0 || elo1 > 1000.0 {
            return Err(SprtError::Order(elo0, elo1));
        }
        if let Some(risk) = risk.into_iter().find(|risk| !(0.0001..0.5).contains(risk)) {
            return Err(SprtError::Risk(risk));
        }
        Ok(Self { elo0, elo1, alpha: risk[0], beta: risk[1] })
    }
}

/// A sequential test of a running match. Pairs are evaluated in the order of their numbers, not in the order in which they finish, so
/// neither the result nor the pair that decides it depends on the number of concurrent games.
#[derive(Clone, Debug)]
pub struct Sequence {
    sprt: Sprt,
    results: Vec<Option<f64>>,
    pairs: Pairs,
    finding: Finding,
}

impl Sequence {
    /// Creates a test that has seen no games.
    pub fn new(sprt: Sprt) -> Self {
        Self { sprt, results: Vec::new(), pairs: Pairs::default(), finding: Finding::Open }
    }

    /// Adds a game's result for the first player, by game number, and returns the test's result so far.
    pub fn add_result(&mut self, number: u32, result: f64) -> Finding {
        let number = number as usize;
        if self.results.len() <= number {
            self.results.resize(number + 1, None);
        }
        self.results[number] = Some(result);
        while self.finding == Finding::Open {
            let first = 2 * self.pairs.len() as usize;
            let (Some(&Some(one)), Some(&Some(two))) = (self.results.get(first), self.results.get(first + 1)) else {
                break;
            };
            self.pairs.add([one, two]);
            self.finding = self.sprt.finding(&self.pairs);
        }
        self.finding
    }

    /// Returns the test's parameters.
    pub fn sprt(&self) -> &Sprt {
        &self.sprt
    }

    /// Returns the pairs evaluated so far, up to the one that decided the test.
    pub fn pairs(&self) -> &Pairs {
        &self.pairs
    }

    /// Returns the result so far.
    pub fn finding(&self) -> Finding {
        self.finding
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn close(a: f64, b: f64, within: f64) {
        assert!((a - b).abs() < within, "{a} is not {b}");
    }

    #[test]
    fn elo_and_share_of_wins_convert_both_ways() {
        close(elo(0.5), 0.0, 1e-9);
        close(elo(0.75), 190.848_5, 1e-3);
        close(elo(0.25), -190.848_5, 1e-3);
        close(expected(100.0), 0.640_065, 1e-6);
        assert_eq!([elo(0.0), elo(1.0)], [f64::NEG_INFINITY, f64::INFINITY]);
    }

    #[test]
    fn intervals_follow_the_variance_of_pairs() {
        // 100 independent games, half of them won: of 50 pairs, 25 are expected to be won twice or lost twice, with a variance of 1/8.
        let [low, high] = Pairs::new([12, 0, 26, 0, 12]).interval();
        let [wilson_low, wilson_high] = wilson(0.5, 100.0);
        close(low, wilson_low, 0.005);
        close(high, wilson_high, 0.005);
        // If both games of a pair always have the same result, there are only half as many independent games.
        let alike = Pairs::new([25, 0, 0, 0, 25]).interval();
        close(alike[0], wilson(0.5, 50.0)[0], 0.005);
        // If each deal decides its games, the players are equally strong, and even a few pairs show it.
        let [low, high] = Pairs::new([0, 0, 50, 0, 0]).interval();
        assert!(low > 0.47 && high < 0.53, "{low} to {high}");
        // If one player wins all games, these count as independent, and the interval ends at 1.
        let [low, high] = Pairs::new([0, 0, 0, 0, 100]).interval();
        close(low, 0.981_2, 1e-3);
        assert_eq!(high, 1.0);
        assert_eq!(Pairs::new([0, 0, 0, 0, 3]).interval()[1], 1.0);
        assert_eq!(Pairs::new([3, 0, 0, 0, 0]).interval()[0], 0.0);
        assert_eq!(Pairs::default().interval().map(|end| (0.0..=1.0).contains(&end)), [true; 2]);
    }

    const TEST: Sprt = Sprt { elo0: 0.0, elo1: 100.0, alpha: 0.05, beta: 0.05 };

    #[test]
    fn pairs_won_or_lost_twice_are_tested_like_coin_tosses() {
        // 12 ln(0.640065 / 0.5) + 4 ln(0.359935 / 0.5), computed by hand.
        close(TEST.llr(&Pairs::new([4, 0, 0, 0, 12])), 2.963_57 - 1.314_75, 2e-3);
        assert_eq!(TEST.llr(&Pairs::default()), 0.0);
    }

    #[test]
    fn likelihoods_are_maximal() {
        // With three kinds of pair, one parameter is free, so all of its values are tried.
        let greatest = |counts: [f64; 3], mean: f64| {
            let tried = (1..100_000).filter_map(|i| {
                let top = f64::from(i) / 100_000.0;
                let middle = 2.0 * (mean - top);
                let bottom = 1.0 - top - middle;
                let all = [bottom, middle, top];
                let likelihood = counts.iter().zip(all).map(|(count, share)| count * share.ln()).sum::<f64>();
                all.iter().all(|&share| share > 0.0).then_some(likelihood)
            });
            tried.fold(f64::MIN, f64::max)
        };
        let counts = [30.0, 110.0, 60.0];
        let by_trying = greatest(counts, expected(100.0)) - greatest(counts, 0.5);
        close(TEST.llr(&Pairs::new([30, 0, 110, 0, 60])), by_trying, 0.02);
    }

    #[test]
    fn close_hypotheses_agree_with_the_normal_formula() {
        let sprt = Sprt { elo0: 0.0, elo1: 5.0, ..TEST };
        let pairs = Pairs::new([300, 900, 2000, 1000, 350]);
        let (n, mean) = (f64::from(pairs.len()), pairs.mean());
        let (s0, s1) = (expected(0.0), expected(5.0));
        let normal = n * (s1 - s0) * (2.0 * mean - s0 - s1) / (2.0 * pairs.squared_deviations() / n);
        close(sprt.llr(&pairs), normal, 0.02);
        assert!(normal > 1.0);
    }

    #[test]
    fn findings_follow_walds_bounds() {
        let [low, high] = TEST.bounds();
        close(low, -2.944_44, 1e-5);
        close(high, 2.944_44, 1e-5);
        assert_eq!(TEST.finding(&Pairs::new([0, 0, 0, 0, 20])), Finding::Elo1);
        assert_eq!(TEST.finding(&Pairs::new([12, 0, 0, 0, 2])), Finding::Elo0);
        assert_eq!(TEST.finding(&Pairs::new([4, 0, 0, 0, 12])), Finding::Open);
    }

    #[test]
    fn the_order_in_which_games_end_does_not_matter() {
        let results = |number: u32| f64::from(number % 8 != 3);
        let mut in_order = Sequence::new(TEST);
        let ended = (0..400).find(|&number| in_order.add_result(number, results(number)) != Finding::Open).unwrap();
        let mut backwards = Sequence::new(TEST);
        (0..400).rev().for_each(|number| _ = backwards.add_result(number, results(number)));
        assert_eq!(backwards.finding(), Finding::Elo1);
        assert_eq!(backwards.pairs(), in_order.pairs());
        assert_eq!(backwards.pairs().len(), ended.div_ceil(2));
    }

    #[test]
    fn tests_are_parsed_and_formatted() {
        let sprt: Sprt = "elo0=-5,elo1=5,beta=0.1".parse().unwrap();
        assert_eq!(sprt, Sprt { elo0: -5.0, elo1: 5.0, alpha: 0.05, beta: 0.1 });
        assert_eq!(sprt.to_string().parse(), Ok(sprt));
        for (bad, why) in [
            ("", "is not one of"),
            ("elo0=0", "both"),
            ("elo0=5,elo1=5", "not below"),
            ("elo0=0,elo1=x", "elo1=x"),
            ("elo0=0,elo1=5,alpha=0.7", "0.7"),
            ("elo0=0,elo1=NaN", "NaN"),
        ] {
            let error = bad.parse::<Sprt>().unwrap_err().to_string();
            assert!(error.contains(why), "{bad}: {error}");
        }
    }
}
