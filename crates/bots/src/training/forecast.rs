//! Fits forecasts to games between players of different strength, and measures their errors.
//!
//! Every draw of a game is an observation: what the evaluation says of the position, and how the game ends. Equal tasks give equal numbers
//! with any number of threads.

use std::collections::BTreeMap;
use std::num::NonZeroUsize;
use std::sync::Arc;

use bastide_core::{Actor, Answer, Random, SmallRandom};
use games::deal::{Deal, Seed};
use games::families::{CARCASSONNE, COOP, Classic, DISCOVERY, HUNTERS, Playable};
use games::{Game, Setup, SetupError, with_family};

use super::learn::run_in_order;
use crate::agents::agent::{Agent, AgentFamily};
use crate::agents::illegal;
use crate::agents::level::Level;
use crate::agents::player::Player;
use crate::analysis::analyse::{AnalysisRequest, analyse};
use crate::evaluation::evaluator::Evaluator;
use crate::evaluation::forecast::{
    Curve, ExpansionTerms, Forecast, ForecastFile, Forecaster, KNOTS, SeatCurves, TEAM_VALUE, TeamCurves, normal,
    tiles_left, tiles_of, turn_order,
};
use crate::evaluation::values::{Values, scores};
use crate::search::config::Budget;

/// Evaluations of the master level for each decision.
const MASTER_EVALUATIONS: u64 = 100;

/// Kind of field that plays a game.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord)]
pub enum Group {
    /// The hard level has every seat.
    #[default]
    Hard,
    /// All seats have the same level, any of them.
    Alike,
    /// Each seat has any level.
    Mixed,
}

impl Group {
    /// All groups; games are played by each in turn.
    pub const ALL: [Self; 3] = [Self::Hard, Self::Alike, Self::Mixed];
}

/// Evaluation of a position in which a tile must be drawn.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Observation {
    /// Tiles that have not been placed.
    pub left: u16,
    /// The seat whose turn it is.
    pub next: u8,
    /// Value of the position to every seat.
    pub values: Values,
    /// Every seat's points so far.
    pub scored: Values,
}

/// The observations at all draws of a game, and how it ended.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct ObservedGame {
    /// Kind of field.
    pub group: Group,
    /// The seats' players.
    pub players: Vec<Player>,
    /// Number of tiles of the set-up.
    pub tiles: u16,
    /// Observations, in order.
    pub seen: Vec<Observation>,
    /// Forecasts of analyses, after these [`MOMENTS`].
    pub analysed: Vec<(u16, Forecast)>,
    /// Result of the game.
    pub end: Forecast,
}

/// Plays games of a set-up, and calls `each` with every one, in order. The groups take turns. With a budget, some positions of each are
/// analysed. Equal arguments give equal games, on any number of threads.
///
/// # Errors
/// The set-up is invalid.
pub fn observe(
    setup: &Setup,
    budget: Option<Budget>,
    games: u32,
    seed: u64,
    threads: NonZeroUsize,
    each: impl FnMut(ObservedGame) + Send,
) -> Result<(), SetupError> {
    let start = Game::new(setup)?;
    let mut random = SmallRandom::new(seed.wrapping_mul(0x9e37_79b9_7f4a_7c15) ^ 0x5851_f42d_4c95_7f2d);
    let deals: Vec<(u64, Deal)> = (0..games)
        .map(|_| {
            let seed = random.next();
            Ok((seed, Deal::new(Seed::from_number(seed), setup)?))
        })
        .collect::<Result<_, SetupError>>()?;
    let play = |(): &mut (), number: usize| {
        let (seed, deal) = &deals[number];
        let mut random = SmallRandom::new(!seed);
        let mut any = || Level::ALL[random.below(Level::ALL.len() as u32) as usize];
        let (group, first) = (Group::ALL[number % Group::ALL.len()], any());
        let mut player = || match group {
            Group::Hard => Level::Hard,
            Group::Alike => first,
            Group::Mixed => any(),
        };
        let players: Vec<Player> = (0..setup.seats).map(|_| Player::Level(player())).collect();
        let played = with_family!(setup.game.as_str(), F => play::<F>(&start, deal, *seed, &players, budget)).flatten();
        ObservedGame { group, players, ..played.unwrap_or_default() }
    };
    run_in_order(threads, deals.len(), || (), play, each);
    Ok(())
}

