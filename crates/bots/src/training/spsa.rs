//! Implements simultaneous perturbation stochastic approximation (Spall), which maximises a function of many variables whose measurements
//! are very noisy.
//!
//! Every iteration perturbs all variables at once, each up or down at random, and measures the difference between the perturbed point and
//! the point perturbed in the opposite direction. This difference says little about any single variable, but its cost does not depend on
//! the number of variables, and its errors average out over the iterations.

use bastide_core::{Random, SmallRandom};

/// Decay exponent of the moves over the iterations, as recommended by Spall.
const MOVE_DECAY: f64 = 0.602;
/// Decay exponent of the perturbations over the iterations, as recommended by Spall.
const SPREAD_DECAY: f64 = 0.101;
/// Stability constant of the move sizes, as a fraction of the iterations. It keeps the first moves from being much larger than later ones.
const STABILITY_FRACTION: f64 = 0.1;
/// Maximum difference per iteration, in points. Larger differences are clamped, so that one lucky deal has a limited effect.
const MAX_DIFFERENCE: f64 = 20.0;
/// Minimum unit of a variable, used for variables that start at or near zero.
const MIN_UNIT: f64 = 0.05;
/// Minimum value of a variable, as a fraction of its initial value.
const MIN_FRACTION: f64 = 0.05;

/// Parameters of an optimisation. Equal parameters and equal differences give equal results.
#[derive(Clone, Debug, PartialEq)]
pub struct SpsaConfig {
    /// Starting point. The unit of each variable is its initial value, so each variable moves in proportion to that value.
    pub start: Vec<f64>,
    /// Total number of iterations.
    pub iterations: u32,
    /// Size of the first iteration's perturbation, in units.
    pub spread: f64,
    /// Size of the first iteration's move for a difference of 10 points, in units.
    pub step: f64,
    /// Seed for the directions of the perturbations.
    pub seed: u64,
}

/// Progress of an optimisation.
#[derive(Clone, Debug, PartialEq)]
pub struct Progress {
    /// Number of iterations done.
    pub done: u32,
    /// Current point, with one coordinate per variable.
    pub point: Vec<f64>,
    /// Sum of the points reached after each iteration in the second half.
    pub sum: Vec<f64>,
}

impl SpsaConfig {
    /// Returns the starting state.
    pub fn initial_progress(&self) -> Progress {
        Progress { done: 0, point: self.start.clone(), sum: vec![0.0; self.start.len()] }
    }

    /// Returns the next two points to compare.
    pub fn next_points(&self, progress: &Progress) -> [Vec<f64>; 2] {
        let (spread, signs) = (self.spread_of(progress.done), self.signs(progress.done));
        [1.0, -1.0].map(|side| {
            let moved = progress.point.iter().zip(&signs).zip(&self.start);
            moved.map(|((at, sign), start)| (at + side * sign * spread * unit(*start)).max(least(*start))).collect()
        })
    }

    /// Moves the current point. `difference` is the measured value of the first of the two points minus that of the second.
    pub fn update(&self, progress: &mut Progress, difference: f64) {
        let held_back = STABILITY_FRACTION * f64::from(self.iterations) + 1.0;
        let slowing = (held_back / (held_back + f64::from(progress.done))).powf(MOVE_DECAY);
        // Slope along the perturbation: the difference divided by the size of the perturbation, relative to the size for which `step` is
        // defined.
        let slope =
            difference.clamp(-MAX_DIFFERENCE, MAX_DIFFERENCE) / 10.0 * self.spread / self.spread_of(progress.done);
        let signs = self.signs(progress.done);
        for ((at, sign), start) in progress.point.iter_mut().zip(&signs).zip(&self.start) {
            *at = (*at + self.step * slowing * slope * sign * unit(*start)).max(least(*start));
        }
        progress.done += 1;
        if progress.done > self.iterations / 2 {
            progress.sum.iter_mut().zip(&progress.point).for_each(|(sum, at)| *sum += at);
        }
    }

