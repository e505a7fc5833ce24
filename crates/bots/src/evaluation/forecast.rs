//! Forecasts how a game will end: every seat's final points, and its chance to win.
//!
//! The evaluation compares positions. Its values leave out what all seats will still score on tiles that are not placed, so they are too
//! low early in a game, and they say nothing of chances. A forecast adds
//!
//! - the *income*: points that a seat will still score for each tile left, which are more where the seats have scored much so far;
//! - the *lead*: a seat that is ahead has played better so far on average, and will continue to;
//! - what the evaluation gives the seat whose turn is next too much or too little;
//! - the *spread*: the standard deviation of a seat's points around its forecast.
//!
//! The numbers come from games (`crate::training::forecast`) and stand in `weights/forecast.toml`; `docs/forecast.md` has their measured
//! errors. Income and lead depend on the position in question only, not on the answers that are compared there: an answer that gains a
//! point now gains a point in the end.

use std::collections::BTreeMap;
use std::sync::OnceLock;

use bastide_core::tile::{PILE_BAG, PILE_FIRST};
use bastide_core::{Actor, Position, Rules};
use games::families::Playable;
use games::view::winners;
use serde::{Deserialize, Serialize};

use super::values::{Values, scores};

/// Number of control points of a curve.
pub const KNOTS: usize = 7;
/// Number of control points that a value depends on.
const NEAR: usize = 3;
/// Range of the numeric integration below and above the best forecast, in standard deviations.
const RANGE: f32 = 4.0;
/// Steps of the numeric integration.
const STEPS: usize = 24;
/// Minimum fraction of a base game's variance that expansions leave.
const LEAST_VARIANCE: f32 = 0.2;

/// A number that depends on the fraction of the tiles left: the control points of a quadratic B-spline with uniform knots from 0 to 1.
#[derive(Clone, Copy, Debug, Default, PartialEq, Serialize, Deserialize)]
pub struct Curve(pub [f32; KNOTS]);

impl Curve {
    /// Returns the index of the first control point that counts at a fraction, and the weights of it and the next ones.
    pub fn weights(fraction: f32) -> (usize, [f32; NEAR]) {
        let spans = KNOTS - NEAR + 1;
        let place = fraction.clamp(0.0, 1.0) * spans as f32;
        let first = (place as usize).min(spans - 1);
        let after = place - first as f32;
        let before = 1.0 - after;
        (first, [0.5 * before * before, 0.5 + before * after, 0.5 * after * after])
    }

    /// Returns the number at a fraction.
    pub fn at(&self, fraction: f32) -> f32 {
        let (first, weights) = Self::weights(fraction);
        self.0[first..].iter().zip(weights).map(|(control, weight)| control * weight).sum()
    }
}

/// Curves for games of a family with one number of seats, in which every seat plays for itself.
#[derive(Clone, Copy, Debug, Default, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct SeatCurves {
    /// Points that all seats together will score for each tile left, beyond the values.
    pub income: Curve,
    /// Additional points for each tile left, for every point of all values, divided by the number of tiles.
    pub pace: Curve,
    /// Additional points for each tile left, for every point that is already scored, divided by the number of tiles.
    pub scored: Curve,
    /// Additional points of a seat for each tile left, for every point by which it is above the mean, divided by the number of tiles.
    pub lead: Curve,
    /// Additional points for the square of the distance from the mean: small leads are luck more often than large ones.
    pub far_lead: Curve,
    /// Points to add for every turn that a seat waits longer than the seats on average.
    pub next: Curve,
    /// Standard deviation of a seat's final points around the forecast, divided by the square root of the number of tiles left.
    pub spread: Curve,
}

impl SeatCurves {
    /// Returns the points that all seats will score for each tile left.
    pub fn income_rate(&self, fraction: f32, inputs: [f32; 3]) -> f32 {
        let curves = [&self.income, &self.pace, &self.scored];
        curves.iter().zip(inputs).map(|(curve, input)| curve.at(fraction) * input).sum()
    }

    /// Returns the inputs of [`income_rate`](Self::income_rate) from the values and the scores of all seats.
    pub fn income_inputs(values: &[f32], scored: &[f32], tiles: f32) -> [f32; 3] {
        let sum = |points: &[f32]| points.iter().sum::<f32>();
        [1.0, sum(values) / tiles, sum(scored) / tiles]
    }

    /// Returns what a seat that is this many points above the mean will gain by it for each tile left, multiplied by the number of tiles.
    pub fn lead_rate(&self, fraction: f32, above: f32) -> f32 {
        (self.lead.at(fraction) + self.far_lead.at(fraction) * above.abs()) * above
    }
}