/// Plays one game.
fn play<F: AgentFamily>(
    start: &Game,
    deal: &Deal,
    seed: u64,
    players: &[Player],
    budget: Option<Budget>,
) -> Option<ObservedGame> {
    let mut game = start.clone();
    let (rules, position) = game.of::<F>()?;
    let (rules, tiles) = (Arc::clone(rules), tiles_of(rules));
    let mut agent = Agent::<F>::new(&rules, position);
    let mut evaluator = F::Evaluator::new(&rules, position, F::Weights::default());
    let mut played = ObservedGame { tiles, ..ObservedGame::default() };
    let mut moments = MOMENTS.filter(|_| budget.is_some()).peekable();
    while game.actor() != Actor::Nobody {
        let (_, position) = game.of::<F>()?;
        let left = tiles_left(position, rules.seats);
        let answer = match game.actor() {
            Actor::Seat(seat) => {
                if let Some(moment) = moments.next_if(|&moment| left <= tiles_left_at(tiles, moment)) {
                    let analysis = analyse(&game, &AnalysisRequest::new(budget?, seed))?;
                    played.analysed.extend(analysis.lines.first().map(|best| (moment, best.forecast)));
                }
                let player = players[usize::from(seat)];
                let choice = agent.answer(player, position, Budget::Evaluations(MASTER_EVALUATIONS), seed);
                illegal::legal_or_first(&game, player, Some(choice))
            }
            _ => {
                // Before the first turn, chance decides who begins.
                if position.turn() > 0 {
                    evaluator.update_bag(position);
                    let (values, scored) = (evaluator.values(position), scores(position, rules.seats));
                    played.seen.push(Observation { left, next: position.seat(), values, scored });
                }
                deal.answer(&game).unwrap_or(Answer::Pass)
            }
        };
        game.apply_raw(answer).ok()?;
    }
    let (_, position) = game.of::<F>()?;
    played.end = Forecast::of_end(position, rules.seats);
    Some(played)
}

/// An observation with the result of its game.
#[derive(Clone, Copy, Debug)]
struct Row {
    fraction: f32,
    left: f32,
    tiles: f32,
    next: u8,
    values: Values,
    scored: Values,
    end: Forecast,
}

/// The observations of the games of one set-up.
pub struct Evidence {
    seats: u8,
    rows: Vec<Row>,
}

impl Evidence {
    /// Plays games of a set-up between computer players of all levels.
    ///
    /// # Errors
    /// The set-up is invalid.
    pub fn collect(setup: &Setup, games: u32, seed: u64, threads: NonZeroUsize) -> Result<Self, SetupError> {
        let mut rows = Vec::new();
        observe(setup, None, games, seed, threads, |game| {
            let tiles = f32::from(game.tiles);
            rows.extend(game.seen.iter().filter(|seen| seen.left > 0).map(|seen| Row {
                fraction: f32::from(seen.left) / tiles,
                left: f32::from(seen.left),
                tiles,
                next: seen.next,
                values: seen.values,
                scored: seen.scored,
                end: game.end,
            }));
        })?;
        Ok(Self { seats: setup.seats, rows })
    }

    fn seats(&self) -> usize {
        usize::from(self.seats)
    }

    /// Returns the sums of the values and of the final points of all seats.
    fn sums(&self, row: &Row) -> (f32, f32) {
        (self.sum(&row.values), self.sum(&row.end.points))
    }

