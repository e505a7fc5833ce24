//! Lets positions be arranged by hand.

use crate::abbey_mayor;
use crate::base::{self, CITY, FIELD, ROAD};
use crate::count;
use crate::family::{Classic, ClassicPosition, ClassicRules};
use crate::figures;
use crate::kinds::{ROLE_WORDS, is_follower};
use crate::king_robber;
use crate::mage_witch;
use crate::mists;
use crate::pending::Pending;
use crate::princess_dragon;
use crate::river;
use crate::scoring;
use crate::tower;
use crate::traders_builders;
use crate::turn;
use bastide_core::playable::StartTile;
use bastide_core::{Arrange, FigureKind, PlacedTile, SegmentIndex, Spot};

/// Note: the half of the turn, 1 or 2 (TB-03).
const HALF: &str = "half";
/// Note: 1 if the turn's action was taken with the volcano, so that none is offered with the lake (RIV-08).
const ACTED: &str = "acted";
/// Note: in the last round of abbeys, the number of seats that are still to be asked, with the seat to move (AM-05).
const ROUND: &str = "round";
/// Note: the seat that placed the newest tile (COUNT-08).
const PLACER: &str = "placer";

impl Arrange for Classic {
    fn arrange_start(position: &mut ClassicPosition, rules: &ClassicRules) {
        if rules.options.has(abbey_mayor::ABBEYS) {
            abbey_mayor::start(position, rules);
        }
        if rules.options.has(tower::TOWERS) {
            tower::start(position, rules);
        }
    }

    fn tile_arranged(position: &mut ClassicPosition, rules: &ClassicRules) {
        if rules.options.has(tower::TOWERS) {
            tower::record_foundations(position, rules);
        }
    }

