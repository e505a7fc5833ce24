//! What a set-up of this family chooses.

use crate::base;
use bastide_core::MAX_FIGURE_KINDS;
use bastide_core::option::{Choices, PartInfo};

/// The parts of the family: the game itself.
pub const PARTS: &[PartInfo] = &[base::PART];

/// The chosen options.
pub type Options = base::Options;

impl Choices for Options {
    fn set(&mut self, name: &str, value: &str) -> bool {
        match (name, value) {
            ("first_player", "random") => self.first_seat = None,
            // Which seat it is comes with the set-up; until then, the first.
            ("first_player", "host_seat" | "youngest") => self.first_seat = Some(0),
            ("hand", "one") => self.hand = base::Hand::One,
            ("hand", "two_open") => self.hand = base::Hand::TwoOpen,
            ("hand", "two_hidden") => self.hand = base::Hand::TwoHidden,
            ("equal_turns", "off") => self.equal_turns = base::EqualTurns::Off,
            ("equal_turns", "even") => self.equal_turns = base::EqualTurns::Even,
            ("equal_turns", "printed") => self.equal_turns = base::EqualTurns::Printed,
            _ => return false,
        }
        true
    }

    fn begin_with(&mut self, seat: u8) {
        if let Some(first) = &mut self.first_seat {
            *first = seat; // DISC-02
        }
    }

    fn max_seats(&self) -> u8 {
        base::PART.max_seats
    }

    fn figures(&self, _seats: u8) -> [u8; MAX_FIGURE_KINDS] {
        let mut figures = [0; MAX_FIGURE_KINDS];
        figures[usize::from(base::FOLLOWER)] = base::FOLLOWERS;
        figures
    }

    fn hidden_hands(&self) -> bool {
        self.hand == base::Hand::TwoHidden
    }
}
