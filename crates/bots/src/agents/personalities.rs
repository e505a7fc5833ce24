//! The personalities of the levels. How strong each is stands in `docs/strength.md`.

use super::level::Level;
use crate::evaluation::personality::Personality;

/// The builder sees its own work: it leaves features open because they could be larger still, spends its figures on them, and
/// neither fields nor what the others do matter much to it.
const BUILDER: Personality =
    Personality { others: 0.3, growth: 3.0, gaps: 2.0, lasting: 0.3, keeping: 0.4, joining: 0.5, threats: 0.5 };

/// The baron trusts in fields from the first turn, where others wait until they see what these touch, and fights for them. What
/// it spends on them it does not have for the rest.
const BARON: Personality = Personality { lasting: 1.45, ..Personality::PLAIN };

/// The thief would rather have others lose than gain itself, goes where they are, and sees threats to them as chances.
const THIEF: Personality =
    Personality { others: 1.2, growth: 0.7, gaps: 1.0, lasting: 0.5, keeping: 0.8, joining: 2.2, threats: 1.4 };

/// What a level cares for. (The easy level does not look so far.)
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
