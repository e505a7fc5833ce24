//! What chance has a part in: the draw order, samples, games that are the same again.

use bastide_core::{Actor, Answer, Random, SmallRandom};
use games::deal::{Deal, Seed};
use games::{Game, Setup};
use testkit::player;

/// Plays with tiles drawn in this order, up to so many draws; answers what was legal at each decision, and the position's text.
fn seen(setup: &Setup, tiles: &[u8], draws: usize) -> Vec<(Vec<Answer>, String)> {
    let mut game = Game::new(setup).unwrap();
    let mut random = SmallRandom::new(5);
    let (mut drawn, mut seen) = (0, Vec::new());
    loop {
        seen.push((game.legal(), game.position_text()));
        let answer = match game.actor() {
            Actor::Nobody => return seen,
            Actor::Chance if game.turn() == 0 => Answer::Begin { seat: 0 },
            Actor::Chance if drawn == draws => return seen,
            Actor::Chance => {
                drawn += 1;
                Answer::Draw { kind: tiles[drawn - 1] }
            }
            Actor::Seat(_) => player::choose(&game, &mut random).unwrap(),
        };
        game.apply(answer).unwrap();
    }
}

/// BASE-02 and the wall: a position knows which tiles are left and never in which order.
#[test]
fn what_is_still_to_be_drawn_changes_nothing_before_it_is_drawn() {
    let setup = Setup::base(3).with("inns-cathedrals");
    let tiles = Deal::new(Seed::from_number(21), &setup).unwrap().tiles().to_vec();
    for draws in [0, 1, 20, 50, 80] {
        let before = seen(&setup, &tiles, draws);
        for seed in 0..4 {
            let mut other = tiles.clone();
            SmallRandom::new(seed).shuffle(&mut other[draws..]);
            assert_ne!(other, tiles);
            assert_eq!(seen(&setup, &other, draws), before);
        }
    }
}

/// BASE-02: the order of the tiles is settled by the seed alone; no answer of a player changes it.
#[test]
fn nothing_that_a_player_does_changes_the_draw_order() {
    let setup = Setup::base(2);
    let deal = Deal::new(Seed::from_number(8), &setup).unwrap();
    for seed in 0..5 {
        let game = player::play(&setup, &deal, seed, usize::MAX).unwrap();
        let drawn = game.answers().iter().filter_map(|answer| match answer {
            Answer::Draw { kind } => Some(*kind),
            _ => None,
        });
        assert_eq!(drawn.collect::<Vec<_>>(), deal.tiles());
    }
}

#[test]
fn the_same_seed_gives_the_same_game() {
    for setup in [Setup::base(4), Setup::base(6).with("inns-cathedrals")] {
        let play = |seed| {
            let deal = Deal::new(Seed::from_number(seed), &setup).unwrap();
            player::play(&setup, &deal, seed, usize::MAX).unwrap()
        };
        let (one, same, other) = (play(3), play(3), play(4));
        assert_eq!((one.answers(), one.view()), (same.answers(), same.view()));
        assert_ne!(one.answers(), other.answers());
    }
}

/// The first seat is chosen at random (BASE-03), each alike.
#[test]
fn every_seat_begins_as_often() {
    let setup = Setup::base(5);
    let mut begins = vec![0; 5];
    for seed in 0..2000 {
        begins[usize::from(Deal::new(Seed::from_number(seed), &setup).unwrap().first())] += 1;
    }
    assert_uniform(&begins);
}

/// Fails where counts that should be alike are less alike than chance makes them once in some thousand times.
fn assert_uniform(counts: &[u32]) {
    let mean = counts.iter().sum::<u32>() as f64 / counts.len() as f64;
    let chi: f64 = counts.iter().map(|&count| (f64::from(count) - mean).powi(2) / mean).sum();
    let freedom = counts.len() as f64 - 1.0;
    let most = freedom + 4.0 * (2.0 * freedom).sqrt() + 8.0;
    assert!(chi <= most, "chi squared is {chi:.1} for {freedom} degrees of freedom: {counts:?}");
}

#[test]
fn the_check_of_uniformity_notices_a_bias() {
    assert_uniform(&[1000, 1010, 995, 990, 1005]);
    for biased in [vec![1200, 1000, 1000, 1000, 1000], vec![0, 500, 500]] {
        assert!(std::panic::catch_unwind(|| assert_uniform(&biased)).is_err());
    }
}

/// Samples are as likely as the policy of playouts says: every placement alike, then every figure on every free segment and
/// none alike.
#[test]
fn samples_are_uniform_over_what_is_listed() {
    for setup in [Setup::base(2), Setup::base(3).with("inns-cathedrals"), Setup::base(2).option("farmers", "false")] {
        let deal = Deal::new(Seed::from_number(31), &setup).unwrap();
        let mut random = SmallRandom::new(77);
        for answers in (0..150).step_by(9) {
            let game = player::play(&setup, &deal, 2, answers).unwrap();
            let (Actor::Seat(_), Some((rules, position))) = (game.actor(), game.classic()) else { continue };
            let legal = game.legal();
            let mut counts = vec![0; legal.len()];
            for _ in 0..400 * legal.len() {
                let answer = position.sample(rules, &mut random);
                counts[legal.iter().position(|&listed| listed == answer).unwrap()] += 1;
            }
            if legal.len() > 1 {
                assert_uniform(&counts);
            }
        }
    }
}

#[test]
fn numbers_below_a_bound_are_uniform() {
    let mut random = SmallRandom::new(1);
    for bound in [2, 3, 7, 60] {
        let mut counts = vec![0; bound as usize];
        (0..bound * 2000).for_each(|_| counts[random.below(bound) as usize] += 1);
        assert_uniform(&counts);
    }
}
