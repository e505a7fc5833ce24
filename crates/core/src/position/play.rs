//! Plays a game by its family's rules: lists and applies answers.

use super::Position;
use crate::answer::{FirstAnswers, nth};
use crate::{Actor, Answer, Answers, Events, Family, Random, Rules};

/// Error for an answer that is not legal.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct NotListed(pub Answer);

impl<F: Family> Position<F> {
    /// Creates the position before the first answer.
    pub fn new(rules: &Rules<F::Options>, events: &mut impl Events) -> Self {
        let mut position = Self::empty(rules);
        F::start(&mut position, rules, events);
        position
    }

    /// Returns who must answer.
    #[inline]
    pub fn actor(&self) -> Actor {
        F::actor(self)
    }

    /// Lists every legal answer.
    #[inline]
    pub fn list(&self, rules: &Rules<F::Options>, answers: &mut impl Answers) {
        F::list(self, rules, answers);
    }

    /// Samples a legal answer of a player.
    #[inline]
    pub fn sample(&self, rules: &Rules<F::Options>, random: &mut impl Random) -> Answer {
        F::sample(self, rules, random)
    }

    /// Applies an answer that is known to be legal.
    #[inline]
    pub fn apply(&mut self, rules: &Rules<F::Options>, answer: Answer, events: &mut impl Events) {
        F::apply(self, rules, answer, events);
    }

    /// Applies an answer if it is legal.
    ///
    /// # Errors
    /// Fails if the answer is not legal; the position is then unchanged.
    pub fn answer(
        &mut self,
        rules: &Rules<F::Options>,
        answer: Answer,
        events: &mut impl Events,
    ) -> Result<(), NotListed> {
        let mut search = Search { answer, listed: false };
        self.list(rules, &mut search);
        if !search.listed {
            return Err(NotListed(answer));
        }
        self.apply(rules, answer, events);
        Ok(())
    }

    /// Samples uniformly from the legal answers by listing them. Lists them a second time if the sampled answer is not among the first few,
    /// which are kept.
    pub fn sample_listed(&self, rules: &Rules<F::Options>, random: &mut impl Random) -> Answer {
        let mut few = FirstAnswers::default();
        self.list(rules, &mut few);
        let number = random.below(few.count().max(1));
        few.get(number).unwrap_or_else(|| nth(number, |answers| self.list(rules, answers)))
    }
}

/// Collector that looks for one answer among those listed.
struct Search {
    answer: Answer,
    listed: bool,
}

impl Answers for Search {
    fn add(&mut self, answer: Answer) {
        self.listed |= answer == self.answer;
    }
}
