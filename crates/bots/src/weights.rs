//! What the evaluation thinks things are worth, in points.

/// The weights of the evaluation, each with a name, so that they can be read, compared and tuned.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Weights {
    /// Tries that the owner's own turns give each gap of a feature.
    pub own_tries: f32,
    /// Tries that everybody else's turns give it.
    pub other_tries: f32,
    /// How far a tile that fits a gap without closing it counts as one that does.
    pub extending: f32,
    /// Factor on the chance of completion for each gap after the first.
    pub more_gaps: f32,
    /// Share of the points for tiles to come that a feature is credited with.
    pub growth: f32,
    /// Tries that each turn left gives a place round a monastery.
    pub around_tries: f32,
    /// Chance that a place round a monastery which is not open yet is taken in the end, when all tiles are still to come.
    pub around_far: f32,
    /// What the first, second, ... follower in supply is worth while the game is young.
    pub supply: [f32; 8],
    /// How much of a follower that will come back counts as being in supply.
    pub returning: f32,
    /// Own turns left at which a follower in supply is worth half.
    pub supply_half: f32,
    /// What a large follower in supply is worth beyond another one.
    pub large: f32,
    /// Factor on the cities that a field is expected to touch once they are complete.
    pub field_cities: f32,
    /// Points that a field can expect for each open join while the game is young.
    pub field_growth: f32,
    /// Share of a field's value that is not trusted while the game is young.
    pub field_doubt: f32,
    /// How much of what a seat would gain by joining features it is credited with.
    pub joining: f32,
    /// The same for fields.
    pub joining_fields: f32,
    /// How much of what the next seat could take from features without owner it is credited with.
    pub unowned: f32,
    /// Against several opponents: how much the best of them counts, the rest being their mean.
    pub best_opponent: f32,
}

impl Default for Weights {
    fn default() -> Self {
        Self {
            own_tries: 0.35,
            other_tries: 0.07,
            extending: 0.17,
            more_gaps: 0.39,
            growth: 0.23,
            around_tries: 0.49,
            around_far: 0.50,
            supply: [8.96, 5.36, 2.56, 0.97, 0.57, 0.56, 0.28, 0.20],
            returning: 0.29,
            supply_half: 2.85,
            large: 0.58,
            field_cities: 0.54,
            field_growth: 0.22,
            field_doubt: 0.50,
            joining: 0.39,
            joining_fields: 0.28,
            unowned: 0.38,
            best_opponent: 0.50,
        }
    }
}
