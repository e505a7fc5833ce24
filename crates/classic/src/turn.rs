//! The order of a turn: what follows what, and in which order expansions act.
//!
//! A turn, or each half of a double turn: a tile is drawn and placed (or an abbey is); ghosts are placed; one thing is done with it; the tower takes
//! a prisoner; the dragon moves; followers leave the city of Carcassonne; what is complete is scored; wagons move on; a follower
//! enters the city; a knight escapes. Each step that has nothing to decide is passed over.

use crate::abbey_mayor;
use crate::actions::{self, is_choice};
use crate::cathars;
use crate::count;
use crate::mists;
use crate::princess_dragon;
use crate::river;
use crate::tower;
use crate::traders_builders;
use crate::{ClassicPosition, ClassicRules, Frame, scoring, steps};
use bastide_core::tile::PILE_FIRST;
use bastide_core::{Answers, Event, Events, KindIndex, Place};

/// A seat begins its turn.
#[inline(always)]
pub(crate) fn begin(position: &mut ClassicPosition, rules: &ClassicRules, seat: u8, events: &mut impl Events) {
    position.begin_turn(seat, events);
    if !rules.options.has_turns() {
        position.replace(Frame::Draw);
        return;
    }
    begin_of_many(position, rules, events);
}

/// The same where expansions act at the beginning of a turn.
#[inline(never)]
fn begin_of_many(position: &mut ClassicPosition, rules: &ClassicRules, events: &mut impl Events) {
    if rules.options.has(princess_dragon::FAIRIES) {
        princess_dragon::turn_begins(position, rules, events); // PD-04
    }
    if rules.options.has(tower::TOWERS) {
        tower::turn_begins(position);
    }
    if rules.options.has(traders_builders::BUILDERS) {
        position.extra.turn = crate::extra::Turn::default(); // traders_builders
    }
    begin_half(position, rules, events);
}

/// A turn, or the half of one, begins: an abbey may be placed instead of drawing.
#[inline]
fn begin_half(position: &mut ClassicPosition, rules: &ClassicRules, events: &mut impl Events) {
    if rules.options.has(count::COUNTS) {
        count::turn_begins(position);
    }
    if rules.options.has(abbey_mayor::ABBEYS) && abbey_mayor::can_place_abbey(position) {
        position.replace(Frame::Abbey); // abbey_mayor: AM-02
        return;
    }
    ask_draw(position, rules, events);
}

/// Asks chance for a tile.
#[inline(never)]
pub(crate) fn ask_draw(position: &mut ClassicPosition, rules: &ClassicRules, events: &mut impl Events) {
    if rules.options.has(river::RIVER) {
        river::leave_out(position, rules, events); // RIV-12
    }
    if tiles_left(position) == 0 {
        end_turn(position, rules, events);
    } else {
        position.replace(Frame::Draw);
    }
}

/// Tiles that can still be drawn.
#[inline]
fn tiles_left(position: &ClassicPosition) -> u16 {
    position.bag().left() + position.bag().first_left()
}

/// Lists the tiles that chance can bring.
pub(crate) fn list_draws(position: &ClassicPosition, rules: &ClassicRules, answers: &mut impl Answers) {
    if position.bag().first_left() > 0 {
        river::list_draws(position, rules, answers); // RIV-03
        return; // river
    }
    for kind in 0..rules.kinds.len() as u16 {
        let kind = kind as KindIndex;
        let drawn = rules.kind(kind).pile == bastide_core::tile::PILE_BAG;
        if drawn && position.bag().count(kind) > 0 {
            answers.add(bastide_core::Answer::Draw { kind });
        }
    }
}

/// A tile was drawn: it is placed, discarded, or put aside.
#[inline(always)]
pub(crate) fn draw(position: &mut ClassicPosition, rules: &ClassicRules, kind: KindIndex, events: &mut impl Events) {
    position.draw(rules, kind);
    events.emit(Event::Drawn { kind }); // BASE-07
    if rules.options.has(princess_dragon::DRAGONS) && princess_dragon::is_set_aside(position, rules, kind) {
        position.set_aside(kind, events); // princess_dragon: PD-09
        ask_draw(position, rules, events); // princess_dragon
        return; // princess_dragon
    }
    if fits_anywhere(position, rules, kind) {
        position.replace(Frame::Place { kind });
    } else {
        events.emit(Event::Discarded { kind }); // BASE-06
        if tiles_left(position) == 0 {
            end_turn(position, rules, events);
        }
    }
}

