//! Notices in the rows of SQLite.

use serde_json::Value;
use table::Hash;

use super::database::Database;
use super::notices::{
    About, Batch, Choices, DeviceLine, Due, Kind, Language, NewAddress, NewDevice, NewLink, NoticeState, OutboxLine,
    Quiet, RecoveryAsk, To,
};
use super::rows::now;
use super::values::{Row, given};
use super::work::{Optional, Work};
use super::{StorageError, Stored};
use crate::accounts::sessions::{Outdated, put_password};
use crate::accounts::store::{AccountId, Changed, Refused, exists};

/// Devices that an account has at most.
const DEVICES: u32 = 10;
/// Accounts of one address that a letter is sent to when somebody has forgotten a password.
const ACCOUNTS: u32 = 5;
/// Those who have forgotten a password that are looked up at once.
const ASKS: u32 = 20;
/// How long an address waits to be confirmed, in milliseconds: a day.
const WAITS: i64 = 24 * 60 * 60 * 1000;
/// How long anything is in the outbox at most, also while the server cannot send it at all: three days.
const KEPT: i64 = 3 * WAITS;

impl Database {
    /// A key of the server itself, which is `fresh` from now on if it had none.
    pub fn server_key(&self, name: &'static str, fresh: Vec<u8>) -> Stored<Vec<u8>> {
        self.change(move |work| {
            work.execute(
                "INSERT INTO server_keys (name, secret) VALUES (?1, ?2) ON CONFLICT DO NOTHING",
                given![name, fresh],
            )?;
            work.query_row("SELECT secret FROM server_keys WHERE name = ?1", [name], |row| row.get(0))
        })
    }

    /// All that is kept of an account for notices.
    pub fn notices(&self, account: AccountId) -> Stored<NoticeState> {
        self.read(move |work| state(work, account))
    }

    /// Takes over what an account chose. What waits for the end of quiet hours is looked at again.
    pub fn choose(&self, account: AccountId, choices: Choices) -> Stored<Changed<()>> {
        self.change(move |work| {
            if !exists(work, account)? {
                return Ok(Err(Refused::NoAccount));
            }
            put_choices(work, account, &choices)?;
            let sql =
                "UPDATE outbox SET due = CASE WHEN due < ?2 THEN due ELSE ?2 END WHERE account = ?1 AND tries = 0";
            work.execute(sql, given![account, now()])?;
            Ok(Ok(()))
        })
    }

    /// An address waits to be confirmed, in place of the one that did; the letter about that is in the outbox.
    pub fn ask_address(&self, account: AccountId, new: NewAddress) -> Stored<Changed<()>> {
        self.change(move |work| {
            if !exists(work, account)? {
                return Ok(Err(Refused::NoAccount));
            }
            if choices(work, account)?.is_none() {
                put_choices(work, account, &Choices { language: new.language, ..Choices::default() })?;
            }
            forget_waiting(work, account)?;
            let NewAddress { address, folded, unsubscribe, .. } = new;
            let sql = "INSERT INTO mail_addresses (account, confirmed, address, folded, unsubscribe, since) \
                       VALUES (?1, FALSE, ?2, ?3, ?4, ?5)";
            work.execute(sql, given![account, address, folded, unsubscribe, now()])?;
            put_letter(work, account, Kind::Confirm)?;
            Ok(Ok(()))
        })
    }

    /// Forgets the addresses of an account, and what was to be sent there.
    pub fn remove_address(&self, account: AccountId) -> Stored<()> {
        self.change(move |work| {
            work.execute("DELETE FROM mail_addresses WHERE account = ?1", [account])?;
            work.execute("DELETE FROM mail_links WHERE account = ?1", [account])?;
            work.execute("DELETE FROM outbox WHERE account = ?1 AND device IS NULL", [account])?;
            work.execute("UPDATE notice_choices SET mail = FALSE WHERE account = ?1", [account])?;
            Ok(())
        })
    }

