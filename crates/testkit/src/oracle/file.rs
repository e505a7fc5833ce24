//! Format of recorded games: one JSON object per line, in a gzipped file.

use std::fs::File;
use std::io::{BufRead, BufReader};
use std::path::Path;

use flate2::read::GzDecoder;
use games::jcz::SavedSetup;
use serde::Deserialize;
use serde::de::DeserializeOwned;

/// A recorded game.
#[derive(Debug, Deserialize)]
pub struct Recorded {
    /// Name of the set-up.
    pub name: String,
    /// Seed of the game: its number among the games with this name.
    pub seed: u64,
    /// Set-up of the game.
    pub setup: RecordedSetup,
    /// The turns; each half of a double turn is a separate entry.
    pub turns: Vec<RecordedTurn>,
    /// The final scoring.
    #[serde(rename = "final")]
    pub last: RecordedFinal,
    /// Final scores, by player.
    pub scores: Vec<i32>,
}

/// A set-up in the terms of the recording engine.
#[derive(Debug, Deserialize)]
pub struct RecordedSetup {
    /// Tile sets, elements, rules and start tiles.
    #[serde(flatten)]
    pub saved: SavedSetup,
    /// Number of seats.
    pub players: usize,
}

/// One part of a turn.
#[derive(Clone, Debug, Deserialize)]
pub struct RecordedTurn {
    /// Turn number.
    pub n: u32,
    /// Player whose turn it is.
    pub player: u8,
    /// Tiles that were drawn before the placed tile and discarded because they fitted nowhere.
    #[serde(default)]
    pub discarded: Vec<String>,
    /// Players' decisions and choices.
    pub decisions: Vec<RecordedDecision>,
    /// Points given: `player points expression x y Feature Location`.
    pub events: Vec<String>,
    /// Points that each player gained in this part.
    pub gained: Vec<i32>,
    /// Each player's score after this part.
    pub scores: Vec<i32>,
    /// Number of tiles left to draw; missing in the last turn.
    pub pack: Option<u16>,
    /// State of the table after this part; missing in the last turn.
    pub state: Option<RecordedState>,
}

#[derive(Clone, Debug, Deserialize)]
pub struct RecordedDecision {
    /// Type of decision, in the terms of the recording engine.
    pub phase: String,
    /// The player who decides.
    pub player: u8,
    /// The tile in hand, if one must be placed.
    pub drawn: Option<String>,
    /// All legal actions.
    pub legal: Vec<String>,
    pub chosen: usize,
}

/// State of the table.
#[derive(Clone, Debug, Deserialize)]
pub struct RecordedState {
    /// Players' figures: `player Type x y Feature Location`.
    #[serde(default)]
    pub meeples: Vec<String>,
    /// Neutral pieces: `Dragon x y`, `Fairy ...`, `Count ...`.
    #[serde(default)]
    pub neutral: Vec<String>,
    /// Tokens: `player TOKEN count`.
    #[serde(default)]
    pub tokens: Vec<String>,
    /// Prisoners: `jailer owner Type`.
    #[serde(default)]
    pub prisoners: Vec<String>,
}

/// The final scoring.
#[derive(Clone, Debug, Deserialize)]
pub struct RecordedFinal {
    /// Players' decisions before the final scoring.
    #[serde(default)]
    pub decisions: Vec<RecordedDecision>,
    /// Points given, in the format of a turn's events.
    pub events: Vec<String>,
    /// Points that each player gained in the final scoring.
    pub gained: Vec<i32>,
    /// Each player's score after the final scoring.
    pub scores: Vec<i32>,
}

/// Reads the games in a file one by one.
///
/// # Errors
/// The file cannot be opened.
pub fn games<T: DeserializeOwned>(path: &Path) -> Result<impl Iterator<Item = Result<T, String>> + use<T>, String> {
    let name = path.display().to_string();
    let file = File::open(path).map_err(|e| format!("{name} cannot be opened: {e}"))?;
    let lines = BufReader::new(GzDecoder::new(file)).lines();
    Ok(lines.enumerate().map(move |(i, line)| {
        let line = line.map_err(|e| format!("{name}, line {}: {e}", i + 1))?;
        serde_json::from_str(&line).map_err(|e| format!("{name}, line {} is not a recorded game: {e}", i + 1))
    }))
}
