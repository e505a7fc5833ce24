//! Replays games from stored tables and imported records, using their answers.

use std::borrow::Cow;

use games::deal::{Deal, Seed};
use games::starting_board::{BoardError, StartingBoard};
use games::{Game, Guide, OwnTiles, Setup, SetupError, View, Viewer, WordError};
use serde_json::value::RawValue;
use thiserror::Error;

use crate::messages;
use crate::occupant::SeatOccupant;
use crate::questions::Questions;
use crate::record::{Claims, EarlyEnd, LogEntry, Logged, Loss, SeatChange, Source, TableRecord};
use crate::step::seat_to_answer;

/// Source of the tiles for a game.
#[derive(Clone, Debug)]
pub(crate) enum Draws {
    /// A draw order dealt from a seed.
    Dealt(Deal),
    /// A draw order dealt from a seed, after answers that come from a record.
    Transferred {
        deal: Deal,
        /// Number of answers in the record.
        answers: usize,
    },
    /// A record with its claims about the draw order.
    Recorded(Claims),
}

/// Result of replaying a log.
pub(crate) struct ReplayState {
    pub game: Game,
    /// The game before its first answer.
    pub beginning: Game,
    /// Number of log entries so far.
    pub entries: usize,
    /// The occupants, by seat.
    pub seats: Vec<SeatOccupant>,
    /// How the game ended, if not according to its rules.
    pub end: Option<EarlyEnd>,
    /// True while the game is paused.
    pub paused: bool,
    /// Changes of occupants.
    pub changes: Vec<SeatChange>,
    /// Number of undos.
    pub undone: usize,
    /// Questions already asked, which grant no new time.
    pub asked: Questions,
}

/// Reason why stored data cannot be replayed.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
pub enum LoadError {
    /// The set-up is invalid.
    #[error("{0}")]
    Form(String),
    /// The set-up cannot be played.
    #[error(transparent)]
    Setup(#[from] SetupError),
    /// An answer is not legal.
    #[error("answer {seq}: {why}")]
    Answer {
        /// Number of answers before this one.
        seq: usize,
        why: WordError,
    },
    /// A log entry contradicts earlier entries.
    #[error("entry {number} of the log: {what}")]
    Entry {
        number: usize,
        /// Description of the contradiction.
        what: &'static str,
    },
}

/// Returns a table's stored set-up.
///
/// # Errors
/// The stored set-up cannot be parsed.
pub(crate) fn setup_of(record: &TableRecord) -> Result<Setup, LoadError> {
    let setup: Setup = serde_json::from_str(&record.setup).map_err(|why| LoadError::Form(why.to_string()))?;
    let mut setup = setup.pinned(record.rules_version);
    if let Some(file) = &record.own_tiles {
        setup.own_tiles = Some(OwnTiles::new(file));
    }
    Ok(setup)
}

/// Replays a stored table, starting from a new game with its set-up. An imported record may have a single seat; a game played here may not.
///
/// # Errors
/// The set-up or a log entry is invalid.
pub(crate) fn replay(
    record: &TableRecord,
    entries: &[LogEntry],
    beginning: Option<Game>,
) -> Result<(ReplayState, Draws), LoadError> {
    let game = match beginning {
        Some(game) => game,
        None => Game::for_replay(&setup_of(record)?)?,
    };
    let mut draws = match &record.source {
        Source::Seed(seed) => Some(Draws::Dealt(Deal::of(*seed, &game))),
        Source::Record(claims) => Some(Draws::Recorded(claims.clone())),
        Source::Transferred(_) => None,
    };
    let mut replay_state = ReplayState::new(game, record.seats.clone());
    for entry in entries {
        replay_state.apply(entry)?;
        if let (Source::Transferred(seed), Logged::Transferred) = (&record.source, &entry.what) {
            draws = Some(Draws::continuing(*seed, &replay_state.game));
        }
    }
    let missing = LoadError::Entry { number: entries.len(), what: "the game was not transferred before it" };
    Ok((replay_state, draws.ok_or(missing)?))
}

impl Draws {
    /// Returns the draws of a game that is transferred in this position.
    pub(crate) fn continuing(seed: Seed, game: &Game) -> Draws {
        Draws::Transferred { deal: Deal::continuing(seed, game), answers: game.seq() }
    }
}

impl ReplayState {
    /// Creates the state for a game without answers.
    pub(crate) fn new(game: Game, seats: Vec<SeatOccupant>) -> ReplayState {
        let (beginning, asked) = (game.restarted(), Questions::default());
        let (end, changes) = (None, Vec::new());
        ReplayState { beginning, game, entries: 0, seats, end, paused: false, changes, undone: 0, asked }
    }