    /// Confirms the address of a link; none if there is no such link any more.
    pub fn confirm_address(&self, link: Hash, now: i64) -> Stored<Option<String>> {
        self.change(move |work| confirm(work, link, now))
    }

    /// Ends letters by what their link knows; an address that is not confirmed is forgotten. Gives the address.
    pub fn unsubscribe(&self, secret: String) -> Stored<Option<String>> {
        self.change(move |work| {
            let sql = "SELECT account, confirmed, address FROM mail_addresses WHERE unsubscribe = ?1";
            let read = |row: &Row| Ok((row.get(0)?, row.get(1)?, row.get(2)?));
            let found: Option<(AccountId, bool, String)> = work.query_row(sql, [secret], read).optional()?;
            let Some((account, confirmed, address)) = found else { return Ok(None) };
            if confirmed {
                work.execute("UPDATE notice_choices SET mail = FALSE WHERE account = ?1", [account])?;
            } else {
                forget_waiting(work, account)?;
            }
            Ok(Some(address))
        })
    }

    /// The browser of a session takes pushes from now on; the oldest of too many makes room.
    pub fn add_device(&self, account: AccountId, session: i64, device: NewDevice) -> Stored<Changed<()>> {
        self.change(move |work| {
            let sql = "SELECT 1 FROM sessions WHERE id = ?1 AND account = ?2";
            if !work.exists(sql, given![session, account])? {
                return Ok(Err(Refused::NoAccount));
            }
            // What another account had on this browser is not told there any more.
            work.execute(
                "DELETE FROM push_devices WHERE endpoint = ?1 OR session = ?2",
                given![device.endpoint, session],
            )?;
            let sql = "INSERT INTO push_devices (account, session, endpoint, public_key, secret, created) \
                       VALUES (?1, ?2, ?3, ?4, ?5, ?6)";
            let NewDevice { endpoint, public_key, secret } = device;
            work.execute(sql, given![account, session, endpoint, public_key, secret, now()])?;
            let sql = "DELETE FROM push_devices WHERE account = ?1 AND id NOT IN \
                       (SELECT id FROM push_devices WHERE account = ?1 ORDER BY id DESC LIMIT ?2)";
            work.execute(sql, given![account, DEVICES])?;
            Ok(Ok(()))
        })
    }

    /// A device of an account takes none any more; says whether there was one.
    pub fn remove_device(&self, account: AccountId, device: i64) -> Stored<bool> {
        self.change(move |work| {
            let sql = "DELETE FROM push_devices WHERE account = ?1 AND id = ?2";
            Ok(work.execute(sql, given![account, device])? > 0)
        })
    }

    /// Somebody has forgotten a password: a name and an address in their folded forms, one of which it is.
    pub fn ask_recovery(&self, name: String, address: String) -> Stored<()> {
        self.change(move |work| {
            let sql = "INSERT INTO recovery_asks (name, address, time) VALUES (?1, ?2, ?3)";
            work.execute(sql, given![name, address, now()])?;
            Ok(())
        })
    }

    /// Those who have asked, some of them if there are many, with the accounts that they may mean.
    pub fn recovery_asks(&self) -> Stored<Vec<RecoveryAsk>> {
        self.read(recovery_asks)
    }

    /// Puts letters into the outbox for those who asked, and forgets what they asked.
    pub fn answer_recovery(&self, ask: i64, accounts: Vec<AccountId>) -> Stored<()> {
        self.change(move |work| {
            // Another server may have answered it meanwhile.
            if work.execute("DELETE FROM recovery_asks WHERE id = ?1", [ask])? == 0 {
                return Ok(());
            }
            for account in accounts {
                if exists(work, account)? {
                    put_letter(work, account, Kind::Recover)?;
                }
            }
            Ok(())
        })
    }

    /// The account of a link to set another password, and its name; none if there is no such link any more.
    pub fn recovery_of(&self, link: Hash, now: i64) -> Stored<Option<(AccountId, String)>> {
        self.read(move |work| recovery_of(work, link, now))
    }

