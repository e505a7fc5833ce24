//! Perft: the number of sequences of answers from a position, by depth. Any change in what is legal changes these numbers.

pub(crate) mod count;

use crate::deal::Deal;
use crate::game::Game;

/// Counts the sequences of `depth` player answers. Chance answers are taken from the deal and not counted. Sequences cut short by the end
/// of the game are not counted either.
pub fn perft(game: &Game, deal: &Deal, depth: u32) -> u64 {
    game.perft(deal.first(), &deal.left(game), depth)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::setup::{DISCOVERY, HUNTERS, Setup};

    #[test]
    fn first_depths_match_the_lists() {
        for setup in [
            Setup::base(2),
            Setup::base(3).option("hand", "three_open"),
            Setup::of(HUNTERS, 3),
            Setup::of(DISCOVERY, 4).option("hand", "two_open").option("equal_turns", "printed"),
        ] {
            let deal = Deal::new(crate::deal::Seed::from_number(7), &setup).unwrap();
            let mut game = Game::new(&setup).unwrap();
            while let Some(answer) = deal.answer(&game) {
                game.apply(answer).unwrap();
            }
            let places = game.legal();
            let deployments = places.iter().map(|&place| {
                let mut game = game.clone();
                game.apply(place).unwrap();
                game.legal().len() as u64
            });
            assert_eq!(perft(&game, &deal, 0), 1);
            assert_eq!(perft(&game, &deal, 1), places.len() as u64);
            assert_eq!(perft(&game, &deal, 2), deployments.sum::<u64>());
            assert_eq!(perft(&Game::new(&setup).unwrap(), &deal, 1), places.len() as u64);
        }
    }

    /// Land tiles are drawn only when a land tile is due, and river tiles before all others, however the piles were shuffled together
    /// (HG-02, RIV-03).
    #[test]
    fn tiles_of_another_pile_wait() {
        for (seed, setup) in
            (0..4).flat_map(|seed| [(seed, Setup::of(HUNTERS, 2)), (seed, Setup::base(2).with("river"))])
        {
            let deal = Deal::new(crate::deal::Seed::from_number(seed), &setup).unwrap();
            let mut game = Game::new(&setup).unwrap();
            assert_eq!(perft(&game, &deal, 3), by_game(&game, &deal, 3));
            for _ in 0..40 {
                let answer = deal.answer(&game).unwrap_or_else(|| game.legal()[0]);
                game.apply(answer).unwrap();
            }
            assert_eq!(perft(&game, &deal, 3), by_game(&game, &deal, 3));
        }
    }

    /// Computes the same count by playing whole games.
    fn by_game(game: &Game, deal: &Deal, depth: u32) -> u64 {
        if depth == 0 {
            return 1;
        }
        let played = |answer| {
            let mut game = game.clone();
            game.apply(answer).unwrap();
            game
        };
        match deal.answer(game) {
            Some(answer) => by_game(&played(answer), deal, depth),
            None => game.legal().into_iter().map(|answer| by_game(&played(answer), deal, depth - 1)).sum(),
        }
    }
}
