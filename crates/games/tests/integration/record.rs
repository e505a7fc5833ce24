//! Tests that records round-trip and that errors in them are described.

use crate::common::{random_game, setups};
use games::Setup;
use games::deal::Seed;
use games::record::{Outcome, Record, RecordError};

#[test]
fn records_can_be_replayed_to_any_answer() {
    let (deal, game) = random_game(&setups()[2], 3, usize::MAX);
    let record = Record::of(&game, &[], Some(&deal));
    for answers in (0..game.seq() + 3).step_by(7) {
        let part = record.replay_to(answers).unwrap();
        assert_eq!(part.answers(), &game.answers()[..answers.min(game.seq())]);
    }
}

#[test]
fn hashes_stand_after_every_tenth_turn_and_at_the_end() {
    let (_, game) = random_game(&Setup::base(2), 1, usize::MAX);
    let record = Record::of(&game, &[], None);
    let last = record.turns.last().unwrap().turn;
    for turn in &record.turns {
        assert_eq!(
            turn.hash.is_some(),
            turn.turn == last || turn.turn > 0 && turn.turn % 10 == 0,
            "turn {}",
            turn.turn
        );
    }
}

/// Applies a change to the record of a finished game and returns the failed checks.
fn changed(change: impl FnOnce(&mut Record)) -> Vec<String> {
    let (deal, game) = random_game(&Setup::base(2), 5, usize::MAX);
    let mut record = Record::of(&game, &[], Some(&deal));
    change(&mut record);
    let verdict = record.verify();
    assert!(!verdict.holds());
    assert!(
        verdict.failed.iter().all(|failure| !failure.contains('\n') && failure.len() < 300),
        "{:?}",
        verdict.failed
    );
    verdict.failed
}

#[test]
fn each_false_claim_in_a_record_is_described_in_one_sentence() {
    let failed = changed(|record| record.seed = Some(Seed::from_number(6)));
    assert_eq!(failed[0], "the seed does not match the commitment");
    assert!(failed[1].contains("but the seed deals draw:") || failed[1].contains("has first:"), "{failed:?}");

    let failed = changed(|record| record.commitment = Some("0".repeat(64)));
    assert_eq!(failed, ["the seed does not match the commitment"]);

    let failed = changed(|record| record.outcome = Outcome::Over { scores: vec![1, 2] });
    assert!(failed.len() == 1 && failed[0].ends_with("but the record has 1 : 2"), "{failed:?}");

    let failed = changed(|record| record.outcome = Outcome::Unfinished);
    assert_eq!(failed, ["the game is over, but the record calls it unfinished"]);

    let failed = changed(|record| {
        record.turns.pop();
    });
    assert_eq!(failed, ["the record calls the game over, but it is not"]);

    let failed = changed(|record| record.turns[10].hash = "0123456789abcdef".parse().ok());
    assert!(failed.len() == 1 && failed[0].ends_with("but the record has 0123456789abcdef"), "{failed:?}");

    let failed = changed(|record| record.turns[3].answers[1] = "ffff-monastery@40,40r0".to_owned());
    assert!(failed[0].starts_with("turn 3: \"ffff-monastery@40,40r0\" is not legal now"), "{failed:?}");

    let failed = changed(|record| record.turns[7].turn = 8);
    assert!(failed[0].starts_with("turn 8: ") && failed[0].ends_with("belongs to turn 7"), "{failed:?}");

    let failed = changed(|record| record.rules_version = 77);
    assert!(failed[0].starts_with("the record is pinned to version 77 of the rules"), "{failed:?}");

    // A different legal draw is not an illegal answer, but it does not follow from the deal.
    let failed = changed(|record| record.turns[0].answers[0] = "first:0".to_owned());
    assert!(failed[0].starts_with("turn 0: the record has first:0, but the seed deals first:1"), "{failed:?}");
}

#[test]
fn skipped_checks_are_reported() {
    let (deal, game) = random_game(&Setup::base(2), 5, 50);
    let verdict = Record::of(&game, &[], Some(&deal)).verify();
    assert_eq!(verdict.unchecked, ["the seed is not known yet, so the draws cannot be verified"]);
    let verdict = Record::of(&game, &[], None).verify();
    assert_eq!(verdict.unchecked, ["the record has neither commitment nor seed, so the draws cannot be verified"]);
    let mut record = Record::of(&game, &[], None);
    record.seed = Some(deal.seed());
    assert_eq!(record.verify().unchecked, ["the record has no commitment, so the seed may have been chosen later"]);
}

