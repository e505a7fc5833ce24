//! The order of a turn: its stages ([`Stage`]), and what each expansion does in them ([`run_from_stage`]).

use crate::abbey_mayor;
use crate::actions;
use crate::base;
use crate::base::hand;
use crate::cathars;
use crate::count;
use crate::cult;
use crate::extra::Turn;
use crate::family::{ClassicPosition, ClassicRules};
use crate::figures;
use crate::mage_witch;
use crate::mists;
use crate::next::{Next, Stage};
use crate::pairs;
use crate::pending::Pending;
use crate::phantom;
use crate::places;
use crate::places::{fits_anywhere, hand_fits_anywhere, list_in_the_open};
use crate::princess_dragon;
use crate::river;
use crate::scoring;
use crate::tower;
use crate::traders_builders;
use crate::wind_roses;
use bastide_core::tile::PILE_BAG;
use bastide_core::{Answer, Answers, Event, Events, FigureKind, KindIndex, Place, SegmentIndex, is_choice};

/// Continues the turn after an expansion has applied an answer. Not inlined, so that the base game's turn, which never gets here, does not
/// have to save registers for it.
#[inline(never)]
pub(crate) fn continue_turn(
    position: &mut ClassicPosition,
    rules: &ClassicRules,
    next: Next,
    events: &mut impl Events,
) {
    match next {
        Next::Ask(pending) => position.ask(pending),
        Next::Place { kind, at } => place(position, rules, kind, at, 0, events),
        Next::After(Stage::Act) if rules.options.has_turns() => after_taking_action(position, rules, None, events),
        Next::After(Stage::Act) => score_and_end(position, rules, events),
        Next::AfterAction => after_action_and_phantom(position, rules, events),
        Next::Again(stage) => resume(position, rules, stage as u8, events),
        Next::After(stage) => resume(position, rules, stage as u8 + 1, events),
        Next::LeaveCity(from) => continue_leaving_city(position, rules, from, events),
        Next::EndTurn => end_turn::<true>(position, rules, events),
        Next::EndGame => end_game(position, rules, events),
    }
}

/// Starts the game with the given seat.
pub(crate) fn begin_game(position: &mut ClassicPosition, rules: &ClassicRules, seat: u8, events: &mut impl Events) {
    events.emit(Event::First { seat }); // BASE-03
    begin_any(position, rules, seat, events);
}

/// Continues from an arranged position: begins the active seat's turn without what happens before its draw, with the tile in hand, if any.
/// If no tiles are left and the last round of abbeys has not begun, ends the turn of the seat before it.
pub(crate) fn resume_arranged(
    position: &mut ClassicPosition,
    rules: &ClassicRules,
    hand: Option<KindIndex>,
    events: &mut impl Events,
) {
    let seat = position.seat();
    if let Some(kind) = hand {
        position.begin_turn(seat, events);
        position.ask(Pending::Place { kind });
    } else if tiles_left(position) > 0 || !position.hand(seat).is_empty() || position.extra.abbey_mayor.last_round > 0 {
        position.begin_turn(seat, events);
        resume(position, rules, Stage::Half as u8, events);
    } else {
        position.begin_turn(rules.seat_before(seat), events);
        end_last_turn(position, rules, events);
    }
}

/// Starts a seat's turn.
fn begin_any(position: &mut ClassicPosition, rules: &ClassicRules, seat: u8, events: &mut impl Events) {
    if rules.options.has_turns() {
        begin::<true>(position, rules, seat, events);
    } else {
        begin::<false>(position, rules, seat, events);
    }
}

/// Like [`begin_any`], for callers that know whether expansions act between one tile and the next (`HAS_TURNS`).
#[inline(always)]
fn begin<const HAS_TURNS: bool>(
    position: &mut ClassicPosition,
    rules: &ClassicRules,
    seat: u8,
    events: &mut impl Events,
) {
    debug_assert_eq!(HAS_TURNS, rules.options.has_turns());
    position.begin_turn(seat, events);
    if HAS_TURNS {
        run_begin(position, rules, events);
    } else {
        position.ask(Pending::Draw);
    }
}

/// Places the tile in hand.
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
        run_placed(position, rules, events);
    } else if !ask_action(position, rules) {
        continue_after_action(position, rules, events); // BASE-10
    }
}

