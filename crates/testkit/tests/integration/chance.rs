//! Chance: the draw order, samples, and repeatable games.

use bastide_core::{Actor, Answer, Random, SmallRandom};
use classic::Classic;
use discovery::Discovery;
use games::deal::{Deal, Seed};
use games::described::Described;
use games::setup::{DISCOVERY, HUNTERS};
use games::{Game, Setup};
use hunters::Hunters;
use testkit::player;

/// The legal answers at each decision, and the position's text.
type Seen = Vec<(Vec<Answer>, String)>;

/// Plays a game in which the tiles are drawn in the given order, for at most `draws` draws. A tile whose pile cannot be drawn from yet is
/// postponed. Returns the legal answers and positions, and the tiles in the order in which they were drawn, followed by the undrawn ones.
fn seen(setup: &Setup, tiles: &[u16], draws: usize) -> (Seen, Vec<u16>) {
    let mut game = Game::new(setup).unwrap();
    let mut random = SmallRandom::new(5);
    let (mut drawn, mut left, mut seen) = (Vec::new(), tiles.to_vec(), Vec::new());
    loop {
        let legal = game.legal();
        seen.push((legal.clone(), game.position_text()));
        let answer = match game.actor() {
            Actor::Nobody => break,
            Actor::Chance if legal.contains(&Answer::Begin { seat: 0 }) => Answer::Begin { seat: 0 },
            Actor::Chance if drawn.len() == draws => break,
            Actor::Chance => {
                let next = left.iter().position(|&kind| legal.contains(&Answer::Draw { kind }));
                drawn.push(left.remove(next.unwrap()));
                Answer::Draw { kind: drawn[drawn.len() - 1] }
            }
            Actor::Seat(_) => player::choose(&game, &mut random).unwrap(),
        };
        game.apply(answer).unwrap();
    }
    drawn.append(&mut left);
    (seen, drawn)
}

/// BASE-02 and the corresponding invariant: a position knows which tiles are left, but never their order.
#[test]
fn order_of_undrawn_tiles_has_no_effect() {
    for setup in [
        Setup::base(3).with("inns-cathedrals"),
        Setup::base(2).with("inns-cathedrals").option("hand", "three_hidden"),
        Setup::of(HUNTERS, 3),
        Setup::of(HUNTERS, 2).option("edition", "later"),
        Setup::of(DISCOVERY, 4).option("equal_turns", "printed"),
        Setup::of(DISCOVERY, 3).option("hand", "two_hidden"),
    ] {
        let tiles = Deal::new(Seed::from_number(21), &setup).unwrap().tiles().to_vec();
        for draws in [0, 1, 20, 50, 75] {
            let (before, order) = seen(&setup, &tiles, draws);
            for seed in 0..4 {
                let mut other = order.clone();
                SmallRandom::new(seed).shuffle(&mut other[draws..]);
                assert_ne!(other, order);
                assert_eq!(seen(&setup, &other, draws).0, before, "{} after {draws} draws", setup.canonical());
            }
        }
    }
}

/// BASE-02: only the seed determines the order of the tiles; players' answers never change it.
#[test]
fn answers_do_not_change_the_draw_order() {
    for setup in [
        Setup::base(2),
        Setup::base(3).option("hand", "three_open"),
        Setup::of(DISCOVERY, 3),
        Setup::of(DISCOVERY, 5).option("hand", "two_open").option("equal_turns", "even"),
    ] {
        let deal = Deal::new(Seed::from_number(8), &setup).unwrap();
        for seed in 0..5 {
            let game = player::play(&setup, &deal, seed, usize::MAX).unwrap();
            assert_eq!(draws(&game), deal.tiles());
        }
    }
}

