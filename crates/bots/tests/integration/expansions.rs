//! Tests that the players answer every decision of the expansions, and that they choose obvious answers.

use std::num::NonZeroUsize;

use bastide_core::Spot;
use bots::arena::Match;
use bots::evaluation::classic::corrections::Corrections;
use bots::evaluation::classic::{ClassicEvaluator, Weights};
use bots::evaluation::evaluator::Evaluator;
use bots::evaluation::personality::Personality;
use bots::evaluation::uses::{Use, Uses};
use bots::{Agent, Budget, Level, Player};
use classic::Pending;
use classic::base::FOLLOWER;
use classic::mists::GUARD;
use classic::phantom::PHANTOM;
use games::deal::{Deal, Seed};
use games::families::Classic;
use games::{Actor, Answer, Game, Setup};

/// A budget small enough to keep the tests quick.
const FEW: Budget = Budget::Evaluations(150);

/// A budget large enough for a search to find an obvious answer.
const ENOUGH: Budget = Budget::Evaluations(4000);

/// Maximum number of evaluations for one decision: those of the lines, those of the search's budget, and those of the lines being played
/// out when the budget runs out. The highest number measured with all expansions was 7,976: most completed features open the City of
/// Carcassonne (COUNT-04), and every line evaluates who may enter it and where the count moves then.
const MOST_WORK: u64 = 10_000;

fn setup(line: &str) -> Setup {
    Setup::from_line(line).unwrap()
}

/// Plays a game with a different player in each seat, and checks that every answer is legal. Returns the kinds of decision that occurred.
fn play_whole_game(line: &str, players: &[Player], seed: u64) -> Vec<&'static str> {
    let setup = setup(line);
    let deal = Deal::new(Seed::from_number(seed), &setup).unwrap();
    let mut game = Game::new(&setup).unwrap();
    let (rules, start) = game.classic().unwrap();
    let rules = rules.clone();
    let mut agent = Agent::<Classic>::new(&rules, start);
    let mut met = Vec::new();
    while let Some(answer) = match game.actor() {
        Actor::Nobody => None,
        Actor::Chance => deal.answer(&game),
        Actor::Seat(seat) => {
            let (_, position) = game.classic().unwrap();
            let kind = match position.pending() {
                Pending::Place { .. } => "place",
                Pending::PlaceHeld => "held",
                Pending::Deploy { .. } => "deploy",
                Pending::Abbey => "abbey",
                Pending::Wagon(_) => "wagon",
                Pending::Capture(_) => "capture",
                Pending::Exchange(_) => "exchange",
                Pending::Dragon(_) => "dragon",
                Pending::Enter(_) => "enter",
                Pending::Courtier => "courtier",
                Pending::Count => "count",
                Pending::Ransom => "ransom",
                Pending::Double => "double",
                Pending::Escape => "escape",
                Pending::Haunt(_) => "haunt",
                Pending::Phantom(_) => "phantom",
                Pending::MageWitch => "mage-witch",
                Pending::Over | Pending::Begin | Pending::Draw | Pending::Deal | Pending::Refill => "chance",
            };
            met.push(kind);
            let player = players[usize::from(seat) % players.len()];
            let before = agent.evaluations();
            let answer = agent.answer(player, position, FEW, seed);
            let work = agent.evaluations() - before;
            assert!(work < MOST_WORK, "{line}: {work} evaluations of {player} for {kind} in {game:?}");
            Some(answer)
        }
    } {
        let refused = game.apply_raw(answer).err();
        assert!(refused.is_none(), "{line}: {refused:?} in {game:?}");
    }
    assert!(game.is_over(), "{line}: chance had no answer in {game:?}");
    met.sort_unstable();
    met.dedup();
    met
}

fn levels() -> Vec<Player> {
    Level::ALL.map(Player::from).to_vec()
}

