//! Evaluates moves with expansions: every answer to any decision is played out to the next draw, on behalf of the seat that decides.
//!
//! Placements are ranked by a quick estimate, and the best ones are played out first. If a tile allows thousands of lines (a portal leads
//! anywhere), the important lines are therefore evaluated before the work limit is reached.

use bastide_core::{Answer, FigureKind, SegmentIndex};
use classic::base::{FIELD, FOLLOWER};
use classic::mists::GHOSTS_TO_SEND_HOME;
use classic::{ClassicPosition, Pending, is_on_land};

use super::dragon_move::DragonPaths;
use super::moves::{Moves, first_of, is_before_action, one_of_each_feature};
use crate::evaluation::classic::ClassicEvaluator;
use crate::evaluation::evaluator::Evaluator;
use crate::evaluation::uses::Use;
use crate::evaluation::values::Values;
use crate::search::lines::{Line, decider};
use crate::search::policy::Candidate;

/// Number of evaluations after which only the first [`PLACEMENTS`] placements are played out.
const MAX_PLACEMENT_EVALUATIONS: u64 = 1000;
/// Maximum number of deployments through a portal that are played out if the tile has already been placed.
const MAX_PORTAL_WAYS_PLACED: usize = 100;
/// Number of placements that are always played out.
const PLACEMENTS: usize = 6;
/// Maximum number of deployments through a portal that are played out per placement.
const MAX_PORTAL_WAYS: usize = 8;
/// Number of moves of the mage and the witch that are played out per placement.
const MAGE_MOVES: usize = 3;
/// Maximum number of pending decisions that are answered before a position is evaluated.
const MAX_FOLLOWED_ANSWERS: usize = 6;
/// Maximum number of answers that a pending decision can have and still be played out. Decisions with more answers (followers leaving the
/// market at the end of the game) are left to the evaluation of courtiers, which is good enough.
const MAX_PENDING_ANSWERS: usize = 24;

/// Returns whether the game is over, or nothing is pending except drawing or placing a tile.
fn is_settled(pending: Pending) -> bool {
    let is_drawing = matches!(pending, Pending::Begin | Pending::Draw | Pending::Deal | Pending::Refill);
    is_drawing || matches!(pending, Pending::Over | Pending::Abbey | Pending::Place { .. } | Pending::PlaceHeld)
}

impl Moves {
    /// Evaluates the lines for the seat to act.
    pub(super) fn evaluate_widely(
        &mut self,
        evaluator: &mut ClassicEvaluator<'_>,
        position: &ClassicPosition,
        lines: &mut Vec<Line>,
    ) {
        lines.clear();
        if let Pending::Dragon(step) = position.pending() {
            let paths = DragonPaths::new(evaluator, position, step, &mut self.tried);
            paths.each_step(evaluator, position, step, |first, values| {
                lines.push(Line::EMPTY.and(first).worth(evaluator.margin(&values, step.seat)));
            });
            return;
        }
        if position.pending() == Pending::Double {
            lines.push(Line::EMPTY.and(Answer::Again)); // TB-03: a second tile is hardly ever worse than none.
            return;
        }
        let (rules, seat, begun) = (evaluator.rules(), decider(position), evaluator.count());
        self.list_first(evaluator, position);
        let mut ranked = std::mem::take(&mut self.ranked);
        ranked.clear();
        let mut ransoms = Vec::new();
        for i in 0..self.first.len() {
            let first = self.first[i];
            self.placed.as_mut().clone_from(position);
            self.placed.apply(rules, first, &mut ());
            let line = self.add_before_action(evaluator, Line::EMPTY.and(first));
            if matches!(first, Answer::Redeem { .. }) {
                ransoms.push(first);
            } else if matches!(self.placed.pending(), Pending::Deploy { .. }) {
                let (values, _) = evaluator.best_deployment(&self.placed);
                ranked.push(line.worth(evaluator.margin(&values, seat)));
            } else {
                let values = self.resolve_placed(evaluator);
                lines.push(line.worth(evaluator.margin(&values, seat) - portal_discount(evaluator, position, first)));
            }
        }
        ranked.sort_by(|a, b| b.value.total_cmp(&a.value));
        for (number, &line) in ranked.iter().enumerate() {
            if number >= PLACEMENTS && evaluator.count() - begun >= MAX_PLACEMENT_EVALUATIONS {
                break;
            }
            self.evaluate_placement(evaluator, position, line, seat, lines);
        }
        self.ranked = ranked;
        self.evaluate_ransoms(evaluator, position, &ransoms, lines);
    }

