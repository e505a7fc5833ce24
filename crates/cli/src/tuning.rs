//! Commands that measure the engine and improve the computer players.

mod bench;
mod learn;
mod tune;

use clap::Subcommand;

#[derive(Subcommand)]
pub enum Command {
    Bench(bench::Args),
    Tune(tune::Args),
    Learn(learn::Args),
}

pub fn run(command: Command) -> anyhow::Result<()> {
    match command {
        Command::Bench(args) => bench::run(&args),
        Command::Tune(args) => tune::run(&args),
        Command::Learn(args) => learn::run(&args),
    }
}
