//! Problems of a study: the parts that are skipped, and why.

use serde::Serialize;

/// Maximum length of a node's id, in characters.
pub(super) const MAX_ID: usize = 16;

/// A part of a study that was skipped.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
#[cfg_attr(feature = "types", derive(ts_rs::TS))]
#[cfg_attr(feature = "schemas", derive(utoipa::ToSchema))]
pub struct StudyProblem {
    /// The chapter's position in the document, from 0.
    pub chapter: usize,
    /// The chapter's name, if it has one.
    pub name: String,
    /// The id of the node, if the problem is about one.
    pub node: Option<String>,
    /// Why it was skipped.
    pub problem: Damage,
    /// Number of nodes that were skipped for this reason, with all that follow them.
    pub skipped: usize,
    /// Details in English; may be empty.
    pub detail: String,
}

/// Reasons why a part of a study is skipped.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
#[cfg_attr(feature = "types", derive(ts_rs::TS))]
#[cfg_attr(feature = "schemas", derive(utoipa::ToSchema))]
#[serde(rename_all = "snake_case")]
pub enum Damage {
    /// The chapter is not an object with a name, a record and nodes.
    Chapter,
    /// The chapter's record cannot be replayed.
    Record,
    /// There are too many chapters.
    Chapters,
    /// The node is not an object with an id, a parent and answers.
    Node,
    /// Another node of the chapter has the same id.
    Id,
    /// The parent does not exist.
    Parent,
    /// The node is its own ancestor.
    Cycle,
    /// An answer is not legal in its position.
    Answer,
    /// There are too many nodes.
    Nodes,
    /// A comment, a glyph, arrows or marks are malformed or too long. The node is kept without them.
    Notes,
}

/// Problems of one chapter.
pub(super) struct Problems {
    pub chapter: usize,
    pub name: String,
    pub found: Vec<StudyProblem>,
}

impl Problems {
    pub fn add(&mut self, node: Option<&str>, problem: Damage, skipped: usize, detail: String) {
        let node = node.map(|id| id.chars().take(MAX_ID).collect());
        let (chapter, name) = (self.chapter, self.name.clone());
        self.found.push(StudyProblem { chapter, name, node, problem, skipped, detail });
    }
}
