//! Starting boards: what they contain, what is wrong with them, and how their games are recorded, dealt and settled.

use bastide_core::Actor;
use games::deal::Deal;
use games::editing::{Edit, edit};
use games::record::{Record, RecordError};
use games::{EventView, Game, Setup, SetupError, StartingBoard, snapshot};

use crate::common::random_game;

/// A city of three tiles with a knight, a road with a highwayman, and a tile in hand.
const BOARD: &str = "\
tile crfr@0,0r0
tile cfff@0,-1r180
tile frfr@1,0r0
figure 1:highwayman:e@1,0
figure 0:farmer:n@0,-1
seat 1
score 0 4
hand ffrr
bag crfr 1
";

fn problem(setup: &Setup, board: &str) -> String {
    Game::new(&setup.clone().with_board(board)).unwrap_err().to_string()
}

#[test]
fn game_begins_with_the_board() {
    let setup = Setup::base(2).with_board(BOARD);
    let game = Game::new(&setup).unwrap();
    assert_eq!((game.actor(), game.turn(), game.scores()), (Actor::Seat(1), 1, vec![4, 0]));
    let view = game.view();
    assert_eq!((view.tiles.len(), view.figures.len(), view.bag.left), (3, 2, 72 - 4 - 2));
    assert_eq!(view.tiles[2].seat, None, "no seat placed the tiles of the board");
    assert!(view.decision.answers.iter().all(|answer| answer.word.starts_with("ffrr@")));
    let restarted = random_game(&setup, 3, 40).1.restarted();
    assert_eq!(restarted.position_text(), game.position_text());
    assert_eq!(StartingBoard::of(&game).unwrap().text().unwrap().lines().count(), BOARD.lines().count());
}

#[test]
fn first_tile_can_lie_anywhere() {
    let setup = Setup::base(2).with_board("tile frfr@-300,77r90\nfigure 0:highwayman:n@-300,77");
    let (_, game) = random_game(&setup, 1, usize::MAX);
    assert!(game.is_over());
    let read = snapshot::read(&setup, &snapshot::write(&game)).unwrap();
    assert_eq!(read.position_text(), game.position_text());
    assert!(problem(&Setup::base(2), "tile crfr@901,0r0").contains("too far"));
}

#[test]
fn problems_name_the_line_and_the_reason() {
    let base = Setup::base(2);
    for (line, why) in [
        ("tile xxxx@0,1r0", "line 2: the set-up has no tile \"xxxx\""),
        ("tile crfr@1,0", "line 2: this line must look like \"tile crfr@0,0r90\""),
        ("tile crfr@0,0r0", "there is a tile at 0,0 already"),
        ("tile crfr@5,5r0", "touches no other tile"),
        ("tile ffff@1,0r0", "the set-up has no tile"),
        ("tile crfr@1,0r90", "does not match its neighbours"),
        ("tile cccc-pennant@0,-1r0\ntile cccc-pennant@1,-1r0", "line 3: the set-up has only 1 copies"),
        ("figure 0:knight:s@0,0", "no knight can stand at s@0,0"),
        ("figure 0:knight:n@9,9", "there is no tile at 9,9"),
        ("figure 2:knight:n@0,0", "there is no seat \"2\""),
        ("figure 0:wizard:n@0,0", "there is no figure \"wizard\""),
        ("figure 0:mayor:n@0,0", "has only 0 figures"),
        ("tile cfff@0,-1r180\nfigure 0:knight:n@0,0", "line 3: the feature is complete"),
        ("score 0 -1", "a score must be 0 to"),
        ("score 0 1\nscore 0 2", "given twice"),
        ("seat 2", "the seats are 0 to 1"),
        ("hand xxxx", "the set-up has no tile"),
        ("hand crfr\nhand crfr", "only one tile can be in hand"),
        ("bag crfr 4", "at most 3 crfr can be left"),
        ("bag crfr 300", "is not a number"),
        ("piece dragon @0,0", "a piece is on the map that is not in play"),
        ("piece ghost @0,0", "this game has no piece \"ghost\""),
        ("token 0 wine 1", "cannot have 1 \"wine\""),
        ("castle 1", "a line cannot begin with \"castle\""),
    ] {
        let error = problem(&base, &format!("tile crfr@0,0r0\n{line}"));
        assert!(error.starts_with("starting board") && error.contains(why), "{line}: {error}");
    }
    assert!(problem(&base, "# nothing").contains("at least one tile"));
    let eight = format!("tile crfr@0,0r0\n{}", "figure 0:knight:n@0,0\n".repeat(8));
    assert!(problem(&base, &eight).contains("line 9: seat 0 has only 7 figures of the kind follower"));
    assert!(problem(&base, &"#\n".repeat(2001)).contains("at most 65536 and 2000"));
    let expanded = Setup::base(2).with("traders-builders").with("king-robber");
    assert!(problem(&expanded, "tile crfr@0,0r0\nfigure 0:builder:n@0,0").contains("needs a follower"));
    assert!(problem(&expanded, "tile crfr@0,0r0\ntile cfff@0,-1r180").contains("no seat holds the king"));
    let river = Setup::base(2).with("river");
    assert!(problem(&river, "tile crfr@0,0r0").contains("river"));
    let won = Setup::of("coop", 2);
    let start = Game::new(&won).unwrap();
    let board = format!("{}score 0 9999\n", StartingBoard::of(&start).unwrap().text().unwrap());
    assert!(problem(&won, &board).contains("already won"));
}

