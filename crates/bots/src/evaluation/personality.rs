//! Defines the personalities of computer players, which search equally deeply but value some aspects of a position more or less than the
//! plain evaluation does.
//!
//! A personality is a set of factors. The evaluator of the Carcassonne family multiplies its weights by them once; those of the other
//! families apply each factor where they compute the value in question.

/// Factors for terms of the evaluation; without a personality, all of them are 1.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Personality {
    /// Factor for the other players' points in the margin.
    pub others: f32,
    /// Factor for the expected growth of features that get completed.
    pub growth: f32,
    /// Factor for the chance of completion, applied for every gap after the first.
    pub gaps: f32,
    /// Factor for everything that scores or returns late in the game, applied while the end of the game is far away: fields; meadows and
    /// river systems; mountains; ghosts that a finished bank would return.
    pub lasting: f32,
    /// Factor for the value of figures in supply.
    pub keeping: f32,
    /// Factor for the value of joining features, and of features that a player could take.
    pub joining: f32,
    /// Factor for threats to any player: towers, the dragon, ghosts.
    pub threats: f32,
}

impl Personality {
    /// The plain personality: all factors are 1.
    pub const PLAIN: Self =
        Self { others: 1.0, growth: 1.0, gaps: 1.0, lasting: 1.0, keeping: 1.0, joining: 1.0, threats: 1.0 };

    /// Returns the `lasting` factor, weighted by `youth`, the fraction of the game left: the full factor at the start of the game, 1 at its
    /// end.
    pub fn lasting_factor(&self, youth: f32) -> f32 {
        1.0 + (self.lasting - 1.0) * youth
    }
}
