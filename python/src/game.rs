//! The `Game` class of the Python package.

use bastide::bots::Player;
use bastide::deal::Seed;
use bastide::imports::{self, Format};
use bastide::record::Record;
use bastide::view::Viewer;
use bastide::{Actor, Answer, carcassonne_lab, perft};
use numpy::{IntoPyArray, PyArray1};
use pyo3::prelude::*;
use pyo3::types::{PyBytes, PyList};

use crate::answer::PyAnswer;
use crate::errors;
use crate::play::{Play, bounds, determinized, outcomes, pick, play_to_end};
use crate::setup::{GivenSetup, PySetup};
use crate::{picture, players, saved};

/// Value of `Game.actor` when it is chance's turn.
pub const CHANCE: i32 = -1;

/// A game: its set-up, the answers so far, and the resulting position.
#[pyclass(name = "Game", module = "bastide")]
#[derive(Clone)]
pub struct PyGame {
    /// The game, with its draws if a seed deals them.
    pub play: Play,
}

/// An answer in any accepted form.
#[derive(FromPyObject)]
pub enum GivenAnswer<'py> {
    /// A listed answer.
    Listed(Bound<'py, PyAnswer>),
    /// Integer that encodes an answer.
    Integer(u32),
    /// Word in the notation.
    Word(String),
}

/// A seed in any accepted form.
#[derive(FromPyObject)]
pub enum GivenSeed {
    /// Unsigned 64-bit number.
    Number(u64),
    /// 64 hexadecimal digits, or a number.
    Text(String),
}

impl GivenSeed {
    /// Converts the given value to a seed.
    pub fn seed(self) -> PyResult<Seed> {
        match self {
            Self::Number(number) => Ok(Seed::from_number(number)),
            Self::Text(text) => text.parse().map_err(errors::value),
        }
    }
}

/// Reads a record, or a game in a format of another program.
fn read(text: &str, fix_rotation: bool) -> PyResult<Record> {
    if fix_rotation && imports::format(text) == Some(Format::Link) {
        return carcassonne_lab::import_fixing_rotation(text).map_err(errors::record);
    }
    imports::read(text).map_err(errors::record)
}

/// Converts JSON to Python lists and dictionaries.
fn from_json<'py>(py: Python<'py>, json: &serde_json::Value) -> PyResult<Bound<'py, PyAny>> {
    py.import("json")?.call_method1("loads", (json.to_string(),))
}

impl PyGame {
    /// Converts a given answer to the engine's form.
    pub fn answer_from(&self, given: &GivenAnswer<'_>) -> PyResult<Answer> {
        let game = &self.play.game;
        match given {
            GivenAnswer::Listed(answer) => {
                let answer = answer.get();
                if answer.trail != self.play.trail() {
                    return Err(errors::StaleAnswer::new_err(format!(
                        "\"{}\" was listed for another position; this one is after {} answers; call legal() again",
                        answer.word,
                        game.seq()
                    )));
                }
                Ok(answer.answer)
            }
            GivenAnswer::Integer(integer) => Answer::from_integer(*integer).ok_or_else(|| {
                errors::illegal(format!("{integer} does not represent an answer; see integers() for the legal ones"))
            }),
            GivenAnswer::Word(word) => game.answer(word).map_err(errors::illegal),
        }
    }

    /// Converts an answer of this position for Python.
    pub fn answer(&self, answer: Answer) -> PyAnswer {
        PyAnswer { answer, word: self.play.game.word(answer), trail: self.play.trail() }
    }

    /// Checks that the game has the seat.
    pub fn seat(&self, seat: u8) -> PyResult<u8> {
        let seats = self.play.game.setup().seats;
        if seat < seats {
            return Ok(seat);
        }
        Err(errors::value(format!("no seat {seat}; seats are 0 to {}", seats - 1)))
    }

