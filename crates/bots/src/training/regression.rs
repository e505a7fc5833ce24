//! Performs ridge regression over more rows than fit in memory. Only the sums of products over the rows are stored, separately for each
//! number of tiles left, so that rows can be weighted once all of them are known.

/// Minimum variance of an outcome. It keeps the rows of the last draws from getting too much weight.
const MIN_VARIANCE: f64 = 20.0;
/// Strength of the ridge penalty, per row.
const PENALTY: f64 = 300.0 / 850_000.0;
/// Constant added to the spread of every variable, because some variables are always 0.
const MIN_SPREAD: f64 = 1e-6;

/// Sums over rows, for each number of tiles left. A row consists of the variables and the outcome that they should predict.
#[derive(Clone, Debug, Default)]
pub struct Sums {
    by_left: Vec<Products>,
}

/// Quality of predictions.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Prediction {
    /// Weighted mean square of the outcomes themselves.
    pub before: f64,
    /// Weighted mean square of the prediction errors.
    pub after: f64,
}

/// Sums of the products of any two columns (1, the variables, the outcome): the upper half of a symmetric matrix, row by row.
#[derive(Clone, Debug, Default)]
struct Products(Vec<f64>);

impl Products {
    fn add(&mut self, row: &[f64]) {
        self.0.resize(row.len() * (row.len() + 1) / 2, 0.0);
        let mut rest = self.0.as_mut_slice();
        for (i, &a) in row.iter().enumerate() {
            let (sums, below) = rest.split_at_mut(row.len() - i);
            // Most products are skipped, because the differences between two seats' traits are usually 0.
            if a != 0.0 {
                sums.iter_mut().zip(&row[i..]).for_each(|(sum, b)| *sum += a * b);
            }
            rest = below;
        }
    }

    fn add_times(&mut self, weight: f64, other: &Self) {
        self.0.resize(self.0.len().max(other.0.len()), 0.0);
        self.0.iter_mut().zip(&other.0).for_each(|(sum, more)| *sum += weight * more);
    }

    /// Returns the number of columns.
    fn width(&self) -> usize {
        ((8 * self.0.len() + 1).isqrt() - 1) / 2
    }

    /// Returns the sum of products of two columns.
    fn of(&self, a: usize, b: usize) -> f64 {
        let (low, high, width) = (a.min(b), a.max(b), self.width());
        if high >= width {
            return 0.0;
        }
        // Every row of the upper half is one shorter than the previous one.
        self.0[low * (2 * width - low + 1) / 2 + high - low]
    }

    fn rows(&self) -> f64 {
        self.0.first().copied().unwrap_or_default()
    }

    /// Returns the variance of one variable.
    fn variance(&self, number: usize) -> f64 {
        let rows = self.rows().max(1.0);
        (self.of(number, number) / rows - (self.of(0, number) / rows).powi(2)).max(0.0)
    }

    /// Returns the sum of squared errors when the variables predict the outcomes with these coefficients.
    fn residual_squares(&self, times: &[f64]) -> f64 {
        let outcome = times.len() + 1;
        let mut sum = self.of(outcome, outcome);
        for (i, a) in times.iter().enumerate() {
            sum -= 2.0 * a * self.of(i + 1, outcome);
            sum += times.iter().enumerate().map(|(j, b)| a * b * self.of(i + 1, j + 1)).sum::<f64>();
        }
        sum
    }
}

impl Sums {
    /// Adds a row for a draw with `left` tiles left.
    pub fn add(&mut self, left: usize, numbers: &[f32], outcome: f32) {
        if self.by_left.len() <= left {
            self.by_left.resize_with(left + 1, Products::default);
        }
        let numbers = numbers.iter().map(|&number| f64::from(number));
        let row: Vec<f64> = std::iter::once(1.0).chain(numbers).chain([f64::from(outcome)]).collect();
        self.by_left[left].add(&row);
    }

