//! Lists what a player can do after placing a tile, and determines whether there is any choice.

use crate::abbey_mayor;
use crate::base;
use crate::family::{ClassicPosition, ClassicRules};
use crate::festival;
use crate::figures::{is_closed_to_dragon, is_on_land, kinds_in_supply, kinds_in_supply_without_phantom, may_stand};
use crate::kinds::KIND_WORDS;
use crate::next::Next;
use crate::pairs;
use crate::pending::Pending;
use crate::phantom::{PHANTOM, may_follow};
use crate::princess_dragon;
use crate::tower;
use crate::traders_builders;
use bastide_core::{Answer, Answers, Events, FigureKind, SegmentIndex, bits, is_choice};

/// Returns the segments of the newest tile on which a follower may be placed, as a bit set.
#[inline(always)]
pub(crate) fn free_segments(position: &ClassicPosition, rules: &ClassicRules) -> u16 {
    // RIV-08, PD-06: no follower can be placed on a volcano's tile.
    let barred = rules.options.has_volcanoes() && is_volcano(position);
    if barred { 0 } else { base::free_segments(position, rules) }
}

/// Returns whether the newest tile has a volcano.
#[inline]
fn is_volcano(position: &ClassicPosition) -> bool {
    position.board.newest_marks() & base::VOLCANO != 0
}

/// Lists the actions available after placing a tile: followers, by segment of the newest tile and then by kind of figure; portal; builder
/// and pig; barn; tower; fairy; princess; festival; ransom; `Pass`.
pub(crate) fn list(position: &ClassicPosition, rules: &ClassicRules, free: u16, answers: &mut impl Answers) {
    if rules.options.has(princess_dragon::PRINCESSES) && princess_dragon::must_send_knight(position, rules) {
        princess_dragon::list_princess(position, rules, answers); // PD-16
        return;
    }
    let options = &rules.options;
    let supplied = kinds_in_supply(position, position.seat());
    list_followers(position, free, supplied, answers);
    if options.has(princess_dragon::PORTALS) && princess_dragon::has_portal(position) {
        list_portal(position, rules, supplied, answers);
    }
    if answers.has_enough() {
        return;
    }
    // RIV-08, PD-06: the builder, the pig and the barn are not followers.
    let barred = options.is_volcano_barred_to_all() && is_volcano(position);
    if options.has(traders_builders::BUILDERS | traders_builders::PIGS) && !barred {
        traders_builders::list_companions(position, rules, answers);
    }
    if options.has(abbey_mayor::BARNS) && !barred {
        abbey_mayor::list_barns(position, rules, answers);
    }
    if options.has(tower::TOWERS) {
        tower::list_actions(position, rules, answers);
    }
    if answers.has_enough() {
        return;
    }
    if options.has(princess_dragon::FAIRIES) {
        princess_dragon::list_fairy(position, rules, answers);
    }
    if answers.has_enough() {
        return;
    }
    if options.has(princess_dragon::PRINCESSES) {
        princess_dragon::list_princess(position, rules, answers);
    }
    if options.has(festival::FESTIVALS) && festival::is_celebrated(position) {
        pairs::list_festival(position, rules, answers);
    }
    if options.has(tower::TOWERS) {
        tower::list_ransoms(position, rules, answers);
    }
    answers.add(Answer::Pass);
}

/// Lists the actions available after placing a tile when no expansion offers any: followers in the same order as in [`list`], then `Pass`.
#[inline]
pub(crate) fn list_simple(position: &ClassicPosition, free: u16, answers: &mut impl Answers) {
    list_followers(position, free, kinds_in_supply_without_phantom(position, position.seat()), answers);
    answers.add(Answer::Pass);
}

/// Asks whether a phantom follows the action, if it can be placed anywhere (PHAN-02). Returns whether the question was asked.
#[inline(never)]
pub(crate) fn ask_phantom(
    position: &mut ClassicPosition,
    rules: &ClassicRules,
    deployed: Option<(FigureKind, SegmentIndex)>,
) -> bool {
    let is_earlier =
        |(_, segment)| segment < position.board.newest_segment() && is_on_land(position.board.features.kind(segment));
    let portal = deployed.is_some_and(is_earlier); // PHAN-07
    let asks = may_follow(position, deployed) && is_choice(|choice| list_phantom(position, rules, portal, choice));
    if asks {
        position.ask(Pending::Phantom(portal));
    }
    asks
}

/// Lists where a phantom may be placed after the action: on a free segment of the newest tile (PHAN-02, PHAN-05), through a portal if no
/// figure has gone through it yet (PHAN-07), or on top of a tower (PHAN-08); then `Pass`. Nothing else may be done (PHAN-12).
pub(crate) fn list_phantom(
    position: &ClassicPosition,
    rules: &ClassicRules,
    gone_through_portal: bool,
    answers: &mut impl Answers,
) {
    let options = &rules.options;
    list_followers(position, free_segments(position, rules), 1 << PHANTOM, answers);
    if options.has(princess_dragon::PORTALS) && !gone_through_portal && princess_dragon::has_portal(position) {
        list_portal(position, rules, 1 << PHANTOM, answers);
    }
    if options.has(tower::TOWERS) {
        tower::list_ways_up(position, rules, PHANTOM, answers);
    }
    answers.add(Answer::Pass);
}

/// Places a phantom as a second figure (PHAN-02).
pub(crate) fn place_phantom(
    position: &mut ClassicPosition,
    rules: &ClassicRules,
    answer: Answer,
    events: &mut impl Events,
) -> Next {
    if let Answer::Deploy { figure, segment } = answer {
        position.deploy(rules, position.seat(), figure, segment, events);
    }
    Next::AfterAction
}

/// Lists the followers of the kinds `supplied` that may be placed on these segments of the newest tile. Both are bit sets.
#[inline(always)]
fn list_followers(position: &ClassicPosition, free: u16, supplied: u16, answers: &mut impl Answers) {
    let first = position.board.newest_segment();
    for own in bits(free) {
        let segment = first + own;
        let kind = position.board.features.kind(segment);
        let able = bits(supplied).map(|figure| figure as FigureKind).filter(|&figure| may_stand(figure, kind));
        answers.add_all(able.map(|figure| Answer::Deploy { figure, segment }));
    }
}

/// Lists the followers of the kinds `supplied`, a bit set, that can be placed through a portal on earlier tiles, in the order of their
/// segments (PD-15).
#[inline(always)]
fn list_portal(position: &ClassicPosition, rules: &ClassicRules, supplied: u16, answers: &mut impl Answers) {
    let features = &position.board.features;
    if supplied == 0 {
        return;
    }
    // The kinds of follower that can be placed on each kind of segment, as bit sets.
    let figures: [u16; KIND_WORDS.len()] = std::array::from_fn(|kind| {
        let kind = kind as u8;
        let closed = !base::takes_followers(kind) || kind == base::FIELD && rules.options.base.no_farmers;
        let may = |&figure: &u16| !closed && may_stand(figure as FigureKind, kind);
        bits(supplied).filter(may).fold(0, |all, figure| all | 1 << figure)
    });
    for segment in 0..position.board.newest_segment() {
        let figures = figures[usize::from(features.kind(segment))];
        if figures == 0 || !princess_dragon::leads_to(position, segment) {
            continue;
        }
        let tile = features.tile_of(segment);
        // PD-08, COUNT-12
        if !princess_dragon::holds_tile(position, tile) && !is_closed_to_dragon(position, rules, tile) {
            answers.add_all(bits(figures).map(|figure| Answer::Deploy { figure: figure as FigureKind, segment }));
            if answers.has_enough() {
                return;
            }
        }
    }
}
