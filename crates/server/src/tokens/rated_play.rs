//! Programs play rated games among themselves, and people among themselves.

use crate::accounts::service::kept;
use crate::accounts::store::{AccountId, SignedIn};
use crate::app::App;
use crate::http::refusal::{Code, Refusal};
use crate::live::handle::TableHandle;

/// Whether somebody may play a rated game with these accounts.
///
/// # Errors
/// `rated_program`: one of them is a program's and another a person's.
pub async fn may_rate(app: &App, who: &SignedIn, others: Vec<AccountId>) -> Result<(), Refusal> {
    let all = others.len();
    let programs = kept(app.store.programs_among(others).await)?;
    if programs == if who.program { all } else { 0 } {
        return Ok(());
    }
    let what = "a rated game is among people or among programs; play this one unrated";
    Err(Refusal::new(Code::RatedProgram, what))
}

/// Whether somebody may sit down at a table, as far as it is rated.
///
/// # Errors
/// `rated_program`, or the table has stopped.
pub async fn may_sit(app: &App, who: &SignedIn, table: &TableHandle) -> Result<(), Refusal> {
    if table.describe().await?.terms.rated { may_rate(app, who, table.accounts().await?).await } else { Ok(()) }
}
