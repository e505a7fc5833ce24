//! Tests imports of CarcassonneLab's links: links become the expected records and are written again unchanged, and damaged links are
//! rejected with a clear error.

#![cfg(feature = "imports")]

use std::fs;
use std::path::PathBuf;

use games::carcassonne_lab::{
    ExportError, LabError, export, export_in, import, import_fixing_rotation, is_link, turned_tiles,
};
use games::imports::{self, Format};
use games::record::{Outcome, Record};
use games::{Game, Setup};

fn corpus() -> PathBuf {
    PathBuf::from(env!("CARGO_MANIFEST_DIR")).join("../../corpus/carcassonnelab")
}

fn link(name: &str) -> String {
    fs::read_to_string(corpus().join(format!("{name}.link"))).unwrap().trim().to_owned()
}

const NAMES: [&str; 6] =
    ["1-two-players", "2-discarded-tiles", "3-many-fields", "4-three-players", "5-unfinished", "6-other-rotations"];

/// Returns the answers of a record, by turn.
fn words(record: &Record) -> Vec<(u16, Vec<String>)> {
    record.turns.iter().map(|turn| (turn.turn, turn.answers.clone())).collect()
}

#[test]
fn links_give_the_expected_records() {
    for name in NAMES {
        let expected = fs::read_to_string(corpus().join(format!("{name}.bastide"))).unwrap();
        let expected = Record::parse(&expected).unwrap();
        let record = import(&link(name)).unwrap_or_else(|why| panic!("{name}: {why}"));
        assert_eq!(record.replay().unwrap().answers(), expected.replay().unwrap().answers(), "{name}");
        // Where rotations look alike, the words keep the one of the link.
        assert_eq!(words(&record) == words(&expected), name != "6-other-rotations", "{name}");
        assert_eq!((&record.players, &record.outcome), (&expected.players, &expected.outcome), "{name}");
        let verdict = record.verify();
        assert!(verdict.holds() && verdict.unchecked.len() == 1, "{name}: {verdict:?}");
        assert_eq!(Record::parse(&record.to_text()), Ok(record), "{name}");
    }
    assert_eq!(import(&link("5-unfinished")).unwrap().outcome, Outcome::Unfinished);
}

#[test]
fn imported_records_are_written_as_the_same_links() {
    for name in NAMES {
        let link = link(name);
        assert_eq!(export(&import(&link).unwrap()).as_ref(), Ok(&link), "{name}");
        // The text form of the record keeps everything too.
        let text = import(&link).unwrap().to_text();
        assert_eq!(export(&Record::parse(&text).unwrap()).as_ref(), Ok(&link), "{name}");
        let other = link.replace("colors=red,blue", "colors=black,%23ff8800");
        assert_eq!(export(&import(&other).unwrap()).as_ref(), Ok(&other), "{name}");
        let (without, _) = link.split_once("&colors").unwrap();
        assert_eq!(export(&import(without).unwrap()).unwrap(), without, "{name}");
    }
}

#[test]
fn links_are_recognised_by_their_fragment() {
    let link = link(NAMES[0]);
    let (_, fragment) = link.split_once('#').unwrap();
    let expected = import(&link).unwrap();
    for other in [
        format!("http://carcassonnelab.example/#{fragment}"),
        format!("#{fragment}\n"),
        format!(" {link}\r\n"),
        format!("\u{feff}{link}"),
        link.replace('&', "&amp;"),
    ] {
        assert_eq!(imports::format(&other), Some(Format::Link), "{other}");
        assert_eq!(import(&other).as_ref(), Ok(&expected), "{other}");
    }
    for text in ["", "https://example.org/", "#/a/b", &expected.to_text(), &expected.to_json().to_string()] {
        assert_eq!(imports::format(text), None, "{text}");
    }
}

#[test]
fn bad_links_are_rejected_with_a_reason() {
    let expected = [
        ("unknown version", "unknown version \"1\" of the link; only version 0 can be imported"),
        ("a character that", "character 10 of the tiles is \"*\""),
        ("does not begin with", "the tiles do not begin with the start tile"),
        ("a kind more often", "the base game has"),
        ("moves cut in the middle", "the moves have 282 characters, which is not a multiple of 4"),
        ("one move less", "the link has 72 tiles, but a start tile, 70 moves and 0 discards"),
        ("0, O, I or l", "move 1 (O230): \"O\" is not a digit of column, row or rotation"),
        ("a tile where it does not fit", "move 1 (1110): 0,0 already has a tile"),
        ("a follower code", "move 1 (1239): cfff has no segment 9"),
        ("a discard that would have fitted", "before move 6, crrf is discarded, but it fits"),
        ("one name", "the link names 1 players; it must name 2 to 5"),
    ];
    let bad = fs::read_to_string(corpus().join("bad-links.txt")).unwrap();
    let bad: Vec<_> =
        bad.lines().filter(|line| !line.starts_with('#')).map(|line| line.split_once('\t').unwrap()).collect();
    assert_eq!(bad.len(), expected.len());
    for ((what, link), (begins, why)) in bad.into_iter().zip(expected) {
        assert!(what.starts_with(begins), "{what}");
        assert!(is_link(link), "{what}");
        let error = import(link).unwrap_err().to_string();
        assert!(error.contains(why), "{what}: {error}");
    }
}

