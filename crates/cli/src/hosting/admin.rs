//! `bastide admin`: how whoever keeps a server keeps order there, on the database itself, also while the server runs.

use std::path::PathBuf;

use clap::{Subcommand, ValueEnum};
use server::admin::{AdminAction, AdminDatabase, AuditLine, BanLine, Line, ReportLine, Role, Said, SharedGame};
use server::time::utc;

use super::backups::folder;
use super::database;

/// Keep order on a server: roles, reports, sanctions; also while it runs, which follows within some seconds
#[derive(clap::Args)]
#[command(after_help = "Examples:
  bastide admin --data ./games role Anna admin
  bastide admin --data ./games ban Borys --reason 'insults' --days 7")]
pub struct Args {
    /// Folder of the database; the usual one is the platform's folder for program data
    #[arg(long, value_name = "DIR", global = true)]
    data: Option<PathBuf>,
    #[command(flatten)]
    database: database::Args,
    #[command(subcommand)]
    what: What,
}

#[derive(Subcommand)]
enum What {
    /// Give an account a role
    Role {
        /// The account's name
        name: String,
        /// The role
        role: RoleWord,
    },
    /// List reports about which nobody has decided
    Reports {
        /// Those too about which somebody has decided
        #[arg(long)]
        all: bool,
        #[command(flatten)]
        part: Part,
    },
    /// Lay a report aside
    Dismiss {
        /// Its number
        report: i64,
        /// Why
        #[arg(long, default_value = "")]
        reason: String,
    },
    /// Have an account not talk
    Mute(Sanction),
    /// Have an account talk again
    Unmute {
        /// The account's name
        name: String,
    },
    /// Have an account not sign in; it is signed out everywhere
    Ban(Sanction),
    /// Have an account sign in again
    Unban {
        /// The account's name
        name: String,
    },
    /// Give an account another name
    Rename {
        /// The account's name
        name: String,
        /// Its name from now on
        to: String,
        /// Why
        #[arg(long)]
        reason: String,
    },
    /// Have nobody look at a table any more
    CloseTable {
        /// The table's name, as in its link
        table: String,
        /// Why; whoever comes there is told
        #[arg(long)]
        reason: String,
    },
    /// Open a table again that was closed
    OpenTable {
        /// The table's name
        table: String,
    },
    /// Send no more mail to an address from which it was returned, until its owner gives it again
    Bounced {
        /// The address of mail
        address: String,
    },
    /// List lines of chat with their numbers: of a table, or of the lobby
    Talk {
        /// The table's name, as in its link; the lobby without it
        #[arg(long)]
        table: Option<String>,
        #[command(flatten)]
        part: Part,
    },
    /// Remove a line of chat; everybody sees that it was removed
    RemoveLine {
        /// Its number
        line: i64,
        /// Why
        #[arg(long, default_value = "")]
        reason: String,
        /// The number of the report that it answers
        #[arg(long)]
        report: Option<i64>,
    },
    /// Ban the guest on a seat: no new tables, seats, sockets or accounts for that browser
    BanGuest {
        /// The table's name, as in its link
        table: String,
        /// The seat, counted from 0
        seat: u8,
        #[command(flatten)]
        terms: Terms,
    },
    /// Ban guests at an address or a block of addresses; accounts that exist can still sign in there
    BanAddress {
        /// 203.0.113.7, 203.0.113.0/24, 2001:db8::/48; one IPv6 address stands for its first 64 bits
        block: String,
        #[command(flatten)]
        terms: Terms,
    },
    /// List the bans of guests and addresses with their numbers
    Bans,
    /// End a ban of a guest or of addresses
    LiftBan {
        /// Its number
        ban: i64,
        /// Why
        #[arg(long, default_value = "")]
        reason: String,
    },
    /// Change a setting of the running server, or list all settings
    Set {
        /// registration (open, closed), slow-mode (off, or seconds between lines of chat) or links-after (off, or days that an account must
        /// be old to post links)
        #[arg(requires = "value")]
        setting: Option<String>,
        /// Its value
        value: Option<String>,
        /// Why
        #[arg(long, default_value = "")]
        reason: String,
    },
    /// List rated games whose players came from one address
    Households(Part),
    /// Start the ratings of an account again; its games stay, and its owner is told
    ResetRatings(Reset),
    /// Write all that an account has into a new file, as its owner can
    Export {
        /// The account's name
        name: String,
        /// The file; it must not exist yet
        #[arg(long, value_name = "FILE")]
        to: PathBuf,
        /// Why, for the audit log
        #[arg(long, default_value = "")]
        reason: String,
    },
    /// Delete an account for good, as its owner can; its seats say "deleted player"
    Delete {
        /// The account's name
        name: String,
        /// Confirms that the account is deleted for good
        #[arg(long, required = true)]
        yes: bool,
        /// Why, for the audit log
        #[arg(long, default_value = "")]
        reason: String,
    },
    /// List what was done to keep order
    Audit(Part),
}

