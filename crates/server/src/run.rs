//! Starts the server, runs its background tasks, and stops it.

use std::future::Future;
use std::net::{IpAddr, SocketAddr};
use std::path::PathBuf;
use std::sync::Arc;
use std::time::{Duration, Instant};

use table::Pace;
use thiserror::Error;
use tokio::net::{TcpListener, TcpSocket};
use tokio::task::JoinSet;
use tokio_util::sync::CancellationToken;

use crate::accounts::openid::provider as openid;
use crate::accounts::openid::provider::ProviderError;
use crate::accounts::security_log::SecurityLog;
use crate::api;
use crate::app::{App, AppSettings};
#[cfg(feature = "online")]
use crate::channels;
use crate::channels::service::Channels;
use crate::cluster::bus::{Bus, BusError};
use crate::cluster::nodes::Cluster;
use crate::cluster::requests::answer_requests;
use crate::cluster::subscriber::{forward_events, receive_events};
use crate::common::running_time::RunningTime;
use crate::common::secrets;
use crate::compute::replays::Replays;
use crate::compute::thinkers::Thinkers;
use crate::config::{Config, DEFAULT_PORT};
use crate::limits::caller::Proxies;
use crate::limits::connections::{ConnectionLimits, Connections};
use crate::limits::listener::{self, Listener};
use crate::live::driver::TableContext;
use crate::matchmaking::{abandoned, jobs};
use crate::moderation::audit_follower;
use crate::monitoring::admin;
use crate::notifications::deliver;
use crate::notifications::service::Notifications;
use crate::notifications::settings::{NotificationError, PublicUrl, Settings};
use crate::results::backfill;
use crate::storage::backup::{self, BackupError};
use crate::storage::{Database, PostgreSql, Sqlite, Storage, StorageError, StorageThreads};
use crate::tournaments;

/// Number of ports to try, starting at [`DEFAULT_PORT`].
const MAX_PORTS_TRIED: u16 = 100;
/// Maximum number of open connections per client network.
const MAX_CONNECTIONS_PER_NETWORK: usize = 1000;
/// Listen backlog; the system caps it, often at 4,096.
const BACKLOG: u32 = 65_535;
/// Interval between sweeps of expired rate-limit and moderation state.
const SWEEP_INTERVAL: Duration = Duration::from_secs(60);
/// Name under which the database stores the key that seals the state of sign-ins in progress.
const SEALING_KEY: &str = "sealing";
/// Grace period for open connections when the server stops.
const SHUTDOWN_GRACE: Duration = Duration::from_secs(3);

