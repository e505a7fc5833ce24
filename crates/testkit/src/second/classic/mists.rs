//! Mist, ghosts, guards, castles and cemeteries.

use std::collections::BTreeSet;

use super::{ClassicGame, FoundFeature, Stage, Whereabouts};

/// Total number of ghosts (MIST-02).
const GHOSTS: u8 = 15;
/// Number of ghosts that drive a follower away (MIST-06).
const GHOSTS_TO_SEND_HOME: u8 = 3;

impl ClassicGame {
    /// Reports whether mist covers an edge of a tile, taking its rotation into account.
    fn is_misty(&self, tile: usize, side: usize) -> bool {
        let tile = &self.table.tiles[tile];
        !tile.is_abbey() && (0..3).any(|part| tile.kind(tile.segment_at_port(3 * side + part)) == "mist")
    }

    /// Reports whether there is mist anywhere on a tile.
    fn has_mist(&self, tile: usize) -> bool {
        self.table.tiles[tile].text.segments.iter().any(|segment| segment.kind == "mist")
    }

    /// Reports whether the newest tile has an edge at which both it and its neighbour are misty or, if `both` is false, exactly one of them
    /// is.
    fn has_edge_with_mist(&self, both: bool) -> bool {
        let newest = self.table.newest();
        let (x, y) = (self.table.tiles[newest].x, self.table.tiles[newest].y);
        super::super::SIDES.iter().enumerate().any(|(side, step)| {
            let Some(other) = self.table.tile_at(x + step.0, y + step.1) else { return false };
            match (self.is_misty(newest, side), self.is_misty(other, (side + 2) % 4)) {
                (true, true) => both,
                (false, false) => false,
                _ => !both,
            }
        })
    }

    /// If the newest tile extends a bank of mist, asks for a ghost to be placed beside another player's follower (MIST-04); otherwise
    /// continues with [`Self::ask_own_ghost`].
    pub(super) fn ask_ghosts(&mut self) {
        if self.has_edge_with_mist(true) && !self.can_be_haunted(false).is_empty() {
            self.stage = Stage::Haunt(false);
        } else {
            self.ask_own_ghost();
        }
    }

    /// If the newest tile limits a bank of mist, asks for a ghost to be placed beside one of the player's own followers (MIST-04, MIST-05).
    pub(super) fn ask_own_ghost(&mut self) {
        let asked = self.has_edge_with_mist(false) && !self.can_be_haunted(true).is_empty();
        self.stage = if asked { Stage::Haunt(true) } else { Stage::Action };
    }

    /// Returns the ordinary followers on land: the active player's own if `own` is true, otherwise those of the other players. Returns none
    /// if no ghost is left (MIST-04, MIST-05, MIST-07).
    pub(super) fn can_be_haunted(&self, own: bool) -> Vec<usize> {
        let about: u8 = self.table.figures.iter().map(|figure| figure.ghosts).sum();
        if !self.has("ghosts") || about == GHOSTS {
            return Vec::new();
        }
        self.table.figures_where(|figure, spot| {
            let on_land = !["tower", "quarter"].contains(&self.table.kind_of(spot));
            on_land && figure.kind == "follower" && (figure.seat == self.active) == own
        })
    }

    /// Adds a ghost to a follower; the third one drives the follower away (MIST-06).
    pub(super) fn haunt(&mut self, number: usize) {
        self.table.figures[number].ghosts += 1;
        if self.table.figures[number].ghosts == GHOSTS_TO_SEND_HOME {
            self.leave(number, Whereabouts::Supply);
        }
    }

    /// Returns the number of ghosts beside a seat's figures on a feature.
    pub(super) fn ghosts_on(&self, feature: &FoundFeature, seat: usize) -> i32 {
        let figures = self.table.figures_on(feature).into_iter().map(|number| self.table.figures[number]);
        figures.filter(|figure| figure.seat == seat).map(|figure| i32::from(figure.ghosts)).sum()
    }

    /// Returns a castle's points. A complete castle scores 2 for each tile with mist among its own tile and those around it (MIST-09); an
    /// incomplete one scores 1 for itself and 1 for each tile with mist around it (MIST-12).
    pub(super) fn castle_points(&self, castle: &FoundFeature, complete: bool) -> i32 {
        let Some(&(tile, _)) = castle.spots.first() else { return 0 };
        let round = self.table.neighbours(tile).into_iter().filter(|&other| self.has_mist(other)).count() as i32;
        if complete { 2 * (round + i32::from(self.has_mist(tile))) } else { 1 + round }
    }

    /// Gives a guard to the owner of each keeper on a complete cemetery (MIST-10).
    pub(super) fn enlist(&mut self, cemetery: &FoundFeature) {
        if cemetery.kind != "cemetery" {
            return;
        }
        for keeper in self.table.figures_on(cemetery) {
            let seat = self.table.figures[keeper].seat;
            let waits = |figure: &&mut super::Figure| figure.seat == seat && figure.place == Whereabouts::Reserve;
            if let Some(guard) = self.table.figures.iter_mut().find(waits) {
                guard.place = Whereabouts::Supply;
            }
        }
    }

    /// Subtracts a point for each ghost at the end of the game (MIST-12).
    pub(super) fn score_ghosts(&mut self) {
        for seat in 0..self.seats() {
            let own = self.table.figures.iter().filter(|figure| figure.seat == seat);
            let ghosts: i32 = own.map(|figure| i32::from(figure.ghosts)).sum();
            self.table.give_points(seat, -ghosts, "ghost", BTreeSet::new());
        }
    }
}
