//! Sorts judged answers for a player's statistics: by the phase of the game, and by the kind of mistake.

use bastide_core::KindIndex;
use games::view::{EventView, HIDDEN_KINDS};
use games::{Answer, Game};
use serde::Serialize;

/// Part of a game, by the share of its tiles that were drawn before.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Serialize)]
#[serde(rename_all = "snake_case")]
#[cfg_attr(feature = "types", derive(ts_rs::TS))]
pub enum GamePhase {
    /// Less than a third of the tiles were drawn.
    Opening,
    /// Less than two thirds were drawn.
    Middle,
    /// The rest of the game.
    End,
}

impl GamePhase {
    /// Returns the phase of a position. `whole` is the number of undrawn tiles at the beginning of the game.
    pub fn of(position: &Game, whole: u32) -> Self {
        let drawn = whole.saturating_sub(undrawn(position));
        match 3 * drawn {
            thirds if thirds < whole => Self::Opening,
            thirds if thirds < 2 * whole => Self::Middle,
            _ => Self::End,
        }
    }
}

/// Returns the number of undrawn tiles.
pub fn undrawn(position: &Game) -> u32 {
    (0..position.tiles().len()).map(|kind| u32::from(position.in_bag(kind as KindIndex))).sum()
}

/// Kind of decision or, if the answer was not the best one, kind of mistake. Fields include the meadows of Hunters & Gatherers and The
/// Discovery.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Serialize)]
#[serde(rename_all = "snake_case")]
#[cfg_attr(feature = "types", derive(ts_rs::TS))]
pub enum DecisionKind {
    /// Placement of the tile.
    Placement,
    /// A figure was deployed, and it would have been better to keep it.
    FigureEarly,
    /// A figure was kept, and it would have been better to deploy it.
    FigureLate,
    /// A figure belonged on another feature, or another kind of figure belonged there.
    FigureElsewhere,
    /// A figure was deployed on a field, and it would have been better to keep it or to deploy it elsewhere.
    FieldEarly,
    /// A figure belonged on a field.
    FieldLate,
    /// Deployment of a figure or the decision to keep it; the best answer was given.
    Figure,
    /// Another decision, for example about the dragon.
    Other,
}

impl DecisionKind {
    /// Returns the kind of an answer, compared with the best one.
    pub fn of(position: &Game, given: Answer, best: Answer) -> Self {
        if matches!(given, Answer::Place { .. } | Answer::PlaceHeld { .. }) {
            return Self::Placement;
        }
        let deploys = |answer: Answer| matches!(answer, Answer::Deploy { .. } | Answer::DeployCorner { .. });
        let concerns_figures = |answer: Answer| deploys(answer) || answer == Answer::Pass;
        if !concerns_figures(given) || !concerns_figures(best) || !position.legal().into_iter().any(deploys) {
            return Self::Other;
        }
        if given == best {
            return Self::Figure;
        }
        match (is_on_field(position, given), is_on_field(position, best)) {
            (true, false) => Self::FieldEarly,
            (false, true) => Self::FieldLate,
            _ if !deploys(best) => Self::FigureEarly,
            _ if !deploys(given) => Self::FigureLate,
            _ => Self::FigureElsewhere,
        }
    }
}

/// Returns whether an answer deploys a figure on a field.
fn is_on_field(position: &Game, answer: Answer) -> bool {
    let mut after = position.clone();
    let Ok(events) = after.apply(answer) else { return false };
    let stands = events.iter().find_map(|event| match event {
        EventView::Deployed { tile, segment, .. } => Some((*tile, *segment)),
        _ => None,
    });
    let Some(at) = stands else { return false };
    let mut features = after.view().features.into_iter();
    features.any(|feature| feature.segments.contains(&at) && HIDDEN_KINDS.contains(&feature.kind))
}

#[cfg(test)]
mod tests {
    use super::*;
    use games::Setup;

    /// Plays words in a new two-player game that seat 0 begins.
    fn after(words: &str) -> Game {
        let mut game = Game::new(&Setup::base(2)).unwrap();
        for word in words.split(' ') {
            let answer = game.answer(word).unwrap();
            game.apply(answer).unwrap_or_else(|why| panic!("{word}: {why}"));
        }
        game
    }

    #[test]
    fn answers_are_sorted_by_what_was_wrong_with_them() {
        let placing = after("first:0 draw:frfr");
        let places = placing.legal();
        assert_eq!(DecisionKind::of(&placing, places[0], places[1]), DecisionKind::Placement);
        assert_eq!(DecisionKind::of(&placing, places[0], places[0]), DecisionKind::Placement);

        let deploying = after("first:0 draw:frfr frfr@1,0r0");
        let legal = deploying.legal();
        let (fields, others): (Vec<Answer>, Vec<Answer>) = legal
            .into_iter()
            .filter(|&answer| answer != Answer::Pass)
            .partition(|&answer| is_on_field(&deploying, answer));
        let ([field, other_field], [road]) = (&fields[..], &others[..]) else { panic!("{fields:?} {others:?}") };
        let pass = Answer::Pass;
        for (given, best, kind) in [
            (*road, pass, DecisionKind::FigureEarly),
            (pass, *road, DecisionKind::FigureLate),
            (*field, pass, DecisionKind::FieldEarly),
            (*field, *road, DecisionKind::FieldEarly),
            (pass, *field, DecisionKind::FieldLate),
            (*road, *field, DecisionKind::FieldLate),
            (*field, *other_field, DecisionKind::FigureElsewhere),
            (pass, pass, DecisionKind::Figure),
            (*road, *road, DecisionKind::Figure),
        ] {
            assert_eq!(DecisionKind::of(&deploying, given, best), kind, "{given:?} {best:?}");
        }
    }

    #[test]
    fn phases_are_thirds_of_the_tiles() {
        let beginning = Game::new(&Setup::base(2)).unwrap();
        assert_eq!((undrawn(&beginning), GamePhase::of(&beginning, 71)), (71, GamePhase::Opening));
        let first = after("first:0 draw:frfr");
        assert_eq!(undrawn(&first), 70);
        for (whole, phase) in
            [(71 + 22, GamePhase::Opening), (71 + 34, GamePhase::Middle), (71 + 69, GamePhase::Middle)]
        {
            assert_eq!(GamePhase::of(&first, whole), phase, "{whole}");
        }
        assert_eq!(GamePhase::of(&first, 3 * 70), GamePhase::End);
    }
}
