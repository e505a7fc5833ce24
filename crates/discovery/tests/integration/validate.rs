//! Tests positions as bytes: every position in a game can be read back, and damaged bytes are either rejected or give a position that can
//! be played to the end.

use crate::common::{all_rules, legal, options, random_game, rules, step};
use bastide_core::position::InvalidPosition;
use bastide_core::{Actor, KindIndex, Plain, Position, Random, SmallRandom};
use discovery::{Discovery, DiscoveryPosition, DiscoveryRules, Pending};

fn bytes(position: &DiscoveryPosition, rules: &DiscoveryRules) -> Vec<u8> {
    let mut bytes = Vec::new();
    position.write(rules, &mut bytes);
    bytes
}

fn read(bytes: &[u8], rules: &DiscoveryRules) -> Result<DiscoveryPosition, InvalidPosition> {
    Position::<Discovery>::read(rules, &mut &bytes[..])
}

/// Plays a position to the end, and asserts that every decision on the way has an answer.
fn play_on(mut position: DiscoveryPosition, rules: &DiscoveryRules, random: &mut SmallRandom) {
    while position.actor() != Actor::Nobody {
        let legal = legal(&position, rules);
        assert!(!legal.is_empty(), "{:?} has no answer", position.pending());
        let answer = legal[random.below(legal.len() as u32) as usize];
        position.apply(rules, answer, &mut ());
    }
}

#[test]
fn positions_round_trip_at_every_decision() {
    let mut random = SmallRandom::new(5);
    for rules in all_rules() {
        let mut position = Box::new(DiscoveryPosition::new(&rules, &mut ()));
        loop {
            let written = bytes(&position, &rules);
            let again = read(&written, &rules).unwrap_or_else(|e| panic!("{:?}: {e:?}", position.pending()));
            assert_eq!(bytes(&again, &rules), written);
            assert_eq!(legal(&again, &rules), legal(&position, &rules));
            if !step(&mut position, &rules, &mut random, &mut Vec::new()) {
                break;
            }
        }
    }
}

#[test]
fn accepted_positions_can_be_played_to_the_end() {
    let mut random = SmallRandom::new(9);
    let (mut accepted, mut refused) = (0, 0);
    for rules in all_rules() {
        for answers in [0, 1, 3, 8, 40, 150, 240] {
            let whole = bytes(&random_game(&rules, 4, answers), &rules);
            for _ in 0..40 {
                let mut damaged = whole.clone();
                for _ in 0..=random.below(2) {
                    let at = random.below(damaged.len() as u32) as usize;
                    damaged[at] = match random.below(3) {
                        0 => random.next() as u8,
                        1 => damaged[at].wrapping_add(1),
                        _ => damaged[at].wrapping_sub(1),
                    };
                }
                match read(&damaged, &rules) {
                    Err(_) => refused += 1,
                    Ok(position) => {
                        accepted += 1;
                        play_on(position, &rules, &mut random);
                    }
                }
            }
        }
    }
    assert!(accepted > 300 && refused > 3000, "{accepted} accepted, {refused} refused");
}

/// Replaces the pending decision, which is in the last three bytes: one for its kind, two for its data.
fn with_frame(whole: &[u8], pending: Pending) -> Vec<u8> {
    let mut bytes = whole[..whole.len() - 3].to_vec();
    pending.write(&mut bytes);
    bytes
}

/// Returns every pending decision that is accepted for a position.
fn accepted(position: &DiscoveryPosition, rules: &DiscoveryRules) -> Vec<Pending> {
    let whole = bytes(position, rules);
    let mut frames = vec![Pending::Begin, Pending::Draw, Pending::Replace, Pending::Refill, Pending::PlaceHeld];
    for first in 0..=rules.seats {
        frames.push(Pending::Deal { first });
        frames.extend((0..=4).map(|left| Pending::TakeOut { first, left }));
    }
    frames.extend((0..=rules.kinds.len() as KindIndex).map(|kind| Pending::Place { kind }));
    frames.extend((0..32).map(|free| Pending::Deploy { free }));
    frames.retain(|pending| read(&with_frame(&whole, *pending), rules).is_ok());
    frames
}

