//! What a view says that a feature is worth is what scoring it gives.

use bastide_core::{Event, Subject};
use games::view::{EventView, FeatureView, TermView};
use games::{Answer, Game, Viewer};
use proptest::prelude::*;

use crate::properties::config;
use crate::properties::courses::{courses, set_ups};

/// Views of unfinished games are looked at after every so many answers.
const EVERY: usize = 11;

/// What an event gave for a feature of the table: the feature, the seat, the terms.
type Given<'a> = (u16, u8, &'a [TermView]);

fn given(events: &[EventView]) -> Vec<Given<'_>> {
    let of_feature = |event| match event {
        &EventView::Scored { feature: Some(feature), seat, ref terms, .. } => Some((feature, seat, terms.as_slice())),
        _ => None,
    };
    events.iter().filter_map(of_feature).collect()
}

/// Every owner of a feature was given what the view said that it is worth, and nobody else was. What a seat gets or loses on top, for a
/// pig or by ghosts, stands behind it.
fn agrees(feature: &FeatureView, given: &[Given<'_>]) -> Result<(), TestCaseError> {
    let here = || given.iter().filter(|(of, ..)| *of == feature.id);
    for owner in &feature.owners {
        let paid = here().any(|(_, seat, terms)| seat == owner && terms.starts_with(&feature.terms));
        prop_assert!(paid || feature.terms.is_empty(), "seat {owner} was given {given:?} for {feature:?}");
    }
    for (_, seat, terms) in here().filter(|(_, seat, _)| !feature.owners.contains(seat)) {
        let shared = terms.iter().find(|term| feature.terms.contains(term));
        prop_assert!(shared.is_none(), "seat {seat} owns no {feature:?} and was given {shared:?}");
    }
    Ok(())
}

/// The feature for which the first points were given before anything could change what it is worth, and to whom.
fn unchanged(events: &[Event]) -> Option<u16> {
    let (at, root) = events.iter().enumerate().find_map(|(at, event)| match *event {
        Event::Scored { subject: Subject::Feature(root), last: false, .. } => Some((at, root)),
        _ => None,
    })?;
    let changes = |event: &Event| {
        use Event::{Attached, Captured, Deployed, Moved, Placed, Returned};
        matches!(
            event,
            Placed { .. } | Deployed { .. } | Moved { .. } | Attached { .. } | Returned { .. } | Captured { .. }
        )
    };
    (!events[..at].iter().any(changes)).then_some(root)
}

/// What was given for a feature that was scored during the game, against the view before it.
fn check_scored(before: &Game, answer: Answer, events: &[Event], after: &Game) -> Result<(), TestCaseError> {
    let Some(root) = unchanged(events) else { return Ok(()) };
    let (view, shown) = (before.view(), after.show(events, Viewer::ALL));
    let Some(feature) = view.features.iter().find(|feature| feature.id == root) else { return Ok(()) };
    let given = given(&shown);
    let (_, seat, terms) = *given.iter().find(|(of, ..)| *of == root).expect("it was scored");
    let taken_back = matches!(answer, Answer::Return { .. });
    if taken_back || view.team.is_some() {
        // One follower brings it, or all seats are one.
        prop_assert_eq!(terms, &feature.terms);
        prop_assert!(view.team.is_some() || feature.owners.contains(&seat));
        if let Some(reward) = &view.decision.reward {
            prop_assert_eq!((reward.feature, &reward.terms), (root, &feature.terms));
        }
        return Ok(());
    }
    if feature.complete { agrees(feature, &given) } else { Ok(()) }
}

/// What the end gives for what is unfinished, against the view: of a game that goes on, as if it ended now.
fn check_end(game: &Game, events: &[EventView]) -> Result<(), TestCaseError> {
    let view = game.view();
    if view.team.is_some() {
        return Ok(());
    }
    let given = given(events);
    // What is complete while the game goes on is about to be scored, or is worth more while it goes on.
    for feature in view.features.iter().filter(|feature| game.is_over() || !feature.complete) {
        agrees(feature, &given)?;
    }
    Ok(())
}

proptest! {
    #![proptest_config(config(400))]

    #[test]
    fn a_feature_is_worth_what_scoring_it_gives(course in courses(set_ups())) {
        course.follow(|before, answer, events, game| {
            check_scored(before, answer, events, game)?;
            if game.is_over() {
                let last = |event: &&Event| matches!(event, Event::Scored { last: true, .. });
                let last: Vec<Event> = events.iter().filter(last).copied().collect();
                return check_end(game, &game.show(&last, Viewer::ALL));
            }
            if game.seq() % EVERY == 0 {
                let (scores, events) = game.scored_now();
                let view = game.view();
                prop_assert_eq!(view.players.iter().map(|player| player.projected).collect::<Vec<_>>(), scores);
                check_end(game, &events)?;
            }
            Ok(())
        })?;
    }
}
