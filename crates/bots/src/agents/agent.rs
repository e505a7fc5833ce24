//! Provides the agent, which answers decisions in games of one family on behalf of any computer player.

use bastide_core::{Answer, Position, Random, Rules, SmallRandom};
use games::families::{Classic, Coop, Discovery, Hunters, Playable};

use super::level::Level;
use super::player::Player;
use crate::evaluation::classic::{self, ClassicEvaluator};
use crate::evaluation::coop::{self, CoopEvaluator};
use crate::evaluation::discovery::{self, DiscoveryEvaluator};
use crate::evaluation::evaluator::Evaluator;
use crate::evaluation::hunters::{self, HuntersEvaluator};
use crate::evaluation::weights::Named;
use crate::search::classic::ClassicPolicy;
use crate::search::config::{Budget, SearchConfig, SearchRequest};
use crate::search::general::GeneralPolicy;
use crate::search::lines::{Line, decider};
use crate::search::policy::SearchPolicy;
use crate::search::sampling::{SearchResult, search};

/// Parameters of the easy level, which makes mistakes on purpose.
mod easy {
    /// Percentage of lines that the easy level overlooks.
    pub const OVERLOOKED_PERCENT: u32 = 40;
    /// Maximum number of points by which the easy level misjudges a line, in either direction.
    pub const MAX_JUDGEMENT_ERROR: f32 = 2.5;
    /// Points that the easy level adds for each figure kept.
    pub const FIGURE: f32 = 0.8;
}

/// Points that the greedy player subtracts for using a figure.
const GREEDY_FIGURE: f32 = 0.5;

/// A family that computer players can play.
pub trait AgentFamily: Playable {
    /// Weights that the family's evaluator uses.
    type Weights: Named + Default + PartialEq;
    /// Evaluator of positions.
    type Evaluator<'r>: Evaluator<'r, Self, Weights = Self::Weights>;
    /// Policy that guides the search.
    type Policy<'r>: SearchPolicy<'r, Self, Evaluator = Self::Evaluator<'r>>;
    /// Search configuration of the master level.
    const CONFIG: SearchConfig;
}

impl AgentFamily for Classic {
    type Weights = classic::Weights;
    type Evaluator<'r> = ClassicEvaluator<'r>;
    type Policy<'r> = ClassicPolicy<'r>;
    const CONFIG: SearchConfig = SearchConfig::CLASSIC;
}

impl AgentFamily for Hunters {
    type Weights = hunters::Weights;
    type Evaluator<'r> = HuntersEvaluator<'r>;
    type Policy<'r> = GeneralPolicy<Self, HuntersEvaluator<'r>>;
    const CONFIG: SearchConfig = SearchConfig::GENERAL;
}

impl AgentFamily for Discovery {
    type Weights = discovery::Weights;
    type Evaluator<'r> = DiscoveryEvaluator<'r>;
    type Policy<'r> = GeneralPolicy<Self, DiscoveryEvaluator<'r>>;
    const CONFIG: SearchConfig = SearchConfig::GENERAL;
}

impl AgentFamily for Coop {
    type Weights = coop::Weights;
    type Evaluator<'r> = CoopEvaluator<'r>;
    type Policy<'r> = GeneralPolicy<Self, CoopEvaluator<'r>>;
    const CONFIG: SearchConfig = SearchConfig::GENERAL;
}

/// Answers decisions in one set-up. Its buffers are reused for every decision.
#[derive(Clone, Debug)]
pub struct Agent<'r, F: AgentFamily> {
    policy: F::Policy<'r>,
    lines: Vec<Line>,
    /// Search configuration of the master level.
    pub config: SearchConfig,
    /// Number of positions that searches evaluated in other threads or through copies of the policy.
    searched: u64,
}

impl<'r, F: AgentFamily> Agent<'r, F> {
    /// Creates an agent for the position's set-up, with the built-in weights.
    pub fn new(rules: &'r Rules<F::Options>, position: &Position<F>) -> Self {
        Self::with_weights(rules, position, F::Weights::default())
    }

    /// Creates an agent with the given weights.
    pub fn with_weights(rules: &'r Rules<F::Options>, position: &Position<F>, weights: F::Weights) -> Self {
        let evaluator = F::Evaluator::new(rules, position, weights);
        Self { policy: F::Policy::new(evaluator, position), lines: Vec::new(), config: F::CONFIG, searched: 0 }
    }

