//! `bastide serve`: the server with the web client.

use std::io::Write;
use std::net::{IpAddr, SocketAddr};
use std::num::{NonZeroU32, NonZeroUsize};
use std::path::PathBuf;
use std::time::Duration;

use anyhow::Context;
use server::{Config, MailServer, PublicUrl, Server};

use super::{cluster, database};

/// How the server is started.
#[derive(clap::Args)]
#[command(after_help = "Examples:
  bastide                                   serve on this machine, at the first free port from 8080 on
  bastide serve --listen 0.0.0.0            serve everybody in the local network
  bastide serve --port 9000 --data ./games  another port, another folder")]
pub struct Args {
    /// Folder of the database; the usual one is the platform's folder for program data
    #[arg(long, value_name = "DIR")]
    data: Option<PathBuf>,
    #[command(flatten)]
    database: database::Args,
    #[command(flatten)]
    cluster: cluster::Args,
    /// Address to listen at; 0.0.0.0 or :: is every address of this machine
    #[arg(long, value_name = "ADDR", default_value = "127.0.0.1")]
    listen: IpAddr,
    /// Port to listen at, and no other; without it 8080, or the next one that is free
    #[arg(long)]
    port: Option<u16>,
    /// Least time between the steps of computer players, in milliseconds
    #[arg(long, value_name = "MILLIS", default_value_t = 400)]
    step: u64,
    /// How long somebody must be away before others can have a computer player take their place, in seconds
    #[arg(long, value_name = "SECONDS", default_value_t = 120)]
    absence: u64,
    /// Threads in which a master may search, as far as cores are idle: what they find is put together
    #[arg(long, value_name = "N", default_value = "1")]
    search_threads: NonZeroUsize,
    /// Messages that one client may send in a second
    #[arg(long, value_name = "N", default_value_t = 20, value_parser = clap::value_parser!(u32).range(1..))]
    messages: u32,
    /// Another origin whose pages may use this server, such as that of a proxy: https://games.example; may be repeated
    #[arg(long = "origin", value_name = "ORIGIN")]
    origins: Vec<String>,
    /// A name by which this server may be called, such as games.example; may be repeated. Addresses in numbers, the names of this
    /// machine and the hosts of origins are its own already
    #[arg(long = "host", value_name = "NAME")]
    hosts: Vec<String>,
    /// A file of providers of OpenID Connect by which people may sign in (docs/hosting.md)
    #[arg(long, value_name = "FILE")]
    openid: Option<PathBuf>,
    /// A proxy, or a network of them, whose word is taken for who asks (X-Forwarded-For, Forwarded): 127.0.0.1, 10.0.0.0/8; may be
    /// repeated
    #[arg(long = "trusted-proxy", value_name = "CIDR", value_parser = server::network)]
    trusted_proxies: Vec<server::IpNet>,
    /// Address of a second listener for whoever keeps the server: /metrics, /healthz, /readyz
    #[arg(long, value_name = "ADDR:PORT")]
    admin: Option<SocketAddr>,
    /// Megabytes that must be free on the disk of the database; with less, /readyz says that the server is not ready
    #[arg(long, value_name = "MB", default_value_t = 64)]
    min_free: u32,
    /// A file to which failed sign-ins are added, a line each with the address, for fail2ban (docs/hosting.md)
    #[arg(long, value_name = "FILE")]
    security_log: Option<PathBuf>,
    /// Connections that may be open at once, sockets among them; no more than the system gives
    #[arg(long, value_name = "N", default_value_t = 20_000)]
    connections: usize,
    /// Sockets that may be open at once
    #[arg(long, value_name = "N", default_value_t = 12_000)]
    sockets: usize,
    /// Event streams that may be open at once
    #[arg(long, value_name = "N", default_value_t = 6_000)]
    event_streams: usize,
    /// How many times the usual one address may have and ask for: more where many people share one, and for load tests
    #[arg(long, value_name = "TIMES", default_value_t = NonZeroU32::MIN)]
    per_address: NonZeroU32,
    /// The log as lines of JSON
    #[arg(long)]
    log_json: bool,
    /// Deal the same tiles whenever the same seats take the same set-up, from this number: for demonstrations and tests, as
    /// whoever knows it can tell every draw
    #[arg(long, value_name = "NUMBER")]
    deals: Option<u64>,
    /// Where people find the server: what links in letters lead to, and a name by which it may be called
    #[arg(long, value_name = "URL", value_parser = PublicUrl::new)]
    public_url: Option<PublicUrl>,
    /// Mail server that takes letters: smtps://user:password@host:465, or smtp://host:587?tls=required; without it none are sent. The
    /// password may stand in the environment instead (BASTIDE_SMTP_PASSWORD) or in a file
    #[arg(long, value_name = "URL", requires_all = ["mail_from", "public_url"])]
    smtp: Option<String>,
    /// File whose first line is the password of the mail server
    #[arg(long, value_name = "FILE", requires = "smtp")]
    smtp_password_file: Option<PathBuf>,
    /// Whom letters come from: 'Bastide <bastide@games.example>'
    #[arg(long, value_name = "MAILBOX", requires = "smtp")]
    mail_from: Option<String>,
    /// Send pushes to addresses that are not everybody's, and without https: for tests alone
    #[arg(long, hide = true)]
    push_private: bool,
}

