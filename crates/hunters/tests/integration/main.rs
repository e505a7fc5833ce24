//! Tests cases that scenarios cannot reach: invalid tiles, oversized set-ups, and impossible positions.

use bastide_core::option::Choices;
use bastide_core::tile_text::{Attribute, SegmentText};
use bastide_core::{Actor, Answer, Described, Family, KindIndex, Place, Playable, Rules, SmallRandom, TileText};
use hunters::{Hunters, HuntersPosition, HuntersRules, Options, Pending, base};

/// A segment: its letter, its kind, the letter of its lake (or an empty string), and its attributes.
type Words<'a> = (char, &'a str, &'a str, &'a [(&'a str, i64)]);

/// Builds a tile from its ports and segments. Animals are given as attributes with a count, and a power as its index in `POWERS`.
fn tile(id: &str, set: &str, ports: &str, segments: &[Words]) -> TileText {
    let index = |letter: char| segments.iter().position(|s| s.0 == letter).unwrap() as u8;
    let owners: Vec<u8> = ports.split(' ').flat_map(str::chars).map(index).collect();
    let segment = |&(letter, kind, lake, values): &Words| {
        let animals = ["mammoth", "aurochs", "deer", "tiger", "zebra"];
        let mut attributes: std::collections::BTreeMap<String, Attribute> = Default::default();
        let mut words = Vec::new();
        for &(name, count) in values {
            match animals.contains(&name) {
                true => words.extend((0..count).map(|_| name.to_owned())),
                false if name == "power" => {
                    let power = hunters::later::POWERS[count as usize];
                    attributes.insert(name.to_owned(), Attribute::Word(power.to_owned()));
                }
                false => drop(attributes.insert(name.to_owned(), Attribute::Number(count))),
            }
        }
        if !words.is_empty() {
            attributes.insert("animals".to_owned(), Attribute::Words(words));
        }
        SegmentText {
            letter,
            kind: kind.to_owned(),
            touches: lake.chars().map(index).collect(),
            links: Vec::new(),
            along: None,
            inside: !ports.contains(letter),
            attributes,
        }
    };
    let mut text = TileText {
        id: id.to_owned(),
        set: set.to_owned(),
        count: 1,
        start: false,
        ports: owners.try_into().unwrap(),
        segments: segments.iter().map(segment).collect(),
        marks: Vec::new(),
        cuts: Vec::new(),
        landmarks: Vec::new(),
        pile: None,
        inner: Vec::new(),
        jcz: Vec::new(),
    };
    (Hunters::SYNTAX.complete)(&mut text);
    text
}

fn meadow(count: u8, values: &[(&str, i64)]) -> TileText {
    TileText { count, ..tile("m", "own", "mmm mmm mmm mmm", &[('m', "meadow", "", values)]) }
}

/// Builds a tile with a river that flows from the north into a lake; `river` and `lake` are their attributes.
fn lake(river: &[(&str, i64)], lake: &[(&str, i64)]) -> TileText {
    let segments: &[Words] = &[('m', "meadow", "", &[]), ('r', "river", "l", river), ('l', "lake", "", lake)];
    tile("l", "own", "mrm mmm mmm mmm", segments)
}

fn rules(texts: Vec<TileText>, options: Options) -> HuntersRules {
    let kinds = texts.iter().map(|text| Hunters::compile_tile(text, &options).unwrap()).collect();
    let figures = options.figures(2);
    Rules {
        seats: 2,
        options,
        kinds,
        first_kinds: 0..0,
        texts,
        start: vec![(0, Place::new(0, 0), 0)],
        start_joins: Vec::new(),
        arranged: None,
        figures: figures.into(),
        reserve: options.reserve(),
        hidden_hands: false,
    }
}

fn refused(text: &TileText, why: &str) {
    let error = Hunters::compile_tile(text, &Options::default()).unwrap_err();
    assert!(error.contains(why), "{error}");
}

#[test]
fn faults_of_a_tile_are_named() {
    refused(
        &tile("t", "own", "mmm mmm mmm mmm", &[('m', "field", "", &[])]),
        "unknown kind field; use one of meadow, forest",
    );
    refused(&meadow(1, &[("zebra", 1)]), "zebra is not a mammoth");
    refused(&meadow(1, &[("aurochs", 4)]), "more than 3 aurochs");
    refused(&meadow(1, &[("gold", 1)]), "unknown attribute gold of a meadow");
    refused(&meadow(1, &[("fire", 2)]), "unknown attribute fire of a meadow, or bad value");
    let two: &[Words] = &[('m', "meadow", "", &[]), ('w', "forest", "", &[])];
    refused(&tile("t", "own", "mmw mmm mmm mmm", two), "its north edge is meadow, meadow, forest: not a legal edge");
    let river: &[Words] = &[('m', "meadow", "", &[]), ('r', "river", "", &[])];
    refused(&tile("t", "own", "mrm mmm mmm mmm", river), "river r stops on the tile");
    refused(&lake(&[("spring", 1)], &[]), "river r stops on the tile");
    let through: &[Words] = &[('m', "meadow", "", &[]), ('r', "river", "l", &[]), ('l', "lake", "", &[])];
    refused(&tile("t", "own", "mrm mmm mrm mmm", through), "river r leaves the tile on several sides");
    let odd = TileText { marks: vec!["portal".to_owned()], ..meadow(1, &[]) };
    refused(&odd, "unknown mark portal; use one of volcano, shaman");
    refused(&TileText { pile: Some("river".to_owned()), ..meadow(1, &[]) }, "unknown pile river");
    let power = [("power", 0)];
    refused(&lake(&[], &power), "unknown attribute power of a lake");
}

#[test]
fn own_tiles_have_bounds() {
    let refused = |text: &TileText, why: &str| {
        let error = Hunters::check_own_tile(text).unwrap_err();
        assert!(error.contains(why), "{error}");
    };
    assert_eq!(Hunters::check_own_tile(&meadow(1, &[("deer", 3)])), Ok(()));
    assert_eq!(Hunters::check_own_tile(&lake(&[], &[("fish", 3)])), Ok(()));
    refused(&meadow(1, &[("deer", 4)]), "animals counts 4, not 0 to 3");
    refused(&lake(&[], &[("fish", 4)]), "fish counts 4, not 0 to 3");
    refused(&meadow(1, &[("power", 0)]), "leave power out");
    refused(&TileText { pile: Some("river".to_owned()), ..meadow(1, &[]) }, "leave pile out");
    refused(&TileText { inner: vec![0], ..meadow(1, &[]) }, "leave it out");
}

#[test]
fn set_ups_that_overflow_counters_are_rejected() {
    let size = |text: TileText, options| {
        let error = Hunters::check_size(&rules(vec![text], options)).err();
        error.map(|error| error.to_string()).unwrap_or_default()
    };
    let first = Options::default();
    let later = Options { later: true, ..first };
    assert_eq!(size(meadow(85, &[("deer", 3)]), first), "");
    assert_eq!(size(meadow(86, &[("deer", 3)]), first), "the set-up has 258 deer; at most 255 are allowed");
    assert_eq!(size(meadow(127, &[("tiger", 2)]), first), "");
    assert_eq!(size(meadow(85, &[("tiger", 3)]), first), "the set-up has 255 tigers; at most 254 are allowed");
    assert_eq!(
        size(meadow(128, &[("mammoth", 1), ("aurochs", 1)]), first),
        "the set-up has 256 mammoths and aurochs; at most 255 are allowed"
    );
    // Fires are not added up, so they have no limit.
    assert_eq!(size(meadow(200, &[("fire", 1), ("tiger", 1)]), first), "");
    let fish = TileText { count: 64, ..lake(&[], &[("fish", 4)]) };
    assert_eq!(size(fish, first), "the set-up has 256 fish; at most 255 are allowed");
    let river = TileText { count: 128, ..lake(&[("fish", 2)], &[]) };
    assert_eq!(size(river.clone(), first), "");
    assert_eq!(size(river, later), "the set-up has 256 fish in rivers; at most 255 are allowed");
}

/// Creates the rules of a game with three lake tiles (one of them the start tile), four meadow tiles and a bonus tile.
fn small_game(options: Options) -> HuntersRules {
    let bonus = tile(
        "b",
        if options.later { "hunters-menhir" } else { "hunters-bonus" },
        "mmm mmm mmm mmm",
        &[('m', "meadow", "", &[("deer", 1)])],
    );
    rules(vec![TileText { count: 3, ..lake(&[], &[("fish", 2)]) }, meadow(4, &[("deer", 1)]), bonus], options)
}

/// Plays until a tile of this kind has been drawn and, if `placed`, placed south of the start tile.
fn after(rules: &HuntersRules, kind: KindIndex, placed: bool) -> HuntersPosition {
    let mut position = HuntersPosition::new(rules, &mut ());
    position.apply(rules, Answer::Begin { seat: 0 }, &mut ());
    position.apply(rules, Answer::Draw { kind }, &mut ());
    if placed {
        // A lake tile must be rotated so that its river does not face the start tile.
        let rotation = rules.kind(kind).rotations / 4;
        position.apply(rules, Answer::Place { at: Place::new(0, 1), rotation }, &mut ());
    }
    position
}

#[test]
fn only_positions_that_can_occur_are_valid() {
    let rules = small_game(Options::default());
    let holds = |position: &HuntersPosition| Hunters::validate(position, &rules);
    let placed = after(&rules, 1, true);
    let Pending::Deploy { free } = placed.pending() else { panic!("{:?}", placed.pending()) };
    assert!(holds(&placed) && holds(&after(&rules, 1, false)));
    let with = |pending: Pending, bonus: bool| {
        let mut position = placed;
        position.ask(pending);
        position.extra.bonus = bonus;
        position
    };
    assert!(!holds(&with(Pending::Deploy { free: free << 1 }, false)), "segments that are not free");
    assert!(!holds(&with(Pending::Deploy { free }, true)), "the newest tile is not a bonus tile");
    assert!(!holds(&with(Pending::Begin, false)), "a seat began already");
    assert!(!holds(&with(Pending::Shaman, false)), "the first edition has no shaman");
    assert!(!holds(&with(Pending::Over, true)), "a bonus tile after the end");
    assert!(!holds(&with(Pending::Place { kind: 1 }, true)), "no bonus tile in hand");
    assert!(!holds(&with(Pending::Place { kind: 9 }, false)), "no such tile");
    assert!(!holds(&with(Pending::Place { kind: 0 }, false)), "all copies are on the table or in the bag");
    assert!(holds(&with(Pending::Draw, false)) && holds(&with(Pending::Draw, true)));
    let mut spent = placed;
    spent.extra.later.spent.insert(0);
    assert!(!holds(&spent), "the first edition has no trap");
}

#[test]
fn figures_on_impossible_segments_are_invalid() {
    let rules = small_game(Options::default());
    let position = after(&rules, 0, true);
    for (segment, kind) in position.board.features.roots().map(|root| (root, position.board.features.kind(root))) {
        for figure in [base::MEMBER, base::HUT] {
            let mut standing = position;
            standing.deploy(&rules, 1, figure, segment, &mut ());
            let Pending::Deploy { .. } = standing.pending() else { panic!("{:?}", standing.pending()) };
            standing.ask(Pending::Draw);
            let may = kind != base::LAKE && (kind == base::SYSTEM) == (figure == base::HUT);
            assert_eq!(Hunters::validate(&standing, &rules), may, "figure {figure} on kind {kind}");
        }
    }
}

#[test]
fn a_trap_only_takes_from_meadows_near_it() {
    let options = Options { later: true, ..Options::default() };
    let rules = small_game(options);
    let mut position = after(&rules, 1, false);
    assert!(Hunters::validate(&position, &rules));
    position.extra.later.spent.insert(0);
    assert!(!Hunters::validate(&position, &rules), "there is no trap");
    position = after(&rules, 1, true);
    position.ask(Pending::Shaman);
    assert!(!Hunters::validate(&position, &rules), "there is no shaman");
}

#[test]
fn positions_round_trip_and_truncated_bytes_are_rejected() {
    for later in [false, true] {
        let rules = small_game(Options { later, ..Options::default() });
        let (mut position, mut random) = (HuntersPosition::new(&rules, &mut ()), SmallRandom::new(3));
        loop {
            let mut bytes = Vec::new();
            position.write(&rules, &mut bytes);
            let read = HuntersPosition::read(&rules, &mut &bytes[..]).unwrap();
            let mut again = Vec::new();
            read.write(&rules, &mut again);
            assert_eq!(again, bytes);
            for end in 0..bytes.len() {
                assert!(HuntersPosition::read(&rules, &mut &bytes[..end]).is_err());
            }
            let mut answers = Vec::new();
            position.list(&rules, &mut answers);
            let answer = match position.actor() {
                Actor::Nobody => break,
                Actor::Chance => answers[0],
                Actor::Seat(_) => position.sample(&rules, &mut random),
            };
            position.answer(&rules, answer, &mut ()).unwrap();
        }
    }
}

/// Returns the printed things on a feature: the tile, the thing's index, and whether the feature counts it.
fn counted(position: &HuntersPosition, rules: &HuntersRules, root: u16) -> Vec<(u16, u8, bool)> {
    let mut things = Vec::new();
    Hunters::counted(position, rules, root, |tile, thing, counts| things.push((tile, thing, counts)));
    things
}

#[test]
fn a_feature_reports_the_printed_things_it_counts() {
    let forest: &[Words] = &[('m', "meadow", "", &[]), ('w', "forest", "", &[("gold", 1), ("mushrooms", 2)])];
    let texts = vec![
        TileText { count: 3, ..lake(&[("fish", 1)], &[("fish", 2)]) },
        meadow(1, &[("deer", 2), ("mammoth", 1)]),
        meadow(1, &[("tiger", 1), ("deer", 1)]),
        tile("w", "own", "mmm mmm www mmm", forest),
    ];
    for later in [false, true] {
        let rules = rules(texts.clone(), Options { later, ..Options::default() });
        let mut position = HuntersPosition::new(&rules, &mut ());
        for (kind, y, rotation) in [(1, 1, 0), (2, 2, 0), (3, 3, 0), (0, -1, 2)] {
            position.place(&rules, kind, Place::new(0, y), rotation, &mut ());
        }
        let root = |tile: usize, own: u16| position.board.features.root(position.board.tiles()[tile].first + own);
        // The tiger takes the deer that was placed first; tigers themselves are omitted. (Attributes are counted in the order of their
        // names, animals in the order of the file.)
        let things = counted(&position, &rules, root(0, 0));
        assert_eq!(things.iter().filter(|(tile, ..)| *tile == 1).count(), 3);
        assert_eq!(things.iter().filter(|(.., counts)| !counts).collect::<Vec<_>>(), [&(1, 0, false)]);
        assert_eq!(things.iter().filter(|(tile, ..)| *tile == 2).count(), 1);
        // A forest counts its gold and its mushrooms.
        assert_eq!(counted(&position, &rules, root(3, 1)), [(3, 0, true), (3, 1, true), (3, 2, true)]);
        // A river counts the fish of both lakes and, only in the later edition, its own fish. The system counts the same fish.
        let mut river = counted(&position, &rules, root(0, 1));
        let mut system = counted(&position, &rules, root(0, 3));
        river.sort_unstable();
        system.sort_unstable();
        let fish = if later { vec![0, 1, 2] } else { vec![1, 2] };
        let both: Vec<_> = [0, 4].iter().flat_map(|&tile| fish.iter().map(move |&thing| (tile, thing, true))).collect();
        assert_eq!(river, both);
        assert_eq!(system, both);
        let mut with = Vec::new();
        Hunters::scored_with(&position, &rules, root(0, 3), |other| with.push(position.board.features.kind(other)));
        with.sort_unstable();
        assert_eq!(with, [base::RIVER, base::LAKE, base::LAKE]);
    }
}
