//! Applies answers and determines the next decision.

use std::collections::BTreeSet;

use super::{Act, ClassicGame, FoundFeature, QUARTERS, Stage, Turn, Whereabouts};

/// Maximum number of steps in a dragon move (PD-11).
const STEPS: usize = 6;

impl ClassicGame {
    /// Applies an answer and continues to the next decision.
    pub(super) fn apply(&mut self, act: Act) {
        match (self.stage.clone(), act) {
            (Stage::Begin, Act::Begin(seat)) => self.begin_turn(seat),
            (Stage::Draw, Act::Draw(kind)) => self.draw(kind),
            (Stage::Place(kind), Act::Place(x, y, rotation)) => self.place(kind, x, y, rotation),
            (Stage::Deal(seat), Act::Draw(kind)) => {
                self.take(seat, kind);
                self.ask_draw();
            }
            (Stage::Refill, Act::Draw(kind)) => {
                self.take(self.active, kind);
                self.end_half();
            }
            (Stage::PlaceHeld, Act::PlaceHeld(kind, x, y, rotation)) => {
                self.leave_hand(kind);
                self.place(kind, x, y, rotation);
            }
            (Stage::Abbey, Act::Place(x, y, _)) => {
                self.abbeys[self.active] = false;
                if let Some(abbey) =
                    self.table.texts.iter().position(|text| text.marks.iter().any(|mark| mark == "abbey"))
                {
                    self.place(abbey, x, y, 0);
                }
            }
            (Stage::Abbey, Act::Pass) if self.last_round.is_some() => self.end_turn(), // AM-05
            (Stage::Abbey, Act::Pass) => {
                // AM-05: a player who was asked after the last tile, in the second half of a turn, is not asked again in the last round.
                let asked = self.abbeys[self.active] && !self.gaps().is_empty();
                let last = self.is_bag_empty() && self.are_hands_empty(); // BASE-26
                if asked && last && self.option("abbey_at_end", "true") {
                    self.last_round = Some(self.after(self.active).filter(|&seat| seat != self.active).collect());
                }
                self.ask_draw();
            }
            (Stage::Place(_) | Stage::PlaceHeld | Stage::Action | Stage::Abbey, Act::Redeem(figure)) => {
                self.ransom(figure)
            }
            (Stage::Ransom, act) => {
                if let Act::Redeem(figure) = act {
                    self.ransom(figure);
                }
                self.stage = Stage::Courtier;
            }
            (Stage::Haunt(own), Act::Haunt(figure)) => {
                self.haunt(figure);
                if own { self.stage = Stage::Action } else { self.ask_own_ghost() }
            }
            (Stage::MageWitch, act) => {
                match act {
                    Act::ToFeature(figure, spot) => self.put_magic(figure, Some(spot)),
                    Act::TakeOff(figure) => self.put_magic(figure, None),
                    _ => {}
                }
                self.ask_ghosts();
            }
            (Stage::Action, act) => self.act(act),
            (Stage::Phantom, act) => {
                if let Act::Deploy(kind, spot) = act {
                    self.put_figure(kind, spot);
                    self.turn.placed.push(spot);
                }
                self.after_second_figure();
            }
            (Stage::Capture(_), Act::Capture(figure)) => self.capture(figure),
            (Stage::Exchange(with), Act::Redeem(figure)) => {
                self.send_home(figure);
                self.exchange_prisoners(with);
            }
            (Stage::Capture(_), _) => self.after_action(),
            (Stage::Dragon(seat, visited), Act::ToTile(tile)) => self.dragon_step(seat, visited, tile),
            (Stage::Enter(seat, last), act) => self.enter(seat, last, act),
            (Stage::Wagon(_), Act::Move(wagon, spot)) => {
                self.remove_figure(wagon, Whereabouts::At(spot));
                self.ask_wagons();
            }
            (Stage::Wagon(wagon), _) => {
                self.send_home(wagon); // AM-11
                self.ask_wagons();
            }
            (Stage::Courtier, Act::Deploy(kind, spot)) => {
                self.put_figure(kind, spot);
                self.turn.entered = true;
                self.move_count(spot);
            }
            (Stage::Count, Act::ToQuarter(quarter)) => {
                self.count = Some(quarter);
                self.stage = Stage::Escape;
            }
            (Stage::Courtier | Stage::Count, _) => self.stage = Stage::Escape,
            (Stage::Escape, act) => {
                if let Act::Return(figure) = act {
                    self.leave(figure, Whereabouts::Supply);
                }
                self.end_half();
            }
            (Stage::Double, act) => {
                self.turn.doubled = false;
                self.turn.second = true;
                if act == Act::Again { self.begin_half(false) } else { self.end_turn() }
            }
            (stage, act) => panic!("{act:?} does not answer {stage:?}"),
        }
        self.skip_forced_decisions();
    }

