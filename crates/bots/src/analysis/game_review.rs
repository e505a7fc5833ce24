//! The review of a game as clients receive it: every decision, with the points that it gave away.

use std::sync::atomic::{AtomicBool, Ordering};

use games::Game;
use serde::Serialize;

use super::fairness::{Alarm, Likeness};
use super::info::{chance, hundredths};
use super::mistakes::{DecisionKind, GamePhase};
use super::review::{Judgement, choices};
use crate::search::config::Budget;

/// Default number of evaluations per decision, for statistics over many games.
pub const DEFAULT_EVALUATIONS: u64 = 500;
/// Maximum number of evaluations per decision.
pub const MAX_EVALUATIONS: u64 = 20_000;

/// Seed for the samples.
const SEED: u64 = 1;

/// Every decision of a game in which a seat had a choice.
#[derive(Clone, Debug, PartialEq, Serialize)]
#[cfg_attr(feature = "types", derive(ts_rs::TS), ts(rename = "GameReview"))]
pub struct GameReview {
    /// Number of evaluations per decision.
    #[cfg_attr(feature = "types", ts(type = "number"))]
    evaluations: u64,
    /// The decisions, in order.
    decisions: Vec<ReviewedDecision>,
    /// How engine-like each seat played.
    likeness: Vec<Likeness>,
    /// Conditions for an alarm about a player's likeness over several games.
    alarm: Alarm,
}

/// A decision of a game.
#[derive(Clone, Debug, PartialEq, Serialize)]
#[cfg_attr(feature = "types", derive(ts_rs::TS))]
pub struct ReviewedDecision {
    /// Number of answers before this one.
    at: usize,
    /// Seat that decided.
    seat: u8,
    /// GamePhase of the game.
    phase: GamePhase,
    /// Kind of decision or mistake.
    kind: DecisionKind,
    /// Points given away; 0 for a best answer.
    lost: f64,
    /// By how much the chance to win became smaller, 0 to 1.
    lost_wins: f64,
    /// Points by which the best answer leads the second-best one; null if no other was examined.
    lead: Option<f64>,
}

impl GameReview {
    /// Reviews a game on one thread. Returns `None` once `stop` is set. Equal arguments give equal reviews.
    pub fn of(game: &Game, evaluations: u64, stop: &AtomicBool) -> Option<GameReview> {
        let budget = Budget::Evaluations(evaluations);
        let mut judged = Vec::new();
        for choice in choices(game) {
            if stop.load(Ordering::Relaxed) {
                return None;
            }
            judged.extend(choice.judge(budget, SEED));
        }
        let likeness = (0..game.setup().seats).map(|seat| Likeness::of(seat, &judged)).collect();
        let decisions = judged.iter().map(ReviewedDecision::of).collect();
        Some(GameReview { evaluations, decisions, likeness, alarm: Alarm::USED })
    }
}

impl ReviewedDecision {
    fn of(judged: &Judgement) -> ReviewedDecision {
        ReviewedDecision {
            at: judged.at,
            seat: judged.seat,
            phase: judged.phase,
            kind: judged.kind,
            lost: hundredths(judged.lost.points),
            lost_wins: chance(judged.lost.wins),
            lead: judged.lead.map(hundredths),
        }
    }
}
