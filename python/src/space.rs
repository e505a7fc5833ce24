//! Actions as numbers: every legal answer of any position has exactly one, as far as there is room.
//!
//! | numbers | what they are |
//! | --- | --- |
//! | `((slot * window + row) * window + column) * 4 + rotation` | the tile in hand, or that of the slot, goes to a place of the window |
//! | then `figure * 12 + segment` | a figure of a kind goes from supply onto a segment of the newest tile |
//! | then one | passing |
//! | then [`OTHERS`] | the legal answers that have no number above, in the order in which they are listed |
//!
//! The window is centred on the start tile. What lies outside has a number among the others, so that nothing legal is lost.

use bastide::engine::tile::MAX_TILE_SEGMENTS;
use bastide::engine::{Answer, Family, FigureKind, Place, Position, RulesOf};
use bastide::setup::Setup;

/// Actions for answers that have none of their own.
pub const OTHERS: usize = 512;
/// Widest window: wider than any map can become from its middle.
pub const WIDEST: usize = 255;

/// The places that have a cell: a rectangle of the map.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Frame {
    /// The column of the first cell, counted from the start tile.
    pub x: i32,
    /// The row of the first cell.
    pub y: i32,
    /// Columns.
    pub columns: usize,
    /// Rows.
    pub rows: usize,
}

impl Frame {
    /// So many columns and rows, an odd number, with the start tile in the middle.
    pub fn centred(window: usize) -> Self {
        let half = (window / 2) as i32;
        Self { x: -half, y: -half, columns: window, rows: window }
    }

    /// Cells of the frame.
    pub fn cells(&self) -> usize {
        self.columns * self.rows
    }

    /// The cell of a place, row by row; none outside.
    #[inline]
    pub fn cell(&self, x: i16, y: i16) -> Option<usize> {
        // What is negative becomes too large.
        let column = i32::from(x).wrapping_sub(self.x) as u32 as usize;
        let row = i32::from(y).wrapping_sub(self.y) as u32 as usize;
        (column < self.columns && row < self.rows).then(|| row * self.columns + column)
    }
}

/// The actions of a set-up.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Space {
    /// Columns, and rows, of the window: odd.
    pub window: usize,
    /// Tiles that a seat chooses among.
    pub slots: usize,
    /// The kinds of figure that seats have.
    pub figures: Vec<FigureKind>,
}

impl Space {
    /// The actions of a family's game.
    pub fn new<F: Family>(setup: &Setup, rules: &RulesOf<F>, window: usize) -> Self {
        // DISC-16: the one option by which seats have hands.
        let hand = setup.options_in_play().into_iter().any(|info| info.name == "hand" && setup.value_of(info) != "one");
        let kinds = (0..rules.figures.len()).filter(|&kind| rules.figures[kind] > 0);
        Self { window, slots: if hand { 2 } else { 1 }, figures: kinds.map(|kind| kind as FigureKind).collect() }
    }

    /// Actions that place a tile.
    pub fn places(&self) -> usize {
        self.slots * self.window * self.window * 4
    }

    /// Actions that deploy a figure onto the newest tile.
    pub fn deploys(&self) -> usize {
        self.figures.len() * MAX_TILE_SEGMENTS
    }

    /// The action of passing.
    pub fn pass(&self) -> usize {
        self.places() + self.deploys()
    }

    /// All actions.
    pub fn size(&self) -> usize {
        self.pass() + 1 + OTHERS
    }

    /// The places of the window.
    #[inline]
    pub fn frame(&self) -> Frame {
        Frame::centred(self.window)
    }

    /// The action of an answer's own; none where it is one of the others. `newest` is the first segment of the newest tile.
    fn own(&self, answer: Answer, newest: u16) -> Option<usize> {
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

    /// Tells the action of each of the legal answers of a position; the others beyond the last have none.
    pub fn each<F: Family>(&self, position: &Position<F>, legal: &[Answer], mut tell: impl FnMut(usize, Answer)) {
        let newest = position.board.newest_segment();
        let (mut next, size) = (self.pass() + 1, self.size());
        for &answer in legal {
            match self.own(answer, newest) {
                Some(action) => tell(action, answer),
                None if next < size => {
                    tell(next, answer);
                    next += 1;
                }
                None => {}
            }
        }
    }

    /// The action of the legal answer of a number; none where it has none.
    fn nth<F: Family>(&self, position: &Position<F>, legal: &[Answer], number: usize) -> Option<usize> {
        let newest = position.board.newest_segment();
        self.own(legal[number], newest).or_else(|| {
            let before = legal[..number].iter().filter(|&&answer| self.own(answer, newest).is_none()).count();
            (before < OTHERS).then(|| self.pass() + 1 + before)
        })
    }

    /// The action of one of the legal answers that have one, each as likely as the other: what `below` picks of so many.
    pub fn pick<F: Family>(&self, position: &Position<F>, legal: &[Answer], below: impl FnOnce(u32) -> u32) -> usize {
        // Of so few answers all have an action, which is nearly always so; then one alone is looked at.
        if legal.len() <= OTHERS {
            let number = below(legal.len().max(1) as u32) as usize;
            return legal.get(number).and_then(|_| self.nth(position, legal, number)).unwrap_or(self.pass());
        }
        let mut told = Vec::new();
        self.each(position, legal, |action, _| told.push(action));
        told[below(told.len() as u32) as usize]
    }

    /// The answer that has this action of its own, legal or not; none where it is one of the others, or outside.
    fn meant(&self, action: usize, newest: u16) -> Option<Answer> {
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

    /// The legal answer of an action; none where it is masked out.
    pub fn answer<F: Family>(&self, position: &Position<F>, legal: &[Answer], action: usize) -> Option<Answer> {
        let meant = self.meant(action, position.board.newest_segment());
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

    /// The action of a legal answer; none where there are too many others before it.
    pub fn action<F: Family>(&self, position: &Position<F>, legal: &[Answer], answer: Answer) -> Option<usize> {
        let mut found = None;
        self.each(position, legal, |action, other| {
            if other == answer {
                found = Some(action);
            }
        });
        found
    }

    /// Writes 1 at the actions that are legal and 0 elsewhere.
    pub fn write_mask<F: Family>(&self, position: &Position<F>, legal: &[Answer], mask: &mut [u8]) {
        mask.fill(0);
        self.each(position, legal, |action, _| mask[action] = 1);
    }
}
