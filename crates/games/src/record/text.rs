//! The text form of records.

use std::fmt::Write;

use super::line::{BOARD_LINE, FILE_LINE, FORMAT_VERSION, HEADING, LineError, scores};
use super::{Outcome, Record, RecordError, Turn, is_commitment, is_word};
use crate::own_tiles::OwnTiles;
use crate::setup::Setup;
use crate::starting_board::StartingBoard;

impl Record {
    /// Returns the record as text.
    pub fn to_text(&self) -> String {
        let mut text = format!(
            "{HEADING} {}\nrules: {}\nsetup: {}\n",
            self.bastide_record,
            self.rules_version,
            self.setup.canonical()
        );
        let file = self.setup.own_tiles.as_ref().and_then(OwnTiles::text);
        let board = self.setup.board.as_ref().and_then(StartingBoard::text);
        for (mark, lines) in [(FILE_LINE, file), (BOARD_LINE, board)] {
            for line in lines.into_iter().flat_map(str::lines) {
                text.push_str(format!("{mark} {line}").trim_end());
                text.push('\n');
            }
        }
        // Writing to a string does not fail.
        let mut line = |args: std::fmt::Arguments| {
            let _ = text.write_fmt(args);
            text.truncate(text.trim_end().len());
            text.push('\n');
        };
        for (seat, name) in self.players.iter().enumerate() {
            line(format_args!("player {seat}: {name}"));
        }
        if let Some(commitment) = &self.commitment {
            line(format_args!("commitment: {commitment}"));
        }
        if let Some(seed) = self.seed {
            line(format_args!("seed: {seed}"));
        }
        match &self.outcome {
            Outcome::Unfinished => line(format_args!("result: unfinished")),
            Outcome::Over { scores: s } => line(format_args!("result: {}", scores(s))),
            Outcome::Stopped { scores: s } => line(format_args!("result: {} stopped", scores(s))),
            Outcome::Resigned { scores: s, seat } => line(format_args!("result: {} resigned {seat}", scores(s))),
            Outcome::TimeFell { scores: s, seat } => line(format_args!("result: {} time {seat}", scores(s))),
        }
        self.comments.iter().for_each(|comment| line(format_args!("; {comment}")));
        for turn in &self.turns {
            let hash = turn.hash.map(|hash| format!(" ={hash}")).unwrap_or_default();
            line(format_args!("{}. {}{hash}", turn.turn, turn.answers.join(" ")));
            turn.comments.iter().for_each(|comment| line(format_args!("; {comment}")));
        }
        text
    }

    /// Parses the text form of a record.
    ///
    /// # Errors
    /// Returns an error that describes what is wrong, with the line number.
    pub fn from_text(text: &str) -> Result<Self, RecordError> {
        let mut reader = Reader::default();
        for (i, line) in text.lines().enumerate() {
            reader.line(line.trim()).map_err(|why| RecordError::Line { line: i + 1, why })?;
        }
        let end = text.lines().count().max(1);
        reader.finish().map_err(|why| RecordError::Line { line: end, why })?.normalized()
    }
}

/// The parts of a record read so far.
#[derive(Default)]
struct Reader {
    form: Option<u32>,
    rules_version: Option<u32>,
    setup: Option<Setup>,
    own_tiles: Option<String>,
    board: Option<String>,
    players: Vec<(usize, String)>,
    commitment: Option<String>,
    seed: Option<crate::deal::Seed>,
    outcome: Option<Outcome>,
    comments: Vec<String>,
    turns: Vec<Turn>,
}

