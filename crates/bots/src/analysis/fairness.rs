//! How engine-like a player plays: the share of decisions in which the player gave the engine's answer, among those that neither are
//! obvious nor hardly matter. `docs/fairness.md` has the shares of players of known strength, and how often they raise a false alarm.

use serde::Serialize;

use super::review::Judgement;

/// Points by which the best answer must lead the second-best one for a decision to count: at least, and less than. Below, several answers
/// are as good; above, most players see the best one.
pub const COUNTED_LEAD: std::ops::Range<f32> = 0.3..2.0;
/// Minimum number of games and of counted decisions for an alarm.
pub const MIN_GAMES: usize = 5;
const MIN_DECISIONS: usize = 100;
/// Minimum share of the engine's answers for an alarm.
const ALARM_SHARE: f64 = 0.75;

/// A player's counted decisions.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize)]
#[cfg_attr(feature = "types", derive(ts_rs::TS))]
pub struct Likeness {
    /// Number of games.
    pub games: usize,
    /// Number of counted decisions.
    pub decisions: usize,
    /// Number of those in which the player gave the engine's answer.
    pub matched: usize,
}

impl Likeness {
    /// Counts a seat's decisions in a game.
    pub fn of(seat: u8, judged: &[Judgement]) -> Self {
        let counts = |one: &&Judgement| one.seat == seat && one.lead.is_some_and(|lead| COUNTED_LEAD.contains(&lead));
        let (decisions, matched) = judged.iter().filter(counts).fold((0, 0), |(decisions, matched), judgement| {
            (decisions + 1, matched + usize::from(judgement.lost.is_nothing()))
        });
        Self { games: 1, decisions, matched }
    }

    /// Returns the share of decisions in which the player gave the engine's answer; 0 without decisions.
    pub fn share(self) -> f64 {
        self.matched as f64 / self.decisions.max(1) as f64
    }

    /// Returns whether a moderator should look at the player's games. It proves nothing.
    pub fn is_alarming(self) -> bool {
        self.games >= MIN_GAMES && self.decisions >= MIN_DECISIONS && self.share() >= ALARM_SHARE
    }
}

impl std::ops::AddAssign for Likeness {
    fn add_assign(&mut self, other: Self) {
        self.games += other.games;
        self.decisions += other.decisions;
        self.matched += other.matched;
    }
}

impl std::iter::Sum for Likeness {
    fn sum<I: Iterator<Item = Self>>(all: I) -> Self {
        all.fold(Self::default(), |mut sum, one| {
            sum += one;
            sum
        })
    }
}

/// The conditions for an alarm, for clients that add up games themselves.
#[derive(Clone, Copy, Debug, PartialEq, Serialize)]
#[cfg_attr(feature = "types", derive(ts_rs::TS))]
pub struct Alarm {
    /// Minimum number of games.
    games: usize,
    /// Minimum number of counted decisions.
    decisions: usize,
    /// Minimum share of the engine's answers, 0 to 1.
    share: f64,
}

impl Alarm {
    /// The conditions of [`Likeness::is_alarming`].
    pub const USED: Self = Self { games: MIN_GAMES, decisions: MIN_DECISIONS, share: ALARM_SHARE };
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::analysis::puzzles::self_play;
    use crate::analysis::review::{choices, judge};
    use crate::{Budget, Level};
    use games::Setup;
    use std::num::NonZeroUsize;

    /// Returns the likeness of a level over games against itself.
    fn likeness_of(level: Level, games: u64) -> Likeness {
        let in_game = |seed| {
            let game = self_play(&Setup::base(2), level, seed).unwrap();
            let judged = judge(&choices(&game), Budget::Evaluations(200), 1, NonZeroUsize::MIN, |_| {});
            Likeness::of(0, &judged)
        };
        (0..games).map(in_game).sum()
    }

    #[test]
    fn the_engine_raises_an_alarm_and_another_player_does_not() {
        let (hard, medium) = (likeness_of(Level::Hard, 5), likeness_of(Level::Medium, 5));
        assert!(hard.is_alarming(), "{hard:?}");
        assert!(medium.decisions >= 50 && medium.share() < 0.7 && !medium.is_alarming(), "{medium:?}");
    }

    #[test]
    fn few_games_or_decisions_raise_no_alarm() {
        let enough = Likeness { games: 5, decisions: 100, matched: 75 };
        assert!(enough.is_alarming() && enough.share() == 0.75);
        assert!(!Likeness { matched: 74, ..enough }.is_alarming());
        assert!(!Likeness { games: 4, ..enough }.is_alarming());
        assert!(!Likeness { decisions: 99, matched: 99, ..enough }.is_alarming());
        assert_eq!(Likeness::default().share(), 0.0);
    }
}
