//! Positions that differ only in hidden information look the same to every viewer who may not see it (invariant 6 of ARCHITECTURE.md).

use bastide_core::tile::PILE_BAG;
use bastide_core::{Actor, Answer, Event, SmallRandom};
use bots::search::determinize::determinize;
use bots::{AnalysisRequest, Budget, analyse};
use games::setup::{CARCASSONNE, DISCOVERY};
use games::{Game, Setup, Viewer, with_family};
use proptest::prelude::*;

use crate::properties::config;
use crate::properties::courses::{Course, courses, of_game};

/// Two games that look the same to a viewer, and that viewer.
struct Pair {
    one: Game,
    two: Game,
    viewer: Viewer,
}

/// Generates set-ups in which players hide their hands from each other.
fn hidden_hands() -> impl Strategy<Value = Setup> {
    let two = of_game(DISCOVERY).prop_map(|setup| setup.option("hand", "two_hidden"));
    let three = of_game(CARCASSONNE).prop_map(|setup| setup.option("hand", "three_hidden"));
    prop_oneof![2 => two, 1 => three]
}

fn hand(game: &Game, seat: u8) -> Vec<u16> {
    with_family!(game.setup().game.as_str(), F => game.of::<F>().unwrap().1.hand(seat).to_vec()).unwrap()
}

/// Returns the number of tiles of a kind that can still be drawn into a hand.
fn in_bag(game: &Game, kind: u16) -> usize {
    with_family!(game.setup().game.as_str(), F => {
        let (rules, position) = game.of::<F>().unwrap();
        usize::from(position.bag().count(kind)) * usize::from(rules.kind(kind).pile == PILE_BAG)
    })
    .unwrap()
}

/// Returns the game, and for each seat the index of the draw that brought each tile in its hand, in the order of the hand.
fn draws_in_hands(course: &Course) -> (Game, Vec<Vec<usize>>) {
    let mut draws = vec![Vec::new(); usize::from(course.setup.seats)];
    let game = course.follow(|before, answer, events, game| {
        for event in events {
            match (event, answer) {
                (&Event::Taken { seat, .. }, _) => draws[usize::from(seat)].push(before.seq()),
                (&Event::Placed { seat, .. }, Answer::PlaceHeld { slot, .. }) => {
                    draws[usize::from(seat)].remove(usize::from(slot));
                }
                // When none of a hand's tiles fits anywhere, they leave the game, first tile first. River tiles are not in a hand.
                (Event::Discarded { .. }, _) => {
                    let seat =
                        (0..game.setup().seats).find(|&seat| hand(game, seat).len() < draws[usize::from(seat)].len());
                    seat.map(|seat| draws[usize::from(seat)].remove(0));
                }
                _ => {}
            }
        }
        Ok(())
    });
    (game.expect("there are no checks"), draws)
}

/// Replays the game with different tiles in the hands that the viewer cannot see, drawn from all tiles that the viewer does not know.
fn pair(course: &Course, viewer: Viewer, shuffle: u64) -> Result<Pair, TestCaseError> {
    let (one, draws) = draws_in_hands(course);
    let hidden: Vec<u8> = (0..course.setup.seats).filter(|&seat| !viewer.may_see(seat)).collect();
    let places: Vec<usize> = hidden.iter().flat_map(|&seat| draws[usize::from(seat)].iter().copied()).collect();
    let mut unseen: Vec<u16> = hidden.iter().flat_map(|&seat| hand(&one, seat)).collect();
    for kind in 0..one.tiles().len() as u16 {
        unseen.resize(unseen.len() + in_bag(&one, kind), kind);
    }
    SmallRandom::new(shuffle).shuffle(&mut unseen);
    let mut two = Game::new(&course.setup).unwrap();
    let mut replayed = two.clone();
    for (at, &answer) in one.answers().iter().enumerate() {
        let place = places.iter().position(|&place| place == at);
        let changed = match place {
            Some(place) => Answer::Draw { kind: unseen[place] },
            // The tile may be at a different index in the other hand.
            None => two.answer(&replayed.word(answer)).map_err(|why| TestCaseError::fail(why.to_string()))?,
        };
        let first = replayed.apply_raw(answer).unwrap();
        let second = two.apply_raw(changed).map_err(|why| match place {
            Some(_) => TestCaseError::reject("a tile that was put aside at that time could not be drawn"),
            None => TestCaseError::fail(why.to_string()),
        })?;
        let shows = |events: &[Event]| {
            let shown = |event: &&Event| matches!(event, Event::Discarded { .. } | Event::SetAside { .. });
            events.iter().filter(shown).count()
        };
        if shows(&first) != shows(&second) {
            return Err(TestCaseError::reject("tiles that fit nowhere or are put aside are shown to all"));
        }
        if replayed.answers() != two.answers() {
            prop_assert_eq!(replayed.show(&first, viewer), two.show(&second, viewer), "after {} answers", at + 1);
        }
    }
    prop_assume!(one.answers() != two.answers(), "the hands are the same");
    Ok(Pair { one, two, viewer })
}

