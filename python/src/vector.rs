//! The `Lanes` class of the Python package: many games in parallel.

use numpy::{PyReadonlyArray1, PyReadwriteArrayDyn};
use pyo3::prelude::*;
use pyo3::types::PyDict;

use crate::arrays::{slice, writable};
use crate::encoder::SetupEncoding;
use crate::errors::{self, ArrayError, IllegalAction};
use crate::lanes::{self, LaneOutputs, Lanes, Sizes};
use crate::observe::{PLANES, SPOTS};
use crate::setup::{GivenSetup, PySetup};

/// Maximum number of games.
const MAX_GAMES: usize = 1 << 16;
/// Maximum number of threads.
const MAX_THREADS: usize = 256;

/// Games of one set-up, stepped in parallel by the engine's threads. A finished game restarts.
#[pyclass(name = "Lanes", module = "bastide")]
pub struct PyLanes {
    lanes: Box<dyn Lanes + Sync>,
    setup: PySetup,
    count: usize,
    window: usize,
    sizes: Sizes,
    threads: usize,
    begun: bool,
}

/// The caller's arrays, borrowed.
struct BorrowedArrays<'py> {
    mask: Option<PyReadwriteArrayDyn<'py, u8>>,
    seats: Option<PyReadwriteArrayDyn<'py, i8>>,
    rewards: Option<PyReadwriteArrayDyn<'py, f32>>,
    done: Option<PyReadwriteArrayDyn<'py, bool>>,
    scores: Option<PyReadwriteArrayDyn<'py, i32>>,
    planes: Option<PyReadwriteArrayDyn<'py, u8>>,
    ids: Option<PyReadwriteArrayDyn<'py, u16>>,
    numbers: Option<PyReadwriteArrayDyn<'py, f32>>,
}

/// Names of the output arrays.
const OUTPUT_NAMES: [&str; 8] = ["mask", "seats", "rewards", "done", "scores", "planes", "ids", "numbers"];

impl<'py> BorrowedArrays<'py> {
    fn borrow(given: Option<&Bound<'py, PyDict>>, lanes: &PyLanes) -> PyResult<Self> {
        let (n, sizes, window) = (lanes.count, lanes.sizes, lanes.window);
        if let Some(given) = given {
            for name in given.keys() {
                let name: String = name.extract()?;
                if !OUTPUT_NAMES.contains(&name.as_str()) {
                    return Err(errors::value(format!(
                        "unknown array \"{name}\"; known arrays: {}",
                        OUTPUT_NAMES.join(", ")
                    )));
                }
            }
        }
        let get = |name: &str| match given {
            Some(given) => given.get_item(name).map(|item| item.filter(|item| !item.is_none())),
            None => Ok(None),
        };
        let held = Self {
            mask: writable("mask", get("mask")?.as_ref(), &[n, sizes.actions])?,
            seats: writable("seats", get("seats")?.as_ref(), &[n])?,
            rewards: writable("rewards", get("rewards")?.as_ref(), &[n, sizes.seats])?,
            done: writable("done", get("done")?.as_ref(), &[n])?,
            scores: writable("scores", get("scores")?.as_ref(), &[n, sizes.seats])?,
            planes: writable("planes", get("planes")?.as_ref(), &[n, PLANES, window, window])?,
            ids: writable("ids", get("ids")?.as_ref(), &[n, SPOTS, window, window])?,
            numbers: writable("numbers", get("numbers")?.as_ref(), &[n, sizes.numbers])?,
        };
        if held.ids.is_some() && held.planes.is_none() {
            return Err(errors::value("ids are written together with planes; give both"));
        }
        Ok(held)
    }

    fn written(&mut self) -> PyResult<LaneOutputs<'_>> {
        Ok(LaneOutputs {
            actions: None,
            mask: slice(&mut self.mask)?,
            seats: slice(&mut self.seats)?,
            rewards: slice(&mut self.rewards)?,
            done: slice(&mut self.done)?,
            scores: slice(&mut self.scores)?,
            planes: slice(&mut self.planes)?,
            ids: slice(&mut self.ids)?,
            numbers: slice(&mut self.numbers)?,
        })
    }
}

impl PyLanes {
    fn check_started(&self) -> PyResult<()> {
        if self.begun { Ok(()) } else { Err(errors::value("no games are running; call reset(seed) first")) }
    }
}