    /// Lists the answers that the player's uses allow, or all answers if they allow none.
    fn list_first(&mut self, evaluator: &mut ClassicEvaluator<'_>, position: &ClassicPosition) {
        let uses = evaluator.uses();
        self.first.clear();
        position.list(evaluator.rules(), &mut self.first);
        if self.first.iter().any(|&answer| uses.allows(position, answer)) {
            self.first.retain(|&answer| uses.allows(position, answer));
        }
        if matches!(position.pending(), Pending::Deploy { .. }) {
            one_of_each_feature(position, &mut self.first);
            let mut first = std::mem::take(&mut self.first);
            // If only a deployment is pending, there is time to try many deployments through a portal.
            keep_best_ways(evaluator, position, &mut first, MAX_PORTAL_WAYS_PLACED);
            self.first = first;
        }
    }

    /// Answers each decision that comes before the action and is pending in `placed` with the best answer for the seat, and appends the
    /// answers to the line.
    fn add_before_action(&mut self, evaluator: &mut ClassicEvaluator<'_>, mut line: Line) -> Line {
        while is_before_action(&self.placed) {
            self.third.clear();
            self.placed.list(evaluator.rules(), &mut self.third);
            let answer = match self.placed.pending() {
                Pending::MageWitch => self.best_mage_move(evaluator),
                _ => self.best_ghost(evaluator),
            };
            self.placed.apply(evaluator.rules(), answer, &mut ());
            line = line.and(answer);
        }
        line
    }

    /// Returns the best of the answers in `third` to the ghost decision pending in `placed`. A single evaluation gives the costs of most
    /// answers; only a third ghost, which sends its follower home, is played out.
    fn best_ghost(&mut self, evaluator: &mut ClassicEvaluator<'_>) -> Answer {
        if self.third.len() == 1 || !evaluator.uses().has(Use::Ghosts) {
            return self.third[0];
        }
        let seat = decider(&self.placed);
        let values = evaluator.values(&self.placed);
        let features = &self.placed.board.features;
        let (mut lightest, mut most, mut chasing) = (None, f32::MIN, 0);
        for i in 0..self.third.len() {
            let Answer::Attach { figure } = self.third[i] else { continue };
            let this = features.figure(figure);
            if this.attached() + 1 >= GHOSTS_TO_SEND_HOME {
                self.third.swap(i, chasing);
                chasing += 1;
                continue;
            }
            let mut after = values;
            after[usize::from(this.seat)] -= evaluator.cost_of_ghost(&self.placed, figure);
            let value = evaluator.margin(&after, seat);
            if value > most {
                (lightest, most) = (Some(Answer::Attach { figure }), value);
            }
        }
        self.third.truncate(chasing);
        self.third.extend(lightest);
        if self.third.len() == 1 {
            return self.third[0];
        }
        self.settled.as_mut().clone_from(&self.placed);
        self.best_pending(evaluator)
    }

    /// Returns the best of the answers in `third` to the decision pending in `placed`: where the mage or the witch moves. A single
    /// evaluation gives an estimate of every answer; only the best few are played out.
    fn best_mage_move(&mut self, evaluator: &mut ClassicEvaluator<'_>) -> Answer {
        if self.third.len() == 1 || !evaluator.uses().has(Use::Mage) {
            return self.third[0];
        }
        let seat = decider(&self.placed);
        let values = evaluator.values(&self.placed);
        let margin_after = |answer| {
            let mut after = values;
            evaluator.add_mage_move(&self.placed, answer, &mut after);
            evaluator.margin(&after, seat)
        };
        let mut ranked: Vec<(f32, Answer)> = self.third.iter().map(|&answer| (margin_after(answer), answer)).collect();
        ranked.sort_by(|a, b| b.0.total_cmp(&a.0));
        self.third.clear();
        self.third.extend(ranked.iter().take(MAGE_MOVES).map(|(_, answer)| *answer));
        self.settled.as_mut().clone_from(&self.placed);
        self.best_pending(evaluator)
    }

