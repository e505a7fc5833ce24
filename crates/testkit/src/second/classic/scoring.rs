//! Awards points and removes figures from the table.

use std::collections::BTreeSet;

use super::{ClassicGame, FoundFeature, GOODS, Spot, Whereabouts};

/// Points that a ghost takes away when its feature is scored (MIST-08).
const GHOST: i32 = 2;

impl ClassicGame {
    /// Removes a figure from the table. The fairy next to it stays on its tile (PD-05), and its ghosts go back to the reserve (MIST-08).
    pub(super) fn remove_figure(&mut self, number: usize, to: Whereabouts) {
        self.table.figures[number].place = to;
        self.table.figures[number].ghosts = 0;
        if let Some((tile, _)) = self.fairy.filter(|(_, beside)| *beside == Some(number)) {
            self.fairy = Some((tile, None));
        }
    }

    pub(super) fn send_home(&mut self, number: usize) {
        self.remove_figure(number, Whereabouts::Supply);
    }

    /// Moves a figure off its feature before the feature is scored. Its owner's builder or pig does not stay there alone (PD-13).
    pub(super) fn leave(&mut self, number: usize, to: Whereabouts) {
        let Some(spot) = self.table.figures[number].spot() else { return };
        self.remove_figure(number, to);
        let feature = self.table.feature(spot);
        let standing = self.table.figures_on(&feature);
        for &other in &standing {
            let seat = self.table.figures[other].seat;
            let companion = ["builder", "pig"].contains(&self.table.figures[other].kind);
            let company = |&n: &usize| self.table.figures[n].seat == seat && self.table.figures[n].is_follower();
            if companion && !standing.iter().any(company) {
                self.send_home(other);
            }
        }
    }

    /// Returns whether the fairy is next to a figure (PD-02).
    pub(super) fn is_by_fairy(&self, number: usize) -> bool {
        let figure = self.table.figures[number];
        match self.fairy {
            Some((tile, _)) if self.option("fairy", "on_tile") => {
                figure.is_follower() && figure.spot().is_some_and(|spot| spot.0 == tile)
            }
            Some((_, beside)) => beside == Some(number),
            None => false,
        }
    }

    /// Scores a feature: gives its points to the strongest seats, subtracts points for each ghost (MIST-08), and gives the fairy's points
    /// to the owner of the figure next to her (PD-05). Returns the seats that got points, including those from the fairy.
    fn award(&mut self, feature: &FoundFeature, ghost: i32, worth: impl Fn(&Self, usize) -> i32) -> Vec<usize> {
        let mut scored = Vec::new();
        let strongest = self.strongest(feature);
        for seat in 0..self.seats() {
            let strong = strongest.contains(&seat);
            let spared = !strong && self.option("ghost_penalty", "scoring_only");
            let ghosts = if spared { 0 } else { self.ghosts_on(feature, seat) };
            if !strong && ghosts == 0 {
                continue;
            }
            let points = if strong { worth(self, seat) } else { 0 } - ghost * ghosts;
            self.table.give_points(seat, points, &feature.kind, feature.spots.clone());
            if points > 0 {
                scored.push(seat);
            }
        }
        for number in self.table.figures_on(feature) {
            if self.is_by_fairy(number) {
                self.table.give_points(self.table.figures[number].seat, 3, "fairy", BTreeSet::new());
                scored.push(self.table.figures[number].seat);
            }
        }
        scored
    }

    /// Scores the farmers of a field immediately because of a barn, and sends them home with their pigs (AM-15, AM-17).
    pub(super) fn score_farmers(&mut self, field: &FoundFeature, each: i32) {
        self.award(field, GHOST, |game, seat| game.field_worth(field, each, Some(seat)));
        for number in self.table.figures_on(field) {
            if self.table.figures[number].kind != "barn" {
                self.send_home(number);
            }
        }
    }

    pub(super) fn has_barn(&self, field: &FoundFeature) -> bool {
        self.table.figures_on(field).iter().any(|&number| self.table.figures[number].kind == "barn")
    }

    /// Scores the features that the tile completed, and sends the figures on them home, except wagons (AM-10).
    pub(super) fn score_completed(&mut self) {
        for feature in self.turn.completed.clone() {
            let scored = self.award(&feature, GHOST, |game, _| game.points_for(&feature, true));
            let named = ["road", "city", "monastery"].contains(&feature.kind.as_str());
            let opens = match self.option("count_entry", "another_scores") {
                true => !scored.is_empty(),
                false => self.points_for(&feature, true) >= 1,
            };
            self.turn.scored |= named && opens; // COUNT-04
            self.turn.own_scored |= scored.contains(&self.active);
            self.turn.own_placed |= self.turn.placed.iter().any(|spot| feature.spots.contains(spot));
            // The feature's points are given before those for the card that it earns; if there are ghosts, the order can matter (MIST-08).
            self.update_king_and_robber(&feature);
            self.take_goods(&feature);
            self.enlist(&feature);
            for number in self.table.figures_on(&feature) {
                if self.table.figures[number].kind != "wagon" {
                    self.send_home(number);
                }
            }
        }
    }

