//! Creates tables for new games.

use games::deal::{Deal, Seed};
use games::{Game, OwnTiles};

use super::{Awaited, Table};
use crate::clocks::ClockState;
use crate::command::{CreationParams, Write};
use crate::initial_state::InitialState;
use crate::messages;
use crate::moment::Pace;
use crate::new_table::NewTable;
use crate::record::{LogEntry, Phase, Source, TableRecord};
use crate::refusal::Refusal;
use crate::replaying::{Draws, ReplayState};
use crate::seat_colours::fix_colours;
use crate::step::seat_to_answer;

impl Table {
    /// Creates a table. It must be written first: the outcome goes to [`written`](Self::written).
    ///
    /// `beginning` is the result of [`beginning`](Self::beginning) for another table with this set-up, if available; passing it avoids
    /// compiling the set-up again.
    ///
    /// # Errors
    /// The set-up or the seats are invalid.
    pub fn create(
        asked: &NewTable,
        params: CreationParams,
        pace: Pace,
        beginning: Option<Game>,
    ) -> Result<(Table, Write), Refusal> {
        let initial = InitialState::of(asked, params.browser, &params.tokens)?;
        Table::create_from(initial, params.name, params.seed, pace, beginning)
    }

    /// Creates a table from its initial state; otherwise like [`create`](Self::create).
    ///
    /// # Errors
    /// The set-up is invalid.
    pub fn create_from(
        initial: InitialState,
        name: String,
        seed: Seed,
        pace: Pace,
        beginning: Option<Game>,
    ) -> Result<(Table, Write), Refusal> {
        let InitialState { setup, mut seats, terms, public, plain, access, keys, after } = initial;
        fix_colours(&mut seats);
        let game = beginning.map_or_else(|| Game::new(&setup), Ok)?;
        let deal = Deal::of(seed, &game);
        let record = TableRecord {
            name,
            setup: messages::text(&setup.short()),
            own_tiles: setup.own_tiles.as_ref().and_then(OwnTiles::text).map(str::to_owned),
            rules_version: setup.rules_version,
            source: Source::Seed(deal.seed()),
            public,
            plain,
            terms,
            clocks: terms.clock.map(|clock| ClockState::full(clock, seats.len())),
            phase: Phase::of(&seats),
            seats,
            keys,
            access,
            after,
            next: None,
        };
        let replay_state = ReplayState::new(game, record.seats.clone());
        let table = Table::from_state(record.clone(), replay_state, Draws::Dealt(deal), pace);
        Ok(table.awaiting_creation(record, Vec::new()))
    }

    /// Returns the table with the write that creates it.
    pub(super) fn awaiting_creation(mut self, record: TableRecord, log: Vec<LogEntry>) -> (Table, Write) {
        self.awaited = Some(Awaited::Create);
        let turn = if record.phase == Phase::Playing { seat_to_answer(&self.game) } else { None };
        (self, Write::Create { record, log, turn })
    }
}
