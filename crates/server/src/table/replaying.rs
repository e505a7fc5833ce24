//! Games from their answers: those of the storage, and those of a record that somebody brings.

use std::sync::Arc;

use games::deal::Deal;
use games::{Actor, Eyes, Game, OwnTiles, Setup};

use super::Draws;
use crate::messages::Logged;
use crate::storage::{Sheet, Source, StoredAnswer};

/// A game, where its tiles come from, and its answers with what they did.
pub type Replayed = (Game, Draws, Vec<Arc<Logged>>);

/// Plays what the storage has of a table. A record may have a single seat, which no game that is played here has.
///
/// # Errors
/// What cannot be played, in one sentence.
pub fn replay(sheet: &Sheet, answers: Vec<StoredAnswer>) -> Result<Replayed, String> {
    let setup: Setup = serde_json::from_str(&sheet.setup).map_err(|why| why.to_string())?;
    let mut setup = setup.pinned(sheet.rules_version);
    if let Some(file) = &sheet.own_tiles {
        setup.own_tiles = Some(OwnTiles::new(file));
    }
    let mut game = Game::replaying(&setup).map_err(|why| why.to_string())?;
    let draws = match &sheet.source {
        Source::Seed(seed) => Draws::Dealt(Deal::new(*seed, &setup).map_err(|why| why.to_string())?),
        Source::Record(claims) => Draws::Recorded(claims.clone()),
    };
    let mut log = Vec::with_capacity(answers.len());
    for stored in answers {
        let wrong = |why: games::WordError| format!("answer {}: {why}", stored.seq);
        let answer = game.answer(&stored.word).map_err(wrong)?;
        let events = game.apply_quietly(answer).map_err(wrong)?;
        log.push(Arc::new(Logged::new(&game, &stored, &events)));
    }
    Ok((game, draws, log))
}

/// The answers of a game as the storage keeps them, and as they are told.
///
/// # Errors
/// The game cannot be played again, which would be a fault of ours.
pub fn steps(of: &Game) -> Result<(Vec<StoredAnswer>, Vec<Arc<Logged>>), String> {
    let mut game = Game::replaying(of.setup()).map_err(|why| why.to_string())?;
    let (mut answers, mut log) = (Vec::new(), Vec::new());
    for &answer in of.answers() {
        let seat = match game.actor() {
            Actor::Seat(seat) => Some(seat),
            Actor::Chance | Actor::Nobody => None,
        };
        let stored = StoredAnswer { seq: game.seq(), seat, word: game.word(answer) };
        let events = game.apply_quietly(answer).map_err(|why| why.to_string())?;
        log.push(Arc::new(Logged::new(&game, &stored, &events)));
        answers.push(stored);
    }
    Ok((answers, log))
}

/// The view after these answers.
///
/// # Errors
/// They cannot be played, which would be a fault of ours.
pub fn view(setup: &Setup, answers: &[games::Answer], eyes: Eyes) -> Result<games::View, String> {
    let mut game = Game::replaying(setup).map_err(|why| why.to_string())?;
    for &answer in answers {
        game.apply_quietly(answer).map_err(|why| why.to_string())?;
    }
    Ok(game.view_for(eyes))
}
