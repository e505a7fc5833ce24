//! The search of the strongest player, for every family and set-up, within a budget.
//!
//! The best lines of a turn are compared by samples: a sample brings tiles at random from what is left in the bag, and hands that the
//! seat may not see hold what could be in them. All lines face the same samples, so that luck falls on all alike; what was tried
//! after each of them is kept in a [tree](crate::tree), and where to go in it depends on what was found. After each round the worse
//! half of the lines is dropped (sequential halving). Near the end of the game [nothing is left to chance](crate::ending).
//!
//! A draw order that is made up here holds what the bag holds and no more: tiles that may not come yet wait for their time, and
//! tiles that were put aside come back among the rest.

use std::sync::atomic::{AtomicBool, Ordering};
use std::thread;
use std::time::{Duration, Instant};

use bastide_core::{Actor, Answer, Family, MAX_SEATS, Position};

use crate::ending;
use crate::evaluation::Totals;
use crate::guide::Guide;
use crate::lines::{Line, decider};
use crate::tree::Tree;

/// Samples that all lines must have before it is clear which is the best.
const CLEAR_SAMPLES: usize = 50;
/// Standard errors by which it must then be ahead of each other line.
const CLEAR_ERRORS: f64 = 5.0;

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
    /// Turns after the line that a sample plays at least.
    pub turns: u32,
    /// Most samples for each line.
    pub samples: u32,
    /// How many samples the evaluation right after the line counts as.
    pub trust: f64,
    /// Most replies that are tried at a decision after the line.
    pub replies: usize,
    /// Replies that the evaluation puts so far behind the best are not tried.
    pub reply_window: f32,
    /// How many samples the evaluation right after a reply counts as.
    pub reply_trust: f64,
    /// Points of hope for replies that were hardly tried.
    pub explore: f64,
    /// Threads that sample, each in a tree of its own.
    pub threads: usize,
}

impl Manner {
    /// That of the Carcassonne family.
    pub const CLASSIC: Self = Self {
        lines: 12,
        window: 8.0,
        turns: 2,
        samples: 4000,
        trust: 3.0,
        replies: 4,
        reply_window: 4.0,
        reply_trust: 1.0,
        explore: 1.5,
        threads: 1,
    };
    /// That of all other families, whose positions take longer to judge: few lines and one turn, so that there is time for samples.
    pub const GENERAL: Self = Self { lines: 5, window: 3.0, turns: 1, trust: 10.0, ..Self::CLASSIC };
}

/// What is asked of a search.
#[derive(Clone, Copy, Debug)]
pub struct Question<'a> {
    /// How much work it may do.
    pub budget: Budget,
    /// How it goes about it.
    pub manner: Manner,
    /// Decides the samples.
    pub seed: u64,
    /// Whether more is wanted than the best answer: then what can be expected is found out even where there is no choice.
    pub explain: bool,
    /// An answer whose best line is looked at however bad it seems.
    pub given: Option<Answer>,
    /// Becomes true when nobody waits for the search any more: then it ends with what it has found.
    pub stop: Option<&'a AtomicBool>,
}

impl Question<'_> {
    /// What a player asks, who wants an answer and no more.
    pub fn of_player(budget: Budget, manner: Manner, seed: u64) -> Self {
        Self { budget, manner, seed, explain: false, given: None, stop: None }
    }

    /// Whether one of `threads` that began at `start` and has made so many evaluations has done enough for a part of the budget, the
    /// first number of it over the second; or nobody waits for an answer any more.
    fn is_enough(&self, start: Instant, made: u64, (part, whole): (u32, u32), threads: u64) -> bool {
        self.stop.is_some_and(|stop| stop.load(Ordering::Relaxed))
            || match self.budget {
                Budget::Time(time) => start.elapsed() >= time * part / whole,
                Budget::Evaluations(most) => made >= most * u64::from(part) / u64::from(whole) / threads,
            }
    }
}

/// What a search found.
#[derive(Clone, Debug)]
pub struct Found {
    /// The lines that were looked at, the best first.
    pub branches: Vec<Branch>,
    /// Whether all courses of the rest of the game were looked at.
    pub exact: bool,
    /// Positions that were evaluated by others than the guide that was given.
    pub evaluations: u64,
}

/// A line that was looked at.
#[derive(Clone, Debug)]
pub struct Branch {
    /// The line.
    pub line: Line,
    /// How the seat can expect to stand in the end.
    pub margin: f32,
    /// Standard error over the samples: for the best line of its margin, for any other of how far it lies behind.
    pub error: f32,
    /// Samples.
    pub samples: u32,
    /// What everybody can expect in the end.
    pub totals: Totals,
    /// How play would go on.
    pub main: Vec<(Actor, Answer)>,
}

