//! This family's set-up options.

use crate::{base, later};
use bastide_core::MAX_FIGURE_KINDS;
use bastide_core::option::{Choices, PartInfo};

/// Parts of the family. There is only the game itself; the later edition is one of its options.
pub const PARTS: &[PartInfo] = &[PartInfo {
    id: base::ID,
    max_seats: base::MAX_SEATS, // HG-01
    options: &[
        base::FIRST_PLAYER,
        base::COUNT_BY.default_with("edition", "later", "tile"), // HG-23
        later::EDITION,                                          // HG-23
        later::TRAP_AND_FIRE,
    ],
    tiles: &[base::SETS[0], base::SETS[1], later::SETS[0], later::SETS[1]],
}];

/// The chosen options.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Options {
    /// Options of the first edition.
    pub base: base::Options,
    /// Whether the later edition is played (HG-23).
    pub later: bool,
    /// Whether a fire in the meadow of a hunting trap keeps tigers from taking deer from the trap (HG-32).
    pub fire_saves_deer: bool,
    /// Whether gatherers and fishers on unfinished forests and rivers stay on the map at the end, as in version 1 of the rules (HG-38).
    pub members_stay_out: bool,
}

impl Choices for Options {
    fn pin(&mut self, rules_version: u32) {
        self.members_stay_out = rules_version == 1;
    }

    fn set(&mut self, name: &str, value: &str) -> bool {
        match (name, value) {
            ("edition", "first" | "later") => {
                self.later = value == "later";
                true
            }
            ("trap_and_fire", "apart" | "fire_saves_deer") => {
                self.fire_saves_deer = value == "fire_saves_deer";
                true
            }
            _ => self.base.set(name, value),
        }
    }

    fn set_first_seat(&mut self, seat: u8) {
        if let Some(first) = &mut self.base.first_seat {
            *first = seat; // HG-02
        }
    }

    fn max_seats(&self) -> u8 {
        base::MAX_SEATS
    }

    fn figures(&self, _seats: u8) -> [u8; MAX_FIGURE_KINDS] {
        let mut figures = [0; MAX_FIGURE_KINDS];
        figures[usize::from(base::MEMBER)] = base::MEMBERS;
        figures[usize::from(base::HUT)] = if self.later { later::HUTS } else { base::HUTS }; // HG-24
        figures
    }

    fn uses_set(&self, _: &str, set: &str) -> bool {
        later::SETS.iter().any(|(name, _)| *name == set) == self.later // HG-23
    }
}
