//! Numbers the actions. Every legal answer in a position has exactly one number, except any answers without a fixed number beyond the
//! first [`UNFIXED_ACTIONS`].
//!
//! | numbers | meaning |
//! | --- | --- |
//! | `((slot * window + row) * window + column) * 4 + rotation` | place the tile in hand, or in the slot, on a place of the window |
//! | then `figure * 12 + segment` | deploy a figure of this kind onto a segment of the newest tile |
//! | then one number | pass |
//! | then [`UNFIXED_ACTIONS`] | legal answers without a number above, in listing order |
//!
//! The window is centred on the start tile. Placements outside the window are numbered like other answers without a fixed number, so that
//! no legal answer is lost.

use bastide::engine::tile::MAX_TILE_SEGMENTS;
use bastide::engine::{Answer, Family, FigureKind, Place, Position, RulesOf};
use bastide::setup::Setup;

/// Number of actions for answers without a fixed action.
pub const UNFIXED_ACTIONS: usize = 512;
/// Maximum number of columns or rows in the window.
pub const MAX_WINDOW: usize = 255;

/// A rectangle of the map; each of its places has a cell.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Frame {
    /// Column of the first cell, relative to the start tile.
    pub x: i32,
    /// Row of the first cell, relative to the start tile.
    pub y: i32,
    /// Number of columns.
    pub columns: usize,
    /// Number of rows.
    pub rows: usize,
}

impl Frame {
    /// Creates a square frame of odd size, with the start tile in the middle.
    pub fn centred(window: usize) -> Self {
        let half = (window / 2) as i32;
        Self { x: -half, y: -half, columns: window, rows: window }
    }

    /// Returns the number of cells.
    pub fn cells(&self) -> usize {
        self.columns * self.rows
    }

    /// Returns the index of a place's cell, counted row by row, or `None` if the place is outside the frame.
    #[inline]
    pub fn cell(&self, x: i16, y: i16) -> Option<usize> {
        // Negative values wrap around and become too large.
        let column = i32::from(x).wrapping_sub(self.x) as u32 as usize;
        let row = i32::from(y).wrapping_sub(self.y) as u32 as usize;
        (column < self.columns && row < self.rows).then(|| row * self.columns + column)
    }
}

/// The numbering of a set-up's actions.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Space {
    /// Number of columns in the window, which equals its number of rows and is odd.
    pub window: usize,
    /// Number of tiles that a seat can choose among.
    pub slots: usize,
    /// Kinds of figure that seats have.
    pub figures: Vec<FigureKind>,
}

impl Space {
    /// Creates the numbering for a set-up.
    pub fn new<F: Family>(setup: &Setup, rules: &RulesOf<F>, window: usize) -> Self {
        // BASE-24, DISC-16: the options that give seats a choice among tiles.
        let options = setup.options_in_play();
        let hand = options.into_iter().find(|info| info.name == "hand").map_or("one", |info| setup.value_of(info));
        let slots = match hand.split('_').next() {
            Some("two") => 2,
            Some("three") => 3,
            _ => 1,
        };
        let kinds = (0..rules.figures.len()).filter(|&kind| rules.figures[kind] > 0);
        Self { window, slots, figures: kinds.map(|kind| kind as FigureKind).collect() }
    }

    /// Returns the number of actions that place a tile.
    pub fn places(&self) -> usize {
        self.slots * self.window * self.window * 4
    }

    /// Returns the number of actions that deploy a figure onto the newest tile.
    pub fn deploys(&self) -> usize {
        self.figures.len() * MAX_TILE_SEGMENTS
    }

    /// Returns the pass action.
    pub fn pass(&self) -> usize {
        self.places() + self.deploys()
    }

    /// Returns the number of actions.
    pub fn size(&self) -> usize {
        self.pass() + 1 + UNFIXED_ACTIONS
    }

    /// Returns the frame of the window.
    #[inline]
    pub fn frame(&self) -> Frame {
        Frame::centred(self.window)
    }

    /// Returns the fixed action for an answer, or `None` if it has none. `newest` is the first segment of the newest tile.
    fn fixed_action(&self, answer: Answer, newest: u16) -> Option<usize> {
        let cells = self.window * self.window;
        match answer {
            Answer::Place { at, rotation } => Some(self.frame().cell(at.x, at.y)? * 4 + usize::from(rotation)),
            Answer::PlaceHeld { slot, at, rotation } => {
                let slot = usize::from(slot);
                let cell = self.frame().cell(at.x, at.y)?;
                (slot < self.slots).then_some((slot * cells + cell) * 4 + usize::from(rotation))
            }
            Answer::Deploy { figure, segment } => {
                let kind = self.figures.iter().position(|&kind| kind == figure)?;
                let within = usize::from(segment.checked_sub(newest)?);
                (within < MAX_TILE_SEGMENTS).then_some(self.places() + kind * MAX_TILE_SEGMENTS + within)
            }
            Answer::Pass => Some(self.pass()),
            _ => None,
        }
    }

