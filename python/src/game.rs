//! A game, as Python plays it.

use bastide::bots::Player;
use bastide::deal::Seed;
use bastide::record::Record;
use bastide::view::Viewer;
use bastide::{Actor, Answer, perft};
use numpy::{IntoPyArray, PyArray1};
use pyo3::prelude::*;
use pyo3::types::{PyBytes, PyList};

use crate::answer::PyAnswer;
use crate::errors;
use crate::play::{Play, bounds, determinized, outcomes, pick, play_on};
use crate::setup::{GivenSetup, PySetup};
use crate::{picture, players, saved};

/// What `Game.actor` says where chance must answer.
pub const CHANCE: i32 = -1;

/// A game: its set-up, the answers so far, and the position that they lead to.
#[pyclass(name = "Game", module = "bastide")]
#[derive(Clone)]
pub struct PyGame {
    /// The game, with its draws.
    pub play: Play,
}

/// An answer as a caller may give it.
#[derive(FromPyObject)]
pub enum GivenAnswer<'py> {
    /// One that was listed.
    Listed(Bound<'py, PyAnswer>),
    /// An integer.
    Integer(u32),
    /// A word.
    Word(String),
}

/// A seed as a caller may give it.
#[derive(FromPyObject)]
pub enum GivenSeed {
    /// A number.
    Number(u64),
    /// 64 hexadecimal digits, or a number.
    Text(String),
}

impl GivenSeed {
    /// The seed.
    pub fn seed(self) -> PyResult<Seed> {
        match self {
            Self::Number(number) => Ok(Seed::from_number(number)),
            Self::Text(text) => text.parse().map_err(errors::value),
        }
    }
}

/// JSON as Python's own lists and dictionaries.
fn from_json<'py>(py: Python<'py>, json: &serde_json::Value) -> PyResult<Bound<'py, PyAny>> {
    py.import("json")?.call_method1("loads", (json.to_string(),))
}

impl PyGame {
    /// The core's answer for what a caller gave.
    pub fn meant(&self, given: &GivenAnswer<'_>) -> PyResult<Answer> {
        let game = &self.play.game;
        match given {
            GivenAnswer::Listed(answer) => {
                let answer = answer.get();
                if answer.trail != self.play.trail() {
                    return Err(errors::StaleAnswer::new_err(format!(
                        "\"{}\" was listed for another position than this one, which is after {} answers; call legal() again",
                        answer.word,
                        game.seq()
                    )));
                }
                Ok(answer.answer)
            }
            GivenAnswer::Integer(integer) => Answer::from_integer(*integer).ok_or_else(|| {
                errors::illegal(format!("{integer} stands for no answer; integers() lists those that are legal"))
            }),
            GivenAnswer::Word(word) => game.answer(word).map_err(errors::illegal),
        }
    }

    /// An answer of this position, for Python.
    pub fn answer(&self, answer: Answer) -> PyAnswer {
        PyAnswer { answer, word: self.play.game.word(answer), trail: self.play.trail() }
    }

    /// A seat that the game has.
    pub fn seat(&self, seat: u8) -> PyResult<u8> {
        let seats = self.play.game.setup().seats;
        if seat < seats {
            return Ok(seat);
        }
        Err(errors::value(format!("there is no seat {seat}; seats are 0 to {}", seats - 1)))
    }

    fn viewer(&self, seat: Option<u8>) -> PyResult<Viewer> {
        Ok(seat.map(|seat| self.seat(seat)).transpose()?.map_or(Viewer::ALL, |seat| Viewer::of([seat])))
    }
}

#[pymethods]
impl PyGame {
    /// A game before its first answer. With a seed its draws are dealt as they fall due; without one chance is asked like a player.
    #[new]
    #[pyo3(signature = (setup, *, seed = None))]
    fn new(setup: GivenSetup, seed: Option<GivenSeed>) -> PyResult<Self> {
        let seed = seed.map(GivenSeed::seed).transpose()?;
        Ok(Self { play: Play::new(setup.begin()?, seed) })
    }

