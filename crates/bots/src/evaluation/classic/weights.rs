//! Evaluation weights for the Carcassonne family, in points. Their values are in `weights/classic.toml`.

use games::families::CARCASSONNE;

use crate::evaluation::personality::Personality;
use crate::evaluation::weights::named_weights;

/// Number of followers in supply that have value; further followers add nothing.
pub(super) const MAX_SUPPLY: usize = 8;

named_weights! {
    file "../../../weights/classic.toml" of CARCASSONNE;
    /// Evaluation weights for the Carcassonne family.
    #[derive(Clone, Copy, Debug, PartialEq)]
    pub struct Weights {
        /// Tries per gap in each of an owner's turns.
        pub own_tries: f32,
        /// Tries per gap in each of the other players' turns.
        pub other_tries: f32,
        /// Weight of a tile that fits a gap without closing it, relative to one that closes it.
        pub extending: f32,
        /// Factor by which each gap after the first multiplies the chance of completion.
        pub more_gaps: f32,
        /// Fraction of the points for future tiles that is credited to a feature.
        pub growth: f32,
        /// Tries per place around a monastery in each remaining turn.
        pub around_tries: f32,
        /// Chance, at the start of the game, that a place around a monastery gets filled if it is not yet an open place.
        pub around_far: f32,
        /// Value of the first, second, ... follower in supply, early in the game.
        pub supply: [f32; MAX_SUPPLY],
        /// Fraction of a follower that counts as in supply if its feature is certain to be completed.
        pub returning: f32,
        /// Number of own turns left at which a follower in supply is worth half its value.
        pub supply_half: f32,
        /// Additional value of a large follower in supply over an ordinary one.
        pub large: f32,
        /// Factor for the expected number of incomplete cities beside a field that get completed.
        pub field_cities: f32,
        /// Expected points of a field per open join, early in the game.
        pub field_growth: f32,
        /// Fraction of a field's value that is subtracted early in the game because it is uncertain.
        pub field_doubt: f32,
        /// Fraction of a seat's gain from joining features that is credited to the seat.
        pub joining: f32,
        /// Like `joining`, for fields.
        pub joining_fields: f32,
        /// Fraction of the possible gain from unoccupied features that is credited to the next seat.
        pub unowned: f32,
        /// Weight of the best opponent in the margin; the mean of all opponents has the remaining weight.
        pub best_opponent: f32,
        /// Weights of the expansions.
        pub more: ExpansionWeights,
    }
}

named_weights! {
    /// Weights of the expansions.
    #[derive(Clone, Copy, Debug, PartialEq)]
    pub struct ExpansionWeights {
        /// Value of having a tile to place.
        pub turn: f32,
        /// Value of a builder in supply.
        pub builder: f32,
        /// Value of a pig in supply.
        pub pig: f32,
        /// Value of a barn in supply.
        pub barn: f32,
        /// Value of a mayor in supply.
        pub mayor: f32,
        /// Additional value of a wagon in supply over an ordinary follower.
        pub wagon: f32,
        /// Value of an abbey that has not been placed.
        pub abbey: f32,
        /// Of the tiles that could extend a builder's feature, the fraction that are actually used to do so.
        pub builder_eager: f32,
        /// Maximum number of double turns expected from a builder on one feature.
        pub builder_most: f32,
        /// Value of a wagon's move when its feature is completed.
        pub wagon_ride: f32,
        /// Fraction of a prisoner that counts as in supply.
        pub prisoner_back: f32,
        /// Points that a prisoner's owner is expected to pay its captor.
        pub ransom: f32,
        /// Threat of a tower whose next piece would bring a follower within reach, as a fraction of the loss.
        pub tower_fear: f32,
        /// Value of a captured follower itself, in addition to its feature.
        pub follower: f32,
        /// Value of a tower piece.
        pub piece: f32,
        /// Threat of a dragon that is one step away and certain to move, as a fraction of the loss.
        pub dragon_fear: f32,
        /// Number of own turns during which the fairy is expected to stay with a follower.
        pub fairy_turns: f32,
        /// Fraction counted of the points for scoring beside the fairy.
        pub fairy_score: f32,
        /// Fraction of a courtier's gain from taking over a completed feature that is counted.
        pub courtier: f32,
        /// Like `courtier`, for fields.
        pub courtier_field: f32,
        /// Fraction of the courtiers' value that remains in the quarter where the count stands.
        pub locked: f32,
        /// Points subtracted from a deployment through a portal, because the best of many estimates tends to be too high.
        pub portal_doubt: f32,
        /// Like `portal_doubt`, for fields.
        pub portal_field_doubt: f32,
        /// Fraction of the expected points for goods that is counted.
        pub goods: f32,
        /// Chance, at the start of the game, that the holder of the king or the robber baron keeps it.
        pub card_keep: f32,
        /// Number of complete cities or roads still expected at the start of the game.
        pub card_growth: f32,
        /// Threat of further ghosts to a follower that has one or two, as a fraction of the loss if it is sent home.
        pub haunt_fear: [f32; 2],
        /// Fraction of the points expected from watchtowers that is counted.
        pub watchtower: f32,
        /// Fraction of the points expected from churches that is counted.
        pub church: f32,
        /// Fraction of the expected loss in challenges between shrines and monasteries that is counted.
        pub challenge: f32,
    }
}

impl Weights {
    /// Returns the weights of a player with this personality.
    #[must_use]
    pub fn of(&self, personality: &Personality) -> Self {
        let (Personality { growth, gaps, lasting, keeping, joining, threats, .. }, more) = (*personality, &self.more);
        Self {
            growth: growth * self.growth,
            more_gaps: (gaps * self.more_gaps).min(1.0),
            supply: self.supply.map(|worth| keeping * worth),
            field_cities: lasting * self.field_cities,
            field_growth: lasting * self.field_growth,
            field_doubt: 1.0 - lasting * (1.0 - self.field_doubt),
            joining: joining * self.joining,
            joining_fields: joining * self.joining_fields,
            unowned: joining * self.unowned,
            more: ExpansionWeights {
                pig: keeping * more.pig,
                courtier: joining * more.courtier,
                ransom: threats * more.ransom,
                tower_fear: threats * more.tower_fear,
                dragon_fear: threats * more.dragon_fear,
                haunt_fear: more.haunt_fear.map(|fear| threats * fear),
                ..*more
            },
            ..*self
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_plain_personality_keeps_the_weights() {
        let plain = Weights::default();
        assert_eq!(plain.of(&Personality::PLAIN), plain);
        assert_eq!([0.0, 0.5, 1.0].map(|youth| Personality::PLAIN.lasting_factor(youth)), [1.0; 3]);
    }
}
