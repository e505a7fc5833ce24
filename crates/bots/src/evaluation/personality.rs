//! Personalities of computer players, which search equally deep but value some things more or less than the plain evaluation does.
//!
//! A personality is a set of factors. The evaluator of the Carcassonne family multiplies its weights by them once; those of the other
//! families apply each factor where they compute the value in question.

/// Factors on terms of the evaluation, all of them 1 without a personality.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Personality {
    /// Factor on the other players' points in the margin.
    pub others: f32,
    /// Factor on the expected growth of features that get completed.
    pub growth: f32,
    /// Factor on the chance of completion for every gap after the first.
    pub gaps: f32,
    /// Factor on whatever scores or returns late in the game, while its end is far away: fields; meadows and river systems; mountains;
    /// ghosts that a finished bank would give back.
    pub lasting: f32,
    /// Factor on the value of figures in supply.
    pub keeping: f32,
    /// Factor on the value of joining features, and of features that a player could take.
    pub joining: f32,
    /// Factor on threats to any player: towers, the dragon, ghosts.
    pub threats: f32,
}

impl Personality {
    /// No personality: all factors are 1.
    pub const PLAIN: Self =
        Self { others: 1.0, growth: 1.0, gaps: 1.0, lasting: 1.0, keeping: 1.0, joining: 1.0, threats: 1.0 };

    /// Returns the `lasting` factor weighted by the fraction `youth` of the game that is left: in full at the start of the game, 1 at its
    /// end.
    pub fn lasting_factor(&self, youth: f32) -> f32 {
        1.0 + (self.lasting - 1.0) * youth
    }
}
