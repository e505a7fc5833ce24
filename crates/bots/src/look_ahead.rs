//! Short look-ahead for any family, within a budget: as `search` does it for the Carcassonne family.
//!
//! The best lines of one turn are played on for a few turns: tiles come at random from what is left, hands that the seat may not see
//! hold what could be in them, and every seat, whoever sits there, answers with its best line by the judge. All lines face the same
//! draws, so that luck falls on all alike. After each round the worse half of the lines is dropped (sequential halving).

use std::time::Instant;

use bastide_core::tile::PILE_HELD;
use bastide_core::{Actor, Answer, Family, KindIndex, Position, SmallRandom};

use crate::hands;
use crate::judge::Judge;
use crate::lines::{Line, Lines, decider};
use crate::search::{Budget, Manner};

/// How the search goes about its work where nothing else is said: few lines and one turn, so that there is time for many samples.
/// With two turns and as many lines as in the Carcassonne family, hard was no stronger than medium.
pub const MANNER: Manner = Manner { lines: 5, window: 3.0, turns: 1, samples: 2000, trust: 10.0 };
/// First answers from which lines are followed to their end where a game is played on.
const FIRSTS: usize = 5;

/// A line that is being looked at.
#[derive(Clone, Debug)]
struct Branch {
    line: Line,
    sum: f64,
    sweep: f64,
}

/// When the work is done.
#[derive(Clone, Copy, Debug)]
enum Deadline {
    At(Instant),
    Totals(u64),
}

/// The best answer that the search finds among weighed lines.
pub fn search<'r, F: Family, J: Judge<'r, F>>(
    judge: &mut J,
    lines: &mut Lines<F>,
    position: &Position<F>,
    weighed: &mut Vec<Line>,
    (budget, manner, seed): (Budget, Manner, u64),
) -> Answer {
    let (start, begun) = (Instant::now(), judge.count());
    weighed.sort_by(|a, b| b.value.total_cmp(&a.value));
    let Some(best) = weighed.first().map(|line| line.value) else { return Answer::Pass };
    weighed.truncate(manner.lines);
    weighed.retain(|line| line.value >= best - manner.window);
    let mut branches: Vec<Branch> =
        weighed.iter().map(|&line| Branch { line, sum: manner.trust * f64::from(line.value), sweep: 0.0 }).collect();
    let mut look = Look::new(judge, lines, position, manner, seed);
    let rounds = branches.len().next_power_of_two().trailing_zeros();
    let mut samples = 0;
    for round in 1..=rounds {
        let part = |whole: u64| whole * u64::from(round) / u64::from(rounds);
        let deadline = match budget {
            Budget::Time(time) => Deadline::At(start + time * round / rounds),
            Budget::Evaluations(count) => Deadline::Totals(begun + part(count)),
        };
        let most = part(u64::from(manner.samples)) as u32;
        while samples < most && look.sweep(&mut branches, samples, deadline) {
            samples += 1;
        }
        branches.sort_by(|a, b| b.sum.total_cmp(&a.sum).then(b.line.value.total_cmp(&a.line.value)));
        branches.truncate(branches.len().div_ceil(2));
    }
    look.judge.refill(position);
    branches[0].line.first()
}

/// One search at work.
struct Look<'a, F: Family, J> {
    judge: &'a mut J,
    lines: &'a mut Lines<F>,
    position: &'a Position<F>,
    manner: Manner,
    seed: u64,
    /// The tiles that come in a sample, in their order.
    deck: Vec<KindIndex>,
    /// The same while it is being drawn from.
    drawing: Vec<KindIndex>,
    listed: Vec<Answer>,
    firsts: Vec<Line>,
    seat: u8,
    /// The position with the hands of a sample.
    imagined: Box<Position<F>>,
    walk: Box<Position<F>>,
}

impl<'a, 'r, F: Family, J: Judge<'r, F>> Look<'a, F, J> {
    fn new(judge: &'a mut J, lines: &'a mut Lines<F>, position: &'a Position<F>, manner: Manner, seed: u64) -> Self {
        Self {
            judge,
            lines,
            position,
            manner,
            seed,
            deck: Vec::new(),
            drawing: Vec::new(),
            listed: Vec::new(),
            firsts: Vec::new(),
            seat: decider(position),
            imagined: Box::new(*position),
            walk: Box::new(*position),
        }
    }

