//! Records: a game stored as its set-up and answers, with the data needed to verify it.
//!
//! A record has a text form for people ([`Record::to_text`]) and a JSON form for programs ([`Record::to_json`]), both described in
//! `docs/notation.md`. A record is pinned to a version of the rules. Its position hashes reveal whether that version's rules have changed
//! after all.

mod line;
mod text;
mod xml;

use std::fmt;

pub use line::LineError;
use line::{FORMAT_VERSION, scores};
pub(crate) use xml::refuse_xml;

use serde::{Deserialize, Serialize};

use crate::deal::{Deal, Seed, commitment};
use crate::game::Game;
use crate::hex::{hex, parse_hex};
use crate::notation::WordError;
use crate::position_hash::PositionHash;
use crate::setup::{RULES_VERSION, RULES_VERSIONS, Setup, SetupError};
use crate::{Actor, Answer};

/// Interval between position hashes, in turns.
const HASH_INTERVAL_TURNS: u16 = 10;

/// A game stored as its set-up and answers.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "schemas", derive(utoipa::ToSchema))]
#[serde(deny_unknown_fields)]
pub struct Record {
    bastide_record: u32,
    /// The version of the rules under which the game was played.
    pub rules_version: u32,
    /// The set-up of the game.
    pub setup: Setup,
    /// The players' names by seat; may be empty.
    #[serde(default)]
    pub players: Vec<String>,
    /// The commitment to the draw order, if any.
    #[serde(default)]
    pub commitment: Option<String>,
    /// The seed of the draw order, once it is known.
    #[serde(default)]
    #[cfg_attr(feature = "schemas", schema(value_type = Option<String>))]
    pub seed: Option<Seed>,
    /// How the game ended.
    #[serde(default)]
    pub outcome: Outcome,
    /// Comments on the whole game.
    #[serde(default)]
    pub comments: Vec<String>,
    /// The answers, by turn.
    pub turns: Vec<Turn>,
}

/// The answers of one turn, including chance's.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "schemas", derive(utoipa::ToSchema), schema(as = RecordTurn))]
#[serde(deny_unknown_fields)]
pub struct Turn {
    /// The turn's number; 0 before the first turn.
    pub turn: u16,
    /// The answers as words.
    pub answers: Vec<String>,
    /// Hash of the position after the answers.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    #[cfg_attr(feature = "schemas", schema(value_type = String))]
    pub hash: Option<PositionHash>,
    /// Comments on the turn.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub comments: Vec<String>,
}

/// How a game ended.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "schemas", derive(utoipa::ToSchema))]
#[serde(tag = "how", rename_all = "lowercase", deny_unknown_fields)]
pub enum Outcome {
    /// The game has not ended.
    #[default]
    Unfinished,
    /// The game ended according to its rules.
    Over {
        /// Points by seat.
        scores: Vec<i32>,
    },
    /// The game was stopped early and scored as if it had ended there.
    Stopped {
        /// Points by seat.
        scores: Vec<i32>,
    },
    /// A seat resigned. The game was scored as if it had ended there.
    Resigned {
        /// Points by seat.
        scores: Vec<i32>,
        /// The seat that resigned.
        seat: u8,
    },
    /// A seat ran out of time. The game was scored as if it had ended there.
    #[serde(rename = "time")]
    TimeFell {
        /// Points by seat.
        scores: Vec<i32>,
        /// The seat that ran out of time.
        seat: u8,
    },
}

impl Outcome {
    /// Returns whether the game ended early.
    pub fn is_early(&self) -> bool {
        matches!(self, Self::Stopped { .. } | Self::Resigned { .. } | Self::TimeFell { .. })
    }
}

