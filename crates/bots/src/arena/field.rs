//! Computes one Elo table from the matches of several players.

use bastide_core::{Random, SmallRandom};

use super::pairs::elo;

/// Resamplings of the pairs, from which intervals are computed.
const RESAMPLINGS: usize = 400;
/// Maximum number of steps of a fit.
const MAX_STEPS: usize = 20_000;
/// Relative change of a strength below which a fit ends.
const PRECISION: f64 = 1e-7;
/// Imaginary drawn games of each match. They keep the ratings of players that won or lost every game finite.
const DRAWN_GAMES: f64 = 1.0;

/// A match between two players of the field.
#[derive(Clone, Debug, PartialEq)]
pub struct Pairing {
    /// Indices of the players.
    pub players: [usize; 2],
    /// Wins of the first player in each pair of games: 0, ½, 1, 1½ or 2.
    pub wins: Vec<f64>,
}

/// A player's place in the table.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Rating {
    /// Elo; the mean of the field is 0.
    pub elo: f64,
    /// 95 % confidence interval. Its unit is a pair of games with the same draw order.
    pub interval: [f64; 2],
    /// Number of games.
    pub games: usize,
    /// Share of these games that the player won; a shared win counts half.
    pub win_rate: f64,
}

/// Returns the rating of each of the given number of players: the Elo under which the results are likeliest, if the expected win rate
/// depends only on the difference of two players' Elo (Bradley and Terry's model). Intervals are the middle 95 % of tables computed from
/// randomly resampled pairs.
pub fn ratings(players: usize, pairings: &[Pairing]) -> Vec<Rating> {
    let sums: Vec<f64> = pairings.iter().map(|pairing| pairing.wins.iter().sum()).collect();
    let fitted = fit(players, pairings, &sums);
    let mut random = SmallRandom::new(1);
    let resampled: Vec<Vec<f64>> = (0..RESAMPLINGS)
        .map(|_| {
            let sum = |pairing: &Pairing| -> f64 {
                let count = pairing.wins.len() as u32;
                (0..count).map(|_| pairing.wins[random.below(count) as usize]).sum()
            };
            let sums: Vec<f64> = pairings.iter().map(sum).collect();
            fit(players, pairings, &sums)
        })
        .collect();
    let rating = |player: usize| {
        let mut values: Vec<f64> = resampled.iter().map(|ratings| ratings[player]).collect();
        values.sort_by(f64::total_cmp);
        let end = |share: f64| values[(share * (RESAMPLINGS - 1) as f64).round() as usize];
        let (mut games, mut wins) = (0, 0.0);
        for (pairing, sum) in pairings.iter().zip(&sums) {
            let count = 2 * pairing.wins.len();
            if let Some(side) = pairing.players.iter().position(|&one| one == player) {
                games += count;
                wins += if side == 0 { *sum } else { count as f64 - sum };
            }
        }
        Rating { elo: fitted[player], interval: [end(0.025), end(0.975)], games, win_rate: wins / games.max(1) as f64 }
    };
    (0..players).map(rating).collect()
}

/// Returns each player's Elo, given the wins of the first player of each pairing. Every step sets each strength to the player's wins,
/// divided by what they would be at a strength of 1 (Zermelo's algorithm).
fn fit(players: usize, pairings: &[Pairing], sums: &[f64]) -> Vec<f64> {
    let mut strengths = vec![1.0f64; players];
    for _ in 0..MAX_STEPS {
        let (mut wins, mut expected) = (vec![0.0; players], vec![0.0; players]);
        for (Pairing { players: [a, b], wins: pairs }, sum) in pairings.iter().zip(sums) {
            let games = 2.0 * pairs.len() as f64 + DRAWN_GAMES;
            let share = games / (strengths[*a] + strengths[*b]);
            wins[*a] += sum + DRAWN_GAMES / 2.0;
            wins[*b] += games - DRAWN_GAMES / 2.0 - sum;
            expected[*a] += share;
            expected[*b] += share;
        }
        let mut change = 0.0f64;
        for player in (0..players).filter(|&player| expected[player] > 0.0) {
            let next = wins[player] / expected[player];
            change = change.max((next / strengths[player] - 1.0).abs());
            strengths[player] = next;
        }
        let mean = strengths.iter().map(|strength| strength.ln()).sum::<f64>() / players.max(1) as f64;
        strengths.iter_mut().for_each(|strength| *strength /= mean.exp());
        if change < PRECISION {
            break;
        }
    }
    strengths.into_iter().map(|strength| elo(strength / (strength + 1.0))).collect()
}

#[cfg(test)]
mod tests {
    use super::super::pairs::expected;
    use super::*;

    fn pairing(a: usize, b: usize, rate: f64, pairs: usize) -> Pairing {
        // Alternates between results so that their mean is the rate.
        let won = |pair: usize| (2.0 * rate * (pair + 1) as f64).floor() - (2.0 * rate * pair as f64).floor();
        Pairing { players: [a, b], wins: (0..pairs).map(won).collect() }
    }

    #[test]
    fn ratings_reproduce_the_differences_behind_the_results() {
        let known = [150.0, 0.0, -150.0];
        let of = |a: usize, b: usize| pairing(a, b, expected(known[a] - known[b]), 20_000);
        let found = ratings(3, &[of(0, 1), of(2, 0), of(1, 2)]);
        for (rating, known) in found.iter().zip(known) {
            assert!((rating.elo - known).abs() < 1.0, "{rating:?}, {known}");
            assert!(rating.interval[0] < rating.elo && rating.elo < rating.interval[1], "{rating:?}");
            assert!(rating.interval[1] - rating.interval[0] < 6.0, "{rating:?}");
            assert_eq!(rating.games, 80_000);
        }
        assert!((found[1].win_rate - 0.5).abs() < 1e-3, "{found:?}");
    }

    #[test]
    fn a_match_between_two_players_gives_their_difference() {
        let found = ratings(2, &[pairing(0, 1, 0.75, 200)]);
        assert!((found[0].elo - found[1].elo - elo(0.75)).abs() < 1.0, "{found:?}");
    }

    #[test]
    fn a_player_who_lost_every_game_has_a_finite_rating() {
        let found = ratings(3, &[pairing(0, 1, 0.5, 10), pairing(0, 2, 1.0, 10), pairing(1, 2, 1.0, 10)]);
        assert!(found[2].elo.is_finite() && found[2].elo < -200.0, "{found:?}");
        assert!((found[0].elo - found[1].elo).abs() < 1e-3, "{found:?}");
        assert_eq!(found[2].win_rate, 0.0);
    }

    #[test]
    fn fewer_pairs_give_wider_intervals() {
        let width = |pairs: usize| {
            let [low, high] = ratings(2, &[pairing(0, 1, 0.6, pairs)])[0].interval;
            high - low
        };
        assert!(width(20) > 2.0 * width(400), "{} {}", width(20), width(400));
    }
}
