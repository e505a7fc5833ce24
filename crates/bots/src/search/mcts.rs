//! Implements the tree below the lines that a search compares: the candidates tried after each line, with their results.
//!
//! The tiles of a sample are drawn in random order. Every seat tries the candidates that the policy considers best, and tries those that
//! have given it good results more often (upper confidence bounds). A sample ends at the first new decision after a minimum number of
//! turns, with the policy's estimate of its best candidate. A position is identified by the path to it and is replayed each time, which
//! keeps nodes small.

use bastide_core::tile::PILE_HELD;
use bastide_core::{Actor, Answer, KindIndex, MAX_HAND, MAX_SEATS, Position, Random, SmallRandom};
use games::families::Playable;

use super::config::SearchConfig;
use super::determinize::{determinize, hidden};
use super::lines::{Line, decider};
use super::policy::{Candidate, SearchPolicy};
use crate::evaluation::forecast::{Forecast, Outlook, tiles_left};
use crate::evaluation::values::Values;

/// Sums of every seat's values.
type Sums = [f64; MAX_SEATS];

/// Index stored in an edge that does not lead to a node yet.
const NO_NODE: usize = usize::MAX;

/// A candidate with its number of visits, the sums of the values from those visits, and the node after it.
#[derive(Clone, Copy, Debug)]
struct Edge {
    line: Line,
    values: Values,
    visits: u32,
    sums: Sums,
    next: usize,
}

/// The branch taken where chance draws a tile, or where a seat holds a hand that the searching seat cannot see.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Outcome {
    Drawn(Answer),
    Held([Option<KindIndex>; MAX_HAND]),
}

/// A position in the tree: one that has not been visited, one that branches by outcome, or one with a choice of candidates.
#[derive(Clone, Debug, Default)]
enum Node {
    #[default]
    New,
    Outcomes(Vec<(Outcome, usize)>),
    Choice {
        visits: u32,
        edges: Vec<Edge>,
    },
}

/// A Monte Carlo search tree (MCTS) for one position, which accumulates the results of all its samples.
#[derive(Clone, Debug)]
pub(crate) struct MctsTree<'a, F: Playable, P> {
    pub(super) policy: P,
    position: &'a Position<F>,
    config: SearchConfig,
    seed: u64,
    seat: u8,
    /// The tiles left, including those in hidden hands, in a fixed random order.
    bag: Vec<KindIndex>,
    /// Draw order of the current sample.
    deck: Vec<KindIndex>,
    /// Tiles of the current sample that have not been drawn yet.
    drawing: Vec<KindIndex>,
    listed: Vec<Answer>,
    candidates: Vec<Candidate>,
    nodes: Vec<Node>,
    /// The searched position with the hands of the current sample.
    determinized: Box<Position<F>>,
    walk: Box<Position<F>>,
}

impl<'a, 'r, F: Playable, P: SearchPolicy<'r, F>> MctsTree<'a, F, P> {
    /// Creates a tree with a new node for each line.
    pub(crate) fn new(policy: P, position: &'a Position<F>, lines: usize, config: SearchConfig, seed: u64) -> Self {
        let (rules, seat) = (policy.rules(), decider(position));
        let mut bag: Vec<KindIndex> = hidden(rules, position, seat).collect();
        for kind in (0..rules.kinds.len()).filter(|&kind| rules.kinds[kind].pile != PILE_HELD) {
            let count = usize::from(position.bag().count(kind as KindIndex));
            bag.resize(bag.len() + count, kind as KindIndex);
        }
        // The order must not reveal which tiles are in which hand.
        bag.sort_unstable();
        SmallRandom::new(seed).shuffle(&mut bag);
        Self {
            policy,
            position,
            config,
            seed,
            seat,
            bag,
            deck: Vec::new(),
            drawing: Vec::new(),
            listed: Vec::new(),
            candidates: Vec::new(),
            nodes: vec![Node::New; lines],
            determinized: Box::new(*position),
            walk: Box::new(*position),
        }
    }

    /// Determines the draw order and the hidden hands of a sample; equal numbers give equal samples. The first tile drawn rotates through
    /// the bag from sample to sample, which reduces the variance.
    pub(crate) fn shuffle(&mut self, sample: u32) {
        let mut random = SmallRandom::new(self.seed ^ u64::from(sample).wrapping_mul(0x9e37_79b9_7f4a_7c15));
        self.determinized.as_mut().clone_from(self.position);
        determinize(self.policy.rules(), &mut self.determinized, self.seat, &mut random);
        self.deck.clone_from(&self.bag);
        for kind in hidden(self.policy.rules(), &self.determinized, self.seat) {
            let at = self.deck.iter().rposition(|&other| other == kind);
            at.map(|at| self.deck.remove(at));
        }
        let Some(last) = self.deck.len().checked_sub(1) else { return };
        self.deck.swap(sample as usize % (last + 1), last);
        let first = self.deck[last];
        random.shuffle(&mut self.deck[..last]);
        self.deck[last] = self.deck[0];
        self.deck[0] = first;
    }