    /// Passes each legal answer of a position to `tell` with its action. Leaves out those for which no unfixed action remains.
    pub fn each<F: Family>(&self, position: &Position<F>, legal: &[Answer], mut tell: impl FnMut(usize, Answer)) {
        let newest = position.board.newest_segment();
        let (mut next, size) = (self.pass() + 1, self.size());
        for &answer in legal {
            match self.fixed_action(answer, newest) {
                Some(action) => tell(action, answer),
                None if next < size => {
                    tell(next, answer);
                    next += 1;
                }
                None => {}
            }
        }
    }

    /// Returns the action for the legal answer at an index, or `None` if it has none.
    fn nth<F: Family>(&self, position: &Position<F>, legal: &[Answer], number: usize) -> Option<usize> {
        let newest = position.board.newest_segment();
        self.fixed_action(legal[number], newest).or_else(|| {
            let before = legal[..number].iter().filter(|&&answer| self.fixed_action(answer, newest).is_none()).count();
            (before < UNFIXED_ACTIONS).then(|| self.pass() + 1 + before)
        })
    }

    /// Samples an answer uniformly from the legal answers that have an action, using `below`, and returns its action.
    pub fn pick<F: Family>(&self, position: &Position<F>, legal: &[Answer], below: impl FnOnce(u32) -> u32) -> usize {
        // With this few answers, which is nearly always the case, every answer has an action, so only the sampled one needs to be examined.
        if legal.len() <= UNFIXED_ACTIONS {
            let number = below(legal.len().max(1) as u32) as usize;
            return legal.get(number).and_then(|_| self.nth(position, legal, number)).unwrap_or(self.pass());
        }
        let mut told = Vec::new();
        self.each(position, legal, |action, _| told.push(action));
        told[below(told.len() as u32) as usize]
    }

    /// Returns the answer with this fixed action, legal or not, or `None` for unfixed actions and numbers outside the space.
    fn fixed_answer(&self, action: usize, newest: u16) -> Option<Answer> {
        let (places, pass) = (self.places(), self.pass());
        if action >= places {
            let deployed = action - places;
            let figure = *self.figures.get(deployed / MAX_TILE_SEGMENTS).filter(|_| action < pass)?;
            return Some(Answer::Deploy { figure, segment: newest + (deployed % MAX_TILE_SEGMENTS) as u16 });
        }
        let (line, column) = (action / 4 / self.window, action / 4 % self.window);
        let (slot, row) = (line / self.window, line % self.window);
        let half = self.window as i16 / 2;
        let (at, rotation) = (Place::new(column as i16 - half, row as i16 - half), (action % 4) as u8);
        Some(if self.slots == 1 {
            Answer::Place { at, rotation }
        } else {
            Answer::PlaceHeld { slot: slot as u8, at, rotation }
        })
    }

    /// Returns the legal answer that an action represents, or `None` if it is masked out.
    pub fn answer<F: Family>(&self, position: &Position<F>, legal: &[Answer], action: usize) -> Option<Answer> {
        let meant = self.fixed_answer(action, position.board.newest_segment());
        if let Some(meant) = meant.filter(|meant| legal.contains(meant)) {
            return Some(meant);
        }
        let mut found = None;
        self.each(position, legal, |other, answer| {
            if other == action {
                found = Some(answer);
            }
        });
        found
    }

    /// Returns the action that represents a legal answer, or `None` if too many answers without a fixed action precede it.
    pub fn action<F: Family>(&self, position: &Position<F>, legal: &[Answer], answer: Answer) -> Option<usize> {
        let mut found = None;
        self.each(position, legal, |action, other| {
            if other == answer {
                found = Some(action);
            }
        });
        found
    }

    /// Writes 1 for legal actions and 0 elsewhere.
    pub fn write_mask<F: Family>(&self, position: &Position<F>, legal: &[Answer], mask: &mut [u8]) {
        mask.fill(0);
        self.each(position, legal, |action, _| mask[action] = 1);
    }
}
