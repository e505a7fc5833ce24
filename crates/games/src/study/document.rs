//! The document of a study: its chapters, and the reader.

use std::fmt;

use serde::Serialize;
use serde_json::Value;

use super::notes::Notes;
use super::problems::{Damage, Problems, StudyProblem};
use super::tree::{self, Node};
use crate::game::Game;
use crate::record::{Outcome, Record, RecordError, clean_line};

/// Version of the format that this program reads and writes.
const FORMAT_VERSION: u32 = 1;
/// Maximum length of a study in bytes.
pub const MAX_STUDY_BYTES: usize = 512 << 10;
/// Maximum length of the name of a study or a chapter, in characters.
pub const MAX_NAME: usize = 80;
/// Maximum number of chapters.
pub const MAX_CHAPTERS: usize = 64;
/// Maximum number of nodes in all chapters.
pub const MAX_NODES: usize = 5000;

/// A study: chapters with trees of variations.
#[derive(Clone, Debug, PartialEq, Serialize)]
#[cfg_attr(feature = "types", derive(ts_rs::TS))]
#[cfg_attr(feature = "schemas", derive(utoipa::ToSchema))]
pub struct Study {
    /// Version of the format: 1.
    pub bastide_study: u32,
    /// The study's name.
    pub name: String,
    /// The chapters, in order.
    pub chapters: Vec<Chapter>,
}

/// A chapter: a position and the variations that follow it.
#[derive(Clone, Debug, PartialEq, Serialize)]
#[cfg_attr(feature = "types", derive(ts_rs::TS))]
#[cfg_attr(feature = "schemas", derive(utoipa::ToSchema))]
pub struct Chapter {
    /// The chapter's name.
    pub name: String,
    /// The game up to the first position, as the text of a record without hashes.
    pub record: String,
    /// Annotations on the first position.
    #[serde(flatten)]
    pub notes: Notes,
    /// The nodes, each after its parent. The first child of a node continues its main line.
    pub nodes: Vec<Node>,
}

/// The reason why a text is not a study at all.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum StudyError {
    /// The text has more than [`MAX_STUDY_BYTES`] bytes.
    TooLong,
    /// The text is not JSON.
    Json(String),
    /// The JSON is not that of a study.
    NotAStudy,
    /// Unknown format version.
    Version(u64),
}

impl fmt::Display for StudyError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::TooLong => write!(f, "a study must have at most {MAX_STUDY_BYTES} bytes"),
            Self::Json(why) => write!(f, "the file is not JSON: {why}"),
            Self::NotAStudy => f.write_str("the file is not a study; it must be an object with `bastide_study`"),
            Self::Version(version) => {
                write!(f, "the study has format {version}; this program reads format {FORMAT_VERSION}")
            }
        }
    }
}

impl std::error::Error for StudyError {}

/// A study as far as it could be read.
#[derive(Clone, Debug, PartialEq, Serialize)]
#[cfg_attr(feature = "types", derive(ts_rs::TS))]
#[cfg_attr(feature = "schemas", derive(utoipa::ToSchema))]
pub struct ReadStudy {
    /// The study without its damaged parts.
    pub study: Study,
    /// The parts that were skipped.
    pub problems: Vec<StudyProblem>,
}

/// The outline of a study's document, for charging before it is read.
pub struct Outline(Value);

impl Outline {
    /// Parses the JSON of a study without replaying anything.
    ///
    /// # Errors
    /// The text is too long, or no study of a known version.
    pub fn parse(text: &str) -> Result<Self, StudyError> {
        if text.len() > MAX_STUDY_BYTES {
            return Err(StudyError::TooLong);
        }
        let json: Value = serde_json::from_str(text).map_err(|why| StudyError::Json(why.to_string()))?;
        match json.get("bastide_study").and_then(Value::as_u64) {
            None => Err(StudyError::NotAStudy),
            Some(version) if version != u64::from(FORMAT_VERSION) => Err(StudyError::Version(version)),
            Some(_) => Ok(Self(json)),
        }
    }

    /// Returns the cost of reading the study, as a number of replayed answers. A record has at least three characters per answer; each
    /// chapter's set-up is compiled, and each node copies its position.
    pub fn cost(&self) -> usize {
        let length = |value: &Value| value.as_str().map_or_else(|| value.to_string().len(), str::len);
        let chapters = self.chapters().iter().take(MAX_CHAPTERS);
        let cost = chapters.map(|chapter| {
            let nodes = chapter.get("nodes").and_then(Value::as_array).map_or(0, Vec::len);
            SETUP_ANSWERS + chapter.get("record").map_or(0, length) / 3 + NODE_ANSWERS * nodes
        });
        cost.sum()
    }