    /// Sets another password by a link, which is used up, and ends all sessions and tokens of the account.
    pub fn recover(&self, link: Hash, password: String, now: i64) -> Stored<Option<(AccountId, Outdated)>> {
        self.change(move |work| {
            let Some((account, _)) = recovery_of(work, link, now)? else { return Ok(None) };
            let outdated = put_password(work, account, &password, None)?;
            forget_letters(work, account, Kind::Recover)?;
            Ok(outdated.ok().map(|outdated| (account, outdated)))
        })
    }

    /// What is due: letters, or pushes. Nothing for these accounts.
    pub fn due(&self, mail: bool, now: i64, most: usize, but: Vec<AccountId>) -> Stored<Batch> {
        self.read(move |work| due(work, mail, now, most, but))
    }

    /// Something is about to be sent that was tried so often before, and is due again at this moment unless it succeeds; says whether it is
    /// still to be sent, and no other server tries just now.
    pub fn try_out(&self, id: i64, tries: u32, again: i64, link: Option<NewLink>) -> Stored<bool> {
        self.change(move |work| {
            let sql = "UPDATE outbox SET due = ?3, tries = tries + 1 WHERE id = ?1 AND tries = ?2";
            if work.execute(sql, given![id, i64::from(tries), again])? == 0 {
                return Ok(false);
            }
            let Some(NewLink { hash, expires }) = link else { return Ok(true) };
            let sql = "INSERT INTO mail_links (hash, account, kind, address, expires) \
                       SELECT ?2, outbox.account, kind, address, ?3 FROM outbox JOIN mail_addresses \
                       ON mail_addresses.account = outbox.account AND confirmed = (kind <> 'confirm') WHERE id = ?1";
            Ok(work.execute(sql, given![id, hash.as_slice(), expires])? > 0)
        })
    }

    /// These rows wait until a moment, without having been tried.
    pub fn put_off(&self, id: i64, until: i64) -> Stored<()> {
        self.change(move |work| {
            work.execute("UPDATE outbox SET due = ?2 WHERE id = ?1", given![id, until])?;
            Ok(())
        })
    }

    /// These rows are done with.
    pub fn done_with(&self, ids: Vec<i64>) -> Stored<()> {
        self.change(move |work| {
            let ids = Value::from(ids).to_string();
            work.execute("DELETE FROM outbox WHERE id IN (SELECT CAST(value AS BIGINT) FROM json_each(?1))", [ids])?;
            Ok(())
        })
    }

    /// An account has seen a table: no notice of it waits any more.
    pub fn seen(&self, account: AccountId, table: &str) -> Stored<()> {
        let table = table.to_owned();
        self.change(move |work| {
            work.execute("DELETE FROM outbox WHERE account = ?1 AND tab = ?2", given![account, table])?;
            Ok(())
        })
    }

    /// A device is gone, as its push service says.
    pub fn device_gone(&self, device: i64) -> Stored<()> {
        self.change(move |work| {
            work.execute("DELETE FROM push_devices WHERE id = ?1", [device])?;
            Ok(())
        })
    }

    /// Forgets links whose time is over, addresses that nobody confirmed, and what was not sent for too long.
    pub fn sweep_notices(&self, now: i64) -> Stored<()> {
        self.change(move |work| {
            work.execute("DELETE FROM mail_links WHERE expires <= ?1", [now])?;
            work.execute("DELETE FROM mail_addresses WHERE NOT confirmed AND since <= ?1", [now - WAITS])?;
            work.execute("DELETE FROM outbox WHERE created <= ?1", [now - KEPT])?;
            Ok(())
        })
    }
}

/// Puts a letter into the outbox, in place of one of its kind that waits there.
fn put_letter(work: &Work<'_>, account: AccountId, kind: Kind) -> Result<(), StorageError> {
    work.execute("DELETE FROM outbox WHERE account = ?1 AND kind = ?2", given![account, kind.word()])?;
    let sql = "INSERT INTO outbox (account, kind, created, due) VALUES (?1, ?2, ?3, ?3)";
    work.execute(sql, given![account, kind.word(), now()])?;
    Ok(())
}