    /// Adds the rows of `others`.
    pub fn add_all(&mut self, others: &Self) {
        self.by_left.resize_with(self.by_left.len().max(others.by_left.len()), Products::default);
        self.by_left.iter_mut().zip(&others.by_left).for_each(|(sum, more)| sum.add_times(1.0, more));
    }

    /// Returns the number of rows.
    pub fn rows(&self) -> u64 {
        self.by_left.iter().map(|products| products.rows() as u64).sum()
    }

    /// Returns the weights of rows by number of tiles left: smaller where outcomes vary more, with a mean of 1.
    pub fn weights(&self) -> Vec<f64> {
        let weight = |sums: &Products| 1.0 / sums.variance(sums.width().saturating_sub(1)).max(MIN_VARIANCE);
        let weights: Vec<f64> = self.by_left.iter().map(weight).collect();
        let sum: f64 = self.by_left.iter().zip(&weights).map(|(products, weight)| products.rows() * weight).sum();
        weights.iter().map(|weight| weight * self.rows() as f64 / sum).collect()
    }

    fn total(&self, weights: impl IntoIterator<Item = f64>) -> Products {
        let mut total = Products::default();
        self.by_left.iter().zip(weights).for_each(|(products, weight)| total.add_times(weight, products));
        total
    }

    /// Returns the coefficients that make the variables best predict the outcomes, with a ridge penalty that depends on the number of rows.
    /// Returns `None` if there are no rows.
    pub fn fit(&self, weights: &[f64]) -> Option<Vec<f64>> {
        let plain = self.total(std::iter::repeat(1.0));
        let weighed = self.total(weights.iter().copied());
        let numbers = plain.width().checked_sub(2)?;
        let spreads: Vec<f64> = (1..=numbers).map(|i| plain.variance(i).sqrt() + MIN_SPREAD).collect();
        let penalty = PENALTY * plain.rows();
        let matrix = |i: usize, j: usize| {
            weighed.of(i + 1, j + 1) / (spreads[i] * spreads[j]) + if i == j { penalty } else { 0.0 }
        };
        let right = (0..numbers).map(|i| weighed.of(i + 1, numbers + 1) / spreads[i]).collect();
        let found = solve(matrix, right)?;
        Some(found.iter().zip(&spreads).map(|(found, spread)| found / spread).collect())
    }

    /// Measures how well the variables, with these coefficients, predict the outcomes of the rows.
    pub fn predict(&self, weights: &[f64], times: &[f64]) -> Prediction {
        let (total, rows) = (self.total(weights.iter().copied()), self.rows().max(1) as f64);
        let before = total.residual_squares(&vec![0.0; times.len()]) / rows;
        Prediction { before, after: total.residual_squares(times) / rows }
    }
}

/// Solves linear equations with a symmetric matrix by Cholesky decomposition. Returns `None` if the matrix is not positive definite.
fn solve(matrix: impl Fn(usize, usize) -> f64, right: Vec<f64>) -> Option<Vec<f64>> {
    let size = right.len();
    let dot = |a: &[f64], b: &[f64]| a.iter().zip(b).map(|(a, b)| a * b).sum::<f64>();
    // The lower half of the decomposition; each row ends with its pivot.
    let mut lower: Vec<Vec<f64>> = Vec::with_capacity(size);
    for i in 0..size {
        let mut row: Vec<f64> = Vec::with_capacity(i + 1);
        for (j, above) in lower.iter().enumerate() {
            row.push((matrix(i, j) - dot(&row, above)) / above[j]);
        }
        let pivot = matrix(i, i) - dot(&row, &row);
        if pivot.is_nan() || pivot <= 0.0 {
            return None;
        }
        row.push(pivot.sqrt());
        lower.push(row);
    }
    let mut found = right;
    for i in 0..size {
        found[i] = (found[i] - dot(&lower[i], &found[..i])) / lower[i][i];
    }
    for i in (0..size).rev() {
        let later: f64 = (i + 1..size).map(|j| lower[j][i] * found[j]).sum();
        found[i] = (found[i] - later) / lower[i][i];
    }
    Some(found)
}

#[cfg(test)]
mod tests {
    use bastide_core::{Random, SmallRandom};

