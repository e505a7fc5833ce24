//! Records: a game as its set-up and its answers, with what it takes to check them.
//!
//! A record has a text form for people ([`Record::to_text`]) and a JSON form for programs ([`Record::to_json`]), both
//! described in `docs/notation.md`. It is pinned to a version of the rules; hashes of the position stand in it, so that a
//! rule that changed all the same shows.

mod line;
mod text;
mod xml;

use std::fmt;

pub use line::LineError;
use line::{FORM, scores};
pub(crate) use xml::refuse_xml;

use serde::{Deserialize, Serialize};

use crate::deal::{Deal, Seed, commitment};
use crate::game::Game;
use crate::hex::{hex, unhex};
use crate::notation::WordError;
use crate::position_hash::PositionHash;
use crate::setup::{RULES_VERSION, RULES_VERSIONS, Setup, SetupError};
use crate::{Actor, Answer};

/// A hash stands after every so many turns.
const HASH_EVERY: u16 = 10;

/// A game as its set-up and its answers.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "schemas", derive(utoipa::ToSchema))]
#[serde(deny_unknown_fields)]
pub struct Record {
    bastide_record: u32,
    /// The version of the rules that it was played by.
    pub rules_version: u32,
    /// The set-up.
    pub setup: Setup,
    /// The players' names by seat, or nothing.
    #[serde(default)]
    pub players: Vec<String>,
    /// The commitment to the draw order, if there was one.
    #[serde(default)]
    pub commitment: Option<String>,
    /// The seed of the draw order, once it is known.
    #[serde(default)]
    #[cfg_attr(feature = "schemas", schema(value_type = Option<String>))]
    pub seed: Option<Seed>,
    /// How it ended.
    #[serde(default)]
    pub outcome: Outcome,
    /// Remarks about the whole game.
    #[serde(default)]
    pub comments: Vec<String>,
    /// The answers, turn by turn.
    pub turns: Vec<Turn>,
}

/// The answers of one turn, chance's included.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "schemas", derive(utoipa::ToSchema), schema(as = RecordTurn))]
#[serde(deny_unknown_fields)]
pub struct Turn {
    /// Its number; 0 before the first.
    pub turn: u16,
    /// The answers as words.
    pub answers: Vec<String>,
    /// The hash of the position after them.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    #[cfg_attr(feature = "schemas", schema(value_type = String))]
    pub hash: Option<PositionHash>,
    /// Remarks about the turn.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub comments: Vec<String>,
}

/// How a game ended.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "schemas", derive(utoipa::ToSchema))]
#[serde(tag = "how", rename_all = "lowercase", deny_unknown_fields)]
pub enum Outcome {
    /// It has not ended.
    #[default]
    Unfinished,
    /// By its rules.
    Over {
        /// Points by seat.
        scores: Vec<i32>,
    },
    /// It was broken off, and scored as if it had ended there.
    Stopped {
        /// Points by seat.
        scores: Vec<i32>,
    },
    /// A seat gave it up; the points are as if it had ended there.
    Resigned {
        /// Points by seat.
        scores: Vec<i32>,
        /// The seat.
        seat: u8,
    },
    /// A seat's time was used up; the points are as if it had ended there.
    #[serde(rename = "time")]
    TimeFell {
        /// Points by seat.
        scores: Vec<i32>,
        /// The seat.
        seat: u8,
    },
}

impl Outcome {
    /// Whether the game ended before its rules ended it.
    pub fn is_early(&self) -> bool {
        matches!(self, Self::Stopped { .. } | Self::Resigned { .. } | Self::TimeFell { .. })
    }
}