/// Forgets letters of a kind, and the links of those that were sent.
fn forget_letters(work: &Work<'_>, account: AccountId, kind: Kind) -> Result<(), StorageError> {
    for rows in ["outbox", "mail_links"] {
        work.execute(&format!("DELETE FROM {rows} WHERE account = ?1 AND kind = ?2"), given![account, kind.word()])?;
    }
    Ok(())
}

/// Forgets the address that waits to be confirmed.
fn forget_waiting(work: &Work<'_>, account: AccountId) -> Result<(), StorageError> {
    work.execute("DELETE FROM mail_addresses WHERE account = ?1 AND NOT confirmed", [account])?;
    forget_letters(work, account, Kind::Confirm)
}

fn confirm(work: &Work<'_>, link: Hash, now: i64) -> Result<Option<String>, StorageError> {
    let sql = "SELECT mail_links.account, mail_links.address FROM mail_links JOIN mail_addresses \
               ON mail_addresses.account = mail_links.account AND mail_addresses.address = mail_links.address \
               WHERE hash = ?1 AND kind = 'confirm' AND expires > ?2 AND NOT confirmed";
    let read = |row: &Row| Ok((row.get(0)?, row.get(1)?));
    let found: Option<(AccountId, String)> = work.query_row(sql, given![link.as_slice(), now], read).optional()?;
    let Some((account, address)) = found else { return Ok(None) };
    // Links to recover that went to the address before are good no longer.
    forget_letters(work, account, Kind::Recover)?;
    work.execute("DELETE FROM mail_addresses WHERE account = ?1 AND confirmed", [account])?;
    let sql = "UPDATE mail_addresses SET confirmed = TRUE, since = ?2 WHERE account = ?1";
    work.execute(sql, given![account, now])?;
    forget_letters(work, account, Kind::Confirm)?;
    Ok(Some(address))
}

fn recovery_asks(work: &Work<'_>) -> Result<Vec<RecoveryAsk>, StorageError> {
    let read = |row: &Row| Ok((row.get(0)?, row.get(1)?, row.get(2)?));
    let asks: Vec<(i64, String, String)> =
        work.query_map("SELECT id, name, address FROM recovery_asks ORDER BY id LIMIT ?1", [ASKS], read)?;
    let sql = "SELECT account, mail_addresses.folded FROM mail_addresses JOIN accounts ON accounts.id = account \
               WHERE confirmed AND (accounts.folded = ?1 OR mail_addresses.folded = ?2) ORDER BY account LIMIT ?3";
    let mut found = Vec::new();
    for (id, name, address) in asks {
        let accounts = work.query_map(sql, given![name, address, ACCOUNTS], |row| Ok((row.get(0)?, row.get(1)?)))?;
        found.push(RecoveryAsk { id, accounts });
    }
    Ok(found)
}

fn recovery_of(work: &Work<'_>, link: Hash, now: i64) -> Result<Option<(AccountId, String)>, StorageError> {
    let sql = "SELECT account, name FROM mail_links JOIN accounts ON accounts.id = account \
               WHERE hash = ?1 AND kind = 'recover' AND expires > ?2";
    let read = |row: &Row| Ok((row.get(0)?, row.get(1)?));
    work.query_row(sql, given![link.as_slice(), now], read).optional()
}

fn put_choices(work: &Work<'_>, account: AccountId, choices: &Choices) -> Result<(), StorageError> {
    let sql = "INSERT INTO notice_choices (account, mail, push, quiet_from, quiet_to, zone, language) \
               VALUES (?1, ?2, ?3, ?4, ?5, ?6, ?7) ON CONFLICT (account) DO UPDATE SET mail = excluded.mail, \
               push = excluded.push, quiet_from = excluded.quiet_from, quiet_to = excluded.quiet_to, zone = excluded.zone, \
               language = excluded.language";
    let Choices { mail, push, quiet, zone, language } = choices;
    let (from, to) = (quiet.map(|quiet| quiet.from), quiet.map(|quiet| quiet.to));
    work.execute(sql, given![account, mail, push, from, to, zone, language.word()])?;
    Ok(())
}

