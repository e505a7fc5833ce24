//! What sets the computer players' characters apart: what each cares for more or less than the evaluation does.
//!
//! A character is a row of factors. The Carcassonne family takes them into its weights, the judges of the other families apply them
//! where they judge what the factor is about. How strong each is stands in `docs/strength.md`.

use crate::Level;
use crate::weights::{Expanded, Weights};

/// What a player cares for: factors on what the evaluation makes of things, all of them 1 for one without quirks.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Taste {
    /// On what the others can expect.
    pub others: f32,
    /// On the hope that features which get complete grow.
    pub growth: f32,
    /// On the hope that is left to such a feature with every gap after the first.
    pub gaps: f32,
    /// On what lasts to the end of the game, while that is far: fields; meadows and river systems; mountains; ghosts that a bank will give back.
    pub lasting: f32,
    /// On what figures in supply are worth.
    pub keeping: f32,
    /// On what joining features promises, and on what somebody could take.
    pub joining: f32,
    /// On what is feared, for whomever it is: towers, the dragon, ghosts.
    pub threats: f32,
}

impl Taste {
    /// No quirks.
    pub const PLAIN: Self =
        Self { others: 1.0, growth: 1.0, gaps: 1.0, lasting: 1.0, keeping: 1.0, joining: 1.0, threats: 1.0 };

    /// The builder sees its own work: it leaves features open because they could be larger still, spends its figures on them, and
    /// neither fields nor what the others do matter much to it.
    const BUILDER: Self =
        Self { others: 0.3, growth: 3.0, gaps: 2.0, lasting: 0.3, keeping: 0.4, joining: 0.5, threats: 0.5 };

    /// The baron trusts in fields from the first turn, where others wait until they see what these touch, and fights for them. What
    /// it spends on them it does not have for the rest.
    const BARON: Self = Self { lasting: 1.45, ..Self::PLAIN };

    /// The thief would rather have others lose than gain itself, goes where they are, and sees threats to them as chances.
    const THIEF: Self =
        Self { others: 1.2, growth: 0.7, gaps: 1.0, lasting: 0.5, keeping: 0.8, joining: 2.2, threats: 1.4 };

    /// What a level cares for. (The easy level does not look so far.)
    pub const fn of(level: Level) -> Self {
        match level {
            Level::Medium => Self::BUILDER,
            Level::Baron => Self::BARON,
            Level::Thief => Self::THIEF,
            Level::Easy | Level::Hard | Level::Master => Self::PLAIN,
        }
    }

    /// The factor on what lasts, when so much of the game is still to come (1 is all of it): in the end it is worth what it is worth.
    pub fn lasting_for(&self, youth: f32) -> f32 {
        1.0 + (self.lasting - 1.0) * youth
    }

    /// The weights of the Carcassonne family, changed by this.
    pub fn weights(&self, plain: &Weights) -> Weights {
        let more = &plain.more;
        Weights {
            growth: self.growth * plain.growth,
            more_gaps: (self.gaps * plain.more_gaps).min(1.0),
            supply: plain.supply.map(|worth| self.keeping * worth),
            field_cities: self.lasting * plain.field_cities,
            field_growth: self.lasting * plain.field_growth,
            field_doubt: 1.0 - self.lasting * (1.0 - plain.field_doubt),
            joining: self.joining * plain.joining,
            joining_fields: self.joining * plain.joining_fields,
            unowned: self.joining * plain.unowned,
            more: Expanded {
                pig: self.keeping * more.pig,
                courtier: self.joining * more.courtier,
                ransom: self.threats * more.ransom,
                tower_fear: self.threats * more.tower_fear,
                dragon_fear: self.threats * more.dragon_fear,
                haunt_fear: more.haunt_fear.map(|fear| self.threats * fear),
                ..*more
            },
            ..*plain
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn whoever_has_no_quirks_leaves_the_weights_alone() {
        let plain = Weights::default();
        assert_eq!(Taste::PLAIN.weights(&plain), plain);
        assert_eq!([0.0, 0.5, 1.0].map(|youth| Taste::PLAIN.lasting_for(youth)), [1.0; 3]);
    }

    #[test]
    fn no_two_characters_are_alike() {
        let tastes = [Level::Medium, Level::Baron, Level::Thief, Level::Hard].map(Taste::of);
        for (i, taste) in tastes.iter().enumerate() {
            assert!(!tastes[..i].contains(taste));
        }
        assert_eq!(Taste::of(Level::Master), Taste::PLAIN);
    }
}
