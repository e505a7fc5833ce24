//! The server's process: started, killed and started again, and how much memory it has.

use std::net::SocketAddr;
use std::path::{Path, PathBuf};
use std::process::Stdio;
use std::time::Duration;

use anyhow::Context;
use tokio::io::{AsyncBufReadExt, BufReader};
use tokio::process::{Child, Command};

/// How the server is started that plays the host.
#[derive(clap::Args)]
pub struct ServeArgs {
    /// Its folder
    #[arg(long)]
    data: PathBuf,
    /// Its port; 0 for any
    #[arg(long)]
    port: u16,
}

/// Serves until it is killed. Nobody is slowed down, for the load comes from few machines and not from many people.
pub async fn serve(args: ServeArgs) -> anyhow::Result<()> {
    let mut config = server::Config::new(args.data);
    config.port = Some(args.port);
    config.messages_per_second = 1_000_000;
    config.times = std::num::NonZeroU32::new(10_000).expect("it is not 0");
    let server = server::Server::bind(config).await?;
    println!("{}", server.address());
    Ok(server.run(std::future::pending()).await?)
}

/// A folder for the database.
pub enum Folder {
    /// It goes when the run ends.
    ThrownAway(tempfile::TempDir),
    /// Somebody named it.
    Named(PathBuf),
}

impl Folder {
    /// The one that was named, or a fresh one.
    pub fn of(named: Option<&Path>) -> anyhow::Result<Folder> {
        Ok(match named {
            Some(path) => Folder::Named(path.to_owned()),
            None => Folder::ThrownAway(tempfile::tempdir()?),
        })
    }

    /// Where it is.
    pub fn path(&self) -> &Path {
        match self {
            Folder::ThrownAway(folder) => folder.path(),
            Folder::Named(path) => path,
        }
    }
}

/// The server, where it is ours also its process.
pub struct Host {
    /// Where it listens.
    pub address: SocketAddr,
    own: Option<(Child, Folder)>,
}

impl Host {
    /// A server that runs already.
    pub fn running(address: SocketAddr) -> Host {
        Host { address, own: None }
    }

    pub async fn start(folder: Folder) -> anyhow::Result<Host> {
        let (child, address) = spawn(folder.path(), 0).await?;
        Ok(Host { address, own: Some((child, folder)) })
    }

    /// Ends it as `kill -9` does.
    pub async fn kill(&mut self) -> anyhow::Result<()> {
        let (child, _) = self.own.as_mut().context("only a server that was started here can be killed")?;
        Ok(child.kill().await?)
    }

    /// Starts it again at the same address.
    pub async fn start_again(&mut self) -> anyhow::Result<()> {
        let (child, folder) = self.own.as_mut().context("only a server that was started here can be started again")?;
        *child = spawn(folder.path(), self.address.port()).await?.0;
        Ok(())
    }

    /// The memory that it holds, in KiB; none where that cannot be seen.
    pub fn rss_kib(&self) -> Option<u64> {
        let (child, _) = self.own.as_ref()?;
        let status = std::fs::read_to_string(format!("/proc/{}/status", child.id()?)).ok()?;
        let line = status.lines().find_map(|line| line.strip_prefix("VmRSS:"))?;
        line.trim().strip_suffix(" kB")?.parse().ok()
    }
}

/// What each of so many takes of what has grown between two looks, in KiB.
pub fn share(before: Option<u64>, after: Option<u64>, count: usize) -> Option<f64> {
    let grown = after?.saturating_sub(before?) as f64;
    (count > 0).then(|| grown / count as f64)
}

async fn spawn(folder: &Path, port: u16) -> anyhow::Result<(Child, SocketAddr)> {
    let mut command = Command::new(std::env::current_exe()?);
    command.arg("serve").arg("--data").arg(folder).args(["--port", &port.to_string()]);
    command.stdout(Stdio::piped()).kill_on_drop(true);
    // The port of one that was killed may be held by the system for a moment.
    for _ in 0..100 {
        let mut child = command.spawn()?;
        let out = child.stdout.take().context("the server says nothing")?;
        if let Some(line) = BufReader::new(out).lines().next_line().await? {
            return Ok((child, line.parse().context("the server says where it is")?));
        }
        child.wait().await?;
        tokio::time::sleep(Duration::from_millis(100)).await;
    }
    anyhow::bail!("the server does not start; what it says stands above")
}
