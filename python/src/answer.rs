//! Answers, as Python sees them: a word, an integer, and what each acts on.

use bastide::Answer;
use bastide::engine::Spot;
use pyo3::prelude::*;

/// A legal answer of one position.
#[pyclass(name = "Answer", module = "bastide", frozen, eq, hash)]
#[derive(Clone, PartialEq, Eq, Hash)]
pub struct PyAnswer {
    /// The core's answer.
    pub answer: Answer,
    /// Its word.
    pub word: String,
    /// The trail of the position that it was listed for.
    pub trail: u64,
}

#[pymethods]
impl PyAnswer {
    /// The word, as it stands in records: `crfr@3,-1r90`, `knight:n`, `pass`, `draw:crfr`.
    #[getter]
    fn word(&self) -> &str {
        &self.word
    }

    /// The integer, as it stands in snapshots: the verb in the top four bits, what it acts on below.
    #[getter]
    fn integer(&self) -> u32 {
        self.answer.to_integer()
    }

    /// What it does: `place`, `deploy`, `pass`, `draw`, ...
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
            Answer::Build { .. } => "build",
            Answer::Attach { .. } => "haunt",
            Answer::Clear { .. } => "clear",
            Answer::Again => "again",
            Answer::Pass => "pass",
        }
    }

    /// Column and row of a tile that is placed, east and south of the start tile.
    #[getter]
    fn place(&self) -> Option<(i16, i16)> {
        match self.answer {
            Answer::Place { at, .. } | Answer::PlaceHeld { at, .. } => Some((at.x, at.y)),
            _ => None,
        }
    }

    /// Quarter turns clockwise of a tile that is placed.
    #[getter]
    fn rotation(&self) -> Option<u8> {
        match self.answer {
            Answer::Place { rotation, .. } | Answer::PlaceHeld { rotation, .. } => Some(rotation),
            _ => None,
        }
    }

    /// Which tile of the hand is placed, where a seat chooses among several.
    #[getter]
    fn slot(&self) -> Option<u8> {
        match self.answer {
            Answer::PlaceHeld { slot, .. } => Some(slot),
            _ => None,
        }
    }

    /// The number of the kind of figure that is deployed, or of the figure that is acted on.
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

    /// The number of the segment on the table that is acted on.
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

    /// The number of the kind of tile that is drawn.
    #[getter]
    fn kind(&self) -> Option<u8> {
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
