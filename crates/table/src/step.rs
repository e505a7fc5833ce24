//! An answer and the position it leads to, before and after it is stored.

use games::{Actor, Answer, Event, Game};

use crate::record::StoredAnswer;
use crate::refusal::Refusal;

/// An answer and the position it led to.
#[derive(Clone)]
pub(crate) struct Step {
    /// The game after the answer.
    pub(crate) game: Game,
    /// The answer as stored.
    pub(crate) stored: StoredAnswer,
    /// Events caused by the answer.
    pub(crate) events: Vec<Event>,
}

impl Step {
    /// Applies an answer to a game's newest position. `entries` is the number of log entries so far.
    ///
    /// # Errors
    /// The answer is not legal.
    pub(crate) fn of(game: &Game, entries: usize, answer: Answer) -> Result<Step, Refusal> {
        let stored = StoredAnswer { seq: entries, seat: seat_to_answer(game), word: game.word(answer) };
        let mut next = game.clone();
        let events = next.apply_raw(answer)?;
        Ok(Step { game: next, stored, events })
    }
}

/// Returns the seat that must answer; `None` if chance must answer, or if the game is over.
pub(crate) fn seat_to_answer(game: &Game) -> Option<u8> {
    match game.actor() {
        Actor::Seat(seat) => Some(seat),
        Actor::Chance | Actor::Nobody => None,
    }
}
