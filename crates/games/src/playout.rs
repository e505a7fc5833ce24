//! Whole random games, as fast as they go: for benchmarks, statistics and search.
//!
//! The policy is fixed, so that figures can be compared: uniform over the distinct places and rotations, then uniform over
//! the figures and free segments and none.

use bastide_core::{Actor, Answer, AnswerList, Family, KindIndex, Position, Random, Rules, SmallRandom};

/// How answers are chosen.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Choice {
    /// Every legal answer is listed, and one chosen.
    Listed,
    /// A legal answer is drawn without listing them all.
    Sampled,
}

/// What one playout needs again and again, so that it is allocated once.
#[derive(Clone, Debug, Default)]
pub struct Playout {
    deck: Vec<KindIndex>,
    answers: AnswerList,
}

impl Playout {
    /// Plays a position to its end. Answers how many decisions players took.
    pub fn play<F: Family>(
        &mut self,
        position: &mut Position<F>,
        rules: &Rules<F::Options>,
        choice: Choice,
        random: &mut SmallRandom,
    ) -> u32 {
        self.deck.clear();
        for kind in 0..rules.kinds.len() {
            let count = usize::from(position.bag().count(kind as KindIndex));
            self.deck.resize(self.deck.len() + count, kind as KindIndex);
        }
        // Chance draws without replacement: the deck is shuffled card by card, as it is drawn.
        let mut left = self.deck.len();
        let mut decisions = 0;
        loop {
            let answer = match position.actor() {
                Actor::Nobody => return decisions,
                Actor::Chance if position.turn() == 0 => self.listed(position, rules, random),
                Actor::Chance => {
                    let pick = random.below(left as u32) as usize;
                    left -= 1;
                    self.deck.swap(pick, left);
                    Answer::Draw { kind: self.deck[left] }
                }
                Actor::Seat(_) => {
                    decisions += 1;
                    match choice {
                        Choice::Listed => self.listed(position, rules, random),
                        Choice::Sampled => position.sample(rules, random),
                    }
                }
            };
            position.apply(rules, answer, &mut ());
        }
    }

    fn listed<F: Family>(
        &mut self,
        position: &Position<F>,
        rules: &Rules<F::Options>,
        random: &mut impl Random,
    ) -> Answer {
        self.answers.clear();
        position.list(rules, &mut self.answers);
        let answers = self.answers.as_slice();
        answers[random.below(answers.len() as u32) as usize]
    }
}
