//! The draw order of a game: a seed, the order derived from it in the same way on every platform, and the commitment to that order.
//!
//! `docs/notation.md` specifies the shuffle, with test vectors. None of this is part of a position: the game's runner keeps the deal and
//! answers chance decisions from it.

use std::fmt;
use std::str::FromStr;

use bastide_core::{Actor, Answer, KindIndex};
use serde::{Deserialize, Serialize};
use sha2::{Digest, Sha256};

use crate::game::Game;
use crate::hex::{hex, parse_hex};
use crate::setup::{Setup, SetupError};
use crate::view::Drawn;

/// Prefix of the stream's hash input, for domain separation.
const STREAM_DOMAIN: &[u8] = b"bastide deal 1\n";
/// Prefix of the hash input for the seed of a later shuffle.
const RESHUFFLE_DOMAIN: &[u8] = b"bastide deal again 1\n";
/// Prefix of the commitment's hash input.
const COMMITMENT_DOMAIN: &[u8] = b"bastide commitment 1\n";

/// Seed of a draw order.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(try_from = "String", into = "String")]
pub struct Seed(pub [u8; 32]);

impl Seed {
    /// Returns the seed whose hexadecimal form is this number, padded with zeros.
    pub fn from_number(number: u64) -> Self {
        let mut bytes = [0; 32];
        bytes[24..].copy_from_slice(&number.to_be_bytes());
        Self(bytes)
    }
}

impl From<[u8; 32]> for Seed {
    fn from(bytes: [u8; 32]) -> Self {
        Self(bytes)
    }
}

impl fmt::Display for Seed {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&hex(&self.0))
    }
}

impl fmt::Debug for Seed {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        fmt::Display::fmt(self, f)
    }
}

impl From<Seed> for String {
    fn from(seed: Seed) -> Self {
        seed.to_string()
    }
}

impl TryFrom<String> for Seed {
    type Error = SeedError;

    fn try_from(text: String) -> Result<Self, SeedError> {
        text.parse()
    }
}

/// Error for a text that is not a seed.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct SeedError(String);

impl fmt::Display for SeedError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "\"{}\" is not a seed; a seed is 64 hexadecimal digits, or a number below 2^64", self.0)
    }
}

impl std::error::Error for SeedError {}

impl FromStr for Seed {
    type Err = SeedError;

    /// Parses 64 hexadecimal digits, or a decimal number below 2^64.
    fn from_str(text: &str) -> Result<Self, SeedError> {
        let seed = match text.len() {
            64 => parse_hex(text).map(Self),
            _ if text.bytes().all(|b| b.is_ascii_digit()) => text.parse().ok().map(Self::from_number),
            _ => None,
        };
        seed.ok_or_else(|| SeedError(text.chars().take(80).collect()))
    }
}

/// The draw order of one game: the first seat, and the bag's tiles in the order in which they are drawn.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Deal {
    seed: Seed,
    commitment: String,
    first: u8,
    tiles: Vec<KindIndex>,
}

impl Deal {
    /// Deals the tiles of a set-up.
    ///
    /// # Errors
    /// Returns an error that describes what is wrong with the set-up.
    pub fn new(seed: impl Into<Seed>, setup: &Setup) -> Result<Self, SetupError> {
        Ok(Self::of(seed, &Game::for_replay(setup)?))
    }

    /// Deals the tiles for a game that has no answers yet.
    pub fn of(seed: impl Into<Seed>, game: &Game) -> Self {
        let (seed, setup) = (seed.into(), game.setup());
        let mut stream = Stream::new(seed);
        // The first seat is drawn even if the set-up names one, so that the order of the tiles does not depend on that.
        let first = stream.below(u32::from(setup.seats)) as u8;
        let mut tiles: Vec<KindIndex> = Vec::new();
        for kind in (0..game.tiles().len() as KindIndex).filter(|&kind| game.is_drawn(kind)) {
            tiles.extend(std::iter::repeat_n(kind, usize::from(game.in_bag(kind))));
        }
        stream.shuffle(&mut tiles);
        Self { seed, commitment: commitment(seed, setup), first, tiles }
    }

    /// Deals the tiles that are left of a game whose draws came from elsewhere.
    ///
    /// The order begins with the tiles that the game has drawn, so that they come again after an undo. Only tiles drawn after tiles that
    /// were put aside have been shuffled in are then decided by the seed.
    pub fn continuing(seed: impl Into<Seed>, game: &Game) -> Self {
        let mut deal = Self::of(seed, &game.restarted());
        let first = game.answers().iter().find_map(|answer| match *answer {
            Answer::Begin { seat } => Some(seat),
            _ => None,
        });
        deal.first = first.unwrap_or(deal.first);
        let mut order = Vec::with_capacity(deal.tiles.len());
        for drawn in game.history.draws.iter().take_while(|drawn| !matches!(drawn, Drawn::Back)) {
            let Drawn::Tile(kind) = *drawn else { continue };
            if let Some(at) = deal.tiles.iter().position(|&other| other == kind) {
                order.push(deal.tiles.remove(at));
            }
        }
        order.append(&mut deal.tiles);
        deal.tiles = order;
        deal
    }

    /// Returns the seed. It reveals the order: keep it secret until the game is over.
    pub fn seed(&self) -> Seed {
        self.seed
    }

    /// Returns the commitment to the order as 64 hexadecimal digits. Publish it before the first turn.
    pub fn commitment(&self) -> &str {
        &self.commitment
    }

