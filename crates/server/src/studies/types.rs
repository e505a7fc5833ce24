//! Studies in HTTP requests and responses; the OpenAPI document is generated from these types.

use games::study::{Study, StudyProblem};
use serde::{Deserialize, Serialize};
use serde_json::Value;
use utoipa::{IntoParams, ToSchema};

use super::store::{StoredStudy, StudyLine, Visibility};

/// A new study.
#[derive(Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
pub struct NewStudy {
    /// The study, as `docs/studies.md` describes it.
    #[schema(value_type = Object)]
    pub study: Value,
    /// The readers besides the owner.
    pub visibility: Visibility,
}

/// A change to a study.
#[derive(Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
pub struct StudyChange {
    /// The version that the change replaces.
    pub version: i64,
    /// The whole new document; omitted to keep it.
    #[serde(default)]
    #[schema(value_type = Option<Object>)]
    pub study: Option<Value>,
    /// The new readers; omitted to keep them.
    #[serde(default)]
    pub visibility: Option<Visibility>,
}

/// A stored change.
#[derive(Serialize, ToSchema)]
#[cfg_attr(test, derive(ts_rs::TS))]
pub struct SavedStudy {
    /// Id of the study.
    pub id: String,
    /// The new version.
    #[cfg_attr(test, ts(type = "number"))]
    pub version: i64,
    /// Damaged parts of the document that were left out.
    pub problems: Vec<StudyProblem>,
}

/// The position that a study's owner shows.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, ToSchema)]
#[cfg_attr(test, derive(ts_rs::TS))]
#[serde(deny_unknown_fields)]
pub struct ShownPlace {
    /// The chapter, from 0.
    pub chapter: u16,
    /// Id of the node; null for the first position.
    #[serde(default)]
    pub node: Option<String>,
}

/// An event of a study.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, ToSchema)]
#[cfg_attr(test, derive(ts_rs::TS))]
#[serde(tag = "type", rename_all = "snake_case")]
pub enum StudyEvent {
    /// The stream is open. Later changes follow as events.
    Open {
        /// The current version.
        #[cfg_attr(test, ts(type = "number"))]
        version: i64,
        /// The position that the owner shows, if known.
        shown: Option<ShownPlace>,
    },
    /// The study has a new version, to be fetched.
    Changed {
        /// The new version.
        #[cfg_attr(test, ts(type = "number"))]
        version: i64,
    },
    /// The owner shows a position.
    Shown(ShownPlace),
    /// The study was deleted.
    Gone,
}

/// A study with its document.
#[derive(Serialize, ToSchema)]
#[cfg_attr(test, derive(ts_rs::TS))]
pub struct StudyInfo {
    /// Id of the study.
    pub id: String,
    /// Name of the owner's account.
    pub owner: String,
    /// Whether the caller owns the study.
    pub yours: bool,
    /// The readers besides the owner.
    pub visibility: Visibility,
    /// The current version.
    #[cfg_attr(test, ts(type = "number"))]
    pub version: i64,
    /// Last change, in milliseconds since 1970.
    #[cfg_attr(test, ts(type = "number"))]
    pub updated: i64,
    /// A moderator's reason for hiding the study from all but its owner; null if it is not hidden.
    pub closed: Option<String>,
    /// The document, as `docs/studies.md` describes it.
    #[schema(value_type = Study)]
    #[cfg_attr(test, ts(as = "Study"))]
    pub study: Box<serde_json::value::RawValue>,
}

impl StudyInfo {
    /// Returns a study as an account may see it; `None` if its document is damaged.
    pub fn of(stored: StoredStudy, yours: bool) -> Option<StudyInfo> {
        let StoredStudy { line, document } = stored;
        Some(StudyInfo {
            id: line.id,
            owner: line.owner,
            yours,
            visibility: line.visibility,
            version: line.version,
            updated: line.updated,
            closed: line.closed,
            study: serde_json::value::RawValue::from_string(document).ok()?,
        })
    }
}

/// A study in a list, without its document.
#[derive(Serialize, ToSchema)]
#[cfg_attr(test, derive(ts_rs::TS))]
pub struct StudySummary {
    /// Id of the study.
    pub id: String,
    /// Name of the study.
    pub name: String,
    /// Name of the owner's account.
    pub owner: String,
    /// The readers besides the owner.
    pub visibility: Visibility,
    /// Number of chapters.
    pub chapters: u32,
    /// Last change, in milliseconds since 1970.
    #[cfg_attr(test, ts(type = "number"))]
    pub updated: i64,
}

impl From<StudyLine> for StudySummary {
    fn from(line: StudyLine) -> StudySummary {
        let StudyLine { id, name, owner, visibility, chapters, updated, .. } = line;
        StudySummary { id, name, owner, visibility, chapters, updated }
    }
}

/// The requested list of studies.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Deserialize, ToSchema)]
#[serde(rename_all = "snake_case")]
pub enum Whose {
    /// The account's own studies.
    Mine,
    /// Public studies of all accounts.
    Public,
}

/// A part of a list of studies.
#[derive(Deserialize, IntoParams)]
#[serde(deny_unknown_fields)]
pub struct StudyPart {
    /// The list that is requested.
    #[param(inline)]
    pub whose: Whose,
    /// Only studies last changed before this time, in milliseconds since 1970.
    pub before: Option<i64>,
    /// Number of studies, 30 by default.
    #[param(minimum = 1, maximum = 100)]
    pub limit: Option<u32>,
}