    /// Returns the record of the game with these names, or none.
    fn record_of(&self, players: &[String]) -> PyResult<Record> {
        let seats = usize::from(self.play.game.setup().seats);
        if !players.is_empty() && players.len() != seats {
            return Err(errors::value(format!(
                "there are {} names for {seats} seats; give one per seat, or none",
                players.len()
            )));
        }
        Ok(Record::of(&self.play.game, players, self.play.deal()))
    }

    fn viewer(&self, seat: Option<u8>) -> PyResult<Viewer> {
        Ok(seat.map(|seat| self.seat(seat)).transpose()?.map_or(Viewer::ALL, |seat| Viewer::of([seat])))
    }
}

#[pymethods]
impl PyGame {
    /// Creates a game before its first answer. With a seed, draws are dealt automatically; without one, the caller answers for chance as
    /// well.
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

    /// Number of seats.
    #[getter]
    fn seats(&self) -> u8 {
        self.play.game.setup().seats
    }

    /// The seat that must act, `CHANCE` for chance, or `None` when the game is over.
    #[getter]
    fn actor(&self) -> Option<i32> {
        match self.play.game.actor() {
            Actor::Seat(seat) => Some(i32::from(seat)),
            Actor::Chance => Some(CHANCE),
            Actor::Nobody => None,
        }
    }

    /// True if the game is over.
    #[getter]
    fn is_over(&self) -> bool {
        self.play.game.is_over()
    }

    /// Returns the number of answers so far, including chance's.
    fn __len__(&self) -> usize {
        self.play.game.seq()
    }

    /// Turn number, from 1; 0 before the first turn.
    #[getter]
    fn turn(&self) -> u16 {
        self.play.game.turn()
    }

    /// The seat whose turn it is; `None` before the first turn and after the last.
    #[getter]
    fn active(&self) -> Option<u8> {
        self.play.game.active_seat()
    }

    /// Returns the legal answers, in the documented order.
    fn legal(&self) -> Vec<PyAnswer> {
        self.play.legal().iter().map(|&answer| self.answer(answer)).collect()
    }

    /// Returns the legal answers as words.
    fn words(&self) -> Vec<String> {
        self.play.legal().iter().map(|&answer| self.play.game.word(answer)).collect()
    }

