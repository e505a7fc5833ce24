//! Implements the search of the strongest player, for every family and set-up, within a budget.
//!
//! The best lines of a turn are compared by samples. A sample fixes a random order of the tiles left, and fills hands that the seat may not
//! see with unseen tiles. All lines are tested on the same samples, so luck affects them equally. The candidates tried after each line are
//! stored in a tree (`mcts.rs`), whose results determine what is tried next. After each round, the worse half of the lines is dropped
//! (sequential halving). Near the end of the game, an [exact solver](super::endgame) replaces sampling.
//!
//! Samples are assigned to trees by index, and the trees' results are merged in order, so the result does not depend on which thread works
//! on which tree.
//!
//! The draw order of a sample contains only the tiles in the bag. Tiles that cannot be drawn yet are skipped until they can, and tiles that
//! were set aside are inserted when they return to the bag.

use std::sync::{Mutex, PoisonError};
use std::thread;

use bastide_core::{Actor, Answer, MAX_SEATS, Position};
use games::families::Playable;

use super::clock::Instant;
use super::config::SearchRequest;
use super::endgame::{self, Solved};
use super::lines::{Line, decider};
use super::mcts::MctsTree;
use super::policy::SearchPolicy;
use crate::evaluation::forecast::{Forecast, Outlook, tiles_left};
use crate::evaluation::values::{Values, scores};

/// Minimum number of samples that every line needs before the best one can count as clear.
const CLEAR_SAMPLES: usize = 50;
/// Number of standard errors by which the best line must lead every other line to count as clear.
const CLEAR_STANDARD_ERRORS: f64 = 5.0;

/// Result of a search.
#[derive(Clone, Debug, PartialEq)]
pub struct SearchResult {
    /// The examined lines, best first.
    pub moves: Vec<RootMove>,
    /// Whether every possible course of the rest of the game was searched.
    pub exact: bool,
    /// Number of positions evaluated by copies of the policy, which its own count does not include.
    pub evaluations: u64,
}

/// An examined line.
#[derive(Clone, Debug, PartialEq)]
pub struct RootMove {
    /// The line's answers, in order.
    pub line: Line,
    /// The seat's expected final margin.
    pub margin: f32,
    /// Standard error over the samples. For the best line, this is the error of its margin; for any other line, the error of its distance
    /// to the best line.
    pub error: f32,
    /// Number of samples.
    pub samples: u32,
    /// Every seat's mean value.
    pub values: Values,
    /// How the game will end; all zeros unless the request has a forecaster.
    pub forecast: Forecast,
    /// Standard error of the seat's chance to win. For the best line, this is the error of the chance; for any other line, the error of its
    /// distance to the best line.
    pub win_error: f32,
    /// Whether the game was over at the end of every sample, so that the forecast contains no estimate of positions.
    pub played_out: bool,
    /// The likely continuation; empty unless the request asks for an explanation.
    pub main: Vec<(Actor, Answer)>,
}

impl RootMove {
    fn of(line: Line) -> Self {
        Self {
            line,
            margin: line.value,
            error: 0.0,
            samples: 0,
            values: [0.0; MAX_SEATS],
            forecast: Forecast::default(),
            win_error: 0.0,
            played_out: false,
            main: Vec::new(),
        }
    }
}

/// Searches the best of the evaluated lines for the seat to act. Returns them with their results, best first.
pub fn search<'r, F: Playable, P: SearchPolicy<'r, F>>(
    policy: &mut P,
    position: &Position<F>,
    evaluated: &[Line],
    request: &SearchRequest<'_>,
) -> SearchResult {
    let (start, begun) = (Instant::now(), policy.count());
    let lines = select_lines(evaluated, request);
    if lines.is_empty() || lines.len() == 1 && !request.explain {
        return SearchResult { moves: lines.into_iter().map(RootMove::of).collect(), exact: false, evaluations: 0 };
    }
    if endgame::is_solvable(policy, position) {
        let enough = |count: u64| request.is_budget_spent(start, count - begun, (1, 2), 1);
        let solved = endgame::solve(policy, position, &lines, &enough);
        policy.update_bag(position);
        if let Some(solved) = solved {
            return endgame_result(policy, position, &lines, &solved);
        }
    }
    sample(policy, position, &lines, request, start)
}

/// Returns the lines to examine, best first.
fn select_lines(evaluated: &[Line], request: &SearchRequest<'_>) -> Vec<Line> {
    let mut lines = evaluated.to_vec();
    lines.sort_by(|a, b| b.value.total_cmp(&a.value));
    let Some(best) = lines.first().map(|line| line.value) else { return lines };
    let given = request.given.and_then(|answer| lines.iter().find(|line| line.first() == answer).copied());
    lines.truncate(request.config.lines);
    lines.retain(|line| line.value >= best - request.config.window);
    lines.extend(given.filter(|given| lines.iter().all(|line| line.first() != given.first())));
    lines
}