    /// Returns the seat that goes first if chance decides it.
    pub fn first(&self) -> u8 {
        self.first
    }

    /// Returns the kinds of the bag's tiles in the order in which they are drawn.
    pub fn tiles(&self) -> &[KindIndex] {
        &self.tiles
    }

    /// Returns chance's answer to the pending decision, or `None` if chance does not have to answer.
    ///
    /// The tiles are drawn in order. A tile that fits nowhere is drawn as well, and the game discards it. A tile that the rules do not
    /// allow yet (such as a land tile before the river is complete) is skipped until it is allowed. Tiles that were put aside are shuffled
    /// together with all tiles that are left.
    pub fn answer(&self, game: &Game) -> Option<Answer> {
        if game.actor() != Actor::Chance {
            return None;
        }
        match game.legal().first()? {
            Answer::Begin { .. } => Some(Answer::Begin { seat: self.first }),
            Answer::Draw { .. } => {
                let legal = game.legal();
                let next = self.left(game).into_iter().map(|kind| Answer::Draw { kind });
                next.into_iter().find(|answer| legal.contains(answer))
            }
            _ => None,
        }
    }

    /// Returns the tiles that are left, in the order in which they will be drawn.
    pub(crate) fn left(&self, game: &Game) -> Vec<KindIndex> {
        let mut left = self.tiles.clone();
        let (mut last, mut aside, mut times) = (0, game.history.aside_at_start.clone(), 0);
        for drawn in &game.history.draws {
            match *drawn {
                Drawn::Tile(kind) => {
                    last = kind;
                    if let Some(first) = left.iter().position(|&other| other == kind) {
                        left.remove(first);
                    }
                }
                Drawn::Aside => aside.push(last),
                Drawn::Back => {
                    left.append(&mut aside);
                    left.sort_unstable();
                    times += 1;
                    Stream::for_reshuffle(self.seed, times).shuffle(&mut left);
                }
            }
        }
        left
    }
}

/// Returns the commitment to the draw order of a set-up with a seed.
pub fn commitment(seed: Seed, setup: &Setup) -> String {
    let mut hash = Sha256::new();
    hash.update(COMMITMENT_DOMAIN);
    hash.update(setup.hashed_line());
    hash.update(b"\n");
    hash.update(seed.0);
    hex(&hash.finalize())
}

/// A stream of 32-bit words derived from a seed. Each block of eight words is the SHA-256 of the domain, the seed and a counter.
struct Stream {
    seed: Seed,
    blocks: u64,
    words: [u32; 8],
    used: usize,
}

impl Stream {
    fn new(seed: Seed) -> Self {
        Self { seed, blocks: 0, words: [0; 8], used: 8 }
    }

    /// Returns the stream for a later shuffle, numbered from 1.
    fn for_reshuffle(seed: Seed, number: u32) -> Self {
        let mut hash = Sha256::new();
        hash.update(RESHUFFLE_DOMAIN);
        hash.update(seed.0);
        hash.update(number.to_le_bytes());
        Self::new(Seed(hash.finalize().into()))
    }

    fn shuffle(&mut self, tiles: &mut [KindIndex]) {
        for i in (1..tiles.len()).rev() {
            tiles.swap(i, self.below(i as u32 + 1) as usize);
        }
    }

    fn word(&mut self) -> u32 {
        if self.used == self.words.len() {
            let mut hash = Sha256::new();
            hash.update(STREAM_DOMAIN);
            hash.update(self.seed.0);
            hash.update(self.blocks.to_le_bytes());
            for (word, bytes) in self.words.iter_mut().zip(hash.finalize().chunks_exact(4)) {
                *word = u32::from_le_bytes([bytes[0], bytes[1], bytes[2], bytes[3]]);
            }
            self.blocks += 1;
            self.used = 0;
        }
        self.used += 1;
        self.words[self.used - 1]
    }

    /// Returns a uniformly distributed number below `n`. Rejects words that are not below the largest multiple of `n` up to 2^32.
    fn below(&mut self, n: u32) -> u32 {
        let multiples = (1u64 << 32) / u64::from(n) * u64::from(n);
        loop {
            let word = self.word();
            if u64::from(word) < multiples {
                return word % n;
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn seeds_round_trip() {
        let hex = "000102030405060708090a0b0c0d0e0f101112131415161718191a1b1c1d1e1f";
        let seed: Seed = hex.parse().unwrap();
        assert_eq!(seed.0, std::array::from_fn(|i| i as u8));
        assert_eq!(seed.to_string(), hex);
        assert_eq!("7".parse(), Ok(Seed::from_number(7)));
        assert_eq!(Seed::from_number(7).to_string(), format!("{:064}", 7));
        for bad in ["", "-1", "18446744073709551616", "0x7", &"g".repeat(64), &"é".repeat(32)] {
            let error = bad.parse::<Seed>().unwrap_err().to_string();
            assert!(error.contains("64 hexadecimal digits"), "{error}");
        }
    }

    #[test]
    fn numbers_are_uniform() {
        // If words were simply reduced modulo 3 * 2^30, five out of eight would give a number in the lower half.
        let n = 3 << 30;
        let mut stream = Stream::new(Seed::from_number(1));
        let low = (0..6000).filter(|_| stream.below(n) < n / 2).count();
        assert!((2850..3150).contains(&low), "{low} of 6000 in the lower half");
    }
}
