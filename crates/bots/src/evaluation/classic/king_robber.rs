//! Values the king and the robber baron.

use classic::ClassicPosition;
use classic::king_robber::{Card, KING, ROBBER, Scoring};
use classic::scoring::complete_from_the_start;

use super::context::EvalContext;
use crate::evaluation::uses::Use;
use crate::evaluation::values::Values;

/// Adds the points that the holders of the king and the robber baron can expect from them.
pub(super) fn add_cards(context: &EvalContext, position: &ClassicPosition, values: &mut Values) {
    if !context.has(KING | ROBBER) || !context.uses.has(Use::Cards) {
        return;
    }
    let w = &context.weights.more;
    let youth = context.board.fraction_left();
    let keep = 1.0 - (1.0 - w.card_keep) * youth;
    let extra = &position.extra.king_robber;
    let both = extra.king.holder().is_some() && extra.king.holder() == extra.robber.holder();
    let scoring = context.rules.options.king_robber.scoring;
    let points = |card: &Card, from_the_start: u16| match scoring.card_points(both) {
        Some(points) => f32::from(points),
        None if scoring == Scoring::PerFeature => f32::from(card.complete + from_the_start) + w.card_growth * youth,
        None => w.card_growth * youth,
    };
    let from_the_start = complete_from_the_start(position, context.rules);
    for (card, from_the_start) in [(&extra.king, from_the_start), (&extra.robber, 0)] {
        if let Some(seat) = card.holder() {
            values[usize::from(seat)] += keep * points(card, from_the_start);
        }
    }
}

#[cfg(test)]
mod tests {
    use games::{Game, Setup};

    use super::*;
    use crate::evaluation::classic::Weights;

    /// Returns the king's value to a holder with one complete city, late in the game.
    fn king(options: &str) -> f32 {
        let line = format!("carcassonne+king-robber+count seats=2 {options}");
        let game = Game::new(&Setup::from_line(&line).unwrap()).unwrap();
        let (rules, position) = game.classic().unwrap();
        let mut position = *position;
        position.extra.king_robber.king = Card { tiles: 4, seat: 1, complete: 1 };
        let mut values = [0.0; bastide_core::MAX_SEATS];
        add_cards(&EvalContext::new(rules, &position, Weights::default()), &position, &mut values);
        values[1]
    }

    #[test]
    fn the_king_is_valued_by_the_scoring_options() {
        let (without, with) = (king(""), king("king_counts_carcassonne=true"));
        assert_eq!([without, with], [1.0, 2.0]);
        assert_eq!(king("king_robber_scoring=ten king_counts_carcassonne=true"), king("king_robber_scoring=ten"));
    }
}
