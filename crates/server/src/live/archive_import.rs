//! Imports finished games from elsewhere into the archive, from the command line. It works directly on the database, even while a server is
//! running.

use std::path::Path;

use table::upload::Upload;
use table::{GameResult, Table, TableRecord, Write};
use thiserror::Error;

use super::store::write_table;
use crate::common::secrets;
use crate::results::store::put_result;
use crate::storage::direct::DirectConnection;
use crate::storage::{DatabaseUrl, StorageError, Transaction};

/// Epoch of a table that no node owns yet.
const NO_EPOCH: u64 = 0;

/// The reason a game cannot be imported into the archive.
#[derive(Debug, Error)]
pub enum ArchiveError {
    /// The text is not a game, or its moves break the rules.
    #[error(transparent)]
    Invalid(#[from] table::Refusal),
    /// The game has no result.
    #[error("the game was not finished, and the archive has only finished games")]
    Unfinished,
}

/// A finished game from elsewhere.
pub struct ForeignGame {
    name: String,
    write: Write,
    result: GameResult,
}

impl ForeignGame {
    /// Reads a game in any known format and replays it. `fix_rotation` turns the tiles of a link that fit in only one other rotation.
    ///
    /// # Errors
    /// The text is not a valid game, or the game is not finished.
    pub fn read(text: &str, fix_rotation: bool) -> Result<ForeignGame, ArchiveError> {
        let (record, game) = Upload::parse(text.to_owned())?.fix_rotation(fix_rotation).replay(|| true)?;
        let (table, write) = Table::of_record(String::new(), &record, game, secrets::key())?;
        let result = table.recorded_result().ok_or(ArchiveError::Unfinished)?;
        let Write::Create { mut record, log, turn } = write else { return Err(ArchiveError::Unfinished) };
        let words: String = log.iter().map(|entry| format!("{:?}\n", entry.what)).collect();
        record.name = name_of(&record, &words);
        record.public = true;
        // No browser lists the game.
        record.keys.clear();
        Ok(ForeignGame { name: record.name.clone(), write: Write::Create { record, log, turn }, result })
    }

    /// Stores the game, unless it is already there. Returns whether it was stored.
    fn store(self, work: &Transaction<'_>) -> Result<bool, StorageError> {
        if work.exists("SELECT 1 FROM tables WHERE name = ?1", [self.name.as_str()])? {
            return Ok(false);
        }
        write_table(work, (&self.name, NO_EPOCH), self.write)?;
        put_result(work, &self.name, &self.result)?;
        Ok(true)
    }
}

/// Returns the name of a game's table, which follows from its set-up, players and answers, so that no game is stored twice.
fn name_of(record: &TableRecord, words: &str) -> String {
    let TableRecord { setup, own_tiles, rules_version, seats, .. } = record;
    let players = table::names(seats);
    let identity = format!("{setup}\n{rules_version}\n{own_tiles:?}\n{players:?}\n{words}");
    secrets::table_name_of(secrets::hash(&identity))
}

/// The archive of a database.
pub struct Archive(DirectConnection);

impl Archive {
    /// Opens the database in a folder.
    ///
    /// # Errors
    /// There is no database, or its schema is of another version.
    pub fn open(folder: &Path) -> Result<Archive, StorageError> {
        DirectConnection::open(folder).map(Archive)
    }

    /// Opens a PostgreSQL database.
    ///
    /// # Errors
    /// The database cannot be reached, or its schema is of another version.
    pub fn at(url: &DatabaseUrl) -> Result<Archive, StorageError> {
        DirectConnection::connect(url).map(Archive)
    }

    /// Adds games in one transaction: all of them or, on an error, none. Returns how many were new.
    ///
    /// # Errors
    /// The database cannot be written.
    pub fn add(&mut self, games: Vec<ForeignGame>) -> Result<usize, StorageError> {
        let added = self.0.change(|work| {
            let mut added = 0;
            for game in games {
                added += usize::from(game.store(work)?);
            }
            Ok(Ok::<usize, std::convert::Infallible>(added))
        })?;
        match added {
            Ok(added) => Ok(added),
            Err(never) => match never {},
        }
    }
}
