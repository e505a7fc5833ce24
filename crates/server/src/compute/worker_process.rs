//! A worker as a program of its own: its connection to NATS, and where its host looks after it.

use std::future::Future;
use std::net::SocketAddr;
use std::sync::Arc;

use thiserror::Error;
use tokio::net::TcpListener;
use tokio_util::sync::CancellationToken;

use super::connection;
use super::subjects::BadName;
use super::watch::{self, Counts};
use super::worker::Worker;

/// How a worker runs.
#[derive(Clone, Debug)]
pub struct WorkerConfig {
    /// The address of NATS, or several of one system with commas between them: `nats://user:password@host:4222`.
    pub nats: String,
    pub cluster: String,
    /// How many jobs it does at once; none: as many as there are cores.
    pub threads: Option<usize>,
    /// Where its host looks after it; none: nowhere.
    pub admin: Option<SocketAddr>,
}

/// Why a worker cannot start.
#[derive(Debug, Error)]
pub enum WorkerError {
    #[error(transparent)]
    Name(#[from] BadName),
    #[error("NATS cannot be reached: {0}")]
    Nats(#[from] async_nats::ConnectError),
    #[error("cannot listen at {address} ({why}); choose another with --admin")]
    Listen { address: SocketAddr, why: std::io::Error },
}

/// A worker that listens for its host already, so that the address can be told before it works.
pub struct WorkerProgram {
    worker: Arc<Worker>,
    threads: usize,
    admin: Option<TcpListener>,
    counts: Arc<Counts>,
}

impl WorkerProgram {
    /// Gets ready. NATS need not be there yet: it is tried again until it is.
    ///
    /// # Errors
    /// An address or the name cannot be used.
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

    /// Works until `stop` comes, and then until what it has taken is done.
    pub async fn run(self, stop: impl Future<Output = ()> + Send + 'static) {
        let stopped = CancellationToken::new();
        if let Some(admin) = self.admin {
            let router = watch::router(self.counts);
            tokio::spawn(async move {
                if let Err(why) = axum::serve(admin, router).await {
                    tracing::error!("the host's listener failed: {why}");
                }
            });
        }
        let told = stopped.clone();
        tokio::spawn(async move {
            stop.await;
            told.cancel();
        });
        self.worker.run(stopped).await;
    }
}
