//! What whoever starts the server decides.

use std::net::{IpAddr, Ipv4Addr, SocketAddr};
use std::num::{NonZeroU32, NonZeroUsize};
use std::path::PathBuf;
use std::time::Duration;

use crate::accounts::openid::provider::Provider;
use crate::limits::listener::{IpNet, Timeouts};
use crate::notifications::settings::{MailServer, PublicUrl};
use crate::storage::DatabaseUrl;

/// The port that is tried first when none is asked for.
pub const USUAL_PORT: u16 = 8080;

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
    /// Event streams that may be open at once. Together with the sockets they leave connections for requests.
    pub event_streams: usize,
    /// How many times the usual one address may have and ask for.
    pub times: NonZeroU32,
    /// How long after the last look at a table its computer players think no more.
    pub rests: Duration,
    pub patience: Timeouts,
    /// Where the host looks after the server; none: nowhere.
    pub admin: Option<SocketAddr>,
    /// Bytes that must be free on the disk of the database for the server to call itself ready.
    pub min_free: u64,
    /// The file to which failed sign-ins are written, with addresses; none: nowhere.
    pub security_log: Option<PathBuf>,
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
            event_streams: 6_000,
            times: NonZeroU32::MIN,
            rests: Duration::from_secs(30),
            patience: Timeouts::default(),
            admin: None,
            min_free: 64 << 20,
            security_log: None,
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
