//! Studies in the database.

use serde::{Deserialize, Serialize};
use utoipa::ToSchema;

use crate::accounts::store::{AccountId, exists};
use crate::storage::{Database, Optional, Row, StorageError, Stored, Transaction, given};

/// Maximum number of studies of an account, and of bytes in all of them.
pub const MAX_STUDIES: i64 = 200;
pub const MAX_BYTES: i64 = 16 << 20;

/// The readers of a study besides its owner.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize, ToSchema)]
#[cfg_attr(test, derive(ts_rs::TS))]
#[serde(rename_all = "snake_case")]
pub enum Visibility {
    /// No one else.
    Private,
    /// Anyone who has the link.
    Link,
    /// Everyone; the study is listed.
    Public,
}

impl Visibility {
    pub fn word(self) -> &'static str {
        match self {
            Visibility::Private => "private",
            Visibility::Link => "link",
            Visibility::Public => "public",
        }
    }

    /// Returns the visibility with this word. An unknown word means private.
    pub fn of_word(word: &str) -> Visibility {
        match word {
            "link" => Visibility::Link,
            "public" => Visibility::Public,
            _ => Visibility::Private,
        }
    }
}

/// A study without its document.
#[derive(Clone, Debug, PartialEq)]
pub struct StudyLine {
    pub id: String,
    pub account: AccountId,
    /// Name of the owner's account.
    pub owner: String,
    pub name: String,
    pub visibility: Visibility,
    pub version: i64,
    pub chapters: u32,
    /// Last change, in milliseconds since 1970.
    pub updated: i64,
    /// A moderator's reason for hiding the study from all but its owner.
    pub closed: Option<String>,
}

impl StudyLine {
    /// Returns whether everyone with the link may read the study.
    pub fn is_open(&self) -> bool {
        self.visibility != Visibility::Private && self.closed.is_none()
    }
}

/// A study with its document as JSON.
#[derive(Clone, Debug, PartialEq)]
pub struct StoredStudy {
    pub line: StudyLine,
    pub document: String,
}

/// A document to store.
#[derive(Clone, Debug)]
pub struct Document {
    pub name: String,
    pub chapters: u32,
    pub json: String,
}

/// Reasons why a change to a study is not stored.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum NotSaved {
    /// The study does not exist, or belongs to another account.
    Missing,
    /// The study has another version.
    Stale(i64),
    /// The account has too many studies, or they are too large.
    Full,
}

const LINE: &str =
    "studies.id, studies.account, accounts.name, studies.name, visibility, version, chapters, updated, closed";

impl Database {
    /// Stores a new study as version 1. Returns `Missing` if the account does not exist.
    pub fn create_study(
        &self,
        account: AccountId,
        id: String,
        document: Document,
        visibility: Visibility,
        time: i64,
    ) -> Stored<Result<i64, NotSaved>> {
        self.change(move |work| {
            if !exists(work, account)? {
                return Ok(Err(NotSaved::Missing));
            }
            if !has_room(work, account, document.json.len(), None)? {
                return Ok(Err(NotSaved::Full));
            }
            let sql = "INSERT INTO studies (id, account, name, visibility, version, chapters, bytes, document, updated) \
                       VALUES (?1, ?2, ?3, ?4, 1, ?5, ?6, ?7, ?8)";
            let Document { name, chapters, json } = &document;
            let bytes = json.len() as i64;
            work.execute(sql, given![id, account, name, visibility.word(), chapters, bytes, json, time])?;
            Ok(Ok(1))
        })
    }

    /// Changes a study of an account that still has this version, and returns the new version.
    pub fn change_study(
        &self,
        account: AccountId,
        id: String,
        version: i64,
        (document, visibility): (Option<Document>, Option<Visibility>),
        time: i64,
    ) -> Stored<Result<i64, NotSaved>> {
        self.change(move |work| {
            let sql = "SELECT version FROM studies WHERE id = ?1 AND account = ?2";
            let current: Option<i64> = work.query_row(sql, given![id, account], |row| row.get(0)).optional()?;
            match current {
                None => return Ok(Err(NotSaved::Missing)),
                Some(current) if current != version => return Ok(Err(NotSaved::Stale(current))),
                Some(_) => {}
            }
            if let Some(Document { name, chapters, json }) = &document {
                if !has_room(work, account, json.len(), Some(&id))? {
                    return Ok(Err(NotSaved::Full));
                }
                let sql = "UPDATE studies SET name = ?2, chapters = ?3, bytes = ?4, document = ?5 WHERE id = ?1";
                work.execute(sql, given![id, name, chapters, json.len() as i64, json])?;
            }
            if let Some(visibility) = visibility {
                work.execute("UPDATE studies SET visibility = ?2 WHERE id = ?1", given![id, visibility.word()])?;
            }
            let sql = "UPDATE studies SET version = version + 1, updated = ?2 WHERE id = ?1";
            work.execute(sql, given![id, time])?;
            Ok(Ok(version + 1))
        })
    }

