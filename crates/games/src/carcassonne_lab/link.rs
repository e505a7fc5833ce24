//! The parts of a link.

use super::fault::{LabError, MAX_LINK_BYTES, MOVE_LEN, MoveError};

/// The only version of the format.
pub(super) const VERSION: &str = "0";
/// Start of the links that are written; links that are read may have any.
pub(super) const ADDRESS: &str = "https://www.carcassonnelab.com/";
/// The digits of columns, rows and rotations, by their value.
pub(super) const DIGITS: &[u8; 58] = b"123456789ABCDEFGHJKLMNPQRSTUVWXYZabcdefghijkmnopqrstuvwxyz";
/// Bit of the rotation that is set if the column is negative.
pub(super) const WEST: u8 = 16;
/// Bit of the rotation that is set if the row is negative.
pub(super) const NORTH: u8 = 32;
/// Start of a fragment.
const FRAGMENT: &str = "#/";
/// Characters besides letters and digits that `encodeURIComponent` leaves as they are.
const UNESCAPED: &[u8] = b"-_.!~*'()";

/// A link that has been split but not checked.
pub(super) struct Link {
    pub discards: Vec<usize>,
    pub stack: String,
    pub moves: Vec<String>,
    pub names: Vec<String>,
    /// The colours as in the link, if there are any.
    pub colours: Option<String>,
}

/// Returns whether a text is one line with a fragment of the form `#/VERSION/DISCARDS/STACK/MOVES`, whatever the address in front of it.
pub fn is_link(text: &str) -> bool {
    let text = text.trim_start_matches('\u{feff}').trim();
    let fragment = text.split_once(FRAGMENT).filter(|_| !text.contains('\n') && !text.starts_with(['{', '<', '"']));
    fragment.is_some_and(|(address, fragment)| {
        let path = fragment.split('?').next().unwrap_or_default();
        !address.contains(char::is_whitespace) && !path.contains(char::is_whitespace) && path.matches('/').count() >= 3
    })
}

impl Link {
    /// Splits a link.
    pub fn split(text: &str) -> Result<Self, LabError> {
        let text = text.trim_start_matches('\u{feff}').trim();
        if text.len() > MAX_LINK_BYTES {
            return Err(LabError::TooLong(text.len()));
        }
        // Links copied from the source of a page.
        let text = text.replace("&amp;", "&");
        let (_, fragment) = text.split_once(FRAGMENT).ok_or(LabError::Form)?;
        let (path, query) = fragment.split_once('?').ok_or(LabError::Form)?;
        let [version, discards, stack, moves] = path.split('/').collect::<Vec<_>>()[..] else {
            return Err(LabError::Form);
        };
        if version != VERSION {
            return Err(LabError::Version(shorten(version)));
        }
        let find = |name: &str| query.split('&').find_map(|pair| pair.strip_prefix(name)?.strip_prefix('='));
        let names = find("players").ok_or(LabError::Form)?;
        let names: Vec<&str> = names.split(',').collect();
        if !(2..=5).contains(&names.len()) {
            return Err(LabError::Seats(names.len()));
        }
        let decoded = |(seat, name): (usize, &&str)| decode(name).ok_or(LabError::Name(seat + 1));
        let is_plain = |c: char| c.is_ascii_alphanumeric() || matches!(c, ',' | '-' | '%' | '#');
        let colours = find("colors").map(|colours| match colours.chars().all(is_plain) {
            true => Ok(colours.to_owned()),
            false => Err(LabError::Colours(shorten(colours))),
        });
        Ok(Self {
            discards: split_discards(discards)?,
            stack: stack.to_owned(),
            moves: split_moves(moves)?,
            names: names.iter().enumerate().map(decoded).collect::<Result<_, _>>()?,
            colours: colours.transpose()?,
        })
    }
}

/// Shortens text of the link for an error.
fn shorten(text: &str) -> String {
    text.chars().take(40).collect()
}

/// Parses `0.5.12`: the number of moves before each discard.
fn split_discards(text: &str) -> Result<Vec<usize>, LabError> {
    let invalid = || LabError::Discards(shorten(text));
    let mut numbers = text.split('.');
    if numbers.next() != Some("0") {
        return Err(invalid());
    }
    let number = |number: &str| number.parse().ok().filter(|value: &usize| value.to_string() == number);
    let discards: Vec<usize> = numbers.map(number).collect::<Option<_>>().ok_or_else(invalid)?;
    if discards.is_sorted() { Ok(discards) } else { Err(invalid()) }
}

fn split_moves(text: &str) -> Result<Vec<String>, LabError> {
    let characters: Vec<char> = text.chars().collect();
    if !characters.len().is_multiple_of(MOVE_LEN) {
        return Err(LabError::MoveLength(characters.len()));
    }
    Ok(characters.chunks(MOVE_LEN).map(|one| one.iter().collect()).collect())
}

/// A move: where a tile is placed, and the number of the segment on which a follower is deployed.
#[derive(Debug, PartialEq, Eq)]
pub(super) struct Move {
    pub x: i16,
    pub y: i16,
    /// Quarter turns clockwise, as CarcassonneLab counts them.
    pub rotation: u8,
    /// 0 for no follower.
    pub follower: u8,
}

impl Move {
    pub fn parse(text: &str) -> Result<Self, MoveError> {
        let mut values = [0; MOVE_LEN - 1];
        let mut characters = text.chars();
        for (value, digit) in values.iter_mut().zip(&mut characters) {
            let found = DIGITS.iter().position(|&other| char::from(other) == digit);
            *value = found.ok_or(MoveError::Digit(digit))? as u8;
        }
        let last = characters.next().unwrap_or(' ');
        let follower = last.to_digit(10).ok_or(MoveError::FollowerDigit(last))? as u8;
        let [x, y, turned] = values;
        let rotation = turned & !(WEST | NORTH);
        if rotation > 3 {
            return Err(MoveError::Rotation(turned));
        }
        let signed = |value: u8, negative: bool| if negative { -i16::from(value) } else { i16::from(value) };
        Ok(Self { x: signed(x, turned & WEST != 0), y: signed(y, turned & NORTH != 0), rotation, follower })
    }

    /// Formats the move. Returns `None` if it is too far away.
    pub fn text(&self) -> Option<String> {
        let sign = |value: i16, bit: u8| if value < 0 { bit } else { 0 };
        let turned = self.rotation + sign(self.x, WEST) + sign(self.y, NORTH);
        let digits = [usize::from(self.x.unsigned_abs()), usize::from(self.y.unsigned_abs()), usize::from(turned)];
        let digits = digits.map(|value| DIGITS.get(value).map(|&digit| char::from(digit)));
        let [Some(x), Some(y), Some(turned)] = digits else { return None };
        Some(format!("{x}{y}{turned}{}", self.follower))
    }
}

/// Decodes percent-encoded text.
fn decode(text: &str) -> Option<String> {
    let mut bytes = Vec::with_capacity(text.len());
    let mut rest = text.bytes();
    while let Some(byte) = rest.next() {
        bytes.push(match byte {
            b'%' => {
                let mut digit = || char::from(rest.next()?).to_digit(16);
                (digit()? * 16 + digit()?) as u8
            }
            byte => byte,
        });
    }
    String::from_utf8(bytes).ok()
}

/// Percent-encodes text as `encodeURIComponent` does.
pub(super) fn encode(text: &str) -> String {
    let plain = |byte: u8| byte.is_ascii_alphanumeric() || UNESCAPED.contains(&byte);
    text.bytes().map(|byte| if plain(byte) { char::from(byte).to_string() } else { format!("%{byte:02X}") }).collect()
}