impl Branch {
    fn of(line: Line) -> Self {
        Self { line, margin: line.value, error: 0.0, samples: 0, totals: [0.0; MAX_SEATS], main: Vec::new() }
    }
}

/// Looks into weighed lines of the seat that must act; the best of them come back, the best first.
pub fn search<'r, F: Family, G: Guide<'r, F>>(
    guide: &mut G,
    position: &Position<F>,
    weighed: &[Line],
    question: &Question<'_>,
) -> Found {
    let (start, begun) = (Instant::now(), guide.count());
    let lines = worth_looking(weighed, question);
    if lines.is_empty() || lines.len() == 1 && !question.explain {
        return Found { branches: lines.into_iter().map(Branch::of).collect(), exact: false, evaluations: 0 };
    }
    if ending::is_near(guide, position) {
        let enough = |count: u64| question.is_enough(start, count - begun, (1, 2), 1);
        let solved = ending::solve(guide, position, &lines, &enough);
        guide.refill(position);
        if let Some(solved) = solved {
            return decided(guide, position, &lines, &solved);
        }
    }
    sample(guide, position, &lines, question, start)
}

/// The lines that are looked at, the best first.
fn worth_looking(weighed: &[Line], question: &Question<'_>) -> Vec<Line> {
    let mut lines = weighed.to_vec();
    lines.sort_by(|a, b| b.value.total_cmp(&a.value));
    let Some(best) = lines.first().map(|line| line.value) else { return lines };
    let given = question.given.and_then(|answer| lines.iter().find(|line| line.first() == answer).copied());
    lines.truncate(question.manner.lines);
    lines.retain(|line| line.value >= best - question.manner.window);
    lines.extend(given.filter(|given| lines.iter().all(|line| line.first() != given.first())));
    lines
}

/// What is found where the outcomes of all lines are known.
fn decided<'r, F: Family, G: Guide<'r, F>>(
    guide: &G,
    position: &Position<F>,
    lines: &[Line],
    solved: &[Totals],
) -> Found {
    let seat = decider(position);
    let branch = |(line, totals): (&Line, &Totals)| Branch {
        margin: guide.standing(totals, seat),
        totals: *totals,
        ..Branch::of(*line)
    };
    let mut branches: Vec<Branch> = lines.iter().zip(solved).map(branch).collect();
    branches.sort_by(|a, b| b.margin.total_cmp(&a.margin));
    Found { branches, exact: true, evaluations: 0 }
}

/// One thread's part of a search.
struct Worker<'a, F: Family, G> {
    tree: Tree<'a, F, G>,
    /// How the seat stood after each line in each sample.
    standings: Vec<Vec<f32>>,
    /// Sums of everybody's totals after each line.
    sums: Vec<[f64; MAX_SEATS]>,
    /// The number of its next sample; those between are others'.
    next: u32,
    step: u32,
}

impl<'r, F: Family, G: Guide<'r, F>> Worker<'_, F, G> {
    /// Takes samples of the lines that are still compared until it has so many, or enough work was done.
    fn work(&mut self, lines: &[Line], compared: &[usize], most: u32, seat: u8, enough: impl Fn(u64) -> bool) {
        let mut swept: Vec<Totals> = Vec::with_capacity(compared.len());
        while self.next < most {
            self.tree.shuffle(self.next);
            swept.clear();
            for &number in compared {
                if enough(self.tree.guide.count()) {
                    return; // A sample counts for all lines or for none.
                }
                swept.push(self.tree.sample(number, &lines[number]));
            }
            for (&number, totals) in compared.iter().zip(&swept) {
                self.standings[number].push(self.tree.guide.standing(totals, seat));
                self.sums[number].iter_mut().zip(totals).for_each(|(sum, total)| *sum += f64::from(*total));
            }
            self.next += self.step;
        }
    }
}