    /// Returns the result: the mean point over the second half of the iterations, which is less noisy than the last point.
    pub fn found(&self, progress: &Progress) -> Vec<f64> {
        let summed = progress.done.saturating_sub(self.iterations / 2);
        if summed == 0 {
            return progress.point.clone();
        }
        progress.sum.iter().map(|sum| sum / f64::from(summed)).collect()
    }

    fn spread_of(&self, iteration: u32) -> f64 {
        self.spread / (f64::from(iteration) + 1.0).powf(SPREAD_DECAY)
    }

    /// Returns the direction of each variable in the first of the two points: 1 or -1.
    fn signs(&self, iteration: u32) -> Vec<f64> {
        let mut random = SmallRandom::new(self.seed ^ u64::from(iteration + 1).wrapping_mul(0xa076_1d64_78bd_642f));
        self.start.iter().map(|_| if random.below(2) == 0 { 1.0 } else { -1.0 }).collect()
    }
}

fn unit(start: f64) -> f64 {
    start.abs().max(MIN_UNIT)
}

fn least(start: f64) -> f64 {
    MIN_FRACTION * start
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Returns the function's value at a point; its maximum is 0, at (3, 0.5, 0.2, 2).
    fn height(point: &[f64]) -> f64 {
        let best = [3.0, 0.5, 0.2, 2.0];
        -point.iter().zip(best).map(|(at, best)| 30.0 * ((at - best) / best).powi(2)).sum::<f64>()
    }

    fn climbed(climb: &SpsaConfig, noise: f64) -> Vec<f64> {
        let mut random = SmallRandom::new(5);
        let mut progress = climb.initial_progress();
        for _ in 0..climb.iterations {
            let [a, b] = climb.next_points(&progress);
            let luck = (0..12).map(|_| f64::from(random.below(1001)) / 1000.0 - 0.5).sum::<f64>();
            climb.update(&mut progress, height(&a) - height(&b) + noise * luck);
        }
        assert_eq!(progress.done, climb.iterations);
        climb.found(&progress)
    }

    fn spsa_config() -> SpsaConfig {
        SpsaConfig { start: vec![2.0, 0.8, 0.3, 2.0], iterations: 1000, spread: 0.2, step: 0.02, seed: 1 }
    }

    #[test]
    fn the_maximum_is_found_despite_noise() {
        let start = height(&spsa_config().start);
        assert!(start < -10.0);
        assert!(height(&climbed(&spsa_config(), 0.0)) > -0.1, "{:?}", climbed(&spsa_config(), 0.0));
        assert!(height(&climbed(&spsa_config(), 6.0)) > -2.0, "{:?}", climbed(&spsa_config(), 6.0));
        assert_ne!(climbed(&spsa_config(), 6.0), climbed(&SpsaConfig { seed: 2, ..spsa_config() }, 6.0));
    }

    #[test]
    fn nothing_moves_without_a_difference_or_below_its_minimum() {
        let climb = SpsaConfig { start: vec![1.0, 0.0], iterations: 50, spread: 0.5, step: 0.5, seed: 3 };
        let mut progress = climb.initial_progress();
        climb.update(&mut progress, 0.0);
        assert_eq!(progress.point, climb.start);
        // The measured function always prefers smaller values.
        while progress.done < climb.iterations {
            let [a, b] = climb.next_points(&progress);
            assert!(a.iter().chain(&b).all(|at| *at >= 0.0));
            climb.update(&mut progress, 1000.0 * (b.iter().sum::<f64>() - a.iter().sum::<f64>()));
        }
        assert_eq!(progress.point[0], MIN_FRACTION);
        assert!(progress.point[1] >= 0.0 && progress.point[1] < 0.5);
    }

    #[test]
    fn before_the_second_half_the_result_is_the_current_point() {
        let climb = spsa_config();
        let mut progress = climb.initial_progress();
        assert_eq!(climb.found(&progress), climb.start);
        climb.update(&mut progress, 3.0);
        assert_eq!(climb.found(&progress), progress.point);
        assert_ne!(progress.point, climb.start);
    }
}
