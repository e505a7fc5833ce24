//! Complete rivers, laid at random: none makes a U-turn, and all but a few reach their lakes with separate arms (RIV-06, RIV-12).

use std::collections::HashMap;

use bastide_core::{Answer, SmallRandom};
use games::deal::{Deal, Seed};
use games::{Game, Setup};
use testkit::player;

/// Number of deals for each set-up.
const DEALS: u64 = 200;

/// Offsets of the neighbouring places by side: north, east, south, west.
const SIDES: [(i16, i16); 4] = [(0, -1), (1, 0), (0, 1), (-1, 0)];

/// A river: its places, each with the sides at which the river leaves it.
type River = HashMap<(i16, i16), Vec<usize>>;

/// Lays the river of a deal by playing until a tile is drawn from the bag.
fn lay_river(setup: &Setup, seed: u64) -> River {
    let deal = Deal::new(Seed::from_number(seed), setup).unwrap();
    let mut random = SmallRandom::new(seed);
    let mut game = Game::new(setup).unwrap();
    loop {
        let answer = deal.answer(&game).or_else(|| player::choose(&game, &mut random)).unwrap();
        match answer {
            Answer::Draw { kind } if game.tiles()[usize::from(kind)].pile.is_none() => break,
            answer => game.apply_raw(answer).unwrap(),
        };
    }
    let tiles = game.view().tiles.into_iter();
    tiles.map(|tile| ((tile.x, tile.y), river_sides(&tile.name.kind, tile.rotation))).collect()
}

/// Derives the sides at which the river leaves a tile from the tile's name: on `ffvv` these are the south and west sides.
fn river_sides(name: &str, rotation: u8) -> Vec<usize> {
    let printed = name.bytes().take(4).enumerate().filter(|(_, edge)| *edge == b'v');
    printed.map(|(side, _)| (side + usize::from(rotation)) % 4).collect()
}

/// Returns the place beyond a side, if the river continues there.
fn next_place(river: &River, at: (i16, i16), side: usize) -> Option<(i16, i16)> {
    let next = (at.0 + SIDES[side].0, at.1 + SIDES[side].1);
    river.get(&next).filter(|sides| sides.contains(&((side + 2) % 4))).map(|_| next)
}

/// Returns how a river bends from its entry side to its exit side: 0 for straight, 1 for one side, 3 for the other.
fn bend(enters: usize, leaves: usize) -> usize {
    (leaves + 6 - enters) % 4
}

/// Returns a tile where the river makes a U-turn: along some path, it bends to the same side on this tile and the next.
fn first_u_turn(river: &River) -> Option<(i16, i16)> {
    let bends_back = |(&at, sides): (&(i16, i16), &Vec<usize>)| {
        sides.iter().any(|&leaves| {
            let Some(next) = next_place(river, at, leaves) else { return false };
            let enters = (leaves + 2) % 4;
            let before: Vec<usize> =
                sides.iter().filter(|&&side| side != leaves).map(|&side| bend(side, leaves)).collect();
            let mut after = river[&next].iter().filter(|&&side| side != enters).map(|&side| bend(enters, side));
            after.any(|bend| bend != 0 && before.contains(&bend))
        })
    };
    river.iter().find(|tile| bends_back(*tile)).map(|(&at, _)| at)
}

#[test]
fn rivers_make_no_u_turns_and_few_end_early() {
    for (which, tiles) in [("1", 12), ("2", 12), ("both", 22)] {
        let setup = Setup::base(2).with("river").option("river", which);
        let mut short = Vec::new();
        for seed in 0..DEALS {
            let river = lay_river(&setup, seed);
            assert_eq!(first_u_turn(&river), None, "river={which}, deal {seed}: it makes a U-turn there");
            // Bends with straight tiles in between can lead a river into itself; then its last tiles fit nowhere (RIV-12).
            if river.len() < tiles {
                short.push(river.len());
                continue;
            }
            let ways: usize = river.values().map(Vec::len).sum();
            let open = river.iter().flat_map(|(&at, sides)| sides.iter().map(move |&side| (at, side)));
            let open: Vec<_> = open.filter(|&(at, side)| next_place(&river, at, side).is_none()).collect();
            assert_eq!(open, [], "river={which}, deal {seed}: it has no lake there");
            // A tree has one edge fewer than it has nodes.
            assert_eq!(ways, 2 * (tiles - 1), "river={which}, deal {seed}: its arms are joined");
        }
        // Before U-turns at the fork were forbidden, some rivers ended after three tiles.
        assert!(
            short.len() <= 40 && short.iter().all(|&laid| laid >= 7),
            "river={which}: too many end early: {short:?}"
        );
    }
}

#[test]
fn u_turns_are_detected() {
    let river = |tiles: &[(&str, (i16, i16), u8)]| -> River {
        tiles.iter().map(|&(name, at, rotation)| (at, river_sides(name, rotation))).collect()
    };
    let spring = ("fvff-spring", (0, 0), 0);
    // Two bends to the same side; two to different sides; two with a straight tile between them.
    assert!(first_u_turn(&river(&[spring, ("ffvv", (1, 0), 0), ("ffvv", (1, 1), 1)])).is_some_and(|at| at.0 == 1));
    assert_eq!(first_u_turn(&river(&[spring, ("ffvv", (1, 0), 0), ("ffvv", (1, 1), 2)])), None);
    assert_eq!(first_u_turn(&river(&[spring, ("ffvv", (1, 0), 0), ("fvfv", (1, 1), 1), ("ffvv", (1, 2), 1)])), None);
    // From the spring straight over the fork, and then back to the fork's other arm.
    assert!(first_u_turn(&river(&[spring, ("vvfv-fork", (1, 0), 0), ("ffvv", (2, 0), 1)])).is_some());
    assert_eq!(first_u_turn(&river(&[spring, ("vvfv-fork", (1, 0), 0), ("ffvv", (2, 0), 0)])), None);
}
