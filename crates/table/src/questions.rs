//! The questions that each seat has been asked, so that an undo never grants time for the same question twice.

use std::collections::BTreeMap;

use games::{Game, WordError};

use crate::step::seat_to_answer;

/// Each seat's newest question: its turn, and its index among the seat's questions in that turn.
#[derive(Clone, Debug, Default)]
pub(crate) struct Questions(BTreeMap<u8, (u16, u16)>);

impl Questions {
    /// Collects each seat's newest question in a game. Consecutive decisions by one seat count as one question.
    ///
    /// # Errors
    /// The answers cannot be replayed, which would be a bug.
    pub(crate) fn of(game: &Game) -> Result<Questions, WordError> {
        let (mut replayed, mut newest, mut before) = (game.restarted(), Questions::default(), None);
        for answer in game.answers().iter().map(Some).chain([None]) {
            let asked = seat_to_answer(&replayed);
            if let Some(seat) = asked.filter(|_| asked != before) {
                let (turn, number) = newest.0.entry(seat).or_default();
                (*turn, *number) = (replayed.turn(), if *turn == replayed.turn() { *number + 1 } else { 1 });
            }
            before = asked;
            if let Some(&answer) = answer {
                replayed.apply_raw(answer)?;
            }
        }
        Ok(newest)
    }

    /// Adds the newest questions in a game, for all seats or only for one.
    ///
    /// # Errors
    /// See [`of`](Self::of).
    pub(crate) fn add(&mut self, game: &Game, only: Option<u8>) -> Result<(), WordError> {
        let newest = Questions::of(game)?.0.into_iter().filter(|(seat, _)| only.is_none_or(|only| only == *seat));
        for (seat, question) in newest {
            let known = self.0.entry(seat).or_default();
            *known = question.max(*known);
        }
        Ok(())
    }

    /// Returns whether a seat's newest question in a game is the recorded one or an earlier one.
    pub(crate) fn include(&self, seat: u8, game: &Game) -> bool {
        let Some(known) = self.0.get(&seat).filter(|(turn, _)| game.turn() <= *turn) else { return false };
        Questions::of(game).is_ok_and(|questions| questions.0.get(&seat) <= Some(known))
    }
}