/// Whether a drawn tile can be placed.
#[inline(always)]
fn fits_anywhere(position: &ClassicPosition, rules: &ClassicRules, kind: KindIndex) -> bool {
    let tile = rules.kind(kind);
    if tile.pile == PILE_FIRST {
        return is_choice(|choice| river::list_places(position, rules, kind, choice)); // river
    }
    position.board.fits_anywhere(tile)
}

/// Lists where the tile in hand can be placed, and what else may be done before (TOW-07).
#[inline]
pub(crate) fn list_places(
    position: &ClassicPosition,
    rules: &ClassicRules,
    kind: KindIndex,
    answers: &mut impl Answers,
) {
    let mut in_the_open = true;
    if rules.kind(kind).pile == PILE_FIRST && rules.options.has(river::RIVER) {
        river::list_places(position, rules, kind, answers); // RIV-06
        in_the_open = false;
    }
    if in_the_open {
        position.list_places(rules, kind, answers);
    }
    if rules.options.has(tower::TOWERS) {
        tower::list_ransoms(position, rules, answers);
    }
}

/// The tile in hand was placed.
#[inline(always)]
pub(crate) fn place(
    position: &mut ClassicPosition,
    rules: &ClassicRules,
    kind: KindIndex,
    at: Place,
    rotation: u8,
    events: &mut impl Events,
) {
    position.place(rules, kind, at, rotation, events);
    if rules.options.has_turns() {
        placed_with_many(position, rules, events);
        if rules.options.has(mists::GHOSTS) && steps::mists_ask(position, mists::first_haunt(position, rules)) {
            return; // mists: MIST-04
        }
    }
    ask_action(position, rules, events);
}

/// What expansions do about a tile just placed.
#[inline(never)]
fn placed_with_many(position: &mut ClassicPosition, rules: &ClassicRules, events: &mut impl Events) {
    if rules.options.has(tower::TOWERS) {
        tower::placed(position, rules);
    }
    if rules.options.has(princess_dragon::DRAGONS) {
        princess_dragon::placed(position, rules, events); // PD-07
    }
    if rules.options.has(traders_builders::BUILDERS) {
        let doubled = traders_builders::extends_builder(position, rules); // TB-03
        position.extra.turn.doubled |= doubled && !position.extra.turn.second; // traders_builders: TB-05
    }
}

/// Asks what is done with the tile; a decision with nothing to decide is not asked.
#[inline(always)]
pub(crate) fn ask_action(position: &mut ClassicPosition, rules: &ClassicRules, events: &mut impl Events) {
    let supplied = crate::figures::supplied(position, position.seat());
    let free = if supplied != 0 { actions::free_segments(position, rules) } else { 0 };
    let choice = match rules.options.has_actions() {
        false => free != 0,
        // An ordinary follower may go wherever there is room.
        true => free != 0 && supplied & 3 != 0 || is_choice_of_many(position, rules, free),
    };
    if choice {
        position.replace(Frame::Deploy { free });
    } else {
        after_action(position, rules, events); // BASE-10
    }
}

/// Whether what may be done with the tile leaves a choice.
#[inline(never)]
fn is_choice_of_many(position: &ClassicPosition, rules: &ClassicRules, free: u16) -> bool {
    is_choice(|choice| actions::list(position, rules, free, choice))
}

/// What follows the action: the dragon (PD-10), then the scoring.
#[inline(always)]
pub(crate) fn after_action(position: &mut ClassicPosition, rules: &ClassicRules, events: &mut impl Events) {
    if !rules.options.has_turns() {
        scoring::score_completed(position, rules, events);
        end_turn(position, rules, events);
        return;
    }
    after_action_of_many(position, rules, events);
}

/// The same where expansions have steps of their own.
#[inline(never)]
fn after_action_of_many(position: &mut ClassicPosition, rules: &ClassicRules, events: &mut impl Events) {
    if rules.options.has(princess_dragon::DRAGONS) && steps::princess_dragon_begin(position, rules, false) {
        return;
    }
    enter(position, rules, events);
}

