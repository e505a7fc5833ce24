//! Tests that, in Hunters & Gatherers, The Discovery and Carcassonne with hands, the players answer every decision, do not use hands hidden
//! from them, and choose obvious answers.

use std::num::NonZeroUsize;
use std::sync::Arc;
use std::time::Duration;

use bastide_core::tile::PILE_BAG;
use bots::arena::Match;
use bots::search::config::SearchRequest;
use bots::{Agent, AgentFamily, Budget, Level, Player, choose};
use games::deal::{Deal, Seed};
use games::families::{Classic, Discovery, Hunters};
use games::{Actor, Answer, Game, Setup, with_family};

/// A budget small enough to keep the tests quick.
const FEW: Budget = Budget::Evaluations(150);

fn setup(line: &str) -> Setup {
    Setup::from_line(line).unwrap()
}

/// Returns set-ups of these games, covering each number of seats and each value of some options.
fn setups() -> Vec<String> {
    let mut lines = Vec::new();
    for seats in 2..=5 {
        for edition in ["first", "later"] {
            lines.push(format!("hunters seats={seats} edition={edition}"));
        }
        for options in ["hand=one", "hand=two_open equal_turns=printed", "hand=two_hidden", "equal_turns=even"] {
            lines.push(format!("discovery seats={seats} {options}"));
        }
    }
    lines.push("hunters seats=3 count_by=tile".to_owned());
    for of_carcassonne in [
        "carcassonne seats=2 hand=three_hidden",
        "carcassonne+inns-cathedrals seats=4 hand=two_open",
        "carcassonne+river+princess-dragon+traders-builders seats=2 hand=two_hidden",
        "carcassonne+abbey-mayor+tower+count+mists seats=3 hand=three_open",
    ] {
        lines.push(of_carcassonne.to_owned());
    }
    lines
}

/// Plays a game with a different player in each seat, and checks that every answer is legal. Returns the finished game.
fn play_whole_game<F: AgentFamily>(line: &str, players: &[Player], seed: u64) -> Game {
    let setup = setup(line);
    let deal = Deal::new(Seed::from_number(seed), &setup).unwrap();
    let mut game = Game::new(&setup).unwrap();
    let (rules, start) = game.of::<F>().unwrap();
    let rules = Arc::clone(rules);
    let mut agent = Agent::<F>::new(&rules, start);
    while let Some(answer) = match game.actor() {
        Actor::Nobody => None,
        Actor::Chance => deal.answer(&game),
        Actor::Seat(seat) => {
            let player = players[usize::from(seat) % players.len()];
            Some(agent.answer(player, game.of::<F>().unwrap().1, FEW, seed))
        }
    } {
        let refused = game.apply_raw(answer).err();
        assert!(refused.is_none(), "{line}: {refused:?} in {game:?}");
    }
    assert!(game.is_over(), "{line}: chance had no answer in {game:?}");
    game
}

#[test]
fn every_level_plays_whole_games_of_every_set_up() {
    let mut others = [Level::Easy, Level::Master, Level::Medium, Level::Baron, Level::Thief].map(Player::from);
    for (seed, line) in setups().iter().enumerate() {
        others.rotate_left(1);
        let levels = [&[Level::Hard.into()], &others[..]].concat();
        let game = with_family!(setup(line).game.as_str(), F => play_whole_game::<F>(line, &levels, seed as u64));
        let game = game.unwrap();
        // The hard level, in seat 0, plays well enough to reach this score.
        let least = if line.starts_with("hunters") { 40 } else { 15 };
        assert!(game.score(0) >= least, "{line}: {:?}", game.scores());
    }
}

#[test]
fn every_kind_of_decision_is_met_and_answered() {
    let mut members_called_back = 0;
    for seed in 0..6 {
        let game = play_whole_game::<Hunters>("hunters seats=2 edition=later", &[Level::Hard.into()], seed);
        members_called_back += game.answers().iter().filter(|answer| matches!(answer, Answer::Return { .. })).count();
    }
    assert!(members_called_back > 0, "no shaman called a member back, so it was not tested");
    let game = play_whole_game::<Discovery>("discovery seats=2 hand=two_open", &[Level::Hard.into()], 1);
    let count = |what: fn(&Answer) -> bool| game.answers().iter().filter(|answer| what(answer)).count();
    let (placed, back) = (
        count(|answer| matches!(answer, Answer::Deploy { .. })),
        count(|answer| matches!(answer, Answer::Return { .. })),
    );
    // At most four followers of each seat can remain on the map; a seat that placed more must have taken some back.
    assert!(placed > 16 && placed - back <= 8, "{placed} placed, {back} taken back");
}

/// Applies this number of the greedy player's answers, then advances to the next decision of a seat.
fn game_after<F: AgentFamily>(line: &str, seed: u64, answers: usize) -> Game {
    let setup = setup(line);
    let deal = Deal::new(Seed::from_number(seed), &setup).unwrap();
    let mut game = Game::new(&setup).unwrap();
    let (rules, start) = game.of::<F>().unwrap();
    let rules = Arc::clone(rules);
    let mut agent = Agent::<F>::new(&rules, start);
    while game.seq() < answers || game.actor() == Actor::Chance {
        let answer = match game.actor() {
            Actor::Chance => deal.answer(&game).unwrap(),
            _ => agent.answer(Player::Greedy, game.of::<F>().unwrap().1, FEW, seed),
        };
        game.apply_raw(answer).unwrap();
    }
    game
}