#[derive(clap::Args)]
struct Sanction {
    /// The account's name
    name: String,
    /// Why; whoever it is about is told
    #[arg(long)]
    reason: String,
    /// For how many days; for ever without it
    #[arg(long)]
    days: Option<u32>,
    /// The number of the report that it answers
    #[arg(long)]
    report: Option<i64>,
}

#[derive(clap::Args)]
struct Reset {
    /// The account's name
    name: String,
    /// Why; its owner is told
    #[arg(long)]
    reason: String,
    /// The number of the report that it answers
    #[arg(long)]
    report: Option<i64>,
}

/// Why a guest or addresses are banned, and how long.
#[derive(clap::Args)]
struct Terms {
    /// Why; whoever it is about is told
    #[arg(long)]
    reason: String,
    /// For how many days; for ever without it
    #[arg(long)]
    days: Option<u32>,
    /// The number of the report that it answers
    #[arg(long)]
    report: Option<i64>,
}

/// Which part of a list is shown: the newest first.
#[derive(clap::Args)]
struct Part {
    /// Only those before this number
    #[arg(long, value_name = "NUMBER")]
    before: Option<i64>,
    /// How many
    #[arg(long, default_value_t = 30, value_parser = clap::value_parser!(u32).range(1..=1000))]
    limit: u32,
}

#[derive(Clone, Copy, ValueEnum)]
enum RoleWord {
    Player,
    Moderator,
    Admin,
}

impl From<RoleWord> for Role {
    fn from(word: RoleWord) -> Role {
        match word {
            RoleWord::Player => Role::Player,
            RoleWord::Moderator => Role::Moderator,
            RoleWord::Admin => Role::Admin,
        }
    }
}

/// An action with its reason, and the report that it answers.
type Act = (AdminAction, String, Option<i64>);

/// Does what is asked, and prints lists.
///
/// # Errors
/// It cannot be done, or the database cannot be used.
pub fn run(args: Args) -> anyhow::Result<()> {
    let mut database = match args.database.url()? {
        Some(url) => AdminDatabase::at(&url)?,
        None => AdminDatabase::open(&folder(args.data)?)?,
    };
    match args.what {
        What::Export { name, to, reason } => {
            database.export(&name, &to, &reason).map_err(anyhow::Error::msg)?;
            println!("{name} is in {}", to.display());
        }
        what => {
            if let Some((action, why, report)) = list_or_act(&mut database, what)? {
                database.act(action, &why, report).map_err(anyhow::Error::msg)?;
                for entry in database.audit(None, 1)? {
                    println!("{}", told(&entry));
                }
            }
        }
    }
    Ok(())
}

/// Prints a list, or returns what is to be done.
fn list_or_act(database: &mut AdminDatabase, what: What) -> anyhow::Result<Option<Act>> {
    match what {
        What::Reports { all, part } => {
            let reports = database.reports(!all, part.before, part.limit)?;
            reports.iter().for_each(print_report);
            end_of_list(reports.len(), &part, reports.last().map(|one| one.id));
        }
        What::Audit(part) => {
            let entries = database.audit(part.before, part.limit)?;
            entries.iter().for_each(|entry| println!("{}", told(entry)));
            end_of_list(entries.len(), &part, entries.last().map(|one| one.id));
        }
        What::Bounced { address } => match database.mark_bounced(&address)? {
            0 => anyhow::bail!("no account has the address {address}; check how it is written"),
            count => println!("no more mail goes to {address}; accounts that have it: {count}"),
        },
        What::Talk { table, part } => {
            let lines = database.lines(table, part.before, part.limit)?;
            lines.iter().for_each(print_line);
            end_of_list(lines.len(), &part, lines.first().map(|one| one.id));
        }
        What::Households(part) => {
            let games = database.shared_games(part.before, part.limit)?;
            games.iter().for_each(print_game);
            end_of_list(games.len(), &part, games.last().map(|one| one.id));
        }
        What::Bans => {
            let bans = database.bans()?;
            bans.iter().for_each(print_ban);
            if bans.is_empty() {
                println!("none");
            }
        }
        What::Set { setting: None, .. } => {
            database.settings()?.iter().for_each(|(name, value)| println!("{name} {value}"));
        }
        what => return Ok(act(what)),
    }
    Ok(None)
}