impl Reader {
    fn line(&mut self, line: &str) -> Result<(), LineError> {
        for (mark, text) in [(FILE_LINE, &mut self.own_tiles), (BOARD_LINE, &mut self.board)] {
            if let Some(line) = line.strip_prefix(mark).filter(|_| self.form.is_some() && self.turns.is_empty()) {
                let text = text.get_or_insert_default();
                text.push_str(line.strip_prefix(' ').unwrap_or(line));
                text.push('\n');
                return Ok(());
            }
        }
        let is_turn = line.starts_with(|c: char| c.is_ascii_digit());
        // A name can contain a semicolon, so only turns have comments on the same line.
        let (line, comment) = match line.split_once(';').filter(|(before, _)| is_turn || before.is_empty()) {
            Some((line, comment)) => (line.trim(), Some(comment.trim().to_owned())),
            None => (line, None),
        };
        match line.split_once('.').filter(|_| is_turn) {
            _ if line.is_empty() => {}
            _ if self.form.is_none() => self.heading(line)?,
            Some((number, words)) => self.turn(number, words)?,
            None => self.header(line)?,
        }
        if let Some(comment) = comment {
            self.turns.last_mut().map_or(&mut self.comments, |turn| &mut turn.comments).push(comment);
        }
        Ok(())
    }

    fn heading(&mut self, line: &str) -> Result<(), LineError> {
        let form = line.strip_prefix(HEADING).and_then(|rest| rest.trim().parse().ok());
        match form {
            Some(FORMAT_VERSION) => self.form = form,
            Some(other) => return Err(LineError::Form(other)),
            None => return Err(LineError::Heading),
        }
        Ok(())
    }

    fn header(&mut self, line: &str) -> Result<(), LineError> {
        let short: String = line.chars().take(60).collect();
        if !self.turns.is_empty() {
            return Err(LineError::NoTurn(short));
        }
        let (name, value) = line.split_once(':').ok_or_else(|| LineError::Neither(short.clone()))?;
        let (name, value) = (name.trim(), value.trim());
        let number = || value.parse().map_err(|_| LineError::Number(name.to_owned()));
        match name {
            "rules" => set_once(&mut self.rules_version, name, number()?),
            "setup" => {
                let setup = Setup::from_line(value).map_err(LineError::SetupLine)?;
                if setup.own_tiles.is_none() && setup.board.is_none() {
                    // A set-up with custom tiles or a starting board is checked once their text has been read.
                    setup.check().map_err(LineError::Setup)?;
                }
                set_once(&mut self.setup, name, setup)
            }
            "commitment" if is_commitment(value) => set_once(&mut self.commitment, name, value.to_owned()),
            "commitment" => Err(LineError::Commitment(value.chars().take(80).collect())),
            "seed" => set_once(&mut self.seed, name, value.parse().map_err(LineError::Seed)?),
            "result" => set_once(&mut self.outcome, name, outcome(value)?),
            _ => {
                let seat = name.strip_prefix("player ").and_then(|seat| seat.trim().parse().ok());
                let seat = seat.filter(|seat| self.players.iter().all(|(other, _)| other != seat));
                self.players.push((seat.ok_or(LineError::Header(short))?, value.to_owned()));
                Ok(())
            }
        }
    }

    fn turn(&mut self, number: &str, words: &str) -> Result<(), LineError> {
        let number = number.parse().map_err(|_| LineError::TurnNumber(number.to_owned()))?;
        if self.turns.last().is_some_and(|last| last.turn >= number) {
            return Err(LineError::TurnOrder(number));
        }
        let mut turn = Turn { turn: number, ..Turn::default() };
        for word in words.split_whitespace() {
            if turn.hash.is_some() {
                return Err(LineError::AfterHash(number));
            }
            match word.strip_prefix('=') {
                Some(hash) => turn.hash = Some(hash.parse().map_err(LineError::Hash)?),
                None if is_word(word) => turn.answers.push(word.to_owned()),
                None => return Err(LineError::Answer(word.chars().take(80).collect())),
            }
        }
        if turn.answers.is_empty() {
            return Err(LineError::NoAnswers(number));
        }
        self.turns.push(turn);
        Ok(())
    }

