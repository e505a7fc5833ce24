//! The `Encoder` class of the Python package: encodes the actions and observations of individual games with one set-up.

use bastide::engine::Described;
use bastide::{Actor, Game, with_family};
use numpy::{Element, PyArray1, PyArrayMethods};
use pyo3::prelude::*;
use pyo3::types::PyDict;

use crate::answer::PyAnswer;
use crate::arrays::{Given, slice, writable};
use crate::errors::{self, ArrayError, IllegalAction};
use crate::game::{GivenAnswer, PyGame};
use crate::graph::{self, Graph};
use crate::lanes::{Sizes, sizes};
use crate::observe::{ObservedPosition, Observer, PLANES, SPOTS, Shape, plane_names};
use crate::setup::{GivenSetup, PySetup};
use crate::space::{Frame, MAX_WINDOW, Space, UNFIXED_ACTIONS};

/// The encoding of a set-up's actions and observations.
pub struct SetupEncoding {
    /// A game before its first answer.
    pub game: Game,
    /// Numbering of the actions.
    pub space: Space,
    /// Shape of the observations.
    pub shape: Shape,
}

impl SetupEncoding {
    /// Creates the encoding of a set-up for a window with this many columns and rows.
    pub fn new(setup: GivenSetup, window: usize) -> PyResult<Self> {
        if window.is_multiple_of(2) || window > MAX_WINDOW {
            let odd = format!("window must be an odd number of at most {MAX_WINDOW}, such as 31, not {window}");
            return Err(errors::value(odd));
        }
        let game = setup.begin()?;
        let made = with_family!(game.setup().game.as_str(), F => space_and_shape::<F>(&game, window)).flatten();
        let (space, shape) = made.ok_or_else(unknown_family_error)?;
        Ok(Self { game, space, shape })
    }

    /// Returns the sizes of the arrays to write.
    pub fn sizes(&self) -> Sizes {
        sizes(&self.space, &self.shape, self.game.setup().seats)
    }
}

fn space_and_shape<F: Described>(game: &Game, window: usize) -> Option<(Space, Shape)> {
    let (rules, position) = game.of::<F>()?;
    Some((Space::new::<F>(game.setup(), rules, window), Shape::new(rules, position)))
}

/// Encodes actions and observations of a set-up.
#[pyclass(name = "Encoder", module = "bastide")]
pub struct PyEncoder {
    code: SetupEncoding,
    observer: Observer,
}

/// The borrowed arrays of one observation, as slices.
struct Slices<'a> {
    planes: Option<&'a mut [u8]>,
    ids: Option<&'a mut [u16]>,
    numbers: Option<&'a mut [f32]>,
    mask: Option<&'a mut [u8]>,
}

fn unknown_family_error() -> PyErr {
    errors::value("unknown game family")
}

/// A game, a seat that observes it, and the frame of the planes.
struct GameObservation<'a> {
    game: &'a PyGame,
    space: &'a Space,
    frame: Frame,
    seat: u8,
}

impl GameObservation<'_> {
    /// Calls a function with the observed position.
    fn with_position<F: Described, T>(&self, then: impl FnOnce(ObservedPosition<'_, F>) -> T) -> Option<T> {
        let Self { game, space, frame, seat } = *self;
        let (rules, position) = game.play.game.of::<F>()?;
        let legal = if position.actor() == Actor::Seat(seat) { game.play.legal() } else { &[] };
        Some(then(ObservedPosition { space, frame, rules, position, legal, seat }))
    }
}

fn write<F: Described>(seen: &ObservedPosition<'_, F>, observer: &mut Observer, out: Slices<'_>) {
    if let Some(planes) = out.planes {
        seen.write_planes(observer, planes, out.ids);
    }
    if let Some(numbers) = out.numbers {
        seen.write_numbers(numbers);
    }
    if let Some(mask) = out.mask {
        seen.space.write_mask(seen.position, seen.legal, mask);
    }
}

