//! Placeholders for commands that are not compiled into this build; each fails with an error that says which features to build with.

use std::ffi::OsString;

use anyhow::bail;
use clap::Subcommand;

#[derive(clap::Args)]
pub struct Args {
    #[arg(hide = true, trailing_var_arg = true, allow_hyphen_values = true)]
    _rest: Vec<OsString>,
}

#[derive(Subcommand)]
pub enum Command {
    #[cfg(not(feature = "cluster"))]
    #[command(hide = true)]
    Worker(Args),
    #[cfg(not(feature = "tuning"))]
    #[command(hide = true)]
    Bench(Args),
    #[cfg(not(feature = "tuning"))]
    #[command(hide = true)]
    Tune(Args),
    #[cfg(not(feature = "tuning"))]
    #[command(hide = true)]
    Learn(Args),
}

/// Fails with an error that names the features needed for the command.
pub fn run(command: &Command) -> anyhow::Result<()> {
    let (name, feature) = match *command {
        #[cfg(not(feature = "cluster"))]
        Command::Worker(_) => ("worker", "cluster"),
        #[cfg(not(feature = "tuning"))]
        Command::Bench(_) => ("bench", "tuning"),
        #[cfg(not(feature = "tuning"))]
        Command::Tune(_) => ("tune", "tuning"),
        #[cfg(not(feature = "tuning"))]
        Command::Learn(_) => ("learn", "tuning"),
    };
    bail!(
        "this build has no command `{name}`; build it with `--features {feature}`, or `--features full` for everything"
    )
}