    /// Skips a decision that has only one answer.
    pub(super) fn skip_forced_decisions(&mut self) {
        let chance = |stage: &Stage| matches!(stage, Stage::Begin | Stage::Draw | Stage::Deal(_) | Stage::Refill);
        let players =
            |stage: &Stage| !chance(stage) && !matches!(stage, Stage::Place(_) | Stage::PlaceHeld | Stage::Over);
        // With `builder_turn = must` the second tile is drawn without asking (TB-03).
        for act in [Act::Pass, Act::Again] {
            if players(&self.stage) && self.listed() == [act] {
                return self.apply(act);
            }
        }
    }

    fn put_figure(&mut self, kind: &str, spot: super::Spot) {
        if let Some(figure) = self.table.in_supply(self.active, kind) {
            self.table.figures[figure].place = Whereabouts::At(spot);
        }
    }

    pub(super) fn begin_turn(&mut self, seat: usize) {
        self.active = seat;
        self.turn = Turn::default();
        // PD-04.
        let by_fairy = |&number: &usize| self.table.figures[number].seat == seat && self.is_by_fairy(number);
        if (0..self.table.figures.len()).any(|number| by_fairy(&number)) {
            self.table.give_points(seat, 1, "fairy", BTreeSet::new());
        }
        self.begin_half(false);
    }

    /// Begins one half of a turn. With `lake`, begins the part of a turn in which the lake tile follows the volcano tile, which still
    /// belongs to the same turn (RIV-08).
    fn begin_half(&mut self, lake: bool) {
        let before = std::mem::take(&mut self.turn);
        self.turn = Turn {
            doubled: before.doubled,
            second: before.second,
            ransomed: before.ransomed,
            acted: lake && before.acted,
            own_scored: lake && before.own_scored,
            own_placed: lake && before.own_placed,
            entered: lake && before.entered,
            ..Turn::default()
        };
        self.stage = Stage::Abbey;
    }

    fn ask_draw(&mut self) {
        self.leave_river_out();
        if self.hand_size() > 0 {
            return self.ask_hand(); // BASE-24
        }
        self.stage = Stage::Draw;
        if self.is_bag_empty() {
            self.end_half();
        }
    }

    fn draw(&mut self, kind: usize) {
        self.table.bag[kind] -= 1;
        let text = self.table.texts[kind].clone();
        if self.has("dragon") && self.dragon.is_none() && text.marks.iter().any(|mark| mark == "dragon") {
            self.aside[kind] += 1; // PD-09
            self.ask_draw();
        } else if self.placements(&text).is_empty() {
            self.table.discarded[kind] += 1; // BASE-06
            self.ask_draw();
        } else {
            self.stage = Stage::Place(kind);
        }
    }

    fn place(&mut self, kind: usize, x: i32, y: i32, rotation: usize) {
        self.place_tile(kind, x, y, rotation);
        self.last_placer = self.active;
        self.score_quarter_rose();
        let newest = self.table.newest();
        let features: Vec<FoundFeature> =
            (0..self.table.texts[kind].segments.len()).map(|segment| self.table.feature((newest, segment))).collect();
        // TB-03: the player builds if the tile extends the road or city that their builder is on.
        let builds = |number: &usize| {
            self.table.figures[*number].kind == "builder" && self.table.figures[*number].seat == self.active
        };
        if !self.turn.second && features.iter().any(|feature| self.table.figures_on(feature).iter().any(builds)) {
            self.turn.doubled = true;
        }
        if self.newest_has("volcano") && self.has("dragon") {
            self.dragon = Some(newest); // PD-07
            for kind in 0..self.table.texts.len() {
                self.table.bag[kind] += std::mem::take(&mut self.aside[kind]); // PD-09
            }
        }
        self.turn.lake_next = self.newest_has("volcano") && self.is_river_tile(kind) && !self.river_group().is_empty();
        let held = |seat: usize| (0..self.seats()).any(|by| !self.captives(seat, by).is_empty());
        self.turn.too_poor = held(self.active) && self.table.scores[self.active] < 3;
        self.ask_magic();
    }

    /// Pays to free a prisoner (TOW-07).
    fn ransom(&mut self, figure: usize) {
        if let Whereabouts::Held(by) = self.table.figures[figure].place {
            self.turn.ransomed = true;
            self.table.give_points(self.active, -3, "ransom", BTreeSet::new());
            self.table.give_points(by, 3, "ransom", BTreeSet::new());
            self.send_home(figure);
        }
    }