#[test]
fn games_are_recorded_replayed_and_verified() {
    let setup = Setup::base(2).with_board(BOARD);
    for answers in [0, 25, usize::MAX] {
        let (deal, game) = random_game(&setup, 7, answers);
        let record = Record::of(&game, &[], Some(&deal));
        let (text, json) = (record.to_text(), record.to_json().to_string());
        assert!(text.contains("\n> figure 1:highwayman:e@1,0\n"), "{text}");
        for form in [&text, &json, &text.replace('\n', "\r\n")] {
            let read = Record::parse(form).unwrap();
            assert_eq!(read, record);
            assert_eq!(read.replay().unwrap().position_text(), game.position_text());
        }
        assert!(record.verify().holds(), "{:?}", record.verify().failed);
        let bytes = snapshot::write(&game);
        assert_eq!(snapshot::read(&setup, &bytes).unwrap().position_text(), game.position_text());
    }
    let text = Record::of(&Game::new(&setup).unwrap(), &[], None).to_text();
    let refused = |text: &str, why: &str| match Record::parse(text) {
        Err(RecordError::Line { why: is, .. }) => assert!(is.to_string().contains(why), "{is}"),
        other => panic!("{other:?}"),
    };
    let without: Vec<&str> = text.lines().filter(|line| !line.starts_with('>')).collect();
    refused(&without.join("\n"), "is missing from the record");
    refused(&text.replace("score 0 4", "score 0 5"), "the starting board has the hash");
    let unnamed: Vec<&str> = text.lines().map(|line| line.split(" board=").next().unwrap()).collect();
    refused(&unnamed.join("\n"), "its set-up uses none");
}

#[test]
fn line_of_a_set_up_has_the_hash() {
    let setup = Setup::base(2).with_board(BOARD);
    let board = StartingBoard::new(BOARD);
    assert_eq!(setup.canonical(), format!("carcassonne seats=2 board={}", board.hash()));
    let read = Setup::from_line(&setup.canonical()).unwrap();
    let error = Game::new(&read).unwrap_err();
    assert!(matches!(error, SetupError::Board(_)) && error.to_string().contains(board.hash()), "{error}");
    assert!(Setup::from_line("carcassonne seats=2 board=x").unwrap_err().to_string().contains("16 hexadecimal"));
    let json = serde_json::to_string(&setup).unwrap();
    assert_eq!(serde_json::from_str::<Setup>(&json).unwrap(), setup);
    assert!(!serde_json::to_string(&Setup::base(2)).unwrap().contains("board"));
}

#[test]
fn tiles_that_are_left_are_dealt() {
    let game = Game::new(&Setup::base(2).with_board(BOARD)).unwrap();
    let deal = Deal::of(games::deal::Seed::from_number(1), &game);
    assert_eq!(deal.tiles().len(), 66);
    let crfr = (0..game.tiles().len() as u16).find(|&kind| game.tile_word(kind) == "crfr").unwrap();
    assert_eq!(deal.tiles().iter().filter(|&&kind| kind == crfr).count(), 1);
}

#[test]
fn tables_are_settled_as_they_were_played() {
    let parts = ["inns-cathedrals", "traders-builders", "king-robber", "cathars", "abbey-mayor"];
    let mut setups = vec![Setup::base(2), Setup::base(4), Setup::of("hunters", 3), Setup::of("discovery", 2)];
    setups.extend(parts.map(|part| Setup::base(3).with(part)));
    for seed in 0..20 {
        let setup = &setups[seed as usize % setups.len()];
        let (_, game) = random_game(setup, seed, usize::MAX);
        let mut before = game.restarted();
        let (last, others) = game.answers().split_last().unwrap();
        for &answer in others {
            before.apply(answer).unwrap();
        }
        let mut scores = game.scores();
        for event in before.apply(*last).unwrap() {
            if let EventView::Scored { seat, points, last: true, .. } = event {
                scores[usize::from(seat)] -= points;
            }
        }
        let board = StartingBoard::of_position(&game);
        let lines = board.text().unwrap().lines().filter(|line| !line.starts_with("score "));
        let mut text: String = lines.map(|line| format!("{line}\n")).collect();
        for (seat, score) in scores.iter().enumerate() {
            text.push_str(&format!("score {seat} {score}\n"));
        }
        let settled =
            Game::new(&setup.clone().with_board(&text)).unwrap_or_else(|why| panic!("{setup:?}: {why}\n{text}"));
        assert!(settled.is_over(), "{setup:?}");
        assert_eq!(settled.scores(), game.scores(), "{setup:?} {seed}");
        assert_eq!(settled.winners(), game.winners());
    }
}

