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
mod cluster;
mod door;
mod driver;
mod extract;
mod finding;
mod gallery;
mod handle;
mod hub;
pub mod keeping;
mod lag;
mod library;
mod mailbox;
mod making;
mod messages;
mod metrics;
pub mod moments;
mod news;
mod notices;
mod openapi;
pub mod order;
mod origin;
#[cfg(any(feature = "cluster", feature = "online"))]
mod outgoing;
mod pages;
mod people;
mod places;
#[cfg(all(target_os = "linux", feature = "profiling"))]
mod profile;
mod programs;
mod rarely;
mod records;
mod refusal;
mod results;
mod running_time;
mod secrets;
mod shapes;
mod socket;
pub mod storage;
mod talk;
mod thinkers;
#[cfg(all(test, feature = "online"))]
mod typescript;
mod visitors;
mod work;

use std::future::Future;
use std::net::{IpAddr, Ipv4Addr, SocketAddr};
use std::num::{NonZeroU32, NonZeroUsize};
use std::path::PathBuf;
use std::sync::Arc;
use std::time::{Duration, Instant};

use thiserror::Error;
use tokio::net::{TcpListener, TcpSocket};
use tokio::task::JoinSet;
use tokio_util::sync::CancellationToken;

pub use analysis::shown as analysis_json;
pub use door::{IpNet, Patience, network};
pub use notices::settings::{MailServer, NoticeError, PublicUrl};
pub use people::openid::provider::{Provider, ProviderError, ProviderSecret};
pub use storage::{DatabaseUrl, StorageError};
#[cfg(feature = "cluster")]
pub use work::running::{WorkerConfig, WorkerError, WorkerProgram};

use app::{Allowed, App};
use cluster::asked::answer_all;
use cluster::bus::{Bus, BusError};
use cluster::hearing::{hear_all, relay_all};
use cluster::nodes::Cluster;
use door::Door;
use door::caller::Proxies;
use door::connections::{Connections, Most};
use driver::TableContext;
use notices::desk::Notices;
use notices::settings::Settings;
use order::following;
use people::openid::provider as openid;
use running_time::RunningTime;
use storage::{PostgreSql, Sqlite, Storage, StorageThreads};
use table::Pace;
use thinkers::Thinkers;

/// The port that is tried first when none is asked for.
pub const USUAL_PORT: u16 = 8080;
/// How many ports from there are tried.
const PORTS_TRIED: u16 = 100;
/// Connections that may be open at once for one address.
const CONNECTIONS_OF_ONE: usize = 1000;
/// Connections that wait to be let in; the system has its own bound, often 4,096.
const WAITING: u32 = 65_535;
/// How often those are forgotten who have not asked for anything lately.
const SWEPT: Duration = Duration::from_secs(60);
/// How long open connections have to end when the server stops.
const GRACE: Duration = Duration::from_secs(3);

/// What a server shares with others that work on the same database.
#[derive(Clone, Debug)]
pub struct Shared {
    /// The address of NATS, or several of one system with commas between them.
    pub nats: String,
    /// The name of the cluster: one NATS can have several.
    pub cluster: String,
    /// What this server is called, for people.
    pub node: String,
}

/// How the server runs.
#[derive(Clone, Debug)]
pub struct Config {
    /// The folder of the database, where that is not elsewhere.
    pub data: PathBuf,
    /// The address of a database in PostgreSQL; none: it is in SQLite, in the folder.
    pub database: Option<DatabaseUrl>,
    /// What it shares with other servers that work on the same database; none: it works alone.
    pub shared: Option<Shared>,
    /// The address to listen at.
    pub listen: IpAddr,
    /// The port; none: [`USUAL_PORT`], or the next one that is free.
    pub port: Option<u16>,
    /// The least time between the steps of computer players, so that people can follow.
    pub step: Duration,
    /// How long somebody must be away before others can have a computer player take their place.
    pub absence: Duration,
    /// Threads in which a computer player that searches may do so, as far as cores are idle.
    pub search_threads: NonZeroUsize,
    /// Messages that one client may send in a second.
    pub messages_per_second: u32,
    /// Other origins whose pages may use this server: `https://games.example`.
    pub origins: Vec<String>,
    /// Other names by which this server may be called, beside addresses in numbers and the names of this machine.
    pub hosts: Vec<String>,
    /// Providers of OpenID Connect by which people may sign in.
    pub providers: Vec<Provider>,
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
    /// Where people find the server: what links in letters lead to.
    pub public_url: Option<PublicUrl>,
    /// What takes letters, and whom they come from; none: no letters are sent. It needs the address of the site.
    pub mail: Option<MailServer>,
    /// Whether pushes may go to addresses that are not everybody's, and without https. For tests alone: clients say where pushes go.
    pub push_private: bool,
}

