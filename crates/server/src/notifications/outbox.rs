//! The outbox: notifications are added in the same transaction as the event that they report, and sent when they are due.

use serde_json::Value;
use table::{Hash, LogEntry, Standing};

use super::channels::{ChannelForm, ChannelTarget, target};
use super::news::News;
use super::preferences::{Preferences, address, choices};
use crate::accounts::changes::AccountChange;
use crate::accounts::store::AccountId;
use crate::storage::{Database, Optional, Row, StorageError, Stored, Transaction, given, now};

/// Time allowed to confirm an address, in milliseconds: a day.
const ADDRESS_CONFIRMATION_MS: i64 = 24 * 60 * 60 * 1000;
/// Lifetime of a password reset link, in milliseconds: an hour.
const RECOVERY_LINK_MS: i64 = 60 * 60 * 1000;
/// Age at which a row is deleted from the outbox even if it has not been sent, in milliseconds: three days.
const MAX_OUTBOX_AGE_MS: i64 = 3 * ADDRESS_CONFIRMATION_MS;

/// Kind of a notification.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Kind {
    /// Asks the owner to confirm an email address.
    Confirm,
    /// Contains a password reset link.
    Recover,
    Turn,
    /// The account was challenged to a game.
    Challenge,
    /// A sign-in method or the email address was changed.
    Changed(AccountChange),
    /// A moderator reset the account's ratings.
    RatingsReset,
    /// News of a tournament.
    News,
    /// Shows that a channel works.
    Test,
}

impl Kind {
    pub fn word(self) -> &'static str {
        match self {
            Kind::Confirm => "confirm",
            Kind::Recover => "recover",
            Kind::Turn => "turn",
            Kind::Challenge => "challenge",
            Kind::Changed(change) => change.word(),
            Kind::RatingsReset => "ratings_reset",
            Kind::News => "news",
            Kind::Test => "test",
        }
    }

    pub fn parse(word: &str) -> Option<Kind> {
        let changes = AccountChange::ALL.into_iter().map(Kind::Changed);
        let games = [Kind::Turn, Kind::Challenge, Kind::News, Kind::Test];
        let others = [Kind::Confirm, Kind::Recover, Kind::RatingsReset].into_iter().chain(games);
        others.chain(changes).find(|kind| kind.word() == word)
    }

    /// Returns the lifetime, in milliseconds, of the secret link in this kind of email; `None` if it has no such link.
    pub fn link_lifetime_ms(self) -> Option<i64> {
        match self {
            Kind::Confirm => Some(ADDRESS_CONFIRMATION_MS),
            Kind::Recover => Some(RECOVERY_LINK_MS),
            Kind::Turn | Kind::Challenge | Kind::Changed(_) | Kind::RatingsReset | Kind::News | Kind::Test => None,
        }
    }
}

/// Destination of a notification.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Recipient {
    /// An email address and the secret for its unsubscribe link (empty for emails about account changes).
    Mail {
        address: String,
        unsubscribe: String,
    },
    Device {
        id: i64,
        endpoint: String,
        public_key: Vec<u8>,
        /// Secret that the browser shares with the server.
        secret: Vec<u8>,
    },
    Channel(ChannelTarget),
}

/// Medium of a notification.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Medium {
    Mail,
    Push,
    Channel,
}

impl Medium {
    pub fn word(self) -> &'static str {
        match self {
            Medium::Mail => "mail",
            Medium::Push => "push",
            Medium::Channel => "channel",
        }
    }
}

/// SQL for the [`Medium`] of a row of the outbox.
pub(crate) const MEDIUM: &str =
    "CASE WHEN channel IS NOT NULL THEN 'channel' WHEN device IS NULL THEN 'mail' ELSE 'push' END";

/// The table that a notification is about.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Subject {
    pub table: String,
    /// The seat whose turn it is; `None` for a challenge.
    pub seat: Option<u8>,
    /// Names of the other players; for a challenge, the challenger.
    pub others: Vec<String>,
    /// Days allowed per turn, in correspondence games.
    pub days: Option<u32>,
}

/// Reason why an email was not sent.
#[cfg_attr(not(feature = "online"), allow(dead_code, reason = "no email is sent"))]
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum SendError {
    /// The mail server says that the address does not accept mail; sending is not retried.
    Bounced(String),
    Failed(String),
}

