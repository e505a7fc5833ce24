//! The order of a turn: what follows what, and in which order expansions act.
//!
//! A turn, or each half of a double turn: a tile is drawn and placed (or an abbey is); ghosts are placed; one thing is done with it;
//! the tower takes a prisoner; the dragon moves; followers leave the city of Carcassonne; what is complete is scored; wagons move on; a
//! follower enters the city; a knight escapes. Each step that has nothing to decide is passed over.

use crate::abbey_mayor;
use crate::actions;
use crate::cathars;
use crate::count;
use crate::extra::Turn;
use crate::family::{ClassicPosition, ClassicRules};
use crate::figures;
use crate::mists;
use crate::next::Next;
use crate::pairs;
use crate::pending::Pending;
use crate::princess_dragon;
use crate::river;
use crate::scoring;
use crate::tower;
use crate::traders_builders;
use bastide_core::tile::{PILE_BAG, PILE_FIRST};
use bastide_core::{Answer, Answers, Event, Events, KindIndex, Place, is_choice};

/// Goes on with what comes after an answer that an expansion has carried out. A call of its own, so that the base game's turn,
/// which never comes here, keeps its registers.
#[inline(never)]
pub(crate) fn go_on(position: &mut ClassicPosition, rules: &ClassicRules, next: Next, events: &mut impl Events) {
    match next {
        Next::Ask(pending) => position.ask(pending),
        Next::Draw => ask_draw(position, rules, events),
        Next::Place { kind, at } => place(position, rules, kind, at, 0, events),
        Next::Action => ask_action(position, rules, events),
        Next::AfterAction => after_action(position, rules, events),
        Next::Enter => enter(position, rules, events),
        Next::EnterFrom(from) => count_enters(position, rules, from, events),
        Next::Score => {
            let completed = scoring::completed(position, rules);
            score(position, rules, &completed, events);
        }
        Next::Wagons => wagons(position, rules, events),
        Next::Escape => ask_escape(position, rules, events),
        Next::EndHalf => end_half(position, rules, events),
        Next::EndGame => end_game(position, rules, events),
    }
}

/// The seat that begins is known.
pub(crate) fn begin_game(position: &mut ClassicPosition, rules: &ClassicRules, seat: u8, events: &mut impl Events) {
    events.emit(Event::First { seat }); // BASE-03
    begin(position, rules, seat, events);
}

/// A seat begins its turn.
#[inline(always)]
fn begin(position: &mut ClassicPosition, rules: &ClassicRules, seat: u8, events: &mut impl Events) {
    position.begin_turn(seat, events);
    if !rules.options.has_turns() {
        position.ask(Pending::Draw);
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
        position.extra.turn = Turn::default();
    }
    begin_half(position, rules, events);
}

/// A turn, or the half of one, begins: an abbey may be placed instead of drawing.
#[inline(always)]
fn begin_half(position: &mut ClassicPosition, rules: &ClassicRules, events: &mut impl Events) {
    if rules.options.has(count::COUNTS) {
        count::turn_begins(position);
    }
    if rules.options.has(abbey_mayor::ABBEYS) && abbey_mayor::can_place_abbey(position) {
        position.ask(Pending::Abbey); // AM-02
        return;
    }
    ask_draw(position, rules, events);
}

/// Asks chance for a tile.
#[inline(always)]
fn ask_draw(position: &mut ClassicPosition, rules: &ClassicRules, events: &mut impl Events) {
    // Nearly always tiles are drawn from the bag, and there are some.
    if position.bag().first_left() == 0 && position.bag().left() > 0 {
        position.ask(Pending::Draw);
    } else {
        ask_rare_draw(position, rules, events);
    }
}

/// Asks chance for a tile of a pile that comes before the bag, or nobody for any, since none is left.
#[inline(never)]
fn ask_rare_draw(position: &mut ClassicPosition, rules: &ClassicRules, events: &mut impl Events) {
    if rules.options.has(river::RIVER) {
        river::leave_out(position, rules, events); // RIV-12
    }
    if tiles_left(position) == 0 {
        end_turn(position, rules, events);
    } else {
        position.ask(Pending::Draw);
    }
}