    fn act(&mut self, act: Act) {
        self.turn.acted = self.turn.lake_next && act != Act::Pass;
        let phantom = matches!(act, Act::Deploy("phantom", _));
        // Who passes could have placed the phantom already.
        self.turn.phantom_may_follow = !phantom && !self.sends_knight_home(act) && act != Act::Pass;
        match act {
            Act::Deploy(kind, spot) => {
                self.put_figure(kind, spot);
                self.turn.placed.push(spot);
                self.turn.through_portal = spot.0 != self.table.newest() && self.table.kind_of(spot) != "tower";
            }
            Act::Corner(kind, corner) => {
                let newest = self.table.newest();
                if let Some(field) = self.table.tiles[newest].field_at_corner(corner) {
                    self.put_figure(kind, (newest, field));
                    self.turn.barn = Some((newest, field));
                }
            }
            Act::Return(figure) => self.leave(figure, Whereabouts::Supply), // PD-16, FEST-04
            Act::ToTile(tile) => self.fairy = Some((tile, None)),
            Act::ToFigure(figure) => {
                let tile = self.table.figures[figure].spot().map_or(0, |spot| spot.0);
                self.fairy = Some((tile, Some(figure)));
            }
            Act::Build(tower) => {
                self.pieces[self.active] -= 1;
                *self.towers.entry(tower).or_default() += 1;
                self.stage = Stage::Capture(tower);
                return;
            }
            _ => {}
        }
        self.after_action();
    }

    /// Captures a figure, or returns it if it is the player's own (TOW-04, TOW-06).
    fn capture(&mut self, figure: usize) {
        let other = self.table.figures[figure].seat;
        if other == self.active {
            self.leave(figure, Whereabouts::Supply);
            self.after_action();
            return;
        }
        self.leave(figure, Whereabouts::Held(self.active));
        self.turn.exchange_with = other;
        if self.captives(self.active, other).is_empty() {
            self.after_action();
        } else {
            self.ask_exchange(other);
        }
    }

    /// Asks which prisoner is given back, unless all are of the same kind.
    fn ask_exchange(&mut self, with: usize) {
        let held = self.captives(self.other_side(with), with);
        let kinds: BTreeSet<&str> = held.iter().map(|&number| self.table.figures[number].kind).collect();
        if kinds.len() > 1 {
            self.stage = Stage::Exchange(with);
        } else {
            self.send_home(held[0]);
            self.exchange_prisoners(with);
        }
    }

    fn exchange_prisoners(&mut self, with: usize) {
        if with == self.active { self.after_action() } else { self.ask_exchange(self.active) }
    }

    /// Returns whether an answer sends a knight home with the princess (PD-16).
    fn sends_knight_home(&self, act: Act) -> bool {
        self.princess_acts().contains(&act)
    }

    /// Continues with the phantom (PHAN-02).
    fn after_action(&mut self) {
        self.stage = Stage::Phantom;
    }

    /// Continues with the dragon (PD-10), and then with the completed features.
    fn after_second_figure(&mut self) {
        if self.option("dragon_moves", "after_scoring") || !self.ask_dragon() {
            self.ask_entries();
        }
    }

    /// Asks for the dragon's first step if the dragon moves now; returns whether it asked.
    fn ask_dragon(&mut self) -> bool {
        let Some(dragon) = self.dragon.filter(|_| self.newest_has("dragon") && !self.turn.marched) else {
            return false;
        };
        self.turn.marched = true;
        if self.dragon_steps(&[dragon]).is_empty() {
            return false;
        }
        self.stage = Stage::Dragon(self.active, vec![dragon]);
        true
    }

    /// Moves the dragon to a tile and removes the figures there (PD-11, PD-12).
    fn dragon_step(&mut self, seat: usize, mut visited: Vec<usize>, tile: usize) {
        self.dragon = Some(tile);
        visited.push(tile);
        let burnt = self.table.figures_where(|figure, spot| {
            let safe =
                figure.kind == "barn" || self.table.kind_of(spot) == "tower" || self.table.kind_of(spot) == "quarter";
            spot.0 == tile && !safe
        });
        for figure in burnt {
            self.leave(figure, Whereabouts::Supply);
        }
        if visited.len() <= STEPS && !self.dragon_steps(&visited).is_empty() {
            self.stage = Stage::Dragon(self.table.next(seat), visited);
        } else if self.option("dragon_moves", "after_scoring") {
            self.ask_wagons();
        } else {
            self.ask_entries();
        }
    }

