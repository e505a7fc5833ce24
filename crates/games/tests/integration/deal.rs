//! Tests that the shuffle and the commitment match the test vectors in `docs/notation.md`, which were computed by another program.

use games::deal::{Deal, Seed};
use games::{Actor, Answer, Game, Setup};

/// A test vector: set-up, seed, first seat, first tiles, commitment.
type Vector = (Setup, Seed, u8, &'static str, &'static str);

fn vectors() -> [Vector; 4] {
    let (zeros, counting) = (Seed([0; 32]), Seed(std::array::from_fn(|i| i as u8)));
    let inns = || Setup::base(2).with("inns-cathedrals");
    [
        (
            Setup::base(2),
            zeros,
            1,
            "ffff-monastery crrc ffff-monastery rstu fcfc-pennant crrc crrc-pennant fcfc-pennant",
            "185b808cffe7aabd554eb87a9097ad0c2fc92cf41ca97d4335ae6d0c0f4192c9",
        ),
        (
            inns(),
            zeros,
            1,
            "cffc-pennant frfr cfrr fcfc-pennant cfdf ffrr cfdf frfr",
            "9ca056692293fbf98ce3ec854ce196499b53fd3f331b10022c7ce8d7ef2dfc85",
        ),
        (
            Setup::base(2),
            counting,
            0,
            "crfr frfr frfr crrc frst ccfc ccfc crst",
            "9d2b2140524624d6dfd505d0cde2b9ec1f118795ad9ab998d9d714db811a145a",
        ),
        (
            inns(),
            counting,
            0,
            "ffrr frfr ffrr-inn ccfc crrc cfrr cfff crfr",
            "2f283e8f92c0a85376d7d63c37aa7f883237f8d102d1d3c90762e37e02c6f0c6",
        ),
    ]
}

#[test]
fn vectors_match_and_are_documented() {
    let notation = include_str!("../../../../docs/notation.md");
    for (setup, seed, first, tiles, commitment) in vectors() {
        let deal = Deal::new(seed, &setup).unwrap();
        let game = Game::new(&setup).unwrap();
        let drawn: Vec<_> = deal.tiles().iter().take(8).map(|&kind| game.tile_word(kind)).collect();
        assert_eq!((deal.first(), drawn.join(" ").as_str(), deal.commitment()), (first, tiles, commitment));
        for documented in [setup.canonical(), seed.to_string(), tiles.to_owned(), commitment.to_owned()] {
            assert!(notation.contains(&documented), "docs/notation.md lacks {documented}");
        }
    }
}

#[test]
fn base_02_every_tile_of_the_bag_is_dealt_once() {
    for (setup, seed, ..) in vectors() {
        let deal = Deal::new(seed, &setup).unwrap();
        let game = Game::new(&setup).unwrap();
        for kind in 0..game.tiles().len() as u16 {
            let dealt = deal.tiles().iter().filter(|&&k| k == kind).count();
            assert_eq!(dealt, usize::from(game.in_bag(kind)), "{}", game.tile_word(kind));
        }
    }
}

#[test]
fn base_02_players_cannot_change_the_order() {
    let setup = Setup::base(3).with("inns-cathedrals");
    let deal = Deal::new(Seed::from_number(7), &setup).unwrap();
    let drawn = |choose: fn(&[Answer]) -> Answer| {
        let mut game = Game::new(&setup).unwrap();
        while !game.is_over() {
            let answer = deal.answer(&game).unwrap_or_else(|| choose(&game.legal()));
            game.apply_raw(answer).unwrap();
        }
        game.answers().iter().filter_map(|a| if let Answer::Draw { kind } = a { Some(*kind) } else { None }).collect()
    };
    let (one, other): (Vec<u16>, Vec<u16>) = (drawn(|legal| legal[0]), drawn(|legal| legal[legal.len() - 1]));
    assert_eq!(one, other);
    assert_eq!(one, deal.tiles());
}

#[test]
fn base_03_the_first_seat_comes_from_the_deal_unless_the_host_names_it() {
    let random = Setup::base(5);
    let seats: std::collections::BTreeSet<u8> =
        (0..64).map(|seed| Deal::new(Seed::from_number(seed), &random).unwrap().first()).collect();
    assert_eq!(seats.into_iter().collect::<Vec<_>>(), [0, 1, 2, 3, 4]);

    let mut named = Setup::base(2).option("first_player", "host_seat");
    named.first_seat = 1;
    let deal = Deal::new(Seed::from_number(1), &named).unwrap();
    assert_eq!(deal.tiles(), Deal::new(Seed::from_number(1), &Setup::base(2)).unwrap().tiles());
    let mut game = Game::new(&named).unwrap();
    let answer = deal.answer(&game).unwrap();
    assert_eq!(answer, Answer::Draw { kind: deal.tiles()[0] });
    game.apply_raw(answer).unwrap();
    assert_eq!(game.actor(), Actor::Seat(1));
    assert_eq!(deal.answer(&game), None);
}
