//! Evaluates placing and deploying together, one turn ahead.

use bastide_core::Answer;
use classic::{ClassicPosition, ClassicRules, Pending};

use crate::evaluation::classic::quick::scored_now;
use crate::evaluation::values::lead;
use crate::search::lines::{Line, decider};

/// Looks one turn ahead, with buffers that are allocated once.
#[derive(Clone, Debug)]
pub struct Moves {
    pub(super) placed: Box<ClassicPosition>,
    pub(super) deployed: Box<ClassicPosition>,
    pub(super) settled: Box<ClassicPosition>,
    pub(super) tried: Box<ClassicPosition>,
    pub(super) first: Vec<Answer>,
    pub(super) second: Vec<Answer>,
    pub(super) third: Vec<Answer>,
    pub(super) ranked: Vec<Line>,
}

impl Moves {
    /// Allocates the buffers. `position` serves only as their initial value.
    pub fn new(position: &ClassicPosition) -> Self {
        Self {
            placed: Box::new(*position),
            deployed: Box::new(*position),
            settled: Box::new(*position),
            tried: Box::new(*position),
            first: Vec::new(),
            second: Vec::new(),
            third: Vec::new(),
            ranked: Vec::new(),
        }
    }

    /// Calls `each` with every line for the seat to act, and the position after it. Ghosts, the mage and the witch go where they would give
    /// the seat the greatest lead if the game ended now.
    pub fn each_line(
        &mut self,
        position: &ClassicPosition,
        rules: &ClassicRules,
        mut each: impl FnMut(Line, &ClassicPosition),
    ) {
        self.first.clear();
        position.list(rules, &mut self.first);
        let asked =
            matches!(position.pending(), Pending::Place { .. } | Pending::PlaceHeld) || is_before_action(position);
        for i in 0..self.first.len() {
            let first = self.first[i];
            self.placed.as_mut().clone_from(position);
            self.placed.apply(rules, first, &mut ());
            let line = self.answer_before_action(rules, Line::EMPTY.and(first));
            if !asked || !matches!(self.placed.pending(), Pending::Deploy { .. }) {
                each(line, &self.placed);
                continue;
            }
            self.second.clear();
            self.placed.list(rules, &mut self.second);
            one_of_each_feature(&self.placed, &mut self.second);
            for &second in &self.second {
                self.deployed.as_mut().clone_from(&self.placed);
                self.deployed.apply(rules, second, &mut ());
                each(line.and(second), &self.deployed);
            }
        }
    }

    /// Calls `each` with every answer to the pending decision, and the position right after it.
    pub(super) fn each_placement(
        &mut self,
        position: &ClassicPosition,
        rules: &ClassicRules,
        mut each: impl FnMut(Answer, &ClassicPosition),
    ) {
        self.first.clear();
        position.list(rules, &mut self.first);
        for i in 0..self.first.len() {
            let first = self.first[i];
            each(first, self.placed_after(position, rules, first));
        }
    }

    /// Returns the position after an answer.
    pub(super) fn placed_after(
        &mut self,
        position: &ClassicPosition,
        rules: &ClassicRules,
        answer: Answer,
    ) -> &ClassicPosition {
        self.placed.as_mut().clone_from(position);
        self.placed.apply(rules, answer, &mut ());
        &self.placed
    }

    /// Answers each decision that comes before the action and is pending in `placed` so that the seat would have the greatest lead if the
    /// game ended now, and appends the answers to the line.
    fn answer_before_action(&mut self, rules: &ClassicRules, mut line: Line) -> Line {
        while is_before_action(&self.placed) {
            let seat = decider(&self.placed);
            self.third.clear();
            self.placed.list(rules, &mut self.third);
            let (mut best, mut most) = (first_of(&self.third), f32::MIN);
            for &answer in &self.third {
                self.tried.as_mut().clone_from(&self.placed);
                self.tried.apply(rules, answer, &mut ());
                let value = lead(&scored_now(&self.tried, rules, true), seat, rules.seats);
                if value > most {
                    (best, most) = (answer, value);
                }
            }
            self.placed.apply(rules, best, &mut ());
            line = line.and(best);
        }
        line
    }
}

/// Returns whether the pending decision is one that must be made between placing a tile and the action with it.
pub(super) fn is_before_action(position: &ClassicPosition) -> bool {
    matches!(position.pending(), Pending::Haunt(_) | Pending::MageWitch)
}

/// Returns the first of a decision's answers. There is always at least one, but it is not necessarily `Pass`.
pub(super) fn first_of(answers: &[Answer]) -> Answer {
    answers.first().copied().unwrap_or(Answer::Pass)
}

/// Keeps only one deployment through a portal for each feature, which reduces hundreds of answers to dozens.
pub(super) fn one_of_each_feature(position: &ClassicPosition, answers: &mut Vec<Answer>) {
    let newest = position.board.tiles().last().map_or(0, |tile| tile.first);
    let features = &position.board.features;
    answers.retain(|answer| match *answer {
        Answer::Deploy { segment, .. } if segment < newest => features.root(segment) == segment,
        _ => true,
    });
}