    /// Evaluates the lines that begin with a placement and the answers that come before the action.
    fn evaluate_placement(
        &mut self,
        evaluator: &mut ClassicEvaluator<'_>,
        position: &ClassicPosition,
        line: Line,
        seat: u8,
        lines: &mut Vec<Line>,
    ) {
        let (rules, uses) = (evaluator.rules(), evaluator.uses());
        self.placed.as_mut().clone_from(position);
        line.play(&mut self.placed, rules);
        self.second.clear();
        self.placed.list(rules, &mut self.second);
        let placed = &self.placed;
        if self.second.iter().any(|&answer| uses.allows(placed, answer)) {
            self.second.retain(|&answer| uses.allows(placed, answer));
        }
        // A ransom is evaluated separately, because the same choices are available again after it.
        self.second.retain(|answer| !matches!(answer, Answer::Redeem { .. }));
        one_of_each_feature(&self.placed, &mut self.second);
        let mut second = std::mem::take(&mut self.second);
        keep_best_ways(evaluator, &self.placed, &mut second, MAX_PORTAL_WAYS);
        for &answer in &second {
            self.deployed.as_mut().clone_from(&self.placed);
            self.deployed.apply(rules, answer, &mut ());
            std::mem::swap(&mut self.deployed, &mut self.settled);
            let values = self.resolve_pending(evaluator);
            let value = evaluator.margin(&values, seat) - portal_discount(evaluator, &self.placed, answer);
            lines.push(line.and(answer).worth(value));
        }
        self.second = second;
    }

    /// Evaluates ransoms. The turn continues in the same way after a ransom, so only the ransom's own effect is counted.
    fn evaluate_ransoms(
        &mut self,
        evaluator: &mut ClassicEvaluator<'_>,
        position: &ClassicPosition,
        ransoms: &[Answer],
        lines: &mut Vec<Line>,
    ) {
        if ransoms.is_empty() {
            return;
        }
        let seat = decider(position);
        let values = evaluator.values(position);
        let before = evaluator.margin(&values, seat);
        let best = lines.iter().map(|line| line.value).fold(f32::MIN, f32::max).max(-1e6);
        for &first in ransoms {
            self.placed.as_mut().clone_from(position);
            self.placed.apply(evaluator.rules(), first, &mut ());
            let values = evaluator.values(&self.placed);
            let value = best + evaluator.margin(&values, seat) - before;
            lines.push(Line::EMPTY.and(first).worth(value));
        }
    }

    /// Returns every seat's value once the decisions pending in `placed` have been answered.
    fn resolve_placed(&mut self, evaluator: &mut ClassicEvaluator<'_>) -> Values {
        self.settled.as_mut().clone_from(&self.placed);
        self.resolve_pending(evaluator)
    }

    /// Returns every seat's value once the decisions pending in `settled` have been answered, each by the deciding seat for its best
    /// margin.
    fn resolve_pending(&mut self, evaluator: &mut ClassicEvaluator<'_>) -> Values {
        for _ in 0..MAX_FOLLOWED_ANSWERS {
            match self.settled.pending() {
                pending if is_settled(pending) => break,
                Pending::Dragon(step) => {
                    let paths = DragonPaths::new(evaluator, &self.settled, step, &mut self.tried);
                    return paths.best(evaluator, &self.settled, step).1;
                }
                Pending::Deploy { .. } => return evaluator.best_deployment(&self.settled).0,
                _ => {
                    self.third.clear();
                    self.settled.list(evaluator.rules(), &mut self.third);
                    if self.third.len() > MAX_PENDING_ANSWERS {
                        break;
                    }
                    let answer = self.best_pending(evaluator);
                    self.settled.apply(evaluator.rules(), answer, &mut ());
                }
            }
        }
        evaluator.values(&self.settled)
    }

    /// Returns the best of the answers in `third` to the decision pending in `settled`, judged by the position right after the answer.
    fn best_pending(&mut self, evaluator: &mut ClassicEvaluator<'_>) -> Answer {
        if self.third.contains(&Answer::Again) {
            return Answer::Again; // TB-03, as above.
        }
        let (rules, seat) = (evaluator.rules(), decider(&self.settled));
        let (mut best, mut most) = (first_of(&self.third), f32::MIN);
        for i in 0..self.third.len() {
            let answer = self.third[i];
            self.tried.as_mut().clone_from(&self.settled);
            self.tried.apply(rules, answer, &mut ());
            // A third ghost sends a follower home, which can make room for another follower.
            let (values, _) = evaluator.best_deployment(&self.tried);
            let value = evaluator.margin(&values, seat);
            if value > most {
                (best, most) = (answer, value);
            }
        }
        best
    }

