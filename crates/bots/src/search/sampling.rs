//! The search of the strongest player, for every family and set-up, within a budget.
//!
//! The best lines of a turn are compared by samples: a sample brings tiles at random from what is left in the bag, and hands that the
//! seat may not see hold what could be in them. All lines face the same samples, so that luck falls on all alike; what was tried
//! after each of them is kept in a tree (`mcts.rs`), and where to go in it depends on what was found. After each round the worse
//! half of the lines is dropped (sequential halving). Near the end of the game [nothing is left to chance](super::endgame).
//!
//! Samples are shared out among trees by their numbers, and what the trees found is put together in their order: which of the threads
//! grew which of them makes no difference.
//!
//! A draw order that is made up here holds what the bag holds and no more: tiles that may not come yet wait for their time, and
//! tiles that were put aside come back among the rest.

use std::sync::{Mutex, PoisonError};
use std::thread;
use std::time::Instant;

use bastide_core::{Actor, Answer, MAX_SEATS, Position};
use games::families::Playable;

use super::config::SearchRequest;
use super::endgame;
use super::lines::{Line, decider};
use super::mcts::MctsTree;
use super::policy::SearchPolicy;
use crate::evaluation::values::Values;

/// Samples that all lines must have before it is clear which is the best.
const CLEAR_SAMPLES: usize = 50;
/// Standard errors by which it must then be ahead of each other line.
const CLEAR_ERRORS: f64 = 5.0;

/// What a search found.
#[derive(Clone, Debug, PartialEq)]
pub struct SearchResult {
    /// The lines that were looked at, the best first.
    pub moves: Vec<RootMove>,
    /// Whether all courses of the rest of the game were looked at.
    pub exact: bool,
    /// Positions that were evaluated by others than the policy that was given.
    pub evaluations: u64,
}

/// A line that was looked at.
#[derive(Clone, Debug, PartialEq)]
pub struct RootMove {
    /// The line.
    pub line: Line,
    /// By how much the seat can expect to be ahead in the end.
    pub margin: f32,
    /// Standard error over the samples: for the best line of its margin, for any other of how far it lies behind.
    pub error: f32,
    /// Samples.
    pub samples: u32,
    /// What everybody can expect in the end.
    pub values: Values,
    /// How play would go on.
    pub main: Vec<(Actor, Answer)>,
}

impl RootMove {
    fn of(line: Line) -> Self {
        Self { line, margin: line.value, error: 0.0, samples: 0, values: [0.0; MAX_SEATS], main: Vec::new() }
    }
}

/// Looks into evaluated lines of the seat that must act; the best of them come back, the best first.
pub fn search<'r, F: Playable, P: SearchPolicy<'r, F>>(
    policy: &mut P,
    position: &Position<F>,
    evaluated: &[Line],
    request: &SearchRequest<'_>,
) -> SearchResult {
    let (start, begun) = (Instant::now(), policy.count());
    let lines = worth_looking(evaluated, request);
    if lines.is_empty() || lines.len() == 1 && !request.explain {
        return SearchResult { moves: lines.into_iter().map(RootMove::of).collect(), exact: false, evaluations: 0 };
    }
    if endgame::is_near(policy, position) {
        let enough = |count: u64| request.is_enough(start, count - begun, (1, 2), 1);
        let solved = endgame::solve(policy, position, &lines, &enough);
        policy.refill(position);
        if let Some(solved) = solved {
            return decided(policy, position, &lines, &solved);
        }
    }
    sample(policy, position, &lines, request, start)
}

/// The lines that are looked at, the best first.
fn worth_looking(evaluated: &[Line], request: &SearchRequest<'_>) -> Vec<Line> {
    let mut lines = evaluated.to_vec();
    lines.sort_by(|a, b| b.value.total_cmp(&a.value));
    let Some(best) = lines.first().map(|line| line.value) else { return lines };
    let given = request.given.and_then(|answer| lines.iter().find(|line| line.first() == answer).copied());
    lines.truncate(request.config.lines);
    lines.retain(|line| line.value >= best - request.config.window);
    lines.extend(given.filter(|given| lines.iter().all(|line| line.first() != given.first())));
    lines
}

/// What is found where the outcomes of all lines are known.
fn decided<'r, F: Playable, P: SearchPolicy<'r, F>>(
    policy: &P,
    position: &Position<F>,
    lines: &[Line],
    solved: &[Values],
) -> SearchResult {
    let seat = decider(position);
    let root_move = |(line, values): (&Line, &Values)| RootMove {
        margin: policy.margin(values, seat),
        values: *values,
        ..RootMove::of(*line)
    };
    let mut moves: Vec<RootMove> = lines.iter().zip(solved).map(root_move).collect();
    moves.sort_by(|a, b| b.margin.total_cmp(&a.margin));
    SearchResult { moves, exact: true, evaluations: 0 }
}

/// One tree's part of a search.
struct Worker<'a, F: Playable, P> {
    tree: MctsTree<'a, F, P>,
    /// By how much the seat was ahead after each line in each sample.
    margins: Vec<Vec<f32>>,
    /// Sums of everybody's values after each line.
    sums: Vec<[f64; MAX_SEATS]>,
    /// The number of its next sample; those between are other trees'.
    next: u32,
    step: u32,
}

