//! Personalities of computer players that look equally far: what each values more or less than the plain evaluation does.
//!
//! A personality is a set of factors. The Carcassonne family multiplies its weights by them; the other families' evaluators apply them
//! where they value the thing in question.

/// Factors on parts of the evaluation, all of them 1 without a personality.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Personality {
    /// On the other players' prospects.
    pub others: f32,
    /// On the expected growth of features that get completed.
    pub growth: f32,
    /// On the chance of completion for every gap after the first.
    pub gaps: f32,
    /// On what lasts to the end of the game, while that is far away: fields; meadows and river systems; mountains; ghosts that a bank will
    /// give back.
    pub lasting: f32,
    /// On the value of figures in supply.
    pub keeping: f32,
    /// On the value of joining features, and on what a player could take over.
    pub joining: f32,
    /// On threats to any player: towers, the dragon, ghosts.
    pub threats: f32,
}

impl Personality {
    /// Changes no weight: the evaluation as tuned.
    pub const PLAIN: Self =
        Self { others: 1.0, growth: 1.0, gaps: 1.0, lasting: 1.0, keeping: 1.0, joining: 1.0, threats: 1.0 };

    /// Returns the factor on what lasts when the fraction `youth` of the game is left (1 is the whole game). At the end it is 1.
    pub fn lasting_factor(&self, youth: f32) -> f32 {
        1.0 + (self.lasting - 1.0) * youth
    }
}
