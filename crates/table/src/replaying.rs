//! Games from their answers: those of the storage, and those of a record that somebody brings.

use std::borrow::Cow;

use games::deal::Deal;
use games::{Actor, Game, Guide, OwnTiles, Setup, SetupError, View, Viewer, WordError};
use thiserror::Error;

use crate::messages::{self, LoggedUpdate};
use crate::record::{Claims, Source, StoredAnswer, TableRecord};

/// Where the tiles of a game come from.
#[derive(Clone, Debug)]
pub(crate) enum Draws {
    /// From a draw order of our own.
    Dealt(Deal),
    /// From a record, which may say where it had them from.
    Recorded(Claims),
}

/// A game, where its tiles come from, and its answers with what they did.
pub(crate) type Replayed = (Game, Draws, Vec<LoggedUpdate>);

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
        /// Why.
        why: WordError,
    },
}

/// Plays what the storage has of a table. A record may have a single seat, which no game that is played here has.
///
/// # Errors
/// What cannot be played.
pub(crate) fn replay(record: &TableRecord, answers: Vec<StoredAnswer>) -> Result<Replayed, LoadError> {
    let setup: Setup = serde_json::from_str(&record.setup).map_err(|why| LoadError::Form(why.to_string()))?;
    let mut setup = setup.pinned(record.rules_version);
    if let Some(file) = &record.own_tiles {
        setup.own_tiles = Some(OwnTiles::new(file));
    }
    let mut game = Game::replaying(&setup)?;
    let draws = match &record.source {
        Source::Seed(seed) => Draws::Dealt(Deal::new(*seed, &setup)?),
        Source::Record(claims) => Draws::Recorded(claims.clone()),
    };
    let mut log = Vec::with_capacity(answers.len());
    for stored in answers {
        let wrong = |why| LoadError::Answer { seq: stored.seq, why };
        let answer = game.answer(&stored.word).map_err(wrong)?;
        let events = game.apply_quietly(answer).map_err(wrong)?;
        log.push(LoggedUpdate::new(&game, &stored, &events));
    }
    Ok((game, draws, log))
}

/// The answers of a game as the storage keeps them, and as they are told.
///
/// # Errors
/// The game cannot be played again, which would be a fault of ours.
pub(crate) fn steps(of: &Game) -> Result<(Vec<StoredAnswer>, Vec<LoggedUpdate>), String> {
    let mut game = Game::replaying(of.setup()).map_err(|why| why.to_string())?;
    let (mut answers, mut log) = (Vec::new(), Vec::new());
    for &answer in of.answers() {
        let stored = StoredAnswer { seq: game.seq(), seat: seat_to_answer(&game), word: game.word(answer) };
        let events = game.apply_quietly(answer).map_err(|why| why.to_string())?;
        log.push(LoggedUpdate::new(&game, &stored, &events));
        answers.push(stored);
    }
    Ok((answers, log))
}

/// The seat that must answer; none where chance must, or nobody.
pub(crate) fn seat_to_answer(game: &Game) -> Option<u8> {
    match game.actor() {
        Actor::Seat(seat) => Some(seat),
        Actor::Chance | Actor::Nobody => None,
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
        let mut game = Game::replaying(self.game.setup()).map_err(|why| why.to_string())?;
        for &answer in &self.game.answers()[..self.at] {
            game.apply_quietly(answer).map_err(|why| why.to_string())?;
        }
        Ok(Cow::Owned(game))
    }
}
