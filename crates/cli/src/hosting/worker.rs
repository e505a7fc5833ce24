//! `bastide worker`: does computing work for servers on other machines.

use std::io::Write;
use std::net::SocketAddr;
use std::num::NonZeroUsize;

use server::{WorkerConfig, WorkerProgram};

use super::serve::asked_to_stop;

/// Run a worker that computes for servers: analyses and the moves of strong computer players, queued in NATS
///
/// Servers with the same --nats send expensive work to any available worker, and do it themselves if no worker is available. Workers can be
/// started, stopped and killed at any time. They store nothing, and need only NATS with JetStream.
#[derive(clap::Args)]
#[command(after_help = "Examples:
  bastide worker --nats nats://nats.example:4222              use all cores of this machine
  bastide worker --nats tls://nats.example:4222 --threads 4 --admin 127.0.0.1:9090")]
pub struct Args {
    /// NATS server that the servers use; separate several servers of one NATS system with commas
    #[arg(long, value_name = "URL")]
    nats: String,
    /// Cluster name that the servers use; one NATS system can serve several clusters
    #[arg(long, value_name = "NAME", default_value = "bastide")]
    cluster: String,
    /// Maximum parallel jobs; by default one per core
    #[arg(long, value_name = "N")]
    threads: Option<NonZeroUsize>,
    /// Address of an admin listener with /metrics, /healthz and /readyz
    #[arg(long, value_name = "ADDR:PORT")]
    admin: Option<SocketAddr>,
    /// Write logs as JSON lines
    #[arg(long)]
    log_json: bool,
}

impl Args {
    /// Returns whether to log in JSON lines.
    pub fn log_json(&self) -> bool {
        self.log_json
    }
}

/// Works until the program is asked to stop, then finishes the jobs it has accepted.
///
/// # Errors
/// The worker cannot start.
pub fn run(args: Args) -> anyhow::Result<()> {
    let Args { nats, cluster, threads, admin, .. } = args;
    let config = WorkerConfig { nats, cluster, threads: threads.map(NonZeroUsize::get), admin };
    let runtime = tokio::runtime::Builder::new_multi_thread().enable_all().build()?;
    runtime.block_on(async {
        let worker = WorkerProgram::bind(config).await?;
        let mut out = std::io::stdout().lock();
        // The worker runs even if standard output is closed.
        let _ = writeln!(out, "Bastide worker is ready, with {} threads", worker.threads());
        if let Some(admin) = worker.admin_address() {
            let _ = writeln!(out, "Metrics are at http://{admin}/metrics");
        }
        let _ = out.flush();
        drop(out);
        worker.run(asked_to_stop()).await;
        Ok(())
    })
}
