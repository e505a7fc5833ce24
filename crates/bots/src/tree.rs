//! The tree below the lines that a search compares: what was tried after each of them, and what came of it.
//!
//! Chance draws the tiles of a sample; every seat tries the replies that the guide thinks best, more often those that turn out well
//! for it (upper confidence bounds). Where a sample comes to a decision that was not met before, the guide's estimate of its best
//! reply is what the sample brings; but a sample goes on for so many turns in any case. A position is known by the way that leads to
//! it, and is walked to anew each time: nodes stay small.

use bastide_core::tile::PILE_HELD;
use bastide_core::{Actor, Answer, Family, KindIndex, MAX_SEATS, Position, Random, SmallRandom};

use crate::evaluation::Totals;
use crate::guide::{Guide, Reply};
use crate::hands;
use crate::lines::{Line, decider};
use crate::search::Manner;

/// Sums of totals.
type Sums = [f64; MAX_SEATS];

/// Nothing is known of what follows yet.
const NOWHERE: usize = usize::MAX;
/// Tiles of a hand that tell one hidden hand from another.
const HAND: usize = 2;

/// A reply that was tried, or is going to be.
#[derive(Clone, Copy, Debug)]
struct Try {
    line: Line,
    totals: Totals,
    visits: u32,
    sums: Sums,
    next: usize,
}

/// What leads from a node that chance decides, or a hand that the searching seat does not see.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Way {
    Drawn(Answer),
    Held([Option<KindIndex>; HAND]),
}

/// A position in the tree.
#[derive(Clone, Debug, Default)]
enum Node {
    #[default]
    New,
    Ways(Vec<(Way, usize)>),
    Choice {
        visits: u32,
        tries: Vec<Try>,
    },
}

/// A tree of one position. It keeps what it has found as long as it lives.
#[derive(Clone, Debug)]
pub(crate) struct Tree<'a, F: Family, G> {
    pub(crate) guide: G,
    position: &'a Position<F>,
    manner: Manner,
    seed: u64,
    seat: u8,
    /// The tiles left, those in hidden hands among them, in a random order that stays.
    bag: Vec<KindIndex>,
    /// The order in which they come in a sample.
    deck: Vec<KindIndex>,
    /// The same while it is being drawn from.
    drawing: Vec<KindIndex>,
    listed: Vec<Answer>,
    replies: Vec<Reply>,
    nodes: Vec<Node>,
    /// The position with the hands of a sample.
    imagined: Box<Position<F>>,
    walk: Box<Position<F>>,
}

impl<'a, 'r, F: Family, G: Guide<'r, F>> Tree<'a, F, G> {
    /// A tree with nothing but a node below each of so many lines.
    pub(crate) fn new(guide: G, position: &'a Position<F>, lines: usize, manner: Manner, seed: u64) -> Self {
        let (rules, seat) = (guide.rules(), decider(position));
        let mut bag: Vec<KindIndex> = hands::hidden(rules, position, seat).collect();
        for kind in (0..rules.kinds.len()).filter(|&kind| rules.kinds[kind].pile != PILE_HELD) {
            let count = usize::from(position.bag().count(kind as KindIndex));
            bag.resize(bag.len() + count, kind as KindIndex);
        }
        // What is in which hand must not show in the order.
        bag.sort_unstable();
        SmallRandom::new(seed).shuffle(&mut bag);
        Self {
            guide,
            position,
            manner,
            seed,
            seat,
            bag,
            deck: Vec::new(),
            drawing: Vec::new(),
            listed: Vec::new(),
            replies: Vec::new(),
            nodes: vec![Node::New; lines],
            imagined: Box::new(*position),
            walk: Box::new(*position),
        }
    }

