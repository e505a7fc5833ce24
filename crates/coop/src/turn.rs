//! The order of a game and of a turn.
//!
//! A turn: a tile is drawn and placed; mist is settled; a figure is placed; each finished feature is decided. Each step that has
//! nothing to decide is passed over.

use crate::base::free_segments;
use crate::family::{CoopPosition, CoopRules};
use crate::pending::Pending;
use crate::scoring::finished_segments;
use crate::{actions, ghosts, scoring};
use bastide_core::{Answer, Event, Events, KindIndex, Place, SegmentIndex};

/// The seat that begins is known (COOP-03).
pub(crate) fn begin_game(position: &mut CoopPosition, first: u8, events: &mut impl Events) {
    events.emit(Event::First { seat: first });
    begin(position, first, events);
}

/// A seat begins its turn, unless no tile is left: then the team has lost (COOP-15).
#[inline]
fn begin(position: &mut CoopPosition, seat: u8, events: &mut impl Events) {
    if position.bag().left() == 0 {
        end_game(position, events);
        return;
    }
    position.begin_turn(seat, events);
    position.ask(Pending::Draw);
}

/// A tile was drawn: it is placed, or leaves the game and another is drawn (COOP-05).
#[inline]
pub(crate) fn draw(position: &mut CoopPosition, rules: &CoopRules, kind: KindIndex, events: &mut impl Events) {
    position.draw(rules, kind);
    events.emit(Event::Drawn { kind });
    if position.board.fits_anywhere(rules.kind(kind)) {
        position.ask(Pending::Place { kind });
        return;
    }
    events.emit(Event::Discarded { kind });
    if position.bag().left() == 0 {
        end_game(position, events); // COOP-15
    }
}

/// A tile is placed, and mist is settled.
#[inline]
pub(crate) fn place(
    position: &mut CoopPosition,
    rules: &CoopRules,
    kind: KindIndex,
    at: Place,
    rotation: u8,
    events: &mut impl Events,
) {
    position.place(rules, kind, at, rotation, events);
    if !ghosts::gather(position, rules, events) {
        end_game(position, events); // COOP-09
        return;
    }
    match actions::offered(position, free_segments(position, rules)) {
        0 => ask_rewards(position, rules, events),
        free => position.ask(Pending::Deploy { free }),
    }
}

/// A figure is placed, or none (COOP-10).
#[inline]
pub(crate) fn deploy(position: &mut CoopPosition, rules: &CoopRules, answer: Answer, events: &mut impl Events) {
    if let Answer::Deploy { figure, segment } = answer {
        position.deploy(rules, position.seat(), figure, segment, events);
    }
    ask_rewards(position, rules, events);
}

/// Every feature with figures that the tile finished is decided (COOP-13).
#[inline]
fn ask_rewards(position: &mut CoopPosition, rules: &CoopRules, events: &mut impl Events) {
    let left = finished_segments(position, rules);
    decide(position, rules, left, events);
}

/// The first of the features that are left is asked about; where no ghost is on the table, it is scored without asking (COOP-13).
fn decide(position: &mut CoopPosition, rules: &CoopRules, mut left: u16, events: &mut impl Events) {
    while left != 0 {
        if position.extra.all() > 0 {
            position.ask(Pending::Reward { left });
            return;
        }
        if score(position, rules, left, events) {
            return;
        }
        left &= left - 1;
    }
    begin(position, rules.next_seat(position.seat()), events);
}

/// The active player has decided about a feature: points, or ghosts off a tile (COOP-13).
#[inline]
pub(crate) fn reward(
    position: &mut CoopPosition,
    rules: &CoopRules,
    left: u16,
    answer: Answer,
    events: &mut impl Events,
) {
    if let Answer::Clear { tile } = answer {
        ghosts::take_off(position, tile, events);
        scoring::send_home(position, decided(position, left), events);
    } else if score(position, rules, left, events) {
        return;
    }
    decide(position, rules, left & (left - 1), events);
}

/// Scores the first of the features that are left. Answers whether the team has won (COOP-14).
#[inline]
fn score(position: &mut CoopPosition, rules: &CoopRules, left: u16, events: &mut impl Events) -> bool {
    let root = decided(position, left);
    scoring::score(position, root, events);
    scoring::send_home(position, root, events);
    let won = scoring::is_won(position, rules);
    if won {
        end_game(position, events); // COOP-14: at once, whatever else the tile finished.
    }
    won
}

/// The feature that is decided first of these segments of the newest tile.
#[inline]
pub(crate) fn decided(position: &CoopPosition, left: u16) -> SegmentIndex {
    let first = position.board.newest_segment();
    position.board.features.root(first + left.trailing_zeros() as SegmentIndex)
}

/// Ends the game where it stands; there is no final scoring (COOP-15). The rules come here when the team has won or lost; a program may
/// sooner, where a game was broken off.
pub fn end_game(position: &mut CoopPosition, events: &mut impl Events) {
    events.emit(Event::Over);
    position.ask(Pending::Over);
}
