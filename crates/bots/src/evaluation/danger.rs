//! What threatens followers on the map: towers that can reach them, and the dragon; and prisoners.

use bastide_core::feature::{Figure, FigureIndex};
use bastide_core::{MAX_SEATS, Place, Spot};
use classic::base::FOLLOWER_STRENGTH;
use classic::inns_cathedrals::{LARGE, LARGE_STRENGTH};
use classic::princess_dragon::{DRAGON, FAIRY, STEPS};
use classic::tower::reaches;
use classic::{ClassicPosition, is_follower, is_on_land};

use super::{Evaluator, Totals};

impl Evaluator<'_> {
    /// What a figure's owner loses with it: the feature, unless others keep it for the same seat, and the figure itself, of
    /// which so much does not come back.
    pub(super) fn loss(&self, position: &ClassicPosition, figure: &Figure, of_figure: f32) -> f32 {
        let Some(known) = figure.segment().and_then(|segment| self.known_at(position, segment)) else { return 0.0 };
        let seat = usize::from(figure.seat);
        let strength = if figure.kind == LARGE { LARGE_STRENGTH } else { FOLLOWER_STRENGTH };
        let left = known.tally[seat].saturating_sub(strength as u8);
        let others = (0..MAX_SEATS).filter(|&other| other != seat).map(|other| known.tally[other]).max().unwrap_or(0);
        let owns = known.most > 0 && known.tally[seat] == known.most;
        let feature = if owns && (left == 0 || left < others) { known.value } else { 0.0 };
        (feature + of_figure).max(0.0)
    }

    /// Followers on the map, by number, where they can be reached.
    fn followers_on_land<'a>(
        &self,
        position: &'a ClassicPosition,
    ) -> impl Iterator<Item = (FigureIndex, Figure, Place)> + 'a {
        let board = &position.board;
        board.features.figures().iter().enumerate().filter_map(move |(number, figure)| {
            let segment = figure.segment()?;
            let reached = is_follower(figure.kind) && is_on_land(board.features.kind(segment));
            reached.then(|| (number as FigureIndex, *figure, board.place_of(segment)))
        })
    }

    /// Tower pieces, prisoners, and the followers that the next piece on a tower would bring into reach (TOW-04): the one that a
    /// seat would miss most in full, the others in part, because a piece takes one.
    pub(super) fn add_towers(&self, position: &ClassicPosition, totals: &mut Totals) {
        let (w, extra) = (&self.weights.more, &position.extra.tower);
        let features = &position.board.features;
        let seats = usize::from(self.rules.seats);
        for (seat, total) in totals.iter_mut().enumerate().take(seats) {
            *total += w.piece * f32::from(extra.pieces[seat]) * self.time_left(seat);
        }
        for figure in features.figures() {
            if let Some(captor) = figure.captor() {
                let time = self.time_left(usize::from(figure.seat));
                totals[usize::from(figure.seat)] -= w.ransom * time;
                totals[usize::from(captor)] += w.ransom * time;
            }
        }
        let (mut worst, mut sum) = ([0.0f32; MAX_SEATS], [0.0f32; MAX_SEATS]);
        for (_, figure, at) in self.followers_on_land(position) {
            let seat = usize::from(figure.seat);
            let hunted = (0..seats).any(|other| other != seat && extra.pieces[other] > 0);
            let reached = hunted
                && extra.towers().any(|(tower, height)| {
                    let near = reaches(position.board.place_of(tower), height.saturating_add(1), at);
                    near && !features.is_occupied(tower) // TOW-05
                });
            if reached {
                let loss = self.loss(position, &figure, w.follower * self.time_left(seat));
                worst[seat] = worst[seat].max(loss);
                sum[seat] += loss;
            }
        }
        for (seat, total) in totals.iter_mut().enumerate().take(seats) {
            *total -= w.tower_fear * (0.7 * worst[seat] + 0.3 * sum[seat]);
        }
    }

    /// Followers that the dragon may come to (PD-12), the nearer the likelier; the fairy keeps it away (PD-03).
    pub(super) fn add_dragon(&self, position: &ClassicPosition, totals: &mut Totals) {
        let Some(Spot::Tile(dragon)) = position.piece(DRAGON) else { return };
        let marching: u16 = self.setting.dragons.iter().map(|&kind| u16::from(position.bag().count(kind))).sum();
        if marching == 0 || self.left == 0 {
            return;
        }
        // The chance that it marches before everybody could do something about it.
        let soon = (f32::from(marching * u16::from(self.rules.seats)) / f32::from(self.left)).min(1.0);
        let (from, fairy) = (position.board.tiles()[usize::from(dragon)].at, position.piece_tile(FAIRY));
        for (_, figure, at) in self.followers_on_land(position) {
            let steps = (from.x - at.x).unsigned_abs() + (from.y - at.y).unsigned_abs();
            if steps > u16::from(STEPS) || position.board.tile_at(at) == fairy {
                continue;
            }
            let near = 1.0 - f32::from(steps.max(1) - 1) / f32::from(STEPS);
            let loss = self.loss(position, &figure, 0.0);
            totals[usize::from(figure.seat)] -= self.weights.more.dragon_fear * soon * near * loss;
        }
    }
}
