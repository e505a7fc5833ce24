//! The order of the tiles as one large number: written in base 64, its digits in base 24 are the kinds of the tiles.

use super::fault::{LabError, MAX_TILES};
use super::kinds::{KINDS, START};

/// Number of characters that all tiles take, at most.
const MAX_CHARS: usize = 56;
/// The digits, by their value.
const DIGITS: &[u8; 64] = b"ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-_";

/// Converts a number's digits, highest first, from one base to another.
fn convert(digits: &[u8], from: u32, to: u32) -> Vec<u8> {
    // Lowest first.
    let mut converted: Vec<u8> = Vec::new();
    for &digit in digits {
        let mut carry = u32::from(digit);
        for place in &mut converted {
            carry += u32::from(*place) * from;
            *place = (carry % to) as u8;
            carry /= to;
        }
        while carry > 0 {
            converted.push((carry % to) as u8);
            carry /= to;
        }
    }
    converted.reverse();
    converted
}

/// Returns the kinds of the tiles, counted from 0, in the order of drawing.
pub(super) fn read(text: &str) -> Result<Vec<u8>, LabError> {
    let digit = |(at, digit): (usize, char)| {
        let value = DIGITS.iter().position(|&other| char::from(other) == digit);
        value.map(|value| value as u8).ok_or(LabError::StackDigit { at: at + 1, digit })
    };
    let digits: Vec<u8> = text.chars().enumerate().map(digit).collect::<Result<_, _>>()?;
    if digits.len() > MAX_CHARS {
        return Err(LabError::TooManyTiles);
    }
    let kinds = convert(&digits, 64, u32::from(KINDS));
    match kinds.first() {
        // A leading zero would be lost in the number.
        Some(&START) if digits[0] != 0 && kinds.len() <= MAX_TILES => Ok(kinds),
        Some(&START) if digits[0] != 0 => Err(LabError::TooManyTiles),
        _ => Err(LabError::StartTile),
    }
}

/// Formats the kinds of the tiles.
pub(super) fn write(kinds: &[u8]) -> String {
    convert(kinds, u32::from(KINDS), 64).into_iter().map(|digit| char::from(DIGITS[usize::from(digit & 63)])).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn tiles_round_trip() {
        for len in 1..=MAX_TILES {
            let kinds: Vec<u8> = (0..len).map(|i| if i == 0 { START } else { (i * 7 % 24) as u8 }).collect();
            assert_eq!(read(&write(&kinds)), Ok(kinds), "{len} tiles");
        }
    }
}
