//! Reading the documents of studies, which replays their games.

use games::study::{Outline, ReadStudy, StudyError};

use crate::app::App;
use crate::compute::replays;
use crate::http::refusal::{Code, Refusal};
use crate::limits::caller::Caller;
use crate::limits::quotas::Resource;

/// Reads a study in the replay queue, and charges for its records and its nodes.
///
/// # Errors
/// The text is not a study, or too much is waiting.
pub async fn read_study(app: &App, caller: Caller, document: String) -> Result<ReadStudy, Refusal> {
    let invalid = |why: StudyError| Refusal::new(Code::BadRecord, why.to_string());
    let outline = Outline::parse(&document).map_err(invalid)?;
    let answers = outline.cost();
    app.take(caller, None, Resource::Replays, replays::units(answers))?;
    app.replays.run(Some(caller.client_network), replays::time(answers), move |_| Ok(outline.read())).await
}
