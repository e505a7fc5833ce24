//! The steps of a turn.
//!
//! A land tile is drawn and placed, a member or a hut may be placed on it, and the features that it completed are scored. If these include
//! a forest with gold, the same steps follow once more with a bonus tile. Steps without a choice are skipped.

use crate::family::{Hunters, HuntersPosition, HuntersRules};
use crate::pending::Pending;
use crate::{base, later, scoring};
use bastide_core::tile::PILE_APART;
use bastide_core::{Answer, Event, Events, Family, KindIndex, Place};

/// Starts the game with the first seat.
pub(crate) fn begin_game(position: &mut HuntersPosition, rules: &HuntersRules, seat: u8, events: &mut impl Events) {
    events.emit(Event::First { seat }); // HG-02
    begin(position, rules, seat, events);
}

/// Starts a seat's turn: chance must draw a land tile (HG-03).
#[inline]
fn begin(position: &mut HuntersPosition, rules: &HuntersRules, seat: u8, events: &mut impl Events) {
    position.begin_turn(seat, events);
    if position.bag().left() == 0 {
        end_game(position, rules, events); // A set-up may have only the start tile.
    } else {
        position.ask(Pending::Draw);
    }
}

/// Continues from an arranged position: begins the active seat's turn, with the tile in hand, if any.
pub(crate) fn resume_arranged(
    position: &mut HuntersPosition,
    rules: &HuntersRules,
    hand: Option<KindIndex>,
    events: &mut impl Events,
) {
    let seat = position.seat();
    if let Some(kind) = hand {
        position.begin_turn(seat, events);
        position.ask(Pending::Place { kind });
    } else if position.extra.bonus {
        position.begin_turn(seat, events);
        position.ask(Pending::Draw); // HG-12
    } else {
        begin(position, rules, seat, events);
    }
}

/// Handles a drawn tile: asks where to place it, or discards it if it fits nowhere and asks for another draw.
#[inline]
pub(crate) fn draw(position: &mut HuntersPosition, rules: &HuntersRules, kind: KindIndex, events: &mut impl Events) {
    position.draw(rules, kind);
    events.emit(Event::Drawn { kind }); // HG-36
    if position.board.fits_anywhere(rules.kind(kind)) {
        position.ask(Pending::Place { kind });
    } else {
        events.emit(Event::Discarded { kind }); // HG-04, HG-13
        if position.bag().left_in(Hunters::pile(position)) == 0 {
            end_turn(position, rules, events);
        }
    }
}

/// Places the tile in hand, then asks for the shaman's decision or for a figure.
#[inline]
pub(crate) fn place(
    position: &mut HuntersPosition,
    rules: &HuntersRules,
    kind: KindIndex,
    at: Place,
    rotation: u8,
    events: &mut impl Events,
) {
    position.place(rules, kind, at, rotation, events);
    if rules.options.later {
        later::placed(position, rules, events); // HG-29
        if later::may_call_back(position, rules) {
            position.ask(Pending::Shaman); // HG-30
            return;
        }
    }
    ask_action(position, rules, events);
}

/// Handles the answer to the shaman's decision: returns a member to the supply, or passes.
pub(crate) fn shaman(position: &mut HuntersPosition, rules: &HuntersRules, answer: Answer, events: &mut impl Events) {
    if let Answer::Return { figure } = answer {
        position.return_figure(figure, events); // HG-30
    }
    ask_action(position, rules, events);
}

/// Asks which figure to place on the tile. Continues with the scoring if none can be placed.
#[inline]
fn ask_action(position: &mut HuntersPosition, rules: &HuntersRules, events: &mut impl Events) {
    let free = base::free_segments(position, rules);
    if free == 0 {
        continue_after_action(position, rules, events); // HG-08
    } else {
        position.ask(Pending::Deploy { free });
    }
}

/// Scores the features that the newest tile completed (HG-03, step 3), then ends the turn. If a completed forest has gold, draws a bonus
/// tile first, once per turn (HG-12, HG-13).
#[inline]
pub(crate) fn continue_after_action(position: &mut HuntersPosition, rules: &HuntersRules, events: &mut impl Events) {
    let gold = scoring::score_completed(position, rules, events);
    if gold && !position.extra.bonus && position.bag().left_in(PILE_APART) > 0 {
        position.extra.bonus = true;
        position.ask(Pending::Draw);
    } else {
        end_turn(position, rules, events);
    }
}

/// Ends a turn: starts the next seat's turn, or ends the game (HG-15).
#[inline]
fn end_turn(position: &mut HuntersPosition, rules: &HuntersRules, events: &mut impl Events) {
    position.extra.bonus = false;
    if position.bag().left() == 0 {
        end_game(position, rules, events);
        return;
    }
    begin(position, rules, rules.next_seat(position.seat()), events);
}

/// Ends the game with the final scoring. The seat with the most points wins (HG-22). The rules call this after the last land tile (HG-15);
/// a program may call it earlier to score an aborted game.
pub fn end_game(position: &mut HuntersPosition, rules: &HuntersRules, events: &mut impl Events) {
    position.extra.bonus = false;
    if !rules.options.members_stay_out {
        scoring::send_home(position, events); // HG-38
    }
    scoring::score_final(position, rules, events);
    events.emit(Event::Over);
    position.ask(Pending::Over);
}
