//! The personalities of the levels. `docs/strength.md` lists their measured strength.

use super::level::Level;
use crate::evaluation::personality::Personality;

/// The builder develops its own features: it leaves them open because they could still grow, spends figures on them, and pays little
/// attention to fields or to the other players.
const BUILDER: Personality =
    Personality { others: 0.3, growth: 3.0, gaps: 2.0, lasting: 0.3, keeping: 0.4, joining: 0.5, threats: 0.5 };

/// The baron invests in fields from the first turn, before it is known which cities they will touch, and fights for them. The figures on
/// its fields are not available elsewhere.
const BARON: Personality = Personality { lasting: 1.45, ..Personality::PLAIN };

/// The thief prefers other players' losses to its own gains: it tries to join their features, and values threats to them.
const THIEF: Personality =
    Personality { others: 1.2, growth: 0.7, gaps: 1.0, lasting: 0.5, keeping: 0.8, joining: 2.2, threats: 1.4 };

/// Returns a level's personality. The easy level has none, because it uses only the quick evaluation.
pub const fn of_level(level: Level) -> Personality {
    match level {
        Level::Medium => BUILDER,
        Level::Baron => BARON,
        Level::Thief => THIEF,
        Level::Easy | Level::Hard | Level::Master => Personality::PLAIN,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn no_two_personalities_are_alike() {
        let all = [Level::Medium, Level::Baron, Level::Thief, Level::Hard].map(of_level);
        for (i, one) in all.iter().enumerate() {
            assert!(!all[..i].contains(one));
        }
        assert_eq!(of_level(Level::Master), Personality::PLAIN);
    }
}
