//! Reviews a game: compares the seats' answers with the best ones and estimates the points that they gave away.

use std::num::NonZeroUsize;
use std::ops::ControlFlow;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::sync::{Mutex, PoisonError};

use games::{Actor, Answer, Game};

use super::analyse::{Analysis, AnalysisLine, AnalysisRequest, analyse};
use super::mistakes::{DecisionKind, GamePhase, undrawn};
use crate::search::config::Budget;

/// Maximum number of worst decisions in a tally.
const MAX_WORST: usize = 5;

/// The reason there is no decision to analyse at a point in a game.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum NoDecision {
    /// The game has fewer answers than requested.
    #[error("the game has {answers} answers, not {at}; choose 0 to {answers}")]
    Beyond {
        /// Number of answers requested.
        at: usize,
        /// Number of answers in the game.
        answers: usize,
    },
    /// Chance must act at this point, or the game is over.
    #[error("after {at} answers {}; a seat must answer after {}", describe_actor(*actor), join_alternatives(near))]
    Unasked {
        /// Number of answers before this point.
        at: usize,
        /// [`Actor::Chance`], or [`Actor::Nobody`] after the end of the game.
        actor: Actor,
        /// The nearest earlier and later points where a seat must act, as numbers of answers.
        near: Vec<usize>,
    },
    /// No seat had to act during the whole game.
    #[error("no seat had to answer anything in this game")]
    Nowhere,
}

/// Describes who must act instead of a seat.
fn describe_actor(actor: Actor) -> &'static str {
    if actor == Actor::Chance { "chance must answer, not a seat" } else { "the game is over" }
}

fn join_alternatives(near: &[usize]) -> String {
    near.iter().map(usize::to_string).collect::<Vec<_>>().join(" or ")
}

/// Returns the game after its first `at` answers, where a seat must act; without `at`, returns the game at the last decision for a seat.
///
/// # Errors
/// Returns an error if no seat must act at this point. The error names the nearest decisions.
pub fn decision(game: &Game, at: Option<usize>) -> Result<Game, NoDecision> {
    decision_past(game, at, |_| {})
}

/// Like [`decision`], but also calls `passed` with every position up to this point, starting with the one before the first answer.
///
/// # Errors
/// Returns the same errors as [`decision`].
pub fn decision_past(game: &Game, at: Option<usize>, mut passed: impl FnMut(&Game)) -> Result<Game, NoDecision> {
    let answers = game.seq();
    if let Some(at) = at.filter(|&at| at > answers) {
        return Err(NoDecision::Beyond { at, answers });
    }
    let (mut found, mut before, mut next) = (None, None, None);
    each_position(game, |position| {
        let seq = position.seq();
        let reached = at.is_none_or(|at| seq <= at);
        if reached {
            passed(position);
        }
        if matches!(position.actor(), Actor::Seat(_)) {
            if at.is_none_or(|at| seq == at) {
                found = Some(position.clone());
            } else if reached {
                before = Some(seq);
            } else {
                next = Some(seq);
            }
        }
        let done = next.is_some() || (at.is_some() && found.is_some());
        if done { ControlFlow::Break(()) } else { ControlFlow::Continue(()) }
    });
    match (found, at) {
        (Some(position), _) => Ok(position),
        (None, Some(at)) if before.is_some() || next.is_some() => {
            let actor = if game.is_over() && at == answers { Actor::Nobody } else { Actor::Chance };
            Err(NoDecision::Unasked { at, actor, near: before.into_iter().chain(next).collect() })
        }
        _ => Err(NoDecision::Nowhere),
    }
}

/// Calls `each` with every position in a game, from the one before the first answer to the newest, until `each` breaks.
pub(super) fn each_position(game: &Game, mut each: impl FnMut(&Game) -> ControlFlow<()>) {
    let mut position = game.restarted();
    if each(&position).is_break() {
        return;
    }
    for &answer in game.answers() {
        // The answers were legal when they were given, so they can be applied again.
        if position.apply_raw(answer).is_err() || each(&position).is_break() {
            return;
        }
    }
}

/// A line in notation.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct LineWords {
    /// The seat's answers for the rest of its turn.
    pub answers: Vec<String>,
    /// The likely continuation.
    pub main: Vec<(Actor, String)>,
}

