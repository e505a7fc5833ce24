//! Tests Hunters & Gatherers: the order of events at the end of a game, and pinned rules.

use crate::common::random_game;
use bastide_core::Event;
use games::{Game, Setup};
use hunters::{Hunters, base};

/// Returns a finished game and the events of the answer that ended it.
fn end_of(setup: &Setup, seed: u64) -> (Game, Vec<Event>) {
    let (_, whole) = random_game(setup, seed, usize::MAX);
    let mut game = Game::new(setup).unwrap();
    let mut events = Vec::new();
    for &answer in whole.answers() {
        events = game.apply_raw(answer).unwrap();
    }
    (game, events)
}

/// Returns the kinds of segment with figures on them.
fn stood_on(game: &Game) -> Vec<u8> {
    let features = &game.of::<Hunters>().unwrap().1.board.features;
    features.figures().iter().filter_map(|figure| Some(features.kind(figure.segment()?))).collect()
}

#[test]
fn gatherers_and_fishers_return_before_the_final_scoring() {
    let mut homecomers = 0;
    for (seed, edition) in (0..20).flat_map(|seed| [(seed, "first"), (seed, "later")]) {
        let (game, events) = end_of(&Setup::of("hunters", 3).option("edition", edition), seed);
        let scored = events.iter().position(|event| matches!(event, Event::Scored { last: true, .. })).unwrap();
        let returned = |event: &&Event| matches!(event, Event::Returned { .. });
        assert_eq!(events[scored..].iter().filter(returned).count(), 0); // HG-38
        homecomers += events.iter().filter(returned).count();
        assert!(stood_on(&game).iter().all(|&kind| kind == base::MEADOW || kind == base::SYSTEM));
    }
    assert!(homecomers > 40, "{homecomers} returned");
}

#[test]
fn games_of_version_1_keep_its_rules() {
    let later = Setup::of("hunters", 3).option("edition", "later");
    let first = later.clone().pinned(1);
    let options = |setup: &Setup| Game::new(setup).unwrap().of::<Hunters>().unwrap().0.options;
    let now = options(&later);
    assert!(now.base.by_tile && !now.fire_saves_deer && !now.members_stay_out);
    let then = options(&first);
    assert!(!then.base.by_tile && then.fire_saves_deer && then.members_stay_out);
    // Under the old rules, members can remain on the map at the end.
    let stayed = (0..10).filter(|&seed| stood_on(&end_of(&first, seed).0).contains(&base::RIVER));
    assert!(stayed.count() > 0);
}
