//! `bastide tournament`: runs a tournament whose games are played anywhere.

mod export;
mod show;
mod store;

use std::path::{Path, PathBuf};

use anyhow::{Context, Result, bail};
use clap::{Subcommand, ValueEnum};
use tournament::{Command, Format, Outcome, PlayerNumber, Seeding, Settings, TieBreak, Ties, Tournament};

use store::Store;

/// Run a tournament: pairings, results, standings
///
/// The tournament is a file with one command a line. Lines are only added, so it can be copied at any time. Matches and rounds are numbered
/// from 1.
#[derive(clap::Args)]
#[command(after_help = "Examples:
  bastide tournament new club.jsonl --name 'Club evening' --format swiss --rounds 5
  bastide tournament join club.jsonl Anna:1850 Boris 'Clara M.:1700' Dmytro
  bastide tournament pair club.jsonl
  bastide tournament result club.jsonl 1 72:65
  bastide tournament rule club.jsonl 2 --winner Boris --reason 'Clara did not come'
  bastide tournament standings club.jsonl
  bastide tournament export club.jsonl --csv > standings.csv")]
pub struct Args {
    #[command(subcommand)]
    command: Action,
}

#[derive(Subcommand)]
enum Action {
    New(New),
    /// Add players, each as NAME or NAME:RATING
    Join {
        /// File of the tournament
        file: PathBuf,
        /// Names of players who join
        #[arg(required = true)]
        players: Vec<String>,
    },
    /// Remove a player, who loses the open match and is not paired again
    Leave {
        /// File of the tournament
        file: PathBuf,
        /// Name of the player
        player: String,
    },
    /// Bring back a player who left (Swiss only, after the start)
    Return {
        /// File of the tournament
        file: PathBuf,
        /// Name of the player
        player: String,
    },
    /// Pair the next round; the first round starts the tournament
    Pair {
        /// File of the tournament
        file: PathBuf,
    },
    /// Enter the result of a match's current game
    Result {
        /// File of the tournament
        file: PathBuf,
        /// Number of the match
        #[arg(value_name = "MATCH")]
        number: u32,
        /// Points of its first and second player, such as 72:65
        points: String,
    },
    Rule(Rule),
    /// Take back a ruling, or else the last result, of a match of the current round
    Reopen {
        /// File of the tournament
        file: PathBuf,
        /// Number of the match
        #[arg(value_name = "MATCH")]
        number: u32,
    },
    /// Interrupt a match, which then takes no results
    Adjourn {
        /// File of the tournament
        file: PathBuf,
        /// Number of the match
        #[arg(value_name = "MATCH")]
        number: u32,
    },
    /// Resume an interrupted match
    Resume {
        /// File of the tournament
        file: PathBuf,
        /// Number of the match
        #[arg(value_name = "MATCH")]
        number: u32,
    },
    /// Show the matches of the current round, or of another
    Show {
        /// File of the tournament
        file: PathBuf,
        /// Number of a round
        #[arg(long)]
        round: Option<usize>,
    },
    /// Show the standings
    Standings {
        /// File of the tournament
        file: PathBuf,
    },
    Export(export::Args),
}

/// Create a tournament
#[derive(clap::Args)]
struct New {
    /// File to create
    file: PathBuf,
    /// Name of the tournament
    #[arg(long)]
    name: String,
    /// Format of the tournament
    #[arg(long, value_enum, default_value = "swiss")]
    format: FormatName,
    /// Number of rounds (swiss)
    #[arg(long, default_value_t = 5)]
    rounds: u8,
    /// Number of matches between any two players (round-robin)
    #[arg(long, default_value_t = 1)]
    cycles: u8,
    /// Number of groups (groups)
    #[arg(long, default_value_t = 4)]
    groups: u8,
    /// Number of players of each group in the elimination (groups)
    #[arg(long, default_value_t = 2)]
    advance: u8,
    /// Add a match for the third place (single-elimination)
    #[arg(long)]
    third_place: bool,
    /// Number of games in a match: 1, 3 or 5
    #[arg(long, default_value_t = 1)]
    best_of: u8,
    /// How a game with equal points ends
    #[arg(long, value_enum, default_value = "draw")]
    ties: TiesName,
    /// Tie-breaks between players with equal points, in this order
    #[arg(long, value_enum, value_delimiter = ',', default_values = ["buchholz", "sonneborn-berger", "points-difference"])]
    tie_breaks: Vec<TieBreakName>,
    /// The order in which players are seeded
    #[arg(long, value_enum, default_value = "rating")]
    seeding: SeedingName,
    /// Seed of what is drawn by lot
    #[arg(long, default_value_t = 1)]
    seed: u64,
}

/// Decide a match without regard to its games
#[derive(clap::Args)]
#[group(id = "outcome", required = true, args = ["winner", "draw", "both_lose"])]
struct Rule {
    /// File of the tournament
    file: PathBuf,
    /// Number of the match
    #[arg(value_name = "MATCH")]
    number: u32,
    /// Name of the player who wins
    #[arg(long)]
    winner: Option<String>,
    /// The match is drawn
    #[arg(long)]
    draw: bool,
    /// Both players lose
    #[arg(long)]
    both_lose: bool,
    /// Why, for the players to read
    #[arg(long)]
    reason: String,
}

#[derive(Clone, Copy, ValueEnum)]
enum FormatName {
    Swiss,
    RoundRobin,
    SingleElimination,
    DoubleElimination,
    Groups,
}

#[derive(Clone, Copy, ValueEnum)]
enum TiesName {
    Draw,
    StarterLoses,
}

