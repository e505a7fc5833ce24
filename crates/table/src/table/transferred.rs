//! Tables whose games began elsewhere, and the transfer of a game to another table.

use std::collections::BTreeSet;

use games::record::Record;
use games::{Game, OwnTiles};
use serde_json::Value;

use super::imported::early_end;
use super::{RecordOf, Table};
use crate::command::{CreationParams, Write};
use crate::info::OutInfo;
use crate::initial_state::InitialState;
use crate::messages;
use crate::moment::Pace;
use crate::new_table::NewSeat;
use crate::occupant::{SeatOccupant, names};
use crate::record::{Claims, EarlyEnd, Hash, Logged, Phase, Right, Source, TableRecord};
use crate::refusal::Refusal;
use crate::replaying::{self, Draws, ReplayState};
use crate::transfer::Transfer;
use crate::transfer_problem::TransferProblem;

/// The inputs needed to build a transfer. Building it takes a while and can be done on another thread.
pub struct TransferOf {
    record: RecordOf,
    /// The transfer, without its record.
    transfer: Transfer,
}

impl TransferOf {
    /// Returns the number of answers to replay.
    pub fn answers(&self) -> usize {
        self.record.answers()
    }

    /// Builds the transfer.
    pub fn transfer(self) -> Transfer {
        Transfer { record: self.record.record().to_json(), ..self.transfer }
    }
}

impl Table {
    /// Creates a table that continues a game replayed from the transfer's record; later tiles are drawn from the seed in `params`. If the
    /// game is over, so is the table's. The table must be written first, as with [`create`](Self::create).
    ///
    /// # Errors
    /// The set-up cannot be played, or the seats or terms do not fit the game.
    pub fn continued(
        transfer: &Transfer,
        record: &Record,
        game: Game,
        params: CreationParams,
        pace: Pace,
    ) -> Result<(Table, Write), Refusal> {
        let CreationParams { name, seed, browser, tokens } = params;
        let initial = InitialState::of(&transfer.table(game.setup().clone()), browser, &tokens)?;
        let InitialState { setup, seats, terms, public, plain, access, keys, .. } = initial;
        if seats.contains(&SeatOccupant::Open) {
            return Err(Refusal::OpenSeats);
        }
        // Unlike games played here, records can have a single seat.
        let beginning = Game::new(&setup)?;
        let end = early_end(record, &game);
        let phase = if end.is_some() || game.is_over() { Phase::Finished } else { Phase::Playing };
        let changes = changes(transfer, &seats, setup.is_team())?;
        let then = changes.into_iter().chain([Logged::Transferred]).chain(end.map(Logged::from));
        let log = replaying::entries(&game, then).map_err(Refusal::Damaged)?;
        let (answers, draws) = (game.seq(), Draws::continuing(seed, &game));
        let mut replay_state = ReplayState::new(beginning, seats.clone());
        (replay_state.game, replay_state.entries) = (game, answers);
        for entry in &log[answers..] {
            replay_state.apply(entry).map_err(|why| Refusal::Damaged(why.to_string()))?;
        }
        let record = TableRecord {
            name,
            setup: messages::text(&setup.short()),
            own_tiles: setup.own_tiles.as_ref().and_then(OwnTiles::text).map(str::to_owned),
            rules_version: setup.rules_version,
            source: Source::Transferred(seed),
            public,
            plain,
            terms,
            clocks: None,
            phase,
            seats,
            keys,
            access,
            after: None,
            next: None,
        };
        let table = Table::from_state(record.clone(), replay_state, draws, pace);
        Ok(table.awaiting_creation(record, log))
    }

    /// Returns the inputs for continuing the game at another table. These secrets must open the seats of all people.
    /// The transfer contains the hands of computer players, but no tile that has not been drawn. This table does not change.
    ///
    /// # Errors
    /// The game has not started, ended without a result, is rated, or is not the requester's alone.
    pub fn transfer(&self, hashes: &[Hash]) -> Result<TransferOf, Refusal> {
        let own = self.seats_of(hashes);
        let is_host = self.keys.iter().any(|key| key.right == Right::Host && hashes.contains(&key.hash));
        let problem = |problem| Err(Refusal::NoTransfer(problem));
        match (self.phase, self.end) {
            _ if self.deal().is_none() => return problem(TransferProblem::Imported),
            _ if own.is_empty() && !is_host => return Err(Refusal::NotPlaying),
            _ if self.terms.rated => return problem(TransferProblem::Rated),
            _ if !self.people().is_subset(&own.into_iter().collect()) => {
                return problem(TransferProblem::OtherPeople);
            }
            (Phase::Gathering, _) => return Err(Refusal::NotStarted),
            (_, Some(EarlyEnd::Aborted(_) | EarlyEnd::Agreed(_))) => return Err(Refusal::Over),
            (Phase::Playing | Phase::Finished, _) => {}
        }
        let draws = Draws::Recorded(Claims { commitment: None, seed: None, stopped: false });
        let (names, changes) = (names(&self.initial_seats), self.changes.clone());
        let (game, colours) = (self.game.clone(), self.colours());
        let record = RecordOf { game, draws, names, colours, end: self.end, changes, finished: self.is_finished() };
        let out = self.out();
        let transfer = Transfer {
            record: Value::Null,
            seats: self.initial_seats.iter().map(NewSeat::of).collect(),
            replaced: (0u8..)
                .take(self.seats.len())
                .filter(|&seat| self.replaced_person(seat).is_some() && !out.iter().any(|out| out.seat == seat))
                .collect(),
            out,
            public: self.public,
            plain: self.plain,
            on_timeout: self.terms.on_timeout,
            undo: Some(self.terms.undo),
            spectators: self.access.spectators,
            invited: None,
            guests: Vec::new(),
        };
        Ok(TransferOf { record, transfer })
    }

    /// Returns the number of answers with which the game was transferred to this table.
    pub(super) fn transferred(&self) -> Option<usize> {
        match self.draws {
            Draws::Transferred { answers, .. } => Some(answers),
            Draws::Dealt(_) | Draws::Recorded(_) => None,
        }
    }
}

/// Returns the changes of occupants before a transfer: computer players that finish the game for seats that have lost, and those that
/// replace people.
fn changes(transfer: &Transfer, seats: &[SeatOccupant], team: bool) -> Result<Vec<Logged>, Refusal> {
    let is_person = |seat: u8| matches!(seats.get(usize::from(seat)), Some(SeatOccupant::Human { .. }));
    let mut changed = BTreeSet::new();
    for OutInfo { seat, .. } in &transfer.out {
        if team || usize::from(*seat) >= seats.len() || !changed.insert(*seat) {
            return Err(Refusal::BadReplacement(*seat));
        }
    }
    let left: Vec<u8> = (0u8..).take(seats.len()).filter(|seat| !changed.contains(seat)).collect();
    if let Some(last) = transfer.out.last().filter(|_| left.len() < 2 || !left.iter().any(|&seat| is_person(seat))) {
        // The game would have ended.
        return Err(Refusal::BadReplacement(last.seat));
    }
    if let Some(&seat) = transfer.replaced.iter().find(|&&seat| !is_person(seat) || !changed.insert(seat)) {
        return Err(Refusal::BadReplacement(seat));
    }
    let by = SeatOccupant::STAND_IN;
    let out = transfer.out.iter().map(|out| Logged::Out { seat: out.seat, loss: out.loss, by: by.clone() });
    let replaced = transfer.replaced.iter().map(|&seat| Logged::TakenOver { seat, by: by.clone() });
    Ok(out.chain(replaced).collect())
}