fn choices(work: &Work<'_>, account: AccountId) -> Result<Option<Choices>, StorageError> {
    let sql = "SELECT mail, push, quiet_from, quiet_to, zone, language FROM notice_choices WHERE account = ?1";
    let read = |row: &Row| {
        let quiet = row.get::<Option<u16>>(2)?.zip(row.get::<Option<u16>>(3)?);
        let language = Language::of(&row.get::<String>(5)?);
        let quiet = quiet.map(|(from, to)| Quiet { from, to });
        Ok(Choices { mail: row.get(0)?, push: row.get(1)?, quiet, zone: row.get(4)?, language })
    };
    work.query_row(sql, [account], read).optional()
}

/// An address of an account, the one that is confirmed or the one that waits, and what its links know.
fn address(work: &Work<'_>, account: AccountId, confirmed: bool) -> Result<Option<(String, String)>, StorageError> {
    let sql = "SELECT address, unsubscribe FROM mail_addresses WHERE account = ?1 AND confirmed = ?2";
    let read = |row: &Row| Ok((row.get(0)?, row.get(1)?));
    work.query_row(sql, given![account, confirmed], read).optional()
}

fn state(work: &Work<'_>, account: AccountId) -> Result<NoticeState, StorageError> {
    let sql = "SELECT push_devices.id, endpoint, browser, system, push_devices.created FROM push_devices \
               JOIN sessions ON sessions.id = session WHERE push_devices.account = ?1 AND expires > ?2 \
               ORDER BY push_devices.id DESC";
    let read = |row: &Row| {
        let (id, endpoint, browser) = (row.get(0)?, row.get(1)?, row.get(2)?);
        Ok(DeviceLine { id, endpoint, browser, system: row.get(3)?, created: row.get(4)? })
    };
    let devices = work.query_map(sql, given![account, now()], read)?;
    let sql = "SELECT kind, device IS NULL, tab, created FROM outbox WHERE account = ?1 ORDER BY id";
    let read =
        |row: &Row| Ok(OutboxLine { kind: row.get(0)?, mail: row.get(1)?, table: row.get(2)?, created: row.get(3)? });
    let outbox = work.query_map(sql, [account], read)?;
    let of = |confirmed| Ok::<_, StorageError>(address(work, account, confirmed)?.map(|(address, _)| address));
    Ok(NoticeState { choices: choices(work, account)?, address: of(true)?, waiting: of(false)?, devices, outbox })
}

/// A row of the outbox.
struct Waiting {
    id: i64,
    account: AccountId,
    kind: String,
    device: Option<i64>,
    table: Option<String>,
    seat: Option<u8>,
    created: i64,
    tries: u32,
    since: i64,
}

fn due(work: &Work<'_>, mail: bool, now: i64, most: usize, but: Vec<AccountId>) -> Result<Batch, StorageError> {
    // Of each account the one that is due first.
    let sql = "SELECT id, account, kind, device, tab, seat, created, tries, due FROM \
               (SELECT outbox.*, row_number() OVER (PARTITION BY account ORDER BY due, id) AS place FROM outbox \
               WHERE due <= ?1 AND (device IS NULL) = ?2 \
               AND account NOT IN (SELECT CAST(value AS BIGINT) FROM json_each(?3))) AS waiting \
               WHERE place = 1 ORDER BY due LIMIT ?4";
    let read = |row: &Row| {
        let (id, account, kind, device) = (row.get(0)?, row.get(1)?, row.get(2)?, row.get(3)?);
        let (table, seat, created, tries) = (row.get(4)?, row.get(5)?, row.get(6)?, row.get(7)?);
        Ok(Waiting { id, account, kind, device, table, seat, created, tries, since: row.get(8)? })
    };
    let found = work.query_map(sql, given![now, mail, Value::from(but).to_string(), most as i64], read)?;
    let found: Vec<Waiting> = found;
    let mut batch = Batch::default();
    for waiting in found {
        let id = waiting.id;
        match still_to_be_told(work, waiting, now)? {
            Some(due) => batch.due.push(due),
            None => batch.stale.push(id),
        }
    }
    Ok(batch)
}

