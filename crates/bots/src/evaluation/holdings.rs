//! What players hold: figures of several kinds in supply, abbeys, goods, the king and the robber baron, the next tile.

use bastide_core::{KindIndex, MAX_FIGURE_KINDS, SegmentIndex};
use classic::abbey_mayor::{ABBEYS, BARN, MAYOR, WAGON, WAGONS};
use classic::base::FIELD;
use classic::cathars::SIEGE;
use classic::count::{COUNTS, quarters};
use classic::inns_cathedrals::{INNS, LARGES};
use classic::king_robber::{Card, KING, ROBBER, Scoring};
use classic::mists::{CASTLES, GHOSTS, GUARD, MISTY};
use classic::princess_dragon::{DRAGON_MARK, DRAGONS, FAIRIES};
use classic::tower::TOWERS;
use classic::traders_builders::{BUILDER, BUILDERS, MAJORITY, PIG, TOKENS, TRADE};
use classic::{ClassicPosition, ClassicRules};

use super::{Evaluator, Totals};
use crate::uses::Use;

/// What of a set-up the evaluation looks up again and again.
#[derive(Clone, Debug)]
pub(super) struct Setting {
    /// More is in play than the base game and Inns & Cathedrals.
    pub(super) wide: bool,
    /// Cities can be besieged.
    pub(super) siege: bool,
    /// Pig herds count.
    pub(super) herds: bool,
    /// The kinds of tile that set the dragon in motion.
    pub(super) dragons: Vec<KindIndex>,
    /// The kinds of tile with mist, where castles count them.
    pub(super) misty: Vec<KindIndex>,
    /// The quarters of the city of Carcassonne, and the kinds of feature that they serve.
    pub(super) quarters: Vec<(SegmentIndex, u8)>,
}

impl Setting {
    pub(super) fn of(rules: &ClassicRules, position: &ClassicPosition) -> Self {
        let options = &rules.options;
        let marked = |mark: u16| {
            let kinds = (0..rules.kinds.len()).filter(move |&kind| rules.kinds[kind].marks & mark != 0);
            kinds.map(|kind| kind as KindIndex)
        };
        Self {
            wide: options.has(!(INNS | LARGES)),
            siege: options.has(SIEGE),
            herds: options.herds_count(),
            dragons: if options.has(DRAGONS) { marked(DRAGON_MARK).collect() } else { Vec::new() },
            misty: if options.has(CASTLES) { marked(MISTY).collect() } else { Vec::new() },
            quarters: if options.has(COUNTS) { quarters(position, rules).collect() } else { Vec::new() },
        }
    }
}