#[pymethods]
impl PyLanes {
    /// Creates games of a set-up, stepped by a number of threads.
    #[new]
    #[pyo3(signature = (setup, count, *, window = 31, threads = 1))]
    fn new(setup: GivenSetup, count: usize, window: usize, threads: usize) -> PyResult<Self> {
        if !(1..=MAX_GAMES).contains(&count) {
            return Err(errors::value(format!("count must be from 1 to {MAX_GAMES}, not {count}")));
        }
        if !(1..=MAX_THREADS).contains(&threads) {
            return Err(errors::value(format!("threads must be from 1 to {MAX_THREADS}, not {threads}")));
        }
        let code = SetupEncoding::new(setup, window)?;
        let (sizes, setup) = (code.sizes(), PySetup::of(&code.game));
        let lanes = lanes::new(&code.game, code.space, sizes, count);
        let lanes = lanes.ok_or_else(|| errors::value("unknown game family"))?;
        Ok(Self { lanes, setup, count, window, sizes, threads, begun: false })
    }

    /// The set-up.
    #[getter]
    fn setup(&self) -> PySetup {
        self.setup.clone()
    }

    /// Returns the number of games.
    fn __len__(&self) -> usize {
        self.count
    }

    /// Number of actions.
    #[getter]
    fn actions(&self) -> usize {
        self.sizes.actions
    }

    /// Number of games that have ended since `reset`.
    #[getter]
    fn ended(&self) -> u64 {
        self.lanes.ended()
    }

    /// Shape of each output array, by name.
    #[getter]
    fn shapes<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyDict>> {
        let (n, sizes, window) = (self.count, self.sizes, self.window);
        let shapes = PyDict::new(py);
        shapes.set_item("mask", (n, sizes.actions))?;
        shapes.set_item("seats", (n,))?;
        shapes.set_item("rewards", (n, sizes.seats))?;
        shapes.set_item("done", (n,))?;
        shapes.set_item("scores", (n, sizes.seats))?;
        shapes.set_item("planes", (n, PLANES, window, window))?;
        shapes.set_item("ids", (n, SPOTS, window, window))?;
        shapes.set_item("numbers", (n, sizes.numbers))?;
        Ok(shapes)
    }

    /// Restarts all games and writes their states into the named arrays.
    #[pyo3(signature = (seed, **arrays))]
    fn reset(&mut self, py: Python<'_>, seed: u64, arrays: Option<&Bound<'_, PyDict>>) -> PyResult<()> {
        let mut held = BorrowedArrays::borrow(arrays, self)?;
        let (written, threads, lanes) = (held.written()?, self.threads, &mut self.lanes);
        py.detach(|| lanes.reset(seed, written, threads));
        self.begun = true;
        Ok(())
    }

    /// Takes an action in every game and writes the results into the named arrays. If any action is illegal, none is taken.
    #[pyo3(signature = (actions, **arrays))]
    fn step(&mut self, py: Python<'_>, actions: &Bound<'_, PyAny>, arrays: Option<&Bound<'_, PyDict>>) -> PyResult<()> {
        self.check_started()?;
        let given: PyReadonlyArray1<'_, i64> = actions.extract().map_err(|_| self.action_error())?;
        let actions = given.as_slice().map_err(|_| self.action_error())?;
        if actions.len() != self.count {
            return Err(self.action_error());
        }
        let mut held = BorrowedArrays::borrow(arrays, self)?;
        let (written, threads, lanes) = (held.written()?, self.threads, &mut self.lanes);
        py.detach(|| lanes.step(actions, written, threads)).map_err(|refused| {
            IllegalAction::new_err(format!(
                "action {} is masked out in game {}, where {} actions are legal; see the mask",
                refused.action, refused.lane, refused.legal
            ))
        })
    }

    /// Samples a legal action for every game uniformly and writes the actions into an array of `int64`.
    fn sample(&mut self, py: Python<'_>, actions: &Bound<'_, PyAny>) -> PyResult<()> {
        self.check_started()?;
        let mut held = writable::<i64>("actions", Some(actions), &[self.count])?;
        let (threads, lanes) = (self.threads, &mut self.lanes);
        match slice(&mut held)? {
            Some(actions) => py.detach(|| lanes.sample(actions, threads)),
            None => return Err(self.action_error()),
        }
        Ok(())
    }
}

impl PyLanes {
    fn action_error(&self) -> PyErr {
        ArrayError::new_err(format!("actions takes a C-contiguous numpy array of int64 with shape [{}]", self.count))
    }
}