    fn sum(&self, values: &Values) -> f32 {
        values[..self.seats()].iter().sum()
    }

    /// Returns the inputs of the income.
    fn inputs(&self, row: &Row) -> [f32; 3] {
        SeatCurves::income_inputs(&row.values[..self.seats()], &row.scored[..self.seats()], row.tiles)
    }

    /// Fits the curves. `terms` are those of the expansions in the set-up.
    pub fn fit_seats(&self, terms: ExpansionTerms) -> SeatCurves {
        let seats = self.seats() as f32;
        let mut income = Regression::<3>::default();
        let mut lead = Regression::<3>::default();
        for row in &self.rows {
            let root = row.left.sqrt();
            let (value, end) = self.sums(row);
            let gain = end - value - terms.income.at(row.fraction) * row.left;
            income.add(row.fraction, self.inputs(row).map(|input| root * input), gain / root);
            for seat in 0..self.seats {
                let above = row.values[usize::from(seat)] - value / seats;
                let gain = row.end.points[usize::from(seat)] - end / seats - above;
                let order = turn_order(seat, row.next, self.seats);
                let per_point = root * above / row.tiles;
                lead.add(row.fraction, [per_point, per_point * above.abs(), order / root], gain / root);
            }
        }
        let ([income, pace, scored], [lead, far_lead, next]) = (income.solve(), lead.solve());
        let curves = SeatCurves { income, pace, scored, lead, far_lead, next, spread: Curve([1.0; KNOTS]) };
        let mut spread = Regression::<1>::default();
        for row in &self.rows {
            spread.add(row.fraction, [1.0], self.square(&curves, row) / row.left - terms.variance);
        }
        let [variance] = spread.solve();
        let spread = variance.0.map(|variance| variance.max(LEAST_VARIANCE).sqrt());
        // The winners know better how far apart the seats end than squares do, to which few games with large distances contribute most.
        let factors = (0..=20).map(|step| 0.8 + 0.04 * step as f32);
        let scaled =
            factors.map(|factor| SeatCurves { spread: Curve(spread.map(|one| rounded(factor * one))), ..curves });
        let likeliest =
            scaled.map(|curves| (self.likelihood(&curves, terms), curves)).max_by(|a, b| a.0.total_cmp(&b.0));
        likeliest.map_or(curves, |(_, curves)| curves)
    }

    /// Returns the logarithm of the probability of the actual winners.
    fn likelihood(&self, curves: &SeatCurves, terms: ExpansionTerms) -> f64 {
        let chance = |row: &Row| -> f64 {
            let forecaster = Forecaster::of_curves(*curves, terms, self.seats, row.tiles);
            let wins = forecaster.forecast(&row.values, &row.scored, row.left as u16, row.next).wins;
            let won = |seat: usize| f64::from(row.end.wins[seat]) * f64::from(wins[seat].max(1e-4)).ln();
            (0..self.seats()).map(won).sum()
        };
        self.rows.iter().step_by(LIKELIHOOD_INTERVAL).map(chance).sum()
    }

    /// Returns the mean square of the seats' distances from the forecast, without what is common to all of them.
    fn square(&self, curves: &SeatCurves, row: &Row) -> f32 {
        let (value, end) = self.sums(row);
        let seats = self.seats() as f32;
        let next = curves.next.at(row.fraction);
        let squares = (0..self.seats).map(|seat| {
            let above = row.values[usize::from(seat)] - value / seats;
            let lead = row.left * curves.lead_rate(row.fraction, above) / row.tiles;
            let expected = above + lead + next * turn_order(seat, row.next, self.seats);
            (row.end.points[usize::from(seat)] - end / seats - expected).powi(2)
        });
        squares.sum::<f32>() / (seats - 1.0)
    }