/// Plays a game with arbitrary answers, in which the seats keep their abbeys until the last round.
fn game_with_abbeys_kept(setup: &Setup, seed: u64) -> Game {
    let mut game = Game::new(setup).unwrap();
    let deal = Deal::of(games::deal::Seed::from_number(seed), &game);
    while !game.is_over() {
        let legal = game.legal();
        let pass = legal.iter().find(|&&answer| game.word(answer) == "pass");
        let has_abbey = legal.iter().any(|&answer| game.word(answer).starts_with("abbey@"));
        let kept = pass.filter(|_| has_abbey && game.view().bag.left > 0);
        let other = legal[(seed as usize + 7 * game.seq()) % legal.len()];
        let answer = deal.answer(&game).or(kept.copied()).unwrap_or(other);
        game.apply(answer).unwrap();
    }
    game
}

#[test]
fn last_round_of_abbeys_continues() {
    let setup = Setup::base(3).with("abbey-mayor").option("abbey_at_end", "true");
    let mut rounds = 0;
    for seed in 0..20 {
        let game = game_with_abbeys_kept(&setup, seed);
        let mut played = game.restarted();
        for (at, &answer) in game.answers().iter().enumerate() {
            let text = StartingBoard::of_position(&played);
            if text.text().unwrap().lines().any(|line| line.starts_with("note round ")) {
                let board =
                    StartingBoard::of_exactly(&played).unwrap_or_else(|| panic!("seed {seed}, answer {at}: {text:?}"));
                let mut again = Game::new(&setup.clone().with_board(board.text().unwrap())).unwrap();
                for &answer in &game.answers()[at..] {
                    let word = played.word(answer);
                    played.apply(answer).unwrap();
                    again.apply(again.answer(&word).unwrap()).unwrap();
                }
                assert!(again.is_over());
                assert_eq!(again.scores(), game.scores(), "seed {seed}, answer {at}");
                rounds += 1;
                break;
            }
            played.apply(answer).unwrap();
        }
    }
    assert!(rounds >= 10, "{rounds} games with a last round of abbeys");
    let refused = |setup: &Setup, line: &str| problem(setup, &format!("tile crfr@0,0r0\n{line}"));
    assert!(refused(&setup, "note round 2").contains("begins when no tiles are left"));
    assert!(refused(&setup, "note round 4").contains("\"round\" cannot be 4 here"));
    assert!(refused(&Setup::base(3).with("abbey-mayor"), "note round 1").contains("cannot be 1 here"));
}

#[test]
fn editor_says_what_is_wrong_and_what_fits() {
    let asked = |setup: Setup, tile: &str| edit(&Edit { setup, tile: Some(tile.to_owned()) }).unwrap();
    let new = asked(Setup::base(2), "crfr");
    assert_eq!((new.board.as_str(), new.problems.len(), new.view.tiles.len()), ("tile crfr@0,0r0\nseat 0\n", 0, 1));
    assert_eq!(new.places.len(), 4 * 2 - 2);
    let city = new.spots.iter().find(|spot| spot.at == "n@0,0").unwrap();
    assert_eq!((city.kind, city.figures[0].word.as_str()), ("city", "knight"));

    let wrong = asked(Setup::base(2).with_board("tile crfr@0,0r0\ntile crfr@0,1r0\nbag crfr 1\nfoo"), "crfr");
    let problems: Vec<_> = wrong.problems.iter().map(|problem| (problem.line, problem.code)).collect();
    assert_eq!(problems, [(2, "edges"), (4, "form")]);
    assert_eq!((wrong.view.tiles.len(), wrong.view.over), (1, false));
    let crfr = wrong.tiles.iter().find(|tile| tile.word == "crfr").unwrap();
    assert_eq!((crfr.copies, crfr.derived, crfr.left), (4, 3, 1));

    let empty = asked(Setup::base(2).with_board(""), "crfr");
    assert_eq!((empty.problems[0].code, empty.view.tiles.len(), empty.places.len()), ("start", 0, 4));
    let parts = ["inns-cathedrals", "traders-builders", "abbey-mayor", "tower", "count", "princess-dragon", "mists"];
    let all = parts.iter().fold(Setup::base(2), |setup, part| setup.with(part));
    let all = asked(all, "crfr");
    assert_eq!(all.problems, []);
    let words: Vec<&str> = all.spots.iter().flat_map(|spot| &spot.figures).map(|figure| figure.word.as_str()).collect();
    assert!(words.contains(&"courtier"), "{words:?}");
    for game in ["hunters", "discovery", "coop"] {
        let found = asked(Setup::of(game, 2), "");
        assert!(found.problems.is_empty() && !found.spots.is_empty(), "{game}: {:?}", found.problems);
        assert!(asked(Setup::of(game, 2).with_board(""), "").problems[0].code == "start");
    }
    assert!(edit(&Edit { setup: Setup::of("chess", 2), tile: None }).is_err());
}