    /// The set-up.
    #[getter]
    fn setup(&self) -> PySetup {
        PySetup::of(&self.play.game)
    }

    /// Seats at the table.
    #[getter]
    fn seats(&self) -> u8 {
        self.play.game.setup().seats
    }

    /// The seat that must answer; `CHANCE` where chance must, `None` when the game is over.
    #[getter]
    fn actor(&self) -> Option<i32> {
        match self.play.game.actor() {
            Actor::Seat(seat) => Some(i32::from(seat)),
            Actor::Chance => Some(CHANCE),
            Actor::Nobody => None,
        }
    }

    /// Whether the game is over.
    #[getter]
    fn is_over(&self) -> bool {
        self.play.game.is_over()
    }

    /// Answers so far, chance's included.
    fn __len__(&self) -> usize {
        self.play.game.seq()
    }

    /// The turn's number, counted from 1; 0 before the first.
    #[getter]
    fn turn(&self) -> u16 {
        self.play.game.turn()
    }

    /// The seat whose turn it is; `None` before the first turn and after the last.
    #[getter]
    fn active(&self) -> Option<u8> {
        self.play.game.active()
    }

    /// The legal answers, in the order that the rules document.
    fn legal(&self) -> Vec<PyAnswer> {
        self.play.legal().iter().map(|&answer| self.answer(answer)).collect()
    }

    /// The legal answers as words.
    fn words(&self) -> Vec<String> {
        self.play.legal().iter().map(|&answer| self.play.game.word(answer)).collect()
    }

