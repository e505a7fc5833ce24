//! Email addresses, push devices and password recovery in the database.
//!
//! An outbox row is written in the same transaction as the event that it reports: a turn notification with the log entry that begins the
//! turn, a confirmation email with the new address. No notification is lost, however the process ends.

use table::Hash;

use super::outbox::{Kind, MEDIUM, delete_emails, put_email};
use super::preferences::{self, Language, Preferences, choices, put_choices};
use crate::accounts::changes::{AccountChange, report, report_to};
use crate::accounts::sessions::{Outdated, put_password};
use crate::accounts::store::{AccountId, Changed, Refused, exists};
use crate::storage::{Database, Optional, Row, StorageError, Stored, Transaction, given, now};

/// Maximum number of push devices per account.
const MAX_DEVICES: u32 = 10;
/// Maximum number of accounts emailed for one password reset request.
const MAX_RECOVERY_EMAILS: u32 = 5;
/// Maximum number of password reset requests handled per batch.
const MAX_RECOVERY_ASKS: u32 = 20;

/// A browser subscribed to push notifications.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct DeviceLine {
    pub id: i64,
    pub endpoint: String,
    pub browser: String,
    pub system: String,
    /// Time at which the device was added, in milliseconds since 1970.
    pub created: i64,
}

/// An outbox row, for the data export.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct OutboxLine {
    pub kind: String,
    /// The medium's word.
    pub medium: String,
    pub table: Option<String>,
    /// Time at which the notification was added, in milliseconds since 1970.
    pub created: i64,
}

/// Everything stored about an account's notifications.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct NoticeState {
    /// Saved preferences; `None` if the account has never saved any.
    pub choices: Option<Preferences>,
    pub address: Option<String>,
    /// Address awaiting confirmation.
    pub waiting: Option<String>,
    /// True if mail to the address bounced.
    pub bounced: bool,
    /// True if mail to the unconfirmed address bounced.
    pub waiting_bounced: bool,
    pub devices: Vec<DeviceLine>,
    pub outbox: Vec<OutboxLine>,
}

/// A new, unconfirmed address for an account.
#[derive(Clone, Debug)]
pub struct NewAddress {
    pub address: String,
    pub folded: String,
    /// Secret for the unsubscribe link.
    pub unsubscribe: String,
    /// Language for its emails, if the account has not chosen one yet.
    pub language: Language,
}

/// A new push subscription.
#[derive(Clone, Debug)]
pub struct NewDevice {
    pub endpoint: String,
    /// Public key, a point on P-256.
    pub public_key: Vec<u8>,
    /// Secret that the browser shares with the server.
    pub secret: Vec<u8>,
}

/// A password reset request, and the accounts that it may refer to.
#[derive(Clone, Debug)]
pub struct RecoveryAsk {
    pub id: i64,
    /// The accounts, each with its address in lower case; emails are rate-limited by both.
    pub accounts: Vec<(AccountId, String)>,
}

impl Database {
    /// Returns a server key, storing `fresh` if none exists yet.
    pub fn server_key(&self, name: &'static str, fresh: Vec<u8>) -> Stored<Vec<u8>> {
        self.change(move |work| {
            work.execute(
                "INSERT INTO server_keys (name, secret) VALUES (?1, ?2) ON CONFLICT DO NOTHING",
                given![name, fresh],
            )?;
            work.query_row("SELECT secret FROM server_keys WHERE name = ?1", [name], |row| row.get(0))
        })
    }

    /// Returns everything stored about an account's notifications.
    pub fn notices(&self, account: AccountId) -> Stored<NoticeState> {
        self.read(move |work| state(work, account))
    }

    /// Stores an unconfirmed address, replacing a pending one, and adds the confirmation email to the outbox.
    pub fn ask_address(&self, account: AccountId, new: NewAddress) -> Stored<Changed<()>> {
        self.change(move |work| {
            if !exists(work, account)? {
                return Ok(Err(Refused::NoAccount));
            }
            if choices(work, account)?.is_none() {
                put_choices(work, account, &Preferences { language: new.language, ..Preferences::default() })?;
            }
            delete_unconfirmed(work, account)?;
            let NewAddress { address, folded, unsubscribe, .. } = new;
            let sql = "INSERT INTO mail_addresses (account, confirmed, address, folded, unsubscribe, since) \
                       VALUES (?1, FALSE, ?2, ?3, ?4, ?5)";
            work.execute(sql, given![account, address, folded, unsubscribe, now()])?;
            put_email(work, account, Kind::Confirm)?;
            Ok(Ok(()))
        })
    }

    /// Removes an account's addresses and all emails to them.
    pub fn remove_address(&self, account: AccountId) -> Stored<()> {
        self.change(move |work| {
            let before = preferences::address(work, account, true)?;
            work.execute("DELETE FROM mail_addresses WHERE account = ?1", [account])?;
            work.execute("DELETE FROM mail_links WHERE account = ?1", [account])?;
            work.execute("DELETE FROM outbox WHERE account = ?1 AND device IS NULL AND channel IS NULL", [account])?;
            work.execute("UPDATE notice_choices SET mail = FALSE WHERE account = ?1", [account])?;
            before.map_or(Ok(()), |(before, _)| report_to(work, account, AccountChange::Address, &before))
        })
    }

