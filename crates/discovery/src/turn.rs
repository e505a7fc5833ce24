//! The order of a game and of a turn.
//!
//! Before the first turn chance says who begins, then tiles are taken out, then hands are dealt. A turn: a tile is drawn and placed,
//! or one of the hand is; a follower is placed or removed; the hand is filled up. Each step that has nothing to decide is passed over.

use crate::base::{HAND, Hand, taken_out};
use crate::family::{DiscoveryPosition, DiscoveryRules};
use crate::pending::Pending;
use crate::{actions, scoring};
use bastide_core::{Answer, Event, Events, KindIndex, Place};

/// The seat that begins is known (DISC-02).
pub(crate) fn begin_game(
    position: &mut DiscoveryPosition,
    rules: &DiscoveryRules,
    first: u8,
    events: &mut impl Events,
) {
    events.emit(Event::First { seat: first });
    match taken_out(rules) {
        0 => ask_deal(position, rules, first, events),
        left => position.ask(Pending::TakeOut { first, left }),
    }
}

/// A tile is taken out of the game and shown (DISC-17).
pub(crate) fn take_out(
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

/// The next tile of the hands is to be dealt, or the first turn begins.
fn ask_deal(position: &mut DiscoveryPosition, rules: &DiscoveryRules, first: u8, events: &mut impl Events) {
    if next_to_deal(position, rules, first).is_some() {
        position.ask(Pending::Deal { first });
    } else if tiles_left(position, rules) {
        begin(position, rules, first, events);
    } else {
        end_game(position, rules, events);
    }
}

/// The seat that gets the next tile of its hand before the first turn: from the seat that begins each takes two (DISC-16).
pub(crate) fn next_to_deal(position: &DiscoveryPosition, rules: &DiscoveryRules, first: u8) -> Option<u8> {
    if rules.options.hand == Hand::One || position.bag().left() == 0 {
        return None;
    }
    (0..rules.seats).map(|after| (first + after) % rules.seats).find(|&seat| !is_full(position, seat))
}

/// A tile comes into a hand before the first turn.
pub(crate) fn deal(
    position: &mut DiscoveryPosition,
    rules: &DiscoveryRules,
    first: u8,
    kind: KindIndex,
    events: &mut impl Events,
) {
    if let Some(seat) = next_to_deal(position, rules, first) {
        position.take(rules, seat, kind, events);
    }
    ask_deal(position, rules, first, events);
}

/// A seat begins its turn (DISC-03).
#[inline]
fn begin(position: &mut DiscoveryPosition, rules: &DiscoveryRules, seat: u8, events: &mut impl Events) {
    position.begin_turn(seat, events);
    match rules.options.hand {
        Hand::One => position.ask(Pending::Draw),
        _ => ask_held(position, rules, events),
    }
}

/// A tile was drawn: it is placed, or leaves the game and another is drawn (DISC-04).
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

/// Asks which tile of the hand is placed. Tiles leave the game where none of them fits (DISC-16).
fn ask_held(position: &mut DiscoveryPosition, rules: &DiscoveryRules, events: &mut impl Events) {
    let seat = position.seat();
    if position.hand(seat).iter().any(|&kind| position.board.fits_anywhere(rules.kind(kind))) {
        position.ask(Pending::PlaceHeld);
        return;
    }
    while !position.hand(seat).is_empty() {
        let kind = position.leave_hand(seat, 0);
        events.emit(Event::Discarded { kind }); // DISC-04
    }
    if position.bag().left() > 0 {
        position.ask(Pending::Replace);
    } else {
        end_turn(position, rules, events); // DISC-16: no tile, so no follower either.
    }
}

/// A tile comes into the hand whose tiles fitted nowhere (DISC-16).
pub(crate) fn replace(
    position: &mut DiscoveryPosition,
    rules: &DiscoveryRules,
    kind: KindIndex,
    events: &mut impl Events,
) {
    let seat = position.seat();
    position.take(rules, seat, kind, events);
    if is_full(position, seat) || position.bag().left() == 0 {
        ask_held(position, rules, events);
    }
}

/// A tile is placed.
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

/// Either a follower is placed, or one is removed and scored, or neither (DISC-03).
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

/// The turn is over but for the hand, which is filled up (DISC-16).
#[inline]
fn end_turn(position: &mut DiscoveryPosition, rules: &DiscoveryRules, events: &mut impl Events) {
    let hands = rules.options.hand != Hand::One;
    if hands && position.bag().left() > 0 && !is_full(position, position.seat()) {
        position.ask(Pending::Refill);
    } else {
        next_turn(position, rules, events);
    }
}

/// A tile comes into the hand at the end of the turn (DISC-16).
pub(crate) fn refill(
    position: &mut DiscoveryPosition,
    rules: &DiscoveryRules,
    kind: KindIndex,
    events: &mut impl Events,
) {
    position.take(rules, position.seat(), kind, events);
    end_turn(position, rules, events);
}

/// The next seat's turn begins, clockwise; of hands, the next that has a tile (DISC-16). Without any tile the game ends (DISC-14).
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

/// Whether a seat can have a turn: it holds a tile, or draws one.
#[inline]
fn has_tile(position: &DiscoveryPosition, rules: &DiscoveryRules, seat: u8) -> bool {
    match rules.options.hand {
        Hand::One => position.bag().left() > 0,
        _ => !position.hand(seat).is_empty(),
    }
}

/// Whether any seat can have a turn.
fn tiles_left(position: &DiscoveryPosition, rules: &DiscoveryRules) -> bool {
    (0..rules.seats).any(|seat| has_tile(position, rules, seat))
}

/// Whether a hand is full.
#[inline]
pub(crate) fn is_full(position: &DiscoveryPosition, seat: u8) -> bool {
    position.hand(seat).len() >= HAND
}

/// Ends the game where it stands, with its final scoring (DISC-14). The rules come here when the last tile was placed; a program
/// may sooner, to score a game that was broken off.
pub fn end_game(position: &mut DiscoveryPosition, rules: &DiscoveryRules, events: &mut impl Events) {
    scoring::score_final(position, rules, events);
    events.emit(Event::Over);
    position.ask(Pending::Over);
}
