//! What a seat has of the traits that experience is about, and what experience makes of them.

use classic::base::{CITY, FIELD, FOLLOWER, ROAD};
use classic::{ClassicPosition, is_on_land};

use super::{Evaluator, Known, Totals};
use crate::experience::{Experience, TRAITS, traits};

/// Whether anybody else is one follower short of being as strong as the strongest, who is alone.
fn is_threatened(known: &Known) -> bool {
    known.tally.iter().any(|&figures| figures > 0 && figures + 1 == known.most)
}

impl Evaluator<'_> {
    /// Adds what experience says about everybody's traits.
    pub(super) fn add_experience(&mut self, position: &ClassicPosition, totals: &mut Totals) {
        self.lessons = self.experience.at(self.youth());
        let lessons = self.lessons;
        self.each_trait(position, |seat, number, amount| totals[seat] += lessons[number] * amount);
    }

    /// What every seat has of each trait: what experience is learned from. The evaluator must have evaluated the position just before.
    pub fn traits(&self, position: &ClassicPosition) -> Vec<[f32; TRAITS]> {
        let mut all = vec![[0.0; TRAITS]; usize::from(self.rules.seats)];
        self.each_trait(position, |seat, number, amount| all[seat][number] += amount);
        all
    }

    /// How far the game is from its end when it was evaluated last: 1 with every tile still to come.
    pub fn distance_to_end(&self) -> f32 {
        self.youth()
    }

    fn each_trait(&self, position: &ClassicPosition, mut add: impl FnMut(usize, usize, f32)) {
        let seats = usize::from(self.rules.seats);
        for known in self.known.iter().filter(|known| known.occupied && is_on_land(known.kind)) {
            let owners = known.tally.iter().filter(|&&figures| figures == known.most && figures > 0).count();
            let shared = if owners > 1 { known.value } else { 0.0 };
            let threatened = if owners == 1 && is_threatened(known) { known.value } else { 0.0 };
            for (seat, &figures) in known.tally.iter().enumerate().take(seats).filter(|(_, figures)| **figures > 0) {
                if figures == known.most {
                    own_traits(known, shared, threatened, |number, amount| add(seat, number, amount));
                } else {
                    add(seat, traits::OUTVOTED, 1.0);
                    add(seat, traits::OUTVOTED_VALUE, known.value);
                }
                if known.kind != FIELD {
                    add(seat, traits::STUCK, f32::from(figures) * (1.0 - known.chance));
                }
            }
        }
        for seat in 0..seats {
            let followers = usize::from(position.supply(seat as u8, FOLLOWER));
            (0..followers.min(traits::MOST_FOLLOWERS)).for_each(|i| add(seat, traits::FOLLOWERS + i, 1.0));
            add(seat, traits::ANY, self.in_supply[seat].min(1.0));
            add(seat, traits::COMING, self.in_supply[seat]);
            if self.next == seat {
                add(seat, traits::TURN, 1.0);
                add(seat, traits::TURN_WITHOUT, if followers == 0 { 1.0 } else { 0.0 });
            }
        }
    }

    /// What experience says about a follower going from supply to a feature on which it stands alone, beside what it says of the
    /// position before.
    pub(super) fn lessons_of_deploying(&self, position: &ClassicPosition, seat: u8, known: &Known, back: f32) -> f32 {
        let mut sum = 0.0;
        own_traits(known, 0.0, 0.0, |number, amount| sum += self.lessons[number] * amount);
        if known.kind != FIELD {
            sum += self.lessons[traits::STUCK] * (1.0 - known.chance);
        }
        let followers = usize::from(position.supply(seat, FOLLOWER));
        if (1..=traits::MOST_FOLLOWERS).contains(&followers) {
            sum -= self.lessons[traits::FOLLOWERS + followers - 1];
        }
        let (had, has) = (self.in_supply[usize::from(seat)], self.in_supply[usize::from(seat)] - 1.0 + back);
        sum + self.lessons[traits::ANY] * (has.min(1.0) - had.min(1.0)) + self.lessons[traits::COMING] * (has - had)
    }

    /// Reckons with what was learned, or with nothing learned.
    pub fn set_experience(&mut self, experience: &Experience) {
        self.experience = *experience;
    }
}

/// What a feature gives to a seat that scores it.
fn own_traits(known: &Known, shared: f32, threatened: f32, mut add: impl FnMut(usize, f32)) {
    let first = traits::of_kind(match known.kind {
        CITY => 0,
        ROAD => 1,
        FIELD => 2,
        _ => 3,
    });
    let amounts = [
        1.0,
        known.value,
        known.chance,
        known.unfinished,
        known.value * known.value / 10.0,
        shared,
        f32::from(known.gaps),
        known.value * known.chance,
        threatened,
    ];
    amounts.into_iter().enumerate().for_each(|(i, amount)| add(first + i, amount));
}
