//! `bastide-load`: plays many games at once over the public protocol, to find a server's capacity and to verify that the server keeps every
//! answer that it has acknowledged.
//!
//! Unless given a server, it starts one as a child process with a temporary folder. All seats of every game belong to people, and their
//! answers are chosen at random from a seed. Each client logs the updates that it receives. At the end all games are fetched again: a
//! logged answer that is missing counts as lost, and an answer that no client sent counts as duplicated.

mod address;
mod comparison;
mod game;
mod host;
mod http;
mod idle;
mod report;
mod seeding;
mod watch;
mod wire;

use std::net::SocketAddr;
use std::path::PathBuf;
use std::sync::Arc;
use std::sync::atomic::Ordering;
use std::time::{Duration, Instant};

use clap::Parser;

use crate::game::Game;
use crate::host::Host;
use crate::report::{Counts, Report};
use crate::seeding::{Seats, Tables};

/// Same allocator as in `bastide`, because this program also runs the measured server.
#[cfg(all(not(windows), feature = "jemalloc"))]
#[global_allocator]
static ALLOCATOR: tikv_jemallocator::Jemalloc = tikv_jemallocator::Jemalloc;

/// Play many games at once against a Bastide server and report how it performs
#[derive(Parser)]
#[command(
    version,
    after_help = "Examples:
  bastide-load --games 500 --seconds 30 --json          as many answers as there can be
  bastide-load --games 2000 --pause 10000 --seconds 60  an answer every ten seconds a seat
  bastide-load --games 100 --seconds 60 --kill 5        kill -9 every five seconds: nothing acknowledged may be lost
  bastide-load --games 0 --tables 2000 --sockets 10000  what tables and sockets cost that do nothing"
)]
struct Args {
    #[command(subcommand)]
    command: Option<Command>,
    /// Games played at once
    #[arg(long, default_value_t = 500)]
    games: usize,
    /// Spectators per game
    #[arg(long, default_value_t = 0)]
    spectators: usize,
    /// Duration of play once all clients are connected
    #[arg(long, default_value_t = 30)]
    seconds: u64,
    /// Milliseconds that a seat waits before it answers
    #[arg(long, default_value_t = 0)]
    pause: u64,
    /// Kill and restart the server at this interval
    #[arg(long, value_name = "SECONDS", conflicts_with = "url")]
    kill: Option<u64>,
    /// Kill and restart the server at the end, and measure the time until every game is back
    #[arg(long, conflicts_with = "url")]
    restart: bool,
    /// Additional tables that are loaded and left idle
    #[arg(long, default_value_t = 0)]
    tables: usize,
    /// Additional sockets that say hello and stay idle
    #[arg(long, default_value_t = 0)]
    sockets: usize,
    /// Seed for the answers
    #[arg(long, default_value_t = 1)]
    seed: u64,
    /// Set-up to play, as JSON
    #[arg(long, value_name = "JSON", default_value = r#"{"game": "carcassonne", "seats": 2}"#)]
    setup: String,
    /// A running server, such as 127.0.0.1:8080; without it, a server is started on a temporary folder. Repeat for the nodes of a cluster:
    /// the seats of each game connect to different nodes, and clients that lose their node switch to the next
    #[arg(long, value_name = "ADDRESS")]
    url: Vec<String>,
    /// Folder for the server that is started, instead of a temporary one; put it on the disk that you want to measure
    #[arg(long, value_name = "DIR", conflicts_with = "url")]
    data: Option<PathBuf>,
    /// Protocol version
    #[arg(long, default_value_t = wire::PROTOCOL, value_parser = clap::value_parser!(u32).range(1..=i64::from(wire::PROTOCOL)))]
    protocol: u32,
    /// Print the report as one JSON object on the last line
    #[arg(long)]
    json: bool,
}

#[derive(clap::Subcommand)]
enum Command {
    /// Internal: the server process
    #[command(hide = true)]
    Serve(host::ServeArgs),
}

fn main() -> anyhow::Result<()> {
    let args = Args::parse();
    let runtime = tokio::runtime::Builder::new_multi_thread().enable_all().build()?;
    let failed = match args.command {
        Some(Command::Serve(serve)) => return runtime.block_on(host::serve(serve)),
        None => runtime.block_on(run(args))?,
    };
    runtime.shutdown_background();
    anyhow::ensure!(!failed, "the server's games differ from what it has acknowledged");
    Ok(())
}

/// Maximum number of tables created over HTTP, unless more games than that are played at once.
const MAX_CREATED_TABLES: usize = 1500;