    /// Returns a good answer to any decision, used to play out samples.
    pub(super) fn quick_answer(&mut self, evaluator: &mut ClassicEvaluator<'_>, position: &ClassicPosition) -> Answer {
        if let Pending::Dragon(step) = position.pending() {
            let paths = DragonPaths::new(evaluator, position, step, &mut self.tried);
            return paths.best(evaluator, position, step).0;
        }
        if matches!(position.pending(), Pending::Deploy { .. }) {
            self.list_first(evaluator, position);
            let mut third = std::mem::take(&mut self.first);
            keep_best_ways(evaluator, position, &mut third, MAX_PORTAL_WAYS);
            let seat = decider(position);
            let (mut best, mut most) = (first_of(&third), f32::MIN);
            for &answer in third.iter().filter(|answer| !matches!(answer, Answer::Redeem { .. })) {
                self.placed.as_mut().clone_from(position);
                self.placed.apply(evaluator.rules(), answer, &mut ());
                let values = evaluator.values(&self.placed);
                let value = evaluator.margin(&values, seat);
                if value > most {
                    (best, most) = (answer, value);
                }
            }
            self.first = third;
            return best;
        }
        self.settled.as_mut().clone_from(position);
        self.third.clear();
        self.settled.list(evaluator.rules(), &mut self.third);
        if position.pending() == Pending::MageWitch {
            self.placed.as_mut().clone_from(position);
            return self.best_mage_move(evaluator);
        }
        self.best_pending(evaluator)
    }

    /// Adds every placement as a candidate, with the estimated gain from deploying. The lines end before the deployment.
    pub(super) fn add_wide_candidates(
        &mut self,
        evaluator: &mut ClassicEvaluator<'_>,
        position: &ClassicPosition,
        candidates: &mut Vec<Candidate>,
    ) {
        let (rules, seat) = (evaluator.rules(), decider(position));
        self.first.clear();
        position.list(rules, &mut self.first);
        for i in 0..self.first.len() {
            let first = self.first[i];
            if matches!(first, Answer::Redeem { .. }) {
                continue;
            }
            self.placed.as_mut().clone_from(position);
            self.placed.apply(rules, first, &mut ());
            let line = self.add_before_action(evaluator, Line::EMPTY.and(first));
            let (values, _) = evaluator.best_deployment(&self.placed);
            candidates.push(Candidate { line: line.worth(evaluator.margin(&values, seat)), values });
        }
    }
}

/// Returns the figure and the segment of an answer that deploys through a portal onto an earlier tile.
fn through_portal(position: &ClassicPosition, answer: Answer) -> Option<(FigureKind, SegmentIndex)> {
    let newest = position.board.tiles().last().map_or(0, |tile| tile.first);
    match answer {
        Answer::Deploy { figure, segment } if segment < newest && is_on_land(position.board.features.kind(segment)) => {
            Some((figure, segment))
        }
        _ => None,
    }
}

/// Returns the discount on the gain from deploying through a portal. It is needed because the best of many estimates tends to be too high.
fn portal_discount(evaluator: &ClassicEvaluator<'_>, position: &ClassicPosition, answer: Answer) -> f32 {
    match through_portal(position, answer) {
        Some((_, segment)) if position.board.features.kind(segment) == FIELD => {
            evaluator.weights().more.portal_field_doubt
        }
        Some(_) => evaluator.weights().more.portal_doubt,
        None => 0.0,
    }
}

/// Keeps at most `most` deployments through a portal: those with the highest estimated gain.
fn keep_best_ways(
    evaluator: &mut ClassicEvaluator<'_>,
    position: &ClassicPosition,
    answers: &mut Vec<Answer>,
    most: usize,
) {
    let through = |answer: &Answer| through_portal(position, *answer);
    if answers.iter().filter_map(through).nth(most).is_none() {
        return;
    }
    evaluator.values(position);
    let mut ways: Vec<(f32, Answer)> = Vec::new();
    for answer in answers.iter() {
        if let Some((figure, segment)) = through(answer) {
            // All followers have the same estimated gain, so an ordinary follower is preferred if available.
            let spare = if figure == FOLLOWER { 0.01 } else { 0.0 };
            let gain = evaluator.gain_of_deploying(position, position.seat(), figure, segment);
            ways.push((gain + spare, *answer));
        }
    }
    ways.sort_by(|a, b| b.0.total_cmp(&a.0));
    let kept = ways[..most].iter().map(|(_, answer)| *answer).collect::<Vec<_>>();
    answers.retain(|answer| through(answer).is_none() || kept.contains(answer));
}