impl Config {
    /// The usual ways, with the database in this folder.
    pub fn new(data: PathBuf) -> Config {
        Config {
            data,
            database: None,
            shared: None,
            listen: IpAddr::V4(Ipv4Addr::LOCALHOST),
            port: None,
            step: Duration::from_millis(400),
            absence: Duration::from_secs(120),
            search_threads: NonZeroUsize::MIN,
            messages_per_second: 20,
            origins: Vec::new(),
            hosts: Vec::new(),
            providers: Vec::new(),
            trusted_proxies: Vec::new(),
            connections: 20_000,
            sockets: 12_000,
            times: NonZeroU32::MIN,
            rests: Duration::from_secs(30),
            patience: Patience::default(),
            admin: None,
            deals: None,
            public_url: None,
            mail: None,
            push_private: false,
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
    /// A provider of OpenID Connect cannot be used.
    #[error(transparent)]
    Provider(#[from] ProviderError),
    /// Letters cannot be sent as was asked.
    #[error(transparent)]
    Notices(#[from] NoticeError),
    /// There is no way to other servers.
    #[error(transparent)]
    Bus(#[from] BusError),
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
    storage: StorageThreads,
}

impl Server {
    /// Opens the storage and the port.
    ///
    /// # Errors
    /// The data folder or the address cannot be used.
    pub async fn bind(config: Config) -> Result<Server, StartError> {
        #[cfg(any(feature = "cluster", feature = "online"))]
        outgoing::prepare();
        // The port first: a second server started by mistake should not touch the data.
        let listener = listen(config.listen, config.port).await?;
        let address =
            listener.local_addr().map_err(|why| StartError::Listen { address: (config.listen, 0).into(), why })?;
        let admin = match config.admin {
            Some(address) => Some(TcpListener::bind(address).await.map_err(|why| StartError::Listen { address, why })?),
            None => None,
        };
        let (storage, threads) = match &config.database {
            None => {
                keeping::examine(&config.data)?;
                Sqlite::open(&config.data)?
            }
            Some(address) if config.shared.is_some() => PostgreSql::open_together(address)?,
            Some(address) => PostgreSql::open(address)?,
        };
        let storage = Arc::new(storage);
        let stop = CancellationToken::new();
        #[cfg_attr(not(feature = "cluster"), expect(unused_mut, reason = "there is no queue"))]
        let mut thinkers = Thinkers::for_this_machine().with_threads(config.search_threads);
        let (rests, deals) = (config.rests, config.deals);
        let millis = |duration: Duration| u64::try_from(duration.as_millis()).unwrap_or(u64::MAX);
        let pace = Pace { step: millis(config.step), absence: millis(config.absence) };
        let time = Arc::new(RunningTime::new(Instant::now(), storage.running_time().await?));
        let cluster = match &config.shared {
            Some(shared) => {
                let bus = Bus::connect(&shared.nats, &shared.cluster).await?;
                thinkers = thinkers.with_queue(bus.queue());
                let cluster = Arc::new(Cluster::new(bus, storage.clone(), &shared.node, time.clone()));
                // Before anybody asks for a table, so that the others know of this node, and it of the time.
                cluster.beat().await;
                Some(cluster)
            }
            None => None,
        };
        let context = TableContext {
            storage: storage.clone(),
            thinkers,
            pace,
            rests,
            deals,
            stop: stop.clone(),
            time,
            beginnings: Default::default(),
            awake: Default::default(),
            streams: Default::default(),
            cluster,
        };
        let times = usize::try_from(config.times.get()).unwrap_or(usize::MAX);
        let most = Most { all: door::room(config.connections), household: CONNECTIONS_OF_ONE.saturating_mul(times) };
        // Whoever finds the server by a name may call it by that.
        let hosts = config.public_url.iter().map(|site| site.host().to_owned()).chain(config.hosts).collect();
        let allowed = Allowed {
            origins: config.origins,
            hosts,
            providers: openid::known(&config.providers)?,
            messages_per_second: config.messages_per_second,
            sockets: config.sockets,
            times: config.times,
        };
        let settings = Settings {
            mail: config.mail,
            site: config.public_url,
            push_private: config.push_private,
            times: config.times,
        };
        let key = Notices::key(&storage).await?;
        let notices = Notices::new(storage.clone(), &key, settings)?;
        let app = Arc::new(App::new(context, storage, notices, stop.clone(), allowed));
        app.order.take_up().await?;
        app.finding.seeks.read().await?;
        let door = Door {
            connections: Connections::new(most),
            proxies: Proxies::new(config.trusted_proxies),
            patience: config.patience,
            limits: app.limits.clone(),
            stop,
        };
        Ok(Server { listener, address, admin, door: Arc::new(door), app, storage: threads })
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
        let (mut background, mut answering) = (JoinSet::new(), JoinSet::new());
        if let Some(cluster) = app.hub.cluster() {
            relay_all(&app, cluster);
            answering.spawn(answer_all(app.clone(), cluster.clone()));
            background.spawn(hear_all(app.clone(), cluster.clone()));
            let cluster = cluster.clone();
            background.spawn(async move { cluster.keep_beating().await });
        }
        background.spawn({
            let app = app.clone();
            async move { app.hub.sweep().await }
        });
        background.spawn({
            let app = app.clone();
            async move { app.hub.keep_time().await }
        });
        background.spawn({
            let app = app.clone();
            async move { results::catching_up::catch_up(&app).await }
        });
        background.spawn({
            let app = app.clone();
            async move { finding::keeper::keep(&app).await }
        });
        background.spawn({
            let app = app.clone();
            async move {
                loop {
                    tokio::time::sleep(SWEPT).await;
                    app.limits.sweep();
                    app.people.guesses.sweep();
                    app.talk.sweep().await;
                }
            }
        });
        background.spawn({
            let app = app.clone();
            async move { following::follow(&app).await }
        });
        background.spawn({
            let app = app.clone();
            async move { notices::deliver::deliver(&app).await }
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
        if let Some(cluster) = app.hub.cluster() {
            cluster.leave().await;
            // What other nodes have asked is answered: they would wait for it.
            let _ = tokio::time::timeout(GRACE, answering.join_next()).await;
        }
        answering.shutdown().await;
        background.shutdown().await;
        app.tasks.close();
        let _ = tokio::time::timeout(GRACE, app.tasks.wait()).await;
        let _ = tokio::time::timeout(GRACE, app.hub.keep_time_once()).await;
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
        return listen_at(address).map_err(|why| StartError::Listen { address, why });
    }
    let mut tried = USUAL_PORT;
    loop {
        let address = SocketAddr::new(ip, tried);
        match listen_at(address) {
            Err(why) if why.kind() == std::io::ErrorKind::AddrInUse && tried < USUAL_PORT + PORTS_TRIED => tried += 1,
            bound => return bound.map_err(|why| StartError::Listen { address, why }),
        }
    }
}

/// Listens with as many waiting as the system lets wait: one too many is tried again by its system a second later.
fn listen_at(address: SocketAddr) -> std::io::Result<TcpListener> {
    let socket = if address.is_ipv4() { TcpSocket::new_v4() } else { TcpSocket::new_v6() }?;
    // What is left of an earlier server's connections does not keep this one from listening.
    #[cfg(unix)]
    socket.set_reuseaddr(true)?;
    socket.bind(address)?;
    socket.listen(WAITING)
}
