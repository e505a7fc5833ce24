//! Channels in the database: webhooks and Telegram chats of accounts.

use serde::{Deserialize, Serialize};
use table::Hash;
use utoipa::ToSchema;

use super::preferences::Language;
use crate::accounts::store::{AccountId, exists};
use crate::storage::{Database, Optional, Row, StorageError, Stored, Transaction, given, now};

/// Maximum number of channels of an account.
pub const MAX_CHANNELS: i64 = 20;
/// Maximum number of unused Telegram links of an account; the oldest are dropped.
const MAX_LINKS: i64 = 10;

/// Form of a channel.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize, ToSchema)]
#[cfg_attr(test, derive(ts_rs::TS))]
#[serde(rename_all = "snake_case")]
pub enum ChannelForm {
    /// A webhook for a program: JSON signed as in the Standard Webhooks specification.
    Json,
    /// A webhook of Discord.
    Discord,
    /// A chat of the server's Telegram bot.
    Telegram,
}

impl ChannelForm {
    const ALL: [ChannelForm; 3] = [ChannelForm::Json, ChannelForm::Discord, ChannelForm::Telegram];

    pub fn word(self) -> &'static str {
        match self {
            ChannelForm::Json => "json",
            ChannelForm::Discord => "discord",
            ChannelForm::Telegram => "telegram",
        }
    }

    fn of(word: &str) -> Result<ChannelForm, StorageError> {
        let found = ChannelForm::ALL.into_iter().find(|form| form.word() == word);
        found.ok_or_else(|| StorageError::Damaged(format!("unknown form of channel \"{word}\"")))
    }
}

/// Event that is sent to a channel: `turn` and `challenge` for the account's own notifications, the others for those of a tournament.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize, ToSchema)]
#[cfg_attr(test, derive(ts_rs::TS))]
#[serde(rename_all = "snake_case")]
pub enum ChannelEvent {
    /// It is the account's turn in a game over days.
    Turn,
    /// The account was challenged to a game.
    Challenge,
    /// A round was paired.
    Round,
    /// A match was decided.
    Result,
    /// The tournament is over.
    Over,
}

impl ChannelEvent {
    pub fn word(self) -> &'static str {
        match self {
            ChannelEvent::Turn => "turn",
            ChannelEvent::Challenge => "challenge",
            ChannelEvent::Round => "round",
            ChannelEvent::Result => "result",
            ChannelEvent::Over => "over",
        }
    }

    /// Returns the events that can be sent to a channel.
    pub fn possible(tournament: bool) -> &'static [ChannelEvent] {
        const OWN: &[ChannelEvent] = &[ChannelEvent::Turn, ChannelEvent::Challenge];
        const TOURNAMENT: &[ChannelEvent] = &[ChannelEvent::Round, ChannelEvent::Result, ChannelEvent::Over];
        if tournament { TOURNAMENT } else { OWN }
    }
}

/// A channel to send to.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct ChannelTarget {
    pub id: i64,
    pub form: ChannelForm,
    pub address: String,
    pub secret: Vec<u8>,
    pub language: Language,
    /// True if the channel gets the news of a tournament rather than the account's own notifications.
    pub tournament: bool,
}

/// A channel to be stored.
#[derive(Clone, Debug)]
pub struct NewChannel {
    pub form: ChannelForm,
    pub address: String,
    pub name: String,
    pub secret: Vec<u8>,
    pub tournament: Option<String>,
    pub events: Vec<ChannelEvent>,
    pub language: Language,
}

/// A channel as its account sees it.
#[derive(Clone, Debug)]
pub struct ChannelLine {
    pub id: i64,
    pub form: ChannelForm,
    pub address: String,
    pub name: String,
    pub tournament: Option<String>,
    pub tournament_name: Option<String>,
    pub events: Vec<ChannelEvent>,
    pub language: Language,
    pub created: i64,
    pub failure: Option<String>,
}

/// Reason why a channel is not stored.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum NoChannel {
    NoAccount,
    /// The account does not organise a tournament with this id.
    NoTournament,
    TooMany,
}

/// A link with which a Telegram chat becomes a channel.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct TelegramLink {
    pub account: AccountId,
    pub tournament: Option<String>,
    pub language: Language,
}

/// A Telegram chat.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct TelegramChat {
    pub id: String,
    /// Name of the person or the group.
    pub name: String,
    /// True for a chat with one person.
    pub private: bool,
}

