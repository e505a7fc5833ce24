//! A game played by its family: what may be answered, and what an answer does.

use super::Position;
use crate::answer::{Few, nth};
use crate::{Actor, Answer, Answers, Events, Family, Random, Rules};

/// Why an answer was refused: it is not among the legal ones.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct NotListed(pub Answer);

impl<F: Family> Position<F> {
    /// The position before the first answer.
    pub fn new(rules: &Rules<F::Options>, events: &mut impl Events) -> Self {
        let mut position = Self::bare(rules);
        F::start(&mut position, rules, events);
        position
    }

    /// Who must answer.
    #[inline]
    pub fn actor(&self) -> Actor {
        F::actor(self)
    }

    /// Lists every legal answer.
    #[inline]
    pub fn list(&self, rules: &Rules<F::Options>, answers: &mut impl Answers) {
        F::list(self, rules, answers);
    }

    /// Draws a legal answer of a player.
    #[inline]
    pub fn sample(&self, rules: &Rules<F::Options>, random: &mut impl Random) -> Answer {
        F::sample(self, rules, random)
    }

    /// Carries out an answer that is known to be legal.
    #[inline]
    pub fn apply(&mut self, rules: &Rules<F::Options>, answer: Answer, events: &mut impl Events) {
        F::apply(self, rules, answer, events);
    }

    /// Carries out an answer if it is legal.
    ///
    /// # Errors
    /// The answer is not listed; the position is as before.
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

    /// Draws one of the legal answers, each as likely as the other, by listing them: a second time where they are many and it is none
    /// of the first.
    pub fn sample_listed(&self, rules: &Rules<F::Options>, random: &mut impl Random) -> Answer {
        let mut few = Few::default();
        self.list(rules, &mut few);
        let number = random.below(few.count().max(1));
        few.get(number).unwrap_or_else(|| nth(number, |answers| self.list(rules, answers)))
    }
}

/// Looks for one answer among the listed.
struct Search {
    answer: Answer,
    listed: bool,
}

impl Answers for Search {
    fn add(&mut self, answer: Answer) {
        self.listed |= answer == self.answer;
    }
}