    use super::*;

    /// Creates rows whose outcomes are known except for noise, which is large while many tiles are left. The variables have very different
    /// magnitudes.
    fn synthetic_rows(rows: usize) -> Sums {
        let mut random = SmallRandom::new(5);
        let mut any = |size: f32| size * (random.below(20_001) as f32 / 10_000.0 - 1.0);
        let mut sums = Sums::default();
        for i in 0..rows {
            let left = i % 10;
            let numbers = [any(1.0), any(100.0), any(0.01), 0.0];
            let noise = any(if left > 4 { 10.0 } else { 1.0 });
            sums.add(left, &numbers, 3.0 * numbers[0] - 0.2 * numbers[1] + 500.0 * numbers[2] + noise);
        }
        sums
    }

    #[test]
    fn coefficients_are_recovered_from_noisy_rows() {
        let sums = synthetic_rows(20_000);
        assert_eq!(sums.rows(), 20_000);
        let weights = sums.weights();
        let found = sums.fit(&weights).unwrap();
        for (found, made) in found.iter().zip([3.0, -0.2, 500.0, 0.0]) {
            assert!((found - made).abs() <= 0.05 * f64::abs(made), "{found} instead of {made}");
        }
        // Only the noise remains: its variance is 1/3 in one half of the rows and 100/3 in the other.
        let Prediction { before, after } = sums.predict(&weights, &found);
        let share = weights[9] / weights[0];
        let noise = (1.0 / 3.0 + 100.0 / 3.0 * share) / (1.0 + share);
        assert!(before > 3.0 * after && (after / noise - 1.0).abs() < 0.05, "{before} {after} {noise}");
        assert_eq!(sums.predict(&weights, &[0.0; 4]).after, before);
    }

    #[test]
    fn rows_with_noisier_outcomes_weigh_less() {
        let mut sums = Sums::default();
        for (left, size) in [(1, 1.0), (2, 10.0), (3, 100.0)] {
            (0..100).for_each(|i| sums.add(left, &[1.0], if i % 2 == 0 { size } else { -size }));
        }
        let weights = sums.weights();
        // The variances are 1 (raised to the minimum of 20), 100 and 10,000; there are no rows with no tiles left.
        assert!((weights[1] / weights[2] - 5.0).abs() < 1e-9 && (weights[2] / weights[3] - 100.0).abs() < 1e-9);
        assert!((weights[1..].iter().sum::<f64>() / 3.0 - 1.0).abs() < 1e-9);
    }

    #[test]
    fn sums_add_up_and_few_rows_are_regularized() {
        let (mut parts, whole) = (Sums::default(), synthetic_rows(15));
        parts.add_all(&whole);
        parts.add_all(&whole);
        assert_eq!(parts.rows(), 30);
        let (once, twice) = (whole.fit(&whole.weights()).unwrap(), parts.fit(&parts.weights()).unwrap());
        assert!(once.iter().zip(&twice).all(|(once, twice)| (once - twice).abs() < 1e-6), "{once:?} {twice:?}");
        // With one row for two unknowns, the penalty determines the result.
        let mut one = Sums::default();
        one.add(3, &[1.0, 2.0], 10.0);
        assert!(one.fit(&one.weights()).unwrap().iter().all(|found| found.is_finite()));
        assert_eq!(Sums::default().fit(&[]), None);
        assert_eq!(Sums::default().predict(&[], &[1.0]), Prediction { before: 0.0, after: 0.0 });
    }

    #[test]
    fn equations_are_solved() {
        let matrix = [[4.0, 2.0, 0.0], [2.0, 5.0, 1.0], [0.0, 1.0, 3.0]];
        let found = solve(|i, j| matrix[i][j], vec![8.0, 15.0, 11.0]).unwrap();
        assert!(found.iter().zip([1.0, 2.0, 3.0]).all(|(found, made)| f64::abs(found - made) < 1e-12), "{found:?}");
        assert_eq!(solve(|i, j| if i == j { 1.0 } else { 2.0 }, vec![1.0, 1.0]), None);
    }
}