    /// Applies the next log entry.
    ///
    /// # Errors
    /// The entry contradicts earlier entries.
    pub(crate) fn apply(&mut self, entry: &LogEntry) -> Result<(), LoadError> {
        let number = entry.number;
        let wrong = |what| LoadError::Entry { number, what };
        if number != self.entries {
            return Err(wrong("the number is out of sequence"));
        }
        let no_seat = |seat: u8| usize::from(seat) >= self.seats.len();
        match &entry.what {
            Logged::Answer { .. } | Logged::Undo { .. } | Logged::Paused { .. } if self.paused => {
                return Err(wrong("the game was paused"));
            }
            Logged::Undo { to } if *to > self.game.seq() => return Err(wrong("there are fewer answers than that")),
            Logged::Undo { to } => {
                let wrong = |why| LoadError::Answer { seq: *to, why };
                self.asked.add(&self.game, None).map_err(wrong)?;
                self.game = undo_to(&self.game, *to).map_err(wrong)?;
                self.end = None;
                self.undone += 1;
            }
            _ if self.end.is_some() => return Err(wrong("the game had already ended")),
            Logged::Answer { word, .. } => {
                let wrong = |why| LoadError::Answer { seq: number, why };
                let answer = self.game.answer(word).map_err(wrong)?;
                self.game.apply_raw(answer).map_err(wrong)?;
            }
            Logged::Resigned { seat }
            | Logged::TimedOut { seat }
            | Logged::Aborted { seat }
            | Logged::Ended { seat }
            | Logged::Paused { seat }
            | Logged::Resumed { seat }
            | Logged::TakenOver { seat, .. }
            | Logged::Out { seat, .. }
                if no_seat(*seat) =>
            {
                return Err(wrong("no such seat"));
            }
            Logged::Resigned { seat } => self.end = Some(EarlyEnd::Resigned(*seat)),
            Logged::TimedOut { seat } => self.end = Some(EarlyEnd::TimedOut(*seat)),
            Logged::Aborted { seat } => self.end = Some(EarlyEnd::Aborted(*seat)),
            Logged::Ended { seat } => self.end = Some(EarlyEnd::Agreed(*seat)),
            Logged::Paused { .. } => self.paused = true,
            Logged::Resumed { .. } if !self.paused => return Err(wrong("the game was not paused")),
            Logged::Resumed { .. } => self.paused = false,
            Logged::TakenOver { seat, by } => {
                if seat_to_answer(&self.game) == Some(*seat) && matches!(by, SeatOccupant::Bot { .. }) {
                    self.asked.add(&self.game, Some(*seat)).map_err(|why| LoadError::Answer { seq: number, why })?;
                }
                self.pass(*seat, by, None);
            }
            Logged::Out { seat, loss, by } => self.pass(*seat, by, Some(*loss)),
            Logged::Transferred => {}
        }
        self.paused &= self.end.is_none();
        self.entries += 1;
        Ok(())
    }