impl Pair {
    /// Checks that both games look the same: everything that may be shown, and the answers of a seat whose hand is visible.
    fn check_views_are_equal(&self) -> Result<(), TestCaseError> {
        let (one, two) = (self.one.view_for(self.viewer), self.two.view_for(self.viewer));
        prop_assert_eq!(one, two);
        prop_assert_eq!(self.one.view_for(Viewer::NONE), self.two.view_for(Viewer::NONE));
        prop_assert_eq!(self.one.actor(), self.two.actor());
        prop_assert!(self.one.view() != self.two.view() || self.one.is_over(), "the hands do not differ");
        if let Actor::Seat(seat) = self.one.actor()
            && self.viewer.may_see(seat)
        {
            prop_assert_eq!(self.one.legal(), self.two.legal());
        }
        Ok(())
    }

    /// Checks that a computer player that may not see the other hands considers the same positions in both games.
    fn check_bot_ignores_hands(&self, seed: u64) -> Result<(), TestCaseError> {
        for seat in (0..self.one.setup().seats).filter(|&seat| self.viewer == Viewer::of([seat])) {
            let determinized = |game: &Game| {
                with_family!(game.setup().game.as_str(), F => {
                    let (rules, position) = game.of::<F>().unwrap();
                    let (mut position, mut bytes) = (position.clone(), Vec::new());
                    determinize(rules, &mut position, seat, &mut SmallRandom::new(seed));
                    position.write(rules, &mut bytes);
                    bytes
                })
                .unwrap()
            };
            prop_assert!(determinized(&self.one) == determinized(&self.two), "seat {seat} determinizes other hands");
            if self.one.actor() == Actor::Seat(seat) && seed.is_multiple_of(4) {
                let request = AnalysisRequest::new(Budget::Evaluations(60), seed);
                prop_assert_eq!(analyse(&self.one, &request), analyse(&self.two, &request));
            }
        }
        Ok(())
    }
}

/// Generates a course with hidden hands, a viewer, and a seed for the replaced tiles.
fn viewed_course() -> impl Strategy<Value = (Course, Viewer, u64)> {
    (courses(hidden_hands()), prop::option::weighted(0.9, any::<u8>()), any::<u64>()).prop_map(
        |(course, seat, other)| {
            let viewer = seat.map_or(Viewer::NONE, |seat| Viewer::of([seat % course.setup.seats]));
            (course, viewer, other)
        },
    )
}

proptest! {
    #![proptest_config(config(700))]

    #[test]
    fn hidden_hands_make_no_difference((course, viewer, other) in viewed_course()) {
        let pair = pair(&course, viewer, other)?;
        pair.check_views_are_equal()?;
        pair.check_bot_ignores_hands(other)?;
    }
}

proptest! {
    #![proptest_config(config(100))]

    /// While a seat with a hidden hand decides, other seats do not see its legal answers, which would reveal its tiles.
    #[test]
    fn only_the_owner_sees_a_hidden_hand_and_its_answers((course, viewer, _) in viewed_course()) {
        let game = course.play();
        let view = game.view_for(viewer);
        for player in view.players.iter().filter(|player| !viewer.may_see(player.seat) && !view.over) {
            prop_assert!(player.hand.iter().all(Option::is_none));
        }
        let held = matches!(game.legal().first(), Some(Answer::PlaceHeld { .. }));
        if let (Actor::Seat(seat), true) = (game.actor(), held) {
            prop_assert_eq!(view.decision.answers.len(), if viewer.may_see(seat) { game.legal().len() } else { 0 });
            prop_assert!(view.decision.tile.is_none());
        }
    }

    /// Hiding must not go too far: open hands stay visible.
    #[test]
    fn open_hands_are_shown_to_everyone((course, viewer, _) in viewed_course()) {
        let open = course.setup.options["hand"].replace("hidden", "open");
        let open = Course { setup: course.setup.clone().option("hand", &open), ..course };
        let game = open.play();
        prop_assert_eq!(game.view_for(viewer), game.view());
    }
}