    /// The legal answers as integers: an array of `uint32`.
    fn integers<'py>(&self, py: Python<'py>) -> Bound<'py, PyArray1<u32>> {
        let integers: Vec<u32> = self.play.legal().iter().map(|answer| answer.to_integer()).collect();
        integers.into_pyarray(py)
    }

    /// The legal answers of a player spelled out, as the protocol of the server has them.
    fn structures<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyAny>> {
        let answers = self.play.game.view().decision.answers;
        from_json(py, &serde_json::to_value(answers).map_err(errors::value)?)
    }

    /// The answers so far, as words.
    fn history(&self) -> PyResult<Vec<String>> {
        let mut replay = self.play.game.afresh();
        let mut words = Vec::with_capacity(self.play.game.seq());
        for &answer in self.play.game.answers() {
            words.push(replay.word(answer));
            replay.apply_quietly(answer).map_err(errors::illegal)?;
        }
        Ok(words)
    }

    /// Carries a legal answer out, and the draws that follow where a seed deals them.
    fn apply(&mut self, answer: GivenAnswer<'_>) -> PyResult<()> {
        let answer = self.meant(&answer)?;
        self.play.apply(answer).map(|_| ()).map_err(errors::illegal)
    }

    /// Carries out the legal answer of a number, counted from 0 in the order of `legal()`.
    fn apply_nth(&mut self, number: usize) -> PyResult<()> {
        let legal = self.play.legal();
        let answer = legal.get(number).copied().ok_or_else(|| {
            errors::illegal(format!("there is no legal answer {number}; there are {}, counted from 0", legal.len()))
        })?;
        self.play.apply(answer).map(|_| ()).map_err(errors::illegal)
    }

    /// How many legal answers there are.
    fn count(&self) -> usize {
        self.play.legal().len()
    }

    /// Carries a legal answer out and answers what happened: the events of it and of the draws that follow, as dictionaries.
    fn events<'py>(&mut self, py: Python<'py>, answer: GivenAnswer<'_>) -> PyResult<Bound<'py, PyAny>> {
        let answer = self.meant(&answer)?;
        let events = self.play.apply(answer).map_err(errors::illegal)?;
        let shown = self.play.game.show(&events, Viewer::ALL);
        from_json(py, &serde_json::to_value(shown).map_err(errors::value)?)
    }

    /// Takes answers back by replaying those before them: players' where a seed deals the draws, any where chance is asked.
    #[pyo3(signature = (count = 1))]
    fn undo(&mut self, count: usize) -> PyResult<()> {
        let undone = self.play.undone(count);
        self.play =
            undone.ok_or_else(|| errors::value(format!("{count} answers cannot be taken back: there are fewer")))?;
        Ok(())
    }

    /// A game of its own that goes on from the same position.
    #[pyo3(name = "clone")]
    fn copied(&self) -> Self {
        self.clone()
    }

    fn __copy__(&self) -> Self {
        self.clone()
    }

    fn __deepcopy__(&self, _memo: &Bound<'_, PyAny>) -> Self {
        self.clone()
    }

    fn __eq__(&self, other: &Bound<'_, PyAny>) -> bool {
        other.cast::<Self>().is_ok_and(|other| {
            let (one, other) = (&self.play.game, &other.borrow().play.game);
            one.answers() == other.answers() && one.setup() == other.setup()
        })
    }

    /// What chance can answer, each with its probability; nothing where chance is not asked.
    fn chance_outcomes(&self) -> Vec<(PyAnswer, f64)> {
        outcomes(&self.play.game).into_iter().map(|(answer, probability)| (self.answer(answer), probability)).collect()
    }

    /// Has chance answer by a number from 0 to 1: the outcome in whose share of that range it lies.
    fn draw(&mut self, uniform: f64) -> PyResult<()> {
        if !(0.0..=1.0).contains(&uniform) {
            return Err(errors::value(format!("uniform is {uniform}; it is a number from 0 to 1")));
        }
        let answer = pick(&outcomes(&self.play.game), uniform)
            .ok_or_else(|| errors::illegal("chance is not asked; actor says who is"))?;
        self.play.apply(answer).map(|_| ()).map_err(errors::illegal)
    }

    /// Points by seat.
    fn scores(&self) -> Vec<i32> {
        self.play.game.scores()
    }

    /// Points by seat if the game ended here.
    fn projected(&self) -> Vec<i32> {
        self.play.game.scored_now().0
    }

    /// Every score of the game so far, or with `projected` those that an end here would bring: seat, points, kind, and the terms with
    /// their clauses.
    #[pyo3(signature = (projected = false))]
    fn awards<'py>(&self, py: Python<'py>, projected: bool) -> PyResult<Bound<'py, PyAny>> {
        let mut events = Vec::new();
        if projected {
            events = self.play.game.scored_now().1;
        } else {
            let mut replay = self.play.game.afresh();
            for &answer in self.play.game.answers() {
                events.extend(replay.apply(answer).map_err(errors::illegal)?);
            }
        }
        let json = serde_json::to_value(events).map_err(errors::value)?;
        let scored = json.as_array().into_iter().flatten().filter(|event| event["type"] == "scored");
        from_json(py, &scored.cloned().collect())
    }

    /// The seats that have won; none before the end.
    fn winners(&self) -> Vec<u32> {
        // A list of bytes would become `bytes`.
        self.play.game.winners().into_iter().map(u32::from).collect()
    }

    /// Everything that may be shown: to the eyes of a seat, or, without one, to eyes from which nothing is hidden.
    #[pyo3(signature = (seat = None))]
    fn view<'py>(&self, py: Python<'py>, seat: Option<u8>) -> PyResult<Bound<'py, PyAny>> {
        let view = self.play.game.view_for(self.viewer(seat)?);
        from_json(py, &serde_json::to_value(view).map_err(errors::value)?)
    }

    /// What the position tells of its places: what a tile would complete where, and how many of the tiles left fit.
    #[pyo3(signature = (seat = None))]
    fn guide<'py>(&self, py: Python<'py>, seat: Option<u8>) -> PyResult<Bound<'py, PyAny>> {
        let guide = self.play.game.guide_for(self.viewer(seat)?);
        from_json(py, &serde_json::to_value(guide).map_err(errors::value)?)
    }

    /// The smallest window with every tile and open place: the place of its first cell (column and row), its columns and its rows.
    fn bounds(&self) -> (i16, i16, u16, u16) {
        bounds(&self.play.game)
    }

    /// The names of the set-up's kinds of tile, by their numbers.
    #[getter]
    fn tiles(&self) -> Vec<String> {
        (0..self.play.game.tiles().len()).map(|kind| self.play.game.tile_word(kind as u8)).collect()
    }

    /// The hash of the position: 16 hexadecimal digits, the same in every program.
    fn position_hash(&self) -> String {
        self.play.game.position_hash().to_string()
    }

    /// The text that the hash is made from.
    fn position_text(&self) -> String {
        self.play.game.position_text()
    }

    /// The commitment to the draw order, where a seed deals the draws.
    #[getter]
    fn commitment(&self) -> Option<String> {
        self.play.deal().map(|deal| deal.commitment().to_owned())
    }

    /// The game as a seat may imagine it: hands that are hidden from it hold random tiles that it has not seen. Nothing deals its draws.
    fn determinize(&self, py: Python<'_>, seat: u8, seed: u64) -> PyResult<Self> {
        let (game, seat) = (&self.play.game, self.seat(seat)?);
        let game = py.detach(|| determinized(game, seat, seed));
        let game = game.ok_or_else(|| errors::value("no other hands were found that go with what was played"))?;
        Ok(Self { play: Play::new(game, None) })
    }

    /// The game as bytes: set-up and snapshot. The draws that a seed deals are not in it.
    fn to_bytes<'py>(&self, py: Python<'py>) -> Bound<'py, PyBytes> {
        PyBytes::new(py, &saved::game_bytes(&self.play.game))
    }

    /// The game that `to_bytes` wrote. With the seed that it had its draws are dealt again.
    #[staticmethod]
    #[pyo3(signature = (data, *, seed = None))]
    fn from_bytes(data: &[u8], seed: Option<GivenSeed>) -> PyResult<Self> {
        let game = saved::game_of(data).map_err(errors::record)?;
        let seed = seed.map(GivenSeed::seed).transpose()?;
        Ok(Self { play: Play::resumed(game, seed) })
    }

    fn __reduce__<'py>(slf: &Bound<'py, Self>) -> PyResult<Pickled<'py>> {
        let this = slf.borrow();
        let seed = this.play.deal().map(|deal| deal.seed().to_string());
        let data = PyBytes::new(slf.py(), &saved::game_bytes(&this.play.game));
        Ok((slf.py().import("bastide._engine")?.getattr("_game_of_bytes")?, (data, seed)))
    }

    /// The record: set-up and answers as text, or with `json` as JSON.
    #[pyo3(signature = (players = Vec::new(), *, json = false))]
    fn record(&self, players: Vec<String>, json: bool) -> PyResult<String> {
        let seats = usize::from(self.play.game.setup().seats);
        if !players.is_empty() && players.len() != seats {
            return Err(errors::value(format!(
                "there are {} names for {seats} seats; give one a seat, or none",
                players.len()
            )));
        }
        let record = Record::of(&self.play.game, &players, self.play.deal());
        Ok(if json { record.to_json().to_string() } else { record.to_text() })
    }

    /// The game of a record, as text or JSON; after so many answers if their number is given. Chance is asked from there on.
    #[staticmethod]
    #[pyo3(signature = (record, *, answers = None))]
    fn from_record(py: Python<'_>, record: &str, answers: Option<usize>) -> PyResult<Self> {
        let game = py.detach(|| {
            let record = Record::parse(record)?;
            answers.map_or_else(|| record.replay(), |answers| record.replay_to(answers))
        });
        Ok(Self { play: Play::new(game.map_err(errors::record)?, None) })
    }

    /// The board as an SVG document.
    fn svg(&self, py: Python<'_>) -> String {
        let game = &self.play.game;
        py.detach(|| picture::svg(game))
    }

    /// The board as a PNG of this width in pixels, 1 to 16384.
    #[pyo3(signature = (width = 800))]
    fn png<'py>(&self, py: Python<'py>, width: u32) -> PyResult<Bound<'py, PyBytes>> {
        let game = &self.play.game;
        let bytes = py.detach(|| art::png(&picture::svg(game), width)).map_err(errors::value)?;
        Ok(PyBytes::new(py, &bytes))
    }

    /// Notebooks show a game by this.
    fn _repr_svg_(&self, py: Python<'_>) -> String {
        let svg = self.svg(py);
        svg.replacen("<svg ", "<svg style=\"max-width:640px;max-height:640px\" ", 1)
    }

    /// A legal answer of a computer player for the seat that must act: `random`, `greedy`, `easy`, `medium`, `baron`, `thief`, `hard`
    /// or `master`. Equal arguments give equal answers, unless `seconds` are given. A budget matters to `master` alone.
    #[pyo3(signature = (player = "hard", *, seed = 0, evaluations = None, seconds = None))]
    fn choose(
        &self,
        py: Python<'_>,
        player: &str,
        seed: u64,
        evaluations: Option<u64>,
        seconds: Option<f64>,
    ) -> PyResult<PyAnswer> {
        let game = &self.play.game;
        if !matches!(game.actor(), Actor::Seat(_)) {
            return Err(errors::illegal("no seat must answer; actor says who must"));
        }
        let player: Player = player.parse().map_err(errors::value)?;
        let budget = players::budget(evaluations, seconds).map_err(errors::value)?;
        let answer = py.detach(|| players::choose(game, player, budget, seed));
        answer.map(|answer| self.answer(answer)).ok_or_else(|| errors::value(format!("{player} found no legal answer")))
    }

    /// Plays on to the end with random answers: uniform over the legal ones, draws by their probability where none are dealt.
    #[pyo3(signature = (seed = 0))]
    fn play_on(&mut self, py: Python<'_>, seed: u64) -> PyResult<()> {
        let play = &mut self.play;
        py.detach(|| play_on(play, seed)).map_err(errors::illegal)
    }

    /// How many sequences of so many answers of players there are from here on, with the draws that the seed deals.
    fn perft(&self, py: Python<'_>, depth: u32) -> PyResult<u64> {
        let deal =
            self.play.deal().ok_or_else(|| errors::value("no seed deals the draws; begin with Game(setup, seed=7)"))?;
        let game = &self.play.game;
        Ok(py.detach(|| perft::perft(game, deal, depth)))
    }

    fn __repr__(&self) -> String {
        format!("<Game {} after {} answers>", self.play.game.setup().canonical(), self.play.game.seq())
    }
}