/// Deploys a figure as the action with the newest tile (BASE-08) and continues the turn.
#[inline(always)]
pub(crate) fn deploy(
    position: &mut ClassicPosition,
    rules: &ClassicRules,
    figure: FigureKind,
    segment: SegmentIndex,
    events: &mut impl Events,
) {
    if rules.options.has_turns() {
        return run_deploy(position, rules, figure, segment, events);
    }
    position.deploy(rules, position.seat(), figure, segment, events);
    score_and_end(position, rules, events);
}

/// Continues once the action step is over, whether or not an action was taken.
#[inline(always)]
pub(crate) fn continue_after_action(position: &mut ClassicPosition, rules: &ClassicRules, events: &mut impl Events) {
    if rules.options.has_turns() {
        run_after_action(position, rules, events);
    } else {
        score_and_end(position, rules, events);
    }
}

/// Scores completed features and ends a turn in which no expansion acts.
#[inline(always)]
fn score_and_end(position: &mut ClassicPosition, rules: &ClassicRules, events: &mut impl Events) {
    scoring::score_completed(position, rules, events);
    end_turn::<false>(position, rules, events);
}

/// Runs a turn in which expansions act, from its start. Because the first stage is known at compile time, the stages before it cost
/// nothing.
#[inline(never)]
fn run_begin(position: &mut ClassicPosition, rules: &ClassicRules, events: &mut impl Events) {
    run_from_stage(position, rules, Stage::Begin as u8, events);
}

/// Like [`run_begin`], but starts once the tile has been placed.
#[inline(never)]
fn run_placed(position: &mut ClassicPosition, rules: &ClassicRules, events: &mut impl Events) {
    run_from_stage(position, rules, Stage::Placed as u8, events);
}

/// Returns whether the newest tile is a river's volcano, so that the turn continues with the lake (RIV-08).
#[inline(always)]
fn is_volcano_of_the_river(position: &ClassicPosition, rules: &ClassicRules) -> bool {
    rules.options.has(river::RIVER)
        && river::does_same_player_continue(position, rules)
        && !rules.options.is_before_version_3()
}

/// Like [`run_begin`], but starts after the action.
#[inline(never)]
fn run_after_action(position: &mut ClassicPosition, rules: &ClassicRules, events: &mut impl Events) {
    run_from_stage(position, rules, Stage::Act as u8 + 1, events);
}

/// Like [`deploy`], for games in which expansions act between one tile and the next.
#[inline(never)]
fn run_deploy(
    position: &mut ClassicPosition,
    rules: &ClassicRules,
    figure: FigureKind,
    segment: SegmentIndex,
    events: &mut impl Events,
) {
    position.deploy(rules, position.seat(), figure, segment, events);
    after_taking_action(position, rules, Some((figure, segment)), events);
}

/// Continues after an action was taken with the newest tile: a figure was deployed, if `deployed` has its kind and place, or something else
/// was done. First asks for the phantom if it may follow.
#[inline]
fn after_taking_action(
    position: &mut ClassicPosition,
    rules: &ClassicRules,
    deployed: Option<(FigureKind, SegmentIndex)>,
    events: &mut impl Events,
) {
    if rules.options.has(phantom::PHANTOMS) && actions::ask_phantom(position, rules, deployed) {
        return;
    }
    after_action_and_phantom(position, rules, events);
}

/// Like [`run_after_action`], for turns in which an action was taken, and perhaps a phantom placed.
#[inline]
fn after_action_and_phantom(position: &mut ClassicPosition, rules: &ClassicRules, events: &mut impl Events) {
    if position.bag().left_in_first_pile() > 0 {
        // RIV-08: the turn's one action was used on the first of its two tiles.
        position.extra.turn.acted = is_volcano_of_the_river(position, rules);
    }
    run_after_action(position, rules, events);
}

/// Like [`run_begin`], but starts at the stage with the given number.
#[inline(never)]
fn resume(position: &mut ClassicPosition, rules: &ClassicRules, first: u8, events: &mut impl Events) {
    run_from_stage(position, rules, first, events);
}