    /// Reads the study.
    pub fn read(&self) -> ReadStudy {
        let mut reader = Reader { problems: Vec::new(), nodes_left: MAX_NODES };
        let chapters = self.chapters();
        let read = chapters.iter().enumerate().filter_map(|(number, chapter)| reader.chapter(number, chapter));
        let study = Study {
            bastide_study: FORMAT_VERSION,
            name: name_in(&self.0).unwrap_or_default(),
            chapters: read.collect(),
        };
        ReadStudy { study, problems: reader.problems }
    }

    /// Returns the position at the end of the main line of the first chapter that can be read.
    pub fn main_position(&self) -> Option<Game> {
        let mut reader = Reader { problems: Vec::new(), nodes_left: MAX_NODES };
        let chapter =
            self.chapters().iter().enumerate().find_map(|(number, chapter)| reader.chapter(number, chapter))?;
        let mut game = Record::parse(&chapter.record).and_then(|record| record.replay()).ok()?;
        let mut last = None;
        // Each node follows its parent, so that the first child that is met continues the main line.
        for node in &chapter.nodes {
            if node.parent.as_deref() != last {
                continue;
            }
            for word in &node.answers {
                let answer = game.answer(word).ok()?;
                game.apply_raw(answer).ok()?;
            }
            last = Some(node.id.as_str());
        }
        Some(game)
    }

    fn chapters(&self) -> &[Value] {
        self.0.get("chapters").and_then(Value::as_array).map_or(&[], Vec::as_slice)
    }
}

/// Cost of compiling a set-up, as a number of replayed answers.
const SETUP_ANSWERS: usize = 100;
/// Cost of a node, as a number of replayed answers.
const NODE_ANSWERS: usize = 2;

/// Reads a study. Damaged chapters and nodes are skipped and reported.
///
/// # Errors
/// The text is too long, or no study of a known version.
pub fn read(text: &str) -> Result<ReadStudy, StudyError> {
    Ok(Outline::parse(text)?.read())
}

impl Study {
    /// Returns the study as JSON.
    pub fn to_json(&self) -> String {
        serde_json::to_string(self).unwrap_or_default()
    }
}

/// Returns the record of a game without hashes, as text. Chapters begin with such records.
pub fn record_text(game: &Game, players: &[String]) -> String {
    let mut record = Record::of(game, players, None);
    record.turns.iter_mut().for_each(|turn| turn.hash = None);
    record.to_text()
}

fn name_in(value: &Value) -> Option<String> {
    let name = clean_line(value.get("name")?.as_str()?);
    Some(name.chars().take(MAX_NAME).collect())
}

struct Reader {
    problems: Vec<StudyProblem>,
    /// Number of nodes that may still be read.
    nodes_left: usize,
}

impl Reader {
    fn chapter(&mut self, number: usize, value: &Value) -> Option<Chapter> {
        let name = name_in(value);
        let mut problems = Problems { chapter: number, name: name.clone().unwrap_or_default(), found: Vec::new() };
        let chapter = self.chapter_with(number, name, value, &mut problems);
        self.problems.append(&mut problems.found);
        chapter
    }

    fn chapter_with(
        &mut self,
        number: usize,
        name: Option<String>,
        value: &Value,
        problems: &mut Problems,
    ) -> Option<Chapter> {
        let nodes = value.get("nodes").and_then(Value::as_array);
        let count = nodes.map_or(0, Vec::len);
        if number >= MAX_CHAPTERS {
            problems.add(None, Damage::Chapters, count, format!("a study must have at most {MAX_CHAPTERS} chapters"));
            return None;
        }
        let (Some(name), Some(nodes), Some(record)) = (name, nodes, value.get("record")) else {
            problems.add(None, Damage::Chapter, count, String::new());
            return None;
        };
        let (record, game) = match replayed(record) {
            Ok(replayed) => replayed,
            Err(why) => {
                problems.add(None, Damage::Record, count, why.to_string());
                return None;
            }
        };
        let notes = Notes::read(value, None, problems);
        let taken = nodes.len().min(self.nodes_left);
        if taken < nodes.len() {
            let why = format!("a study must have at most {MAX_NODES} nodes");
            problems.add(None, Damage::Nodes, nodes.len() - taken, why);
        }
        self.nodes_left -= taken;
        let nodes = tree::read(&game, nodes.get(..taken).unwrap_or_default(), problems);
        Some(Chapter { name, record, notes, nodes })
    }
}

/// Replays a chapter's record, and returns its text without hashes.
fn replayed(record: &Value) -> Result<(String, Game), RecordError> {
    let text = record.as_str().map_or_else(|| record.to_string(), str::to_owned);
    let mut record = Record::parse(&text)?;
    let game = record.replay()?;
    if !game.is_over() {
        record.outcome = Outcome::Unfinished;
    }
    Ok((record_text(&game, &record.players), game))
}
