//! Tests which places are within reach of a tower.

use bastide_core::Place;
use classic::tower::reaches;

/// Number of towers compared at once.
const TOGETHER: usize = 8;

/// The places and reaches of towers, grouped for fast comparison.
#[derive(Clone, Debug, Default)]
pub(crate) struct Towers {
    /// Columns, rows and reaches of the towers in each group. The last group is padded with copies of its first tower.
    groups: Vec<([i16; TOGETHER], [i16; TOGETHER], [u16; TOGETHER])>,
    len: usize,
}

impl Towers {
    /// Removes all towers.
    pub(super) fn clear(&mut self) {
        self.groups.clear();
        self.len = 0;
    }

    /// Adds a tower and its reach.
    pub(super) fn add(&mut self, at: Place, height: u8) {
        let (number, height) = (self.len % TOGETHER, u16::from(height));
        if number == 0 {
            self.groups.push(([at.x; TOGETHER], [at.y; TOGETHER], [height; TOGETHER]));
        } else if let Some((x, y, heights)) = self.groups.last_mut() {
            (x[number], y[number], heights[number]) = (at.x, at.y, height);
        }
        self.len += 1;
    }

    /// Returns whether a place is within reach of any tower.
    pub(super) fn reach(&self, at: Place) -> bool {
        self.groups.iter().any(|(x, y, heights)| {
            // There are no branches, so that the compiler can compare the whole group with vector instructions.
            let reached = |i: usize| {
                let (dx, dy) = ((x[i] - at.x).unsigned_abs(), (y[i] - at.y).unsigned_abs());
                let reached = ((dx == 0) | (dy == 0)) & (dx + dy <= heights[i]);
                debug_assert_eq!(reached, reaches(Place::new(x[i], y[i]), heights[i] as u8, at));
                u16::from(reached)
            };
            (0..TOGETHER).fold(0, |any, i| any | reached(i)) != 0
        })
    }
}
