//! What every family's players have in common: a mind that answers, and the general one.

use bastide_core::{Actor, Answer, Family, Position, Random, Rules, SmallRandom};
use games::families::{Classic, Discovery, Hunters, Mists, Playable};

use crate::Level;
use crate::analysis::{Analysis, Inquiry};
use crate::characters::Taste;
use crate::discovery::DiscoveryJudge;
use crate::evaluation::Totals;
use crate::guide::{GeneralGuide, Guide};
use crate::hunters::HuntersJudge;
use crate::judge::{Judge, scores};
use crate::lines::{Line, decider};
use crate::player::{GREEDY_FIGURE, Mind, Player, best, easy};
use crate::search::{Budget, Found, Manner, Question, search};
use crate::team::TeamJudge;

/// Something that answers decisions of a family's games.
pub trait Thinker<F: Family> {
    /// A legal answer of the seat that must act. (Where no seat must act, `Pass`.)
    fn answer(&mut self, player: Player, position: &Position<F>, budget: Budget, seed: u64) -> Answer;

    /// What the strongest player thinks of a position whose seat must act.
    fn analyse(&mut self, position: &Position<F>, inquiry: &Inquiry<'_>) -> Analysis;

    /// Positions evaluated so far.
    fn evaluations(&self) -> u64;
}

/// A family that computer players play.
pub trait Thought: Playable {
    /// What they think with.
    type Mind<'r>: Thinker<Self>;

    /// A mind for the set-up of a position.
    fn mind<'r>(rules: &'r Rules<Self::Options>, position: &Position<Self>) -> Self::Mind<'r>;
}

impl Thought for Classic {
    type Mind<'r> = Mind<'r>;

    fn mind<'r>(rules: &'r Rules<Self::Options>, position: &Position<Self>) -> Mind<'r> {
        Mind::new(rules, position)
    }
}

impl Thought for Hunters {
    type Mind<'r> = GeneralMind<Hunters, HuntersJudge<'r>>;

    fn mind<'r>(rules: &'r Rules<Self::Options>, position: &Position<Self>) -> Self::Mind<'r> {
        GeneralMind::new(HuntersJudge::new(rules, position), position)
    }
}

impl Thought for Discovery {
    type Mind<'r> = GeneralMind<Discovery, DiscoveryJudge<'r>>;

    fn mind<'r>(rules: &'r Rules<Self::Options>, position: &Position<Self>) -> Self::Mind<'r> {
        GeneralMind::new(DiscoveryJudge::new(rules, position), position)
    }
}

impl Thought for Mists {
    type Mind<'r> = GeneralMind<Mists, TeamJudge<'r>>;

    fn mind<'r>(rules: &'r Rules<Self::Options>, position: &Position<Self>) -> Self::Mind<'r> {
        GeneralMind::new(TeamJudge::new(rules, position), position)
    }
}

impl Thinker<Classic> for Mind<'_> {
    fn answer(&mut self, player: Player, position: &Position<Classic>, budget: Budget, seed: u64) -> Answer {
        Mind::answer(self, player, position, budget, seed)
    }

    fn analyse(&mut self, position: &Position<Classic>, inquiry: &Inquiry<'_>) -> Analysis {
        Mind::analyse(self, position, inquiry)
    }

    fn evaluations(&self) -> u64 {
        Mind::evaluations(self)
    }
}

/// What players of any family think with.
#[derive(Clone, Debug)]
pub struct GeneralMind<F: Family, J> {
    /// What leads its searches.
    pub guide: GeneralGuide<F, J>,
    weighed: Vec<Line>,
    /// How the master level searches.
    pub manner: Manner,
    /// Positions that searches evaluated with copies of the guide.
    searched: u64,
}

impl<'r, F: Playable, J: Judge<'r, F>> GeneralMind<F, J> {
    /// A mind with a judge, for positions like this one.
    pub fn new(judge: J, position: &Position<F>) -> Self {
        Self { guide: GeneralGuide::new(judge, position), weighed: Vec::new(), manner: Manner::GENERAL, searched: 0 }
    }

    /// Weighs every line by the position that it leads to, and by whether it used a figure.
    fn weigh(&mut self, position: &Position<F>, mut value: impl FnMut(&mut J, &Position<F>, bool) -> f32) {
        let GeneralGuide { judge, lines, .. } = &mut self.guide;
        let (rules, weighed) = (judge.rules(), &mut self.weighed);
        weighed.clear();
        lines.each(position, rules, |line, after| {
            let used = line.answers().iter().any(|answer| matches!(answer, Answer::Deploy { .. }));
            weighed.push(line.worth(value(judge, after, used)));
        });
    }

    /// Looks into the lines that were weighed.
    fn search(&mut self, position: &Position<F>, question: &Question<'_>) -> Found {
        let found = search(&mut self.guide, position, &self.weighed, question);
        self.searched += found.evaluations;
        found
    }
}

impl<'r, F: Playable, J: Judge<'r, F>> Thinker<F> for GeneralMind<F, J> {
    fn answer(&mut self, player: Player, position: &Position<F>, budget: Budget, seed: u64) -> Answer {
        let mut random = SmallRandom::new(seed ^ u64::from(position.turn()).wrapping_mul(0xd1b5_4a32_d192_ed03));
        let (rules, seat) = (self.guide.judge.rules(), decider(position));
        self.guide.judge.set_taste(player.taste());
        let kept = |after: &Position<F>| after.supplies(seat).iter().map(|&count| f32::from(count)).sum::<f32>();
        match player {
            Player::Random => return position.sample(rules, &mut random),
            Player::Greedy => self.weigh(position, |judge, after, used| {
                judge.lead(&at_the_end(after, rules), seat) - if used { GREEDY_FIGURE } else { 0.0 }
            }),
            Player::Level(Level::Easy) => self.weigh(position, |judge, after, _| {
                if random.below(100) < easy::OVERLOOKED {
                    return f32::MIN;
                }
                let misjudged = easy::MISJUDGED * (random.below(2001) as f32 / 1000.0 - 1.0);
                judge.lead(&judge.at_a_glance(after), seat) + misjudged + easy::FOLLOWER * kept(after)
            }),
            Player::Level(_) | Player::Without(_) => {
                self.guide.refill(position);
                self.guide.weigh(position, &mut self.weighed);
            }
        }
        if player == Player::Level(Level::Master) {
            let question = Question::of_player(budget, self.manner, random.next());
            let found = self.search(position, &question);
            return found.branches.first().map_or(Answer::Pass, |branch| branch.line.first());
        }
        best(&self.weighed, &mut random)
    }

    fn analyse(&mut self, position: &Position<F>, inquiry: &Inquiry<'_>) -> Analysis {
        let begun = self.evaluations();
        self.guide.judge.set_taste(Taste::PLAIN);
        self.guide.refill(position);
        self.guide.weigh(position, &mut self.weighed);
        let found = self.search(position, &inquiry.question(self.manner));
        Analysis::of(decider(position), found, inquiry.given, self.evaluations() - begun)
    }

    fn evaluations(&self) -> u64 {
        self.guide.count() + self.searched
    }
}

/// The scores if the game ended now.
fn at_the_end<F: Playable>(position: &Position<F>, rules: &Rules<F::Options>) -> Totals {
    let mut ended = position.clone();
    if ended.actor() != Actor::Nobody {
        F::end(&mut ended, rules, &mut Vec::new());
    }
    scores(&ended, rules.seats)
}
