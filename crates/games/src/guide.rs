//! Hints for learners about the places on the map: what the tile in hand would complete at each place, and how many of the remaining tiles
//! fit there. The hints use only public information, never the order of the draw pile.

use std::collections::HashMap;

use bastide_core::described::{Asked, Described};
use bastide_core::tile::{PILE_BAG, PILE_FIRST, PILE_HELD};
use bastide_core::{Actor, Answer, Event, KindIndex, Place, Position, Rules, SegmentIndex};
use serde::Serialize;

use crate::view::{ShownPosition, Viewer};

/// Hints about the places on the map.
#[derive(Clone, Debug, PartialEq, Serialize)]
#[cfg_attr(feature = "types", derive(ts_rs::TS))]
#[cfg_attr(feature = "schemas", derive(utoipa::ToSchema))]
pub struct Guide {
    /// Number of answers so far.
    pub seq: usize,
    /// Legal placements that would complete a feature, in the order of the answers; empty for a hand that the client can't see.
    pub places: Vec<GuidePlace>,
    /// All open places; empty when the game is over.
    pub open: Vec<GuideOpen>,
    /// Number of unseen tiles that are still to be drawn or are in hands that the client can't see, not counting tiles that are apart or
    /// aside.
    pub left: u32,
    /// Number of tiles drawn until the client's next turn, including that turn's own tile; for a client without seats, the number drawn in
    /// a whole round. Never exceeds the number of tiles left. Ignores double turns and tiles that fit nowhere.
    pub draws: u32,
}

/// A legal placement, and what it would complete.
#[derive(Clone, Debug, PartialEq, Serialize)]
#[cfg_attr(feature = "types", derive(ts_rs::TS))]
#[cfg_attr(feature = "schemas", derive(utoipa::ToSchema))]
pub struct GuidePlace {
    /// Column, growing to the east.
    pub x: i16,
    /// Row, growing to the south.
    pub y: i16,
    /// Quarter turns clockwise.
    pub rotation: u8,
    /// The tile's index in the hand, if the seat chooses among several.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[cfg_attr(feature = "schemas", schema(nullable = false))]
    #[cfg_attr(feature = "types", ts(optional))]
    pub slot: Option<u8>,
    /// Completed features, in the order of the tile's segments.
    pub completes: Vec<GuideFeature>,
}

/// A feature that a placement would complete.
#[derive(Clone, Debug, PartialEq, Serialize)]
#[cfg_attr(feature = "types", derive(ts_rs::TS))]
#[cfg_attr(feature = "schemas", derive(utoipa::ToSchema))]
pub struct GuideFeature {
    /// The kind of feature.
    pub kind: &'static str,
    /// The feature's value, before any further action in that turn.
    pub points: i32,
    /// Points for each seat with the majority; in The Discovery, the points for each follower if it were taken back; in a team game, the
    /// points for the active seat. Empty if the feature is unoccupied, or if the team loses before the feature is scored.
    pub gives: Vec<GuideShare>,
    /// Ids of the current features that would become parts of this one.
    pub features: Vec<u16>,
}

/// Points for a seat.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
#[cfg_attr(feature = "types", derive(ts_rs::TS))]
#[cfg_attr(feature = "schemas", derive(utoipa::ToSchema))]
pub struct GuideShare {
    /// The seat, counted from 0.
    pub seat: u8,
    /// The seat's points; negative if ghosts cost more than the feature is worth.
    pub points: i32,
}

