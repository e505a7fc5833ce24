//! Plays a game by its family's rules: lists and applies answers.

use super::{MAX_TRIALS, Position};
use crate::answer::{FirstAnswers, nth};
use crate::{Actor, Answer, Answers, Events, Family, MAX_HAND, Random, Rules};

/// Error for an answer that is not legal.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct NotListed(pub Answer);

impl<F: Family> Position<F> {
    /// Creates the position before the first answer.
    pub fn new(rules: &Rules<F::Options>, events: &mut impl Events) -> Self {
        if let Some(bytes) = &rules.arranged {
            return Self::from_arranged(rules, bytes, events);
        }
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

    /// Samples uniformly from the placements of the active seat's hand, which [`list_hand`](Self::list_hand) lists: by random trials
    /// or, if these fail, from the full list.
    pub fn sample_held(&self, rules: &Rules<F::Options>, random: &mut impl Random) -> Answer {
        let hand = self.hand(self.seat);
        let (mut slots, mut distinct) = ([0; MAX_HAND], 0);
        for slot in (0..hand.len()).filter(|&slot| !hand[..slot].contains(&hand[slot])) {
            slots[distinct] = slot;
            distinct += 1;
        }
        let trials = (4 * distinct * self.board.open_len()) as u32;
        if trials == 0 {
            return Answer::Pass;
        }
        for _ in 0..MAX_TRIALS {
            let pick = random.below(trials) as usize;
            let (pair, rotation) = (pick / 4, (pick % 4) as u8);
            let (slot, (at, need)) = (slots[pair % distinct], self.board.open_place_at(pair / distinct));
            let tile = rules.kind(hand[slot]);
            if rotation < tile.rotations && need & !tile.turned[usize::from(rotation)].edges == 0 {
                return Answer::PlaceHeld { slot: slot as u8, at, rotation };
            }
        }
        self.sample_listed(rules, random)
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