/// A notification to send now.
#[derive(Clone, Debug, PartialEq)]
pub struct Due {
    pub id: i64,
    pub account: AccountId,
    pub name: String,
    pub kind: Kind,
    /// Time at which the notification was added to the outbox, in milliseconds since 1970.
    pub created: i64,
    /// Time at which the notification became due, in milliseconds since 1970.
    pub since: i64,
    pub tries: u32,
    /// The account's notification preferences.
    pub choices: Preferences,
    pub to: Recipient,
    pub about: Option<Subject>,
    pub news: Option<News>,
}

/// Due rows of the outbox.
#[derive(Clone, Debug, Default)]
pub struct Batch {
    /// Notifications to send, at most one per account.
    pub due: Vec<Due>,
    /// Ids of rows whose subject is out of date.
    pub stale: Vec<i64>,
}

/// A link that is about to be sent: the hash of its secret, and its expiry in milliseconds since 1970.
#[derive(Clone, Copy, Debug)]
pub struct NewLink {
    pub hash: Hash,
    pub expires: i64,
}

/// A row of the outbox.
pub(crate) struct Waiting {
    id: i64,
    account: AccountId,
    kind: String,
    device: Option<i64>,
    table: Option<String>,
    seat: Option<u8>,
    created: i64,
    tries: u32,
    since: i64,
    /// Email address to send to, if it differs from the account's.
    address: Option<String>,
    channel: Option<i64>,
    /// News as JSON.
    body: Option<String>,
}

impl Database {
    /// Returns up to `most` due notifications of a medium, skipping the accounts in `except`.
    pub fn due(&self, medium: Medium, now: i64, most: usize, except: Vec<AccountId>) -> Stored<Batch> {
        self.read(move |work| due(work, medium, now, most, except))
    }

    /// Records an attempt to send a row that has had `tries` attempts, and schedules the next one for `again`. Returns whether to send it
    /// now: false if the row is gone or another server is sending it.
    pub fn try_out(&self, id: i64, tries: u32, again: i64, link: Option<NewLink>) -> Stored<bool> {
        self.change(move |work| {
            let sql = "UPDATE outbox SET due = ?3, tries = tries + 1 WHERE id = ?1 AND tries = ?2";
            if work.execute(sql, given![id, i64::from(tries), again])? == 0 {
                return Ok(false);
            }
            let Some(NewLink { hash, expires }) = link else { return Ok(true) };
            let sql = "INSERT INTO mail_links (hash, account, kind, address, expires) \
                       SELECT ?2, outbox.account, kind, mail_addresses.address, ?3 FROM outbox JOIN mail_addresses \
                       ON mail_addresses.account = outbox.account AND confirmed = (kind <> 'confirm') WHERE id = ?1";
            Ok(work.execute(sql, given![id, hash.as_slice(), expires])? > 0)
        })
    }

    /// Postpones a row without counting an attempt.
    pub fn postpone(&self, id: i64, until: i64) -> Stored<()> {
        self.change(move |work| {
            work.execute("UPDATE outbox SET due = ?2 WHERE id = ?1", given![id, until])?;
            Ok(())
        })
    }

    /// Deletes rows that were sent or are out of date.
    pub fn delete_from_outbox(&self, ids: Vec<i64>) -> Stored<()> {
        self.change(move |work| {
            let ids = Value::from(ids).to_string();
            work.execute("DELETE FROM outbox WHERE id IN (SELECT CAST(value AS BIGINT) FROM json_each(?1))", [ids])?;
            Ok(())
        })
    }

    /// Adds a test message for a channel of an account; returns whether the channel exists.
    pub fn test_channel(&self, account: AccountId, channel: i64) -> Stored<bool> {
        self.change(move |work| {
            let sql = "DELETE FROM outbox WHERE channel = ?1 AND kind = ?2 AND account = ?3";
            work.execute(sql, given![channel, Kind::Test.word(), account])?;
            let sql = "INSERT INTO outbox (account, kind, channel, created, due) \
                       SELECT account, ?3, id, ?4, ?4 FROM channels WHERE id = ?1 AND account = ?2";
            Ok(work.execute(sql, given![channel, account, Kind::Test.word(), now()])? > 0)
        })
    }