/// What a row tells; none if it has nothing to tell any more.
fn still_to_be_told(work: &Work<'_>, waiting: Waiting, now: i64) -> Result<Option<Due>, StorageError> {
    let Waiting { id, account, kind, device, table, seat, created, tries, since } = waiting;
    let Some(kind) = Kind::parse(&kind) else { return Ok(None) };
    let choices = choices(work, account)?.unwrap_or_default();
    let to = match device {
        Some(device) => device_of(work, device, now)?.filter(|_| choices.push),
        None => {
            let wanted = choices.mail || matches!(kind, Kind::Confirm | Kind::Recover);
            let found = address(work, account, kind != Kind::Confirm)?.filter(|_| wanted);
            found.map(|(address, unsubscribe)| To::Mail { address, unsubscribe })
        }
    };
    let about = match (kind, &table) {
        (Kind::Confirm | Kind::Recover, _) => Some(None),
        (Kind::Turn, Some(table)) => turn_at(work, table, seat)?.map(Some),
        (Kind::Challenge, Some(table)) => challenge_at(work, table, account, now)?.map(Some),
        (Kind::Turn | Kind::Challenge, None) => None,
    };
    let (Some(to), Some(about)) = (to, about) else { return Ok(None) };
    let name = work.query_row("SELECT name FROM accounts WHERE id = ?1", [account], |row| row.get(0))?;
    Ok(Some(Due { id, account, name, kind, created, since, tries, choices, to, about }))
}

fn device_of(work: &Work<'_>, device: i64, now: i64) -> Result<Option<To>, StorageError> {
    let sql = "SELECT push_devices.id, endpoint, public_key, secret FROM push_devices JOIN sessions ON sessions.id = session \
               WHERE push_devices.id = ?1 AND expires > ?2";
    let read = |row: &Row| {
        let (id, endpoint, public_key) = (row.get(0)?, row.get(1)?, row.get(2)?);
        Ok(To::Device { id, endpoint, public_key, secret: row.get(3)? })
    };
    work.query_row(sql, given![device, now], read).optional()
}

/// A table where a seat is asked still.
fn turn_at(work: &Work<'_>, table: &str, seat: Option<u8>) -> Result<Option<About>, StorageError> {
    let sql = "SELECT clock ->> '$.days' FROM tables JOIN terms ON terms.tab = name JOIN seats ON seats.tab = name AND seat = turn \
               WHERE name = ?1 AND phase = 'playing' AND turn = ?2 AND sitter ->> '$.type' = 'human' \
               AND name NOT IN (SELECT tab FROM closed_tables)";
    let found = work.query_row(sql, given![table, seat], |row| row.get(0)).optional()?;
    let Some(days) = found else { return Ok(None) };
    let sql = "SELECT sitter ->> '$.name' FROM seats WHERE tab = ?1 AND seat <> ?2 AND sitter ->> '$.type' = 'human' ORDER BY seat";
    let others = work.query_map(sql, given![table, seat], |row| row.get(0))?;
    Ok(Some(About { table: table.to_owned(), seat, others, days }))
}

/// A table to which an account is challenged still.
fn challenge_at(work: &Work<'_>, table: &str, account: AccountId, now: i64) -> Result<Option<About>, StorageError> {
    let sql = "SELECT accounts.name, clock ->> '$.days' FROM challenges JOIN accounts ON accounts.id = challenger \
               LEFT JOIN terms ON terms.tab = challenges.tab \
               WHERE challenges.tab = ?1 AND challenges.account = ?2 AND challenges.expires > ?3";
    let read = |row: &Row| Ok((row.get(0)?, row.get(1)?));
    let found = work.query_row(sql, given![table, account, now], read).optional()?;
    Ok(found.map(|(by, days)| About { table: table.to_owned(), seat: None, others: vec![by], days }))
}