#[test]
fn every_level_plays_whole_games_of_every_expansion() {
    let mut met = Vec::new();
    for line in [
        "carcassonne+inns-cathedrals seats=3",
        "carcassonne+river seats=3 river=both",
        "carcassonne+games-quarterly seats=3",
        "carcassonne+cathars seats=3 siege_tiles=both siege_escape=any_city_tile",
        "carcassonne+king-robber seats=3",
        "carcassonne+count seats=3 count_final=any_quarter",
        "carcassonne+abbey-mayor seats=3 wagon_move=adjacent_tiles abbey_at_end=true",
        "carcassonne+princess-dragon seats=3 fairy=on_tile princess=must dragon_moves=after_scoring",
        "carcassonne+traders-builders seats=3",
        "carcassonne+tower seats=3",
        "carcassonne+tower seats=3 hand=three_hidden",
        "carcassonne+mists seats=3",
        "carcassonne+watchtowers seats=3",
        "carcassonne+darmstadt+spiel-fair+spiel-doch+winter seats=3",
        "carcassonne+wind-roses seats=3",
        "carcassonne+cult seats=3",
        "carcassonne+mage-witch seats=3",
        "carcassonne+mists seats=5 ghost_penalty=scoring_only",
    ] {
        for three in levels().chunks(3) {
            met.extend(play_whole_game(line, three, 3));
        }
    }
    for kind in
        ["abbey", "wagon", "capture", "dragon", "enter", "courtier", "count", "double", "escape", "haunt", "held"]
    {
        assert!(met.contains(&kind), "no game asked about {kind}, so it was not tested");
    }
}

#[test]
fn all_expansions_together_are_played() {
    let line = "carcassonne+inns-cathedrals+river+games-quarterly+cathars+king-robber+count+abbey-mayor+princess-dragon\
                +traders-builders+tower+mists+watchtowers+festival+phantom+darmstadt\
                +spiel-fair+spiel-doch+winter+wind-roses+cult+mage-witch seats=3 river=both siege_tiles=both";
    let met = levels().chunks(3).map(|three| play_whole_game(line, three, 1)).collect::<Vec<_>>().concat();
    assert!(met.len() > 6 && met.contains(&"haunt"), "{met:?}");
}

#[test]
fn players_without_a_use_play_legally_and_never_use_it() {
    let player: Player = "hard-without-builder-pig".parse().unwrap();
    assert_eq!(player.to_string(), "hard-without-builder-pig");
    let game = Match {
        setup: setup("carcassonne+traders-builders seats=2"),
        players: [player, Level::Hard.into()],
        pairs: 2,
        budget: FEW,
        seed: 4,
        threads: NonZeroUsize::MIN,
    };
    let report = game.play(|_| {}).unwrap();
    assert!(report.margin().mean < 0.0, "builder and pig gained nothing: {:?}", report.margin());
    for words in ["hard-without-dragon-count", "hard-without-tower-fairy-portal-princess"] {
        let players = [words.parse().unwrap()];
        play_whole_game("carcassonne+count+princess-dragon+tower seats=2", &players, 2);
    }
    assert!("hard-without-luck".parse::<Player>().is_err());
}

/// Applies, for each of these words in turn, the first legal answer whose word begins with it.
fn follow(game: &mut Game, words: &[&str]) {
    for word in words {
        let legal = game.legal();
        let found = legal.iter().copied().find(|&answer| game.word(answer).starts_with(word));
        let listed = || legal.iter().map(|&answer| game.word(answer)).collect::<Vec<_>>();
        let answer = found.unwrap_or_else(|| panic!("{word} is not among {:?}", listed()));
        game.apply(answer).unwrap();
    }
}

/// Returns a level's answer, which does not depend on the speed of the machine.
fn answer_of(game: &Game, level: Level) -> Answer {
    let (rules, position) = game.classic().unwrap();
    Agent::<Classic>::new(rules, position).answer(level.into(), position, ENOUGH, 1)
}

/// Applies a level's answers until chance must answer.
fn play_turn(game: &mut Game, level: Level) {
    while let Actor::Seat(_) = game.actor() {
        let answer = answer_of(game, level);
        game.apply(answer).unwrap();
    }
}