    /// Deletes an account's notifications about a table that the account has now seen, except those to its programs.
    pub fn seen(&self, account: AccountId, table: &str) -> Stored<()> {
        let table = table.to_owned();
        self.change(move |work| {
            let sql = "DELETE FROM outbox WHERE account = ?1 AND tab = ?2 AND (channel IS NULL \
                       OR channel IN (SELECT id FROM channels WHERE account = ?1 AND form <> ?3))";
            work.execute(sql, given![account, table, ChannelForm::Json.word()])?;
            Ok(())
        })
    }

    /// Removes a device that its push service reports as gone.
    pub fn remove_gone_device(&self, device: i64) -> Stored<()> {
        self.change(move |work| {
            work.execute("DELETE FROM push_devices WHERE id = ?1", [device])?;
            Ok(())
        })
    }

    /// Deletes expired links, unconfirmed addresses and rows that are too old.
    pub fn sweep_outbox(&self, now: i64) -> Stored<()> {
        self.change(move |work| {
            work.execute("DELETE FROM mail_links WHERE expires <= ?1", [now])?;
            work.execute(
                "DELETE FROM mail_addresses WHERE NOT confirmed AND since <= ?1",
                [now - ADDRESS_CONFIRMATION_MS],
            )?;
            work.execute("DELETE FROM outbox WHERE created <= ?1", [now - MAX_OUTBOX_AGE_MS])?;
            Ok(())
        })
    }
}

/// Adds notifications for the player whose turn begins, and deletes those for the previous turn. `entries` are the log entries written in
/// the same transaction. Must be called before the table's own row is updated.
pub(crate) fn put_turn(
    work: &Transaction<'_>,
    name: &str,
    entries: &[LogEntry],
    standing: Standing,
) -> Result<(), StorageError> {
    let sql = "SELECT turn FROM terms JOIN tables ON name = tab WHERE tab = ?1 AND clock ->> '$.type' = 'days'";
    let before: Option<Option<u8>> = work.query_row(sql, [name], |row| row.get(0)).optional()?;
    let (Some(before), Some(last)) = (before, entries.last()) else { return Ok(()) };
    if before == standing.turn {
        return Ok(());
    }
    let sql = "DELETE FROM outbox WHERE tab = ?1 AND kind = 'turn'";
    work.execute(sql, [name])?;
    let Some(seat) = standing.turn else { return Ok(()) };
    for account in accounts_at(work, name, seat)? {
        put_notice(work, account, Kind::Turn, name, last.number as i64 + 1, Some(seat))?;
    }
    Ok(())
}

/// Adds a notification about a table for each channel chosen by the account, once per event.
pub(crate) fn put_notice(
    work: &Transaction<'_>,
    account: AccountId,
    kind: Kind,
    table: &str,
    number: i64,
    seat: Option<u8>,
) -> Result<(), StorageError> {
    // PostgreSQL gives the columns of the first two parts a type, before it sees the third one.
    let sql = "WITH told AS (SELECT CAST(?2 AS TEXT) AS kind, CAST(?3 AS TEXT) AS tab, CAST(?4 AS BIGINT) AS number, \
               CAST(?5 AS BIGINT) AS seat, CAST(?6 AS BIGINT) AS now) \
               INSERT INTO outbox (account, kind, device, channel, tab, number, seat, created, due) \
               SELECT account, kind, NULL, CAST(NULL AS BIGINT), tab, number, seat, now, now \
               FROM notice_choices, told WHERE account = ?1 AND mail AND EXISTS \
               (SELECT 1 FROM mail_addresses WHERE mail_addresses.account = ?1 AND confirmed AND bounced IS NULL) \
               UNION ALL SELECT account, kind, id, NULL, tab, number, seat, now, now FROM push_devices, told WHERE account = ?1 \
               AND EXISTS (SELECT 1 FROM notice_choices WHERE notice_choices.account = ?1 AND push) \
               UNION ALL SELECT account, kind, NULL, id, tab, number, seat, now, now FROM channels, told \
               WHERE account = ?1 AND tournament IS NULL AND events LIKE '%\"' || kind || '\"%' ON CONFLICT DO NOTHING";
    work.execute(sql, given![account, kind.word(), table, number, seat, now()])?;
    Ok(())
}

