//! Values that a position caches equal those computed from scratch, even in copies and in positions decoded from bytes.

use bastide_core::tile::NO_SEGMENT;
use bastide_core::{Actor, Answer, Position, Random, RulesOf, SegmentIndex, SmallRandom};
use games::compile::compile;
use games::families::Classic;
use testkit::conformance::random_set_ups;

/// Asserts that cached values are correct.
fn check(rules: &RulesOf<Classic>, position: &Position<Classic>) {
    let (board, features) = (&position.board, &position.board.features);
    for seat in 0..6 {
        let captives = features.figures().iter().filter(|figure| figure.seat == seat && figure.captor().is_some());
        assert_eq!(usize::from(features.captives(seat)), captives.count(), "captives of seat {seat}");
    }
    let newest = board.tiles().last().unwrap();
    let (mut sides, mut marks) = (0, 0);
    for side in 0..4 {
        let beside = board.tile_at(newest.at.beside(side)).map(|tile| board.tiles()[usize::from(tile)]);
        assert_eq!(board.beside_newest(side), beside, "side {side} of the tile at {:?}", newest.at);
        sides |= u16::from(beside.is_some()) << side;
        marks |= beside.map_or(0, |tile| rules.kind(tile.kind).marks);
    }
    assert_eq!((board.sides_beside_newest(), board.marks_beside_newest()), (sides, marks));
    assert_eq!(board.newest_marks(), rules.kind(newest.kind).marks);
    assert_eq!(board.has_gaps(), board.gaps().next().is_some());
    for edges in [0x1111, 0x0880, 0x4000] {
        let mut demanding = Vec::new();
        board.each_demanding(edges, |at, need| demanding.push((at, need)));
        assert_eq!(demanding, board.open_places().filter(|(_, need)| need & edges != 0).collect::<Vec<_>>());
    }
    check_figures(position);
    check_features(rules, position);
}

/// Asserts that the cached figures and tokens match those found by looking at every figure.
fn check_figures(position: &Position<Classic>) {
    let features = &position.board.features;
    let figures = features.figures();
    assert_eq!(features.tokens(), figures.iter().map(|figure| u16::from(figure.attached())).sum::<u16>());
    for (first, len) in [(0, figures.len()), (3, figures.len() - 5), (figures.len(), 0)] {
        let standing = (first..first + len).filter_map(|number| Some((number as u8, figures[number].segment()?)));
        assert_eq!(features.standing(first, len).collect::<Vec<_>>(), standing.collect::<Vec<_>>());
    }
    for (first, len) in [(0, figures.len().min(63)), (5, 20), (figures.len(), 0)] {
        let numbers = || (first..first + len).filter(|&number| number < figures.len());
        let bits = |on: &dyn Fn(u16) -> bool| {
            numbers()
                .filter(|&number| figures[number].segment().is_some_and(on))
                .fold(0, |bits, number| bits | 1_u64 << (number - first))
        };
        assert_eq!(features.standing_bits(first, len), bits(&|_| true));
        for kind in 0..classic::KIND_WORDS.len() as u8 {
            assert_eq!(features.standing_bits_on(kind, first, len), bits(&|segment| features.kind(segment) == kind));
            assert!(features.roots_of(kind).eq(features.roots().filter(|&root| features.kind(root) == kind)));
        }
        let standing = features.with_segments(first, features.standing_bits(first, len));
        assert!(standing.eq(features.standing(first, len)));
    }
}

/// Asserts that surrounded segments count their empty places, and that features closed by the newest tile are noticed.
fn check_features(rules: &RulesOf<Classic>, position: &Position<Classic>) {
    let (board, features) = (&position.board, &position.board.features);
    for tile in board.tiles() {
        for (own, segment) in rules.kind(tile.kind).segments().iter().zip(tile.first..) {
            if own.surrounded {
                let empty = tile.at.around().filter(|&place| board.tile_at(place).is_none()).count();
                assert_eq!(usize::from(features.open(segment)), empty, "round the tile at {:?}", tile.at);
            }
        }
    }
    let newest = board.tiles().last().unwrap();
    let own = rules.kind(newest.kind).segments().iter().zip(newest.first..);
    let mut ended = own.map(|(_, segment)| features.open(features.root(segment))).any(|open| open == 0);
    for side in (0..4).filter(|_| rules.kind(newest.kind).closes) {
        let Some(beside) = board.beside_newest(side) else { continue };
        let turned = &rules.kind(beside.kind).turned[usize::from(beside.rotation & 3)];
        let ports = turned.ports[(side + 2) % 4].into_iter().filter(|&port| port != NO_SEGMENT);
        let mut segments = ports.map(|port| features.root(beside.first + SegmentIndex::from(port)));
        ended |= segments.any(|root| features.open(root) == 0);
    }
    // `has_ended_feature` may be true without effect, for example if the newest tile closed a field.
    assert!(board.has_ended_feature() || !ended && board.closed_by_newest().is_empty());
}

#[test]
fn cached_values_equal_computed_ones() {
    let (mut captives, mut gaps, mut going_on, mut tokens) = (0, 0, 0, 0);
    for (number, setup) in random_set_ups(30).iter().enumerate() {
        let rules = compile::<Classic>(setup).unwrap();
        let mut position = Position::<Classic>::new(&rules, &mut ());
        let mut old = position;
        let mut random = SmallRandom::new(number as u64);
        let mut answers: Vec<Answer> = Vec::new();
        for step in 0.. {
            if position.actor() == Actor::Nobody {
                break;
            }
            answers.clear();
            position.list(&rules, &mut answers);
            position.apply(&rules, answers[random.below(answers.len() as u32) as usize], &mut ());
            check(&rules, &position);
            going_on += u32::from(!position.board.has_ended_feature());
            tokens += u32::from(position.board.features.tokens() > 0);
            captives += u32::from((0..6).any(|seat| position.board.features.captives(seat) > 0));
            gaps += u32::from(position.board.has_gaps());
            if step % 32 == 0 {
                old.clone_from(&position);
                check(&rules, &old);
                let mut bytes = Vec::new();
                position.write(&rules, &mut bytes);
                position = Position::read(&rules, &mut &bytes[..]).unwrap();
                check(&rules, &position);
            }
        }
    }
    assert!(captives > 0 && gaps > 0 && going_on > 0 && tokens > 0);
}
