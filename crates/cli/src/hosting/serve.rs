//! `bastide serve`: the server and its web client.

use std::io::Write;
use std::net::{IpAddr, SocketAddr};
use std::num::{NonZeroU32, NonZeroUsize};
use std::path::PathBuf;
use std::time::Duration;

use anyhow::Context;
use server::{Config, MailServer, PublicUrl, Server, TelegramBot};

use super::{cluster, database};

/// Server options.
#[derive(clap::Args)]
#[command(after_help = "Examples:
  bastide                                   serve this machine on the first free port from 8080
  bastide serve --listen 0.0.0.0            serve the local network
  bastide serve --port 9000 --data ./games  choose a port and a data folder")]
pub struct Args {
    /// Database folder; by default the platform's folder for program data
    #[arg(long, value_name = "DIR")]
    data: Option<PathBuf>,
    #[command(flatten)]
    database: database::Args,
    #[command(flatten)]
    cluster: cluster::Args,
    /// Address to listen on; 0.0.0.0 or :: means all addresses of this machine
    #[arg(long, value_name = "ADDR", default_value = "127.0.0.1")]
    listen: IpAddr,
    /// Port to listen on; without it, the first free port from 8080
    #[arg(long)]
    port: Option<u16>,
    /// Minimum pause between computer players' steps, in milliseconds
    #[arg(long, value_name = "MILLIS", default_value_t = 400)]
    step: u64,
    /// Seconds that a player must be away before others can let a computer player take over
    #[arg(long, value_name = "SECONDS", default_value_t = 120)]
    absence: u64,
    /// Maximum search threads of a master player, used while cores are idle; their results are combined
    #[arg(long, value_name = "N", default_value = "1")]
    search_threads: NonZeroUsize,
    /// Maximum messages per second from one client
    #[arg(long, value_name = "N", default_value_t = 20, value_parser = clap::value_parser!(u32).range(1..))]
    messages: u32,
    /// Another allowed origin, such as a proxy's: https://games.example; may be repeated
    #[arg(long = "origin", value_name = "ORIGIN")]
    origins: Vec<String>,
    /// Another allowed host name, such as games.example; may be repeated. IP addresses, this machine's own names and the hosts of allowed
    /// origins are always allowed
    #[arg(long = "host", value_name = "NAME")]
    hosts: Vec<String>,
    /// OpenID Connect providers file (docs/hosting.md)
    #[arg(long, value_name = "FILE")]
    openid: Option<PathBuf>,
    /// Address or network of a reverse proxy whose X-Forwarded-For and Forwarded headers are trusted: 127.0.0.1, 10.0.0.0/8; may be
    /// repeated
    #[arg(long = "trusted-proxy", value_name = "CIDR", value_parser = server::network)]
    trusted_proxies: Vec<server::IpNet>,
    /// Address of an admin listener with /metrics, /healthz and /readyz
    #[arg(long, value_name = "ADDR:PORT")]
    admin: Option<SocketAddr>,
    /// Minimum free disk space for the database in megabytes; with less, /readyz reports that the server is not ready
    #[arg(long, value_name = "MB", default_value_t = 64)]
    min_free: u32,
    /// File to append failed sign-ins to, one line each with the IP address, for fail2ban (docs/hosting.md)
    #[arg(long, value_name = "FILE")]
    security_log: Option<PathBuf>,
    /// Maximum open connections, including sockets; the system's limit applies too
    #[arg(long, value_name = "N", default_value_t = 20_000)]
    connections: usize,
    /// Maximum open sockets
    #[arg(long, value_name = "N", default_value_t = 12_000)]
    sockets: usize,
    /// Maximum open event streams
    #[arg(long, value_name = "N", default_value_t = 6_000)]
    event_streams: usize,
    /// Multiplier for per-address limits; raise it where many people share an address, and for load tests
    #[arg(long, value_name = "TIMES", default_value_t = NonZeroU32::MIN)]
    per_address: NonZeroU32,
    /// Write logs as JSON lines
    #[arg(long)]
    log_json: bool,
    /// Seed for repeatable deals: the same seats with the same set-up always get the same tiles. For demonstrations and tests only, because
    /// anyone who knows the number can predict every draw
    #[arg(long, value_name = "NUMBER")]
    deals: Option<u64>,
    /// Public URL of the server, for links in emails and other messages; its host name is allowed too
    #[arg(long, value_name = "URL", value_parser = PublicUrl::new)]
    public_url: Option<PublicUrl>,
    /// Mail server for sending email: smtps://user:password@host:465, or smtp://host:587?tls=required; without it, no email is sent. The
    /// password can also be in the environment (BASTIDE_SMTP_PASSWORD) or in a file
    #[arg(long, value_name = "URL", requires_all = ["mail_from", "public_url"])]
    smtp: Option<String>,
    /// File whose first line is the mail server password
    #[arg(long, value_name = "FILE", requires = "smtp")]
    smtp_password_file: Option<PathBuf>,
    /// Sender of emails: 'Bastide <bastide@games.example>'
    #[arg(long, value_name = "MAILBOX", requires = "smtp")]
    mail_from: Option<String>,
    /// Let accounts have their notifications sent to webhooks, also in the form of Discord
    #[arg(long, requires = "public_url")]
    webhooks: bool,
    /// File whose first line is the token of a Telegram bot, through which accounts can get notifications; the token can also be in the
    /// environment (BASTIDE_TELEGRAM_TOKEN)
    #[arg(long, value_name = "FILE", requires = "public_url")]
    telegram_token_file: Option<PathBuf>,
    /// Address of Telegram's Bot API; for tests only
    #[arg(long, value_name = "URL", hide = true)]
    telegram_api: Option<String>,
    /// Allow push notifications and webhooks to private addresses and without https; for tests only
    #[arg(long, hide = true)]
    push_private: bool,
}

