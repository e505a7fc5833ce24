//! A colour of figures.

use serde::{Deserialize, Serialize};

use crate::refusal::Refusal;

/// Number of colours.
pub const COLOURS: usize = 6;

/// A colour, numbered like the seats that have it by default.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(try_from = "u8")]
pub struct Colour(u8);

impl TryFrom<u8> for Colour {
    type Error = Refusal;

    fn try_from(colour: u8) -> Result<Colour, Refusal> {
        if usize::from(colour) < COLOURS { Ok(Colour(colour)) } else { Err(Refusal::NoSuchColour(colour)) }
    }
}

impl Colour {
    /// Returns the colour's number.
    pub fn number(self) -> u8 {
        self.0
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn colours_out_of_range_are_rejected() {
        assert_eq!(Colour::try_from(6), Err(Refusal::NoSuchColour(6)));
        assert!(serde_json::from_str::<Colour>("6").is_err());
        assert_eq!(serde_json::from_str::<Colour>("5").unwrap(), Colour(5));
    }
}
