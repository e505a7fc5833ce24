//! The server process: starts, kills and restarts it, and measures its memory.

use std::net::SocketAddr;
use std::path::{Path, PathBuf};
use std::process::Stdio;
use std::time::Duration;

use anyhow::Context;
use tokio::io::{AsyncBufReadExt, BufReader};
use tokio::process::{Child, Command};

/// Arguments of the child process that runs the server.
#[derive(clap::Args)]
pub struct ServeArgs {
    /// Data folder
    #[arg(long)]
    data: PathBuf,
    /// Port; 0 for any
    #[arg(long)]
    port: u16,
}

/// Serves until killed, without per-address limits because the load comes from few addresses.
pub async fn serve(args: ServeArgs) -> anyhow::Result<()> {
    let mut config = server::Config::new(args.data);
    config.port = Some(args.port);
    config.messages_per_second = 1_000_000;
    config.limit_factor = std::num::NonZeroU32::new(10_000).expect("it is not 0");
    let server = server::Server::bind(config).await?;
    println!("{}", server.address());
    Ok(server.run(std::future::pending()).await?)
}

/// The database folder.
pub enum Folder {
    /// A temporary folder that is deleted when the run ends.
    Temporary(tempfile::TempDir),
    /// A folder given on the command line.
    Named(PathBuf),
}

impl Folder {
    /// Returns the folder at the given path, or else a temporary one.
    pub fn of(named: Option<&Path>) -> anyhow::Result<Folder> {
        Ok(match named {
            Some(path) => Folder::Named(path.to_owned()),
            None => Folder::Temporary(tempfile::tempdir()?),
        })
    }

    /// Returns the folder's path.
    pub fn path(&self) -> &Path {
        match self {
            Folder::Temporary(folder) => folder.path(),
            Folder::Named(path) => path,
        }
    }
}

/// The server, and its process if it was started here.
pub struct Host {
    /// Address that the server listens on.
    pub address: SocketAddr,
    own: Option<(Child, Folder)>,
}

impl Host {
    /// Uses a server that is already running.
    pub fn running(address: SocketAddr) -> Host {
        Host { address, own: None }
    }

    pub async fn start(folder: Folder) -> anyhow::Result<Host> {
        let (child, address) = spawn(folder.path(), 0).await?;
        Ok(Host { address, own: Some((child, folder)) })
    }

    /// Kills the server, like `kill -9`.
    pub async fn kill(&mut self) -> anyhow::Result<()> {
        let (child, _) = self.own.as_mut().context("only a server started by this program can be killed")?;
        Ok(child.kill().await?)
    }

    /// Restarts the server at the same address.
    pub async fn restart(&mut self) -> anyhow::Result<()> {
        let (child, folder) = self.own.as_mut().context("only a server started by this program can be restarted")?;
        *child = spawn(folder.path(), self.address.port()).await?.0;
        Ok(())
    }

    /// Returns the server's resident memory in KiB, or `None` if unknown.
    pub fn rss_kib(&self) -> Option<u64> {
        let (child, _) = self.own.as_ref()?;
        let status = std::fs::read_to_string(format!("/proc/{}/status", child.id()?)).ok()?;
        let line = status.lines().find_map(|line| line.strip_prefix("VmRSS:"))?;
        line.trim().strip_suffix(" kB")?.parse().ok()
    }
}

/// Returns the memory growth per item in KiB.
pub fn kib_per_item(before: Option<u64>, after: Option<u64>, count: usize) -> Option<f64> {
    let grown = after?.saturating_sub(before?) as f64;
    (count > 0).then(|| grown / count as f64)
}

async fn spawn(folder: &Path, port: u16) -> anyhow::Result<(Child, SocketAddr)> {
    let mut command = Command::new(std::env::current_exe()?);
    command.arg("serve").arg("--data").arg(folder).args(["--port", &port.to_string()]);
    command.stdout(Stdio::piped()).kill_on_drop(true);
    // The system may hold the port for a moment after the kill.
    for _ in 0..100 {
        let mut child = command.spawn()?;
        let out = child.stdout.take().context("the server has no standard output")?;
        if let Some(line) = BufReader::new(out).lines().next_line().await? {
            return Ok((child, line.parse().context("the server printed no address")?));
        }
        child.wait().await?;
        tokio::time::sleep(Duration::from_millis(100)).await;
    }
    anyhow::bail!("the server does not start; see its output above")
}
