//! A saved game equals the played one and continues in the same way.

use games::record::Record;
use games::{Game, snapshot};
use proptest::collection::vec;
use proptest::prelude::*;

use crate::properties::config;
use crate::properties::courses::{Course, answer_to, courses, set_ups};

/// Generates a name or a remark: any text on one line, without surrounding white space.
fn text() -> impl Strategy<Value = String> {
    "[^\\s\\p{C}]([^\\n\\p{C}]{0,12}[^\\s\\p{C}])?"
}

fn same(one: &Game, other: &Game) -> Result<(), TestCaseError> {
    prop_assert_eq!(one.position_text(), other.position_text());
    prop_assert_eq!(one.answers(), other.answers());
    prop_assert_eq!(one.legal(), other.legal());
    let (mut view, mut other) = (one.view(), other.view());
    // A record may spell out the set-up differently.
    prop_assert_eq!(view.setup.canonical(), other.setup.canonical());
    view.setup = other.setup.clone();
    other.setup.options.clone_from(&view.setup.options);
    prop_assert_eq!(view, other);
    Ok(())
}

/// Gives both games the same answers, and checks that the results are the same.
fn check_equal_courses(mut one: Game, mut other: Game, course: &Course, choices: &[u16]) -> Result<(), TestCaseError> {
    let deal = course.deal();
    for &number in choices {
        let Some(answer) = deal.answer(&one).or_else(|| answer_to(&one, number)) else { break };
        prop_assert_eq!(deal.answer(&other), deal.answer(&one));
        prop_assert_eq!(one.apply(answer), other.apply(answer));
    }
    same(&one, &other)
}

proptest! {
    #![proptest_config(config(60))]

    #[test]
    fn every_form_of_a_record_replays_to_the_same_game(
        course in courses(set_ups()),
        names in vec(text(), 6),
        remarks in vec(text(), 0..3),
        choices in vec(any::<u16>(), 40),
    ) {
        let game = course.play();
        let seats = usize::from(course.setup.seats);
        let mut record = Record::of(&game, &names[..seats], Some(&course.deal()));
        record.comments.clone_from(&remarks);
        if let Some(turn) = record.turns.last_mut() {
            turn.comments = remarks;
        }
        let (text, json) = (record.to_text(), record.to_json().to_string());
        prop_assert_eq!(Record::parse(&text), Ok(record.clone()), "{}", text);
        prop_assert_eq!(Record::parse(&json), Ok(record.clone()), "{}", json);
        let verdict = record.verify();
        prop_assert!(verdict.holds(), "{:?}", verdict.failed);
        // The seed is revealed only at the end; then everything can be checked.
        prop_assert_eq!(record.seed.is_some(), game.is_over());
        prop_assert!(verdict.unchecked.is_empty() || !game.is_over(), "{:?}", verdict.unchecked);
        prop_assert_eq!(record.len(), game.seq());
        let replayed = record.replay().map_err(|why| TestCaseError::fail(why.to_string()))?;
        same(&replayed, &game)?;
        check_equal_courses(replayed, game, &course, &choices)?;
    }

    #[test]
    fn snapshot_loads_as_the_same_game(course in courses(set_ups()), choices in vec(any::<u16>(), 40)) {
        let game = course.play();
        let bytes = snapshot::write(&game);
        let loaded = snapshot::read(&course.setup, &bytes).map_err(|why| TestCaseError::fail(why.to_string()))?;
        same(&loaded, &game)?;
        prop_assert_eq!(snapshot::write(&loaded), bytes, "saving a loaded game gives other bytes");
        let unpacked = snapshot::unpack(&game.restarted(), game.answers(), &snapshot::pack(&game));
        let unpacked = unpacked.map_err(|why| TestCaseError::fail(why.to_string()))?;
        same(&unpacked, &game)?;
        check_equal_courses(unpacked, game, &course, &choices)?;
    }
}