/// Returns the search result for lines whose exact values are known.
fn endgame_result<'r, F: Playable, P: SearchPolicy<'r, F>>(
    policy: &P,
    position: &Position<F>,
    lines: &[Line],
    solved: &[Solved],
) -> SearchResult {
    let seat = decider(position);
    let root_move = |(line, solved): (&Line, &Solved)| RootMove {
        margin: policy.margin(&solved.values, seat),
        values: solved.values,
        forecast: solved.end,
        played_out: true,
        ..RootMove::of(*line)
    };
    let mut moves: Vec<RootMove> = lines.iter().zip(solved).map(root_move).collect();
    moves.sort_by(|a, b| b.margin.total_cmp(&a.margin));
    SearchResult { moves, exact: true, evaluations: 0 }
}

/// A tree with its share of the samples, and the results of these samples.
struct Worker<'a, F: Playable, P> {
    tree: MctsTree<'a, F, P>,
    /// The seat's margins after each line in each sample.
    margins: Vec<Vec<f32>>,
    /// Sums of every seat's values after each line.
    sums: Vec<[f64; MAX_SEATS]>,
    /// Outlook from the searched position; `None` if no forecasts are needed.
    outlook: Option<Outlook<'a>>,
    /// Forecasts after each line in each sample, and whether the game was over.
    forecasts: Vec<Vec<(Forecast, bool)>>,
    /// Index of this tree's next sample, which increases by `step` each time. The samples in between belong to other trees.
    next: u32,
    step: u32,
}

impl<'r, F: Playable, P: SearchPolicy<'r, F>> Worker<'_, F, P> {
    /// Samples the lines in `compared` up to sample number `most`, or until `enough`, which is called with the number of evaluations,
    /// returns true.
    fn sample_lines(&mut self, lines: &[Line], compared: &[usize], most: u32, seat: u8, enough: impl Fn(u64) -> bool) {
        let mut swept: Vec<Values> = Vec::with_capacity(compared.len());
        let mut foreseen: Vec<(Forecast, bool)> = Vec::new();
        while self.next < most {
            self.tree.shuffle(self.next);
            swept.clear();
            foreseen.clear();
            for &number in compared {
                if enough(self.tree.policy.count()) {
                    return; // A sample counts for all lines or for none.
                }
                let values = self.tree.sample(number, &lines[number]);
                swept.push(values);
                foreseen.extend(self.outlook.as_ref().map(|outlook| self.tree.forecast(outlook, &values)));
            }
            for (&number, values) in compared.iter().zip(&swept) {
                self.margins[number].push(self.tree.policy.margin(values, seat));
                self.sums[number].iter_mut().zip(values).for_each(|(sum, total)| *sum += f64::from(*total));
            }
            for (&number, &forecast) in compared.iter().zip(&foreseen) {
                self.forecasts[number].push(forecast);
            }
            self.next += self.step;
        }
    }
}

/// Compares lines by sampling.
fn sample<'r, F: Playable, P: SearchPolicy<'r, F>>(
    policy: &P,
    position: &Position<F>,
    lines: &[Line],
    request: &SearchRequest<'_>,
    start: Instant,
) -> SearchResult {
    let (config, seat, begun) = (request.config, decider(position), policy.count());
    let trees = request.trees();
    let expected = Expected::of(policy, position, lines, request);
    let mut workers: Vec<Worker<'_, F, P>> = (0..trees)
        .map(|next| Worker {
            tree: MctsTree::new(policy.clone(), position, lines.len(), config, request.seed),
            margins: vec![Vec::new(); lines.len()],
            sums: vec![[0.0; MAX_SEATS]; lines.len()],
            outlook: expected.as_ref().map(|expected| expected.outlook),
            forecasts: vec![Vec::new(); lines.len()],
            next,
            step: trees,
        })
        .collect();
    let mut compared: Vec<usize> = (0..lines.len()).collect();
    let mut ranked: Vec<usize> = Vec::new();
    let rounds = lines.len().next_power_of_two().trailing_zeros().max(1);
    for round in 1..=rounds {
        let enough = |count: u64| request.is_budget_spent(start, count - begun, (round, rounds), trees);
        let most = (u64::from(config.samples) * u64::from(round) / u64::from(rounds)) as u32;
        in_threads(config.threads, &mut workers, |worker| worker.sample_lines(lines, &compared, most, seat, enough));
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
    let mut result = sampling_result(&mut workers, lines, &ranked, request);
    if let Some(expected) = expected {
        expected.add_forecasts(&workers, lines, ranked[0], seat, request.config.trust, &mut result);
    }
    SearchResult { evaluations, ..result }
}

/// Forecasts after each line, before any sample.
struct Expected<'a> {
    outlook: Outlook<'a>,
    forecasts: Vec<Forecast>,
}

