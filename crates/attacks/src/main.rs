//! Runs attacks against its own server while a visitor uses it, and reports the visitor's waiting times.
//!
//! Attackers use 127.0.0.2 or changing addresses, and the visitor uses 127.0.0.1, so that per-address limits can tell them apart. On Linux
//! every address of that network is local.

mod attacks;
mod counters;
mod routes;
mod secrets;
mod sign_in;
mod visitor;
mod waits;
mod wire;

use std::net::Ipv4Addr;
use std::path::PathBuf;
use std::process::Stdio;
use std::sync::Arc;
use std::time::Duration;

use anyhow::Context;
use clap::{Parser, ValueEnum};
use serde_json::json;
use tokio::io::{AsyncBufReadExt, BufReader};
use tokio::process::{Child, Command};
use tokio::runtime::{self, Handle, Runtime};

use attacks::Attack;
use counters::Counters;
use visitor::Visitor;
use wire::Client;

/// Attack a Bastide server while timing a visitor's requests, connections, new tables and moves
#[derive(Parser)]
#[command(version)]
struct Args {
    /// Attacks to run, one after another, each on a new server; all by default
    #[arg(value_enum)]
    attacks: Vec<Attack>,
    /// Duration of each attack
    #[arg(long, default_value_t = 20)]
    seconds: u64,
    /// Measure the cost of a request to each route instead of running attacks
    #[arg(long)]
    routes: bool,
    /// Server program
    #[arg(long, default_value = "target/release/bastide")]
    program: PathBuf,
    /// Additional server arguments, after --
    #[arg(last = true)]
    more: Vec<String>,
}

fn main() -> anyhow::Result<()> {
    rlimit::increase_nofile_limit(rlimit::INFINITY)?;
    let attack_runtime = attack_runtime()?;
    tokio::runtime::Runtime::new()?.block_on(run(Args::parse(), attack_runtime.handle()))
}

/// Creates the attackers' runtime. Its threads have the lowest priority: real attackers use other machines, whereas these threads would
/// make the visitor wait.
fn attack_runtime() -> std::io::Result<Runtime> {
    let lowest = || {
        // On Linux this changes the priority of this thread only; elsewhere it would change that of the whole process.
        #[cfg(target_os = "linux")]
        let _ = rustix::process::setpriority_process(None, 19);
    };
    runtime::Builder::new_multi_thread().enable_all().on_thread_start(lowest).build()
}

async fn run(args: Args, attack_runtime: &Handle) -> anyhow::Result<()> {
    if args.routes {
        return measure_routes(args).await;
    }
    let all = if args.attacks.is_empty() { Attack::value_variants().to_vec() } else { args.attacks.clone() };
    for attack in all {
        run_attack(attack, &args, attack_runtime).await.with_context(|| format!("{attack:?}"))?;
    }
    Ok(())
}

/// A server process and its folder.
struct Host {
    program: Child,
    client: Client,
    _folder: tempfile::TempDir,
}

impl Host {
    async fn start(args: &Args) -> anyhow::Result<Host> {
        let folder = tempfile::tempdir()?;
        let mut command = Command::new(&args.program);
        command.args(["serve", "--port", "0", "--data"]).arg(folder.path()).args(&args.more);
        command.stdout(Stdio::piped()).stderr(Stdio::null()).kill_on_drop(true);
        let mut program = command.spawn().with_context(|| format!("cannot start {}", args.program.display()))?;
        let mut lines = BufReader::new(program.stdout.take().context("the server has no standard output")?).lines();
        let first = lines.next_line().await?.context("the server printed no address")?;
        let to = first
            .strip_prefix("Bastide is at http://")
            .with_context(|| format!("unexpected output: {first}"))?
            .parse()?;
        tokio::spawn(async move { while matches!(lines.next_line().await, Ok(Some(_))) {} });
        Ok(Host { program, client: Client { from: Ipv4Addr::LOCALHOST, to }, _folder: folder })
    }

    /// Returns the server's resident memory in megabytes.
    fn memory(&self) -> Option<u64> {
        let status = std::fs::read_to_string(format!("/proc/{}/status", self.program.id()?)).ok()?;
        let line = status.lines().find_map(|line| line.strip_prefix("VmRSS:"))?;
        Some(line.trim().strip_suffix("kB")?.trim().parse::<u64>().ok()? / 1024)
    }
}

/// Returns the memory used by all TCP buffers on this machine, in megabytes.
fn queues() -> Option<u64> {
    let stat = std::fs::read_to_string("/proc/net/sockstat").ok()?;
    let line = stat.lines().find(|line| line.starts_with("TCP:"))?;
    let pages: u64 = line.split("mem ").nth(1)?.trim().parse().ok()?;
    Some(pages * 4096 / (1024 * 1024))
}

/// Measures the cost of a request to each route, with limits too high to be reached.
async fn measure_routes(mut args: Args) -> anyhow::Result<()> {
    args.more.extend(["--per-address", "1000000"].map(str::to_owned));
    let host = Host::start(&args).await?;
    routes::measure(host.client, host.program.id().context("the server has exited")?).await
}

async fn run_attack(attack: Attack, args: &Args, attack_runtime: &Handle) -> anyhow::Result<()> {
    let host = Host::start(args).await?;
    // Fills caches that all clients share.
    host.client.get("/api/art/base/near/crfr.0.svg").await?;
    let (counters, queues_before) = (Arc::new(Counters::default()), queues());
    // Slow preparations finish before the visitor is timed.
    let begin = || {
        let (client, counters) = (host.client, counters.clone());
        attack_runtime.spawn(async move { attack.start(client, &counters).await })
    };
    let (visitor, mut under_way) = if attack.is_prepared() {
        let under_way = begin().await??;
        (Visitor::start(host.client).await?, under_way)
    } else {
        (Visitor::start(host.client).await?, begin().await??)
    };
    let mut most_queued = queues();
    for _ in 0..args.seconds {
        tokio::time::sleep(Duration::from_secs(1)).await;
        most_queued = most_queued.max(queues());
    }
    let memory = host.memory();
    let visit = visitor.finish().await;
    under_way.shutdown().await;
    let name = attack.to_possible_value().map(|value| value.get_name().to_owned());
    let queued = most_queued.zip(queues_before).map(|(most, before)| most.saturating_sub(before));
    println!(
        "{}",
        json!({
            "attack": name, "attacker": counters.summary(), "visitor": visit, "server_rss_mb": memory,
            "send_queues_mb": queued,
        })
    );
    Ok(())
}