    /// Fits the terms of an expansion that is in the set-up, given the curves of the game without it.
    pub fn fit_expansion(&self, curves: &SeatCurves) -> ExpansionTerms {
        let (mut income, mut variance, mut tiles) = (Regression::<1>::default(), 0.0, 0.0);
        for row in &self.rows {
            let (value, end) = self.sums(row);
            let gain = end - value - curves.income_rate(row.fraction, self.inputs(row)) * row.left;
            income.add(row.fraction, [row.left.sqrt()], gain / row.left.sqrt());
            variance += f64::from(self.square(curves, row) - curves.spread.at(row.fraction).powi(2) * row.left);
            tiles += f64::from(row.left);
        }
        let [income] = income.solve();
        ExpansionTerms { income, variance: rounded((variance / tiles) as f32) }
    }

    /// Fits the curves of a team.
    pub fn fit_team(&self) -> TeamCurves {
        let (mut points, mut wins) = (Regression::<2>::default(), Vec::new());
        for row in &self.rows {
            let above = (row.values[0] - TEAM_VALUE) / TEAM_SCALE;
            points.add(row.fraction, [1.0, above], row.end.points[0]);
            wins.push((row.fraction, above, row.end.wins[0]));
        }
        let [points, slope] = points.solve();
        let [level, rise] = probit(&wins);
        let per_point = |curve: Curve| Curve(curve.0.map(|x| rounded(x / TEAM_SCALE)));
        TeamCurves { points, slope: per_point(slope), level: Curve(level.0.map(rounded)), rise: per_point(rise) }
    }
}

/// Points of value in one unit of a team's regression.
const TEAM_SCALE: f32 = 10.0;
/// Least variance of a seat's points for each tile left.
const LEAST_VARIANCE: f32 = 0.25;
/// One in this many rows counts for the likelihood, because those of a game resemble each other.
const LIKELIHOOD_INTERVAL: usize = 7;
/// Weight of the squares of the second differences of a curve, for each row.
const SMOOTHNESS: f64 = 1e-4;
/// Steps of the fit of chances.
const PROBIT_STEPS: usize = 300;
/// Weight of the squares of a curve's values in the fit of chances, in rows.
const SHRINKAGE: f64 = 3.0;
/// Linear regression for `N` curves, whose values are multiplied by inputs and added.
struct Regression<const N: usize> {
    products: Vec<Vec<f64>>,
}

impl<const N: usize> Default for Regression<N> {
    fn default() -> Self {
        Self { products: vec![vec![0.0; N * KNOTS + 1]; N * KNOTS] }
    }
}

impl<const N: usize> Regression<N> {
    fn add(&mut self, fraction: f32, inputs: [f32; N], output: f32) {
        let (first, weights) = Curve::weights(fraction);
        let mut terms = Vec::with_capacity(weights.len() * N);
        for (curve, input) in inputs.into_iter().enumerate() {
            let near = weights.iter().enumerate();
            terms.extend(near.map(|(after, weight)| (curve * KNOTS + first + after, f64::from(input * weight))));
        }
        for &(i, a) in &terms {
            terms.iter().for_each(|&(j, b)| self.products[i][j] += a * b);
            self.products[i][N * KNOTS] += a * f64::from(output);
        }
    }

    /// Pulls the curves, which are now at `current`, to 0, so that they stay finite where all outcomes are alike.
    fn shrink(&mut self, current: &[Curve; N]) {
        for (at, &now) in current.iter().flat_map(|curve| &curve.0).enumerate() {
            self.products[at][at] += SHRINKAGE;
            self.products[at][N * KNOTS] -= SHRINKAGE * f64::from(now);
        }
    }