/// How `pickle` makes an object again: by a function and its arguments.
type Pickled<'py> = (Bound<'py, PyAny>, (Bound<'py, PyBytes>, Option<String>));

/// Checks a record: what holds, what does not, what could not be checked.
#[pyfunction]
pub fn verify<'py>(py: Python<'py>, record: &str) -> PyResult<Bound<'py, PyAny>> {
    let verdict = py.detach(|| Record::parse(record).map(|record| record.verify())).map_err(errors::record)?;
    from_json(py, &serde_json::to_value(verdict).map_err(errors::value)?)
}

/// Games, expansions, options and presets that there are.
#[pyfunction]
pub fn info(py: Python<'_>) -> PyResult<Bound<'_, PyAny>> {
    from_json(py, &serde_json::to_value(bastide::info()).map_err(errors::value)?)
}

/// The computer players that there are, the weakest first.
#[pyfunction]
pub fn players_known(py: Python<'_>) -> PyResult<Bound<'_, PyList>> {
    PyList::new(py, Player::ALL.map(|player| player.to_string()))
}

/// For `pickle`.
#[pyfunction]
#[pyo3(name = "_game_of_bytes", signature = (data, seed))]
pub fn game_of_bytes(data: &[u8], seed: Option<GivenSeed>) -> PyResult<PyGame> {
    PyGame::from_bytes(data, seed)
}

/// For `pickle`.
#[pyfunction]
#[pyo3(name = "_setup_of_bytes")]
pub fn setup_of_bytes(data: &[u8]) -> PyResult<PySetup> {
    PySetup::compiled(&saved::setup_of(data).map_err(errors::record)?)
}