/// Returns the points that seat 0 expects from a mechanic after these answers: its value with the mechanic, minus that without it.
fn expected_points(line: &str, words: &[&str], mechanic: Use) -> f32 {
    let mut game = Game::new(&setup(line)).unwrap();
    follow(&mut game, words);
    let (rules, position) = game.classic().unwrap();
    let value = |uses| {
        let mut evaluator = ClassicEvaluator::new(rules, position, Weights::default());
        evaluator.set_personality(Personality::PLAIN, uses);
        evaluator.update_bag(position);
        evaluator.values(position)[0]
    };
    value(Uses::ALL) - value(Uses::ALL.without(mechanic))
}

#[test]
fn followers_on_watchtower_tiles_are_valued() {
    let points = |role| {
        let words = ["draw:frsf-road", "frsf-road@-1,0r0", role];
        expected_points("carcassonne+watchtowers seats=2 first_player=host_seat", &words, Use::Watchtower)
    };
    let [tower, field] = ["highwayman:e", "farmer:n"].map(points);
    assert!(tower > 0.2 && field == 0.0, "{tower} {field}");
}

#[test]
fn followers_around_churches_are_valued() {
    let points = |answer| {
        let words = ["draw:frrf-church", "frrf-church@0,1r90", answer];
        expected_points("carcassonne+darmstadt seats=2 first_player=host_seat", &words, Use::Church)
    };
    let [monk, nothing] = ["monk:c", "pass"].map(points);
    assert!(monk > 0.1 && nothing == 0.0, "{monk} {nothing}");
}

#[test]
fn challenges_are_feared() {
    let points = |shrine: &str, role| {
        let placed = format!("ffff-{shrine}@0,1r0");
        let words =
            [&format!("draw:ffff-{shrine}"), &placed, "monk:c", "draw:ffff-monastery", "ffff-monastery@1,1r0", role];
        // Seat 1 has a follower on the monastery beside the shrine of seat 0.
        expected_points("carcassonne+cult seats=2 first_player=host_seat", &words, Use::Challenge)
    };
    let [challenged, alone] = ["monk:c", "pass"].map(|role| points("shrine", role));
    assert!(challenged < -0.1 && alone == 0.0, "{challenged} {alone}");
    assert_eq!(points("monastery", "monk:c"), 0.0);
}

#[test]
fn the_mage_helps_an_own_road_and_the_witch_harms_that_of_others() {
    for level in [Level::Hard, Level::Master] {
        for (seat, expected) in [(0, "mage:e@0,0"), (1, "witch:e@0,0")] {
            let mut game = Game::new(&setup("carcassonne+mage-witch seats=2 first_player=host_seat")).unwrap();
            // Seat 0 has a long road that lacks one tile.
            follow(&mut game, &["draw:ffrf-monastery", "ffrf-monastery@-1,0r270", "highwayman:e"]);
            for x in 1..=3 + seat {
                follow(&mut game, &["draw:frfr", &format!("frfr@{x},0r0"), "pass"]);
            }
            follow(&mut game, &["draw:cfdf-mage", "cfdf-mage@0,-1r0"]);
            assert_eq!(game.actor(), Actor::Seat(seat));
            let answer = game.word(answer_of(&game, level));
            assert_eq!(answer, expected, "{level} in {game:?}");
        }
    }
}

#[test]
fn a_builder_is_placed_and_its_double_turn_taken() {
    for level in [Level::Hard, Level::Master] {
        let mut game = Game::new(&setup("carcassonne+traders-builders seats=2 first_player=host_seat")).unwrap();
        follow(
            &mut game,
            &["draw:frfr", "frfr@1,0r0", "highwayman", "draw:ffff-monastery", "ffff-monastery@0,1", "monk"],
        );
        follow(&mut game, &["draw:frfr", "frfr@2,0r0", "builder", "draw:cfff", "cfff@0,-1", "knight"]);
        follow(&mut game, &["draw:frfr"]);
        play_turn(&mut game, level);
        let (_, position) = game.classic().unwrap();
        assert_eq!(position.seat(), 0, "{level}: {game:?}");
        assert!(position.extra.turn.second, "{level} did not extend the road of its builder: {game:?}");
    }
}