    /// Returns the legal answers as integers, in an array of `uint32`.
    fn integers<'py>(&self, py: Python<'py>) -> Bound<'py, PyArray1<u32>> {
        let integers: Vec<u32> = self.play.legal().iter().map(|answer| answer.to_integer()).collect();
        integers.into_pyarray(py)
    }

    /// Returns a player's legal answers in the structured form that the server's protocol uses.
    fn structures<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyAny>> {
        let answers = self.play.game.view().decision.answers;
        from_json(py, &serde_json::to_value(answers).map_err(errors::value)?)
    }

    /// Returns the answers so far as words.
    fn history(&self) -> PyResult<Vec<String>> {
        let mut replay = self.play.game.restarted();
        let mut words = Vec::with_capacity(self.play.game.seq());
        for &answer in self.play.game.answers() {
            words.push(replay.word(answer));
            replay.apply_raw(answer).map_err(errors::illegal)?;
        }
        Ok(words)
    }

    /// Applies a legal answer, and the draws that follow if a seed deals them.
    fn apply(&mut self, answer: GivenAnswer<'_>) -> PyResult<()> {
        let answer = self.answer_from(&answer)?;
        self.play.apply(answer).map(|_| ()).map_err(errors::illegal)
    }

    /// Applies the legal answer at this index in `legal()`.
    fn apply_nth(&mut self, number: usize) -> PyResult<()> {
        let legal = self.play.legal();
        let answer = legal.get(number).copied().ok_or_else(|| {
            errors::illegal(format!("no legal answer {number}; there are {}, counted from 0", legal.len()))
        })?;
        self.play.apply(answer).map(|_| ()).map_err(errors::illegal)
    }

    /// Returns the number of legal answers.
    fn count(&self) -> usize {
        self.play.legal().len()
    }

    /// Applies a legal answer and returns its events, and those of the draws that follow, as dictionaries.
    fn events<'py>(&mut self, py: Python<'py>, answer: GivenAnswer<'_>) -> PyResult<Bound<'py, PyAny>> {
        let answer = self.answer_from(&answer)?;
        let events = self.play.apply(answer).map_err(errors::illegal)?;
        let shown = self.play.game.show(&events, Viewer::ALL);
        from_json(py, &serde_json::to_value(shown).map_err(errors::value)?)
    }

    /// Takes back the last answers by replaying the game up to them. If a seed deals the draws, only players' answers count.
    #[pyo3(signature = (count = 1))]
    fn undo(&mut self, count: usize) -> PyResult<()> {
        let undone = self.play.undo(count);
        self.play = undone.ok_or_else(|| errors::value(format!("cannot undo {count} answers: there are fewer")))?;
        Ok(())
    }

    /// Returns an independent copy.
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

    /// Returns the possible outcomes of chance with their probabilities, or an empty list if it is not chance's turn.
    fn chance_outcomes(&self) -> Vec<(PyAnswer, f64)> {
        outcomes(&self.play.game).into_iter().map(|(answer, probability)| (self.answer(answer), probability)).collect()
    }

    /// Lets chance act. `uniform`, a number from 0 to 1, selects the outcome according to the probabilities.
    fn draw(&mut self, uniform: f64) -> PyResult<()> {
        if !(0.0..=1.0).contains(&uniform) {
            return Err(errors::value(format!("uniform must be a number from 0 to 1, not {uniform}")));
        }
        let answer = pick(&outcomes(&self.play.game), uniform)
            .ok_or_else(|| errors::illegal("it is not chance's turn; see actor"))?;
        self.play.apply(answer).map(|_| ()).map_err(errors::illegal)
    }

    /// Returns the points by seat.
    fn scores(&self) -> Vec<i32> {
        self.play.game.scores()
    }

    /// Returns the points that each seat would have if the game ended here.
    fn projected(&self) -> Vec<i32> {
        self.play.game.scored_now().0
    }

    /// Returns every score of the game so far or, with `projected`, the scores that would be added if the game ended here. Each has a seat,
    /// points, a kind, and terms with their clauses.
    #[pyo3(signature = (projected = false))]
    fn awards<'py>(&self, py: Python<'py>, projected: bool) -> PyResult<Bound<'py, PyAny>> {
        let mut events = Vec::new();
        if projected {
            events = self.play.game.scored_now().1;
        } else {
            let mut replay = self.play.game.restarted();
            for &answer in self.play.game.answers() {
                events.extend(replay.apply(answer).map_err(errors::illegal)?);
            }
        }
        let json = serde_json::to_value(events).map_err(errors::value)?;
        let scored = json.as_array().into_iter().flatten().filter(|event| event["type"] == "scored");
        from_json(py, &scored.cloned().collect())
    }

    /// Returns the winning seats, or an empty list if the game is not over.
    fn winners(&self) -> Vec<u32> {
        // PyO3 would convert a list of bytes to `bytes`.
        self.play.game.winners().into_iter().map(u32::from).collect()
    }

    /// Returns what a seat may see or, without a seat, everything.
    #[pyo3(signature = (seat = None))]
    fn view<'py>(&self, py: Python<'py>, seat: Option<u8>) -> PyResult<Bound<'py, PyAny>> {
        let view = self.play.game.view_for(self.viewer(seat)?);
        from_json(py, &serde_json::to_value(view).map_err(errors::value)?)
    }

    /// Returns the position's guide: what a tile would complete at each place, and how many of the remaining tiles fit there.
    #[pyo3(signature = (seat = None))]
    fn guide<'py>(&self, py: Python<'py>, seat: Option<u8>) -> PyResult<Bound<'py, PyAny>> {
        let guide = self.play.game.guide_for(self.viewer(seat)?);
        from_json(py, &serde_json::to_value(guide).map_err(errors::value)?)
    }

    /// Returns the smallest window that contains every tile and open place: column and row of the first cell, number of columns, number of
    /// rows.
    fn bounds(&self) -> (i16, i16, u16, u16) {
        bounds(&self.play.game)
    }

    /// Names of the set-up's kinds of tile, by index.
    #[getter]
    fn tiles(&self) -> Vec<String> {
        (0..self.play.game.tiles().len())
            .map(|kind| self.play.game.tile_word(kind as bastide::engine::KindIndex))
            .collect()
    }

    /// Returns the hash of the position: 16 hexadecimal digits, the same in all programs.
    fn position_hash(&self) -> String {
        self.play.game.position_hash().to_string()
    }

    /// Returns the text from which the hash is computed.
    fn position_text(&self) -> String {
        self.play.game.position_text()
    }

    /// The commitment to the draw order, if a seed deals the draws.
    #[getter]
    fn commitment(&self) -> Option<String> {
        self.play.deal().map(|deal| deal.commitment().to_owned())
    }

    /// Returns a copy of the game that is consistent with what a seat knows: hands hidden from the seat contain random unseen tiles. The
    /// copy has no seed.
    fn determinize(&self, py: Python<'_>, seat: u8, seed: u64) -> PyResult<Self> {
        let (game, seat) = (&self.play.game, self.seat(seat)?);
        let game = py.detach(|| determinized(game, seat, seed));
        let game = game.ok_or_else(|| errors::value("found no hands that are consistent with the game"))?;
        Ok(Self { play: Play::new(game, None) })
    }

    /// Returns the game as bytes: the set-up and a snapshot, but not the seed.
    fn to_bytes<'py>(&self, py: Python<'py>) -> Bound<'py, PyBytes> {
        PyBytes::new(py, &saved::game_bytes(&self.play.game))
    }

    /// Restores a game from the output of `to_bytes`. Pass its seed to have draws dealt again.
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

    /// Returns the record: set-up and answers as text or, with `json`, as JSON.
    #[pyo3(signature = (players = Vec::new(), *, json = false))]
    fn record(&self, players: Vec<String>, json: bool) -> PyResult<String> {
        let record = self.record_of(&players)?;
        Ok(if json { record.to_json().to_string() } else { record.to_text() })
    }

    /// Returns the game as a CarcassonneLab link. Only games of the base game with default options have one.
    #[pyo3(signature = (players = Vec::new()))]
    fn link(&self, py: Python<'_>, players: Vec<String>) -> PyResult<String> {
        let record = self.record_of(&players)?;
        py.detach(|| carcassonne_lab::export(&record)).map_err(errors::value)
    }

    /// Creates a game from a record in text or JSON, a saved game of JCloisterZone or a CarcassonneLab link, optionally with only its first
    /// answers. With `fix_rotation`, a tile of a link that does not fit is turned if exactly one other rotation fits. The game has no seed.
    #[staticmethod]
    #[pyo3(signature = (record, *, answers = None, fix_rotation = false))]
    fn from_record(py: Python<'_>, record: &str, answers: Option<usize>, fix_rotation: bool) -> PyResult<Self> {
        let game = py.detach(|| {
            let record = read(record, fix_rotation)?;
            let game = answers.map_or_else(|| record.replay(), |answers| record.replay_to(answers));
            game.map_err(errors::record)
        });
        Ok(Self { play: Play::new(game?, None) })
    }

    /// Returns the board as an SVG document.
    fn svg(&self, py: Python<'_>) -> String {
        let game = &self.play.game;
        py.detach(|| picture::svg(game))
    }

    /// Returns the board as a PNG of this width in pixels, 1 to 16384.
    #[pyo3(signature = (width = 800))]
    fn png<'py>(&self, py: Python<'py>, width: u32) -> PyResult<Bound<'py, PyBytes>> {
        let game = &self.play.game;
        let bytes = py.detach(|| art::png(&picture::svg(game), width)).map_err(errors::value)?;
        Ok(PyBytes::new(py, &bytes))
    }

    /// Displays the board in notebooks.
    fn _repr_svg_(&self, py: Python<'_>) -> String {
        let svg = self.svg(py);
        svg.replacen("<svg ", "<svg style=\"max-width:640px;max-height:640px\" ", 1)
    }

    /// Returns a computer player's answer for the seat that must act: `random`, `greedy`, `easy`, `medium`, `baron`, `thief`, `hard` or
    /// `master`. The same arguments give the same answer, unless `seconds` is given. Only `master` uses the budget.
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
            return Err(errors::illegal("no seat must act now; see actor"));
        }
        let player: Player = player.parse().map_err(errors::value)?;
        let budget = players::budget(evaluations, seconds).map_err(errors::value)?;
        let answer = py.detach(|| players::choose(game, player, budget, seed));
        answer.map(|answer| self.answer(answer)).ok_or_else(|| errors::value(format!("{player} found no legal answer")))
    }

    /// Plays to the end with uniformly random legal answers. Draws are dealt by the game's seed or, without one, follow their
    /// probabilities.
    #[pyo3(signature = (seed = 0))]
    fn play_on(&mut self, py: Python<'_>, seed: u64) -> PyResult<()> {
        let play = &mut self.play;
        py.detach(|| play_to_end(play, seed)).map_err(errors::illegal)
    }

    /// Returns the number of possible sequences of `depth` player answers from here, with the draws that the seed deals.
    fn perft(&self, py: Python<'_>, depth: u32) -> PyResult<u64> {
        let deal = self
            .play
            .deal()
            .ok_or_else(|| errors::value("perft needs a seed for the draws, such as Game(setup, seed=7)"))?;
        let game = &self.play.game;
        Ok(py.detach(|| perft::perft(game, deal, depth)))
    }

    fn __repr__(&self) -> String {
        format!("<Game {} after {} answers>", self.play.game.setup().canonical(), self.play.game.seq())
    }
}