/// Adds news of a tournament for the channels that get them.
pub(crate) fn put_news(work: &Transaction<'_>, tournament: &str, news: &News) -> Result<(), StorageError> {
    let body = serde_json::to_string(news).map_err(|why| StorageError::Damaged(why.to_string()))?;
    let sql = "INSERT INTO outbox (account, kind, channel, body, created, due) \
               SELECT account, ?2, id, ?4, ?5, ?5 FROM channels WHERE tournament = ?1 AND events LIKE '%\"' || ?3 || '\"%'";
    work.execute(sql, given![tournament, Kind::News.word(), news.event().word(), body, now()])?;
    Ok(())
}

/// Returns the account recorded for a seat or, if none is recorded, the accounts that have claimed one of the seat's keys.
fn accounts_at(work: &Transaction<'_>, table: &str, seat: u8) -> Result<Vec<AccountId>, StorageError> {
    let sql = "SELECT sitter ->> '$.account' FROM seats WHERE tab = ?1 AND seat = ?2 AND sitter ->> '$.type' = 'human'";
    let sits: Option<Option<AccountId>> = work.query_row(sql, given![table, seat], |row| row.get(0)).optional()?;
    match sits {
        None => Ok(Vec::new()),
        Some(Some(account)) => Ok(vec![account]),
        Some(None) => {
            let sql = "SELECT DISTINCT account FROM keys JOIN account_keys ON account_keys.hash = keys.hash \
                       WHERE tab = ?1 AND seat = ?2 AND expires > ?3";
            work.query_map(sql, given![table, seat, now()], |row| row.get(0))
        }
    }
}

/// Adds an email to the outbox, replacing a pending one of the same kind.
pub(crate) fn put_email(work: &Transaction<'_>, account: AccountId, kind: Kind) -> Result<(), StorageError> {
    work.execute("DELETE FROM outbox WHERE account = ?1 AND kind = ?2", given![account, kind.word()])?;
    let sql = "INSERT INTO outbox (account, kind, created, due) VALUES (?1, ?2, ?3, ?3)";
    work.execute(sql, given![account, kind.word(), now()])?;
    Ok(())
}

/// Deletes pending emails of a kind and the links of those already sent.
pub(crate) fn delete_emails(work: &Transaction<'_>, account: AccountId, kind: Kind) -> Result<(), StorageError> {
    for rows in ["outbox", "mail_links"] {
        work.execute(&format!("DELETE FROM {rows} WHERE account = ?1 AND kind = ?2"), given![account, kind.word()])?;
    }
    Ok(())
}

pub(crate) fn due(
    work: &Transaction<'_>,
    medium: Medium,
    now: i64,
    most: usize,
    except: Vec<AccountId>,
) -> Result<Batch, StorageError> {
    // Select only the earliest due row for each account.
    let sql = format!(
        "SELECT id, account, kind, device, tab, seat, created, tries, due, address, channel, body FROM \
         (SELECT outbox.*, row_number() OVER (PARTITION BY account ORDER BY due, id) AS place FROM outbox \
         WHERE due <= ?1 AND {MEDIUM} = ?2 \
         AND account NOT IN (SELECT CAST(value AS BIGINT) FROM json_each(?3))) AS waiting \
         WHERE place = 1 ORDER BY due LIMIT ?4"
    );
    let read = |row: &Row| {
        let (id, account, kind, device) = (row.get(0)?, row.get(1)?, row.get(2)?, row.get(3)?);
        let (table, seat, created, tries) = (row.get(4)?, row.get(5)?, row.get(6)?, row.get(7)?);
        let (since, address, channel, body) = (row.get(8)?, row.get(9)?, row.get(10)?, row.get(11)?);
        Ok(Waiting { id, account, kind, device, table, seat, created, tries, since, address, channel, body })
    };
    let found = work.query_map(&sql, given![now, medium.word(), Value::from(except).to_string(), most as i64], read)?;
    let found: Vec<Waiting> = found;
    let mut batch = Batch::default();
    for waiting in found {
        let id = waiting.id;
        match load_due(work, waiting, now)? {
            Some(due) => batch.due.push(due),
            None => batch.stale.push(id),
        }
    }
    Ok(batch)
}

