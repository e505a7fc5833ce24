//! News of a table: the same for everybody, or what each may see of it.

use std::sync::Arc;

use axum::extract::ws::Utf8Bytes;
use games::{Event, Eyes, Game};

use crate::messages::{self, Update};
use crate::storage::StoredAnswer;

/// Something that everybody at a table is told.
#[derive(Clone)]
pub struct News {
    /// The number of answers after it, if it tells of an answer.
    pub seq: Option<usize>,
    told: Told,
}

#[derive(Clone)]
enum Told {
    All(Utf8Bytes),
    Each(Arc<Step>),
}

/// An answer, and the position that it led to.
pub struct Step {
    /// The game after the answer.
    pub game: Game,
    /// The answer as it was written down.
    pub stored: StoredAnswer,
    /// What happened.
    pub events: Vec<Event>,
}

impl Step {
    fn text(&self, eyes: Eyes) -> Utf8Bytes {
        let events = self.game.show(&self.events, eyes);
        messages::update(&Update::of(&self.game, &self.stored, &events), &self.game.view_for(eyes))
    }
}

impl News {
    /// A message that is the same for everybody, and no answer.
    pub fn of_all(text: Utf8Bytes) -> News {
        News { seq: None, told: Told::All(text) }
    }

    /// News of an answer. Where hands are hidden each is told apart; otherwise the message is written once.
    pub fn of_step(step: Step, hidden: bool) -> News {
        let seq = Some(step.game.seq());
        News { seq, told: if hidden { Told::Each(Arc::new(step)) } else { Told::All(step.text(Eyes::ALL)) } }
    }

    /// The message for somebody who plays these seats.
    pub fn text(&self, you: &[u8]) -> Utf8Bytes {
        match &self.told {
            Told::All(text) => text.clone(),
            Told::Each(step) => step.text(eyes_of(you)),
        }
    }
}

/// What somebody sees who plays these seats.
pub fn eyes_of(you: &[u8]) -> Eyes {
    Eyes::of(you.iter().copied())
}