    /// Confirms and returns the address for a confirmation link; `None` if the link is no longer valid.
    pub fn confirm_address(&self, link: Hash, now: i64) -> Stored<Option<String>> {
        self.change(move |work| confirm(work, link, now))
    }

    /// Turns off emails to the address with this unsubscribe secret, or removes the address if it is unconfirmed. Returns the address.
    pub fn unsubscribe(&self, secret: String) -> Stored<Option<String>> {
        self.change(move |work| {
            let sql = "SELECT account, confirmed, address FROM mail_addresses WHERE unsubscribe = ?1";
            let read = |row: &Row| Ok((row.get(0)?, row.get(1)?, row.get(2)?));
            let found: Option<(AccountId, bool, String)> = work.query_row(sql, [secret], read).optional()?;
            let Some((account, confirmed, address)) = found else { return Ok(None) };
            if confirmed {
                work.execute("UPDATE notice_choices SET mail = FALSE WHERE account = ?1", [account])?;
            } else {
                delete_unconfirmed(work, account)?;
            }
            Ok(Some(address))
        })
    }

    /// Subscribes a session's browser to push notifications. Removes the oldest device if there are too many.
    pub fn add_device(&self, account: AccountId, session: i64, device: NewDevice) -> Stored<Changed<()>> {
        self.change(move |work| {
            let sql = "SELECT 1 FROM sessions WHERE id = ?1 AND account = ?2";
            if !work.exists(sql, given![session, account])? {
                return Ok(Err(Refused::NoAccount));
            }
            // This also ends another account's subscription in the same browser.
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
            work.execute(sql, given![account, MAX_DEVICES])?;
            Ok(Ok(()))
        })
    }

    /// Removes a device from an account; returns whether the device existed.
    pub fn remove_device(&self, account: AccountId, device: i64) -> Stored<bool> {
        self.change(move |work| {
            let sql = "DELETE FROM push_devices WHERE account = ?1 AND id = ?2";
            Ok(work.execute(sql, given![account, device])? > 0)
        })
    }

    /// Marks an account's address as bounced: no email is sent to it until it is entered again.
    pub fn address_bounced(&self, account: AccountId, address: String) -> Stored<()> {
        self.change(move |work| {
            let sql = "UPDATE mail_addresses SET bounced = ?3 WHERE account = ?1 AND address = ?2 AND bounced IS NULL";
            work.execute(sql, given![account, address, now()])?;
            Ok(())
        })
    }

    /// Stores a password reset request. The user's input is passed twice, folded as a name and as an address, since it may be either.
    pub fn ask_recovery(&self, name: String, address: String) -> Stored<()> {
        self.change(move |work| {
            let sql = "INSERT INTO recovery_asks (name, address, time) VALUES (?1, ?2, ?3)";
            work.execute(sql, given![name, address, now()])?;
            Ok(())
        })
    }

    /// Returns a batch of password reset requests, with the accounts that they may refer to.
    pub fn recovery_asks(&self) -> Stored<Vec<RecoveryAsk>> {
        self.read(recovery_asks)
    }

    /// Adds the emails for a password reset request to the outbox and deletes the request.
    pub fn answer_recovery(&self, ask: i64, accounts: Vec<AccountId>) -> Stored<()> {
        self.change(move |work| {
            // Another node may have answered the request in the meantime.
            if work.execute("DELETE FROM recovery_asks WHERE id = ?1", [ask])? == 0 {
                return Ok(());
            }
            for account in accounts {
                if exists(work, account)? {
                    put_email(work, account, Kind::Recover)?;
                }
            }
            Ok(())
        })
    }

    /// Returns the account for a password reset link, with its name; `None` if the link is no longer valid.
    pub fn recovery_of(&self, link: Hash, now: i64) -> Stored<Option<(AccountId, String)>> {
        self.read(move |work| recovery_of(work, link, now))
    }

    /// Sets a new password using a password reset link, invalidates the link, and ends all of the account's sessions and tokens.
    pub fn recover(&self, link: Hash, password: String, now: i64) -> Stored<Option<(AccountId, Outdated)>> {
        self.change(move |work| {
            let Some((account, _)) = recovery_of(work, link, now)? else { return Ok(None) };
            let outdated = put_password(work, account, &password, None)?;
            delete_emails(work, account, Kind::Recover)?;
            Ok(outdated.ok().map(|outdated| (account, outdated)))
        })
    }
}

/// Marks an address, given in folded form, as bounced for all accounts that use it. Returns the number of these accounts.
pub(crate) fn mark_bounced(work: &Transaction<'_>, folded: &str) -> Result<usize, StorageError> {
    work.execute("UPDATE mail_addresses SET bounced = ?2 WHERE folded = ?1", given![folded, now()])
}