/// Environment variable for the mail server password.
const SMTP_PASSWORD: &str = "BASTIDE_SMTP_PASSWORD";
/// Environment variable for the token of the Telegram bot.
const TELEGRAM_TOKEN: &str = "BASTIDE_TELEGRAM_TOKEN";

/// Returns the mail server with its password, if one is configured.
fn mail_server(args: &Args) -> anyhow::Result<Option<MailServer>> {
    let (Some(url), Some(from)) = (&args.smtp, &args.mail_from) else { return Ok(None) };
    let password = database::secret("mail server password", args.smtp_password_file.as_deref(), SMTP_PASSWORD)?;
    Ok(Some(MailServer::new(url, password.as_deref(), from)?))
}

/// Returns the Telegram bot, if one is configured.
fn telegram_bot(args: &Args) -> anyhow::Result<Option<TelegramBot>> {
    if args.public_url.is_none() {
        return Ok(None);
    }
    let token = database::secret("Telegram bot token", args.telegram_token_file.as_deref(), TELEGRAM_TOKEN)?;
    Ok(token.map(|token| TelegramBot::new(token, args.telegram_api.as_deref())).transpose()?)
}

/// Serves until the program is asked to stop.
///
/// # Errors
/// The server cannot start, or its listener fails.
pub fn run(args: Args) -> anyhow::Result<()> {
    let (mail, telegram) = (mail_server(&args)?, telegram_bot(&args)?);
    let database = args.database.url()?;
    // A remote database needs no local folder.
    let data = if database.is_some() { PathBuf::new() } else { super::backups::folder(args.data)? };
    let kept = database.as_ref().map_or_else(|| data.display().to_string(), ToString::to_string);
    let config = Config {
        listen: args.listen,
        port: args.port,
        computer_delay: Duration::from_millis(args.step),
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
        limit_factor: args.per_address,
        admin: args.admin,
        min_free: u64::from(args.min_free) << 20,
        security_log: args.security_log,
        deal_seed: args.deals,
        public_url: args.public_url,
        mail,
        webhooks: args.webhooks,
        telegram,
        push_private: args.push_private,
        database,
        cluster: args.cluster.config(),
        ..Config::new(data)
    };
    let runtime = tokio::runtime::Builder::new_multi_thread().enable_all().build()?;
    let served = runtime.block_on(async {
        let server = Server::bind(config).await?;
        let mut out = std::io::stdout().lock();
        // The server runs even if standard output is closed.
        let _ = writeln!(out, "Bastide is at http://{}", server.address());
        let _ = writeln!(out, "Games are kept in {kept}");
        if let Some(admin) = server.admin_address() {
            let _ = writeln!(out, "Metrics are at http://{admin}/metrics");
        }
        let _ = out.flush();
        drop(out);
        server.run(asked_to_stop()).await.context("the listener failed")
    });
    // Computer players that are still thinking have not answered yet, so nothing is lost if the program does not wait for them.
    runtime.shutdown_background();
    served
}

impl Args {
    /// Returns whether to log in JSON lines.
    pub fn log_json(&self) -> bool {
        self.log_json
    }
}

/// Completes when the process receives an interrupt or termination signal.
pub async fn asked_to_stop() {
    let interrupted = async {
        // Without a handler, the signal ends the process directly, which is fine.
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