    /// Returns every seat's value after `line`, whose index is `number`, in the current sample.
    pub(crate) fn sample(&mut self, number: usize, line: &Line) -> Values {
        self.drawing.clone_from(&self.deck);
        self.walk.as_mut().clone_from(&self.determinized);
        self.play(line);
        self.visit(number)
    }

    /// Returns the forecast of the position at which the last sample ended, whose values are given, and whether the game is over there.
    pub(crate) fn forecast(&self, outlook: &Outlook<'_>, values: &Values) -> (Forecast, bool) {
        let seats = self.policy.rules().seats;
        if self.walk.actor() == Actor::Nobody {
            return (Forecast::of_end(&self.walk, seats), true);
        }
        // The values are those after the best candidate.
        let next = (decider(&self.walk) + 1) % seats;
        (outlook.forecast(values, tiles_left(&self.walk, seats), next), false)
    }

    /// Continues from the position in `walk`, which is at `node`.
    fn visit(&mut self, node: usize) -> Values {
        match self.walk.actor() {
            Actor::Nobody => self.policy.values(&self.walk),
            Actor::Chance => {
                let answer = self.next_draw();
                let next = self.child_of(node, Outcome::Drawn(answer));
                self.walk.apply(self.policy.rules(), answer, &mut ());
                self.visit(next)
            }
            Actor::Seat(seat) if self.policy.rules().hidden_hands && seat != self.seat => {
                let mut held = [None; MAX_HAND];
                held.iter_mut().zip(self.walk.hand(seat)).for_each(|(place, &kind)| *place = Some(kind));
                held.sort_unstable();
                let next = self.child_of(node, Outcome::Held(held));
                self.choose(next)
            }
            Actor::Seat(_) => self.choose(node),
        }
    }

    /// Returns the node that an outcome leads to, creating it if necessary.
    fn child_of(&mut self, node: usize, outcome: Outcome) -> usize {
        let new = self.nodes.len();
        if matches!(self.nodes[node], Node::New) {
            self.nodes[node] = Node::Outcomes(Vec::new());
        }
        let Node::Outcomes(outcomes) = &mut self.nodes[node] else { return node };
        if let Some((_, next)) = outcomes.iter().find(|(known, _)| *known == outcome) {
            return *next;
        }
        outcomes.push((outcome, new));
        self.nodes.push(Node::New);
        new
    }

    /// Plays a candidate for the seat to act, and continues from there.
    fn choose(&mut self, node: usize) -> Values {
        if matches!(self.nodes[node], Node::New) {
            self.create_edges(node);
            let played = self.walk.turn() - self.position.turn();
            if u32::from(played) >= self.config.turns && self.policy.is_quiescent(&self.walk) {
                return self.edges(node).first().map_or([0.0; MAX_SEATS], |this| this.values);
            }
        }
        let chosen = self.select_ucb(node);
        let Some(&Edge { line, next, .. }) = self.edges(node).get(chosen) else { return [0.0; MAX_SEATS] };
        let next = if next == NO_NODE { self.nodes.len() } else { next };
        if next == self.nodes.len() {
            self.nodes.push(Node::New);
        }
        self.play(&line);
        let values = self.visit(next);
        if let Node::Choice { visits, edges } = &mut self.nodes[node] {
            *visits += 1;
            let this = &mut edges[chosen];
            (this.next, this.visits) = (next, this.visits + 1);
            this.sums.iter_mut().zip(values).for_each(|(sum, total)| *sum += f64::from(total));
        }
        values
    }

    fn edges(&self, node: usize) -> &[Edge] {
        if let Node::Choice { edges, .. } = &self.nodes[node] { edges } else { &[] }
    }

    /// Creates the edges of a node from the best candidates, best first.
    fn create_edges(&mut self, node: usize) {
        self.policy.update_bag(&self.walk);
        self.candidates.clear();
        self.policy.candidates(&self.walk, &mut self.candidates);
        self.candidates.sort_by(|a, b| b.line.value.total_cmp(&a.line.value));
        let best = self.candidates.first().map_or(0.0, |candidate| candidate.line.value);
        let worth_trying = |candidate: &&Candidate| candidate.line.value >= best - self.config.candidate_window;
        let edges = self.candidates.iter().take(self.config.candidates).take_while(worth_trying);
        let new = |candidate: &Candidate| Edge {
            line: candidate.line,
            values: candidate.values,
            visits: 0,
            sums: [0.0; MAX_SEATS],
            next: NO_NODE,
        };
        self.nodes[node] = Node::Choice { visits: 0, edges: edges.map(new).collect() };
    }

