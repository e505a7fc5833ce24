//! A player for tests: random, but often tidy, so that its games complete many features.

use bastide_core::{Actor, Answer, Random, SmallRandom};
use games::deal::Deal;
use games::{Game, Setup};

/// Two placements in three go where most neighbours lie; all else is uniform over what is listed.
pub fn choose(game: &Game, random: &mut SmallRandom) -> Option<Answer> {
    let tidy = random.below(3) > 0;
    pick(game, tidy, |count| random.below(count))
}

/// The placement with most neighbours if it is to be tidy, otherwise one of so many answers as it is told.
pub fn pick(game: &Game, tidy: bool, among: impl FnOnce(u32) -> u32) -> Option<Answer> {
    let legal = game.legal();
    let picked = among(legal.len().max(1) as u32) as usize;
    let neighbours = |answer: &Answer| match *answer {
        Answer::Place { at, .. } | Answer::PlaceHeld { at, .. } => game.tiles_round(at),
        _ => 0,
    };
    let best = legal.iter().copied().max_by_key(neighbours);
    match (best, tidy) {
        (Some(Answer::Place { .. } | Answer::PlaceHeld { .. }), true) => best,
        _ => legal.get(picked).copied(),
    }
}

/// The game of a set-up after so many answers, or at its end: chance answers from the deal, [`choose`] for everybody else.
///
/// # Errors
/// What is wrong with the set-up.
pub fn play(setup: &Setup, deal: &Deal, seed: u64, answers: usize) -> Result<Game, String> {
    let mut random = SmallRandom::new(seed);
    let mut game = Game::new(setup).map_err(|e| e.to_string())?;
    while game.seq() < answers && game.actor() != Actor::Nobody {
        let answer = deal.answer(&game).or_else(|| choose(&game, &mut random));
        let answer = answer.ok_or("the draw order is too short")?;
        game.apply_quietly(answer).map_err(|e| e.to_string())?;
    }
    Ok(game)
}