#[derive(Clone, Copy, ValueEnum)]
enum TieBreakName {
    Direct,
    Wins,
    Buchholz,
    SonnebornBerger,
    PointsDifference,
}

#[derive(Clone, Copy, ValueEnum)]
enum SeedingName {
    Rating,
    Joined,
    Drawn,
}

/// Runs a command of a tournament.
///
/// # Errors
/// The file cannot be read or written, or the command is not possible now.
pub fn run(args: &Args) -> Result<()> {
    match &args.command {
        Action::New(new) => Store::create(&new.file, new.settings()),
        Action::Join { file, players } => change(file, |_| players.iter().map(|player| Ok(joining(player))).collect()),
        Action::Leave { file, player } => {
            change(file, |tournament| Ok(vec![Command::Withdraw { player: named(tournament, player)? }]))
        }
        Action::Return { file, player } => {
            change(file, |tournament| Ok(vec![Command::Return { player: named(tournament, player)? }]))
        }
        Action::Pair { file } => {
            change(file, |_| Ok(vec![Command::Pair]))?;
            show::round(&Store::open(file)?.tournament, None)
        }
        Action::Result { file, number, points } => {
            let points = parse_points(points)?;
            change(file, |_| Ok(vec![Command::Enter { number: index(*number)?, points, winner: None }]))
        }
        Action::Rule(rule) => change(&rule.file, |tournament| Ok(vec![rule.command(tournament)?])),
        Action::Reopen { file, number } => change(file, |_| Ok(vec![Command::Reopen { number: index(*number)? }])),
        Action::Adjourn { file, number } => adjourn(file, *number, true),
        Action::Resume { file, number } => adjourn(file, *number, false),
        Action::Show { file, round } => show::round(&Store::open(file)?.tournament, *round),
        Action::Standings { file } => {
            show::standings(&Store::open(file)?.tournament);
            Ok(())
        }
        Action::Export(args) => export::run(args),
    }
}

/// Applies commands in order; all of them or none.
fn change(file: &Path, commands: impl Fn(&Tournament) -> Result<Vec<Command>>) -> Result<()> {
    let mut store = Store::open(file)?;
    let commands = commands(&store.tournament)?;
    store.apply(&commands)
}

fn adjourn(file: &Path, number: u32, adjourned: bool) -> Result<()> {
    change(file, |_| Ok(vec![Command::Adjourn { number: index(number)?, adjourned }]))
}

fn joining(player: &str) -> Command {
    let rated = player.rsplit_once(':').and_then(|(name, rating)| Some((name, rating.parse().ok()?)));
    let (name, rating) = rated.map_or((player, None), |(name, rating)| (name, Some(rating)));
    Command::Join { name: name.to_owned(), rating }
}

/// Converts the number of a match as shown to the library's, which counts from 0.
fn index(number: u32) -> Result<u32> {
    number.checked_sub(1).context("matches are numbered from 1")
}

fn parse_points(text: &str) -> Result<[i32; 2]> {
    let parsed = text.split_once(':').and_then(|(one, two)| Some([one.parse().ok()?, two.parse().ok()?]));
    parsed.with_context(|| format!("points must have the form 72:65, not \"{text}\""))
}

fn named(tournament: &Tournament, name: &str) -> Result<PlayerNumber> {
    let found = tournament.players().iter().position(|player| player.name == name);
    Ok(found.with_context(|| format!("there is no player named {name}"))? as PlayerNumber)
}

impl New {
    fn settings(&self) -> Settings {
        Settings {
            name: self.name.clone(),
            format: match self.format {
                FormatName::Swiss => Format::Swiss { rounds: self.rounds },
                FormatName::RoundRobin => Format::RoundRobin { cycles: self.cycles },
                FormatName::SingleElimination => Format::SingleElimination { third_place: self.third_place },
                FormatName::DoubleElimination => Format::DoubleElimination,
                FormatName::Groups => Format::Groups { groups: self.groups, advance: self.advance },
            },
            best_of: self.best_of,
            ties: match self.ties {
                TiesName::Draw => Ties::Draw,
                TiesName::StarterLoses => Ties::StarterLoses,
            },
            tie_breaks: self.tie_breaks.iter().map(|&name| name.into()).collect(),
            seeding: match self.seeding {
                SeedingName::Rating => Seeding::Rating,
                SeedingName::Joined => Seeding::Joined,
                SeedingName::Drawn => Seeding::Drawn,
            },
            seed: self.seed,
        }
    }
}

impl From<TieBreakName> for TieBreak {
    fn from(name: TieBreakName) -> Self {
        match name {
            TieBreakName::Direct => Self::Direct,
            TieBreakName::Wins => Self::Wins,
            TieBreakName::Buchholz => Self::Buchholz,
            TieBreakName::SonnebornBerger => Self::SonnebornBerger,
            TieBreakName::PointsDifference => Self::PointsDifference,
        }
    }
}

impl Rule {
    fn command(&self, tournament: &Tournament) -> Result<Command> {
        let number = index(self.number)?;
        let outcome = match &self.winner {
            Some(name) => {
                let player = named(tournament, name)?;
                let found = tournament.matches().get(number as usize);
                let found = found.with_context(|| format!("there is no match {}", self.number))?;
                match found.side_of(player) {
                    Some(side) => Outcome::won_by(side),
                    None => bail!("{name} does not play in match {}", self.number),
                }
            }
            None if self.draw => Outcome::Draw,
            None => Outcome::BothLose,
        };
        Ok(Command::Rule { number, outcome, reason: self.reason.clone() })
    }
}