/// The reason a record is invalid.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum RecordError {
    /// A line of the text form is malformed.
    Line {
        /// The line's number, counted from 1.
        line: usize,
        /// The problem, and what would be valid.
        why: LineError,
    },
    /// The text is not JSON, or not the JSON of a record.
    Json(String),
    /// The text is XML saved by JCloisterZone 3 or earlier; contains the version.
    Xml(String),
    /// The text is XML or JSON in an unknown format.
    UnknownFormat,
    /// Unknown record format version.
    Form(u32),
    /// Unknown version of the rules.
    RulesVersion(u32),
    /// The set-up is invalid.
    Setup(SetupError),
    /// The number of players' names does not match the seats.
    Players {
        /// Number of names.
        names: usize,
        /// Number of seats in the set-up.
        seats: u8,
    },
    /// The commitment is malformed.
    Commitment(String),
    /// An answer is listed in the wrong turn.
    Turn {
        /// The turn in which it is listed.
        recorded: u16,
        /// The turn to which it belongs.
        actual: u16,
        /// The answer's word.
        word: String,
    },
    /// An answer was rejected.
    Answer {
        /// The turn in which it is listed.
        turn: u16,
        /// Why it was rejected.
        why: WordError,
    },
    /// The replay was interrupted.
    Interrupted,
    /// The position differs from the recorded one.
    Hash {
        /// The turn after which the hash was recorded.
        turn: u16,
        /// The recorded hash.
        recorded: PositionHash,
        /// The actual hash.
        actual: PositionHash,
    },
}

impl fmt::Display for RecordError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Line { line, why } => write!(f, "line {line}: {why}"),
            Self::Json(why) => write!(f, "invalid JSON record: {why}"),
            Self::Xml(version) => {
                write!(
                    f,
                    "the file is a saved game of JCloisterZone {version}; saved games from version 4 on can be read"
                )
            }
            Self::UnknownFormat => write!(
                f,
                "unknown file format; records of Bastide and saved games of JCloisterZone from version 4 on can be read"
            ),
            Self::Form(form) => write!(f, "the record has format {form}; this program reads format {FORMAT_VERSION}"),
            Self::RulesVersion(version) => write!(
                f,
                "the record is pinned to version {version} of the rules; this program knows versions 1 to {RULES_VERSION}"
            ),
            Self::Setup(why) => write!(f, "invalid set-up: {why}"),
            Self::Players { names, seats } => write!(f, "the record names {names} players for {seats} seats"),
            Self::Commitment(text) => {
                write!(f, "\"{text}\" is not a commitment; it must have 64 lower-case hexadecimal digits")
            }
            Self::Interrupted => f.write_str("the replay was interrupted"),
            Self::Turn { recorded, actual, word } => {
                write!(f, "turn {recorded}: \"{word}\" belongs to turn {actual}")
            }
            Self::Answer { turn, why } => write!(f, "turn {turn}: {why}"),
            Self::Hash { turn, recorded, actual } => {
                write!(f, "turn {turn}: the position's hash is {actual}, but the record has {recorded}")
            }
        }
    }
}

impl std::error::Error for RecordError {}

/// Result of verifying a record.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize)]
pub struct Verdict {
    /// Checks that passed, one sentence each.
    pub held: Vec<String>,
    /// Checks that failed, one sentence each.
    pub failed: Vec<String>,
    /// Checks that could not be made, one sentence each, with the reason.
    pub unchecked: Vec<String>,
}

impl Verdict {
    /// Returns whether no check failed.
    pub fn holds(&self) -> bool {
        self.failed.is_empty()
    }
}

