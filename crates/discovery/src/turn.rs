//! The order of play in a game and within a turn.
//!
//! Before the first turn, the first seat is drawn, then tiles are removed, and then hands are dealt. In a turn, a tile is drawn and placed,
//! or a tile from the hand is placed; then a follower is placed or removed, and finally the hand is refilled. Steps that offer no choice
//! are skipped.

use crate::base::{HAND, Hand, removed_tiles};
use crate::family::{DiscoveryPosition, DiscoveryRules};
use crate::pending::Pending;
use crate::{actions, scoring};
use bastide_core::{Answer, Event, Events, KindIndex, Place};

/// Starts the game with the given seat (DISC-02).
pub(crate) fn begin_game(
    position: &mut DiscoveryPosition,
    rules: &DiscoveryRules,
    first: u8,
    events: &mut impl Events,
) {
    events.emit(Event::First { seat: first });
    match removed_tiles(rules) {
        0 => ask_deal(position, rules, first, events),
        left => position.ask(Pending::TakeOut { first, left }),
    }
}

/// Removes a tile from the game and shows it (DISC-17).
pub(crate) fn remove_tile(
    position: &mut DiscoveryPosition,
    rules: &DiscoveryRules,
    first: u8,
    left: u8,
    kind: KindIndex,
    events: &mut impl Events,
) {
    position.draw(rules, kind);
    events.emit(Event::TakenOut { kind });
    match left - 1 {
        0 => ask_deal(position, rules, first, events),
        left => position.ask(Pending::TakeOut { first, left }),
    }
}

/// Asks for the next tile to deal, or starts the first turn.
fn ask_deal(position: &mut DiscoveryPosition, rules: &DiscoveryRules, first: u8, events: &mut impl Events) {
    if next_to_deal(position, rules, first).is_some() {
        position.ask(Pending::Deal { first });
    } else if tiles_left(position, rules) {
        begin(position, rules, first, events);
    } else {
        end_game(position, rules, events);
    }
}

/// Returns the seat that gets the next tile before the first turn. Starting with the first seat, each seat takes two tiles (DISC-16).
pub(crate) fn next_to_deal(position: &DiscoveryPosition, rules: &DiscoveryRules, first: u8) -> Option<u8> {
    if rules.options.hand == Hand::One || position.bag().left() == 0 {
        return None;
    }
    (0..rules.seats).map(|after| (first + after) % rules.seats).find(|&seat| !is_full(position, seat))
}

/// Puts a tile into a hand before the first turn.
pub(crate) fn deal(
    position: &mut DiscoveryPosition,
    rules: &DiscoveryRules,
    first: u8,
    kind: KindIndex,
    events: &mut impl Events,
) {
    if let Some(seat) = next_to_deal(position, rules, first) {
        position.draw_to_hand(rules, seat, kind, events);
    }
    ask_deal(position, rules, first, events);
}

/// Starts a seat's turn (DISC-03).
#[inline]
fn begin(position: &mut DiscoveryPosition, rules: &DiscoveryRules, seat: u8, events: &mut impl Events) {
    position.begin_turn(seat, events);
    match rules.options.hand {
        Hand::One => position.ask(Pending::Draw),
        _ => ask_held(position, rules, events),
    }
}

/// Continues from an arranged position: fills the hands (DISC-16) and begins the active seat's turn, with the tile in hand, if any.
pub(crate) fn resume_arranged(
    position: &mut DiscoveryPosition,
    rules: &DiscoveryRules,
    hand: Option<KindIndex>,
    events: &mut impl Events,
) {
    let seat = position.seat();
    if let Some(kind) = hand {
        position.begin_turn(seat, events);
        position.ask(Pending::Place { kind });
    } else {
        ask_deal(position, rules, seat, events);
    }
}

/// Handles a drawn tile: asks where to place it or, if it fits nowhere, discards it so that another one is drawn (DISC-04).
#[inline]
pub(crate) fn draw(
    position: &mut DiscoveryPosition,
    rules: &DiscoveryRules,
    kind: KindIndex,
    events: &mut impl Events,
) {
    position.draw(rules, kind);
    events.emit(Event::Drawn { kind }); // DISC-18
    if position.board.fits_anywhere(rules.kind(kind)) {
        position.ask(Pending::Place { kind });
        return;
    }
    events.emit(Event::Discarded { kind });
    if position.bag().left() == 0 {
        end_turn(position, rules, events);
    }
}