    /// Selects the candidate with the highest upper confidence bound: its mean margin, including the policy's estimate, plus a bonus that
    /// decreases with the number of visits.
    fn select_ucb(&self, node: usize) -> usize {
        let Node::Choice { visits, edges } = &self.nodes[node] else { return 0 };
        if edges.len() == 1 {
            return 0;
        }
        let seat = decider(&self.walk);
        let log = (f64::from(*visits) + 1.0).ln();
        let (mut best, mut most) = (0, f64::MIN);
        for (i, this) in edges.iter().enumerate() {
            let weight = f64::from(this.visits) + self.config.candidate_trust;
            let hope = self.config.explore * (log / weight).sqrt();
            let value = f64::from(self.policy.margin(&self.mean(this), seat)) + hope;
            if value > most {
                (best, most) = (i, value);
            }
        }
        best
    }

    /// Returns the mean value of a candidate, including the policy's estimate.
    fn mean(&self, this: &Edge) -> Values {
        let trust = self.config.candidate_trust;
        let weight = f64::from(this.visits) + trust;
        std::array::from_fn(|seat| ((this.sums[seat] + trust * f64::from(this.values[seat])) / weight) as f32)
    }

    /// Plays a line. If tiles that were set aside return to the bag, inserts them at random positions in the draw order.
    fn play(&mut self, line: &Line) {
        let aside = self.walk.bag().aside().to_vec();
        line.play(&mut self.walk, self.policy.rules());
        if aside.is_empty() || !self.walk.bag().aside().is_empty() {
            return;
        }
        let mut random = SmallRandom::new(self.seed ^ self.drawing.len() as u64);
        for kind in aside {
            let at = random.below(self.drawing.len() as u32 + 1) as usize;
            self.drawing.insert(at, kind);
        }
    }

    /// Removes the first tile that can be drawn now from the draw order and returns that draw. If no tile can be drawn, returns the first
    /// legal answer.
    fn next_draw(&mut self) -> Answer {
        self.listed.clear();
        self.walk.list(self.policy.rules(), &mut self.listed);
        let found = self.drawing.iter().position(|&kind| self.listed.contains(&Answer::Draw { kind }));
        match found {
            Some(at) => Answer::Draw { kind: self.drawing.remove(at) },
            None => self.listed.first().copied().unwrap_or(Answer::Pass),
        }
    }

    /// Returns the likely continuation after `line`, whose index is `number`: the most visited draws and the best candidates, as far as the
    /// tree reaches.
    pub(crate) fn main_line(&mut self, number: usize, line: &Line) -> Vec<(Actor, Answer)> {
        let mut course = Vec::new();
        self.walk.as_mut().clone_from(self.position);
        // The length of the continuation must not reveal hidden hands.
        determinize(self.policy.rules(), &mut self.walk, self.seat, &mut SmallRandom::new(self.seed));
        line.play(&mut self.walk, self.policy.rules());
        let mut node = number;
        loop {
            let (answers, next) = match &self.nodes[node] {
                Node::New => break,
                Node::Outcomes(outcomes) => {
                    let visits = |at: usize| match &self.nodes[at] {
                        Node::Choice { visits, .. } => *visits + 1,
                        Node::New => 0,
                        Node::Outcomes(outcomes) => outcomes.len() as u32,
                    };
                    let drawn = outcomes.iter().filter(|(outcome, _)| matches!(outcome, Outcome::Drawn(_)));
                    let Some((Outcome::Drawn(answer), next)) = drawn.max_by_key(|(_, next)| visits(*next)) else {
                        break;
                    };
                    (vec![*answer], *next)
                }
                Node::Choice { edges, .. } => {
                    let seat = decider(&self.walk);
                    let margin = |this: &&Edge| self.policy.margin(&self.mean(this), seat);
                    let best = edges.iter().max_by(|a, b| margin(a).total_cmp(&margin(b)));
                    let Some(this) = best else { break };
                    (this.line.answers().to_vec(), this.next)
                }
            };
            for answer in answers {
                // A tile that was drawn in a sample may be in a hidden hand here.
                self.listed.clear();
                self.walk.list(self.policy.rules(), &mut self.listed);
                if !self.listed.contains(&answer) {
                    return course;
                }
                course.push((self.walk.actor(), answer));
                self.walk.apply(self.policy.rules(), answer, &mut ());
            }
            if next == NO_NODE {
                break;
            }
            node = next;
        }
        course
    }
}
