//! Mutation testing: breaks one rule after another in a copy of the sources, and checks whether a scenario notices.

use std::collections::VecDeque;
use std::path::{Path, PathBuf};
use std::sync::{Mutex, MutexGuard, PoisonError};
use std::thread;
use std::time::{Duration, Instant};

mod list;
mod verdicts;
mod workspace;

pub use list::{Mutation, parse};
use verdicts::{Sources, StoredVerdicts, Verdict};
use workspace::Workspace;

/// Options for a run.
#[derive(Clone, Debug)]
pub struct RunOptions {
    /// Prefixes of the clauses to break; if empty, all clauses are broken.
    pub prefixes: Vec<String>,
    /// Number of source copies used in parallel.
    pub jobs: usize,
    /// File that stores verdicts. Mutations with a stored verdict for the same sources and scenarios are skipped.
    pub verdicts: Option<PathBuf>,
}

/// Number of mutations for each verdict.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Tally {
    /// Mutations that a scenario of the clause noticed.
    pub noticed: usize,
    /// Mutations that no scenario of the clause noticed.
    pub not_noticed: usize,
    /// Mutations that did not compile.
    pub not_compiled: usize,
    /// Number of the mutations above whose verdict an earlier run had stored.
    pub known: usize,
}

impl Tally {
    fn add(&mut self, verdict: &Verdict) {
        match verdict {
            Verdict::Noticed(_) => self.noticed += 1,
            Verdict::NotNoticed(_) => self.not_noticed += 1,
            Verdict::NotCompiled(_) => self.not_compiled += 1,
        }
    }
}

/// State shared by the workers.
struct Shared<'a, R: Fn(&str)> {
    /// Mutations that have not been tried yet, with the keys of their verdicts.
    left: VecDeque<(&'a Mutation, String)>,
    kept: StoredVerdicts,
    tally: Tally,
    report: R,
}

/// Tries every selected mutation and, for each, reports the failing scenario of its clause, if any.
///
/// # Errors
/// A mutation cannot be applied, or the scenarios fail without a mutation.
pub fn run(
    root: &Path,
    mutations: &[Mutation],
    ways: &RunOptions,
    report: impl Fn(&str) + Send,
) -> Result<Tally, String> {
    let chosen = |clause: &str| {
        ways.prefixes.is_empty() || ways.prefixes.iter().any(|prefix| clause.starts_with(prefix.as_str()))
    };
    let mut chosen: Vec<_> = mutations.iter().filter(|mutation| chosen(&mutation.clause)).collect();
    // Sort by file, so that as little as possible is recompiled.
    chosen.sort_by(|a, b| a.file.cmp(&b.file));
    let sources = Sources::read(&root.join("crates"), chosen.iter().map(|mutation| mutation.clause.as_str()))?;
    let kept = StoredVerdicts::open(ways.verdicts.as_deref())?;
    let mut shared = Shared { left: VecDeque::new(), kept, tally: Tally::default(), report };
    for mutation in chosen {
        let key = sources.key(mutation)?;
        match shared.kept.get(&key) {
            Some(verdict) => {
                shared.tally.add(verdict);
                shared.tally.known += 1;
                (shared.report)(&format!("{} | {verdict} (from an earlier run)", mutation.name()));
            }
            None => shared.left.push_back((mutation, key)),
        }
    }
    let jobs = ways.jobs.min(shared.left.len());
    let shared = Mutex::new(shared);
    let done: Vec<_> = thread::scope(|scope| {
        let workers: Vec<_> = (0..jobs).map(|_| scope.spawn(|| work(root, &shared))).collect();
        workers.into_iter().map(|worker| worker.join().unwrap_or_else(|_| Err("a worker panicked".into()))).collect()
    });
    done.into_iter().collect::<Result<(), String>>()?;
    Ok(lock(&shared).tally)
}

/// Tries mutations in a copy of the sources until none are left, then checks that the copy is intact again.
fn work<R: Fn(&str)>(root: &Path, shared: &Mutex<Shared<'_, R>>) -> Result<(), String> {
    let worked = (|| {
        let stand = Workspace::new(root)?;
        while let Some((mutation, key)) = take(shared) {
            let begun = Instant::now();
            let verdict = stand.judge(mutation)?;
            record_verdict(shared, mutation, &key, &verdict, begun.elapsed())?;
        }
        stand.check()
    })();
    if worked.is_err() {
        lock(shared).left.clear(); // Stops the other workers.
    }
    worked
}

fn take<'a, R: Fn(&str)>(shared: &Mutex<Shared<'a, R>>) -> Option<(&'a Mutation, String)> {
    lock(shared).left.pop_front()
}

/// Stores, counts and reports a verdict.
fn record_verdict<R: Fn(&str)>(
    shared: &Mutex<Shared<'_, R>>,
    mutation: &Mutation,
    key: &str,
    verdict: &Verdict,
    taken: Duration,
) -> Result<(), String> {
    let mut shared = lock(shared);
    shared.kept.add(key, mutation, verdict)?;
    shared.tally.add(verdict);
    (shared.report)(&format!("{} | {verdict} ({:.1} s)", mutation.name(), taken.as_secs_f64()));
    Ok(())
}

/// Locks the shared state even if the lock is poisoned, since the state is consistent after every statement.
fn lock<T>(shared: &Mutex<T>) -> MutexGuard<'_, T> {
    shared.lock().unwrap_or_else(PoisonError::into_inner)
}