impl LineWords {
    /// Converts a line that starts at `position` to notation.
    pub fn of(position: &Game, line: &AnalysisLine) -> Self {
        let mut game = position.clone();
        let answers: Vec<String> = line.answers.iter().map_while(|&answer| apply_and_name(&mut game, answer)).collect();
        let whole = answers.len() == line.answers.len();
        // The contents of other players' hidden hands are random, so their answers are omitted.
        let (own, secret) = (position.actor(), position.has_secrets());
        let told =
            line.main.iter().take_while(|(actor, _)| whole && (!secret || *actor == own || *actor == Actor::Chance));
        let main =
            told.map_while(|&(actor, answer)| apply_and_name(&mut game, answer).map(|word| (actor, word))).collect();
        Self { answers, main }
    }
}

/// Applies an answer and returns its word, or `None` if the answer is illegal.
fn apply_and_name(game: &mut Game, answer: Answer) -> Option<String> {
    if !game.legal().contains(&answer) {
        return None;
    }
    let word = game.word(answer);
    game.apply_raw(answer).ok().map(|_| word)
}

/// Points and chance to win given away by an answer.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub struct Loss {
    /// Number of points, never below 0.
    pub points: f32,
    /// Upper bound of the standard error of `points`. The true error is smaller, because both lines were tested on the same samples.
    pub error: f32,
    /// By how much the seat's chance to win became smaller, 0 to 1; for a team, the team's.
    pub wins: f32,
}

impl Loss {
    /// Returns what an answer gave away: the margin of the best line minus the margin of the best line that begins with the answer, and the
    /// same for the chances to win. Returns `None` if the analysis has no line that begins with the answer.
    pub fn of(analysis: &Analysis, given: Answer) -> Option<Self> {
        let best = analysis.lines.first()?;
        let line = analysis.lines.iter().find(|line| line.answers.first() == Some(&given))?;
        let points = (best.margin - line.margin).max(0.0);
        let chance = |line: &AnalysisLine| line.forecast.wins.get(analysis.winner()).copied().unwrap_or_default();
        let wins = (chance(best) - chance(line)).max(0.0);
        // Without a larger margin or more certain wins, the lines are equally good, and other differences are random.
        if points == 0.0 && (!analysis.by_wins || wins == 0.0) {
            return Some(Self::default());
        }
        Some(Self { points, error: if points > 0.0 { best.error.hypot(line.error) } else { 0.0 }, wins })
    }

    /// Returns whether nothing was given away.
    pub fn is_nothing(&self) -> bool {
        self.points == 0.0 && self.wins == 0.0
    }
}

/// A decision that left a seat a choice, and the seat's answer.
#[derive(Clone, Debug)]
pub struct Choice {
    position: Game,
    seat: u8,
    given: Answer,
    phase: GamePhase,
}

/// Returns every decision in a game for which a seat had more than one legal answer and gave one.
pub fn choices(game: &Game) -> Vec<Choice> {
    let (mut found, whole) = (Vec::new(), undrawn(&game.restarted()));
    each_position(game, |position| {
        if let (Actor::Seat(seat), Some(&given)) = (position.actor(), game.answers().get(position.seq()))
            && position.legal().len() > 1
        {
            found.push(Choice { position: position.clone(), seat, given, phase: GamePhase::of(position, whole) });
        }
        ControlFlow::Continue(())
    });
    found
}

/// An answer, and the points that it gave away.
#[derive(Clone, Debug, PartialEq)]
pub struct Judgement {
    /// Number of answers before this one.
    pub at: usize,
    /// Turn in which the answer was given.
    pub turn: u16,
    /// Seat that answered.
    pub seat: u8,
    /// The answer in notation.
    pub given: String,
    /// The best answer in notation.
    pub best: String,
    /// Points given away.
    pub lost: Loss,
    /// GamePhase of the game.
    pub phase: GamePhase,
    /// Kind of decision or mistake.
    pub kind: DecisionKind,
    /// Points by which the best line leads the best one that begins with another answer; `None` if no other answer was examined.
    pub lead: Option<f32>,
    /// Whether every possible course of the rest of the game was searched.
    pub exact: bool,
}

impl Choice {
    /// Judges the answer within a budget.
    pub(super) fn judge(&self, budget: Budget, seed: u64) -> Option<Judgement> {
        let position = &self.position;
        let seed = seed.wrapping_add(position.seq() as u64);
        let analysis = analyse(position, &AnalysisRequest::new(budget, seed).about(Some(self.given)))?;
        let lost = Loss::of(&analysis, self.given);
        debug_assert!(lost.is_some(), "an analysis always has the line of the given answer: {position:?}");
        let lost = lost?;
        let (first, preferred) = (analysis.lines.first()?, *analysis.lines.first()?.answers.first()?);
        // An answer that is as good as the best one is reported as the best.
        let best = if lost.is_nothing() { self.given } else { preferred };
        let other = analysis.lines.iter().find(|line| line.answers.first() != Some(&preferred));
        Some(Judgement {
            at: position.seq(),
            turn: position.turn(),
            seat: self.seat,
            given: position.word(self.given),
            best: position.word(best),
            lost,
            phase: self.phase,
            kind: DecisionKind::of(position, self.given, best),
            lead: other.map(|line| first.margin - line.margin),
            exact: analysis.exact,
        })
    }
}