/// Tiles that can still be drawn.
#[inline]
fn tiles_left(position: &ClassicPosition) -> u16 {
    position.bag().left() + position.bag().first_left()
}

/// Lists where an abbey can be placed, and what else may be done before (AM-02, TOW-07).
pub(crate) fn abbey_mayor_list(position: &ClassicPosition, rules: &ClassicRules, answers: &mut impl Answers) {
    abbey_mayor::list_gaps(position, answers);
    if rules.options.has(tower::TOWERS) {
        tower::list_ransoms(position, rules, answers);
    }
}

/// Lists the tiles that chance can bring.
pub(crate) fn list_draws(position: &ClassicPosition, rules: &ClassicRules, answers: &mut impl Answers) {
    if position.bag().first_left() > 0 {
        river::list_draws(position, rules, answers); // RIV-03
        return;
    }
    position.list_draws(rules, PILE_BAG, answers);
}

/// Lists the kinds of tile of which the next that is drawn for a turn can be one: of the river while there is any, then of the bag.
pub(crate) fn list_next_kinds(position: &ClassicPosition, rules: &ClassicRules, answers: &mut impl Answers) {
    if position.bag().first_left() > 0 && is_choice(|choice| river::list_draws(position, rules, choice)) {
        river::list_draws(position, rules, answers); // RIV-03, RIV-12
        return;
    }
    for kind in 0..rules.kinds.len() {
        let kind = kind as KindIndex;
        answers.add_if(rules.kind(kind).pile == PILE_BAG, Answer::Draw { kind });
    }
}

/// Lists where a tile of a kind could be placed if it were drawn now.
pub(crate) fn list_if_drawn(
    position: &ClassicPosition,
    rules: &ClassicRules,
    kind: KindIndex,
    answers: &mut impl Answers,
) {
    if rules.options.has(princess_dragon::DRAGONS) && princess_dragon::is_set_aside(position, rules, kind) {
        return; // PD-09
    }
    list_in_the_open(position, rules, kind, answers);
}

/// Whether the places of a tile are not simply those where it fits.
#[inline]
pub(crate) fn has_special_places(rules: &ClassicRules, kind: KindIndex) -> bool {
    let mut special = false;
    special |= rules.kind(kind).pile == PILE_FIRST && rules.options.has(river::RIVER); // RIV-06
    special
}

/// Lists where a tile can be placed, and nothing else that may be done.
#[inline(always)]
fn list_in_the_open(position: &ClassicPosition, rules: &ClassicRules, kind: KindIndex, answers: &mut impl Answers) {
    if has_special_places(rules, kind) {
        river::list_places(position, rules, kind, answers); // RIV-06
        return;
    }
    position.list_places(rules, kind, answers);
}

/// A tile was drawn: it is placed, discarded, or put aside.
#[inline(always)]
pub(crate) fn draw(position: &mut ClassicPosition, rules: &ClassicRules, kind: KindIndex, events: &mut impl Events) {
    position.draw(rules, kind);
    events.emit(Event::Drawn { kind }); // BASE-07
    if rules.options.has(princess_dragon::DRAGONS) && princess_dragon::is_set_aside(position, rules, kind) {
        position.set_aside(kind, events); // PD-09
        ask_draw(position, rules, events);
        return;
    }
    if fits_anywhere(position, rules, kind) {
        position.ask(Pending::Place { kind });
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
        return river::fits_anywhere(position, rules, kind);
    }
    position.board.fits_anywhere(tile)
}

/// Lists where the tile in hand can be placed, and what else may be done before (TOW-07).
#[inline(always)]
pub(crate) fn list_places(
    position: &ClassicPosition,
    rules: &ClassicRules,
    kind: KindIndex,
    answers: &mut impl Answers,
) {
    list_in_the_open(position, rules, kind, answers);
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
        if rules.options.has(mists::GHOSTS) {
            let first = mists::first_haunt(position, rules);
            if first.is_some()
                && let Some(haunt) = mists::first_to_place(position, rules, first)
            {
                position.ask(Pending::Haunt(haunt)); // MIST-04
                return;
            }
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
        position.extra.turn.doubled |= doubled && !position.extra.turn.second; // TB-05
    }
}

