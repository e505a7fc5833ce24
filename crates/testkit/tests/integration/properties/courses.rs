//! Generates set-ups and positions that shrink to fewer expansions, default options, fewer answers, and answers earlier in the list.

use std::collections::BTreeSet;
use std::fmt;
use std::sync::LazyLock;

use bastide_core::{Answer, Event};
use games::deal::{Deal, Seed};
use games::info::{GameInfo, Info, OptionOfPart, info};
use games::setup::CARCASSONNE;
use games::{Game, Setup};
use proptest::collection::vec;
use proptest::prelude::*;
use proptest::sample::select;
use testkit::conformance::{haunted, rare_events, team};
use testkit::player;

static INFO: LazyLock<Info> = LazyLock::new(info);

/// Number of players' answers that is enough for a complete game.
const WHOLE_GAME_ANSWERS: usize = 1500;

/// Generates set-ups of any game with any of its expansions, options, omitted elements, and numbers of seats. Occasionally generates one
/// with custom tiles that cause rare events.
pub fn set_ups() -> impl Strategy<Value = Setup> {
    let mixed =
        prop_oneof![3 => Just(CARCASSONNE), 2 => select(INFO.games.iter().map(|game| game.id).collect::<Vec<_>>())];
    let seldom = LazyLock::new(|| [rare_events(), haunted(), team()].concat());
    prop_oneof![9 => mixed.prop_flat_map(of_game), 1 => select(seldom.clone())]
}

/// Generates any set-up of a game.
pub fn of_game(id: &'static str) -> impl Strategy<Value = Setup> {
    let game = INFO.games.iter().find(|game| game.id == id).expect("the game is listed");
    let parts = vec(prop::bool::weighted(0.4), game.expansions.len());
    let expansions = parts.prop_map(|chosen| {
        let chosen = game.expansions.iter().zip(chosen).filter(|(_, chosen)| *chosen);
        chosen.map(|(part, _)| (*part).to_owned()).collect::<Vec<_>>()
    });
    expansions.prop_flat_map(|expansions| with_parts(game, expansions))
}

/// Generates an index among an option's values. Carcassonne is seldom played with hands, because most rules are about the drawn tile.
fn values_of(option: &OptionOfPart) -> BoxedStrategy<usize> {
    let any = 0..option.values.len();
    if option.game == CARCASSONNE && option.name == "hand" {
        prop_oneof![3 => Just(0), 1 => any].boxed()
    } else {
        any.boxed()
    }
}

/// Generates any set-up of a game with these expansions.
fn with_parts(game: &'static GameInfo, expansions: Vec<String>) -> impl Strategy<Value = Setup> {
    let chosen = |part: &str| expansions.iter().any(|id| id == part);
    let parts: Vec<_> = INFO.expansions.iter().filter(|part| part.game == game.id && chosen(part.id)).collect();
    let options: Vec<_> =
        INFO.options.iter().filter(|o| o.game == game.id && (o.part == game.part || chosen(o.part))).collect();
    let elements: Vec<_> = parts.iter().flat_map(|part| part.elements.iter().copied()).collect();
    let most = parts.iter().map(|part| part.max_seats).fold(game.max_seats, u8::max);
    let values = options.iter().map(|option| values_of(option)).collect::<Vec<_>>();
    let out = vec(prop::bool::weighted(0.08), elements.len());
    (game.min_seats..=most, values, out, any::<u8>()).prop_map(move |(seats, values, out, first)| {
        let mut setup = Setup { expansions: expansions.clone(), ..Setup::of(game.id, seats) };
        for (option, value) in options.iter().zip(values) {
            setup = setup.option(option.name, option.values[value]);
        }
        let left_out = elements.iter().zip(out).filter(|(_, out)| *out).map(|(element, _)| (*element).to_owned());
        setup.without = left_out.collect::<BTreeSet<_>>().into_iter().collect();
        setup.first_seat = first % seats;
        setup
    })
}

/// A course of play: a set-up, the seed of its deal, and a number for every answer that a player gives.
#[derive(Clone)]
pub struct Course {
    pub setup: Setup,
    pub seed: u64,
    pub choices: Vec<u16>,
}

/// Generates courses of play for these set-ups: most stop early, some reach the end of the game.
pub fn courses(set_ups: impl Strategy<Value = Setup>) -> impl Strategy<Value = Course> {
    let choices = prop_oneof![
        4 => vec(any::<u16>(), 0..60),
        3 => vec(any::<u16>(), 0..250),
        1 => vec(any::<u16>(), WHOLE_GAME_ANSWERS),
    ];
    (set_ups, 0..1u64 << 20, choices).prop_map(|(setup, seed, choices)| Course { setup, seed, choices })
}

impl Course {
    pub fn deal(&self) -> Deal {
        Deal::new(Seed::from_number(self.seed), &self.setup).expect("the set-up is valid")
    }

    /// Plays the course. After every answer, calls `see` with the game before it, the answer, its events, and the game after it.
    ///
    /// # Errors
    /// Returns the first failed check.
    pub fn follow(
        &self,
        mut see: impl FnMut(&Game, Answer, &[Event], &Game) -> Result<(), TestCaseError>,
    ) -> Result<Game, TestCaseError> {
        let deal = self.deal();
        let mut game = Game::new(&self.setup).expect("the set-up is valid");
        let mut choices = self.choices.iter();
        while let Some(answer) = next(&game, &deal, &mut choices) {
            let before = game.clone();
            let events = game.apply_raw(answer).expect("it is listed");
            see(&before, answer, &events, &game)?;
        }
        Ok(game)
    }

    /// Returns the game at the end of the course.
    pub fn play(&self) -> Game {
        self.follow(|_, _, _, _| Ok(())).expect("there are no checks")
    }
}

/// Returns the next answer: chance's from the deal, or a player's from the next number. Returns `None` if no number is left.
fn next<'a>(game: &Game, deal: &Deal, choices: &mut impl Iterator<Item = &'a u16>) -> Option<Answer> {
    if game.is_over() {
        return None;
    }
    deal.answer(game).or_else(|| choices.next().and_then(|&number| answer_to(game, number)))
}

/// Converts a number to a player's answer: two numbers in three give a tidy answer, and 0 gives the first listed one.
pub fn answer_to(game: &Game, number: u16) -> Option<Answer> {
    player::pick(game, !number.is_multiple_of(3), |count| u32::from(number / 3) % count)
}

impl fmt::Debug for Course {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{} deal={} choices={:?}:", self.setup.canonical(), self.seed, self.choices)?;
        let mut game = Game::new(&self.setup).map_err(|_| fmt::Error)?;
        for &answer in self.play().answers() {
            write!(f, " {}", game.word(answer))?;
            game.apply_raw(answer).map_err(|_| fmt::Error)?;
        }
        Ok(())
    }
}
