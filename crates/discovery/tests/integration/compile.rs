//! Tests how the words in tile files are compiled, and which are rejected.

use crate::common::{options, printed, rules, rules_of, tile};
use bastide_core::Playable;
use bastide_core::TileText;
use bastide_core::tile_text::Attribute;
use discovery::base::{GRASS, MOUNTAIN, SEA, TOWN_COUNTER};
use discovery::{Discovery, Options};

/// The totals match the cross-check at the top of `tiles.toml`.
#[test]
fn printed_tiles_match_the_catalogue() {
    let rules = rules(2, Options::default());
    let sum = |of: &dyn Fn(usize) -> usize| -> usize {
        (0..rules.kinds.len()).map(|kind| usize::from(rules.kinds[kind].copies) * of(kind)).sum()
    };
    assert_eq!((rules.kinds.len(), sum(&|_| 1)), (66, 84));
    for terrain in [GRASS, MOUNTAIN, SEA] {
        let edges = |kind: usize| {
            (0..4).filter(|side| rules.kinds[kind].turned[0].edges >> (4 * side + u16::from(terrain)) & 1 == 1).count()
        };
        assert_eq!(sum(&edges), 112, "{terrain}");
    }
    // Every town counts once for land and once for sea.
    for (terrains, towns) in
        [([GRASS, GRASS], 23), ([MOUNTAIN, MOUNTAIN], 14), ([GRASS, MOUNTAIN], 37), ([SEA, SEA], 37)]
    {
        let on = |kind: usize| {
            let segments = rules.kinds[kind].segments().iter().filter(|segment| terrains.contains(&segment.kind));
            segments.map(|segment| usize::from(segment.counters[TOWN_COUNTER])).sum()
        };
        assert_eq!(sum(&on), towns, "{terrains:?}");
    }
}

/// The sea in the middle of the four-corner tile has no edge, so nothing is needed to complete it (DISC-10a).
#[test]
fn a_sea_without_ports_waits_for_nothing() {
    let text = printed().into_iter().find(|text| text.id == "mngh").unwrap();
    let kind = Discovery::compile_tile(&text, &Options::default()).unwrap();
    let sea = kind.segments().iter().find(|segment| segment.kind == SEA).unwrap();
    assert_eq!((kind.segments().len(), sea.open), (5, 0));
    assert_eq!(kind.rotations, 4);
}

#[test]
fn towns_and_borders_distinguish_rotations() {
    let rotations = |towns: &[&str], touches: &[&str]| {
        Discovery::compile_tile(&tile("x", 1, "sss mmm ttt nnn", "", towns, touches), &Options::default())
            .unwrap()
            .rotations
    };
    assert_eq!(rotations(&[], &[]), 2);
    assert_eq!(rotations(&["ms"], &[]), 4);
    assert_eq!(rotations(&["ms", "nt"], &[]), 2);
    let borders = |touches: &[&str]| {
        Discovery::compile_tile(&tile("x", 1, "ggg mmm hhh nnn", "", &[], touches), &Options::default())
            .unwrap()
            .rotations
    };
    assert_eq!((borders(&["mg", "nh"]), borders(&["mg"])), (2, 4));
}

#[test]
fn unknown_words_are_rejected() {
    let good = || tile("x", 1, "ggg mmm sss mmm", "", &["ms"], &["mg"]);
    assert!(Discovery::compile_tile(&good(), &Options::default()).is_ok());
    let spoiled = |spoil: &dyn Fn(&mut TileText)| {
        let mut text = good();
        spoil(&mut text);
        text
    };
    for (text, why) in [
        (spoiled(&|text| text.segments[1].kind = "city".to_owned()), "segment m: unknown kind city; use one of grass"),
        (
            spoiled(&|text| {
                text.segments[2].attributes.insert("fish".to_owned(), Attribute::Number(1));
            }),
            "segment s: a sea has no attribute fish",
        ),
        (spoiled(&|text| text.segments[0].links = vec![1]), "segment g: a grass has no links"),
        (spoiled(&|text| text.segments[1].along = Some(2)), "segment m: a mountain has no links"),
        (spoiled(&|text| text.marks = vec!["volcano".to_owned()]), "unknown mark volcano"),
        (spoiled(&|text| text.pile = Some("river".to_owned())), "unknown pile river"),
        (spoiled(&|text| text.inner = vec![0]), "inner and cuts belong to another family"),
        (spoiled(&|text| text.cuts = vec!["NE".to_owned()]), "inner and cuts belong to another family"),
        (spoiled(&|text| text.landmarks[0].word = "hut".to_owned()), "a hut stands on ms"),
        (tile("x", 1, "ggg mss sss mmm", "", &[], &[]), "its east edge is mss; an edge is one segment throughout"),
        (tile("x", 1, "ggg mmm sss nmm", "", &[], &[]), "its west edge is nmm"),
        (tile("x", 1, "ggg mmm sss mmm", "", &["mg"], &[]), "a town stands on mg; a town stands on a sea and on"),
        (tile("x", 1, "ggg sss mmm ttt", "", &["st"], &[]), "a town stands on st"),
        (tile("x", 1, "ggg mmm sss mmm", "", &["mgs"], &[]), "a town stands on mgs"),
        (tile("x", 1, "ggg mmm sss mmm", "", &["s"], &[]), "a town stands on s;"),
        (tile("x", 1, "ggg mmm sss mmm", "", &[], &["gm"]), "touches has g and m; a pair is a mountain, then a grass"),
        (tile("x", 1, "ggg mmm sss mmm", "", &[], &["ms"]), "touches has m and s"),
        (tile("x", 1, "ggg mmm sss mmm", "abcdefjkl", &[], &[]), "unknown kind nothing"),
        (tile("x", 1, "ggg mmm sss mmm", "abcdefjklp", &[], &[]), "it has 13 segments; at most 12 are allowed"),
    ] {
        let refused = Discovery::compile_tile(&text, &Options::default()).unwrap_err();
        assert!(refused.contains(why), "{refused}");
        assert!(Discovery::check_own_tile(&text).is_err());
    }
}

#[test]
fn own_tiles_may_have_as_many_towns_as_printed_ones() {
    for text in printed() {
        assert_eq!(Discovery::check_own_tile(&text), Ok(()), "{}", text.id);
    }
    let towns = |towns: &[&str]| Discovery::check_own_tile(&tile("x", 1, "ggg mmm sss mmm", "", towns, &[]));
    assert_eq!(towns(&["ms", "gs", "gs"]), Ok(()));
    assert!(towns(&["ms", "gs", "gs", "ms"]).unwrap_err().contains("it has 4 towns; at most 3 are allowed"));
}

#[test]
fn set_ups_with_too_many_towns_are_rejected() {
    let start = || tile("start", 1, "ggg mmm sss mmm", "", &[], &[]);
    let with = |count: u8| {
        let mut rules = rules_of(vec![start()], 2, options("one", "off", "random"));
        rules.texts.push(tile("x", count, "sss sss sss ggg", "", &["gs", "gs", "gs"], &[]));
        Discovery::check_size(&rules)
    };
    assert_eq!(with(85), Ok(()));
    assert!(with(86).unwrap_err().to_string().contains("the set-up has 258 towns; at most 255 are allowed"));
}
