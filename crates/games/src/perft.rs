//! Perft: how many sequences of answers there are from a position on, by depth. Any change of what is legal shows in it.

use bastide_core::{Actor, Answer, Family, KindIndex, Position, Rules};

use crate::deal::Deal;
use crate::game::Game;

/// Counts the sequences of so many answers of players; chance answers from the deal and is not counted. A sequence that the end
/// of the game cuts short does not count.
pub fn perft(game: &Game, deal: &Deal, depth: u32) -> u64 {
    let drawn = game.answers().iter().filter(|answer| matches!(answer, Answer::Draw { .. })).count();
    let left = deal.tiles().get(drawn..).unwrap_or_default();
    game.classic().map_or(0, |(rules, position)| count(position, rules, deal.first(), left, depth))
}

fn count<F: Family>(
    position: &Position<F>,
    rules: &Rules<F::Options>,
    first: u8,
    tiles: &[KindIndex],
    depth: u32,
) -> u64 {
    let mut tiles = tiles;
    let mut position = position.clone();
    while depth > 0 && position.actor() == Actor::Chance {
        let answer = if position.turn() == 0 {
            Answer::Begin { seat: first }
        } else {
            let Some((&kind, rest)) = tiles.split_first() else { return 0 };
            tiles = rest;
            Answer::Draw { kind }
        };
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
            count(&next, rules, first, tiles, depth - 1)
        })
        .sum()
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::setup::Setup;

    #[test]
    fn the_first_depths_are_what_the_lists_say() {
        let setup = Setup::base(2);
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
