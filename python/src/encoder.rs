//! A set-up's actions and observations, for single games.

use bastide::engine::Described;
use bastide::{Actor, Game, with_family};
use pyo3::prelude::*;

use crate::answer::PyAnswer;
use crate::arrays::{Given, slice, writable};
use crate::errors::{self, IllegalAction};
use crate::game::{GivenAnswer, PyGame};
use crate::lanes::{Sizes, sizes};
use crate::observe::{Observer, PLANES, SPOTS, Seen, Shape, plane_names};
use crate::setup::{GivenSetup, PySetup};
use crate::space::{OTHERS, Space, WIDEST};

/// What a set-up's actions and observations are made of.
pub struct Code {
    /// A game before its first answer.
    pub game: Game,
    /// The actions.
    pub space: Space,
    /// The observations.
    pub shape: Shape,
}

impl Code {
    /// Those of a set-up with a window of so many columns and rows.
    pub fn new(setup: GivenSetup, window: usize) -> PyResult<Self> {
        if window.is_multiple_of(2) || window > WIDEST {
            let odd = format!("window is {window}; it is an odd number of at most {WIDEST}, such as 31");
            return Err(errors::value(odd));
        }
        let game = setup.begin()?;
        let made = with_family!(game.setup().game.as_str(), F => made::<F>(&game, window)).flatten();
        let (space, shape) = made.ok_or_else(|| errors::value("the game's family is unknown"))?;
        Ok(Self { game, space, shape })
    }

    /// The sizes of what is written.
    pub fn sizes(&self) -> Sizes {
        sizes(&self.space, &self.shape, self.game.setup().seats)
    }
}

fn made<F: Described>(game: &Game, window: usize) -> Option<(Space, Shape)> {
    let (rules, position) = game.of::<F>()?;
    Some((Space::new::<F>(game.setup(), rules, window), Shape::new(rules, position)))
}

/// The actions and observations of a set-up.
#[pyclass(name = "Encoder", module = "bastide")]
pub struct PyEncoder {
    code: Code,
    observer: Observer,
}

/// The borrowed arrays of one observation, as slices.
struct Slices<'a> {
    planes: Option<&'a mut [u8]>,
    ids: Option<&'a mut [u16]>,
    numbers: Option<&'a mut [f32]>,
    mask: Option<&'a mut [u8]>,
}

fn observe<F: Described>(game: &Game, space: &Space, seat: u8, observer: &mut Observer, out: Slices<'_>) -> Option<()> {
    let (rules, position) = game.of::<F>()?;
    let legal = if game.actor() == Actor::Seat(seat) { game.legal() } else { Vec::new() };
    let seen = Seen { space, rules, position, legal: &legal, seat };
    if let Some(planes) = out.planes {
        seen.write_planes(observer, planes, out.ids);
    }
    if let Some(numbers) = out.numbers {
        seen.write_numbers(numbers);
    }
    if let Some(mask) = out.mask {
        space.write_mask(position, &legal, mask);
    }
    Some(())
}

impl PyEncoder {
    /// Makes sure that a game is one of the set-up.
    fn check(&self, game: &PyGame) -> PyResult<()> {
        let (mine, its) = (self.code.game.setup(), game.play.game.setup());
        if mine.canonical() == its.canonical() && mine.rules_version == its.rules_version {
            return Ok(());
        }
        Err(errors::value(format!(
            "the game is one of \"{}\", and this encoder is for \"{}\"",
            its.canonical(),
            mine.canonical()
        )))
    }
}

#[pymethods]
impl PyEncoder {
    /// Those of a set-up, with a window of so many columns and rows round the start tile: an odd number.
    #[new]
    #[pyo3(signature = (setup, *, window = 31))]
    fn new(setup: GivenSetup, window: usize) -> PyResult<Self> {
        Ok(Self { code: Code::new(setup, window)?, observer: Observer::default() })
    }

    /// The set-up.
    #[getter]
    fn setup(&self) -> PySetup {
        PySetup::of(&self.code.game)
    }

    /// Columns, and rows, of the window.
    #[getter]
    fn window(&self) -> usize {
        self.code.space.window
    }

    /// How many actions there are.
    #[getter]
    fn actions(&self) -> usize {
        self.code.space.size()
    }

    /// How many actions there are of each sort: placing, deploying, passing, others.
    #[getter]
    fn action_counts(&self) -> (usize, usize, usize, usize) {
        (self.code.space.places(), self.code.space.deploys(), 1, OTHERS)
    }

    /// The shape of the planes: planes, rows, columns.
    #[getter]
    fn planes_shape(&self) -> (usize, usize, usize) {
        (PLANES, self.code.space.window, self.code.space.window)
    }

    /// The shape of the numbers of features: spots, rows, columns.
    #[getter]
    fn ids_shape(&self) -> (usize, usize, usize) {
        (SPOTS, self.code.space.window, self.code.space.window)
    }

    /// How many numbers there are.
    #[getter]
    fn numbers(&self) -> usize {
        self.code.shape.numbers(&self.code.space)
    }

    /// What each plane means.
    #[getter]
    fn plane_names(&self) -> Vec<String> {
        plane_names()
    }

