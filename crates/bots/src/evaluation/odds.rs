//! What the bag can still bring to an open place.
//!
//! A need (what the neighbours of an open place demand, side by side) is one of 625: none or one of four edge kinds a side.
//! For each, the tables count the tiles in the bag that fit, that would close the feature at a side, and that would join the
//! features at two sides. A tile more or less changes a few hundred counts, so that a search can carry the tables along. Tiles that
//! players hold from the start, and those that lie apart, are not among them.

use std::sync::Arc;

use bastide_core::tile::{PILE_APART, PILE_HELD, TileKind};
use bastide_core::{Family, KindIndex, Position};

/// Different needs: five to the power of four.
const NEEDS: usize = 625;
/// Pairs of sides.
const PAIRS: usize = 6;
/// The weight of a side's digit in the number of a need.
const PLACE_VALUE: [u16; 4] = [1, 5, 25, 125];

/// The number of what the first two sides need, by the bits of both; the other two count the 25-fold.
const TWO_SIDES: [u16; 256] = {
    let (mut numbers, mut bits) = ([0; 256], 0);
    while bits < 256 {
        numbers[bits as usize] = digit(bits & 15) * PLACE_VALUE[0] + digit(bits >> 4) * PLACE_VALUE[1];
        bits += 1;
    }
    numbers
};

/// The number of a need.
#[inline]
pub fn need_number(need: u16) -> u16 {
    let [first, last] = need.to_le_bytes();
    TWO_SIDES[usize::from(first)] + TWO_SIDES[usize::from(last)] * PLACE_VALUE[2]
}

/// One bit of four, or none, as a digit.
#[inline]
const fn digit(bits: u16) -> u16 {
    (16 - bits.leading_zeros() as u16) % 16
}

/// The number of a pair of different sides.
#[inline]
fn pair_number(a: usize, b: usize) -> usize {
    let (low, high) = if a < b { (a, b) } else { (b, a) };
    match low {
        0 => high - 1,
        1 => high + 1,
        _ => 5,
    }
}

/// The counts that one tile of a kind takes part in.
#[derive(Clone, Debug, Default)]
struct Shares {
    fits: Vec<u16>,
    closes: Vec<u16>,
    joins: Vec<u16>,
}

/// The counts that a kind was found to take part in, each once: a bit for each of them, so that a list need not be searched.
struct Found {
    list: Vec<u16>,
    bits: [u64; (NEEDS * PAIRS).div_ceil(64)],
}

impl Found {
    const NOTHING: Self = Self { list: Vec::new(), bits: [0; (NEEDS * PAIRS).div_ceil(64)] };

    #[inline]
    fn add(&mut self, number: u16) {
        let (word, bit) = (&mut self.bits[usize::from(number / 64)], 1 << (number % 64));
        if *word & bit == 0 {
            *word |= bit;
            self.list.push(number);
        }
    }

    /// What was found, which is forgotten.
    fn take(&mut self) -> Vec<u16> {
        self.list.iter().for_each(|&number| self.bits[usize::from(number / 64)] = 0);
        let taken = self.list.clone();
        self.list.clear();
        taken
    }
}

/// What is needed between one kind and the next.
type Finding = [Found; 3];

impl Shares {
    fn of(
        kind: &TileKind,
        closes: impl Fn(u8) -> bool,
        joins: impl Fn(u8) -> bool,
        [fits, closing, joining]: &mut Finding,
    ) -> Self {
        if matches!(kind.pile, PILE_HELD | PILE_APART) {
            return Self::default(); // Nobody draws it, or seldom.
        }
        for turned in &kind.turned[..usize::from(kind.rotations)] {
            let segments = turned.ports.map(|ports| ports[1]);
            let kinds = segments.map(|segment| kind.segments[usize::from(segment)].kind);
            // The sides at which the same segment shows, one bit each.
            let same =
                segments.map(|this| (0..4).fold(0, |sides, side| sides | u8::from(segments[side] == this) << side));
            let mut needs = [0; 16];
            for subset in 1..16usize {
                let (side, rest) = (subset.trailing_zeros() as usize, subset & (subset - 1));
                needs[subset] = needs[rest] + digit(turned.edges >> (4 * side) & 15) * PLACE_VALUE[side];
            }
            needs.iter().for_each(|&need| fits.add(need));
            for side in 0..4 {
                let with = |sides: u8| (0..16u8).filter(move |subset| subset & sides == sides);
                if closes(kinds[side]) {
                    with(same[side]).for_each(|subset| closing.add(needs[usize::from(subset)] * 4 + side as u16));
                }
                if !joins(kinds[side]) {
                    continue;
                }
                for other in (0..side).filter(|other| same[side] >> other & 1 == 1) {
                    let pair = pair_number(other, side) as u16;
                    let joined = with(1 << side | 1 << other);
                    joined.for_each(|subset| joining.add(needs[usize::from(subset)] * PAIRS as u16 + pair));
                }
            }
        }
        // A tile counts once, however many of its rotations do.
        Self { fits: fits.take(), closes: closing.take(), joins: joining.take() }
    }
}

/// The counts for one bag.
#[derive(Clone, Debug)]
pub struct Odds {
    /// What a tile of each kind counts for, which is the same for all of one set-up.
    shares: Arc<[Shares]>,
    /// How many of each kind are counted.
    counted: Vec<u8>,
    left: u16,
    fits: Vec<u16>,
    closes: Vec<u16>,
    joins: Vec<u16>,
}

