//! This family's set-up options.

use crate::base::{self, EqualTurns, Hand};
use bastide_core::MAX_FIGURE_KINDS;
use bastide_core::option::{Choices, PartInfo};

/// Parts of the family: only the game itself.
pub const PARTS: &[PartInfo] = &[base::PART];

/// The chosen options.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Options {
    /// The first seat if the host chooses one, or `None` if it is drawn (DISC-02).
    pub first_seat: Option<u8>,
    /// Hand size (one or two tiles), and whether other players see the hand (DISC-16).
    pub hand: Hand,
    /// Number of tiles removed before the start (DISC-17).
    pub equal_turns: EqualTurns,
}

impl Choices for Options {
    fn set(&mut self, name: &str, value: &str) -> bool {
        match (name, value) {
            ("first_player", "random") => self.first_seat = None,
            // `set_first_seat` later replaces this with the seat from the set-up.
            ("first_player", "host_seat" | "youngest") => self.first_seat = Some(0),
            ("hand", "one") => self.hand = Hand::One,
            ("hand", "two_open") => self.hand = Hand::TwoOpen,
            ("hand", "two_hidden") => self.hand = Hand::TwoHidden,
            ("equal_turns", "off") => self.equal_turns = EqualTurns::Off,
            ("equal_turns", "even") => self.equal_turns = EqualTurns::Even,
            ("equal_turns", "printed") => self.equal_turns = EqualTurns::Printed,
            _ => return false,
        }
        true
    }

    fn set_first_seat(&mut self, seat: u8) {
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

    fn has_hidden_hands(&self) -> bool {
        self.hand == Hand::TwoHidden
    }
}
