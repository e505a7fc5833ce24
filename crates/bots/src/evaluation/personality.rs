//! What sets computer players apart that look equally far: what each cares for more or less than the evaluation does.
//!
//! A personality is a row of factors. The Carcassonne family takes them into its weights, the evaluators of the other families apply
//! them where they value what the factor is about.

/// What a player cares for: factors on what the evaluation makes of things, all of them 1 for one without quirks.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Personality {
    /// On what the others can expect.
    pub others: f32,
    /// On the hope that features which get complete grow.
    pub growth: f32,
    /// On the hope that is left to such a feature with every gap after the first.
    pub gaps: f32,
    /// On what lasts to the end of the game, while that is far: fields; meadows and river systems; mountains; ghosts that a bank will
    /// give back.
    pub lasting: f32,
    /// On what figures in supply are worth.
    pub keeping: f32,
    /// On what joining features promises, and on what somebody could take.
    pub joining: f32,
    /// On what is feared, for whomever it is: towers, the dragon, ghosts.
    pub threats: f32,
}

impl Personality {
    /// No quirks.
    pub const PLAIN: Self =
        Self { others: 1.0, growth: 1.0, gaps: 1.0, lasting: 1.0, keeping: 1.0, joining: 1.0, threats: 1.0 };

    /// The factor on what lasts, when so much of the game is still to come (1 is all of it): in the end it is worth what it is worth.
    pub fn lasting_for(&self, youth: f32) -> f32 {
        1.0 + (self.lasting - 1.0) * youth
    }
}