/// Runs a turn from stage number `first` until it reaches a decision. A stage that offers no choice asks nothing.
#[inline(always)]
fn run_from_stage(position: &mut ClassicPosition, rules: &ClassicRules, first: u8, events: &mut impl Events) {
    let options = &rules.options;
    let is_due = |stage: Stage| first <= stage as u8;
    if is_due(Stage::Begin) {
        if options.has(princess_dragon::FAIRIES) {
            princess_dragon::turn_begins(position, rules, events); // PD-04
        }
        if options.has(tower::TOWERS) {
            tower::turn_begins(position);
        }
        if options.has(traders_builders::BUILDERS | river::RIVER) {
            position.extra.turn = Turn::default();
        }
    }
    if is_due(Stage::Half) {
        if options.has(count::COUNTS) {
            count::half_begins(position, is_volcano_of_the_river(position, rules));
        }
        if options.has(abbey_mayor::ABBEYS) && can_place_abbey(position, rules) {
            return position.ask(Pending::Abbey); // AM-02
        }
    }
    if is_due(Stage::Draw) {
        if options.has(base::HANDS) {
            return ask_held(position, rules, events); // BASE-24
        }
        return ask_draw(position, rules, events);
    }
    if is_due(Stage::Placed) {
        if options.has(wind_roses::WIND_ROSES) {
            wind_roses::score_placed(position, rules, events); // WIND-03
        }
        if options.has(tower::TOWERS) {
            tower::placed(position, rules);
        }
        if options.has(princess_dragon::DRAGONS) {
            princess_dragon::placed(position, rules, events); // PD-07
        }
        if options.has(traders_builders::BUILDERS) {
            let doubled = traders_builders::extends_builder(position, rules); // TB-03
            position.extra.turn.doubled |= doubled && !position.extra.turn.second; // TB-05
        }
    }
    if is_due(Stage::MageWitch)
        && options.has(mage_witch::MAGES | mage_witch::WITCHES)
        && mage_witch::begin_move(position, rules, events)
    {
        return position.ask(Pending::MageWitch); // MW-02, MW-05
    }
    if is_due(Stage::Haunt) && options.has(mists::GHOSTS) && ask_haunt(position, rules) {
        return;
    }
    if is_due(Stage::Act) && !position.extra.turn.acted && ask_any_action(position, rules) {
        return;
    }
    if is_due(Stage::Dragon) && options.has(count::COUNTS) {
        count::record_action(position, rules); // COUNT-04
    }
    if is_due(Stage::Dragon) && options.has(princess_dragon::DRAGONS) && ask_dragon(position, rules, false) {
        return;
    }
    let found;
    let completed = if is_due(Stage::Score) && position.board.has_ended_feature() {
        found = scoring::completed(position, rules);
        &found
    } else {
        &scoring::NOTHING_COMPLETED
    };
    if is_due(Stage::LeaveCity) && options.has(count::COUNTS) && !completed.segments().is_empty() {
        let leaving = count::first_to_enter(position, rules, false);
        if ask_to_leave_city(position, rules, leaving, completed) {
            return; // COUNT-05
        }
    }
    if is_due(Stage::Score) {
        scoring::score_watched(position, rules, completed, events); // BASE-04
    }
    if is_due(Stage::DragonAfterScoring) && options.has(princess_dragon::DRAGONS) && ask_dragon(position, rules, true) {
        return;
    }
    // A wagon can only be on a complete feature if the newest tile completed it.
    let has_scored = !is_due(Stage::Score) || !completed.segments().is_empty();
    debug_assert!(has_scored || abbey_mayor::next_wagon(position, rules).is_none());
    if is_due(Stage::Wagons) && options.has(abbey_mayor::WAGONS) && has_scored && ask_wagon(position, rules, events) {
        return;
    }
    if is_due(Stage::Ransom)
        && options.has(tower::TOWERS)
        && tower::was_ransom_unaffordable(position)
        && ask_ransom(position, rules)
    {
        return;
    }
    if is_due(Stage::Courtier)
        && options.has(count::COUNTS)
        && count::may_place(position)
        && ask_courtier(position, rules)
    {
        return;
    }
    if is_due(Stage::Escape) && options.has(cathars::SIEGE) && ask_escape(position, rules) {
        return;
    }
    end_half(position, rules, events);
}