/// HG-02: the two piles are shuffled together, and each is drawn in its own order. The number of bonus tiles depends on the number of
/// players.
#[test]
fn each_of_two_piles_keeps_its_order() {
    for edition in ["first", "later"] {
        let setup = Setup::of(HUNTERS, 2).option("edition", edition);
        let deal = Deal::new(Seed::from_number(9), &setup).unwrap();
        let mut bonus_tiles = 0;
        for seed in 0..5 {
            let game = player::play(&setup, &deal, seed, usize::MAX).unwrap();
            let is_bonus = |kind: &u16| {
                ["hunters-bonus", "hunters-menhir"].contains(&game.tiles()[usize::from(*kind)].set.as_str())
            };
            let (bonus, land): (Vec<u16>, Vec<u16>) = draws(&game).into_iter().partition(is_bonus);
            let (all_bonus, all_land): (Vec<u16>, Vec<u16>) = deal.tiles().iter().copied().partition(is_bonus);
            assert_eq!(land, all_land);
            assert!(all_bonus.starts_with(&bonus), "{bonus:?}");
            bonus_tiles += bonus.len();
        }
        assert!(bonus_tiles > 5, "{bonus_tiles} bonus tiles");
    }
}

/// Returns the kinds of tile that chance drew, in order.
fn draws(game: &Game) -> Vec<u16> {
    let draw = |answer: &Answer| match answer {
        Answer::Draw { kind } => Some(*kind),
        _ => None,
    };
    game.answers().iter().filter_map(draw).collect()
}

#[test]
fn same_seed_gives_the_same_game() {
    for setup in [
        Setup::base(4),
        Setup::base(6).with("inns-cathedrals"),
        Setup::base(5).with("princess-dragon").option("hand", "two_hidden"),
        Setup::of(HUNTERS, 4),
        Setup::of(DISCOVERY, 5).option("hand", "two_hidden"),
    ] {
        let play = |seed| {
            let deal = Deal::new(Seed::from_number(seed), &setup).unwrap();
            player::play(&setup, &deal, seed, usize::MAX).unwrap()
        };
        let (one, same, other) = (play(3), play(3), play(4));
        assert_eq!((one.answers(), one.view()), (same.answers(), same.view()));
        assert_ne!(one.answers(), other.answers());
    }
}

/// DISC-17: unless tiles are discarded, all players place the same number of tiles. The printed number of tiles does not ensure this for
/// five players.
#[test]
fn tiles_taken_out_give_all_seats_equal_turns() {
    for (seats, value, out) in [
        (2, "even", 1),
        (3, "even", 2),
        (4, "even", 3),
        (5, "even", 3),
        (2, "printed", 1),
        (3, "printed", 2),
        (4, "printed", 3),
    ] {
        for hand in ["one", "two_open"] {
            let setup = Setup::of(DISCOVERY, seats).option("equal_turns", value).option("hand", hand);
            let deal = Deal::new(Seed::from_number(10), &setup).unwrap();
            let view = player::play(&setup, &deal, 10, usize::MAX).unwrap().view();
            assert_eq!(view.taken_out.len(), out);
            let placed = |seat| view.tiles.iter().filter(|tile| tile.seat == Some(seat)).count();
            let even = (0..seats).all(|seat| placed(seat) == (83 - out) / usize::from(seats));
            assert!(even || !view.discarded.is_empty(), "{}", setup.canonical());
        }
    }
}

/// The first seat is chosen uniformly at random (BASE-03).
#[test]
fn first_seat_is_uniform() {
    let setup = Setup::base(5);
    let mut begins = vec![0; 5];
    for seed in 0..2000 {
        begins[usize::from(Deal::new(Seed::from_number(seed), &setup).unwrap().first())] += 1;
    }
    assert_uniform(&begins);
}

/// Fails if the counts deviate from a uniform distribution by more than chance would cause once in several thousand runs.
fn assert_uniform(counts: &[u32]) {
    let mean = counts.iter().sum::<u32>() as f64 / counts.len() as f64;
    let chi: f64 = counts.iter().map(|&count| (f64::from(count) - mean).powi(2) / mean).sum();
    let freedom = counts.len() as f64 - 1.0;
    let most = freedom + 4.0 * (2.0 * freedom).sqrt() + 8.0;
    assert!(chi <= most, "chi squared is {chi:.1} for {freedom} degrees of freedom: {counts:?}");
}

