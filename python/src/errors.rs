//! Errors as Python exceptions. Each message says what would be valid.

use std::fmt::Display;

use pyo3::create_exception;
use pyo3::exceptions::PyValueError;
use pyo3::prelude::*;

create_exception!(
    bastide,
    BastideError,
    PyValueError,
    "Base class of this package's exceptions; messages say what would be valid."
);
create_exception!(bastide, SetupError, BastideError, "Invalid set-up: an unknown game, expansion, option or value.");
create_exception!(bastide, IllegalAnswer, BastideError, "The answer is invalid, or not legal in this position.");
create_exception!(bastide, StaleAnswer, BastideError, "The answer was listed for another position.");
create_exception!(
    bastide,
    IllegalAction,
    BastideError,
    "The action is outside the space, or masked out in this position."
);
create_exception!(bastide, RecordError, BastideError, "The record or the bytes are invalid.");
create_exception!(
    bastide,
    ArrayError,
    BastideError,
    "An output array has the wrong type or shape, or is not contiguous."
);

/// Adds the exceptions to the module.
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

/// Creates an error for an invalid set-up.
pub fn setup(why: impl Display) -> PyErr {
    SetupError::new_err(why.to_string())
}

/// Creates an error for an illegal answer.
pub fn illegal(why: impl Display) -> PyErr {
    IllegalAnswer::new_err(why.to_string())
}

/// Creates an error for an invalid record.
pub fn record(why: impl Display) -> PyErr {
    RecordError::new_err(why.to_string())
}

/// Creates an error for an invalid argument.
pub fn value(why: impl Display) -> PyErr {
    BastideError::new_err(why.to_string())
}