impl Record {
    /// Creates the record of a game. `players` contains names by seat, or is empty. If `deal` is given, the record includes its commitment,
    /// and its seed once the game is over.
    pub fn of(game: &Game, players: &[String], deal: Option<&Deal>) -> Self {
        let mut record = Self {
            bastide_record: FORMAT_VERSION,
            rules_version: game.setup().rules_version,
            setup: game.setup().normalized().unwrap_or_else(|_| game.setup().clone()),
            players: players.iter().map(|name| clean_line(name)).collect(),
            commitment: deal.map(|deal| deal.commitment().to_owned()),
            seed: deal.filter(|_| game.is_over()).map(Deal::seed),
            outcome: if game.is_over() { Outcome::Over { scores: game.scores() } } else { Outcome::Unfinished },
            comments: Vec::new(),
            turns: Vec::new(),
        };
        // The set-up compiled before, so it compiles again.
        let Ok(mut replayed) = Game::for_replay(game.setup()) else { return record };
        for &answer in game.answers() {
            let turn = replayed.turn();
            if record.turns.last().is_none_or(|last| last.turn != turn) {
                record.turns.push(Turn { turn, ..Turn::default() });
            }
            let word = replayed.word(answer);
            if replayed.apply_raw(answer).is_err() {
                break;
            }
            if let Some(last) = record.turns.last_mut() {
                last.answers.push(word);
                let due = turn > 0 && turn.is_multiple_of(HASH_INTERVAL_TURNS) && replayed.turn() != turn;
                if due || replayed.seq() == game.seq() {
                    last.hash = Some(replayed.position_hash());
                }
            }
        }
        record
    }

    /// Replays the record: every answer must be legal and listed in its turn, and every hash must match.
    ///
    /// # Errors
    /// Returns the first error in the record.
    pub fn replay(&self) -> Result<Game, RecordError> {
        self.replay_while(|| true)
    }

    /// Replays the record like [`replay`](Self::replay), but stops when `wanted` returns false. `wanted` is called before each answer.
    ///
    /// # Errors
    /// Returns the first error in the record, or [`RecordError::Interrupted`].
    pub fn replay_while(&self, wanted: impl Fn() -> bool) -> Result<Game, RecordError> {
        let mut first_hash = None;
        let game = self.play(|_, _| wanted(), |hash| first_hash = first_hash.take().or(Some(hash)))?;
        first_hash.map_or(Ok(game), Err)
    }

    /// Replays this many answers, or all of them if the record has fewer.
    ///
    /// # Errors
    /// Returns the first error among these answers.
    pub fn replay_to(&self, answers: usize) -> Result<Game, RecordError> {
        let mut part = self.clone();
        let mut left = answers;
        for turn in &mut part.turns {
            if turn.answers.len() > left {
                turn.hash = None;
            }
            turn.answers.truncate(left);
            left -= turn.answers.len();
        }
        part.turns.retain(|turn| !turn.answers.is_empty());
        part.replay()
    }

    /// Returns the number of answers.
    pub fn len(&self) -> usize {
        self.turns.iter().map(|turn| turn.answers.len()).sum()
    }

    /// Returns whether there are no answers.
    pub fn is_empty(&self) -> bool {
        self.len() == 0
    }

    /// Plays the answers. Calls `before` with each answer and stops if it returns false; calls `hash_differs` with every hash that differs.
    fn play(
        &self,
        mut before: impl FnMut(&Game, Answer) -> bool,
        mut hash_differs: impl FnMut(RecordError),
    ) -> Result<Game, RecordError> {
        self.check()?;
        let mut game = Game::for_replay(&self.pinned_setup()).map_err(RecordError::Setup)?;
        for turn in &self.turns {
            for word in &turn.answers {
                let refused = |why| RecordError::Answer { turn: turn.turn, why };
                if game.turn() != turn.turn && !game.is_over() {
                    let word = word.chars().take(80).collect();
                    return Err(RecordError::Turn { recorded: turn.turn, actual: game.turn(), word });
                }
                let answer = game.answer(word).map_err(refused)?;
                if !before(&game, answer) {
                    return Err(RecordError::Interrupted);
                }
                game.apply_raw(answer).map_err(refused)?;
            }
            if let Some(recorded) = turn.hash {
                let actual = game.position_hash();
                if recorded != actual {
                    hash_differs(RecordError::Hash { turn: turn.turn, recorded, actual });
                }
            }
        }
        Ok(game)
    }

    /// Returns the set-up pinned to the record's version of the rules.
    fn pinned_setup(&self) -> Setup {
        self.setup.clone().pinned(self.rules_version)
    }

