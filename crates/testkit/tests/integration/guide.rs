//! Compares a position's guide with the results of trying everything: every draw, every placement, and a map that is independent of the
//! engine's.

use std::collections::{BTreeMap, BTreeSet};

use bastide_core::{Answer, SmallRandom};
use games::deal::{Deal, Seed};
use games::guide::{Guide, GuideFeature, GuideOpen};
use games::view::{FeatureView, TileName, View};
use games::{Actor, EventView, Game, Setup, Viewer};
use testkit::conformance::{
    combinations, haunted, pairs, random_set_ups, rare_events, single_expansions, team, with_hands,
};
use testkit::effort::sample;
use testkit::player;
use testkit::second::Table;

/// Counts of comparisons, to detect a test that compares nothing.
#[derive(Debug, Default)]
struct ComparisonCounts {
    /// Open places for which the number of fitting tiles was compared.
    open: usize,
    /// Open places that no remaining tile can fill.
    dead: usize,
    /// Placements that complete nothing.
    nothing: usize,
    /// Features that other placements complete.
    features: usize,
    /// Scores that were actually given.
    scores: usize,
}

/// Places where a tile can be placed.
type Cells = BTreeSet<(i16, i16)>;

fn cell(open: &GuideOpen) -> (i16, i16) {
    (open.x, open.y)
}

/// Returns the places where a drawn tile can be placed according to the rules, or an empty set if another decision comes first.
fn placed_if_drawn(game: &Game, draw: Answer) -> Cells {
    let mut after = game.clone();
    after.apply_raw(draw).unwrap();
    let Answer::Draw { kind } = draw else { return Cells::new() };
    let decision = after.view().decision;
    let text = &game.tiles()[usize::from(kind)];
    let asked = decision.tile.is_some_and(|tile| tile.set == text.set && tile.kind == text.id);
    if decision.kind != "place" || !asked {
        return Cells::new();
    }
    let place = |answer: Answer| match answer {
        Answer::Place { at, .. } => Some((at.x, at.y)),
        _ => None,
    };
    after.legal().into_iter().filter_map(place).collect()
}

/// Before a turn's draw, tries every draw and compares where the tiles fit.
fn check_draws(game: &Game, guide: &Guide, compared: &mut ComparisonCounts) {
    let mut fit: BTreeMap<(i16, i16), u32> = guide.open.iter().map(|open| (cell(open), 0)).collect();
    let mut all = 0;
    for draw in game.legal() {
        let Answer::Draw { kind } = draw else { return };
        let count = u32::from(game.in_bag(kind));
        all += count;
        for at in placed_if_drawn(game, draw) {
            *fit.get_mut(&at).expect("an open place") += count;
        }
    }
    let whole = all == guide.left;
    for open in &guide.open {
        let fits = fit[&cell(open)];
        if whole {
            assert_eq!(open.fit, fits, "{game:?} at {:?}", cell(open));
        }
        let next = f64::from(fits) / f64::from(all);
        assert!((open.next.unwrap() - next).abs() < 0.000_051, "{game:?} at {:?}: {open:?}, {next}", cell(open));
        compared.open += 1;
    }
}

/// Returns an independent map of the same table.
fn second_map(game: &Game, view: &View) -> Table {
    let mut table = Table::new(usize::from(game.setup().seats), game.tiles());
    for tile in &view.tiles {
        table.place_tile(number(game, &tile.name), tile.x.into(), tile.y.into(), tile.rotation.into());
    }
    table
}

fn number(game: &Game, name: &TileName) -> usize {
    game.tiles().iter().position(|text| text.set == name.set && text.id == name.kind).unwrap()
}

/// Checks dead places and, if `counts`, how many tiles fit each open place.
fn check_map(game: &Game, viewer: Viewer, counts: bool, compared: &mut ComparisonCounts) {
    let (view, guide) = (game.view_for(viewer), game.guide_for(viewer));
    let map = second_map(game, &view);
    let cells_of = |name: &TileName| -> Cells {
        let ways = map.placements(&game.tiles()[number(game, name)]);
        ways.into_iter().map(|(x, y, _)| (x as i16, y as i16)).collect()
    };
    let mut fit: BTreeMap<(i16, i16), u32> = BTreeMap::new();
    let mut alive = Cells::new();
    for tile in &view.bag.tiles {
        for at in cells_of(&tile.name) {
            alive.insert(at);
            *fit.entry(at).or_default() += if tile.apart { 0 } else { u32::from(tile.count) };
        }
    }
    let hands = view.players.iter().flat_map(|player| player.hand.iter().flatten());
    let in_hand = view.decision.tile.iter().filter(|_| view.decision.kind == "place");
    for name in hands.chain(&view.aside).chain(in_hand) {
        alive.extend(cells_of(name));
    }
    let abbeys = view.players.iter().any(|player| player.tokens.get("abbey").is_some_and(|&left| left > 0));
    let free: Cells = map.free_places().into_iter().map(|(x, y)| (x as i16, y as i16)).collect();
    assert_eq!(guide.open.iter().map(cell).collect::<Cells>(), free, "{game:?}");
    let left: u32 = view.bag.tiles.iter().filter(|tile| !tile.apart).map(|tile| u32::from(tile.count)).sum();
    assert_eq!(guide.left, left, "{game:?}");
    for open in &guide.open {
        let at = cell(open);
        assert_eq!(open.dead, !abbeys && !alive.contains(&at), "{game:?} at {at:?}");
        assert!(!open.dead || open.fit == 0, "{game:?} at {at:?}");
        compared.dead += usize::from(open.dead);
        if counts {
            assert_eq!(open.fit, fit.get(&at).copied().unwrap_or(0), "{game:?} at {at:?}");
            compared.open += 1;
        }
    }
}