/// Loads the recipient and the subject of a row; `None` if the row is out of date.
pub(crate) fn load_due(work: &Transaction<'_>, waiting: Waiting, now: i64) -> Result<Option<Due>, StorageError> {
    let Waiting { id, account, kind, device, table, seat, created, tries, since, address: other, channel, body } =
        waiting;
    let Some(kind) = Kind::parse(&kind) else { return Ok(None) };
    let mut choices = choices(work, account)?.unwrap_or_default();
    let to = match (channel, device, other) {
        (Some(channel), ..) => target(work, channel)?.map(Recipient::Channel),
        (None, Some(device), _) => device_of(work, device, now)?.filter(|_| choices.push),
        (None, None, Some(address)) => Some(Recipient::Mail { address, unsubscribe: String::new() }),
        (None, None, None) => {
            let wanted =
                choices.mail || matches!(kind, Kind::Confirm | Kind::Recover | Kind::Changed(_) | Kind::RatingsReset);
            let found = address(work, account, kind != Kind::Confirm)?.filter(|_| wanted);
            found.map(|(address, unsubscribe)| Recipient::Mail { address, unsubscribe })
        }
    };
    let about = match (kind, &table) {
        (Kind::Turn, Some(table)) => turn_at(work, table, seat)?.map(Some),
        (Kind::Challenge, Some(table)) => challenge_at(work, table, account, now)?.map(Some),
        (Kind::Turn | Kind::Challenge, None) => None,
        _ => Some(None),
    };
    let (Some(to), Some(about)) = (to, about) else { return Ok(None) };
    if let Recipient::Channel(channel) = &to {
        choices.language = channel.language;
    }
    let name = work.query_row("SELECT name FROM accounts WHERE id = ?1", [account], |row| row.get(0))?;
    let news = body.as_deref().map(serde_json::from_str).transpose();
    let news = news.map_err(|why| StorageError::Damaged(format!("news {id}: {why}")))?;
    Ok(Some(Due { id, account, name, kind, created, since, tries, choices, to, about, news }))
}

pub(crate) fn device_of(work: &Transaction<'_>, device: i64, now: i64) -> Result<Option<Recipient>, StorageError> {
    let sql = "SELECT push_devices.id, endpoint, public_key, secret FROM push_devices JOIN sessions ON sessions.id = session \
               WHERE push_devices.id = ?1 AND expires > ?2";
    let read = |row: &Row| {
        let (id, endpoint, public_key) = (row.get(0)?, row.get(1)?, row.get(2)?);
        Ok(Recipient::Device { id, endpoint, public_key, secret: row.get(3)? })
    };
    work.query_row(sql, given![device, now], read).optional()
}

/// Returns the subject of a turn notification if it is still this seat's turn.
pub(crate) fn turn_at(work: &Transaction<'_>, table: &str, seat: Option<u8>) -> Result<Option<Subject>, StorageError> {
    let sql = "SELECT clock ->> '$.days' FROM tables JOIN terms ON terms.tab = name JOIN seats ON seats.tab = name AND seat = turn \
               WHERE name = ?1 AND phase = 'playing' AND turn = ?2 AND sitter ->> '$.type' = 'human' \
               AND name NOT IN (SELECT tab FROM closed_tables)";
    let found = work.query_row(sql, given![table, seat], |row| row.get(0)).optional()?;
    let Some(days) = found else { return Ok(None) };
    let sql = "SELECT sitter ->> '$.name' FROM seats WHERE tab = ?1 AND seat <> ?2 AND sitter ->> '$.type' = 'human' ORDER BY seat";
    let others = work.query_map(sql, given![table, seat], |row| row.get(0))?;
    Ok(Some(Subject { table: table.to_owned(), seat, others, days }))
}

/// Returns the subject of a challenge notification if the challenge is still open.
pub(crate) fn challenge_at(
    work: &Transaction<'_>,
    table: &str,
    account: AccountId,
    now: i64,
) -> Result<Option<Subject>, StorageError> {
    let sql = "SELECT accounts.name, clock ->> '$.days' FROM challenges JOIN accounts ON accounts.id = challenger \
               LEFT JOIN terms ON terms.tab = challenges.tab \
               WHERE challenges.tab = ?1 AND challenges.account = ?2 AND challenges.expires > ?3";
    let read = |row: &Row| Ok((row.get(0)?, row.get(1)?));
    let found = work.query_row(sql, given![table, account, now], read).optional()?;
    Ok(found.map(|(by, days)| Subject { table: table.to_owned(), seat: None, others: vec![by], days }))
}