    /// Returns the evaluator.
    pub fn evaluator_mut(&mut self) -> &mut F::Evaluator<'r> {
        self.policy.evaluator_mut()
    }

    /// Returns the number of positions evaluated so far.
    pub fn evaluations(&self) -> u64 {
        self.policy.count() + self.searched
    }

    /// Returns a legal answer for the seat to act, or `Pass` if no seat must act. All random choices are derived from the seed.
    pub fn answer(&mut self, player: Player, position: &Position<F>, budget: Budget, seed: u64) -> Answer {
        let mut random = SmallRandom::new(seed ^ u64::from(position.turn()).wrapping_mul(0xd1b5_4a32_d192_ed03));
        self.policy.evaluator_mut().set_personality(player.personality(), player.uses());
        match player {
            Player::Random => return position.sample(self.policy.rules(), &mut random),
            Player::Greedy => self.evaluate_lines(position, |evaluator, after, seat, used| {
                evaluator.lead(&evaluator.scored_now(after), seat) - if used { GREEDY_FIGURE } else { 0.0 }
            }),
            Player::Level(Level::Easy) => self.evaluate_lines(position, |evaluator, after, seat, used| {
                if random.below(100) < easy::OVERLOOKED_PERCENT {
                    return f32::MIN;
                }
                let misjudged = easy::MAX_JUDGEMENT_ERROR * (random.below(2001) as f32 / 1000.0 - 1.0);
                let points = evaluator.lead(&evaluator.quick_eval(after), seat);
                points + misjudged + easy::FIGURE * evaluator.remaining_figures(after, seat, used)
            }),
            Player::Level(_) | Player::Without(_) => {
                self.policy.update_bag(position);
                if self.policy.leaves_to_chance(position) {
                    return position.sample(self.policy.rules(), &mut random);
                }
                self.policy.evaluate_moves(position, &mut self.lines);
            }
        }
        if player == Player::Level(Level::Master) {
            let found = self.search_deeper(position, &SearchRequest::of_player(budget, self.config, random.next()));
            return found.moves.first().map_or(Answer::Pass, |best| best.line.first());
        }
        best(&self.lines, &mut random)
    }

    /// Searches a position in which a seat must act, the way the master level does.
    pub fn search(&mut self, position: &Position<F>, request: &SearchRequest<'_>) -> SearchResult {
        let master = Player::Level(Level::Master);
        self.policy.evaluator_mut().set_personality(master.personality(), master.uses());
        self.policy.update_bag(position);
        self.policy.evaluate_moves(position, &mut self.lines);
        self.search_deeper(position, request)
    }

    /// Searches deeper from the evaluated lines.
    fn search_deeper(&mut self, position: &Position<F>, request: &SearchRequest<'_>) -> SearchResult {
        let found = search(&mut self.policy, position, &self.lines, request);
        self.searched += found.evaluations;
        found
    }

    /// Lists all lines with their values. The closure `value` receives the evaluator, the position after the line, the seat, and whether
    /// the line uses a figure.
    fn evaluate_lines(
        &mut self,
        position: &Position<F>,
        mut value: impl FnMut(&F::Evaluator<'r>, &Position<F>, u8, bool) -> f32,
    ) {
        let (seat, lines) = (decider(position), &mut self.lines);
        lines.clear();
        self.policy.each_line(position, |evaluator, line, after| {
            let used = line.answers().iter().any(|answer| matches!(answer, Answer::Deploy { .. }));
            lines.push(line.worth(value(evaluator, after, seat, used)));
        });
    }
}

/// Returns the first answer of the best line, chosen at random among equally good ones.
fn best(lines: &[Line], random: &mut SmallRandom) -> Answer {
    let (mut answer, mut most, mut equals) = (Answer::Pass, f32::MIN, 0);
    for line in lines {
        if line.value > most || equals == 0 {
            (answer, most, equals) = (line.first(), line.value, 1);
        } else if line.value == most {
            equals += 1;
            if random.below(equals) == 0 {
                answer = line.first();
            }
        }
    }
    answer
}

#[cfg(test)]
mod tests {
    use std::collections::BTreeSet;

    use super::*;

    fn check<F: AgentFamily>() {
        let names: BTreeSet<String> = F::Weights::names().into_iter().collect();
        let values = F::Weights::default().values();
        assert_eq!(names.len(), values.len(), "duplicate name");
        assert!(values.iter().all(|value| value.is_finite()));
    }

    #[test]
    fn built_in_weights_are_complete() {
        check::<Classic>();
        check::<Hunters>();
        check::<Discovery>();
        check::<Coop>();
        let weights = classic::Weights::default();
        assert_eq!(weights.get("haunt_fear_2"), Some(weights.more.haunt_fear[1]));
    }
}
