//! What a position is worth to each seat: points so far, and points that can be expected.
//!
//! A feature is worth what it would score complete and what it would score unfinished, in the proportion of the chance that it
//! gets complete: that depends on its gaps, on the tiles in the bag that close them, and on the turns left. Followers in
//! supply are worth something while there are turns to use them. When the bag is empty nothing is left to chance, and the
//! evaluation is the final score.
//!
//! What expansions add stands in the modules below, one a feature; the base game does not go through them.

mod companions;
mod courtiers;
mod danger;
mod fairy;
mod holdings;
mod lessons;
mod mists;

use bastide_core::place::opposite;
use bastide_core::tile::PILE_HELD;
use bastide_core::{Answer, FigureKind, MAX_FIGURE_KINDS, MAX_SEATS, MAX_SEGMENTS, SegmentIndex};
use classic::abbey_mayor::WAGON;
use classic::base::{CITY, CITY_EACH, FIELD, FOLLOWER, MONASTERY, ROAD, touched_cities};
use classic::cathars::{BESIEGED_TIMES, is_besieged};
use classic::inns_cathedrals::LARGE;
use classic::mists::{GUARD, MIST};
use classic::river::{HERD_EACH, herds};
use classic::scoring::{tally, worth};
use classic::{ClassicPosition, ClassicRules, Frame, is_on_land};

use crate::experience::{Experience, TRAITS};
use crate::judge::standing;
use crate::odds::{Odds, need_number};
use crate::uses::Uses;
use crate::weights::Weights;
use holdings::Setting;

/// Points, or parts of points, for every seat.
pub type Totals = [f32; MAX_SEATS];

/// Gaps of a feature that are looked at; one with more is as good as never complete.
const MAX_GAPS: usize = 8;
/// No feature of this number is known.
const UNKNOWN: u16 = u16::MAX;
/// The binary logarithm that stands for that of nothing.
const NEVER: f32 = -40.0;

/// An open place that a feature waits for.
#[derive(Clone, Copy, Debug, Default)]
struct Gap {
    fits: u16,
    closes: u16,
}

/// What is known of a feature.
#[derive(Clone, Copy, Debug)]
struct Known {
    root: SegmentIndex,
    kind: u8,
    occupied: bool,
    gaps: u8,
    last_place: u16,
    gap: [Gap; MAX_GAPS],
    tally: [u8; MAX_SEATS],
    most: u8,
    /// The chance that it gets complete.
    chance: f32,
    /// What it is worth to an owner.
    value: f32,
    /// Its points if the game ended now; 0 for a field.
    unfinished: f32,
}

/// Two features that one tile can join.
#[derive(Clone, Copy, Debug)]
struct Joint {
    a: u16,
    b: u16,
    tiles: u16,
}

/// Evaluates positions of one set-up. What it needs in between is allocated once.
#[derive(Clone, Debug)]
pub struct Evaluator<'r> {
    rules: &'r ClassicRules,
    /// The weights in use.
    pub weights: Weights,
    /// What is in the bag; whoever moves the position on keeps it in step.
    pub odds: Odds,
    /// What expansions offer that the player makes use of.
    pub uses: Uses,
    /// How much what the others can expect counts against a seat: 1, but for some characters.
    pub others: f32,
    /// Evaluations so far: the measure of work done.
    pub count: u64,
    experience: Experience,
    setting: Setting,
    slots: Vec<u16>,
    known: Vec<Known>,
    joints: Vec<Joint>,
    log2: Vec<f32>,
    tiles: f32,
    // Of the position that is being evaluated.
    left: u16,
    next: usize,
    turns: [u16; MAX_SEATS],
    in_supply: [f32; MAX_SEATS],
    /// What experience makes of one of each trait.
    lessons: [f32; TRAITS],
    /// Figures other than those, by kind.
    special: [[f32; MAX_FIGURE_KINDS]; MAX_SEATS],
}

