//! Set-ups, read from set-up lines.

use std::sync::{Arc, Mutex, PoisonError};

use bastide::setup::Setup;
use bastide::{Game, RULES_VERSION};
use pyo3::prelude::*;
use pyo3::types::PyDict;

use crate::errors;

/// A set-up: game, expansions, options, seats. It is read from the set-up line that all Bastide programs use.
#[pyclass(name = "Setup", module = "bastide", frozen, eq, hash, from_py_object)]
#[derive(Clone)]
pub struct PySetup {
    /// A game before its first answer, which contains the compiled set-up.
    pub beginning: Arc<Game>,
}

impl PySetup {
    /// Compiles a set-up.
    ///
    /// # Errors
    /// Returns an error if the set-up is invalid.
    pub fn compiled(setup: &Setup) -> PyResult<Self> {
        Ok(Self { beginning: Arc::new(Game::new(setup).map_err(errors::setup)?) })
    }

    /// Returns the set-up of a game.
    pub fn of(game: &Game) -> Self {
        Self { beginning: Arc::new(game.restarted()) }
    }
}

impl PartialEq for PySetup {
    fn eq(&self, other: &Self) -> bool {
        self.beginning.setup() == other.beginning.setup()
    }
}

impl Eq for PySetup {}

impl std::hash::Hash for PySetup {
    fn hash<H: std::hash::Hasher>(&self, state: &mut H) {
        self.beginning.setup().canonical().hash(state);
        self.beginning.setup().rules_version.hash(state);
    }
}

/// A set-up in any accepted form.
#[derive(FromPyObject)]
pub enum GivenSetup {
    /// A `Setup` object.
    Read(PySetup),
    /// A set-up line.
    Line(String),
}

/// Cache of recently used set-up lines, since compiling a set-up takes longer than playing many games.
static RECENT_SETUPS: Mutex<Vec<(String, Game)>> = Mutex::new(Vec::new());
/// Maximum size of the cache.
const MAX_RECENT_SETUPS: usize = 16;

impl GivenSetup {
    /// Returns a game of the set-up before its first answer.
    pub fn begin(self) -> PyResult<Game> {
        let line = match self {
            Self::Read(read) => return Ok(read.beginning.restarted()),
            Self::Line(line) => line,
        };
        // No code panics while it changes the cache, so the cache is consistent even if the lock is poisoned.
        let lately = || RECENT_SETUPS.lock().unwrap_or_else(PoisonError::into_inner);
        if let Some((_, game)) = lately().iter().find(|(known, _)| *known == line) {
            return Ok(game.restarted());
        }
        let setup = Setup::from_line(&line).map_err(errors::setup)?;
        let game = Game::new(&setup).map_err(errors::setup)?;
        let mut kept = lately();
        if kept.len() == MAX_RECENT_SETUPS {
            kept.remove(0);
        }
        kept.push((line, game.restarted()));
        Ok(game)
    }
}

#[pymethods]
impl PySetup {
    /// Reads a line such as `carcassonne+inns-cathedrals seats=2 small_city=2`.
    #[new]
    #[pyo3(signature = (line, *, rules_version = None, own_tiles = None, board = None))]
    fn new(line: &str, rules_version: Option<u32>, own_tiles: Option<&str>, board: Option<&str>) -> PyResult<Self> {
        let mut setup = Setup::from_line(line).map_err(errors::setup)?;
        if let Some(file) = own_tiles {
            setup = setup.own_tiles(file);
        }
        if let Some(text) = board {
            setup = setup.with_board(text);
        }
        Self::compiled(&setup.pinned(rules_version.unwrap_or(RULES_VERSION)))
    }

    /// The set-up line in its canonical form, without defaults.
    #[getter]
    fn line(&self) -> String {
        self.beginning.setup().canonical()
    }

    /// `carcassonne`, `hunters`, `discovery` or `coop`.
    #[getter]
    fn game(&self) -> &str {
        &self.beginning.setup().game
    }

    /// Number of seats.
    #[getter]
    fn seats(&self) -> u8 {
        self.beginning.setup().seats
    }

    /// Ids of the expansions in play.
    #[getter]
    fn expansions(&self) -> Vec<String> {
        self.beginning.setup().expansions_in_order()
    }

    /// Version of the rules.
    #[getter]
    fn rules_version(&self) -> u32 {
        self.beginning.setup().rules_version
    }

    /// True if all seats win or lose together.
    #[getter]
    fn is_team(&self) -> bool {
        self.beginning.setup().is_team()
    }

    /// Values of all options of the parts in play.
    #[getter]
    fn options<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyDict>> {
        let options = PyDict::new(py);
        for info in self.beginning.setup().options_in_play() {
            options.set_item(info.name, self.beginning.setup().value_of(info))?;
        }
        Ok(options)
    }

    fn __reduce__<'py>(slf: &Bound<'py, Self>) -> PyResult<(Bound<'py, PyAny>, (Vec<u8>,))> {
        let bytes = crate::saved::setup_bytes(slf.get().beginning.setup());
        Ok((slf.py().import("bastide._engine")?.getattr("_setup_of_bytes")?, (bytes,)))
    }

    fn __repr__(&self) -> String {
        format!("Setup('{}')", self.beginning.setup().canonical())
    }

    fn __str__(&self) -> String {
        self.beginning.setup().canonical()
    }
}
