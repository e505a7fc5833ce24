//! The caller's arrays, which are written in place and never copied. An array of the wrong type or shape is rejected with an error that
//! names it.

use numpy::{Element, PyArrayDyn, PyArrayMethods, PyReadwriteArrayDyn, PyUntypedArrayMethods};
use pyo3::prelude::*;

use crate::errors::ArrayError;

/// An array given by the caller as an output buffer.
pub type Given<'a, 'py> = Option<&'a Bound<'py, PyAny>>;

/// Borrows an array for writing.
///
/// # Errors
/// Returns an error if the object is not an array of this type and shape, is not contiguous, is read-only, or is borrowed elsewhere.
pub fn writable<'py, T: Element>(
    name: &str,
    given: Given<'_, 'py>,
    shape: &[usize],
) -> PyResult<Option<PyReadwriteArrayDyn<'py, T>>> {
    let Some(given) = given else { return Ok(None) };
    let wanted = || {
        let of = numpy::dtype::<T>(given.py());
        format!("{name} takes a C-contiguous, writable numpy array of {of} with shape {shape:?}")
    };
    let array = given.cast::<PyArrayDyn<T>>();
    let array = array.map_err(|_| ArrayError::new_err(format!("{}; got {}", wanted(), described(given))))?;
    if array.shape() != shape || !array.is_c_contiguous() {
        return Err(ArrayError::new_err(format!("{}; got {}", wanted(), described(given))));
    }
    let held = array.try_readwrite();
    held.map(Some).map_err(|why| ArrayError::new_err(format!("{}; the given one cannot be written: {why}", wanted())))
}

/// Describes the given object briefly.
fn described(given: &Bound<'_, PyAny>) -> String {
    let of = |name: &str| given.getattr(name).map(|value| value.to_string()).ok();
    match (of("dtype"), of("shape")) {
        (Some(dtype), Some(shape)) => format!("{dtype} with shape {shape}"),
        _ => format!("an object of type {}", given.get_type()),
    }
}

/// Returns the elements of a borrowed array.
pub fn slice<'a, T: Element>(held: &'a mut Option<PyReadwriteArrayDyn<'_, T>>) -> PyResult<Option<&'a mut [T]>> {
    let Some(held) = held else { return Ok(None) };
    held.as_slice_mut().map(Some).map_err(|why| ArrayError::new_err(why.to_string()))
}