/// Reconstruction data for `pickle`: a function and its arguments.
type Pickled<'py> = (Bound<'py, PyAny>, (Bound<'py, PyBytes>, Option<String>));

/// Verifies a record, or a game in a format of another program, and returns which checks held, which failed, and which could not be done.
#[pyfunction]
pub fn verify<'py>(py: Python<'py>, record: &str) -> PyResult<Bound<'py, PyAny>> {
    let verdict = py.detach(|| read(record, false).map(|record| record.verify()))?;
    from_json(py, &serde_json::to_value(verdict).map_err(errors::value)?)
}

/// Returns all games, expansions, options and presets.
#[pyfunction]
pub fn info(py: Python<'_>) -> PyResult<Bound<'_, PyAny>> {
    from_json(py, &serde_json::to_value(bastide::info()).map_err(errors::value)?)
}

/// Returns the names of the computer players, weakest first.
#[pyfunction]
pub fn players_known(py: Python<'_>) -> PyResult<Bound<'_, PyList>> {
    PyList::new(py, Player::ALL.map(|player| player.to_string()))
}

/// Restores a game for `pickle`.
#[pyfunction]
#[pyo3(name = "_game_of_bytes", signature = (data, seed))]
pub fn game_of_bytes(data: &[u8], seed: Option<GivenSeed>) -> PyResult<PyGame> {
    PyGame::from_bytes(data, seed)
}

/// Restores a set-up for `pickle`.
#[pyfunction]
#[pyo3(name = "_setup_of_bytes")]
pub fn setup_of_bytes(data: &[u8]) -> PyResult<PySetup> {
    PySetup::compiled(&saved::setup_of(data).map_err(errors::record)?)
}