/// Asks which tile from the hand to place. If no tile fits, discards the hand and draws a new one, or ends the turn if the bag is empty
/// (DISC-16).
fn ask_held(position: &mut DiscoveryPosition, rules: &DiscoveryRules, events: &mut impl Events) {
    let seat = position.seat();
    if position.hand(seat).iter().any(|&kind| position.board.fits_anywhere(rules.kind(kind))) {
        position.ask(Pending::PlaceHeld);
        return;
    }
    while !position.hand(seat).is_empty() {
        let kind = position.remove_from_hand(seat, 0);
        events.emit(Event::Discarded { kind }); // DISC-04
    }
    if position.bag().left() > 0 {
        position.ask(Pending::Replace);
    } else {
        end_turn(position, rules, events); // DISC-16: no tile, so no follower either.
    }
}

/// Adds a drawn tile to a hand that replaces a discarded one (DISC-16).
pub(crate) fn replace(
    position: &mut DiscoveryPosition,
    rules: &DiscoveryRules,
    kind: KindIndex,
    events: &mut impl Events,
) {
    let seat = position.seat();
    position.draw_to_hand(rules, seat, kind, events);
    if is_full(position, seat) || position.bag().left() == 0 {
        ask_held(position, rules, events);
    }
}

/// Places a tile, then asks for an action or, if none is possible, ends the turn.
#[inline]
pub(crate) fn place(
    position: &mut DiscoveryPosition,
    rules: &DiscoveryRules,
    kind: KindIndex,
    at: Place,
    rotation: u8,
    events: &mut impl Events,
) {
    position.place(rules, kind, at, rotation, events);
    let free = actions::offered(position, rules);
    if free != 0 || actions::standing(position, rules).next().is_some() {
        position.ask(Pending::Deploy { free });
    } else {
        end_turn(position, rules, events);
    }
}

/// Handles the action after a placement: places a follower, removes and scores one, or does neither (DISC-03). Ends the turn.
#[inline]
pub(crate) fn act(position: &mut DiscoveryPosition, rules: &DiscoveryRules, answer: Answer, events: &mut impl Events) {
    match answer {
        Answer::Deploy { figure, segment } => {
            position.deploy(rules, position.seat(), figure, segment, events); // DISC-05
        }
        Answer::Return { figure } => scoring::remove(position, rules, figure, events), // DISC-06
        _ => {}
    }
    end_turn(position, rules, events);
}

/// Ends a turn, after refilling the hand (DISC-16).
#[inline]
fn end_turn(position: &mut DiscoveryPosition, rules: &DiscoveryRules, events: &mut impl Events) {
    let hands = rules.options.hand != Hand::One;
    if hands && position.bag().left() > 0 && !is_full(position, position.seat()) {
        position.ask(Pending::Refill);
    } else {
        next_turn(position, rules, events);
    }
}

/// Puts a tile into the hand at the end of the turn (DISC-16).
pub(crate) fn refill(
    position: &mut DiscoveryPosition,
    rules: &DiscoveryRules,
    kind: KindIndex,
    events: &mut impl Events,
) {
    position.draw_to_hand(rules, position.seat(), kind, events);
    end_turn(position, rules, events);
}

/// Starts the turn of the next seat clockwise that can have a turn (DISC-16), or ends the game if there is none (DISC-14).
#[inline]
fn next_turn(position: &mut DiscoveryPosition, rules: &DiscoveryRules, events: &mut impl Events) {
    let mut seat = position.seat();
    for _ in 0..rules.seats {
        seat = rules.next_seat(seat);
        if has_tile(position, rules, seat) {
            begin(position, rules, seat, events);
            return;
        }
    }
    end_game(position, rules, events); // DISC-14
}

/// Returns whether a seat can have a turn: it must have a tile or be able to draw one.
#[inline]
fn has_tile(position: &DiscoveryPosition, rules: &DiscoveryRules, seat: u8) -> bool {
    match rules.options.hand {
        Hand::One => position.bag().left() > 0,
        _ => !position.hand(seat).is_empty(),
    }
}

/// Returns whether any seat can have a turn.
fn tiles_left(position: &DiscoveryPosition, rules: &DiscoveryRules) -> bool {
    (0..rules.seats).any(|seat| has_tile(position, rules, seat))
}

/// Returns whether a hand is full.
#[inline]
pub(crate) fn is_full(position: &DiscoveryPosition, seat: u8) -> bool {
    position.hand(seat).len() >= HAND
}

/// Ends the game with the final scoring (DISC-14). The rules call this after the last tile; a program may call it earlier, to score an
/// aborted game.
pub fn end_game(position: &mut DiscoveryPosition, rules: &DiscoveryRules, events: &mut impl Events) {
    scoring::score_final(position, rules, events);
    events.emit(Event::Over);
    position.ask(Pending::Over);
}
