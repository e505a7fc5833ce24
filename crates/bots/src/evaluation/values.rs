//! Defines the expected points of every seat, and computes the margin by which a seat leads.

use bastide_core::{Family, MAX_SEATS, Position};

/// Points of every seat, which can be fractional.
pub type Values = [f32; MAX_SEATS];

/// Points of every seat as integers in units of 2⁻³² of a point, so that sums are exact and do not depend on the order of addition. Any
/// `f32` above 2⁻⁸ of a point is represented exactly.
pub type Sums = [i64; MAX_SEATS];

/// Number of units in one point.
const UNITS: f32 = (1u64 << 32) as f32;

/// Converts points to units of a sum.
#[inline]
pub fn to_sum(points: f32) -> i64 {
    (points * UNITS) as i64
}

/// Converts units of a sum to points.
#[inline]
pub fn from_sum(sum: i64) -> f32 {
    sum as f32 * (1.0 / UNITS)
}

/// Returns the current scores.
pub fn scores<F: Family>(position: &Position<F>, seats: u8) -> Values {
    let mut values = [0.0; MAX_SEATS];
    for seat in 0..seats {
        values[usize::from(seat)] = position.score(seat) as f32;
    }
    values
}

/// Returns a seat's points minus `factor` times a mean of the other seats' points. In this mean, the best of them has weight
/// `best_share`, and the average of all of them has the remaining weight.
pub fn margin(values: &Values, seat: u8, seats: u8, factor: f32, best_share: f32) -> f32 {
    let others = || (0..seats).filter(|&other| other != seat).map(|other| values[usize::from(other)]);
    let (best, sum) = (others().fold(f32::MIN, f32::max), others().sum::<f32>());
    let mean = sum / f32::from(seats - 1);
    values[usize::from(seat)] - factor * (best_share * best + (1.0 - best_share) * mean)
}

/// Returns a seat's points minus those of its best opponent.
pub fn lead(values: &Values, seat: u8, seats: u8) -> f32 {
    let others = (0..seats).filter(|&other| other != seat).map(|other| values[usize::from(other)]);
    values[usize::from(seat)] - others.fold(f32::MIN, f32::max)
}