    fn may_stand(
        position: &ClassicPosition,
        rules: &ClassicRules,
        figure: FigureKind,
        segment: SegmentIndex,
    ) -> Result<(), &'static str> {
        let features = &position.board.features;
        let kind = features.kind(segment);
        let is_right = match figure {
            abbey_mayor::BARN => kind == FIELD,                        // AM-13
            traders_builders::BUILDER => kind == CITY || kind == ROAD, // TB-02
            traders_builders::PIG => kind == FIELD,                    // TB-07
            _ if !figures::is_ordinary(figure) && kind >= base::FIRST_FIGURELESS_KIND => kind == count::QUARTER,
            _ => !ROLE_WORDS[usize::from(kind)].is_empty() && figures::may_stand(figure, kind), // AM-06, AM-09
        };
        if !is_right {
            return Err("a figure of this kind cannot stand there");
        }
        if kind == count::QUARTER {
            return if rules.options.has(count::COUNTS) { Ok(()) } else { Err("the count is not in play") }; // COUNT-04
        }
        if kind == tower::FOUNDATION {
            let height = position.extra.tower.height(segment);
            return match features.is_occupied(segment) {
                _ if height == 0 => Err("there is no tower yet"),      // TOW-02
                true => Err("a follower stands on the tower already"), // TOW-05
                false => Ok(()),
            };
        }
        let is_land = rules.options.count.open_land && !figures::is_in_carcassonne(position, segment); // COUNT-12
        if figures::is_in_city_block(position, segment) && !is_land {
            return Err("no figure stands in the City of Carcassonne outside its quarters"); // COUNT-01
        }
        if scoring::is_complete(position, features.root(segment)) {
            return Err("the feature is complete, so its figures have gone home"); // BASE-18
        }
        Ok(())
    }

    fn set_token(position: &mut ClassicPosition, rules: &ClassicRules, seat: u8, word: &str, count: u8) -> bool {
        let (at, options) = (usize::from(seat), &rules.options);
        match word {
            abbey_mayor::ABBEY_WORD if options.has(abbey_mayor::ABBEYS) && count <= 1 => {
                position.extra.abbey_mayor.abbeys[at] = count == 1;
            }
            tower::PIECES if options.has(tower::TOWERS) => position.extra.tower.pieces[at] = count,
            mists::GUARD_WORD if options.has(mists::GUARDS) => {
                return position.arrange_reserve(seat, mists::GUARD, count);
            }
            king_robber::KING_WORD if options.has(king_robber::KING) && count <= 1 => {
                return count == 0 || give_card(position, rules, seat, CITY);
            }
            king_robber::ROBBER_WORD if options.has(king_robber::ROBBER) && count <= 1 => {
                return count == 0 || give_card(position, rules, seat, ROAD);
            }
            _ => {
                let good = traders_builders::GOODS.iter().position(|good| *good == word);
                let Some(good) = good.filter(|_| options.has(traders_builders::TRADE)) else { return false };
                position.extra.traders_builders.goods[at][good] = count;
            }
        }
        true
    }

    fn set_building(position: &mut ClassicPosition, segment: SegmentIndex, height: u8) -> bool {
        let extra = &mut position.extra.tower;
        let tower = extra.towers().position(|(foundation, _)| foundation == segment);
        if let Some(tower) = tower {
            extra.heights[tower] = height;
        }
        tower.is_some()
    }

    fn notes(position: &ClassicPosition, rules: &ClassicRules, mut each: impl FnMut(&'static str, u16)) {
        if position.extra.turn.second {
            each(HALF, 2); // TB-03
        }
        if position.extra.turn.acted {
            each(ACTED, 1); // RIV-08
        }
        if position.pending() == Pending::Abbey && position.extra.abbey_mayor.last_round > 0 {
            each(ROUND, position.extra.abbey_mayor.last_round.into()); // AM-05
        }
        if rules.options.has(count::COUNTS) && position.extra.count.placer > 0 {
            each(PLACER, position.extra.count.placer.into()); // COUNT-08
        }
    }

    fn set_note(position: &mut ClassicPosition, rules: &ClassicRules, word: &str, value: u16) -> bool {
        match word {
            HALF if rules.options.has(traders_builders::BUILDERS) && (1..=2).contains(&value) => {
                position.extra.turn.second = value == 2;
            }
            ACTED if rules.options.has(river::RIVER) && value <= 1 => position.extra.turn.acted = value == 1,
            ROUND if has_last_round(rules) && (1..=u16::from(rules.seats)).contains(&value) => {
                position.extra.abbey_mayor.last_round = value as u8;
            }
            PLACER if rules.options.has(count::COUNTS) && value < u16::from(rules.seats) => {
                position.extra.count.placer = value as u8;
            }
            _ => return false,
        }
        true
    }

    fn check_arranged(position: &ClassicPosition, rules: &ClassicRules) -> Result<(), &'static str> {
        check_tiles(position, rules)?;
        check_cards(position, rules)?;
        check_figures(position, rules)?;
        check_tokens(position, rules)
    }
}

/// Returns whether a last round of abbeys follows the last tile (AM-05).
fn has_last_round(rules: &ClassicRules) -> bool {
    rules.options.has(abbey_mayor::ABBEYS) && rules.options.abbey_mayor.abbey_at_end
}

/// Gives a seat the card for the largest complete feature of a kind, and counts the complete ones (KING-02, KING-03); returns whether there
/// is any.
fn give_card(position: &mut ClassicPosition, rules: &ClassicRules, seat: u8, kind: u8) -> bool {
    let card = complete_features(position, rules, kind, seat);
    let cards = &mut position.extra.king_robber;
    *(if kind == CITY { &mut cards.king } else { &mut cards.robber }) = card;
    card.tiles > 0
}