/// Asks what is done with the tile; a decision with nothing to decide is not asked.
#[inline(always)]
fn ask_action(position: &mut ClassicPosition, rules: &ClassicRules, events: &mut impl Events) {
    let supplied = figures::supplied(position, position.seat());
    let free = if supplied != 0 { actions::free_segments(position, rules) } else { 0 };
    let choice = match rules.options.has_actions() {
        false => free != 0,
        true => free != 0 && supplied & figures::GO_ANYWHERE != 0 || is_choice_of_many(position, rules, free),
    };
    if choice {
        position.ask(Pending::Deploy { free });
    } else {
        after_action(position, rules, events); // BASE-10
    }
}

/// Whether what may be done with the tile leaves a choice.
#[inline(never)]
fn is_choice_of_many(position: &ClassicPosition, rules: &ClassicRules, free: u16) -> bool {
    let mut choice = false;
    // First what nearly every turn offers.
    choice |= rules.options.has(tower::TOWERS) && is_choice(|some| tower::list_actions(position, rules, some));
    choice |= !choice && princess_dragon::may_lead_fairy(position, rules);
    choice || is_choice(|some| actions::list(position, rules, free, some))
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
    if rules.options.has(princess_dragon::DRAGONS) && princess_dragon_moves(position, rules, false) {
        return;
    }
    enter(position, rules, events);
}

/// Asks for the dragon's first step, if it moves now. Answers whether it does.
#[inline(always)]
fn princess_dragon_moves(position: &mut ClassicPosition, rules: &ClassicRules, scored: bool) -> bool {
    let step = princess_dragon::begin_dragon_move(position, rules, scored);
    if let Some(step) = step {
        position.ask(Pending::Dragon(step));
    }
    step.is_some()
}

/// Followers may leave the city of Carcassonne for what is complete now (COUNT-05).
#[inline]
fn enter(position: &mut ClassicPosition, rules: &ClassicRules, events: &mut impl Events) {
    if !position.board.has_ended() {
        score(position, rules, &scoring::NOTHING_COMPLETED, events); // Nobody leaves the city for nothing.
        return;
    }
    let completed = scoring::completed(position, rules);
    if rules.options.has(count::COUNTS) {
        let first = count::first_to_enter(position, rules, false);
        if count_asks(position, rules, first, &completed) {
            return;
        }
    }
    score(position, rules, &completed, events);
}

/// The first seat, from this one on, that can move a follower out of the city is asked; if there is none, the turn goes on.
fn count_enters(position: &mut ClassicPosition, rules: &ClassicRules, from: count::Enter, events: &mut impl Events) {
    let completed = scoring::completed(position, rules);
    if !count_asks(position, rules, from, &completed) {
        go_on(position, rules, count::after_entering(from), events);
    }
}

/// Asks the first seat, from this one on, that can move a follower out of the city. Answers whether there is one.
fn count_asks(
    position: &mut ClassicPosition,
    rules: &ClassicRules,
    from: count::Enter,
    completed: &scoring::Completed,
) -> bool {
    if !from.last && completed.segments().is_empty() {
        return false;
    }
    let mut next = Some(from);
    while let Some(enter) = next {
        if is_choice(|choice| count::list_entries(position, rules, enter, completed.segments(), choice)) {
            position.ask(Pending::Enter(enter));
            return true;
        }
        next = count::next_to_enter(position, rules, enter);
    }
    false
}

/// A follower leaves the city of Carcassonne, or none does (COUNT-05).
pub(crate) fn count_enter(
    position: &mut ClassicPosition,
    rules: &ClassicRules,
    enter: count::Enter,
    answer: Answer,
    events: &mut impl Events,
) -> Next {
    let next = count::enter(position, rules, enter, answer, events);
    if let Answer::Move { figure, .. } = answer {
        pairs::entered_field(position, rules, figure, enter.last, events);
    }
    next
}