    /// Finds the features that the newest tile completed (BASE-17, AM-03), and asks which followers leave the City of Carcassonne
    /// (COUNT-05).
    fn ask_entries(&mut self) {
        let newest = self.table.newest();
        let tile = self.table.tiles[newest].clone();
        let mut touched: Vec<super::Spot> = Vec::new();
        if tile.is_abbey() {
            touched.extend((0..12).filter_map(|port| self.table.facing_segment(&tile, port)));
            touched.push((newest, 0));
        } else {
            touched.extend((0..tile.text.segments.len()).map(|segment| (newest, segment)));
        }
        for other in self.table.neighbours(newest) {
            let segments = 0..self.table.tiles[other].text.segments.len();
            touched.extend(segments.map(|segment| (other, segment)).filter(|&spot| self.table.is_surrounded(spot)));
        }
        for spot in touched {
            let feature = self.table.feature(spot);
            let new = !self.turn.completed.iter().any(|other| other.spots == feature.spots);
            if new && feature.is_complete() && !self.is_carcassonne(&feature) {
                self.turn.completed.push(feature);
            }
        }
        self.stage = Stage::Enter(self.table.next(self.active), false);
    }

    fn enter(&mut self, seat: usize, last: bool, act: Act) {
        if let Act::Move(figure, spot) = act {
            self.remove_figure(figure, Whereabouts::At(spot));
            self.turn.own_moved |= seat == self.active;
            let feature = self.table.feature(spot);
            if last && feature.kind == "field" && self.has_barn(&feature) {
                self.score_farmers(&feature, 1); // COUNT-15
            }
        } else if seat != (if last { self.last_placer } else { self.active }) {
            self.stage = Stage::Enter(self.table.next(seat), last);
        } else if last {
            self.score_end();
            self.stage = Stage::Over;
        } else {
            let (from, before) = (self.table.log.len(), self.table.scores.clone());
            let losers = self.losers();
            self.score_watchtowers();
            self.score_churches();
            self.score_barns();
            self.score_completed();
            self.table.apply_gains_first(from, before);
            self.send_losers_home(&losers); // CULT-05
            self.end_magic(); // MW-08
            let dragon = self.option("dragon_moves", "after_scoring") && self.ask_dragon(); // PD-10
            if !dragon {
                self.ask_wagons();
            }
        }
    }

    /// Asks for the move of the next wagon on a completed feature, clockwise from the active player (AM-10, AM-11).
    fn ask_wagons(&mut self) {
        for step in 0..self.seats() {
            let seat = (self.active + step) % self.seats();
            let waits = |figure: &super::Figure, spot| {
                let done = self.turn.completed.iter().any(|feature| feature.spots.contains(&spot));
                figure.seat == seat && figure.kind == "wagon" && done
            };
            if let Some(&wagon) = self.table.figures_where(waits).first() {
                self.stage = Stage::Wagon(wagon);
                return;
            }
        }
        self.stage = Stage::Ransom;
    }

    /// Moves the count, or lets the player choose its quarter (COUNT-09).
    fn move_count(&mut self, follower: super::Spot) {
        self.stage = Stage::Escape;
        if self.option("count_move", "follow") {
            self.count = Some(follower);
        } else if self.option("count_move", "clockwise") {
            let names: Vec<&str> = QUARTERS.iter().map(|(name, _)| *name).collect();
            let here = self.quarters().into_iter().find(|(spot, _)| self.count == Some(*spot)).map(|(_, name)| name);
            let here = names.iter().position(|name| here == Some(*name)).unwrap_or(0);
            self.count = self.quarter(names[(here + 1) % names.len()]);
        } else {
            self.stage = Stage::Count;
        }
    }

    fn end_half(&mut self) {
        if self.turn.lake_next {
            self.begin_half(true); // RIV-08
        } else if self.ask_refill() {
            // BASE-24: the turn continues when the hand is full.
        } else if self.turn.doubled {
            self.stage = Stage::Double; // TB-03
        } else {
            self.end_turn();
        }
    }

    /// Begins the next turn (BASE-04) or ends the game (BASE-19), possibly after a last round of placing abbeys (AM-05).
    pub(super) fn end_turn(&mut self) {
        if self.table.bag.iter().any(|&left| left > 0) {
            self.begin_turn(self.table.next(self.active));
            return;
        }
        if let Some(seat) = self.after(self.active).find(|&seat| !self.table.hands[seat].is_empty()) {
            return self.begin_turn(seat); // BASE-26
        }
        if self.option("abbey_at_end", "true") && self.last_round.is_none() {
            self.last_round = Some(self.after(self.active).collect());
        }
        while let Some(seat) = self.last_round.as_mut().filter(|round| !round.is_empty()).map(|round| round.remove(0)) {
            if self.abbeys[seat] && !self.gaps().is_empty() {
                self.begin_turn(seat);
                return;
            }
        }
        self.stage = Stage::Enter(self.table.next(self.last_placer), true); // COUNT-08
    }
}