/// Ends a turn, or the first half of a double turn.
#[inline]
fn end_half(position: &mut ClassicPosition, rules: &ClassicRules, events: &mut impl Events) {
    if rules.options.has(river::RIVER) && river::does_same_player_continue(position, rules) {
        return resume(position, rules, Stage::Half as u8, events); // RIV-08
    }
    if rules.options.has(base::HANDS) && hand::must_refill(position, rules) {
        return position.ask(Pending::Refill); // BASE-24; BASE-27: also between the halves of a double turn.
    }
    if rules.options.has(traders_builders::BUILDERS) && position.extra.turn.doubled {
        let has_second = tiles_left(position) > 0 || !position.hand(position.seat()).is_empty(); // BASE-27
        if rules.options.traders_builders.asks && has_second {
            return position.ask(Pending::Double); // TB-03
        }
        position.extra.turn = Turn::SECOND_HALF;
        return resume(position, rules, Stage::Half as u8, events); // TB-03
    }
    end_turn::<true>(position, rules, events);
}

/// Draws a second tile, or ends the turn (TB-03).
pub(crate) fn apply_second_half(position: &mut ClassicPosition, answer: Answer) -> Next {
    position.extra.turn = Turn::SECOND_HALF;
    if answer == Answer::Again { Next::Again(Stage::Half) } else { Next::EndTurn }
}

/// Ends a turn: starts the next seat's turn, or ends the game. The caller knows whether expansions act between one tile and the next
/// (`HAS_TURNS`).
#[inline(always)]
fn end_turn<const HAS_TURNS: bool>(position: &mut ClassicPosition, rules: &ClassicRules, events: &mut impl Events) {
    if tiles_left(position) > 0 {
        begin::<HAS_TURNS>(position, rules, rules.next_seat(position.seat()), events); // BASE-04
    } else {
        end_last_turn(position, rules, events);
    }
}

/// Ends a turn after the last tile was drawn: starts a turn of the next seat that still has a tile or may place its abbey, or finishes the
/// game.
#[inline(never)]
fn end_last_turn(position: &mut ClassicPosition, rules: &ClassicRules, events: &mut impl Events) {
    if rules.options.has(base::HANDS)
        && let Some(seat) = hand::next_holder(position, rules)
    {
        begin_any(position, rules, seat, events); // BASE-26
    } else if let Some(seat) = abbey_mayor::last_round(position, rules, |position| places::has_gaps(position, rules)) {
        begin_any(position, rules, seat, events);
    } else {
        finish(position, rules, events); // BASE-19
    }
}

/// Asks the first seat that can move followers out of the City of Carcassonne after the last tile (COUNT-08). Ends the game if no seat can.
#[inline(never)]
fn finish(position: &mut ClassicPosition, rules: &ClassicRules, events: &mut impl Events) {
    if rules.options.has(count::COUNTS) {
        let leaving = count::first_to_enter(position, rules, true);
        if ask_to_leave_city(position, rules, leaving, &scoring::completed(position, rules)) {
            return;
        }
    }
    end_game(position, rules, events);
}

/// Ends the game immediately, with the final scoring (BASE-20, BASE-21). The rules do this when the bag is empty (BASE-19); a program may
/// do it earlier, to score an aborted game.
pub fn end_game(position: &mut ClassicPosition, rules: &ClassicRules, events: &mut impl Events) {
    scoring::score_final(position, rules, events);
    events.emit(Event::Over);
    position.ask(Pending::Over);
}

/// Asks chance to draw a tile.
#[inline(always)]
fn ask_draw(position: &mut ClassicPosition, rules: &ClassicRules, events: &mut impl Events) {
    // Tiles are nearly always drawn from the bag, and the bag nearly always has some left.
    if position.bag().left_in_first_pile() == 0 && position.bag().left() > 0 {
        position.ask(Pending::Draw);
    } else {
        ask_rare_draw(position, rules, events);
    }
}

/// Asks chance to draw a tile from the pile that comes before the bag, or ends the turn if no tiles are left.
#[inline(never)]
fn ask_rare_draw(position: &mut ClassicPosition, rules: &ClassicRules, events: &mut impl Events) {
    if rules.options.has(river::RIVER) {
        river::remove_rest(position, rules, events); // RIV-12
    }
    if tiles_left(position) == 0 {
        end_last_turn(position, rules, events);
    } else {
        position.ask(Pending::Draw);
    }
}

/// Returns the number of tiles that can still be drawn.
#[inline]
fn tiles_left(position: &ClassicPosition) -> u16 {
    position.bag().left() + position.bag().left_in_first_pile()
}

