//! What a set-up of this family chooses: its expansions and the options of its rules.

use crate::base;
use crate::inns_cathedrals;
use bastide_core::MAX_FIGURE_KINDS;
use bastide_core::option::PartInfo;

/// The bit of Inns & Cathedrals among the expansions.
pub const INNS_CATHEDRALS: u16 = 1;

/// The base game and its expansions, in the order in which they are listed and their tiles numbered.
pub const PARTS: &[PartInfo] = &[
    base::PART, // It comes first.
    inns_cathedrals::PART,
];

/// The bits of the parts, in the order of [`PARTS`]; the base game has none.
const PART_BITS: &[u16] = &[
    0, // The base game.
    INNS_CATHEDRALS,
];

/// The chosen expansions and options.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Options {
    expansions: u16,
    /// The base game's.
    pub base: base::Options,
    /// Those of Inns & Cathedrals.
    pub inns_cathedrals: inns_cathedrals::Options,
}

impl Options {
    /// Whether an expansion is in play.
    #[inline]
    pub const fn has(&self, expansion: u16) -> bool {
        self.expansions & expansion != 0
    }

    /// The parts in play.
    pub fn parts(&self) -> impl Iterator<Item = &'static PartInfo> {
        let expansions = self.expansions;
        PARTS.iter().zip(PART_BITS).filter(move |(_, bit)| **bit == 0 || expansions & **bit != 0).map(|(part, _)| part)
    }

    /// Adds an expansion by its id; whether there is one.
    pub fn add(&mut self, id: &str) -> bool {
        match PARTS.iter().position(|part| part.id == id) {
            Some(index) if PART_BITS[index] != 0 => {
                self.expansions |= PART_BITS[index];
                true
            }
            _ => false,
        }
    }

    /// Sets an option to one of the values that its description lists; whether it is one of these.
    pub fn set(&mut self, name: &str, value: &str) -> bool {
        let mut known = self.base.set(name, value);
        known |= self.inns_cathedrals.set(name, value);
        known
    }

    /// Most seats.
    pub fn max_seats(&self) -> u8 {
        self.parts().map(|part| part.max_seats).max().unwrap_or(0)
    }

    /// The figures that every seat begins with.
    pub fn figures(&self) -> [u8; MAX_FIGURE_KINDS] {
        let mut figures = [0; MAX_FIGURE_KINDS];
        figures[usize::from(base::FOLLOWER)] = base::FOLLOWERS;
        if self.has(INNS_CATHEDRALS) {
            figures[usize::from(inns_cathedrals::LARGE)] = 1; // IC-01
        }
        figures
    }
}
