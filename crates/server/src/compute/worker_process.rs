//! A worker process: its NATS connection and its admin listener.

use std::future::Future;
use std::net::SocketAddr;
use std::sync::Arc;

use thiserror::Error;
use tokio::net::TcpListener;
use tokio_util::sync::CancellationToken;

use super::connection;
use super::subjects::InvalidClusterName;
use super::watch::{self, Counts};
use super::worker::Worker;

#[derive(Clone, Debug)]
pub struct WorkerConfig {
    /// Address of NATS, or several comma-separated addresses of one NATS system: `nats://user:password@host:4222`.
    pub nats: String,
    pub cluster: String,
    /// Number of jobs to run at once; `None` for one per core.
    pub threads: Option<usize>,
    /// Address of the admin listener; `None` for no listener.
    pub admin: Option<SocketAddr>,
}

/// The reason a worker cannot start.
#[derive(Debug, Error)]
pub enum WorkerError {
    #[error(transparent)]
    Name(#[from] InvalidClusterName),
    #[error("cannot connect to NATS: {0}")]
    Nats(#[from] async_nats::ConnectError),
    #[error("cannot listen on {address} ({why}); choose another with --admin")]
    Listen { address: SocketAddr, why: std::io::Error },
}

/// A worker whose admin listener is already bound, so that its address is known, but which is not running yet.
pub struct WorkerProgram {
    worker: Arc<Worker>,
    threads: usize,
    admin: Option<TcpListener>,
    counts: Arc<Counts>,
}

impl WorkerProgram {
    /// Prepares the worker. NATS need not be up yet, since connecting is retried.
    ///
    /// # Errors
    /// Fails if an address or the cluster name cannot be used.
    pub async fn bind(config: WorkerConfig) -> Result<WorkerProgram, WorkerError> {
        let admin = match config.admin {
            Some(address) => {
                Some(TcpListener::bind(address).await.map_err(|why| WorkerError::Listen { address, why })?)
            }
            None => None,
        };
        let cores = || std::thread::available_parallelism().map_or(1, |cores| cores.get());
        let threads = config.threads.unwrap_or_else(cores);
        let counts = Arc::<Counts>::default();
        let client = connection::connect(&config.nats, "bastide worker").await?;
        let worker = Arc::new(Worker::new(client, &config.cluster, threads, counts.clone())?);
        Ok(WorkerProgram { worker, threads, admin, counts })
    }

    pub fn threads(&self) -> usize {
        self.threads
    }

    pub fn admin_address(&self) -> Option<SocketAddr> {
        self.admin.as_ref()?.local_addr().ok()
    }

    /// Runs until `stop` resolves, then finishes the jobs that the worker has taken.
    pub async fn run(self, stop: impl Future<Output = ()> + Send + 'static) {
        let stopped = CancellationToken::new();
        if let Some(admin) = self.admin {
            let router = watch::router(self.counts);
            tokio::spawn(async move {
                if let Err(why) = axum::serve(admin, router).await {
                    tracing::error!("the admin listener failed: {why}");
                }
            });
        }
        let stopping = stopped.clone();
        tokio::spawn(async move {
            stop.await;
            stopping.cancel();
        });
        self.worker.run(stopped).await;
    }
}
