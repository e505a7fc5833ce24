//! A player for tests. It plays at random, but often places tiles next to many others, so that its games complete many features.

use bastide_core::{Actor, Answer, Random, SmallRandom};
use games::deal::Deal;
use games::{Game, Setup};

/// Chooses an answer: two in three placements go where the tile has the most neighbours; all other answers are chosen uniformly from the
/// legal ones.
pub fn choose(game: &Game, random: &mut SmallRandom) -> Option<Answer> {
    let tidy = random.below(3) > 0;
    pick(game, tidy, |count| random.below(count))
}

/// Returns the placement with the most neighbours if `tidy` is true and a tile must be placed, otherwise the legal answer whose index
/// `among` picks.
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

/// Plays this many answers of a game with this set-up, or all of them if the game ends earlier, and returns the game. The deal answers for
/// chance, and [`choose`] for all seats.
///
/// # Errors
/// The set-up is invalid, or the draw order is too short.
pub fn play(setup: &Setup, deal: &Deal, seed: u64, answers: usize) -> Result<Game, String> {
    let mut random = SmallRandom::new(seed);
    let mut game = Game::new(setup).map_err(|e| e.to_string())?;
    while game.seq() < answers && game.actor() != Actor::Nobody {
        let answer = deal.answer(&game).or_else(|| choose(&game, &mut random));
        let answer = answer.ok_or("the draw order is too short")?;
        game.apply_raw(answer).map_err(|e| e.to_string())?;
    }
    Ok(game)
}