#[test]
fn broken_off_game_has_the_scores_of_its_end() {
    let (_, game) = random_game(&Setup::base(2), 5, 60);
    let mut record = Record::of(&game, &[], None);
    let (scores, events) = game.scored_now();
    assert!(!events.is_empty());
    let view = game.view();
    assert_eq!(scores, view.players.iter().map(|player| player.projected.unwrap()).collect::<Vec<_>>());
    record.outcome = Outcome::Stopped { scores };
    assert!(record.verify().holds());
    assert_eq!(Record::parse(&record.to_text()), Ok(record));
}

#[test]
fn parse_errors_name_the_line_and_the_reason() {
    let head = "bastide record 1\nrules: 1\nsetup: carcassonne seats=2\n";
    for (text, line, why) in [
        ("", 1, "must begin with \"bastide record 1\""),
        ("hello", 1, "must begin with \"bastide record 1\""),
        ("bastide record 9\nrules: 1\nsetup: carcassonne seats=2", 1, "format 9"),
        ("bastide record 1\nrules: 1", 2, "missing `setup:`"),
        ("bastide record 1\nrules: x", 2, "rules must be a number"),
        ("bastide record 1\nsetup: carcassonne seats=2", 2, "missing `rules:`"),
        ("bastide record 1\nsetup: carcassonne seats=9", 2, "it takes 2 to 5"),
        ("bastide record 1\nsetup: carcassonne", 2, "missing `seats=`"),
        ("bastide record 1\nsetup: carcassonne+moon seats=2", 2, "no expansion \"moon\""),
        ("bastide record 1\nsetup: carcassonne seats=2 seats", 2, "does not have the form name=value"),
        ("bastide record 1\nsetup: carcassonne seats=2 small_city=2 small_city=2", 2, "twice"),
        (&format!("{head}{head}"), 4, "neither a header nor a turn"),
        (&format!("{head}rules: 1"), 4, "twice"),
        (&format!("{head}seed: 12x"), 4, "is not a seed"),
        (&format!("{head}commitment: 12"), 4, "is not a commitment"),
        (&format!("{head}player 2: X"), 4, "player 2 has no seat"),
        (&format!("{head}player 1: X\nplayer 1: Y"), 5, "is repeated"),
        (&format!("{head}result: won"), 4, "results look like 45 : 37"),
        (&format!("{head}weather: fine"), 4, "not a header"),
        (&format!("{head}0. first:0\n0. pass"), 5, "must have a higher number"),
        (&format!("{head}0.\n"), 4, "has no answers"),
        (&format!("{head}99999. pass"), 4, "not a turn number"),
        (&format!("{head}1. pass =12"), 4, "16 hexadecimal digits"),
        (&format!("{head}1. =0123456789abcdef pass"), 4, "has words after its hash"),
        (&format!("{head}1. a=b"), 4, "not an answer"),
        (&format!("{head}1. pass\nrules: 1"), 5, "not a turn"),
    ] {
        match Record::parse(text) {
            Err(RecordError::Line { line: at, why: reason }) => {
                assert!(at == line && reason.to_string().contains(why), "{text}\n{at}: {reason}");
            }
            other => panic!("{text}\n{other:?}"),
        }
    }
    let (_, game) = random_game(&Setup::base(2), 5, 20);
    let json = Record::of(&game, &[], None).to_json().to_string();
    for (from, to, why) in [
        ("{", "{{", "line 1"),
        ("\"bastide_record\":1", "\"bastide_record\":2", "format 2"),
        ("\"seats\":2", "\"seats\":7", "it takes 2 to 5"),
        ("\"players\":[]", "\"players\":[\"A\"]", "names 1 players for 2 seats"),
        ("\"commitment\":null", "\"commitment\":\"AB\"", "is not a commitment"),
        ("\"seed\":null", "\"seed\":\"AB\"", "is not a seed"),
        ("\"turn\":1", "\"turn\":0", "must be higher than"),
        ("\"comments\":[]", "\"colour\":[]", "unknown field"),
    ] {
        assert!(json.contains(from));
        let error = Record::parse(&json.replacen(from, to, 1)).unwrap_err().to_string();
        assert!(error.contains(why), "{error}");
    }
}