/// Curves for games of a family with one number of seats, in which all seats are a team.
#[derive(Clone, Copy, Debug, Default, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct TeamCurves {
    /// Final points of a team whose position has the value 100.
    pub points: Curve,
    /// Additional final points for each point of value above 100.
    pub slope: Curve,
    /// Quantile of the normal distribution that belongs to the chance to win with the value 100: 0 for a chance of 50 %.
    pub level: Curve,
    /// Growth of the quantile with each point of value.
    pub rise: Curve,
}

/// The value of a team's position to which [`TeamCurves::points`] refers.
pub const TEAM_VALUE: f32 = 100.0;

/// Differences that an expansion makes, or all of them together.
#[derive(Clone, Copy, Debug, Default, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct ExpansionTerms {
    /// Additional income of all seats for each tile left.
    pub income: Curve,
    /// Additional variance of a seat's points, for each tile left.
    pub variance: f32,
}

impl ExpansionTerms {
    /// Adds `weight` times other terms.
    fn plus(&self, weight: f32, other: &Self) -> Self {
        let income = Curve(std::array::from_fn(|knot| self.income.0[knot] + weight * other.income.0[knot]));
        Self { income, variance: self.variance + weight * other.variance }
    }
}

/// The numbers of one family.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct FamilyForecast {
    /// Curves by number of seats.
    #[serde(default, skip_serializing_if = "BTreeMap::is_empty")]
    pub seats: BTreeMap<String, SeatCurves>,
    /// Curves of a team by number of seats.
    #[serde(default, skip_serializing_if = "BTreeMap::is_empty")]
    pub team: BTreeMap<String, TeamCurves>,
    /// Terms of expansions, by id.
    #[serde(default, skip_serializing_if = "BTreeMap::is_empty")]
    pub expansions: BTreeMap<String, ExpansionTerms>,
    /// Terms of expansions in games with more than two seats, by id.
    #[serde(default, skip_serializing_if = "BTreeMap::is_empty")]
    pub more_seats: BTreeMap<String, ExpansionTerms>,
    /// Terms of all expansions together, by number of seats. They are not the sum of the others.
    #[serde(default, skip_serializing_if = "BTreeMap::is_empty")]
    pub everything: BTreeMap<String, ExpansionTerms>,
}

impl FamilyForecast {
    /// Returns the terms of a set-up with these expansions: the more of them, the less their own terms count, and the more those of all.
    fn terms<'e>(&self, expansions: impl IntoIterator<Item = &'e str>, seats: u8) -> ExpansionTerms {
        let of_expansions = if seats > 2 && !self.more_seats.is_empty() { &self.more_seats } else { &self.expansions };
        let own: Vec<&ExpansionTerms> = expansions.into_iter().filter_map(|id| of_expansions.get(id)).collect();
        let everything = nearest(&self.everything, seats);
        let others = own.len().saturating_sub(1) as f32 / of_expansions.len().saturating_sub(1).max(1) as f32;
        let share = if everything.is_some() { others } else { 0.0 };
        let sum = own.into_iter().fold(ExpansionTerms::default(), |sum, one| sum.plus(1.0 - share, one));
        sum.plus(share, &everything.unwrap_or_default())
    }
}

/// The contents of a forecast file: the numbers by game, and where they come from.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct ForecastFile {
    /// How the numbers were obtained.
    pub origin: BTreeMap<String, String>,
    /// The numbers, by id of the game.
    pub games: BTreeMap<String, FamilyForecast>,
}

impl ForecastFile {
    /// Returns the file that is built into the program.
    ///
    /// # Panics
    /// Panics if the file is invalid. A test ensures that it is valid.
    pub fn of_program() -> &'static Self {
        static FILE: OnceLock<ForecastFile> = OnceLock::new();
        FILE.get_or_init(|| {
            let text = include_str!("../../weights/forecast.toml");
            Self::read(text).unwrap_or_else(|why| panic!("the numbers of forecasts: {why}"))
        })
    }

    /// Parses a forecast file.
    ///
    /// # Errors
    /// Returns a description of the first error.
    pub fn read(text: &str) -> Result<Self, String> {
        let file: Self = toml::from_str(text).map_err(|why| why.to_string())?;
        let spreads = file.games.values().flat_map(|family| family.seats.values().map(|curves| curves.spread));
        match spreads.flat_map(|spread| spread.0).all(|spread| spread > 0.0 && spread.is_finite()) {
            true => Ok(file),
            false => Err("a spread must be above 0".to_owned()),
        }
    }
}

/// How a game will end, as far as it can be foreseen.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub struct Forecast {
    /// Expected final points of every seat; for a team, the team's points, stored for the first seat.
    pub points: Values,
    /// Probability that each seat wins, 0 to 1. If several seats can share a win, it counts as a part for each, so that the sum is 1. For a
    /// team, the probability that it wins, stored for the first seat.
    pub wins: Values,
}

