//! `bastide worker`: thinks for servers on other machines.

use std::io::Write;
use std::net::SocketAddr;
use std::num::NonZeroUsize;

use server::{WorkerConfig, WorkerProgram};

use super::serve::asked_to_stop;

/// Think for servers: take the thoughts of strong computer players, and analyses, from a queue in NATS
///
/// Servers that run with the same --nats send what takes long to whatever workers there are, and do it themselves where there are none.
/// Workers can be started, stopped and killed at any time. They keep nothing, and need nothing but NATS with JetStream.
#[derive(clap::Args)]
#[command(after_help = "Examples:
  bastide worker --nats nats://nats.example:4222              on all cores of this machine
  bastide worker --nats tls://nats.example:4222 --threads 4 --admin 127.0.0.1:9090")]
pub struct Args {
    /// Address of NATS, as the servers have it; several of one system with commas between them
    #[arg(long, value_name = "URL")]
    nats: String,
    /// Name of the cluster that it works for, as the servers have it: one NATS can have several
    #[arg(long, value_name = "NAME", default_value = "bastide")]
    cluster: String,
    /// Jobs that are done at once; without it as many as there are cores
    #[arg(long, value_name = "N")]
    threads: Option<NonZeroUsize>,
    /// Address of a listener for whoever keeps the worker: /metrics, /healthz, /readyz
    #[arg(long, value_name = "ADDR:PORT")]
    admin: Option<SocketAddr>,
    /// The log as lines of JSON
    #[arg(long)]
    log_json: bool,
}

impl Args {
    /// Whether the log is to be lines of JSON.
    pub fn log_json(&self) -> bool {
        self.log_json
    }
}

/// Works until the program is asked to stop, and ends what it has taken.
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
        // A reader that went away does not keep the worker from working.
        let _ = writeln!(out, "Bastide thinks for others, on {} threads", worker.threads());
        if let Some(admin) = worker.admin_address() {
            let _ = writeln!(out, "Its host sees how it is at http://{admin}/metrics");
        }
        let _ = out.flush();
        drop(out);
        worker.run(asked_to_stop()).await;
        Ok(())
    })
}
