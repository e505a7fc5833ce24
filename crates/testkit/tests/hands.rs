//! A hand that is hidden is hidden: what others are shown is the same whatever tiles are in it (DISC-16).

use bastide_core::{Actor, Answer};
use discovery::Discovery;
use games::deal::{Deal, Seed};
use games::{Event, Eyes, Game, Setup};
use testkit::player;

fn setup(seats: u8, hand: &str) -> Setup {
    Setup::of("discovery", seats).option("hand", hand)
}

fn hand(game: &Game, seat: u8) -> Vec<u8> {
    game.of::<Discovery>().unwrap().1.hand(seat).to_vec()
}

/// Everything that somebody with these eyes is told after an answer.
fn told(game: &Game, events: &[Event], eyes: Eyes) -> String {
    let events = serde_json::to_string(&game.show(events, eyes)).unwrap();
    format!("{events}\n{}", serde_json::to_string(&game.view_for(eyes)).unwrap())
}

/// The answer that brought the tile in the last place of a seat's hand, as its number among the answers.
fn drew_last(setup: &Setup, answers: &[Answer], seat: u8) -> usize {
    let mut game = Game::new(setup).unwrap();
    let mut last = 0;
    for (i, &answer) in answers.iter().enumerate() {
        let before = hand(&game, seat).len();
        game.apply_quietly(answer).unwrap();
        if matches!(answer, Answer::Draw { .. }) && hand(&game, seat).len() > before {
            last = i;
        }
    }
    last
}

/// Plays the same answers twice, with another tile in a seat's hand from one draw on. Answers after how many of them the others
/// are told different things, and after how many the seat itself is; nothing if the other tile makes an answer illegal, or does
/// not stay in the hand.
fn differences(setup: &Setup, answers: &[Answer], seat: u8, draw: usize, other: u8) -> Option<(usize, usize)> {
    let (mut one, mut two) = (Game::new(setup).unwrap(), Game::new(setup).unwrap());
    let others = Eyes::of((0..setup.seats).filter(|&eyes| eyes != seat));
    let (mut to_others, mut to_owner) = (0, 0);
    for (i, &answer) in answers.iter().enumerate() {
        let changed = if i == draw { Answer::Draw { kind: other } } else { answer };
        let first = one.apply_quietly(answer).unwrap();
        let second = two.apply_quietly(changed).ok()?;
        if i < draw {
            continue;
        }
        let differ = |eyes| told(&one, &first, eyes) != told(&two, &second, eyes);
        to_others += usize::from(differ(others) || differ(Eyes::NONE));
        to_owner += usize::from(differ(Eyes::of([seat])));
    }
    (hand(&one, seat) != hand(&two, seat)).then_some((to_others, to_owner))
}

#[test]
fn others_are_told_the_same_whatever_is_in_a_hidden_hand() {
    let mut compared = 0;
    for (seed, seats) in [(1, 2), (2, 3), (3, 5)] {
        let setup = setup(seats, "two_hidden");
        let deal = Deal::new(Seed::from_number(seed), &setup).unwrap();
        for answers in [12, 40, 90, 150] {
            let game = player::play(&setup, &deal, seed, answers).unwrap();
            for seat in 0..seats {
                let draw = drew_last(&setup, game.answers(), seat);
                // A tile that is still to be drawn, and that nobody's later answers can miss.
                let held = hand(&game, seat);
                let kinds =
                    (0..game.tiles().len() as u8).filter(|&kind| game.in_bag(kind) > 0 && !held.contains(&kind));
                for other in kinds.step_by(9).take(4) {
                    let found = differences(&setup, game.answers(), seat, draw, other);
                    let Some((to_others, to_owner)) = found else { continue };
                    assert_eq!(
                        to_others, 0,
                        "the hand of seat {seat} of {seats} shows, {answers} answers, tile {other}"
                    );
                    assert!(to_owner > 0, "the owner does not see the hand either");
                    compared += 1;
                }
            }
        }
    }
    assert!(compared > 100, "{compared} pairs of games");
}

/// What is compared above would notice an open hand.
#[test]
fn an_open_hand_is_shown_to_everybody() {
    let setup = setup(2, "two_open");
    let deal = Deal::new(Seed::from_number(4), &setup).unwrap();
    let game = player::play(&setup, &deal, 4, 30).unwrap();
    for eyes in [Eyes::NONE, Eyes::of([0]), Eyes::of([1])] {
        assert_eq!(game.view_for(eyes), game.view());
    }
    let seat = (0..2).find(|&seat| drew_last(&setup, game.answers(), seat) + 8 > game.seq()).unwrap();
    let draw = drew_last(&setup, game.answers(), seat);
    let held = hand(&game, seat);
    let mut kinds = (0..game.tiles().len() as u8).filter(|&kind| game.in_bag(kind) > 0 && !held.contains(&kind));
    let found = kinds.find_map(|other| differences(&setup, game.answers(), seat, draw, other));
    assert!(found.unwrap().0 > 0);
}

/// To others the decision of a seat with a hidden hand has no answers: where tiles may go tells which they are.
#[test]
fn only_its_owner_sees_what_a_hidden_hand_can_do() {
    let setup = setup(3, "two_hidden");
    let deal = Deal::new(Seed::from_number(5), &setup).unwrap();
    let mut asked = 0;
    for answers in 0..80 {
        let game = player::play(&setup, &deal, 5, answers).unwrap();
        let Actor::Seat(seat) = game.actor() else { continue };
        if !matches!(game.legal()[0], Answer::PlaceHeld { .. }) {
            continue;
        }
        asked += 1;
        for eyes in [Eyes::NONE, Eyes::of([(seat + 1) % 3, (seat + 2) % 3])] {
            let view = game.view_for(eyes);
            assert!(view.decision.answers.is_empty() && view.decision.tile.is_none());
            assert!(view.players[usize::from(seat)].hand.iter().all(Option::is_none));
        }
        assert_eq!(game.view_for(Eyes::of([seat])).decision.answers.len(), game.legal().len());
    }
    assert!(asked > 10);
}
