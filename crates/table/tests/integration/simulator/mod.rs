//! The simulator: the session core with an in-memory storage, clients that come and go, and all kinds of faults.
//!
//! A seed determines everything, so a failed run can be repeated by its number. Each seed creates a table with a small game, with open or
//! hidden hands. Browsers join the table, answer, watch, leave and return; messages are delayed, lost and duplicated; writes fail, or
//! succeed but are reported as failed; the process is killed between any two effects and reloads the table from disk.
//!
//! Invariants, checked at every step and at the end:
//! - nothing is sent or acknowledged before it is on disk, and nothing acknowledged is lost or duplicated;
//! - every client that says hello with its number of answers reaches the same position (checked by its hash) and the same view;
//! - no client learns of a tile in another player's hidden hand, whether from words or from any difference between messages;
//! - the table never stalls while chance or a computer player must answer;
//! - clocks count the time during which a player had to answer, but no time during which no process ran: their error is at most the lag
//!   plus what is lost when a process is killed, and no player's time runs out early;
//! - while a game is paused, no answer is accepted, no clock changes, no seat gets another player for any reason but a resignation, and all
//!   clients learn of it;
//! - a game ends only once, and no entry follows its end; an undo covers one person's answers; and every replay of the log, including
//!   undone answers and takeovers of seats, results in the same table.
//!
//! ```text
//! cargo test -p bastide-table --test integration simulator::                           1,000 seeds of one node, and as many of several
//! BASTIDE_SEEDS=1000000 cargo test --release -p bastide-table --test integration simulator::       a million
//! BASTIDE_SEED=1234 BASTIDE_SEEDS=1 cargo test -p bastide-table --test integration simulator::     one that failed
//! ```

mod browser;
mod cluster;
mod disk;
#[path = "../../../../games/tests/integration/kept/mod.rs"]
mod kept;
mod numbers;
mod setups;
mod world;

use std::panic::{AssertUnwindSafe, catch_unwind};
use std::sync::atomic::{AtomicU64, Ordering};

use self::cluster::Cluster;
use self::world::{Counts, World};

/// Default number of seeds, for one node and for several nodes each.
const SEEDS: u64 = 1_000;

fn number(name: &str) -> Option<u64> {
    let text = std::env::var(name).ok()?;
    Some(text.parse().unwrap_or_else(|why| panic!("{name}={text}: {why}")))
}

fn add(sum: &mut Counts, counts: Counts) {
    sum.answers += counts.answers;
    sum.over += counts.over;
    sum.hidden += counts.hidden;
    sum.kills += counts.kills;
    sum.refused += counts.refused;
    sum.half_done += counts.half_done;
    sum.taken_over += counts.taken_over;
    sum.joins += counts.joins;
    sum.thoughts += counts.thoughts;
    sum.twins += counts.twins;
    sum.falls += counts.falls;
    sum.timed += counts.timed;
    sum.early += counts.early;
    sum.undone += counts.undone;
    sum.changed += counts.changed;
    sum.game_pauses += counts.game_pauses;
    sum.kept_waiting += counts.kept_waiting;
    sum.agreed_ends += counts.agreed_ends;
}

/// Runs the seeds given by the environment variables, or the default number of them, and adds up the counts.
fn run<C: Default + Send>(seeds: u64, run: impl Fn(u64) -> C + Sync, add: impl Fn(&mut C, C) + Sync) -> (u64, C) {
    let first = number("BASTIDE_SEED").unwrap_or(0);
    let seeds = number("BASTIDE_SEEDS").unwrap_or(seeds);
    let next = AtomicU64::new(first);
    let workers = std::thread::available_parallelism().map_or(1, |cores| cores.get());
    let work = || {
        let mut sum = C::default();
        loop {
            let seed = next.fetch_add(1, Ordering::Relaxed);
            if seed >= first + seeds {
                return sum;
            }
            match catch_unwind(AssertUnwindSafe(|| run(seed))) {
                Ok(counts) => add(&mut sum, counts),
                Err(_) => panic!("seed {seed} failed: BASTIDE_SEED={seed} BASTIDE_SEEDS=1 runs only this one"),
            }
        }
    };
    let mut sum = C::default();
    std::thread::scope(|scope| {
        let running: Vec<_> = (0..workers).map(|_| scope.spawn(work)).collect();
        for worker in running {
            add(&mut sum, worker.join().expect("every seed passes"));
        }
    });
    (seeds, sum)
}

#[test]
fn nothing_is_lost_duplicated_or_sent_to_the_wrong_people() {
    let setups = setups::all();
    let (seeds, sum) = run(SEEDS, |seed| World::new(seed, &setups[seed as usize % setups.len()]).run(), add);
    println!("{seeds} seeds: {sum:?}");
    if seeds >= 1000 {
        // If something never happens in any run, it was not tested.
        assert!(sum.answers as u64 > 5 * seeds, "{sum:?}");
        let often =
            [sum.over, sum.kills, sum.refused, sum.half_done, sum.taken_over, sum.joins, sum.thoughts, sum.twins];
        assert!(often.iter().all(|&count| count as u64 > seeds / 10), "{sum:?}");
        let agreed = [sum.falls, sum.timed, sum.early, sum.undone, sum.changed];
        assert!(agreed.iter().all(|&count| count as u64 > seeds / 40), "{sum:?}");
        let paused = [sum.game_pauses, sum.kept_waiting, sum.agreed_ends];
        assert!(paused.iter().all(|&count| count as u64 > seeds / 40), "{sum:?}");
    }
}

#[test]
fn nodes_that_share_a_table_lose_and_duplicate_nothing_and_converge() {
    let setups = setups::all();
    let one = |seed: u64| Cluster::new(seed, &setups[seed as usize % setups.len()]).run();
    let (seeds, sum) = run(SEEDS, one, cluster::Counts::add);
    println!("{seeds} seeds of several nodes: {sum:?}");
    if seeds >= 1000 {
        // If something never happens in any run, it was not tested.
        assert!(sum.answers as u64 > 10 * seeds && sum.afar as u64 > 4 * seeds, "{sum:?}");
        let often = [sum.over, sum.acknowledged, sum.kills, sum.drains, sum.cuts, sum.pauses, sum.taken, sum.timed];
        assert!(often.iter().all(|&count| count as u64 > seeds / 2), "{sum:?}");
        let seldom = [sum.retired, sum.fenced, sum.undone, sum.falls, sum.game_pauses];
        assert!(seldom.iter().all(|&count| count as u64 > seeds / 20), "{sum:?}");
        assert!(sum.agreed_ends as u64 > seeds / 40, "{sum:?}");
    }
}
