//! The order of play in a game and within a turn.
//!
//! In a turn, a tile is drawn and placed, ghosts are added or returned, and a figure is placed; then each finished feature is scored, or
//! ghosts are removed instead. Steps that offer no choice are skipped.

use crate::base::free_segments;
use crate::family::{CoopPosition, CoopRules};
use crate::pending::Pending;
use crate::scoring::finished_segments;
use crate::{actions, ghosts, scoring};
use bastide_core::{Answer, Event, Events, KindIndex, Place, SegmentIndex};

/// Starts the game with the given seat (COOP-03).
pub(crate) fn begin_game(position: &mut CoopPosition, first: u8, events: &mut impl Events) {
    events.emit(Event::First { seat: first });
    begin(position, first, events);
}

/// Starts a seat's turn. If no tiles are left, the team has lost (COOP-15).
#[inline]
fn begin(position: &mut CoopPosition, seat: u8, events: &mut impl Events) {
    if position.bag().left() == 0 {
        end_game(position, events);
        return;
    }
    position.begin_turn(seat, events);
    position.ask(Pending::Draw);
}

/// Continues from an arranged position: begins the active seat's turn, with the tile in hand, if any.
pub(crate) fn resume_arranged(
    position: &mut CoopPosition,
    _: &CoopRules,
    hand: Option<KindIndex>,
    events: &mut impl Events,
) {
    let seat = position.seat();
    if let Some(kind) = hand {
        position.begin_turn(seat, events);
        position.ask(Pending::Place { kind });
    } else {
        begin(position, seat, events);
    }
}

/// Handles a drawn tile: asks where to place it or, if it fits nowhere, discards it so that another one is drawn (COOP-05).
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

/// Places a tile, adds or returns ghosts, and then asks for a figure. Ends the game if there are too few ghosts (COOP-09).
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
    if !ghosts::gather_ghosts(position, rules, events) {
        end_game(position, events); // COOP-09
        return;
    }
    match actions::offered(position, free_segments(position, rules)) {
        0 => ask_rewards(position, rules, events),
        free => position.ask(Pending::Deploy { free }),
    }
}

/// Handles the answer that places a figure or passes (COOP-10), then continues with the finished features.
#[inline]
pub(crate) fn deploy(position: &mut CoopPosition, rules: &CoopRules, answer: Answer, events: &mut impl Events) {
    if let Answer::Deploy { figure, segment } = answer {
        position.deploy(rules, position.seat(), figure, segment, events);
    }
    ask_rewards(position, rules, events);
}

/// Starts the decisions about the features with figures that the tile finished (COOP-13).
#[inline]
fn ask_rewards(position: &mut CoopPosition, rules: &CoopRules, events: &mut impl Events) {
    let left = finished_segments(position, rules);
    ask_first_feature(position, rules, left, events);
}

/// Asks about the first undecided feature, or scores features without asking while no ghosts are on the map (COOP-13). Starts the next turn
/// when no features are left.
fn ask_first_feature(position: &mut CoopPosition, rules: &CoopRules, mut left: u16, events: &mut impl Events) {
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

/// Handles the active player's decision about a feature, which is either to score it or to remove ghosts from a tile (COOP-13).
#[inline]
pub(crate) fn reward(
    position: &mut CoopPosition,
    rules: &CoopRules,
    left: u16,
    answer: Answer,
    events: &mut impl Events,
) {
    if let Answer::Clear { tile } = answer {
        ghosts::remove_ghosts(position, tile, events);
        scoring::send_home(position, first_feature(position, left), events);
    } else if score(position, rules, left, events) {
        return;
    }
    ask_first_feature(position, rules, left & (left - 1), events);
}

/// Scores the first undecided feature, and ends the game if the team has won (COOP-14). Returns whether the team has won.
#[inline]
fn score(position: &mut CoopPosition, rules: &CoopRules, left: u16, events: &mut impl Events) -> bool {
    let root = first_feature(position, left);
    scoring::score(position, root, events);
    scoring::send_home(position, root, events);
    let won = scoring::is_won(position, rules);
    if won {
        end_game(position, events); // COOP-14: at once, whatever else the tile finished.
    }
    won
}

/// Returns the root of the first undecided feature among these segments of the newest tile.
#[inline]
pub(crate) fn first_feature(position: &CoopPosition, left: u16) -> SegmentIndex {
    let first = position.board.newest_segment();
    position.board.features.root(first + left.trailing_zeros() as SegmentIndex)
}

/// Ends the game, without a final scoring (COOP-15). The rules call this when the team has won or lost; a program may call it earlier, to
/// end an aborted game.
pub fn end_game(position: &mut CoopPosition, events: &mut impl Events) {
    events.emit(Event::Over);
    position.ask(Pending::Over);
}
