//! The hash of a position, stored in records to reveal changed rules or bugs in another program.
//!
//! The hash is computed from a text that describes the position completely in words. Its lines are sorted, so that neither the order of
//! placement nor any internal number matters. `docs/notation.md` describes the text.

use std::fmt;
use std::str::FromStr;

use bastide_core::described::{Asked, Described, Remembered};
use bastide_core::{KindIndex, Position, Rules, Spot, TileIndex};
use serde::{Deserialize, Serialize};
use sha2::{Digest, Sha256};

use crate::hex::{hex, parse_hex};
use crate::notation::{figure_name, location, place_name, word};
use crate::setup::Setup;

/// The first line of a position's text.
const HEADING: &str = "bastide position 1";

/// The first 64 bits of the SHA-256 of a position's text.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(try_from = "String", into = "String")]
pub struct PositionHash(pub [u8; 8]);

impl PositionHash {
    /// Hashes a position's text.
    pub fn of(text: &str) -> Self {
        let mut first = [0; 8];
        first.copy_from_slice(&Sha256::digest(text)[..8]);
        Self(first)
    }
}

impl fmt::Display for PositionHash {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&hex(&self.0))
    }
}

impl From<PositionHash> for String {
    fn from(hash: PositionHash) -> Self {
        hash.to_string()
    }
}

/// Error for a text that is not a position hash.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct HashError(String);

impl fmt::Display for HashError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "\"{}\" is not the hash of a position; it must have 16 hexadecimal digits", self.0)
    }
}

impl std::error::Error for HashError {}

impl FromStr for PositionHash {
    type Err = HashError;

    fn from_str(text: &str) -> Result<Self, HashError> {
        parse_hex(text).map(Self).ok_or_else(|| HashError(text.chars().take(40).collect()))
    }
}

impl TryFrom<String> for PositionHash {
    type Error = HashError;

    fn try_from(text: String) -> Result<Self, HashError> {
        text.parse()
    }
}

