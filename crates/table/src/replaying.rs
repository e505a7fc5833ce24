//! Games from their answers: those of the storage, and those of a record that somebody brings.

use std::borrow::Cow;

use games::deal::Deal;
use games::{Game, Guide, OwnTiles, Setup, SetupError, View, Viewer, WordError};
use serde_json::value::RawValue;
use thiserror::Error;

use crate::messages;
use crate::occupant::SeatOccupant;
use crate::questions::Questions;
use crate::record::{Claims, EarlyEnd, LogEntry, Logged, Loss, SeatChange, Source, TableRecord};
use crate::step::seat_to_answer;

/// Where the tiles of a game come from.
#[derive(Clone, Debug)]
pub(crate) enum Draws {
    /// From a draw order of our own.
    Dealt(Deal),
    /// From a record, which may say where it had them from.
    Recorded(Claims),
}

/// What a log leads to.
pub(crate) struct Course {
    pub game: Game,
    /// The game before its first answer.
    pub beginning: Game,
    /// Entries so far.
    pub entries: usize,
    /// Who sits where.
    pub seats: Vec<SeatOccupant>,
    /// How the game ended, where its rules did not end it.
    pub end: Option<EarlyEnd>,
    /// For which seats others came to play.
    pub changes: Vec<SeatChange>,
    /// How often answers were taken back.
    pub undone: usize,
    /// Questions for which no seat gets its time again.
    pub asked: Questions,
}

/// Why what is stored cannot be played.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
pub enum LoadError {
    /// The set-up is none.
    #[error("{0}")]
    Form(String),
    /// The set-up cannot be played.
    #[error(transparent)]
    Setup(#[from] SetupError),
    /// An answer does not hold.
    #[error("answer {seq}: {why}")]
    Answer {
        /// The number of answers before it.
        seq: usize,
        why: WordError,
    },
    /// An entry of the log does not go with those before it.
    #[error("entry {number} of the log: {what}")]
    Entry {
        /// The number of entries before it.
        number: usize,
        /// What is wrong.
        what: &'static str,
    },
}

/// The set-up of a table as it is stored.
///
/// # Errors
/// It is none.
pub(crate) fn setup_of(record: &TableRecord) -> Result<Setup, LoadError> {
    let setup: Setup = serde_json::from_str(&record.setup).map_err(|why| LoadError::Form(why.to_string()))?;
    let mut setup = setup.pinned(record.rules_version);
    if let Some(file) = &record.own_tiles {
        setup.own_tiles = Some(OwnTiles::new(file));
    }
    Ok(setup)
}

/// Plays what the storage has of a table, from a game of its set-up that has not begun. A record may have a single seat, which no game that
/// is played here has.
///
/// # Errors
/// What cannot be played.
pub(crate) fn replay(
    record: &TableRecord,
    entries: &[LogEntry],
    beginning: Option<Game>,
) -> Result<(Course, Draws), LoadError> {
    let game = match beginning {
        Some(game) => game,
        None => Game::replaying(&setup_of(record)?)?,
    };
    let draws = match &record.source {
        Source::Seed(seed) => Draws::Dealt(Deal::of(*seed, &game)),
        Source::Record(claims) => Draws::Recorded(claims.clone()),
    };
    let mut course = Course::new(game, record.seats.clone());
    for entry in entries {
        course.take(entry)?;
    }
    Ok((course, draws))
}

impl Course {
    /// A game that has not begun.
    pub(crate) fn new(game: Game, seats: Vec<SeatOccupant>) -> Course {
        let (beginning, asked) = (game.afresh(), Questions::default());
        Course { beginning, game, entries: 0, seats, end: None, changes: Vec::new(), undone: 0, asked }
    }

    /// Takes the next entry of the log.
    ///
    /// # Errors
    /// It does not go with those before it.
    pub(crate) fn take(&mut self, entry: &LogEntry) -> Result<(), LoadError> {
        let number = entry.number;
        let wrong = |what| LoadError::Entry { number, what };
        if number != self.entries {
            return Err(wrong("another number should be there"));
        }
        let no_seat = |seat: u8| usize::from(seat) >= self.seats.len();
        match &entry.what {
            Logged::Undo { to } if *to > self.game.seq() => return Err(wrong("there are fewer answers to go back to")),
            Logged::Undo { to } => {
                let wrong = |why| LoadError::Answer { seq: *to, why };
                self.asked.add(&self.game, None).map_err(wrong)?;
                self.game = back_to(&self.game, *to).map_err(wrong)?;
                self.end = None;
                self.undone += 1;
            }
            _ if self.end.is_some() => return Err(wrong("the game had ended before")),
            Logged::Answer { word, .. } => {
                let wrong = |why| LoadError::Answer { seq: number, why };
                let answer = self.game.answer(word).map_err(wrong)?;
                self.game.apply_quietly(answer).map_err(wrong)?;
            }
            Logged::Resigned { seat }
            | Logged::TimeFell { seat }
            | Logged::Aborted { seat }
            | Logged::TakenOver { seat, .. }
            | Logged::Out { seat, .. }
                if no_seat(*seat) =>
            {
                return Err(wrong("there is no such seat"));
            }
            Logged::Resigned { seat } => self.end = Some(EarlyEnd::Resigned(*seat)),
            Logged::TimeFell { seat } => self.end = Some(EarlyEnd::TimeFell(*seat)),
            Logged::Aborted { seat } => self.end = Some(EarlyEnd::Aborted(*seat)),
            Logged::TakenOver { seat, by } => {
                if seat_to_answer(&self.game) == Some(*seat) && matches!(by, SeatOccupant::Bot { .. }) {
                    self.asked.add(&self.game, Some(*seat)).map_err(|why| LoadError::Answer { seq: number, why })?;
                }
                self.pass(*seat, by, None);
            }
            Logged::Out { seat, loss, by } => self.pass(*seat, by, Some(*loss)),
        }
        self.entries += 1;
        Ok(())
    }

