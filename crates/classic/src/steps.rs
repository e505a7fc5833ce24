//! What the answers to the expansions' own decisions do, and which step of the turn follows.

use crate::abbey_mayor;
use crate::actions::is_choice;
use crate::count;
use crate::mists;
use crate::pairs;
use crate::princess_dragon;
use crate::tower;
use crate::{ClassicPosition, ClassicRules, Frame, scoring, turn};
use bastide_core::feature::FigureIndex;
use bastide_core::{Answer, Answers, Event, Events, FigureKind, PieceKind, SegmentIndex, Spot};

/// The abbey was placed instead of a tile being drawn (AM-02), or it was not: in the last round of abbeys nothing is drawn (AM-05).
pub(crate) fn abbey_mayor_abbey(
    position: &mut ClassicPosition,
    rules: &ClassicRules,
    answer: Answer,
    events: &mut impl Events,
) {
    let (Answer::Place { at, .. }, Some(kind)) = (answer, abbey_mayor::abbey_kind(rules)) else {
        turn::ask_draw(position, rules, events);
        return;
    };
    position.extra.abbey_mayor.abbeys[usize::from(position.seat())] = false;
    position.draw(rules, kind);
    events.emit(Event::Tokens { seat: position.seat(), token: abbey_mayor::ABBEY_WORD, change: -1 });
    turn::place(position, rules, kind, at, 0, events);
}

/// Lists where the abbey can be placed, and what else may be done before (AM-02, TOW-07).
pub(crate) fn abbey_mayor_list(position: &ClassicPosition, rules: &ClassicRules, answers: &mut impl Answers) {
    abbey_mayor::list_gaps(position, answers);
    if rules.options.has(tower::TOWERS) {
        tower::list_ransoms(position, rules, answers);
    }
}

/// A barn was placed on a corner (AM-13).
pub(crate) fn abbey_mayor_barn(
    position: &mut ClassicPosition,
    rules: &ClassicRules,
    figure: FigureKind,
    corner: u8,
    events: &mut impl Events,
) {
    position.deploy_on_corner(rules, position.seat(), figure, corner, events);
    turn::after_action(position, rules, events);
}

/// A wagon moved on, or went home (AM-10, AM-11).
pub(crate) fn abbey_mayor_wagon(
    position: &mut ClassicPosition,
    rules: &ClassicRules,
    wagon: FigureIndex,
    answer: Answer,
    events: &mut impl Events,
) {
    match answer {
        Answer::Move { figure, segment } => position.move_figure(figure, segment, events),
        _ => position.return_figure(wagon, events),
    }
    turn::wagons(position, rules, events);
}

/// Finds the next seat that can place its abbey in the last round (AM-05). Answers whether there is one.
pub(crate) fn abbey_mayor_last_round(
    position: &mut ClassicPosition,
    rules: &ClassicRules,
    events: &mut impl Events,
) -> bool {
    if !rules.options.abbey_mayor.abbey_at_end {
        return false;
    }
    if position.extra.abbey_mayor.last_round == 0 {
        position.extra.abbey_mayor.last_round = rules.seats + 1;
    }
    let mut seat = position.seat();
    while position.extra.abbey_mayor.last_round > 1 {
        position.extra.abbey_mayor.last_round -= 1;
        seat = (seat + 1) % rules.seats;
        if position.extra.abbey_mayor.abbeys[usize::from(seat)] && position.board.gaps().next().is_some() {
            turn::begin(position, rules, seat, events);
            return true;
        }
    }
    false
}

/// A prisoner came back: in an exchange (TOW-06), or bought back, and then what was asked is asked again (TOW-07).
pub(crate) fn tower_redeem(
    position: &mut ClassicPosition,
    rules: &ClassicRules,
    figure: FigureIndex,
    events: &mut impl Events,
) {
    let frame = position.frame();
    if let Frame::Exchange(with) = frame {
        tower_exchange(position, rules, with, figure, events);
        return;
    }
    tower::pay_ransom(position, figure, events);
    match frame {
        Frame::Deploy { .. } => turn::ask_action(position, rules, events),
        _ => position.replace(frame), // The tile is still to be placed.
    }
}

