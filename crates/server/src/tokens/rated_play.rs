//! In rated games, programs play only programs and people play only people.

use crate::accounts::service::or_storage_refusal;
use crate::accounts::store::{AccountId, SignedIn};
use crate::app::App;
use crate::http::refusal::{Code, Refusal};
use crate::live::handle::TableHandle;

/// Checks whether an account may play a rated game with these accounts.
///
/// # Errors
/// `rated_program`: the accounts mix programs and people.
pub async fn may_rate(app: &App, who: &SignedIn, others: Vec<AccountId>) -> Result<(), Refusal> {
    let all = others.len();
    let programs = or_storage_refusal(app.store.programs_among(others).await)?;
    if programs == if who.program { all } else { 0 } {
        return Ok(());
    }
    let what = "rated games can't mix people and programs; make this one unrated";
    Err(Refusal::new(Code::RatedProgram, what))
}

/// Checks whether the rules for rated games allow an account to join a table.
///
/// # Errors
/// `rated_program`, or the table has stopped.
pub async fn may_sit(app: &App, who: &SignedIn, table: &TableHandle) -> Result<(), Refusal> {
    if table.describe().await?.terms.rated { may_rate(app, who, table.accounts().await?).await } else { Ok(()) }
}
