//! Checks whether a position read from bytes can occur in a game.

use crate::actions;
use crate::base::{FOLLOWER, HAND, Hand, drawn_tiles, removed_tiles};
use crate::family::{DiscoveryPosition, DiscoveryRules};
use crate::pending::Pending;
use crate::turn::{is_full, next_to_deal};
use bastide_core::{KindIndex, MAX_PIECES};

/// Returns whether the figures, the hands and the pending decision are consistent with the rest of the position.
pub(crate) fn validate(position: &DiscoveryPosition, rules: &DiscoveryRules) -> bool {
    let nothing_else = position.bag().aside().is_empty() && (0..MAX_PIECES).all(|i| position.piece(i as u8).is_none());
    nothing_else
        && are_followers_apart(position)
        && is_valid_pending(position, rules, position.pending())
        && validate_hands(position, rules, position.pending())
}

/// Returns whether no two followers are on the same segment, and every follower is on the map or in supply (DISC-01).
fn are_followers_apart(position: &DiscoveryPosition) -> bool {
    let figures = position.board.features.figures();
    figures.iter().enumerate().all(|(i, figure)| {
        let others = &figures[..i];
        let alone = |segment| others.iter().all(|other| other.segment() != Some(segment));
        let waiting = figures.iter().filter(|other| other.seat == figure.seat && other.is_in_supply()).count();
        figure.corner() == 0
            && figure.captor().is_none()
            && figure.segment().is_none_or(alone)
            && usize::from(position.supply(figure.seat, FOLLOWER)) == waiting
    })
}

/// Returns whether the hands match the pending decision. Without the option, all hands are empty; with it, every seat except the active one
/// has two tiles, or fewer if the bag is empty (DISC-16).
fn validate_hands(position: &DiscoveryPosition, rules: &DiscoveryRules, pending: Pending) -> bool {
    let mut seats = 0..rules.seats;
    let empty = |seat| position.hand(seat).is_empty();
    if rules.options.hand == Hand::One {
        return seats.all(empty);
    }
    let of_turn = position.hand(position.seat()).len();
    let others_full = || (0..rules.seats).all(|seat| seat == position.seat() || is_full(position, seat));
    let others_hold = position.bag().left() == 0 || others_full();
    match pending {
        Pending::Over => true,
        Pending::Begin | Pending::TakeOut { .. } => seats.all(empty),
        Pending::Deal { first } => {
            // In the order of dealing, the hands of the seats before the one that takes the next tile are full, and those of the seats
            // after it are empty.
            let order = |after: u8| (first + after) % rules.seats;
            (1..rules.seats).all(|after| is_full(position, order(after - 1)) || empty(order(after)))
        }
        Pending::Draw | Pending::Place { .. } => false,
        Pending::Replace | Pending::Refill => others_hold && !is_full(position, position.seat()),
        Pending::PlaceHeld => others_hold && (is_full(position, position.seat()) || position.bag().left() == 0),
        Pending::Deploy { .. } => others_hold && of_turn < HAND && (of_turn + 1 == HAND || position.bag().left() == 0),
    }
}

fn is_valid_pending(position: &DiscoveryPosition, rules: &DiscoveryRules, pending: Pending) -> bool {
    let bag = position.bag().left();
    let begun = position.turn() > 0;
    match pending {
        Pending::Over => true,
        Pending::Begin => !begun && bag == drawn_tiles(rules),
        Pending::TakeOut { first, left } => {
            let drawn = removed_tiles(rules).checked_sub(left).map(|already| drawn_tiles(rules) - u16::from(already));
            !begun && first < rules.seats && left > 0 && drawn == Some(bag)
        }
        Pending::Deal { first } => !begun && first < rules.seats && next_to_deal(position, rules, first).is_some(),
        Pending::Draw => begun && bag > 0,
        Pending::Replace | Pending::Refill => begun && bag > 0 && rules.options.hand != Hand::One,
        Pending::Place { kind } => begun && may_be_drawn(position, rules, kind) && fits(position, rules, kind),
        Pending::PlaceHeld => begun && position.hand(position.seat()).iter().any(|&kind| fits(position, rules, kind)),
        Pending::Deploy { free } => {
            let placed = position.board.tiles().len() > rules.start.len();
            let choice = free != 0 || actions::standing(position, rules).next().is_some();
            begun && placed && choice && free == actions::offered(position, rules)
        }
    }
}

/// Returns whether a tile of this kind can be the drawn tile: some copy must be neither in the bag nor on the table.
fn may_be_drawn(position: &DiscoveryPosition, rules: &DiscoveryRules, kind: KindIndex) -> bool {
    let placed = position.board.tiles().iter().filter(|tile| tile.kind == kind).count();
    let copies = rules.kinds.get(usize::from(kind)).map_or(0, |tile| usize::from(tile.copies));
    placed + usize::from(position.bag().count(kind)) < copies
}

fn fits(position: &DiscoveryPosition, rules: &DiscoveryRules, kind: KindIndex) -> bool {
    position.board.fits_anywhere(rules.kind(kind))
}
