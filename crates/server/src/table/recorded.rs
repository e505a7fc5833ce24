//! Tables and records: the record of a table, and a table for the game of a record.

use std::sync::Arc;

use games::record::{Outcome, Record};
use games::{Game, OwnTiles};

use super::replaying::{self, Replayed};
use super::{Draws, Table, Works, not_written};
use crate::messages;
use crate::records;
use crate::refusal::{Code, Refusal};
use crate::secrets::{self, Hash};
use crate::storage::{Claims, Key, Phase, Right, Sheet, Source, StoredAnswer};

impl Table {
    /// Makes a table for the game of a record, in any form that the server reads, and writes it down with all its answers. Nobody
    /// plays there: it is finished business, even where the record was broken off. `browser` is the hash of the cookie of whoever
    /// brought it, which finds the table in its list and opens no seat.
    ///
    /// # Errors
    /// The record cannot be read or breaks the rules, or the storage failed; then nothing is stored.
    pub async fn import(works: Arc<Works>, record: String, browser: Hash) -> Result<Arc<Table>, Refusal> {
        let read = tokio::task::spawn_blocking(move || brought(&record, browser));
        let failed = |why: tokio::task::JoinError| {
            tracing::error!("a record could not be read: {why}");
            Refusal::new(Code::BadRecord, "the server failed at this record; its log says why")
        };
        let (sheet, answers, replayed) = read.await.map_err(failed)??;
        works.storage.create(sheet.clone(), answers).await.map_err(not_written)?;
        Ok(Table::seated(works, sheet, replayed))
    }

    /// The table's record. That of an imported game says of the draw order what the record said that was brought.
    ///
    /// # Errors
    /// Hands are hidden in the game, and it is not over.
    pub async fn record(&self) -> Result<Record, Refusal> {
        let state = self.state().await;
        if !state.is_finished() && state.game.has_secrets() {
            let why = "the hands of this game are hidden; its record comes when it is over";
            return Err(Refusal::new(Code::Secret, why));
        }
        let (game, draws, names) = (state.game.clone(), state.draws.clone(), records::names(&state.seats));
        drop(state);
        let claims = match draws {
            Draws::Dealt(deal) => return Ok(Record::of(&game, &names, Some(&deal))),
            Draws::Recorded(claims) => claims,
        };
        let mut record = Record::of(&game, &names, None);
        record.commitment = claims.commitment;
        record.seed = claims.seed.map(Into::into);
        if claims.stopped {
            record.outcome = Outcome::Stopped { scores: game.scored_now().0 };
        }
        Ok(record)
    }

    /// The game, once it can be looked at with all that is in it.
    ///
    /// # Errors
    /// It is not over, and nobody is helped in it.
    pub async fn finished_game(&self) -> Result<Game, Refusal> {
        let state = self.state().await;
        if !state.is_finished() {
            let why = "this game is not over, and nobody is helped in it; its positions are analysed when it is";
            return Err(Refusal::new(Code::NotOver, why));
        }
        Ok(state.game.clone())
    }
}

/// The table of a record that somebody brings, before it is written down.
fn brought(text: &str, browser: Hash) -> Result<(Sheet, Vec<StoredAnswer>, Replayed), Refusal> {
    let (record, game) = records::read(text)?;
    let (answers, log) = replaying::steps(&game).map_err(|why| Refusal::new(Code::BadRecord, why))?;
    let stopped = matches!(record.outcome, Outcome::Stopped { .. }) && !game.is_over();
    let seats = records::sitters(&record);
    let claims = Claims { commitment: record.commitment, seed: record.seed.map(|seed| seed.0), stopped };
    let sheet = Sheet {
        name: secrets::table_name(),
        setup: messages::text(&game.setup().short()),
        own_tiles: game.setup().own_tiles.as_ref().and_then(OwnTiles::text).map(str::to_owned),
        rules_version: game.setup().rules_version,
        source: Source::Record(claims.clone()),
        public: false,
        phase: Phase::Finished,
        seats,
        // The host's right starts a game, and this one is finished: it only brings the table into the list of its browser.
        keys: vec![Key { hash: browser, right: Right::Host }],
    };
    Ok((sheet, answers, (game, Draws::Recorded(claims), log)))
}
