//! The simulator: the session core with an in-memory storage, clients that come and go, and all that can go wrong between them.
//!
//! A seed decides everything, so a run that fails is run again by its number. Each seed makes a table of a small game, with open or hidden
//! hands; browsers join it, answer, watch, leave and come back; messages are delayed, lost and doubled; writes are refused, or done and
//! reported as failed; the process is killed between any two effects and loads the table from what is on the disk. At every step and in
//! the end it holds that
//! - nothing is told or acknowledged that is not on the disk, and nothing that was acknowledged is lost or doubled;
//! - every client that says hello with the number of answers that it knows comes to the same position, by its hash, and to the same view;
//! - nobody is told of a tile in another's hidden hand, in words or by any difference in a message;
//! - the table never stops while chance or a computer player must answer;
//! - clocks count the time for which somebody was asked, and no time in which no process lived: they are never wrong by more than the way
//!   of a message and what is lost with a process that is killed, and nobody's time is used up before it has passed;
//! - a game has one end, and nothing comes after it; what is taken back are one person's answers, and every replay of the log, undone
//!   answers and seats that others took over included, leads to the same table.
//!
//! ```text
//! cargo test -p bastide-table --test integration simulator::                           3 000 seeds, and as many of several nodes
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

/// Seeds of one node, and of several, that are run where nobody says how many.
const SEEDS: u64 = 3_000;

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
}

/// Runs so many seeds as somebody says, or as many as are usual, and adds up what happened.
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
                Err(_) => panic!("seed {seed} failed: BASTIDE_SEED={seed} BASTIDE_SEEDS=1 runs it alone"),
            }
        }
    };
    let mut sum = C::default();
    std::thread::scope(|scope| {
        let running: Vec<_> = (0..workers).map(|_| scope.spawn(work)).collect();
        for worker in running {
            add(&mut sum, worker.join().expect("every seed holds"));
        }
    });
    (seeds, sum)
}

#[test]
fn nothing_is_lost_doubled_or_told_to_the_wrong_people() {
    let setups = setups::all();
    let (seeds, sum) = run(SEEDS, |seed| World::new(seed, &setups[seed as usize % setups.len()]).run(), add);
    println!("{seeds} seeds: {sum:?}");
    if seeds >= 1000 {
        // What never happens is not tested.
        assert!(sum.answers as u64 > 5 * seeds, "{sum:?}");
        let often =
            [sum.over, sum.kills, sum.refused, sum.half_done, sum.taken_over, sum.joins, sum.thoughts, sum.twins];
        assert!(often.iter().all(|&count| count as u64 > seeds / 10), "{sum:?}");
        let agreed = [sum.falls, sum.timed, sum.early, sum.undone, sum.changed];
        assert!(agreed.iter().all(|&count| count as u64 > seeds / 40), "{sum:?}");
    }
}

#[test]
fn nodes_that_work_together_lose_and_double_nothing_and_come_to_the_same() {
    let setups = setups::all();
    let one = |seed: u64| Cluster::new(seed, &setups[seed as usize % setups.len()]).run();
    let (seeds, sum) = run(SEEDS, one, cluster::Counts::add);
    println!("{seeds} seeds of several nodes: {sum:?}");
    if seeds >= 1000 {
        // What never happens is not tested.
        assert!(sum.answers as u64 > 10 * seeds && sum.afar as u64 > 4 * seeds, "{sum:?}");
        let often = [sum.over, sum.acknowledged, sum.kills, sum.drains, sum.cuts, sum.pauses, sum.taken, sum.timed];
        assert!(often.iter().all(|&count| count as u64 > seeds / 2), "{sum:?}");
        let seldom = [sum.retired, sum.fenced, sum.undone, sum.falls];
        assert!(seldom.iter().all(|&count| count as u64 > seeds / 20), "{sum:?}");
    }
}