    fn finish(self) -> Result<Record, LineError> {
        let form = self.form.ok_or(LineError::Heading)?;
        let mut setup = self.setup.ok_or(LineError::NoSetup)?;
        setup.own_tiles = own_tiles(setup.own_tiles, self.own_tiles)?;
        setup.board = board(setup.board, self.board)?;
        let mut players = Vec::new();
        if !self.players.is_empty() {
            players.resize(usize::from(setup.seats), String::new());
        }
        for (seat, name) in self.players {
            let slot = players.get_mut(seat);
            *slot.ok_or(LineError::NoSeat { seat, seats: setup.seats })? = name;
        }
        Ok(Record {
            bastide_record: form,
            rules_version: self.rules_version.ok_or(LineError::NoRules)?,
            setup,
            players,
            commitment: self.commitment,
            seed: self.seed,
            outcome: self.outcome.unwrap_or_default(),
            comments: self.comments,
            turns: self.turns,
        })
    }
}

/// Returns the tile file of a record. Its hash must match the one in the set-up.
fn own_tiles(named: Option<OwnTiles>, file: Option<String>) -> Result<Option<OwnTiles>, LineError> {
    match (named, file) {
        (None, None) => Ok(None),
        (None, Some(_)) => Err(LineError::FileUnnamed),
        (Some(named), None) => Err(LineError::FileMissing(named.hash().to_owned())),
        (Some(named), Some(file)) => {
            let own = OwnTiles::new(&file);
            if own.hash() != named.hash() {
                let (is, named) = (own.hash().to_owned(), named.hash().to_owned());
                return Err(LineError::FileHash { is, named });
            }
            Ok(Some(own))
        }
    }
}

/// Returns the starting board of a record. Its hash must match the one in the set-up.
fn board(named: Option<StartingBoard>, text: Option<String>) -> Result<Option<StartingBoard>, LineError> {
    match (named, text) {
        (None, None) => Ok(None),
        (None, Some(_)) => Err(LineError::BoardUnnamed),
        (Some(named), None) => Err(LineError::BoardMissing(named.hash().to_owned())),
        (Some(named), Some(text)) => {
            let board = StartingBoard::new(&text);
            if board.hash() != named.hash() {
                let (is, named) = (board.hash().to_owned(), named.hash().to_owned());
                return Err(LineError::BoardHash { is, named });
            }
            Ok(Some(board))
        }
    }
}

/// Stores a header's value, unless it is repeated.
fn set_once<T>(slot: &mut Option<T>, name: &str, value: T) -> Result<(), LineError> {
    if slot.is_some() {
        return Err(LineError::Twice(name.to_owned()));
    }
    *slot = Some(value);
    Ok(())
}

/// Parses `unfinished`, `45 : 37`, `45 : 37 stopped`, `45 : 37 resigned 1`, `45 : 37 time 1`.
fn outcome(text: &str) -> Result<Outcome, LineError> {
    if text == "unfinished" {
        return Ok(Outcome::Unfinished);
    }
    let wrong = || LineError::Result(text.chars().take(60).collect());
    let (numbers, end) = text.split_at(text.find(|sign: char| sign.is_ascii_alphabetic()).unwrap_or(text.len()));
    let scores: Result<Vec<i32>, _> = numbers.split(':').map(|number| number.trim().parse()).collect();
    let scores = scores.map_err(|_| wrong())?;
    let mut words = end.split_whitespace();
    let (word, seat) = (words.next(), words.next().map(str::parse));
    Ok(match (word, seat) {
        (None, None) => Outcome::Over { scores },
        (Some("stopped"), None) => Outcome::Stopped { scores },
        (Some("resigned"), Some(Ok(seat))) if words.next().is_none() => Outcome::Resigned { scores, seat },
        (Some("time"), Some(Ok(seat))) if words.next().is_none() => Outcome::TimeFell { scores, seat },
        _ => return Err(wrong()),
    })
}
