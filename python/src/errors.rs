//! What goes wrong, as Python exceptions. Each says what would be right.

use std::fmt::Display;

use pyo3::create_exception;
use pyo3::exceptions::PyValueError;
use pyo3::prelude::*;

create_exception!(
    bastide,
    BastideError,
    PyValueError,
    "What this package raises; each kind of it says what would be right."
);
create_exception!(
    bastide,
    SetupError,
    BastideError,
    "The set-up does not hold: an unknown game, expansion, option or value."
);
create_exception!(bastide, IllegalAnswer, BastideError, "The answer is none, or not legal in this position.");
create_exception!(
    bastide,
    StaleAnswer,
    BastideError,
    "The answer was listed for another position than the one it is given to."
);
create_exception!(
    bastide,
    IllegalAction,
    BastideError,
    "The action is outside the space, or masked out in this position."
);
create_exception!(bastide, RecordError, BastideError, "The record or the bytes are none, or do not hold.");
create_exception!(
    bastide,
    ArrayError,
    BastideError,
    "An array has another shape, or is not contiguous, than what is written into it."
);

/// Puts the exceptions into the module.
pub fn add(module: &Bound<'_, PyModule>) -> PyResult<()> {
    let py = module.py();
    module.add("BastideError", py.get_type::<BastideError>())?;
    module.add("SetupError", py.get_type::<SetupError>())?;
    module.add("IllegalAnswer", py.get_type::<IllegalAnswer>())?;
    module.add("StaleAnswer", py.get_type::<StaleAnswer>())?;
    module.add("IllegalAction", py.get_type::<IllegalAction>())?;
    module.add("RecordError", py.get_type::<RecordError>())?;
    module.add("ArrayError", py.get_type::<ArrayError>())
}

/// A set-up that does not hold.
pub fn setup(why: impl Display) -> PyErr {
    SetupError::new_err(why.to_string())
}

/// An answer that is not legal.
pub fn illegal(why: impl Display) -> PyErr {
    IllegalAnswer::new_err(why.to_string())
}

/// A record that does not hold.
pub fn record(why: impl Display) -> PyErr {
    RecordError::new_err(why.to_string())
}

/// An argument that is none of those there are.
pub fn value(why: impl Display) -> PyErr {
    BastideError::new_err(why.to_string())
}