/// What is to be done; none where nothing is.
fn act(what: What) -> Option<Act> {
    Some(match what {
        What::Role { name, role } => (AdminAction::Role { name, role: role.into() }, String::new(), None),
        What::Dismiss { report, reason } => (AdminAction::Dismiss { report }, reason, None),
        What::Mute(Sanction { name, reason, days, report }) => (AdminAction::Mute { name, days }, reason, report),
        What::Unmute { name } => (AdminAction::Unmute { name }, String::new(), None),
        What::Ban(Sanction { name, reason, days, report }) => (AdminAction::Ban { name, days }, reason, report),
        What::Unban { name } => (AdminAction::Unban { name }, String::new(), None),
        What::Rename { name, to, reason } => (AdminAction::Rename { name, to }, reason, None),
        What::CloseTable { table, reason } => (AdminAction::Close { table }, reason, None),
        What::OpenTable { table } => (AdminAction::Reopen { table }, String::new(), None),
        What::RemoveLine { line, reason, report } => (AdminAction::RemoveLine { line }, reason, report),
        What::BanGuest { table, seat, terms: Terms { reason, days, report } } => {
            (AdminAction::BanGuest { table, seat, days }, reason, report)
        }
        What::BanAddress { block, terms: Terms { reason, days, report } } => {
            (AdminAction::BanAddress { block, days }, reason, report)
        }
        What::LiftBan { ban, reason } => (AdminAction::LiftBan { ban }, reason, None),
        What::Set { setting: Some(setting), value, reason } => {
            (AdminAction::Set { setting, value: value.unwrap_or_default() }, reason, None)
        }
        What::ResetRatings(Reset { name, reason, report }) => (AdminAction::ResetRatings { name }, reason, report),
        What::Delete { name, reason, .. } => (AdminAction::Delete { name }, reason, None),
        What::Reports { .. }
        | What::Audit(_)
        | What::Talk { .. }
        | What::Households(_)
        | What::Bans
        | What::Bounced { .. }
        | What::Set { setting: None, .. }
        | What::Export { .. } => return None,
    })
}

/// Says how the rest of a list is seen.
fn end_of_list(shown: usize, part: &Part, last: Option<i64>) {
    match last {
        None => println!("none"),
        Some(last) if shown == part.limit as usize => println!("there may be more: --before {last}"),
        Some(_) => {}
    }
}

/// An entry of the audit log in a line.
fn told(entry: &AuditLine) -> String {
    let gone = "(deleted player)";
    let by = entry.actor.map_or("(the host)", |_| entry.actor_name.as_deref().unwrap_or(gone));
    let mut line = format!("{} {} {by}: {}", entry.id, utc(entry.time), entry.act);
    if entry.account.is_some() {
        line += &format!(" {}", entry.name.as_deref().unwrap_or(gone));
    }
    for (before, what) in [(" once ", &entry.former), (" table ", &entry.table)] {
        line += &what.as_ref().map(|what| format!("{before}{what}")).unwrap_or_default();
    }
    line += &entry.line.map(|number| format!(" line {number}")).unwrap_or_default();
    line += &entry.ban.map(|number| format!(" ban {number}")).unwrap_or_default();
    line += &entry.detail.as_ref().map(|detail| format!(" {detail}")).unwrap_or_default();
    line += &entry.report.map(|report| format!(" report {report}")).unwrap_or_default();
    line += &entry.until.map(|until| format!(" until {}", utc(until))).unwrap_or_default();
    if entry.why.is_empty() { line } else { format!("{line}: {}", entry.why) }
}

fn print_game(game: &SharedGame) {
    let players = game.players.iter().map(|name| name.as_deref().unwrap_or("(deleted player)"));
    println!("{} {} table {}: {}", game.id, utc(game.ended), game.table, players.collect::<Vec<_>>().join(", "));
}

fn print_ban(ban: &BanLine) {
    let mut line = format!("{} {}", ban.id, utc(ban.since));
    line += &ban.block.as_ref().map(|block| format!(" {block}")).unwrap_or_default();
    if let (Some(guest), Some(table), Some(seat)) = (&ban.guest, &ban.table, ban.seat) {
        line += &format!(" guest {guest} (table {table}, seat {seat})");
    }
    line += &ban.until.map(|until| format!(" until {}", utc(until))).unwrap_or_default();
    println!("{line}: {}", ban.reason);
}

fn print_line(line: &Line) {
    let words: &str = match &line.said {
        Said::Phrase(word) => word,
        Said::Words(words) => words,
        Said::Removed => "(removed)",
    };
    let guest = if line.account.is_none() { " (guest)" } else { "" };
    println!("{} {} {}{guest}: {words}", line.id, utc(line.time), line.name);
}

fn print_report(report: &ReportLine) {
    let about = report.about.as_deref().unwrap_or("a guest");
    let by = report.reporter.as_deref().unwrap_or("a guest");
    let place = report.table.as_ref().map_or_else(|| "in the lobby".to_owned(), |table| format!("at table {table}"));
    let seat = report.seat.map(|seat| format!(", seat {seat}")).unwrap_or_default();
    let act = report.act.as_ref().map(|act| format!(" [{act}]")).unwrap_or_default();
    println!("{} {} {by} reports {about} {place}{seat}: {}{act}", report.id, utc(report.time), report.reason);
    if !report.words.is_empty() {
        println!("    \"{}\"", report.words);
    }
    for line in report.context["lines"].as_array().into_iter().flatten() {
        let mark = if line["id"].as_i64() == report.line && report.line.is_some() { ">" } else { " " };
        let words = line["words"].as_str().or(line["phrase"].as_str()).unwrap_or("(deleted)");
        println!("  {mark} {}: {words}", line["name"].as_str().unwrap_or("?"));
    }
}
