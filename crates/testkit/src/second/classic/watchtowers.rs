//! Scores watchtowers and churches, which count what is around their tile.

use std::collections::BTreeSet;

use super::ClassicGame;

impl ClassicGame {
    /// Scores the watchtowers on which followers of the features stand that the tile completed: one by one, each for its owner, before any
    /// of them goes home (WATCH-02, WATCH-04, WATCH-05).
    pub(super) fn score_watchtowers(&mut self) {
        if !self.has("watchtowers") {
            return;
        }
        let mut due = Vec::new();
        for feature in self.turn.completed.iter().filter(|feature| ["road", "city"].contains(&feature.kind.as_str())) {
            for figure in self.table.figures_on(feature).into_iter().map(|number| self.table.figures[number]) {
                let tile = figure.spot().map_or(0, |spot| spot.0);
                due.extend(figure.is_follower().then(|| (figure.seat, self.watchtower_points(tile))));
            }
        }
        for (seat, points) in due.into_iter().filter(|&(_, points)| points > 0) {
            self.table.give_points(seat, points, "watchtower", BTreeSet::new());
            // The points are for a road or city that was completed (COUNT-04).
            self.turn.scored |= self.option("count_entry", "another_scores");
            self.turn.own_scored |= seat == self.active;
        }
    }

    /// Returns whether the watchtower of a tile scores, if it has one.
    pub(super) fn has_watchtower(&self, tile: usize) -> bool {
        let kinds = ["follower", "pennant", "road", "city", "monastery"];
        let is = |kind: &&str| self.table.tiles[tile].has(&format!("watchtower-{kind}"));
        self.has("watchtowers") && kinds.iter().any(is)
    }

    /// Returns the points of the watchtower on a tile, or 0 if there is none (WATCH-03).
    fn watchtower_points(&self, tile: usize) -> i32 {
        let around: Vec<usize> = self.table.neighbours(tile).into_iter().chain([tile]).collect();
        let is = |kind: &str| self.table.tiles[tile].has(&format!("watchtower-{kind}"));
        // The City of Carcassonne does not count as a city, and its quarters are not on a tile (WATCH-08).
        let shows = |tile: usize, kind: &str| {
            let segments = 0..self.table.tiles[tile].text.segments.len();
            let of = |&segment: &usize| self.table.kind_of((tile, segment)) == kind;
            segments.filter(of).filter(|&segment| self.table.tiles[tile].number(segment, "carcassonne") == 0).count()
        };
        let tiles_with = |kind: &str| around.iter().filter(|&&tile| shows(tile, kind) > 0).count() as i32;
        if is("follower") {
            let near = |figure: &super::Figure, spot: super::Spot| {
                figure.is_follower() && around.contains(&spot.0) && self.table.kind_of(spot) != "quarter"
            };
            2 * self.table.figures_where(near).len() as i32
        } else if is("pennant") {
            let segments = |&tile: &usize| (0..self.table.tiles[tile].text.segments.len()).map(move |own| (tile, own));
            let pennants = around.iter().flat_map(segments);
            2 * pennants.map(|(tile, own)| self.table.tiles[tile].number(own, "pennants")).sum::<i32>()
        } else if is("road") {
            tiles_with("road")
        } else if is("city") {
            tiles_with("city")
        } else if is("monastery") {
            3 * around.iter().map(|&tile| shows(tile, "monastery") as i32).sum::<i32>() // WATCH-07
        } else {
            0
        }
    }

    /// Scores the churches that the tile completed: 3 points for the most followers around each (PROMO-03).
    pub(super) fn score_churches(&mut self) {
        if !self.has("churches") {
            return;
        }
        let spots = self.turn.completed.iter().filter_map(|feature| feature.spots.first().copied());
        let churches: Vec<_> = spots.filter(|&(tile, own)| self.table.tiles[tile].number(own, "church") > 0).collect();
        for (church, _) in churches {
            let near = |figure: &super::Figure, spot: super::Spot| {
                let beside = spot.0 == church || self.table.neighbours(church).contains(&spot.0);
                figure.is_follower() && beside && self.table.kind_of(spot) != "quarter"
            };
            let around = self.table.figures_where(near);
            let of = |seat: usize| around.iter().filter(|&&number| self.table.figures[number].seat == seat).count();
            let counts: Vec<usize> = (0..self.seats()).map(of).collect();
            let most = counts.iter().copied().max().unwrap_or(0);
            for seat in (0..self.seats()).filter(|&seat| most > 0 && counts[seat] == most) {
                self.table.give_points(seat, 3, "church", BTreeSet::new());
                self.turn.scored |= self.option("count_entry", "another_scores"); // COUNT-04
                self.turn.own_scored |= seat == self.active;
            }
        }
    }
}
