//! What a position keeps so that nobody need look for it is what one finds by looking: also in a copy, and after reading from bytes.

use bastide_core::{Actor, Answer, Position, Random, SmallRandom};
use games::compile::compile;
use games::families::Classic;
use testkit::conformance::random_set_ups;

/// Fails unless what is kept is what there is.
fn check(position: &Position<Classic>) {
    let (board, features) = (&position.board, &position.board.features);
    for seat in 0..6 {
        let captives = features.figures().iter().filter(|figure| figure.seat == seat && figure.captor().is_some());
        assert_eq!(usize::from(features.captives(seat)), captives.count(), "captives of seat {seat}");
    }
    let newest = board.tiles().last().unwrap();
    for side in 0..4 {
        let beside = board.tile_at(newest.at.beside(side)).map(|tile| board.tiles()[usize::from(tile)]);
        assert_eq!(board.beside_newest(side), beside, "side {side} of the tile at {:?}", newest.at);
    }
    assert_eq!(board.has_gaps(), board.gaps().next().is_some());
}

#[test]
fn what_is_kept_is_what_is_there() {
    let (mut captives, mut gaps) = (0, 0);
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
            check(&position);
            captives += u32::from((0..6).any(|seat| position.board.features.captives(seat) > 0));
            gaps += u32::from(position.board.has_gaps());
            if step % 32 == 0 {
                old.clone_from(&position);
                check(&old);
                let mut bytes = Vec::new();
                position.write(&rules, &mut bytes);
                position = Position::read(&rules, &mut &bytes[..]).unwrap();
                check(&position);
            }
        }
    }
    assert!(captives > 0 && gaps > 0);
}
