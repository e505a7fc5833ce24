//! Imports saved games of JCloisterZone and FanCloisterZone: parses them, replays them under our rules, and converts them to records.
//!
//! A file contains a set-up, the players, and the messages that the players sent. Games recorded as tests also contain assertions about the
//! final state; [`Import::assertions`] reports whether each holds.

mod answers;
mod assertions;
mod fault;
mod file;
mod locations;
mod names;
mod replay;
mod setup;
mod version4;

use serde::Serialize;
use serde_json::Value;

pub use assertions::{Assertion, AssertionVerdict};
pub use fault::{JczError, MessageError};
pub use file::{Pointer, Setup as SavedSetup, StartTile};
pub use locations::{barn_corner, barn_field, segment};
pub use names::{figure, figure_name, tile};
pub use setup::map as map_setup;

use fault::MAX_BYTES;

use crate::game::Game;
use crate::record::{Outcome, Record, refuse_xml};
use crate::view::EventView;

/// An imported game.
#[derive(Clone, Debug)]
pub struct Import {
    /// The game's state at the end of the file.
    pub game: Game,
    /// The game as a record.
    pub record: Record,
    /// The players' names by seat, all distinct.
    pub names: Vec<String>,
    /// Points by seat at the end of the file, including the final scoring if the file asks for it.
    pub scores: Vec<i32>,
    /// All scores in the game, in order.
    pub events: Vec<ScoreLine>,
    /// The file's assertions.
    pub assertions: Vec<Assertion>,
}

/// One score in an imported game.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct ScoreLine {
    /// The player's name.
    pub name: String,
    /// The turn in which the points were scored.
    pub turn: u16,
    /// The scoring event.
    #[serde(flatten)]
    pub event: EventView,
}

/// Returns whether a text is JSON with the keys of a game saved by JCloisterZone 4 or later: players or slots, and a set-up with tile sets
/// or expansions.
pub fn is_saved_game(text: &str) -> bool {
    let Ok(json) = serde_json::from_str::<Value>(text) else { return false };
    let has = |value: &Value, keys: [&str; 2]| keys.iter().any(|key| value.get(key).is_some());
    let is_record = json.get("bastide_record").is_some();
    !is_record
        && has(&json, ["players", "slots"])
        && json.get("setup").is_some_and(|setup| has(setup, ["sets", "expansions"]))
}

/// Imports a saved game.
///
/// # Errors
/// Fails if the file is invalid or uses unsupported features. The error describes the problem in one sentence.
pub fn import(json: &str) -> Result<Import, JczError> {
    if json.len() > MAX_BYTES {
        return Err(JczError::TooLarge(json.len()));
    }
    refuse_xml(json).map_err(|why| JczError::Xml(why.to_string()))?;
    let file: file::File = serde_json::from_str(json).map_err(|e| JczError::Json(e.to_string()))?;
    let setup = setup::map(&file.setup, file.players.len()).map_err(JczError::Unmet)?;
    let names = names(&file.players);
    let replay = replay::replay(&file, &setup)?;
    let stopped = replay.final_state();
    let (mut scores, mut events) = (stopped.game.scores(), replay.scored.clone());
    if stopped.ended && !stopped.game.is_over() {
        let (last_scores, last) = stopped.game.scored_now();
        scores = last_scores;
        // The file ends before the next turn, but our game has already begun that turn and may have given a point for the fairy.
        for (_, event) in events.split_off(replay.turn_began.min(events.len())) {
            if let EventView::Scored { seat, points, .. } = event {
                scores[usize::from(seat)] -= points;
            }
        }
        let turn = stopped.game.turn();
        events.extend(last.into_iter().map(|event| (turn, event)));
    }
    let assertions = assertions::check_assertions(&file.assertions(), &names, &stopped, &scores, &events);
    let mut record = Record::of(&replay.game, &names, None);
    record.comments.push(format!("imported from a saved game of JCloisterZone {}", file.app_version()));
    record.comments.extend(setup::second_edition_notes(&file.setup, replay.game.tiles()));
    if stopped.ended && !stopped.game.is_over() {
        record.outcome = Outcome::Stopped { scores: stopped.game.scored_now().0 };
    }
    let events = events
        .into_iter()
        .filter_map(|(turn, event)| match event {
            EventView::Scored { seat, .. } => Some(ScoreLine { name: names[usize::from(seat)].clone(), turn, event }),
            _ => None,
        })
        .collect();
    Ok(Import { game: replay.game, record, names, scores, events, assertions })
}

/// Returns the players' names, made unique because scores are listed by name.
fn names(players: &[file::Player]) -> Vec<String> {
    let mut names: Vec<String> = Vec::new();
    for (seat, player) in players.iter().enumerate() {
        let given = crate::record::clean_line(player.name.as_deref().unwrap_or_default());
        let given = if given.is_empty() { format!("Player {}", seat + 1) } else { given };
        let mut name = given.clone();
        let mut count = 1;
        while names.contains(&name) {
            count += 1;
            name = format!("{given} ({count})");
        }
        names.push(name);
    }
    names
}