/// Returns the card that a seat has for the complete features of a kind on the table, apart from those that were complete at the start.
fn complete_features(position: &ClassicPosition, rules: &ClassicRules, kind: u8, seat: u8) -> king_robber::Card {
    let features = &position.board.features;
    let mut start = Box::new(ClassicPosition::to_arrange(rules));
    if begins_with_start(position, rules) {
        for &(kind, at, rotation) in &rules.start {
            let laid = start.arrange_tile(rules, kind, at, rotation);
            debug_assert!(laid.is_ok(), "the start tiles fit each other");
        }
    }
    // A feature of the start tiles alone can also have been ended by an abbey (AM-03).
    let at_start = |root| {
        features.counter(root, base::MARK_COUNTER) & count::CARCASSONNE != 0
            || features.ring(root).all(|segment| segment < start.board.features.len())
                && scoring::is_complete(&start, start.board.features.root(root))
    };
    let complete = features.roots_of(kind).filter(|&root| scoring::is_complete(position, root) && !at_start(root));
    complete.fold(king_robber::Card { seat, ..Default::default() }, |card, root| king_robber::Card {
        tiles: card.tiles.max(features.tiles(root)),
        complete: card.complete + 1,
        ..card
    })
}

/// Returns whether the first tiles are those that lie on the table from the start.
fn begins_with_start(position: &ClassicPosition, rules: &ClassicRules) -> bool {
    let tiles = position.board.tiles();
    let is_same = |(tile, start): (&PlacedTile, &StartTile)| (tile.kind, tile.at, tile.rotation) == *start;
    tiles.len() >= rules.start.len() && tiles.iter().zip(&rules.start).all(is_same)
}

/// Checks what depends on the tiles: the last round of abbeys, the river, and the tiles put aside.
fn check_tiles(position: &ClassicPosition, rules: &ClassicRules) -> Result<(), &'static str> {
    let left = position.bag().left() > 0 || (0..rules.seats).any(|seat| !position.hand(seat).is_empty());
    if position.extra.abbey_mayor.last_round > 0 && left {
        return Err("the last round of abbeys begins when no tiles are left"); // AM-05
    }
    if position.bag().left_in_first_pile() > 0 && !begins_with_start(position, rules) {
        return Err("while river tiles are left, the board must begin with the spring; or say that 0 of them are left"); // RIV-03
    }
    if !rules.options.has(princess_dragon::DRAGONS) {
        return if position.bag().aside().is_empty() { Ok(()) } else { Err("no tile can be put aside in this game") };
    }
    let has_volcano = position.board.tiles().iter().any(|tile| rules.kind(tile.kind).marks & base::VOLCANO != 0);
    if has_volcano != position.piece(princess_dragon::DRAGON).is_some() {
        return Err("the dragon must be on the map as soon as there is a volcano, and not before"); // PD-07
    }
    if position.bag().aside().iter().any(|&kind| !turn::is_put_aside(position, rules, kind)) {
        return Err("only tiles that move the dragon are put aside, and only before the dragon is on the map"); // PD-09
    }
    Ok(())
}

/// Checks that someone holds the king and the robber baron as soon as there is a complete city or road (KING-03, KING-05).
fn check_cards(position: &ClassicPosition, rules: &ClassicRules) -> Result<(), &'static str> {
    let king_robber::Extra { king, robber } = position.extra.king_robber;
    let missing = |element, card: king_robber::Card, kind| {
        rules.options.has(element) && card.tiles == 0 && complete_features(position, rules, kind, 0).tiles > 0
    };
    if missing(king_robber::KING, king, CITY) {
        return Err("a city is complete, but no seat holds the king");
    }
    if missing(king_robber::ROBBER, robber, ROAD) {
        return Err("a road is complete, but no seat holds the robber baron");
    }
    Ok(())
}

