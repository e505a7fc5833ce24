//! Random playouts of whole games at full speed, for benchmarks, statistics and search.
//!
//! The policy is fixed, so that results are comparable: uniform over the distinct places and rotations, then uniform over passing and the
//! figures on free segments.

use bastide_core::tile::PILE_BAG;
use bastide_core::{Actor, Answer, AnswerList, Family, KindIndex, Position, Random, Rules, SmallRandom};

/// The way a playout chooses answers.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Choice {
    /// Lists every legal answer and picks one.
    Listed,
    /// Samples a legal answer without listing all answers.
    Sampled,
}

/// Buffers for a playout, allocated once and reused.
#[derive(Clone, Debug, Default)]
pub struct Playout {
    deck: Vec<KindIndex>,
    answers: AnswerList,
}

impl Playout {
    /// Plays a position to its end. Returns the number of player decisions.
    pub fn play<F: Family>(
        &mut self,
        position: &mut Position<F>,
        rules: &Rules<F::Options>,
        choice: Choice,
        random: &mut SmallRandom,
    ) -> u32 {
        // Chance draws without replacement: the deck is shuffled lazily, one tile per draw.
        let mut left = self.fill_deck(position, rules);
        let mut decisions = 0;
        loop {
            let answer = match position.actor() {
                Actor::Nobody => return decisions,
                Actor::Chance if position.turn() == 0 || position.bag().left_in_first_pile() > 0 => {
                    self.draw_weighted(position, rules, random)
                }
                Actor::Chance if F::pile(position) != PILE_BAG => self.draw_weighted(position, rules, random),
                Actor::Chance => {
                    // Tiles that were put aside may have been shuffled back.
                    if left != usize::from(position.bag().left()) {
                        left = self.fill_deck(position, rules);
                    }
                    let pick = random.below(left as u32) as usize;
                    left -= 1;
                    self.deck.swap(pick, left);
                    Answer::Draw { kind: self.deck[left] }
                }
                Actor::Seat(_) => {
                    decisions += 1;
                    match choice {
                        Choice::Listed => self.sample_listed(position, rules, random),
                        Choice::Sampled => position.sample(rules, random),
                    }
                }
            };
            position.apply(rules, answer, &mut ());
        }
    }

    /// Fills the deck with the contents of the bag. Returns the number of tiles.
    fn fill_deck<F: Family>(&mut self, position: &Position<F>, rules: &Rules<F::Options>) -> usize {
        self.deck.clear();
        for (kind, (tile, &count)) in rules.kinds.iter().zip(position.bag().counts()).enumerate() {
            if tile.pile == PILE_BAG {
                self.deck.resize(self.deck.len() + usize::from(count), kind as KindIndex);
            }
        }
        self.deck.len()
    }

    /// Draws one of the listed kinds, weighted by the number of tiles left of each.
    fn draw_weighted<F: Family>(
        &mut self,
        position: &Position<F>,
        rules: &Rules<F::Options>,
        random: &mut impl Random,
    ) -> Answer {
        self.answers.clear();
        position.list(rules, &mut self.answers);
        let count = |answer| match answer {
            Answer::Draw { kind } => u32::from(position.bag().count(kind)),
            _ => 1,
        };
        let mut pick = random.below(self.answers.iter().map(count).sum::<u32>().max(1));
        for answer in self.answers.iter() {
            match pick.checked_sub(count(answer)) {
                Some(rest) => pick = rest,
                None => return answer,
            }
        }
        Answer::Pass
    }

    fn sample_listed<F: Family>(
        &mut self,
        position: &Position<F>,
        rules: &Rules<F::Options>,
        random: &mut impl Random,
    ) -> Answer {
        self.answers.clear();
        position.list(rules, &mut self.answers);
        self.answers.get(random.below(self.answers.len() as u32) as usize)
    }
}
