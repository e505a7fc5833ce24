//! What every family's players have in common: a mind that answers, and the general one.

use bastide_core::{Actor, Answer, Family, Position, Random, Rules, SmallRandom};
use games::families::{Classic, Discovery, Hunters, Mists, Playable};

use crate::Level;
use crate::analysis::{Analysis, Prospect, TOLD};
use crate::discovery::DiscoveryJudge;
use crate::evaluation::Totals;
use crate::hunters::HuntersJudge;
use crate::judge::{Judge, scores};
use crate::lines::{Line, Lines, decider};
use crate::look_ahead;
use crate::player::{GREEDY_FIGURE, Mind, Player, easy};
use crate::search::{Budget, Manner};
use crate::team::TeamJudge;

/// Something that answers decisions of a family's games.
pub trait Thinker<F: Family> {
    /// A legal answer of the seat that must act. (Where no seat must act, `Pass`.)
    fn answer(&mut self, player: Player, position: &Position<F>, budget: Budget, seed: u64) -> Answer;

    /// What the strongest player thinks of a position whose seat must act; of the line of the answer `given` in any case.
    fn analyse(&mut self, position: &Position<F>, given: Option<Answer>, budget: Budget, seed: u64) -> Analysis;

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

    fn analyse(&mut self, position: &Position<Classic>, given: Option<Answer>, budget: Budget, seed: u64) -> Analysis {
        let begun = self.evaluations();
        Mind::answer(self, Player::Level(Level::Hard), position, budget, seed);
        told(decider(position), self.weighed(), given, self.evaluations() - begun)
    }

    fn evaluations(&self) -> u64 {
        Mind::evaluations(self)
    }
}

/// What players of any family think with: a judge, and what looks ahead with it.
#[derive(Clone, Debug)]
pub struct GeneralMind<F: Family, J> {
    /// Says what positions are worth.
    pub judge: J,
    lines: Lines<F>,
    weighed: Vec<Line>,
    /// How the master level searches.
    pub manner: Manner,
}

impl<'r, F: Playable, J: Judge<'r, F>> GeneralMind<F, J> {
    /// A mind with a judge, for positions like this one.
    pub fn new(judge: J, position: &Position<F>) -> Self {
        Self { judge, lines: Lines::new(position), weighed: Vec::new(), manner: look_ahead::MANNER }
    }

    /// Weighs every line by the position that it leads to, and by whether it used a figure.
    fn weigh(&mut self, position: &Position<F>, mut value: impl FnMut(&mut J, &Position<F>, bool) -> f32) {
        let rules = self.judge.rules();
        let (judge, weighed) = (&mut self.judge, &mut self.weighed);
        weighed.clear();
        self.lines.each(position, rules, |line, after| {
            let used = line.answers().iter().any(|answer| matches!(answer, Answer::Deploy { .. }));
            weighed.push(line.worth(value(judge, after, used)));
        });
    }
}

impl<'r, F: Playable, J: Judge<'r, F>> Thinker<F> for GeneralMind<F, J> {
    fn answer(&mut self, player: Player, position: &Position<F>, budget: Budget, seed: u64) -> Answer {
        let mut random = SmallRandom::new(seed ^ u64::from(position.turn()).wrapping_mul(0xd1b5_4a32_d192_ed03));
        let (rules, seat) = (self.judge.rules(), decider(position));
        self.judge.set_taste(player.taste());
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
                self.judge.refill(position);
                self.weigh(position, |judge, after, _| {
                    let totals = judge.totals(after);
                    judge.standing(&totals, seat)
                });
            }
        }
        if player == Player::Level(Level::Master) {
            let how = (budget, self.manner, random.next());
            return look_ahead::search(&mut self.judge, &mut self.lines, position, &mut self.weighed, how);
        }
        best(&self.weighed, &mut random)
    }

    fn analyse(&mut self, position: &Position<F>, given: Option<Answer>, budget: Budget, seed: u64) -> Analysis {
        let begun = self.evaluations();
        self.answer(Player::Level(Level::Hard), position, budget, seed);
        told(decider(position), &self.weighed, given, self.evaluations() - begun)
    }

    fn evaluations(&self) -> u64 {
        self.judge.count()
    }
}

/// An analysis of lines that were weighed and not looked into.
fn told(seat: u8, weighed: &[Line], given: Option<Answer>, evaluations: u64) -> Analysis {
    let mut weighed = weighed.to_vec();
    weighed.sort_by(|a, b| b.value.total_cmp(&a.value));
    let first = |answer: Answer| weighed.iter().position(|line| line.first() == answer);
    let beyond = given.and_then(first).filter(|&at| at >= TOLD).map(|at| weighed[at]);
    weighed.truncate(TOLD);
    weighed.extend(beyond);
    let prospect =
        |line: &Line| Prospect { answers: line.answers().to_vec(), margin: line.value, ..Prospect::default() };
    Analysis { seat, lines: weighed.iter().map(prospect).collect(), exact: false, evaluations }
}

/// The scores if the game ended now.
fn at_the_end<F: Playable>(position: &Position<F>, rules: &Rules<F::Options>) -> Totals {
    let mut ended = position.clone();
    if ended.actor() != Actor::Nobody {
        F::end(&mut ended, rules, &mut Vec::new());
    }
    scores(&ended, rules.seats)
}

/// The best line's answer; of equals, any.
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