/// Creates a two-dimensional NumPy array.
fn table<'py, T: Element>(py: Python<'py>, cells: Vec<T>, shape: [usize; 2]) -> PyResult<Bound<'py, PyAny>> {
    Ok(PyArray1::from_vec(py, cells).reshape(shape)?.into_any())
}

/// Returns the tables of a graph by name. Node tables have one row per node, edge tables one column per edge.
fn tables<'py>(py: Python<'py>, graph: Graph) -> PyResult<Bound<'py, PyDict>> {
    let tables = PyDict::new(py);
    for ((name, columns), cells) in graph::NODES.into_iter().zip(graph.nodes) {
        let rows = cells.len() / columns.len();
        tables.set_item(name, table(py, cells, [rows, columns.len()])?)?;
    }
    for ((name, rows), cells) in graph::EDGES.into_iter().zip(graph.edges) {
        let (len, width) = (cells.len() / rows.len(), rows.len());
        let turned = (0..width).flat_map(|row| cells.iter().skip(row).step_by(width).copied());
        tables.set_item(name, table(py, turned.collect(), [width, len])?)?;
    }
    Ok(tables)
}

/// Returns the frame that starts at a place and has the size of the given planes.
fn frame_at(origin: (i16, i16), planes: Given<'_, '_>) -> PyResult<Frame> {
    let Some(planes) = planes else {
        return Err(errors::value("origin is the place of the first cell of planes, so give planes too"));
    };
    let shape: Option<(usize, usize, usize)> = planes.getattr("shape").and_then(|shape| shape.extract()).ok();
    let (_, rows, columns) = shape.ok_or_else(|| {
        ArrayError::new_err(format!("planes takes an array of three dimensions: {PLANES}, rows, columns"))
    })?;
    Ok(Frame { x: origin.0.into(), y: origin.1.into(), columns, rows })
}

impl PyEncoder {
    /// Checks that a game has this set-up.
    fn check(&self, game: &PyGame) -> PyResult<()> {
        let (mine, its) = (self.code.game.setup(), game.play.game.setup());
        if mine.canonical() == its.canonical() && mine.rules_version == its.rules_version {
            return Ok(());
        }
        Err(errors::value(format!(
            "the game's set-up is \"{}\", but this encoder is for \"{}\"",
            its.canonical(),
            mine.canonical()
        )))
    }
}

#[pymethods]
impl PyEncoder {
    /// Creates an encoder for a set-up. The window is centred on the start tile and has an odd number of columns and rows.
    #[new]
    #[pyo3(signature = (setup, *, window = 31))]
    fn new(setup: GivenSetup, window: usize) -> PyResult<Self> {
        Ok(Self { code: SetupEncoding::new(setup, window)?, observer: Observer::default() })
    }

    /// The set-up.
    #[getter]
    fn setup(&self) -> PySetup {
        PySetup::of(&self.code.game)
    }

    /// Number of columns in the window, which equals its number of rows.
    #[getter]
    fn window(&self) -> usize {
        self.code.space.window
    }

    /// Number of actions.
    #[getter]
    fn actions(&self) -> usize {
        self.code.space.size()
    }

    /// Number of actions of each kind: placing, deploying, passing, other.
    #[getter]
    fn action_counts(&self) -> (usize, usize, usize, usize) {
        (self.code.space.places(), self.code.space.deploys(), 1, UNFIXED_ACTIONS)
    }

    /// Shape of the planes: planes, rows, columns.
    #[getter]
    fn planes_shape(&self) -> (usize, usize, usize) {
        (PLANES, self.code.space.window, self.code.space.window)
    }

    /// Shape of the feature numbers: spots, rows, columns.
    #[getter]
    fn ids_shape(&self) -> (usize, usize, usize) {
        (SPOTS, self.code.space.window, self.code.space.window)
    }

    /// Length of the numbers array.
    #[getter]
    fn numbers(&self) -> usize {
        self.code.shape.numbers(&self.code.space)
    }

    /// Meaning of each plane.
    #[getter]
    fn plane_names(&self) -> Vec<String> {
        plane_names()
    }

