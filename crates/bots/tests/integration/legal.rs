//! Tests that every choice of every computer player is legal, in every game.

use bots::{Agent, AgentFamily};
use bots::{Budget, Level, Player};
use games::deal::{Deal, Seed};
use games::{Actor, Answer, Game, Setup, with_family};
use testkit::conformance::{
    base_set_ups, combinations, haunted, pairs, random_set_ups, rare_events, single_expansions, team,
};
use testkit::effort;

/// A budget small enough to keep the tests quick.
const FEW: Budget = Budget::Evaluations(20);

/// Plays a game, or its first `most` answers, with the players answering in rotation. Calls `met` for each of their choices.
fn play<F: AgentFamily>(
    game: &mut Game,
    deal: &Deal,
    players: &[Player],
    most: usize,
    met: &mut dyn FnMut(&Game, Answer),
) {
    let Some((rules, position)) = game.of::<F>() else { panic!("{game:?} is of another family") };
    let rules = rules.clone();
    let mut agent = Agent::<F>::new(&rules, position);
    while game.seq() < most {
        let answer = match (game.actor(), game.of::<F>()) {
            (Actor::Seat(seat), Some((_, position))) => {
                let player = players[(game.seq() + usize::from(seat)) % players.len()];
                let answer = agent.answer(player, position, FEW, game.seq() as u64);
                let whole =
                    || format!("{player} chose {answer:?} in {}: {:?}", game.setup().canonical(), game.answers());
                assert!(game.legal().contains(&answer), "{}", whole());
                met(game, answer);
                answer
            }
            (Actor::Chance, _) => deal.answer(game).unwrap(),
            _ => return,
        };
        game.apply_raw(answer).unwrap();
    }
}

/// Like [`play`], but starts a new game with a set-up.
fn play_of(setup: &Setup, seed: u64, players: &[Player], most: usize, mut met: impl FnMut(&Game, Answer)) {
    let mut game = Game::new(setup).unwrap();
    let deal = Deal::new(Seed::from_number(seed), setup).unwrap();
    let played = with_family!(setup.game.as_str(), F => play::<F>(&mut game, &deal, players, most, &mut met));
    assert!(played.is_some(), "{} has no players", setup.game);
}

/// The City of Carcassonne is on the map even without the count, and the dragon must not enter it in either case (COUNT-12).
#[test]
fn the_dragon_stays_out_of_a_city_without_its_count() {
    let setup = Setup::from_line("carcassonne+count+princess-dragon seats=2 without=count").unwrap();
    for player in [Level::Medium, Level::Hard].map(Player::from) {
        let mut steps = 0;
        play_of(&setup, 4, &[player], usize::MAX, |_, answer| {
            steps += u32::from(matches!(answer, Answer::Lead { .. }))
        });
        assert!(steps > 20, "{player} led the dragon {steps} times");
    }
}

/// Plays a game of each set-up, with all levels answering in rotation.
fn levels_play(set_ups: &[Setup], seed: u64, most: usize) {
    let players: Vec<Player> = Level::ALL.map(Player::from).to_vec();
    let mut choices = 0;
    for (i, setup) in set_ups.iter().enumerate() {
        play_of(setup, seed + i as u64, &players, most, |_, _| choices += 1);
    }
    assert!(choices > 10 * set_ups.len(), "{choices} choices in {} set-ups", set_ups.len());
}

#[test]
fn expansions_alone_and_in_pairs_are_played_legally() {
    levels_play(&single_expansions(), 100, usize::MAX);
    levels_play(&effort::sample(pairs(), 2), 200, usize::MAX);
}

#[test]
fn mixtures_are_played_legally() {
    levels_play(&random_set_ups(effort::count(70, 400)), 300, 200);
}

#[test]
fn the_base_game_is_played_legally() {
    levels_play(&base_set_ups(), 400, 100);
}

#[test]
fn standalone_games_are_played_legally() {
    for game in ["hunters", "discovery", "coop"] {
        levels_play(&effort::sample(combinations(game), 7), 500, 100);
    }
    levels_play(&[team(), haunted(), rare_events()].concat(), 600, usize::MAX);
}
