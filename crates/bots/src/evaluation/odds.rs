//! Counts the tiles in the bag that fit an open place.
//!
//! A *need* is what the neighbours of an open place require at its four sides. There are 625 needs: each side requires nothing or one of
//! four kinds of edge. For each need, the tables count the tiles in the bag that fit, that would close the feature at a side, and that
//! would join the features at two sides. Adding or removing a tile changes only a few hundred counts, so a search can keep the tables up to
//! date. Tiles that players hold from the start and tiles in separate piles are not counted.

use std::sync::Arc;

use bastide_core::tile::{PILE_APART, PILE_HELD, TileKind};
use bastide_core::{Family, KindIndex, Position};

/// Number of needs: five to the power of four.
const NEEDS: usize = 625;
/// Number of pairs of sides.
const PAIRS: usize = 6;
/// Place value of each side's digit in a need's index, which is a base-5 number.
const PLACE_VALUE: [u16; 4] = [1, 5, 25, 125];

/// Contribution of the first two sides to a need's index, indexed by the eight bits of both sides. For the other two sides it is multiplied
/// by 25.
const TWO_SIDES: [u16; 256] = {
    let (mut numbers, mut bits) = ([0; 256], 0);
    while bits < 256 {
        numbers[bits as usize] = digit(bits & 15) * PLACE_VALUE[0] + digit(bits >> 4) * PLACE_VALUE[1];
        bits += 1;
    }
    numbers
};

/// Returns the index of a need.
#[inline]
pub fn need_number(need: u16) -> u16 {
    let [first, last] = need.to_le_bytes();
    TWO_SIDES[usize::from(first)] + TWO_SIDES[usize::from(last)] * PLACE_VALUE[2]
}

/// Converts a four-bit set with at most one element to a digit: 0 for the empty set, otherwise the number of the bit, counted from 1.
#[inline]
const fn digit(bits: u16) -> u16 {
    (16 - bits.leading_zeros() as u16) % 16
}

/// Returns the index of a pair of different sides, which can be given in either order.
#[inline]
fn pair_number(a: usize, b: usize) -> usize {
    let (low, high) = if a < b { (a, b) } else { (b, a) };
    match low {
        0 => high - 1,
        1 => high + 1,
        _ => 5,
    }
}

/// Indices of the counts that each tile of a kind contributes to.
#[derive(Clone, Debug, Default)]
struct Shares {
    fits: Vec<u16>,
    closes: Vec<u16>,
    joins: Vec<u16>,
}

/// Indices of the counts found for a kind, without duplicates. The bit set contains the same indices as the list, so that duplicates are
/// detected without searching the list.
struct FoundCounts {
    list: Vec<u16>,
    bits: [u64; (NEEDS * PAIRS).div_ceil(64)],
}

impl FoundCounts {
    const EMPTY: Self = Self { list: Vec::new(), bits: [0; (NEEDS * PAIRS).div_ceil(64)] };

    #[inline]
    fn add(&mut self, number: u16) {
        let (word, bit) = (&mut self.bits[usize::from(number / 64)], 1 << (number % 64));
        if *word & bit == 0 {
            *word |= bit;
            self.list.push(number);
        }
    }

    /// Returns the indices found and clears the set.
    fn drain(&mut self) -> Vec<u16> {
        self.list.iter().for_each(|&number| self.bits[usize::from(number / 64)] = 0);
        let taken = self.list.clone();
        self.list.clear();
        taken
    }
}

/// Buffers for `fits`, `closes` and `joins`, reused for every kind.
type Finding = [FoundCounts; 3];