/// A tower piece was put down: a prisoner may be taken (TOW-04).
pub(crate) fn tower_build(
    position: &mut ClassicPosition,
    rules: &ClassicRules,
    segment: SegmentIndex,
    events: &mut impl Events,
) {
    tower::build(position, segment, events);
    if is_choice(|choice| tower::list_captures(position, rules, segment, choice)) {
        position.replace(Frame::Capture(segment));
        return;
    }
    turn::after_action(position, rules, events);
}

/// A prisoner was taken, or none. Players who hold prisoners of each other exchange at once (TOW-06).
pub(crate) fn tower_capture(
    position: &mut ClassicPosition,
    rules: &ClassicRules,
    answer: Answer,
    events: &mut impl Events,
) {
    let Answer::Capture { figure } = answer else {
        turn::after_action(position, rules, events);
        return;
    };
    let (seat, this) = (position.seat(), position.board.features.figure(figure));
    let Some(segment) = this.segment() else { return };
    if this.seat == seat {
        crate::send_home(position, rules, figure, events); // TOW-04
        turn::after_action(position, rules, events);
        return;
    }
    position.capture(figure, seat, events);
    crate::figures::left(position, rules, segment, events); // PD-13
    let (choices, mine) = tower::exchanges(position, rules, this.seat);
    match choices {
        0 => turn::after_action(position, rules, events),
        1 => tower_exchange(position, rules, this.seat, mine, events),
        _ => position.replace(Frame::Exchange(this.seat)),
    }
}

/// One prisoner goes back for another: theirs is the one that was taken just now, the only one of theirs (TOW-06).
fn tower_exchange(
    position: &mut ClassicPosition,
    rules: &ClassicRules,
    with: u8,
    mine: FigureIndex,
    events: &mut impl Events,
) {
    position.redeem(mine, events);
    let seat = position.seat();
    let mut figures = position.board.features.figures().iter();
    if let Some(theirs) = figures.position(|figure| figure.seat == with && figure.captor() == Some(seat)) {
        position.redeem(theirs as FigureIndex, events);
    }
    turn::after_action(position, rules, events);
}

/// The fairy was led somewhere instead of a figure being placed (PD-02).
pub(crate) fn princess_dragon_fairy(
    position: &mut ClassicPosition,
    rules: &ClassicRules,
    piece: PieceKind,
    to: Spot,
    events: &mut impl Events,
) {
    position.lead(piece, to, events);
    turn::after_action(position, rules, events);
}

/// The princess sent a knight home instead of a figure being placed (PD-16).
pub(crate) fn princess_dragon_send(
    position: &mut ClassicPosition,
    rules: &ClassicRules,
    figure: FigureIndex,
    events: &mut impl Events,
) {
    crate::send_home(position, rules, figure, events);
    turn::after_action(position, rules, events);
}

/// Asks for the dragon's first step if the newest tile moves it, at the moment that the set-up says: before or after what is complete is
/// scored (PD-10). Answers whether there is one.
pub(crate) fn princess_dragon_begin(position: &mut ClassicPosition, rules: &ClassicRules, scored: bool) -> bool {
    if rules.options.princess_dragon.after_scoring != scored {
        return false;
    }
    let march = princess_dragon::begin_march(position, rules);
    if let Some(march) = march {
        position.replace(Frame::Dragon(march));
    }
    march.is_some()
}

/// The dragon took a step (PD-11).
pub(crate) fn princess_dragon_step(
    position: &mut ClassicPosition,
    rules: &ClassicRules,
    march: princess_dragon::March,
    answer: Answer,
    events: &mut impl Events,
) {
    let Answer::Lead { to, .. } = answer else { return };
    match princess_dragon::step(position, rules, march, to, events) {
        Some(next) => position.replace(Frame::Dragon(next)),
        None if rules.options.princess_dragon.after_scoring => turn::wagons(position, rules, events),
        None => turn::enter(position, rules, events), // PD-14
    }
}

