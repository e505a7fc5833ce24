//! Tables for imported games, where no one can play.

use games::record::{Outcome, Record};
use games::{Game, OwnTiles};

use super::Table;
use crate::access::Access;
use crate::command::Write;
use crate::messages;
use crate::moment::Pace;
use crate::occupant::occupants;
use crate::record::{Claims, EarlyEnd, Hash, Key, Logged, Phase, Right, Source, TableRecord};
use crate::refusal::Refusal;
use crate::replaying::{self, Draws, ReplayState};
use crate::terms::Terms;

impl Table {
    /// Creates a table for a game replayed from a record. No one can play there, even if the record is unfinished. `browser` is the hash of
    /// the importing browser's secret; it opens no seat, but lists the table for that browser. The table must be written first, as with
    /// [`create`](Self::create).
    ///
    /// # Errors
    /// The game cannot be replayed, which would be a bug.
    pub fn of_record(name: String, record: &Record, game: Game, browser: Hash) -> Result<(Table, Write), Refusal> {
        let end = early_end(record, &game);
        let log = replaying::entries(&game, end.map(Logged::from)).map_err(Refusal::Damaged)?;
        let stopped = record.outcome.is_early() && end.is_none() && !game.is_over();
        let claims = Claims { commitment: record.commitment.clone(), seed: record.seed, stopped };
        let record = TableRecord {
            name,
            setup: messages::text(&game.setup().short()),
            own_tiles: game.setup().own_tiles.as_ref().and_then(OwnTiles::text).map(str::to_owned),
            rules_version: game.setup().rules_version,
            source: Source::Record(claims.clone()),
            public: false,
            plain: false,
            terms: Terms::default(),
            clocks: None,
            phase: Phase::Finished,
            seats: occupants(&record.players, record.setup.seats),
            // No one plays here, so the host's right serves only to list the table for its browser.
            keys: vec![Key { hash: browser, right: Right::Host }],
            access: Access::default(),
            after: None,
            next: None,
        };
        let replay_state =
            ReplayState { entries: log.len(), end, game: game.clone(), ..ReplayState::new(game, record.seats.clone()) };
        let table = Table::from_state(record.clone(), replay_state, Draws::Recorded(claims), Pace::default());
        Ok(table.awaiting_creation(record, log))
    }
}

/// Returns how a recorded game ended, if not according to its rules.
pub(super) fn early_end(record: &Record, game: &Game) -> Option<EarlyEnd> {
    let end = match record.outcome {
        _ if game.is_over() => None,
        Outcome::Resigned { seat, .. } => Some(EarlyEnd::Resigned(seat)),
        Outcome::TimeFell { seat, .. } => Some(EarlyEnd::TimedOut(seat)),
        Outcome::Unfinished | Outcome::Over { .. } | Outcome::Stopped { .. } => None,
    };
    end.filter(|end| end.seat() < record.setup.seats)
}