impl Forecast {
    /// Returns the result of a finished game.
    pub fn of_end<F: Playable>(position: &Position<F>, seats: u8) -> Self {
        let (mut points, mut wins) = (scores(position, seats), [0.0; _]);
        let winners = winners(position, seats);
        if F::TEAM_GOAL.is_some() {
            points[0] = points.iter().sum();
            points[1..].fill(0.0);
            wins[0] = if winners.is_empty() { 0.0 } else { 1.0 };
        } else {
            winners.iter().for_each(|&seat| wins[usize::from(seat)] = 1.0 / winners.len() as f32);
        }
        Self { points, wins }
    }

    /// Adds `weight` times another forecast.
    #[must_use]
    pub fn plus(&self, weight: f32, other: &Self) -> Self {
        let add = |a: &Values, b: &Values| std::array::from_fn(|seat| a[seat] + weight * b[seat]);
        Self { points: add(&self.points, &other.points), wins: add(&self.wins, &other.wins) }
    }
}

/// Returns the number of tiles that are drawn in a game, including those on the table at the start.
pub fn tiles_of<Options>(rules: &Rules<Options>) -> u16 {
    let drawn = rules.kinds.iter().filter(|kind| matches!(kind.pile, PILE_BAG | PILE_FIRST));
    drawn.map(|kind| u16::from(kind.copies)).sum()
}

/// Returns the number of tiles that will be placed after the pending turn.
pub fn tiles_left<F: Playable>(position: &Position<F>, seats: u8) -> u16 {
    let held: usize = (0..seats).map(|seat| position.hand(seat).len()).sum();
    let placing = usize::from(matches!(position.actor(), Actor::Seat(_)));
    position.bag().left() + position.bag().left_in_first_pile() + held.saturating_sub(placing) as u16
}

/// Curves of a set-up.
#[derive(Clone, Copy, Debug, PartialEq)]
enum Curves {
    Seats(SeatCurves, ExpansionTerms),
    Team(TeamCurves),
}

/// Makes forecasts for one set-up.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Forecaster {
    curves: Curves,
    seats: u8,
    tiles: f32,
}

impl Forecaster {
    /// Creates the forecaster of a set-up from a file. `tiles` is the number from [`tiles_of`]. Returns `None` for a game that is not in
    /// the file. If a number of seats is not in the file, the nearest one is used.
    pub fn of<'e>(
        file: &ForecastFile,
        game: &str,
        expansions: impl IntoIterator<Item = &'e str>,
        seats: u8,
        tiles: u16,
    ) -> Option<Self> {
        let family = file.games.get(game)?;
        let curves = match nearest(&family.team, seats) {
            Some(team) => Curves::Team(team),
            None => Curves::Seats(nearest(&family.seats, seats)?, family.terms(expansions, seats)),
        };
        Some(Self { curves, seats, tiles: f32::from(tiles.max(1)) })
    }

    /// Creates a forecaster from curves for seats that play for themselves.
    pub fn of_curves(curves: SeatCurves, terms: ExpansionTerms, seats: u8, tiles: f32) -> Self {
        Self { curves: Curves::Seats(curves, terms), seats, tiles }
    }

    /// Returns whether all seats are one team.
    pub fn is_team(&self) -> bool {
        matches!(self.curves, Curves::Team(_))
    }

    /// Returns the outlook from a position with these values. `left` is the number of tiles left.
    pub fn outlook(&self, values: &Values, scored: &Values, left: u16) -> Outlook<'_> {
        let seats = usize::from(self.seats);
        let mut rates = [0.0; _];
        let fraction = f32::from(left) / self.tiles;
        match &self.curves {
            Curves::Seats(curves, terms) => {
                let mean = values[..seats].iter().sum::<f32>() / seats as f32;
                let inputs = SeatCurves::income_inputs(&values[..seats], &scored[..seats], self.tiles);
                let shared = (curves.income_rate(fraction, inputs) + terms.income.at(fraction)) / seats as f32;
                for (rate, value) in rates.iter_mut().zip(&values[..seats]) {
                    *rate = shared + curves.lead_rate(fraction, value - mean) / self.tiles;
                }
            }
            Curves::Team(curves) => {
                let points = curves.points.at(fraction) + curves.slope.at(fraction) * (values[0] - TEAM_VALUE);
                rates[0] = (points - values[0]) / f32::from(left.max(1));
            }
        }
        Outlook { of: self, rates }
    }

    /// Forecasts from a position with these values, without comparing it to others.
    pub fn forecast(&self, values: &Values, scored: &Values, left: u16, next: u8) -> Forecast {
        self.outlook(values, scored, left).forecast(values, left, next)
    }
}