/// Returns the features that a placement completed, by comparing the views before and after: kind, points, owners, and earlier features.
fn completed(before: &View, after: &View) -> Vec<(&'static str, i32, Vec<u8>, Vec<u16>)> {
    let of = |view: &View| -> BTreeMap<(u16, u8), usize> {
        let spots =
            view.features.iter().enumerate().flat_map(|(i, feature)| feature.segments.iter().map(move |s| (*s, i)));
        spots.collect()
    };
    let was = of(before);
    let parts = |feature: &FeatureView| -> BTreeSet<usize> {
        feature.segments.iter().filter_map(|segment| was.get(segment).copied()).collect()
    };
    let new = after
        .features
        .iter()
        .filter(|feature| feature.complete && !parts(feature).iter().any(|&part| before.features[part].complete));
    let told = new.map(|feature| {
        let mut ids: Vec<u16> = parts(feature).into_iter().map(|part| before.features[part].id).collect();
        ids.sort_unstable();
        (feature.kind, feature.worth.unwrap(), feature.owners.clone(), ids)
    });
    let mut told: Vec<_> = told.collect();
    told.sort();
    told
}

/// Returns the scores of a placement without further actions, by seat and kind of feature, or `None` if another decision comes first.
fn scored(game: &Game, placement: Answer) -> Option<BTreeMap<(u8, &'static str), i32>> {
    let mut after = game.clone();
    let mut events = after.apply(placement).unwrap();
    while let Actor::Seat(_) = after.actor() {
        let begun = events.iter().any(|event| matches!(event, EventView::Turn { .. } | EventView::Drawn { .. }));
        if begun || after.view().decision.kind == "abbey" {
            break;
        }
        if !after.legal().contains(&Answer::Pass) {
            return None;
        }
        events.extend(after.apply(Answer::Pass).unwrap());
    }
    if after.setup().game == "coop" && !after.winners().is_empty() {
        return None; // COOP-14: the team wins at once, whatever else the tile finished.
    }
    let mut points = BTreeMap::new();
    for event in events {
        // Fields are never completed; these scores are given when a barn sends the farmers home.
        if let EventView::Scored { seat, points: gives, kind, finished: true, last: false, feature: Some(_), .. } =
            event
            && kind != "field"
        {
            *points.entry((seat, kind)).or_default() += gives;
        }
    }
    Some(points)
}

fn check_placements(game: &Game, guide: &Guide, compared: &mut ComparisonCounts) {
    let before = game.view();
    let scores_at_once = game.setup().game != "discovery";
    for answer in game.legal() {
        let (at, rotation, slot) = match answer {
            Answer::Place { at, rotation } => (at, rotation, None),
            Answer::PlaceHeld { slot, at, rotation } => (at, rotation, Some(slot)),
            _ => continue,
        };
        let same = |place: &&games::guide::GuidePlace| {
            (place.x, place.y, place.rotation, place.slot) == (at.x, at.y, rotation, slot)
        };
        let told: &[GuideFeature] = guide.places.iter().find(same).map_or(&[], |place| &place.completes);
        compared.nothing += usize::from(told.is_empty());
        compared.features += told.len();
        let mut after = game.clone();
        after.apply_raw(answer).unwrap();
        let view = after.view();
        // Features that are scored immediately no longer have owners, so only their scores are compared.
        let waits = matches!(view.decision.kind, "deploy" | "haunt" | "shaman");
        if waits && view.tiles.len() == before.tiles.len() + 1 {
            let mut features: Vec<_> = told
                .iter()
                .map(|feature| {
                    let due = feature.gives.iter().filter(|share| share.points >= 0 || feature.points < 0);
                    (feature.kind, feature.points, due.map(|share| share.seat).collect(), feature.features.clone())
                })
                .collect();
            features.sort();
            let mut by_view = completed(&before, &view);
            if game.setup().game == "coop" || before.figures.iter().any(|figure| figure.ghosts > 0) {
                features.iter_mut().chain(&mut by_view).for_each(|feature| feature.2.clear());
            }
            // Cemeteries give no points.
            let cemetery = |feature: &(&str, i32, Vec<u8>, Vec<u16>)| feature.0 == "cemetery";
            by_view.iter_mut().filter(|feature| cemetery(feature)).for_each(|feature| feature.2.clear());
            features.iter_mut().filter(|feature| cemetery(feature)).for_each(|feature| feature.2.clear());
            assert_eq!(features, by_view, "{game:?}: {answer:?}");
        }
        if scores_at_once && let Some(scored) = scored(game, answer) {
            let mut due = BTreeMap::new();
            for feature in told {
                for share in &feature.gives {
                    *due.entry((share.seat, feature.kind)).or_default() += share.points;
                }
            }
            assert_eq!(due, scored, "{game:?}: {answer:?}");
            compared.scores += scored.len();
        }
    }
    let listed = guide.places.iter().filter(|place| place.completes.is_empty()).count();
    assert_eq!(listed, 0, "{game:?}");
}

