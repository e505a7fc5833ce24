//! The server: tables over HTTP and WebSocket, kept in SQLite, with the web client built in.
//!
//! `docs/protocol.md` is the contract with clients. The files, from the outside inwards: `api` and `pages` answer HTTP,
//! `socket` serves one client at a table, `hub` has the tables, `driver` gives the session core of one (`bastide-table`)
//! its input and output by way of its `handle`, `storage` keeps them. `app` is what all of them share.

mod admin;
mod analysis;
mod api;
mod app;
mod beginnings;
mod door;
mod driver;
mod extract;
mod gallery;
mod handle;
mod hub;
pub mod keeping;
mod library;
mod mailbox;
mod messages;
mod metrics;
mod news;
mod origin;
mod pages;
mod places;
mod records;
mod refusal;
mod secrets;
mod shapes;
mod socket;
pub mod storage;
mod thinkers;
#[cfg(test)]
mod typescript;
mod visitors;

use std::future::Future;
use std::net::{IpAddr, Ipv4Addr, SocketAddr};
use std::num::NonZeroU32;
use std::path::PathBuf;
use std::sync::Arc;
use std::time::{Duration, Instant};

use thiserror::Error;
use tokio::net::TcpListener;
use tokio::task::JoinSet;
use tokio_util::sync::CancellationToken;

pub use analysis::shown as analysis_json;
pub use door::{IpNet, Patience, network};
#[doc(hidden)]
pub use messages::understands;
pub use storage::StorageError;

use app::{Allowed, App};
use door::Door;
use door::caller::Proxies;
use door::connections::{Connections, Most};
use driver::TableContext;
use storage::{Sqlite, StorageThread};
use thinkers::Thinkers;

/// The port that is tried first when none is asked for.
pub const USUAL_PORT: u16 = 8080;
/// How many ports from there are tried.
const PORTS_TRIED: u16 = 100;
/// Connections that may be open at once for one address.
const CONNECTIONS_OF_ONE: usize = 1000;
/// How often those are forgotten who have not asked for anything lately.
const SWEPT: Duration = Duration::from_secs(60);
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
    /// Other names by which this server may be called, beside addresses in numbers and the names of this machine.
    pub hosts: Vec<String>,
    /// Networks of proxies whose word is taken for who asks.
    pub trusted_proxies: Vec<IpNet>,
    /// Connections that may be open at once, sockets among them; no more than the system lets this process have.
    pub connections: usize,
    /// Sockets that may be open at once.
    pub sockets: usize,
    /// How many times the usual one address may have and ask for.
    pub times: NonZeroU32,
    /// How long after the last look at a table its computer players think no more.
    pub rests: Duration,
    /// How long connections may take.
    pub patience: Patience,
    /// Where the host looks after the server; none: nowhere.
    pub admin: Option<SocketAddr>,
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
            hosts: Vec::new(),
            trusted_proxies: Vec::new(),
            connections: 20_000,
            sockets: 12_000,
            times: NonZeroU32::MIN,
            rests: Duration::from_secs(30),
            patience: Patience::default(),
            admin: None,
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
    /// The database is damaged.
    #[error(transparent)]
    Keeping(#[from] keeping::KeepingError),
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
    admin: Option<TcpListener>,
    door: Arc<Door>,
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
        let admin = match config.admin {
            Some(address) => Some(TcpListener::bind(address).await.map_err(|why| StartError::Listen { address, why })?),
            None => None,
        };
        keeping::examine(&config.data)?;
        let (storage, thread) = Sqlite::open(&config.data)?;
        let stop = CancellationToken::new();
        let thinkers = Thinkers::for_this_machine();
        let (step, rests, deals) = (config.step, config.rests, config.deals);
        let context = TableContext {
            storage: Arc::new(storage),
            thinkers,
            step,
            rests,
            deals,
            stop: stop.clone(),
            began: Instant::now(),
            beginnings: Default::default(),
        };
        let times = usize::try_from(config.times.get()).unwrap_or(usize::MAX);
        let most = Most { all: door::room(config.connections), household: CONNECTIONS_OF_ONE.saturating_mul(times) };
        let door = Door {
            connections: Connections::new(most),
            proxies: Proxies::new(config.trusted_proxies),
            patience: config.patience,
            stop: stop.clone(),
        };
        let allowed = Allowed {
            origins: config.origins,
            hosts: config.hosts,
            messages_per_second: config.messages_per_second,
            sockets: config.sockets,
            times: config.times,
        };
        let app = Arc::new(App::new(context, stop, allowed));
        Ok(Server { listener, address, admin, door: Arc::new(door), app, storage: thread })
    }

    /// Where the host looks after the server.
    pub fn admin_address(&self) -> Option<SocketAddr> {
        self.admin.as_ref()?.local_addr().ok()
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
        let Server { listener, admin, door, app, storage, .. } = self;
        let stopped = app.stop.clone();
        let mut background = JoinSet::new();
        background.spawn({
            let app = app.clone();
            async move { app.hub.sweep().await }
        });
        background.spawn({
            let app = app.clone();
            async move {
                loop {
                    tokio::time::sleep(SWEPT).await;
                    app.limits.sweep();
                }
            }
        });
        if let Some(admin) = admin {
            let router = admin::router(admin::Watched { app: app.clone(), connections: door.connections.clone() });
            background.spawn(async move {
                if let Err(why) = axum::serve(admin, router).await {
                    tracing::error!("the host's listener failed: {why}");
                }
            });
        }
        // Whoever comes first shall not wait until the client is compressed.
        let pages = app.pages.clone();
        tokio::task::spawn_blocking(move || pages.compress());
        let goodbye = {
            let stopped = stopped.clone();
            tokio::spawn(async move {
                stop.await;
                stopped.cancel();
            })
        };
        tokio::select! {
            () = door.serve(listener, api::router(app.clone())) => {}
            // A connection that will not end does not keep the server from ending.
            () = async { stopped.cancelled().await; tokio::time::sleep(GRACE).await } => {}
        }
        goodbye.abort();
        background.shutdown().await;
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
