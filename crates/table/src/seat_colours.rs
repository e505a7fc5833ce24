//! Colours of the seats at a table. A person can choose one; no rule depends on it.

use crate::colour::{COLOURS, Colour};
use crate::occupant::SeatOccupant;

/// Colour of every seat, and of the further figures of a seat in games for few players, which are numbered after the seats.
pub type ColourMap = [u8; COLOURS];

/// Returns the colours of a table. People have the colours that they chose; everyone else has the colour of the seat's number, or the first
/// one left if a person has that. Every colour appears once.
pub fn colours(seats: &[SeatOccupant]) -> ColourMap {
    let mut map: [Option<u8>; COLOURS] = [None; COLOURS];
    let chosen = |seat: usize| seats.get(seat).and_then(SeatOccupant::colour);
    for seat in 0..COLOURS {
        let wanted = chosen(seat).map(Colour::number).filter(|colour| !map.contains(&Some(*colour)));
        map[seat] = wanted;
    }
    // People keep the colours of their seats before computer players, open seats and further figures do.
    for people in [true, false] {
        let of_round = |seat: &usize| !people || matches!(seats.get(*seat), Some(SeatOccupant::Human { .. }));
        for own in [true, false] {
            for seat in (0..COLOURS).filter(of_round) {
                let mut left = (0u8..).take(COLOURS).filter(|colour| !map.contains(&Some(*colour)));
                let colour = if own { left.find(|colour| usize::from(*colour) == seat) } else { left.next() };
                map[seat] = map[seat].or(colour);
            }
        }
    }
    map.map(Option::unwrap_or_default)
}

/// Returns whether every seat has the colour of its number.
pub fn is_usual(colours: &ColourMap) -> bool {
    colours.iter().enumerate().all(|(seat, colour)| usize::from(*colour) == seat)
}

/// Fixes the colours that people have now, so that they keep them when others choose. Of people who chose the same colour, the first one
/// keeps it.
pub fn fix_colours(seats: &mut [SeatOccupant]) {
    let map = colours(seats);
    for (seat, occupant) in seats.iter_mut().enumerate().take(COLOURS) {
        if let SeatOccupant::Human { colour, .. } = occupant
            && colour.map_or(seat, |colour| usize::from(colour.number())) != usize::from(map[seat])
        {
            *colour = Colour::try_from(map[seat]).ok();
        }
    }
}

/// Returns whether a person other than the one in this seat has the colour.
pub fn is_taken(seats: &[SeatOccupant], seat: usize, wanted: Colour) -> bool {
    let map = colours(seats);
    let others = seats.iter().enumerate().take(COLOURS).filter(|(other, _)| *other != seat);
    others.into_iter().any(|(other, who)| matches!(who, SeatOccupant::Human { .. }) && map[other] == wanted.number())
}

#[cfg(test)]
mod tests {
    use super::*;

    fn seats(chosen: &[Option<u8>]) -> Vec<SeatOccupant> {
        chosen.iter().map(|colour| person(*colour)).collect()
    }

    fn colour_of(colour: u8) -> Colour {
        Colour::try_from(colour).unwrap()
    }

    fn person(colour: Option<u8>) -> SeatOccupant {
        SeatOccupant::guest("A").with_colour(colour.map(colour_of))
    }

    #[test]
    fn seats_have_the_colours_of_their_numbers_by_default() {
        let usual = [0, 1, 2, 3, 4, 5];
        assert_eq!(colours(&seats(&[None, None])), usual);
        assert_eq!(colours(&[]), usual);
        assert!(is_usual(&usual) && !is_usual(&[1, 0, 2, 3, 4, 5]));
    }

    #[test]
    fn chosen_colours_come_first_and_every_colour_appears_once() {
        assert_eq!(colours(&seats(&[Some(3), None])), [3, 1, 2, 0, 4, 5]);
        assert_eq!(colours(&seats(&[Some(1), None, None])), [1, 0, 2, 3, 4, 5]);
        assert_eq!(colours(&seats(&[Some(1), Some(1)])), [1, 0, 2, 3, 4, 5], "the first one has it");
        let with_bot = [SeatOccupant::STAND_IN, person(Some(0)), SeatOccupant::Open, person(None)];
        assert_eq!(colours(&with_bot), [1, 0, 2, 3, 4, 5]);
        for code in 0..7u32.pow(6) {
            let digit = |at: u32| u8::try_from(code / 7u32.pow(at) % 7).unwrap();
            let chosen: Vec<_> = (0..6).map(|at| Some(digit(at)).filter(|digit| *digit < 6)).collect();
            let mut all = colours(&seats(&chosen));
            all.sort_unstable();
            assert_eq!(all, [0, 1, 2, 3, 4, 5], "{chosen:?}");
        }
    }

    #[test]
    fn people_keep_their_colours_when_others_choose() {
        let mut table = seats(&[Some(1), None, None]);
        fix_colours(&mut table);
        assert_eq!(table, seats(&[Some(1), Some(0), None]));
        table[0] = person(Some(4));
        assert_eq!(colours(&table)[..3], [4, 0, 2]);
        let mut same = seats(&[Some(2), Some(2)]);
        fix_colours(&mut same);
        assert_eq!(same, seats(&[Some(2), Some(1)]));
    }

    #[test]
    fn only_colours_of_other_people_are_taken() {
        let table = [person(Some(3)), person(None), SeatOccupant::Open, SeatOccupant::STAND_IN];
        let taken: Vec<u8> = (0..6).filter(|&colour| is_taken(&table, 1, colour_of(colour))).collect();
        assert_eq!(taken, [3]);
        let taken: Vec<u8> = (0..6).filter(|&colour| is_taken(&table, 2, colour_of(colour))).collect();
        assert_eq!(taken, [1, 3]);
    }
}
