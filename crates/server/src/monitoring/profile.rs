//! CPU profiler: samples the stacks of all threads for a few seconds and reports them in the collapsed format used by flame-graph tools.

use std::time::Duration;

use axum::extract::Query;
use axum::extract::rejection::QueryRejection;
use axum::http::StatusCode;
use pprof::{ProfilerGuardBuilder, Report, Symbol};
use serde::Deserialize;

/// Samples per second of CPU time.
const SAMPLES_PER_SECOND: i32 = 99;
/// Default and maximum duration in seconds.
const DEFAULT_SECONDS: u64 = 10;
const MAX_SECONDS: u64 = 60;
/// Libraries whose code is not sampled, since unwinding through them could deadlock.
const BLOCKLIST: [&str; 4] = ["libc", "libgcc", "pthread", "vdso"];

/// Query parameters for the profiler.
#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Asked {
    seconds: Option<u64>,
}

type Refused = (StatusCode, String);

/// Samples stacks for the requested time. Returns one line per stack: the thread, its frames from the outermost in, and the count.
pub async fn profile(asked: Result<Query<Asked>, QueryRejection>) -> Result<String, Refused> {
    let wrong = |why: String| (StatusCode::BAD_REQUEST, format!("{why}\n"));
    let Query(Asked { seconds }) = asked.map_err(|why| wrong(why.body_text()))?;
    let seconds = seconds.unwrap_or(DEFAULT_SECONDS);
    if !(1..=MAX_SECONDS).contains(&seconds) {
        return Err(wrong(format!("seconds must be 1 to {MAX_SECONDS}")));
    }
    let busy = |why: pprof::Error| (StatusCode::SERVICE_UNAVAILABLE, format!("cannot sample now: {why}\n"));
    let sampling =
        ProfilerGuardBuilder::default().frequency(SAMPLES_PER_SECOND).blocklist(&BLOCKLIST).build().map_err(busy)?;
    tokio::time::sleep(Duration::from_secs(seconds)).await;
    let failed = |why: String| (StatusCode::INTERNAL_SERVER_ERROR, format!("{why}\n"));
    // Symbols are looked up in the executable, which blocks.
    let text = tokio::task::spawn_blocking(move || sampling.report().build().map(|report| collapsed(&report)));
    text.await.map_err(|why| failed(why.to_string()))?.map_err(|why| failed(why.to_string()))
}

fn collapsed(report: &Report) -> String {
    let line = |(stack, count): (&pprof::Frames, &isize)| {
        let frames = stack.frames.iter().rev().flat_map(|inlined| inlined.iter().rev()).map(Symbol::name);
        let names: Vec<String> = std::iter::once(stack.thread_name.clone()).chain(frames).collect();
        // A name could contain the separators.
        let names: Vec<String> = names.iter().map(|name| name.replace(';', ",").replace('\n', " ")).collect();
        format!("{} {count}\n", names.join(";"))
    };
    report.data.iter().map(line).collect()
}

#[cfg(test)]
mod tests {
    use std::sync::Arc;
    use std::sync::atomic::{AtomicBool, Ordering};

    use super::*;

    #[tokio::test(flavor = "multi_thread")]
    async fn running_code_appears_in_the_profile() {
        let stop = Arc::new(AtomicBool::new(false));
        let busy = tokio::task::spawn_blocking({
            let stop = stop.clone();
            // Spin in the program's own code, since system libraries are not sampled.
            move || while !stop.load(Ordering::Relaxed) {}
        });
        let text = profile(Ok(Query(Asked { seconds: Some(1) }))).await.unwrap();
        stop.store(true, Ordering::Relaxed);
        busy.await.unwrap();
        let line = text.lines().next().expect("something ran");
        let (stack, count) = line.rsplit_once(' ').unwrap();
        assert!(stack.contains(';') && count.parse::<u32>().unwrap() > 0, "{line}");
        let (status, why) = profile(Ok(Query(Asked { seconds: Some(61) }))).await.unwrap_err();
        assert_eq!((status, why.as_str()), (StatusCode::BAD_REQUEST, "seconds must be 1 to 60\n"));
    }
}
