//! Recorded games on which both engines agree, as games of ours.

use std::path::Path;

use games::Game;

use super::compare::Replay;
use super::file::{self, Recorded};

/// Returns the first games of a file in which the engines agree at every decision, each with its recording.
///
/// # Errors
/// The file cannot be read, or uses something that we do not support.
pub fn agreed_games(path: &Path, most: usize) -> Result<Vec<(Recorded, Game)>, String> {
    let mut agreed = Vec::new();
    for recorded in file::games::<Recorded>(path)? {
        if agreed.len() == most {
            break;
        }
        let recorded = recorded?;
        let game = agreed_game(&recorded)?;
        agreed.extend(game.map(|game| (recorded, game)));
    }
    Ok(agreed)
}

/// Returns a recorded game if both engines agree on all of it.
fn agreed_game(recorded: &Recorded) -> Result<Option<Game>, String> {
    let mut replay = Replay::new(recorded, &[])?;
    replay.run()?;
    if !replay.differences.is_empty() {
        return Ok(None);
    }
    let mut game = Game::for_replay(&replay.setup).map_err(|why| why.to_string())?;
    for answer in replay.answers {
        game.apply_raw(answer).map_err(|why| why.to_string())?;
    }
    Ok(Some(game))
}
