//! Games and set-ups as bytes, for `pickle` and for exchange between processes.

use bastide::Game;
use bastide::setup::Setup;
use bastide::snapshot;
use serde_json::Value;

/// Encodes a set-up as JSON, with the version of the rules and the custom tile file, if any.
pub fn setup_bytes(setup: &Setup) -> Vec<u8> {
    // JSON can represent every set-up.
    let setup_json = serde_json::to_value(setup).unwrap_or_default();
    serde_json::json!({ "setup": setup_json, "rules_version": setup.rules_version }).to_string().into_bytes()
}

/// Decodes the output of [`setup_bytes`].
pub fn setup_of(bytes: &[u8]) -> Result<Setup, String> {
    let mut json: Value = serde_json::from_slice(bytes).map_err(|why| format!("the bytes are not a set-up: {why}"))?;
    let version = json["rules_version"].as_u64().and_then(|version| u32::try_from(version).ok());
    let version = version.ok_or("the bytes are not a set-up: rules_version is missing")?;
    let mut setup: Setup =
        serde_json::from_value(json["setup"].take()).map_err(|why| format!("the bytes are not a set-up: {why}"))?;
    setup.rules_version = version;
    Ok(setup)
}

/// Encodes a game: the length of its set-up (4 bytes, little endian), the set-up, the snapshot.
pub fn game_bytes(game: &Game) -> Vec<u8> {
    let setup = setup_bytes(game.setup());
    let mut bytes = (setup.len() as u32).to_le_bytes().to_vec();
    bytes.extend(setup);
    bytes.extend(snapshot::write(game));
    bytes
}

/// Decodes the output of [`game_bytes`].
pub fn game_of(bytes: &[u8]) -> Result<Game, String> {
    let short = || "the bytes are not a game: they end too early".to_owned();
    let (length, rest) = bytes.split_first_chunk::<4>().ok_or_else(short)?;
    let length = u32::from_le_bytes(*length) as usize;
    let (setup, snapshot) = rest.split_at_checked(length).ok_or_else(short)?;
    snapshot::read(&setup_of(setup)?, snapshot).map_err(|why| why.to_string())
}