impl Database {
    /// Returns an account's channels, the oldest first.
    pub fn channels(&self, account: AccountId) -> Stored<Vec<ChannelLine>> {
        self.read(move |work| {
            let sql = "SELECT channels.id, form, channels.name, tournament, tournaments.name, events, language, \
                       channels.created, failure, address FROM channels LEFT JOIN tournaments ON tournaments.id = tournament \
                       WHERE account = ?1 ORDER BY channels.id";
            work.query_map(sql, [account], |row| {
                Ok(ChannelLine {
                    id: row.get(0)?,
                    form: ChannelForm::of(&row.get::<String>(1)?)?,
                    name: row.get(2)?,
                    tournament: row.get(3)?,
                    tournament_name: row.get(4)?,
                    events: events_of(&row.get::<String>(5)?)?,
                    language: Language::of(&row.get::<String>(6)?),
                    created: row.get(7)?,
                    failure: row.get(8)?,
                    address: row.get(9)?,
                })
            })
        })
    }

    /// Stores a channel; replaces one with the same form, address and tournament.
    pub fn add_channel(&self, account: AccountId, new: NewChannel) -> Stored<Result<i64, NoChannel>> {
        self.change(move |work| add(work, account, &new))
    }

    /// Removes a channel of an account; returns whether it existed.
    pub fn remove_channel(&self, account: AccountId, channel: i64) -> Stored<bool> {
        self.change(move |work| {
            let sql = "DELETE FROM channels WHERE id = ?1 AND account = ?2";
            Ok(work.execute(sql, given![channel, account])? > 0)
        })
    }

    /// Records why a message could not be sent to a channel, or that one was sent.
    pub fn note_channel(&self, channel: i64, failure: Option<String>) -> Stored<()> {
        self.change(move |work| {
            let sql = "UPDATE channels SET failure = ?2 WHERE id = ?1 AND coalesce(failure, '') <> coalesce(?2, '')";
            work.execute(sql, given![channel, failure]).map(drop)
        })
    }

    /// Removes a channel whose address no longer exists.
    pub fn remove_gone_channel(&self, channel: i64) -> Stored<()> {
        self.change(move |work| work.execute("DELETE FROM channels WHERE id = ?1", [channel]).map(drop))
    }

    /// Removes the channels of a Telegram chat. Returns the language of one of them, or `None` if there are none.
    pub fn leave_chat(&self, chat: String) -> Stored<Option<Language>> {
        self.change(move |work| {
            let sql = "SELECT language FROM channels WHERE form = ?1 AND address = ?2 ORDER BY id LIMIT 1";
            let chats = given![ChannelForm::Telegram.word(), chat];
            let language = work.query_row(sql, &chats, |row| row.get::<String>(0)).optional()?;
            work.execute("DELETE FROM channels WHERE form = ?1 AND address = ?2", &chats)?;
            Ok(language.map(|language| Language::of(&language)))
        })
    }

    /// Moves the channels of a Telegram chat whose id changed.
    pub fn move_chat(&self, from: String, to: String) -> Stored<()> {
        self.change(move |work| {
            let sql = "UPDATE channels SET address = ?3 WHERE form = ?1 AND address = ?2";
            work.execute(sql, given![ChannelForm::Telegram.word(), from, to]).map(drop)
        })
    }

    /// Stores a link with which a Telegram chat becomes a channel of an account.
    pub fn add_telegram_link(&self, hash: Hash, link: TelegramLink, expires: i64) -> Stored<Result<(), NoChannel>> {
        self.change(move |work| {
            let TelegramLink { account, tournament, language } = link;
            if let Err(why) = may_add(work, account, tournament.as_deref())? {
                return Ok(Err(why));
            }
            work.execute("DELETE FROM telegram_links WHERE expires <= ?1", [now()])?;
            let sql =
                "INSERT INTO telegram_links (hash, account, tournament, language, expires) VALUES (?1, ?2, ?3, ?4, ?5)";
            work.execute(sql, given![hash.as_slice(), account, tournament, language.word(), expires])?;
            let sql = "DELETE FROM telegram_links WHERE account = ?1 AND hash NOT IN \
                       (SELECT hash FROM telegram_links WHERE account = ?1 ORDER BY expires DESC LIMIT ?2)";
            work.execute(sql, given![account, MAX_LINKS])?;
            Ok(Ok(()))
        })
    }

