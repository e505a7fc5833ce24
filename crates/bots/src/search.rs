//! Short look-ahead over tiles drawn at random, within a budget.
//!
//! The best lines of one turn are played on for a few turns: tiles come at random from what is left in the bag, and every seat,
//! whoever sits there, answers with its best line by the evaluation. All lines face the same draws, so that luck falls on all
//! alike. After each round the worse half of the lines is dropped (sequential halving).
//!
//! A draw order that is made up here holds what the bag holds and no more: tiles that may not come yet wait for their time, and
//! tiles that were put aside come back among the rest.

use std::time::{Duration, Instant};

use bastide_core::tile::PILE_HELD;
use bastide_core::{Answer, KindIndex, Random, SmallRandom};
use classic::{ClassicPosition, Frame};

use crate::evaluation::Evaluator;
use crate::moves::{Line, Moves, decider};

/// How much work a search may do.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Budget {
    /// So long.
    Time(Duration),
    /// So many evaluations: the same work on every machine.
    Evaluations(u64),
}

/// How a search goes about its work.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Manner {
    /// Most lines that are looked at.
    pub lines: usize,
    /// Lines that the evaluation puts so far behind the best are not looked at.
    pub window: f32,
    /// Turns played after the line.
    pub turns: u32,
    /// Most samples for each line.
    pub samples: u32,
    /// How many samples the evaluation right after the line counts as.
    pub trust: f64,
}

impl Default for Manner {
    fn default() -> Self {
        Self { lines: 12, window: 8.0, turns: 2, samples: 2000, trust: 3.0 }
    }
}

/// A line that is being looked at.
#[derive(Clone, Debug)]
struct Branch {
    line: Line,
    after: ClassicPosition,
    sum: f64,
    sweep: f64,
}

/// When the work is done.
#[derive(Clone, Copy, Debug)]
enum Deadline {
    At(Instant),
    Evaluations(u64),
}

impl Deadline {
    fn passed(self, evaluator: &Evaluator<'_>) -> bool {
        match self {
            Self::At(instant) => Instant::now() >= instant,
            Self::Evaluations(count) => evaluator.count >= count,
        }
    }
}

/// The best answer that the search finds among weighed lines.
pub fn search(
    evaluator: &mut Evaluator<'_>,
    moves: &mut Moves,
    position: &ClassicPosition,
    lines: &mut Vec<Line>,
    (budget, manner, seed): (Budget, Manner, u64),
) -> Answer {
    let (start, begun) = (Instant::now(), evaluator.count);
    lines.sort_by(|a, b| b.value.total_cmp(&a.value));
    let Some(best) = lines.first().map(|line| line.value) else { return Answer::Pass };
    lines.truncate(manner.lines);
    lines.retain(|line| line.value >= best - manner.window);
    let mut branches: Vec<Branch> = lines
        .iter()
        .map(|&line| {
            let mut after = *position;
            line.play(&mut after, evaluator.rules());
            Branch { line, after, sum: manner.trust * f64::from(line.value), sweep: 0.0 }
        })
        .collect();
    let mut look = Look::new(evaluator, moves, position, manner, seed);
    let rounds = branches.len().next_power_of_two().trailing_zeros();
    let mut samples = 0;
    for round in 1..=rounds {
        let part = |whole: u64| whole * u64::from(round) / u64::from(rounds);
        let deadline = match budget {
            Budget::Time(time) => Deadline::At(start + time * round / rounds),
            Budget::Evaluations(count) => Deadline::Evaluations(begun + part(count)),
        };
        let most = part(u64::from(manner.samples)) as u32;
        while samples < most && look.sweep(&mut branches, samples, deadline) {
            samples += 1;
        }
        branches.sort_by(|a, b| b.sum.total_cmp(&a.sum).then(b.line.value.total_cmp(&a.line.value)));
        branches.truncate(branches.len().div_ceil(2));
    }
    branches[0].line.first()
}

/// One search at work.
struct Look<'a, 'r> {
    evaluator: &'a mut Evaluator<'r>,
    moves: &'a mut Moves,
    position: &'a ClassicPosition,
    manner: Manner,
    seed: u64,
    /// The tiles left, in a random order that stays.
    bag: Vec<KindIndex>,
    /// The order in which they come in a sample.
    deck: Vec<KindIndex>,
    /// The same while it is being drawn from, where it can change.
    drawing: Vec<KindIndex>,
    listed: Vec<Answer>,
    seat: u8,
    walk: Box<ClassicPosition>,
}

impl<'a, 'r> Look<'a, 'r> {
    fn new(
        evaluator: &'a mut Evaluator<'r>,
        moves: &'a mut Moves,
        position: &'a ClassicPosition,
        manner: Manner,
        seed: u64,
    ) -> Self {
        let mut bag = Vec::new();
        let rules = evaluator.rules();
        for kind in (0..rules.kinds.len()).filter(|&kind| rules.kinds[kind].pile != PILE_HELD) {
            let count = usize::from(position.bag().count(kind as KindIndex));
            bag.resize(bag.len() + count, kind as KindIndex);
        }
        SmallRandom::new(seed).shuffle(&mut bag);
        Self {
            evaluator,
            moves,
            position,
            manner,
            seed,
            bag,
            deck: Vec::new(),
            drawing: Vec::new(),
            listed: Vec::new(),
            seat: decider(position),
            walk: Box::new(*position),
        }
    }