impl<'r, F: Playable, P: SearchPolicy<'r, F>> Worker<'_, F, P> {
    /// Takes samples of the lines that are still compared until it has so many, or enough work was done.
    fn work(&mut self, lines: &[Line], compared: &[usize], most: u32, seat: u8, enough: impl Fn(u64) -> bool) {
        let mut swept: Vec<Values> = Vec::with_capacity(compared.len());
        while self.next < most {
            self.tree.shuffle(self.next);
            swept.clear();
            for &number in compared {
                if enough(self.tree.policy.count()) {
                    return; // A sample counts for all lines or for none.
                }
                swept.push(self.tree.sample(number, &lines[number]));
            }
            for (&number, values) in compared.iter().zip(&swept) {
                self.margins[number].push(self.tree.policy.margin(values, seat));
                self.sums[number].iter_mut().zip(values).for_each(|(sum, total)| *sum += f64::from(*total));
            }
            self.next += self.step;
        }
    }
}

/// Compares lines by samples.
fn sample<'r, F: Playable, P: SearchPolicy<'r, F>>(
    policy: &P,
    position: &Position<F>,
    lines: &[Line],
    request: &SearchRequest<'_>,
    start: Instant,
) -> SearchResult {
    let (config, seat, begun) = (request.config, decider(position), policy.count());
    let trees = request.trees();
    let mut workers: Vec<Worker<'_, F, P>> = (0..trees)
        .map(|next| Worker {
            tree: MctsTree::new(policy.clone(), position, lines.len(), config, request.seed),
            margins: vec![Vec::new(); lines.len()],
            sums: vec![[0.0; MAX_SEATS]; lines.len()],
            next,
            step: trees,
        })
        .collect();
    let mut compared: Vec<usize> = (0..lines.len()).collect();
    let mut ranked: Vec<usize> = Vec::new();
    let rounds = lines.len().next_power_of_two().trailing_zeros().max(1);
    for round in 1..=rounds {
        let enough = |count: u64| request.is_enough(start, count - begun, (round, rounds), trees);
        let most = (u64::from(config.samples) * u64::from(round) / u64::from(rounds)) as u32;
        in_threads(config.threads, &mut workers, |worker| worker.work(lines, &compared, most, seat, enough));
        let score = |number: usize| {
            let margins = workers.iter().flat_map(|worker| &worker.margins[number]);
            config.trust * f64::from(lines[number].value) + margins.map(|&x| f64::from(x)).sum::<f64>()
        };
        let mut scored: Vec<(f64, usize)> = compared.iter().map(|&number| (score(number), number)).collect();
        scored.sort_by(|a, b| b.0.total_cmp(&a.0).then(a.1.cmp(&b.1)));
        compared = scored.iter().map(|&(_, number)| number).collect();
        if !request.explain && is_clear(&workers, &compared) {
            break;
        }
        let dropped = compared.split_off(compared.len().div_ceil(2));
        ranked.splice(0..0, dropped);
    }
    ranked.splice(0..0, compared);
    let evaluations = workers.iter().map(|worker| worker.tree.policy.count() - begun).sum();
    SearchResult { evaluations, ..told(&mut workers, lines, &ranked, request) }
}

/// Has so many threads do the work of all workers: each takes the next one as soon as it is free.
fn in_threads<W: Send>(threads: usize, workers: &mut [W], work: impl Fn(&mut W) + Sync) {
    let threads = threads.min(workers.len());
    if threads <= 1 {
        workers.iter_mut().for_each(work);
        return;
    }
    let left = Mutex::new(workers.iter_mut());
    let next = || left.lock().unwrap_or_else(PoisonError::into_inner).next();
    let take = || {
        while let Some(worker) = next() {
            work(worker);
        }
    };
    thread::scope(|scope| {
        // One of the threads is this one.
        (1..threads).for_each(|_| drop(scope.spawn(take)));
        take();
    });
}

/// Whether the best line is so far ahead that more samples would hardly change it: a player need not think on.
fn is_clear<F: Playable, P>(workers: &[Worker<'_, F, P>], ranked: &[usize]) -> bool {
    let best = ranked[0];
    ranked[1..].iter().all(|&number| {
        let pairs = || workers.iter().flat_map(|w| w.margins[best].iter().zip(&w.margins[number]));
        let ahead = || pairs().map(|(best, other)| f64::from(best - other));
        let n = ahead().count();
        let mean = ahead().sum::<f64>() / n as f64;
        let squares = ahead().map(|ahead| (ahead - mean).powi(2)).sum::<f64>();
        n >= CLEAR_SAMPLES && mean > CLEAR_ERRORS * (squares / (n * n) as f64).sqrt()
    })
}

/// What the samples say. Lines that were dropped faced the first samples alone, so how far each lies behind the best is taken from
/// the samples that both faced.
fn told<'r, F: Playable, P: SearchPolicy<'r, F>>(
    workers: &mut [Worker<'_, F, P>],
    lines: &[Line],
    ranked: &[usize],
    request: &SearchRequest<'_>,
) -> SearchResult {
    let trust = request.config.trust;
    let best = ranked[0];
    let mut moves = Vec::with_capacity(ranked.len());
    let mut margin_of_best = 0.0;
    for (rank, &number) in ranked.iter().enumerate() {
        let behind = |worker: &Worker<'_, F, P>| -> Vec<f64> {
            let pairs = worker.margins[number].iter().zip(&worker.margins[best]);
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
        moves.push(RootMove {
            margin: margin as f32,
            error: error as f32,
            samples: values.len() as u32,
            values: std::array::from_fn(|seat| if n > 0.0 { (sum(seat) / n) as f32 } else { 0.0 }),
            main: if request.explain { workers[0].tree.main_line(number, &lines[number]) } else { Vec::new() },
            ..RootMove::of(lines[number])
        });
    }
    // The best stays first; what was dropped early may have come nearer to it than what was dropped late.
    moves[1..].sort_by(|a, b| b.margin.total_cmp(&a.margin));
    SearchResult { moves, exact: false, evaluations: 0 }
}
