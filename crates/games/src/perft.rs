//! Perft: how many sequences of answers there are from a position on, by depth. Any change of what is legal shows in it.

use bastide_core::{Actor, Answer, Family, KindIndex, Position, Rules};

use crate::deal::Deal;
use crate::game::Game;

/// Counts the sequences of so many answers of players; chance answers from the deal and is not counted. A sequence that the end
/// of the game cuts short does not count.
pub fn perft(game: &Game, deal: &Deal, depth: u32) -> u64 {
    game.perft(deal.first(), &deal.left(game), depth)
}

/// The same from a position, with the tiles in the order in which they come.
pub(crate) fn count<F: Family>(
    position: &Position<F>,
    rules: &Rules<F::Options>,
    first: u8,
    tiles: &[KindIndex],
    depth: u32,
) -> u64 {
    let mut tiles = tiles.to_vec();
    let mut position = position.clone();
    while depth > 0 && position.actor() == Actor::Chance {
        let Some(answer) = by_chance(&position, rules, first, &mut tiles) else { return 0 };
        position.apply(rules, answer, &mut ());
    }
    if depth == 0 {
        return 1;
    }
    let mut answers = Vec::new();
    position.list(rules, &mut answers);
    if depth == 1 {
        return answers.len() as u64;
    }
    let mut next = position.clone();
    answers
        .into_iter()
        .map(|answer| {
            next.clone_from(&position);
            next.apply(rules, answer, &mut ());
            count(&next, rules, first, &tiles, depth - 1)
        })
        .sum()
}

/// What chance answers: the first of the tiles whose turn it is comes out of them. Those of another pile wait.
fn by_chance<F: Family>(
    position: &Position<F>,
    rules: &Rules<F::Options>,
    first: u8,
    tiles: &mut Vec<KindIndex>,
) -> Option<Answer> {
    let mut listed = Vec::new();
    position.list(rules, &mut listed);
    if let Some(Answer::Begin { .. }) = listed.first() {
        return Some(Answer::Begin { seat: first });
    }
    let next = tiles.iter().position(|&kind| listed.contains(&Answer::Draw { kind }))?;
    Some(Answer::Draw { kind: tiles.remove(next) })
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::setup::{DISCOVERY, HUNTERS, Setup};

    #[test]
    fn the_first_depths_are_what_the_lists_say() {
        for setup in [
            Setup::base(2),
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

    /// A land tile is drawn for a land tile, and a river before all else, however the piles were shuffled together (HG-02, RIV-03).
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

    /// The same count by playing games.
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