#[test]
fn the_dragon_is_led_to_the_followers_of_others() {
    for level in [Level::Hard, Level::Master] {
        for leader in 0..2 {
            let mut game = Game::new(&setup("carcassonne+princess-dragon seats=2 first_player=host_seat")).unwrap();
            // Seat 0's follower is west of the volcano, and seat 1's is east of it.
            follow(&mut game, &["draw:rstu", "rstu@1,0", "highwayman:n", "draw:frfr-volcano", "frfr-volcano@2,0r0"]);
            if game.actor() != Actor::Chance {
                follow(&mut game, &["pass"]);
            }
            follow(&mut game, &["draw:cfff", "cfff@0,-1", "pass", "draw:frst", "frst@3,0r0", "highwayman"]);
            if leader == 1 {
                follow(&mut game, &["draw:frfr", "frfr@-1,0r0", "pass"]);
            }
            let at = if leader == 1 { "frfr-dragon@-2,0r0" } else { "frfr-dragon@-1,0r0" };
            follow(&mut game, &["draw:frfr-dragon", at, "pass"]);
            assert_eq!(game.actor(), Actor::Seat(leader));
            let answer = answer_of(&game, level);
            let Answer::Lead { to: Spot::Tile(tile), .. } = answer else { panic!("{answer:?} in {game:?}") };
            let (_, position) = game.classic().unwrap();
            let x = position.board.tiles()[usize::from(tile)].at.x;
            assert_eq!(x, if leader == 0 { 3 } else { 1 }, "{level} of seat {leader} in {game:?}");
        }
    }
}

#[test]
fn the_festival_brings_back_the_only_follower() {
    for level in [Level::Hard, Level::Master] {
        let line = "carcassonne+festival seats=2 first_player=host_seat figures=follower:1";
        let mut game = Game::new(&setup(line)).unwrap();
        // The farmer's field touches no city.
        follow(
            &mut game,
            &["draw:ffff-monastery", "ffff-monastery@0,1", "farmer:n", "draw:frfr", "frfr@-1,0r0", "pass"],
        );
        follow(&mut game, &["draw:rssr-festival", "rssr-festival@1,0r0"]);
        let answer = answer_of(&game, level);
        assert!(matches!(answer, Answer::Return { .. }), "{level}: {answer:?} in {game:?}");
    }
}

#[test]
fn the_phantom_takes_a_road_that_scores_at_once() {
    for level in [Level::Hard, Level::Master] {
        let mut game = Game::new(&setup("carcassonne+phantom seats=2 first_player=host_seat")).unwrap();
        follow(&mut game, &["draw:ffrf-monastery", "ffrf-monastery@-1,0r270", "pass"]);
        follow(&mut game, &["draw:frfr", "frfr@1,0r0", "pass"]);
        follow(&mut game, &["draw:ffrf-monastery", "ffrf-monastery@2,0r90", "monk:c"]);
        let answer = answer_of(&game, level);
        assert!(matches!(answer, Answer::Deploy { figure: PHANTOM, .. }), "{level}: {answer:?} in {game:?}");
    }
}

#[test]
fn a_quarter_rose_is_placed_in_its_quarter() {
    for level in [Level::Hard, Level::Master] {
        let mut game = Game::new(&setup("carcassonne+wind-roses seats=2 first_player=host_seat")).unwrap();
        follow(&mut game, &["draw:ffff-monastery", "ffff-monastery@0,1r0", "monk:c", "draw:cfcf-rose-nw"]);
        play_turn(&mut game, level);
        let (_, position) = game.classic().unwrap();
        assert_eq!(position.score(1), 3, "{level}: {game:?}");
    }
}

#[test]
fn towers_only_capture_other_players_followers() {
    let mut game = Game::new(&setup("carcassonne+tower seats=2 first_player=host_seat")).unwrap();
    let mut captures = 0;
    let deal = Deal::new(Seed::from_number(9), game.setup()).unwrap();
    while let Some(answer) = match game.actor() {
        Actor::Nobody => None,
        Actor::Chance => deal.answer(&game),
        Actor::Seat(seat) => {
            let answer = answer_of(&game, Level::Hard);
            if let Answer::Capture { figure } = answer {
                let (_, position) = game.classic().unwrap();
                assert_ne!(position.board.features.figure(figure).seat, seat);
                captures += 1;
            }
            Some(answer)
        }
    } {
        game.apply(answer).unwrap();
    }
    assert!(captures > 4, "{captures} prisoners were taken in a game");
}

