//! Provides the endgame solver (expectimax), for positions with so few tiles left that every possible course of the game can be searched.
//!
//! Every seat chooses the line with its best margin, and the outcomes of chance are weighted by their probability. The values come from
//! finished games and are not estimates.

use bastide_core::{Actor, Answer, MAX_SEATS, Position};
use games::families::Playable;

use super::lines::Line;
use super::policy::SearchPolicy;
use crate::evaluation::forecast::Forecast;
use crate::evaluation::values::Values;

/// Maximum number of tiles left in addition to the one being placed. With two tiles left, a base game has half a million possible courses.
const MAX_TILES_LEFT: usize = 1;

/// Returns whether the rest of the game can be searched completely: almost no tiles are left to draw, and no hand is hidden.
pub fn is_solvable<'r, F: Playable, P: SearchPolicy<'r, F>>(policy: &P, position: &Position<F>) -> bool {
    let rules = policy.rules();
    let held: usize = (0..rules.seats).map(|seat| position.hand(seat).len()).sum();
    let left = usize::from(position.bag().left()) + held.saturating_sub(1) + position.bag().aside().len();
    left <= MAX_TILES_LEFT && !rules.hidden_hands
}

/// The end of a game if all seats play as well as they can: every seat's value, and its points and wins.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Solved {
    /// Every seat's value.
    pub values: Values,
    /// Every seat's points and wins.
    pub end: Forecast,
}

/// Returns the end of the game after each line if all seats play as well as they can. `enough` is called with the number of evaluations so
/// far; if it returns true, `solve` returns `None`.
pub fn solve<'r, F: Playable, P: SearchPolicy<'r, F>>(
    policy: &mut P,
    position: &Position<F>,
    lines: &[Line],
    enough: &impl Fn(u64) -> bool,
) -> Option<Vec<Solved>> {
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
) -> Option<Solved> {
    if enough(policy.count()) {
        return None;
    }
    match position.actor() {
        Actor::Nobody => {
            let end = Forecast::of_end(position, policy.rules().seats);
            Some(Solved { values: policy.values(position), end })
        }
        Actor::Chance => expected(policy, position, enough),
        Actor::Seat(seat) => {
            let mut lines = Vec::new();
            policy.update_bag(position);
            policy.evaluate_moves(position, &mut lines);
            let solved = solve(policy, position, &lines, enough)?;
            solved.into_iter().max_by(|a, b| policy.margin(&a.values, seat).total_cmp(&policy.margin(&b.values, seat)))
        }
    }
}

/// Returns the mean over the outcomes of chance, weighted by their probability.
fn expected<'r, F: Playable, P: SearchPolicy<'r, F>>(
    policy: &mut P,
    position: &Position<F>,
    enough: &impl Fn(u64) -> bool,
) -> Option<Solved> {
    let mut listed: Vec<Answer> = Vec::new();
    position.list(policy.rules(), &mut listed);
    let (mut sum, mut ends, mut of) = ([0.0; MAX_SEATS], Forecast::default(), 0.0);
    let mut after = Box::new(*position);
    for answer in listed {
        let weight = match answer {
            Answer::Draw { kind } => f32::from(position.bag().count(kind)),
            _ => 1.0,
        };
        after.as_mut().clone_from(position);
        after.apply(policy.rules(), answer, &mut ());
        let Solved { values, end } = outcome(policy, &after, enough)?;
        sum.iter_mut().zip(values).for_each(|(sum, total)| *sum += weight * total);
        ends = ends.plus(weight, &end);
        of += weight;
    }
    (of > 0.0).then(|| Solved { values: sum.map(|sum| sum / of), end: Forecast::default().plus(1.0 / of, &ends) })
}
