//! Applies answers and determines the next decision.

use super::super::Whereabouts;
use super::{Act, FoundFeature, HUT, HuntersGame, MEMBER, Stage};

impl HuntersGame {
    pub(super) fn apply(&mut self, act: Act) {
        match (self.stage, act) {
            (Stage::Begin, Act::Begin(seat)) => self.begin_turn(seat),
            (Stage::Draw, Act::Draw(kind)) => {
                self.table.bag[kind] -= 1;
                if self.table.placements(&self.table.texts[kind]).is_empty() {
                    self.table.discarded[kind] += 1; // HG-04, HG-13
                    self.ask_draw();
                } else {
                    self.stage = Stage::Place(kind);
                }
            }
            (Stage::Place(kind), Act::Place(x, y, rotation)) => {
                self.table.place_tile(kind, x, y, rotation);
                self.use_powers();
                self.ask_shaman();
            }
            (Stage::Shaman, act) => {
                if let Act::Return(figure) = act {
                    self.table.figures[figure].place = Whereabouts::Supply;
                }
                self.ask_action();
            }
            (Stage::Deploy, act) => {
                if let Act::Deploy(kind, spot) = act {
                    self.table.put_figure(self.active, kind, spot);
                }
                self.score_tile();
            }
            (stage, act) => panic!("{act:?} does not answer {stage:?}"),
        }
    }

    pub(super) fn begin_turn(&mut self, seat: usize) {
        self.active = seat;
        self.bonus = false;
        self.ask_draw();
    }

    /// Asks for a tile to be drawn from the current pile; if the pile is empty, this half of the turn is over.
    fn ask_draw(&mut self) {
        self.stage = Stage::Draw;
        if self.draws().is_empty() {
            self.end_turn();
        }
    }

    /// Asks for the action with the newest tile, unless passing is the only possibility.
    fn ask_action(&mut self) {
        self.stage = Stage::Deploy;
        if self.actions() == [Act::Pass] {
            self.score_tile();
        }
    }

    /// If a shaman was placed, lets the player take a tribe member back (HG-30).
    fn ask_shaman(&mut self) {
        self.stage = Stage::Shaman;
        let shaman = self.table.newest_spots().any(|spot| self.has_power(spot, "shaman"));
        if !shaman || self.members_to_take_back() == [Act::Pass] {
            self.ask_action();
        }
    }

    /// Returns the tribe members that a player may take back, and the option to pass (HG-30).
    pub(super) fn members_to_take_back(&self) -> Vec<Act> {
        let own = self.table.figures_where(|figure, _| figure.seat == self.active && figure.kind == MEMBER);
        own.into_iter().map(Act::Return).chain([Act::Pass]).collect()
    }

    /// Applies the newest tile's immediate powers (HG-29).
    fn use_powers(&mut self) {
        for spot in self.table.newest_spots() {
            if self.has_power(spot, "logboat") {
                let system = self.table.tiles[spot.0].text.segments[spot.1].along;
                let system = self.feature((spot.0, usize::from(system.expect("the logboat is on water"))));
                let points = system.spots.first().map_or(0, |&spot| 2 * self.lakes(&self.waters_of(spot))); // HG-31
                self.table.give_points(self.active, points, &system.kind, system.spots);
            }
            if self.has_power(spot, "hunting_trap") {
                let meadow = self.feature(spot);
                let near = self.near(&meadow, spot.0);
                let points = self.trap_points(&meadow, &near); // HG-32
                self.trapped.extend(near);
                self.table.give_points(self.active, points, &meadow.kind, meadow.spots);
            }
        }
    }

    /// Returns deployments of one tribe member or one hut onto the newest tile, and the option to pass (HG-03).
    pub(super) fn actions(&self) -> Vec<Act> {
        let mut acts = vec![Act::Pass];
        for spot in self.table.newest_spots() {
            let kind = match self.table.kind_of(spot) {
                "forest" | "river" | "meadow" => MEMBER, // HG-05
                "system" => HUT,                         // HG-07
                _ => continue,
            };
            let free = self.table.figures_on(&self.feature(spot)).is_empty();
            if free && self.table.in_supply(self.active, kind).is_some() {
                acts.push(Act::Deploy(kind, spot));
            }
        }
        acts
    }

    /// Scores the forests and rivers that the newest tile completed, and returns the tribe members there (HG-09 to HG-11).
    fn score_tile(&mut self) {
        let mut completed: Vec<FoundFeature> = Vec::new();
        for spot in self.table.newest_spots() {
            let feature = self.feature(spot);
            if feature.is_complete() && !completed.contains(&feature) {
                completed.push(feature);
            }
        }
        for feature in &completed {
            self.award(feature);
            for number in self.table.figures_on(feature) {
                self.table.figures[number].place = Whereabouts::Supply;
            }
        }
        // HG-12, HG-13.
        let gold = |forest: &FoundFeature| self.table.sum(forest, "gold") + self.table.sum(forest, "menhir") > 0; // HG-25
        let gold = completed.iter().any(|feature| feature.kind == "forest" && gold(feature));
        if gold && !self.bonus {
            self.bonus = true;
            self.ask_draw();
        } else {
            self.end_turn();
        }
    }

    fn award(&mut self, feature: &FoundFeature) {
        let points = self.points_at_end(feature);
        for seat in self.owners(feature) {
            self.table.give_points(seat, points, &feature.kind, feature.spots.clone());
        }
    }

    /// Begins the next turn, or ends the game with the final scoring (HG-15).
    fn end_turn(&mut self) {
        self.bonus = false;
        if self.draws().is_empty() {
            self.score_end();
        } else {
            self.begin_turn(self.table.next(self.active));
        }
    }

    /// Returns gatherers and fishers to the supply (HG-38), then scores huts and hunters (HG-16, HG-17).
    fn score_end(&mut self) {
        for number in self.table.figures_where(|_, spot| ["forest", "river"].contains(&self.table.kind_of(spot))) {
            self.table.figures[number].place = Whereabouts::Supply;
        }
        let all = self.table.features_by(|spot| self.feature(spot));
        for feature in all.iter().filter(|feature| ["system", "meadow"].contains(&feature.kind.as_str())) {
            self.award(feature);
        }
        self.stage = Stage::Over;
    }
}
