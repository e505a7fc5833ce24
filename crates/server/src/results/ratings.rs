//! Rating updates: Glicko-2 for two players, the Weng-Lin method for more. Both use Glicko's scale, on which beginners start at 1500, but
//! ratings from the two methods are not comparable.

use skillratings::glicko2::{Glicko2Config, Glicko2Rating, glicko2};
use skillratings::weng_lin::{WengLinConfig, WengLinRating, weng_lin_multi_team};
use skillratings::{MultiTeamOutcome, Outcomes};

const INITIAL_RATING: f64 = 1500.0;
const INITIAL_DEVIATION: f64 = 350.0;
const INITIAL_VOLATILITY: f64 = 0.06;
/// Glicko points per point on the Weng-Lin scale: the ratio of the initial deviations.
const SCALE: f64 = INITIAL_DEVIATION * 3.0 / 25.0;
/// Mean of the Weng-Lin scale.
const MEAN: f64 = 25.0;
/// Number of games after which a rating is no longer provisional.
pub const SETTLED_GAMES: u32 = 10;

/// A rating and its uncertainty.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Rating {
    pub value: f64,
    /// Rating deviation.
    pub deviation: f64,
    /// Volatility of the results; unchanged by games with more than two players.
    pub volatility: f64,
}

impl Default for Rating {
    fn default() -> Rating {
        Rating { value: INITIAL_RATING, deviation: INITIAL_DEVIATION, volatility: INITIAL_VOLATILITY }
    }
}

/// Size of a game: games with two players and games with more have separate ratings.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Size {
    /// Two players.
    Two,
    /// Three or more players.
    More,
}

impl Size {
    /// Returns the size of a game with this many seats.
    pub fn of(seats: u8) -> Size {
        if seats <= 2 { Size::Two } else { Size::More }
    }

    /// Returns the code used in the protocol and in the database.
    pub fn word(self) -> &'static str {
        match self {
            Size::Two => "two",
            Size::More => "more",
        }
    }

    /// Parses a code.
    pub fn parse(word: &str) -> Option<Size> {
        [Size::Two, Size::More].into_iter().find(|size| size.word() == word)
    }
}

/// Returns the ratings after a game that ended with these ranks.
pub fn after(before: &[Rating], ranks: &[u8]) -> Vec<Rating> {
    match (before, ranks) {
        ([one, two], [first, second]) => {
            let outcome = match first.cmp(second) {
                std::cmp::Ordering::Less => Outcomes::WIN,
                std::cmp::Ordering::Equal => Outcomes::DRAW,
                std::cmp::Ordering::Greater => Outcomes::LOSS,
            };
            let (one, two) = glicko2(&one.glicko(), &two.glicko(), &outcome, &Glicko2Config::new());
            vec![of_glicko(one), of_glicko(two)]
        }
        _ => among_more(before, ranks),
    }
}

fn among_more(before: &[Rating], ranks: &[u8]) -> Vec<Rating> {
    let alone: Vec<[WengLinRating; 1]> = before.iter().map(|rating| [rating.weng_lin()]).collect();
    let outcomes = ranks.iter().map(|&rank| MultiTeamOutcome::new(usize::from(rank)));
    let teams: Vec<(&[WengLinRating], MultiTeamOutcome)> = alone.iter().map(|one| &one[..]).zip(outcomes).collect();
    let after = weng_lin_multi_team(&teams, &WengLinConfig::new());
    let of =
        |(before, after): (&Rating, Vec<WengLinRating>)| after.first().map_or(*before, |one| of_weng_lin(*one, before));
    before.iter().zip(after).map(of).collect()
}

impl Rating {
    fn glicko(&self) -> Glicko2Rating {
        Glicko2Rating { rating: self.value, deviation: self.deviation, volatility: self.volatility }
    }

    fn weng_lin(&self) -> WengLinRating {
        WengLinRating { rating: MEAN + (self.value - INITIAL_RATING) / SCALE, uncertainty: self.deviation / SCALE }
    }
}

fn of_glicko(rating: Glicko2Rating) -> Rating {
    Rating { value: rating.rating, deviation: rating.deviation, volatility: rating.volatility }
}

fn of_weng_lin(rating: WengLinRating, before: &Rating) -> Rating {
    let value = INITIAL_RATING + (rating.rating - MEAN) * SCALE;
    Rating { value, deviation: rating.uncertainty * SCALE, volatility: before.volatility }
}

#[cfg(test)]
mod tests {
    use skillratings::glicko2::glicko2_rating_period;

    use super::*;

    fn rating(value: f64, deviation: f64) -> Rating {
        Rating { value, deviation, volatility: INITIAL_VOLATILITY }
    }

    #[test]
    fn glickmans_example_is_reproduced() {
        let player = rating(1500.0, 200.0).glicko();
        let others = [(1400.0, 30.0, Outcomes::WIN), (1550.0, 100.0, Outcomes::LOSS), (1700.0, 300.0, Outcomes::LOSS)];
        let games = others.map(|(value, deviation, outcome)| (rating(value, deviation).glicko(), outcome));
        let after = of_glicko(glicko2_rating_period(&player, &games, &Glicko2Config::new()));
        assert!((after.value - 1464.06).abs() < 0.01, "{after:?}");
        assert!((after.deviation - 151.52).abs() < 0.01, "{after:?}");
        assert!((after.volatility - 0.05999).abs() < 0.00001, "{after:?}");
    }

    #[test]
    fn each_two_player_game_is_a_rating_period() {
        let (one, two) = (rating(1500.0, 200.0), rating(1400.0, 30.0));
        let period = |own: &Rating, other: &Rating, outcome| {
            of_glicko(glicko2_rating_period(&own.glicko(), &[(other.glicko(), outcome)], &Glicko2Config::new()))
        };
        let expected = vec![period(&one, &two, Outcomes::WIN), period(&two, &one, Outcomes::LOSS)];
        let after = after(&[one, two], &[1, 2]);
        for (after, expected) in after.iter().zip(&expected) {
            assert!((after.value - expected.value).abs() < 1e-9 && (after.deviation - expected.deviation).abs() < 1e-9);
        }
    }

    #[test]
    fn multiplayer_ratings_follow_ranks_and_ties_stay_equal() {
        let new = [Rating::default(); 4];
        let after = after(&new, &[3, 1, 1, 4]);
        assert!(after[1].value > INITIAL_RATING && after[1].value == after[2].value, "{after:?}");
        assert!(after[0].value < after[1].value && after[3].value < after[0].value, "{after:?}");
        assert!(
            after.iter().all(|rating| rating.deviation < INITIAL_DEVIATION && rating.value.is_finite()),
            "{after:?}"
        );
    }
}
