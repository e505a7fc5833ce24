//! Annotations: comments, glyphs, arrows and marks.

use serde::{Deserialize, Serialize};
use serde_json::Value;

use super::problems::{Damage, Problems};

/// Maximum length of a comment, in characters.
pub const MAX_COMMENT: usize = 4000;
/// Maximum number of arrows, and of marks, of a position.
const MAX_DRAWN: usize = 32;
/// Maximum distance of a cell from 0,0. Boards of games are smaller.
const MAX_CELL: i16 = 2000;

/// Annotations on a position.
#[derive(Clone, Debug, Default, PartialEq, Serialize)]
#[cfg_attr(feature = "types", derive(ts_rs::TS))]
#[cfg_attr(feature = "schemas", derive(utoipa::ToSchema))]
pub struct Notes {
    /// A comment of at most 4,000 characters.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[cfg_attr(feature = "schemas", schema(nullable = false))]
    #[cfg_attr(feature = "types", ts(optional))]
    pub comment: Option<String>,
    /// A judgement of the answer.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[cfg_attr(feature = "schemas", schema(nullable = false))]
    #[cfg_attr(feature = "types", ts(optional))]
    pub glyph: Option<Glyph>,
    /// Arrows on the board.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    #[cfg_attr(feature = "types", ts(optional, as = "Option<Vec<Arrow>>"))]
    pub arrows: Vec<Arrow>,
    /// Highlighted cells and features.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    #[cfg_attr(feature = "types", ts(optional, as = "Option<Vec<Mark>>"))]
    pub marks: Vec<Mark>,
}

/// Judgements of answers, as in chess.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "types", derive(ts_rs::TS))]
#[cfg_attr(feature = "schemas", derive(utoipa::ToSchema))]
pub enum Glyph {
    /// A brilliant move, the best of several good ones.
    #[serde(rename = "!!")]
    Brilliant,
    /// A good move that is hard to find.
    #[serde(rename = "!")]
    Good,
    /// An interesting move whose value is open.
    #[serde(rename = "!?")]
    Interesting,
    /// An inaccuracy, which loses little.
    #[serde(rename = "?!")]
    Inaccuracy,
    /// A mistake that another move avoids.
    #[serde(rename = "?")]
    Mistake,
    /// A blunder that may decide the game.
    #[serde(rename = "??")]
    Blunder,
}

/// Colours of arrows and marks.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "types", derive(ts_rs::TS), ts(rename = "DrawnColour"))]
#[cfg_attr(feature = "schemas", derive(utoipa::ToSchema), schema(as = DrawnColour))]
#[serde(rename_all = "snake_case")]
pub enum Colour {
    /// Green, with which the client begins.
    Green,
    /// Red, the second of the client's palette.
    Red,
    /// Blue, the third of the palette.
    Blue,
    /// Yellow, the last of the palette.
    Yellow,
}

/// An arrow from the middle of one cell to the middle of another, each as column and row.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "types", derive(ts_rs::TS))]
#[cfg_attr(feature = "schemas", derive(utoipa::ToSchema))]
pub struct Arrow(pub [i16; 2], pub [i16; 2], pub Colour);

/// A highlighted cell, or the feature of one of its tile's segments.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "types", derive(ts_rs::TS))]
#[cfg_attr(feature = "schemas", derive(utoipa::ToSchema))]
pub struct Mark {
    /// Column and row of the cell.
    pub at: [i16; 2],
    /// Number of the segment within the tile; absent for the whole cell.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    #[cfg_attr(feature = "schemas", schema(nullable = false))]
    #[cfg_attr(feature = "types", ts(optional))]
    pub segment: Option<u8>,
    /// Colour of the highlight.
    pub colour: Colour,
}

impl Notes {
    /// Reads the annotations of a chapter or a node. Malformed ones are dropped and reported.
    pub(super) fn read(value: &Value, node: Option<&str>, problems: &mut Problems) -> Self {
        let mut damaged = Vec::new();
        let comment = match value.get("comment") {
            None | Some(Value::Null) => None,
            Some(Value::String(text)) if text.chars().count() <= MAX_COMMENT => Some(text.clone()),
            Some(_) => {
                damaged.push("comment");
                None
            }
        };
        let glyph = match value.get("glyph") {
            None | Some(Value::Null) => None,
            Some(glyph) => Glyph::deserialize(glyph).map_err(|_| damaged.push("glyph")).ok(),
        };
        let arrows = drawn(value, "arrows", &mut damaged, |Arrow(from, to, _)| is_cell(*from) && is_cell(*to));
        let marks = drawn(value, "marks", &mut damaged, |mark: &Mark| is_cell(mark.at));
        if !damaged.is_empty() {
            problems.add(node, Damage::Notes, 0, damaged.join(", "));
        }
        Self { comment: comment.filter(|text| !text.trim().is_empty()), glyph, arrows, marks }
    }
}

fn is_cell([x, y]: [i16; 2]) -> bool {
    x.saturating_abs() <= MAX_CELL && y.saturating_abs() <= MAX_CELL
}

/// Reads a list of arrows or marks. Those that are malformed or too many are dropped.
fn drawn<'a, T: Deserialize<'a>>(
    value: &'a Value,
    what: &'static str,
    damaged: &mut Vec<&'static str>,
    is_valid: impl Fn(&T) -> bool,
) -> Vec<T> {
    let list = match value.get(what) {
        None | Some(Value::Null) => return Vec::new(),
        Some(list) => list.as_array().map_or(&[][..], Vec::as_slice),
    };
    let read: Vec<T> =
        list.iter().take(MAX_DRAWN).filter_map(|one| T::deserialize(one).ok()).filter(|one| is_valid(one)).collect();
    if read.len() != list.len() || !value[what].is_array() {
        damaged.push(what);
    }
    read
}