impl<'r> Evaluator<'r> {
    /// An evaluator that stands at a position.
    pub fn new(rules: &'r ClassicRules, position: &ClassicPosition, weights: Weights) -> Self {
        let drawn = rules.kinds.iter().filter(|kind| kind.pile != PILE_HELD);
        let tiles: u16 = drawn.map(|kind| u16::from(kind.copies)).sum();
        let log2 = (0..=tiles).map(|n| if n == 0 { NEVER } else { f32::from(n).log2() }).collect();
        Self {
            rules,
            weights,
            odds: Odds::new(position, &rules.kinds, |kind| kind != FIELD, |kind| kind != MIST),
            uses: Uses::ALL,
            others: 1.0,
            count: 0,
            experience: *Experience::of_setup(rules),
            setting: Setting::of(rules, position),
            slots: vec![UNKNOWN; MAX_SEGMENTS],
            known: Vec::new(),
            joints: Vec::new(),
            log2,
            tiles: f32::from(tiles),
            left: 0,
            next: 0,
            turns: [0; MAX_SEATS],
            in_supply: [0.0; MAX_SEATS],
            lessons: [0.0; TRAITS],
            special: [[0.0; MAX_FIGURE_KINDS]; MAX_SEATS],
        }
    }

    /// Whether more is in play than the base game and Inns & Cathedrals, which bring nothing but another follower.
    pub fn is_wide(&self) -> bool {
        self.setting.wide
    }