/// Replaces a move of the first link.
fn with_move(number: usize, text: &str) -> String {
    let link = link(NAMES[0]);
    let start = link.match_indices('/').nth(6).unwrap().0 + 1 + 4 * (number - 1);
    format!("{}{text}{}", &link[..start], &link[start + 4..])
}

#[test]
fn moves_that_break_the_rules_are_rejected_with_a_reason() {
    let refusal = |link: &str| import(link).unwrap_err().to_string();
    for (number, text, why) in [
        (1, "1910", "move 1 (1910): 0,8 touches no tile"),
        (1, "1210", "cfff does not fit at 0,1 with rotation r0; r90 and r180 and r270 fit there"),
        (1, "1250", "the rotation 4 has unknown bits"),
        (1, "123x", "\"x\" is not a decimal digit for the follower"),
    ] {
        assert!(refusal(&with_move(number, text)).contains(why), "{text}: {}", refusal(&with_move(number, text)));
    }
    let link = link(NAMES[0]);
    let changed = |from: &str, to: &str| refusal(&link.replacen(from, to, 1));
    assert!(changed("players=North,South", "players=North,%FF").contains("name of player 2"));
    assert!(changed("players=North,South", "players=a,b,c,d,e,f").contains("names 6 players"));
    assert!(changed("#/0/0/", "#/0/0.7.3/").contains("invalid discards \"0.7.3\""));
    assert!(changed("#/0/0/", "#/0/0.99/").contains("discarded after move 99"));
    assert!(changed("?players", "").contains("incomplete"));
    assert_eq!(import(&format!("{link}{}", "x".repeat(4096))), Err(LabError::TooLong(link.len() + 4096)));
}

#[test]
fn tile_that_fits_in_one_other_rotation_is_turned_only_on_request() {
    let turned = fs::read_to_string(corpus().join("7-turned-tile.link")).unwrap();
    let why = import(&turned).unwrap_err();
    assert!(why.to_string().contains("rotation r90; only r0 fits there"), "{why}");
    let problem = why.problem();
    assert_eq!((problem.reason.as_str(), problem.fits, why.other_rotation()), ("does_not_fit", Some(0), Some(0)));
    let record = import_fixing_rotation(&turned).unwrap();
    let expected = import(&link(NAMES[0])).unwrap();
    assert_eq!(record.turns, expected.turns);
    let told: Vec<_> = turned_tiles(&record).collect();
    assert!(told.len() == 1 && told[0].ends_with("turned from r90 to r0"), "{told:?}");
    assert!(told[0].starts_with(&format!("move {}: ", problem.number.unwrap())), "{told:?}");
    // Everything else is refused as before, and a link without faults gives the same record.
    assert_eq!(import_fixing_rotation(&link(NAMES[0])), Ok(expected));
    assert!(import_fixing_rotation(&with_move(1, "1210")).is_err(), "three other rotations fit");
}

#[test]
fn seats_have_their_colours_in_the_order_of_the_first_moves() {
    let record = import(&link(NAMES[3])).unwrap();
    assert!(export_in(&record, &["black", "green", "yellow"]).unwrap().ends_with("&colors=black,green,yellow"));
    let mut later = Game::new(&Setup::base(2)).unwrap();
    let begin = later.answer("first:1").unwrap();
    later.apply(begin).unwrap();
    let answers: Vec<_> = words(&import(&link(NAMES[0])).unwrap()).into_iter().flat_map(|(_, words)| words).collect();
    for word in &answers[1..] {
        let answer = later.answer(word).unwrap();
        later.apply(answer).unwrap();
    }
    let record = Record::of(&later, &["a".into(), "b".into()], None);
    assert!(export_in(&record, &["red", "blue", "green"]).unwrap().ends_with("?players=b,a&colors=blue,red"));
}

#[test]
fn every_prefix_and_every_changed_character_is_read_without_a_panic() {
    let link = link(NAMES[1]);
    for end in 0..link.len() {
        let _ = import(&link[..end]);
    }
    for at in (0..link.len()).step_by(3) {
        for other in ["1", "z", "%", "/", "é"] {
            let _ = import(&format!("{}{other}{}", &link[..at], &link[at + 1..]));
        }
    }
}

#[test]
fn other_games_are_not_written_as_links() {
    let record = |setup: Setup| Record::of(&Game::new(&setup).unwrap(), &[], None);
    let refused = |setup: Setup| export(&record(setup)).unwrap_err();
    assert!(matches!(refused(Setup::base(2).with("river")), ExportError::Setup(_)));
    assert!(matches!(refused(Setup::base(2).option("small_city", "2")), ExportError::Setup(_)));
    assert_eq!(refused(Setup::base(2)), ExportError::Empty);
}

#[test]
fn players_are_written_in_the_order_of_their_first_moves() {
    let mut game = Game::new(&Setup::base(3)).unwrap();
    for word in "first:1 draw:frfr frfr@1,0r180 farmer:s draw:frfr".split(' ') {
        let answer = game.answer(word).unwrap();
        game.apply(answer).unwrap();
    }
    let record = Record::of(&game, &["A".into(), "B".into(), "C d".into()], None);
    let link = export(&record).unwrap();
    assert!(link.ends_with("?players=B,C%20d,A&colors=red,blue,green"), "{link}");
    assert_eq!(
        words(&import(&link).unwrap())[1],
        (1, ["draw:frfr", "frfr@1,0r0", "farmer:s"].map(String::from).to_vec())
    );
}