/// Plays a game and checks its guide at every `every`-th decision.
fn check(setup: &Setup, seed: u64, answers: usize, every: usize, compared: &mut ComparisonCounts) {
    let deal = Deal::new(Seed::from_number(seed), setup).unwrap();
    let mut random = SmallRandom::new(seed);
    let mut game = Game::for_replay(setup).unwrap();
    // In these games a tile may be barred from places that it fits.
    let has_limits =
        ["princess-dragon", "river", "cult"].iter().any(|id| setup.expansions.iter().any(|part| part == id));
    let hands = setup.options.get("hand").is_some_and(|hand| hand != "one");
    while !game.is_over() && game.seq() < answers {
        let checked = matches!(game.seq() % every, 0 | 1) || game.seq() % every == every / 2;
        if checked && game.turn() > 0 {
            let guide = game.guide_for(Viewer::ALL);
            let draws_apart = game.view().bag.apart > 0;
            if game.actor() == Actor::Chance && !hands && !draws_apart {
                check_draws(&game, &guide, compared);
            }
            check_map(&game, Viewer::ALL, !has_limits, compared);
            if hands {
                check_map(&game, Viewer::NONE, !has_limits, compared);
                check_map(&game, Viewer::of([0]), !has_limits, compared);
            }
            check_placements(&game, &guide, compared);
        }
        let answer = deal.answer(&game).or_else(|| player::choose(&game, &mut random));
        game.apply_raw(answer.expect("a tile for every draw")).unwrap();
    }
    assert!(!game.is_over() || game.guide_for(Viewer::ALL).open.is_empty());
}

fn check_all(set_ups: &[Setup], seed: u64, answers: usize, every: usize) -> ComparisonCounts {
    let mut compared = ComparisonCounts::default();
    for (i, setup) in set_ups.iter().enumerate() {
        check(setup, seed + i as u64, answers, every, &mut compared);
    }
    println!("{compared:?}");
    compared
}

#[test]
fn guide_is_correct_in_the_base_game() {
    let all = check_all(&[Setup::base(2), Setup::base(5)], 1, usize::MAX, 4);
    assert!(all.open > 0 && all.dead > 0 && all.features > 0 && all.scores > 0, "{all:?}");
}

#[test]
fn guide_is_correct_in_every_expansion() {
    let all = check_all(&sample(single_expansions(), 4), 100, 170, 14);
    assert!(all.open > 0 && all.dead > 0 && all.features > 0 && all.scores > 0, "{all:?}");
    check_all(&sample(haunted(), 6), 200, 220, 14);
}

#[test]
fn guide_is_correct_in_combined_expansions() {
    let all = check_all(&[sample(pairs(), 15), random_set_ups(3)].concat(), 300, 220, 22);
    assert!(all.open > 0 && all.features > 0 && all.scores > 0, "{all:?}");
}

#[test]
fn guide_is_correct_in_every_family() {
    for (game, one_in) in [("hunters", 23), ("discovery", 13), ("coop", 7)] {
        let all = check_all(&sample(combinations(game), one_in), 400, 160, 16);
        assert!(all.open > 0 && all.features > 0, "{game}: {all:?}");
    }
    check_all(&sample(rare_events(), 4), 500, 200, 16);
    check_all(&sample(with_hands(), 8), 550, 200, 16);
    check_all(&sample(team(), 6), 600, 200, 16);
}

#[test]
fn only_the_owner_gets_the_guide_of_a_hidden_hand() {
    let setup = Setup::of("discovery", 3).option("hand", "two_hidden").option("first_player", "host_seat");
    let deal = Deal::new(Seed::from_number(9), &setup).unwrap();
    let game = player::play(&setup, &deal, 9, 60).unwrap();
    let mut game = game;
    while !matches!(game.legal().first(), Some(Answer::PlaceHeld { .. })) {
        let answer = deal.answer(&game).unwrap_or_else(|| game.legal()[0]);
        game.apply_raw(answer).unwrap();
    }
    let Actor::Seat(seat) = game.actor() else { panic!("a seat places a tile") };
    assert!(!game.guide_for(Viewer::of([seat])).places.is_empty(), "this position completes something");
    let others = game.guide_for(Viewer::of([(seat + 1) % 3]));
    assert!(others.places.is_empty());
    assert_eq!(others.left, game.guide_for(Viewer::ALL).left + 4, "two hands are hidden");
    assert_eq!((others.draws, game.guide_for(Viewer::of([seat])).draws), (1, 3));
}