    /// The set-up's rules.
    pub fn rules(&self) -> &'r ClassicRules {
        self.rules
    }

    /// How a seat stands against the others, given everybody's totals.
    pub fn standing(&self, totals: &Totals, seat: u8) -> f32 {
        standing(totals, seat, self.rules.seats, self.others, self.weights.best_opponent)
    }

    /// What every seat can expect in the end.
    pub fn totals(&mut self, position: &ClassicPosition) -> Totals {
        self.count += 1;
        let mut totals = [0.0; MAX_SEATS];
        for seat in 0..self.rules.seats {
            totals[usize::from(seat)] = position.score(seat) as f32;
        }
        if position.frame() == Frame::Over {
            return totals;
        }
        self.look(position);
        self.add_land(position, &mut totals);
        self.add_fields(position, &mut totals);
        self.add_joints(&mut totals);
        self.add_unowned(&mut totals);
        for seat in 0..self.rules.seats {
            totals[usize::from(seat)] +=
                self.supply_value(seat, self.in_supply[usize::from(seat)]) + self.large_value(position, seat);
        }
        if self.setting.wide {
            self.add_expansions(position, &mut totals);
        }
        self.add_experience(position, &mut totals);
        totals
    }

    /// Evaluates a position whose mover is asked to deploy, and finds the mover's best answer without carrying any out:
    /// the answer, and its gain in totals over what the answer `Pass` leads to.
    pub fn best_deployment(&mut self, position: &ClassicPosition) -> (Totals, Answer) {
        let mut totals = self.totals(position);
        let Frame::Deploy { free } = position.frame() else { return (totals, Answer::Pass) };
        let seat = position.seat();
        let figure = match [FOLLOWER, LARGE, GUARD].into_iter().find(|&kind| position.supply(seat, kind) > 0) {
            Some(figure) => figure,
            None if position.supply(seat, WAGON) > 0 => WAGON,
            None => return (totals, Answer::Pass),
        };
        let first = position.board.tiles().last().map_or(0, |tile| tile.first);
        let (mut best, mut best_gain) = (Answer::Pass, 0.0);
        for i in (0..16).filter(|i| free >> i & 1 == 1) {
            if figure == WAGON && position.board.features.kind(first + i) == FIELD {
                continue; // AM-09
            }
            let gain = self.gain_of_deploying(position, seat, figure, first + i);
            if gain > best_gain {
                (best, best_gain) = (Answer::Deploy { figure, segment: first + i }, gain);
            }
        }
        totals[usize::from(seat)] += best_gain;
        (totals, best)
    }

    /// What the seat gains in totals by placing a follower on a feature that nobody stands on, estimated.
    pub(crate) fn gain_of_deploying(
        &mut self,
        position: &ClassicPosition,
        seat: u8,
        figure: FigureKind,
        segment: SegmentIndex,
    ) -> f32 {
        let slot = self.slot(position, position.board.features.root(segment));
        let mut known = self.known[slot];
        known.occupied = true;
        known.most = 1;
        known.tally = [0; MAX_SEATS];
        known.tally[usize::from(seat)] = 1;
        if known.kind == FIELD {
            known.value = self.field_value(position, known.root);
        } else {
            self.appraise(position, &mut known);
        }
        let had = self.in_supply[usize::from(seat)];
        let back = self.coming_back(&known, position);
        let has = had - 1.0 + back + self.guards_coming(position, &known, seat, back);
        let large = if figure == LARGE { self.large_value(position, seat) } else { 0.0 };
        let lessons = self.lessons_of_deploying(position, seat, &known, back);
        known.value + lessons + self.supply_value(seat, has) - self.supply_value(seat, had) - large
    }

    /// Takes in the map: features that are occupied or have gaps, and what could join them.
    fn look(&mut self, position: &ClassicPosition) {
        let (board, features) = (&position.board, &position.board.features);
        self.slots[..usize::from(features.len())].fill(UNKNOWN);
        self.known.clear();
        self.joints.clear();
        self.left = self.odds.left();
        self.count_turns(position);
        for figure in features.figures() {
            if let Some(segment) = figure.segment() {
                self.slot(position, features.root(segment));
            }
        }
        let waiting = self.known.iter().enumerate().filter(|(_, known)| is_surrounded(known.kind));
        let mut surrounded = [(0u16, bastide_core::Place::default()); MAX_GAPS];
        let mut surrounded_len = 0;
        for ((slot, known), entry) in waiting.zip(&mut surrounded) {
            *entry = (slot as u16, board.place_of(known.root));
            surrounded_len += 1;
        }
        for (index, (at, need)) in board.open_places().enumerate() {
            let number = need_number(need);
            let fits = self.odds.fits(number);
            for &(slot, centre) in &surrounded[..surrounded_len] {
                if centre.touches(at) {
                    add_gap(&mut self.known[usize::from(slot)], index, Gap { fits, closes: fits });
                }
            }
            self.look_at_place(position, index, number, fits);
        }
    }

    /// Tells the features round an open place that they wait for it.
    fn look_at_place(&mut self, position: &ClassicPosition, index: usize, number: u16, fits: u16) {
        let (board, features) = (&position.board, &position.board.features);
        let (at, need) = board.open_place_at(index);
        let mut sides = [UNKNOWN; 4];
        for side in 0..4 {
            let edge = need >> (4 * side) & 15;
            if edge & (1 << CITY | 1 << ROAD | 1 << FIELD) == 0 {
                continue;
            }
            let Some(tile) = board.tile_at(at.beside(side)) else { continue };
            let tile = board.tiles()[usize::from(tile)];
            let turned = &self.rules.kind(tile.kind).turned[usize::from(tile.rotation & 3)];
            let segment = tile.first + u16::from(turned.ports[opposite(side)][1]);
            let root = features.root(segment);
            if edge == 1 << FIELD {
                // Of fields only those count on which somebody stands.
                sides[side] = self.slots[usize::from(root)];
            } else {
                let slot = self.slot(position, root);
                sides[side] = slot as u16;
                add_gap(&mut self.known[slot], index, Gap { fits, closes: self.odds.closes(number, side) });
            }
            if sides[side] == UNKNOWN {
                continue;
            }
            for (other, &a) in sides.iter().enumerate().take(side) {
                let tiles = self.odds.joins(number, other, side);
                if tiles > 0 && a != UNKNOWN && a != sides[side] {
                    self.joints.push(Joint { a, b: sides[side], tiles });
                }
            }
        }
    }

    /// The number of a feature among those known; makes it known.
    fn slot(&mut self, position: &ClassicPosition, root: SegmentIndex) -> usize {
        let slot = self.slots[usize::from(root)];
        if slot != UNKNOWN {
            return usize::from(slot);
        }
        let features = &position.board.features;
        let occupied = features.is_occupied(root);
        let mut known = Known {
            root,
            kind: features.kind(root),
            occupied,
            gaps: 0,
            last_place: UNKNOWN,
            gap: [Gap::default(); MAX_GAPS],
            tally: [0; MAX_SEATS],
            most: 0,
            chance: 0.0,
            value: 0.0,
            unfinished: 0.0,
        };
        if occupied {
            known.tally = tally(position, root).map(|n| n as u8);
            known.most = known.tally.into_iter().max().unwrap_or(0);
        }
        let slot = self.known.len();
        self.slots[usize::from(root)] = slot as u16;
        self.known.push(known);
        slot
    }

    /// How many turns each seat still has.
    fn count_turns(&mut self, position: &ClassicPosition) {
        let seats = u16::from(self.rules.seats);
        // Whoever has drawn the tile of this turn has the next one only if it is a double turn (TB-03).
        let drawn = !matches!(position.frame(), Frame::Draw | Frame::Abbey | Frame::Begin | Frame::Over);
        let asked = drawn && !position.extra.turn.doubled;
        let next = (u16::from(position.seat()) + u16::from(asked)) % seats;
        self.next = usize::from(next);
        for seat in 0..seats {
            let before = (seat + seats - next) % seats;
            self.turns[usize::from(seat)] = (self.left + seats - 1).saturating_sub(before) / seats;
            self.in_supply[usize::from(seat)] =
                f32::from(position.supply(seat as u8, FOLLOWER)) + f32::from(position.supply(seat as u8, LARGE));
        }
        if self.setting.wide {
            self.count_holdings(position);
        }
    }

    /// How far the game is from its end: 1 with every tile still to come.
    fn youth(&self) -> f32 {
        f32::from(self.left) / self.tiles
    }

    fn add_land(&mut self, position: &ClassicPosition, totals: &mut Totals) {
        for slot in 0..self.known.len() {
            let mut known = self.known[slot];
            // A road without owner matters only when the next seat could take and complete it.
            if known.kind == FIELD || known.kind == ROAD && !known.occupied && known.gaps > 1 {
                continue;
            }
            // Whoever stands on a tower or in a quarter scores nothing there (TOW-05, COUNT-10).
            if !is_on_land(known.kind) {
                continue;
            }
            self.appraise(position, &mut known);
            self.known[slot] = known;
            if !known.occupied {
                continue;
            }
            let back = self.coming_back(&known, position);
            for figure in position.board.features.figures_on(known.root) {
                let this = position.board.features.figure(figure);
                match this.kind {
                    FOLLOWER | LARGE | WAGON | GUARD => {
                        let guard = self.guards_coming(position, &known, this.seat, back);
                        self.in_supply[usize::from(this.seat)] += back + guard;
                    }
                    kind => self.special[usize::from(this.seat)][usize::from(kind)] += back,
                }
            }
            // Mayors without a pennant own nothing (AM-07).
            for (total, &figures) in totals.iter_mut().zip(&known.tally) {
                if figures == known.most && figures > 0 {
                    *total += known.value;
                }
            }
        }
    }

    /// Works out a feature's chance of completion and its value.
    fn appraise(&self, position: &ClassicPosition, known: &mut Known) {
        let open = position.board.features.open(known.root);
        if open == 0 {
            known.chance = 1.0;
            known.value = worth(position, self.rules, known.root, true).points() as f32;
            known.unfinished = known.value;
            return;
        }
        if is_surrounded(known.kind) {
            self.appraise_surrounded(position, known, open);
            return;
        }
        let w = &self.weights;
        let tries = self.tries(known);
        let gaps = &known.gap[..usize::from(known.gaps)];
        let (mut chance, mut filled) = (1.0, 0.0);
        for (i, gap) in gaps.iter().enumerate() {
            let miss = self.log_miss(gap.closes) + w.extending * self.log_miss(gap.fits - gap.closes);
            chance *= 1.0 - exp2(tries * miss);
            if i > 0 {
                chance *= w.more_gaps;
            }
            filled += 1.0 - exp2(tries * self.log_miss(gap.fits));
        }
        if gaps.len() == MAX_GAPS || gaps.len() > usize::from(self.left) {
            chance = 0.0;
        }
        let growth = 1.0 + w.growth * filled / f32::from(position.board.features.size(known.root));
        let finished = if chance > 0.0 { worth(position, self.rules, known.root, true).points() as f32 } else { 0.0 };
        let unfinished = worth(position, self.rules, known.root, false).points() as f32;
        (known.chance, known.unfinished) = (chance, unfinished);
        known.value = growth * (chance * finished + (1.0 - chance) * unfinished);
    }

    /// A monastery scores a point for each place round it that is taken in the end; a castle and a cemetery wait for them too.
    fn appraise_surrounded(&self, position: &ClassicPosition, known: &mut Known, open: u16) {
        let tries = self.weights.around_tries * f32::from(self.left);
        let mut chance = 1.0;
        let now = worth(position, self.rules, known.root, false).points() as f32;
        known.unfinished = now;
        let mut value = now;
        for gap in &known.gap[..usize::from(known.gaps)] {
            let filled = 1.0 - exp2(tries * self.log_miss(gap.fits));
            chance *= filled;
            value += filled;
        }
        let far = self.weights.around_far * self.youth();
        for _ in u16::from(known.gaps)..open {
            chance *= far;
            value += far;
        }
        (known.chance, known.value) = (chance, value);
        if known.kind != MONASTERY {
            known.value = self.castle_value(position, known, open, value - now);
        }
    }

    /// How often, as it were, somebody will try to fill a gap of the feature.
    fn tries(&self, known: &Known) -> f32 {
        let w = &self.weights;
        if !known.occupied {
            return 0.5 * (w.own_tries + w.other_tries) * f32::from(self.left);
        }
        let seats = self.turns.iter().zip(&known.tally);
        let own: u16 = seats.filter(|(_, figures)| **figures == known.most).map(|(turns, _)| turns).sum();
        w.own_tries * f32::from(own) + w.other_tries * f32::from(self.left - own)
    }

    /// The binary logarithm of the chance that a tile from the bag is none of so many.
    #[inline]
    fn log_miss(&self, tiles: u16) -> f32 {
        if tiles == 0 {
            return 0.0;
        }
        self.log2[usize::from(self.left - tiles)] - self.log2[usize::from(self.left)]
    }

    /// How much of a follower on the feature counts as being in supply.
    fn coming_back(&self, known: &Known, position: &ClassicPosition) -> f32 {
        if known.kind == FIELD {
            return 0.0;
        }
        if position.board.features.open(known.root) == 0 {
            return 1.0;
        }
        self.weights.returning * known.chance
    }

    fn add_fields(&mut self, position: &ClassicPosition, totals: &mut Totals) {
        for slot in 0..self.known.len() {
            let known = self.known[slot];
            if known.kind != FIELD || !known.occupied {
                continue;
            }
            let value = self.field_value(position, known.root);
            self.known[slot].value = value;
            for (total, &figures) in totals.iter_mut().zip(&known.tally) {
                if figures == known.most && figures > 0 {
                    *total += value;
                }
            }
            if self.setting.wide {
                self.add_pigs_and_barns(position, &known, totals);
            }
        }
    }

    /// What a field can be expected to score.
    fn field_value(&self, position: &ClassicPosition, root: SegmentIndex) -> f32 {
        let w = &self.weights;
        let (cities, trust) = self.fed_cities(position, root);
        let open = position.board.features.open(root).min(8);
        let growth = w.field_growth * f32::from(open) * self.youth();
        let herds = if self.setting.herds { f32::from(herds(position, root)) } else { 0.0 };
        let each = f32::from(CITY_EACH) + f32::from(HERD_EACH) * herds;
        trust * (each * cities + growth)
    }

    /// The cities that a field can be expected to feed, and how far that is to be trusted.
    fn fed_cities(&self, position: &ClassicPosition, root: SegmentIndex) -> (f32, f32) {
        let w = &self.weights;
        let features = &position.board.features;
        let (mut complete, mut hoped) = (0.0, 0.0);
        touched_cities(position, self.rules, root, |city| {
            // CATH-05: a besieged city counts more often.
            let besieged = self.setting.siege && is_besieged(position, city);
            let times = if besieged { f32::from(BESIEGED_TIMES) } else { 1.0 };
            if features.open(city) == 0 {
                complete += times;
            } else if self.slots[usize::from(city)] != UNKNOWN {
                hoped += times * self.known[usize::from(self.slots[usize::from(city)])].chance;
            }
        });
        (complete + w.field_cities * hoped, 1.0 - w.field_doubt * self.youth())
    }

    /// Credits whoever gains most by joining two features with part of that gain, and the others with part of their loss.
    fn add_joints(&self, totals: &mut Totals) {
        let seats = usize::from(self.rules.seats);
        for joint in &self.joints {
            let (a, b) = (&self.known[usize::from(joint.a)], &self.known[usize::from(joint.b)]);
            if !a.occupied || !b.occupied || a.most == 0 || b.most == 0 {
                continue;
            }
            let mut gains = [0.0; MAX_SEATS];
            let most = (0..seats).map(|seat| a.tally[seat] + b.tally[seat]).max().unwrap_or(0);
            for (seat, gain) in gains.iter_mut().enumerate().take(seats) {
                if a.tally[seat] + b.tally[seat] == most {
                    *gain += a.value + b.value;
                }
                for one in [a, b] {
                    if one.tally[seat] == one.most {
                        *gain -= one.value;
                    }
                }
            }
            let sum: f32 = gains.iter().sum();
            let (mut by, mut most) = (0, 0.0);
            for (seat, gain) in gains.iter().enumerate().take(seats) {
                let relative = gain - (sum - gain) / (seats - 1) as f32;
                if relative > most {
                    (by, most) = (seat, relative);
                }
            }
            let tries = self.weights.own_tries * f32::from(self.turns[by]);
            let weight = if a.kind == FIELD { self.weights.joining_fields } else { self.weights.joining };
            let credit = weight * (1.0 - exp2(tries * self.log_miss(joint.tiles)));
            if most > 0.0 {
                totals.iter_mut().zip(gains).for_each(|(total, gain)| *total += credit * gain);
            }
        }
    }

    /// Credits the seat whose turn comes next with features that it could take and complete with one tile.
    fn add_unowned(&self, totals: &mut Totals) {
        if self.left == 0 || self.in_supply[self.next] < 1.0 {
            return;
        }
        for known in self.known.iter().filter(|known| !known.occupied && known.gaps == 1) {
            let chance = f32::from(known.gap[0].closes) / f32::from(self.left);
            totals[self.next] += self.weights.unowned * chance * known.value;
        }
    }

    /// What so many followers in supply are worth to a seat.
    fn supply_value(&self, seat: u8, followers: f32) -> f32 {
        let turns = f32::from(self.turns[usize::from(seat)]);
        let mut value = 0.0;
        for (i, worth) in self.weights.supply.iter().enumerate() {
            value += worth * (followers - i as f32).clamp(0.0, 1.0);
        }
        value * turns / (turns + self.weights.supply_half)
    }

    /// How much of a figure's value in supply is left in a seat's last turns.
    fn time_left(&self, seat: usize) -> f32 {
        let turns = f32::from(self.turns[seat]);
        turns / (turns + self.weights.supply_half)
    }

    /// What is known of the feature on which a segment lies.
    fn known_at(&self, position: &ClassicPosition, segment: SegmentIndex) -> Option<&Known> {
        let slot = self.slots[usize::from(position.board.features.root(segment))];
        self.known.get(usize::from(slot))
    }

    /// What a large follower in supply is worth beyond an ordinary one.
    fn large_value(&self, position: &ClassicPosition, seat: u8) -> f32 {
        if position.supply(seat, LARGE) == 0 {
            return 0.0;
        }
        let turns = f32::from(self.turns[usize::from(seat)]);
        self.weights.large * turns / (turns + self.weights.supply_half)
    }
}