/// Judges answers, each within a budget, and calls `done` after each one with the number judged so far. Equal arguments give equal
/// judgements with any number of threads, unless the budget is a duration.
pub fn judge(
    choices: &[Choice],
    budget: Budget,
    seed: u64,
    threads: NonZeroUsize,
    done: impl Fn(usize) + Sync,
) -> Vec<Judgement> {
    let (next, over) = (AtomicUsize::new(0), AtomicUsize::new(0));
    let judged = Mutex::new(Vec::with_capacity(choices.len()));
    std::thread::scope(|scope| {
        for _ in 0..threads.get().min(choices.len()) {
            scope.spawn(|| {
                while let Some(choice) = choices.get(next.fetch_add(1, Ordering::Relaxed)) {
                    let judgement = choice.judge(budget, seed);
                    judged.lock().unwrap_or_else(PoisonError::into_inner).extend(judgement);
                    done(over.fetch_add(1, Ordering::Relaxed) + 1);
                }
            });
        }
    });
    let mut judged = judged.into_inner().unwrap_or_else(PoisonError::into_inner);
    judged.sort_by_key(|judgement| judgement.at);
    judged
}

/// A seat's performance in a whole game.
#[derive(Clone, Debug, PartialEq)]
pub struct Tally<'a> {
    /// The seat that was judged.
    pub seat: u8,
    /// Number of decisions judged.
    pub decisions: usize,
    /// Number of decisions for which the seat gave a best answer.
    pub best: usize,
    /// Points given away across all decisions.
    pub lost: Loss,
    /// The decisions that gave away the most points, worst first; at most five.
    pub worst: Vec<&'a Judgement>,
}

impl<'a> Tally<'a> {
    /// Sums up the judgements of one seat.
    pub fn of(seat: u8, judged: &'a [Judgement]) -> Self {
        let own: Vec<&Judgement> = judged.iter().filter(|judgement| judgement.seat == seat).collect();
        let mut worst: Vec<&Judgement> = own.iter().copied().filter(|judgement| !judgement.lost.is_nothing()).collect();
        let best = own.len() - worst.len();
        let lost = worst.iter().fold(Loss::default(), |sum, judgement| Loss {
            points: sum.points + judgement.lost.points,
            error: sum.error.hypot(judgement.lost.error),
            wins: sum.wins + judgement.lost.wins,
        });
        let order = |a: &Loss, b: &Loss| b.points.total_cmp(&a.points).then(b.wins.total_cmp(&a.wins));
        worst.sort_by(|a, b| order(&a.lost, &b.lost));
        worst.truncate(MAX_WORST);
        Self { seat, decisions: own.len(), best, lost, worst }
    }