#[test]
fn uniformity_check_detects_a_bias() {
    assert_uniform(&[1000, 1010, 995, 990, 1005]);
    for biased in [vec![1200, 1000, 1000, 1000, 1000], vec![0, 500, 500]] {
        assert!(std::panic::catch_unwind(|| assert_uniform(&biased)).is_err());
    }
}

/// Samples follow the playout policy: every placement is equally likely; afterwards every figure on every free segment, or no figure, is
/// equally likely.
#[test]
fn samples_are_uniform_over_the_listed_answers() {
    for setup in [
        Setup::base(2),
        Setup::base(3).with("inns-cathedrals"),
        Setup::base(2).option("farmers", "false"),
        Setup::base(2).option("hand", "three_open"),
    ] {
        check_samples::<Classic>(&setup, 9);
    }
}

/// The standalone games have no equivalent rotations or figures, so all listed answers are equally likely.
#[test]
fn samples_of_the_standalone_games_are_uniform_too() {
    for setup in [Setup::of(HUNTERS, 2), Setup::of(HUNTERS, 3).option("edition", "later")] {
        check_samples::<Hunters>(&setup, 13);
    }
    for setup in [Setup::of(DISCOVERY, 2), Setup::of(DISCOVERY, 3).option("hand", "two_open")] {
        check_samples::<Discovery>(&setup, 13);
    }
}

/// Checks samples at every `step`-th decision of a game.
fn check_samples<F: Described>(setup: &Setup, step: usize) {
    let deal = Deal::new(Seed::from_number(31), setup).unwrap();
    let mut random = SmallRandom::new(77);
    for answers in (0..150).step_by(step) {
        check_samples_of::<F>(&player::play(setup, &deal, 2, answers).unwrap(), &mut random);
    }
}

/// Checks samples at one decision.
fn check_samples_of<F: Described>(game: &Game, random: &mut SmallRandom) {
    let (Actor::Seat(_), Some((rules, position))) = (game.actor(), game.of::<F>()) else { return };
    let legal = game.legal();
    let mut counts = vec![0; legal.len()];
    for _ in 0..400 * legal.len() {
        let answer = position.sample(rules, random);
        counts[legal.iter().position(|&listed| listed == answer).unwrap()] += 1;
    }
    if legal.len() > 1 {
        assert_uniform(&counts);
    }
}

/// While a tile is in hand, ransoming a prisoner is as likely as placing the tile at any given place (TOW-07). The actions that follow are
/// chosen uniformly too, even if there are more of them than a single listing stores.
#[test]
fn ransoms_are_as_likely_as_places() {
    for hand in ["one", "three_open"] {
        let setup = Setup::base(2).with("tower").with("river").with("princess-dragon").option("hand", hand);
        let deal = Deal::new(Seed::from_number(31), &setup).unwrap();
        let mut random = SmallRandom::new(77);
        let (mut ransoms, mut many) = (0, 0);
        for answers in 0..300 {
            let game = player::play(&setup, &deal, 2, answers).unwrap();
            let has = |is: fn(&Answer) -> bool| game.legal().iter().any(is);
            let places = has(|answer| matches!(answer, Answer::Place { .. } | Answer::PlaceHeld { .. }));
            let with_ransom = places && has(|answer| matches!(answer, Answer::Redeem { .. }));
            let long = !places && game.legal().len() > 64;
            if with_ransom && ransoms < 3 || long && many < 2 {
                (ransoms, many) = (ransoms + u32::from(with_ransom), many + u32::from(long));
                check_samples_of::<Classic>(&game, &mut random);
            }
        }
        assert!(ransoms > 0 && many > 0, "hand={hand}: {ransoms} and {many}");
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