    /// Decides what comes in a sample: tiles and hidden hands. Equal numbers bring the same. Every tile of the bag comes first in its
    /// turn, so that chance evens out sooner.
    pub(crate) fn shuffle(&mut self, sample: u32) {
        let mut random = SmallRandom::new(self.seed ^ u64::from(sample).wrapping_mul(0x9e37_79b9_7f4a_7c15));
        self.imagined.as_mut().clone_from(self.position);
        hands::imagine(self.guide.rules(), &mut self.imagined, self.seat, &mut random);
        self.deck.clone_from(&self.bag);
        for kind in hands::hidden(self.guide.rules(), &self.imagined, self.seat) {
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

    /// What everybody can expect after line number `number` by the present sample.
    pub(crate) fn sample(&mut self, number: usize, line: &Line) -> Totals {
        self.drawing.clone_from(&self.deck);
        self.walk.as_mut().clone_from(&self.imagined);
        self.play(line);
        self.visit(number)
    }

    /// Goes on from the position in `walk`, which is that of a node.
    fn visit(&mut self, node: usize) -> Totals {
        match self.walk.actor() {
            Actor::Nobody => self.guide.totals(&self.walk),
            Actor::Chance => {
                let answer = self.next_draw();
                let next = self.along(node, Way::Drawn(answer));
                self.walk.apply(self.guide.rules(), answer, &mut ());
                self.visit(next)
            }
            Actor::Seat(seat) if self.guide.rules().hidden_hands && seat != self.seat => {
                let mut held = [None; HAND];
                held.iter_mut().zip(self.walk.hand(seat)).for_each(|(place, &kind)| *place = Some(kind));
                held.sort_unstable();
                let next = self.along(node, Way::Held(held));
                self.choose(next)
            }
            Actor::Seat(_) => self.choose(node),
        }
    }

    /// The node to which a way leads; makes it where nobody went before.
    fn along(&mut self, node: usize, way: Way) -> usize {
        let new = self.nodes.len();
        if matches!(self.nodes[node], Node::New) {
            self.nodes[node] = Node::Ways(Vec::new());
        }
        let Node::Ways(ways) = &mut self.nodes[node] else { return node };
        if let Some((_, next)) = ways.iter().find(|(known, _)| *known == way) {
            return *next;
        }
        ways.push((way, new));
        self.nodes.push(Node::New);
        new
    }

    /// Gives a reply for the seat that must act, and goes on.
    fn choose(&mut self, node: usize) -> Totals {
        if matches!(self.nodes[node], Node::New) {
            self.meet(node);
            let played = self.walk.turn() - self.position.turn();
            if u32::from(played) >= self.manner.turns && self.guide.is_quiet(&self.walk) {
                return self.tries(node).first().map_or([0.0; MAX_SEATS], |this| this.totals);
            }
        }
        let chosen = self.promising(node);
        let Some(&Try { line, next, .. }) = self.tries(node).get(chosen) else { return [0.0; MAX_SEATS] };
        let next = if next == NOWHERE { self.nodes.len() } else { next };
        if next == self.nodes.len() {
            self.nodes.push(Node::New);
        }
        self.play(&line);
        let totals = self.visit(next);
        if let Node::Choice { visits, tries } = &mut self.nodes[node] {
            *visits += 1;
            let this = &mut tries[chosen];
            (this.next, this.visits) = (next, this.visits + 1);
            this.sums.iter_mut().zip(totals).for_each(|(sum, total)| *sum += f64::from(total));
        }
        totals
    }

    fn tries(&self, node: usize) -> &[Try] {
        if let Node::Choice { tries, .. } = &self.nodes[node] { tries } else { &[] }
    }

    /// Finds out what is worth trying at a decision, the best first.
    fn meet(&mut self, node: usize) {
        self.guide.refill(&self.walk);
        self.replies.clear();
        self.guide.replies(&self.walk, &mut self.replies);
        self.replies.sort_by(|a, b| b.line.value.total_cmp(&a.line.value));
        let best = self.replies.first().map_or(0.0, |reply| reply.line.value);
        let worth_trying = |reply: &&Reply| reply.line.value >= best - self.manner.reply_window;
        let tries = self.replies.iter().take(self.manner.replies).take_while(worth_trying);
        let new = |reply: &Reply| Try {
            line: reply.line,
            totals: reply.totals,
            visits: 0,
            sums: [0.0; MAX_SEATS],
            next: NOWHERE,
        };
        self.nodes[node] = Node::Choice { visits: 0, tries: tries.map(new).collect() };
    }

    /// The reply that is tried next: what it has brought so far and the guide's estimate, and the more hope the less it was tried.
    fn promising(&self, node: usize) -> usize {
        let Node::Choice { visits, tries } = &self.nodes[node] else { return 0 };
        if tries.len() == 1 {
            return 0;
        }
        let seat = decider(&self.walk);
        let log = (f64::from(*visits) + 1.0).ln();
        let (mut best, mut most) = (0, f64::MIN);
        for (i, this) in tries.iter().enumerate() {
            let weight = f64::from(this.visits) + self.manner.reply_trust;
            let hope = self.manner.explore * (log / weight).sqrt();
            let value = f64::from(self.guide.standing(&self.mean(this), seat)) + hope;
            if value > most {
                (best, most) = (i, value);
            }
        }
        best
    }

    /// What a reply has brought in the mean, the guide's estimate among it.
    fn mean(&self, this: &Try) -> Totals {
        let trust = self.manner.reply_trust;
        let weight = f64::from(this.visits) + trust;
        std::array::from_fn(|seat| ((this.sums[seat] + trust * f64::from(this.totals[seat])) / weight) as f32)
    }

    /// Carries a line out. If it brings the tiles back that were put aside, they come anywhere among the rest.
    fn play(&mut self, line: &Line) {
        let aside = self.walk.bag().aside().to_vec();
        line.play(&mut self.walk, self.guide.rules());
        if aside.is_empty() || !self.walk.bag().aside().is_empty() {
            return;
        }
        let mut random = SmallRandom::new(self.seed ^ self.drawing.len() as u64);
        for kind in aside {
            let at = random.below(self.drawing.len() as u32 + 1) as usize;
            self.drawing.insert(at, kind);
        }
    }

    /// The first tile of the draw order that may come now; any that may, where the order holds none.
    fn next_draw(&mut self) -> Answer {
        self.listed.clear();
        self.walk.list(self.guide.rules(), &mut self.listed);
        let found = self.drawing.iter().position(|&kind| self.listed.contains(&Answer::Draw { kind }));
        match found {
            Some(at) => Answer::Draw { kind: self.drawing.remove(at) },
            None => self.listed.first().copied().unwrap_or(Answer::Pass),
        }
    }

    /// How play would go on after line number `number`: of the tiles one that was met most, and of the replies the best, down to
    /// where nothing is known.
    pub(crate) fn main_line(&mut self, number: usize, line: &Line) -> Vec<(Actor, Answer)> {
        let mut course = Vec::new();
        self.walk.as_mut().clone_from(self.position);
        // What hidden hands hold must not show in how far the line goes.
        hands::imagine(self.guide.rules(), &mut self.walk, self.seat, &mut SmallRandom::new(self.seed));
        line.play(&mut self.walk, self.guide.rules());
        let mut node = number;
        loop {
            let (answers, next) = match &self.nodes[node] {
                Node::New => break,
                Node::Ways(ways) => {
                    let visits = |at: usize| match &self.nodes[at] {
                        Node::Choice { visits, .. } => *visits + 1,
                        Node::New => 0,
                        Node::Ways(ways) => ways.len() as u32,
                    };
                    let drawn = ways.iter().filter(|(way, _)| matches!(way, Way::Drawn(_)));
                    let Some((Way::Drawn(answer), next)) = drawn.max_by_key(|(_, next)| visits(*next)) else { break };
                    (vec![*answer], *next)
                }
                Node::Choice { tries, .. } => {
                    let seat = decider(&self.walk);
                    let standing = |this: &&Try| self.guide.standing(&self.mean(this), seat);
                    let best = tries.iter().max_by(|a, b| standing(a).total_cmp(&standing(b)));
                    let Some(this) = best else { break };
                    (this.line.answers().to_vec(), this.next)
                }
            };
            for answer in answers {
                // A tile that was imagined to come may lie in a hand that is hidden.
                self.listed.clear();
                self.walk.list(self.guide.rules(), &mut self.listed);
                if !self.listed.contains(&answer) {
                    return course;
                }
                course.push((self.walk.actor(), answer));
                self.walk.apply(self.guide.rules(), answer, &mut ());
            }
            if next == NOWHERE {
                break;
            }
            node = next;
        }
        course
    }
}
