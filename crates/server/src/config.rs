//! Configuration of a server.

use std::net::{IpAddr, Ipv4Addr, SocketAddr};
use std::num::{NonZeroU32, NonZeroUsize};
use std::path::PathBuf;
use std::time::Duration;

use crate::accounts::openid::provider::Provider;
use crate::channels::service::TelegramBot;
use crate::limits::listener::{IpNet, Timeouts};
use crate::notifications::settings::{MailServer, PublicUrl};
use crate::storage::DatabaseUrl;

/// Port that is tried first when none is configured.
pub const DEFAULT_PORT: u16 = 8080;

/// Connection to the other servers of a cluster.
#[derive(Clone, Debug)]
pub struct ClusterConfig {
    /// Address of NATS, or several comma-separated addresses of one NATS system.
    pub nats: String,
    /// Name of the cluster. One NATS system can serve several clusters.
    pub cluster: String,
    /// Human-readable name of this server.
    pub node: String,
}

/// Configuration of a server.
#[derive(Clone, Debug)]
pub struct Config {
    /// Data folder. It contains the database unless `database` is set.
    pub data: PathBuf,
    /// URL of a PostgreSQL database; `None` for SQLite in the data folder.
    pub database: Option<DatabaseUrl>,
    /// Cluster settings; `None` for a single server.
    pub cluster: Option<ClusterConfig>,
    /// IP address to listen on.
    pub listen: IpAddr,
    /// Port to listen on; `None` for [`DEFAULT_PORT`] or, if it is taken, the next free port.
    pub port: Option<u16>,
    /// Minimum time between moves of computer players, so that people can follow the game.
    pub computer_delay: Duration,
    /// Absence after which the other players can replace a player with a computer player.
    pub absence: Duration,
    /// Maximum number of search threads per computer player. Additional threads run only while cores are idle.
    pub search_threads: NonZeroUsize,
    /// Maximum number of messages per second from one client.
    pub messages_per_second: u32,
    /// Other origins whose pages may use this server, such as `https://games.example`.
    pub origins: Vec<String>,
    /// Host names that requests may use, in addition to IP addresses and the names of this machine.
    pub hosts: Vec<String>,
    /// OpenID Connect providers for signing in.
    pub providers: Vec<Provider>,
    /// Networks of proxies whose forwarding headers are trusted.
    pub trusted_proxies: Vec<IpNet>,
    /// Maximum number of open connections, including sockets; capped by the process's limit on open files.
    pub connections: usize,
    /// Maximum number of open sockets.
    pub sockets: usize,
    /// Maximum number of open event streams. The limits on sockets and event streams leave some connections for other requests.
    pub event_streams: usize,
    /// Multiplier for all per-address limits.
    pub limit_factor: NonZeroU32,
    /// Time without a viewer after which a table's computer players pause.
    pub computer_idle: Duration,
    pub timeouts: Timeouts,
    /// Address of the admin listener; `None` for no listener.
    pub admin: Option<SocketAddr>,
    /// Minimum free space on the database's disk, in bytes. With less, the server reports itself as not ready.
    pub min_free: u64,
    /// Log file for failed sign-ins, with client addresses; `None` for no log.
    pub security_log: Option<PathBuf>,
    /// Seed for the draw orders. `None`, the default, uses system randomness. With a seed, the same seats always get the same tiles for the
    /// same set-up.
    pub deal_seed: Option<u64>,
    /// Public URL of the server, for links in emails.
    pub public_url: Option<PublicUrl>,
    /// SMTP server and sender; `None` for no email. Requires `public_url`.
    pub mail: Option<MailServer>,
    /// Whether accounts can have their notifications sent to webhooks. Requires `public_url`.
    pub webhooks: bool,
    /// Telegram bot through which accounts can get notifications. Requires `public_url`.
    pub telegram: Option<TelegramBot>,
    /// Allows push endpoints and webhooks with private addresses and without HTTPS. For tests only, since clients choose the address.
    pub push_private: bool,
}

impl Config {
    /// Returns the default configuration, with the database in this folder.
    pub fn new(data: PathBuf) -> Config {
        Config {
            data,
            database: None,
            cluster: None,
            listen: IpAddr::V4(Ipv4Addr::LOCALHOST),
            port: None,
            computer_delay: Duration::from_millis(400),
            absence: Duration::from_secs(120),
            search_threads: NonZeroUsize::MIN,
            messages_per_second: 20,
            origins: Vec::new(),
            hosts: Vec::new(),
            providers: Vec::new(),
            trusted_proxies: Vec::new(),
            connections: 20_000,
            sockets: 12_000,
            event_streams: 6_000,
            limit_factor: NonZeroU32::MIN,
            computer_idle: Duration::from_secs(30),
            timeouts: Timeouts::default(),
            admin: None,
            min_free: 64 << 20,
            security_log: None,
            deal_seed: None,
            public_url: None,
            mail: None,
            webhooks: false,
            telegram: None,
            push_private: false,
        }
    }
}

/// Returns the platform's standard data folder for this program, if any.
pub fn usual_data_folder() -> Option<PathBuf> {
    directories::ProjectDirs::from("", "", "bastide").map(|folders| folders.data_dir().to_owned())
}