    /// Returns the mean points given away per decision.
    pub fn mean(&self) -> f32 {
        self.lost.points / self.decisions.max(1) as f32
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::agents::choose::choose;
    use crate::agents::level::Level;
    use games::Setup;
    use games::deal::{Deal, Seed};

    const SMALL_BUDGET: Budget = Budget::Evaluations(300);

    /// Plays a game between easy players up to this number of answers.
    fn game(setup: &Setup, answers: usize) -> Game {
        let mut game = Game::new(setup).unwrap();
        let deal = Deal::new(Seed::from_number(5), setup).unwrap();
        while !game.is_over() && game.seq() < answers {
            let answer = match game.actor() {
                Actor::Chance => deal.answer(&game).unwrap(),
                _ => choose(&game, Level::Easy, std::time::Duration::from_millis(10), game.seq() as u64),
            };
            game.apply(answer).unwrap();
        }
        game
    }

    fn line(answer: Answer, margin: f32, error: f32) -> AnalysisLine {
        AnalysisLine { answers: vec![answer], margin, error, ..AnalysisLine::default() }
    }

    #[test]
    fn a_loss_is_the_margin_between_the_best_line_and_the_given_one() {
        let [a, b, c] = [1, 2, 3].map(|kind| Answer::Draw { kind });
        let lines = vec![line(a, 5.0, 3.0), line(b, 2.0, 4.0), line(b, 1.0, 0.0)];
        let analysis = Analysis { lines, evaluations: 9, ..Analysis::default() };
        assert_eq!(Loss::of(&analysis, a), Some(Loss::default()));
        assert_eq!(Loss::of(&analysis, b), Some(Loss { points: 3.0, error: 5.0, wins: 0.0 }));
        assert_eq!(Loss::of(&analysis, c), None);
    }

    #[test]
    fn decisions_are_found_and_errors_name_the_nearest_ones() {
        let whole = game(&Setup::base(2), usize::MAX);
        let last = decision(&whole, None).unwrap();
        assert!(matches!(last.actor(), Actor::Seat(_)) && last.answers() == &whole.answers()[..last.seq()]);
        // The game begins with these answers: first seat, tile, place, figure, next tile.
        let at = |at: usize| decision(&whole, Some(at)).map(|position| position.seq());
        assert_eq!(at(2), Ok(2));
        let (none, after) = (at(0).unwrap_err(), whole.seq());
        assert_eq!(none, NoDecision::Unasked { at: 0, actor: Actor::Chance, near: vec![2] });
        assert_eq!(none.to_string(), "after 0 answers chance must answer, not a seat; a seat must answer after 2");
        let over = at(after).unwrap_err().to_string();
        assert_eq!(over, format!("after {after} answers the game is over; a seat must answer after {}", last.seq()));
        assert_eq!(at(after + 1), Err(NoDecision::Beyond { at: after + 1, answers: after }));
        assert_eq!(decision(&game(&Setup::base(2), 1), None).unwrap_err(), NoDecision::Nowhere);
    }

    #[test]
    fn judgements_do_not_depend_on_the_number_of_threads() {
        let hidden = Setup::of("discovery", 2).option("hand", "two_hidden");
        let three = Setup::base(2).option("hand", "three_hidden");
        let builders = Setup::base(2).with("traders-builders");
        let setups = [builders, Setup::of("hunters", 3), hidden, three, Setup::of("coop", 1)];
        for setup in setups {
            let game = game(&setup, 60);
            let choices = choices(&game);
            let most = AtomicUsize::new(0);
            let judged = judge(&choices, SMALL_BUDGET, 1, NonZeroUsize::MIN.saturating_add(1), |done| {
                most.fetch_max(done, Ordering::Relaxed);
            });
            assert_eq!((judged.len(), most.into_inner()), (choices.len(), choices.len()), "{setup:?}");
            assert_eq!(judge(&choices, SMALL_BUDGET, 1, NonZeroUsize::MIN, |_| {}), judged);
            assert!(judged.is_sorted_by_key(|judgement| judgement.at));
            for (judgement, choice) in judged.iter().zip(&choices) {
                assert_eq!(choice.position.answer(&judgement.given), Ok(choice.given));
                let best = choice.position.answer(&judgement.best).unwrap();
                assert!(choice.position.legal().contains(&best));
                assert_eq!(judgement.lost.is_nothing(), judgement.given == judgement.best);
            }
            let tallies: Vec<Tally<'_>> = (0..setup.seats).map(|seat| Tally::of(seat, &judged)).collect();
            assert_eq!(tallies.iter().map(|tally| tally.decisions).sum::<usize>(), judged.len());
            for tally in &tallies {
                assert!(tally.worst.len() == MAX_WORST.min(tally.decisions - tally.best));
                assert!(tally.worst.is_sorted_by(|a, b| a.lost.points >= b.lost.points));
                assert!(tally.lost.points >= tally.worst.iter().map(|worst| worst.lost.points).sum::<f32>() - 0.01);
            }
            assert!(
                tallies.iter().any(|tally| tally.lost.points > 0.0),
                "easy players give something away in {setup:?}"
            );
        }
    }

    #[test]
    fn lines_are_cut_at_the_first_illegal_answer() {
        let game = game(&Setup::base(2), 2);
        let placed = game.legal()[0];
        let mut after = game.clone();
        after.apply(placed).unwrap();
        let deployed = after.legal()[0];
        let words = vec![game.word(placed), after.word(deployed)];
        after.apply(deployed).unwrap();
        let draw = after.legal()[0];
        let main = vec![(Actor::Chance, draw), (Actor::Seat(1), Answer::Draw { kind: 0 })];
        let line = AnalysisLine { answers: vec![placed, deployed], main, ..AnalysisLine::default() };
        let told = LineWords::of(&game, &line);
        assert_eq!((told.answers, told.main), (words, vec![(Actor::Chance, after.word(draw))]));
        let unplayable = AnalysisLine { answers: vec![deployed, placed], ..line };
        assert_eq!(LineWords::of(&game, &unplayable), LineWords::default());
    }
}
