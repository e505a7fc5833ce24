//! An analysis as clients receive it: the shape of its JSON.

use games::{Actor, Answer, Game};
use serde::Serialize;

use super::analyse::{Analysis, AnalysisLine};
use super::review::{LineWords, Loss};
use crate::evaluation::forecast::Forecast;

/// Analysis of a position by the strongest computer player.
#[derive(Clone, Debug, PartialEq, Serialize)]
#[cfg_attr(feature = "types", derive(ts_rs::TS), ts(rename = "Analysis"))]
#[cfg_attr(feature = "schemas", derive(utoipa::ToSchema), schema(as = Analysis))]
pub struct AnalysisInfo {
    /// Number of answers before the position.
    at: usize,
    /// The seat that must act.
    seat: u8,
    /// Whether the rest of the game was searched completely, so that the values are exact.
    exact: bool,
    /// Number of evaluated positions.
    #[cfg_attr(feature = "types", ts(type = "number"))]
    evaluations: u64,
    /// The answer given in the game; null if it is not judged.
    given: Option<String>,
    /// Points lost by the given answer: the best margin minus the margin of the best line that contains the answer.
    lost: Option<f64>,
    /// Chance to win lost by the given answer, 0 to 1: the chance after the best line minus that after the best line that contains it.
    lost_wins: Option<f64>,
    /// Up to 8 lines, best first. The best line with the given answer is always included, as a ninth line if necessary.
    lines: Vec<LineInfo>,
}

/// A line of play for the acting seat, with its expected result.
#[derive(Clone, Debug, PartialEq, Serialize)]
#[cfg_attr(feature = "types", derive(ts_rs::TS), ts(rename = "Line"))]
#[cfg_attr(feature = "schemas", derive(utoipa::ToSchema), schema(as = Line))]
pub struct LineInfo {
    /// The seat's answers in the rest of its turn.
    answers: Vec<String>,
    /// The seat's expected margin at the end, in points; in a team game, the team's expected points.
    margin: f64,
    /// Standard error of the margin over the sampled draws.
    error: f64,
    /// Number of sampled draws.
    samples: u32,
    /// Forecast of each seat's final points; in a team game, the team's points followed by zeros.
    totals: Vec<f64>,
    /// Each seat's chance to win, 0 to 1. A shared win counts as a part for each winner. In a team game all are the team's chance.
    wins: Vec<f64>,
    /// Expected continuation, as far as the seat can know it; may be empty.
    main: Vec<MainStep>,
}

/// An answer in a main line.
#[derive(Clone, Debug, PartialEq, Serialize)]
#[cfg_attr(feature = "types", derive(ts_rs::TS))]
#[cfg_attr(feature = "schemas", derive(utoipa::ToSchema))]
pub struct MainStep {
    /// Seat that gives the answer; null for chance, whose draws are only probable ones.
    seat: Option<u8>,
    /// The answer.
    answer: String,
}

impl AnalysisInfo {
    /// Describes an analysis of this position, with the loss of the given answer.
    pub fn of(position: &Game, analysis: &Analysis, given: Option<Answer>) -> AnalysisInfo {
        let lost = given.and_then(|answer| Loss::of(analysis, answer));
        AnalysisInfo {
            at: position.seq(),
            seat: analysis.seat,
            exact: analysis.exact,
            evaluations: analysis.evaluations,
            given: given.map(|answer| position.word(answer)),
            lost: lost.map(|lost| hundredths(lost.points)),
            lost_wins: lost.map(|lost| chance(lost.wins)),
            lines: analysis.lines.iter().map(|line| LineInfo::of(position, line)).collect(),
        }
    }
}

impl LineInfo {
    fn of(position: &Game, line: &AnalysisLine) -> LineInfo {
        let words = LineWords::of(position, line);
        let (totals, wins) = told(position, line);
        LineInfo {
            answers: words.answers,
            margin: hundredths(line.margin),
            error: hundredths(line.error),
            samples: line.samples,
            totals,
            wins,
            main: words.main.into_iter().map(step).collect(),
        }
    }
}

fn step((actor, answer): (Actor, String)) -> MainStep {
    let seat = match actor {
        Actor::Seat(seat) => Some(seat),
        Actor::Chance | Actor::Nobody => None,
    };
    MainStep { seat, answer }
}

/// Returns the forecast points and the chances to win of all seats.
pub(super) fn told(position: &Game, line: &AnalysisLine) -> (Vec<f64>, Vec<f64>) {
    let (setup, Forecast { points, wins }) = (position.setup(), &line.forecast);
    let seats = 0..usize::from(setup.seats);
    let points = seats.clone().map(|seat| hundredths(points[seat]));
    let wins = seats.map(|seat| chance(wins[if setup.is_team() { 0 } else { seat }]));
    (points.collect(), wins.collect())
}

/// Rounds a probability to hundredths of a percent.
pub(super) fn chance(probability: f32) -> f64 {
    (f64::from(probability) * 10_000.0).round() / 10_000.0
}

/// Rounds points to hundredths; further digits would be noise.
pub(super) fn hundredths(points: f32) -> f64 {
    (f64::from(points) * 100.0).round() / 100.0
}