/// Whether a kind of feature waits for its eight neighbours.
const fn is_surrounded(kind: u8) -> bool {
    kind >= MONASTERY && is_on_land(kind)
}

fn add_gap(known: &mut Known, place: usize, gap: Gap) {
    if known.last_place == place as u16 {
        // Two sides of one place are one gap, which the tile that closes both closes.
        if let Some(same) = known.gap[..usize::from(known.gaps)].last_mut() {
            same.closes = same.closes.min(gap.closes);
        }
        return;
    }
    known.last_place = place as u16;
    if usize::from(known.gaps) < MAX_GAPS {
        known.gap[usize::from(known.gaps)] = gap;
        known.gaps += 1;
    }
}

/// Two to the power of `x`, for `x` of at most 0, to about four digits: the same on every platform.
#[inline]
pub(crate) fn exp2(x: f32) -> f32 {
    if x < -30.0 {
        return 0.0;
    }
    let whole = x as i32 - 1;
    let part = x - whole as f32;
    let scale = f32::from_bits(((127 + whole) as u32) << 23);
    scale * (1.0 + part * (0.695_56 + part * (0.226_17 + part * 0.078_27)))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn powers_of_two_are_close() {
        for i in 0..=300 {
            let x = -0.1 * i as f32;
            assert!((exp2(x) - x.exp2()).abs() < 2e-4, "{x}: {} {}", exp2(x), x.exp2());
        }
    }
}