    /// Returns the curves that fit best, and are smooth where there are few rows.
    fn solve(mut self) -> [Curve; N] {
        for curve in 0..N {
            let scale = (0..KNOTS).map(|knot| self.products[curve * KNOTS + knot][curve * KNOTS + knot]).sum::<f64>();
            let smoothness = SMOOTHNESS * scale;
            for middle in 1..KNOTS - 1 {
                let at = curve * KNOTS + middle;
                for (i, a) in [(at - 1, 1.0), (at, -2.0), (at + 1, 1.0)] {
                    for (j, b) in [(at - 1, 1.0), (at, -2.0), (at + 1, 1.0)] {
                        self.products[i][j] += smoothness * a * b;
                    }
                }
            }
        }
        let found = eliminate(self.products);
        std::array::from_fn(|curve| {
            Curve(std::array::from_fn(|knot| rounded(found.get(curve * KNOTS + knot).map_or(0.0, |&x| x as f32))))
        })
    }
}

/// Solves linear equations, given as rows of factors followed by the right side.
fn eliminate(mut rows: Vec<Vec<f64>>) -> Vec<f64> {
    let size = rows.len();
    for at in 0..size {
        let pivot = (at..size).max_by(|&a, &b| rows[a][at].abs().total_cmp(&rows[b][at].abs())).unwrap_or(at);
        rows.swap(at, pivot);
        let own = rows[at].clone();
        if own[at].abs() < 1e-9 {
            continue;
        }
        for (_, row) in rows.iter_mut().enumerate().filter(|(other, _)| *other != at) {
            let factor = row[at] / own[at];
            row.iter_mut().zip(&own).for_each(|(x, own)| *x -= factor * own);
        }
    }
    (0..size).map(|at| if rows[at][at].abs() < 1e-9 { 0.0 } else { rows[at][size] / rows[at][at] }).collect()
}

/// Fits the level and the rise of the chance to win to rows of a fraction, an input and an outcome. Every step assumes the largest
/// curvature that a row can have, so that none is too long.
fn probit(rows: &[(f32, f32, f32)]) -> [Curve; 2] {
    let [mut level, mut rise] = [Curve::default(); 2];
    for _ in 0..PROBIT_STEPS {
        let mut step = Regression::<2>::default();
        for &(fraction, input, won) in rows {
            let score = (level.at(fraction) + rise.at(fraction) * input).clamp(-4.0, 4.0);
            let chance = normal(score);
            let density = (-0.5 * score * score).exp() * 0.398_942_3;
            step.add(fraction, [1.0, input], (won - chance) * density / (chance * (1.0 - chance)));
        }
        step.shrink(&[level, rise]);
        let [up, steeper] = step.solve();
        let add = |curve: &mut Curve, by: Curve| curve.0.iter_mut().zip(by.0).for_each(|(x, by)| *x += by);
        add(&mut level, up);
        add(&mut rise, steeper);
    }
    [level, rise]
}

/// Rounds to 4 significant decimal places, as written to the file.
fn rounded(number: f32) -> f32 {
    ((f64::from(number) * 1e4).round() / 1e4) as f32 + 0.0
}

/// Errors of forecasts, over games of one set-up or of several.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Check {
    /// Errors by group and number of placed tiles, in sixths.
    pub sums: BTreeMap<(Group, usize), SumError>,
    /// Errors of the forecasts of analyses, by number of placed tiles.
    pub analysed: BTreeMap<usize, SumError>,
    /// Forecast and actual wins by group and tenth of the chance.
    pub deciles: BTreeMap<(Group, usize), Decile>,
    /// Forecast and actual wins by tenth of the chance in analyses.
    pub analysed_deciles: BTreeMap<usize, Decile>,
    /// Number of games.
    pub games: u32,
}

/// Error of the sum of all seats' points.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub struct SumError {
    /// Number of positions.
    pub count: u32,
    /// Sum of forecast minus final points.
    pub error: f64,
    /// Sum of the evaluation's values minus final points.
    pub before: f64,
}

impl SumError {
    fn add(&mut self, error: f64, before: f64) {
        self.count += 1;
        self.error += error;
        self.before += before;
    }

    /// Returns the sum of two.
    #[must_use]
    pub fn plus(self, other: &Self) -> Self {
        Self { count: self.count + other.count, error: self.error + other.error, before: self.before + other.before }
    }
}

