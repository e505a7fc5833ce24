//! Moderation from the command line. It works directly on the database, even while a server is running; the server follows the audit log.

use std::convert::Infallible;
use std::fs::File;
use std::io::Write;
use std::path::Path;

use tokio::io::AsyncReadExt;

use super::bans::{self, GuestSeat};
use super::reports::{Page, reports};
use super::routes::{reason, until};
use super::shared_networks::shared_games;
use super::store::{ModAction, ModCommand, Target, audit, execute};
use crate::accounts::names;
use crate::accounts::service::or_refusal;
use crate::chat::store::{Wanted, lines};
use crate::common::server_settings::Setting;
use crate::compute::replays::Replays;
use crate::export;
use crate::http::refusal::{Code, Refusal};
use crate::notifications::{mailer, store};
use crate::storage::direct::DirectConnection;
use crate::storage::server_settings::server_settings;
use crate::storage::{Database, DatabaseUrl, StorageError};

pub use super::bans::BanLine;
pub use super::reports::ReportLine;
pub use super::shared_networks::SharedGame;
pub use super::store::AuditLine;
pub use crate::chat::store::{Line, Said};
pub use crate::common::role::Role;

/// Size of the export buffer, in bytes.
const BUFFER_BYTES: usize = 64 * 1024;

/// A moderation action as given on the command line.
#[derive(Clone, Debug)]
pub enum AdminAction {
    Role {
        name: String,
        role: Role,
    },
    Mute {
        name: String,
        /// Duration in days; permanent if `None`.
        days: Option<u32>,
    },
    Unmute {
        name: String,
    },
    /// Bans an account and signs it out.
    Ban {
        name: String,
        /// Duration in days; permanent if `None`.
        days: Option<u32>,
    },
    Unban {
        name: String,
    },
    Rename {
        name: String,
        to: String,
    },
    Close {
        table: String,
    },
    Reopen {
        table: String,
    },
    Dismiss {
        report: i64,
    },
    /// Removes the text of a chat line.
    RemoveLine {
        line: i64,
    },
    /// Bans the guest in a seat.
    BanGuest {
        table: String,
        seat: u8,
        /// Duration in days; permanent if `None`.
        days: Option<u32>,
    },
    /// Bans guests from a block of addresses.
    BanAddress {
        block: String,
        /// Duration in days; permanent if `None`.
        days: Option<u32>,
    },
    /// Lifts a ban on a guest or on addresses.
    LiftBan {
        ban: i64,
    },
    Set {
        setting: String,
        value: String,
    },
    /// Deletes an account's ratings but keeps its games.
    ResetRatings {
        name: String,
    },
    /// Deletes an account, just as its owner could.
    Delete {
        name: String,
    },
}

impl AdminAction {
    /// Parses the action and its target.
    fn parsed(self) -> Result<(ModAction, Target), Refusal> {
        let account = |name: &str| Target::Account(names::folded(name));
        Ok(match self {
            AdminAction::Role { name, role } => (ModAction::Role(role), account(&name)),
            AdminAction::Mute { name, days } => (ModAction::Mute { until: until(days)? }, account(&name)),
            AdminAction::Unmute { name } => (ModAction::Unmute, account(&name)),
            AdminAction::Ban { name, days } => (ModAction::Ban { until: until(days)? }, account(&name)),
            AdminAction::Unban { name } => (ModAction::Unban, account(&name)),
            AdminAction::Rename { name, to } => (ModAction::Rename(names::of_account(&to)?), account(&name)),
            AdminAction::Close { table } => (ModAction::Close, Target::Table(table)),
            AdminAction::Reopen { table } => (ModAction::Reopen, Target::Table(table)),
            AdminAction::Dismiss { .. } => (ModAction::Dismiss, Target::Nobody),
            AdminAction::RemoveLine { line } => (ModAction::RemoveLine, Target::Line(line)),
            AdminAction::BanGuest { table, seat, days } => {
                (ModAction::BanGuest { block: None, until: until(days)? }, Target::Guest(GuestSeat { table, seat }))
            }
            AdminAction::BanAddress { block, days } => {
                (ModAction::BanAddress { block: bans::block(&block)?, until: until(days)? }, Target::Nobody)
            }
            AdminAction::ResetRatings { name } => (ModAction::ResetRatings, account(&name)),
            AdminAction::Delete { name } => (ModAction::Delete, account(&name)),
            AdminAction::LiftBan { ban } => (ModAction::LiftBan(ban), Target::Nobody),
            AdminAction::Set { setting, value } => {
                let setting = Setting::parse(&setting, &value).map_err(|what| Refusal::new(Code::BadRange, what))?;
                (ModAction::Set(setting), Target::Nobody)
            }
        })
    }
}

/// The database, opened for moderation from the command line.
pub struct AdminDatabase(DirectConnection);

impl AdminDatabase {
    pub fn open(folder: &Path) -> Result<AdminDatabase, StorageError> {
        DirectConnection::open(folder).map(AdminDatabase)
    }

    pub fn at(url: &DatabaseUrl) -> Result<AdminDatabase, StorageError> {
        DirectConnection::connect(url).map(AdminDatabase)
    }

