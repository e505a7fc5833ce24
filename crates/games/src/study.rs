//! Studies: trees of variations on games and positions, in chapters, with comments, glyphs, arrows and marks.
//!
//! `docs/studies.md` describes the format. The reader ([`read`]) skips damaged chapters and nodes, reports each of them, and keeps the
//! rest.

mod document;
mod notes;
mod problems;
mod tree;

pub use document::{
    Chapter, MAX_CHAPTERS, MAX_NAME, MAX_NODES, MAX_STUDY_BYTES, Outline, ReadStudy, Study, StudyError, read,
    record_text,
};
pub use notes::{Arrow, Colour, Glyph, Mark, Notes};
pub use problems::{Damage, StudyProblem};
pub use tree::Node;
