//! `bastide admin`: how whoever keeps a server keeps order there, on the database itself, also while the server runs.

use std::path::PathBuf;

use clap::{Subcommand, ValueEnum};
use server::admin::{AdminAction, AdminDatabase, AuditLine, ReportLine, Role};
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

/// Does what is asked, and prints lists.
///
/// # Errors
/// It cannot be done, or the database cannot be used.
pub fn run(args: Args) -> anyhow::Result<()> {
    let mut database = match args.database.url()? {
        Some(url) => AdminDatabase::at(&url)?,
        None => AdminDatabase::open(&folder(args.data)?)?,
    };
    let (action, why, report) = match args.what {
        What::Reports { all, part } => {
            let reports = database.reports(!all, part.before, part.limit)?;
            reports.iter().for_each(print_report);
            end_of_list(reports.len(), &part, reports.last().map(|one| one.id));
            return Ok(());
        }
        What::Audit(part) => {
            let entries = database.audit(part.before, part.limit)?;
            entries.iter().for_each(|entry| println!("{}", told(entry)));
            end_of_list(entries.len(), &part, entries.last().map(|one| one.id));
            return Ok(());
        }
        What::Bounced { address } => {
            match database.mark_bounced(&address)? {
                0 => anyhow::bail!("no account has the address {address}; check how it is written"),
                count => println!("no more mail goes to {address}; accounts that have it: {count}"),
            }
            return Ok(());
        }
        What::Role { name, role } => (AdminAction::Role { name, role: role.into() }, String::new(), None),
        What::Dismiss { report, reason } => (AdminAction::Dismiss { report }, reason, None),
        What::Mute(Sanction { name, reason, days, report }) => (AdminAction::Mute { name, days }, reason, report),
        What::Unmute { name } => (AdminAction::Unmute { name }, String::new(), None),
        What::Ban(Sanction { name, reason, days, report }) => (AdminAction::Ban { name, days }, reason, report),
        What::Unban { name } => (AdminAction::Unban { name }, String::new(), None),
        What::Rename { name, to, reason } => (AdminAction::Rename { name, to }, reason, None),
        What::CloseTable { table, reason } => (AdminAction::Close { table }, reason, None),
        What::OpenTable { table } => (AdminAction::Reopen { table }, String::new(), None),
    };
    database.act(action, &why, report).map_err(anyhow::Error::msg)?;
    for entry in database.audit(None, 1)? {
        println!("{}", told(&entry));
    }
    Ok(())
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
    line += &entry.report.map(|report| format!(" report {report}")).unwrap_or_default();
    line += &entry.until.map(|until| format!(" until {}", utc(until))).unwrap_or_default();
    if entry.why.is_empty() { line } else { format!("{line}: {}", entry.why) }
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
