//! Checks that `docs/notation.md` is correct: its examples are parsed, replayed and compared.

use bastide_core::Place;
use games::deal::Seed;
use games::record::Record;
use games::{Answer, Game, Setup};

const NOTATION: &str = include_str!("../../../../docs/notation.md");

/// Returns the fenced block in this language that begins with the given text.
fn block(language: &str, begins: &str) -> &'static str {
    let fence = format!("```{language}\n");
    let found = NOTATION.split(fence.as_str()).skip(1).map(|rest| rest.split("```").next().unwrap());
    found.into_iter().find(|block| block.starts_with(begins)).unwrap()
}

fn example() -> Record {
    Record::parse(block("text", "bastide record")).unwrap()
}

#[test]
fn the_record_has_two_forms_and_can_be_replayed() {
    let record = example();
    assert_eq!(Record::parse(block("json", "{\"bastide_record\"")), Ok(record.clone()));
    let game = record.replay().unwrap();
    assert_eq!(game.turn(), 4);
    assert!(record.verify().holds());
}

#[test]
fn the_text_of_the_position_is_as_described() {
    let text = example().replay().unwrap().position_text();
    let without_bag: String = text.lines().filter(|line| !line.starts_with("bag ")).map(|l| format!("{l}\n")).collect();
    assert_eq!(without_bag, block("text", "bastide position"));
    assert!(text.contains("\nbag base/crfr 2\n"));
}

#[test]
fn integers_are_as_in_the_table() {
    for (answer, integer) in [
        (Answer::Begin { seat: 1 }, "268435457"),
        (Answer::Draw { kind: 2 }, "536870914"),
        (Answer::Place { at: Place::new(3, -1), rotation: 1 }, "838918141"),
        (Answer::Deploy { figure: 1, segment: 7 }, "1073807367"),
        (Answer::Outcome { number: 3 }, "16777219"),
    ] {
        assert_eq!(answer.to_integer().to_string(), integer);
        assert!(NOTATION.contains(integer), "{integer}");
    }
}

#[test]
fn outcome_of_chance_is_read_but_not_legal_in_a_game_without_such_a_decision() {
    let mut game = Game::new(&Setup::base(2)).unwrap();
    let outcome = Answer::Outcome { number: 3 };
    assert_eq!(game.answer("outcome:3"), Ok(outcome));
    for bad in ["outcome:", "outcome:-1", "outcome:65536", "outcome:x"] {
        assert!(game.answer(bad).is_err(), "{bad}");
    }
    let refused = game.apply(outcome).unwrap_err().to_string();
    assert!(refused.contains("\"outcome:3\" is not legal now"), "{refused}");
}

#[test]
fn the_line_of_a_set_up_is_as_described() {
    let line = "carcassonne+inns-cathedrals seats=3 first_player=host_seat small_city=2 first_seat=1";
    assert!(NOTATION.contains(line));
    let mut setup = Setup::base(3).with("inns-cathedrals").option("small_city", "2").option("farmers", "true");
    setup = setup.option("first_player", "host_seat");
    setup.first_seat = 1;
    assert_eq!(setup.canonical(), line);
    let read = Setup::from_line(line).unwrap();
    assert_eq!(read.canonical(), line);
    assert!(Game::new(&read).is_ok());
}

#[test]
fn renamed_games_are_read_and_hashed_by_their_original_name() {
    let now = Setup::of("coop", 1);
    assert_eq!((now.canonical().as_str(), Setup::of("mists", 1)), ("coop seats=1", now.clone()));
    assert_eq!(Setup::from_line("mists seats=1"), Ok(now.clone()));
    assert_eq!(serde_json::from_str::<Setup>(r#"{"game": "mists", "seats": 1}"#).unwrap(), now);
    assert_eq!(Setup::current_line("mists seats=1"), "coop seats=1");
    assert_eq!(Setup::current_line("carcassonne+mists seats=2"), "carcassonne+mists seats=2");
    // These hashes were computed when the game still had its original name.
    let game = Game::new(&Setup::of("coop", 2)).unwrap();
    assert_eq!(game.position_hash().to_string(), "a5e1e73ceced478c");
    let commitment = games::deal::commitment(Seed::from_number(303), &now);
    assert_eq!(commitment, "7aef802855b6c3064ced8595a1af55b3e9c0732d4c9cf1164b74d15713b153dc");
    let bytes = games::snapshot::write(&game);
    assert_eq!(games::snapshot::read(&Setup::of("mists", 2), &bytes).unwrap().position_hash(), game.position_hash());
    // A record with the original name can be read and verified, and is written with the current name.
    let written = Record::of(&game, &[], None).to_text();
    assert!(written.contains("setup: coop seats=2"), "{written}");
    let before = written.replace("setup: coop", "setup: mists");
    assert_eq!(Record::parse(&before).unwrap().to_text(), written);
}

#[test]
fn segments_are_written_by_one_port_and_read_by_any() {
    let game = example().replay().unwrap();
    let written: Vec<_> = game.legal().into_iter().map(|answer| game.word(answer)).collect();
    assert_eq!(written, ["knight:n", "farmer:en", "farmer:s", "pass"]);
    for (any, one) in [("knight:nw", "knight:n"), ("farmer:wn", "farmer:en"), ("farmer:sw", "farmer:s")] {
        assert_eq!(game.answer(any), game.answer(one), "{any}");
    }
    assert!(game.answer("knight:s").is_err() && game.answer("farmer:c").is_err());
}

#[test]
fn barns_are_written_and_read_by_the_corner_of_their_tile() {
    let setup = Setup::from_line("carcassonne+abbey-mayor seats=2 first_player=host_seat").unwrap();
    let mut game = Game::new(&setup).unwrap();
    let words = "draw:frfr frfr@1,0r0 pass draw:ffff-monastery ffff-monastery@0,1r0 pass draw:ffff-monastery \
                 ffff-monastery@1,1r0";
    for word in words.split_whitespace() {
        game.apply(game.answer(word).unwrap()).unwrap();
    }
    let barns = game.legal().into_iter().filter(|answer| matches!(answer, Answer::DeployCorner { .. }));
    let barns: Vec<_> =
        barns.map(|answer| (game.word(answer), game.answer(&game.word(answer)) == Ok(answer))).collect();
    assert_eq!(barns, [("barn:nw".to_owned(), true)]);
    assert!(game.answer("barn:n").is_err());
}
