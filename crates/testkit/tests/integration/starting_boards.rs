//! Starting boards: every position at the beginning of a turn can be written as a board, and a game that begins with it continues alike.

use bastide_core::{Actor, Answer, Random, SmallRandom};
use games::deal::{Deal, Seed};
use games::{Game, Setup, StartingBoard, snapshot};
use testkit::conformance::set_ups;
use testkit::{effort, player};

/// Returns the legal answers as words, sorted.
fn words(game: &Game) -> Vec<String> {
    let mut words: Vec<String> = game.legal().into_iter().map(|answer| game.word(answer)).collect();
    words.sort();
    words
}

/// Plays both games to their end with the same random words, and returns the final scores.
fn finish(mut one: Game, mut other: Game, random: &mut SmallRandom, what: &str) -> Vec<i32> {
    while !one.is_over() {
        let words = words(&one);
        assert_eq!(words, self::words(&other), "{what}, after {} answers", other.seq());
        let word = &words[random.below(words.len() as u32) as usize];
        for game in [&mut one, &mut other] {
            let answer = game.answer(word).unwrap_or_else(|why| panic!("{what}: {word}: {why}"));
            game.apply_raw(answer).unwrap();
        }
        assert_eq!(one.scores(), other.scores(), "{what}: after {word}");
    }
    assert!(other.is_over(), "{what}: {:?}", words(&other));
    assert_eq!(one.scores(), other.scores(), "{what}");
    one.scores()
}

/// Compares the board of a position with the position, and plays one in `finished` to the end. Returns whether a board can represent the
/// position.
fn compare(game: &Game, finished: usize, random: &mut SmallRandom) -> bool {
    let what = format!("{game:?}");
    let Some(board) = StartingBoard::of_exactly(game) else { return false };
    let setup = Setup { board: Some(board.clone()), ..game.setup().clone() };
    let again = Game::for_replay(&setup).unwrap_or_else(|why| panic!("{what}: {why}\n{}", board.text().unwrap()));
    assert_eq!(words(game), words(&again), "{what}");
    assert_eq!(game.scores(), again.scores(), "{what}");
    assert_eq!(game.scored_now().0, again.scored_now().0, "{what}\n{}", board.text().unwrap());
    assert_eq!(StartingBoard::of_exactly(&again).as_ref(), Some(&board), "{what}");
    if random.below(finished as u32) == 0 {
        let read = snapshot::read(&setup, &snapshot::write(&again)).unwrap_or_else(|why| panic!("{what}: {why}"));
        assert_eq!(read.position_hash(), again.position_hash(), "{what}");
        finish(game.clone(), again, random, &what);
    }
    true
}

/// Plays a game and compares the board of every position in which a tile is to be drawn or placed. Returns how many there are, and how many
/// a board can represent.
fn play(setup: &Setup, finished: usize, seed: u64) -> (usize, usize) {
    let (mut all, mut stated) = (0, 0);
    let mut random = SmallRandom::new(seed);
    let mut game = Game::new(setup).unwrap();
    let deal = Deal::of(Seed::from_number(seed), &game);
    while game.actor() != Actor::Nobody {
        let legal = game.legal();
        if game.turn() > 0 && matches!(legal[0], Answer::Draw { .. } | Answer::Place { .. } | Answer::PlaceHeld { .. })
        {
            all += 1;
            stated += usize::from(compare(&game, finished, &mut random));
        }
        let answer = deal.answer(&game).or_else(|| player::choose(&game, &mut random)).unwrap();
        game.apply_raw(answer).unwrap();
    }
    if !game.has_secrets() && stated > 0 {
        StartingBoard::of(&game).unwrap_or_else(|why| panic!("{}: {why}", setup.canonical()));
    }
    (all, stated)
}

/// Number of positions of which one is played to the end.
const FINISHED: usize = 8;

/// Plays games of these set-ups. Returns the percentage of positions that a board can represent.
fn percentage(set_ups: Vec<Setup>, one_in: usize) -> usize {
    percentage_with(set_ups, one_in, FINISHED)
}

fn percentage_with(mut set_ups: Vec<Setup>, one_in: usize, finished: usize) -> usize {
    // Hands are drawn in between, and hidden.
    set_ups.retain(|setup| setup.options.get("hand").is_none_or(|hand| hand == "one" || hand == "none"));
    let (mut all, mut stated) = (0, 0);
    for (seed, setup) in (0..).zip(effort::sample(set_ups, one_in)) {
        let (of_game, of_boards) = play(&setup, finished, seed);
        if of_boards < of_game {
            println!("{of_boards} of {of_game}: {}", setup.canonical());
        }
        all += of_game;
        stated += of_boards;
    }
    println!("{stated} of {all} positions stated");
    100 * stated / all
}

#[test]
fn boards_state_every_turn_of_the_base_game() {
    assert_eq!(percentage(set_ups::base_set_ups(), 16), 100);
}

#[test]
fn boards_state_every_turn_of_the_other_games() {
    for game in ["hunters", "discovery", "coop"] {
        assert_eq!(percentage(set_ups::combinations(game), 32), 100, "{game}");
    }
    assert_eq!(percentage(set_ups::team(), 5), 100);
}

// The last round of abbeys, hidden hands and some rivers with two copies of every tile cannot be stated.

#[test]
fn boards_state_nearly_every_turn_with_one_expansion() {
    assert!(percentage(set_ups::single_expansions(), 8) >= 95);
}

#[test]
fn boards_state_nearly_every_turn_with_ghosts() {
    assert!(percentage(set_ups::haunted(), 4) >= 90);
}

#[test]
fn boards_state_most_turns_with_two_copies() {
    assert!(percentage(set_ups::multiple_copies(), 2) >= 70);
}

#[test]
fn boards_state_most_turns_of_random_set_ups() {
    // These games are long: playing them to the end takes most of the time.
    assert!(percentage_with(set_ups::random_set_ups(4), 1, effort::count(8 * FINISHED, FINISHED)) >= 60);
}