/// Checks that companions have a follower beside them, that no farmers are on the field of a barn, and that the pieces are where they can
/// be.
fn check_figures(position: &ClassicPosition, rules: &ClassicRules) -> Result<(), &'static str> {
    let features = &position.board.features;
    for figure in features.figures() {
        let Some(segment) = figure.segment() else {
            if figure.captor().is_some() && !is_follower(figure.kind) {
                return Err("only followers can be captives"); // TOW-04
            }
            continue;
        };
        let root = features.root(segment);
        if figures::is_companion(figure.kind) && !traders_builders::has_follower(position, root, figure.seat) {
            return Err("a builder or a pig needs a follower of its seat on the same feature"); // TB-02, TB-07
        }
        if figure.kind == abbey_mayor::BARN && features.figures_on(root).any(|f| is_follower(features.figure(f).kind)) {
            return Err("farmers on the field of a barn have gone home"); // AM-15, AM-17
        }
    }
    if features.figures().iter().any(|figure| figure.captor().is_some()) && !rules.options.has(tower::TOWERS) {
        return Err("only towers take captives"); // TOW-04
    }
    let on_tile = matches!(position.piece(princess_dragon::DRAGON), None | Some(Spot::Tile(_)));
    if !on_tile || matches!(position.piece(princess_dragon::FAIRY), Some(Spot::Segment(_))) {
        return Err("the dragon stands on a tile, the fairy on a tile or beside a figure"); // PD-02, PD-07
    }
    let in_play = [
        (princess_dragon::DRAGON, princess_dragon::DRAGONS),
        (princess_dragon::FAIRY, princess_dragon::FAIRIES),
        (count::COUNT, count::COUNTS),
        (mage_witch::MAGE, mage_witch::MAGES),
        (mage_witch::WITCH, mage_witch::WITCHES),
    ];
    if in_play.into_iter().any(|(piece, element)| position.piece(piece).is_some() && !rules.options.has(element)) {
        return Err("a piece is on the map that is not in play");
    }
    let is_done = |piece| mage_witch::feature_of(position, piece).is_some_and(|root| features.open(root) == 0);
    if !mage_witch::are_figures_valid(position, rules, false) || is_done(mage_witch::MAGE) || is_done(mage_witch::WITCH)
    {
        return Err("the mage and the witch stand on different unfinished roads or cities"); // MW-02, MW-03, MW-08
    }
    let mut quarters = count::quarters(position, rules);
    let is_count_home = quarters.any(|(quarter, _)| position.piece(count::COUNT) == Some(Spot::Segment(quarter)));
    if rules.options.has(count::COUNTS) && !is_count_home {
        return Err("the count must be in a quarter of the City of Carcassonne"); // COUNT-02
    }
    Ok(())
}

/// Checks that no tokens, tower pieces, abbeys or ghosts are missing or extra.
fn check_tokens(position: &ClassicPosition, rules: &ClassicRules) -> Result<(), &'static str> {
    let taken =
        |good: usize| position.extra.traders_builders.goods.iter().map(|seat| u32::from(seat[good])).sum::<u32>();
    if (0..3).any(|good| taken(good) > u32::from(traders_builders::TOKENS[good])) {
        return Err("the seats hold more goods of a kind than there are"); // TB-09
    }
    if rules.options.has(tower::TOWERS) {
        let built: u32 = position.extra.tower.towers().map(|(_, height)| u32::from(height)).sum();
        let left: u32 = position.extra.tower.pieces.iter().map(|&pieces| u32::from(pieces)).sum();
        if built + left != tower::all_pieces(rules) {
            return Err("the towers and the seats' tower pieces do not add up to all pieces"); // TOW-01
        }
    }
    if rules.options.has(abbey_mayor::ABBEYS) {
        let abbeys = position.extra.abbey_mayor.abbeys.iter().filter(|abbey| **abbey).count();
        let held = abbey_mayor::abbey_kind(rules).map_or(0, |kind| usize::from(position.bag().count(kind)));
        if abbeys != held {
            return Err("the abbeys on the map and those that the seats hold do not add up to one for each seat"); // AM-01
        }
    }
    if !mists::validate_ghosts(position, rules) {
        return Err("ghosts stand beside ordinary followers on land, at most two each and 15 in all"); // MIST-02, MIST-07
    }
    Ok(())
}