    /// Carries out an action, adds it to the audit log, and resolves the report if one is given.
    pub fn act(&mut self, request: AdminAction, why: &str, report: Option<i64>) -> Result<(), String> {
        let message = |refusal: Refusal| refusal.message;
        let report = if let AdminAction::Dismiss { report } = &request { Some(*report) } else { report };
        let (action, target) = request.parsed().map_err(message)?;
        let ends = matches!(action, ModAction::Role(_) | ModAction::Unmute | ModAction::Unban | ModAction::Reopen);
        let why = reason(why, ends || action.needs_no_reason()).map_err(message)?;
        let act = ModCommand { actor: None, action, target, report, why };
        or_refusal(self.0.change(|work| execute(work, &act))).map_err(message)
    }

    /// Marks an email address as bounced: nothing is sent to it until its owner enters it again. Returns the number of accounts with this
    /// address.
    pub fn mark_bounced(&mut self, address: &str) -> Result<usize, StorageError> {
        let folded = mailer::folded(address);
        let marked = self.0.change(|work| Ok(Ok::<usize, Infallible>(store::mark_bounced(work, &folded)?)))?;
        match marked {
            Ok(count) => Ok(count),
            Err(never) => match never {},
        }
    }

    /// Returns the active bans on guests and addresses, newest first.
    pub fn bans(&mut self) -> Result<Vec<BanLine>, StorageError> {
        self.0.read(bans::bans)
    }

    /// Returns rated games whose players shared a network, newest first.
    pub fn shared_games(&mut self, before: Option<i64>, most: u32) -> Result<Vec<SharedGame>, StorageError> {
        self.0.read(|work| shared_games(work, Page { before, most }))
    }

    /// Returns the name and value of each current setting.
    pub fn settings(&mut self) -> Result<Vec<(&'static str, String)>, StorageError> {
        let settings = self.0.read(server_settings)?;
        Ok(settings.all().into_iter().map(|setting| (setting.name(), setting.value())).collect())
    }

    /// Exports an account's data to a new file, and records the export in the audit log.
    pub fn export(mut self, name: &str, file: &Path, why: &str) -> Result<(), String> {
        let folded = names::folded(name);
        let (action, target) = (ModAction::Export, Target::Account(folded.clone()));
        let why = reason(why, true).map_err(|refusal| refusal.message)?;
        let act = ModCommand { actor: None, action, target, report: None, why };
        let unwritable = |why: std::io::Error| format!("cannot write {}: {why}", file.display());
        // Create the file first, so that a failure to create it is not logged as an export.
        let mut to = private_file(file).map_err(unwritable)?;
        let written =
            or_refusal(self.0.change(|work| execute(work, &act))).map_err(|refusal| refusal.message).and_then(|()| {
                let (store, threads) = self.0.into_reader();
                let written = block_on(write_export(store, folded, &mut to));
                threads.join();
                written
            });
        // Delete an incomplete export.
        written.inspect_err(|_| drop(std::fs::remove_file(file)))
    }

    /// Returns open or all reports, newest first.
    pub fn reports(&mut self, open: bool, before: Option<i64>, most: u32) -> Result<Vec<ReportLine>, StorageError> {
        self.0.read(|work| reports(work, open, Page { before, most }))
    }

    /// Returns the newest chat lines, older than the given id, at a table or in the lobby; oldest first.
    pub fn lines(&mut self, table: Option<String>, before: Option<i64>, most: u32) -> Result<Vec<Line>, StorageError> {
        let wanted = Wanted { table, apart: true, before, after: None, most, reader: None };
        self.0.read(|work| lines(work, &wanted))
    }

    pub fn audit(&mut self, before: Option<i64>, most: u32) -> Result<Vec<AuditLine>, StorageError> {
        self.0.read(|work| audit(work, Page { before, most }))
    }
}

/// Creates a file that only its owner can read; fails if the file exists.
fn private_file(path: &Path) -> std::io::Result<File> {
    let mut options = File::options();
    options.write(true).create_new(true);
    #[cfg(unix)]
    std::os::unix::fs::OpenOptionsExt::mode(&mut options, 0o600);
    options.open(path)
}

/// Runs a task to completion on this thread.
fn block_on<T>(task: impl Future<Output = Result<T, String>>) -> Result<T, String> {
    let runtime = tokio::runtime::Builder::new_current_thread().enable_all().build();
    runtime.map_err(|why| why.to_string())?.block_on(task)
}

/// Writes an account's data. OpenID providers are identified only by their issuers.
async fn write_export(store: Database, folded: String, to: &mut File) -> Result<(), String> {
    let who = or_refusal(store.person_called(folded).await).map_err(|refusal| refusal.message)?;
    let (sender, mut receiver) = tokio::io::duplex(BUFFER_BYTES);
    let mut part = vec![0; BUFFER_BYTES];
    let replays = Replays::for_this_machine();
    let writing =
        async { export::write(&store, &[], (&replays, None), who, sender).await.map_err(|why| why.to_string()) };
    let reading = async {
        loop {
            let bytes = receiver.read(&mut part).await.map_err(|why| why.to_string())?;
            if bytes == 0 {
                return to.sync_all().map_err(|why| why.to_string());
            }
            to.write_all(&part[..bytes]).map_err(|why| why.to_string())?;
        }
    };
    tokio::try_join!(writing, reading).map(drop)
}
