//! Positions of studies: the game of a record, continued by further answers.

use std::borrow::Cow;

use games::record::Record;
use games::study::record_text;
use games::view::TileName;
use games::{Actor, Answer, Game, View, Viewer};
use serde::{Deserialize, Serialize};
use serde_json::Value;

use crate::messages::Update;
use crate::refusal::Refusal;
use crate::replaying::undo_to;
use crate::step::seat_to_answer;
use crate::upload::{self, Upload};

/// Maximum number of further answers.
const MAX_ANSWERS: usize = 5000;

/// A request for a position of a study.
#[derive(Debug, Deserialize)]
#[cfg_attr(feature = "types", derive(ts_rs::TS))]
#[cfg_attr(feature = "schemas", derive(utoipa::ToSchema))]
#[serde(deny_unknown_fields)]
pub struct PositionRequest {
    /// The record of a game, or a saved game of another program: its JSON, or its text.
    #[cfg_attr(feature = "types", ts(type = "unknown"))]
    pub record: Value,
    /// Number of answers of the record before the further answers; by default, all of them.
    #[serde(default)]
    #[cfg_attr(feature = "types", ts(optional))]
    pub at: Option<usize>,
    /// Further answers as words, including draws.
    #[serde(default)]
    #[cfg_attr(feature = "types", ts(optional, as = "Option<Vec<String>>"))]
    pub answers: Vec<String>,
}

/// A tile that may be drawn, or another answer of chance.
#[derive(Debug, Serialize)]
#[cfg_attr(feature = "types", derive(ts_rs::TS))]
#[cfg_attr(feature = "schemas", derive(utoipa::ToSchema))]
pub struct PossibleDraw {
    /// The answer as a word.
    pub word: String,
    /// The tile; null if the answer draws none.
    pub tile: Option<TileName>,
    /// Number of undrawn tiles of this kind.
    pub left: u8,
}

/// A position of a study.
#[derive(Serialize)]
#[cfg_attr(feature = "types", derive(ts_rs::TS))]
#[cfg_attr(feature = "schemas", derive(utoipa::ToSchema))]
pub struct StudyPosition<'a> {
    /// The game up to this position, as the text of a record without hashes.
    pub record: String,
    /// The players' names by seat; may be empty.
    pub players: Vec<String>,
    /// The record's answers after `at`, as words.
    pub rest: Vec<String>,
    /// The last of the further answers, with its events; null if there are none.
    pub step: Option<Update<'a>>,
    /// The position, with all hands.
    pub view: View,
    /// Possible answers of chance; empty if a seat must answer.
    pub draws: Vec<PossibleDraw>,
}

/// A request for a position whose record has been parsed but not replayed.
pub struct ParsedPosition {
    upload: Upload,
    at: Option<usize>,
    answers: Vec<String>,
}

impl PositionRequest {
    /// Parses the record.
    ///
    /// # Errors
    /// The record cannot be parsed, or there are too many answers.
    pub fn parse(self) -> Result<ParsedPosition, Refusal> {
        if self.answers.len() > MAX_ANSWERS {
            return Err(Refusal::BadRecord(format!("at most {MAX_ANSWERS} further answers are accepted")));
        }
        let upload = Upload::parse(upload::text(self.record)?)?;
        Ok(ParsedPosition { upload, at: self.at, answers: self.answers })
    }
}

impl ParsedPosition {
    /// Returns the cost as a number of replayed answers: the game is replayed, and once more for its record.
    pub fn cost(&self) -> usize {
        2 * (self.upload.most_answers() + self.answers.len())
    }

    /// Replays the game, and passes the position to `shown`, after its game and the record that it comes from. The replay stops when
    /// `wanted` returns false.
    ///
    /// # Errors
    /// The record breaks the rules, an answer is not legal, or the replay was stopped.
    pub fn show<T>(
        self,
        wanted: impl Fn() -> bool,
        shown: impl FnOnce(Record, &Game, &StudyPosition) -> T,
    ) -> Result<T, Refusal> {
        let (record, whole) = self.upload.replay(wanted)?;
        let at = self.at.map_or(whole.seq(), |at| at.min(whole.seq()));
        let mut game = undo_to(&whole, at)?;
        let rest = words_after(&game, &whole)?;
        let mut last = None;
        for word in &self.answers {
            let answer = game.answer(word)?;
            let seat = seat_to_answer(&game);
            let usual = game.word(answer);
            last = Some((seat, usual, game.apply_raw(answer)?));
        }
        let last = last.map(|(seat, word, events)| (seat, word, game.show(&events, Viewer::ALL)));
        let step = last.as_ref().map(|(seat, word, events)| Update::of(&game, *seat, word, events));
        let record_text = record_text(&game, &record.players);
        let draws = draws(&game);
        let players = record.players.clone();
        let position = StudyPosition { record: record_text, players, rest, step, view: game.view(), draws };
        Ok(shown(record, &game, &position))
    }
}

/// Returns the answers by which a game continues after an earlier position, as words.
fn words_after(earlier: &Game, game: &Game) -> Result<Vec<String>, Refusal> {
    let mut replayed = Cow::Borrowed(earlier);
    let mut words = Vec::new();
    for &answer in &game.answers()[earlier.seq()..] {
        words.push(replayed.word(answer));
        replayed.to_mut().apply_raw(answer)?;
    }
    Ok(words)
}

/// Returns the possible answers of chance.
fn draws(game: &Game) -> Vec<PossibleDraw> {
    if game.actor() != Actor::Chance {
        return Vec::new();
    }
    let draw = |answer: Answer| {
        let (tile, left) = match answer {
            Answer::Draw { kind } => {
                let text = &game.tiles()[usize::from(kind)];
                (Some(TileName { set: text.set.clone(), kind: text.id.clone() }), game.in_bag(kind))
            }
            _ => (None, 1),
        };
        PossibleDraw { word: game.word(answer), tile, left }
    };
    game.legal().into_iter().map(draw).collect()
}
