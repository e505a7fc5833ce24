//! `bastide admin`: moderates a server directly through its database, even while the server runs.

use std::path::PathBuf;

use clap::{Subcommand, ValueEnum};
use server::admin::{AdminAction, AdminDatabase, AuditLine, BanLine, Line, ReportLine, Role, Said, SharedGame};
use server::archive_import::Archive;
use server::time::utc;

use super::backups::folder;
use super::{archive, database};

/// Moderate a server: roles, reports, sanctions; import games into its archive. A running server applies changes within seconds
#[derive(clap::Args)]
#[command(after_help = "Examples:
  bastide admin --data ./games role Anna admin
  bastide admin --data ./games ban Borys --reason 'insults' --days 7
  bastide admin --data ./games import links.txt records/")]
pub struct Args {
    /// Database folder; by default the platform's folder for program data
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
        /// The new role
        role: RoleWord,
    },
    /// List open reports
    Reports {
        /// Include closed reports
        #[arg(long)]
        all: bool,
        #[command(flatten)]
        part: Part,
    },
    /// Dismiss a report
    Dismiss {
        /// The report's number
        report: i64,
        /// Reason, for the audit log
        #[arg(long, default_value = "")]
        reason: String,
    },
    /// Mute an account
    Mute(Sanction),
    /// Unmute an account
    Unmute {
        /// The account's name
        name: String,
    },
    /// Ban an account and sign it out everywhere
    Ban(Sanction),
    /// Lift a ban
    Unban {
        /// The account's name
        name: String,
    },
    /// Rename an account
    Rename {
        /// The account's name
        name: String,
        /// The new name
        to: String,
        /// Reason, for the audit log
        #[arg(long)]
        reason: String,
    },
    /// Close a table
    CloseTable {
        /// The table's name, as in its link
        table: String,
        /// Reason, shown to everyone who opens the table
        #[arg(long)]
        reason: String,
    },
    /// Reopen a closed table
    OpenTable {
        /// The table's name, as in its link
        table: String,
    },
    /// Mark an email address as bounced: it gets no more mail until its owner enters it again
    Bounced {
        /// The email address
        address: String,
    },
    /// List the chat lines of a table or the lobby, with their numbers
    Talk {
        /// The table's name, as in its link [default: the lobby]
        #[arg(long)]
        table: Option<String>,
        #[command(flatten)]
        part: Part,
    },
    /// Remove a chat line; everyone sees that it was removed
    RemoveLine {
        /// The line's number
        line: i64,
        /// Reason, for the audit log
        #[arg(long, default_value = "")]
        reason: String,
        /// Number of the report that this resolves
        #[arg(long)]
        report: Option<i64>,
    },
    /// Ban the guest in a seat: no new tables, seats, sockets or accounts for that browser
    BanGuest {
        /// The table's name, as in its link
        table: String,
        /// The seat, counted from 0
        seat: u8,
        #[command(flatten)]
        terms: Terms,
    },
    /// Ban guests at an address or address block; existing accounts can still sign in there
    BanAddress {
        /// 203.0.113.7, 203.0.113.0/24 or 2001:db8::/48; a single IPv6 address means its /64 block
        block: String,
        #[command(flatten)]
        terms: Terms,
    },
    /// List bans on guests and addresses, with their numbers
    Bans,
    /// Lift a ban on a guest or on addresses
    LiftBan {
        /// The ban's number
        ban: i64,
        /// Reason, for the audit log
        #[arg(long, default_value = "")]
        reason: String,
    },
    /// Change a setting of the running server, or list all settings
    Set {
        /// registration (open, closed), slow-mode (off, or seconds between chat lines) or links-after (off, or the minimum age of an
        /// account in days to post links)
        #[arg(requires = "value")]
        setting: Option<String>,
        /// The new value
        value: Option<String>,
        /// Reason, for the audit log
        #[arg(long, default_value = "")]
        reason: String,
    },
    /// List rated games between players who share an IP address
    Households(Part),
    /// Reset an account's ratings; its games are kept and its owner is notified
    ResetRatings(Reset),
    /// Export an account's data to a new file, just as its owner can
    Export {
        /// The account's name
        name: String,
        /// Output file; must not exist yet
        #[arg(long, value_name = "FILE")]
        to: PathBuf,
        /// Reason, for the audit log
        #[arg(long, default_value = "")]
        reason: String,
    },
    /// Delete an account permanently, just as its owner can; its seats show "deleted player"
    Delete {
        /// The account's name
        name: String,
        /// Confirm the permanent deletion
        #[arg(long, required = true)]
        yes: bool,
        /// Reason, for the audit log
        #[arg(long, default_value = "")]
        reason: String,
    },
    /// List moderation actions
    Audit(Part),
    /// Import finished games from files into the public archive: not rated, with the players' names as text, each game once. Reports
    /// games that cannot be imported, or were not finished, and skips them; the exit code is then 1
    Import(archive::Args),
}

