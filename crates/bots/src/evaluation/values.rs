//! What every seat can expect, and how one of them stands by that.

use bastide_core::{Family, MAX_SEATS, Position};

/// Points, or parts of points, for every seat.
pub type Values = [f32; MAX_SEATS];

/// Points of every seat in sums whose order does not matter: in units of 2⁻³² of a point, in which everything that is worth more than
/// 2⁻⁸ of a point is told to the last bit.
pub type Sums = [i64; MAX_SEATS];

/// Units of a sum in a point.
const UNITS: f32 = (1u64 << 32) as f32;

/// Points as a part of a sum.
#[inline]
pub fn to_sum(points: f32) -> i64 {
    (points * UNITS) as i64
}

/// What a sum comes to, in points.
#[inline]
pub fn from_sum(sum: i64) -> f32 {
    sum as f32 * (1.0 / UNITS)
}

/// The points so far.
pub fn scores<F: Family>(position: &Position<F>, seats: u8) -> Values {
    let mut values = [0.0; MAX_SEATS];
    for seat in 0..seats {
        values[usize::from(seat)] = position.score(seat) as f32;
    }
    values
}

/// By how much a seat is ahead of the others, given everybody's values. Those of the others count by a factor: the best of them has
/// this share of it, the mean of them all the rest.
pub fn margin(values: &Values, seat: u8, seats: u8, factor: f32, best_share: f32) -> f32 {
    let others = || (0..seats).filter(|&other| other != seat).map(|other| values[usize::from(other)]);
    let (best, sum) = (others().fold(f32::MIN, f32::max), others().sum::<f32>());
    let mean = sum / f32::from(seats - 1);
    values[usize::from(seat)] - factor * (best_share * best + (1.0 - best_share) * mean)
}

/// A seat's points less those of the best of the others.
pub fn lead(values: &Values, seat: u8, seats: u8) -> f32 {
    let others = (0..seats).filter(|&other| other != seat).map(|other| values[usize::from(other)]);
    values[usize::from(seat)] - others.fold(f32::MIN, f32::max)
}