impl Evaluator<'_> {
    /// Adds what expansions bring to what is known of the map.
    pub(super) fn add_expansions(&self, position: &ClassicPosition, totals: &mut Totals) {
        let has = |elements| self.rules.options.has(elements);
        self.add_supplies(position, totals);
        if has(BUILDERS) && self.uses.has(Use::Builder) {
            self.add_builders(position, totals);
        }
        if has(WAGONS) && self.uses.has(Use::Wagon) {
            self.add_wagons(position, totals);
        }
        if has(TRADE) && self.uses.has(Use::Goods) {
            self.add_goods(position, totals);
        }
        if has(KING | ROBBER) && self.uses.has(Use::Cards) {
            self.add_cards(position, totals);
        }
        if has(TOWERS) && self.uses.has(Use::Tower) {
            self.add_towers(position, totals);
        }
        if has(DRAGONS) && self.uses.has(Use::Dragon) {
            self.add_dragon(position, totals);
        }
        if has(FAIRIES) && self.uses.has(Use::Fairy) {
            self.add_fairy(position, totals);
        }
        if has(COUNTS) && self.uses.has(Use::Count) {
            self.add_courtiers(position, totals);
        }
        if has(GHOSTS) && self.uses.has(Use::Ghosts) {
            self.add_ghosts(position, totals);
        }
        // Half for the seat that places next and, by that, half against the others: one for having the tile instead of them.
        if self.left > 0 {
            totals[self.next] += 0.5 * self.weights.more.turn;
        }
    }

    /// Counts wagons and guards among the followers, and the other figures by kind.
    pub(super) fn count_holdings(&mut self, position: &ClassicPosition) {
        for seat in 0..self.rules.seats {
            let at = usize::from(seat);
            self.in_supply[at] += f32::from(position.supply(seat, WAGON)) + f32::from(position.supply(seat, GUARD));
            self.special[at] = [0.0; MAX_FIGURE_KINDS];
            for kind in [MAYOR, BARN, BUILDER, PIG] {
                self.special[at][usize::from(kind)] = f32::from(position.supply(seat, kind));
            }
        }
        if self.rules.options.has(TOWERS) && self.uses.has(Use::Tower) {
            for figure in position.board.features.figures().iter().filter(|figure| figure.captor().is_some()) {
                self.in_supply[usize::from(figure.seat)] += self.weights.more.prisoner_back;
            }
        }
    }

    /// Figures in supply beside followers, and abbeys.
    fn add_supplies(&self, position: &ClassicPosition, totals: &mut Totals) {
        let w = &self.weights.more;
        let worth = [
            (MAYOR, w.mayor, Use::Mayor),
            (BARN, w.barn, Use::Barn),
            (BUILDER, w.builder, Use::Builder),
            (PIG, w.pig, Use::Pig),
        ];
        for (seat, total) in totals.iter_mut().enumerate().take(usize::from(self.rules.seats)) {
            let mut sum = 0.0;
            for (kind, worth, one) in worth {
                if self.uses.has(one) {
                    sum += worth * self.special[seat][usize::from(kind)];
                }
            }
            if self.uses.has(Use::Wagon) {
                sum += w.wagon * f32::from(position.supply(seat as u8, WAGON));
            }
            let abbey = self.rules.options.has(ABBEYS) && position.extra.abbey_mayor.abbeys[seat];
            if abbey && self.uses.has(Use::Abbey) {
                sum += w.abbey;
            }
            *total += sum * self.time_left(seat);
        }
    }

    /// What the tokens of goods can be expected to give: their points by the lead that a seat has over the best of the others, as
    /// against what is still to be given out (TB-11).
    fn add_goods(&self, position: &ClassicPosition, totals: &mut Totals) {
        let goods = &position.extra.traders_builders.goods;
        let seats = usize::from(self.rules.seats);
        for (good, all) in TOKENS.into_iter().enumerate() {
            let taken: u8 = goods.iter().map(|of_seat| of_seat[good]).sum();
            let rest = f32::from(all.saturating_sub(taken)) * self.youth().min(1.0);
            for (seat, total) in totals.iter_mut().enumerate().take(seats) {
                let others = (0..seats).filter(|&other| other != seat).map(|other| goods[other][good]);
                let lead = f32::from(goods[seat][good]) - f32::from(others.max().unwrap_or(0));
                let sure = lead.abs() / (lead.abs() + 0.5 * rest + 0.2);
                *total += self.weights.more.goods * f32::from(MAJORITY) * (0.5 + 0.5 * sure.copysign(lead));
            }
        }
    }

    /// What the king and the robber baron can be expected to give their holders.
    fn add_cards(&self, position: &ClassicPosition, totals: &mut Totals) {
        let w = &self.weights.more;
        let youth = self.youth();
        let keep = 1.0 - (1.0 - w.card_keep) * youth;
        let extra = &position.extra.king_robber;
        let both = extra.king.holder().is_some() && extra.king.holder() == extra.robber.holder();
        let scoring = self.rules.options.king_robber.scoring;
        let points = |card: &Card| match scoring.of_card(both) {
            Some(points) => f32::from(points),
            None if scoring == Scoring::PerFeature => f32::from(card.complete) + w.card_growth * youth,
            None => w.card_growth * youth,
        };
        for card in [&extra.king, &extra.robber] {
            if let Some(seat) = card.holder() {
                totals[usize::from(seat)] += keep * points(card);
            }
        }
    }

    /// Whether a feature is a field.
    pub(super) fn is_field(&self, position: &ClassicPosition, segment: SegmentIndex) -> bool {
        position.board.features.kind(segment) == FIELD
    }
}