#[test]
fn equal_arguments_give_equal_answers() {
    fn holds<F: AgentFamily>(line: &str) {
        for answers in [6, 60, 120] {
            let game = game_after::<F>(line, 2, answers);
            for level in Level::ALL.into_iter().filter(|level| !level.needs_time()) {
                let first = choose(&game, level, Duration::from_millis(1), 42);
                assert_eq!(first, choose(&game, level, Duration::from_secs(1), 42));
            }
            let (rules, position) = game.of::<F>().unwrap();
            let master = || Agent::<F>::new(rules, position).answer(Level::Master.into(), position, FEW, 42);
            assert_eq!(master(), master());
        }
    }
    holds::<Hunters>("hunters seats=2");
    holds::<Discovery>("discovery seats=2");
    holds::<Discovery>("discovery seats=3 hand=two_hidden");
    holds::<Classic>("carcassonne+traders-builders seats=3 hand=three_hidden");
}

#[test]
fn players_do_not_look_at_hidden_hands() {
    check_hidden_hands::<Discovery>("discovery seats=3 hand=two_hidden");
    check_hidden_hands::<Classic>("carcassonne seats=3 hand=two_hidden");
    check_hidden_hands::<Classic>("carcassonne+princess-dragon+tower seats=3 hand=three_hidden");
}

fn check_hidden_hands<F: AgentFamily>(line: &str) {
    let mut changed = 0;
    for (seed, answers) in [(1, 20), (2, 60), (3, 100), (4, 150), (5, 180)] {
        let game = game_after::<F>(line, seed, answers);
        let (rules, position) = game.of::<F>().unwrap();
        let me = position.seat();
        let other = (me + 1) % 3;
        let may_be_held = |kind| rules.kind(kind).pile == PILE_BAG && !F::is_put_aside(position, rules, kind);
        let drawn = (0..rules.kinds.len() as u16).filter(|&kind| may_be_held(kind));
        for kind in drawn.filter(|&kind| position.bag().count(kind) > 0 && position.hand(other)[0] != kind) {
            let mut twin = position.clone();
            twin.substitute_held(rules, other, 0, kind);
            for player in
                [Level::Easy, Level::Hard, Level::Master].map(Player::from).into_iter().chain([Player::Greedy])
            {
                let answer = |position| Agent::<F>::new(rules, position).answer(player, position, FEW, 9);
                assert_eq!(answer(position), answer(&twin), "{player} saw a hidden hand in {game:?}");
            }
            let told = |position| {
                let mut agent = Agent::<F>::new(rules, position);
                let request = SearchRequest { explain: true, ..SearchRequest::of_player(FEW, agent.config, 9) };
                agent.search(position, &request)
            };
            assert_eq!(told(position), told(&twin), "an analysis saw a hidden hand in {game:?}");
            changed += 1;
            if changed % 6 == 0 {
                break;
            }
        }
    }
    assert!(changed > 20);
}

#[test]
fn master_stays_within_its_budget() {
    for line in ["hunters seats=2", "hunters seats=2 edition=later"] {
        let game = game_after::<Hunters>(line, 7, 80);
        let (rules, position) = game.of::<Hunters>().unwrap();
        let mut agent = Agent::<Hunters>::new(rules, position);
        agent.answer(Level::Hard.into(), position, FEW, 1);
        let weighing = agent.evaluations();
        agent.answer(Level::Master.into(), position, Budget::Evaluations(3000), 1);
        let searching = agent.evaluations() - 2 * weighing;
        // The budget is checked before each line is played out, and playing one out takes as many evaluations as a few turns need.
        assert!((1000..3000 + 1500).contains(&searching), "{searching} evaluations in {game:?}");
    }
}

/// Returns the mean margin of the first player over the second in a few games.
fn margin(line: &str, players: [&str; 2], pairs: u32) -> f64 {
    let game = Match {
        setup: setup(line),
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
    for line in [
        "hunters seats=2",
        "hunters seats=3 edition=later",
        "discovery seats=2",
        "discovery seats=2 hand=two_open",
        "carcassonne seats=2 hand=three_hidden",
    ] {
        assert!(margin(line, ["easy", "random"], 2) > 15.0, "{line}");
        assert!(margin(line, ["hard", "easy"], 2) > 25.0, "{line}");
        assert!(margin(line, ["hard", "greedy"], 2) > 5.0, "{line}");
    }
}

#[test]
fn a_match_is_the_same_on_any_number_of_threads() {
    let play = |threads| {
        let game = Match {
            setup: setup("discovery seats=4 hand=two_hidden equal_turns=even"),
            players: [Player::Level(Level::Hard), Player::Greedy],
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
