//! What the bag can still bring to an open place.
//!
//! A need (what the neighbours of an open place demand, side by side) is one of 625: none or one of four edge kinds a side.
//! For each, the tables count the tiles in the bag that fit, that would close the feature at a side, and that would join the
//! features at two sides. A tile drawn changes a few hundred counts, so that a search can carry the tables along. Tiles that
//! players hold from the start, and those that lie apart, are not among them.

use bastide_core::tile::{PILE_APART, PILE_HELD, TileKind};
use bastide_core::{Family, KindIndex, Position};

/// Different needs: five to the power of four.
const NEEDS: usize = 625;
/// Pairs of sides.
const PAIRS: usize = 6;
/// The weight of a side's digit in the number of a need.
const PLACE_VALUE: [u16; 4] = [1, 5, 25, 125];

/// The number of a need.
#[inline]
pub fn need_number(need: u16) -> u16 {
    (0..4).map(|side| digit(need >> (4 * side) & 15) * PLACE_VALUE[side]).sum()
}

/// One bit of four, or none, as a digit.
#[inline]
fn digit(bits: u16) -> u16 {
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

impl Shares {
    fn of(kind: &TileKind, closes: impl Fn(u8) -> bool, joins: impl Fn(u8) -> bool) -> Self {
        let mut shares = Self::default();
        if matches!(kind.pile, PILE_HELD | PILE_APART) {
            return shares; // Nobody draws it, or seldom.
        }
        for turned in &kind.turned[..usize::from(kind.rotations)] {
            let segment = |side: usize| turned.ports[side][1];
            let kind_of = |side: usize| kind.segments[usize::from(segment(side))].kind;
            for subset in 0..16u16 {
                let inside = |side: usize| subset >> side & 1 == 1;
                let edges = (0..4).filter(|&side| inside(side)).fold(0, |mask, side| mask | 15 << (4 * side));
                let need = need_number(turned.edges & edges);
                add(&mut shares.fits, need);
                for side in (0..4).filter(|&side| inside(side)) {
                    let closed = (0..4).all(|other| inside(other) || segment(other) != segment(side));
                    if closed && closes(kind_of(side)) {
                        add(&mut shares.closes, need * 4 + side as u16);
                    }
                    let same = |other: &usize| inside(*other) && segment(*other) == segment(side);
                    for other in (0..side).filter(same).filter(|_| joins(kind_of(side))) {
                        add(&mut shares.joins, need * PAIRS as u16 + pair_number(other, side) as u16);
                    }
                }
            }
        }
        shares
    }
}

/// A tile counts once, however many of its rotations do.
fn add(list: &mut Vec<u16>, number: u16) {
    if !list.contains(&number) {
        list.push(number);
    }
}

/// The counts for one bag.
#[derive(Clone, Debug)]
pub struct Odds {
    shares: Vec<Shares>,
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
        let mut odds = Self {
            shares: kinds.iter().map(|kind| Shares::of(kind, &closes, &joins)).collect(),
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
            while self.counted[kind] > count {
                self.draw(kind as KindIndex);
            }
            while self.counted[kind] < count {
                self.put_back(kind as KindIndex);
            }
        }
    }

    /// Takes a tile out.
    #[inline]
    pub fn draw(&mut self, kind: KindIndex) {
        let shares = &self.shares[usize::from(kind)];
        self.counted[usize::from(kind)] -= 1;
        self.left -= 1;
        shares.fits.iter().for_each(|&i| self.fits[usize::from(i)] -= 1);
        shares.closes.iter().for_each(|&i| self.closes[usize::from(i)] -= 1);
        shares.joins.iter().for_each(|&i| self.joins[usize::from(i)] -= 1);
    }

    /// Puts a tile back.
    #[inline]
    pub fn put_back(&mut self, kind: KindIndex) {
        let shares = &self.shares[usize::from(kind)];
        self.counted[usize::from(kind)] += 1;
        self.left += 1;
        shares.fits.iter().for_each(|&i| self.fits[usize::from(i)] += 1);
        shares.closes.iter().for_each(|&i| self.closes[usize::from(i)] += 1);
        shares.joins.iter().for_each(|&i| self.joins[usize::from(i)] += 1);
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
        odds.draw(3);
        assert_eq!(odds.left(), before.left() - 1);
        assert_ne!(odds.fits, before.fits);
        odds.put_back(3);
        assert_eq!((odds.fits, odds.closes, odds.joins), (before.fits, before.closes, before.joins));
    }
}