#[test]
fn inconsistent_decisions_are_rejected() {
    let one = rules(5, options("one", "even", "random"));
    let begin = |rules: &DiscoveryRules, answers| random_game(rules, 1, answers);
    assert_eq!(accepted(&begin(&one, 0), &one), [Pending::Begin].into_iter().chain(take_outs(3)).collect::<Vec<_>>());
    assert_eq!(accepted(&begin(&one, 1), &one), [Pending::Begin].into_iter().chain(take_outs(3)).collect::<Vec<_>>());
    assert_eq!(accepted(&begin(&one, 2), &one), take_outs(2).collect::<Vec<_>>());
    assert_eq!(accepted(&begin(&one, 3), &one), take_outs(1).collect::<Vec<_>>());

    // A tile in hand must be of a kind that has a copy neither in the bag nor on the map. Here, only the kind of a removed tile has one.
    for answers in [4, 5] {
        let position = begin(&one, answers);
        let missing = |kind: KindIndex| {
            let placed = position.board.tiles().iter().filter(|tile| tile.kind == kind).count();
            usize::from(position.bag().count(kind)) + placed < usize::from(one.kind(kind).copies)
        };
        let fits = |kind: KindIndex| position.board.fits_anywhere(one.kind(kind));
        let kinds = (0..one.kinds.len() as KindIndex).filter(|&kind| missing(kind) && fits(kind));
        let expected: Vec<Pending> =
            [Pending::Draw].into_iter().chain(kinds.map(|kind| Pending::Place { kind })).collect();
        assert!((3..=5).contains(&expected.len()) && expected.contains(&position.pending()), "{expected:?}");
        assert_eq!(accepted(&position, &one), expected);
    }
}

fn take_outs(left: u8) -> impl Iterator<Item = Pending> {
    (0..5).map(move |first| Pending::TakeOut { first, left })
}

#[test]
fn decisions_must_match_the_hands() {
    let two = rules(3, options("two_hidden", "off", "random"));
    let at = |answers| random_game(&two, 2, answers);
    let dealing = at(2);
    let Pending::Deal { first } = dealing.pending() else { panic!("{:?}", dealing.pending()) };
    assert_eq!(accepted(&dealing, &two), [Pending::Deal { first }]);
    let placing = at(7);
    assert_eq!((placing.pending(), accepted(&placing, &two)), (Pending::PlaceHeld, vec![Pending::PlaceHeld]));
    let acting = at(8);
    let free = match acting.pending() {
        Pending::Deploy { free } => free,
        other => panic!("{other:?}"),
    };
    assert_eq!(accepted(&acting, &two), [Pending::Replace, Pending::Refill, Pending::Deploy { free }]);
    // The same bytes are invalid for a game without hands.
    let one = rules(3, options("one", "off", "random"));
    for position in [&dealing, &placing, &acting] {
        let whole = bytes(position, &two);
        assert!(read(&with_frame(&whole, Pending::Draw), &one).is_err());
    }
}

/// Followers must be where the rules allow them: at most one per segment, none lost or captive, and nothing else on the map.
#[test]
fn impossible_pieces_are_rejected() {
    let rules = rules(2, options("one", "off", "host_seat"));
    let mut position = random_game(&rules, 6, 2);
    while position.board.features.figures().iter().filter(|figure| figure.segment().is_some()).count() < 2 {
        step(&mut position, &rules, &mut SmallRandom::new(2), &mut Vec::new());
    }
    let whole = bytes(&position, &rules);
    assert!(read(&whole, &rules).is_ok());
    let tiles = position.board.tiles().len();
    let figures = 2 + 7 * tiles;
    assert_eq!(whole[figures], 2);
    let change = |at: usize, to: &[u8]| {
        let mut bytes = whole.clone();
        bytes[at..at + to.len()].copy_from_slice(to);
        read(&bytes, &rules).map(|_| ())
    };
    let (first, second) = (figures + 1, figures + 6);
    assert_eq!(change(first, &whole[first..first + 5]), Ok(()));
    let shared = [whole[second + 1], whole[second + 2]];
    assert!(change(first + 1, &shared).is_err(), "two followers on one segment");
    assert!(change(first + 3, &[1]).is_err(), "a follower on a corner");
    assert!(change(first + 4, &[1]).is_err(), "a token attached to a follower");
    let captives = second + 5;
    assert_eq!(whole[captives], 0);
    let insert = |at: usize, remove: usize, with: &[u8]| {
        let mut bytes = whole.clone();
        bytes.splice(at..at + remove, with.iter().copied());
        read(&bytes, &rules).map(|_| ())
    };
    let in_supply =
        position.board.features.figures().iter().position(|figure| figure.is_in_supply() && figure.seat == 0);
    assert!(insert(captives, 1, &[1, in_supply.unwrap() as u8, 1]).is_err(), "a captive follower");
    assert!(change(captives + 1, &[1, 0, 0]).is_err(), "a piece on a tile");
}
