//! The `bastide` command. Each subcommand has its own file.

#[macro_use]
mod output;

#[cfg(not(all(feature = "cluster", feature = "tuning")))]
mod absent;
mod analyse;
mod arena;
mod board_text;
mod bot;
mod export;
mod fairness;
mod files;
#[cfg(feature = "server")]
mod hosting;
mod import;
mod lessons;
mod log;
mod presets;
mod puzzles;
mod review;
mod setup_args;
mod show;
mod tiles;
mod tournament;
#[cfg(feature = "tuning")]
mod tuning;
mod verify;

use clap::{Parser, Subcommand};

/// Returns memory to the system after a burst of games; the system allocator retains more than twice as much (`docs/server.md`).
#[cfg(all(not(windows), feature = "jemalloc"))]
#[global_allocator]
static ALLOCATOR: tikv_jemallocator::Jemalloc = tikv_jemallocator::Jemalloc;

/// The Carcassonne family of board games: server, computer players, tools.
///
/// Without a command, it starts the server: open the address that it prints.
#[derive(Parser)]
#[command(name = "bastide", version, about, args_conflicts_with_subcommands = true)]
#[cfg_attr(not(feature = "server"), command(arg_required_else_help = true))]
struct Cli {
    #[command(subcommand)]
    command: Option<Command>,
    #[cfg(feature = "server")]
    #[command(flatten)]
    serve: hosting::serve::Args,
}

#[derive(Subcommand)]
enum Command {
    #[cfg(feature = "server")]
    #[command(flatten)]
    Hosting(hosting::Command),
    Arena(Box<arena::Args>),
    Bot(bot::Args),
    Show(show::Args),
    Import(import::Args),
    Export(export::Args),
    Verify(verify::Args),
    Tiles(tiles::Args),
    Presets(presets::Args),
    Analyse(analyse::Args),
    Review(review::Args),
    Fairness(fairness::Args),
    Puzzles(Box<puzzles::Args>),
    Lessons(lessons::Args),
    Tournament(tournament::Args),
    #[cfg(feature = "tuning")]
    #[command(flatten)]
    Tuning(tuning::Command),
    #[cfg(not(all(feature = "cluster", feature = "tuning")))]
    #[command(flatten)]
    Absent(absent::Command),
}

fn main() -> std::process::ExitCode {
    let cli = Cli::parse();
    #[cfg(feature = "server")]
    let command = cli.command.unwrap_or(Command::Hosting(hosting::Command::Serve(Box::new(cli.serve))));
    #[cfg(not(feature = "server"))]
    let command = cli.command.expect("clap prints its help instead");
    log::start(match &command {
        #[cfg(feature = "server")]
        Command::Hosting(command) => command.log_json(),
        _ => false,
    });
    let result = match command {
        #[cfg(feature = "server")]
        Command::Hosting(command) => hosting::run(command),
        Command::Arena(args) => arena::run(&args),
        Command::Bot(args) => bot::run(&args),
        Command::Show(args) => show::run(&args),
        Command::Import(args) => import::run(&args),
        Command::Export(args) => export::run(&args),
        Command::Verify(args) => verify::run(&args),
        Command::Tiles(args) => tiles::run(&args),
        Command::Presets(args) => presets::run(&args),
        Command::Analyse(args) => analyse::run(&args),
        Command::Review(args) => review::run(&args),
        Command::Fairness(args) => fairness::run(&args),
        Command::Puzzles(args) => puzzles::run(&args),
        Command::Lessons(args) => lessons::run(&args),
        Command::Tournament(args) => tournament::run(&args),
        #[cfg(feature = "tuning")]
        Command::Tuning(command) => tuning::run(command),
        #[cfg(not(all(feature = "cluster", feature = "tuning")))]
        Command::Absent(command) => absent::run(&command),
    };
    match bots::illegal_choices() {
        0 => {}
        count => eprintln!("bastide: computer players chose {count} illegal answers; see the log above"),
    }
    match result {
        Ok(()) => std::process::ExitCode::SUCCESS,
        Err(error) => {
            eprintln!("bastide: {error:#}");
            std::process::ExitCode::FAILURE
        }
    }
}
