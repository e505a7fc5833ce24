//! Snapshots: a game as bytes, so that a restarted program need not replay it.
//!
//! A snapshot is a cache for the record. It belongs to one set-up, one version of the rules and one version of this format. A damaged or
//! mismatched snapshot is rejected, and the caller replays the answers instead. `docs/notation.md` describes the format.

use std::fmt;

use bastide_core::position::{InvalidPosition, SavedFormat};
use bastide_core::{Answer, KindIndex, Plain};
use sha2::{Digest, Sha256};

use crate::game::Game;
use crate::setup::{Setup, SetupError};
use crate::view::Drawn;

const MAGIC: &[u8; 4] = b"BSTD";
/// Version of the format.
const VERSION: u8 = 6;
/// Version of the format whose kinds of tile had one byte, which is still read.
const NARROW_VERSION: u8 = 5;
/// Length in bytes of the set-up's hash, the position's hash, and the checksum at the end.
const HASH: usize = 8;
/// Marks a kind of segment that has scored no points.
const NOT_SCORED: i32 = i32::MIN;
/// Marks a drawn tile that was put aside.
const ASIDE: u16 = 0xfffe;
/// Marks the point at which the tiles put aside were shuffled back.
const RESHUFFLED: u16 = 0xffff;
/// [`ASIDE`] and [`RESHUFFLED`] in the narrow format.
const NARROW_MARKS: [u16; 2] = [0x100, 0x101];

/// The reason a snapshot was rejected.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum SnapshotError {
    /// The bytes are not a snapshot of this format version.
    Foreign,
    /// The checksum does not match.
    Checksum,
    /// The snapshot belongs to another set-up.
    OtherSetup,
    /// The snapshot was made under another version of the rules.
    RulesVersion(u32),
    /// The set-up itself is invalid.
    Setup(SetupError),
    /// The snapshot contains something that cannot occur in a game with this set-up; names the invalid part.
    Content(&'static str),
}

impl fmt::Display for SnapshotError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Foreign => write!(f, "the bytes are not a snapshot of format {VERSION}"),
            Self::Checksum => f.write_str("the snapshot is damaged: wrong checksum"),
            Self::OtherSetup => f.write_str("the snapshot belongs to another set-up"),
            Self::RulesVersion(version) => {
                write!(
                    f,
                    "the snapshot was made by version {version} of the rules, but the set-up is pinned to another"
                )
            }
            Self::Setup(why) => write!(f, "invalid set-up: {why}"),
            Self::Content(what) => write!(f, "the snapshot is damaged: invalid value for {what}"),
        }
    }
}

impl std::error::Error for SnapshotError {}

impl From<InvalidPosition> for SnapshotError {
    fn from(InvalidPosition(what): InvalidPosition) -> Self {
        Self::Content(what)
    }
}

/// Serializes a game.
pub fn write(game: &Game) -> Vec<u8> {
    let mut out = Vec::with_capacity(4096);
    out.extend_from_slice(MAGIC);
    out.push(VERSION);
    game.setup().rules_version.write(&mut out);
    out.extend_from_slice(&hash(game.setup().hashed_line().as_bytes()));
    (game.answers.len() as u32).write(&mut out);
    game.answers.iter().for_each(|answer| answer.to_integer().write(&mut out));
    write_position(game, &mut out);
    out.extend_from_slice(&game.position_hash().0);
    let checksum = hash(&out);
    out.extend_from_slice(&checksum);
    out
}

/// Packs the state after a game's answers, for a program that does not want to keep the whole game in memory. The bytes do not identify
/// their game; for storage, use [`write()`].
pub fn pack(game: &Game) -> Box<[u8]> {
    let mut out = Vec::with_capacity(2048);
    write_position(game, &mut out);
    out.into()
}

/// Writes the position and the history.
fn write_position(game: &Game, out: &mut Vec<u8>) {
    game.write_position(out);
    let history = &game.history;
    history.turn.write(out);
    for (seat, turn) in &history.placed {
        seat.map_or(0, |seat| seat + 1).write(out);
        turn.write(out);
    }
    (history.discarded.len() as u16).write(out);
    history.discarded.iter().for_each(|kind| kind.write(out));
    (history.taken_out.len() as u16).write(out);
    history.taken_out.iter().for_each(|kind| kind.write(out));
    (history.draws.len() as u16).write(out);
    for drawn in &history.draws {
        match *drawn {
            Drawn::Tile(kind) => kind.write(out),
            Drawn::Aside => ASIDE.write(out),
            Drawn::Back => RESHUFFLED.write(out),
        }
    }
    for seat in &history.by_kind[..usize::from(game.setup().seats)] {
        for kind in game.score_words() {
            seat.get(kind).copied().unwrap_or(NOT_SCORED).write(out);
        }
    }
}

