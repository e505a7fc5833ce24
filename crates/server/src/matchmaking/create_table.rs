//! Creates tables on behalf of callers: sets the creator's name, invites accounts, and checks quotas.

use table::{Hash, NewTable};

use super::store::Named;
use crate::accounts::names;
use crate::app::App;
use crate::http::extract::Browser;
use crate::http::refusal::{Code, Refusal};
use crate::limits::caller::Caller;
use crate::limits::quotas::{self, Resource};
use crate::live::handle::TableHandle;
use crate::results::seat_ratings;

/// Creates a table for the caller. Returns the table and the secrets for the creator's seats.
pub async fn create(
    app: &App,
    caller: Caller,
    browser: &Browser,
    mut asked: NewTable,
) -> Result<(TableHandle, Vec<(Option<u8>, String)>), Refusal> {
    browser.admitted(app, caller)?;
    // A signed-in player uses the account's name.
    if let Some(account) = browser.account() {
        let rating = seat_ratings::rating_for(app, account.account, &asked.setup, asked.clock).await?;
        asked.set_creator(&account.name, account.account, rating);
    }
    for name in asked.guest_names() {
        *name = app.accounts.guest_name(name).await?;
    }
    asked.access()?;
    if let Some(invited) = &asked.invited {
        asked.guests = accounts(app, invited).await?.into_iter().map(|named| named.key).collect::<Vec<Hash>>();
    }
    let bytes = asked.setup.text_bytes();
    app.hub
        .create(asked, browser.hash(), Some(caller.client_network), || may_create(app, caller, browser.known(), bytes))
        .await
}

/// Charges the quotas for one more table, which takes up disk space permanently.
pub fn may_create(app: &App, caller: Caller, browser: Option<Hash>, bytes: usize) -> Result<(), Refusal> {
    let bytes = u32::try_from(bytes).unwrap_or(u32::MAX).saturating_add(quotas::TABLE_BYTES);
    app.take(caller, browser, Resource::Tables, quotas::FULL_COST - 1)?;
    app.take(caller, browser, Resource::DiskSpace, bytes)
}

/// Finds the accounts with these names.
pub async fn accounts(app: &App, names: &[String]) -> Result<Vec<Named>, Refusal> {
    let folded = names.iter().map(|name| names::folded(name)).collect();
    let found = app.matchmaking.named(folded).await?;
    let known = names.iter().zip(found).map(|(name, found)| found.ok_or_else(|| no_account(name)));
    known.collect()
}

fn no_account(name: &str) -> Refusal {
    let name: String = name.chars().take(40).collect();
    Refusal::new(Code::NoPerson, format!("there is no account \"{name}\"; check the name, or send a link instead"))
}
