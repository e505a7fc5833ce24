//! An answer is accepted if and only if it is listed as legal, and a rejected answer changes nothing.

use std::collections::BTreeSet;

use games::{Actor, Answer, Game};
use proptest::collection::vec;
use proptest::prelude::*;
use proptest::sample::Index;

use crate::properties::config;
use crate::properties::courses::{courses, set_ups};

/// Interval, in answers, between checked decisions.
const CHECK_INTERVAL: usize = 13;
/// Approximate maximum number of listed answers that are tried at each decision.
const MAX_TRIED_ANSWERS: usize = 30;

/// An attempted answer. Attempts derived from a listed answer are nearly valid and get furthest.
#[derive(Clone, Debug)]
enum Attempt {
    /// An arbitrary integer.
    Integer(u32),
    /// The integer of a listed answer with some bits flipped.
    Turned(Index, u32),
    /// The integer of a listed answer plus an offset.
    Beside(Index, i32),
    /// Arbitrary text.
    Text(String),
    /// The word of a listed answer with a part replaced.
    Spoilt(Index, Index, usize, String),
    /// The beginning of one listed word and the end of another.
    Joined(Index, Index, Index),
}

fn attempt() -> impl Strategy<Value = Attempt> {
    let bits = prop_oneof![(0u32..32).prop_map(|bit| 1 << bit), any::<u32>().prop_map(|bits| bits & 0x0f0f_0f0f)];
    let steps = (-3i32..=3, 0u32..28).prop_map(|(step, shift)| step << shift);
    prop_oneof![
        any::<u32>().prop_map(Attempt::Integer),
        (0u32..16, 0u32..80, 0u32..300).prop_map(|(verb, high, low)| Attempt::Integer(verb << 28 | high << 16 | low)),
        (any::<Index>(), bits).prop_map(|(at, bits)| Attempt::Turned(at, bits)),
        (any::<Index>(), steps).prop_map(|(at, step)| Attempt::Beside(at, step)),
        "\\PC{0,24}".prop_map(Attempt::Text),
        "[a-z]{1,9}(:[0-9a-z-]{0,9}){0,2}(@-?[0-9]{1,6},-?[0-9]{1,6})?(r[0-9]{1,3})?".prop_map(Attempt::Text),
        (any::<Index>(), any::<Index>(), 0usize..4, "[a-z0-9:@,>+ж-]{0,3}")
            .prop_map(|(word, at, len, by)| Attempt::Spoilt(word, at, len, by)),
        (any::<Index>(), any::<Index>(), any::<Index>()).prop_map(|(one, other, at)| Attempt::Joined(one, other, at)),
    ]
}

impl Attempt {
    /// Returns the answer that the attempt stands for, if any.
    fn answer(&self, game: &Game, legal: &[Answer]) -> Option<Answer> {
        let integer = |at: &Index| at.get(legal).to_integer();
        let word = |at: &Index| game.word(*at.get(legal)).chars().collect::<Vec<_>>();
        match self {
            Self::Integer(integer) => Answer::from_integer(*integer),
            Self::Turned(at, bits) => Answer::from_integer(integer(at) ^ bits),
            Self::Beside(at, step) => Answer::from_integer(integer(at).wrapping_add_signed(*step)),
            Self::Text(text) => game.answer(text).ok(),
            Self::Spoilt(of, at, len, by) => {
                let mut word = word(of);
                let from = at.index(word.len());
                let to = (from + len).min(word.len());
                word.splice(from..to, by.chars());
                game.answer(&word.into_iter().collect::<String>()).ok()
            }
            Self::Joined(one, other, at) => {
                let (one, other) = (word(one), word(other));
                let at = at.index(one.len());
                let joined = one.iter().take(at).chain(other.iter().skip(at));
                game.answer(&joined.collect::<String>()).ok()
            }
        }
    }
}

/// Checks that attempts are accepted if and only if they are listed, and that rejected ones change nothing.
fn check_attempts(game: &Game, said: &[Attempt]) -> Result<(), TestCaseError> {
    let legal = game.legal();
    prop_assert_eq!(legal.is_empty(), game.is_over());
    let mut untouched = game.clone();
    for said in said.iter().filter(|_| !legal.is_empty()) {
        let Some(answer) = said.answer(game, &legal) else { continue };
        prop_assert_eq!(Answer::from_integer(answer.to_integer()), Some(answer));
        if legal.contains(&answer) {
            prop_assert!(game.clone().apply(answer).is_ok(), "{answer:?} is listed, but was rejected");
        } else {
            let refused = untouched.apply(answer);
            prop_assert!(
                refused.is_err_and(|why| !why.to_string().is_empty()),
                "{answer:?} is not listed, but was accepted"
            );
        }
    }
    prop_assert_eq!(untouched.view(), game.view());
    prop_assert_eq!(untouched.position_text(), game.position_text());
    prop_assert_eq!(untouched.answers(), game.answers());
    Ok(())
}

/// Checks that every listed answer has a unique word and integer, and leads to a decision with legal answers or to the end.
fn check_listed(game: &Game, from: usize) -> Result<(), TestCaseError> {
    let legal = game.legal();
    let words: BTreeSet<_> = legal.iter().map(|&answer| game.word(answer)).collect();
    prop_assert_eq!(words.len(), legal.len(), "two answers have the same word");
    for &answer in &legal {
        prop_assert_eq!(Answer::from_integer(answer.to_integer()), Some(answer));
        let word = game.word(answer);
        prop_assert_eq!(game.answer(&word), Ok(answer), "{} parses to another answer", word);
    }
    let every = 1 + legal.len() / MAX_TRIED_ANSWERS;
    for &answer in legal.iter().skip(from % every).step_by(every) {
        let mut next = game.clone();
        prop_assert!(next.apply(answer).is_ok(), "{answer:?} is listed, but was rejected");
        prop_assert_eq!(next.legal().is_empty(), next.is_over());
        prop_assert_eq!(next.view().decision.answers.is_empty(), !matches!(next.actor(), Actor::Seat(_)));
    }
    Ok(())
}

proptest! {
    #![proptest_config(config(100))]

    #[test]
    fn answer_is_accepted_if_and_only_if_listed(course in courses(set_ups()), said in vec(attempt(), 40)) {
        check_attempts(&Game::new(&course.setup).unwrap(), &said)?;
        course.follow(|_, _, _, game| if game.seq() % CHECK_INTERVAL == 0 { check_attempts(game, &said) } else { Ok(()) })?;
    }

    #[test]
    fn every_listed_answer_has_a_word_and_an_integer_and_applies(course in courses(set_ups()), from in 0..CHECK_INTERVAL) {
        course.follow(|_, _, _, game| if game.seq() % CHECK_INTERVAL == from { check_listed(game, from) } else { Ok(()) })?;
    }
}