/// Reads a game of this set-up from a snapshot.
///
/// # Errors
/// Fails if the snapshot is invalid or belongs to another game. The caller should then replay the answers.
pub fn read(setup: &Setup, bytes: &[u8]) -> Result<Game, SnapshotError> {
    let (format, body) = match bytes.strip_prefix(MAGIC).and_then(<[u8]>::split_first) {
        Some((&VERSION, body)) => (SavedFormat::Wide, body),
        Some((&NARROW_VERSION, body)) => (SavedFormat::Narrow, body),
        _ => return Err(SnapshotError::Foreign),
    };
    let (body, checksum) = body.split_last_chunk::<HASH>().ok_or(SnapshotError::Foreign)?;
    if hash(&bytes[..bytes.len() - HASH]) != *checksum {
        return Err(SnapshotError::Checksum);
    }
    let mut from = body;
    let version: u32 = read_value(&mut from, "the version of the rules")?;
    if version != setup.rules_version {
        return Err(SnapshotError::RulesVersion(version));
    }
    if read_value::<u64>(&mut from, "the set-up")?.to_le_bytes() != hash(setup.hashed_line().as_bytes()) {
        return Err(SnapshotError::OtherSetup);
    }
    let mut game = Game::for_replay(setup).map_err(SnapshotError::Setup)?;
    for _ in 0..read_value::<u32>(&mut from, "the number of answers")? {
        let answer = Answer::from_integer(read_value(&mut from, "an answer")?);
        game.answers.push(answer.ok_or(SnapshotError::Content("an answer"))?);
    }
    game.read_position(format, &mut from)?;
    read_history(&mut game, format, HASH, &mut from)?;
    let hash: u64 = read_value(&mut from, "the position's hash")?;
    if !from.is_empty() || hash.to_le_bytes() != game.position_hash().0 {
        return Err(SnapshotError::Content("the position"));
    }
    Ok(game)
}

/// Unpacks a game after these answers. `beginning` is the game before them, and `packed` is the result of [`pack`].
///
/// # Errors
/// Fails if the bytes do not belong to such a game. The caller should then replay the answers.
pub fn unpack(beginning: &Game, answers: &[Answer], mut packed: &[u8]) -> Result<Game, SnapshotError> {
    let mut game = beginning.clone();
    game.answers = answers.to_vec();
    game.read_position(SavedFormat::Wide, &mut packed)?;
    read_history(&mut game, SavedFormat::Wide, 0, &mut packed)?;
    if packed.is_empty() { Ok(game) } else { Err(SnapshotError::Content("the position")) }
}

/// Reads the history, which is followed by `behind` bytes.
fn read_history(game: &mut Game, format: SavedFormat, behind: usize, from: &mut &[u8]) -> Result<(), SnapshotError> {
    let (seats, kinds) = (game.setup().seats, game.tiles().len());
    game.history.turn = read_value(from, "the turn")?;
    game.history.placed.clear();
    for _ in 0..game.tiles_placed() {
        let seat: u8 = read_value(from, "the seat that placed a tile")?;
        if seat > seats {
            return Err(SnapshotError::Content("the seat that placed a tile"));
        }
        game.history.placed.push((seat.checked_sub(1), read_value(from, "the seat that placed a tile")?));
    }
    game.history.discarded = read_kinds(kinds, "the discarded tiles", format, from)?;
    game.history.taken_out = read_kinds(kinds, "the tiles taken out", format, from)?;
    game.history.draws.clear();
    let [aside, reshuffled] = if format == SavedFormat::Narrow { NARROW_MARKS } else { [ASIDE, RESHUFFLED] };
    for _ in 0..read_value::<u16>(from, "the draws")? {
        game.history.draws.push(match read_value(from, "the draws")? {
            mark if mark == aside => Drawn::Aside,
            mark if mark == reshuffled => Drawn::Back,
            kind if usize::from(kind) < kinds => Drawn::Tile(kind),
            _ => return Err(SnapshotError::Content("the draws")),
        });
    }
    // Sources of points that were added later are missing in earlier snapshots.
    let written = from.len().saturating_sub(behind) / (size_of::<i32>() * usize::from(seats).max(1));
    for seat in 0..usize::from(seats) {
        game.history.by_kind[seat].clear();
        for kind in game.score_words().into_iter().take(written) {
            match read_value(from, "the points by kind")? {
                NOT_SCORED => {}
                points if points.unsigned_abs() >= 1 << 24 => return Err(SnapshotError::Content("the points by kind")),
                points => _ = game.history.by_kind[seat].insert(kind, points),
            }
        }
    }
    Ok(())
}

fn read_kinds(
    kinds: usize,
    what: &'static str,
    format: SavedFormat,
    from: &mut &[u8],
) -> Result<Vec<KindIndex>, SnapshotError> {
    let mut read = Vec::new();
    for _ in 0..read_value::<u16>(from, what)? {
        let kind = format.read_kind(from).ok_or(SnapshotError::Content(what))?;
        if usize::from(kind) >= kinds {
            return Err(SnapshotError::Content(what));
        }
        read.push(kind);
    }
    Ok(read)
}

fn read_value<T: Plain>(from: &mut &[u8], what: &'static str) -> Result<T, SnapshotError> {
    T::read(from).ok_or(SnapshotError::Content(what))
}

/// Returns the first [`HASH`] bytes of the SHA-256 of `bytes`.
fn hash(bytes: &[u8]) -> [u8; HASH] {
    let mut first = [0; HASH];
    first.copy_from_slice(&Sha256::digest(bytes)[..HASH]);
    first
}