    /// Somebody else plays for a seat.
    fn pass(&mut self, seat: u8, by: &SeatOccupant, loss: Option<Loss>) {
        self.seats[usize::from(seat)] = by.clone();
        self.changes.push(SeatChange { answers: self.game.seq(), seat, by: by.clone(), loss });
    }
}

/// A game as it was after so many of its answers.
///
/// # Errors
/// They cannot be played, which would be a fault of ours.
pub(crate) fn back_to(game: &Game, answers: usize) -> Result<Game, WordError> {
    let mut earlier = game.afresh();
    for &answer in &game.answers()[..answers] {
        earlier.apply_quietly(answer)?;
    }
    Ok(earlier)
}

/// The entries of a log of a game that was played elsewhere, and how it ended.
///
/// # Errors
/// The game cannot be played again, which would be a fault of ours.
pub(crate) fn entries(of: &Game, end: Option<EarlyEnd>) -> Result<Vec<LogEntry>, String> {
    let mut game = of.afresh();
    let mut entries = Vec::new();
    for &answer in of.answers() {
        let what = Logged::Answer { seat: seat_to_answer(&game), word: game.word(answer) };
        game.apply_quietly(answer).map_err(|why| why.to_string())?;
        entries.push(LogEntry { number: entries.len(), what });
    }
    let end = end.map(|end| match end {
        EarlyEnd::Resigned(seat) => Logged::Resigned { seat },
        EarlyEnd::TimeFell(seat) => Logged::TimeFell { seat },
        EarlyEnd::Aborted(seat) => Logged::Aborted { seat },
    });
    let number = entries.len();
    entries.extend(end.map(|what| LogEntry { number, what }));
    Ok(entries)
}

/// Answers of a game with what they did, as somebody may see them. To find it the game is played again, which need not happen where the
/// table is kept.
pub struct EventsOf {
    pub(crate) game: Game,
    /// The numbers of answers from which and to which.
    pub(crate) range: std::ops::Range<usize>,
    pub(crate) viewer: Viewer,
}

impl EventsOf {
    /// How many answers are replayed for them.
    pub fn replayed(&self) -> usize {
        if self.range.is_empty() { 0 } else { self.range.end }
    }

    /// The answers, each as a JSON object.
    ///
    /// # Errors
    /// They cannot be played, which would be a fault of ours.
    pub fn updates(&self) -> Result<Vec<Box<RawValue>>, String> {
        if self.range.is_empty() {
            return Ok(Vec::new());
        }
        let mut game = back_to(&self.game, self.range.start).map_err(|why| why.to_string())?;
        let mut told = Vec::with_capacity(self.range.len());
        for &answer in &self.game.answers()[self.range.clone()] {
            let (seat, word) = (seat_to_answer(&game), game.word(answer));
            let events = game.apply_quietly(answer).map_err(|why| why.to_string())?;
            told.push(messages::logged(&game, seat, &word, &events, self.viewer));
        }
        Ok(told)
    }
}

/// A position of a game as somebody may see it. To find it the game may have to be played again, which need not happen where the table is
/// kept.
pub struct ViewOf {
    pub(crate) game: Game,
    pub(crate) at: usize,
    pub(crate) viewer: Viewer,
    /// Nobody is helped at this table while its game goes on.
    pub(crate) plain: bool,
}

impl ViewOf {
    /// How many answers are replayed for it; none for the newest.
    pub fn replayed(&self) -> usize {
        if self.at == self.game.seq() { 0 } else { self.at }
    }

    /// The view.
    ///
    /// # Errors
    /// The answers cannot be played, which would be a fault of ours.
    pub fn view(&self) -> Result<View, String> {
        let game = self.game_then()?;
        Ok(messages::view(&game, self.viewer, self.plain))
    }

    /// What the position tells of its places.
    ///
    /// # Errors
    /// The answers cannot be played, which would be a fault of ours.
    pub fn guide(&self) -> Result<Guide, String> {
        Ok(self.game_then()?.guide_for(self.viewer))
    }

    fn game_then(&self) -> Result<Cow<'_, Game>, String> {
        if self.at == self.game.seq() {
            return Ok(Cow::Borrowed(&self.game));
        }
        let game = back_to(&self.game, self.at).map_err(|why| why.to_string())?;
        Ok(Cow::Owned(game))
    }
}
