//! The endgame solver: where so few tiles are left that every course can be looked at, it does that (expectimax).
//!
//! Everybody plays for the best margin of their own, and what is left to chance counts by its chances. There are no estimates: the
//! values are those of games that are over.

use bastide_core::{Actor, Answer, MAX_SEATS, Position};
use games::families::Playable;

use super::lines::Line;
use super::policy::SearchPolicy;
use crate::evaluation::values::Values;

/// Tiles that may be left beside the one that is placed now; with two of them a base game has half a million courses.
const FEW_TILES: usize = 1;

/// Whether the rest of the game can be looked at as a whole: hardly anything is left to draw, and no hand is hidden.
pub fn is_near<'r, F: Playable, P: SearchPolicy<'r, F>>(policy: &P, position: &Position<F>) -> bool {
    let rules = policy.rules();
    let held: usize = (0..rules.seats).map(|seat| position.hand(seat).len()).sum();
    let left = usize::from(position.bag().left()) + held.saturating_sub(1) + position.bag().aside().len();
    left <= FEW_TILES && !rules.hidden_hands
}

/// What everybody gets after each line if all go on as well as they can; nothing if `enough` says, of the work done, that this takes
/// too long.
pub fn solve<'r, F: Playable, P: SearchPolicy<'r, F>>(
    policy: &mut P,
    position: &Position<F>,
    lines: &[Line],
    enough: &impl Fn(u64) -> bool,
) -> Option<Vec<Values>> {
    let mut after = Box::new(*position);
    let mut solved = Vec::with_capacity(lines.len());
    for line in lines {
        after.as_mut().clone_from(position);
        line.play(&mut after, policy.rules());
        solved.push(outcome(policy, &after, enough)?);
    }
    Some(solved)
}

fn outcome<'r, F: Playable, P: SearchPolicy<'r, F>>(
    policy: &mut P,
    position: &Position<F>,
    enough: &impl Fn(u64) -> bool,
) -> Option<Values> {
    if enough(policy.count()) {
        return None;
    }
    match position.actor() {
        Actor::Nobody => Some(policy.values(position)),
        Actor::Chance => expected(policy, position, enough),
        Actor::Seat(seat) => {
            let mut lines = Vec::new();
            policy.refill(position);
            policy.evaluate_moves(position, &mut lines);
            let solved = solve(policy, position, &lines, enough)?;
            solved.into_iter().max_by(|a, b| policy.margin(a, seat).total_cmp(&policy.margin(b, seat)))
        }
    }
}

/// The mean over what chance can bring.
fn expected<'r, F: Playable, P: SearchPolicy<'r, F>>(
    policy: &mut P,
    position: &Position<F>,
    enough: &impl Fn(u64) -> bool,
) -> Option<Values> {
    let mut listed: Vec<Answer> = Vec::new();
    position.list(policy.rules(), &mut listed);
    let (mut sum, mut of) = ([0.0; MAX_SEATS], 0.0);
    let mut after = Box::new(*position);
    for answer in listed {
        let weight = match answer {
            Answer::Draw { kind } => f32::from(position.bag().count(kind)),
            _ => 1.0,
        };
        after.as_mut().clone_from(position);
        after.apply(policy.rules(), answer, &mut ());
        let values = outcome(policy, &after, enough)?;
        sum.iter_mut().zip(values).for_each(|(sum, total)| *sum += weight * total);
        of += weight;
    }
    (of > 0.0).then(|| sum.map(|sum| sum / of))
}
