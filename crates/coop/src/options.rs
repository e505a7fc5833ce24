//! This family's set-up options.

use crate::base;
use bastide_core::MAX_FIGURE_KINDS;
use bastide_core::option::Choices;

/// The chosen options.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Options {
    /// The first seat if the host chooses one, or `None` if it is drawn (COOP-03).
    pub first_seat: Option<u8>,
}

impl Choices for Options {
    fn set(&mut self, name: &str, value: &str) -> bool {
        match (name, value) {
            ("first_player", "random") => self.first_seat = None,
            // `set_first_seat` later replaces this with the seat from the set-up.
            ("first_player", "host_seat" | "youngest") => self.first_seat = Some(0),
            _ => return false,
        }
        true
    }

    fn set_first_seat(&mut self, seat: u8) {
        if let Some(first) = &mut self.first_seat {
            *first = seat; // COOP-03
        }
    }

    fn min_seats(&self) -> u8 {
        1 // COOP-01
    }

    fn max_seats(&self) -> u8 {
        base::PART.max_seats
    }

    fn figures(&self, seats: u8) -> [u8; MAX_FIGURE_KINDS] {
        base::figures(seats)
    }
}