/// The environment in which the password of the mail server may stand.
const SMTP_PASSWORD: &str = "BASTIDE_SMTP_PASSWORD";

/// The mail server that was asked for, with its password from wherever it stands.
fn mail_server(args: &Args) -> anyhow::Result<Option<MailServer>> {
    let (Some(url), Some(from)) = (&args.smtp, &args.mail_from) else { return Ok(None) };
    let password = database::password("mail server", args.smtp_password_file.as_deref(), SMTP_PASSWORD)?;
    Ok(Some(MailServer::new(url, password.as_deref(), from)?))
}

/// Serves until the program is asked to stop.
///
/// # Errors
/// The server cannot start, or its listener failed.
pub fn run(args: Args) -> anyhow::Result<()> {
    let mail = mail_server(&args)?;
    let database = args.database.url()?;
    // Where the database is elsewhere, no folder is needed.
    let data = if database.is_some() { PathBuf::new() } else { super::backups::folder(args.data)? };
    let kept = database.as_ref().map_or_else(|| data.display().to_string(), ToString::to_string);
    let config = Config {
        listen: args.listen,
        port: args.port,
        step: Duration::from_millis(args.step),
        absence: Duration::from_secs(args.absence),
        search_threads: args.search_threads,
        messages_per_second: args.messages,
        origins: args.origins,
        hosts: args.hosts,
        providers: args.openid.as_deref().map(super::providers::read).transpose()?.unwrap_or_default(),
        trusted_proxies: args.trusted_proxies,
        connections: args.connections,
        sockets: args.sockets,
        event_streams: args.event_streams,
        times: args.per_address,
        admin: args.admin,
        min_free: u64::from(args.min_free) << 20,
        security_log: args.security_log,
        deals: args.deals,
        public_url: args.public_url,
        mail,
        push_private: args.push_private,
        database,
        shared: args.cluster.shared(),
        ..Config::new(data)
    };
    let runtime = tokio::runtime::Builder::new_multi_thread().enable_all().build()?;
    let served = runtime.block_on(async {
        let server = Server::bind(config).await?;
        let mut out = std::io::stdout().lock();
        // A reader that went away does not keep the server from serving.
        let _ = writeln!(out, "Bastide is at http://{}", server.address());
        let _ = writeln!(out, "Games are kept in {kept}");
        if let Some(admin) = server.admin_address() {
            let _ = writeln!(out, "Its host sees how it is at http://{admin}/metrics");
        }
        let _ = out.flush();
        drop(out);
        server.run(asked_to_stop()).await.context("the listener failed")
    });
    // A computer player that still thinks is not waited for: its answer has not been given.
    runtime.shutdown_background();
    served
}

impl Args {
    /// Whether the log is to be lines of JSON.
    pub fn log_json(&self) -> bool {
        self.log_json
    }
}

/// Comes when the program is interrupted or told to end.
pub async fn asked_to_stop() {
    let interrupted = async {
        // Without a handler the signal ends the program by itself, which is just as well.
        if tokio::signal::ctrl_c().await.is_err() {
            std::future::pending::<()>().await;
        }
    };
    #[cfg(unix)]
    {
        use tokio::signal::unix::{SignalKind, signal};
        if let Ok(mut told) = signal(SignalKind::terminate()) {
            tokio::select! {
                () = interrupted => {}
                _ = told.recv() => {}
            }
            return;
        }
    }
    interrupted.await;
}