    /// Meaning of each number.
    #[getter]
    fn number_names(&self) -> Vec<String> {
        let (game, space, shape) = (&self.code.game, &self.code.space, &self.code.shape);
        let names = with_family!(game.setup().game.as_str(), F =>
            game.of::<F>().map(|(rules, position)| shape.number_names(space, rules, position)));
        names.flatten().unwrap_or_default()
    }

    /// Words for the kinds of figure that have actions, in order.
    #[getter]
    fn figures(&self) -> Vec<&'static str> {
        let words = with_family!(self.code.game.setup().game.as_str(), F => F::FIGURE_WORDS).unwrap_or_default();
        self.code.space.figures.iter().map(|&kind| words[usize::from(kind)]).collect()
    }

    /// Words for the kinds of segment, in order.
    #[getter]
    fn segment_kinds(&self) -> Vec<&'static str> {
        let game = self.code.game.setup().game.as_str();
        with_family!(game, F => F::KIND_WORDS).unwrap_or_default().to_vec()
    }

    /// Words for the neutral pieces, in order.
    #[getter]
    fn pieces(&self) -> Vec<&'static str> {
        let game = self.code.game.setup().game.as_str();
        with_family!(game, F => F::PIECE_WORDS).unwrap_or_default().to_vec()
    }

    /// Column names of each table of nodes or actions, and row names of each table of edges.
    #[getter]
    fn graph_names<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyDict>> {
        let names = PyDict::new(py);
        for (table, columns) in graph::NODES.into_iter().chain(graph::EDGES) {
            names.set_item(table, columns)?;
        }
        Ok(names)
    }

    /// Names of the kinds of action in a graph, in order.
    #[getter]
    fn action_sorts(&self) -> Vec<&'static str> {
        graph::ACTION_SORTS.to_vec()
    }

    /// Returns a seat's view of a game as a graph: the tables of nodes, edges and legal actions, and the numbers.
    fn graph<'py>(&self, py: Python<'py>, game: &PyGame, seat: u8) -> PyResult<Bound<'py, PyDict>> {
        self.check(game)?;
        let (space, seat) = (&self.code.space, game.seat(seat)?);
        let look = GameObservation { game, space, frame: space.frame(), seat };
        let mut numbers = vec![0.0; self.code.shape.numbers(space)];
        let seen = with_family!(game.play.game.setup().game.as_str(), F => look.with_position::<F, _>(|seen| {
            seen.write_numbers(&mut numbers);
            seen.graph()
        }));
        let tables = tables(py, seen.flatten().ok_or_else(unknown_family_error)?)?;
        tables.set_item("numbers", PyArray1::from_vec(py, numbers))?;
        Ok(tables)
    }

    /// Writes a seat's view of a game into the given arrays. The mask is all 0 if the seat does not have to act. `origin` is the place of
    /// the first cell; if it is given, planes and ids may have any number of rows and columns.
    #[pyo3(signature = (game, seat, *, planes = None, ids = None, numbers = None, mask = None, origin = None))]
    #[allow(clippy::too_many_arguments, reason = "each is an optional array")]
    fn observe<'py>(
        &mut self,
        game: &PyGame,
        seat: u8,
        planes: Given<'_, 'py>,
        ids: Given<'_, 'py>,
        numbers: Given<'_, 'py>,
        mask: Given<'_, 'py>,
        origin: Option<(i16, i16)>,
    ) -> PyResult<()> {
        self.check(game)?;
        let (space, seat) = (&self.code.space, game.seat(seat)?);
        let frame = origin.map_or_else(|| Ok(space.frame()), |origin| frame_at(origin, planes))?;
        let mut planes = writable::<u8>("planes", planes, &[PLANES, frame.rows, frame.columns])?;
        let mut ids = writable::<u16>("ids", ids, &[SPOTS, frame.rows, frame.columns])?;
        let mut numbers = writable::<f32>("numbers", numbers, &[self.code.shape.numbers(space)])?;
        let mut mask = writable::<u8>("mask", mask, &[space.size()])?;
        if ids.is_some() && planes.is_none() {
            return Err(errors::value("ids are written together with planes; give both"));
        }
        let out = Slices {
            planes: slice(&mut planes)?,
            ids: slice(&mut ids)?,
            numbers: slice(&mut numbers)?,
            mask: slice(&mut mask)?,
        };
        let (look, observer) = (GameObservation { game, space, frame, seat }, &mut self.observer);
        let written = with_family!(game.play.game.setup().game.as_str(), F =>
            look.with_position::<F, _>(|seen| write(&seen, observer, out)));
        written.flatten().ok_or_else(unknown_family_error)
    }

    /// Returns the legal answer that an action represents in a game.
    fn answer(&self, game: &PyGame, action: i64) -> PyResult<PyAnswer> {
        self.check(game)?;
        let (of, space) = (&game.play.game, &self.code.space);
        let legal = game.play.legal();
        let index = usize::try_from(action).ok().filter(|&index| index < space.size());
        let index = index.ok_or_else(|| {
            IllegalAction::new_err(format!("no action {action}; actions are 0 to {}", space.size() - 1))
        })?;
        let found = with_family!(of.setup().game.as_str(), F =>
            of.of::<F>().and_then(|(_, position)| space.answer(position, legal, index)));
        let asked = !matches!(of.actor(), Actor::Chance);
        found.flatten().filter(|_| asked).map(|answer| game.answer(answer)).ok_or_else(|| {
            let count = if asked { legal.len() } else { 0 };
            IllegalAction::new_err(format!(
                "action {action} is masked out here; {count} actions are legal, see legal_actions()"
            ))
        })
    }

    /// Returns the action that represents a legal answer in a game.
    fn action(&self, game: &PyGame, answer: GivenAnswer<'_>) -> PyResult<usize> {
        self.check(game)?;
        let (meant, of, space) = (game.answer_from(&answer)?, &game.play.game, &self.code.space);
        let legal = game.play.legal();
        let found = with_family!(of.setup().game.as_str(), F =>
            of.of::<F>().and_then(|(_, position)| space.action(position, legal, meant)));
        found.flatten().ok_or_else(|| {
            IllegalAction::new_err(format!("\"{}\" has no action here, because it is not legal", of.word(meant)))
        })
    }

    /// Returns the legal actions of a game, lowest first, or an empty list if it is chance's turn or the game is over.
    fn legal_actions(&self, game: &PyGame) -> PyResult<Vec<usize>> {
        self.check(game)?;
        let (of, space) = (&game.play.game, &self.code.space);
        let Actor::Seat(_) = of.actor() else { return Ok(Vec::new()) };
        let (legal, mut actions) = (game.play.legal(), Vec::new());
        with_family!(of.setup().game.as_str(), F =>
            if let Some((_, position)) = of.of::<F>() { space.each(position, legal, |action, _| actions.push(action)) });
        actions.sort_unstable();
        Ok(actions)
    }

    /// Encoders are immutable, so a copy is the same object.
    fn __copy__(slf: Py<Self>) -> Py<Self> {
        slf
    }

    fn __deepcopy__(slf: Py<Self>, _memo: &Bound<'_, PyAny>) -> Py<Self> {
        slf
    }

    fn __reduce__<'py>(slf: &Bound<'py, Self>) -> PyResult<Pickled<'py>> {
        let this = slf.borrow();
        let bytes = crate::saved::setup_bytes(this.code.game.setup());
        Ok((slf.py().import("bastide._engine")?.getattr("_encoder_of_bytes")?, (bytes, this.code.space.window)))
    }
}

/// Reconstruction data for `pickle`: a function and its arguments.
type Pickled<'py> = (Bound<'py, PyAny>, (Vec<u8>, usize));

/// Restores an encoder for `pickle`.
#[pyfunction]
#[pyo3(name = "_encoder_of_bytes")]
pub fn encoder_of_bytes(data: &[u8], window: usize) -> PyResult<PyEncoder> {
    let setup = crate::saved::setup_of(data).map_err(errors::record)?;
    PyEncoder::new(GivenSetup::Read(PySetup::compiled(&setup)?), window)
}