/// Returns whether the seat whose turn it is may place its abbey instead of drawing (AM-02). The abbey replaces a tile from the bag, so it
/// cannot be placed before the river is finished (RIV-08).
#[inline(always)]
pub(crate) fn can_place_abbey(position: &ClassicPosition, rules: &ClassicRules) -> bool {
    abbey_mayor::can_place_abbey(position)
        && (position.bag().left_in_first_pile() == 0 || rules.options.is_before_version_3())
        && (!rules.options.has_challenges() || places::has_gaps(position, rules))
}

/// Lists where an abbey can be placed, and what else the seat may do first (AM-02, TOW-07).
pub(crate) fn list_abbey_places(position: &ClassicPosition, rules: &ClassicRules, answers: &mut impl Answers) {
    places::list_gaps(position, rules, answers);
    if rules.options.has(tower::TOWERS) {
        tower::list_ransoms(position, rules, answers);
    }
}

/// Lists the tiles that chance can draw.
pub(crate) fn list_draws(position: &ClassicPosition, rules: &ClassicRules, answers: &mut impl Answers) {
    if position.bag().left_in_first_pile() > 0 {
        river::list_draws(position, rules, answers); // RIV-03
    } else {
        position.list_draws(rules, PILE_BAG, answers);
    }
}

/// Lists the kinds of tile that can be drawn next: river tiles while any can be drawn, then tiles from the bag.
pub(crate) fn list_next_kinds(position: &ClassicPosition, rules: &ClassicRules, answers: &mut impl Answers) {
    if position.bag().left_in_first_pile() > 0 && is_choice(|choice| river::list_draws(position, rules, choice)) {
        river::list_draws(position, rules, answers); // RIV-03, RIV-12
        return;
    }
    for kind in 0..rules.kinds.len() {
        let kind = kind as KindIndex;
        answers.add_if(rules.kind(kind).pile == PILE_BAG, Answer::Draw { kind });
    }
}

/// Lists where a tile of the given kind could be placed if it were drawn now.
pub(crate) fn list_if_drawn(
    position: &ClassicPosition,
    rules: &ClassicRules,
    kind: KindIndex,
    answers: &mut impl Answers,
) {
    if !is_put_aside(position, rules, kind) {
        list_in_the_open(position, rules, kind, answers);
    }
}

/// Returns whether a tile of the given kind would be put aside if it were drawn now (PD-09).
pub(crate) fn is_put_aside(position: &ClassicPosition, rules: &ClassicRules, kind: KindIndex) -> bool {
    rules.options.has(princess_dragon::DRAGONS) && princess_dragon::is_set_aside(position, rules, kind)
}

/// Handles a drawn tile, which is placed, discarded, or set aside.
#[inline(always)]
pub(crate) fn draw(position: &mut ClassicPosition, rules: &ClassicRules, kind: KindIndex, events: &mut impl Events) {
    position.draw(rules, kind);
    events.emit(Event::Drawn { kind }); // BASE-07
    if rules.options.has(princess_dragon::DRAGONS) && princess_dragon::is_set_aside(position, rules, kind) {
        position.set_aside(kind, events); // PD-09
        return ask_draw(position, rules, events);
    }
    if fits_anywhere(position, rules, kind) {
        position.ask(Pending::Place { kind });
    } else {
        events.emit(Event::Discarded { kind }); // BASE-06
        if tiles_left(position) == 0 {
            end_last_turn(position, rules, events);
        } else if rules.options.has(base::HANDS) {
            ask_held(position, rules, events); // BASE-27
        }
    }
}

/// Asks which tile from the hand to place, after filling the hands (BASE-24). River tiles are drawn and placed singly before that
/// (BASE-27). If no tile of the hand fits, the hand is discarded and drawn again, or the turn ends if the bag is empty (BASE-25).
#[inline(never)]
fn ask_held(position: &mut ClassicPosition, rules: &ClassicRules, events: &mut impl Events) {
    if rules.options.has(river::RIVER) {
        river::remove_rest(position, rules, events); // RIV-12
    }
    if position.bag().left_in_first_pile() > 0 {
        return position.ask(Pending::Draw); // BASE-27
    }
    if hand::next_to_deal(position, rules).is_some() {
        return position.ask(Pending::Deal);
    }
    if hand_fits_anywhere(position, rules) {
        return position.ask(Pending::PlaceHeld);
    }
    let seat = position.seat();
    while !position.hand(seat).is_empty() {
        let kind = position.remove_from_hand(seat, 0);
        events.emit(Event::Discarded { kind }); // BASE-25
    }
    if position.bag().left() > 0 {
        position.ask(Pending::Deal);
    } else {
        end_last_turn(position, rules, events);
    }
}