/// Chances of about the same size.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub struct Decile {
    /// Number of seats in positions.
    pub count: u32,
    /// Sum of their chances.
    pub forecast: f64,
    /// Sum of what they won.
    pub won: f64,
}

impl Decile {
    fn add(&mut self, chance: f32, won: f32) {
        self.count += 1;
        self.forecast += f64::from(chance);
        self.won += f64::from(won);
    }

    /// Returns the sum of two.
    #[must_use]
    pub fn plus(self, other: &Self) -> Self {
        Self { count: self.count + other.count, forecast: self.forecast + other.forecast, won: self.won + other.won }
    }

    /// Returns by how much the chances were too high, in percent.
    pub fn error(&self) -> f64 {
        100.0 * (self.forecast - self.won) / f64::from(self.count.max(1))
    }
}

/// Moments at which forecasts are checked: placed tiles, in sixths of all.
pub const MOMENTS: std::ops::RangeInclusive<u16> = 1..=5;

/// Returns the number of tiles left when this many sixths of all are placed.
fn tiles_left_at(tiles: u16, moment: u16) -> u16 {
    tiles - tiles * moment / 6
}

impl Check {
    /// Adds a game.
    pub fn add(&mut self, forecaster: &Forecaster, game: &ObservedGame) {
        let seats = game.players.len();
        let counted = if forecaster.is_team() { 1 } else { seats };
        let sum = |values: &Values| f64::from(values[..seats].iter().sum::<f32>());
        let end = sum(&game.end.points);
        self.games += 1;
        for moment in MOMENTS {
            let left = tiles_left_at(game.tiles, moment);
            // A game can end early, or skip this number.
            let Some(seen) = game.seen.iter().find(|seen| seen.left <= left && seen.left + 2 > left) else { continue };
            let found = forecaster.forecast(&seen.values, &seen.scored, seen.left, seen.next);
            let sums = self.sums.entry((game.group, usize::from(moment))).or_default();
            sums.add(sum(&found.points) - end, sum(&seen.values) - end);
            for seat in 0..counted {
                let decile = self.deciles.entry((game.group, tenth(found.wins[seat]))).or_default();
                decile.add(found.wins[seat], game.end.wins[seat]);
            }
        }
        for (moment, found) in &game.analysed {
            self.analysed.entry(usize::from(*moment)).or_default().add(sum(&found.points) - end, 0.0);
            for seat in 0..counted {
                let decile = self.analysed_deciles.entry(tenth(found.wins[seat])).or_default();
                decile.add(found.wins[seat], game.end.wins[seat]);
            }
        }
    }
}

fn tenth(chance: f32) -> usize {
    ((10.0 * chance) as usize).min(9)
}

/// The number of seats of the base game's expansions that were fitted.
const EXPANSION_SEATS: u8 = 2;
/// Number of seats of the fit for games with more than two.
const MORE_SEATS: u8 = 4;
/// An expansion with which the base game has six seats.
const SIX_SEATS: &str = "inns-cathedrals";

/// Parts of a forecast file that can be fitted separately. Expansions and all of them together need the numbers of the base game.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Part {
    /// A game without expansions, with every number of seats.
    Game(&'static str),
    /// Every expansion of the Carcassonne family alone, and six seats, which need one.
    Expansions,
    /// All expansions of the Carcassonne family together.
    Everything,
}

impl Part {
    /// All parts, in an order in which they can be fitted.
    pub const ALL: [Self; 6] = [
        Self::Game(CARCASSONNE),
        Self::Game(HUNTERS),
        Self::Game(DISCOVERY),
        Self::Game(COOP),
        Self::Expansions,
        Self::Everything,
    ];

