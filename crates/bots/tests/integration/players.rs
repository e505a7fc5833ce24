//! Tests properties that all players must have, and that the hard level gives obvious answers.

use std::num::NonZeroUsize;
use std::time::Duration;

use bastide_core::{Actor, Answer, Random, SmallRandom};
use bots::arena::Match;
use bots::{Agent, Budget, Level, Player, choose};
use classic::base::FOLLOWER;
use games::families::Classic;
use games::{Game, Setup};

/// A budget small enough to keep the tests quick, but large enough for more than one round of the search.
const FEW: Budget = Budget::Evaluations(400);

fn setups() -> Vec<Setup> {
    let mut setups: Vec<Setup> = (2..=5).map(Setup::base).collect();
    setups.extend((2..=6).map(|seats| Setup::base(seats).with("inns-cathedrals")));
    setups.push(Setup::base(2).option("farmers", "false").option("small_city", "2"));
    setups.push(Setup::base(3).with("inns-cathedrals").option("inn_cathedral_final", "ignore"));
    setups
}

/// Plays a random game and passes every decision of a seat to `each`.
fn random_game(setup: &Setup, seed: u64, mut each: impl FnMut(&Game, &[Answer])) {
    let mut random = SmallRandom::new(seed);
    let mut game = Game::new(setup).unwrap();
    loop {
        let legal = game.legal();
        match game.actor() {
            Actor::Nobody => return,
            Actor::Chance => {}
            Actor::Seat(_) => each(&game, &legal),
        }
        let answer = match game.actor() {
            // Each kind of tile is drawn in proportion to the number of its tiles in the bag.
            Actor::Chance if game.seq() > 0 => {
                let weigh = |answer: &Answer| match *answer {
                    Answer::Draw { kind } => u32::from(game.in_bag(kind)),
                    _ => 1,
                };
                let mut pick = random.below(legal.iter().map(weigh).sum());
                *legal
                    .iter()
                    .find(|answer| {
                        let here = pick < weigh(answer);
                        pick = pick.saturating_sub(weigh(answer));
                        here
                    })
                    .unwrap()
            }
            _ => legal[random.below(legal.len() as u32) as usize],
        };
        game.apply(answer).unwrap();
    }
}

#[test]
fn every_answer_is_legal_in_every_set_up() {
    for (i, setup) in setups().iter().enumerate() {
        let mut decisions = 0;
        random_game(setup, i as u64, |game, legal| {
            let (rules, position) = game.classic().unwrap();
            decisions += 1;
            // The quick players answer every decision, the slow players every eighth.
            let mut agent = Agent::<Classic>::new(rules, position);
            for player in Player::ALL {
                let quick = matches!(player, Player::Random | Player::Greedy | Player::Level(Level::Easy));
                if quick || decisions % 8 == 0 {
                    let answer = agent.answer(player, position, FEW, decisions);
                    assert!(legal.contains(&answer), "{player} in {game:?}: {answer:?} is not among {legal:?}");
                }
            }
        });
        assert!(decisions > 70);
    }
}

#[test]
fn the_last_turns_are_played() {
    let setup = Setup::base(2).with("inns-cathedrals");
    random_game(&setup, 5, |game, legal| {
        let (rules, position) = game.classic().unwrap();
        if position.bag().left() < 8 {
            for level in Level::ALL {
                let answer = Agent::<Classic>::new(rules, position).answer(level.into(), position, FEW, 3);
                assert!(legal.contains(&answer), "{level} in {game:?}");
            }
        }
    });
}

#[test]
fn equal_arguments_give_equal_answers() {
    random_game(&Setup::base(3), 11, |game, legal| {
        if game.seq() % 5 != 0 {
            return;
        }
        for level in Level::ALL.into_iter().filter(|level| !level.needs_time()) {
            let first = choose(game, level, Duration::from_millis(1), 42);
            assert_eq!(first, choose(game, level, Duration::from_secs(1), 42));
            assert!(legal.contains(&first));
        }
        // If the budget is a number of evaluations, the master level gives equal answers too.
        let (rules, position) = game.classic().unwrap();
        let master = || Agent::<Classic>::new(rules, position).answer(Level::Master.into(), position, FEW, 42);
        assert_eq!(master(), master());
    });
}

#[test]
fn a_search_stays_within_its_budget() {
    random_game(&Setup::base(2), 12, |game, _| {
        if game.seq() % 7 != 0 {
            return;
        }
        let (rules, position) = game.classic().unwrap();
        let mut agent = Agent::<Classic>::new(rules, position);
        agent.answer(Level::Hard.into(), position, FEW, 1);
        let weighing = agent.evaluations();
        agent.answer(Level::Master.into(), position, Budget::Evaluations(2000), 1);
        let searching = agent.evaluations() - 2 * weighing;
        // The budget is checked before each line is played out, and playing one out takes at most a few hundred evaluations.
        assert!(searching <= 2000 + 800, "{searching} evaluations in {game:?}");
    });
}

