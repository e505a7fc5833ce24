//! In every recorded game of the corpus, both engines agree at every decision, or a clause explains the difference.

#![cfg(feature = "imports")]

use std::path::Path;

use testkit::differences;
use testkit::oracle::{Tally, compare_file, hunters};

fn compare(files: &[&str]) -> Tally {
    let root = Path::new(env!("CARGO_MANIFEST_DIR")).join("../..");
    let document = std::fs::read_to_string(root.join("docs/differences.md")).unwrap();
    let explained = differences::parse(&document).unwrap();
    let mut tally = Tally::default();
    for file in files {
        let path = root.join("corpus/oracle").join(file).with_extension("jsonl.gz");
        compare_file(&path, &explained, &mut tally, |difference| println!("{difference}")).unwrap();
    }
    assert_eq!(tally.unexplained(), 0);
    tally
}

#[test]
fn base_games_agree() {
    let tally = compare(&["base", "greedy-base", "ai-base", "variant-tiny-city-2"]);
    assert_eq!((tally.games, tally.decisions), (155, 16589));
}

#[test]
fn games_with_inns_and_cathedrals_agree() {
    let tally =
        compare(&["inns-and-cathedrals", "greedy-inns-and-cathedrals", "ai-inns-and-cathedrals", "variant-inn-ignore"]);
    assert_eq!((tally.games, tally.decisions), (56, 7286));
}

#[test]
fn games_with_watchtowers_agree() {
    let tally = compare(&["watchtowers", "greedy-watchtowers"]);
    assert_eq!((tally.games, tally.decisions), (23, 2913));
}

#[test]
fn games_with_the_festival_agree() {
    let files = ["festival", "greedy-festival", "variant-festival-follower", "greedy-variant-festival-follower"];
    let tally = compare(&files);
    assert_eq!((tally.games, tally.decisions), (27, 3724));
}

#[test]
fn games_with_the_phantom_agree() {
    let tally = compare(&["phantom", "greedy-phantom", "tower+phantom+festival", "greedy-tower+phantom+festival"]);
    assert_eq!((tally.games, tally.decisions), (29, 3881));
}

#[test]
fn games_with_wind_roses_agree() {
    let tally = compare(&["wind-roses", "greedy-wind-roses"]);
    assert_eq!((tally.games, tally.decisions), (23, 2669));
}

#[test]
fn games_with_the_cult_agree() {
    let tally = compare(&["cult", "greedy-cult", "cult-x3", "greedy-cult-x3"]);
    assert_eq!((tally.games, tally.decisions), (32, 3933));
}

#[test]
fn games_with_the_mage_and_the_witch_agree() {
    let tally = compare(&["mage-and-witch", "greedy-mage-and-witch"]);
    assert_eq!((tally.games, tally.decisions), (23, 2923));
}

#[test]
fn games_of_hunters_and_gatherers_agree() {
    let path = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../corpus/oracle/hunters-later.jsonl.gz");
    assert!(hunters::is_recorded_in(&path).unwrap());
    assert!(!hunters::is_recorded_in(&path.with_file_name("base.jsonl.gz")).unwrap());
    let mut tally = hunters::Tally::default();
    hunters::compare_file(&path, &mut tally, |difference| println!("{difference}")).unwrap();
    assert_eq!(tally.unexplained(), 0);
    // All differences are known: they are at places beyond the edge of the other engine's board.
    assert_eq!((tally.games, tally.decisions, tally.known, tally.agreed), (333, 45734, 9, 324));
    assert_eq!(tally.differences.len(), 73);
}