/// An open place, and which tiles can fill it.
#[derive(Clone, Copy, Debug, PartialEq, Serialize)]
#[cfg_attr(feature = "types", derive(ts_rs::TS))]
#[cfg_attr(feature = "schemas", derive(utoipa::ToSchema))]
pub struct GuideOpen {
    /// Column, growing to the east.
    pub x: i16,
    /// Row, growing to the south.
    pub y: i16,
    /// Number of remaining tiles that could legally be placed here if drawn now; river tiles are counted only where the river continues.
    pub fit: u32,
    /// The chance that the next tile drawn could be placed here, with every unseen tile equally likely (during the river, every river tile
    /// that can be drawn); null if no more tiles are drawn.
    pub next: Option<f64>,
    /// The chance that at least one of the tiles drawn until the client's next turn could be placed here; null while there is still a river
    /// to draw first.
    pub soon: Option<f64>,
    /// True if no tile that is unseen, in a hand, aside or apart can ever be placed here.
    pub dead: bool,
}

/// Remaining tiles of one kind.
struct KindLeft {
    kind: KindIndex,
    /// Number of tiles that the viewer has not seen and that can be drawn for a turn.
    unseen: u32,
    /// True if a tile of this kind can be drawn next.
    next: bool,
    /// True if any tile of this kind is neither on the table nor out of the game.
    any: bool,
}

