//! The server: tables over HTTP and WebSocket, kept in SQLite, with the web client built in.
//!
//! `docs/protocol.md` is the contract with clients. The files, from the outside inwards: `api` and `pages` answer HTTP,
//! `socket` serves one client at a table, `hub` has the tables, `driver` gives the session core of one (`bastide-table`)
//! its input and output by way of its `handle`, `storage` keeps them. `app` is what all of them share.

mod analysis;
mod api;
mod app;
mod beginnings;
mod driver;
mod extract;
mod gallery;
mod handle;
mod hub;
mod library;
mod mailbox;
mod messages;
mod news;
mod origin;
mod pages;
mod records;
mod refusal;
mod secrets;
mod shapes;
mod socket;
pub mod storage;
mod thinkers;
#[cfg(test)]
mod typescript;

use std::future::Future;
use std::net::{IpAddr, Ipv4Addr, SocketAddr};
use std::path::PathBuf;
use std::sync::Arc;
use std::time::{Duration, Instant};

use thiserror::Error;
use tokio::net::TcpListener;
use tokio_util::sync::CancellationToken;

pub use analysis::shown as analysis_json;
#[doc(hidden)]
pub use messages::understands;
pub use storage::StorageError;

use app::App;
use driver::TableContext;
use storage::{Sqlite, StorageThread};
use thinkers::Thinkers;

/// The port that is tried first when none is asked for.
pub const USUAL_PORT: u16 = 8080;
/// How many ports from there are tried.
const PORTS_TRIED: u16 = 100;
/// How long open connections have to end when the server stops.
const GRACE: Duration = Duration::from_secs(3);

/// How the server runs.
#[derive(Clone, Debug)]
pub struct Config {
    /// The folder of the database.
    pub data: PathBuf,
    /// The address to listen at.
    pub listen: IpAddr,
    /// The port; none: [`USUAL_PORT`], or the next one that is free.
    pub port: Option<u16>,
    /// The least time between the steps of computer players, so that people can follow.
    pub step: Duration,
    /// Messages that one client may send in a second.
    pub messages_per_second: u32,
    /// Other origins whose pages may use this server: `https://games.example`.
    pub origins: Vec<String>,
    /// Where the draw orders come from: none, the usual way, is the system's randomness; a number deals the same tiles
    /// whenever the same seats take the same set-up.
    pub deals: Option<u64>,
}

impl Config {
    /// The usual ways, with the database in this folder.
    pub fn new(data: PathBuf) -> Config {
        Config {
            data,
            listen: IpAddr::V4(Ipv4Addr::LOCALHOST),
            port: None,
            step: Duration::from_millis(400),
            messages_per_second: 20,
            origins: Vec::new(),
            deals: None,
        }
    }
}

/// The platform's folder for this program's data, if the platform has one.
pub fn usual_data_folder() -> Option<PathBuf> {
    directories::ProjectDirs::from("", "", "bastide").map(|folders| folders.data_dir().to_owned())
}

/// Why the server cannot start.
#[derive(Debug, Error)]
pub enum StartError {
    /// The storage cannot be opened.
    #[error(transparent)]
    Storage(#[from] StorageError),
    /// The address cannot be listened at.
    #[error("cannot listen at {address} ({why}); choose another with --listen and --port")]
    Listen {
        /// The address.
        address: SocketAddr,
        /// What the system says.
        why: std::io::Error,
    },
}

/// A server that listens already, so that its address can be told before it runs.
pub struct Server {
    listener: TcpListener,
    address: SocketAddr,
    app: Arc<App>,
    storage: StorageThread,
}

impl Server {
    /// Opens the storage and the port.
    ///
    /// # Errors
    /// The data folder or the address cannot be used.
    pub async fn bind(config: Config) -> Result<Server, StartError> {
        // The port first: a second server started by mistake should not touch the data.
        let listener = listen(config.listen, config.port).await?;
        let address =
            listener.local_addr().map_err(|why| StartError::Listen { address: (config.listen, 0).into(), why })?;
        let (storage, thread) = Sqlite::open(&config.data)?;
        let stop = CancellationToken::new();
        let thinkers = Thinkers::for_this_machine();
        let (step, deals) = (config.step, config.deals);
        let context = TableContext {
            storage: Arc::new(storage),
            thinkers,
            step,
            deals,
            stop: stop.clone(),
            began: Instant::now(),
            beginnings: Default::default(),
        };
        let app = App::new(context, stop, config.origins, config.messages_per_second);
        Ok(Server { listener, address, app: Arc::new(app), storage: thread })
    }

    /// Where the server listens.
    pub fn address(&self) -> SocketAddr {
        self.address
    }

    /// Serves until `stop` comes, then says goodbye to everybody.
    ///
    /// # Errors
    /// The listener failed.
    pub async fn run(self, stop: impl Future<Output = ()> + Send + 'static) -> std::io::Result<()> {
        let Server { listener, app, storage, .. } = self;
        let stopped = app.stop.clone();
        let sweeper = tokio::spawn({
            let app = app.clone();
            async move { app.hub.sweep().await }
        });
        let goodbye = {
            let stopped = stopped.clone();
            async move {
                stop.await;
                stopped.cancel();
            }
        };
        let serving = axum::serve(listener, api::router(app.clone())).with_graceful_shutdown(goodbye);
        tokio::select! {
            ended = std::future::IntoFuture::into_future(serving) => ended?,
            // A connection that will not end does not keep the server from ending.
            () = async { stopped.cancelled().await; tokio::time::sleep(GRACE).await } => {}
        }
        sweeper.abort();
        app.tasks.close();
        let _ = tokio::time::timeout(GRACE, app.tasks.wait()).await;
        // With the tables the last holders of the storage go. What was told to anybody is on the disk by now.
        drop(app);
        let closed = tokio::task::spawn_blocking(move || storage.join());
        let _ = tokio::time::timeout(GRACE, closed).await;
        Ok(())
    }
}

/// Listens at the port asked for, or at the first free one from the usual one on.
async fn listen(ip: IpAddr, port: Option<u16>) -> Result<TcpListener, StartError> {
    if let Some(port) = port {
        let address = SocketAddr::new(ip, port);
        return TcpListener::bind(address).await.map_err(|why| StartError::Listen { address, why });
    }
    let mut tried = USUAL_PORT;
    loop {
        let address = SocketAddr::new(ip, tried);
        match TcpListener::bind(address).await {
            Err(why) if why.kind() == std::io::ErrorKind::AddrInUse && tried < USUAL_PORT + PORTS_TRIED => tried += 1,
            bound => return bound.map_err(|why| StartError::Listen { address, why }),
        }
    }
}
