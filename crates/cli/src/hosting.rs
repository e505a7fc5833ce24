//! Commands for people who host games for others.

mod admin;
mod archive;
mod backups;
mod cluster;
mod database;
mod providers;
pub mod serve;
#[cfg(feature = "cluster")]
mod worker;

use clap::Subcommand;

#[derive(Subcommand)]
pub enum Command {
    /// Serve games to browsers (the default)
    Serve(Box<serve::Args>),
    #[cfg(feature = "cluster")]
    Worker(worker::Args),
    Backup(backups::BackupArgs),
    Restore(backups::RestoreArgs),
    Check(backups::CheckArgs),
    Admin(admin::Args),
}

impl Command {
    /// Returns whether to log in JSON lines.
    pub fn log_json(&self) -> bool {
        match self {
            Command::Serve(args) => args.log_json(),
            #[cfg(feature = "cluster")]
            Command::Worker(args) => args.log_json(),
            _ => false,
        }
    }
}

pub fn run(command: Command) -> anyhow::Result<()> {
    match command {
        Command::Serve(args) => serve::run(*args),
        #[cfg(feature = "cluster")]
        Command::Worker(args) => worker::run(args),
        Command::Backup(args) => backups::backup(&args),
        Command::Restore(args) => backups::restore(&args),
        Command::Check(args) => backups::check(&args),
        Command::Admin(args) => admin::run(args),
    }
}