impl<F: Described> ShownPosition<'_, F> {
    /// Returns the guide for the viewer.
    pub(crate) fn guide(self, seq: usize) -> Guide {
        let over = self.position.actor() == Actor::Nobody;
        let kinds = self.kinds_left();
        let left = kinds.iter().map(|kind| kind.unseen).sum();
        let draws = self.draws();
        let open = if over { Vec::new() } else { self.open_places(&kinds, left, draws) };
        Guide { seq, places: self.completing_places(), open, left, draws }
    }

    /// Returns the number of tiles drawn until the next turn of one of the viewer's seats, assuming one per turn. For a viewer without
    /// seats, or one who sees everything, returns the number in a whole round.
    fn draws(self) -> u32 {
        let (seats, active) = (self.rules.seats, self.position.seat());
        let own = |ahead: &u8| self.viewer != Viewer::ALL && self.viewer.may_see((active + ahead) % seats);
        let ahead = (1..seats).find(own).unwrap_or(seats);
        let drawn = self.position.bag().left() + self.position.bag().left_in_first_pile();
        u32::from(drawn.min(u16::from(ahead)))
    }

    fn kinds_left(self) -> Vec<KindLeft> {
        let mut next = Vec::new();
        F::list_next_kinds(self.position, self.rules, &mut next);
        let in_hand = match F::asked(self.position) {
            Asked::Place(kind) => Some(kind),
            _ => None,
        };
        let position = self.position;
        let held = |kind, hidden: bool| {
            let seats = (0..self.rules.seats).filter(|&seat| !hidden || !self.sees_hand(seat));
            seats.flat_map(|seat| position.hand(seat)).filter(|&&held| held == kind).count() as u32
        };
        let left = |kind: KindIndex| {
            let in_bag = u32::from(position.bag().count(kind));
            let drawn = matches!(self.rules.kind(kind).pile, PILE_BAG | PILE_FIRST);
            let seen = in_hand == Some(kind) || position.bag().aside().contains(&kind);
            KindLeft {
                kind,
                unseen: if drawn { in_bag + held(kind, true) } else { 0 },
                next: next.contains(&Answer::Draw { kind }),
                any: in_bag > 0 || seen || held(kind, false) > 0,
            }
        };
        (0..self.rules.kinds.len()).map(|kind| left(kind as KindIndex)).filter(|left| left.any).collect()
    }

    fn open_places(self, kinds: &[KindLeft], left: u32, draws: u32) -> Vec<GuideOpen> {
        let (board, rules) = (&self.position.board, self.rules);
        let places: Vec<Place> = board.open_places().map(|(at, _)| at).collect();
        let index: HashMap<Place, usize> = places.iter().copied().zip(0..).collect();
        // For each place: how many tiles fit, how many of those can be drawn next, and whether any tile could ever fit.
        let mut fits = vec![(0, 0, false); places.len()];
        let (mut listed, mut nexts) = (Vec::new(), 0);
        for left in kinds {
            nexts += if left.next { left.unseen } else { 0 };
            let tile = rules.kind(left.kind);
            if tile.pile == PILE_HELD {
                // An abbey fits a gap, and any open place may become a gap.
                fits.iter_mut().for_each(|(.., any)| *any = true);
                continue;
            }
            let turns = 0..tile.rotations;
            for (at, fit) in places.iter().zip(&mut fits) {
                fit.2 |= turns.clone().any(|rotation| board.fits(tile, *at, rotation));
            }
            listed.clear();
            F::list_if_drawn(self.position, rules, left.kind, &mut listed);
            let mut last = None;
            for answer in &listed {
                let Answer::Place { at, .. } = *answer else { continue };
                if last.replace(at) == Some(at) {
                    continue;
                }
                if let Some(&place) = index.get(&at) {
                    fits[place].0 += left.unseen;
                    fits[place].1 += if left.next { left.unseen } else { 0 };
                }
            }
        }
        let bag = self.position.bag();
        let (draws_on, by_river) = (bag.left() + bag.left_in_first_pile() > 0, bag.left_in_first_pile() > 0);
        let chances = |fit, fit_next| {
            let next = (draws_on && nexts > 0).then(|| round_chance(f64::from(fit_next) / f64::from(nexts)));
            let soon = (draws_on && !by_river).then(|| round_chance(at_least_one(fit, left, draws)));
            (next, soon)
        };
        let told = places.iter().zip(&fits).map(|(at, &(fit, fit_next, any))| {
            let (next, soon) = chances(fit, fit_next);
            GuideOpen { x: at.x, y: at.y, fit, next, soon, dead: !any }
        });
        told.collect()
    }

    /// Returns the legal placements that would complete a feature, in the order in which they are listed.
    fn completing_places(self) -> Vec<GuidePlace> {
        let position = self.position;
        let Actor::Seat(seat) = position.actor() else { return Vec::new() };
        let asked = F::asked(position);
        // Listing the placements of a hidden hand would reveal its tiles.
        if asked == Asked::PlaceHeld && !self.sees_hand(seat) {
            return Vec::new();
        }
        let mut answers = Vec::new();
        position.list(self.rules, &mut answers);
        let mut kinds = 0..self.rules.kinds.len() as KindIndex;
        let mut undrawn = || kinds.find(|&kind| F::places_without_drawing(position, self.rules, kind));
        let of_decision = match asked {
            Asked::Place(kind) => Some(kind),
            Asked::Other(..) => undrawn(),
            _ => None,
        };
        let mut after = position.clone();
        let mut told = Vec::new();
        for answer in answers {
            let (kind, at, rotation, slot) = match (answer, of_decision) {
                (Answer::Place { at, rotation }, Some(kind)) => (kind, at, rotation, None),
                (Answer::PlaceHeld { slot, at, rotation }, _) => {
                    (position.hand(seat)[usize::from(slot)], at, rotation, Some(slot))
                }
                _ => continue,
            };
            after.clone_from(position);
            after.place(self.rules, kind, at, rotation, &mut ());
            let mut completes = completed_by_newest(position, &after, self.rules);
            if !completes.is_empty() && self.loses_at_once(answer) {
                completes.iter_mut().for_each(|feature| feature.gives.clear());
            }
            if !completes.is_empty() {
                told.push(GuidePlace { x: at.x, y: at.y, rotation, slot, completes });
            }
        }
        told
    }

    /// Returns whether an answer ends a team's game before anything is scored.
    fn loses_at_once(self, answer: Answer) -> bool {
        if F::TEAM_GOAL.is_none() {
            return false;
        }
        let (mut after, mut events) = (self.position.clone(), Vec::new());
        after.apply(self.rules, answer, &mut events);
        let scored = events.iter().any(|event| matches!(event, Event::Scored { .. }));
        after.actor() == Actor::Nobody && !scored
    }
}

