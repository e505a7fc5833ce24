//! An analysis as clients receive it: the shape of its JSON.

use games::{Actor, Answer, Game};
use serde::Serialize;

use super::analyse::{Analysis, AnalysisLine};
use super::review::{LineWords, Loss};

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
    /// The seat's expected margin at the end, in points; in a cooperative game, the team's expected points.
    margin: f64,
    /// Standard error of the margin over the sampled draws.
    error: f64,
    /// Number of sampled draws.
    samples: u32,
    /// Expected final points of each seat.
    totals: Vec<f64>,
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
        AnalysisInfo {
            at: position.seq(),
            seat: analysis.seat,
            exact: analysis.exact,
            evaluations: analysis.evaluations,
            given: given.map(|answer| position.word(answer)),
            lost: given.and_then(|answer| Loss::of(analysis, answer)).map(|lost| hundredths(lost.points)),
            lines: analysis.lines.iter().map(|line| LineInfo::of(position, line)).collect(),
        }
    }
}

impl LineInfo {
    fn of(position: &Game, line: &AnalysisLine) -> LineInfo {
        let words = LineWords::of(position, line);
        let seats = usize::from(position.setup().seats);
        LineInfo {
            answers: words.answers,
            margin: hundredths(line.margin),
            error: hundredths(line.error),
            samples: line.samples,
            totals: line.values.iter().take(seats).map(|&points| hundredths(points)).collect(),
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

/// Rounds points to hundredths; further digits would be noise.
pub(super) fn hundredths(points: f32) -> f64 {
    (f64::from(points) * 100.0).round() / 100.0
}