    /// Makes a Telegram chat the channel that a link is for, and uses up the link. Returns the link; `None` if it is not valid. Only a
    /// private chat can get an account's own notifications.
    pub fn use_telegram_link(&self, hash: Hash, chat: TelegramChat) -> Stored<Option<TelegramLink>> {
        self.change(move |work| {
            let sql = "SELECT account, tournament, language FROM telegram_links \
                       WHERE hash = ?1 AND expires > ?2 AND (?3 OR tournament IS NOT NULL)";
            let read = |row: &Row| {
                let language = Language::of(&row.get::<String>(2)?);
                Ok(TelegramLink { account: row.get(0)?, tournament: row.get(1)?, language })
            };
            let given = given![hash.as_slice(), now(), chat.private];
            let found: Option<TelegramLink> = work.query_row(sql, given, read).optional()?;
            let Some(link) = found else { return Ok(None) };
            work.execute("DELETE FROM telegram_links WHERE hash = ?1", [hash.as_slice()])?;
            let new = NewChannel {
                form: ChannelForm::Telegram,
                address: chat.id,
                name: chat.name,
                secret: Vec::new(),
                events: ChannelEvent::possible(link.tournament.is_some()).to_vec(),
                tournament: link.tournament.clone(),
                language: link.language,
            };
            Ok(add(work, link.account, &new)?.ok().map(|_| link))
        })
    }

    /// Takes a lease, or extends it, until a time; returns whether this holder has it.
    pub fn take_lease(&self, name: &'static str, holder: String, until: i64) -> Stored<bool> {
        self.change(move |work| {
            let sql = "INSERT INTO leases (name, holder, until) VALUES (?1, ?2, ?3) ON CONFLICT (name) DO UPDATE \
                       SET holder = excluded.holder, until = excluded.until \
                       WHERE leases.holder = excluded.holder OR leases.until <= ?4";
            Ok(work.execute(sql, given![name, holder, until, now()])? > 0)
        })
    }
}

fn events_of(text: &str) -> Result<Vec<ChannelEvent>, StorageError> {
    serde_json::from_str(text).map_err(|why| StorageError::Damaged(format!("events of a channel: {why}")))
}

/// Checks whether an account may have another channel.
fn may_add(
    work: &Transaction<'_>,
    account: AccountId,
    tournament: Option<&str>,
) -> Result<Result<(), NoChannel>, StorageError> {
    if !exists(work, account)? {
        return Ok(Err(NoChannel::NoAccount));
    }
    if let Some(id) = tournament {
        let sql = "SELECT 1 FROM tournaments WHERE id = ?1 AND organiser = ?2";
        if !work.exists(sql, given![id, account])? {
            return Ok(Err(NoChannel::NoTournament));
        }
    }
    let sql = "SELECT count(*) FROM channels WHERE account = ?1";
    let count: i64 = work.query_row(sql, [account], |row| row.get(0))?;
    Ok(if count < MAX_CHANNELS { Ok(()) } else { Err(NoChannel::TooMany) })
}

fn add(work: &Transaction<'_>, account: AccountId, new: &NewChannel) -> Result<Result<i64, NoChannel>, StorageError> {
    let NewChannel { form, address, name, secret, tournament, events, language } = new;
    let sql = "DELETE FROM channels WHERE account = ?1 AND form = ?2 AND address = ?3 \
               AND coalesce(tournament, '') = coalesce(?4, '')";
    work.execute(sql, given![account, form.word(), address, tournament])?;
    if let Err(why) = may_add(work, account, tournament.as_deref())? {
        return Ok(Err(why));
    }
    let events = serde_json::to_string(events).map_err(|why| StorageError::Damaged(why.to_string()))?;
    let sql = "INSERT INTO channels (account, form, address, name, secret, tournament, events, language, created) \
               VALUES (?1, ?2, ?3, ?4, ?5, ?6, ?7, ?8, ?9) RETURNING id";
    let row = given![account, form.word(), address, name, secret, tournament, events, language.word(), now()];
    work.query_row(sql, row, |row| row.get(0)).map(Ok)
}

/// Returns the channel to send to; `None` if it was removed.
pub(crate) fn target(work: &Transaction<'_>, channel: i64) -> Result<Option<ChannelTarget>, StorageError> {
    let sql = "SELECT form, address, secret, language, tournament IS NOT NULL FROM channels WHERE id = ?1";
    let read = |row: &Row| {
        Ok(ChannelTarget {
            id: channel,
            form: ChannelForm::of(&row.get::<String>(0)?)?,
            address: row.get(1)?,
            secret: row.get(2)?,
            language: Language::of(&row.get::<String>(3)?),
            tournament: row.get(4)?,
        })
    };
    work.query_row(sql, [channel], read).optional()
}
