//! Represents lines: sequences of answers that a seat can give in the rest of its turn, until chance or another seat must answer.

use bastide_core::{Actor, Answer, Family, Position, Rules};

/// Maximum number of answers in a line: placing a tile, moving the mage or the witch, placing two ghosts, deploying.
pub const MAX_ANSWERS: usize = 5;
/// Maximum number of answers that [`Lines`] follows.
const MAX_FOLLOWED: usize = 4;

/// Consecutive answers of one seat, from the pending decision to the seat's last decision in this turn.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Line {
    answers: [Answer; MAX_ANSWERS],
    len: u8,
    /// The seat's expected margin after the line.
    pub value: f32,
}

impl Line {
    /// The empty line.
    pub const EMPTY: Self = Self { answers: [Answer::Pass; MAX_ANSWERS], len: 0, value: 0.0 };

    /// Returns the answer to the pending decision.
    pub fn first(&self) -> Answer {
        self.answers[0]
    }

    /// Returns the last answer.
    pub fn last(&self) -> Answer {
        self.answers().last().copied().unwrap_or(Answer::Pass)
    }

    /// Returns all answers.
    pub fn answers(&self) -> &[Answer] {
        &self.answers[..usize::from(self.len)]
    }

    /// Returns the line with this value.
    #[must_use]
    pub fn worth(self, value: f32) -> Self {
        Self { value, ..self }
    }

    /// Returns the line with another answer appended.
    #[must_use]
    pub fn and(mut self, answer: Answer) -> Self {
        self.answers[usize::from(self.len)] = answer;
        self.len += 1;
        self
    }

    /// Applies the answers of the line to a position.
    pub fn play<F: Family>(&self, position: &mut Position<F>, rules: &Rules<F::Options>) {
        for &answer in self.answers() {
            debug_assert!(is_listed(position, rules, answer), "{answer:?} of {self:?} is not legal");
            position.apply(rules, answer, &mut ());
        }
    }
}

fn is_listed<F: Family>(position: &Position<F>, rules: &Rules<F::Options>, answer: Answer) -> bool {
    let mut listed = Vec::new();
    position.list(rules, &mut listed);
    listed.contains(&answer)
}

/// Returns the seat that must answer, or the active seat if no seat must answer.
pub fn decider<F: Family>(position: &Position<F>) -> u8 {
    match position.actor() {
        Actor::Seat(seat) => seat,
        _ => position.seat(),
    }
}

/// A position in a line, and the legal answers there.
#[derive(Clone, Debug)]
struct Step<F: Family> {
    position: Box<Position<F>>,
    answers: Vec<Answer>,
}

/// Enumerates lines, with buffers that are allocated once.
#[derive(Clone, Debug)]
pub struct Lines<F: Family> {
    steps: Vec<Step<F>>,
}

impl<F: Family> Lines<F> {
    /// Allocates the buffers. `position` serves only as their initial value.
    pub fn new(position: &Position<F>) -> Self {
        let step = Step { position: Box::new(*position), answers: Vec::new() };
        Self { steps: vec![step; MAX_FOLLOWED + 1] }
    }

    /// Calls `each` with every line for the seat to act, and the position after it.
    pub fn each(
        &mut self,
        position: &Position<F>,
        rules: &Rules<F::Options>,
        mut each: impl FnMut(Line, &Position<F>),
    ) {
        self.steps[0].position.as_mut().clone_from(position);
        follow(&mut self.steps, rules, Line::EMPTY, &mut each);
    }

    /// Calls `each` with only the first answer of every line, and the position right after it.
    pub fn each_first(
        &mut self,
        position: &Position<F>,
        rules: &Rules<F::Options>,
        mut each: impl FnMut(Line, &Position<F>),
    ) {
        let Some((here, [next, ..])) = self.steps.split_first_mut() else { return };
        here.answers.clear();
        position.list(rules, &mut here.answers);
        for &answer in &here.answers {
            next.position.as_mut().clone_from(position);
            next.position.apply(rules, answer, &mut ());
            each(Line::EMPTY.and(answer), &next.position);
        }
    }

    /// Calls `each` with every line that begins with the answer `first`, and the position after it.
    pub fn each_after(
        &mut self,
        position: &Position<F>,
        rules: &Rules<F::Options>,
        first: Answer,
        mut each: impl FnMut(Line, &Position<F>),
    ) {
        let (Actor::Seat(seat), Some(here)) = (position.actor(), self.steps.first_mut()) else { return };
        here.position.as_mut().clone_from(position);
        here.position.apply(rules, first, &mut ());
        let line = Line::EMPTY.and(first);
        if here.position.actor() == Actor::Seat(seat) && here.position.turn() == position.turn() {
            follow(&mut self.steps, rules, line, &mut each);
        } else {
            each(line, &here.position);
        }
    }
}

/// Recursively tries every answer to the decision in the first step's position, and calls `each` with every complete line.
fn follow<F: Family>(
    steps: &mut [Step<F>],
    rules: &Rules<F::Options>,
    line: Line,
    each: &mut impl FnMut(Line, &Position<F>),
) {
    let Some((here, further)) = steps.split_first_mut() else { return };
    let Actor::Seat(seat) = here.position.actor() else { return };
    here.answers.clear();
    here.position.list(rules, &mut here.answers);
    for &answer in &here.answers {
        let Some(next) = further.first_mut() else { return };
        next.position.as_mut().clone_from(&here.position);
        next.position.apply(rules, answer, &mut ());
        let line = line.and(answer);
        let goes_on = next.position.actor() == Actor::Seat(seat) && next.position.turn() == here.position.turn();
        if goes_on && line.answers().len() < MAX_FOLLOWED {
            follow(further, rules, line, each);
        } else {
            each(line, &next.position);
        }
    }
}