    /// Returns the name of the part.
    pub const fn name(self) -> &'static str {
        match self {
            Self::Game(game) => game,
            Self::Expansions => "expansions",
            Self::Everything => "everything",
        }
    }

    /// Fits this part of a file to games. An expansion gets a quarter of the games, with more seats an eighth, and
    /// all of them together a twelfth.
    ///
    /// # Errors
    /// A set-up is invalid.
    pub fn fit(self, file: &mut ForecastFile, games: u32, seed: u64, threads: NonZeroUsize) -> Result<(), SetupError> {
        let collect = |setup: &Setup, games: u32| Evidence::collect(setup, games, seed, threads);
        let game = if let Self::Game(game) = self { game } else { CARCASSONNE };
        let family = file.games.entry(game.to_owned()).or_default();
        match self {
            Self::Game(COOP) => {
                for seats in 1..=5 {
                    let curves = collect(&Setup::of(COOP, seats), games)?.fit_team();
                    family.team.insert(seats.to_string(), curves);
                }
            }
            Self::Game(game) => {
                for seats in 2..=5 {
                    let curves = collect(&Setup::of(game, seats), games)?.fit_seats(ExpansionTerms::default());
                    family.seats.insert(seats.to_string(), curves);
                }
            }
            Self::Expansions => {
                let base = family.seats.get(&EXPANSION_SEATS.to_string()).copied().unwrap_or_default();
                for part in Classic::PARTS.iter().skip(1) {
                    let evidence = collect(&Setup::base(EXPANSION_SEATS).with(part.id), games.div_ceil(4))?;
                    family.expansions.insert(part.id.to_owned(), evidence.fit_expansion(&base));
                }
                let base = family.seats.get(&MORE_SEATS.to_string()).copied().unwrap_or_default();
                for part in Classic::PARTS.iter().skip(1) {
                    let evidence = collect(&Setup::base(MORE_SEATS).with(part.id), games.div_ceil(8))?;
                    family.more_seats.insert(part.id.to_owned(), evidence.fit_expansion(&base));
                }
                let terms = family.more_seats.get(SIX_SEATS).copied().unwrap_or_default();
                let curves = collect(&Setup::base(6).with(SIX_SEATS), games)?.fit_seats(terms);
                family.seats.insert("6".to_owned(), curves);
            }
            Self::Everything => {
                for (seats, curves) in &family.seats {
                    let setup = everything(seats.parse().unwrap_or(EXPANSION_SEATS));
                    let terms = collect(&setup, games.div_ceil(12))?.fit_expansion(curves);
                    family.everything.insert(seats.clone(), terms);
                }
            }
        }
        Ok(())
    }
}

/// Returns the set-up with all expansions of the Carcassonne family.
pub fn everything(seats: u8) -> Setup {
    Classic::PARTS.iter().skip(1).fold(Setup::base(seats), |setup, part| setup.with(part.id))
}

/// Plays games that no forecast was fitted to, and measures the errors of the forecasts. With a budget, measures those of analyses as well,
/// which use the numbers of the program.
///
/// # Errors
/// The set-up is invalid.
pub fn check(
    file: &ForecastFile,
    setup: &Setup,
    (games, seed): (u32, u64),
    budget: Option<Budget>,
    threads: NonZeroUsize,
) -> Result<Check, SetupError> {
    let Some(forecaster) = forecaster_of(file, setup) else { return Err(SetupError::UnknownGame(setup.game.clone())) };
    let mut check = Check::default();
    observe(setup, budget, games, !seed, threads, |game| check.add(&forecaster, &game))?;
    Ok(check)
}

/// Creates the forecaster of a set-up from a file.
pub fn forecaster_of(file: &ForecastFile, setup: &Setup) -> Option<Forecaster> {
    let game = Game::new(setup).ok()?;
    let tiles = with_family!(setup.game.as_str(), F => game.of::<F>().map(|(rules, _)| tiles_of(rules))).flatten()?;
    let expansions = setup.expansions_in_order();
    Forecaster::of(file, &setup.game, expansions.iter().map(String::as_str), setup.seats, tiles)
}
