//! What a family tells the general player: what a position is worth to each seat.

use bastide_core::{Family, MAX_SEATS, Position, Rules};

use crate::characters::Taste;
use crate::evaluation::Totals;

/// Against several opponents: how much the best of them counts, the rest being their mean.
const BEST_OPPONENT: f32 = 0.5;

/// Says what positions of one set-up are worth. It looks at no hand but for how many tiles all hands hold together of each kind.
pub trait Judge<'r, F: Family>: Clone + Send {
    /// A judge for the set-up of a position.
    fn new(rules: &'r Rules<F::Options>, position: &Position<F>) -> Self;

    /// The set-up's rules.
    fn rules(&self) -> &'r Rules<F::Options>;

    /// What the player for whom it judges cares for.
    fn taste(&self) -> &Taste;

    /// Judges for a player that cares for this.
    fn set_taste(&mut self, taste: Taste);

    /// Takes in which tiles are left. Until it is told anew, the judge reckons with them.
    fn refill(&mut self, position: &Position<F>);

    /// What every seat can expect in the end.
    fn totals(&mut self, position: &Position<F>) -> Totals;

    /// What every seat has, and what somebody who does not look far thinks that it is going to get for what stands.
    fn at_a_glance(&self, position: &Position<F>) -> Totals;

    /// Totals worked out so far: the measure of work done.
    fn count(&self) -> u64;

    /// How a seat stands, given everybody's totals: against the others, where they are opponents.
    fn standing(&self, totals: &Totals, seat: u8) -> f32 {
        standing(totals, seat, self.rules().seats, self.taste().others, BEST_OPPONENT)
    }

    /// A seat's points less those of the best of its opponents.
    fn lead(&self, totals: &Totals, seat: u8) -> f32 {
        lead(totals, seat, self.rules().seats)
    }
}

/// How a seat stands against the others, given everybody's totals. Those of the others count by a factor: the best of them has this
/// share of it, the mean of them all the rest.
pub fn standing(totals: &Totals, seat: u8, seats: u8, factor: f32, best_share: f32) -> f32 {
    let others = || (0..seats).filter(|&other| other != seat).map(|other| totals[usize::from(other)]);
    let (best, sum) = (others().fold(f32::MIN, f32::max), others().sum::<f32>());
    let mean = sum / f32::from(seats - 1);
    totals[usize::from(seat)] - factor * (best_share * best + (1.0 - best_share) * mean)
}

/// A seat's points less those of the best of the others.
pub fn lead(totals: &Totals, seat: u8, seats: u8) -> f32 {
    let others = (0..seats).filter(|&other| other != seat).map(|other| totals[usize::from(other)]);
    totals[usize::from(seat)] - others.fold(f32::MIN, f32::max)
}

/// The points so far.
pub fn scores<F: Family>(position: &Position<F>, seats: u8) -> Totals {
    let mut totals = [0.0; MAX_SEATS];
    for seat in 0..seats {
        totals[usize::from(seat)] = position.score(seat) as f32;
    }
    totals
}
