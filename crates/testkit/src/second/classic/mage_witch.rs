//! The mage and the witch: their moves, what they change about the points of a feature, and when they leave it.

use super::{Act, ClassicGame, FoundFeature, Spot, Stage};

impl ClassicGame {
    /// Returns where a figure stands.
    fn magic_spot(&self, figure: &str) -> Option<Spot> {
        if figure == "mage" { self.mage } else { self.witch }
    }

    /// Puts a figure on a segment, or takes it off the map.
    pub(super) fn put_magic(&mut self, figure: &str, to: Option<Spot>) {
        *(if figure == "mage" { &mut self.mage } else { &mut self.witch }) = to;
    }

    /// Returns whether a figure stands on a feature.
    fn is_bewitched(&self, figure: &str, feature: &FoundFeature) -> bool {
        self.magic_spot(figure).is_some_and(|spot| feature.spots.contains(&spot))
    }

    /// Returns the possible moves: either figure that takes part, to any unfinished road or city on which neither of the two stands (MW-02,
    /// MW-03). If there is none, one of two figures on the map must be taken off it (MW-04).
    pub(super) fn magic_acts(&self) -> Vec<Act> {
        let figures: Vec<&'static str> = ["mage", "witch"].into_iter().filter(|figure| self.has(figure)).collect();
        let mut acts = Vec::new();
        for feature in self.table.features() {
            let is_open = ["road", "city"].contains(&feature.kind.as_str()) && !feature.is_complete();
            if is_open && !self.is_bewitched("mage", &feature) && !self.is_bewitched("witch", &feature) {
                let Some(&spot) = feature.spots.first() else { continue };
                acts.extend(figures.iter().map(|figure| Act::ToFeature(figure, spot)));
            }
        }
        if acts.is_empty() && self.mage.is_some() && self.witch.is_some() {
            acts.extend(figures.into_iter().map(Act::TakeOff));
        }
        acts
    }

    /// Asks for the move that the newest tile demands: because of its mark (MW-02), or because both figures are now on one feature (MW-05).
    /// A lone figure that has nowhere to go leaves the map (MW-04).
    pub(super) fn ask_magic(&mut self) {
        let marked = self.newest_has("mage") && (self.has("mage") || self.has("witch"));
        let joined = match (self.mage, self.witch) {
            (Some(mage), Some(witch)) => self.table.feature(mage).spots.contains(&witch),
            _ => false,
        };
        if (marked || joined) && !self.magic_acts().is_empty() {
            self.stage = Stage::MageWitch;
            return;
        }
        if marked || joined {
            (self.mage, self.witch) = (None, None);
        }
        self.ask_ghosts();
    }

    /// Returns the points of a feature with the mage or the witch on it: a point more for each tile (MW-06), or half the points, rounded up
    /// (MW-07). Two figures on one feature do not count before one of them has moved.
    pub(super) fn with_magic(&self, feature: &FoundFeature, points: i32) -> i32 {
        match (self.is_bewitched("mage", feature), self.is_bewitched("witch", feature)) {
            (true, false) => points + feature.tiles(),
            (false, true) => (points + 1) / 2,
            _ => points,
        }
    }

    /// Takes the figures off completed features (MW-08).
    pub(super) fn end_magic(&mut self) {
        for figure in ["mage", "witch"] {
            if self.turn.completed.iter().any(|feature| self.is_bewitched(figure, feature)) {
                self.put_magic(figure, None);
            }
        }
    }
}