impl Shares {
    fn of(
        kind: &TileKind,
        closes: impl Fn(u8) -> bool,
        joins: impl Fn(u8) -> bool,
        [fits, closing, joining]: &mut Finding,
    ) -> Self {
        if matches!(kind.pile, PILE_HELD | PILE_APART) {
            return Self::default(); // It is never or rarely drawn.
        }
        for turned in &kind.turned[..usize::from(kind.rotations)] {
            let segments = turned.ports.map(|ports| ports[1]);
            let kinds = segments.map(|segment| kind.segments[usize::from(segment)].kind);
            // For each side, the sides with the same segment, as a bit set.
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
        // A tile counts once for a need, even if several of its rotations fit.
        Self { fits: fits.drain(), closes: closing.drain(), joins: joining.drain() }
    }
}

/// Tables that count how many tiles in one bag fit, close or join something.
#[derive(Clone, Debug)]
pub struct Odds {
    /// Contribution of each kind of tile. Shared by all clones.
    shares: Arc<[Shares]>,
    /// Number of tiles of each kind that are included in the tables.
    counted: Vec<u8>,
    left: u16,
    fits: Vec<u16>,
    closes: Vec<u16>,
    joins: Vec<u16>,
}

impl Odds {
    /// Creates the tables for a position's bag. `closes` reports whether features made of a given kind of segment can be
    /// completed, and `joins` whether segments of a given kind join the features at the edges they border.
    pub fn new<F: Family>(
        position: &Position<F>,
        kinds: &[TileKind],
        closes: impl Fn(u8) -> bool,
        joins: impl Fn(u8) -> bool,
    ) -> Self {
        let mut finding: Finding = [FoundCounts::EMPTY; 3];
        let mut odds = Self {
            shares: kinds.iter().map(|kind| Shares::of(kind, &closes, &joins, &mut finding)).collect(),
            counted: vec![0; kinds.len()],
            left: 0,
            fits: vec![0; NEEDS],
            closes: vec![0; NEEDS * 4],
            joins: vec![0; NEEDS * PAIRS],
        };
        odds.update_bag(position);
        odds
    }

    /// Updates the tables for the bag of another position of the same set-up.
    pub fn update_bag<F: Family>(&mut self, position: &Position<F>) {
        self.update_counts(|kind| position.bag().count(kind));
    }

    /// Updates the tables for `left` tiles of each kind.
    pub fn update_counts(&mut self, left: impl Fn(KindIndex) -> u8) {
        for kind in 0..self.shares.len() {
            let count = if self.shares[kind].fits.is_empty() { 0 } else { left(kind as KindIndex) };
            if self.counted[kind] != count {
                self.count(kind, count);
            }
        }
    }

    /// Sets the number of tiles of a kind, and updates all counts that they contribute to.
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

    /// Returns the number of tiles in the bag.
    #[inline]
    pub fn left(&self) -> u16 {
        self.left
    }

    /// Returns the number of tiles that fit a need.
    #[inline]
    pub fn fits(&self, need: u16) -> u16 {
        self.fits[usize::from(need)]
    }

    /// Returns the number of tiles that fit a need and close the feature at this side.
    #[inline]
    pub fn closes(&self, need: u16, side: usize) -> u16 {
        self.closes[usize::from(need) * 4 + side]
    }

    /// Returns the number of tiles that fit a need and join the features at two sides.
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

    /// Computes a count without the tables, by trying every kind of tile in every rotation.
    fn counted(game: &Game, fits: impl Fn(&TileKind, usize) -> bool) -> u16 {
        let (rules, position) = game.classic().unwrap();
        let kinds = rules.kinds.iter().enumerate();
        kinds
            .filter(|(_, kind)| (0..4).any(|rotation| fits(kind, rotation)))
            .map(|(i, _)| u16::from(position.bag().count(i as KindIndex)))
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
        // With a city to the north and another to the east, counts the tiles that join both, and those that close the northern one.
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
    fn drawing_and_returning_a_tile_restores_the_counts() {
        let game = Game::new(&Setup::base(2)).unwrap();
        let (rules, position) = game.classic().unwrap();
        let before = odds_of(position, rules);
        let mut odds = before.clone();
        let count = |kind| position.bag().count(kind);
        odds.update_counts(|kind| count(kind) - u8::from(kind == 3));
        assert_eq!(odds.left(), before.left() - 1);
        assert_ne!(odds.fits, before.fits);
        odds.update_bag(position);
        assert_eq!((odds.fits, odds.closes, odds.joins), (before.fits, before.closes, before.joins));
    }
}
