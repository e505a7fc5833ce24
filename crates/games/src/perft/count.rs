//! Counts the sequences of answers from a position of one family.

use bastide_core::{Actor, Answer, Family, KindIndex, Position, Rules};

/// Counts the sequences of `depth` player answers, with the tiles in the order in which chance draws them.
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

/// Returns chance's answer and removes the drawn tile, which is the first in the list that may be drawn now. Tiles of other piles stay in
/// the list. Returns `None` if no tile may be drawn.
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
