//! `bastide puzzles`: finds positions with one clearly best turn, and checks and packs puzzle files.

mod check;
mod make;
mod pack;

use anyhow::Result;

/// Find, check and pack puzzles: positions with one clearly best turn
#[derive(clap::Args)]
pub struct Args {
    #[command(subcommand)]
    command: Command,
}

#[derive(clap::Subcommand)]
enum Command {
    Make(make::Args),
    Check(check::Args),
    Pack(pack::Args),
}

/// Runs a subcommand.
///
/// # Errors
/// A file cannot be read or written, or is damaged.
pub fn run(args: &Args) -> Result<()> {
    match &args.command {
        Command::Make(args) => make::run(args),
        Command::Check(args) => check::run(args),
        Command::Pack(args) => pack::run(args),
    }
}