    /// Plays every branch on once, all with the same draws. Answers whether the deadline left time for all; if not, nothing
    /// counts.
    fn sweep(&mut self, branches: &mut [Branch], sample: u32, deadline: Deadline) -> bool {
        self.shuffle(sample);
        for branch in branches.iter_mut() {
            if deadline.passed(self.evaluator) {
                return false;
            }
            branch.sweep = f64::from(self.play_on(&branch.after));
        }
        for branch in branches {
            branch.sum += branch.sweep;
        }
        true
    }

    /// The tiles that come in this sample. Every tile in the bag comes first in its turn, so that chance evens out sooner.
    fn shuffle(&mut self, sample: u32) {
        let mut random = SmallRandom::new(self.seed ^ u64::from(sample).wrapping_mul(0x9e37_79b9_7f4a_7c15));
        self.deck.clone_from(&self.bag);
        let Some(last) = self.deck.len().checked_sub(1) else { return };
        self.deck.swap(sample as usize % (last + 1), last);
        let first = self.deck[last];
        random.shuffle(&mut self.deck[..last]);
        self.deck[last] = self.deck[0];
        self.deck[0] = first;
    }

    /// Plays a position on for a few turns; how the seat that searches then stands.
    fn play_on(&mut self, after: &ClassicPosition) -> f32 {
        if self.evaluator.is_wide() {
            return self.play_on_widely(after);
        }
        let rules = self.evaluator.rules();
        let seat = self.seat;
        self.walk.as_mut().clone_from(after);
        let (mut drawn, mut played) = (0, 0);
        let mut totals = None;
        while played < self.manner.turns {
            match self.walk.frame() {
                Frame::Draw => {
                    let kind = self.deck[drawn];
                    drawn += 1;
                    self.evaluator.odds.draw(kind);
                    self.walk.apply(rules, Answer::Draw { kind }, &mut ());
                }
                Frame::Place { .. } => {
                    let (line, expected) = self.moves.quick_best(self.evaluator, &self.walk);
                    line.play(&mut self.walk, rules);
                    totals = Some(expected);
                    played += 1;
                }
                _ => break,
            }
        }
        let over = self.walk.frame() == Frame::Over;
        let totals = match totals {
            Some(totals) if !over => totals,
            _ => self.evaluator.totals(&self.walk),
        };
        for &kind in &self.deck[..drawn] {
            self.evaluator.odds.put_back(kind);
        }
        self.evaluator.standing(&totals, seat)
    }

    /// The same where expansions are in play: anybody may have to answer anything.
    fn play_on_widely(&mut self, after: &ClassicPosition) -> f32 {
        let rules = self.evaluator.rules();
        self.walk.as_mut().clone_from(after);
        self.drawing.clone_from(&self.deck);
        let mut played = 0;
        loop {
            self.evaluator.odds.refill(&self.walk);
            match self.walk.frame() {
                Frame::Over | Frame::Begin => break,
                Frame::Draw | Frame::Place { .. } | Frame::Abbey if played >= self.manner.turns => break,
                Frame::Draw => {
                    let kind = self.next_tile();
                    self.walk.apply(rules, Answer::Draw { kind }, &mut ());
                }
                Frame::Place { .. } => {
                    let (line, _) = self.moves.quick_best(self.evaluator, &self.walk);
                    let aside = self.walk.bag().aside().to_vec();
                    line.play(&mut self.walk, rules);
                    self.come_back(&aside);
                    played += 1;
                }
                _ => {
                    let answer = self.moves.quick_answer(self.evaluator, &self.walk);
                    self.walk.apply(rules, answer, &mut ());
                }
            }
        }
        let totals = self.evaluator.totals(&self.walk);
        self.evaluator.odds.refill(self.position);
        self.evaluator.standing(&totals, self.seat)
    }

    /// The first tile of the draw order that may come now; any that may, where the order holds none.
    fn next_tile(&mut self) -> KindIndex {
        self.listed.clear();
        self.walk.list(self.evaluator.rules(), &mut self.listed);
        let listed = &self.listed;
        let found = self.drawing.iter().position(|&kind| listed.contains(&Answer::Draw { kind }));
        match (found, listed.first()) {
            (Some(at), _) => self.drawing.remove(at),
            (None, Some(&Answer::Draw { kind })) => kind,
            _ => 0,
        }
    }

    /// If a placement brought the tiles back that were put aside, they come anywhere among the rest.
    fn come_back(&mut self, aside: &[KindIndex]) {
        if aside.is_empty() || !self.walk.bag().aside().is_empty() {
            return;
        }
        let mut random = SmallRandom::new(self.seed ^ self.drawing.len() as u64);
        for &kind in aside {
            let at = random.below(self.drawing.len() as u32 + 1) as usize;
            self.drawing.insert(at, kind);
        }
    }
}
