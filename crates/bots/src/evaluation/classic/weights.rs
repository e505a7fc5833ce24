//! What the evaluation of the Carcassonne family thinks things are worth, in points. The values stand in a weights file,
//! `weights/classic.toml`.

use games::families::CARCASSONNE;

use crate::evaluation::personality::Personality;
use crate::evaluation::weights::named_weights;

/// Followers in supply that are worth something, each less than the one before.
pub(super) const MOST_SUPPLY: usize = 8;

named_weights! {
    file "../../../weights/classic.toml" of CARCASSONNE;
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
        pub supply: [f32; MOST_SUPPLY],
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
        /// What expansions bring.
        pub more: ExpansionWeights,
    }
}

named_weights! {
    /// Weights of what expansions bring.
    #[derive(Clone, Copy, Debug, PartialEq)]
    pub struct ExpansionWeights {
        /// What a tile to place is worth.
        pub turn: f32,
        /// What figures in supply are worth, each by itself; a wagon beyond an ordinary follower.
        pub builder: f32,
        /// A pig.
        pub pig: f32,
        /// A barn.
        pub barn: f32,
        /// A mayor.
        pub mayor: f32,
        /// A wagon.
        pub wagon: f32,
        /// An abbey that is still held.
        pub abbey: f32,
        /// How often, of the turns in which a tile comes that extends a builder's feature, it does.
        pub builder_eager: f32,
        /// Most double turns that a builder is expected to bring where it stands.
        pub builder_most: f32,
        /// What a wagon saves by going on from a feature when that is complete.
        pub wagon_ride: f32,
        /// How much of a follower that is a prisoner counts as being in supply.
        pub prisoner_back: f32,
        /// Points that a prisoner's owner is expected to pay its holder.
        pub ransom: f32,
        /// What is feared of a tower that can reach a follower when it grows, as a share of what that would cost.
        pub tower_fear: f32,
        /// What a follower is worth to its owner beside its feature, where it is lost.
        pub follower: f32,
        /// What a tower piece is worth.
        pub piece: f32,
        /// What is feared of a dragon one step away that is sure to march, as a share of what that would cost.
        pub dragon_fear: f32,
        /// Own turns that the fairy is expected to stay.
        pub fairy_turns: f32,
        /// How much of the points for scoring beside the fairy is counted.
        pub fairy_score: f32,
        /// How much of what a courtier could take over, were it complete, is counted.
        pub courtier: f32,
        /// The same for fields.
        pub courtier_field: f32,
        /// What is left of that where the count stands.
        pub locked: f32,
        /// What is not believed of the gain of a follower that a portal leads to the best of very many features.
        pub portal_doubt: f32,
        /// The same of fields.
        pub portal_field_doubt: f32,
        /// How much of the expected points for goods is counted.
        pub goods: f32,
        /// How sure the holder of the king or the robber baron is of keeping it with all tiles still to come.
        pub card_keep: f32,
        /// Complete cities or roads that are still to come with all tiles still to come.
        pub card_growth: f32,
        /// What is feared of ghosts that would chase a follower with one or two of them, as a share of what that would cost.
        pub haunt_fear: [f32; 2],
    }
}

impl Weights {
    /// The weights of a player that cares for this.
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
    fn whoever_has_no_quirks_leaves_the_weights_alone() {
        let plain = Weights::default();
        assert_eq!(plain.of(&Personality::PLAIN), plain);
        assert_eq!([0.0, 0.5, 1.0].map(|youth| Personality::PLAIN.lasting_for(youth)), [1.0; 3]);
    }
}
