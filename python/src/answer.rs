//! The `Answer` class of the Python package: an answer as a word, as an integer, and in parts.

use bastide::Answer;
use bastide::engine::Spot;
use pyo3::prelude::*;

/// A legal answer in one position.
#[pyclass(name = "Answer", module = "bastide", frozen, eq, hash)]
#[derive(Clone, PartialEq, Eq, Hash)]
pub struct PyAnswer {
    /// The engine's answer.
    pub answer: Answer,
    /// The answer's word in the notation.
    pub word: String,
    /// Fingerprint of the set-up and the earlier answers for which this answer was listed.
    pub trail: u64,
}

#[pymethods]
impl PyAnswer {
    /// The answer as a word, as in records: `crfr@3,-1r90`, `knight:n`, `pass`, `draw:crfr`.
    #[getter]
    fn word(&self) -> &str {
        &self.word
    }

    /// The answer as an integer, as in snapshots: the verb in the top four bits, its arguments below.
    #[getter]
    fn integer(&self) -> u32 {
        self.answer.to_integer()
    }

    /// The verb: `place`, `deploy`, `pass`, `draw`, ...
    #[getter]
    fn verb(&self) -> &'static str {
        match self.answer {
            Answer::Begin { .. } => "first",
            Answer::Draw { .. } => "draw",
            Answer::Place { .. } | Answer::PlaceHeld { .. } => "place",
            Answer::Deploy { .. } | Answer::DeployCorner { .. } => "deploy",
            Answer::Return { .. } => "return",
            Answer::Move { .. } => "move",
            Answer::Capture { .. } => "capture",
            Answer::Redeem { .. } => "redeem",
            Answer::Lead { .. } => "lead",
            Answer::Withdraw { .. } => "withdraw",
            Answer::Build { .. } => "build",
            Answer::Attach { .. } => "haunt",
            Answer::Clear { .. } => "clear",
            Answer::Outcome { .. } => "outcome",
            Answer::Again => "again",
            Answer::Pass => "pass",
        }
    }

    /// Column and row of a placed tile relative to the start tile; columns grow to the east, rows to the south.
    #[getter]
    fn place(&self) -> Option<(i16, i16)> {
        match self.answer {
            Answer::Place { at, .. } | Answer::PlaceHeld { at, .. } => Some((at.x, at.y)),
            _ => None,
        }
    }

    /// Clockwise quarter turns of a placed tile.
    #[getter]
    fn rotation(&self) -> Option<u8> {
        match self.answer {
            Answer::Place { rotation, .. } | Answer::PlaceHeld { rotation, .. } => Some(rotation),
            _ => None,
        }
    }

    /// Index of the placed tile in the hand, if a seat can choose among several.
    #[getter]
    fn slot(&self) -> Option<u8> {
        match self.answer {
            Answer::PlaceHeld { slot, .. } => Some(slot),
            _ => None,
        }
    }

    /// Index of the deployed figure's kind, or of the affected figure.
    #[getter]
    fn figure(&self) -> Option<u8> {
        match self.answer {
            Answer::Deploy { figure, .. }
            | Answer::DeployCorner { figure, .. }
            | Answer::Return { figure }
            | Answer::Move { figure, .. }
            | Answer::Capture { figure }
            | Answer::Redeem { figure }
            | Answer::Attach { figure }
            | Answer::Lead { to: Spot::Figure(figure), .. } => Some(figure),
            _ => None,
        }
    }

    /// Index of the affected segment on the table.
    #[getter]
    fn segment(&self) -> Option<u16> {
        match self.answer {
            Answer::Deploy { segment, .. }
            | Answer::Move { segment, .. }
            | Answer::Build { segment }
            | Answer::Lead { to: Spot::Segment(segment), .. } => Some(segment),
            _ => None,
        }
    }

    /// Index of the drawn tile's kind.
    #[getter]
    fn kind(&self) -> Option<u16> {
        match self.answer {
            Answer::Draw { kind } => Some(kind),
            _ => None,
        }
    }

    fn __int__(&self) -> u32 {
        self.answer.to_integer()
    }

    fn __str__(&self) -> &str {
        &self.word
    }

    fn __repr__(&self) -> String {
        format!("Answer('{}')", self.word)
    }
}
