//! Checks whether a position read from bytes could occur in a game.

use crate::base::{LAKE, SYSTEM, figure_on, free_segments};
use crate::family::{Hunters, HuntersPosition, HuntersRules};
use crate::later;
use crate::pending::Pending;
use bastide_core::tile::{PILE_APART, PILE_BAG};
use bastide_core::{Answer, Answers, Family, KindIndex};

/// Returns whether the figures, the family's state and the pending decision are consistent with the rest of the position.
pub(crate) fn validate(position: &HuntersPosition, rules: &HuntersRules) -> bool {
    if !figures_hold(position) {
        return false;
    }
    if rules.options.later && !later::validate(position, rules)
        || !rules.options.later && position.extra.later != later::Extra::default()
    {
        return false;
    }
    if position.extra.bonus && matches!(position.pending(), Pending::Over | Pending::Begin) {
        return false;
    }
    is_valid_pending(position, rules, position.pending())
}

/// Returns whether all members stand on meadows, forests and rivers, all huts on systems, and no figure on a lake.
fn figures_hold(position: &HuntersPosition) -> bool {
    let features = &position.board.features;
    let mut standing = features.figures().iter().filter_map(|figure| Some((figure.kind, figure.segment()?)));
    standing.all(|(figure, segment)| {
        let kind = features.kind(segment);
        kind != LAKE && kind <= SYSTEM && figure == figure_on(kind)
    })
}

fn is_valid_pending(position: &HuntersPosition, rules: &HuntersRules, pending: Pending) -> bool {
    // The pile that the tile in hand or the newest tile was drawn from.
    let pile = if position.extra.bonus { PILE_APART } else { PILE_BAG };
    let newest = position.board.tiles().last().filter(|_| position.board.tiles().len() > rules.start.len());
    let of_pile = newest.is_some_and(|tile| rules.kind(tile.kind).pile == pile);
    let sane = match pending {
        Pending::Over => return true,
        Pending::Begin => return position.turn() == 0,
        Pending::Draw => true,
        Pending::Place { kind } => {
            rules.kinds.get(usize::from(kind)).is_some_and(|tile| tile.pile == pile)
                && is_in_hand(position, rules, kind)
        }
        Pending::Deploy { free } => of_pile && free == free_segments(position, rules),
        Pending::Shaman => rules.options.later && of_pile && later::newest_is_shaman(position, rules),
    };
    let mut choice = Choice(false);
    if sane {
        Hunters::list(position, rules, &mut choice);
    }
    choice.0
}

/// Returns whether a tile of this kind can be in hand, that is, whether a copy is neither on the map nor in a pile.
fn is_in_hand(position: &HuntersPosition, rules: &HuntersRules, kind: KindIndex) -> bool {
    let placed = position.board.tiles().iter().filter(|tile| tile.kind == kind).count();
    placed + usize::from(position.bag().count(kind)) < usize::from(rules.kind(kind).copies)
}

/// Records whether there is an answer other than passing.
struct Choice(bool);

impl Answers for Choice {
    fn add(&mut self, answer: Answer) {
        self.0 |= answer != Answer::Pass;
    }
}