    /// What each number means.
    #[getter]
    fn number_names(&self) -> Vec<String> {
        let (game, space, shape) = (&self.code.game, &self.code.space, &self.code.shape);
        let names = with_family!(game.setup().game.as_str(), F =>
            game.of::<F>().map(|(rules, position)| shape.number_names(space, rules, position)));
        names.flatten().unwrap_or_default()
    }

    /// The words of the kinds of figure that have actions, in their order.
    #[getter]
    fn figures(&self) -> Vec<&'static str> {
        let words = with_family!(self.code.game.setup().game.as_str(), F => F::FIGURE_WORDS).unwrap_or_default();
        self.code.space.figures.iter().map(|&kind| words[usize::from(kind)]).collect()
    }

    /// Writes what a seat sees of a game into the arrays that are given. The mask is all 0 where the seat is not asked.
    #[pyo3(signature = (game, seat, *, planes = None, ids = None, numbers = None, mask = None))]
    #[allow(clippy::too_many_arguments, reason = "each is an array that can be left out")]
    fn observe<'py>(
        &mut self,
        game: &PyGame,
        seat: u8,
        planes: Given<'_, 'py>,
        ids: Given<'_, 'py>,
        numbers: Given<'_, 'py>,
        mask: Given<'_, 'py>,
    ) -> PyResult<()> {
        self.check(game)?;
        let seat = game.seat(seat)?;
        let (space, window) = (&self.code.space, self.code.space.window);
        let mut planes = writable::<u8>("planes", planes, &[PLANES, window, window])?;
        let mut ids = writable::<u16>("ids", ids, &[SPOTS, window, window])?;
        let mut numbers = writable::<f32>("numbers", numbers, &[self.code.shape.numbers(space)])?;
        let mut mask = writable::<u8>("mask", mask, &[space.size()])?;
        if ids.is_some() && planes.is_none() {
            return Err(errors::value("ids are written with planes; give both"));
        }
        let out = Slices {
            planes: slice(&mut planes)?,
            ids: slice(&mut ids)?,
            numbers: slice(&mut numbers)?,
            mask: slice(&mut mask)?,
        };
        let game = &game.play.game;
        let written =
            with_family!(game.setup().game.as_str(), F => observe::<F>(game, space, seat, &mut self.observer, out));
        written.flatten().ok_or_else(|| errors::value("the game's family is unknown"))
    }

    /// The legal answer that an action stands for in a game.
    fn answer(&self, game: &PyGame, action: i64) -> PyResult<PyAnswer> {
        self.check(game)?;
        let (of, space) = (&game.play.game, &self.code.space);
        let legal = of.legal();
        let index = usize::try_from(action).ok().filter(|&index| index < space.size());
        let index = index.ok_or_else(|| {
            IllegalAction::new_err(format!("there is no action {action}; actions are 0 to {}", space.size() - 1))
        })?;
        let found = with_family!(of.setup().game.as_str(), F =>
            of.of::<F>().and_then(|(_, position)| space.answer(position, &legal, index)));
        let asked = !matches!(of.actor(), Actor::Chance);
        found.flatten().filter(|_| asked).map(|answer| game.answer(answer)).ok_or_else(|| {
            let count = if asked { legal.len() } else { 0 };
            IllegalAction::new_err(format!(
                "action {action} is masked out here; {count} actions are legal, and legal_actions() lists them"
            ))
        })
    }

    /// The action of an answer that is legal in a game.
    fn action(&self, game: &PyGame, answer: GivenAnswer<'_>) -> PyResult<usize> {
        self.check(game)?;
        let (meant, of, space) = (game.meant(&answer)?, &game.play.game, &self.code.space);
        let legal = of.legal();
        let found = with_family!(of.setup().game.as_str(), F =>
            of.of::<F>().and_then(|(_, position)| space.action(position, &legal, meant)));
        found.flatten().ok_or_else(|| {
            IllegalAction::new_err(format!("\"{}\" has no action here: it is not legal", of.word(meant)))
        })
    }

    /// The legal actions of a game, lowest first; none where chance is asked or the game is over.
    fn legal_actions(&self, game: &PyGame) -> PyResult<Vec<usize>> {
        self.check(game)?;
        let (of, space) = (&game.play.game, &self.code.space);
        let Actor::Seat(_) = of.actor() else { return Ok(Vec::new()) };
        let (legal, mut actions) = (of.legal(), Vec::new());
        with_family!(of.setup().game.as_str(), F =>
            if let Some((_, position)) = of.of::<F>() { space.each(position, &legal, |action, _| actions.push(action)) });
        actions.sort_unstable();
        Ok(actions)
    }

    fn __reduce__<'py>(slf: &Bound<'py, Self>) -> PyResult<Pickled<'py>> {
        let this = slf.borrow();
        let bytes = crate::saved::setup_bytes(this.code.game.setup());
        Ok((slf.py().import("bastide._engine")?.getattr("_encoder_of_bytes")?, (bytes, this.code.space.window)))
    }
}

/// How `pickle` makes an object again: by a function and its arguments.
type Pickled<'py> = (Bound<'py, PyAny>, (Vec<u8>, usize));

/// For `pickle`.
#[pyfunction]
#[pyo3(name = "_encoder_of_bytes")]
pub fn encoder_of_bytes(data: &[u8], window: usize) -> PyResult<PyEncoder> {
    let setup = crate::saved::setup_of(data).map_err(errors::record)?;
    PyEncoder::new(GivenSetup::Read(PySetup::compiled(&setup)?), window)
}
