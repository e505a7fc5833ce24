//! Tests that reusing what a position has in common with its parent leaves every value bit-for-bit unchanged.
//!
//! `BASTIDE_EVALUATED_GAMES` sets the number of games, which use the set-ups in rotation; by default, one game of each set-up is played.

use std::sync::atomic::{AtomicUsize, Ordering};

use bastide_core::{Actor, Answer, Position, Rules};
use bots::evaluation::classic::ClassicEvaluator;
use bots::evaluation::evaluator::Evaluator;
use bots::{Agent, AgentFamily, Budget, Level, Player};
use games::deal::{Deal, Seed};
use games::families::{Classic, Coop, Discovery, Hunters};
use games::{Game, Setup};

const EXPANSIONS: [&str; 19] = [
    "inns-cathedrals",
    "river",
    "games-quarterly",
    "cathars",
    "king-robber",
    "count",
    "abbey-mayor",
    "princess-dragon",
    "traders-builders",
    "tower",
    "mists",
    "watchtowers",
    "darmstadt",
    "spiel-fair",
    "spiel-doch",
    "winter",
    "wind-roses",
    "cult",
    "mage-witch",
];

/// Number of answers tried at a decision, and at each of the positions that they lead to.
const FOLLOWED: [usize; 2] = [8, 2];

/// Evaluates every decision of a game, and positions that follow from it, with two evaluators: one with a parent and one without. The seed
/// determines the players.
fn compare<F: AgentFamily>(
    setup: &Setup,
    seed: u64,
    look: for<'r> fn(&mut F::Evaluator<'r>, &Position<F>) -> Vec<u32>,
) -> u64 {
    let mut game = Game::new(setup).unwrap();
    let deal = Deal::new(Seed::from_number(seed), setup).unwrap();
    let (rules, position) = game.of::<F>().unwrap();
    let rules = rules.clone();
    let evaluator = || F::Evaluator::new(&rules, position, F::Weights::default());
    let (mut knowing, mut plain) = (evaluator(), evaluator());
    let mut agent = Agent::<F>::new(&rules, position);
    let players = [Player::Random, Player::Level(Level::Hard), Player::Greedy];
    let mut compared = 0;
    loop {
        let answer = match game.actor() {
            Actor::Nobody => return compared,
            Actor::Chance => deal.answer(&game).unwrap(),
            Actor::Seat(seat) => {
                let (_, position) = game.of::<F>().unwrap();
                knowing.update_bag(position);
                plain.update_bag(position);
                knowing.set_parent(position);
                let context = || format!("{}: {:?}", setup.canonical(), game.answers());
                let mut both = |position: &Position<F>| {
                    compared += 1;
                    assert_eq!(look(&mut knowing, position), look(&mut plain, position), "{}", context());
                };
                both(position);
                follow(&rules, position, &FOLLOWED, &mut both);
                // Depending on the seed, either one player has all seats, or each seat has a different player.
                let player = players[(seed as usize + usize::from(seat) * (seed as usize / 3 % 2)) % players.len()];
                agent.answer(player, position, Budget::Evaluations(1), seed)
            }
        };
        game.apply_raw(answer).unwrap();
    }
}

/// Calls `each` with some positions that follow from a position, and with some that the same seat can reach from there.
fn follow<F: AgentFamily>(
    rules: &Rules<F::Options>,
    position: &Position<F>,
    most: &[usize],
    each: &mut impl FnMut(&Position<F>),
) {
    let (Actor::Seat(_), [most, further @ ..]) = (position.actor(), most) else { return };
    let mut answers = Vec::new();
    position.list(rules, &mut answers);
    for &answer in answers.iter().step_by(answers.len().div_ceil(*most)) {
        let mut after = *position;
        after.apply(rules, answer, &mut ());
        each(&after);
        follow(rules, &after, further, each);
    }
}

fn bits_of<'r, F: AgentFamily>(evaluator: &mut F::Evaluator<'r>, position: &Position<F>) -> Vec<u32> {
    evaluator.values(position).iter().map(|value| value.to_bits()).collect()
}

/// Like [`bits_of`], but also includes the values and the answer of the best deployment.
fn classic_bits(evaluator: &mut ClassicEvaluator<'_>, position: &Position<Classic>) -> Vec<u32> {
    let mut bits = bits_of::<Classic>(evaluator, position);
    let (values, answer) = evaluator.best_deployment(position);
    bits.extend(values.iter().map(|value| value.to_bits()));
    bits.push(if let Answer::Deploy { segment, .. } = answer { u32::from(segment) } else { u32::MAX });
    bits
}

/// Returns the base game, each expansion alone, all of them together, and the other families.
fn set_ups() -> Vec<Setup> {
    let lines = [
        "carcassonne seats=2",
        "hunters seats=3",
        "carcassonne seats=5",
        "discovery seats=2",
        "hunters seats=2 edition=later",
        "coop seats=2",
        "coop seats=3",
    ];
    let mut set_ups: Vec<Setup> = Vec::new();
    for (number, part) in EXPANSIONS.into_iter().enumerate() {
        set_ups.push(Setup::base(2 + number as u8 % 3).with(part));
    }
    set_ups.push(EXPANSIONS.into_iter().fold(Setup::base(2), Setup::with));
    set_ups.push(EXPANSIONS.into_iter().fold(Setup::base(4), Setup::with));
    set_ups.extend(lines.iter().map(|line| Setup::from_line(line).unwrap()));
    set_ups
}

/// Compares the evaluations in the game with this number. Returns the number of positions compared.
fn look_at(set_ups: &[Setup], number: usize) -> u64 {
    let (setup, seed) = (&set_ups[number % set_ups.len()], number as u64);
    match setup.game.as_str() {
        "carcassonne" => compare::<Classic>(setup, seed, classic_bits),
        "hunters" => compare::<Hunters>(setup, seed, bits_of::<Hunters>),
        "discovery" => compare::<Discovery>(setup, seed, bits_of::<Discovery>),
        "coop" => compare::<Coop>(setup, seed, bits_of::<Coop>),
        other => panic!("{other} has no evaluator"),
    }
}

#[test]
fn reusing_the_parent_changes_no_value() {
    let set_ups = set_ups();
    let asked = std::env::var("BASTIDE_EVALUATED_GAMES").ok();
    let games = asked.map_or(set_ups.len(), |number| number.parse().expect("a number of games"));
    let next = AtomicUsize::new(0);
    let taken = || Some(next.fetch_add(1, Ordering::Relaxed)).filter(|&number| number < games);
    let compared: u64 = std::thread::scope(|scope| {
        let look = || std::iter::from_fn(taken).map(|number| look_at(&set_ups, number)).sum::<u64>();
        let cores = std::thread::available_parallelism().map_or(1, usize::from);
        let threads: Vec<_> = (0..cores).map(|_| scope.spawn(look)).collect();
        threads.into_iter().map(|thread| thread.join().expect("a thread panicked")).sum()
    });
    println!("{compared} positions of {games} games");
    assert!(compared > 1000 * games as u64, "{compared} positions of {games} games");
}