/// Error that prevents the server from starting.
#[derive(Debug, Error)]
pub enum StartError {
    #[error(transparent)]
    Storage(#[from] StorageError),
    #[error(transparent)]
    Keeping(#[from] BackupError),
    #[error(transparent)]
    Provider(#[from] ProviderError),
    #[error(transparent)]
    Notifications(#[from] NotificationError),
    #[error(transparent)]
    Bus(#[from] BusError),
    #[error("cannot write the security log {} ({why}); choose another file with --security-log", file.display())]
    SecurityLog { file: PathBuf, why: std::io::Error },
    #[error("cannot listen on {address} ({why}); choose another with --listen and --port")]
    Listen { address: SocketAddr, why: std::io::Error },
}

/// A server that is bound but not yet running, so that its address is known.
pub struct Server {
    listener: TcpListener,
    address: SocketAddr,
    admin: Option<TcpListener>,
    acceptor: Arc<Listener>,
    app: Arc<App>,
    storage: StorageThreads,
    /// Data folder, if the database is SQLite.
    folder: Option<PathBuf>,
    min_free: u64,
}

impl Server {
    /// Opens the storage and binds the port.
    ///
    /// # Errors
    /// The data folder or the address cannot be used.
    pub async fn bind(config: Config) -> Result<Server, StartError> {
        #[cfg(any(feature = "cluster", feature = "online"))]
        crate::common::http_client::prepare();
        // Bind the port first, so that a second server started by mistake does not touch the data.
        let listener = listen(config.listen, config.port).await?;
        let address =
            listener.local_addr().map_err(|why| StartError::Listen { address: (config.listen, 0).into(), why })?;
        let admin = match config.admin {
            Some(address) => Some(TcpListener::bind(address).await.map_err(|why| StartError::Listen { address, why })?),
            None => None,
        };
        let (storage, threads) = match &config.database {
            None => {
                backup::quick_check(&config.data)?;
                Sqlite::open(&config.data)?
            }
            Some(address) if config.cluster.is_some() => PostgreSql::open_shared(address)?,
            Some(address) => PostgreSql::open(address)?,
        };
        let storage = Arc::new(storage);
        let stop = CancellationToken::new();
        #[cfg_attr(not(feature = "cluster"), expect(unused_mut, reason = "there is no queue"))]
        let mut thinkers = Thinkers::for_this_machine().with_threads(config.search_threads);
        let (computer_idle, deal_seed) = (config.computer_idle, config.deal_seed);
        let millis = |duration: Duration| u64::try_from(duration.as_millis()).unwrap_or(u64::MAX);
        let pace = Pace { step: millis(config.computer_delay), absence: millis(config.absence) };
        let time = Arc::new(RunningTime::new(Instant::now(), storage.running_time().await?));
        let cluster = match &config.cluster {
            Some(cluster) => {
                let bus = Bus::connect(&cluster.nats, &cluster.cluster).await?;
                thinkers = thinkers.with_queue(bus.queue());
                let cluster = Arc::new(Cluster::new(bus, storage.clone(), &cluster.node, time.clone()));
                // This must happen before the first request, so that the nodes know about each other and agree on the time.
                cluster.send_heartbeat().await;
                Some(cluster)
            }
            None => None,
        };
        let context = TableContext {
            storage: storage.clone(),
            thinkers,
            replays: Replays::for_this_machine(),
            pace,
            computer_idle,
            deal_seed,
            stop: stop.clone(),
            time,
            beginnings: Default::default(),
            awake: Default::default(),
            streams: Default::default(),
            cluster,
        };
        let factor = usize::try_from(config.limit_factor.get()).unwrap_or(usize::MAX);
        let most = ConnectionLimits {
            all: listener::available_connections(config.connections),
            client_network: MAX_CONNECTIONS_PER_NETWORK.saturating_mul(factor),
        };
        // The host of the public URL is always allowed.
        let hosts = config.public_url.iter().map(|site| site.host().to_owned()).chain(config.hosts).collect();
        let app_settings = AppSettings {
            public_origin: config.public_url.as_ref().map(PublicUrl::origin),
            origins: config.origins,
            hosts,
            providers: openid::known(&config.providers)?,
            messages_per_second: config.messages_per_second,
            // Reserve some connections for requests, however few the system allows.
            sockets: config.sockets.min(most.all.div_ceil(10) * 6),
            event_streams: config.event_streams.min(most.all.div_ceil(10) * 3),
            limit_factor: config.limit_factor,
            security: SecurityLog::open(config.security_log.as_deref()).map_err(|why| StartError::SecurityLog {
                file: config.security_log.clone().unwrap_or_default(),
                why,
            })?,
            sealing_key: sealing_key(&storage, config.cluster.is_some()).await?,
        };
        let (site, bot) = (config.public_url.as_ref(), config.telegram);
        let channels = Channels::new(site, config.webhooks, bot, config.push_private);
        let settings = Settings {
            mail: config.mail,
            site: config.public_url,
            push_private: config.push_private,
            limit_factor: config.limit_factor,
        };
        let key = Notifications::key(&storage).await?;
        let notices = Notifications::new(storage.clone(), &key, settings)?;
        let app = Arc::new(App::new(context, storage, notices, channels, stop.clone(), app_settings));
        app.moderation.load().await?;
        app.chat.load_removed().await?;
        app.matchmaking.seeks.read().await?;
        let acceptor = Listener {
            connections: Connections::new(most),
            proxies: Proxies::new(config.trusted_proxies),
            timeouts: config.timeouts,
            limits: app.limits.clone(),
            stop,
        };
        let folder = config.database.is_none().then_some(config.data);
        let (acceptor, min_free) = (Arc::new(acceptor), config.min_free);
        Ok(Server { listener, address, admin, acceptor, app, storage: threads, folder, min_free })
    }

    pub fn admin_address(&self) -> Option<SocketAddr> {
        self.admin.as_ref()?.local_addr().ok()
    }

    pub fn address(&self) -> SocketAddr {
        self.address
    }

    /// Serves until `stop` resolves, then shuts down gracefully.
    ///
    /// # Errors
    /// The listener failed.
    pub async fn run(self, stop: impl Future<Output = ()> + Send + 'static) -> std::io::Result<()> {
        let Server { listener, admin, acceptor, app, storage, folder, min_free, .. } = self;
        let stopped = app.stop.clone();
        let (mut background, mut answering) = (JoinSet::new(), JoinSet::new());
        if let Some(cluster) = app.hub.cluster() {
            forward_events(&app, cluster);
            answering.spawn(answer_requests(app.clone(), cluster.clone()));
            background.spawn(receive_events(app.clone(), cluster.clone()));
            let cluster = cluster.clone();
            background.spawn(async move { cluster.run_heartbeats().await });
        }
        spawn(&mut background, &app, |app| async move { app.hub.sweep().await });
        spawn(&mut background, &app, |app| async move { app.hub.run_clock().await });
        spawn(&mut background, &app, |app| async move { backfill::catch_up(&app).await });
        spawn(&mut background, &app, |app| async move { jobs::run(&app).await });
        spawn(&mut background, &app, |app| async move { abandoned::run(&app).await });
        spawn(&mut background, &app, |app| async move { tournaments::tables::run(&app).await });
        spawn(&mut background, &app, |app| async move {
            loop {
                tokio::time::sleep(SWEEP_INTERVAL).await;
                app.limits.sweep();
                app.accounts.guesses.sweep();
                app.chat.sweep().await;
                if let Err(why) = app.moderation.sweep().await {
                    tracing::error!("cannot delete expired bans: {why}");
                }
            }
        });
        spawn(&mut background, &app, |app| async move { audit_follower::follow(&app).await });
        spawn(&mut background, &app, |app| async move { deliver::deliver(&app).await });
        #[cfg(feature = "online")]
        spawn(&mut background, &app, |app| async move { channels::deliver::deliver(&app).await });
        if let Some(admin) = admin {
            let (app, connections) = (app.clone(), acceptor.connections.clone());
            let router = admin::router(admin::AdminState { app, connections, folder, min_free });
            background.spawn(async move {
                if let Err(why) = axum::serve(admin, router).await {
                    tracing::error!("the admin listener failed: {why}");
                }
            });
        }
        // Compress the pages in the background, so that the first visitor does not have to wait. Tests start hundreds of servers, most of
        // which send no page.
        if !cfg!(debug_assertions) {
            let pages = app.pages.clone();
            tokio::task::spawn_blocking(move || pages.compress());
        }
        let goodbye = {
            let stopped = stopped.clone();
            tokio::spawn(async move {
                stop.await;
                stopped.cancel();
            })
        };
        tokio::select! {
            () = acceptor.serve(listener, api::router(app.clone())) => {}
            // A connection that does not close must not block the shutdown.
            () = async { stopped.cancelled().await; tokio::time::sleep(SHUTDOWN_GRACE).await } => {}
        }
        goodbye.abort();
        if let Some(cluster) = app.hub.cluster() {
            cluster.leave().await;
            // Other nodes may be waiting for responses to their open requests.
            let _ = tokio::time::timeout(SHUTDOWN_GRACE, answering.join_next()).await;
        }
        answering.shutdown().await;
        background.shutdown().await;
        app.tasks.close();
        let _ = tokio::time::timeout(SHUTDOWN_GRACE, app.tasks.wait()).await;
        let _ = tokio::time::timeout(SHUTDOWN_GRACE, app.hub.save_running_time()).await;
        // Dropping the tables drops the last handles to the storage, which ends its threads. Everything acknowledged is already on disk.
        drop(app);
        let closed = tokio::task::spawn_blocking(move || storage.join());
        let _ = tokio::time::timeout(SHUTDOWN_GRACE, closed).await;
        Ok(())
    }
}

/// Returns the key that seals the state of sign-ins in progress. The nodes of a cluster share one key in the database, so that any node can
/// finish a sign-in begun on another. A single server generates a new key at each start and never stores it.
async fn sealing_key(storage: &Database, together: bool) -> Result<Vec<u8>, StorageError> {
    let fresh = secrets::key().to_vec();
    if together { storage.server_key(SEALING_KEY, fresh).await } else { Ok(fresh) }
}

fn spawn<F: Future<Output = ()> + Send + 'static>(
    tasks: &mut JoinSet<()>,
    app: &Arc<App>,
    job: impl FnOnce(Arc<App>) -> F,
) {
    tasks.spawn(job(app.clone()));
}

/// Listens on the given port, or on the first free one starting at [`DEFAULT_PORT`].
async fn listen(ip: IpAddr, port: Option<u16>) -> Result<TcpListener, StartError> {
    if let Some(port) = port {
        let address = SocketAddr::new(ip, port);
        return listen_at(address).map_err(|why| StartError::Listen { address, why });
    }
    let mut tried = DEFAULT_PORT;
    loop {
        let address = SocketAddr::new(ip, tried);
        match listen_at(address) {
            Err(why) if why.kind() == std::io::ErrorKind::AddrInUse && tried < DEFAULT_PORT + MAX_PORTS_TRIED => {
                tried += 1
            }
            bound => return bound.map_err(|why| StartError::Listen { address, why }),
        }
    }
}

/// Listens with the longest backlog that the system allows, since a client that finds the backlog full retries only after a second.
fn listen_at(address: SocketAddr) -> std::io::Result<TcpListener> {
    let socket = if address.is_ipv4() { TcpSocket::new_v4() } else { TcpSocket::new_v6() }?;
    // Lets the server restart while old connections are still in TIME_WAIT.
    #[cfg(unix)]
    socket.set_reuseaddr(true)?;
    socket.bind(address)?;
    socket.listen(BACKLOG)
}