impl<'a> Expected<'a> {
    /// Returns `None` if the request has no forecaster.
    fn of<'r, F: Playable, P: SearchPolicy<'r, F>>(
        policy: &P,
        position: &Position<F>,
        lines: &[Line],
        request: &SearchRequest<'a>,
    ) -> Option<Self> {
        let forecaster = request.forecaster?;
        // A copy, because these evaluations do not count.
        let (mut policy, mut after) = (policy.clone(), Box::new(*position));
        let seats = policy.rules().seats;
        let mut outlook = None;
        let forecasts = lines.iter().map(|line| {
            after.as_mut().clone_from(position);
            line.play(&mut after, policy.rules());
            if after.actor() == Actor::Nobody {
                return Forecast::of_end(&after, seats);
            }
            policy.update_bag(&after);
            let (values, left) = (policy.values(&after), tiles_left(&after, seats));
            let scored = scores(&after, seats);
            // The lines are in order: the outlook is the one after the best.
            outlook.get_or_insert_with(|| forecaster.outlook(&values, &scored, left)).forecast(
                &values,
                left,
                after.seat(),
            )
        });
        let forecasts = forecasts.collect();
        let none = || forecaster.outlook(&[0.0; MAX_SEATS], &[0.0; MAX_SEATS], 0);
        Some(Self { outlook: outlook.unwrap_or_else(none), forecasts })
    }

    /// Adds the forecasts of the lines to a result. As for margins, the distance of a line from the best one is measured on the samples
    /// that both have.
    fn add_forecasts<F: Playable, P>(
        &self,
        workers: &[Worker<'_, F, P>],
        lines: &[Line],
        best: usize,
        seat: u8,
        trust: f64,
        result: &mut SearchResult,
    ) {
        let seat = if self.outlook.is_team() { 0 } else { usize::from(seat) };
        let mean = |number: usize| {
            let pairs = workers.iter().flat_map(|worker| worker.forecasts[number].iter().zip(&worker.forecasts[best]));
            let trust = trust as f32;
            let (mut sum, mut count) = (Forecast::default().plus(trust, &self.forecasts[number]), 0.0);
            if number != best {
                sum = sum.plus(-trust, &self.forecasts[best]);
            }
            let (mut all_over, mut wins) = (true, Vec::new());
            for ((this, over), (other, _)) in pairs {
                let one = if number == best { *this } else { this.plus(-1.0, other) };
                sum = sum.plus(1.0, &one);
                wins.push(one.wins[seat]);
                count += 1.0;
                all_over &= over;
            }
            let mean = Forecast::default().plus(1.0 / (trust + count), &sum);
            let spread: f32 = wins.iter().map(|win| (win - mean.wins[seat]).powi(2)).sum();
            let error = if count > 1.0 { (spread / (count - 1.0) / count).sqrt() } else { 0.0 };
            (mean, error, all_over && count > 0.0)
        };
        let (of_best, _, _) = mean(best);
        for found in &mut result.moves {
            let Some(number) = lines.iter().position(|line| line.answers() == found.line.answers()) else { continue };
            let (forecast, error, all_over) = mean(number);
            found.forecast = if number == best { forecast } else { of_best.plus(1.0, &forecast) };
            found.forecast.wins = found.forecast.wins.map(|chance| chance.clamp(0.0, 1.0));
            (found.win_error, found.played_out) = (error, all_over);
        }
    }
}

/// Calls `work` for all workers in parallel; each thread takes the next worker as soon as it is free.
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
        // The current thread counts as one of the threads.
        (1..threads).for_each(|_| drop(scope.spawn(take)));
        take();
    });
}

/// Returns whether the best line is so far ahead that more samples are unlikely to change the result and the search can stop early.
fn is_clear<F: Playable, P>(workers: &[Worker<'_, F, P>], ranked: &[usize]) -> bool {
    let best = ranked[0];
    ranked[1..].iter().all(|&number| {
        let pairs = || workers.iter().flat_map(|w| w.margins[best].iter().zip(&w.margins[number]));
        let ahead = || pairs().map(|(best, other)| f64::from(best - other));
        let n = ahead().count();
        let mean = ahead().sum::<f64>() / n as f64;
        let squares = ahead().map(|ahead| (ahead - mean).powi(2)).sum::<f64>();
        n >= CLEAR_SAMPLES && mean > CLEAR_STANDARD_ERRORS * (squares / (n * n) as f64).sqrt()
    })
}

/// Returns the result of sampling. Lines that were dropped have only the first samples, so the distance of each line from the best one is
/// measured on the samples that both have.
fn sampling_result<'r, F: Playable, P: SearchPolicy<'r, F>>(
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
    // The best line stays first. A line that was dropped early may be closer to it than one that was dropped later.
    moves[1..].sort_by(|a, b| b.margin.total_cmp(&a.margin));
    SearchResult { moves, exact: false, evaluations: 0 }
}
