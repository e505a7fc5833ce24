//! The form of a recorded game: one JSON object a line, in a gzipped file.

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
    /// The set-up's name.
    pub name: String,
    /// The seed that it was played with: its number among the games of the name.
    pub seed: u64,
    /// What was played.
    pub setup: RecordedSetup,
    /// The turns; a turn of two parts stands here twice.
    pub turns: Vec<RecordedTurn>,
    /// The final scoring.
    #[serde(rename = "final")]
    pub last: RecordedFinal,
    /// The scores at the end.
    pub scores: Vec<i32>,
}

/// What was played, in that engine's words.
#[derive(Debug, Deserialize)]
pub struct RecordedSetup {
    /// Tile sets, elements, rules, start tiles.
    #[serde(flatten)]
    pub saved: SavedSetup,
    /// Seats at the table.
    pub players: usize,
}

/// One part of a turn.
#[derive(Clone, Debug, Deserialize)]
pub struct RecordedTurn {
    /// The turn's number.
    pub n: u32,
    /// Whose turn it is.
    pub player: u8,
    /// Tiles drawn before the placed one that fitted nowhere.
    #[serde(default)]
    pub discarded: Vec<String>,
    /// What players were asked, and what they chose.
    pub decisions: Vec<RecordedDecision>,
    /// Points given: `player points expression x y Feature Location`.
    pub events: Vec<String>,
    /// Points of each player in this part.
    pub gained: Vec<i32>,
    /// Points of each player after it.
    pub scores: Vec<i32>,
    /// Tiles left to draw; the last turn does not say.
    pub pack: Option<u16>,
    /// What is on the table after it; the last turn does not say.
    pub state: Option<RecordedState>,
}

#[derive(Clone, Debug, Deserialize)]
pub struct RecordedDecision {
    /// What is decided, in that engine's words.
    pub phase: String,
    /// Who decides.
    pub player: u8,
    /// The tile in hand, where it is to be placed.
    pub drawn: Option<String>,
    /// Everything that was legal.
    pub legal: Vec<String>,
    pub chosen: usize,
}

/// What is on the table.
#[derive(Clone, Debug, Deserialize)]
pub struct RecordedState {
    /// Players' figures: `player Type x y Feature Location`.
    #[serde(default)]
    pub meeples: Vec<String>,
    /// Pieces that belong to nobody: `Dragon x y`, `Fairy ...`, `Count ...`.
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
    /// What players were asked before it.
    #[serde(default)]
    pub decisions: Vec<RecordedDecision>,
    /// Points given.
    pub events: Vec<String>,
    /// Points of each player in the final scoring.
    pub gained: Vec<i32>,
    /// Points of each player after it.
    pub scores: Vec<i32>,
}

/// Reads the games of a file, one after the other.
///
/// # Errors
/// The file cannot be opened.
pub fn games<T: DeserializeOwned>(path: &Path) -> Result<impl Iterator<Item = Result<T, String>> + use<T>, String> {
    let name = path.display().to_string();
    let file = File::open(path).map_err(|e| format!("{name} cannot be opened: {e}"))?;
    let lines = BufReader::new(GzDecoder::new(file)).lines();
    Ok(lines.enumerate().map(move |(i, line)| {
        let line = line.map_err(|e| format!("{name}, line {}: {e}", i + 1))?;
        serde_json::from_str(&line).map_err(|e| format!("{name}, line {} is no recorded game: {e}", i + 1))
    }))
}