#[test]
fn single_answers_are_given_at_once_and_chance_is_not_searched() {
    let mut game = Game::new(&Setup::base(2).option("first_player", "host_seat")).unwrap();
    assert!(matches!(choose(&game, Level::Master, Duration::from_secs(3600), 1), Answer::Draw { .. }));
    let draw = game.answer("draw:cccc-pennant").unwrap();
    game.apply(draw).unwrap();
    let legal = game.legal();
    assert_eq!(legal.len(), 1, "the city of four sides fits in one way beside the start tile");
    assert_eq!(choose(&game, Level::Master, Duration::from_secs(3600), 1), legal[0]);
}

/// Plays one turn with each of these tiles and returns the words of a level's answers.
fn answers_to(level: Level, tiles: &[&str]) -> Vec<String> {
    let mut game = Game::new(&Setup::base(2).option("first_player", "host_seat")).unwrap();
    let mut words = Vec::new();
    for tile in tiles {
        let draw = game.answer(&format!("draw:{tile}")).unwrap();
        game.apply(draw).unwrap();
        while let Actor::Seat(_) = game.actor() {
            let answer = choose(&game, level, Duration::from_secs(3600), 1);
            words.push(game.word(answer));
            game.apply(answer).unwrap();
        }
    }
    words
}

#[test]
fn hard_takes_a_city_that_it_can_complete() {
    // The follower returns immediately (BASE-16), so the four points cost nothing.
    assert_eq!(answers_to(Level::Hard, &["cfff"]), ["cfff@0,-1r180", "knight:s"]);
}

#[test]
fn hard_places_a_monk_in_a_monastery() {
    let words = answers_to(Level::Hard, &["ffff-monastery"]);
    assert_eq!(words[1], "monk:c");
}

#[test]
fn hard_keeps_its_last_follower_off_poor_fields() {
    let mut last_followers = 0;
    for seed in 0..4 {
        let mut random = SmallRandom::new(seed);
        let mut game = Game::new(&Setup::base(2)).unwrap();
        while game.classic().is_some_and(|(_, position)| position.bag().left() > 35) {
            let legal = game.legal();
            let answer = match game.actor() {
                Actor::Seat(_) => choose(&game, Level::Hard, Duration::ZERO, seed),
                _ => legal[random.below(legal.len() as u32) as usize],
            };
            let (rules, position) = game.classic().unwrap();
            if let Answer::Deploy { segment, .. } = answer
                && position.supply(position.seat(), FOLLOWER) == 1
            {
                last_followers += 1;
                let root = position.board.features.root(segment);
                let mut cities = 0;
                classic::base::touched_cities(position, rules, root, |_| cities += 1);
                let farmer = game.word(answer).starts_with("farmer");
                assert!(!farmer || cities >= 2, "{} in {game:?}", game.word(answer));
            }
            game.apply(answer).unwrap();
        }
    }
    assert!(last_followers > 0, "no seat came down to its last follower, so nothing was tested");
}

/// Returns the mean margin of the first player over the second in a few games.
fn margin(players: [&str; 2], pairs: u32) -> f64 {
    let game = Match {
        setup: Setup::base(2),
        players: players.map(|player| player.parse().unwrap()),
        pairs,
        budget: FEW,
        seed: 1,
        threads: NonZeroUsize::MIN,
    };
    game.play(|_| {}).unwrap().margin().mean
}

#[test]
fn stronger_levels_win() {
    assert!(margin(["easy", "random"], 3) > 10.0);
    assert!(margin(["hard", "easy"], 3) > 15.0);
    assert!(margin(["hard", "greedy"], 4) > 0.0);
    assert!(margin(["hard", "random"], 2) > 40.0);
}

#[test]
fn a_match_is_the_same_on_any_number_of_threads() {
    let play = |threads| {
        let game = Match {
            setup: Setup::base(4).with("inns-cathedrals"),
            players: [Player::Level(Level::Easy), Player::Greedy],
            pairs: 2,
            budget: FEW,
            seed: 9,
            threads: NonZeroUsize::new(threads).unwrap(),
        };
        let games = game.play(|_| {}).unwrap().games;
        games.into_iter().map(|game| (game.scores, game.won)).collect::<Vec<_>>()
    };
    assert_eq!(play(1), play(3));
}
