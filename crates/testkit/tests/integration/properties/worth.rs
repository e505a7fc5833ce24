//! The points that a view shows for a feature equal the points awarded when the feature is scored.

use bastide_core::{Event, Subject};
use games::view::{EventView, FeatureView, TermView};
use games::{Answer, Game, Viewer};
use proptest::prelude::*;

use crate::properties::config;
use crate::properties::courses::{courses, set_ups};

/// Interval, in answers, between checked views of unfinished games.
const CHECK_INTERVAL: usize = 11;

/// Points that an event gave for a feature on the table: the feature, the seat, and the terms.
type GivenPoints<'a> = (u16, u8, &'a [TermView]);

fn given_points(events: &[EventView]) -> Vec<GivenPoints<'_>> {
    let of_feature = |event| match event {
        &EventView::Scored { feature: Some(feature), seat, ref terms, .. } => Some((feature, seat, terms.as_slice())),
        _ => None,
    };
    events.iter().filter_map(of_feature).collect()
}

/// Checks that every owner of a feature got the points that the view showed, and that no one else did. Anything that a seat gains or loses
/// in addition, such as for a pig or ghosts, comes after these terms.
fn check_points(feature: &FeatureView, given: &[GivenPoints<'_>]) -> Result<(), TestCaseError> {
    let here = || given.iter().filter(|(of, ..)| *of == feature.id);
    for owner in &feature.owners {
        let paid = here().any(|(_, seat, terms)| seat == owner && terms.starts_with(&feature.terms));
        prop_assert!(paid || feature.terms.is_empty(), "seat {owner} got {given:?} for {feature:?}");
    }
    for (_, seat, terms) in here().filter(|(_, seat, _)| !feature.owners.contains(seat)) {
        let shared = terms.iter().find(|term| feature.terms.contains(term));
        prop_assert!(shared.is_none(), "seat {seat} does not own {feature:?}, but got {shared:?}");
    }
    Ok(())
}

/// Returns the feature that was scored first, or `None` if an earlier event may have changed its score or owners.
fn first_scored_feature(events: &[Event]) -> Option<u16> {
    let (at, root) = events.iter().enumerate().find_map(|(at, event)| match *event {
        Event::Scored { subject: Subject::Feature(root), last: false, .. } => Some((at, root)),
        _ => None,
    })?;
    let changes = |event: &Event| {
        use Event::{Attached, Captured, Deployed, Led, Moved, Placed, Returned, Withdrawn};
        matches!(
            event,
            Placed { .. }
                | Deployed { .. }
                | Moved { .. }
                | Attached { .. }
                | Returned { .. }
                | Captured { .. }
                | Led { .. }
                | Withdrawn { .. }
        )
    };
    (!events[..at].iter().any(changes)).then_some(root)
}

/// Checks points given for a feature during the game against the view before.
fn check_scored(before: &Game, answer: Answer, events: &[Event], after: &Game) -> Result<(), TestCaseError> {
    let Some(root) = first_scored_feature(events) else { return Ok(()) };
    let (view, shown) = (before.view(), after.show(events, Viewer::ALL));
    let Some(feature) = view.features.iter().find(|feature| feature.id == root) else { return Ok(()) };
    let given = given_points(&shown);
    let (_, seat, terms) = *given.iter().find(|(of, ..)| *of == root).expect("it was scored");
    let taken_back = matches!(answer, Answer::Return { .. });
    if taken_back || view.team.is_some() {
        // Either a single follower scores the feature, or all seats are one team.
        prop_assert_eq!(terms, &feature.terms);
        prop_assert!(view.team.is_some() || feature.owners.contains(&seat));
        if let Some(reward) = &view.decision.reward {
            prop_assert_eq!((reward.feature, &reward.terms), (root, &feature.terms));
        }
        return Ok(());
    }
    if feature.complete { check_points(feature, &given) } else { Ok(()) }
}

/// Checks the final scoring of unfinished features against the view. A running game is scored as if it ended now.
fn check_end(game: &Game, events: &[EventView]) -> Result<(), TestCaseError> {
    let view = game.view();
    if view.team.is_some() {
        return Ok(());
    }
    let given = given_points(events);
    // A complete feature in a running game is about to be scored, or is worth more than at the end.
    for feature in view.features.iter().filter(|feature| game.is_over() || !feature.complete) {
        check_points(feature, &given)?;
    }
    Ok(())
}

proptest! {
    #![proptest_config(config(150))]

    #[test]
    fn worth_of_a_feature_equals_its_score(course in courses(set_ups())) {
        course.follow(|before, answer, events, game| {
            check_scored(before, answer, events, game)?;
            if game.is_over() {
                let last = |event: &&Event| matches!(event, Event::Scored { last: true, .. });
                let last: Vec<Event> = events.iter().filter(last).copied().collect();
                return check_end(game, &game.show(&last, Viewer::ALL));
            }
            if game.seq() % CHECK_INTERVAL == 0 {
                let (scores, events) = game.scored_now();
                let view = game.view();
                prop_assert_eq!(view.players.iter().map(|player| player.projected.unwrap()).collect::<Vec<_>>(), scores);
                check_end(game, &events)?;
            }
            Ok(())
        })?;
    }
}