/// Followers may leave the city of Carcassonne for what is complete now (COUNT-05).
#[inline]
pub(crate) fn enter(position: &mut ClassicPosition, rules: &ClassicRules, events: &mut impl Events) {
    if rules.options.has(count::COUNTS) {
        let first = count::first_to_enter(position, rules, false);
        if steps::count_ask_entry(position, rules, first) {
            return;
        }
    }
    score(position, rules, events);
}

/// Scores what the newest tile completed (BASE-04, step 3).
#[inline]
pub(crate) fn score(position: &mut ClassicPosition, rules: &ClassicRules, events: &mut impl Events) {
    scoring::score_completed(position, rules, events);
    if rules.options.has(princess_dragon::DRAGONS) && steps::princess_dragon_begin(position, rules, true) {
        return;
    }
    wagons(position, rules, events);
}

/// Wagons on what was scored move on, or go home (AM-10, AM-11).
#[inline]
pub(crate) fn wagons(position: &mut ClassicPosition, rules: &ClassicRules, events: &mut impl Events) {
    if rules.options.has(abbey_mayor::WAGONS) {
        while let Some(wagon) = abbey_mayor::next_wagon(position, rules) {
            if is_choice(|choice| abbey_mayor::list_wagon_moves(position, rules, wagon, choice)) {
                position.replace(Frame::Wagon(wagon)); // abbey_mayor
                return;
            }
            position.return_figure(wagon, events);
        }
    }
    ask_courtier(position, rules, events);
}

/// A follower may be placed in the city of Carcassonne (COUNT-04).
#[inline]
fn ask_courtier(position: &mut ClassicPosition, rules: &ClassicRules, events: &mut impl Events) {
    if rules.options.has(count::COUNTS)
        && count::may_place(position)
        && is_choice(|choice| count::list_courtiers(position, rules, choice))
    {
        position.replace(Frame::Courtier); // count
        return;
    }
    ask_escape(position, rules, events);
}

/// A knight may escape from a besieged city (CATH-04).
#[inline]
pub(crate) fn ask_escape(position: &mut ClassicPosition, rules: &ClassicRules, events: &mut impl Events) {
    if rules.options.has(cathars::SIEGE) && is_choice(|choice| cathars::list_escapes(position, rules, choice)) {
        position.replace(Frame::Escape); // cathars
        return; // cathars
    }
    end_half(position, rules, events);
}

/// A half of a turn, or the turn, is over.
#[inline]
pub(crate) fn end_half(position: &mut ClassicPosition, rules: &ClassicRules, events: &mut impl Events) {
    if rules.options.has(river::RIVER) && river::goes_on(position, rules) {
        begin_half(position, rules, events); // river: RIV-08
        return; // river
    }
    if rules.options.has(traders_builders::BUILDERS) && position.extra.turn.doubled {
        position.extra.turn = crate::extra::Turn { doubled: false, second: true }; // traders_builders
        begin_half(position, rules, events); // traders_builders: TB-03
        return; // traders_builders
    }
    end_turn(position, rules, events);
}

/// The turn is over: the next seat's begins, or the game ends.
#[inline(always)]
fn end_turn(position: &mut ClassicPosition, rules: &ClassicRules, events: &mut impl Events) {
    if tiles_left(position) == 0 {
        if rules.options.has(abbey_mayor::ABBEYS) && steps::abbey_mayor_last_round(position, rules, events) {
            return;
        }
        finish(position, rules, events); // BASE-19
        return;
    }
    let next = position.seat() + 1;
    begin(position, rules, if next == rules.seats { 0 } else { next }, events); // BASE-04
}

/// The last tile is placed: the market of Carcassonne empties (COUNT-08), then the game ends.
#[inline(never)]
fn finish(position: &mut ClassicPosition, rules: &ClassicRules, events: &mut impl Events) {
    if rules.options.has(count::COUNTS) {
        let first = count::first_to_enter(position, rules, true);
        if steps::count_ask_entry(position, rules, first) {
            return;
        }
    }
    crate::end_game(position, rules, events);
}