/// Compares lines by samples.
fn sample<'r, F: Family, G: Guide<'r, F>>(
    guide: &G,
    position: &Position<F>,
    lines: &[Line],
    question: &Question<'_>,
    start: Instant,
) -> Found {
    let (manner, seat, begun) = (question.manner, decider(position), guide.count());
    let threads = manner.threads.max(1);
    let mut workers: Vec<Worker<'_, F, G>> = (0..threads as u32)
        .map(|next| Worker {
            tree: Tree::new(guide.clone(), position, lines.len(), manner, question.seed),
            standings: vec![Vec::new(); lines.len()],
            sums: vec![[0.0; MAX_SEATS]; lines.len()],
            next,
            step: threads as u32,
        })
        .collect();
    let mut compared: Vec<usize> = (0..lines.len()).collect();
    let mut ranked: Vec<usize> = Vec::new();
    let rounds = lines.len().next_power_of_two().trailing_zeros().max(1);
    for round in 1..=rounds {
        let enough = |count: u64| question.is_enough(start, count - begun, (round, rounds), threads as u64);
        let most = (u64::from(manner.samples) * u64::from(round) / u64::from(rounds)) as u32;
        match &mut workers[..] {
            [alone] => alone.work(lines, &compared, most, seat, enough),
            all => thread::scope(|scope| {
                for worker in all {
                    scope.spawn(|| worker.work(lines, &compared, most, seat, enough));
                }
            }),
        }
        let score = |number: usize| {
            let standings = workers.iter().flat_map(|worker| &worker.standings[number]);
            manner.trust * f64::from(lines[number].value) + standings.map(|&x| f64::from(x)).sum::<f64>()
        };
        let mut scored: Vec<(f64, usize)> = compared.iter().map(|&number| (score(number), number)).collect();
        scored.sort_by(|a, b| b.0.total_cmp(&a.0).then(a.1.cmp(&b.1)));
        compared = scored.iter().map(|&(_, number)| number).collect();
        if !question.explain && is_clear(&workers, &compared) {
            break;
        }
        let dropped = compared.split_off(compared.len().div_ceil(2));
        ranked.splice(0..0, dropped);
    }
    ranked.splice(0..0, compared);
    let evaluations = workers.iter().map(|worker| worker.tree.guide.count() - begun).sum();
    Found { evaluations, ..told(&mut workers, lines, &ranked, question) }
}

/// Whether the best line is so far ahead that more samples would hardly change it: a player need not think on.
fn is_clear<F: Family, G>(workers: &[Worker<'_, F, G>], ranked: &[usize]) -> bool {
    let best = ranked[0];
    ranked[1..].iter().all(|&number| {
        let pairs = || workers.iter().flat_map(|w| w.standings[best].iter().zip(&w.standings[number]));
        let ahead = || pairs().map(|(best, other)| f64::from(best - other));
        let n = ahead().count();
        let mean = ahead().sum::<f64>() / n as f64;
        let squares = ahead().map(|ahead| (ahead - mean).powi(2)).sum::<f64>();
        n >= CLEAR_SAMPLES && mean > CLEAR_ERRORS * (squares / (n * n) as f64).sqrt()
    })
}

/// What the samples say. Lines that were dropped faced the first samples alone, so how far each lies behind the best is taken from
/// the samples that both faced.
fn told<'r, F: Family, G: Guide<'r, F>>(
    workers: &mut [Worker<'_, F, G>],
    lines: &[Line],
    ranked: &[usize],
    question: &Question<'_>,
) -> Found {
    let trust = question.manner.trust;
    let best = ranked[0];
    let mut branches = Vec::with_capacity(ranked.len());
    let mut margin_of_best = 0.0;
    for (rank, &number) in ranked.iter().enumerate() {
        let behind = |worker: &Worker<'_, F, G>| -> Vec<f64> {
            let pairs = worker.standings[number].iter().zip(&worker.standings[best]);
            pairs.map(|(&this, &best)| f64::from(if rank == 0 { this } else { this - best })).collect()
        };
        let values: Vec<f64> = workers.iter().flat_map(behind).collect();
        let prior = f64::from(lines[number].value - if rank == 0 { 0.0 } else { lines[best].value });
        let n = values.len() as f64;
        let mean = (trust * prior + values.iter().sum::<f64>()) / (trust + n);
        if rank == 0 {
            margin_of_best = mean;
        }
        let margin = if rank == 0 { mean } else { margin_of_best + mean.min(0.0) };
        let spread = values.iter().map(|value| (value - mean).powi(2)).sum::<f64>();
        let error = if values.len() > 1 { (spread / (n - 1.0) / n).sqrt() } else { 0.0 };
        let sum = |seat: usize| workers.iter().map(|worker| worker.sums[number][seat]).sum::<f64>();
        branches.push(Branch {
            margin: margin as f32,
            error: error as f32,
            samples: values.len() as u32,
            totals: std::array::from_fn(|seat| if n > 0.0 { (sum(seat) / n) as f32 } else { 0.0 }),
            main: if question.explain { workers[0].tree.main_line(number, &lines[number]) } else { Vec::new() },
            ..Branch::of(lines[number])
        });
    }
    // The best stays first; what was dropped early may have come nearer to it than what was dropped late.
    branches[1..].sort_by(|a, b| b.margin.total_cmp(&a.margin));
    Found { branches, exact: false, evaluations: 0 }
}