/// Removes an account's unconfirmed address, with its emails and links.
fn delete_unconfirmed(work: &Transaction<'_>, account: AccountId) -> Result<(), StorageError> {
    work.execute("DELETE FROM mail_addresses WHERE account = ?1 AND NOT confirmed", [account])?;
    delete_emails(work, account, Kind::Confirm)
}

fn confirm(work: &Transaction<'_>, link: Hash, now: i64) -> Result<Option<String>, StorageError> {
    let sql = "SELECT mail_links.account, mail_links.address FROM mail_links JOIN mail_addresses \
               ON mail_addresses.account = mail_links.account AND mail_addresses.address = mail_links.address \
               WHERE hash = ?1 AND kind = 'confirm' AND expires > ?2 AND NOT confirmed";
    let read = |row: &Row| Ok((row.get(0)?, row.get(1)?));
    let found: Option<(AccountId, String)> = work.query_row(sql, given![link.as_slice(), now], read).optional()?;
    let Some((account, address)) = found else { return Ok(None) };
    // Invalidate password reset links sent to the previous address.
    delete_emails(work, account, Kind::Recover)?;
    let before = preferences::address(work, account, true)?.map(|(before, _)| before);
    work.execute("DELETE FROM mail_addresses WHERE account = ?1 AND confirmed", [account])?;
    let sql = "UPDATE mail_addresses SET confirmed = TRUE, since = ?2 WHERE account = ?1";
    work.execute(sql, given![account, now])?;
    delete_emails(work, account, Kind::Confirm)?;
    if let Some(before) = before.filter(|before| *before != address) {
        report_to(work, account, AccountChange::Address, &before)?;
        report(work, account, AccountChange::Address)?;
    }
    Ok(Some(address))
}

fn recovery_asks(work: &Transaction<'_>) -> Result<Vec<RecoveryAsk>, StorageError> {
    let read = |row: &Row| Ok((row.get(0)?, row.get(1)?, row.get(2)?));
    let asks: Vec<(i64, String, String)> =
        work.query_map("SELECT id, name, address FROM recovery_asks ORDER BY id LIMIT ?1", [MAX_RECOVERY_ASKS], read)?;
    let sql = "SELECT account, mail_addresses.folded FROM mail_addresses JOIN accounts ON accounts.id = account \
               WHERE confirmed AND bounced IS NULL AND (accounts.folded = ?1 OR mail_addresses.folded = ?2) ORDER BY account LIMIT ?3";
    let mut found = Vec::new();
    for (id, name, address) in asks {
        let accounts =
            work.query_map(sql, given![name, address, MAX_RECOVERY_EMAILS], |row| Ok((row.get(0)?, row.get(1)?)))?;
        found.push(RecoveryAsk { id, accounts });
    }
    Ok(found)
}

fn recovery_of(work: &Transaction<'_>, link: Hash, now: i64) -> Result<Option<(AccountId, String)>, StorageError> {
    let sql = "SELECT account, name FROM mail_links JOIN accounts ON accounts.id = account \
               WHERE hash = ?1 AND kind = 'recover' AND expires > ?2";
    let read = |row: &Row| Ok((row.get(0)?, row.get(1)?));
    work.query_row(sql, given![link.as_slice(), now], read).optional()
}

fn state(work: &Transaction<'_>, account: AccountId) -> Result<NoticeState, StorageError> {
    let sql = "SELECT push_devices.id, endpoint, browser, system, push_devices.created FROM push_devices \
               JOIN sessions ON sessions.id = session WHERE push_devices.account = ?1 AND expires > ?2 \
               ORDER BY push_devices.id DESC";
    let read = |row: &Row| {
        let (id, endpoint, browser) = (row.get(0)?, row.get(1)?, row.get(2)?);
        Ok(DeviceLine { id, endpoint, browser, system: row.get(3)?, created: row.get(4)? })
    };
    let devices = work.query_map(sql, given![account, now()], read)?;
    let sql = format!("SELECT kind, {MEDIUM}, tab, created FROM outbox WHERE account = ?1 ORDER BY id");
    let read =
        |row: &Row| Ok(OutboxLine { kind: row.get(0)?, medium: row.get(1)?, table: row.get(2)?, created: row.get(3)? });
    let outbox = work.query_map(&sql, [account], read)?;
    let of = |confirmed| -> Result<Option<(String, bool)>, StorageError> {
        let sql = "SELECT address, bounced IS NOT NULL FROM mail_addresses WHERE account = ?1 AND confirmed = ?2";
        work.query_row(sql, given![account, confirmed], |row| Ok((row.get(0)?, row.get(1)?))).optional()
    };
    let (address, bounced) = of(true)?.unzip();
    let (waiting, waiting_bounced) = of(false)?.unzip();
    let (bounced, waiting_bounced) = (bounced.unwrap_or_default(), waiting_bounced.unwrap_or_default());
    let choices = choices(work, account)?;
    Ok(NoticeState { choices, address, waiting, bounced, waiting_bounced, devices, outbox })
}