    /// Checks everything that can be checked without a replay.
    fn check(&self) -> Result<(), RecordError> {
        if self.bastide_record != FORMAT_VERSION {
            return Err(RecordError::Form(self.bastide_record));
        }
        if !self.players.is_empty() && self.players.len() != usize::from(self.setup.seats) {
            return Err(RecordError::Players { names: self.players.len(), seats: self.setup.seats });
        }
        if !RULES_VERSIONS.contains(&self.rules_version) {
            return Err(RecordError::RulesVersion(self.rules_version));
        }
        match &self.commitment {
            Some(text) if !is_commitment(text) => Err(RecordError::Commitment(text.chars().take(80).collect())),
            _ => Ok(()),
        }
    }

    /// Verifies all claims of a record: that its answers are legal, that hashes and scores are correct, that the seed matches the
    /// commitment, and that the seed determines every draw.
    pub fn verify(&self) -> Verdict {
        let mut verdict = Verdict::default();
        if let Some(own) = self.setup.own_tiles.as_ref().filter(|own| own.set().is_ok()) {
            verdict.held.push(format!("the custom tiles match the hash {}", own.hash()));
        }
        if let Some(board) = &self.setup.board {
            verdict.held.push(format!("the starting board matches the hash {}", board.hash()));
        }
        let deal = self.seed.and_then(|seed| Deal::new(seed, &self.setup).ok());
        self.verify_commitment(&mut verdict);
        let (mut draws, mut wrong_draw, mut hashes) = (0, None, Vec::new());
        let played = self.play(
            |game, answer| {
                if game.actor() == Actor::Chance {
                    draws += 1;
                    let dealt = deal.as_ref().and_then(|deal| deal.answer(game));
                    if let Some(dealt) = dealt.filter(|&dealt| dealt != answer && wrong_draw.is_none()) {
                        wrong_draw = Some(format!(
                            "turn {}: the record has {}, but the seed deals {}",
                            game.turn(),
                            game.word(answer),
                            game.word(dealt)
                        ));
                    }
                }
                true
            },
            |hash| hashes.push(hash.to_string()),
        );
        match wrong_draw {
            Some(wrong) => verdict.failed.push(wrong),
            None if deal.is_some() => verdict.held.push(format!("all {draws} draws match the seed")),
            None => {}
        }
        let recorded = self.turns.iter().filter(|turn| turn.hash.is_some()).count();
        if hashes.is_empty() && played.is_ok() && recorded > 0 {
            verdict.held.push(format!("all {recorded} hashes match the positions"));
        }
        verdict.failed.append(&mut hashes);
        match played {
            Ok(game) => {
                verdict.held.push(format!("all {} answers are legal", game.seq()));
                self.verify_outcome(&game, &mut verdict);
            }
            Err(error) => verdict.failed.push(error.to_string()),
        }
        verdict
    }

    fn verify_commitment(&self, verdict: &mut Verdict) {
        match (&self.commitment, self.seed) {
            (Some(committed), Some(seed)) if *committed == commitment(seed, &self.setup) => {
                verdict.held.push("the seed matches the commitment".to_owned());
            }
            (Some(_), Some(_)) => {
                verdict.failed.push("the seed does not match the commitment".to_owned());
            }
            (Some(_), None) => {
                verdict.unchecked.push("the seed is not known yet, so the draws cannot be verified".to_owned());
            }
            (None, Some(_)) => {
                verdict
                    .unchecked
                    .push("the record has no commitment, so the seed may have been chosen later".to_owned());
            }
            (None, None) => {
                verdict
                    .unchecked
                    .push("the record has neither commitment nor seed, so the draws cannot be verified".to_owned());
            }
        }
    }