/// Places a tile from the hand (BASE-24).
#[inline(never)]
pub(crate) fn place_held(
    position: &mut ClassicPosition,
    rules: &ClassicRules,
    slot: u8,
    at: Place,
    rotation: u8,
    events: &mut impl Events,
) {
    let kind = position.remove_from_hand(position.seat(), slot);
    place(position, rules, kind, at, rotation, events);
}

/// Puts a drawn tile into the first hand that is not full (BASE-24).
#[inline(never)]
pub(crate) fn deal(position: &mut ClassicPosition, rules: &ClassicRules, kind: KindIndex, events: &mut impl Events) {
    let seat = hand::next_to_deal(position, rules).unwrap_or(position.seat());
    take(position, rules, seat, kind, events);
    ask_held(position, rules, events);
}

/// Puts a drawn tile into the active seat's hand when its turn, or the first half of it, is over (BASE-24).
#[inline(never)]
pub(crate) fn refill(position: &mut ClassicPosition, rules: &ClassicRules, kind: KindIndex, events: &mut impl Events) {
    take(position, rules, position.seat(), kind, events);
    end_half(position, rules, events);
}

/// Draws a tile into a hand, or sets it aside and shows it if it would move the dragon before the dragon is in play (BASE-27).
fn take(position: &mut ClassicPosition, rules: &ClassicRules, seat: u8, kind: KindIndex, events: &mut impl Events) {
    if is_put_aside(position, rules, kind) {
        position.draw(rules, kind);
        events.emit(Event::Drawn { kind }); // PD-09
        position.set_aside(kind, events); // BASE-27
    } else {
        position.draw_to_hand(rules, seat, kind, events);
    }
}

/// Lists the placements of the tiles in hand, and what else the seat may do first (TOW-07).
pub(crate) fn list_held(position: &ClassicPosition, rules: &ClassicRules, answers: &mut impl Answers) {
    if rules.options.has_challenges() {
        cult::list_hand(position, rules, answers); // CULT-03
    } else {
        position.list_hand(rules, position.seat(), answers);
    }
    if rules.options.has(tower::TOWERS) {
        tower::list_ransoms(position, rules, answers);
    }
}

/// Asks where the next ghost goes, if one can be placed (MIST-04). Returns whether the question was asked.
#[inline]
fn ask_haunt(position: &mut ClassicPosition, rules: &ClassicRules) -> bool {
    let first = mists::first_haunt(position, rules);
    if first.is_some()
        && let Some(haunt) = mists::first_to_place(position, rules, first)
    {
        position.ask(Pending::Haunt(haunt));
        return true;
    }
    false
}

/// Asks for the action with the newest tile, if there is a choice (BASE-10). Returns whether the question was asked.
#[inline(always)]
fn ask_action(position: &mut ClassicPosition, rules: &ClassicRules) -> bool {
    if rules.options.has_actions() {
        return run_ask_any_action(position, rules);
    }
    let supplied = figures::kinds_in_supply_without_phantom(position, position.seat());
    let free = if supplied != 0 { actions::free_segments(position, rules) } else { 0 };
    if free != 0 {
        position.ask(Pending::Deploy { free });
    }
    free != 0
}

/// Like [`ask_any_action`], not inlined.
#[inline(never)]
fn run_ask_any_action(position: &mut ClassicPosition, rules: &ClassicRules) -> bool {
    ask_any_action(position, rules)
}

/// Like [`ask_action`], also for games in which expansions offer actions.
#[inline(always)]
fn ask_any_action(position: &mut ClassicPosition, rules: &ClassicRules) -> bool {
    let supplied = figures::kinds_in_supply(position, position.seat());
    let free = if supplied != 0 { actions::free_segments(position, rules) } else { 0 };
    let choice = match rules.options.has_actions() {
        false => free != 0,
        true => free != 0 && supplied & figures::UNRESTRICTED_FOLLOWERS != 0 || has_other_action(position, rules, free),
    };
    if choice {
        position.ask(Pending::Deploy { free });
    }
    choice
}

/// Returns whether an expansion offers an action, first checking the actions that nearly every turn offers.
#[inline(never)]
fn has_other_action(position: &ClassicPosition, rules: &ClassicRules, free: u16) -> bool {
    rules.options.has(tower::TOWERS) && is_choice(|some| tower::list_actions(position, rules, some))
        || princess_dragon::may_lead_fairy(position, rules)
        || is_choice(|some| actions::list(position, rules, free, some))
}

