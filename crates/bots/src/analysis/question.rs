//! A client's question about a position of a game, with the limits of its thinking time.

use std::sync::atomic::AtomicBool;
use std::time::Duration;

use games::{Answer, Game};

use super::analyse::{AnalysisRequest, analyse};
use super::info::AnalysisInfo;
use super::review::{self, NoDecision};
use crate::search::config::Budget;

/// Allowed thinking time in milliseconds.
const THINKING_MS: std::ops::RangeInclusive<u64> = 10..=5000;
/// Default thinking time in milliseconds.
const DEFAULT_THINKING_MS: u64 = 1000;

/// The thinking time is out of range.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
#[error("millis must be {least} to {most}, not {millis}")]
pub struct BadMillis {
    millis: u64,
    least: u64,
    most: u64,
}

/// The position of a game to analyse, and the thinking time.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Question {
    /// Number of answers before the position; `None` for the last position in which a seat must act.
    at: Option<usize>,
    /// Whether to judge the answer given in the game.
    given: bool,
    budget: Budget,
}

impl Question {
    /// Creates a question. `at` is the number of answers before the position, `None` for the last position in which a seat must act;
    /// `given` is true to judge the answer given in the game.
    pub fn new(at: Option<usize>, given: bool, budget: Budget) -> Question {
        Question { at, given, budget }
    }

    /// Creates a client's question, whose thinking time has a default and limits; by default, the given answer is judged.
    ///
    /// # Errors
    /// The thinking time is out of range.
    pub fn asked(at: Option<usize>, millis: Option<u64>, given: Option<bool>) -> Result<Question, BadMillis> {
        let millis = millis.unwrap_or(DEFAULT_THINKING_MS);
        if !THINKING_MS.contains(&millis) {
            return Err(BadMillis { millis, least: *THINKING_MS.start(), most: *THINKING_MS.end() });
        }
        Ok(Question::new(at, given.unwrap_or(true), Budget::Time(Duration::from_millis(millis))))
    }

    /// Returns the number of answers before the position; `None` for the last position in which a seat must act.
    pub fn at(self) -> Option<usize> {
        self.at
    }

    /// Rejects a position beyond the end of the game, so that the game need not be replayed.
    ///
    /// # Errors
    /// The game has fewer answers.
    pub fn is_within(self, answers: usize) -> Result<(), NoDecision> {
        match self.at.filter(|&at| at > answers) {
            Some(at) => Err(NoDecision::Beyond { at, answers }),
            None => Ok(()),
        }
    }

    /// Finds the position by replaying a game. Calls `passed` with every position up to it.
    ///
    /// # Errors
    /// No seat must act in this position.
    pub fn find(self, game: &Game, passed: impl FnMut(&Game)) -> Result<Decision, NoDecision> {
        let position = review::decision_past(game, self.at, passed)?;
        let given = game.answers().get(position.seq()).copied().filter(|_| self.given);
        Ok(Decision { position, given, budget: self.budget })
    }

    /// Finds the position and analyses it. Setting `stop` cancels the analysis.
    ///
    /// # Errors
    /// No seat must act in this position.
    pub fn answer(self, game: &Game, stop: &AtomicBool) -> Result<AnalysisInfo, NoDecision> {
        self.find(game, |_| {})?.answer(stop)
    }
}

/// A position in which a seat must act, and the thinking time.
#[derive(Clone)]
pub struct Decision {
    position: Game,
    given: Option<Answer>,
    budget: Budget,
}

impl Decision {
    /// Returns the position.
    pub fn position(&self) -> &Game {
        &self.position
    }

    /// Returns the answer given in the game, if it is to be judged.
    pub fn given(&self) -> Option<Answer> {
        self.given
    }

    /// Returns the thinking time; zero if the budget is a number of evaluations.
    pub fn time(&self) -> Duration {
        match self.budget {
            Budget::Time(time) => time,
            Budget::Evaluations(_) => Duration::ZERO,
        }
    }

    /// Analyses the position. Setting `stop` cancels the analysis.
    ///
    /// # Errors
    /// No seat must act in the position.
    pub fn answer(&self, stop: &AtomicBool) -> Result<AnalysisInfo, NoDecision> {
        let Decision { position, given, budget } = self;
        let request =
            AnalysisRequest { stop: Some(stop), ..AnalysisRequest::new(*budget, position.seq() as u64).about(*given) };
        let analysis = analyse(position, &request).ok_or(NoDecision::Nowhere)?;
        Ok(AnalysisInfo::of(position, &analysis, *given))
    }
}
