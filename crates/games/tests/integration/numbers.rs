//! Tests of the numbers of figures and tiles that players can change.

use std::collections::BTreeMap;

use games::numbers::{NumberInfo, Numbers, Reason, numbers};
use games::setup::{COOP, DISCOVERY, HUNTERS};
use games::{Game, OwnTiles, Setup};

fn chosen(pairs: &[(&str, u8)]) -> BTreeMap<String, u8> {
    pairs.iter().map(|&(word, count)| (word.to_owned(), count)).collect()
}

fn printed(setup: &Setup) -> Numbers {
    numbers(setup, &BTreeMap::new(), &BTreeMap::new()).unwrap()
}

fn short(numbers: &[NumberInfo]) -> Vec<(&'static str, u8, u8, u8)> {
    numbers.iter().map(|one| (one.word, one.printed, one.least, one.most)).collect()
}

#[test]
fn every_game_lists_its_printed_figures_and_sets() {
    let base = printed(&Setup::base(2));
    assert_eq!((short(&base.figures), short(&base.sets)), (vec![("follower", 7, 0, 63)], vec![("base", 1, 0, 15)]));
    assert_eq!(base.copies, NumberInfo { word: "copies", printed: 1, count: 1, least: 1, most: 15 });
    assert_eq!((base.setup, base.problem), (Setup::base(2), None));
    let more = printed(&Setup::base(3).with("traders-builders").with("river"));
    assert_eq!(short(&more.figures), [("follower", 7, 0, 42), ("builder", 1, 0, 42), ("pig", 1, 0, 42)]);
    let sets: Vec<_> = more.sets.iter().map(|set| set.word).collect();
    assert_eq!(sets, ["base", "river-1", "traders-builders"], "the option leaves out the other river");
    let hunters = printed(&Setup::of(HUNTERS, 2));
    assert_eq!(short(&hunters.figures), [("member", 5, 0, 63), ("hut", 2, 0, 63)]);
    assert_eq!(printed(&Setup::of(HUNTERS, 2).option("edition", "later")).figures[1].printed, 3);
    assert_eq!(short(&printed(&Setup::of(DISCOVERY, 2)).figures), [("follower", 4, 0, 63)]);
    let team = |seats| short(&printed(&Setup::of(COOP, seats)).figures).len();
    assert_eq!((team(2), team(3)), (2, 1), "two players have guards of two colours each");
}

#[test]
fn chosen_numbers_reach_the_set_up_and_the_game() {
    let setup = Setup::base(2).with("traders-builders");
    let found =
        numbers(&setup, &chosen(&[("pig", 2), ("follower", 7), ("mayor", 3)]), &chosen(&[("base", 2)])).unwrap();
    assert_eq!(
        found.setup.canonical(),
        "carcassonne+traders-builders seats=2 figures=pig:2 sets=base:2,traders-builders:1",
        "printed numbers and kinds that are not in play are left out"
    );
    assert_eq!(found.problem, None);
    assert!(Game::new(&found.setup).is_ok());
    let counts: Vec<_> = found.figures.iter().map(|one| one.count).collect();
    assert_eq!(counts, [7, 1, 2]);
}

#[test]
fn impossible_numbers_are_reported() {
    let problem = |setup: &Setup, figures: &[(&str, u8)], sets: &[(&str, u8)]| {
        let found = numbers(setup, &chosen(figures), &chosen(sets)).unwrap();
        assert_eq!(
            Game::new(&found.setup).err().map(|why| why.to_string()),
            found.problem.clone().map(|why| why.message)
        );
        found.problem.map(|why| (why.reason, why.what, why.count, why.most))
    };
    let base = Setup::base(2);
    let many = |what, count, most| Some((Reason::TooMany, Some(what), Some(count), Some(most)));
    assert_eq!(problem(&base, &[("follower", 64)], &[]), many("figures", 128, 126));
    assert_eq!(problem(&base, &[], &[("base", 16)]), many("tiles", 1152, 1080));
    assert_eq!(problem(&base, &[], &[("base", 0)]), Some((Reason::NoStart, None, None, None)));
    assert_eq!(problem(&base.clone().with_copies(0), &[], &[]), Some((Reason::Copies, None, None, None)));
    assert_eq!(problem(&base.clone().with_copies(255), &[], &[]), Some((Reason::Copies, None, None, None)));
    assert_eq!(problem(&base.clone().with("tower"), &[], &[("tower", 5)]), many("tower foundations", 90, 80));
    assert_eq!(problem(&base, &[("follower", 63)], &[("base", 15)]), None, "the ends of the ranges are possible");
}

#[test]
fn sets_that_custom_tiles_replace_are_not_listed() {
    let file = games::own_tiles::copy_of_printed("base").unwrap();
    let mut setup = Setup::base(2).with("inns-cathedrals").own_tiles(&file);
    setup.sets = chosen(&[("base", 0), ("inns-cathedrals", 1)]);
    let found = numbers(&setup, &BTreeMap::new(), &chosen(&[("base", 3), ("inns-cathedrals", 2)])).unwrap();
    assert_eq!(found.sets.len(), 1);
    assert_eq!(found.setup.sets, chosen(&[("base", 0), ("inns-cathedrals", 2)]));
    assert_eq!(found.problem, None);
    assert_eq!(found.setup.own_tiles, Some(OwnTiles::new(&file).short()));
}

#[test]
fn errors_in_the_rest_of_the_set_up_are_errors() {
    for setup in [Setup::of("chess", 2), Setup::base(9), Setup::base(2).with("moon"), Setup::base(0)] {
        assert!(numbers(&setup, &BTreeMap::new(), &BTreeMap::new()).is_err(), "{setup:?}");
    }
}