/// What is wrong with a record.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum RecordError {
    /// A line of the text form has not the form that it should have.
    Line {
        /// The line's number, counted from 1.
        line: usize,
        /// What is wrong and what would be right.
        why: LineError,
    },
    /// It is not JSON, or not that of a record.
    Json(String),
    /// It is a game that JCloisterZone saved as XML, as it did up to version 3; says which version.
    Xml(String),
    /// It is XML or JSON of another kind.
    UnknownFormat,
    /// It is a record of another form.
    Form(u32),
    /// Another version of the rules.
    RulesVersion(u32),
    /// The set-up.
    Setup(SetupError),
    /// Names of players that do not go with the seats.
    Players {
        /// Names.
        names: usize,
        /// Seats.
        seats: u8,
    },
    /// A commitment that is none.
    Commitment(String),
    /// An answer stands in a turn to which it does not belong.
    Turn {
        /// The turn in which the record has it.
        recorded: u16,
        /// The turn to which it belongs.
        actual: u16,
        /// The answer.
        word: String,
    },
    /// An answer was refused.
    Answer {
        /// The turn.
        turn: u16,
        /// Why.
        why: WordError,
    },
    /// Replaying it was stopped before the end.
    Interrupted,
    /// The position is not the one that the record has in mind.
    Hash {
        /// The turn after which the hash stands.
        turn: u16,
        /// The record's.
        recorded: PositionHash,
        /// Ours.
        actual: PositionHash,
    },
}

impl fmt::Display for RecordError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Line { line, why } => write!(f, "line {line}: {why}"),
            Self::Json(why) => write!(f, "the record is no JSON of a record: {why}"),
            Self::Xml(version) => {
                write!(f, "the file is a saved game of JCloisterZone {version}; saved games are read from version 4 on")
            }
            Self::UnknownFormat => write!(
                f,
                "unknown file format; records of Bastide and saved games of JCloisterZone from version 4 on can be read"
            ),
            Self::Form(form) => write!(f, "the record has form {form}; this program reads form {FORM}"),
            Self::RulesVersion(version) => write!(
                f,
                "the record is pinned to version {version} of the rules; this program knows versions 1 to {RULES_VERSION}"
            ),
            Self::Setup(why) => write!(f, "the set-up does not hold: {why}"),
            Self::Players { names, seats } => write!(f, "the record names {names} players for {seats} seats"),
            Self::Commitment(text) => {
                write!(f, "\"{text}\" is no commitment; it has 64 hexadecimal digits in lower case")
            }
            Self::Interrupted => f.write_str("replaying the record was stopped"),
            Self::Turn { recorded, actual, word } => {
                write!(f, "turn {recorded}: \"{word}\" is an answer of turn {actual}")
            }
            Self::Answer { turn, why } => write!(f, "turn {turn}: {why}"),
            Self::Hash { turn, recorded, actual } => {
                write!(f, "turn {turn}: the position's hash is {actual}, and the record has {recorded}")
            }
        }
    }
}

impl std::error::Error for RecordError {}

/// What checking a record came to.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize)]
pub struct Verdict {
    /// What was checked and holds, a sentence each.
    pub held: Vec<String>,
    /// What does not hold, a sentence each.
    pub failed: Vec<String>,
    /// What could not be checked, and why, a sentence each.
    pub unchecked: Vec<String>,
}

impl Verdict {
    /// Whether everything that could be checked holds.
    pub fn holds(&self) -> bool {
        self.failed.is_empty()
    }
}

impl Record {
    /// The record of a game. `players` are names by seat, or nothing. Of a deal, the record takes the commitment, and once the
    /// game is over the seed.
    pub fn of(game: &Game, players: &[String], deal: Option<&Deal>) -> Self {
        let mut record = Self {
            bastide_record: FORM,
            rules_version: game.setup().rules_version,
            setup: game.setup().normal().unwrap_or_else(|_| game.setup().clone()),
            players: players.iter().map(|name| clean(name)).collect(),
            commitment: deal.map(|deal| deal.commitment().to_owned()),
            seed: deal.filter(|_| game.is_over()).map(Deal::seed),
            outcome: if game.is_over() { Outcome::Over { scores: game.scores() } } else { Outcome::Unfinished },
            comments: Vec::new(),
            turns: Vec::new(),
        };
        // The same set-up compiled once, so it compiles again.
        let Ok(mut replayed) = Game::replaying(game.setup()) else { return record };
        for &answer in game.answers() {
            let turn = replayed.turn();
            if record.turns.last().is_none_or(|last| last.turn != turn) {
                record.turns.push(Turn { turn, ..Turn::default() });
            }
            let word = replayed.word(answer);
            if replayed.apply_quietly(answer).is_err() {
                break;
            }
            if let Some(last) = record.turns.last_mut() {
                last.answers.push(word);
                let due = turn > 0 && turn.is_multiple_of(HASH_EVERY) && replayed.turn() != turn;
                if due || replayed.seq() == game.seq() {
                    last.hash = Some(replayed.position_hash());
                }
            }
        }
        record
    }