/// Lists the moves out of the city (COUNT-05, COUNT-08).
pub(crate) fn count_list_entries(
    position: &ClassicPosition,
    rules: &ClassicRules,
    enter: count::Enter,
    answers: &mut impl Answers,
) {
    let completed = scoring::completed(position, rules);
    count::list_entries(position, rules, enter, completed.segments(), answers);
}

/// Scores what the newest tile completed (BASE-04, step 3).
#[inline]
fn score(
    position: &mut ClassicPosition,
    rules: &ClassicRules,
    completed: &scoring::Completed,
    events: &mut impl Events,
) {
    scoring::score_watched(position, rules, completed, events);
    if rules.options.has(princess_dragon::DRAGONS) && princess_dragon_moves(position, rules, true) {
        return;
    }
    if completed.segments().is_empty() {
        // No wagon stands on what was complete before.
        debug_assert!(abbey_mayor::next_wagon(position, rules).is_none());
        ask_courtier(position, rules, events);
    } else {
        wagons(position, rules, events);
    }
}

/// Wagons on what was scored move on, or go home (AM-10, AM-11).
#[inline]
fn wagons(position: &mut ClassicPosition, rules: &ClassicRules, events: &mut impl Events) {
    if rules.options.has(abbey_mayor::WAGONS) {
        while let Some(wagon) = abbey_mayor::next_wagon(position, rules) {
            if is_choice(|choice| abbey_mayor::list_wagon_moves(position, rules, wagon, choice)) {
                position.ask(Pending::Wagon(wagon));
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
        position.ask(Pending::Courtier);
        return;
    }
    ask_escape(position, rules, events);
}

/// A knight may escape from a besieged city (CATH-04).
#[inline]
fn ask_escape(position: &mut ClassicPosition, rules: &ClassicRules, events: &mut impl Events) {
    if rules.options.has(cathars::SIEGE) && is_choice(|choice| cathars::list_escapes(position, rules, choice)) {
        position.ask(Pending::Escape);
        return;
    }
    end_half(position, rules, events);
}

/// A half of a turn, or the turn, is over.
#[inline]
fn end_half(position: &mut ClassicPosition, rules: &ClassicRules, events: &mut impl Events) {
    if rules.options.has(river::RIVER) && river::goes_on(position, rules) {
        begin_half(position, rules, events); // RIV-08
        return;
    }
    if rules.options.has(traders_builders::BUILDERS) && position.extra.turn.doubled {
        position.extra.turn = Turn { doubled: false, second: true };
        begin_half(position, rules, events); // TB-03
        return;
    }
    end_turn(position, rules, events);
}

/// The turn is over: the next seat's begins, or the game ends.
#[inline(always)]
fn end_turn(position: &mut ClassicPosition, rules: &ClassicRules, events: &mut impl Events) {
    if tiles_left(position) == 0 {
        if let Some(seat) = abbey_mayor::last_round(position, rules) {
            begin(position, rules, seat, events);
            return;
        }
        finish(position, rules, events); // BASE-19
        return;
    }
    begin(position, rules, rules.next_seat(position.seat()), events); // BASE-04
}

/// The last tile is placed: the market of Carcassonne empties (COUNT-08), then the game ends.
#[inline(never)]
fn finish(position: &mut ClassicPosition, rules: &ClassicRules, events: &mut impl Events) {
    if rules.options.has(count::COUNTS) {
        let first = count::first_to_enter(position, rules, true);
        let completed = scoring::completed(position, rules);
        if count_asks(position, rules, first, &completed) {
            return;
        }
    }
    end_game(position, rules, events);
}

/// Ends the game where it stands: final scoring of what lies on the table (BASE-20, BASE-21). The rules come here when the bag is
/// empty (BASE-19); a program may sooner, to score a game that was broken off.
pub fn end_game(position: &mut ClassicPosition, rules: &ClassicRules, events: &mut impl Events) {
    scoring::score_final(position, rules, events);
    events.emit(Event::Over);
    position.ask(Pending::Over);
}
