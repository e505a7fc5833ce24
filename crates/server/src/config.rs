//! Configuration of a server.

use std::net::{IpAddr, Ipv4Addr, SocketAddr};
use std::num::{NonZeroU32, NonZeroUsize};
use std::path::PathBuf;
use std::time::Duration;

use crate::accounts::openid::provider::Provider;
use crate::limits::listener::{IpNet, Timeouts};
use crate::notifications::settings::{MailServer, PublicUrl};
use crate::storage::DatabaseUrl;

/// Port that is tried first when none is configured.
pub const DEFAULT_PORT: u16 = 8080;

/// Connection to the other servers of a cluster.
#[derive(Clone, Debug)]
pub struct ClusterConfig {
    /// Address of NATS, or several addresses of one NATS system, separated by commas.
    pub nats: String,
    /// Name of the cluster; one NATS system can serve several.
    pub cluster: String,
    /// Human-readable name of this server.
    pub node: String,
}

/// Configuration of a server.
#[derive(Clone, Debug)]
pub struct Config {
    /// Data folder; it holds the database unless `database` is set.
    pub data: PathBuf,
    /// URL of a PostgreSQL database; `None`: SQLite in the data folder.
    pub database: Option<DatabaseUrl>,
    /// Cluster settings; `None`: a single server.
    pub cluster: Option<ClusterConfig>,
    /// IP address to listen on.
    pub listen: IpAddr,
    /// Port to listen on; `None`: [`DEFAULT_PORT`] or the next free one.
    pub port: Option<u16>,
    /// Minimum time between the moves of computer players, so that people can follow.
    pub computer_delay: Duration,
    /// Minimum absence of a player before others can replace them by a computer player.
    pub absence: Duration,
    /// Maximum search threads of one computer player; more than one only while cores are idle.
    pub search_threads: NonZeroUsize,
    /// Maximum messages per second from one client.
    pub messages_per_second: u32,
    /// Other origins whose pages may use this server, such as `https://games.example`.
    pub origins: Vec<String>,
    /// Host names that requests may use, besides IP addresses and the names of this machine.
    pub hosts: Vec<String>,
    /// OpenID Connect providers for signing in.
    pub providers: Vec<Provider>,
    /// Networks of proxies whose forwarding headers are trusted.
    pub trusted_proxies: Vec<IpNet>,
    /// Maximum open connections, sockets included; capped by the open-file limit of the process.
    pub connections: usize,
    /// Maximum open sockets.
    pub sockets: usize,
    /// Maximum open event streams. The limits of sockets and event streams leave some connections for other requests.
    pub event_streams: usize,
    /// Multiplier for all per-address limits.
    pub limit_factor: NonZeroU32,
    /// Idle time after the last view of a table before its computer players pause.
    pub computer_idle: Duration,
    pub timeouts: Timeouts,
    /// Address of the admin listener; `None`: no listener.
    pub admin: Option<SocketAddr>,
    /// Free bytes on the disk of the database below which the server reports itself not ready.
    pub min_free: u64,
    /// Log file for failed sign-ins, with client addresses; `None`: no log.
    pub security_log: Option<PathBuf>,
    /// Seed of the draw orders: `None`, the default, uses system randomness; a number deals the same tiles whenever the same seats play the
    /// same set-up.
    pub deal_seed: Option<u64>,
    /// Public URL of the server, for links in emails.
    pub public_url: Option<PublicUrl>,
    /// SMTP server and sender; `None`: no email. Requires `public_url`.
    pub mail: Option<MailServer>,
    /// Allows push endpoints with private addresses and without HTTPS. For tests only, since clients choose the endpoint.
    pub push_private: bool,
}

impl Config {
    /// Returns the default configuration with the database in this folder.
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
            push_private: false,
        }
    }
}

/// Returns the platform's data folder for this program, if there is one.
pub fn usual_data_folder() -> Option<PathBuf> {
    directories::ProjectDirs::from("", "", "bastide").map(|folders| folders.data_dir().to_owned())
}