/// Asks the first seat, from this one on, that can move a follower out of the city. Answers whether there is one.
pub(crate) fn count_ask_entry(position: &mut ClassicPosition, rules: &ClassicRules, from: count::Enter) -> bool {
    if !from.last && scoring::completed(position, rules).segments().is_empty() {
        return false;
    }
    let mut next = Some(from);
    while let Some(enter) = next {
        if is_choice(|choice| count_list_entries(position, rules, enter, choice)) {
            position.replace(Frame::Enter(enter)); // count
            return true;
        }
        next = count::next_to_enter(position, rules, enter);
    }
    false
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

/// A follower left the city (COUNT-05), or none did: the same seat is asked again, then the next.
pub(crate) fn count_enter(
    position: &mut ClassicPosition,
    rules: &ClassicRules,
    enter: count::Enter,
    answer: Answer,
    events: &mut impl Events,
) {
    let from = match answer {
        Answer::Move { figure, segment } => {
            position.extra.count.own_moved |= enter.seat == position.seat(); // COUNT-06
            position.move_figure(figure, segment, events); // COUNT-07
            pairs::entered_field(position, rules, figure, enter.last, events);
            Some(enter)
        }
        _ => count::next_to_enter(position, rules, enter),
    };
    if from.is_some_and(|from| count_ask_entry(position, rules, from)) {
        return;
    }
    match enter.last {
        true => crate::end_game(position, rules, events),
        false => turn::score(position, rules, events),
    }
}

/// A follower was placed in the city (COUNT-04), and the count moves (COUNT-09).
pub(crate) fn count_courtier(
    position: &mut ClassicPosition,
    rules: &ClassicRules,
    answer: Answer,
    events: &mut impl Events,
) {
    if let Answer::Deploy { figure, segment } = answer {
        position.deploy(rules, position.seat(), figure, segment, events);
        if count::move_count(position, rules, segment, events) {
            position.replace(Frame::Count);
            return;
        }
    }
    turn::ask_escape(position, rules, events);
}

/// The count was moved to another quarter (COUNT-09), or not.
pub(crate) fn count_move(
    position: &mut ClassicPosition,
    rules: &ClassicRules,
    answer: Answer,
    events: &mut impl Events,
) {
    if let Answer::Lead { piece, to } = answer {
        position.lead(piece, to, events);
    }
    turn::ask_escape(position, rules, events);
}

/// Asks for the first ghost, from this one on, that a follower can take. Answers whether there is one (MIST-05).
pub(crate) fn mists_ask(position: &mut ClassicPosition, from: Option<mists::Haunt>) -> bool {
    let mut next = from;
    while let Some(haunt) = next {
        if is_choice(|choice| mists::list_haunted(position, haunt, choice)) {
            position.replace(Frame::Haunt(haunt));
            return true;
        }
        next = mists::next_haunt(haunt);
    }
    false
}

/// A ghost was placed: a third one sends its follower home at once (MIST-06), and whoever there needs its company.
pub(crate) fn mists_haunt(
    position: &mut ClassicPosition,
    rules: &ClassicRules,
    haunt: mists::Haunt,
    answer: Answer,
    events: &mut impl Events,
) {
    let Answer::Attach { figure } = answer else { return };
    if mists::haunt(position, figure, events) {
        crate::send_home(position, rules, figure, events);
    }
    if !mists_ask(position, mists::next_haunt(haunt)) {
        turn::ask_action(position, rules, events);
    }
}

/// A knight escaped from a besieged city (CATH-04), or none did.
pub(crate) fn cathars_escape(
    position: &mut ClassicPosition,
    rules: &ClassicRules,
    answer: Answer,
    events: &mut impl Events,
) {
    if let Answer::Return { figure } = answer {
        crate::send_home(position, rules, figure, events);
    }
    turn::end_half(position, rules, events);
}