    /// Plays every branch on once, all with the same draws. Answers whether the deadline left time for all; if not, nothing
    /// counts.
    fn sweep(&mut self, branches: &mut [Branch], sample: u32, deadline: Deadline) -> bool {
        self.shuffle(sample);
        for branch in branches.iter_mut() {
            let passed = match deadline {
                Deadline::At(instant) => Instant::now() >= instant,
                Deadline::Totals(count) => self.judge.count() >= count,
            };
            if passed {
                return false;
            }
            branch.sweep = f64::from(self.play_on(&branch.line));
        }
        for branch in branches {
            branch.sum += branch.sweep;
        }
        true
    }

    /// The hands and the tiles that come in this sample.
    fn shuffle(&mut self, sample: u32) {
        let rules = self.judge.rules();
        let mut random = SmallRandom::new(self.seed ^ u64::from(sample).wrapping_mul(0x9e37_79b9_7f4a_7c15));
        self.imagined.as_mut().clone_from(self.position);
        hands::imagine(rules, &mut self.imagined, self.seat, &mut random);
        self.deck.clear();
        for kind in (0..rules.kinds.len()).filter(|&kind| rules.kinds[kind].pile != PILE_HELD) {
            let count = usize::from(self.imagined.bag().count(kind as KindIndex));
            self.deck.resize(self.deck.len() + count, kind as KindIndex);
        }
        random.shuffle(&mut self.deck);
    }

    /// Plays a line out and on for a few turns; how the seat that searches then stands.
    fn play_on(&mut self, line: &Line) -> f32 {
        let rules = self.judge.rules();
        self.walk.as_mut().clone_from(&self.imagined);
        self.drawing.clone_from(&self.deck);
        line.play(&mut self.walk, rules);
        let last = self.position.turn() + self.manner.turns as u16;
        while self.walk.turn() <= last {
            match self.walk.actor() {
                Actor::Nobody => break,
                Actor::Chance => {
                    let answer = self.next_draw();
                    self.walk.apply(rules, answer, &mut ());
                }
                Actor::Seat(seat) => {
                    self.judge.refill(&self.walk);
                    let good = good_line(self.judge, self.lines, &self.walk, &mut self.firsts, seat);
                    good.play(&mut self.walk, rules);
                }
            }
        }
        self.judge.refill(&self.walk);
        let totals = self.judge.totals(&self.walk);
        self.judge.standing(&totals, self.seat)
    }

    /// The first tile of the draw order that may come now; any that may, where the order holds none.
    fn next_draw(&mut self) -> Answer {
        self.listed.clear();
        self.walk.list(self.judge.rules(), &mut self.listed);
        let found = self.drawing.iter().position(|&kind| self.listed.contains(&Answer::Draw { kind }));
        match found {
            Some(at) => Answer::Draw { kind: self.drawing.remove(at) },
            None => self.listed.first().copied().unwrap_or(Answer::Pass),
        }
    }
}

/// A good line of the seat that must act: the best that begins with one of the first answers which look best by themselves.
fn good_line<'r, F: Family, J: Judge<'r, F>>(
    judge: &mut J,
    lines: &mut Lines<F>,
    position: &Position<F>,
    firsts: &mut Vec<Line>,
    seat: u8,
) -> Line {
    let rules = judge.rules();
    firsts.clear();
    lines.each_first(position, rules, |line, after| {
        let totals = judge.totals(after);
        firsts.push(line.worth(judge.standing(&totals, seat)));
    });
    firsts.sort_by(|a, b| b.value.total_cmp(&a.value));
    let mut best: Option<Line> = None;
    for first in firsts.iter().take(FIRSTS) {
        lines.each_after(position, rules, first.first(), |line, after| {
            let totals = judge.totals(after);
            let value = judge.standing(&totals, seat);
            if best.is_none_or(|best| value > best.value) {
                best = Some(line.worth(value));
            }
        });
    }
    best.unwrap_or(Line::NOTHING)
}
