//! The interface that a family of games implements so that its positions can be played.

use crate::tile::PILE_BAG;
use crate::{Answer, Answers, Events, FamilyData, KindIndex, Position, Random, Rules};

/// The actor that must answer the pending decision.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Actor {
    /// Chance: the game's runner answers from the draw order.
    Chance,
    /// The player in this seat.
    Seat(u8),
    /// No answer is due: the game is over.
    Nobody,
}

/// A family of games that share kinds of segment, kinds of figure and the order of a turn.
///
/// The position stores the pending decision. A family lists the possible answers in a fixed order and applies the one that was chosen,
/// after which the next decision is pending.
pub trait Family: FamilyData {
    /// Lays the start tiles and sets the first decision.
    fn start(position: &mut Position<Self>, rules: &Rules<Self::Options>, events: &mut impl Events);

    /// Continues from an arranged position, with a tile of this kind in the active seat's hand, if any: begins the turn of the active seat
    /// without what happened before its tile was drawn. If no tiles are left, ends the game as the last turn before would have.
    fn resume(
        position: &mut Position<Self>,
        rules: &Rules<Self::Options>,
        hand: Option<KindIndex>,
        events: &mut impl Events,
    );

    /// Returns who must answer.
    fn actor(position: &Position<Self>) -> Actor;

    /// Returns the pile from which chance draws next.
    #[inline]
    fn pile(_: &Position<Self>) -> u8 {
        PILE_BAG
    }

    /// Lists every legal answer, in the order that the family documents.
    fn list(position: &Position<Self>, rules: &Rules<Self::Options>, answers: &mut impl Answers);

    /// Samples a legal answer of a player without listing all answers: uniformly over distinct placements, then uniformly over the options
    /// of the decision.
    fn sample(position: &Position<Self>, rules: &Rules<Self::Options>, random: &mut impl Random) -> Answer;

    /// Applies a legal answer. Passing an answer that is not listed is a bug in the caller and leaves an invalid position; use
    /// [`Position::answer`] to have the answer checked.
    fn apply(position: &mut Position<Self>, rules: &Rules<Self::Options>, answer: Answer, events: &mut impl Events);

    /// Returns whether the pending decision and the expansions' state are consistent with the rest of a position read from bytes, so that
    /// play can continue from it.
    fn validate(position: &Position<Self>, rules: &Rules<Self::Options>) -> bool;
}
