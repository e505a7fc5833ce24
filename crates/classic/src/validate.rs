//! Checks whether a position read from bytes can occur in a game.

use crate::abbey_mayor;
use crate::actions::free_segments;
use crate::base::HANDS;
use crate::base::hand;
use crate::count;
use crate::family::{Classic, ClassicPosition, ClassicRules};
use crate::figures::followers_in_supply;
use crate::king_robber;
use crate::mage_witch;
use crate::mists;
use crate::pending::Pending;
use crate::phantom;
use crate::places::hand_fits_anywhere;
use crate::princess_dragon;
use crate::tower;
use crate::traders_builders;
use crate::turn;
use bastide_core::tile::{PILE_BAG, PILE_FIRST};
use bastide_core::{Family, KindIndex, Spot, is_choice};

/// Returns whether the pending decision and the expansions' state are consistent with the rest of the position.
pub(crate) fn validate(position: &ClassicPosition, rules: &ClassicRules) -> bool {
    let mut holds = true;
    if rules.options.has(tower::TOWERS) {
        holds &= are_towers_valid(position, rules);
    }
    if rules.options.has(king_robber::KING | king_robber::ROBBER) {
        let king_robber::Extra { king, robber } = position.extra.king_robber;
        holds &= king.seat < rules.seats && robber.seat < rules.seats;
    }
    if rules.options.has(traders_builders::TRADE) {
        let taken = |good: usize| -> u32 {
            position.extra.traders_builders.goods.iter().map(|of_seat| u32::from(of_seat[good])).sum()
        };
        holds &= (0..3).all(|good| taken(good) <= u32::from(traders_builders::TOKENS[good]));
    }
    if rules.options.has(abbey_mayor::ABBEYS) {
        let abbeys = position.extra.abbey_mayor.abbeys.iter().filter(|abbey| **abbey).count();
        let held = abbey_mayor::abbey_kind(rules).map_or(0, |kind| usize::from(position.bag().count(kind)));
        holds &= abbeys == held && position.extra.abbey_mayor.last_round <= rules.seats + 1;
    }
    holds &= are_hands_valid(position, rules);
    holds &= mists::validate_ghosts(position, rules);
    let spot = |piece: u8| position.piece(piece);
    holds &= matches!(spot(princess_dragon::DRAGON), None | Some(Spot::Tile(_)));
    holds &= matches!(spot(princess_dragon::FAIRY), None | Some(Spot::Tile(_) | Spot::Figure(_)));
    holds &= mage_witch::are_figures_valid(position, rules, position.pending() == Pending::MageWitch);
    if rules.options.has(count::COUNTS) {
        let mut quarters = count::quarters(position, rules);
        holds &= quarters.any(|(quarter, _)| spot(count::COUNT) == Some(Spot::Segment(quarter)));
        let count::Extra { placed_on, placer, .. } = position.extra.count;
        holds &= placer < rules.seats && placed_on <= position.board.features.len();
    }
    holds && is_valid_pending(position, rules, position.pending())
}

fn is_valid_pending(position: &ClassicPosition, rules: &ClassicRules, pending: Pending) -> bool {
    let seats = rules.seats;
    let sane = match pending {
        Pending::Over => return true,
        Pending::Begin => return position.turn() == 0,
        Pending::Draw => !rules.options.has(HANDS) || position.bag().left_in_first_pile() > 0, // BASE-27
        Pending::Place { kind } => rules.kinds.get(usize::from(kind)).is_some_and(|tile| {
            !rules.options.has(HANDS) || tile.pile == PILE_FIRST // BASE-27
        }),
        Pending::Deal => rules.options.has(HANDS) && hand::next_to_deal(position, rules).is_some(),
        Pending::Refill => rules.options.has(HANDS) && hand::must_refill(position, rules),
        Pending::PlaceHeld => hand::next_to_deal(position, rules).is_none() && hand_fits_anywhere(position, rules),
        Pending::Deploy { free } => {
            let supplied = followers_in_supply(position, position.seat()).next().is_some();
            free == if supplied { free_segments(position, rules) } else { 0 }
        }
        Pending::Abbey => turn::can_place_abbey(position, rules),
        Pending::Wagon(wagon) => abbey_mayor::next_wagon(position, rules) == Some(wagon),
        Pending::Capture(tower) => position.extra.tower.height(tower) > 0,
        Pending::Exchange(with) => {
            with < seats && with != position.seat() && tower::holds_captive_of_other(position, with)
        }
        Pending::Dragon(step) => step.seat < seats && princess_dragon::validate_move(position, step),
        Pending::Enter(enter) => enter.seat < seats,
        Pending::Ransom => tower::was_ransom_unaffordable(position),
        Pending::Double => rules.options.has(traders_builders::BUILDERS) && position.extra.turn.doubled,
        Pending::Phantom(_) => rules.options.has(phantom::PHANTOMS) && phantom::may_follow(position, None),
        Pending::Haunt(haunt) => mists::validate_haunt(position, rules, haunt),
        Pending::MageWitch => mage_witch::is_due(position),
        _ => true,
    };
    sane && is_choice(|choice| Classic::list(position, rules, choice))
}

/// Returns whether the hands hold only drawn tiles, and no more of them than the set-up allows (BASE-24).
fn are_hands_valid(position: &ClassicPosition, rules: &ClassicRules) -> bool {
    let is_drawn = |&kind: &KindIndex| {
        rules.kind(kind).pile == PILE_BAG && !turn::is_put_aside(position, rules, kind) // PD-09
    };
    let of = |seat| position.hand(seat);
    let most = usize::from(rules.options.base.hand.size);
    (0..rules.seats).all(|seat| of(seat).len() <= most && of(seat).iter().all(is_drawn))
}

/// Returns whether the towers match the foundations on the table, and no pieces are missing or extra.
fn are_towers_valid(position: &ClassicPosition, rules: &ClassicRules) -> bool {
    let (extra, features) = (&position.extra.tower, &position.board.features);
    let foundations = (0..features.len()).filter(|&segment| features.kind(segment) == tower::FOUNDATION);
    let built: u32 = extra.towers().map(|(_, height)| u32::from(height)).sum();
    let left: u32 = extra.pieces.iter().map(|&pieces| u32::from(pieces)).sum();
    foundations.eq(extra.towers().map(|(segment, _)| segment)) && built + left == tower::all_pieces(rules)
}