/// Plays, verifies all games, and reports. Returns whether answers were lost or duplicated.
async fn run(args: Args) -> anyhow::Result<bool> {
    let wanted = seeding::tables_needed(args.games, args.seconds, args.pause);
    let nodes = address::resolve_all(&args.url).await?;
    let (host, tables) = open(&args, &nodes, wanted).await?;
    let host = Arc::new(tokio::sync::RwLock::new(host));
    let counts = Arc::new(Counts::default());
    let mut report = Report::default();
    let address = host.read().await.address;
    let nodes: Arc<[SocketAddr]> = if nodes.is_empty() { [address].into() } else { nodes.into() };

    let before = host.read().await.rss_kib();
    idle::load_tables(address, &tables, args.tables).await?;
    let with_tables = host.read().await.rss_kib();
    let mut sockets = idle::connect(address, &tables, args.sockets, args.protocol).await?;
    let with_sockets = host.read().await.rss_kib();
    report.kib_a_table = host::kib_per_item(before, with_tables, args.tables);
    report.kib_a_socket = host::kib_per_item(with_tables, with_sockets, args.sockets);

    let (stop, stopped) = tokio::sync::watch::channel(false);
    let mut players = tokio::task::JoinSet::new();
    for number in 0..args.games {
        let pause = Duration::from_millis(args.pause);
        let game = Game::new(number, nodes.clone(), tables.clone(), counts.clone(), (args.seed, pause, args.protocol));
        players.spawn(game.play(stopped.clone(), args.spectators));
    }
    while counts.playing.load(Ordering::Relaxed) < args.games {
        tokio::time::sleep(Duration::from_millis(20)).await;
    }
    counts.begin();
    let began = Instant::now();
    let end = began + Duration::from_secs(args.seconds);
    match args.kill {
        None => tokio::time::sleep_until(end.into()).await,
        Some(every) => kill_repeatedly(&host, &counts, args.games, (every, end), &mut report).await?,
    }
    counts.end();
    report.seconds = began.elapsed().as_secs_f64();
    report.server_rss_kib = host.read().await.rss_kib();
    if args.restart {
        report.restarts.push(restart(&host, &counts, args.games).await?);
    }
    report.sockets_gone = sockets.closed_count();
    stop.send_replace(true);
    let mut logs = Vec::new();
    while let Some(played) = players.join_next().await {
        logs.extend(played?);
    }
    drop(sockets);
    let comparison = comparison::check(address, &logs).await?;
    report.take(&counts, comparison);
    report.print(args.json);
    Ok(report.has_failed())
}

/// Starts a server or uses a running one, and creates the tables to play at.
async fn open(args: &Args, nodes: &[SocketAddr], wanted: usize) -> anyhow::Result<(Host, Arc<Tables>)> {
    let seats = Seats::of(&args.setup)?;
    let wanted = wanted.max(args.tables).max(1);
    Ok(match nodes.first() {
        Some(&first) => {
            // `wanted` assumes that every game is short; creating that many tables over HTTP would take too long.
            (
                Host::running(first),
                Arc::new(Tables::create(nodes, &seats, wanted.min(MAX_CREATED_TABLES.max(args.games))).await?),
            )
        }
        None => {
            let folder = host::Folder::of(args.data.as_deref())?;
            let tables = Tables::load_from_database(folder.path(), &seats, wanted).await?;
            (Host::start(folder).await?, Arc::new(tables))
        }
    })
}

/// Kills the server at regular intervals until the end, and waits each time until all clients have reconnected.
async fn kill_repeatedly(
    host: &tokio::sync::RwLock<Host>,
    counts: &Counts,
    games: usize,
    (every, end): (u64, Instant),
    report: &mut Report,
) -> anyhow::Result<()> {
    while Instant::now() + Duration::from_secs(every) < end {
        tokio::time::sleep(Duration::from_secs(every)).await;
        report.restarts.push(restart(host, counts, games).await?);
    }
    tokio::time::sleep_until(end.into()).await;
    Ok(())
}

/// Restarts the server and returns the time from the restart until every game was welcomed again.
async fn restart(host: &tokio::sync::RwLock<Host>, counts: &Counts, games: usize) -> anyhow::Result<Duration> {
    let welcomed = counts.welcomed.load(Ordering::Relaxed);
    let mut host = host.write().await;
    host.kill().await?;
    // Clients whose connection is lost after this moment reconnect to the new process.
    let began = Instant::now();
    host.restart().await?;
    let gone = counts.gone.load(Ordering::Relaxed);
    while counts.welcomed.load(Ordering::Relaxed) < welcomed + games.saturating_sub(gone) {
        anyhow::ensure!(began.elapsed() < Duration::from_secs(120), "the clients have not reconnected in time");
        tokio::time::sleep(Duration::from_millis(5)).await;
    }
    Ok(began.elapsed())
}