/// Returns the full description of a position, in words.
pub(crate) fn position_text<F: Described>(position: &Position<F>, rules: &Rules<F::Options>, setup: &Setup) -> String {
    let name = |kind: KindIndex| {
        let text = &rules.texts[usize::from(kind)];
        format!("{}/{}", text.set, text.id)
    };
    let lies = |tile: TileIndex| {
        let at = position.board.tiles()[usize::from(tile)].at;
        format!("{},{}", at.x, at.y)
    };
    let asked = match F::asked(position) {
        Asked::Chance => "chance".to_owned(),
        Asked::Place(kind) => format!("place {}", name(kind)),
        Asked::PlaceHeld => "place".to_owned(),
        Asked::Deploy => "deploy".to_owned(),
        Asked::Other(asked, _) => asked.to_owned(),
        Asked::Over => "over".to_owned(),
    };
    let mut lines = vec![format!("turn {} {}", position.turn(), position.seat()), format!("asked {asked}")];
    let mut legal = Vec::new();
    position.list(rules, &mut legal);
    lines.extend(legal.into_iter().map(|answer| format!("answer {}", word(position, rules, answer))));
    for seat in 0..rules.seats {
        lines.push(format!("score {seat} {}", position.score(seat)));
        for (kind, figure) in F::FIGURE_WORDS.iter().enumerate().filter(|(kind, _)| rules.figures[*kind] > 0) {
            lines.push(format!("supply {seat} {figure} {}", position.supply(seat, kind as u8)));
        }
    }
    for seat in 0..rules.seats {
        lines.extend(position.hand(seat).iter().map(|&kind| format!("hand {seat} {}", name(kind))));
    }
    for kind in (0..rules.kinds.len() as KindIndex).filter(|&kind| position.bag().count(kind) > 0) {
        lines.push(format!("bag {} {}", name(kind), position.bag().count(kind)));
    }
    for tile in position.board.tiles() {
        lines.push(format!("tile {},{} {} {}", tile.at.x, tile.at.y, name(tile.kind), 90 * u16::from(tile.rotation)));
    }
    for figure in position.board.features.figures() {
        let Some(segment) = figure.segment() else { continue };
        let at = position.board.place_of(segment);
        let role = F::role(figure.kind, position.board.features.kind(segment));
        let word = F::FIGURE_WORDS[usize::from(figure.kind)];
        let location = location(position, rules, segment);
        let mut line = format!("figure {},{} {location} {} {word} {role}", at.x, at.y, figure.seat);
        if figure.attached() > 0 {
            line.push_str(&format!(" +{}", figure.attached()));
        }
        lines.push(line);
    }
    F::remembered(position, rules, |word, what| {
        lines.push(match what {
            Remembered::Numbers([a, b, c]) => format!("{word} {a} {b} {c}"),
            Remembered::OnTile(tile, count) => format!("{word} {} {count}", lies(tile)),
            Remembered::Segment(segment) => format!("{word} {}", place_name(position, rules, segment)),
        });
    });
    if let Some((_, been, left)) = F::walk(position) {
        lines.extend(been.iter().map(|&tile| format!("walked {}", lies(tile))));
        lines.push(format!("steps {left}"));
    }
    for (id, figure) in position.board.features.figures().iter().enumerate() {
        if let Some(by) = figure.captor() {
            lines.push(format!("captive {by} {}", figure_name(position, rules, id as u8)));
        }
    }
    for (piece, word) in F::PIECE_WORDS.iter().enumerate() {
        let Some(to) = position.piece(piece as u8) else { continue };
        let at = match to {
            Spot::Tile(tile) => lies(tile),
            Spot::Figure(figure) => figure_name(position, rules, figure),
            Spot::Segment(segment) => place_name(position, rules, segment),
        };
        lines.push(format!("piece {word} {at}"));
    }
    F::buildings(position, |segment, height| {
        lines.push(format!("built {} {height}", place_name(position, rules, segment)));
    });
    for seat in 0..rules.seats {
        F::tokens(position, rules, seat, |token, count| lines.push(format!("token {seat} {token} {count}")));
    }
    lines.extend(position.bag().aside().iter().map(|&kind| format!("aside {}", name(kind))));
    lines.sort_unstable();
    format!("{HEADING}\n{}\n{}\n", setup.hashed_line(), lines.join("\n"))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::{Answer, Game};

    #[test]
    fn hashes_round_trip() {
        let hash = PositionHash::of("x");
        assert_eq!(hash.to_string().parse(), Ok(hash));
        for bad in ["", "0123", "0123456789abcdeg", "+123456789abcdef"] {
            assert!(bad.parse::<PositionHash>().unwrap_err().to_string().contains("16 hexadecimal digits"));
        }
    }

    /// Plays words; `_` stands for the first legal answer of chance or of a player.
    fn played(words: &str) -> Game {
        let mut game = Game::new(&Setup::base(2)).unwrap();
        for word in words.split(' ') {
            let answer = if word == "_" { game.legal()[0] } else { game.answer(word).unwrap() };
            game.apply(answer).unwrap_or_else(|e| panic!("{word}: {e}"));
        }
        game
    }

    #[test]
    fn hash_does_not_depend_on_the_order_of_placing() {
        let one = played(
            "first:0 draw:frfr frfr@1,0r0 pass draw:cfff cfff@0,-1r180 knight:s draw:frfr frfr@-1,0r0 highwayman:e",
        );
        let other = played(
            "first:0 draw:frfr frfr@-1,0r0 highwayman:e draw:cfff cfff@0,-1r180 knight:s draw:frfr frfr@1,0r0 pass",
        );
        assert_ne!(one.answers(), other.answers());
        assert_eq!(one.position_text(), other.position_text());
        assert_eq!(one.position_hash(), other.position_hash());
    }

    #[test]
    fn different_positions_have_different_hashes() {
        let start = "first:0 draw:frfr frfr@1,0r0";
        let base = played(&format!("{start} pass")).position_hash();
        for other in [
            "first:1 draw:frfr frfr@1,0r0 pass",
            "first:0 draw:frfr frfr@-1,0r0 pass",
            "first:0 draw:frfr frfr@1,0r0 highwayman:e",
            "first:0 draw:frfr frfr@1,0r0 farmer:n",
            "first:0 draw:ffrr ffrr@1,0r90 pass",
            "first:0 draw:frfr frfr@1,0r0 pass draw:cfff",
        ] {
            assert_ne!(played(other).position_hash(), base, "{other}");
        }
        let setup = Setup::base(2).option("small_city", "2");
        let mut game = Game::new(&setup).unwrap();
        for answer in played(&format!("{start} pass")).answers() {
            game.apply(*answer).unwrap();
        }
        assert_ne!(game.position_hash(), base);
        assert!(matches!(game.legal()[0], Answer::Draw { .. }));
    }
}