impl Odds {
    /// Counts for the bag of a position, with its kinds of tile. Which kinds of segment belong to features that can get complete says
    /// `closes`; which make one feature of those that they meet, `joins`.
    pub fn new<F: Family>(
        position: &Position<F>,
        kinds: &[TileKind],
        closes: impl Fn(u8) -> bool,
        joins: impl Fn(u8) -> bool,
    ) -> Self {
        let mut finding: Finding = [Found::NOTHING; 3];
        let mut odds = Self {
            shares: kinds.iter().map(|kind| Shares::of(kind, &closes, &joins, &mut finding)).collect(),
            counted: vec![0; kinds.len()],
            left: 0,
            fits: vec![0; NEEDS],
            closes: vec![0; NEEDS * 4],
            joins: vec![0; NEEDS * PAIRS],
        };
        odds.refill(position);
        odds
    }

    /// Counts anew, for the bag of another position of the same set-up.
    pub fn refill<F: Family>(&mut self, position: &Position<F>) {
        self.refill_with(|kind| position.bag().count(kind));
    }

    /// Counts anew, so many tiles of each kind.
    pub fn refill_with(&mut self, left: impl Fn(KindIndex) -> u8) {
        for kind in 0..self.shares.len() {
            let count = if self.shares[kind].fits.is_empty() { 0 } else { left(kind as KindIndex) };
            if self.counted[kind] != count {
                self.count(kind, count);
            }
        }
    }

    /// Counts so many tiles of a kind.
    fn count(&mut self, kind: usize, count: u8) {
        let shares = &self.shares[kind];
        let more = u16::from(count).wrapping_sub(self.counted[kind].into());
        self.counted[kind] = count;
        self.left = self.left.wrapping_add(more);
        for (list, counts) in
            [(&shares.fits, &mut self.fits), (&shares.closes, &mut self.closes), (&shares.joins, &mut self.joins)]
        {
            for &number in list {
                let counted = &mut counts[usize::from(number)];
                *counted = counted.wrapping_add(more);
            }
        }
    }

    /// Tiles in the bag.
    #[inline]
    pub fn left(&self) -> u16 {
        self.left
    }

    /// Tiles that fit a need.
    #[inline]
    pub fn fits(&self, need: u16) -> u16 {
        self.fits[usize::from(need)]
    }

    /// Tiles that fit a need and lead the feature at this side nowhere new.
    #[inline]
    pub fn closes(&self, need: u16, side: usize) -> u16 {
        self.closes[usize::from(need) * 4 + side]
    }

    /// Tiles that fit a need and make one feature of those at two sides.
    #[inline]
    pub fn joins(&self, need: u16, a: usize, b: usize) -> u16 {
        self.joins[usize::from(need) * PAIRS + pair_number(a, b)]
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use classic::base::FIELD;
    use classic::{ClassicPosition, ClassicRules};
    use games::{Game, Setup};

    fn odds_of(position: &ClassicPosition, rules: &ClassicRules) -> Odds {
        Odds::new(position, &rules.kinds, |kind| kind != FIELD, |_| true)
    }

    /// What the tables should hold, worked out tile by tile.
    fn counted(game: &Game, fits: impl Fn(&TileKind, usize) -> bool) -> u16 {
        let (rules, position) = game.classic().unwrap();
        let kinds = rules.kinds.iter().enumerate();
        kinds
            .filter(|(_, kind)| (0..4).any(|rotation| fits(kind, rotation)))
            .map(|(i, _)| u16::from(position.bag().count(i as u8)))
            .sum()
    }

    #[test]
    fn counts_agree_with_trying_every_tile() {
        let game = Game::new(&Setup::base(2).with("inns-cathedrals")).unwrap();
        let (rules, position) = game.classic().unwrap();
        let odds = odds_of(position, rules);
        for (_, need) in position.board.open_places() {
            let fits = counted(&game, |kind, rotation| need & !kind.turned[rotation].edges == 0);
            assert_eq!(odds.fits(need_number(need)), fits);
        }
        // A city to the north and one to the east: tiles that make one of them, and tiles that end the northern one.
        let need = 1 | 1 << 4;
        let joins = counted(&game, |kind, rotation| {
            let turned = &kind.turned[rotation];
            need & !turned.edges == 0 && turned.ports[0][1] == turned.ports[1][1]
        });
        assert_eq!(odds.joins(need_number(need), 1, 0), joins);
        let closes = counted(&game, |kind, rotation| {
            let turned = &kind.turned[rotation];
            let segment = turned.ports[0][1];
            need & !turned.edges == 0 && turned.ports[2][1] != segment && turned.ports[3][1] != segment
        });
        assert_eq!(odds.closes(need_number(need), 0), closes);
        assert!(joins > 0 && closes > 0);
    }

    #[test]
    fn a_tile_drawn_and_put_back_leaves_no_trace() {
        let game = Game::new(&Setup::base(2)).unwrap();
        let (rules, position) = game.classic().unwrap();
        let before = odds_of(position, rules);
        let mut odds = before.clone();
        let count = |kind| position.bag().count(kind);
        odds.refill_with(|kind| count(kind) - u8::from(kind == 3));
        assert_eq!(odds.left(), before.left() - 1);
        assert_ne!(odds.fits, before.fits);
        odds.refill(position);
        assert_eq!((odds.fits, odds.closes, odds.joins), (before.fits, before.closes, before.joins));
    }
}