/// Returns the features that the newest tile completed; `before` is the position before that tile was placed.
fn completed_by_newest<F: Described>(
    before: &Position<F>,
    after: &Position<F>,
    rules: &Rules<F::Options>,
) -> Vec<GuideFeature> {
    let (board, features) = (&after.board, &after.board.features);
    let Some(tile) = board.tiles().last() else { return Vec::new() };
    let own = 0..rules.kind(tile.kind).segments().len() as SegmentIndex;
    let mut touched: Vec<SegmentIndex> = own.map(|own| tile.first + own).collect();
    if rules.kind(tile.kind).closes {
        // A closing tile is not part of the features that it ends.
        let beside = (0..4).filter_map(|side| board.tile_at(tile.at.beside(side)));
        touched.extend(beside.flat_map(|index| {
            let beside = board.tiles()[usize::from(index)];
            let segments = rules.kind(beside.kind).segments().len() as SegmentIndex;
            (0..segments).map(move |own| beside.first + own)
        }));
    }
    touched.extend_from_slice(board.closed_by_newest());
    let was_complete = |segment: SegmentIndex| {
        segment < tile.first && F::is_complete(before, rules, before.board.features.root(segment))
    };
    let mut roots: Vec<SegmentIndex> = Vec::new();
    for segment in touched {
        let root = features.root(segment);
        if !roots.contains(&root) && F::is_complete(after, rules, root) && !was_complete(segment) {
            roots.push(root);
        }
    }
    let told = roots.into_iter().map(|root| {
        let mut parts: Vec<u16> = features.ring(root).filter(|&segment| segment < tile.first).collect();
        parts.iter_mut().for_each(|segment| *segment = before.board.features.root(*segment));
        parts.sort_unstable();
        parts.dedup();
        let share =
            |seat| F::awarded_score(after, rules, root, seat).map(|score| GuideShare { seat, points: score.points() });
        GuideFeature {
            kind: F::KIND_WORDS[usize::from(features.kind(root))],
            points: F::worth(after, rules, root).points(),
            gives: (0..rules.seats).filter_map(share).collect(),
            features: parts,
        }
    });
    told.collect()
}

/// Returns the chance that at least one of `draws` tiles fits, given that `fit` of the `left` tiles fit.
fn at_least_one(fit: u32, left: u32, draws: u32) -> f64 {
    let none = (0..draws.min(left)).map(|drawn| {
        let (left, others) = (f64::from(left - drawn), f64::from(left.saturating_sub(fit + drawn)));
        others / left
    });
    1.0 - none.product::<f64>()
}

/// Rounds a chance to four decimal places; any more would be noise.
fn round_chance(chance: f64) -> f64 {
    (chance * 10_000.0).round() / 10_000.0
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Returns the number of ways to draw tiles one after another, and the number of those in which some drawn tile fits.
    fn count_draw_orders(fit: u32, others: u32, draws: u32) -> (u32, u32) {
        if draws == 0 || fit + others == 0 {
            return (1, 0);
        }
        let (mut all, mut with) = (0, 0);
        for _ in 0..fit {
            let (courses, _) = count_draw_orders(fit - 1, others, draws - 1);
            all += courses;
            with += courses;
        }
        for _ in 0..others {
            let (courses, fitting) = count_draw_orders(fit, others - 1, draws - 1);
            all += courses;
            with += fitting;
        }
        (all, with)
    }

    #[test]
    fn chance_that_one_of_several_fits_matches_enumeration() {
        for (fit, others, draws) in
            [(0, 5, 3), (1, 5, 3), (3, 4, 2), (2, 2, 3), (4, 0, 1), (1, 1, 5), (2, 6, 6), (0, 0, 2)]
        {
            let (all, with) = count_draw_orders(fit, others, draws);
            let expected = f64::from(with) / f64::from(all);
            let chance = at_least_one(fit, fit + others, draws);
            assert!((chance - expected).abs() < 1e-9, "{fit} of {others} more, {draws} draws: {chance}, {expected}");
        }
    }
}