    fn verify_outcome(&self, game: &Game, verdict: &mut Verdict) {
        let (recorded, actual) = match &self.outcome {
            Outcome::Unfinished if game.is_over() => {
                verdict.failed.push("the game is over, but the record calls it unfinished".to_owned());
                return;
            }
            Outcome::Unfinished => return,
            Outcome::Over { .. } if !game.is_over() => {
                verdict.failed.push("the record calls the game over, but it is not".to_owned());
                return;
            }
            early if early.is_early() && game.is_over() => {
                verdict.failed.push("the record calls the game broken off, but it is over".to_owned());
                return;
            }
            Outcome::Resigned { seat, .. } | Outcome::TimeFell { seat, .. } if *seat >= self.setup.seats => {
                verdict
                    .failed
                    .push(format!("the record says that seat {seat} ended the game, but there is no such seat"));
                return;
            }
            Outcome::Over { scores } => (scores, game.scores()),
            Outcome::Stopped { scores } | Outcome::Resigned { scores, .. } | Outcome::TimeFell { scores, .. } => {
                (scores, game.scored_now().0)
            }
        };
        if *recorded == actual {
            verdict.held.push(format!("the scores are {}", scores(&actual)));
        } else {
            let recorded = scores(recorded);
            verdict.failed.push(format!("the scores are {}, but the record has {recorded}", scores(&actual)));
        }
    }

    /// Returns the record as JSON.
    pub fn to_json(&self) -> serde_json::Value {
        serde_json::to_value(self).unwrap_or_default()
    }

    /// Parses the JSON form of a record.
    ///
    /// # Errors
    /// Returns an error that describes what is wrong. JSON syntax errors include the line and column.
    pub fn from_json(json: &str) -> Result<Self, RecordError> {
        let record: Self = serde_json::from_str(json).map_err(|e| RecordError::Json(e.to_string()))?;
        record.normalized()
    }

    /// Parses the JSON form of a record or, if the text does not begin with a brace, its text form.
    ///
    /// # Errors
    /// Returns an error that says what is wrong, and where.
    pub fn parse(text: &str) -> Result<Self, RecordError> {
        refuse_xml(text)?;
        if !text.trim_start().starts_with('{') {
            return Self::from_text(text);
        }
        Self::from_json(text).map_err(|why| if is_other_json(text) { RecordError::UnknownFormat } else { why })
    }

    /// Normalizes the record, so that both of its forms parse to the same record.
    fn normalized(mut self) -> Result<Self, RecordError> {
        self.check()?;
        self.setup = self.pinned_setup().normalized().map_err(RecordError::Setup)?;
        self.players.iter_mut().for_each(|name| *name = clean_line(name));
        let comments = self.turns.iter_mut().flat_map(|turn| &mut turn.comments).chain(&mut self.comments);
        comments.for_each(|comment| *comment = clean_line(comment));
        for (i, turn) in self.turns.iter().enumerate() {
            let here = |why: &str| RecordError::Json(format!("turn {}: {why}", turn.turn));
            if turn.answers.is_empty() {
                return Err(here("it has no answers"));
            }
            if !turn.answers.iter().all(|word| is_word(word)) {
                return Err(here("an answer must not be empty or contain a space, \";\" or \"=\""));
            }
            if self.turns[..i].last().is_some_and(|before| before.turn >= turn.turn) {
                return Err(here("its number must be higher than that of the turn before it"));
            }
        }
        Ok(self)
    }
}

/// Returns whether a text is JSON but not a record.
fn is_other_json(text: &str) -> bool {
    serde_json::from_str(text).is_ok_and(|json: serde_json::Value| json.get("bastide_record").is_none())
}

/// Cleans up a name or comment: replaces control characters with spaces and trims the ends.
pub(crate) fn clean_line(text: &str) -> String {
    text.replace(char::is_control, " ").trim().to_owned()
}

/// Returns whether a text can be the word of an answer.
fn is_word(text: &str) -> bool {
    !text.is_empty() && !text.contains(|c: char| c.is_whitespace() || c.is_control() || c == ';' || c == '=')
}

/// Returns whether a text has the form of a commitment.
fn is_commitment(text: &str) -> bool {
    parse_hex::<32>(text).is_some_and(|bytes| hex(&bytes) == text)
}
