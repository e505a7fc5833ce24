//! What a family of games supplies: what is done with its positions.

use crate::tile::PILE_BAG;
use crate::{Answer, Answers, Events, FamilyData, Position, Random, Rules};

/// Who must answer the pending decision.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Actor {
    /// Chance: whoever runs the game answers from the draw order.
    Chance,
    /// A player.
    Seat(u8),
    /// Nobody: the game is over.
    Nobody,
}

/// A family of games that share kinds of segment, kinds of figure and the order of a turn.
///
/// The position keeps the pending decision; a family lists its answers in a fixed order and applies the one chosen, after which the
/// next decision is pending.
pub trait Family: FamilyData {
    /// Lays the start tiles and asks the first decision.
    fn start(position: &mut Position<Self>, rules: &Rules<Self::Options>, events: &mut impl Events);

    /// Who must answer.
    fn actor(position: &Position<Self>) -> Actor;

    /// The pile from which chance draws next.
    #[inline]
    fn pile(_: &Position<Self>) -> u8 {
        PILE_BAG
    }

    /// Lists every legal answer, in the order that the family documents.
    fn list(position: &Position<Self>, rules: &Rules<Self::Options>, answers: &mut impl Answers);

    /// Draws a player's legal answer without listing them all: uniform over distinct placements, then uniform over what the
    /// decision offers.
    fn sample(position: &Position<Self>, rules: &Rules<Self::Options>, random: &mut impl Random) -> Answer;

    /// Carries a legal answer out. (An answer that is not listed is the caller's mistake and leaves a senseless position;
    /// [`Position::answer`] checks.)
    fn apply(position: &mut Position<Self>, rules: &Rules<Self::Options>, answer: Answer, events: &mut impl Events);

    /// Whether the waiting decisions, and what expansions remember, go with the rest of a position that was read from bytes: if
    /// so, the game can be played on.
    fn validate(position: &Position<Self>, rules: &Rules<Self::Options>) -> bool;
}
