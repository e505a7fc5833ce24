//! Notification preferences of accounts: email and push, language, and quiet hours.

use crate::accounts::store::{AccountId, Changed, Refused, exists};
use crate::storage::{Database, Optional, Row, StorageError, Stored, Transaction, given, now};

/// Languages for emails and pushes.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, serde::Serialize, serde::Deserialize, utoipa::ToSchema)]
#[cfg_attr(test, derive(ts_rs::TS), ts(rename = "NoticeLanguage"))]
#[schema(as = NoticeLanguage)]
#[serde(rename_all = "lowercase")]
pub enum Language {
    /// English.
    #[default]
    En,
    /// Russian.
    Ru,
    /// Ukrainian.
    Uk,
}

impl Language {
    pub fn word(self) -> &'static str {
        match self {
            Language::En => "en",
            Language::Ru => "ru",
            Language::Uk => "uk",
        }
    }

    /// Parses a language code; an unknown code means English.
    pub fn of(word: &str) -> Language {
        match word {
            "ru" => Language::Ru,
            "uk" => Language::Uk,
            _ => Language::En,
        }
    }
}

/// Hours without notifications, in minutes after midnight in the account's time zone.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Quiet {
    pub from: u16,
    /// End of the quiet hours; on the next day if it is before `from`.
    pub to: u16,
}

/// Notification preferences of an account.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Preferences {
    pub mail: bool,
    pub push: bool,
    pub quiet: Option<Quiet>,
    /// Time zone, by its name in the tz database.
    pub zone: String,
    pub language: Language,
}

impl Default for Preferences {
    fn default() -> Preferences {
        Preferences { mail: false, push: false, quiet: None, zone: "UTC".into(), language: Language::En }
    }
}

impl Database {
    /// Saves an account's preferences. Outbox rows postponed until the end of quiet hours become due, so that they are checked again.
    pub fn choose(&self, account: AccountId, choices: Preferences) -> Stored<Changed<()>> {
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
}

pub(crate) fn put_choices(
    work: &Transaction<'_>,
    account: AccountId,
    choices: &Preferences,
) -> Result<(), StorageError> {
    let sql = "INSERT INTO notice_choices (account, mail, push, quiet_from, quiet_to, zone, language) \
               VALUES (?1, ?2, ?3, ?4, ?5, ?6, ?7) ON CONFLICT (account) DO UPDATE SET mail = excluded.mail, \
               push = excluded.push, quiet_from = excluded.quiet_from, quiet_to = excluded.quiet_to, zone = excluded.zone, \
               language = excluded.language";
    let Preferences { mail, push, quiet, zone, language } = choices;
    let (from, to) = (quiet.map(|quiet| quiet.from), quiet.map(|quiet| quiet.to));
    work.execute(sql, given![account, mail, push, from, to, zone, language.word()])?;
    Ok(())
}

pub(crate) fn choices(work: &Transaction<'_>, account: AccountId) -> Result<Option<Preferences>, StorageError> {
    let sql = "SELECT mail, push, quiet_from, quiet_to, zone, language FROM notice_choices WHERE account = ?1";
    let read = |row: &Row| {
        let quiet = row.get::<Option<u16>>(2)?.zip(row.get::<Option<u16>>(3)?);
        let language = Language::of(&row.get::<String>(5)?);
        let quiet = quiet.map(|(from, to)| Quiet { from, to });
        Ok(Preferences { mail: row.get(0)?, push: row.get(1)?, quiet, zone: row.get(4)?, language })
    };
    work.query_row(sql, [account], read).optional()
}

/// Returns an account's confirmed or pending address, unless it bounced, and the secret for its unsubscribe link.
pub(crate) fn address(
    work: &Transaction<'_>,
    account: AccountId,
    confirmed: bool,
) -> Result<Option<(String, String)>, StorageError> {
    let sql = "SELECT address, unsubscribe FROM mail_addresses \
               WHERE account = ?1 AND confirmed = ?2 AND bounced IS NULL";
    let read = |row: &Row| Ok((row.get(0)?, row.get(1)?));
    work.query_row(sql, given![account, confirmed], read).optional()
}
