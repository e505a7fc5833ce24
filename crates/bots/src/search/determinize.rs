//! Implements determinization: fills the hands that a seat may not see with random unseen tiles.

use bastide_core::tile::PILE_BAG;
use bastide_core::{Described, Family, KindIndex, Position, Rules, SmallRandom};

/// Returns the tiles that a seat has not seen, sorted by kind: those in the bag and in hands that are hidden from it.
fn unseen<F: Family>(rules: &Rules<F::Options>, position: &Position<F>, seat: u8) -> Vec<KindIndex> {
    let mut unseen: Vec<KindIndex> = Vec::new();
    for kind in (0..rules.kinds.len()).filter(|&kind| rules.kinds[kind].pile == PILE_BAG) {
        let count = usize::from(position.bag().count(kind as KindIndex));
        unseen.resize(unseen.len() + count, kind as KindIndex);
    }
    unseen.extend(hidden(rules, position, seat));
    // The order must not reveal which tiles are in which hand.
    unseen.sort_unstable();
    unseen
}

/// Returns the owner and the index of each tile in the hands hidden from a seat.
fn hidden_places<F: Family>(rules: &Rules<F::Options>, position: &Position<F>, seat: u8) -> Vec<(u8, u8)> {
    if !rules.hidden_hands {
        return Vec::new();
    }
    let others = (0..rules.seats).filter(|&other| other != seat);
    others.flat_map(|other| (0..position.hand(other).len() as u8).map(move |slot| (other, slot))).collect()
}

/// Returns the tiles in the hands hidden from a seat.
pub fn hidden<F: Family>(
    rules: &Rules<F::Options>,
    position: &Position<F>,
    seat: u8,
) -> impl Iterator<Item = KindIndex> {
    let places = hidden_places(rules, position, seat).into_iter();
    places.map(|(other, slot)| position.hand(other)[usize::from(slot)])
}

/// Fills the hands hidden from a seat with random tiles that the seat has not seen. The result does not depend on the real contents of the
/// hands.
pub fn determinize<F: Described>(
    rules: &Rules<F::Options>,
    position: &mut Position<F>,
    seat: u8,
    random: &mut SmallRandom,
) {
    let places = hidden_places(rules, position, seat);
    if places.is_empty() {
        return;
    }
    let mut tiles = unseen(rules, position, seat);
    random.shuffle(&mut tiles);
    tiles.retain(|&kind| !F::is_put_aside(position, rules, kind));
    for (i, (&(other, slot), &kind)) in places.iter().zip(&tiles).enumerate() {
        let held = |&(other, slot): &(u8, u8)| position.hand(other)[usize::from(slot)];
        if held(&(other, slot)) == kind {
            continue;
        }
        if position.bag().count(kind) > 0 {
            position.substitute_held(rules, other, slot, kind);
        } else if let Some(&elsewhere) = places[i + 1..].iter().find(|place| held(place) == kind) {
            position.swap_held((other, slot), elsewhere);
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use classic::princess_dragon::{DRAGON, DRAGON_MARK};
    use games::families::{Classic, Discovery};
    use games::{Actor, Game, Setup};

    /// Plays a random game for this number of turns.
    fn game(setup: &Setup, turns: u16, seed: u64) -> Game {
        let mut random = SmallRandom::new(seed);
        let mut game = Game::new(setup).unwrap();
        while game.turn() < turns || game.actor() == Actor::Chance {
            let legal = game.legal();
            let answer = legal[bastide_core::Random::below(&mut random, legal.len() as u32) as usize];
            game.apply(answer).unwrap();
        }
        game
    }

    #[test]
    fn determinized_hands_hold_unseen_tiles_and_keep_the_own_hand() {
        let setup = Setup::of("discovery", 3).option("hand", "two_hidden");
        for (turns, seed) in [(5, 1), (40, 2), (79, 3), (82, 4)] {
            let game = game(&setup, turns, seed);
            let (rules, position) = game.of::<Discovery>().unwrap();
            let seat = position.seat();
            let before = unseen(rules, position, seat);
            let mut seen = std::collections::BTreeSet::new();
            for sample in 0..40 {
                let mut determinized = position.clone();
                determinize(rules, &mut determinized, seat, &mut SmallRandom::new(sample));
                assert_eq!(unseen(rules, &determinized, seat), before);
                assert_eq!(determinized.hand(seat), position.hand(seat));
                assert_eq!(determinized.bag().left(), position.bag().left());
                seen.insert((0..3).map(|seat| determinized.hand(seat).to_vec()).collect::<Vec<_>>());
            }
            let alike = before.windows(2).all(|pair| pair[0] == pair[1]);
            assert!(alike || seen.len() > 1, "after {turns} turns the same hands came 40 times");
        }
    }

    #[test]
    fn determinized_hands_hold_no_dragon_tile_before_the_dragon() {
        let setup = Setup::base(3).with("princess-dragon").option("hand", "three_hidden");
        let (mut before, mut after) = (0, 0);
        for seed in 0..30 {
            let game = game(&setup, 3 + 40 * (seed % 2) as u16, seed);
            let (rules, position) = game.of::<Classic>().unwrap();
            let seat = position.seat();
            let mut determinized = position.clone();
            determinize(rules, &mut determinized, seat, &mut SmallRandom::new(seed));
            let has_dragon = |&kind: &KindIndex| rules.kind(kind).marks & DRAGON_MARK != 0;
            let dragons = (0..3).filter(|&other| other != seat).flat_map(|other| determinized.hand(other).to_vec());
            let dragons = dragons.filter(has_dragon).count();
            let counted = if position.piece(DRAGON).is_none() { &mut before } else { &mut after };
            *counted += dragons;
        }
        assert!(before == 0 && after > 0, "{before} dragon tiles before the dragon, {after} after it");
    }
}