    /// Plays the record again: every answer must be legal, in its turn, and every hash the position's.
    ///
    /// # Errors
    /// The first thing that does not hold.
    pub fn replay(&self) -> Result<Game, RecordError> {
        self.replay_while(|| true)
    }

    /// Plays the record again like [`replay`](Self::replay), as long as `wanted` says so, which is called before each answer.
    ///
    /// # Errors
    /// The first thing that does not hold, or [`RecordError::Interrupted`].
    pub fn replay_while(&self, wanted: impl Fn() -> bool) -> Result<Game, RecordError> {
        let mut first_hash = None;
        let game = self.play(|_, _| wanted(), |hash| first_hash = first_hash.take().or(Some(hash)))?;
        first_hash.map_or(Ok(game), Err)
    }

    /// The position after so many answers, or after all of them where the record has fewer.
    ///
    /// # Errors
    /// An answer before that does not hold.
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

    /// How many answers there are.
    pub fn len(&self) -> usize {
        self.turns.iter().map(|turn| turn.answers.len()).sum()
    }

    /// Whether there are no answers.
    pub fn is_empty(&self) -> bool {
        self.len() == 0
    }

    /// Plays the answers, passes each to `before`, which returns whether to continue, and reports hashes that differ.
    fn play(
        &self,
        mut before: impl FnMut(&Game, Answer) -> bool,
        mut hash_differs: impl FnMut(RecordError),
    ) -> Result<Game, RecordError> {
        self.check()?;
        let mut game = Game::replaying(&self.pinned_setup()).map_err(RecordError::Setup)?;
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
                game.apply_quietly(answer).map_err(refused)?;
            }
            let actual = game.position_hash();
            if let Some(recorded) = turn.hash.filter(|&hash| hash != actual) {
                hash_differs(RecordError::Hash { turn: turn.turn, recorded, actual });
            }
        }
        Ok(game)
    }

    /// The set-up by the record's version of the rules.
    fn pinned_setup(&self) -> Setup {
        self.setup.clone().pinned(self.rules_version)
    }

    /// Checks what can be checked without playing.
    fn check(&self) -> Result<(), RecordError> {
        if self.bastide_record != FORM {
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

    /// Checks everything that a record claims: that its answers are legal, that hashes and scores are right, that the seed is the
    /// one committed to, and that every draw is the deal's.
    pub fn verify(&self) -> Verdict {
        let mut verdict = Verdict::default();
        if let Some(own) = self.setup.own_tiles.as_ref().filter(|own| own.set().is_ok()) {
            verdict.held.push(format!("the own tiles are those with the hash {}", own.hash()));
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
                            "turn {}: the record has {}, and the deal of the seed has {}",
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
            None if deal.is_some() => verdict.held.push(format!("all {draws} draws are those of the seed")),
            None => {}
        }
        let recorded = self.turns.iter().filter(|turn| turn.hash.is_some()).count();
        if hashes.is_empty() && played.is_ok() && recorded > 0 {
            verdict.held.push(format!("all {recorded} hashes are those of the positions"));
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
                verdict.held.push("the seed is the one committed to".to_owned());
            }
            (Some(_), Some(_)) => {
                verdict.failed.push("the seed is not the one that the commitment was made with".to_owned());
            }
            (Some(_), None) => {
                verdict.unchecked.push("the seed is not known yet, so the draws cannot be checked".to_owned());
            }
            (None, Some(_)) => {
                verdict
                    .unchecked
                    .push("the record has no commitment, so the seed may have been chosen later".to_owned());
            }
            (None, None) => {
                verdict
                    .unchecked
                    .push("the record has neither commitment nor seed, so the draws cannot be checked".to_owned());
            }
        }
    }

    fn verify_outcome(&self, game: &Game, verdict: &mut Verdict) {
        let (recorded, actual) = match &self.outcome {
            Outcome::Unfinished if game.is_over() => {
                verdict.failed.push("the game is over, and the record calls it unfinished".to_owned());
                return;
            }
            Outcome::Unfinished => return,
            Outcome::Over { .. } if !game.is_over() => {
                verdict.failed.push("the record calls the game over, and it is not".to_owned());
                return;
            }
            early if early.is_early() && game.is_over() => {
                verdict.failed.push("the record calls the game broken off, and it is over".to_owned());
                return;
            }
            Outcome::Resigned { seat, .. } | Outcome::TimeFell { seat, .. } if *seat >= self.setup.seats => {
                verdict.failed.push(format!("the record says that seat {seat} ended the game, and there is none"));
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
            verdict.failed.push(format!("the scores are {}, and the record has {recorded}", scores(&actual)));
        }
    }

    /// The record as JSON.
    pub fn to_json(&self) -> serde_json::Value {
        serde_json::to_value(self).unwrap_or_default()
    }

    /// Reads a record from its JSON form.
    ///
    /// # Errors
    /// What is wrong, with line and column where the JSON itself is.
    pub fn from_json(json: &str) -> Result<Self, RecordError> {
        let record: Self = serde_json::from_str(json).map_err(|e| RecordError::Json(e.to_string()))?;
        record.normal()
    }

    /// Reads a record from its JSON form or, where the text does not begin with a brace, its text form.
    ///
    /// # Errors
    /// What is wrong, and where.
    pub fn parse(text: &str) -> Result<Self, RecordError> {
        refuse_xml(text)?;
        if !text.trim_start().starts_with('{') {
            return Self::from_text(text);
        }
        Self::from_json(text).map_err(|why| if is_other_json(text) { RecordError::UnknownFormat } else { why })
    }

    /// The record with everything said in one way only, so that its two forms give the same record.
    fn normal(mut self) -> Result<Self, RecordError> {
        self.check()?;
        self.setup = self.pinned_setup().normal().map_err(RecordError::Setup)?;
        self.players.iter_mut().for_each(|name| *name = clean(name));
        let comments = self.turns.iter_mut().flat_map(|turn| &mut turn.comments).chain(&mut self.comments);
        comments.for_each(|comment| *comment = clean(comment));
        for (i, turn) in self.turns.iter().enumerate() {
            let here = |why: &str| RecordError::Json(format!("turn {}: {why}", turn.turn));
            if turn.answers.is_empty() {
                return Err(here("it has no answers"));
            }
            if !turn.answers.iter().all(|word| is_word(word)) {
                return Err(here("an answer is empty, or has a space, a \";\" or a \"=\" in it"));
            }
            if self.turns[..i].last().is_some_and(|before| before.turn >= turn.turn) {
                return Err(here("it does not come after the turn before it"));
            }
        }
        Ok(self)
    }
}

/// Whether a text is the JSON of something else than a record.
fn is_other_json(text: &str) -> bool {
    serde_json::from_str(text).is_ok_and(|json: serde_json::Value| json.get("bastide_record").is_none())
}

/// A name or remark in one line, without spaces at its ends.
pub(crate) fn clean(text: &str) -> String {
    text.replace(char::is_control, " ").trim().to_owned()
}

/// Whether a text can stand among the words of a turn.
fn is_word(text: &str) -> bool {
    !text.is_empty() && !text.contains(|c: char| c.is_whitespace() || c.is_control() || c == ';' || c == '=')
}

/// Whether a text has the form of a commitment.
fn is_commitment(text: &str) -> bool {
    unhex::<32>(text).is_some_and(|bytes| hex(&bytes) == text)
}
