//! Hands: players choose from several tiles (BASE-24 to BASE-27).

use super::{ClassicGame, Stage};

impl ClassicGame {
    /// Returns the number of tiles in a full hand; 0 if players place the tile that they draw (BASE-24).
    pub(super) fn hand_size(&self) -> usize {
        let value = self.setup.options.get("hand").map_or("one", String::as_str);
        match value.split('_').next() {
            Some("two") => 2,
            Some("three") => 3,
            _ => 0,
        }
    }

    /// Reports whether all tiles have been drawn.
    pub(super) fn is_bag_empty(&self) -> bool {
        self.table.bag.iter().all(|&left| left == 0)
    }

    /// Reports whether no tile is left in any hand.
    pub(super) fn are_hands_empty(&self) -> bool {
        self.table.hands.iter().all(Vec::is_empty)
    }

    /// Reports whether a seat draws the next tile into its hand: there are no river tiles, some tile is left, and the hand is not full
    /// (BASE-24, BASE-27).
    fn draws_to_hand(&self, seat: usize) -> bool {
        self.river_group().is_empty() && !self.is_bag_empty() && self.table.hands[seat].len() < self.hand_size()
    }

    /// Reports whether the active player has or can draw a tile for the second half of a double turn (TB-03, BASE-27).
    pub(super) fn has_second_tile(&self) -> bool {
        !self.is_bag_empty() || !self.table.hands[self.active].is_empty()
    }

    /// Asks for a tile of the hand, unless a river tile comes first or hands have to be filled first.
    pub(super) fn ask_hand(&mut self) {
        if !self.river_group().is_empty() {
            self.stage = Stage::Draw; // BASE-27
            return;
        }
        let seats: Vec<usize> = std::iter::once(self.active).chain(self.after(self.active)).collect();
        if let Some(&seat) = seats.iter().find(|&&seat| self.draws_to_hand(seat)) {
            self.stage = Stage::Deal(seat);
            return;
        }
        let fits = |&kind: &usize| !self.placements(&self.table.texts[kind]).is_empty();
        if self.table.hands[self.active].iter().any(fits) {
            self.stage = Stage::PlaceHeld;
            return;
        }
        for kind in std::mem::take(&mut self.table.hands[self.active]) {
            self.table.discarded[kind] += 1; // BASE-25
        }
        if self.is_bag_empty() { self.end_turn() } else { self.ask_hand() }
    }

    /// Draws a tile for a seat; a dragon tile that comes before the dragon is put aside (PD-09, BASE-27).
    pub(super) fn take(&mut self, seat: usize, kind: usize) {
        self.table.bag[kind] -= 1;
        let has_mark = self.table.texts[kind].marks.iter().any(|mark| mark == "dragon");
        if has_mark && self.has("dragon") && self.dragon.is_none() {
            self.aside[kind] += 1;
        } else {
            self.table.hands[seat].push(kind);
        }
    }

    /// Removes a tile that is placed from the active player's hand.
    pub(super) fn leave_hand(&mut self, kind: usize) {
        let hand = &mut self.table.hands[self.active];
        if let Some(slot) = hand.iter().position(|&held| held == kind) {
            hand.remove(slot);
        }
    }

    /// Asks for a tile to refill the hand at the end of a turn or of its first half; returns whether it asked. A river tile was not placed
    /// from the hand (BASE-27).
    pub(super) fn ask_refill(&mut self) -> bool {
        let river = self.has("river") && self.table.tiles[self.table.newest()].text.pile.is_some();
        let short = !river && self.draws_to_hand(self.active);
        if short {
            self.stage = Stage::Refill;
        }
        short
    }
}
