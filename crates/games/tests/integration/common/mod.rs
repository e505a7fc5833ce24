//! Plays random games for the tests.
#![allow(dead_code, reason = "each test program uses its share of this")]

use bastide_core::{Random, SmallRandom};
use games::deal::{Deal, Seed};
use games::{Game, Setup};

/// Returns a deal and a random game played with it, for `answers` answers or until the game ends.
pub fn random_game(setup: &Setup, seed: u64, answers: usize) -> (Deal, Game) {
    let deal = Deal::new(Seed::from_number(seed), setup).unwrap();
    let mut game = Game::new(setup).unwrap();
    let mut random = SmallRandom::new(seed);
    while !game.is_over() && game.seq() < answers {
        let legal = game.legal();
        let answer = deal.answer(&game).unwrap_or_else(|| legal[random.below(legal.len() as u32) as usize]);
        game.apply_raw(answer).unwrap();
    }
    (deal, game)
}

/// Returns the set-ups used in the tests.
pub fn setups() -> Vec<Setup> {
    let mut setups = vec![
        Setup::base(2),
        Setup::base(5).option("small_city", "2").option("farmers", "false"),
        Setup::base(6).with("inns-cathedrals"),
        Setup::base(3).with("inns-cathedrals").option("inn_cathedral_final", "ignore"),
    ];
    let mut named = Setup::base(4).option("first_player", "youngest");
    named.first_seat = 2;
    setups.push(named);
    setups
}