    /// Replaces a seat's occupant.
    fn pass(&mut self, seat: u8, by: &SeatOccupant, loss: Option<Loss>) {
        self.seats[usize::from(seat)] = by.clone();
        self.changes.push(SeatChange { answers: self.game.seq(), seat, by: by.clone(), loss });
    }
}

/// Returns the game after only its first `answers` answers.
///
/// # Errors
/// An answer cannot be replayed, which would be a bug.
pub(crate) fn undo_to(game: &Game, answers: usize) -> Result<Game, WordError> {
    let mut earlier = game.restarted();
    for &answer in &game.answers()[..answers] {
        earlier.apply_raw(answer)?;
    }
    Ok(earlier)
}

/// Returns log entries for the answers of a game played elsewhere, and for what followed them.
///
/// # Errors
/// The game cannot be replayed, which would be a bug.
pub(crate) fn entries(of: &Game, then: impl IntoIterator<Item = Logged>) -> Result<Vec<LogEntry>, String> {
    let mut game = of.restarted();
    let mut entries = Vec::new();
    for &answer in of.answers() {
        let what = Logged::Answer { seat: seat_to_answer(&game), word: game.word(answer) };
        game.apply_raw(answer).map_err(|why| why.to_string())?;
        entries.push(LogEntry { number: entries.len(), what });
    }
    for what in then {
        entries.push(LogEntry { number: entries.len(), what });
    }
    Ok(entries)
}

/// A game's answers with their events, as seen by a viewer. Computing the events requires replaying the game, which can be done on another
/// thread.
pub struct EventsOf {
    pub(crate) game: Game,
    /// The range of answers, by number.
    pub(crate) range: std::ops::Range<usize>,
    pub(crate) viewer: Viewer,
}

impl EventsOf {
    /// Returns the number of answers to replay.
    pub fn replayed(&self) -> usize {
        if self.range.is_empty() { 0 } else { self.range.end }
    }

    /// Returns the answers, each as a JSON object.
    ///
    /// # Errors
    /// An answer cannot be replayed, which would be a bug.
    pub fn updates(&self) -> Result<Vec<Box<RawValue>>, String> {
        if self.range.is_empty() {
            return Ok(Vec::new());
        }
        let mut game = undo_to(&self.game, self.range.start).map_err(|why| why.to_string())?;
        let mut told = Vec::with_capacity(self.range.len());
        for &answer in &self.game.answers()[self.range.clone()] {
            let (seat, word) = (seat_to_answer(&game), game.word(answer));
            let events = game.apply_raw(answer).map_err(|why| why.to_string())?;
            told.push(messages::logged(&game, seat, &word, &events, self.viewer));
        }
        Ok(told)
    }
}

/// A position in a game, as seen by a viewer. Computing it may require replaying the game, which can be done on another thread.
pub struct ViewOf {
    pub(crate) game: Game,
    pub(crate) at: usize,
    pub(crate) viewer: Viewer,
    /// True at a plain table whose game is not over; no hints are given there.
    pub(crate) plain: bool,
}

impl ViewOf {
    /// Returns the number of answers to replay; 0 for the newest position.
    pub fn replayed(&self) -> usize {
        if self.at == self.game.seq() { 0 } else { self.at }
    }

    /// Returns the view.
    ///
    /// # Errors
    /// The answers cannot be replayed, which would be a bug.
    pub fn view(&self) -> Result<View, String> {
        let game = self.game_then()?;
        Ok(messages::view(&game, self.viewer, self.plain))
    }

    /// Returns the guide to the places in this position.
    ///
    /// # Errors
    /// The answers cannot be replayed, which would be a bug.
    pub fn guide(&self) -> Result<Guide, String> {
        Ok(self.game_then()?.guide_for(self.viewer))
    }

    /// Returns the cost of [`board`](Self::board) as a number of replayed answers: a replay, and several boards that are built to try them,
    /// each with as many tiles as half the answers.
    pub fn board_cost(&self) -> usize {
        5 * self.at
    }

    /// Returns the game's set-up with this position as its starting board, or with an earlier one of the same turn if a board cannot
    /// represent this one.
    ///
    /// # Errors
    /// A board cannot represent the position.
    pub fn board(&self) -> Result<Setup, SetupError> {
        let game = self.game_then().map_err(|_| BoardError::Unrepresentable)?;
        Ok(Setup { board: Some(StartingBoard::of(&game)?), ..game.setup().clone() })
    }

    fn game_then(&self) -> Result<Cow<'_, Game>, String> {
        if self.at == self.game.seq() {
            return Ok(Cow::Borrowed(&self.game));
        }
        let game = undo_to(&self.game, self.at).map_err(|why| why.to_string())?;
        Ok(Cow::Owned(game))
    }
}
