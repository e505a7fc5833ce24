//! Large tables: several copies of every tile, and custom tiles up to the maximum number of tiles on a table.

use std::fmt::Write;

use crate::common::random_game;
use bastide_core::{Answer, Place};
use games::record::Record;
use games::{Game, Setup, snapshot};

fn everything(seats: u8) -> Setup {
    let info = games::info();
    let expansions = info.expansions.iter().filter(|expansion| expansion.game == games::setup::CARCASSONNE);
    expansions.fold(Setup::base(seats), |setup, expansion| setup.with(expansion.id))
}

/// Counts the tiles in a set whose id satisfies the predicate.
fn count(game: &Game, set: &str, of: impl Fn(&str) -> bool) -> u32 {
    game.tiles().iter().filter(|tile| tile.set == set && of(&tile.id)).map(|tile| u32::from(tile.count)).sum()
}

#[test]
fn drawn_tiles_have_the_given_number_of_copies() {
    let tiles = |setup: &Setup| Game::new(setup).unwrap().tiles().iter().map(|tile| u32::from(tile.count)).sum::<u32>();
    assert_eq!(tiles(&Setup::base(2).with_copies(15)), 15 * 72);
    let own = include_str!("../../../../docs/own-tiles.toml");
    assert_eq!(tiles(&Setup::base(2).own_tiles(own).with_copies(5)), 5 * (72 + 20));
    let mut twice = Setup::base(2).with_copies(3);
    twice.sets.insert("base".to_owned(), 2);
    assert_eq!(tiles(&twice), 6 * 72);
}

#[test]
fn separate_tiles_have_one_copy() {
    let (once, thrice) = (everything(4), everything(4).with_copies(3));
    let [once, thrice] = [once, thrice].map(|setup| Game::new(&setup).unwrap());
    for (set, times) in [("base", 3), ("tower", 3), ("cathars", 3), ("river-1", 1), ("count", 1)] {
        assert_eq!(count(&thrice, set, |_| true), times * count(&once, set, |_| true), "{set}");
    }
    assert_eq!(thrice.view().tiles.len(), once.view().tiles.len(), "the table starts with the same number of tiles");
    let abbeys = |game: &Game| count(game, "abbey-mayor", |id| id.contains("abbey"));
    assert_eq!((abbeys(&once), abbeys(&thrice)), (4, 4));
    let hunters = |copies| Game::new(&Setup::of(games::setup::HUNTERS, 2).with_copies(copies)).unwrap();
    for (set, times) in [("hunters", 4), ("hunters-bonus", 1)] {
        assert_eq!(count(&hunters(4), set, |_| true), times * count(&hunters(1), set, |_| true), "{set}");
    }
}

#[test]
fn copies_appear_in_the_set_up_line_and_are_limited() {
    let setup = Setup::base(2).with_copies(13);
    assert_eq!(setup.canonical(), "carcassonne seats=2 copies=13");
    assert_eq!(Setup::from_line(&setup.canonical()).unwrap(), setup);
    let json = serde_json::to_string(&setup).unwrap();
    assert!(json.contains("\"copies\":13"), "{json}");
    assert_eq!(serde_json::from_str::<Setup>(&json).unwrap(), setup);
    assert!(!serde_json::to_string(&Setup::base(2)).unwrap().contains("copies"));
    let mut dragons = Setup::base(2).with("princess-dragon");
    dragons.sets = [("base".to_owned(), 1), ("princess-dragon".to_owned(), 11)].into();
    for (setup, why) in [
        (Setup::base(2).with_copies(16), "the set-up has 1152 tiles; at most 1080 are allowed"),
        (Setup::base(2).with_copies(0), "copies must be at least 1"),
        (Setup::base(2).with_copies(255), "255 times tile"),
        (Setup::base(2).with("tower").with_copies(5), "90 tower foundations; at most 80 are allowed"),
        (dragons, "132 tiles that move the dragon; at most 128 are allowed"),
        (
            Setup::of(games::setup::HUNTERS, 2).option("edition", "later").with_copies(4),
            "segments; at most 1280 are allowed",
        ),
    ] {
        let error = Game::new(&setup).unwrap_err().to_string();
        assert!(error.contains(why), "{error}");
    }
}

#[test]
fn large_games_are_played_recorded_and_replayed() {
    for (seed, setup) in [Setup::base(3).with_copies(15), everything(6).with_copies(3)].iter().enumerate() {
        for answers in [600, usize::MAX] {
            let (deal, game) = random_game(setup, seed as u64, answers);
            let record = Record::of(&game, &[], Some(&deal));
            let read = Record::parse(&record.to_text()).unwrap();
            assert_eq!(read, record);
            assert!(record.verify().holds());
            let bytes = snapshot::write(&game);
            assert_eq!(snapshot::read(setup, &bytes).unwrap().position_text(), game.position_text());
        }
    }
}

/// Returns a tile file with a thousand straight roads. One of them is the start tile.
fn straight_roads() -> String {
    let mut file = "set = \"road\"\ntitle = \"A road\"\ntotal = 1000\n".to_owned();
    for kind in 0..5 {
        let _ = writeln!(
            file,
            "[[tile]]\nid = \"r{kind}\"\ncount = 200\nstart = {}\nports = \"fff frg ggg grf\"\nsegments.f.kind = \"field\"\n\
             segments.g.kind = \"field\"\nsegments.r.kind = \"road\"",
            kind == 0
        );
    }
    file
}

#[test]
fn map_can_be_a_thousand_tiles_long() {
    let mut setup = Setup::base(2).own_tiles(&straight_roads()).option("first_player", "host_seat");
    setup.sets.insert("base".to_owned(), 0);
    let mut game = Game::new(&setup).unwrap();
    let mut halfway = game.clone();
    let mut kinds = (0..5).flat_map(|kind| [kind; 200]).skip(1);
    while !game.is_over() {
        let turn = game.turn() as i16;
        // Tiles are placed alternately at the east and west ends.
        let at = Place::new(if turn % 2 == 0 { -turn / 2 } else { turn / 2 + 1 }, 0);
        let legal = game.legal();
        let answer = match legal[0] {
            Answer::Draw { .. } => Answer::Draw { kind: kinds.next().unwrap() },
            Answer::Place { .. } => Answer::Place { at, rotation: 0 },
            _ => Answer::Pass,
        };
        game.apply_raw(answer).unwrap();
        if game.turn() == 500 {
            halfway = game.clone();
        }
    }
    let (_, position) = game.classic().unwrap();
    assert_eq!(position.board.tiles().len(), 1000);
    assert_eq!(position.board.open_places().len(), 2002);
    for (index, tile) in position.board.tiles().iter().enumerate() {
        assert_eq!(position.board.tile_at(tile.at), Some(index as u16));
    }
    // Copying into an old position gives the same result as a fresh copy, whatever the old position contained.
    let (_, middle) = halfway.classic().unwrap();
    let beginning = Game::new(&setup).unwrap();
    let (_, first) = beginning.classic().unwrap();
    let mut copy = *first;
    for from in [middle, position, first, position, middle, first] {
        copy.clone_from(from);
        assert!(copy.board.open_places().eq(from.board.open_places()));
        for (place, _) in position.board.open_places().chain(first.board.open_places()) {
            for side in 0..4 {
                let beside = place.beside(side);
                assert_eq!(copy.board.tile_at(beside), from.board.tile_at(beside));
            }
        }
    }
}
