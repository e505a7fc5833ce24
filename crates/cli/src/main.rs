//! The `bastide` command. Each subcommand has a file of its own.

mod admin;
mod analyse;
mod arena;
mod bench;
mod board_text;
mod cluster;
mod database;
mod files;
mod import;
mod keeping;
mod learn;
mod presets;
mod providers;
mod review;
mod serve;
mod setup_args;
mod show;
mod tiles;
mod tune;
mod verify;
#[cfg(feature = "cluster")]
mod worker;

use clap::{Parser, Subcommand};

/// It gives back what a rush of games took; the system's own keeps more than twice as much (`docs/server.md`).
#[cfg(all(not(windows), feature = "jemalloc"))]
#[global_allocator]
static ALLOCATOR: tikv_jemallocator::Jemalloc = tikv_jemallocator::Jemalloc;

/// The Carcassonne family of board games: server, computer players, tools.
///
/// Without a command it serves: open the address that it prints.
#[derive(Parser)]
#[command(name = "bastide", version, about, args_conflicts_with_subcommands = true)]
struct Cli {
    #[command(subcommand)]
    command: Option<Command>,
    #[command(flatten)]
    serve: serve::Args,
}

#[derive(Subcommand)]
enum Command {
    /// Serve games to browsers (the default)
    Serve(serve::Args),
    #[cfg(feature = "cluster")]
    Worker(worker::Args),
    Backup(keeping::BackupArgs),
    Restore(keeping::RestoreArgs),
    Check(keeping::CheckArgs),
    Admin(admin::Args),
    Arena(arena::Args),
    Bench(bench::Args),
    Show(show::Args),
    Import(import::Args),
    Verify(verify::Args),
    Tiles(tiles::Args),
    Presets(presets::Args),
    Analyse(analyse::Args),
    Review(review::Args),
    Tune(tune::Args),
    Learn(learn::Args),
}

fn main() -> std::process::ExitCode {
    let cli = Cli::parse();
    let command = cli.command.unwrap_or(Command::Serve(cli.serve));
    serve::log(match &command {
        Command::Serve(args) => args.log_json(),
        #[cfg(feature = "cluster")]
        Command::Worker(args) => args.log_json(),
        _ => false,
    });
    let result = match command {
        Command::Serve(args) => serve::run(args),
        #[cfg(feature = "cluster")]
        Command::Worker(args) => worker::run(args),
        Command::Backup(args) => keeping::backup(&args),
        Command::Restore(args) => keeping::restore(&args),
        Command::Check(args) => keeping::check(&args),
        Command::Admin(args) => admin::run(args),
        Command::Arena(args) => arena::run(&args),
        Command::Bench(args) => bench::run(&args),
        Command::Show(args) => show::run(&args),
        Command::Import(args) => import::run(&args),
        Command::Verify(args) => verify::run(&args),
        Command::Tiles(args) => tiles::run(&args),
        Command::Presets(args) => presets::run(&args),
        Command::Analyse(args) => analyse::run(&args),
        Command::Review(args) => review::run(&args),
        Command::Tune(args) => tune::run(&args),
        Command::Learn(args) => learn::run(&args),
    };
    match bots::illegal_choices() {
        0 => {}
        count => eprintln!("bastide: computer players chose {count} times what is not legal; the log above says what"),
    }
    match result {
        Ok(()) => std::process::ExitCode::SUCCESS,
        Err(error) => {
            eprintln!("bastide: {error:#}");
            std::process::ExitCode::FAILURE
        }
    }
}
