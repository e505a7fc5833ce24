//! `bastide lessons`: checks the lessons of the client.

mod check;
mod lesson;

use anyhow::Result;

/// Check interactive lessons: positions in which the reader has to find a turn
#[derive(clap::Args)]
pub struct Args {
    #[command(subcommand)]
    command: Command,
}

#[derive(clap::Subcommand)]
enum Command {
    Check(check::Args),
}

/// Runs a subcommand.
///
/// # Errors
/// A file cannot be read or written, or a lesson is wrong.
pub fn run(args: &Args) -> Result<()> {
    match &args.command {
        Command::Check(args) => check::run(args),
    }
}
