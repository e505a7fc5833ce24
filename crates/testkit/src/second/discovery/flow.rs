//! Applies answers and determines the next decision.

use super::super::Whereabouts;
use super::{Act, DiscoveryGame, FOLLOWER, Stage};

/// Number of tiles in a full hand (DISC-16).
const HAND: usize = 2;

impl DiscoveryGame {
    /// Returns how many tiles are removed before the start (DISC-17).
    pub(super) fn removed_tiles(&self) -> usize {
        let left: usize = self.table.bag.iter().sum();
        match self.table.seats() {
            seats if self.option("equal_turns", "even") => left % seats,
            _ if !self.option("equal_turns", "printed") => 0,
            3 => 2,
            4 => 3,
            _ => 1,
        }
    }

    pub(super) fn apply(&mut self, act: Act) {
        match (self.stage.clone(), act) {
            (Stage::Begin, Act::Begin(seat)) => {
                self.active = seat;
                self.prepare();
            }
            (Stage::TakeOut, Act::Draw(kind)) => {
                self.table.bag[kind] -= 1;
                self.taken_out[kind] += 1;
                self.to_take_out -= 1;
                self.prepare();
            }
            (Stage::Deal(seat), Act::Draw(kind)) => {
                self.take(seat, kind);
                self.deal();
            }
            (Stage::Replace(left), Act::Draw(kind)) => {
                self.take(self.active, kind);
                self.replace(left - 1);
            }
            (Stage::Refill, Act::Draw(kind)) => {
                self.take(self.active, kind);
                self.end_turn();
            }
            (Stage::Draw, Act::Draw(kind)) => {
                self.table.bag[kind] -= 1;
                if self.placements(kind).is_empty() {
                    self.table.discarded[kind] += 1; // DISC-04
                    self.begin_turn(self.active);
                } else {
                    self.stage = Stage::Place(kind);
                }
            }
            (Stage::Place(kind), Act::Place(x, y, rotation)) => {
                self.table.place_tile(kind, x, y, rotation);
                self.ask_action();
            }
            (Stage::PlaceHeld, Act::PlaceHeld(kind, x, y, rotation)) => {
                self.leave_hand(kind);
                self.table.place_tile(kind, x, y, rotation);
                self.ask_action();
            }
            (Stage::Deploy, act) => {
                match act {
                    Act::Deploy(kind, spot) => self.table.put_figure(self.active, kind, spot),
                    Act::Return(figure) => self.score(figure, false),
                    _ => {}
                }
                self.end_turn();
            }
            (stage, act) => panic!("{act:?} does not answer {stage:?}"),
        }
    }

    fn take(&mut self, seat: usize, kind: usize) {
        self.table.bag[kind] -= 1;
        self.table.hands[seat].push(kind);
    }

    fn leave_hand(&mut self, kind: usize) {
        let hand = &mut self.table.hands[self.active];
        if let Some(slot) = hand.iter().position(|&other| other == kind) {
            hand.remove(slot);
        }
    }

    fn left(&self) -> usize {
        self.table.bag.iter().sum()
    }

    /// Begins the random steps before the first turn: tiles are removed (DISC-17), then each seat draws two (DISC-16).
    pub(super) fn prepare(&mut self) {
        if self.to_take_out > 0 {
            self.stage = Stage::TakeOut;
        } else if self.has_hands() {
            self.deal();
        } else {
            self.begin_turn(self.active);
        }
    }

    /// Deals tiles seat by seat, starting with the seat that begins, until every hand has two tiles.
    fn deal(&mut self) {
        let seats = self.table.seats();
        let mut clockwise = (0..seats).map(|step| (self.active + step) % seats);
        match clockwise.find(|&seat| self.table.hands[seat].len() < HAND).filter(|_| self.left() > 0) {
            Some(seat) => self.stage = Stage::Deal(seat),
            None => self.begin_turn(self.active),
        }
    }

    /// Begins a seat's turn (DISC-03), or ends the game if no tile is left (DISC-14).
    fn begin_turn(&mut self, seat: usize) {
        self.active = seat;
        let held = self.table.hands[seat].len();
        if self.left() + self.table.hands.iter().map(Vec::len).sum::<usize>() == 0 {
            self.end_game();
        } else if !self.has_hands() {
            self.stage = Stage::Draw;
        } else if held == 0 {
            self.begin_turn(self.table.next(seat)); // DISC-16
        } else if self.table.hands[seat].iter().any(|&kind| !self.placements(kind).is_empty()) {
            self.stage = Stage::PlaceHeld;
        } else {
            for kind in std::mem::take(&mut self.table.hands[seat]) {
                self.table.discarded[kind] += 1; // DISC-04
            }
            self.replace(held);
        }
    }

    /// Draws replacements for tiles that fitted nowhere, as long as any are left (DISC-16).
    fn replace(&mut self, count: usize) {
        if count > 0 && self.left() > 0 {
            self.stage = Stage::Replace(count);
        } else if self.table.hands[self.active].is_empty() {
            self.end_turn();
        } else {
            self.begin_turn(self.active);
        }
    }

    /// Returns the actions that are possible with the newest tile: deploying a follower onto a free area (DISC-05), taking one home, or
    /// passing (DISC-03).
    pub(super) fn actions(&self) -> Vec<Act> {
        let mut acts = vec![Act::Pass];
        if self.table.in_supply(self.active, FOLLOWER).is_some() {
            let free = |&spot: &_| self.table.figures_on(&self.table.feature(spot)).is_empty();
            acts.extend(self.table.newest_spots().filter(free).map(|spot| Act::Deploy(FOLLOWER, spot)));
        }
        acts.extend(self.table.figures_where(|figure, _| figure.seat == self.active).into_iter().map(Act::Return));
        acts
    }

    /// Asks for the action with the newest tile, unless passing is the only possibility.
    fn ask_action(&mut self) {
        self.stage = Stage::Deploy;
        if self.actions() == [Act::Pass] {
            self.end_turn();
        }
    }

    /// Returns a follower to its supply and scores its area (DISC-06). At the end of the game, every area counts as unfinished (DISC-14).
    fn score(&mut self, figure: usize, last: bool) {
        let Some(spot) = self.table.figures[figure].spot() else { return };
        let area = self.table.feature(spot);
        let points = self.points_for(&area, area.is_complete() && !last);
        self.table.give_points(self.table.figures[figure].seat, points, &area.kind, area.spots);
        if !last {
            self.table.figures[figure].place = Whereabouts::Supply;
        }
    }

    fn end_turn(&mut self) {
        if self.has_hands() && self.table.hands[self.active].len() < HAND && self.left() > 0 {
            self.stage = Stage::Refill; // DISC-16
        } else {
            self.begin_turn(self.table.next(self.active));
        }
    }

    /// Scores the followers that are still on the map (DISC-14).
    fn end_game(&mut self) {
        for figure in self.table.figures_where(|_, _| true) {
            self.score(figure, true);
        }
        self.stage = Stage::Over;
    }
}