    /// Scores the farmers on fields of the newest tile that have a barn: 3 points per city if the barn was just placed (AM-15), otherwise
    /// 1, since the tile joined their field with the barn's (AM-17). "At once" is taken to mean first in the turn's scoring step.
    pub(super) fn score_barns(&mut self) {
        let newest = self.table.newest();
        for segment in 0..self.table.tiles[newest].text.segments.len() {
            let field = self.table.feature((newest, segment));
            let farmers = self.table.figures_on(&field).iter().any(|&number| self.table.figures[number].is_follower());
            if field.kind == "field" && farmers && self.has_barn(&field) {
                let placed = self.turn.barn.is_some_and(|spot| field.spots.contains(&spot));
                self.score_farmers(&field, if placed { 3 } else { 1 });
            }
        }
    }

    /// Updates the king and the robber baron (KING-03, KING-05), and awards the points for them during the game (KING-06).
    fn update_king_and_robber(&mut self, feature: &FoundFeature) {
        let (word, card) = match feature.kind.as_str() {
            "city" => ("king", self.king),
            "road" => ("robber", self.robber),
            _ => return,
        };
        if !self.has(word) {
            return;
        }
        if let Some((holder, _)) = card.filter(|_| self.option("king_robber_scoring", "continuous")) {
            self.table.give_points(holder, 1, word, BTreeSet::new());
        }
        if card.is_none_or(|(_, size)| feature.tiles() > size) {
            let card = Some((self.active, feature.tiles()));
            *(if word == "king" { &mut self.king } else { &mut self.robber }) = card;
        }
    }

    /// Gives the player a token for each goods symbol while stocks last (TB-10).
    fn take_goods(&mut self, feature: &FoundFeature) {
        if !self.has("goods") || feature.kind != "city" {
            return;
        }
        for (good, (name, all)) in GOODS.into_iter().enumerate() {
            let shows =
                |&&(tile, segment): &&Spot| self.table.tiles[tile].text.segments[segment].word("goods") == Some(name);
            let symbols = feature.spots.iter().filter(shows).count();
            let taken: usize = self.goods.iter().map(|goods| goods[good]).sum();
            self.goods[self.active][good] += symbols.min(all - taken);
        }
    }

    /// Awards the points of the final scoring (BASE-20, BASE-21, AM-18, KING-04, TB-11, MIST-12).
    pub(super) fn score_end(&mut self) {
        for feature in self.table.features().iter().filter(|feature| feature.is_land()) {
            if feature.kind == "field" {
                self.award(feature, 0, |game, seat| game.field_worth(feature, 3, Some(seat)));
                let barns = self.table.figures_on(feature).into_iter().map(|number| self.table.figures[number]);
                let owners: BTreeSet<usize> = barns.filter(|barn| barn.kind == "barn").map(|barn| barn.seat).collect();
                for seat in owners {
                    self.table.give_points(seat, self.city_points(feature, 4), "field", feature.spots.clone());
                }
            } else {
                self.award(feature, 0, |game, _| game.points_for(feature, feature.is_complete()));
            }
        }
        self.score_cards();
        for (good, (name, _)) in GOODS.into_iter().enumerate() {
            let most = self.goods.iter().map(|goods| goods[good]).max().unwrap_or(0);
            for seat in 0..self.seats() {
                if most > 0 && self.goods[seat][good] == most {
                    self.table.give_points(seat, 10, name, BTreeSet::new());
                }
            }
        }
        self.score_ghosts();
    }

    fn score_cards(&mut self) {
        if self.option("king_robber_scoring", "continuous") {
            return;
        }
        let complete = |kind: &str| {
            // No one completed the features that were complete before the first turn (the City of Carcassonne, or a road between it and the
            // spring).
            let given = |feature: &FoundFeature| self.complete_at_start.contains(&feature.spots);
            let done = |feature: &&FoundFeature| feature.kind == kind && feature.is_complete() && !given(feature);
            self.table.features().iter().filter(done).count() as i32
        };
        let holders = [self.king, self.robber].map(|card| card.map(|(seat, _)| seat));
        let both = holders[0].is_some() && holders[0] == holders[1];
        let carcassonne = self.option("king_counts_carcassonne", "true")
            && self.table.features().iter().any(|feature| self.is_carcassonne(feature));
        let counts = [complete("city") + i32::from(carcassonne), complete("road")];
        for (i, word) in ["king", "robber"].into_iter().enumerate() {
            let Some(holder) = holders[i] else { continue };
            let points = match () {
                () if self.option("king_robber_scoring", "ten") => 10,
                () if self.option("king_robber_scoring", "by_players") => {
                    if both {
                        20
                    } else {
                        15
                    }
                }
                () => counts[i],
            };
            self.table.give_points(holder, points, word, BTreeSet::new());
        }
    }
}