/// Creates a game with ghosts in which seat 0 begins.
fn misty_game() -> Game {
    Game::new(&setup("carcassonne+mists seats=2 first_player=host_seat")).unwrap()
}

/// Returns the word for the answer that a level chooses.
fn word_of(game: &Game, level: Level) -> String {
    game.word(answer_of(game, level))
}

/// Returns the hard level's answer without learned corrections.
fn unlearned_answer(game: &Game) -> Answer {
    let (rules, position) = game.classic().unwrap();
    let mut agent = Agent::<Classic>::new(rules, position);
    agent.evaluator_mut().learn(&Corrections::NONE);
    agent.answer(Player::Level(Level::Hard), position, FEW, 1)
}

#[test]
fn a_ghost_goes_to_the_knight_whose_city_is_scored_now() {
    let mut game = misty_game();
    follow(
        &mut game,
        &["draw:frfr", "frfr@-1,1r0", "pass", "draw:city-curve-right", "city-curve-right@0,-1r90", "knight"],
    );
    follow(&mut game, &["draw:frfr", "frfr@-2,1r0", "pass", "draw:frfr", "frfr@-1,-1r0", "farmer"]);
    // The tile extends the mist of the start tile and completes the knight's city, so a ghost there costs two points instead of one.
    follow(&mut game, &["draw:city-mist-esw", "city-mist-esw@1,-1r270"]);
    for level in [Level::Hard, Level::Master] {
        assert!(word_of(&game, level).starts_with("haunt:1:knight"), "{level} in {game:?}");
    }
}

#[test]
fn a_ghost_on_own_followers_goes_where_it_costs_least() {
    let mut game = misty_game();
    follow(&mut game, &["draw:city-curve-right", "city-curve-right@0,-1r90", "knight"]);
    follow(&mut game, &["draw:frfr", "frfr@-1,1r0", "pass", "draw:frfr", "frfr@-1,-1r0", "farmer"]);
    follow(&mut game, &["draw:frfr", "frfr@-2,1r0", "pass", "draw:cfff", "cfff@0,2r180"]);
    for level in [Level::Hard, Level::Master] {
        assert!(word_of(&game, level).starts_with("haunt:0:farmer"), "{level} in {game:?}");
    }
}

#[test]
fn a_third_ghost_frees_a_city_to_take_over() {
    let mut game = misty_game();
    follow(&mut game, &["draw:frfr", "frfr@-1,1r0", "pass", "draw:city-curve-right", "city-curve-right@0,-1r90"]);
    follow(&mut game, &["knight", "draw:city-mist-esw", "city-mist-esw@0,2r180", "haunt:1:knight", "pass"]);
    follow(&mut game, &["draw:frfr", "frfr@2,0r0", "farmer", "draw:city-mist-s", "city-mist-s@-1,2r270"]);
    follow(&mut game, &["haunt:1:knight", "pass", "draw:frfr", "frfr@3,0r0", "pass", "draw:city2-mist-es"]);
    follow(&mut game, &["city2-mist-es@1,-1r0"]);
    // With learned corrections, the player would choose the farmer as the victim here.
    let answer = unlearned_answer(&game);
    assert!(game.word(answer).starts_with("haunt:1:knight"), "{} in {game:?}", game.word(answer));
    game.apply(answer).unwrap();
    play_turn(&mut game, Level::Hard);
    let (_, position) = game.classic().unwrap();
    assert_eq!(position.supply(1, FOLLOWER), 4, "the knight went home: {game:?}");
    assert_eq!(position.supply(0, FOLLOWER) + position.supply(0, GUARD), 6, "the city was taken: {game:?}");
}

#[test]
fn a_castle_in_the_mist_is_taken() {
    let mut game = misty_game();
    follow(&mut game, &["draw:castle-plain-ne", "castle-plain-ne@1,-1r180"]);
    // With learned corrections, the player would keep the follower for later here.
    let answer = unlearned_answer(&game);
    assert!(game.word(answer).contains("lord:"), "{} in {game:?}", game.word(answer));
}