/// Asks for the dragon's first step, if it moves now (PD-10). Returns whether the question was asked.
#[inline(always)]
fn ask_dragon(position: &mut ClassicPosition, rules: &ClassicRules, scored: bool) -> bool {
    let step = princess_dragon::begin_dragon_move(position, rules, scored);
    if let Some(step) = step {
        position.ask(Pending::Dragon(step));
    }
    step.is_some()
}

/// Asks the first seat, starting with this one, that can move a follower out of the city (COUNT-05, COUNT-08). Returns whether a seat was
/// asked.
fn ask_to_leave_city(
    position: &mut ClassicPosition,
    rules: &ClassicRules,
    from: count::Enter,
    completed: &scoring::Completed,
) -> bool {
    if !from.last && completed.segments().is_empty() {
        return false;
    }
    let mut next = Some(from);
    while let Some(leaving) = next {
        if is_choice(|choice| count::list_entries(position, rules, leaving, completed.segments(), choice)) {
            position.ask(Pending::Enter(leaving));
            return true;
        }
        next = count::next_to_enter(position, rules, leaving);
    }
    false
}

/// Asks the seats in turn, starting with this one, or continues the turn if none of them can move a follower out of the city.
fn continue_leaving_city(
    position: &mut ClassicPosition,
    rules: &ClassicRules,
    from: count::Enter,
    events: &mut impl Events,
) {
    let completed = scoring::completed(position, rules);
    if !ask_to_leave_city(position, rules, from, &completed) {
        continue_turn(position, rules, count::after_entering(from), events);
    }
}

/// Handles a follower's move out of the City of Carcassonne, or a pass (COUNT-05).
pub(crate) fn leave_city(
    position: &mut ClassicPosition,
    rules: &ClassicRules,
    leaving: count::Enter,
    answer: Answer,
    events: &mut impl Events,
) -> Next {
    let next = count::enter(position, rules, leaving, answer, events);
    if let Answer::Move { figure, .. } = answer {
        pairs::entered_field(position, rules, figure, leaving.last, events);
    }
    next
}

/// Lists the moves out of the city (COUNT-05, COUNT-08).
pub(crate) fn list_leaving_city(
    position: &ClassicPosition,
    rules: &ClassicRules,
    leaving: count::Enter,
    answers: &mut impl Answers,
) {
    let completed = scoring::completed(position, rules);
    count::list_entries(position, rules, leaving, completed.segments(), answers);
}

/// Asks where the next wagon on a complete feature moves; wagons that cannot move go home (AM-10, AM-11). Returns whether the question was
/// asked.
#[inline]
fn ask_wagon(position: &mut ClassicPosition, rules: &ClassicRules, events: &mut impl Events) -> bool {
    while let Some(wagon) = abbey_mayor::next_wagon(position, rules) {
        if is_choice(|choice| abbey_mayor::list_wagon_moves(position, rules, wagon, choice)) {
            position.ask(Pending::Wagon(wagon));
            return true;
        }
        position.return_figure(wagon, events);
    }
    false
}

/// Asks a seat that had too few points before the scoring whether to buy back a prisoner, if it can pay now (TOW-07). Returns whether the
/// question was asked.
#[inline(never)]
fn ask_ransom(position: &mut ClassicPosition, rules: &ClassicRules) -> bool {
    let asks = is_choice(|choice| tower::list_ransoms(position, rules, choice));
    if asks {
        position.ask(Pending::Ransom);
    }
    asks
}

/// Asks a seat that may place a follower in the City of Carcassonne whether to do so (COUNT-04). Returns whether the question was asked.
#[inline(never)]
fn ask_courtier(position: &mut ClassicPosition, rules: &ClassicRules) -> bool {
    let asks = is_choice(|choice| count::list_courtiers(position, rules, choice));
    if asks {
        position.ask(Pending::Courtier);
    }
    asks
}

/// Asks whether a knight escapes from a besieged city, if one can (CATH-04). Returns whether the question was asked.
#[inline]
fn ask_escape(position: &mut ClassicPosition, rules: &ClassicRules) -> bool {
    let asks = is_choice(|choice| cathars::list_escapes(position, rules, choice));
    if asks {
        position.ask(Pending::Escape);
    }
    asks
}