    /// Deletes a study of an account; returns whether it existed.
    pub fn delete_study(&self, account: AccountId, id: String) -> Stored<bool> {
        self.change(move |work| {
            let sql = "DELETE FROM studies WHERE id = ?1 AND account = ?2";
            Ok(work.execute(sql, given![id, account])? > 0)
        })
    }

    /// Returns a study with its document.
    pub fn study(&self, id: &str) -> Stored<Option<StoredStudy>> {
        let id = id.to_owned();
        self.read(move |work| {
            let sql = format!(
                "SELECT {LINE}, document FROM studies JOIN accounts ON accounts.id = account WHERE studies.id = ?1"
            );
            let read = |row: &Row| Ok(StoredStudy { line: line_of(row)?, document: row.get(9)? });
            work.query_row(&sql, [id], read).optional()
        })
    }

    /// Returns a study without its document.
    pub fn study_line(&self, id: &str) -> Stored<Option<StudyLine>> {
        let id = id.to_owned();
        self.read(move |work| {
            let sql =
                format!("SELECT {LINE} FROM studies JOIN accounts ON accounts.id = account WHERE studies.id = ?1");
            work.query_row(&sql, [id], line_of).optional()
        })
    }

    /// Returns up to `most` studies of an account, or public ones, last changed first.
    pub fn studies(&self, account: Option<AccountId>, before: i64, most: u32) -> Stored<Vec<StudyLine>> {
        self.read(move |work| {
            // No account has the id 0.
            let public = "visibility = 'public' AND closed IS NULL AND studies.account <> ?1";
            let which = if account.is_some() { "studies.account = ?1" } else { public };
            let sql = format!(
                "SELECT {LINE} FROM studies JOIN accounts ON accounts.id = account \
                 WHERE {which} AND updated < ?2 ORDER BY updated DESC, studies.id LIMIT ?3"
            );
            work.query_map(&sql, given![account.unwrap_or(0), before, most], line_of)
        })
    }

    /// Returns up to `most` studies of an account with their documents, ordered by id and starting after `id`.
    pub fn studies_after(&self, account: AccountId, id: String, most: u32) -> Stored<Vec<StoredStudy>> {
        self.read(move |work| {
            let sql = format!(
                "SELECT {LINE}, document FROM studies JOIN accounts ON accounts.id = account \
                 WHERE studies.account = ?1 AND studies.id > ?2 ORDER BY studies.id LIMIT ?3"
            );
            let read = |row: &Row| Ok(StoredStudy { line: line_of(row)?, document: row.get(9)? });
            work.query_map(&sql, given![account, id, most], read)
        })
    }
}

/// Returns whether an account may store a document of this many bytes, in place of the study `instead_of` if there is one.
fn has_room(
    work: &Transaction<'_>,
    account: AccountId,
    bytes: usize,
    instead_of: Option<&str>,
) -> Result<bool, StorageError> {
    let sql = "SELECT count(*), coalesce(CAST(sum(bytes) AS BIGINT), 0) FROM studies WHERE account = ?1 AND id <> ?2";
    let read = |row: &Row| Ok((row.get::<i64>(0)?, row.get::<i64>(1)?));
    let (count, sum) = work.query_row(sql, given![account, instead_of.unwrap_or("")], read)?;
    Ok(count < MAX_STUDIES && sum + bytes as i64 <= MAX_BYTES)
}

fn line_of(row: &Row) -> Result<StudyLine, StorageError> {
    Ok(StudyLine {
        id: row.get(0)?,
        account: row.get(1)?,
        owner: row.get(2)?,
        name: row.get(3)?,
        visibility: Visibility::of_word(&row.get::<String>(4)?),
        version: row.get(5)?,
        chapters: row.get(6)?,
        updated: row.get(7)?,
        closed: row.get(8)?,
    })
}