#[derive(clap::Args)]
struct Sanction {
    /// The account's name
    name: String,
    /// Reason, shown to the account's owner
    #[arg(long)]
    reason: String,
    /// Duration in days [default: permanent]
    #[arg(long)]
    days: Option<u32>,
    /// Number of the report that this resolves
    #[arg(long)]
    report: Option<i64>,
}

#[derive(clap::Args)]
struct Reset {
    /// The account's name
    name: String,
    /// Reason, shown to the account's owner
    #[arg(long)]
    reason: String,
    /// Number of the report that this resolves
    #[arg(long)]
    report: Option<i64>,
}

/// Reason and duration of a ban on a guest or on addresses.
#[derive(clap::Args)]
struct Terms {
    /// Reason, shown to the banned guests
    #[arg(long)]
    reason: String,
    /// Duration in days [default: permanent]
    #[arg(long)]
    days: Option<u32>,
    /// Number of the report that this resolves
    #[arg(long)]
    report: Option<i64>,
}

/// The page of a list to show, newest first.
#[derive(clap::Args)]
struct Part {
    /// Only entries before this number
    #[arg(long, value_name = "NUMBER")]
    before: Option<i64>,
    /// Maximum number of entries
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

/// An action, with its reason and the number of the report that it resolves.
type Act = (AdminAction, String, Option<i64>);

/// Runs the command.
///
/// # Errors
/// The action fails, or the database cannot be opened.
pub fn run(args: Args) -> anyhow::Result<()> {
    let url = args.database.url()?;
    if let What::Import(what) = &args.what {
        let mut archive = match url {
            Some(url) => Archive::at(&url)?,
            None => Archive::open(&folder(args.data)?)?,
        };
        return archive::import(&mut archive, what);
    }
    let mut database = match url {
        Some(url) => AdminDatabase::at(&url)?,
        None => AdminDatabase::open(&folder(args.data)?)?,
    };
    match args.what {
        What::Export { name, to, reason } => {
            database.export(&name, &to, &reason).map_err(anyhow::Error::msg)?;
            println!("{name} is in {}", to.display());
        }
        what => {
            if let Some((action, why, report)) = list_or_action(&mut database, what)? {
                database.act(action, &why, report).map_err(anyhow::Error::msg)?;
                for entry in database.audit(None, 1)? {
                    println!("{}", format_entry(&entry));
                }
            }
        }
    }
    Ok(())
}

/// Prints a list, or returns the action to carry out.
fn list_or_action(database: &mut AdminDatabase, what: What) -> anyhow::Result<Option<Act>> {
    match what {
        What::Reports { all, part } => {
            let reports = database.reports(!all, part.before, part.limit)?;
            reports.iter().for_each(print_report);
            end_of_list(reports.len(), &part, reports.last().map(|one| one.id));
        }
        What::Audit(part) => {
            let entries = database.audit(part.before, part.limit)?;
            entries.iter().for_each(|entry| println!("{}", format_entry(entry)));
            end_of_list(entries.len(), &part, entries.last().map(|one| one.id));
        }
        What::Bounced { address } => match database.mark_bounced(&address)? {
            0 => anyhow::bail!("no account has the address {address}; check the spelling"),
            count => println!("{address} gets no more mail; accounts with this address: {count}"),
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
        what => return Ok(action(what)),
    }
    Ok(None)
}

/// Returns the action for a subcommand, or `None` for a subcommand that only lists or exports.
fn action(what: What) -> Option<Act> {
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
        | What::Export { .. }
        | What::Import(_) => return None,
    })
}

/// Prints how to list more entries.
fn end_of_list(shown: usize, part: &Part, last: Option<i64>) {
    match last {
        None => println!("none"),
        Some(last) if shown == part.limit as usize => println!("there may be more: --before {last}"),
        Some(_) => {}
    }
}

/// Formats an audit log entry as one line.
fn format_entry(entry: &AuditLine) -> String {
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