fn nearest<C: Copy>(by_seats: &BTreeMap<String, C>, seats: u8) -> Option<C> {
    let distance = |known: &str| known.parse::<u8>().map_or(u8::MAX, |known| known.abs_diff(seats));
    by_seats.iter().min_by_key(|(known, _)| distance(known)).map(|(_, curves)| *curves)
}

/// Expected points of all seats in the rest of the game, from one position. It is used for all positions that are compared there.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Outlook<'a> {
    of: &'a Forecaster,
    /// Points of every seat for each tile left.
    rates: Values,
}

impl Outlook<'_> {
    /// Returns whether all seats are one team.
    pub fn is_team(&self) -> bool {
        self.of.is_team()
    }

    /// Forecasts from a position with these values. `left` is the number of tiles left, `next` the seat whose turn comes next.
    pub fn forecast(&self, values: &Values, left: u16, next: u8) -> Forecast {
        let Forecaster { curves, seats, tiles } = self.of;
        let (fraction, left) = (f32::from(left) / tiles, f32::from(left));
        let mut points = *values;
        points.iter_mut().zip(&self.rates).for_each(|(points, rate)| *points += left * rate);
        let mut wins = [0.0; _];
        match curves {
            Curves::Seats(curves, terms) => {
                let after = curves.next.at(fraction);
                for seat in 0..*seats {
                    points[usize::from(seat)] += after * turn_order(seat, next, *seats);
                }
                let per_tile = curves.spread.at(fraction);
                let least = LEAST_VARIANCE * per_tile * per_tile;
                let variance = (per_tile * per_tile + terms.variance).max(least);
                chances(&points[..usize::from(*seats)], (variance * left).sqrt(), &mut wins);
            }
            Curves::Team(curves) => {
                wins[0] = normal(curves.level.at(fraction) + curves.rise.at(fraction) * (values[0] - TEAM_VALUE));
            }
        }
        Forecast { points, wins }
    }
}

/// Returns how much later than the middle of a round a seat's turn comes, in turns; the sum over all seats is 0.
pub fn turn_order(seat: u8, next: u8, seats: u8) -> f32 {
    let after = (seat + seats - next % seats) % seats;
    f32::from(after) - f32::from(seats - 1) / 2.0
}

/// Computes the probability that each of several independent normal variables with these means and this standard deviation is the largest.
fn chances(means: &[f32], deviation: f32, chances: &mut Values) {
    let best = means.iter().copied().fold(f32::MIN, f32::max);
    if deviation < 1e-3 {
        let equal = |mean: &f32| *mean > best - 1e-3;
        let shared = 1.0 / means.iter().filter(|mean| equal(mean)).count().max(1) as f32;
        means.iter().zip(chances).for_each(|(mean, chance)| *chance = if equal(mean) { shared } else { 0.0 });
        return;
    }
    if let &[a, b] = means {
        chances[0] = normal((a - b) / (deviation * std::f32::consts::SQRT_2));
        chances[1] = 1.0 - chances[0];
        return;
    }
    // In each step from `low` to `high`, the chance that one variable is inside and all others are below its middle.
    let below = |at: usize| {
        let bound = best + deviation * RANGE * (2.0 * at as f32 / STEPS as f32 - 1.0);
        let mut below: Values = [0.0; _];
        below.iter_mut().zip(means).for_each(|(below, mean)| *below = normal((bound - mean) / deviation));
        below
    };
    let mut low = below(0);
    for step in 1..=STEPS {
        let high = below(step);
        for seat in 0..means.len() {
            let others = (0..means.len()).filter(|&other| other != seat);
            let below: f32 = others.map(|other| 0.5 * (low[other] + high[other])).product();
            chances[seat] += (high[seat] - low[seat]) * below;
        }
        low = high;
    }
    let sum: f32 = chances.iter().sum();
    chances.iter_mut().for_each(|chance| *chance /= sum);
}

/// Returns the distribution function of the standard normal distribution, with an error below 10⁻⁶ (Abramowitz and Stegun 26.2.19). It uses
/// only exact operations, so that all machines agree.
pub fn normal(x: f32) -> f32 {
    const FACTORS: [f32; 6] =
        [0.000_005_383, 0.000_048_890_6, 0.000_038_003_6, 0.003_277_626_3, 0.021_141_006, 0.049_867_347];
    let size = x.abs().min(9.0);
    let mut sum = FACTORS.iter().fold(0.0, |sum, factor| (sum + factor) * size) + 1.0;
    for _ in 0..4 {
        sum *= sum;
    }
    let tail = 0.5 / sum;
    if x > 0.0 { 1.0 - tail } else { tail }
}
